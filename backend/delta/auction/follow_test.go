package auction

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// flying puts an awarded order on the stage, whose transaction the built-in agent sent.
func (s *stage) flying(t *testing.T) *types.Transaction {
	t.Helper()
	tx := s.agent.transaction(4, 100_000, 10, nil)
	raw, err := tx.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	s.orders.flying = []InFlight{{ID: "a", Deadline: 2000, Award: Award{Agent: "router",
		Address: s.agent.address, TxHash: tx.Hash(), Raw: raw, Nonce: 4, Until: 15}}}
	return tx
}

func receiptOf(hash common.Hash, block int64, status uint64) *types.Receipt {
	return &types.Receipt{TxHash: hash, BlockNumber: big.NewInt(block), Status: status}
}

// What becomes of an award: each case by what the node tells, what the orders hear, and what is
// sent.
func TestAwardsAreFollowed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tells  func(s *stage, tx *types.Transaction)
		fails  string // the reason, "" where the award stands
		sent   int    // raw transactions handed to the node
		resets int
		err    error
	}{
		"waits in the pool": {func(s *stage, tx *types.Transaction) {
			s.node.pool[tx.Hash()] = tx
		}, "", 0, 0, nil},
		"is not known to the node": {func(*stage, *types.Transaction) {}, "", 1, 0, nil},
		"is not known and can't be sent now": {func(s *stage, _ *types.Transaction) {
			s.node.failing["send"] = api.Errorf(api.ChainUnavailable, "later")
		}, "", 1, 0, api.Errorf(api.ChainUnavailable, "later")},
		"can't be mined any more": {func(s *stage, _ *types.Transaction) {
			s.node.failing["send"] = errDown
		}, "DROPPED: the winner's transaction can't be mined any more: down", 1, 1, nil},
		"is not known after the deadline": {func(s *stage, _ *types.Transaction) {
			s.orders.position[0].Time = 2000 + resendGrace + 1
		}, "the winner's transaction was not mined before the deadline", 0, 0, nil},
		"is not known just before": {func(s *stage, _ *types.Transaction) {
			s.orders.position[0].Time = 2000 + resendGrace
		}, "", 1, 0, nil},
		"reverted": {func(s *stage, tx *types.Transaction) {
			s.node.receipts[tx.Hash()] = receiptOf(tx.Hash(), 10, 0)
			s.node.reason = "InvalidNonce"
		}, "REVERTED: the settlement failed on chain: InvalidNonce", 0, 0, nil},
		"reverted without a reason": {func(s *stage, tx *types.Transaction) {
			s.node.receipts[tx.Hash()] = receiptOf(tx.Hash(), 10, 0)
		}, "REVERTED: the settlement failed on chain: for a reason that can't be told", 0, 0, nil},
		"reverted, the node can't tell why": {func(s *stage, tx *types.Transaction) {
			s.node.receipts[tx.Hash()] = receiptOf(tx.Hash(), 10, 0)
			s.node.failing["reason"] = errDown
		}, "", 0, 0, errDown},
		"is in a block to come": {func(s *stage, tx *types.Transaction) {
			s.node.receipts[tx.Hash()] = receiptOf(tx.Hash(), 11, 0)
		}, "", 0, 0, nil},
		"settled unseen": {func(s *stage, tx *types.Transaction) {
			s.node.receipts[tx.Hash()], s.orders.found = receiptOf(tx.Hash(), 10, 1), true
		}, "", 0, 0, nil},
		"succeeded without settling": {func(s *stage, tx *types.Transaction) {
			s.node.receipts[tx.Hash()] = receiptOf(tx.Hash(), 10, 1)
		}, "the winner's transaction did not settle the order", 0, 0, nil},
		"the store fails": {func(s *stage, tx *types.Transaction) {
			s.node.receipts[tx.Hash()] = receiptOf(tx.Hash(), 10, 1)
			s.orders.failing["settled"] = errDown
		}, "", 0, 0, errDown},
		"the receipt is not known": {func(s *stage, _ *types.Transaction) {
			s.node.failing["receipt"] = errDown
		}, "", 0, 0, errDown},
		"the pool is not known": {func(s *stage, _ *types.Transaction) {
			s.node.failing["transaction"] = errDown
		}, "", 0, 0, errDown},
		"changed meanwhile": {func(s *stage, _ *types.Transaction) {
			s.orders.changed["a"], s.node.failing["receipt"] = true, errDown
		}, "", 0, 0, nil},
	} {
		s := newStage(scripted{name: "router"})
		tx := s.flying(t)
		c.tells(s, tx)
		err := s.Round(t.Context())
		if !errors.Is(err, c.err) && api.TypeOf(err) != api.TypeOf(c.err) ||
			(err == nil) != (c.err == nil) {
			t.Errorf("%s: %v", name, err)
		}
		if s.orders.failed["a"] != c.fails || len(s.node.sent) != c.sent ||
			s.agent.resets != c.resets {
			t.Errorf("%s: failed since %q, %d sent, %d resets", name, s.orders.failed["a"],
				len(s.node.sent), s.agent.resets)
		}
		if reverts := strings.HasPrefix(c.fails, "REVERTED"); reverts !=
			(s.orders.failTx["a"] != nil) {
			t.Errorf("%s: the failure names %+v", name, s.orders.failTx["a"])
		}
	}
}

// A transaction that was mined while the node was asked to take it again is looked at in the next
// round.
func TestATransactionMinedMeanwhile(t *testing.T) {
	t.Parallel()
	s := newStage(scripted{name: "router"})
	tx := s.flying(t)
	award := &s.orders.flying[0].Award
	s.node.failing["send"] = errDown
	award.Former = []common.Hash{{1}}
	s.node.receipts[common.Hash{1}] = receiptOf(common.Hash{1}, 12, 1)
	if err := s.rebroadcast(t.Context(), s.orders.position[0],
		&s.orders.flying[0]); err != nil || len(s.orders.failed) > 0 || s.agent.resets > 0 {
		t.Errorf("%v, %v", err, s.orders.failed)
	}
	if r, err := s.receiptOf(t.Context(), award); err != nil || r.TxHash != award.Former[0] {
		t.Errorf("the receipt of what %s took the place of: %+v, %v", tx.Hash(), r, err)
	}
}

// An agent elsewhere has until the award's last block. What was not in that by then goes to a round
// on it.
func TestAnAgentElsewhereIsLate(t *testing.T) {
	t.Parallel()
	s := newStage()
	s.orders.flying = []InFlight{{ID: "a", Award: Award{Agent: "0x0f", Until: 10}}}
	s.orders.position[0].Number = 9
	if err := s.Round(t.Context()); err != nil || len(s.orders.failed) > 0 {
		t.Errorf("before its last block: %v, %v", err, s.orders.failed)
	}
	s.orders.position[0].Number = 10
	const want = "TIMEOUT: agent 0x0f did not settle by block 10"
	if err := s.Round(t.Context()); err != nil || s.orders.failed["a"] != want {
		t.Errorf("after it: %v, %v", err, s.orders.failed)
	}
}

// A settlement that no block took in time is sent for a higher fee, with the same nonce, once the
// new transaction is stored; where that fails the old one stands.
func TestASettlementsFeeIsRaised(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		failing func(*stage) map[string]error
		what    string
		stored  bool
	}{
		"raised": {nil, "", true},
		"it can't be signed": {func(s *stage) map[string]error { return s.agent.failing },
			"replace", false},
		"it can't be stored": {func(s *stage) map[string]error { return s.orders.failing },
			"bumped", true},
		"it can't be sent": {func(s *stage) map[string]error { return s.node.failing }, "send",
			true},
		"in time still: no":     {nil, "early", false},
		"not ours to raise: no": {nil, "stranger", false},
	} {
		s := newStage(scripted{name: "router"})
		tx := s.flying(t)
		s.node.pool[tx.Hash()] = tx
		s.orders.position[0].Number = 16 // one after Until
		switch {
		case c.what == "early":
			s.orders.position[0].Number = 15
		case c.what == "stranger":
			s.orders.flying[0].Award.Address[0]++
		case c.failing != nil:
			c.failing(s)[c.what] = errDown
		}
		err := s.Round(t.Context())
		if (c.failing != nil) != errors.Is(err, errDown) {
			t.Errorf("%s: %v", name, err)
		}
		raised := s.orders.bumped[tx.Hash()]
		if (raised != nil) != c.stored {
			t.Errorf("%s: stored %v", name, raised)
			continue
		}
		sends := c.stored && c.what != "bumped"
		if len(s.node.sent) == 1 != sends {
			t.Errorf("%s: %d sent", name, len(s.node.sent))
		}
		if raised != nil && (raised.Nonce() != tx.Nonce() || s.orders.until != 16+settleBlocks ||
			raised.GasFeeCap().Cmp(tx.GasFeeCap()) <= 0) {
			t.Errorf("%s: %d until %d", name, raised.Nonce(), s.orders.until)
		}
	}
}

// An agent that wins and does not settle sits out over all orders, for twice as long each time,
// unless it was good for longer than that.
func TestAbsencesDouble(t *testing.T) {
	t.Parallel()
	m, agent, other := make(absences), common.Address{1}, common.Address{2}
	for i, at := range []uint64{100, 116, 148, 212} {
		m.note(agent, at, unsettled)
		m.note(agent, at+1, unsettled) // for another order
		last := at + firstAbsence<<i - 1
		if m.why(agent, last) == "" || m.why(agent, last+1) != "" || m.why(other, at) != "" {
			t.Errorf("absence %d: %q and %q", i, m.why(agent, last), m.why(agent, last+1))
		}
	}
	m.note(agent, 1000, unsettled)
	if m.why(agent, 1000+firstAbsence) != "" {
		t.Errorf("after it was good: %q", m.why(agent, 1000+firstAbsence))
	}
	for range 40 {
		m.note(agent, m[agent].until, unsettled)
	}
	if a := m[agent]; a.until-a.from != mostAbsence {
		t.Errorf("the longest absence is %d", a.until-a.from)
	}
}

// The purse is counted once a transaction, comes back evenly within a day, and keeps a quarter for
// owners who were settled, the quarter before for new ones too, and the second for the code of new
// ones.
func TestThePurse(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	p := purse{limits: Purse{Day: api.NewAmount(1000)}}
	pay := func(tx byte, gas uint64) {
		p.pay(common.Hash{tx}, api.NewAmount(gas), now)
	}
	says := func(what string, refused int) {
		t.Helper()
		for quarters := 1; quarters <= 4; quarters++ {
			want := ""
			if quarters <= refused {
				want = spentFor[quarters]
			}
			if got := p.refuses(quarters, now); !strings.HasPrefix(got, want) ||
				(got == "") != (want == "") {
				t.Errorf("%s: %d quarters: %q, not %q", what, quarters, got, want)
			}
		}
	}
	pay(1, 249)
	pay(1, 249)
	says("below a quarter", 0)
	pay(2, 1)
	says("a quarter", 1)
	pay(3, 250)
	says("half", 2)
	pay(4, 250)
	says("three quarters", 3)
	pay(5, 250)
	says("empty", 4)
	for range 100 { // looked at all the time
		now = now.Add(time.Second)
		p.refuses(1, now)
	}
	says("a thousandth later", 3)
	now = time.Unix(1_800_000_000, 0).Add(12 * time.Hour)
	says("half a day later", 2)
	now = now.Add(12 * time.Hour)
	says("a day later", 0)
	now = now.Add(-24 * time.Hour)
	pay(6, 1000)
	says("a clock that went back", 4)
	now = now.Add(30 * time.Hour)
	says("after it has caught up, 6 hours", 3)
}

// An order that waits for the purse is told the limit, what of it is spent, how much less it would
// have to be, and when each of that is back: 0.2 coins of 0.5 a day are back in two fifths of a
// day.
func TestThePurseSaysWhatItLacks(t *testing.T) {
	t.Parallel()
	now := time.Date(2027, 1, 15, 8, 0, 0, 0, time.UTC)
	p := purse{limits: Purse{Day: api.NewAmount(5e17)}}
	p.pay(common.Hash{1}, api.NewAmount(2e17), now)
	const state = "0.2 of its 0.5 coins a day are spent, and it is full again at " +
		"2027-01-15 17:36 UTC"
	for quarters, want := range []string{
		1: spentFor[1] + "; " + state +
			", which is 0.075 too much for this order until 2027-01-15 11:36 UTC",
		2: "",
	} {
		if got := p.refuses(quarters, now); quarters > 0 && got != want {
			t.Errorf("%d quarters: %q, not %q", quarters, got, want)
		}
	}
	if got := p.onItsWay(now); got != onItsWay+"; "+state {
		t.Errorf("beside others it says %q", got)
	}
	empty := purse{limits: p.limits}
	if got := empty.onItsWay(now); got != onItsWay+"; nothing of its 0.5 coins a day is spent" {
		t.Errorf("a full purse says %q", got)
	}
}

// What a settlement may use of the purse: who makes one fail has paid for another that was settled,
// what is on its way counts as failed, and a new owner has one. What others made fail counts for
// the second half alone.
func TestWhatAPartyMayUse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		party
		flying, want int
	}{
		{party{}, 0, 3},
		{party{}, 1, 1},
		{party{record: Record{Failed: 1}}, 0, 1},
		{party{record: Record{Outside: 1}}, 0, 2},
		{party{strange: true}, 0, 2},
		{party{again: true}, 0, 2},
		{party{record: Record{Settled: 1}}, 0, 4},
		{party{record: Record{Settled: 1}}, 1, 4},
		{party{record: Record{Settled: 1}}, 2, 1},
		{party{record: Record{Settled: 1, Failed: 1}}, 0, 4},
		{party{record: Record{Settled: 1, Failed: 2}}, 0, 1},
		{party{record: Record{Settled: 1, Outside: 1}}, 0, 4},
		{party{record: Record{Settled: 1, Outside: 1}}, 1, 2},
		{party{record: Record{Settled: 1, Outside: 2}}, 0, 2},
		{party{record: Record{Settled: 1}, strange: true}, 0, 4},
		{party{record: Record{Settled: 9}, again: true}, 0, 2},
		{party{record: Record{Settled: 30}}, 30, 4},
		{party{record: Record{Settled: 30}}, 31, 1},
	} {
		if got := c.quarters(c.flying); got != c.want {
			t.Errorf("%+v beside %d: %d quarters, want %d", c.party, c.flying, got, c.want)
		}
	}
}

// A settlement that waits is offered more for as long as its round's price bears it and only where
// nothing before it waits; after the deadline it is replaced by nothing, and its order let go.
func TestASettlementThatWaitsIsNotPaidForAtAnyPrice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mined        uint64
		bumps, voids bool
	}{
		"it is the next":       {mined: 4, bumps: true, voids: true},
		"one before it waits":  {mined: 3, voids: true},
		"it can't be replaced": {mined: 4, bumps: true},
	} {
		s := newStage(scripted{name: "router"})
		tx := s.flying(t)
		s.orders.flying[0].Award.GasPrice = api.NewAmount(10)
		if !c.voids {
			s.agent.failing["void"] = errDown
		}
		s.node.mined = c.mined
		offered, bumps := tx, 0
		for block := uint64(16); block < 616; block++ {
			at := &s.orders.position[0]
			at.Number, at.Time = block, 1000+12*(block-16)
			clear(s.node.pool)
			s.node.pool[offered.Hash()] = offered
			if err := s.Round(t.Context()); err != nil {
				t.Fatal(name, err)
			}
			if next := s.orders.bumped[offered.Hash()]; next != nil {
				offered = next
				s.orders.flying[0].Award.TxHash = next.Hash()
				bumps++
			}
			if s.orders.failed["a"] != "" {
				if at.Time <= 2000+resendGrace {
					t.Errorf("%s: let go of at %d, the deadline is 2000", name, at.Time)
				}
				break
			}
		}
		if bumps > 0 != c.bumps || offered.GasFeeCap().Int64() > 10*mostRaise {
			t.Errorf("%s: %d bumps, up to %s wei", name, bumps, offered.GasFeeCap())
		}
		if !strings.HasPrefix(s.orders.failed["a"], "LATE: ") || len(s.agent.sent) > 0 != c.voids {
			t.Errorf("%s: %q, %d sent", name, s.orders.failed["a"], len(s.agent.sent))
		}
		for _, void := range s.agent.sent {
			if void.Nonce() != tx.Nonce() || len(void.Data()) > 0 {
				t.Errorf("%s: replaced by nonce %d with data %x", name, void.Nonce(), void.Data())
			}
		}
	}
}
