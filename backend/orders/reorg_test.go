package orders

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// session does random things to orders, one or a few transactions a block.
type session struct {
	*world
	r      *rand.Rand
	posted []api.OrderRequest
	times  []int64
	hashes []common.Hash
}

func newSession(w *world, seed uint64) *session {
	return &session{world: w, r: rand.New(rand.NewPCG(seed, seed))}
}

const sessionMakers = 3 // traders 0 … 2 make, trader 3 takes

// post creates an order that may be without funds, expire soon or be fill-or-kill.
func (s *session) post() {
	at, err := s.orders.position()
	if err != nil {
		s.t.Fatal(err)
	}
	r := s.sell(s.r.IntN(sessionMakers), 1+uint64(s.r.IntN(3)), 2900+uint64(s.r.IntN(200)),
		func(o *api.Order) {
			if s.r.IntN(4) == 0 {
				o.Expiry = at.Time + uint64(s.r.IntN(12))
			}
			if s.r.IntN(4) == 0 {
				o.MakerAsset.Address, o.MakerAmount = s.tokens["LINK"], units(1+s.r.Uint64N(50), 18)
			}
		})
	r.FillOrKill = s.r.IntN(5) == 0
	s.posted, s.times = append(s.posted, r), append(s.times, s.clock.Load())
	s.hashes = append(s.hashes, s.create(r).Hash)
}

// act does one random thing.
func (s *session) act() {
	maker := s.r.IntN(sessionMakers)
	token := []string{"WETH", "LINK"}[s.r.IntN(2)]
	switch s.r.IntN(13) {
	case 0, 1:
		s.post()
	case 2, 3, 4, 11, 12:
		i := s.recent()
		pay := zero
		if s.r.IntN(3) == 0 {
			pay = units(1+s.r.Uint64N(2000), 6)
		}
		if t, err := s.prepareFill(3, s.hashes[i], pay); err == nil {
			s.send(trader(3), t.To, t.Data)
		}
	case 5:
		i, by := s.recent(), s.r.IntN(sessionMakers)
		if s.r.IntN(3) > 0 {
			for by = range sessionMakers {
				if addressOf(trader(by)) == s.posted[i].Order.Maker {
					break
				}
			}
		}
		s.send(trader(by), s.rfq, contracts.NewAugustusRFQ().PackCancelOrder(s.hashes[i]))
	case 6:
		s.send(trader(maker), s.tokens[token], approveData(s.rfq, units(s.r.Uint64N(3), 18)))
	case 7, 10:
		s.send(trader(maker), s.tokens[token], approveData(s.rfq, api.MaxAmount))
	case 8:
		s.send(trader(maker), s.tokens["WETH"],
			transferData(addressOf(trader(3)), units(s.r.Uint64N(800), 18)))
	case 9:
		s.send(trader(3), s.tokens["WETH"],
			transferData(addressOf(trader(maker)), units(s.r.Uint64N(1000), 18)))
	}
}

// recent picks one of the last orders.
func (s *session) recent() int { return len(s.hashes) - 1 - s.r.IntN(min(12, len(s.hashes))) }

func (s *session) run(blocks int) {
	for range blocks {
		for range 1 + s.r.IntN(5) {
			s.act()
		}
		s.mine()
	}
}

// fork goes back to a block, without the transactions of the blocks left behind.
func (s *session) fork(to api.BlockRef) {
	s.t.Helper()
	if err := s.chain.Fork(s.t.Context(), to.Hash); err != nil {
		s.t.Fatal(err)
	}
	if err := s.chain.DropPending(); err != nil {
		s.t.Fatal(err)
	}
	for from, sender := range s.senders {
		s.settled(from)
		sender.Reset()
	}
	s.clock.Store(max(s.clock.Load(), int64(to.Time)))
}

// settled waits until the node's count of an account's pending transactions is that of its mined
// ones.
func (s *session) settled(account common.Address) {
	s.t.Helper()
	client := s.chain.Client()
	defer client.Close()
	for limit := time.Now().Add(5 * time.Minute); ; {
		var mined hexutil.Uint64
		if err := client.CallContext(s.t.Context(), &mined, "eth_getTransactionCount", account,
			"latest"); err != nil {
			s.t.Fatal(err)
		}
		pending, err := s.net.Nonce(s.t.Context(), account)
		if err != nil || time.Now().After(limit) {
			s.t.Fatalf("account %s has nonce %d mined and %d pending: %v", account, mined,
				pending, err)
		}
		if pending == uint64(mined) {
			return
		}
	}
}

// fresh indexes the same orders over the same chain from a block on, in a store of its own.
func (s *session) fresh(from api.BlockRef) *Service {
	s.t.Helper()
	f := s.open(filepath.Join(s.t.TempDir(), "fresh.db"))
	ctx, head := s.t.Context(), s.chain.Head()
	h, err := s.net.HeaderByNumber(ctx, from.Number)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := f.Resync(ctx, h); err != nil {
		s.t.Fatal(err)
	}
	now := s.clock.Load()
	for i, r := range s.posted {
		s.clock.Store(s.times[i])
		if _, created, err := f.CreateOrder(ctx, r); err != nil || !created {
			s.t.Fatal(err)
		}
	}
	s.clock.Store(now)
	for n := from.Number + 1; n <= head.Number; n++ {
		s.apply(f, n)
	}
	return f
}

// apply hands a block of the chain to a service, as the watcher does.
func (s *session) apply(f *Service, number uint64) {
	s.t.Helper()
	h, err := s.net.HeaderByNumber(s.t.Context(), number)
	if err != nil {
		s.t.Fatal(err)
	}
	logs, err := s.net.Logs(s.t.Context(), h)
	if err != nil {
		s.t.Fatal(err)
	}
	b := chain.Block{Header: h}
	for i := range logs {
		if f.Wants(&logs[i]) {
			b.Logs = append(b.Logs, logs[i])
		}
	}
	if err := f.Apply(s.t.Context(), b); err != nil {
		s.t.Fatal(err)
	}
}

// same compares everything two services answer.
func same(t *testing.T, what string, a, b *Service) {
	t.Helper()
	ordersA, fillsA := dump(t, a)
	ordersB, fillsB := dump(t, b)
	if len(ordersA) != len(ordersB) {
		t.Fatalf("%s: %d orders and %d", what, len(ordersA), len(ordersB))
	}
	for i := range ordersA {
		if !reflect.DeepEqual(ordersA[i], ordersB[i]) {
			t.Fatalf("%s:\n%s\n%s", what, show(ordersA[i]), show(ordersB[i]))
		}
	}
	if !reflect.DeepEqual(fillsA, fillsB) {
		t.Fatalf("%s: fills\n%v\n%v", what, fillsA, fillsB)
	}
	sameViews(t, what, a, b)
}

func show(r api.OrderRecord) string {
	return fmt.Sprintf("%s %s created %d updated %d expiry %d total %s left %s maker %s "+
		"swappable %s tx %v", r.Hash, r.State, r.CreatedAt, r.UpdatedAt,
		r.Expiry, r.MakerAmount, r.FillableBalance, r.MakerBalance, r.SwappableBalance,
		r.TransactionHash)
}

// sameViews compares lists, books and sums.
func sameViews(t *testing.T, what string, a, b *Service) {
	t.Helper()
	for maker := range a.index.addresses.number {
		for _, by := range []api.OrderBy{api.ByCreatedAt, api.ByUpdatedAt, api.ByExpiry} {
			for _, hide := range []bool{false, true} {
				q := api.OrderQuery{Type: api.Limit, Maker: &maker, Limit: api.MaxPage, OrderBy: by,
					HideSmallBalances: hide}
				x, err := a.Orders(t.Context(), q)
				y, err2 := b.Orders(t.Context(), q)
				if err != nil || err2 != nil || !reflect.DeepEqual(x, y) {
					t.Fatalf("%s: list of %s by %s: %v %v\n%v\n%v", what, maker, by, err, err2,
						hashesOf(x.Orders), hashesOf(y.Orders))
				}
			}
		}
		x, _ := a.FillableBalance(t.Context(), maker, nil)
		y, _ := b.FillableBalance(t.Context(), maker, nil)
		if !reflect.DeepEqual(x, y) {
			t.Fatalf("%s: fillable balance of %s: %v, %v", what, maker, x, y)
		}
	}
	for k := range a.versions.of {
		for _, pair := range []api.Pair{
			{Base: k.low, Quote: k.high}, {Base: k.high, Quote: k.low}} {
			x, _ := a.Book(t.Context(), pair, 0)
			y, _ := b.Book(t.Context(), pair, 0)
			if !reflect.DeepEqual(x.Asks, y.Asks) || !reflect.DeepEqual(x.Bids, y.Bids) ||
				x.Block != y.Block {
				t.Fatalf("%s: book of %v:\n%v\n%v", what, pair, x, y)
			}
		}
	}
}

// varied makes sure that the session was worth comparing.
func (s *session) varied() {
	s.t.Helper()
	orders, fills := dump(s.t, s.orders)
	states := make(map[api.OrderState]int)
	for _, r := range orders {
		states[r.State]++
	}
	if len(states) != 5 || len(fills) < 10 {
		s.t.Errorf("the session saw states %v and %d fills", states, len(fills))
	}
	s.t.Logf("%d orders, states %v, %d fills", len(orders), states, len(fills))
}

// After a reorganisation everything is what a fresh index of the new chain gives.
func TestReorganisations(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{1, 2, 20, 64} {
		t.Run(fmt.Sprint(depth), func(t *testing.T) {
			t.Parallel()
			s := newSession(newWorld(t), uint64(depth))
			s.approveAll(0, 1, 2, 3)
			base := s.chain.Head()
			for range 10 {
				s.post()
			}
			s.run(5)
			ancestor := s.chain.Head()
			s.run(depth)
			same(t, "before", s.orders, s.fresh(base))
			s.fork(ancestor)
			s.run(depth + 1)
			fresh := s.fresh(base)
			same(t, "after", s.orders, fresh)
			if depth == 64 {
				s.varied()
			}
			again := s.openOn(s.orders.cfg.Store)
			same(t, "reopened", again, fresh)
			if r, err := s.orders.cfg.Store.Check(Tables(api.LocalChainID)...); err != nil ||
				len(r.Problems) > 0 {
				t.Fatal(r, err)
			}
		})
	}
}
