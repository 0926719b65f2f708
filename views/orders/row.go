package orders

import (
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// kind is what the list shows.
type kind int

// The kinds, in the order in which the key goes through them.
const (
	everything kind = iota
	limits
	peers
	offers
	nfts
	kinds
)

var kindNames = [kinds]string{"all kinds", "limit", "P2P", "offers to me", "NFT"}

// row is an order as the chosen account sees it.
type row struct {
	api.OrderRecord
	s      *views.Session // of the order's own network, for its names
	away   bool           // that is not the one in front
	mine   bool           // made by the account; else it is an offer to it
	buy    bool           // whether the account gets the base
	market api.Market     // base and quote
	shape  format.Pair
	filled api.Amount // of the maker amount
}

// newRow turns an order the way its market is quoted; without a market, what the maker gives is the
// base, and an NFT always is.
func newRow(s *views.Session, o api.OrderRecord, account common.Address,
	pairs map[string]api.Market, filled api.Amount) row {
	r := row{OrderRecord: o, s: s, mine: o.Maker == account, filled: filled}
	base, quote := o.MakerAsset, o.TakerAsset
	m, listed := pairs[api.PairKey(base.Address, quote.Address)]
	if listed && m.Base.Address == quote.Address || base.Kind == api.ERC20 &&
		quote.Kind != api.ERC20 {
		base, quote = quote, base
	}
	r.buy = (base == o.TakerAsset) == r.mine
	r.market.Base, _ = s.Token(base.Address)
	r.market.Quote, _ = s.Token(quote.Address)
	if listed {
		r.market = m
	}
	r.shape = s.PairFormat(r.market)
	switch {
	case o.State == api.Fulfilled && !o.Promised:
		r.filled = o.MakerAmount
	case !o.FillableBalance.IsZero():
		r.filled = o.MakerAmount.Sub(o.FillableBalance)
	}
	return r
}

func (r row) id() string { return r.Hash.Hex() }

// network is the name of the order's network.
func (r row) network() string { return r.s.NetworkName(r.ChainID) }

// where says on which network an order is that is not on the one in front.
func (r row) where() string {
	if !r.away {
		return ""
	}
	return " on " + r.network()
}

// baseAsset and quoteAsset are the two sides of the order.
func (r row) baseAsset() api.Asset {
	if r.makerBase() {
		return r.MakerAsset
	}
	return r.TakerAsset
}

func (r row) quoteAsset() api.Asset {
	if r.makerBase() {
		return r.TakerAsset
	}
	return r.MakerAsset
}

// pair is what the order trades, as its price is quoted.
func (r row) pair() api.Pair {
	return api.Pair{Base: r.baseAsset().Address, Quote: r.quoteAsset().Address}
}

// makerBase tells whether the maker gives the base.
func (r row) makerBase() bool { return r.buy != r.mine }

func (r row) in(k kind) bool {
	switch k {
	case limits:
		return r.mine && !r.NFT && r.Type() == api.Limit
	case peers:
		return r.mine && !r.NFT && r.Type() == api.P2P
	case offers:
		return !r.mine
	case nfts:
		return r.NFT
	}
	return true
}

// label is the kind in one word.
func (r row) label() string {
	switch {
	case !r.mine:
		return "OFFER"
	case r.NFT:
		return "NFT"
	case r.Type() == api.P2P:
		return "P2P"
	}
	return "LMT"
}

func (r row) side() string {
	if r.buy {
		return "▲B"
	}
	return "▼S"
}

// sideWord is the side in an export.
func (r row) sideWord() string {
	if r.buy {
		return string(api.Buy)
	}
	return string(api.Sell)
}

// exactPrice is the price in an export, with all the digits that its fraction gives.
func (r row) exactPrice() string { return r.exactly(r.rate()) }

// exactExecutes is where the order executes in an export, "" while nobody knows.
func (r row) exactExecutes() string {
	at, ok := r.executesAt()
	if !ok {
		return ""
	}
	return r.exactly(at)
}

func (r row) exactly(price api.Price) string {
	const places = 18
	round := api.Up
	if !r.makerBase() {
		round = api.Down // as the price is shown
	}
	text := strings.ReplaceAll(price.Format(r.market.Base.Decimals, r.market.Quote.Decimals,
		places, round), ",", "")
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// asset names what is traded: a pair, or one NFT.
func (r row) asset() string {
	base, quote := r.baseAsset(), r.quoteAsset()
	if base.Kind == api.ERC20 {
		return r.market.Base.Symbol + "/" + r.market.Quote.Symbol
	}
	name := views.AssetName(r.market.Base, base)
	if quote.Kind != api.ERC20 {
		name += "/" + views.AssetName(r.market.Quote, quote)
	}
	return name
}

// rate is quote units for base units, as signed.
func (r row) rate() api.Price {
	if r.makerBase() {
		return api.Price{Quote: r.TakerAmount, Base: r.MakerAmount}
	}
	return api.Price{Quote: r.MakerAmount, Base: r.TakerAmount}
}

// price of one base unit, as the book has it.
func (r row) price() string {
	text := r.shape.OrderPrice(r.rate(), !r.makerBase())
	if r.baseAsset().Kind != api.ERC20 {
		text += " " + r.market.Quote.Symbol
	}
	return text
}

// executesAt is the market's price at which an open order pays whoever fills all that is left of
// it, who pays the gas; ok is false while nobody knows.
func (r row) executesAt() (at api.Price, ok bool) {
	if !r.State.Open() || r.NFT || r.dust() {
		return at, false
	}
	return r.s.LimitExecutes(r.rate(), r.base(r.FillableBalance), r.market.Quote, r.makerBase())
}

// dust tells of an open order of which so little is left that the gas to take it costs as much as
// that is worth at the order's price, or more: nobody will.
func (r row) dust() bool {
	left := r.base(r.FillableBalance)
	gas := r.s.GasIn(api.FillGas, r.market.Quote)
	if !r.State.Open() || r.NFT || r.FillableBalance.IsZero() || gas.IsZero() {
		return false
	}
	return !gas.Less(r.rate().QuoteFor(left, api.Up))
}

func (r row) executesText() string {
	at, ok := r.executesAt()
	if !ok {
		return ui.Unknown
	}
	return r.shape.OrderPrice(at, !r.makerBase())
}

// base turns part of the maker amount into base units.
func (r row) base(maker api.Amount) api.Amount {
	if r.makerBase() {
		return maker
	}
	return r.TakerAmountFor(maker)
}

// size writes base units.
func (r row) size(n api.Amount) string {
	return r.shape.Size(n, api.Down)
}

func (r row) amount() string {
	if r.baseAsset().Kind != api.ERC20 {
		return r.size(r.base(r.MakerAmount))
	}
	return r.size(r.base(r.MakerAmount)) + " " + r.market.Base.Symbol
}

// exact writes part of the maker amount in whole base units without rounding more than the contract
// does.
func (r row) exact(maker api.Amount) string { return r.base(maker).Units(r.market.Base.Decimals) }

// given writes part of the maker amount in the token that the maker gives.
func (r row) given(maker api.Amount, round api.Round) string {
	token := r.market.Quote
	if r.makerBase() {
		token = r.market.Base
	}
	return format.Amount(maker, token, round) + " " + views.Symbol(token)
}

func (r row) left() string { return r.size(r.base(r.MakerAmount.Sub(r.filled))) }

// share of the order that is filled, for a bar.
func (r row) share() float64 {
	if r.MakerAmount.IsZero() {
		return 0
	}
	return r.filled.Float() / r.MakerAmount.Float()
}

// percent that is filled.
func (r row) percent() string { return format.Share(r.filled, r.MakerAmount) }

// covered tells whether all that the order still offers can be taken at this moment.
func (r row) covered() bool { return r.doubted() || !r.MakerBalance.Less(r.FillableBalance) }

// flag marks open orders that cannot be filled whole.
func (r row) flag() string {
	if r.State.Open() && !r.covered() {
		return "!"
	}
	return ""
}

// doubted tells whether the service does not show the order, or alone says that it has ended.
func (r row) doubted() bool { return r.Unshown || r.Promised }

// state is the state with its glyph; words nobody knows come as they are.
func (r row) state() string {
	switch {
	case r.Unshown:
		return "? not shown"
	case r.Promised:
		return "? " + string(r.State)
	}
	switch r.State {
	case api.Pending:
		return "● PENDING"
	case api.Suspended:
		return "! SUSPENDED"
	case api.Fulfilled:
		return "✓ FULFILLED"
	case api.Cancelled:
		return "✗ CANCELLED"
	case api.Expired:
		return "○ EXPIRED"
	}
	return "? " + string(r.State)
}

// wholeState is the state in an export: one that is the word of the service alone says so.
func (r row) wholeState() string {
	if !r.doubted() {
		return string(r.State)
	}
	return strings.TrimPrefix(r.state(), "? ") + ": " + r.s.Reason(r.OrderRecord)
}

func (r row) stateStyle(t *ui.Theme) ui.Style {
	if r.doubted() {
		return t.Warn
	}
	switch r.State {
	case api.Pending:
		return t.Text
	case api.Suspended:
		return t.Warn
	case api.Fulfilled:
		return t.OK
	}
	return t.Muted
}

func (r row) expires() time.Time {
	if r.Expiry == 0 {
		return time.Time{}
	}
	return time.Unix(int64(min(r.Expiry, 1<<50)), 0) // beyond that no calendar reaches
}

// expiry is the time left of an open order.
func (r row) expiry(now time.Time) string {
	if !r.Stands() {
		return ui.Unknown
	}
	return api.Until(now, r.expires())
}

func (r row) created() time.Time { return time.Unix(r.CreatedAt, 0) }

// cancellable tells whether cancelling would change anything.
func (r row) cancellable() bool { return r.mine && r.Stands() }

// words describe the order in one line: "0xa1f3…9e1b sell 2.500 ETH @ 3,022.00 USDC".
func (r row) words() string {
	return format.Hash(r.Hash) + " " + r.deal() + r.where()
}

// deal is what the account does: "sell 2.500 ETH @ 3,022.00 USDC".
func (r row) deal() string {
	verb := "sell"
	if r.buy {
		verb = "buy"
	}
	if r.baseAsset().Kind != api.ERC20 {
		return fmt.Sprintf("%s %s × %s @ %s", verb, r.amount(), r.asset(), r.price())
	}
	return fmt.Sprintf("%s %s @ %s %s", verb, r.amount(), r.price(), r.market.Quote.Symbol)
}
