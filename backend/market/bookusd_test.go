package market

import (
	"context"
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// someBook is the only book there is.
type someBook struct {
	pair api.Pair
	is   api.Book
}

func (b *someBook) Book(_ context.Context, p api.Pair, _ int) (api.Book, error) {
	if p != b.pair {
		return api.Book{}, nil
	}
	return b.is, nil
}

// A token without pools is worth what both sides of its book trade 100 USD at, by several makers
// and at several blocks.
func TestBooksThatTellNothing(t *testing.T) {
	t.Parallel()
	base := common.Address{9}
	maker := func(n byte) common.Address { return common.Address{0: 0xaa, 19: n} }
	// side is orders at so many USD for a whole token, each of so many USD.
	type order struct {
		by           byte
		price, worth float64
	}
	side := func(list ...order) (out []api.BookOrder) {
		for _, o := range list {
			out = append(out, api.BookOrder{Maker: maker(o.by),
				Price: api.Price{Quote: api.NewAmount(uint64(o.price * 1e6)),
					Base: api.NewAmount(1e18)},
				Size: api.NewAmount(uint64(o.worth / o.price * 1e18))})
		}
		return out
	}
	for name, c := range map[string]struct {
		bids, asks []api.BookOrder
		blocks     int
		want       float64
	}{
		"both sides":           {side(order{1, 9.5, 150}), side(order{2, 10.5, 150}), 5, 10},
		"three blocks of five": {side(order{1, 9.5, 150}), side(order{2, 10.5, 150}), 3, 10},
		"two blocks of five":   {side(order{1, 9.5, 150}), side(order{2, 10.5, 150}), 2, 0},
		"no bids":              {nil, side(order{2, 10.5, 150}), 5, 0},
		"no asks":              {side(order{1, 9.5, 150}), nil, 5, 0},
		"a unit on one side":   {side(order{1, 9.5, 1}), side(order{2, 10.5, 150}), 5, 0},
		"far apart":            {side(order{1, 5, 150}), side(order{2, 10.5, 150}), 5, 0},
		"two makers' halves": {side(order{1, 9.5, 60}, order{3, 9.5, 60}),
			side(order{2, 10.5, 150}), 5, 10},
		"one maker's halves": {side(order{1, 9.5, 60}, order{1, 9.5, 60}),
			side(order{2, 10.5, 150}), 5, 0},
	} {
		m := &Markets{Config: Config{USD: []common.Address{usdToken}}, tokens: asideTokens{},
			followed: map[common.Address]*followedBook{}, pairs: map[api.Pair]*series{}}
		book := &someBook{pair: api.Pair{Base: base, Quote: usdToken}}
		m.Sure = book
		var got float64
		for block := range uint64(5) {
			m.block = block + 1
			if int(block) >= 5-c.blocks {
				book.is = api.Book{Bids: c.bids, Asks: c.asks}
			}
			value, err := m.bookUSD(t.Context(), base)
			if err != nil {
				t.Fatal(err)
			}
			got = value * 1e18
		}
		if math.Abs(got-c.want) > 1e-6*c.want {
			t.Errorf("%s: a token is worth %g USD, want %g", name, got, c.want)
		}
	}
}

// TestDustIsNoBestPrice: an ask that is worth next to nothing, at whatever price, is neither the
// best one nor does it empty what is counted around the middle.
func TestDustIsNoBestPrice(t *testing.T) {
	t.Parallel()
	other := common.Address{9}
	order := func(price, size uint64) api.BookOrder {
		return api.BookOrder{Maker: common.Address{byte(price)}, Size: api.NewAmount(size),
			Price: api.Price{Quote: api.NewAmount(price), Base: api.NewAmount(100)}}
	}
	const usd = 1_000_000 // units of a dollar
	real := []api.BookOrder{order(101, 50*usd), order(102, 100*usd)}
	bids := []api.BookOrder{order(100, 70*usd)}
	pair := api.Pair{Base: usdToken, Quote: other}
	book := &someBook{pair: pair, is: api.Book{Bids: bids,
		Asks: append([]api.BookOrder{order(90, usd/100), order(95, usd/2)}, real...)}}
	m := &Markets{Config: Config{USD: []common.Address{usdToken}}, tokens: asideTokens{},
		books: book}
	k := api.Market{Base: api.Token{Address: usdToken}, Quote: api.Token{Address: other}}
	if err := m.complete(t.Context(), &k, m.leastWorth(t.Context())); err != nil {
		t.Fatal(err)
	}
	if k.BestAsk != real[0].Price || k.BestBid != bids[0].Price || k.Makers != 3 {
		t.Errorf("the best ask is %+v, the best bid %+v, of %d makers", k.BestAsk, k.BestBid,
			k.Makers)
	}
	if k.AskDepth != api.NewAmount(50*usd) || k.BidDepth != api.NewAmount(70*usd) {
		t.Errorf("within a percent there are asks of %s and bids of %s", k.AskDepth, k.BidDepth)
	}
}

// TestNotWorthItsGasIsNoBestPrice: 150,000 gas of 50 gwei cost 22.50 USD with a coin at 3,000 USD.
// An order that is worth less, by what is sold or by what is paid for it, is taken by nobody. What
// nobody values is judged by the other side.
func TestNotWorthItsGasIsNoBestPrice(t *testing.T) {
	t.Parallel()
	unvalued := common.Address{9}
	const usd = 1_000_000
	// order sells or buys so many millionths of a coin, at so many USD for a whole one.
	order := func(by byte, price, millionths uint64) api.BookOrder {
		return api.BookOrder{Maker: common.Address{by}, Size: api.NewAmount(millionths * 1e12),
			Price: api.Price{Quote: api.NewAmount(price * usd), Base: api.NewAmount(1e18)}}
	}
	for name, base := range map[string]common.Address{"the coin": ether, "unvalued": unvalued} {
		ask, bid := order(2, 2251, 10_000), order(4, 2200, 1e6) // 22.51 USD are paid for the ask
		book := &someBook{pair: api.Pair{Base: base, Quote: usdToken}, is: api.Book{
			Asks: []api.BookOrder{order(1, 2249, 10_000), ask},
			Bids: []api.BookOrder{order(3, 2240, 10_000), bid}}}
		m := &Markets{Config: Config{USD: []common.Address{usdToken}, Pools: asidePools{},
			Wrapped: ether, GasPrice: func(context.Context) (api.Amount, error) {
				return api.NewAmount(50e9), nil
			}}, tokens: asideTokens{}, books: book,
			pairs: map[api.Pair]*series{{Base: base, Quote: usdToken}: {}}}
		list, err := m.Markets(t.Context())
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		k := list[0]
		if k.BestAsk != ask.Price || k.BestBid != bid.Price || k.Makers != 2 {
			t.Errorf("%s: the best ask is %+v, the best bid %+v, of %d makers", name, k.BestAsk,
				k.BestBid, k.Makers)
		}
	}
}
