package orders

import (
	"context"
	"math/big"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// truth is what an order must look like, asked of the contracts through their bindings and judged
// by the rules of the interface.
func (s *session) truth(r api.OrderRecord, cancelled bool) (state api.OrderState, fillable, maker,
	swappable api.Amount) {
	s.t.Helper()
	rfq, token := contracts.NewAugustusRFQ(), contracts.NewStandardToken()
	remaining, err := rfq.UnpackRemaining(s.call(s.rfq, rfq.PackRemaining(r.Maker, r.Hash)))
	if err != nil {
		s.t.Fatal(err)
	}
	balance, err := token.UnpackBalanceOf(
		s.call(r.MakerAsset.Address, token.PackBalanceOf(r.Maker)))
	if err != nil {
		s.t.Fatal(err)
	}
	allowance, err := token.UnpackAllowance(
		s.call(r.MakerAsset.Address, token.PackAllowance(r.Maker, s.rfq)))
	if err != nil {
		s.t.Fatal(err)
	}
	switch n := remaining.Uint64(); {
	case !remaining.IsUint64() || n > 1:
		fillable = api.MustBig(remaining).Sub(api.NewAmount(1))
	case n == 0:
		fillable = r.MakerAmount
	case cancelled:
		return api.Cancelled, zero, zero, zero
	default:
		return api.Fulfilled, zero, zero, zero
	}
	if r.Expiry != 0 && s.chain.Head().Time > r.Expiry {
		return api.Expired, fillable, zero, zero
	}
	maker = fillable
	for _, limit := range []api.Amount{api.MustBig(balance), api.MustBig(allowance)} {
		maker = maker.Min(limit)
	}
	unit := new(big.Int).Quo(r.MakerAmount.Big(), r.TakerAmount.Big()) // of the taker's: its price
	if swappable = maker; maker != fillable && (r.FillOrKill || maker.Big().Cmp(unit) < 0) {
		swappable = zero
	}
	if swappable.IsZero() {
		return api.Suspended, fillable, maker, swappable
	}
	return api.Pending, fillable, maker, swappable
}

// cancellations reads from the chain which orders their makers cancelled before they ended
// otherwise.
func (s *session) cancellations(from uint64) map[common.Hash]bool {
	s.t.Helper()
	out := make(map[common.Hash]bool)
	for n := from; n <= s.chain.Head().Number; n++ {
		h, err := s.net.HeaderByNumber(s.t.Context(), n)
		if err != nil {
			s.t.Fatal(err)
		}
		logs, err := s.net.Logs(s.t.Context(), h)
		if err != nil {
			s.t.Fatal(err)
		}
		for i := range logs {
			if e, err := contracts.NewAugustusRFQ().UnpackOrderCancelledEvent(
				&logs[i]); err == nil && logs[i].Address == s.rfq {
				for _, p := range s.posted {
					if hash := s.orders.hasher.Hash(&p.Order); hash == e.OrderHash &&
						p.Order.Maker == e.Maker {
						out[hash] = true
					}
				}
			}
		}
	}
	return out
}

// agree compares every order with the contracts. An expired order that was cancelled later stays
// expired.
func (s *session) agree(from uint64) {
	s.t.Helper()
	cancelled := s.cancellations(from)
	orders, _ := dump(s.t, s.orders)
	for _, r := range orders {
		state, fillable, maker, swappable := s.truth(r, cancelled[r.Hash])
		if state == api.Cancelled && r.State == api.Expired && s.chain.Head().Time > r.Expiry {
			continue
		}
		if r.State != state || r.FillableBalance != fillable || r.MakerBalance != maker ||
			r.SwappableBalance != swappable {
			s.t.Errorf("%s\nwant %s left %s maker %s swappable %s", show(r), state, fillable, maker,
				swappable)
		}
	}
}

// A long random session, with reorganisations in it, agrees with the contracts after every few
// blocks.
func TestSessionAgreesWithContracts(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		s := newSession(newWorld(t), 100+seed)
		s.approveAll(0, 1, 2, 3)
		base := s.chain.Head()
		for range 8 {
			s.post()
		}
		for range 8 {
			s.run(3)
			back := s.chain.Head()
			s.run(s.r.IntN(4))
			if s.r.IntN(2) == 0 {
				gone := s.chain.Head().Number - back.Number
				s.fork(back)
				s.run(int(gone) + 1)
			}
			s.agree(base.Number)
		}
		same(t, "fresh", s.orders, s.fresh(base))
	}
}

// A reorganisation deeper than is remembered ends in what the contracts say: they do not tell a
// fill from a cancellation, all else they do.
func TestDeepReorganisation(t *testing.T) {
	t.Parallel()
	s := newSession(newWorldOf(t, false, time.Millisecond), 65)
	s.approveAll(0, 1, 2, 3)
	for range 10 {
		s.post()
	}
	ancestor := s.chain.Head()
	s.run(chain.Depth + 1)
	s.fork(ancestor)
	s.run(chain.Depth + 2)
	position, err := s.orders.Position(t.Context())
	if err != nil || len(position) >= chain.Depth {
		t.Fatal("the orders did not read the contracts anew:", len(position), err)
	}
	closed := func(state api.OrderState) bool {
		return state == api.Fulfilled || state == api.Cancelled
	}
	orders, fills := dump(t, s.orders)
	for _, r := range orders {
		state, fillable, maker, swappable := s.truth(r, false)
		if r.State != state && !(closed(r.State) && closed(state)) ||
			r.FillableBalance != fillable || r.MakerBalance != maker ||
			r.SwappableBalance != swappable {
			t.Errorf("%s\nwant %s left %s maker %s swappable %s", show(r), state, fillable, maker,
				swappable)
		}
	}
	for _, f := range fills {
		if h, err := s.net.HeaderByNumber(t.Context(), f.Block.Number); err != nil ||
			h.Hash != f.Block.Hash {
			t.Errorf("a fill of block %d that left the chain is kept: %v", f.Block.Number, err)
		}
	}
	same(t, "reopened", s.openOn(s.orders.cfg.Store), s.orders)
}

// Orders that arrive while blocks do, from many clients at once, miss nothing.
func TestOrdersAmongBlocks(t *testing.T) {
	t.Parallel()
	s := newSession(newWorld(t), 7)
	s.approveAll(0, 1, 2, 3)
	base := s.chain.Head()
	const clients, each = 8, 40
	requests := make([]api.OrderRequest, clients*each)
	for i := range requests {
		requests[i] = s.sell(i%sessionMakers, 1, 3000, func(o *api.Order) {
			if i%2 == 0 {
				o.MakerAsset.Address, o.MakerAmount = s.tokens["LINK"], units(1, 18)
			}
		})
	}
	var wg sync.WaitGroup
	for c := range clients {
		wg.Go(func() {
			for i := c; i < len(requests); i += clients {
				_, created, err := s.orders.CreateOrder(context.Background(), requests[i])
				// cancelled before it came
				if err == nil != created || err != nil && api.TypeOf(err) != api.OrderNotFillable {
					t.Error(created, err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	weth, link := s.tokens["WETH"], s.tokens["LINK"]
	for open := true; open; {
		maker := s.r.IntN(sessionMakers)
		s.send(trader(maker), []common.Address{weth, link}[s.r.IntN(2)],
			approveData(s.rfq, units(s.r.Uint64N(2), 18)))
		hash := s.orders.hasher.Hash(&requests[s.r.IntN(len(requests))].Order)
		s.send(trader(maker), s.rfq, contracts.NewAugustusRFQ().PackCancelOrder(hash))
		s.mine()
		select {
		case <-done:
			open = false
		default:
		}
	}
	s.mine()
	s.posted = requests
	s.agree(base.Number)
	again := s.openOn(s.orders.cfg.Store)
	same(t, "reopened", again, s.orders)
}

// behind is a service that heard of blocks but of nothing in them.
func (s *session) behind(from api.BlockRef) *Service {
	s.t.Helper()
	f := s.open(filepath.Join(s.t.TempDir(), "behind.db"))
	h, err := s.net.HeaderByNumber(s.t.Context(), from.Number)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := f.Resync(s.t.Context(), h); err != nil {
		s.t.Fatal(err)
	}
	for _, r := range s.posted {
		if _, created, err := f.CreateOrder(s.t.Context(), r); err != nil || !created {
			s.t.Fatal(err)
		}
	}
	return f
}

// A sweep mends what events were missed for; a resync takes everything from the contracts.
func TestSweepAndResync(t *testing.T) {
	t.Parallel()
	s := newSession(newWorld(t), 11)
	s.approveAll(0, 1, 2, 3)
	base := s.chain.Head()
	for range 20 {
		s.post()
	}
	swept, resynced := s.behind(base), s.behind(base)
	s.run(20) // orders that come now are unknown to the two
	for n := base.Number + 1; n <= s.chain.Head().Number; n++ {
		h, err := s.net.HeaderByNumber(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if err := swept.Apply(t.Context(), chain.Block{Header: h}); err != nil {
			t.Fatal(err)
		}
	}
	if err := swept.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	h, err := s.net.HeaderByNumber(t.Context(), s.chain.Head().Number)
	if err != nil {
		t.Fatal(err)
	}
	if err := resynced.Resync(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	for what, f := range map[string]*Service{"swept": swept, "resynced": resynced} {
		known, _ := dump(t, f)
		for _, b := range known {
			a := s.get(b.Hash)
			// logs tell a fill from a cancellation, but not from one of an order that had expired
			if what == "resynced" && (a.State != b.State && a.State != api.Expired ||
				a.State == api.Cancelled && *a.TransactionHash != *b.TransactionHash) {
				t.Errorf("%s:\n%s\n%s", what, show(a), show(b))
			}
			closed := func(r api.OrderRecord) bool {
				return r.State == api.Fulfilled || r.State == api.Cancelled
			}
			if closed(a) != closed(b) || !closed(a) &&
				(a.State != b.State || a.FillableBalance != b.FillableBalance ||
					a.MakerBalance != b.MakerBalance ||
					a.SwappableBalance != b.SwappableBalance) {
				t.Errorf("%s:\n%s\n%s", what, show(a), show(b))
			}
		}
		again := s.openOn(f.cfg.Store)
		same(t, what, f, again)
	}
	known, fills := dump(t, resynced)
	byHash := make(map[common.Hash]bool, len(known))
	for _, r := range known {
		byHash[r.Hash] = true
	}
	_, all := dump(t, s.orders)
	all = slices.DeleteFunc(all, func(f api.Fill) bool { return !byHash[f.OrderHash] })
	if !slices.Equal(fills, all) || len(fills) == 0 {
		t.Errorf("a resync found %d fills of %d", len(fills), len(all))
	}
	// what a sweep mended is undone with its block
	if err := swept.Rollback(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	first, _ := dump(t, swept)
	for _, r := range first {
		if r.TransactionHash != nil || r.FillableBalance != r.MakerAmount ||
			r.State != api.Pending && r.State != api.Suspended {
			t.Errorf("rolled back: %s", show(r))
		}
	}
}

// A node that can't answer changes nothing.
func TestFailingNodeChangesNothing(t *testing.T) {
	t.Parallel()
	s := newSession(newWorld(t), 13)
	s.approveAll(0, 1, 2, 3)
	base := s.chain.Head()
	for range 10 {
		s.post()
	}
	f := s.behind(base)
	s.run(3)
	before, _ := dump(t, f)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for n := base.Number + 1; n <= s.chain.Head().Number; n++ {
		h, err := s.net.HeaderByNumber(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		logs, err := s.net.Logs(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		b := chain.Block{Header: h, Logs: logs}
		if q := f.affected(logs); !q.empty() {
			if err := f.Apply(gone, b); err == nil {
				t.Fatal("a block was applied without reading its state")
			}
		}
		if err := f.Resync(gone, h); err == nil {
			t.Fatal("resynced without reading")
		}
		after, _ := dump(t, f)
		for i := range before {
			if show(before[i]) != show(after[i]) {
				t.Fatalf("%s\n%s", show(before[i]), show(after[i]))
			}
		}
		s.apply(f, n) // and it heals
		before, _ = dump(t, f)
	}
	if _, _, err := f.CreateOrder(gone, s.sell(0, 1, 3000)); err == nil {
		t.Error("an order was taken without asking the contract")
	}
	if f.index.count != len(before) {
		t.Error("a refused order stayed")
	}
}
