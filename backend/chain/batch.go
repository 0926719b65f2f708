package chain

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// Limits of a batched read. Contracts of strangers are among those that are read, so each call has
// a limit of its own, and what lacked gas or room in it is asked again alone, with a limit for all
// of that together: one read costs the node at most batchCallGas a call and aloneBudget.
const (
	batchCalls   = 500
	batchBytes   = 64 << 10   // of the calls
	batchOutput  = 128 << 10  // of their answers
	batchGas     = 20_000_000 // of one request
	batchCallGas = 100_000    // of one call in it, unless its contract is known to need more
	maxAnswer    = 4 << 10    // bytes of an answer that are kept
	readGas      = 3_000_000  // of a call alone
	aloneBudget  = 30_000_000 // of all calls alone in one read
	aloneCalls   = 10         // in a message, or more where they cost little
)

// Result is how one call of a batch ended: OK and what it returned, or not OK and what it reverted
// with. Err is set where the call was not made, since its contract has cost too much: nothing is
// known of what it would say, and so nothing should change.
type Result struct {
	OK   bool
	Data []byte
	Err  *Quarantined
}

// Words is how many whole words of 32 bytes the call returned.
func (r Result) Words() int {
	if !r.OK {
		return 0
	}
	return len(r.Data) / common.HashLength
}

// Word is the n-th word that the call returned, as a number; zero where it returned fewer.
func (r Result) Word(n int) api.Amount {
	if n >= r.Words() {
		return api.Amount{}
	}
	return api.AmountFromBytes32([32]byte(r.Data[32*n : 32*n+32]))
}

// IsTrue is whether the call returned true and no more.
func (r Result) IsTrue() bool {
	return r.OK && len(r.Data) == common.HashLength && r.Word(0) == api.NewAmount(1)
}

// meterKey is where a context keeps what Metered was given.
type meterKey struct{}

// Metered returns a context whose batched calls tell how many of them are answered, as the progress
// of what is done with them.
func Metered(ctx context.Context, m *api.Meter, what string) context.Context {
	return context.WithValue(ctx, meterKey{}, func(done, total int) {
		m.Set(api.Progress{What: what, Done: done, Total: total, Unit: "calls"})
	})
}

// BatchCall runs calls on the state after one block (zero hash: the newest), many in one request.
// The results are in the order of the calls. A call that sets From or Value is made on its own.
// Without Gas a call gets enough for any read, and its answer is cut to Most bytes. A contract that
// burns gas or answers without end costs what it does alone, and is left in quarantine afterwards:
// its calls then have an Err, and no other call is touched by it.
func (v *view) BatchCall(ctx context.Context, block common.Hash, calls []Call) ([]Result,
	error) {
	if block == (common.Hash{}) {
		head, err := v.Head(ctx) // all chunks read the same block
		if err != nil {
			return nil, err
		}
		block = head.Hash
	}
	b := &batch{view: v, block: block, calls: calls, results: make([]Result, len(calls))}
	b.meter, _ = ctx.Value(meterKey{}).(func(done, total int))
	var together, direct []int
	for i, c := range calls {
		switch {
		case c.From != (common.Address{}) || !c.Value.IsZero():
			direct = append(direct, i)
		case b.quarantined(i):
			b.done++
		case c.Writes:
			b.alone = append(b.alone, i)
		default:
			together = append(together, i)
		}
	}
	err := errNoOverride
	if !v.node().noOverride.Load() {
		err = b.readTogether(ctx, together)
	}
	if errors.Is(err, errNoOverride) {
		v.node().noOverride.Store(true)
		b.alone, direct, err = nil, append(direct, together...), nil
	}
	if err == nil {
		err = b.readAlone(ctx)
	}
	if err == nil {
		err = b.callEach(ctx, direct)
	}
	if errors.Is(err, errNoOverride) {
		err = v.readError("read a batch", err)
	}
	return b.results, err
}

// batch is a read under way.
type batch struct {
	view    *view
	block   common.Hash
	calls   []Call
	results []Result
	alone   []int // calls to be made again on their own
	spent   uint64

	meter func(done, total int) // nil is none
	done  int
}

// tell counts calls that are answered.
func (b *batch) tell(answered int) {
	if b.done += answered; b.meter != nil {
		b.meter(b.done, len(b.calls))
	}
}

// quarantined takes a call out of the read if what it asks has cost too much.
func (b *batch) quarantined(i int) bool {
	c := &b.calls[i]
	b.results[i].Err = b.view.costs.quarantined(c, b.view.cfg.Now())
	return b.results[i].Err != nil
}

// readTogether makes calls by the reader, in as few requests as their limits allow.
func (b *batch) readTogether(ctx context.Context, which []int) error {
	for len(which) > 0 {
		request := newReadRequest(false)
		for _, i := range which {
			if !request.add(&b.calls[i], b.gasOf(i)) {
				break
			}
		}
		answers, err := b.view.read(ctx, b.block, request)
		if err != nil {
			return err
		}
		for k, a := range answers {
			b.takeTogether(which[k], a)
		}
		which = which[len(answers):]
		b.tell(len(answers))
	}
	return nil
}

// gasOf returns what a call may use among others.
func (b *batch) gasOf(i int) uint64 {
	if c := &b.calls[i]; c.Gas != 0 {
		return min(c.Gas, readGas)
	}
	return max(batchCallGas, b.view.costs.usual(b.calls[i].To))
}

func (b *batch) takeTogether(i int, a readAnswer) {
	if !a.ok && len(a.data) == 0 {
		// Where a call fails without a reason it may only have lacked gas, or have wanted to
		// change state.
		b.alone = append(b.alone, i)
		return
	}
	b.results[i] = Result{OK: a.ok, Data: a.data}
	b.view.costs.cheap(&b.calls[i], b.view.cfg.Now())
}

// readAlone makes calls again with all the gas that a read may use, those first whose contract cost
// least before, and each contract's one after the other's. What does not fit into what a read may
// spend is left for the next one.
func (b *batch) readAlone(ctx context.Context) (err error) {
	if len(b.alone) == 0 {
		return nil
	}
	ctx, done, err := b.view.clients.take(ctx, min(aloneBudget, uint64(len(b.alone))*readGas), 0)
	if err != nil {
		return err
	}
	defer func() {
		if used(ctx, b.spent); err != nil {
			used(ctx, 0)
		}
		done()
	}()
	b.order()
	failed := make(map[common.Address]int)
	for most := aloneCalls; len(b.alone) > 0; {
		var part, rest []int
		asked := make(map[common.Address]int)
		for _, i := range b.alone {
			to := b.calls[i].To
			switch {
			case b.spent >= aloneBudget || failed[to] >= maxFailed:
				b.results[i].Err = b.view.costs.postponed(&b.calls[i], b.view.cfg)
			case len(part) == most || failed[to]+asked[to] == maxFailed:
				rest = append(rest, i)
			default:
				part = append(part, i)
				asked[to]++
			}
		}
		b.alone = rest
		if err := b.readPart(ctx, part, failed); err != nil {
			return err
		}
		if most = aloneCalls; b.spent < aloneBudget/10 {
			most = min(10*aloneCalls, max(aloneCalls, 2*len(part)))
		}
	}
	return nil
}

func (b *batch) readPart(ctx context.Context, part []int, failed map[common.Address]int) error {
	requests := make([]*readRequest, len(part))
	for k, i := range part {
		gas := b.calls[i].Gas
		if gas == 0 {
			gas = readGas
		}
		requests[k] = newReadRequest(true)
		requests[k].add(&b.calls[i], gas)
	}
	answers, err := b.view.readEach(ctx, b.block, requests)
	if err != nil {
		return err
	}
	for k, i := range part {
		a := answers[k]
		b.results[i] = Result{OK: a.ok, Data: a.data}
		b.spent += a.gas
		if b.view.costs.took(&b.calls[i], a, b.view.cfg.Now()) {
			failed[b.calls[i].To]++
		}
	}
	return nil
}

// order puts the calls alone into the order in which they are made.
func (b *batch) order() {
	nth, rank := make(map[common.Address]int), make(map[int]int, len(b.alone))
	for _, i := range b.alone {
		to := b.calls[i].To
		rank[i] = b.view.costs.rank(to)<<16 + nth[to]
		nth[to]++
	}
	slices.SortStableFunc(b.alone, func(x, y int) int { return cmp.Compare(rank[x], rank[y]) })
}

// callEach makes calls as they are, several in a message.
func (b *batch) callEach(ctx context.Context, which []int) error {
	for len(which) > 0 {
		part := which[:min(100, len(which))]
		which = which[len(part):]
		if err := b.callPart(ctx, part); err != nil {
			return err
		}
		b.tell(len(part))
	}
	return nil
}

// callPart makes calls in one message.
func (b *batch) callPart(ctx context.Context, part []int) error {
	r := b.view
	elems, answers := make([]rpc.BatchElem, len(part)), make([]hexutil.Bytes, len(part))
	calls := make([]Call, len(part))
	for k, i := range part {
		calls[k] = b.calls[i].limited()
		elems[k] = rpc.BatchElem{Method: "eth_call",
			Args: []any{calls[k].args(), blockParam(b.block)}, Result: &answers[k]}
	}
	var gas uint64 // of those that are dear
	for i := range calls {
		if r.clients.dear(&calls[i]) {
			gas += calls[i].Gas
		}
	}
	if gas > 0 {
		turn, done, err := r.clients.take(ctx, gas, 0)
		if err != nil {
			return err
		}
		defer done()
		ctx = turn
	}
	if err := r.askAll(ctx, elems); err != nil {
		return r.readError("read a batch", err)
	}
	for k, i := range part {
		b.results[i] = Result{OK: true, Data: answers[k]}
		if elems[k].Error == nil {
			continue
		}
		err := r.callError(elems[k].Error)
		var revert *Revert
		if !errors.As(err, &revert) {
			return err
		}
		b.results[i] = Result{Data: revert.Data}
	}
	return nil
}
