package announce

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// gathering is one look at an account on a network.
type gathering struct {
	w        *Watcher
	exchange api.Exchange
	target
	known   known
	silent  bool      // the first look: nothing is news
	theirs  bool      // the account is somebody else's who is watched
	stale   time.Time // what ended before is not announced
	changed bool
	news    []Announcement
}

// page is how many records of a list are read at once.
const page = 100

// tell announces something, unless it is no news; about are what the id is made of beside kind,
// network and account.
func (g *gathering) tell(a Announcement, about ...string) {
	g.changed = true
	if g.silent || a.Time.Before(g.stale) {
		return
	}
	a.ChainID, a.Account, a.Watched = g.chain, g.account, g.theirs
	parts := append([]string{string(a.Kind), fmt.Sprint(a.ChainID), api.Lower(a.Account)}, about...)
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	a.ID = hex.EncodeToString(sum[:16])
	g.news = append(g.news, a)
}

// orders looks at what the account has made, and at what was made for it.
func (g *gathering) orders(ctx context.Context) error {
	for _, nft := range []bool{false, true} {
		for _, kind := range []api.OrderType{api.Limit, api.P2P} {
			mine := api.OrderQuery{NFT: nft, Type: kind, Maker: &g.account}
			if err := g.list(ctx, mine, g.own); err != nil {
				return err
			}
			if g.theirs {
				continue
			}
			forMe := api.OrderQuery{NFT: nft, Type: kind, Taker: &g.account}
			if err := g.list(ctx, forMe, g.offer); err != nil {
				return err
			}
		}
	}
	return nil
}

// list goes through the orders that have changed: they come first.
func (g *gathering) list(ctx context.Context, q api.OrderQuery,
	take func(api.OrderRecord, orderSeen, bool)) error {
	q.Limit, q.OrderBy = page, api.ByUpdatedAt
	for {
		p, err := g.exchange.Orders(ctx, q)
		if err != nil {
			return err
		}
		news := false
		for _, o := range p.Orders {
			old, known := g.known.Orders[o.Hash.Hex()]
			if known && old.State == o.State && old.Updated == o.UpdatedAt || o.Promised {
				continue // a server's word: whoever has its signature can fill it
			}
			if !known && !o.State.Open() && o.UpdatedAt < g.stale.Unix() {
				continue // it was forgotten
			}
			news, g.changed = true, true
			g.known.Orders[o.Hash.Hex()] = orderSeen{o.State, o.UpdatedAt, old.Told}
			take(o, old, known)
		}
		if q.Offset += len(p.Orders); !news || !p.HasMore || len(p.Orders) == 0 {
			return nil
		}
	}
}

func (g *gathering) own(o api.OrderRecord, old orderSeen, known bool) {
	kind, at := Expiry, o.UpdatedAt
	switch ended := known && !old.State.Open(); {
	case ended:
		return
	case o.State == api.Expired:
	case g.theirs && o.State == api.Cancelled:
		kind = Cancelled
	case g.theirs && !known && o.State.Open():
		kind, at = Placed, o.CreatedAt
	default:
		return
	}
	g.tell(Announcement{Kind: kind, Time: time.Unix(at, 0).UTC(),
		Order: o.Hash.Hex(), NFT: o.NFT, Maker: true,
		Gave: SumOf(o.MakerAsset, o.MakerAmount), Got: SumOf(o.TakerAsset, o.TakerAmount),
		Reason: o.StateReason}, o.Hash.Hex())
}

func (g *gathering) offer(o api.OrderRecord, old orderSeen, _ bool) {
	if o.State != api.Pending || old.Told || o.Maker == g.account {
		return
	}
	g.known.Orders[o.Hash.Hex()] = orderSeen{o.State, o.UpdatedAt, true}
	maker := o.Maker
	g.tell(Announcement{Kind: Offer, Time: time.Unix(o.CreatedAt, 0).UTC(),
		Order: o.Hash.Hex(), NFT: o.NFT, Other: &maker, ToldBy: o.ToldBy,
		Gave: SumOf(o.TakerAsset, o.TakerAmount), Got: SumOf(o.MakerAsset, o.MakerAmount),
	}, o.Hash.Hex())
}

// fills looks at what was traded.
func (g *gathering) fills(ctx context.Context) error {
	var all []api.Fill
	q := api.FillQuery{Account: &g.account, Limit: page}
	for {
		list, err := g.exchange.Fills(ctx, q)
		if err != nil {
			return err
		}
		all = append(all, list...)
		if len(list) < page || g.silent || !g.untold(list) {
			break
		}
		last := list[len(list)-1].Mark()
		q.Before = &last
	}
	if g.silent && len(all) > 0 {
		g.known.Since = all[0].Mark()
	}
	same := map[string]int{} // fills of one order in one transaction, of the same amounts
	var untold []namedFill
	many := map[string][]namedFill{} // untold ones of one order in one block
	for _, f := range slices.Backward(all) {
		what := fillName(f)
		same[what]++
		n := namedFill{f, fmt.Sprintf("%s\n%d", what, same[what])}
		if g.told(n) {
			continue
		}
		untold = append(untold, n)
		if g.byOthers(f) {
			many[blockName(f)] = append(many[blockName(f)], n)
		}
	}
	for _, n := range untold {
		switch list := many[blockName(n.Fill)]; {
		case g.silent || !g.byOthers(n.Fill) || len(list) <= mostOfBlock:
			g.fill(n)
		case n.name == list[0].name:
			g.fillsOfBlock(list)
		}
	}
	return nil
}

// byOthers tells whether others may have made a fill: of an order of the account, or for it.
func (g *gathering) byOthers(f api.Fill) bool {
	return f.Maker == g.account || f.Given(g.account)
}

// mostOfBlock is how many fills of an order in one block are announced one by one. More are summed
// up: anybody can make thousands of next to nothing.
const mostOfBlock = 4

// namedFill is a fill with what it is remembered by.
type namedFill struct {
	api.Fill
	name string
}

// blockName is the same for all fills of an order in a block.
func blockName(f api.Fill) string { return f.OrderHash.Hex() + "\n" + f.Block.Hash.Hex() }

// told tells whether a fill was announced, or is none to be announced.
func (g *gathering) told(n namedFill) bool {
	_, alone := g.known.Fills[n.name]
	_, summed := g.known.Fills[blockName(n.Fill)]
	return alone || summed || !g.silent && !n.Mark().After(g.known.Since)
}

// untold tells whether a page of fills has any that was not told, and that could be.
func (g *gathering) untold(list []api.Fill) bool {
	return slices.ContainsFunc(list, func(f api.Fill) bool {
		told := g.told(namedFill{f, fillName(f) + "\n1"})
		return !told && int64(f.Block.Time) >= g.stale.Unix()
	})
}

// fillName is the same for a fill that another block takes in after a reorganisation.
func fillName(f api.Fill) string {
	return strings.Join([]string{f.TxHash.Hex(), f.OrderHash.Hex(), f.MakerAmount.String(),
		f.TakerAmount.String()}, "\n")
}

func (g *gathering) fill(n namedFill) {
	g.known.Fills[n.name] = int64(n.Block.Time)
	g.tell(g.ofFill(n.Fill), n.name)
}

// fillsOfBlock announces fills of an order in one block as one. Its id is made of them, so that it
// is the same in another block with the same ones.
func (g *gathering) fillsOfBlock(list []namedFill) {
	last := list[len(list)-1].Fill
	g.known.Fills[blockName(last)] = int64(last.Block.Time)
	last.MakerAmount, last.TakerAmount = api.Amount{}, api.Amount{}
	var names []string
	for _, n := range list {
		names = append(names, n.name)
		last.MakerAmount = last.MakerAmount.Add(n.MakerAmount)
		last.TakerAmount = last.TakerAmount.Add(n.TakerAmount)
	}
	a := g.ofFill(last)
	a.Fills = len(list)
	if slices.ContainsFunc(list, func(n namedFill) bool { return n.Taker != last.Taker }) {
		a.Other = nil
	}
	g.tell(a, names...)
}

// ofFill is the announcement of a fill.
func (g *gathering) ofFill(f api.Fill) Announcement {
	tx, other := f.TxHash, f.Taker
	a := Announcement{Kind: Fill, Time: time.Unix(int64(f.Block.Time), 0).UTC(),
		Order: f.OrderHash.Hex(), Maker: f.Maker == g.account, Transaction: &tx,
		NFT:   f.MakerAsset.Kind != api.ERC20 || f.TakerAsset.Kind != api.ERC20,
		Block: f.Block.Number, ToldBy: f.ToldBy, Gave: SumOf(f.MakerAsset, f.MakerAmount),
		Got: SumOf(f.TakerAsset, f.TakerAmount)}
	if !a.Maker {
		a.Gave, a.Got, other = a.Got, a.Gave, f.Maker
	}
	if f.Given(g.account) {
		a.Gave = nil
	}
	a.Other = &other
	return a
}

// transactions looks for those that are in a block by now.
func (g *gathering) transactions(ctx context.Context) error {
	g.w.mu.Lock()
	waiting := slices.Clone(g.w.seen.Sent)
	g.w.mu.Unlock()
	var over []common.Hash
	for _, s := range waiting {
		if s.ChainID != g.chain || s.Account != g.account {
			continue
		}
		r, err := g.exchange.Receipt(ctx, s.Hash)
		if err != nil {
			return err
		}
		if r.Block == nil {
			if s.At < g.stale.Unix() {
				over = append(over, s.Hash)
			}
			continue
		}
		over = append(over, s.Hash)
		if !r.Success {
			hash := s.Hash
			g.tell(Announcement{Kind: Revert, Transaction: &hash, Elsewhere: s.Elsewhere,
				Time:  time.Unix(int64(r.Block.Time), 0).UTC(),
				Block: r.Block.Number, Reason: r.Reason}, hash.Hex())
		}
	}
	if len(over) == 0 {
		return nil
	}
	g.changed = true
	g.w.mu.Lock()
	defer g.w.mu.Unlock()
	g.w.seen.Sent = slices.DeleteFunc(g.w.seen.Sent, func(s sent) bool {
		return slices.Contains(over, s.Hash)
	})
	return nil
}
