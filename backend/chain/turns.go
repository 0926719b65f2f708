package chain

import (
	"context"
	"errors"
	"math"
	"runtime"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/turns"
)

// What a client has run of contracts of its own choosing waits for a turn: up to a second of a core
// for each, which a node of our own takes from everything else here.
const (
	// cheapGas is what a call may use without a turn.
	cheapGas = 1_000_000
	// turnWait is how long a client waits for its turn: a few times what one takes.
	turnWait = 4 * time.Second
	// otherTurns is how many turns there are at nodes of others. At one of our own half of the
	// processors are left for all else.
	otherTurns = 8
	// readTurns is how many clients at most have receipts read at the same time.
	readTurns = 4
	// A transaction may take so long to prepare, at nodes of others otherTime.
	ownTime   = 750 * time.Millisecond
	otherTime = 5 * time.Second
	// gasTime is how long a gas takes at most of what contracts do, with a core of its own.
	gasTime = 50 * time.Nanosecond
	// estimateRuns is about how often a node runs a call to find its gas.
	estimateRuns = 3
)

// clients are those on whose behalf calls are run: each has its turn.
type clients struct {
	cfg   *Config
	queue *turns.Queue
	reads *turns.Queue            // of receipts
	own   map[common.Address]bool // contracts of the exchange, whose reads need no turn
}

func newClients(cfg *Config, own map[common.Address]bool) *clients {
	most := otherTurns
	if cfg.Trusted {
		most = max(1, runtime.GOMAXPROCS(0)/2)
	}
	return &clients{cfg: cfg, queue: turns.New(most, 1, turnWait),
		reads: turns.New(min(most, readTurns), 1, turnWait), own: own}
}

// turnKey is where a context keeps the turn that it is part of.
type turnKey struct{}

// turn is a client's turn.
type turn struct {
	of     *clients
	back   func(took time.Duration) // nil where the client has none for now
	begun  time.Time
	within time.Duration // that it may take; 0: any
	gas    uint64        // that was used in it
	untold bool          // more may have been
}

// wait waits for a turn in which so much gas may be used.
func (t *turn) wait(ctx context.Context, gas uint64) error {
	back, err := t.of.queue.Metered(ctx, time.Duration(gas)*gasTime)
	if errors.Is(err, turns.ErrBusy) {
		e := api.Errorf(api.RateLimited, "more is asked for than network %d can simulate; wait as "+
			"long as Retry-After says", t.of.cfg.ChainID)
		e.RetryAfter = time.Second
		return e
	}
	t.back, t.begun, t.gas, t.untold = back, t.of.cfg.Now(), 0, false
	return err
}

// end gives the turn back.
func (t *turn) end() {
	if t.back != nil {
		t.back(t.cost())
		t.back = nil
	}
}

// cost is what a turn counts as at most: by the gas that it used, where that is known, since what
// the clock says of it is what others did meanwhile, too.
func (t *turn) cost() time.Duration {
	if t.untold || t.gas == 0 {
		return math.MaxInt64
	}
	return time.Duration(t.gas) * gasTime
}

// used notes the gas that a step of a turn used; none where the node does not tell it.
func used(ctx context.Context, gas uint64) {
	if t, _ := ctx.Value(turnKey{}).(*turn); t != nil {
		t.gas += gas
		t.untold = t.untold || gas == 0
	}
}

// take waits for the turn of a client, on whose behalf something is run that uses so much gas at
// most, within a time; 0 is any. What runs in this process's own name, or has its turn, waits for
// nothing. A turn does not end with the client: the node goes on, and who left early would leave
// room for the next one.
func (c *clients) take(ctx context.Context, gas uint64, within time.Duration) (
	in context.Context, done func(), err error) {
	if !api.ClientOf(ctx).IsValid() || ctx.Value(turnKey{}) != nil {
		return ctx, func() {}, nil
	}
	t := &turn{of: c, within: within}
	if err := t.wait(ctx, gas); err != nil {
		return nil, nil, err
	}
	ctx = context.WithValue(context.WithoutCancel(ctx), turnKey{}, t)
	if within == 0 || c.cfg.Trusted {
		return ctx, t.end, nil
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	return ctx, func() { cancel(); t.end() }, nil
}

// retake ends a turn at a node of our own in which little gas sufficed for nothing, and waits for
// another one: how much may be used decides when it comes.
func retake(ctx context.Context, gas uint64) error {
	t, _ := ctx.Value(turnKey{}).(*turn)
	if t == nil || !t.of.cfg.Trusted {
		return nil
	}
	t.end()
	return t.wait(ctx, gas)
}

// read waits for a client's turn to have receipts read, in which it asks with another context: the
// node goes on with what a client no longer waits for.
func (c *clients) read(ctx context.Context) (in context.Context, done func(), err error) {
	if !api.ClientOf(ctx).IsValid() {
		return ctx, func() {}, nil
	}
	back, err := c.reads.Take(ctx, nil)
	if errors.Is(err, turns.ErrBusy) {
		e := api.Errorf(api.RateLimited, "more receipts are asked for than network %d can read; "+
			"wait as long as Retry-After says", c.cfg.ChainID)
		e.RetryAfter = time.Second
		return nil, nil, e
	}
	return context.WithoutCancel(ctx), back, err
}

// preparing is how long a transaction may be prepared.
func (c *clients) preparing() time.Duration {
	if c.cfg.Trusted {
		return ownTime
	}
	return otherTime
}

// dear tells whether a call may use more gas than needs no turn.
func (c *clients) dear(call *Call) bool {
	own := call.From == (common.Address{}) && c.own[call.To]
	return call.Gas > cheapGas && !own
}

// goesOn refuses to go on in a turn of which a quarter is over after a call was tried once with so
// much gas: to find its gas takes about three times as long, and the last trial as long again. With
// little gas it took that long since the machine is busy.
func goesOn(ctx context.Context, gas uint64) error {
	t, _ := ctx.Value(turnKey{}).(*turn)
	if t == nil || t.within == 0 || gas <= littleTxGas {
		return nil
	}
	if t.of.cfg.Now().Sub(t.begun) < t.within/4 {
		return nil
	}
	return t.tooLong(nil)
}

// overtime says of what failed in a turn that its time is over, where it is.
func overtime(ctx context.Context, err error) error {
	t, _ := ctx.Value(turnKey{}).(*turn)
	if err == nil || t == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return err
	}
	return t.tooLong(err)
}

func (t *turn) tooLong(cause error) error {
	e := api.Errorf(api.ChainUnavailable, "trying the transaction takes longer than the %v that "+
		"it may: what it calls costs too much, or the node is busy; try again shortly", t.within)
	e.RetryAfter = time.Second
	return e.WithCause(cause)
}
