package delta

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/google/uuid"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// transactionOf is a mined settlement of 40 of an order.
func transactionOf(n byte, block uint64) api.DeltaTransaction {
	return api.DeltaTransaction{ID: uuid.NewSHA1(uuid.Nil, []byte{n}).String(),
		Hash: common.Hash{n}, BlockNumber: block, Status: 1, Spent: api.NewAmount(40)}
}

// What becomes of an order when blocks leave the chain: by what it was, whether its settlement was
// in them, and whether that can come back.
func TestReorganisations(t *testing.T) {
	t.Parallel()
	byOwner := func(r *row) { r.ByOwner = true }
	awardedTx := func(r *row) { r.Award = &auction.Award{TxHash: common.Hash{1}} }
	formerTx := func(r *row) {
		r.Award = &auction.Award{TxHash: common.Hash{9}, Former: []common.Hash{{1}}}
	}
	gone := func(r *row) {
		r.Transactions = append(r.Transactions, transactionOf(1, 7))
		r.FilledAmount = r.FilledAmount.Add(api.NewAmount(40))
	}
	for name, c := range map[string]struct {
		from  api.DeltaStatus
		alter []func(*row)
		to    api.DeltaStatus
	}{
		"settled, not by us":             {executed, []func(*row){gone}, running},
		"settled by the winner":          {executed, []func(*row){gone, awardedTx}, executing},
		"settled for a lower fee":        {executed, []func(*row){gone, formerTx}, executing},
		"cancelled, then settled":        {executed, []func(*row){gone, byOwner}, cancelled},
		"cancelled with a part settled":  {cancelled, []func(*row){gone, byOwner}, cancelled},
		"cancelled by the owner":         {cancelled, []func(*row){byOwner}, cancelled},
		"cancelled by its nonce":         {cancelled, nil, running},
		"expired":                        {expired, nil, running},
		"failed":                         {failed, nil, running},
		"running with a part settled":    {running, []func(*row){gone}, running},
		"suspended with a part settled":  {suspended, []func(*row){gone}, running},
		"in flight":                      {executing, []func(*row){awardedTx}, executing},
		"in flight with a part settled":  {executing, []func(*row){gone, awardedTx}, executing},
		"settled in a block that stays":  {executed, nil, executed},
		"not looked at yet":              {waiting, nil, waiting},
		"suspended in a block that went": {suspended, nil, suspended},
	} {
		s := keeper(t)
		id := s.keep(t, 1, 0, append([]func(*row){func(r *row) {
			r.Status, r.FilledAmount = c.from, api.NewAmount(40)
			r.Transactions = []api.DeltaTransaction{transactionOf(2, 5)} // stays
		}}, c.alter...)...)
		if err := s.update(func(ch *change) error {
			r, err := ch.order(id)
			if err != nil {
				return err
			}
			return ch.unsettle(r, func(tx api.DeltaTransaction) bool {
				return tx.BlockNumber <= 6
			}, 6)
		}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		r, err := s.DeltaOrder(t.Context(), id)
		if err != nil || r.Status != c.to || len(r.Transactions) != 1 ||
			r.FilledAmount != api.NewAmount(40) {
			t.Errorf("%s: %s, filled %s by %d transactions, %v", name, r.Status, r.FilledAmount,
				len(r.Transactions), err)
		}
	}
}

// What becomes of an order when the contract tells of a settlement: by what it was and what is
// left. The same settlement told twice counts once.
func TestSettlementsAreTakenIn(t *testing.T) {
	t.Parallel()
	winner := common.Address{0xa9}
	for name, c := range map[string]struct {
		from   api.DeltaStatus
		amount uint64 // of the order
		total  uint64 // 0: whole
		by     common.Address
		to     api.DeltaStatus
		filled uint64
	}{
		"whole":                       {executing, 100_000, 0, winner, executed, 100_000},
		"whole, by another":           {running, 100_000, 0, common.Address{7}, executed, 100_000},
		"a part":                      {executing, 100_000, 40, winner, running, 40},
		"a part, by another":          {executing, 100_000, 40, common.Address{7}, executing, 40},
		"all but a rest":              {executing, 100_000, 99_991, winner, executed, 99_991},
		"all but a settleable rest":   {executing, 100_000, 99_990, winner, running, 99_990},
		"a part of few units":         {executing, 9_999, 5_000, winner, running, 5_000},
		"all but a unit of few":       {executing, 9_999, 9_998, winner, running, 9_998},
		"after it was cancelled":      {cancelled, 100_000, 0, winner, cancelled, 100_000},
		"after it had failed":         {failed, 100_000, 0, winner, failed, 100_000},
		"a part, after it had failed": {failed, 100_000, 40, winner, failed, 40},
		"a part, cancelled meanwhile": {cancelled, 100_000, 40, winner, cancelled, 40},
		"a part, expired meanwhile":   {expired, 100_000, 40, winner, expired, 40},
	} {
		s := keeper(t)
		id := s.keep(t, 1, 0, func(r *row) {
			r.Status, r.Order.SrcAmount, r.Order.Fillable = c.from, api.NewAmount(c.amount), true
			r.PartiallyFillable = true
			r.Order.DestAmount, r.Order.ExpectedDestAmount = api.NewAmount(1e6),
				api.NewAmount(1e6)
			r.Award = &auction.Award{Address: winner, Round: 3}
		})
		tx := transactionOf(1, 5)
		tx.From = c.by
		for range 2 {
			if err := s.update(func(ch *change) error {
				return ch.settle(settled{id: id, tx: tx,
					Event: settlement.Event{Total: api.NewAmount(c.total)}})
			}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		r, err := s.DeltaOrder(t.Context(), id)
		if err != nil || r.Status != c.to || r.FilledAmount != api.NewAmount(c.filled) ||
			len(r.Transactions) != 1 || r.Transactions[0].Spent != api.NewAmount(c.filled) ||
			r.Transactions[0].FilledPercent != c.filled*10_000/c.amount {
			t.Errorf("%s: %s, filled %s by %d transactions, %v", name, r.Status, r.FilledAmount,
				len(r.Transactions), err)
		}
		a, err := s.DeltaAuction(t.Context(), id)
		if err != nil || len(a.Events) != 1 || a.Events[0].Round != 3 {
			t.Errorf("%s: %+v, %v", name, a.Events, err)
		}
	}
}

// A part took what the total grew by, also where the contract was asked for the total before its
// event came.
func TestPartsAddUp(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	id := s.keep(t, 1, 0, func(r *row) {
		r.Status, r.Order.SrcAmount, r.Order.Fillable = running, api.NewAmount(100_000), true
		r.PartiallyFillable = true
		r.Order.DestAmount, r.Order.ExpectedDestAmount = api.NewAmount(1e6), api.NewAmount(1e6)
	})
	for i, c := range []struct{ total, asked, spent uint64 }{
		{total: 40_000, spent: 40_000}, {total: 70_000, asked: 70_000, spent: 30_000},
		{total: 0, spent: 30_000},
	} {
		if err := s.update(func(ch *change) error {
			if r, err := ch.order(id); err != nil {
				return err
			} else if c.asked > 0 {
				r.FilledAmount = api.NewAmount(c.asked)
			}
			return ch.settle(settled{id: id, tx: transactionOf(byte(i+1), uint64(5+i)),
				Event: settlement.Event{Total: api.NewAmount(c.total)}})
		}); err != nil {
			t.Fatal(err)
		}
		r, err := s.DeltaOrder(t.Context(), id)
		if err != nil || len(r.Transactions) != i+1 ||
			r.Transactions[i].Spent != api.NewAmount(c.spent) ||
			r.Transactions[i].FilledPercent != c.spent/10 {
			t.Errorf("part %d: %+v, %v", i, r.Transactions, err)
		}
	}
}

// A transaction that takes another's place does so in the awards of all orders that the two settle,
// and in no other; a failure frees the order it names, once, and its agent sits out.
func TestAwardsInTheLedger(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	var ids []string
	for n := range 3 {
		ids = append(ids, s.keep(t, 1, n, func(r *row) {
			r.Status = executing
			r.Award = &auction.Award{TxHash: common.Hash{byte(n / 2)}, Agent: "router"}
		}))
	}
	at, tx := api.BlockRef{Number: 9}, types.NewTx(&types.DynamicFeeTx{Nonce: 4})
	l := ledger{s}
	if err := l.Bumped(common.Hash{0}, tx, at, 14); err != nil {
		t.Fatal(err)
	}
	bumped := 0
	for _, o := range l.InFlight() {
		if o.Award.TxHash == tx.Hash() {
			bumped++
			if o.Award.Until != 14 || !slices.Equal(o.Award.Former, []common.Hash{{0}}) ||
				!o.Award.Sent(common.Hash{0}) || len(o.Award.Raw) == 0 || o.ID == ids[2] {
				t.Errorf("%+v", o)
			}
		}
	}
	if bumped != 2 {
		t.Errorf("%d of 2 awards have the new transaction", bumped)
	}
	flying := l.InFlight()
	late := flying[slices.IndexFunc(flying, func(o auction.InFlight) bool {
		return o.ID == ids[2]
	})]
	stale := late
	stale.Seq += 7
	for _, o := range []auction.InFlight{stale, late} {
		if err := l.Fail(t.Context(), &o, at, "TIMEOUT", nil); err != nil {
			t.Fatal(err)
		}
		if freed := s.status(t, ids[2]) == running; freed != (o.Seq == late.Seq) {
			t.Errorf("of sequence %d: freed %t", o.Seq, freed)
		}
	}
	if s.rows[ids[2]].Cooldown["router"] != s.round+cooldownRounds+1 || !l.Changed(&late) {
		t.Errorf("its agent sits out until %v", s.rows[ids[2]].Cooldown)
	}
}
