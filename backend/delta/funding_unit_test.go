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
	for id, want := range map[string]signature{yes: {asked: 1, block: at.Hash},
		no: {asked: 1, gas: signatureGas}, slow: {asked: 1, gas: signatureGas}} {
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
