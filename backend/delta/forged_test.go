package delta

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/store"
	"bourse/store/facts"
)

// Whoever writes into the log of facts cancels no order without its owner's signature, changes
// nothing that an owner signed, puts no order in another one's place and makes none with a past.
func TestForgedFactsOfDeltaOrdersComeToNothing(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	s.cfg.Log = brokenLog{facts.NewLocal(), facts.ErrUnavailable, 0}
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	owner := crypto.PubkeyToAddress(key.PublicKey)
	sign := func(hash common.Hash) []byte {
		signature, err := crypto.Sign(hash[:], key)
		if err != nil {
			t.Fatal(err)
		}
		signature[64] += 27
		return signature
	}
	var at facts.Position
	write := func(e entry) {
		t.Helper()
		body, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		at.Revision++
		if err := (intake{s}).Apply(t.Context(), at, []facts.Fact{{Name: "forged",
			Body: body}}); err != nil {
			t.Fatal(err)
		}
	}
	fresh := func(n uint64) row {
		o := api.DeltaOrder{Owner: owner, Beneficiary: owner, SrcToken: common.Address{1},
			DestToken: common.Address{2}, SrcAmount: api.NewAmount(100),
			DestAmount: api.NewAmount(1), Nonce: api.NewAmount(n), Deadline: 1_900_000_000}
		hash := eip712.DeltaTypedData(s.chainID, s.contracts.Delta, o).Hash()
		now := time.Unix(1_800_000_000, 0).UTC()
		return row{DeltaRecord: api.DeltaRecord{ID: uuidOf(n), User: owner, Order: o,
			OrderHash: hash, Signature: sign(hash), ChainID: s.chainID, DeltaVersion: Version,
			CreatedAt: now, UpdatedAt: now, Transactions: []api.DeltaTransaction{}}}
	}
	submit := func(r row) {
		t.Helper()
		text, err := rowCodec{}.Append(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		write(entry{Submit: &submission{Row: text, Reason: "submitted", Block: 1}})
	}
	submit(fresh(1))
	is := func(when, id string, want api.DeltaStatus) {
		t.Helper()
		if got := s.status(t, id); got != want {
			t.Errorf("%s: the order is %s, not %s", when, got, want)
		}
	}
	begun := s.status(t, uuidOf(1))
	ids := []string{uuidOf(1)}
	write(entry{Cancel: &cancellation{IDs: ids, Block: 1}})
	is("cancelled without a signature", uuidOf(1), begun)
	write(entry{Cancel: &cancellation{IDs: ids, Block: 1, Signature: sign(common.Hash{1})}})
	is("cancelled by a signature of something else", uuidOf(1), begun)

	stored := func(id string) row {
		t.Helper()
		var r row
		if err := (intake{s}).look(func(c *change) error {
			known, err := c.order(id)
			r = *known
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return r
	}
	for what, alter := range map[string]func(*row){
		"another beneficiary": func(r *row) { r.Order.Beneficiary = common.Address{9} },
		"another floor":       func(r *row) { r.Order.DestAmount = api.Amount{} },
		"another signature":   func(r *row) { r.Signature = sign(common.Hash{2}) },
		"another hash":        func(r *row) { r.OrderHash = common.Hash{3} },
		"a contract's":        func(r *row) { r.ByContract = true },
		"another form":        func(r *row) { r.Order.Form = api.SecondForm },
	} {
		r := stored(uuidOf(1))
		was := r.Seq
		alter(&r)
		r.Seq++
		text, err := rowCodec{}.Append(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		write(entry{Change: &written{Rows: []rowWrite{{Was: was, Row: text}}}})
		if stored(uuidOf(1)).Seq != was {
			t.Errorf("%s was taken", what)
		}
	}
	other := fresh(2)
	other.ID = uuidOf(1)
	submit(other)
	if got := stored(uuidOf(1)); got.Order.Nonce != api.NewAmount(1) {
		t.Error("an order was put in another one's place")
	}
	for what, alter := range map[string]func(*row){
		"another floor":        func(r *row) { r.Order.DestAmount = api.NewAmount(2) },
		"another hash":         func(r *row) { r.OrderHash = common.Hash{3} },
		"another's signature":  func(r *row) { r.Signature = sign(common.Hash{2}) },
		"no signature":         func(r *row) { r.Signature = nil },
		"another network":      func(r *row) { r.ChainID++ },
		"parts of a whole one": func(r *row) { r.PartiallyFillable, r.Order.Fillable = true, true },
	} {
		r := fresh(4)
		alter(&r)
		submit(r)
		if _, err := s.DeltaOrder(t.Context(), uuidOf(4)); api.TypeOf(err) != api.NotFound {
			t.Errorf("an order with %s came: %v", what, err)
		}
	}
	submit(fresh(4))
	if _, err := s.DeltaOrder(t.Context(), uuidOf(4)); err != nil {
		t.Errorf("an order as it was signed: %v", err)
	}
	past := fresh(3)
	past.Status, past.Seq = executed, 4
	submit(past)
	if _, err := s.DeltaOrder(t.Context(), uuidOf(3)); api.TypeOf(err) != api.NotFound {
		t.Errorf("an order that has a past came: %v", err)
	}
	write(entry{Cancel: &cancellation{IDs: ids, Block: 1, Signature: sign(
		eip712.CancellationsTypedData(s.chainID, s.contracts.Delta, ids).Hash())}})
	is("cancelled by its owner", uuidOf(1), cancelled)
	become := func(id string, status api.DeltaStatus, alter func(*row)) {
		t.Helper()
		r := stored(id)
		was := r.Seq
		r.Status = status
		alter(&r)
		r.Seq++
		text, err := rowCodec{}.Append(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		write(entry{Change: &written{Rows: []rowWrite{{Was: was, Row: text}}}})
	}
	as := func(*row) {}
	not := func(r *row) { r.ByOwner = false }
	settled := func(r *row) { r.Transactions = []api.DeltaTransaction{{ID: uuidOf(7), Status: 1}} }
	for _, status := range []api.DeltaStatus{waiting, running, suspended, executing, executed} {
		become(uuidOf(1), status, as)
		become(uuidOf(1), status, not)
		become(uuidOf(1), status, settled)
		is("open again after its cancellation", uuidOf(1), cancelled)
	}
	become(uuidOf(4), cancelled, func(r *row) { r.ByOwner = true })
	become(uuidOf(4), executed, as)
	is("ended by nobody", uuidOf(4), begun)
	become(uuidOf(4), executed, settled)
	is("settled by a transaction", uuidOf(4), executed)
	become(uuidOf(4), running, as)
	is("open again while the chain went on", uuidOf(4), executed)
}

// A round that is told of again, out of its turn, does not make its number that of the last one.
func TestRoundsThatAreToldAgainComeToNothing(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	s.cfg.Log = brokenLog{facts.NewLocal(), facts.ErrUnavailable, 0}
	for i, round := range []uint64{3, 5, 3} {
		id := uuidOf(round)
		body, err := json.Marshal(entry{Change: &written{Round: round, Rounds: []roundWrite{{
			Order: id, Round: round, Entry: api.DeltaRoundEntry{Round: round}}}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := (intake{s}).Apply(t.Context(), facts.Position{Revision: int64(i + 1)},
			[]facts.Fact{{Name: "told", Body: body}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.cfg.Store.View(func(tx *store.Tx) error {
		last, err := s.tables.counters.Get(tx, roundKey)
		if last != 5 {
			t.Errorf("the last round is %d", last)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// What only later forms of orders have is signed as well.
func TestLaterFormsAreComparedWhole(t *testing.T) {
	t.Parallel()
	sliced := row{DeltaRecord: api.DeltaRecord{Order: api.DeltaOrder{Form: api.SlicedForm,
		Slices: 4, Interval: 60, SliceAmount: api.NewAmount(9)}}}
	if same := sliced; !sliced.signedAlike(&same) {
		t.Error("an order differs from itself")
	}
	for what, alter := range map[string]func(*api.DeltaOrder){
		"form":        func(o *api.DeltaOrder) { o.Form = api.SlicedBuyForm },
		"side":        func(o *api.DeltaOrder) { o.Buy = true },
		"slices":      func(o *api.DeltaOrder) { o.Slices = 3 },
		"interval":    func(o *api.DeltaOrder) { o.Interval = 61 },
		"slice's due": func(o *api.DeltaOrder) { o.SliceAmount = api.NewAmount(1) },
		"metadata":    func(o *api.DeltaOrder) { o.Metadata = []byte{1} },
	} {
		other := sliced
		if alter(&other.Order); sliced.signedAlike(&other) {
			t.Errorf("another %s was taken", what)
		}
	}
}

// uuidOf is the id of an order by its number.
func uuidOf(n uint64) string {
	return entryID("00000000-0000-0000-0000-000000000000", common.Hash{}, uint(n))
}
