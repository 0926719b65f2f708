package backend_test

import (
	"math"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/demo"
)

// In the first minute of a demo agents compete for the traders' Delta orders, and orders are
// settled against each other, two and three at a time; and all markets show one price.
func TestTradersPlaceDeltaOrders(t *testing.T) {
	sequential(t)
	t.Parallel()
	s, step := handSession(t, 11)
	for range 150 {
		step()
	}
	rings, bidders, settled := make(map[int]int), make(map[string]bool), 0
	for i := range local.Traders {
		owner := crypto.PubkeyToAddress(local.House{}.Trader(i).PublicKey)
		list, err := apitest.On(s, api.LocalChainID).DeltaOrders(t.Context(),
			api.DeltaQuery{User: owner, Page: 1, Limit: api.MaxPage})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range list {
			auction, err := apitest.On(s, api.LocalChainID).DeltaAuction(t.Context(), o.ID)
			if err != nil {
				t.Fatal(err)
			}
			if o.Status == api.DeltaExecuted {
				settled++
			}
			for _, r := range auction.Rounds {
				for _, bid := range r.Bids {
					bidders[bid.Agent] = true
					if bid.Agent == r.Winner && bid.Orders > 1 {
						rings[bid.Orders]++
						if single := r.Reference; single != nil && bid.Received.Less(*single) {
							t.Errorf("a ring pays %s, the pools alone %s", bid.Received, single)
						}
					}
				}
			}
		}
	}
	if settled < 10 || rings[2] < 2 || rings[3] < 3 || len(bidders) != 4 {
		t.Errorf("%d orders settled, %v in rings, bids by %v", settled, rings, bidders)
	}
	samePrices(t, s)
	opposed(t, s, step)
}

// opposed places a user's order: a trader wants the opposite, so that all agents bid, each with
// what it can do.
func opposed(t *testing.T, s *demo.Session, step func()) {
	t.Helper()
	user := session{s.Backend, openWallet(t)}
	o := user.deltaOrder(t)
	for range 10 {
		step()
	}
	auction, err := apitest.On(s, api.LocalChainID).DeltaAuction(t.Context(), o.ID)
	if err != nil || auction.Status != api.DeltaExecuted {
		t.Fatalf("the user's order is %s, %v", auction.Status, err)
	}
	agents := make(map[string]bool)
	for _, bid := range auction.Rounds[0].Bids {
		agents[bid.Agent] = true
	}
	if len(agents) < 3 || auction.Rounds[0].Winner == "" {
		t.Errorf("%v bid for the user's order, %s won", agents, auction.Rounds[0].Winner)
	}
}

// samePrices compares the middle of each book with what the pools take and pay.
func samePrices(t *testing.T, s *demo.Session) {
	t.Helper()
	markets, err := apitest.On(s, api.LocalChainID).Markets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sell := func(src, dest common.Address, n api.Amount) api.Amount {
		r, err := apitest.On(s, api.LocalChainID).Prices(t.Context(), api.PriceRequest{
			Src: api.Lower(src), Dest: api.Lower(dest), Amount: n,
			Side: api.Sell, Version: api.Version62,
			ExcludeExchanges: []string{"LimitOrders"},
		})
		if err != nil {
			t.Fatal(err)
		}
		return r.DestAmount
	}
	const margin = 10 // basis points beyond the pools' fees
	books := 0
	for _, m := range markets {
		book, err := apitest.On(s, api.LocalChainID).Book(t.Context(),
			api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(book.Asks) == 0 || len(book.Bids) == 0 {
			continue
		}
		books++
		price := func(p api.Price) float64 { return p.Float(m.Base.Decimals, m.Quote.Decimals) }
		middle := (price(book.Asks[0].Price) + price(book.Bids[0].Price)) / 2
		n := book.Asks[0].Size
		pay := sell(m.Base.Address, m.Quote.Address, n)
		bid, ask := price(api.Price{Quote: pay, Base: n}),
			price(api.Price{Quote: pay, Base: sell(m.Quote.Address, m.Base.Address, pay)})
		if off := 1e4 * math.Abs(2*middle/(bid+ask)-1); off > 1e4*(ask/bid-1)/2+margin {
			t.Errorf("%s/%s is at %f in the book, the pools pay %f and take %f", m.Base.Symbol,
				m.Quote.Symbol, middle, bid, ask)
		}
	}
	if books < 8 {
		t.Errorf("%d books have two sides", books)
	}
}

// handSession is a session whose clock the test moves.
func handSession(t testing.TB, seed uint64) (_ *demo.Session, step func()) {
	t.Helper()
	at := time.Unix(1_800_000_000, 0)
	s, err := demo.OpenSession(t.Context(), demo.Config{
		Seed: seed, Now: func() time.Time { return at }, Accounts: developmentAccounts(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, func() {
		t.Helper()
		at = at.Add(400 * time.Millisecond)
		if err := s.Step(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
