package wallet

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// fill is one fill as the account sees it.
type fill struct {
	api.Fill
	kind        string // maker, taker, NFT or Delta
	base, quote api.Token
	shape       format.Pair // of base and quote, as every screen has it
	position    string      // which it belongs to
	buy         bool        // the account got the base
	maker       bool        // by an order of its own
	amount      api.Amount
	paid        api.Amount // the quote's side
	realised    *big.Int   // in quote units; nil where the cost of what was sold is not known
}

func (f fill) id() string { return fmt.Sprintf("%s/%d", f.TxHash.Hex(), f.LogIndex) }

// position is what the account has bought in a pair and not sold yet, and what that cost.
type position struct{ amount, cost api.Amount }

// fillsOf returns the fills of an account, newest first, with what each sale realised at average
// cost: a buy adds to a pair's position, a sale takes its share of the position's cost. A sale
// beyond the position counts for as much of it as was bought here.
func fillsOf(h holdings, token func(common.Address) api.Token) []fill {
	rows := make([]fill, 0, len(h.fills)+len(h.delta))
	for _, f := range h.fills {
		rows = append(rows, seenBy(h, f, token))
	}
	for _, d := range h.delta {
		for _, t := range d.Transactions {
			if t.Status == settled {
				row := seenBy(h, settlement(h.account, d, t), token)
				row.kind = "Delta"
				rows = append(rows, row)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b fill) int { // newest first, as fills come
		return cmp.Or(cmp.Compare(b.Block.Number, a.Block.Number),
			cmp.Compare(b.LogIndex, a.LogIndex))
	})
	positions := map[string]*position{}
	for i := len(rows) - 1; i >= 0; i-- { // the oldest first
		row, key := &rows[i], rows[i].position
		if positions[key] == nil {
			positions[key] = &position{}
		}
		switch {
		case row.MakerAsset.Kind != api.ERC20 &&
			row.TakerAsset.Kind != api.ERC20: // a swap of NFTs has no price
		case row.Maker == row.Taker:
			row.realised = new(big.Int)
		case row.buy:
			positions[key].buy(row.amount, row.paid)
		default:
			row.realised = positions[key].sell(row.amount, row.paid)
		}
	}
	return rows
}

// settled is the status of a settlement that was carried out.
const settled = 1

// settlement is a settlement of a Delta order as a fill that its owner made. Records tell the time
// of their last change only.
func settlement(owner common.Address, d api.DeltaRecord, t api.DeltaTransaction) api.Fill {
	return api.Fill{
		ChainID: d.ChainID, OrderHash: d.OrderHash, Maker: owner,
		MakerAsset: api.Asset{Address: d.Order.SrcToken}, MakerAmount: t.Spent,
		TakerAsset: api.Asset{Address: d.Order.DestToken}, TakerAmount: t.Received, TxHash: t.Hash,
		LogIndex: t.Index,
		Block: api.BlockRef{Number: t.BlockNumber, Hash: t.BlockHash,
			Time: uint64(d.UpdatedAt.Unix())},
	}
}

// seenBy turns a fill the way its market is, from the account's side: what it is about, and what
// that was paid with. Pairs without a market have the maker's asset as their base; an NFT is always
// the base.
func seenBy(h holdings, f api.Fill, token func(common.Address) api.Token) fill {
	base, quote := f.MakerAsset, f.TakerAsset
	if m, ok := h.markets[api.PairKey(base.Address, quote.Address)]; ok &&
		m.Base.Address != base.Address || quote.Kind != api.ERC20 && base.Kind == api.ERC20 {
		base, quote = quote, base
	}
	row := fill{Fill: f, kind: "taker", base: asToken(base, token), quote: asToken(quote, token),
		maker: f.Maker == h.account}
	switch {
	case base.Kind != api.ERC20:
		row.kind = "NFT"
	case row.maker:
		row.kind = "maker"
	}
	row.position = fmt.Sprintf("%s #%s/%s #%s", base.Address, base.ID, quote.Address, quote.ID)
	makerGaveBase := f.MakerAsset == base
	row.amount, row.paid = f.TakerAmount, f.MakerAmount
	if makerGaveBase {
		row.amount, row.paid = f.MakerAmount, f.TakerAmount
	}
	row.buy = row.maker != makerGaveBase
	return row
}

// asToken is an asset as a fill counts it: NFTs are whole, and have their id in their name.
func asToken(a api.Asset, token func(common.Address) api.Token) api.Token {
	t := token(a.Address)
	if a.Kind != api.ERC20 {
		t.Symbol, t.Decimals = views.AssetName(t, a), 0
	}
	return t
}

func (p *position) buy(amount, cost api.Amount) {
	p.amount, p.cost = p.amount.Add(amount), p.cost.Add(cost)
}

func (p *position) sell(amount, proceeds api.Amount) *big.Int {
	matched := amount.Min(p.amount)
	if matched.IsZero() {
		return nil
	}
	cost := p.cost.MulDiv(matched, p.amount)
	p.amount, p.cost = p.amount.Sub(matched), p.cost.Sub(cost)
	return new(big.Int).Sub(proceeds.MulDiv(matched, amount).Big(), cost.Big())
}

// price is what was paid for one whole base token.
func (f fill) price() string {
	return f.shape.Price(api.Price{Quote: f.paid, Base: f.amount})
}

// sign tells whether the base token came or went.
func (f fill) sign() string {
	if f.buy {
		return "+"
	}
	return ui.Minus
}

func (f fill) earned() string {
	if f.realised == nil {
		return ui.Unknown
	}
	return signed(f.realised, f.quote.Decimals, max(2, format.AmountPlaces(f.quote))) + " " +
		f.quote.Symbol
}

// signed writes a gain or loss of raw units: gains rounded down, losses up.
func signed(n *big.Int, decimals, places int) string {
	a, err := api.AmountFromBig(new(big.Int).Abs(n))
	switch {
	case err != nil:
		return ui.Unknown
	case n.Sign() == 0:
		return a.Format(decimals, places, api.Down)
	case n.Sign() < 0:
		return ui.Minus + a.Format(decimals, places, api.Up)
	}
	return "+" + a.Format(decimals, places, api.Down)
}

// earnedToday says what the sales of the day (UTC) have realised and what its transactions have
// cost, in USD, as the screen of gains has it: orders, Delta and swaps.
func earnedToday(b *ledger.Book, now time.Time) string {
	today := b.Today(uint64(now.Unix()))
	text := "realised today " + format.Gain(today.Realised) + " USD"
	if today.Gas.Sign() > 0 {
		text += ", gas " + ui.Minus + format.Rat(today.Gas, 2, true)
	}
	if b.Unknown > 0 {
		text += fmt.Sprintf(", without %d of no known worth", b.Unknown)
	}
	return text
}

func (f fill) at() time.Time { return time.Unix(int64(f.Block.Time), 0) }
