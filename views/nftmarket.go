package views

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
)

// NFTMarket is what the book says of a collection: what its tokens are offered for, and what is bid
// for them. Orders of other collections may stand between.
type NFTMarket struct{ Offers, Bids []api.OrderRecord }

// ReadNFTMarket reads what the book says of a collection. It runs off the loop.
func ReadNFTMarket(ctx context.Context, exchange api.Exchange,
	collection common.Address) (m NFTMarket, err error) {
	// a page of it could be filled by what is no measure
	read := func(q api.BookQuery, list *[]api.OrderRecord) error {
		q.NFT, q.Whole = true, func(part []api.OrderRecord) error {
			*list = append(*list, part...)
			return nil
		}
		_, err := exchange.OrderBook(ctx, q)
		return err
	}
	if err := read(api.BookQuery{MakerAsset: &collection}, &m.Offers); err != nil {
		return m, err
	}
	return m, read(api.BookQuery{TakerAsset: &collection}, &m.Bids)
}

// NFTDeal is a trade of NFTs of one id for coins that is about to be signed.
type NFTDeal struct {
	Asset   api.Asset
	Word    string // that is typed where the price is far off: see dealWord
	Price   api.Price
	Coin    api.Token
	Selling bool
	Without common.Hash // an order of the book that is no measure: the one that is taken
}

// Check compares a deal with the market: what is sold with the best bid for it and the floor of its
// collection, whichever is more; what is bought with the cheapest offer of it, or the floor where
// there is none, or what is bid for it where that is all there is. word is to be typed where the
// price is far worse.
func (m NFTMarket) Check(s *Session, d NFTDeal) (check ui.Check, word string) {
	floor, exact, bid := m.floor(s, d), m.cheapest(s, d), m.bestBid(s, d)
	switch {
	case d.Selling && bid.Known() && !(floor.Known() && floor.Cmp(bid) > 0):
		return d.against(bid, "the best bid of")
	case !d.Selling && exact.Known():
		return d.against(exact, "the cheapest offer of it,")
	case floor.Known():
		return d.against(floor, "the floor of")
	case bid.Known():
		return d.against(bid, "the best bid of")
	}
	return ui.Check{Level: ui.Warn,
		Text: "nobody offers or bids for one in coins: no price to compare with"}, ""
}

// against compares a deal with one price, in the deal's coin; what says which that is.
func (d NFTDeal) against(best api.Price, what string) (check ui.Check, word string) {
	off := WorseBy(d.Price, best, d.Selling)
	level, word := AgainstMarket(off, d.Word)
	measure := what + " " + format.Each(best, d.Coin, api.Down) + " " + Symbol(d.Coin)
	switch {
	case off > 0:
		return ui.Check{Level: level, Text: "price " + api.Percent(off) + " worse than " + measure},
			word
	case off == 0:
		return ui.Check{Level: level, Text: "price of " + measure}, ""
	}
	text := "price " + api.Percent(-off) + " better than " + measure
	return ui.Check{Level: level, Text: text}, ""
}

// CheckTaking compares what an order asks or bids with the market, for who takes it; ok is false
// where an NFT is given for another. Who takes a bid gives up the way from there to the floor, as
// who sells to the book does to its middle: so a bid is held against the middle of the two, and
// against a better one, which could be taken at once.
func (m NFTMarket) CheckTaking(s *Session, o api.OrderRecord) (checks []ui.Check, word string,
	ok bool) {
	d, ok := dealOf(s, o.Order, o.Hash, false)
	if !ok {
		return nil, "", false
	}
	if !d.Selling {
		check, word := m.Check(s, d)
		return []ui.Check{check}, word, true
	}
	others, floor, top := m.bestBid(s, d), m.floor(s, d), d.Price
	if others.Known() && others.Cmp(d.Price) > 0 {
		check, far := d.against(others, "the best bid of")
		checks, word, top = append(checks, check), far, others
	}
	if middle, known := Mid(top, floor); known && floor.Cmp(top) > 0 {
		check, far := d.against(middle, "the middle of bids and floor,")
		checks, word = append(checks, check), cmp.Or(word, far)
	}
	if checks == nil {
		check, far := m.Check(s, d)
		checks, word = append(checks, check), far
	}
	return checks, word, true
}

// NFTMaking is an NFT order that is about to be made.
type NFTMaking struct {
	Order api.Order
	Old   common.Hash   // in whose place it is made
	Owns  []api.UserNFT // of its maker
	// Told names what is not listed; nil does so as the session does.
	Told func(common.Address) (t api.Token, listed bool)
}

func (x NFTMaking) token(s *Session, a common.Address) (t api.Token, listed bool) {
	if x.Told != nil {
		return x.Told(a)
	}
	return s.Token(a)
}

// CheckMaking holds an order that is about to be made against the market, and against what its
// maker offers and owns. word is to be typed where its price is far off.
func (m NFTMarket) CheckMaking(s *Session, x NFTMaking) (checks []ui.Check, word string) {
	if d, ok := x.deal(s); ok {
		var check ui.Check
		check, word = m.Check(s, d)
		checks = append(checks, check)
	}
	return append(checks, m.CheckTwice(s, x)...), word
}

// CheckTwice is what CheckMaking says beside the price, of the sides whose amounts are known.
func (m NFTMarket) CheckTwice(s *Session, x NFTMaking) (checks []ui.Check) {
	warn := func(text string) {
		checks = append(checks, ui.Check{Level: ui.Warn, Text: text})
	}
	o := x.Order
	if i := slices.IndexFunc(m.Offers, func(r api.OrderRecord) bool {
		return r.MakerAsset == o.MakerAsset && r.Maker == o.Maker && r.Hash != x.Old
	}); i >= 0 && o.MakerAsset.Kind == api.ERC721 && !o.MakerAmount.IsZero() {
		r := m.Offers[i]
		coin, _ := s.Token(r.TakerAsset.Address)
		warn("you offer it already, for " + format.Amount(r.TakerAmount, coin, api.Up) + " " +
			Symbol(coin) + ": whoever takes one of the two leaves the other suspended")
	}
	if o.TakerAmount.IsZero() {
		return checks
	}
	gets, listed := x.token(s, o.TakerAsset.Address)
	if !listed { // it may call itself anything
		gets.Symbol = s.ShortAddress(o.TakerAsset.Address)
	}
	if o.TakerAsset.Kind == api.ERC721 && slices.ContainsFunc(x.Owns, func(u api.UserNFT) bool {
		return u.Asset == o.TakerAsset
	}) {
		warn("you own " + AssetName(gets, o.TakerAsset) + " yourself")
	}
	if !listed {
		warn("what you get is of a contract that is not listed: look at its address")
	}
	return checks
}

// deal is what an order trades; ok is false where that is no NFT for coins.
func (x NFTMaking) deal(s *Session) (d NFTDeal, ok bool) {
	d, ok = dealOf(s, x.Order, x.Old, true)
	if x.Told == nil || !ok {
		return d, ok
	}
	coin := x.Order.TakerAsset
	if !d.Selling {
		coin = x.Order.MakerAsset
	}
	d.Coin, _ = x.Told(coin.Address)
	d.Word = dealWord(x.Told(d.Asset.Address))
	return d, ok
}

// dealOf is what making or taking an order trades; ok is false where that is no NFT for coins.
func dealOf(s *Session, o api.Order, without common.Hash, making bool) (d NFTDeal, ok bool) {
	asks := o.MakerAsset.Kind != api.ERC20
	d = NFTDeal{Asset: o.MakerAsset, Price: api.Price{Quote: o.TakerAmount, Base: o.MakerAmount},
		Selling: asks == making, Without: without}
	coin := o.TakerAsset
	if !asks {
		d.Asset, coin = o.TakerAsset, o.MakerAsset
		d.Price = api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}
	}
	if d.Asset.Kind == api.ERC20 || coin.Kind != api.ERC20 {
		return d, false
	}
	d.Coin, _ = s.Token(coin.Address)
	d.Word = dealWord(s.Token(d.Asset.Address))
	return d, true
}

// floor is the lowest price of the deal's collection; each id of an ERC-1155 contract is a token of
// its own.
func (m NFTMarket) floor(s *Session, d NFTDeal) (floor api.Price) {
	for _, o := range m.Offers {
		if o.MakerAsset.Address != d.Asset.Address ||
			d.Asset.Kind == api.ERC1155 && o.MakerAsset != d.Asset || s.NFTDust(o) {
			continue
		}
		floor = d.better(s, floor, o, false)
	}
	return floor
}

// cheapest is the lowest price of the very token.
func (m NFTMarket) cheapest(s *Session, d NFTDeal) (best api.Price) {
	for _, o := range m.Offers {
		if o.MakerAsset == d.Asset {
			best = d.better(s, best, o, false)
		}
	}
	return best
}

// bestBid is the highest bid for the very token.
func (m NFTMarket) bestBid(s *Session, d NFTDeal) (best api.Price) {
	for _, o := range m.Bids {
		if o.TakerAsset == d.Asset && !s.NFTDust(o) {
			best = d.better(s, best, o, true)
		}
	}
	return best
}

// better is the price of an order, a bid or an offer, in the deal's coin, where it is better than
// best for who takes it.
func (d NFTDeal) better(s *Session, best api.Price, o api.OrderRecord, bid bool) api.Price {
	price, coin := o.Price(), o.TakerAsset
	if bid {
		price, coin = api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}, o.MakerAsset
	}
	price = s.inCoin(price, coin, d.Coin)
	if o.Hash == d.Without || !o.Takable() || !price.Known() ||
		best.Known() && (price.Cmp(best) > 0) != bid {
		return best
	}
	return price
}

// NFTDust tells whether what is left of an order trades NFTs for coins worth less than the gas of a
// fill: anybody may put that there for next to nothing, so it is no measure of a collection. The
// user's own is, and while nobody knows what gas costs all are.
func (s *Session) NFTDust(o api.OrderRecord) bool {
	coin, amount := o.TakerAsset, o.PayFor(o.SwappableBalance)
	if coin.Kind != api.ERC20 {
		coin, amount = o.MakerAsset, o.SwappableBalance
	}
	t, _ := s.Token(coin.Address)
	return coin.Kind == api.ERC20 && o.Maker != s.Account.Address &&
		amount.Less(s.GasIn(api.FillGas, t))
}

// inCoin is a price for an NFT in another coin, by what both are worth in USD; unknown where that
// is, and for what is no coin.
func (s *Session) inCoin(p api.Price, of api.Asset, coin api.Token) api.Price {
	switch {
	case of.Kind != api.ERC20:
		return api.Price{}
	case of.Address == coin.Address:
		return p
	}
	from, to := s.Prices[of.Address], s.Prices[coin.Address]
	if !from.Known() || !to.Known() {
		return api.Price{}
	}
	p.Quote = to.BaseFor(from.QuoteFor(p.Quote, api.Up), api.Up)
	return p
}

// ByWorth is the price of a pair by what both of its tokens are worth in USD; unknown where that
// is.
func (s *Session) ByWorth(m api.Market) api.Price {
	one := api.NewAmount(1e18) // of raw units: what is lost by rounding is no part of a price
	return s.inCoin(api.Price{Quote: one, Base: one}, api.Asset{Address: m.Base.Address}, m.Quote)
}

// NFTWord agrees to giving an NFT where nobody is asked: no sum of money can be held against that.
const NFTWord = "NFT"

// dealWord is what is typed for a price far off: the name of a listed collection. It is never what
// agrees to giving an NFT, whatever that is given for.
func dealWord(t api.Token, listed bool) string {
	if name := CollectionWord(t, listed); !strings.EqualFold(name, NFTWord) {
		return name
	}
	return "PRICE"
}

// CollectionWord is a collection in a word: the name of a listed one.
func CollectionWord(t api.Token, listed bool) string {
	if name := cells.Truncate(cells.Clean(cmp.Or(t.Name, t.Symbol)), 16); listed && name != "" {
		return name
	}
	return NFTWord
}
