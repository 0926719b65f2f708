package demo_test

import (
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/demo"
	"bourse/wallet"
)

func developmentAccounts(t testing.TB) []common.Address {
	t.Helper()
	list, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// sequential leaves a test out of the short run, which the race detector watches: it does one thing
// after the other, and takes long.
func sequential(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long and does one thing after the other")
	}
}

// standing is a clock that stands still.
func standing() time.Time { return time.Unix(1_800_000_000, 0) }

func openSession(t *testing.T, seed uint64, now func() time.Time) *demo.Session {
	t.Helper()
	s, err := demo.OpenSession(t.Context(), demo.Config{
		Seed: seed, Now: now, Accounts: developmentAccounts(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestTradersKeepTheMarketsAlive(t *testing.T) {
	t.Parallel()
	sequential(t)
	s := openSession(t, 7, standing)
	ctx := t.Context()
	if err := s.Begin(ctx); err != nil {
		t.Fatal(err)
	}
	markets, err := apitest.On(s, api.LocalChainID).Markets(ctx)
	if err != nil {
		t.Fatal(err)
	}
	checkPast(t, s, markets)
	checkMade(t, s, markets[0])
	for _, m := range markets {
		pair := api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}
		book, err := apitest.On(s, api.LocalChainID).Book(ctx, pair, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(book.Asks) < 20 || len(book.Bids) < 20 {
			t.Errorf("%s/%s has %d asks and %d bids", m.Base.Symbol, m.Quote.Symbol, len(book.Asks),
				len(book.Bids))
		}
		if book.Asks[0].Price.Cmp(book.Bids[0].Price) <= 0 {
			t.Errorf("%s/%s is crossed: %v asks, %v bids", m.Base.Symbol, m.Quote.Symbol,
				book.Asks[0].Price, book.Bids[0].Price)
		}
		trades, err := apitest.On(s, api.LocalChainID).Trades(ctx, pair, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(trades) == 0 {
			t.Errorf("%s/%s has no past", m.Base.Symbol, m.Quote.Symbol)
		}
	}
	begun := s.Local().Head().Number
	for range 60 {
		if err := s.Act(ctx); err != nil {
			t.Error(err)
		}
		if _, err := s.Mine(ctx); err != nil {
			t.Fatal(err)
		}
	}
	made := 0
	for _, m := range markets {
		trades, err := apitest.On(s, api.LocalChainID).Trades(ctx,
			api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, trade := range trades {
			if trade.Block > begun {
				made++
			}
		}
	}
	if made < 20 {
		t.Errorf("60 steps made %d trades", made)
	}
	checkGrowth(t, s)
}

func TestTradersSellNFTs(t *testing.T) {
	t.Parallel()
	sequential(t)
	s := openSession(t, 7, standing)
	ctx := t.Context()
	mined := func() {
		t.Helper()
		if _, err := s.Mine(ctx); err != nil {
			t.Fatal(err)
		}
	}
	opened := make(chan error, 1)
	go func() { opened <- s.Traders.Open(ctx) }()
	for done := false; !done; {
		select {
		case err := <-opened:
			if err != nil {
				t.Fatal(err)
			}
			done = true
		default:
			mined()
		}
	}
	mined()
	book, err := apitest.On(s, api.LocalChainID).OrderBook(ctx, api.BookQuery{NFT: true})
	if err != nil {
		t.Fatal(err)
	}
	kinds := make(map[[2]api.AssetKind]int)
	for _, o := range book.Orders {
		kinds[[2]api.AssetKind{o.MakerAsset.Kind, o.TakerAsset.Kind}]++
	}
	for _, want := range [][2]api.AssetKind{
		{api.ERC721, api.ERC20}, {api.ERC721, api.ERC1155}, {api.ERC1155, api.ERC20},
		{api.ERC20, api.ERC721}, {api.ERC20, api.ERC1155},
	} {
		if kinds[want] < 3 {
			t.Errorf("%d orders give %s for %s", kinds[want], want[0], want[1])
		}
	}
	user := developmentAccounts(t)[0]
	offers, err := apitest.On(s, api.LocalChainID).Orders(ctx, api.OrderQuery{
		NFT: true, Type: api.P2P, Taker: &user, Limit: 10})
	if err != nil || offers.Total != 1 || offers.Orders[0].State != api.Pending {
		t.Errorf("the first account is offered %+v, %v", offers, err)
	}
	for range 300 {
		if err := s.Act(ctx); err != nil {
			t.Error(err)
		}
		mined()
	}
	fills, err := apitest.On(s, api.LocalChainID).Fills(ctx, api.FillQuery{Limit: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range fills {
		if f.MakerAsset.Kind != api.ERC20 || f.TakerAsset.Kind != api.ERC20 {
			n++
		}
	}
	if n == 0 {
		t.Error("300 steps moved no NFT")
	}
	t.Logf("%d orders, %d fills: %v", len(book.Orders), n, kinds)
}

// TestSeedRepeats runs the same seed twice and another one: everything down to the block hashes
// follows from seed and clock.
func TestSeedRepeats(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("three sessions, whose parts other tests run too")
	}
	run := func(seed uint64) (head api.BlockRef, books []api.Book) {
		var passed atomic.Int64 // the status is read beside the steps
		s := openSession(t, seed, func() time.Time {
			return time.Unix(1_800_000_000, passed.Load())
		})
		ctx := t.Context()
		if err := s.Begin(ctx); err != nil {
			t.Fatal(err)
		}
		for range 40 { // two waves of Delta orders are settled by then
			passed.Add(int64(400 * time.Millisecond))
			if err := s.Step(ctx); err != nil {
				t.Error(err)
			}
		}
		status, err := apitest.On(s, api.LocalChainID).Status(ctx)
		if err != nil {
			t.Fatal(err)
		}
		markets, err := apitest.On(s, api.LocalChainID).Markets(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range markets {
			book, err := apitest.On(s, api.LocalChainID).Book(ctx,
				api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}, 0)
			if err != nil {
				t.Fatal(err)
			}
			book.Version = 0
			books = append(books, book)
		}
		return status.Head, books
	}
	head, books := run(5)
	again, booksAgain := run(5)
	if head != again || !reflect.DeepEqual(books, booksAgain) {
		t.Errorf("the same seed leads to block %v and to %v, with equal books: %v", head, again,
			reflect.DeepEqual(books, booksAgain))
	}
	if other, _ := run(6); other.Hash == head.Hash {
		t.Error("another seed leads to the same block")
	}
}
