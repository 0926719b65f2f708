package backend

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/delta"
	"bourse/backend/delta/auction"
)

// How many seeds the simulation runs, and from which on: after a failure, that one alone.
var (
	simSeeds = flag.Uint64("sim.seeds", 2, "how many seeds the simulation runs")
	simFirst = flag.Uint64("sim.first", 1, "the first of them")
)

// TestSimulation runs the whole exchange on its chain under a scheduler that a seed drives. The
// clock, the randomness, the node and the disk are the test's, no part has a goroutine of its own,
// and the seed chooses what happens next: limit, P2P and NFT orders, fills, swaps, Delta orders
// with and without triggers, blocks, turns of the follower and of the auction, and faults (a node
// that fails or lags, reorganisations, a full or failing disk, deaths at named points, restarts).
// After each step, with all faults mended, the invariants hold; at the end the accounts are
// settled. The first seed runs twice: what happened, step by step, and all that was known after
// each of them, is the same.
//
// What follows from the seed is every decision of the scheduler, and with it every state of every
// order, every block and its hash. What does not: how goroutines inside one call interleave (reads
// in parallel, writers that share a flush), how long anything takes, and the bytes of the files.
//
//	go test ./backend -run TestSimulation -timeout 2h -sim.seeds 1000
//	go test ./backend -run TestSimulation -v -sim.seeds 1 -sim.first 77
func TestSimulation(t *testing.T) {
	t.Parallel()
	steps := 24
	if testing.Short() {
		steps = 10
	}
	from, did := template(t), make(map[string]int)
	var first, last []string
	for seed := *simFirst; seed < *simFirst+*simSeeds; seed++ {
		trace, problem := simulate(t, from, seed, steps)
		if problem != nil {
			t.Errorf("seed %d (repeat with -sim.seeds 1 -sim.first %d): %v\n%s", seed, seed,
				problem, tail(trace, 12))
		}
		for _, line := range trace {
			what, _, _ := strings.Cut(line[strings.Index(line, " ")+1:], "; ")
			did[what]++
		}
		if last = trace; first == nil {
			first = trace
		}
		t.Logf("seed %d: %d events, trace %x", seed, len(trace), hashOf(trace))
	}
	t.Logf("what happened, how often: %v", did)
	again, _ := simulate(t, from, *simFirst, steps)
	for i := range max(len(first), len(again)) {
		if i >= len(first) || i >= len(again) || first[i] != again[i] {
			t.Fatalf("seed %d takes another way at event %d:\n%sand\n%s", *simFirst, i,
				tail(first[:min(i+1, len(first))], 3), tail(again[:min(i+1, len(again))], 3))
		}
	}
	if hashOf(first) != hashOf(again) || *simSeeds > 1 && hashOf(first) == hashOf(last) {
		t.Error("the hash of a trace does not tell it from others")
	}
}

func hashOf(trace []string) [32]byte {
	h := sha256.New()
	for _, line := range trace {
		fmt.Fprintln(h, line)
	}
	return [32]byte(h.Sum(nil))
}

func tail(trace []string, n int) (out string) {
	for _, line := range trace[max(0, len(trace)-n):] {
		out += "\t" + line + "\n"
	}
	return out
}

// simulate runs a seed and returns what happened, and the first invariant that did not hold.
func simulate(t testing.TB, from string, seed uint64, steps int) (trace []string, problem error) {
	t.Helper()
	s := newSim(t, from, seed)
	defer func() {
		s.close()
		trace = s.trace
	}()
	if err := s.open(); err != nil {
		return nil, err
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	for range steps {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	return nil, s.finish()
}

// action is something that can happen, and how often it does beside the others.
type action struct {
	name   string
	weight int
	do     func(*sim) error
}

// trades are what users do.
func trades() []action {
	return []action{{"post", 5, (*sim).post}, {"offer", 2, (*sim).offer}, {"fill", 5, (*sim).fill},
		{"cancel", 1, (*sim).cancel}, {"swap", 2, (*sim).swap}, {"delta", 4, (*sim).deltaOrder},
		{"undelta", 1, (*sim).cancelDelta}}
}

// turns are what the chain and the exchange do. A turn that fails, as with a node that does, is one
// that has changed nothing.
func turns() []action {
	return []action{{"mine", 5, (*sim).mine}, {"follow", 3, (*sim).follow},
		{"settle", 3, (*sim).settle},
		{"auction", 2, func(s *sim) error {
			return s.nets[0].delta.Auction().Round(context.Background())
		}},
		{"sweep", 1, func(s *sim) error { return s.nets[0].orders.Sweep(context.Background()) }}}
}

// faults are what goes wrong, each for a few trades and turns.
func faults() []action {
	return []action{
		{"node down", 2, func(s *sim) error { s.node.set(true, 0); return nil }},
		{"node lags", 2, func(s *sim) error {
			s.frozen = true
			s.node.set(false, s.nets[0].watcher.Status().Head.Number)
			return nil
		}},
		{"disk full", 2, func(s *sim) error { s.full.Store(true); return nil }},
		{"flushes fail", 1, func(s *sim) error { s.sick.Store(true); return nil }},
		{"fork", 3, (*sim).fork}, {"restart", 2, (*sim).restart}, {"death", 4, (*sim).mortal},
		{"clock", 1, func(s *sim) error {
			s.clock = s.clock.Add(time.Duration(s.r.IntN(7200)-3600) * time.Second)
			return nil
		}},
	}
}

func (s *sim) pick(list []action) action {
	sum := 0
	for _, a := range list {
		sum += a.weight
	}
	n := s.r.IntN(sum)
	for _, a := range list {
		if n -= a.weight; n < 0 {
			return a
		}
	}
	panic("unreachable")
}

// step does something, and a few things more while something is broken, then mends it and looks.
func (s *sim) step() error {
	switch n := s.r.IntN(10); {
	case n < 4:
		if err := s.act(s.pick(trades())); err != nil {
			return err
		}
	case n < 8:
		if err := s.act(s.pick(turns())); err != nil {
			return err
		}
	default:
		if err := s.act(s.pick(faults())); err != nil {
			return err
		}
		for range 2 + s.r.IntN(4) {
			list := trades()
			if s.r.IntN(2) == 0 {
				list = turns()
			}
			if err := s.act(s.pick(list)); err != nil {
				return err
			}
		}
		for range 3 { // who is to die gets there
			if s.die == "" {
				break
			}
			for _, a := range []action{{"mine", 1, (*sim).mine}, {"settle", 1, (*sim).settle}} {
				if err := s.act(a); err != nil {
					return err
				}
			}
		}
		if s.sick.Load() { // after a failed flush nothing is written before a restart
			if err := s.restart(); err != nil {
				return err
			}
		}
		s.heal()
	}
	return s.look()
}

// act does something and notes how it ended. What ends otherwise than it may is a problem.
func (s *sim) act(a action) (err error) {
	outcome := "done"
	defer func() {
		if p := recover(); p != nil {
			dead, ok := p.(death)
			if !ok {
				panic(p)
			}
			outcome = "died at " + dead.point
			err = s.restart()
		}
		head := s.local.Head()
		s.trace = append(s.trace, fmt.Sprintf("%d %s: %s; block %d %x", len(s.trace), a.name,
			outcome, head.Number, head.Hash[:4]))
	}()
	if err := a.do(s); err != nil {
		outcome = string(api.TypeOf(err))
		if outcome == "" || api.TypeOf(err) == api.InternalError {
			outcome = err.Error()
			if !errors.Is(err, errNothing) {
				return fmt.Errorf("%s: %w", a.name, err)
			}
		}
	}
	return nil
}

// errNothing: there is nothing to do it with.
var errNothing = errors.New("nothing to do")

// mortal has the process die at one of its points, if it gets there.
func (s *sim) mortal() error {
	points := []string{auction.BeforeAward, auction.AfterAward, auction.AfterSend,
		delta.BeforeReceipt, delta.AfterReceipt}
	s.die = points[s.r.IntN(len(points))]
	return nil
}

// fork leaves the last blocks for a branch that is longer, sometimes without their transactions.
func (s *sim) fork() error {
	depth := uint64(1 + s.r.IntN(4))
	head := s.local.Head()
	if head.Number < s.start+depth {
		return errNothing
	}
	h, err := s.nets[0].chain.HeaderByNumber(context.Background(), head.Number-depth)
	if err != nil {
		return err
	}
	s.forked = true
	if err := s.local.Fork(context.Background(), h.Hash); err != nil {
		return err
	}
	if s.r.IntN(3) == 0 {
		if err := s.local.DropPending(); err != nil {
			return err
		}
	}
	for range depth + 1 {
		if err := s.mine(); err != nil {
			return err
		}
	}
	return nil
}
