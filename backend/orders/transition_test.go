package orders

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// want compares what matters about a record.
func (w *world) want(hash common.Hash, state api.OrderState, fillable, maker, swappable api.Amount,
	tx common.Hash) api.OrderRecord {
	w.t.Helper()
	r := w.get(hash)
	got := common.Hash{}
	if r.TransactionHash != nil {
		got = *r.TransactionHash
	}
	if r.State != state || r.FillableBalance != fillable || r.MakerBalance != maker ||
		r.SwappableBalance != swappable || got != tx {
		w.t.Fatalf("order is %s fillable %s maker %s swappable %s tx %s; want %s %s %s %s %s",
			r.State, r.FillableBalance, r.MakerBalance,
			r.SwappableBalance, got, state, fillable, maker, swappable, tx)
	}
	return r
}

var zero api.Amount

func TestFillsAndCancellations(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	two := units(2, 18)

	// accepted → PENDING
	a := w.create(w.sell(0, 2, 3000))
	if a.State != api.Pending || a.FillableBalance != two || a.MakerBalance != two ||
		a.SwappableBalance != two || a.TransactionHash != nil || a.CreatedAt != w.clock.Load() {
		t.Fatalf("%+v", a)
	}
	w.want(a.Hash, api.Pending, two, two, two, common.Hash{})
	if got := w.book("WETH", "USDC"); !slices.Equal(got, []common.Hash{a.Hash}) {
		t.Fatal("book", got)
	}

	// a partial fill leaves the state and sets the transaction
	half := units(1, 18)
	tx := w.fill(1, a.Hash, units(3000, 6))
	r := w.want(a.Hash, api.Pending, half, half, half, tx)
	if r.UpdatedAt != int64(w.chain.Head().Time) {
		t.Error("updatedAt", r.UpdatedAt)
	}

	// wholly filled → FULFILLED
	tx = w.fill(1, a.Hash, zero)
	w.want(a.Hash, api.Fulfilled, zero, zero, zero, tx)
	if len(w.book("WETH", "USDC")) != 0 {
		t.Error("a filled order is in the book")
	}
	fills, err := w.orders.Fills(t.Context(), api.FillQuery{Order: &a.Hash})
	if err != nil || len(fills) != 2 || fills[0].TxHash != tx || fills[0].MakerAmount != half ||
		fills[0].TakerAmount != units(3000, 6) ||
		fills[0].Taker != addressOf(trader(1)) || fills[0].Block != w.chain.Head() ||
		fills[1].Block.Number >= fills[0].Block.Number {
		t.Fatalf("%+v, %v", fills, err)
	}

	// cancelled by its maker → CANCELLED; the event of another sender is ignored
	b := w.create(w.sell(0, 2, 3100))
	w.do(trader(1), w.rfq, contracts.NewAugustusRFQ().PackCancelOrder(b.Hash))
	w.want(b.Hash, api.Pending, two, two, two, common.Hash{})
	tx = w.cancel(0, b.Hash)
	w.want(b.Hash, api.Cancelled, zero, zero, zero, tx)
	if _, err := w.prepareFill(1, b.Hash, zero); api.TypeOf(err) != api.OrderNotFillable {
		t.Error(err)
	}

	// several at once
	c, d := w.create(w.sell(0, 1, 3000)), w.create(w.sell(0, 1, 2900))
	if got := w.book("WETH", "USDC"); !slices.Equal(got, []common.Hash{d.Hash, c.Hash}) {
		t.Error("book is not in the order of prices")
	}
	plan, err := w.orders.PrepareFill(t.Context(), api.FillRequest{
		Taker: addressOf(trader(1)), Target: addressOf(trader(2)),
		Legs: []api.FillLeg{{Hash: c.Hash}, {Hash: d.Hash, TakerAmount: units(1450, 6)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	tx = w.do(trader(1), plan.To, plan.Data)
	w.want(c.Hash, api.Fulfilled, zero, zero, zero, tx)
	rest := half.Sub(units(5, 17))
	w.want(d.Hash, api.Pending, rest, rest, rest, tx)
	e := w.create(w.sell(0, 1, 2900))
	tx = w.cancel(0, d.Hash, e.Hash)
	w.want(d.Hash, api.Cancelled, zero, zero, zero, tx)
	w.want(e.Hash, api.Cancelled, zero, zero, zero, tx)

	// filled and cancelled in one block
	f := w.create(w.sell(0, 2, 3000))
	p, err := w.prepareFill(1, f.Hash, units(600, 6))
	if err != nil {
		t.Fatal(err)
	}
	filled := w.send(trader(1), p.To, p.Data)
	w.mine()
	w.succeeded(filled)
	w.cancel(0, f.Hash)
	if r := w.get(f.Hash); r.State != api.Cancelled {
		t.Error(r.State)
	}
}

func TestFundsSuspendAndRevive(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	weth, one, two := w.tokens["WETH"], units(1, 18), units(2, 18)

	// an order without allowance is accepted: PENDING in the reply, SUSPENDED once tracked
	r := w.create(w.sell(0, 2, 3000))
	if r.State != api.Pending || r.MakerBalance != zero || r.FillableBalance != two {
		t.Fatalf("%+v", r)
	}
	w.want(r.Hash, api.Suspended, two, zero, zero, common.Hash{})

	// allowance, in part and whole
	w.do(trader(0), weth, approveData(w.rfq, one))
	got := w.want(r.Hash, api.Pending, two, one, one, common.Hash{})
	if got.UpdatedAt != int64(w.chain.Head().Time) {
		t.Error("updatedAt", got.UpdatedAt)
	}
	w.do(trader(0), weth, approveData(w.rfq, api.MaxAmount))
	w.want(r.Hash, api.Pending, two, two, two, common.Hash{})
	w.do(trader(0), weth, approveData(w.rfq, zero))
	w.want(r.Hash, api.Suspended, two, zero, zero, common.Hash{})
	if len(w.book("WETH", "USDC")) != 0 {
		t.Error("a suspended order is in the book")
	}
	w.do(trader(0), weth, approveData(w.rfq, api.MaxAmount))
	w.want(r.Hash, api.Pending, two, two, two, common.Hash{})

	// balance
	balance, err := contracts.NewStandardToken().UnpackBalanceOf(
		w.call(weth, contracts.NewStandardToken().PackBalanceOf(addressOf(trader(0)))))
	if err != nil {
		t.Fatal(err)
	}
	w.do(trader(0), weth, transferData(addressOf(trader(3)), api.MustBig(balance)))
	w.want(r.Hash, api.Suspended, two, zero, zero, common.Hash{})
	w.do(trader(3), weth, transferData(addressOf(trader(0)), one))
	w.want(r.Hash, api.Pending, two, one, one, common.Hash{})

	// a withdrawal of wrapped coin is no Transfer
	w.do(trader(0), weth, contracts.NewWrappedNative().PackWithdraw(one.Big()))
	w.want(r.Hash, api.Suspended, two, zero, zero, common.Hash{})

	// fill-or-kill: all or nothing
	w.do(trader(3), weth, transferData(addressOf(trader(0)), one))
	fok := w.sell(0, 2, 3000)
	fok.FillOrKill = true
	k := w.create(fok)
	w.want(k.Hash, api.Suspended, two, one, zero, common.Hash{})
	w.do(trader(3), weth, transferData(addressOf(trader(0)), one))
	w.want(k.Hash, api.Pending, two, two, two, common.Hash{})
	w.approveAll(1)
	if _, err := w.prepareFill(1, k.Hash, units(3000, 6)); api.TypeOf(err) != api.OrderNotFillable {
		t.Error("a fill-or-kill order was prepared in part:", err)
	}
	tx := w.fill(1, k.Hash, zero)
	w.want(k.Hash, api.Fulfilled, zero, zero, zero, tx)
	// the other order's fill took what stood behind this one
	w.want(r.Hash, api.Suspended, two, zero, zero, common.Hash{})
}

func (w *world) call(to common.Address, data []byte) []byte {
	w.t.Helper()
	b, err := w.net.Call(w.t.Context(), common.Hash{}, chain.Call{To: to, Data: data})
	if err != nil {
		w.t.Fatal(err)
	}
	return b
}

func TestExpiry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0)
	head := w.chain.Head()
	until := func(s uint64) func(*api.Order) { return func(o *api.Order) { o.Expiry = s } }
	two := units(2, 18)
	a, b := w.create(w.sell(0, 2, 3000, until(head.Time+2))),
		w.create(w.sell(0, 2, 3000, until(head.Time+3)))
	never := w.create(w.sell(0, 2, 3000))
	suspended := w.create(w.sell(4, 2, 3000, until(head.Time+2)))
	w.mine()
	if now := w.mine(); now.Time != head.Time+2 {
		t.Fatal("block times", now.Time, head.Time)
	}
	w.want(a.Hash, api.Pending, two, two, two, common.Hash{}) // equal is still in time
	w.mine()
	w.want(a.Hash, api.Expired, two, zero, zero, common.Hash{})
	w.want(suspended.Hash, api.Expired, two, zero, zero, common.Hash{})
	w.want(b.Hash, api.Pending, two, two, two, common.Hash{})
	w.mine()
	if r := w.want(b.Hash, api.Expired, two, zero, zero, common.Hash{}); r.UpdatedAt != int64(
		w.chain.Head().Time) {
		t.Error("updatedAt", r.UpdatedAt)
	}
	w.want(never.Hash, api.Pending, two, two, two, common.Hash{})
	// final states stay
	w.do(trader(0), w.rfq, contracts.NewAugustusRFQ().PackCancelOrder(a.Hash))
	w.want(a.Hash, api.Expired, two, zero, zero, common.Hash{})
	if _, _, err := w.orders.CreateOrder(
		t.Context(), w.sell(0, 1, 1, until(w.chain.Head().Time-1))); api.TypeOf(
		err) != api.OrderExpired {
		t.Error(err)
	}
}

// The table is the one of the specification, row by row.
func TestTransitionTable(t *testing.T) {
	t.Parallel()
	for s := absent; s < stateCount; s++ {
		for tr := event(0); tr < eventCount; tr++ {
			want := s
			switch {
			case s == absent && tr == accepted:
				want = pending
			case s == absent:
			case !s.open() && tr == reopened:
				want = pending
			case !s.open():
			case tr == filledWhole:
				want = fulfilled
			case tr == cancelledByMaker:
				want = cancelled
			case tr == timePassed:
				want = expired
			case s == pending && tr == uncovered:
				want = suspended
			case s == suspended && tr == covered:
				want = pending
			case tr == neglected:
				want = expired
			}
			if got := s.next(tr); got != want {
				t.Errorf("%d after %d is %d, want %d", s, tr, got, want)
			}
		}
	}
}
