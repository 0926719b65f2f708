package delta

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
)

// Where the node can't tell what orders are paid from, nothing is judged and all of it is asked
// again.
func TestFundingThatCantBeRead(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	id := s.keep(t, 1, 0)
	s.unread(id)
	n.fails["nonce"] = true
	err := ledger{s}.RefreshFunding(t.Context(), s.recent[0])
	wants(t, "without the node", err, api.ChainUnavailable, "make a call")
	if _, read := s.funded[id]; read || s.status(t, id) != running {
		t.Errorf("read %t, %s", read, s.status(t, id))
	}
}

// Orders are judged by what the chain says of them: one whose nonce was used ends, one that lacks
// funds waits, one that has them again runs, and parts that were not seen are counted.
func TestFundingIsJudged(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	ids := []string{s.keep(t, 1, 0), s.keep(t, 1, 1),
		s.keep(t, 1, 2, func(r *row) { r.Status = suspended }),
		s.keep(t, 1, 3, func(r *row) { r.Order.Fillable = true }), s.keep(t, 1, 4)}
	covers := []cover{{used: true}, {lacks: "the owner holds nothing"}, {},
		{filled: api.NewAmount(60)}, {funds: funds{amount: api.NewAmount(7)}}}
	var list []row
	for _, id := range ids {
		list = append(list, *s.rows[id])
	}
	if err := s.applyCovers(s.recent[0], list, covers); err != nil {
		t.Fatal(err)
	}
	for i, want := range []api.DeltaStatus{cancelled, suspended, running, running, running} {
		if got := s.status(t, ids[i]); got != want {
			t.Errorf("order %d is %s, want %s", i, got, want)
		}
	}
	if s.rows[ids[1]].Reason != "the owner holds nothing" ||
		s.rows[ids[3]].FilledAmount != api.NewAmount(60) || s.rows[ids[4]].Seq != 0 ||
		s.funded[ids[4]].amount != api.NewAmount(7) {
		t.Errorf("%q, filled %s, sequence %d, funds %s", s.rows[ids[1]].Reason,
			s.rows[ids[3]].FilledAmount, s.rows[ids[4]].Seq, s.funded[ids[4]].amount)
	}
	// what changed while the chain was asked is looked at again, not judged
	if err := s.applyCovers(s.recent[0], list[4:], []cover{{used: true}}); err != nil ||
		s.status(t, ids[4]) != cancelled {
		t.Errorf("%s, %v", s.status(t, ids[4]), err)
	}
	stale := *s.rows[ids[2]]
	stale.Seq = 0
	if err := s.applyCovers(s.recent[0], []row{stale}, []cover{{used: true}}); err != nil ||
		s.status(t, ids[2]) != running {
		t.Errorf("%s, %v", s.status(t, ids[2]), err)
	}
	if _, read := s.funded[ids[2]]; read {
		t.Error("it is not looked at again")
	}
}

// A token's own permit counts as the token says that it does: one that is used up, over or no good
// leaves the allowance that there is, and one that is good takes its place.
func TestOwnPermitsAreTried(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	at := s.recent[0]
	word := func(n uint64) chain.Result {
		b := api.NewAmount(n).Bytes32()
		return chain.Result{OK: true, Data: b[:]}
	}
	erc2612 := func(value, deadline uint64) []uint64 {
		return []uint64{0, 0, value, deadline, 0, 0, 0}
	}
	dai := func(nonce, expiry uint64) []uint64 {
		return []uint64{0, 0, nonce, expiry, 1, 0, 0, 0}
	}
	later, no, yes := at.Time+9, chain.Result{}, chain.Result{OK: true}
	const approve = ": approve the Delta contract"
	for name, c := range map[string]struct {
		permit       []uint64
		tried, count chain.Result
		allowed      uint64
		lacks        string
		amount       uint64 // of 1000 that there are
		until        uint64
	}{
		"good": {erc2612(150, later), yes, word(0), 0, "", 150, later},
		"used up": {erc2612(150, later), no, word(1), 0, "its permit is used up" + approve, 0,
			0},
		"used up and allowed": {erc2612(150, later), no, word(1), 120, "", 120, 0},
		"lowers what is allowed": {erc2612(50, later), yes, word(0), 120,
			"the permit in the order allows ", 50, later},
		"of nobody": {erc2612(150, later), no, word(0), 0,
			"the token refuses its permit" + approve, 0, 0},
		"over in the next block": {erc2612(150, at.Time), yes, word(0), 7, "its permit ended at ",
			7, 0},
		"of a token that takes any call": {erc2612(150, later), yes, yes, 0,
			"the token has no permits" + approve, 0, 0},
		"DAI's without end": {dai(3, 0), yes, word(3), 0, "", 1000, 0},
		"DAI's, used up":    {dai(3, 0), no, word(4), 0, "its permit is used up" + approve, 0, 0},
		"DAI's, too early": {dai(4, 0), no, word(3), 0, "the token refuses its permit" + approve,
			0, 0},
	} {
		r := row{DeltaRecord: api.DeltaRecord{Order: sample(func(o *api.DeltaOrder) {
			o.SrcAmount = api.NewAmount(100)
			for _, n := range c.permit {
				b := api.NewAmount(n).Bytes32()
				o.Permit = append(o.Permit, b[:]...)
			}
		})}}
		got := s.readCover(at, &r, coverQuestions{balance: 1, allowance: 2, permit: 3, count: 4},
			[]chain.Result{word(0), word(1000), word(c.allowed), c.tried, c.count})
		fits := got.lacks == c.lacks ||
			strings.HasSuffix(c.lacks, " ") && strings.HasPrefix(got.lacks, c.lacks)
		if !fits || got.funds != (funds{amount: api.NewAmount(c.amount), until: c.until}) {
			t.Errorf("%s: it lacks %q, %+v", name, got.lacks, got.funds)
		}
	}
}

// A unit of what an order sells does not stand behind it: one that is held back is among those that
// nobody can settle until its owner has all of it.
func TestHeldOrdersOfLittleAreUnpaid(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	id := s.keep(t, 7, 1, func(r *row) { r.Status = waiting })
	for has, want := range map[uint64]int{0: 1, 1: 1, 99: 1, 100: 0} {
		s.funded[id] = funds{amount: api.NewAmount(has)}
		if got := s.unpaid(); got != want {
			t.Errorf("of %d of 100: %d are unpaid", has, got)
		}
	}
}

// Of an order that arrived since funds were read last nobody knows that something stands behind it:
// it takes one of the places of those that nothing does.
func TestUnreadOrdersAreUnpaid(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	known, fresh := s.keep(t, 7, 1), s.keep(t, 7, 2)
	s.unread(fresh)
	if n := s.unpaid(); n != 1 {
		t.Errorf("%d are unpaid, where one of %s and %s was read", n, known, fresh)
	}
}

// An owner's contract that refuses with little gas is asked with all that there is; one that
// refuses then ends its order, and one that took too long comes after all others. What changed
// meanwhile is not judged.
func TestSignaturesAreJudged(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	byContract := func(r *row) { r.ByContract = true }
	yes, no, slow := s.keep(t, 1, 0, byContract), s.keep(t, 1, 1, byContract),
		s.keep(t, 1, 2, byContract)
	rows := func(ids ...string) (list []row) {
		for _, id := range ids {
			list = append(list, *s.rows[id])
		}
		return list
	}
	at := s.recent[0]
	word := make([]byte, 32)
	copy(word, []byte{0x16, 0x26, 0xba, 0x7e})
	answers := []chain.Result{{OK: true, Data: word}, {OK: true, Data: make([]byte, 32)}}
	if err := s.judgeSignatures(at, rows(yes, no), answers); err != nil {
		t.Fatal(err)
	}
	if err := s.judgeSignatures(at, rows(slow), nil); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]signature{yes: {asked: 1, rounds: 1, block: at.Hash},
		no:   {asked: 1, rounds: 1, gas: signatureGas},
		slow: {asked: 1, rounds: 1, gas: signatureGas}} {
		if s.signed[id] != want || s.status(t, id) != running {
			t.Errorf("%+v, want %+v; %s", s.signed[id], want, s.status(t, id))
		}
	}
	stale := rows(no)
	stale[0].Seq = 9
	if err := s.judgeSignatures(at, stale, answers[1:]); err != nil ||
		s.status(t, no) != running {
		t.Errorf("%v, %s", err, s.status(t, no))
	}
	if err := s.judgeSignatures(at, rows(no), answers[1:]); err != nil {
		t.Fatal(err)
	}
	r, err := s.DeltaOrder(t.Context(), no)
	if err != nil || r.Status != failed ||
		!strings.Contains(r.Reason, "does not accept the signature any more") {
		t.Errorf("%s since %q, %v", r.Status, r.Reason, err)
	}
	if _, known := s.signed[no]; known {
		t.Error("it is asked again")
	}
}

// An order that its owner signed by a transaction waits once another takes that back, so that no
// settlement with others fails of it, and goes on when it is signed again.
func TestSignaturesOnChainAreFollowed(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	n.accepts = true // any token says that there is plenty
	id := s.keep(t, 1, 0, func(r *row) { r.Order.Form = api.SecondForm })
	r := s.rows[id]
	key := string(settlement.Second.PackIsPreSigned(r.Order.Owner, r.OrderHash))
	event := settlement.Second.GetABI().Events["PreSignatureSet"].ID
	for _, signed := range []bool{true, false, true} {
		n.used[key] = signed
		s.touched([]types.Log{{Address: deltaContract, Topics: []common.Hash{
			event, common.BytesToHash(r.Order.Owner[:]), r.OrderHash}}})
		if err := (ledger{s}).RefreshFunding(t.Context(), s.recent[0]); err != nil {
			t.Fatal(err)
		}
		want := suspended
		if signed {
			want = running
		}
		if got := s.status(t, id); got != want {
			t.Errorf("signed %t: it is %s since %q", signed, got, s.rows[id].Reason)
		}
	}
}
