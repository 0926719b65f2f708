package auction

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/delta/settlement"
)

func bidFor(o *OpenOrder, agent string, promised uint64) Bid {
	return Bid{Agent: agent, Address: common.Address{0xa9}, Orders: []string{o.ID},
		Data: []byte(o.ID), Promised: api.NewAmount(promised)}
}

// The award of a round is stored before its transaction is sent, names the transaction, and has the
// gas that the simulation used, half as much again and 50,000.
func TestAnAwardIsStoredAndThenSent(t *testing.T) {
	t.Parallel()
	o := openOrder("a", 1, 2)
	s := newStage(scripted{name: "router", bids: []Bid{bidFor(o, "router", 900)}})
	s.orders.open = []OpenOrder{*o}
	s.node.simulate = func(c chain.Call) chain.Simulation {
		if c.To != deltaAt || c.From != s.agent.address || c.Gas != simulationGas {
			t.Errorf("simulates %+v", c)
		}
		return settles(200_000, map[*OpenOrder]uint64{o: 950})
	}
	out := s.hold(t)
	award := out.Awards["a"]
	if len(s.agent.sent) != 1 || award.TxHash != s.agent.sent[0].Hash() || award.Nonce != 1 ||
		s.agent.sent[0].Gas() != 350_000 || award.Received != api.NewAmount(950) ||
		award.Spent != api.NewAmount(1000) || award.Until != 10+settleBlocks ||
		award.Round != 7 || len(award.Raw) == 0 {
		t.Errorf("%+v, sent %d", award, len(s.agent.sent))
	}
	if got := strings.Join(s.hooks, " "); got != BeforeAward+" "+AfterAward+" "+AfterSend {
		t.Errorf("passed %s", got)
	}
	if e := out.Entries["a"]; e.Winner != "router" || e.Bids[0].Rank != 1 ||
		e.Outcome != "won by router" {
		t.Errorf("%+v", e)
	}
}

// Where the award can't be stored or signed nothing is sent, and the agent's nonces are counted
// anew. A refusal by the node of what was stored leaves the award to be followed.
func TestNothingIsSentWithoutAnAward(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil  func(*stage)
		fails  error
		sent   int
		resets int
		reason string // of the bid
	}{
		"the store is down": {func(s *stage) { s.orders.failing["store"] = errDown }, errDown, 0,
			1, ""},
		"signing fails": {func(s *stage) { s.agent.failing["sign"] = errDown }, errDown, 0, 1,
			""},
		"the agent's nonce is not known": {func(s *stage) { s.agent.failing["prepare"] = errDown },
			errDown, 0, 0, ""},
		"the order changed meanwhile": {func(s *stage) { s.orders.gone["a"] = true }, nil, 0, 0,
			"an order changed while the round was held"},
		"the round's block left the chain": {func(s *stage) {
			s.orders.failing["funding"] = nil
			s.node.simulate = func(chain.Call) chain.Simulation {
				s.orders.position = []api.BlockRef{{Number: 10, Hash: common.Hash{11}}}
				return settles(1, map[*OpenOrder]uint64{&s.orders.open[0]: 950})
			}
		}, nil, 0, 0, ""},
		"the node refuses": {func(s *stage) { s.agent.failing["send"] = errDown }, nil, 1, 0, ""},
		"the gas price is not known": {func(s *stage) { s.node.failing["price"] = errDown },
			errDown, 0, 0, ""},
		"the header is not known": {func(s *stage) { s.node.failing["header"] = errDown }, errDown,
			0, 0, ""},
		"the funding is not known": {func(s *stage) { s.orders.failing["funding"] = errDown },
			errDown, 0, 0, ""},
		"the simulation fails": {func(s *stage) { s.node.failing["simulate"] = errDown }, errDown,
			0, 0, ""},
	} {
		o := openOrder("a", 1, 2)
		s := newStage(scripted{name: "router", bids: []Bid{bidFor(o, "router", 900)}})
		s.orders.open = []OpenOrder{*o}
		s.node.simulate = func(chain.Call) chain.Simulation {
			return settles(1, map[*OpenOrder]uint64{o: 950})
		}
		c.spoil(s)
		err := s.Round(t.Context())
		if !errors.Is(err, c.fails) || c.fails == nil && err != nil ||
			len(s.agent.sent) != c.sent || s.agent.resets != c.resets {
			t.Errorf("%s: %v, %d sent, %d resets", name, err, len(s.agent.sent), s.agent.resets)
		}
		if e := s.orders.outcome.Entries["a"]; c.reason != "" && (len(e.Bids) != 1 ||
			e.Bids[0].Reason != c.reason || e.Winner != "") {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// An agent that tries to take from owners wins nothing: it promises what it does not deliver, pays
// less than the pools, settles other orders than it names, one twice, or a stranger's, gives one
// order what it takes from another, or pays two orders of a pair different prices. The record says
// why.
func TestAnAdversarialAgentWinsNothing(t *testing.T) {
	t.Parallel()
	a, b, c := openOrder("a", 1, 2), openOrder("b", 1, 2), openOrder("c", 2, 1)
	joint := func(agent string, orders ...string) Bid {
		return Bid{Agent: agent, Address: common.Address{0xa9}, Orders: orders, Data: []byte("x")}
	}
	type fills = map[*OpenOrder]uint64
	for name, try := range map[string]struct {
		bid   Bid
		gives chain.Simulation
		why   string
	}{
		"promises a ten-thousandth more": {bidFor(a, "evil", 20_002),
			settles(1, fills{a: 20_000}), ""},
		"promises more": {bidFor(a, "evil", 20_003), settles(1, fills{a: 20_000}),
			"it promises 20003 and delivers 20000"},
		"pays a unit less than the pools": {bidFor(a, "evil", 999), settles(1, fills{a: 999}),
			"unfair: order a would get 999, the pools pay 1000"},
		"settles another order": {bidFor(a, "evil", 1), settles(1, fills{b: 5000}),
			"it does not settle order a"},
		"settles one that it does not name": {bidFor(a, "evil", 1),
			settles(1, fills{a: 5000, b: 1}), "it settles orders that it does not name"},
		"settles one twice": {bidFor(a, "evil", 1), chain.Simulation{Gas: 1,
			Logs: append(settles(1, fills{a: 5000}).Logs, settledLog(a, 1))},
			"it settles an order twice"},
		"takes from one to give to another": {joint("evil", "a", "c"),
			settles(1, fills{a: 1_000_000, c: 999}), "unfair: order c would get 999"},
		"takes what the order's own bid gives": {joint("evil", "a", "c"),
			settles(1, fills{a: 1_000_000, c: 1499}), "another bid pays one of its orders more"},
		"pays a pair two prices": {joint("evil", "a", "b"), settles(1, fills{a: 9000, b: 8000}),
			"uneven: orders a and b"},
		"names an order of another round": {joint("evil", "a", "z"), chain.Simulation{},
			"order z is not in this round"},
		"reverts": {bidFor(a, "evil", 1), chain.Simulation{Err: errDown}, "down"},
		"burns gas": {Bid{Agent: "evil", Address: common.Address{0xa9}, Orders: []string{"a"},
			Data: []byte("x"), Gas: 100_000}, chain.Simulation{Err: errDown}, "down"},
	} {
		honest := bidFor(c, "honest", 1500)
		s := newStage(scripted{name: "evil", bids: []Bid{try.bid}},
			scripted{name: "honest", bids: []Bid{honest}, err: errDown})
		s.cfg.Market.Pricer = fixedPools{1000}
		s.orders.open = []OpenOrder{*a, *b, *c}
		s.node.simulate = func(call chain.Call) chain.Simulation {
			if string(call.Data) == "c" {
				return settles(1, fills{c: 1500})
			}
			if try.bid.Gas > 0 && call.Gas != gasLimit(try.bid.Gas) {
				t.Errorf("%s: simulated with %d gas", name, call.Gas)
			}
			return try.gives
		}
		out := s.hold(t)
		for id, award := range out.Awards {
			if award.Agent == "evil" && try.why != "" || award.Agent == "honest" && id != "c" {
				t.Errorf("%s: %s wins order %s", name, award.Agent, id)
			}
		}
		if out.Awards["c"].Agent != "honest" {
			t.Errorf("%s: the honest bid lost: %+v", name, out.Entries["c"])
		}
		reason := ""
		for _, record := range out.Entries[try.bid.Orders[0]].Bids {
			if record.Agent == "evil" {
				reason = record.Reason
			}
		}
		if !strings.HasPrefix(reason, try.why) || try.why == "" && reason != "" {
			t.Errorf("%s: refused since %q, want %q", name, reason, try.why)
		}
		if wants := name == "reverts" || name == "burns gas"; out.Reverted["a"] != wants {
			t.Errorf("%s: told as reverted: %t", name, out.Reverted["a"])
		}
	}
}

// An agent that failed an order does not win it again until it may, winners that use up what
// another needs wait, and what has no room in the block does.
func TestBidsThatWait(t *testing.T) {
	t.Parallel()
	a, b := openOrder("a", 1, 2), openOrder("b", 2, 1)
	for name, c := range map[string]struct {
		prepare func(*stage)
		wins    string
		reason  string // of the bid for b
	}{
		"both": {func(*stage) {}, "ab", ""},
		"sits out": {func(s *stage) {
			s.orders.open[1].Cooldown = map[string]uint64{"router": 8}
		}, "a", "the agent failed to settle and sits out until round 8"},
		"back again": {func(s *stage) {
			s.orders.open[1].Cooldown = map[string]uint64{"router": 7}
		}, "ab", ""},
		"the other comes first": {func(s *stage) {
			s.node.together = func([]chain.Call) []chain.Simulation {
				return []chain.Simulation{{}, {Err: errDown}}
			}
		}, "a", "another settlement of this round comes first: down"},
		"no room": {func(s *stage) { s.node.room = gasLimit(200_000) }, "a", noRoom},
		"no room for both": {func(s *stage) { s.node.room = 200_000 + gasLimit(200_000) - 1 }, "a",
			noRoom},
		"room for both":  {func(s *stage) { s.node.room = 200_000 + gasLimit(200_000) }, "ab", ""},
		"no room at all": {func(s *stage) { s.node.room = gasLimit(SettleGas) }, "", noRoom},
	} {
		s := newStage(scripted{name: "router",
			bids: []Bid{bidFor(a, "router", 1), bidFor(b, "router", 1)}})
		s.orders.open = []OpenOrder{*a, *b}
		s.node.simulate = func(call chain.Call) chain.Simulation {
			if string(call.Data) == "a" {
				return settles(200_000, map[*OpenOrder]uint64{a: 5})
			}
			return settles(200_000, map[*OpenOrder]uint64{b: 5})
		}
		c.prepare(s)
		out := s.hold(t)
		wins := ""
		for _, id := range []string{"a", "b"} {
			if _, ok := out.Awards[id]; ok {
				wins += id
			}
		}
		if wins != c.wins || out.Entries["b"].Bids[0].Reason != c.reason {
			t.Errorf("%s: %s won, %+v", name, wins, out.Entries["b"].Bids)
		}
	}
	s := newStage()
	s.orders.open, s.node.failing["together"] = []OpenOrder{*a, *b}, errDown
	e := s.newEvaluation(t.Context(), NewBatch(s.cfg.Market, api.BlockRef{}, api.Amount{}, *a, *b))
	e.take([]Bid{bidFor(a, "x", 1), bidFor(b, "x", 1)})
	if _, _, err := s.simulateTogether(t.Context(), NewBatch(s.cfg.Market, api.BlockRef{},
		api.Amount{}), e, e.bids, []int{0, 1}); !errors.Is(err, errDown) {
		t.Errorf("the node is down: %v", err)
	}
}

// A round without bids says why: the pools pay too little, or nobody can settle it.
func TestRoundsWithoutBids(t *testing.T) {
	t.Parallel()
	o := openOrder("a", 1, 2)
	o.MinOut, o.Order.DestAmount = api.NewAmount(1001), api.NewAmount(1001)
	for pays, want := range map[uint64]string{
		1000: "BELOW_LIMIT: the best way gives 1000, the owner accepts no less than 1001",
		0:    "NO_BID: no agent is able to settle this order"} {
		s := newStage()
		s.cfg.Market.Pricer, s.orders.open = fixedPools{pays}, []OpenOrder{*o}
		if got := s.hold(t).Entries["a"].Outcome; got != want {
			t.Errorf("the pools pay %d: %s", pays, got)
		}
	}
	s := newStage()
	s.orders.position = nil
	if err := s.Round(t.Context()); err != nil || s.orders.outcome.Entries != nil {
		t.Errorf("a round before the first block: %v", err)
	}
}

// An agent elsewhere wins without a transaction of ours: its award waits for it, and is shown.
func TestAnAwardOfAnAgentElsewhere(t *testing.T) {
	t.Parallel()
	o := openOrder("a", 1, 2)
	s := newStage(scripted{name: "router"})
	outside := common.Address{0x0f}
	s.orders.open, s.node.registry = []OpenOrder{*o}, []common.Address{s.agent.address, outside}
	s.node.simulate = func(chain.Call) chain.Simulation {
		return settles(1, map[*OpenOrder]uint64{o: 950})
	}
	open := false
	s.cfg.Wait = func(context.Context, time.Duration) {
		shown := s.OpenRound()
		open = len(shown.Orders) == 1 && shown.Round == 7 && shown.ChainID == 1337
		for range 2 {
			if err := s.bidRound.take(api.DeltaBid{Round: 7, Agent: outside,
				Orders: []string{"a"}, Calldata: settleCall(o),
				Promised: api.NewAmount(950)}); err != nil {
				t.Error(err)
			}
		}
	}
	award := s.hold(t).Awards["a"]
	if !open || award.Address != outside || award.Agent != api.Lower(outside) ||
		len(award.Raw) != 0 || len(s.agent.sent) != 0 {
		t.Errorf("shown %t, %+v", open, award)
	}
	s.orders.flying = []InFlight{{ID: "a", Award: award}, {ID: "b", Award: Award{Raw: []byte{1}}}}
	if r := s.OpenRound(); len(r.Orders) != 0 || len(r.Awards) != 1 ||
		r.Awards[0].OrderID != "a" || r.Awards[0].Agent != outside ||
		r.Awards[0].Until != 10+elsewhereBlocks {
		t.Errorf("%+v", r)
	}
	names, err := s.Agents(t.Context())
	if err != nil || strings.Join(names, " ") != "router "+api.Lower(outside) {
		t.Errorf("%v, %v", names, err)
	}
	s.node.failing["call"] = errDown
	if s.openBidRound(t.Context(), NewBatch(s.cfg.Market, api.BlockRef{}, api.Amount{})) {
		t.Error("a round is open to agents that are not known")
	}
}

// settleCall is a call of the contract that settles an order.
func settleCall(o *OpenOrder) []byte {
	return settlement.DirectSettle([]*api.DeltaRecord{&o.DeltaRecord}, []*big.Int{new(big.Int)},
		nil)
}

// Bids come from registered agents, for the open round, for its orders, and are bounded.
func TestBidsThatAreNotTaken(t *testing.T) {
	t.Parallel()
	s := newStage()
	agent := common.Address{0x0f}
	call := settleCall(openOrder("a", 1, 2))
	good := api.DeltaBid{Round: 3, Agent: agent, Orders: []string{"a"}, Calldata: call}
	s.bidRound.open(api.DeltaRound{Round: 3, Orders: []api.DeltaRoundOrder{{ID: "a"}, {ID: "b"}}},
		[]common.Address{agent})
	for name, c := range map[string]struct {
		change func(*api.DeltaBid)
		want   api.ErrorType
	}{
		"a stranger":    {func(b *api.DeltaBid) { b.Agent[0]++ }, api.ValidationError},
		"another round": {func(b *api.DeltaBid) { b.Round++ }, api.OrderExpired},
		"no order":      {func(b *api.DeltaBid) { b.Orders = nil }, api.ValidationError},
		"too much calldata": {func(b *api.DeltaBid) { b.Calldata = make([]byte, maxCalldata+1) },
			api.ValidationError},
		"no calldata": {func(b *api.DeltaBid) { b.Calldata = nil }, api.ValidationError},
		"half a call": {func(b *api.DeltaBid) { b.Calldata = call[:40] }, api.ValidationError},
		"no such method": {func(b *api.DeltaBid) { b.Calldata = []byte("what") },
			api.ValidationError},
		"no settlement": {func(b *api.DeltaBid) {
			b.Calldata = settlement.ABI.PackDirectFilledAmount(contracts.DeltaOrder{
				SrcAmount: new(big.Int), DestAmount: new(big.Int), ExpectedDestAmount: new(big.Int),
				Deadline: new(big.Int), Nonce: new(big.Int), PartnerAndFee: new(big.Int)})
		}, api.ValidationError},
		"an order that is not there": {func(b *api.DeltaBid) { b.Orders = []string{"x"} },
			api.ValidationError},
		"one that is and one that is not": {func(b *api.DeltaBid) {
			b.Orders = []string{"a", "c"}
		}, api.ValidationError},
		"an order twice": {func(b *api.DeltaBid) { b.Orders = []string{"b", "b"} },
			api.ValidationError},
	} {
		bid := good
		c.change(&bid)
		if err := s.bidRound.take(bid); api.TypeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	for range maxBids {
		if err := s.bidRound.take(good); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.bidRound.take(good); api.TypeOf(err) != api.TooManyOrders {
		t.Errorf("one too many: %v", err)
	}
	if bids := s.bidRound.close(); len(bids) != maxBids {
		t.Errorf("%d bids", len(bids))
	}
	if err := s.bidRound.take(good); api.TypeOf(err) != api.OrderExpired {
		t.Errorf("after the end: %v", err)
	}
	if err := s.Bid(good); api.TypeOf(err) != api.InvalidSignature {
		t.Errorf("unsigned: %v", err)
	}
}

// Agents that spend their own tokens let the contract move them, once, and but those that can be
// traded.
func TestAllowancesOfAgents(t *testing.T) {
	t.Parallel()
	s := newStage(scripted{name: "router"}, scripted{name: "ring"})
	s.cfg.Agents[1].Spends = true
	s.cfg.Tokens = listedTokens{{Address: api.NativeToken}, {Address: common.Address{1}},
		{Address: common.Address{2}, TransferTax: 1}}
	if err := s.EnsureAllowances(t.Context()); err != nil || len(s.agent.done) != 1 ||
		s.agent.done[0].To != (common.Address{1}) {
		t.Errorf("%v, %+v", err, s.agent.done)
	}
	s.agent.failing["do"] = errDown
	if err := s.EnsureAllowances(t.Context()); !errors.Is(err, errDown) {
		t.Errorf("sending fails: %v", err)
	}
	s.node.failing["call"] = errDown
	if err := s.EnsureAllowances(t.Context()); !errors.Is(err, errDown) {
		t.Errorf("the node is down: %v", err)
	}
}

type listedTokens []api.Token

func (l listedTokens) List() []api.Token                              { return l }
func (listedTokens) AmountText(a api.Amount, _ common.Address) string { return a.String() }
