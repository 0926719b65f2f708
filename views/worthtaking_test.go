package views_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/wallet"
)

// Orders that are not worth the gas of a fill do not stand before those that are, but for the
// user's own; while nobody knows what gas costs all stand.
func TestWorthTaking(t *testing.T) {
	t.Parallel()
	aave := api.Token{Address: common.Address{1}, Symbol: "AAVE", Decimals: 18}
	usdc := api.Token{Address: common.Address{2}, Symbol: "USDC", Decimals: 6}
	me, other := common.Address{7}, common.Address{8}
	order := func(maker common.Address, dollars, millionths uint64) api.BookOrder {
		return api.BookOrder{Maker: maker, Size: api.NewAmount(millionths * 1e12),
			Price: api.Price{Quote: api.NewAmount(dollars * 1e6), Base: api.NewAmount(1e18)}}
	}
	usd := func(n uint64, decimals uint64) api.Price {
		return api.Price{Quote: api.NewAmount(n).MulDiv(api.NewAmount(1e18), api.NewAmount(1)),
			Base: api.NewAmount(decimals)}
	}
	// a fill costs 150,000 gas: 0.9 USDC
	s := &views.Session{Network: api.Network{ChainID: 1337}, GasPrice: api.NewAmount(2e9),
		Prices:  views.Prices{api.NativeToken: usd(3000, 1e18), usdc.Address: usd(1, 1e6)},
		Account: wallet.Account{Address: me}}
	s.SetTokens([]api.Token{aave, usdc})
	b := api.Book{Base: aave.Address, Quote: usdc.Address,
		Asks: []api.BookOrder{order(other, 78, 10), order(other, 79, 10), order(other, 88, 1e6),
			order(other, 89, 10)},
		Bids: []api.BookOrder{order(other, 99, 10), order(me, 70, 10), order(other, 69, 1e6)}}
	got, asks, bids := s.WorthTaking(b)
	if asks != 2 || bids != 1 || len(got.Asks) != 2 || got.Asks[0] != b.Asks[2] ||
		len(got.Bids) != 2 || got.Bids[0] != b.Bids[1] {
		t.Errorf("%d asks and %d bids stand before %+v", asks, bids, got)
	}
	s.GasPrice = api.Amount{}
	if got, asks, bids = s.WorthTaking(b); asks+bids != 0 || len(got.Asks) != 4 {
		t.Errorf("without a price of gas %d asks and %d bids are left out", asks, bids)
	}
}
