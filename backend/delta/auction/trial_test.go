package auction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

var hostile, honest = common.Address{0xba}, common.Address{0x90}

// elsewhere is a stage whose rounds two agents elsewhere bid in. Its node takes time for a call and
// goes on to the end, but answers nobody who does not wait any more.
type elsewhere struct {
	*stage
	took func(c chain.Call) time.Duration
	bids []api.DeltaBid
}

func newElsewhere(orders ...*OpenOrder) *elsewhere {
	s := &elsewhere{stage: newStage(), took: func(chain.Call) time.Duration { return 0 }}
	for _, o := range orders {
		s.orders.open = append(s.orders.open, *o)
	}
	s.node.registry = []common.Address{hostile, honest}
	s.cfg.BlockTime = time.Second
	s.cfg.Node, s.cfg.Tokens = slowNode{s.node, s}, knownTokens{}
	s.cfg.Wait = func(context.Context, time.Duration) {
		for _, b := range s.bids {
			b.Round = 7
			if err := s.bidRound.take(b); err != nil {
				panic(err)
			}
		}
	}
	return s
}

// on moves the next round to a block.
func (s *elsewhere) on(block uint64) {
	s.orders.position = []api.BlockRef{{Number: block, Hash: common.Hash{byte(block), 1}}}
}

type slowNode struct {
	*node
	s *elsewhere
}

func (n slowNode) SimulateBundle(ctx context.Context, at api.BlockRef, calls ...chain.Call) (
	[]chain.Simulation, error) {
	d := time.Duration(0)
	for _, c := range calls {
		d += n.s.took(c)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return nil, fmt.Errorf("the node could not make a call: %w", ctx.Err())
	}
	return n.node.SimulateBundle(ctx, at, calls...)
}

// knownTokens lists what the orders of tests are of, but for token 9.
type knownTokens struct{ rawTokens }

func (knownTokens) List() (list []api.Token) {
	for i := range byte(9) {
		list = append(list, api.Token{Address: common.Address{i}})
	}
	return list
}

// bid is of an agent for an order and says what it pays.
func bid(agent common.Address, o *OpenOrder, promised uint64) api.DeltaBid {
	return api.DeltaBid{Agent: agent, Orders: []string{o.ID}, Calldata: settleCall(o),
		Promised: api.NewAmount(promised)}
}

// reasons are why bids of an agent for an order were refused.
func (s *elsewhere) reasons(agent common.Address, id string) (list []string) {
	for _, b := range s.orders.outcome.Entries[id].Bids {
		if b.Address == agent {
			list = append(list, b.Reason)
		}
	}
	return list
}

// However many bids of an agent burn what they are given, a round takes half of the time between
// two blocks at most, others win it, and the agent sits out for longer each time.
func TestAFloodOfBidsCostsItsAgentAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, b := openOrder("a", 1, 2), openOrder("b", 3, 4)
		s := newElsewhere(a, b)
		for range maxBids {
			flood := bid(hostile, a, 1_000_000)
			flood.Orders = []string{"a", "b"}
			s.bids = append(s.bids, flood)
		}
		s.bids = append(s.bids, bid(honest, a, 950))
		s.took = func(c chain.Call) time.Duration {
			if c.From == hostile {
				return 4 * time.Second
			}
			return 5 * time.Millisecond
		}
		s.node.simulate = func(chain.Call) chain.Simulation {
			return settles(100_000, map[*OpenOrder]uint64{a: 950})
		}
		for _, r := range []struct {
			block uint64
			out   string // until when the agent sits out; empty: its bids are tried
		}{{10, ""}, {11, "26"}, {25, "26"}, {26, ""}, {57, "58"},
			{58, ""}} {
			s.on(r.block)
			begin := time.Now()
			award := s.hold(t).Awards["a"]
			if award.Address != honest {
				t.Fatalf("block %d: %q won, honest bids were refused because of %v", r.block,
					award.Agent, s.reasons(honest, "a"))
			}
			if took := time.Since(begin); took > s.cfg.BlockTime/2 {
				t.Errorf("block %d: the round took %v", r.block, took)
			}
			for i, why := range s.reasons(hostile, "a") {
				want := "sits out until block " + cmp.Or(r.out, "!")
				switch {
				case r.out == "" && i == 0:
					want = "its simulation took longer"
				case r.out == "":
					want = "was used up"
				}
				if !strings.Contains(why, want) {
					t.Errorf("block %d: bid %d was refused because %q", r.block, i, why)
				}
			}
			s.orders.flying = nil
		}
	})
}

// A bid whose simulation the node does not answer is refused, and what the others bid wins.
func TestABidThatIsNotSimulatedFailsAlone(t *testing.T) {
	t.Parallel()
	a := openOrder("a", 1, 2)
	s := newElsewhere(a)
	s.bids = []api.DeltaBid{bid(hostile, a, 2000), bid(honest, a, 950)}
	s.node.simulate = func(chain.Call) chain.Simulation {
		return settles(100_000, map[*OpenOrder]uint64{a: 950})
	}
	s.cfg.Node = failsFor{s.cfg.Node, hostile}
	out := s.hold(t)
	why := strings.Join(s.reasons(hostile, "a"), "")
	if out.Awards["a"].Address != honest || !strings.Contains(why, "not be simulated: down") {
		t.Errorf("%+v, %q", out.Awards, why)
	}
	s.on(11)
	s.node.failing["simulate"] = context.Canceled
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Round(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a round that is not wanted any more: %v", err)
	}
}

// failsFor is a node that does not answer calls of an agent.
type failsFor struct {
	Node
	agent common.Address
}

func (n failsFor) SimulateBundle(ctx context.Context, at api.BlockRef, calls ...chain.Call) (
	[]chain.Simulation, error) {
	if calls[0].From == n.agent {
		return nil, errDown
	}
	return n.Node.SimulateBundle(ctx, at, calls...)
}

// An agent's bids are tried best promise first, those that run code of strangers last, as far as
// the gas of a block and a quarter of the time between two last; and who wastes gas by what others
// wrote does not sit out.
func TestAnAgentsBestBidsAreTried(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		takes         time.Duration
		gas           uint64
		fails         bool
		strange       byte // token of the order
		tried, refuse string
		absent        bool
	}{
		"time":       {takes: 90 * time.Millisecond, gas: 100_000, tried: "9 8", refuse: "round"},
		"gas":        {gas: 12_000_000, tried: "9 8 7", refuse: "30000000 gas"},
		"waste":      {gas: 7_500_000, fails: true, tried: "9 8 7 6", refuse: "gas", absent: true},
		"some waste": {gas: 490_000, fails: true, tried: "9 8 7 6 5 4 3 2 1 0"},
		"waste of others": {gas: 7_500_000, fails: true, strange: 9, tried: "9 8 7 6",
			refuse: "gas"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				a := openOrder("a", max(c.strange, 1), 2)
				s := newElsewhere(a)
				tried := ""
				s.took = func(chain.Call) time.Duration { return c.takes }
				for i := range 10 {
					b := bid(honest, a, uint64(100*(i+1)))
					b.Calldata = append(b.Calldata, byte(i))
					s.bids = append(s.bids, b)
				}
				s.node.simulate = func(call chain.Call) chain.Simulation {
					tried += fmt.Sprintf(" %d", call.Data[len(call.Data)-1])
					if c.fails {
						return chain.Simulation{Paid: c.gas, Err: errDown}
					}
					return settles(c.gas, map[*OpenOrder]uint64{a: 1000})
				}
				s.hold(t)
				if tried != " "+c.tried && !strings.HasPrefix(tried, " "+c.tried+" ") {
					t.Errorf("the bids were tried in the order%s, not %s", tried, c.tried)
				}
				refused := 0
				for _, why := range s.reasons(honest, "a") {
					if c.refuse != "" && strings.Contains(why, c.refuse) {
						refused++
					}
				}
				if want := 10 - len(strings.Fields(c.tried)); refused != want {
					t.Errorf("%d bids were refused for it, not %d: %q", refused, want,
						s.reasons(honest, "a"))
				}
				if out := s.absent.why(honest, 11) != ""; out != c.absent {
					t.Errorf("the agent sits out: %t", out)
				}
			})
		})
	}
}
