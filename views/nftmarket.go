package views

import (
	"cmp"
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
)

// NFTMarket is what the book says of a collection: what its tokens are offered for, and what is bid
// for them. Orders of other collections may stand between.
type NFTMarket struct{ Offers, Bids []api.OrderRecord }

// bookService is what reading it needs of api.Service.
type bookService interface {
	OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error)
}

// ReadNFTMarket reads what the book says of a collection. It runs off the loop.
func ReadNFTMarket(ctx context.Context, s bookService, chain uint64,
	collection common.Address) (m NFTMarket, err error) {
	q := api.BookQuery{ChainID: chain, NFT: true, MakerAsset: &collection, Limit: api.MaxPage}
	page, err := s.OrderBook(ctx, q)
	if err != nil {
		return m, err
	}
	m.Offers = page.Orders
	q.MakerAsset, q.TakerAsset = nil, &collection
	page, err = s.OrderBook(ctx, q)
	m.Bids = page.Orders
	return m, err
}

// NFTDeal is a trade of NFTs of one id for coins that is about to be signed.
type NFTDeal struct {
	Asset   api.Asset
	Word    string // that is typed where the price is far off: CollectionWord
	Price   api.Price
	Coin    api.Token
	Selling bool
	Without common.Hash // an order of the book that is no measure: the one that is taken
}

// Check compares a deal with the market: what is sold with the best bid for it and the floor of its
// collection, whichever is more; what is bought with the cheapest offer of it, or the floor where
// there is none. word is to be typed where the price is far worse.
func (m NFTMarket) Check(s *Session, d NFTDeal) (check ui.Check, word string) {
	best, what := m.measure(s, d)
	if !best.Known() {
		return ui.Check{Level: ui.Warn,
			Text: "nobody offers or bids for one in coins: no price to compare with"}, ""
	}
	off := WorseBy(d.Price, best, d.Selling)
	level, word := AgainstMarket(off, d.Word)
	symbol := Symbol(d.Coin)
	measure := what + " " + best.Format(0, d.Coin.Decimals, format.AmountPlaces(d.Coin),
		api.Down) + " " + symbol
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
// where an NFT is given for another.
func (m NFTMarket) CheckTaking(s *Session, o api.OrderRecord) (check ui.Check, word string,
	ok bool) {
	return m.checkOrder(s, o.Order, o.Hash, false)
}

// CheckMaking is CheckTaking for who makes an order in the place of an older one.
func (m NFTMarket) CheckMaking(s *Session, o api.Order, old common.Hash) (check ui.Check,
	word string, ok bool) {
	return m.checkOrder(s, o, old, true)
}

func (m NFTMarket) checkOrder(s *Session, o api.Order, without common.Hash,
	making bool) (check ui.Check, word string, ok bool) {
	asks := o.MakerAsset.Kind != api.ERC20
	d := NFTDeal{Asset: o.MakerAsset, Price: api.Price{Quote: o.TakerAmount, Base: o.MakerAmount},
		Selling: asks == making, Without: without}
	coin := o.TakerAsset
	if !asks {
		d.Asset, coin = o.TakerAsset, o.MakerAsset
		d.Price = api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}
	}
	if d.Asset.Kind == api.ERC20 || coin.Kind != api.ERC20 {
		return check, "", false
	}
	d.Coin, _ = s.Token(coin.Address)
	d.Word = CollectionWord(s.Token(d.Asset.Address))
	check, word = m.Check(s, d)
	return check, word, true
}

// measure is the price that a deal is compared with, in the deal's coin, and what that is.
func (m NFTMarket) measure(s *Session, d NFTDeal) (best api.Price, what string) {
	better := func(p api.Price, name string) {
		if !p.Known() {
			return
		}
		if !best.Known() || (p.Cmp(best) > 0) == d.Selling {
			best, what = p, name
		}
	}
	var floor, exact api.Price
	for _, o := range m.Offers {
		p := s.inCoin(o.Price(), o.TakerAsset, d.Coin)
		if o.Hash == d.Without || o.MakerAsset.Address != d.Asset.Address || !p.Known() {
			continue
		}
		// each id of an ERC-1155 contract is a token of its own
		if !(d.Asset.Kind == api.ERC1155 && o.MakerAsset != d.Asset) &&
			(!floor.Known() || p.Cmp(floor) < 0) {
			floor = p
		}
		if o.MakerAsset == d.Asset && (!exact.Known() || p.Cmp(exact) < 0) {
			exact = p
		}
	}
	if !d.Selling {
		if better(exact, "the cheapest offer of it,"); !best.Known() {
			better(floor, "the floor of")
		}
		return best, what
	}
	better(floor, "the floor of")
	for _, o := range m.Bids {
		if o.TakerAsset == d.Asset && o.Hash != d.Without {
			bid := api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}
			better(s.inCoin(bid, o.MakerAsset, d.Coin), "the best bid of")
		}
	}
	return best, what
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

// CollectionWord is what is typed for a collection: the name of a listed one.
func CollectionWord(t api.Token, listed bool) string {
	if name := cells.Truncate(cells.Clean(cmp.Or(t.Name, t.Symbol)), 16); listed && name != "" {
		return name
	}
	return "NFT"
}
