package announce

import (
	"context"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// deltas looks at the account's Delta orders: the newest, and all that had not ended.
func (g *gathering) deltas(ctx context.Context) error {
	met := map[string]bool{}
	q := api.DeltaQuery{User: g.account, Page: 1, Limit: page}
	for news := true; news; q.Page++ {
		list, err := g.exchange.DeltaOrders(ctx, q)
		if absent(err) {
			return nil
		}
		if err != nil {
			return err
		}
		news = false
		for _, r := range list {
			met[r.ID] = true
			fresh, err := g.delta(ctx, r, list)
			if err != nil {
				return err
			}
			news = news || fresh
		}
		news = news && len(list) >= page
	}
	for id, d := range g.known.Deltas {
		if met[id] || d.Status.Final() {
			continue
		}
		r, err := g.exchange.DeltaOrder(ctx, id)
		hash := strings.HasPrefix(id, "0x") // until the service gives it an id
		if hash && (err == nil && r.ID != id || api.TypeOf(err) == api.NotFound) {
			delete(g.known.Deltas, id) // it has come, or its time is over
			g.changed = true
			continue
		}
		if err != nil {
			return err
		}
		if _, err := g.delta(ctx, r, nil); err != nil {
			return err
		}
	}
	return nil
}

// absent tells whether nobody settles Delta orders there.
func absent(err error) bool {
	switch api.TypeOf(err) {
	case api.UnsupportedChain, api.NotFound:
		return true
	}
	return false
}

// delta looks at one order, among those that were read with it, and tells whether it has changed.
func (g *gathering) delta(ctx context.Context, r api.DeltaRecord,
	among []api.DeltaRecord) (fresh bool, err error) {
	old, known := g.known.Deltas[r.ID]
	now := &deltaSeen{Status: r.Status, Updated: r.UpdatedAt.UnixMilli(), Settled: settled(r),
		Held: r.Trigger != nil || r.Hidden && r.Status == api.DeltaNotStarted}
	if !known {
		old = &deltaSeen{Held: true}
		if r.Status.Final() && r.UpdatedAt.Before(g.stale) {
			return false, nil // it was forgotten
		}
	}
	now.Unshown = old.Unshown || g.unshown(r, among)
	if r.Promised {
		now.Status = old.Status // a server's word: whoever has its signature can settle it
	}
	if known && old.Status == now.Status && old.Updated == now.Updated && old.Held == now.Held &&
		old.Unshown == now.Unshown && len(old.Settled) == len(now.Settled) {
		return false, nil
	}
	g.changed = true
	if old.Held && !now.Held && !r.Hidden && !r.NotShown() && !g.silent {
		if err := g.fired(ctx, r, among); err != nil {
			return true, err
		}
	}
	for _, tx := range r.Transactions {
		if tx.Status == 1 && !slices.Contains(old.Settled, tx.Hash) {
			g.settlement(r, tx)
		}
	}
	if old.Status != now.Status {
		g.ended(r)
	}
	g.known.Deltas[r.ID] = now
	return true, nil
}

// unshown announces an order that was signed before this program began, and that the service does
// not show. The first look at an account leaves it to the next.
func (g *gathering) unshown(r api.DeltaRecord, among []api.DeltaRecord) bool {
	if !r.NotShown() || g.silent || !r.CreatedAt.Before(g.w.began) {
		return false
	}
	a := Announcement{Kind: Unshown, Time: r.CreatedAt, Order: r.ID, Delta: true, Maker: true,
		ToldBy: r.UnshownBy, Gave: erc20(r.Order.SrcToken, r.Order.SrcAmount),
		Got: erc20(r.Order.DestToken, r.Order.DestAmount)}
	arrived := r.ID != r.OrderHash.Hex() // the service gave it an id
	for _, other := range among {
		if !arrived && other.ID != r.ID && !other.Hidden && other.User == r.User &&
			other.Order.Nonce == r.Order.Nonce && r.Trigger != nil && other.Trigger != nil &&
			!other.NotShown() && !other.Status.Final() {
			a.Stands = &Beside{other.ID, other.Trigger.Name(), r.Trigger.Name()}
		}
	}
	g.tell(a, r.ID)
	return true
}

// settled are the transactions that have settled an order or parts of it.
func settled(r api.DeltaRecord) (list []common.Hash) {
	for _, tx := range r.Transactions {
		if tx.Status == 1 {
			list = append(list, tx.Hash)
		}
	}
	return list
}

func erc20(token common.Address, n api.Amount) *Sum {
	return SumOf(api.Asset{Kind: api.ERC20, Address: token}, n)
}

// fired announces that an order was let go, where it was: one that ended while it was held back was
// not, nor one that was settled at a price at which it is not.
func (g *gathering) fired(ctx context.Context, r api.DeltaRecord,
	among []api.DeltaRecord) error {
	if _, worth := r.Denied(); !worth.IsZero() || r.Held != nil && !r.Held.Fired {
		return nil
	}
	all, err := g.exchange.DeltaAuction(ctx, r.ID)
	if err != nil && !absent(err) {
		return err
	}
	for _, e := range all.Events {
		if e.LetGo() {
			a := Announcement{Kind: Trigger, Time: e.Time, Order: r.ID,
				Delta: true, Block: e.Block, Gave: erc20(r.Order.SrcToken, r.Order.SrcAmount),
				Got:    erc20(r.Order.DestToken, r.Order.DestAmount),
				Reason: e.Reason, Ended: endedBy(r, among)}
			a.held(r)
			g.tell(a, r.ID)
		}
	}
	return nil
}

// held tells what held an order back that was let go, or should have.
func (a *Announcement) held(r api.DeltaRecord) {
	if r.Unheld != nil {
		of := r.Order.SrcAmount
		a.Unheld, a.Of = r.Unheld, &of
		return
	}
	if r.Held != nil && r.Held.Fired {
		of := r.Order.SrcAmount
		a.Held, a.Of = r.Held, &of
	}
}

// deny tells of the first settlement of an order that its price denies that it was held back.
func (a *Announcement) deny(r api.DeltaRecord) {
	t, worth := r.Denied()
	if worth.IsZero() || settled(r)[0] != *a.Transaction {
		return
	}
	of := r.Order.SrcAmount
	a.Held, a.Of, a.Denied = &api.DeltaHeld{DeltaTrigger: t}, &of, true
}

// endedBy is the order that was cancelled because another one was let go, nil where none was.
func endedBy(r api.DeltaRecord, among []api.DeltaRecord) *Ended {
	for _, other := range among {
		if other.ID != r.ID && !other.Hidden && other.Order.Nonce == r.Order.Nonce &&
			other.User == r.User && other.ChainID == r.ChainID && other.Held != nil &&
			!other.Held.Fired && other.Status == api.DeltaCancelled {
			return &Ended{other.ID, other.Held.Name()}
		}
	}
	return nil
}

func (g *gathering) settlement(r api.DeltaRecord, tx api.DeltaTransaction) {
	hash := tx.Hash
	a := Announcement{Kind: Settled, Time: r.UpdatedAt, Order: r.ID, Delta: true,
		Maker: true, Transaction: &hash, Block: tx.BlockNumber,
		Gave: erc20(r.Order.SrcToken, tx.Spent), Got: erc20(r.Order.DestToken, tx.Received),
		Bought: r.Order.Buy}
	a.held(r)
	a.deny(r)
	g.tell(a, r.ID, hash.Hex())
}

// ended announces how an order has ended without being settled whole.
func (g *gathering) ended(r api.DeltaRecord) {
	a := Announcement{Time: r.UpdatedAt, Order: r.ID, Delta: true, Maker: true,
		Reason: r.Reason}
	if !r.Hidden {
		a.Gave = erc20(r.Order.SrcToken, r.Order.SrcAmount)
		a.Got = erc20(r.Order.DestToken, r.Order.DestAmount)
	}
	switch r.Status {
	case api.DeltaExpired:
		a.Kind = Expiry
	case api.DeltaFailed:
		a.Kind = Failure
	default:
		return
	}
	g.tell(a, r.ID)
}
