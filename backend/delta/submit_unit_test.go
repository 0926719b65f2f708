package delta

import (
	"bytes"
	"crypto/rand"
	"errors"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/store"
)

// Every field that makes an order one that can never be settled is named, all of them at once.
func TestFaultyFieldsAreNamed(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	for name, c := range map[string]struct {
		alter  func(*api.DeltaOrder)
		fields []string
	}{
		"zero owner": {func(o *api.DeltaOrder) { o.Owner = common.Address{} },
			[]string{"order.owner"}},
		"no amounts": {func(o *api.DeltaOrder) {
			o.SrcAmount, o.DestAmount = zeroAmount, zeroAmount
		},
			[]string{"order.srcAmount", "order.destAmount"}},
		"one token": {func(o *api.DeltaOrder) { o.DestToken = o.SrcToken },
			[]string{"order.destToken"}},
		"permit of two bytes": {func(o *api.DeltaOrder) { o.Permit = make([]byte, 2) },
			[]string{"order.permit"}},
		"permit of a wrong byte": {func(o *api.DeltaOrder) { o.Permit = []byte{2} },
			[]string{"order.permit"}},
		"one transfer for parts": {func(o *api.DeltaOrder) {
			o.Permit, o.Fillable = make([]byte, 96), true
		}, []string{"order.permit"}},
		"permit for another contract": {func(o *api.DeltaOrder) {
			o.Permit = eip712.Permit{Owner: o.Owner, Spender: common.Address{7}}.Encode(
				eip712.Signature{})
		}, []string{"order.permit"}},
		"permit of another owner": {func(o *api.DeltaOrder) {
			o.Permit = eip712.DAIPermit{Holder: common.Address{7}, Spender: deltaContract}.Encode(
				eip712.Signature{})
		}, []string{"order.permit"}},
		"parts that expect nothing": {func(o *api.DeltaOrder) {
			o.Fillable, o.ExpectedDestAmount = true, zeroAmount
		}, []string{"order.expectedDestAmount"}},
		"parts that expect more than the contract can divide": {func(o *api.DeltaOrder) {
			o.Fillable, o.ExpectedDestAmount = true, mostInParts.Add(api.NewAmount(1))
		}, []string{"order.expectedDestAmount"}},
		"the same of the second form": {func(o *api.DeltaOrder) {
			o.Form, o.Fillable, o.ExpectedDestAmount = api.SecondForm, true, api.MaxAmount
		}, []string{"order.expectedAmount"}},
		"lives too long": {func(o *api.DeltaOrder) { o.Deadline = 1_800_000_001 + maxLife },
			[]string{"order.deadline"}},
	} {
		_, created, err := s.SubmitDelta(t.Context(), signedBy(t, sample(c.alter)))
		var e *api.Error
		if !errors.As(err, &e) || e.Type != api.ValidationError || created {
			t.Errorf("%s: created %t, %v", name, created, err)
			continue
		}
		var fields []string
		for _, f := range e.Fields {
			fields = append(fields, f.Field)
		}
		if !slices.Equal(fields, c.fields) {
			t.Errorf("%s: names %v, want %v", name, fields, c.fields)
		}
	}
	if len(s.rows) != 0 {
		t.Errorf("%d refused orders are kept", len(s.rows))
	}
}

var zeroAmount api.Amount

// What can't be settled now, or can't be judged since the node or the store fails, is refused by
// name, and nothing of it is kept.
func TestSubmissionsThatAreRefused(t *testing.T) {
	t.Parallel()
	forged := func(t *testing.T, r *api.DeltaSubmission) { r.Signature[40] ^= 1 }
	for name, c := range map[string]struct {
		order  func(*api.DeltaOrder)
		change func(*testing.T, *api.DeltaSubmission)
		world  func(*Service, *node)
		kind   api.ErrorType
		text   string
	}{
		"the node is gone": {world: func(_ *Service, n *node) { n.fails["head"] = true },
			kind: api.ChainUnavailable, text: "newest block"},
		"the native coin": {order: func(o *api.DeltaOrder) { o.SrcToken = api.NativeToken },
			kind: api.SourceEth, text: "wrap it first"},
		"a token that taxes": {order: func(o *api.DeltaOrder) { o.SrcToken = taxed },
			kind: api.UnsupportedToken, text: api.Lower(taxed)},
		"a token of nobody": {order: func(o *api.DeltaOrder) { o.DestToken = unlisted },
			kind: api.UnsupportedToken, text: api.Lower(unlisted)},
		"too late": {order: func(o *api.DeltaOrder) { o.Deadline = 1_799_999_999 },
			kind: api.OrderExpired, text: "has passed"},
		"another's signature": {change: forged, kind: api.InvalidSignature,
			text: "does not verify"},
		"another's signature on one that waits for a price": {
			change: func(t *testing.T, r *api.DeltaSubmission) {
				forged(t, r)
				r.Trigger = &api.DeltaTrigger{Worth: api.NewAmount(1)} // no route is searched
			}, kind: api.InvalidSignature, text: "does not verify"},
		"many that nobody can settle": {world: func(s *Service, n *node) {
			s.cfg.MaxUnpaid = 0
		}, kind: api.TooManyOrders, text: "0 orders that nobody can settle now"},
		"the owner's code can't be read": {change: forged,
			world: func(_ *Service, n *node) { n.fails["code"] = true },
			kind:  api.ChainUnavailable, text: "read a contract"},
		"a contract refuses": {change: forged, world: func(_ *Service, n *node) {
			n.codes[sample().Owner] = hexutil.Bytes{1}
		}, kind: api.InvalidSignature, text: "isValidSignature"},
		"a contract can't be asked": {change: forged, world: func(_ *Service, n *node) {
			n.codes[sample().Owner], n.fails["owner"] = hexutil.Bytes{1}, true
		}, kind: api.ChainUnavailable, text: "make a call"},
		"a used nonce": {world: func(_ *Service, n *node) {
			n.spend(sample().Owner, sample().Nonce)
		}, kind: api.OrderNotFillable, text: "nonce 5"},
		"the nonce can't be read": {world: func(_ *Service, n *node) { n.fails["nonce"] = true },
			kind: api.ChainUnavailable, text: "make a call"},
		"too many": {world: func(s *Service, _ *node) { s.cfg.MaxOpen = 0 },
			kind: api.TooManyOrders, text: "has 0 open orders"},
		"the store is closed": {world: func(s *Service, _ *node) { s.cfg.Store.Close() },
			kind: api.StoreUnavailable, text: "try again later"},
	} {
		s, n := keeperOn(t)
		s.cfg.Tokens = pickyTokens{}
		o := sample()
		if c.order != nil {
			c.order(&o)
		}
		r := signedBy(t, o)
		if c.change != nil {
			c.change(t, &r)
		}
		if c.world != nil {
			c.world(s, n)
		}
		_, created, err := s.SubmitDelta(t.Context(), r)
		wants(t, name, err, c.kind, c.text)
		if created || len(s.rows) != 0 {
			t.Errorf("%s: created %t, %d orders kept", name, created, len(s.rows))
		}
	}
}

// Tokens that are not taken: one keeps a part of each transfer, one is on no list.
var taxed, unlisted = common.Address{0x7a}, common.Address{0x41}

type pickyTokens struct{ rawTokens }

func (pickyTokens) Listed(a common.Address) (api.Token, bool) {
	t := api.Token{Address: a}
	if a == taxed {
		t.TransferTax = 100
	}
	return t, a != unlisted
}

// Without randomness no order gets an id.
func TestNoOrderWithoutRandomness(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	s.cfg.Random = exhausted{}
	if _, created, err := s.SubmitDelta(t.Context(), signedBy(t, sample())); created ||
		!errors.Is(err, errNode) || len(s.rows) != 0 {
		t.Errorf("created %t: %v", created, err)
	}
}

// A signed order is kept in the form that the contract takes, and the same one again, also where
// both come at once, answers with what is stored.
func TestTheSameOrderTwice(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	r := signedBy(t, sample())
	first, created, err := s.SubmitDelta(t.Context(), r)
	if err != nil || !created || first.Status != waiting || len(first.Signature) != 64 ||
		first.ExpiresAt.Unix() != 1_800_000_100 || first.User != r.Order.Owner {
		t.Fatalf("created %t: %+v, %v", created, first, err)
	}
	again, created, err := s.SubmitDelta(t.Context(), r)
	if err != nil || created || again.ID != first.ID {
		t.Errorf("created %t: %s, %v", created, again.ID, err)
	}
	// it came in while the second one was checked
	head := api.BlockRef{Number: 1}
	again, created, err = s.insert(t.Context(), r, first.OrderHash, false, head)
	if err != nil || created || again.ID != first.ID || len(s.rows) != 1 {
		t.Errorf("created %t: %s, %v; %d orders", created, again.ID, err, len(s.rows))
	}
	s.cfg.MaxOpen = 1 // and so did others of its owner
	s.cfg.Random = rand.Reader
	_, created, err = s.insert(t.Context(), r, common.Hash{1}, false, head)
	wants(t, "the place was taken meanwhile", err, api.TooManyOrders, "has 1 open orders")
	if created || len(s.rows) != 1 {
		t.Errorf("created %t, %d orders", created, len(s.rows))
	}
}

// A contract's order is kept with the signature as it came, and marked as one to ask about.
func TestAContractsOrder(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	o := sample()
	n.codes[o.Owner], n.accepts = hexutil.Bytes{1}, true
	r, created, err := s.SubmitDelta(t.Context(),
		api.DeltaSubmission{ChainID: 1337, Order: o, Signature: []byte("by vote")})
	if err != nil || !created || string(r.Signature) != "by vote" || !s.rows[r.ID].ByContract {
		t.Errorf("created %t: %+v, %v", created, r, err)
	}
	if n.gas != signatureGas { // its code is a stranger's
		t.Errorf("it was asked with %d gas, want %d", n.gas, signatureGas)
	}
}

// An owner that delegates to code is asked as a contract is, whatever its key signed: where the
// code refuses the order is refused, and where it accepts the order is marked as one to ask about.
func TestADelegatedOwnersOrder(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	signed := signedBy(t, sample())
	n.codes[sample().Owner] = types.AddressToDelegation(common.Address{7})
	_, created, err := s.SubmitDelta(t.Context(), signed)
	wants(t, "its code refuses", err, api.InvalidSignature, "asks its isValidSignature alone")
	if created || len(s.rows) != 0 {
		t.Errorf("created %t, %d orders", created, len(s.rows))
	}
	n.accepts = true
	r, created, err := s.SubmitDelta(t.Context(), signed)
	if err != nil || !created || !s.rows[r.ID].ByContract ||
		!bytes.Equal(r.Signature, signed.Signature) {
		t.Errorf("created %t: %+v, %v", created, r, err)
	}
}

// cancelling is a cancellation signed by the trader.
func cancelsOf(t *testing.T, ids ...string) []byte {
	t.Helper()
	return signedHash(t, eip712.CancellationsTypedData(1337, deltaContract, ids).Hash())
}

// A cancellation by its owner's signature ends what is open, at the block that the orders are at,
// and leaves alone what has ended.
func TestCancellations(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	owner := func(status api.DeltaStatus) func(*row) {
		return func(r *row) {
			r.User, r.Order.Owner, r.Status = sample().Owner, sample().Owner, status
		}
	}
	open := s.keep(t, 1, 0, owner(running))
	done := s.keep(t, 1, 1, owner(executed))
	s.recent = []api.BlockRef{{Number: 8}}
	if err := s.CancelDelta(t.Context(), []string{open, done},
		cancelsOf(t, open, done)); err != nil {
		t.Fatal(err)
	}
	if s.status(t, open) != cancelled || s.status(t, done) != executed {
		t.Errorf("%s and %s", s.status(t, open), s.status(t, done))
	}
	a, err := s.DeltaAuction(t.Context(), open)
	if err != nil || len(a.Events) != 1 || a.Events[0].Block != 8 ||
		a.Events[0].Reason != "cancelled by the owner's signature" {
		t.Errorf("%+v, %v", a.Events, err)
	}
	s.recent = nil // before the chain was followed
	open = s.keep(t, 1, 2, owner(suspended), func(r *row) { r.Block = 3 })
	if err := s.CancelDelta(t.Context(), []string{open}, cancelsOf(t, open)); err != nil ||
		s.status(t, open) != cancelled {
		t.Errorf("%s, %v", s.status(t, open), err)
	}
}

// A cancellation that its owner did not sign, or that names what can't be cancelled together, ends
// nothing.
func TestCancellationsThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ids   func(open, done, other string) []string
		sign  []byte
		world func(*Service, *node)
		kind  api.ErrorType
		text  string
	}{
		"none": {ids: func(_, _, _ string) []string { return nil },
			kind: api.ValidationError, text: "names 0"},
		"too many": {ids: func(open, _, _ string) []string {
			return slices.Repeat([]string{open}, 101)
		},
			kind: api.ValidationError, text: "names 101"},
		"unknown": {ids: func(_, _, _ string) []string { return []string{"nothing"} },
			kind: api.NotFound, text: "there is no order nothing"},
		"of two owners": {ids: func(open, _, other string) []string {
			return []string{open, other}
		},
			kind: api.ValidationError, text: "same user"},
		"all done": {ids: func(_, done, _ string) []string { return []string{done} },
			kind: api.OrderNotFillable, text: "already finalized"},
		"another's signature": {sign: make([]byte, 65), kind: api.InvalidSignature,
			text: "exactly these ids"},
		"the owner's code can't be read": {sign: make([]byte, 65),
			world: func(_ *Service, n *node) { n.fails["code"] = true },
			kind:  api.ChainUnavailable, text: "read a contract"},
		"a contract refuses": {sign: make([]byte, 65), world: func(_ *Service, n *node) {
			n.codes[sample().Owner] = hexutil.Bytes{1}
		}, kind: api.InvalidSignature, text: "exactly these ids"},
		"a contract can't be asked": {sign: make([]byte, 65), world: func(_ *Service, n *node) {
			n.codes[sample().Owner], n.fails["owner"] = hexutil.Bytes{1}, true
		}, kind: api.ChainUnavailable, text: "make a call"},
	} {
		s, n := keeperOn(t)
		mine := func(status api.DeltaStatus) func(*row) {
			return func(r *row) {
				r.User, r.Order.Owner, r.Status = sample().Owner, sample().Owner, status
			}
		}
		open, done := s.keep(t, 1, 0, mine(running)), s.keep(t, 1, 1, mine(expired))
		other := s.keep(t, 2, 0)
		ids := []string{open}
		if c.ids != nil {
			ids = c.ids(open, done, other)
		}
		if c.world != nil {
			c.world(s, n)
		}
		sign := c.sign
		if sign == nil {
			sign = cancelsOf(t, ids...)
		}
		wants(t, name, s.CancelDelta(t.Context(), ids, sign), c.kind, c.text)
		if s.status(t, open) != running || s.status(t, other) != running ||
			s.status(t, done) != expired {
			t.Errorf("%s: something was cancelled", name)
		}
	}
	s, n := keeperOn(t) // and one by a contract that agrees
	id := s.keep(t, 1, 0, func(r *row) { r.User, r.Order.Owner = sample().Owner, sample().Owner })
	n.codes[sample().Owner], n.accepts = hexutil.Bytes{1}, true
	if err := s.CancelDelta(t.Context(), []string{id}, []byte("by vote")); err != nil ||
		s.status(t, id) != cancelled {
		t.Errorf("%s, %v", s.status(t, id), err)
	}
}

// A cancellation is acknowledged only when it is on disk: with the disk gone it is an error, and
// the order stays in the rounds.
func TestACancellationThatCantBeStored(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	id := s.keep(t, 1, 0)
	s.cfg.Store.Close()
	err := s.update(func(c *change) error { return nil })
	wants(t, "closed", err, api.StoreUnavailable, "try again later")
	if !errors.Is(err, store.ErrClosed) || s.rows[id].Status != running {
		t.Errorf("%v, %s", err, s.rows[id].Status)
	}
}

// Orders of one nonce exclude each other on the contract: where one is of a later form, the second
// is refused at the door.
func TestNoncesOfOpenOrdersAreNotTakenAgain(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	if _, _, err := s.SubmitDelta(t.Context(), signedBy(t, sample())); err != nil {
		t.Fatal(err)
	}
	later := func(o *api.DeltaOrder) { o.Form = api.SecondForm }
	_, _, err := s.SubmitDelta(t.Context(), signedBy(t, sample(later)))
	wants(t, "a twin of a later form", err, api.OrderNotFillable, "nonce 5")
	if _, _, err = s.SubmitDelta(t.Context(), signedBy(t, sample(later, func(o *api.DeltaOrder) {
		o.Nonce = api.NewAmount(6)
	}))); err != nil {
		t.Errorf("with a nonce of its own: %v", err)
	}
}
