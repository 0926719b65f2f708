package orders

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// What clients do to one order, and what they see of it.
type linearInput struct {
	op    linearOp
	order int
	tx    common.Hash // of a fill or a cancellation, once it is mined and taken in
}

type linearOp uint8

const (
	opCreate linearOp = iota
	opFill            // wholly
	opCancel
	opRead
)

type linearOutput struct {
	made  bool           // a creation made the order
	state api.OrderState // that a read or a creation shows; "" is none
	done  bool           // a fill or cancellation succeeded on chain
}

// orderModel is one order as a sequence of operations sees it: absent, then PENDING, then filled or
// cancelled, whichever succeeds first.
func orderModel() porcupine.Model {
	return porcupine.Model{
		Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
			of := make(map[int][]porcupine.Operation)
			for _, o := range history {
				n := o.Input.(linearInput).order
				of[n] = append(of[n], o)
			}
			var parts [][]porcupine.Operation
			for _, p := range of {
				parts = append(parts, p)
			}
			return parts
		},
		Init: func() any { return api.OrderState("") },
		Step: func(state, input, output any) (bool, any) {
			st, in, out := state.(api.OrderState), input.(linearInput), output.(linearOutput)
			switch in.op {
			case opCreate:
				if st == "" {
					return out.made && out.state == api.Pending, api.Pending
				}
				return !out.made && out.state == st, st
			case opRead:
				return out.state == st, st
			}
			end := api.Fulfilled
			if in.op == opCancel {
				end = api.Cancelled
			}
			if !out.done {
				return true, st // it reverted, or there was nothing to be done
			}
			return st == api.Pending, end
		},
		Equal: func(a, b any) bool { return a == b },
		DescribeOperation: func(input, output any) string {
			return fmt.Sprintf("%+v %+v", input, output)
		},
	}
}

// linearHistory lets clients create, read, fill and cancel the same orders at once, while blocks
// are made, and returns what they did and saw.
func linearHistory(t *testing.T, w *world, seed uint64) (history []porcupine.Operation) {
	const orders, clients, steps = 6, 5, 14
	w.approveAll(0, 1, 2, 3)
	requests := make([]api.OrderRequest, orders)
	for i := range requests {
		requests[i] = w.sell(0, 1, 3000+uint64(i))
	}
	begin := time.Now()
	var mu sync.Mutex
	note := func(client int, call time.Duration, in linearInput, out linearOutput) {
		mu.Lock()
		defer mu.Unlock()
		history = append(history, porcupine.Operation{ClientId: client, Input: in, Output: out,
			Call: int64(call), Return: int64(time.Since(begin))})
	}
	var chainMu sync.Mutex // the test's helpers of the chain are for one goroutine
	var wg sync.WaitGroup
	for client := range clients {
		r := rand.New(rand.NewPCG(seed, uint64(client)))
		wg.Go(func() {
			for range steps {
				i := r.IntN(orders)
				hash := w.orders.hasher.Hash(&requests[i].Order)
				call := time.Since(begin)
				in := linearInput{op: linearOp(cmp.Or(r.IntN(8)/2, r.IntN(2)*3)), order: i}
				var out linearOutput
				switch in.op {
				case opCreate:
					rec, made, err := w.orders.CreateOrder(t.Context(), requests[i])
					if api.TypeOf(err) == api.OrderNotFillable {
						continue // it ended on chain between check and answer
					}
					if err != nil {
						t.Error(err)
					}
					out.made, out.state = made, rec.State
				case opRead:
					rec, err := w.orders.Order(t.Context(), hash, false)
					if err != nil && api.TypeOf(err) != api.NotFound {
						t.Error(err)
					}
					out.state = rec.State
				default:
					in.tx, out.done = w.end(t, &chainMu, in.op, hash)
				}
				note(client, call, in, out)
			}
		})
	}
	wg.Wait()
	return history
}

// end fills or cancels an order and waits until that is taken in; done tells whether it succeeded.
func (w *world) end(t *testing.T, chainMu *sync.Mutex, op linearOp, hash common.Hash) (
	tx common.Hash, done bool) {
	chainMu.Lock()
	defer chainMu.Unlock()
	prepare := func() (api.Transaction, error) { return w.prepareFill(1, hash, zero) }
	from := trader(1)
	if op == opCancel {
		from = trader(0)
		prepare = func() (api.Transaction, error) {
			return w.orders.PrepareCancel(t.Context(), api.CancelRequest{
				Maker: addressOf(from), Hashes: []common.Hash{hash}})
		}
	}
	p, err := prepare()
	if err != nil {
		if e := api.TypeOf(err); e != api.NotFound && e != api.OrderNotFillable {
			t.Error(err)
		}
		return tx, false
	}
	tx = w.send(from, p.To, p.Data)
	w.mine()
	receipt, err := w.net.RawReceipt(t.Context(), tx)
	if err != nil || receipt == nil {
		t.Error(err)
		return tx, false
	}
	return tx, receipt.Status == 1
}

// Whatever clients see of orders that they create, read, fill and cancel at the same time could
// have been seen if one had acted after the other.
func TestOrdersAreLinearizable(t *testing.T) {
	t.Parallel()
	rounds := uint64(4)
	if testing.Short() {
		rounds = 1
	}
	for seed := range rounds {
		history := linearHistory(t, newWorld(t), seed)
		ends := 0
		for _, o := range history {
			if o.Output.(linearOutput).done {
				ends++
			}
		}
		switch porcupine.CheckOperationsTimeout(orderModel(), history, time.Minute) {
		case porcupine.Illegal:
			for _, o := range history {
				t.Logf("%d: %d…%d %+v %+v", o.ClientId, o.Call, o.Return, o.Input, o.Output)
			}
			t.Fatalf("seed %d: the history is not linearizable", seed)
		case porcupine.Unknown:
			t.Fatalf("seed %d: the history could not be judged in time", seed)
		}
		if ends == 0 {
			t.Errorf("seed %d: no order ended", seed)
		}
	}
}

// The model finds a read that comes back from the past, so that the test above can fail.
func TestLinearModelFindsStaleReads(t *testing.T) {
	t.Parallel()
	at := func(n int64, in linearInput, out linearOutput) porcupine.Operation {
		return porcupine.Operation{Input: in, Output: out, Call: n, Return: n + 1}
	}
	history := []porcupine.Operation{
		at(0, linearInput{op: opCreate}, linearOutput{made: true, state: api.Pending}),
		at(10, linearInput{op: opFill}, linearOutput{done: true}),
		at(20, linearInput{op: opRead}, linearOutput{state: api.Fulfilled}),
	}
	if !porcupine.CheckOperations(orderModel(), history) {
		t.Error("a good history is refused")
	}
	for _, bad := range []linearOutput{{state: api.Pending}, {state: api.Cancelled}, {}} {
		history[2].Output = bad
		if porcupine.CheckOperations(orderModel(), history) {
			t.Errorf("a read of %q after a fill is taken", bad.state)
		}
	}
}
