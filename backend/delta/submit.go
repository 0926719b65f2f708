package delta

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/google/uuid"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
	"bourse/store"
)

// SubmitDelta checks and stores a signed order. The same order twice answers with what is stored,
// whoever has its signature: all others are told what they would be of one that is not there.
func (s *Service) SubmitDelta(
	ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool, error) {
	if r.Secret != (common.Hash{}) {
		ctx = api.WithSecrets(ctx, r.Secret)
	}
	r.Order = s.asSigned(r)
	hash := eip712.DeltaTypedData(s.chainID, s.contracts.Delta, r.Order).Hash()
	stored, known, err := s.byHash(hash)
	if err != nil {
		return api.DeltaRecord{}, false, err
	}
	if known && stored.isBy(r.Signature) {
		return s.shown(ctx, &stored), false, nil
	}
	head, err := s.cfg.Network.Head(ctx)
	if err != nil {
		return api.DeltaRecord{}, false, err
	}
	if err := s.checkOrder(&r.Order, head.Time); err != nil {
		return api.DeltaRecord{}, false, err
	}
	if r.Order.Form != api.FirstForm {
		if err := s.checkSecond(ctx, &r, head); err != nil {
			return api.DeltaRecord{}, false, err
		}
	}
	if err := s.checkOpen(r.Order.Owner, false); err != nil {
		return api.DeltaRecord{}, false, err
	}
	byContract := false
	if r.Signature, byContract, err = s.verify(ctx, r, hash, head.Hash); err != nil {
		return api.DeltaRecord{}, false, err
	}
	if err := s.checkOpen(r.Order.Owner, byContract); err != nil && !known {
		return api.DeltaRecord{}, false, err
	}
	if known {
		return s.shown(ctx, &stored), false, nil
	}
	if err := s.checkNonce(ctx, &r.Order, head.Hash); err != nil {
		return api.DeltaRecord{}, false, err
	}
	if err := s.checkTwin(&r.Order); err != nil {
		return api.DeltaRecord{}, false, err
	}
	if err := checkPermit(ctx, s, &r.Order, head.Hash); err != nil {
		return api.DeltaRecord{}, false, err
	}
	fresh := row{ByContract: byContract, DeltaRecord: api.DeltaRecord{Order: r.Order,
		OrderHash: hash, Signature: r.Signature}}
	if err := s.checkPaid(ctx, fresh, head.BlockRef); err != nil {
		return api.DeltaRecord{}, false, err
	}
	// the search of a route comes last: nobody has one made for an order that he could not give
	if err := s.checkTrigger(ctx, &r, head.Time); err != nil {
		return api.DeltaRecord{}, false, err
	}
	return s.insert(ctx, r, hash, byContract, head.BlockRef)
}

// isBy tells whether a signature is the order's own, in either form. None is nobody's: who sends
// none may have read its hash on chain alone.
func (r *row) isBy(signature []byte) bool {
	if len(signature) == 0 {
		return false
	}
	parsed, err := eip712.ParseSignature(signature)
	return bytes.Equal(r.Signature, signature) || err == nil &&
		(bytes.Equal(r.Signature, parsed.Compact()) || bytes.Equal(r.Signature, parsed[:]))
}

func (s *Service) insert(ctx context.Context, r api.DeltaSubmission, hash common.Hash,
	byContract bool, head api.BlockRef) (record api.DeltaRecord, created bool, err error) {
	id, err := uuid.NewRandomFromReader(s.cfg.Random)
	if err != nil {
		return record, false, err
	}
	now := s.cfg.Now().UTC()
	fresh := row{ByContract: byContract, Lock: lockOf(&r), DeltaRecord: api.DeltaRecord{
		ID: id.String(), DeltaVersion: Version, User: r.Order.Owner, Order: r.Order,
		OrderHash: hash, Signature: r.Signature, ChainID: s.chainID,
		PartiallyFillable: r.Order.Fillable, Partner: r.Partner,
		ExpiresAt: time.Unix(int64(r.Order.Deadline), 0).UTC(),
		CreatedAt: now.Truncate(time.Millisecond), Transactions: []api.DeltaTransaction{},
	}}
	fresh.UpdatedAt = fresh.CreatedAt
	if fresh.Order.Form != api.FirstForm {
		fresh.tell(r.Type == limitType)
	}
	created, err = intake{s}.take(ctx, "submit-"+hash.Hex(), entry{Submit: &submission{row: fresh,
		Trigger: r.Trigger, Reason: s.submittedReason(&r), Block: head.Number}})
	if err != nil {
		return record, false, err
	}
	stored, _, err := s.byHash(hash)
	if err != nil {
		return record, false, err
	}
	return s.shown(ctx, &stored), created, nil
}

// submittedReason says what becomes of a new order.
func (s *Service) submittedReason(r *api.DeltaSubmission) string {
	t := r.Trigger
	if t == nil {
		return "submitted"
	}
	reason := api.HeldBack + " by this service"
	if t.NotBefore != 0 {
		reason += " until " + moment(t.NotBefore)
	}
	if t.Worth.IsZero() {
		return reason
	}
	level := s.levelText(&r.Order, t.Worth)
	if !t.Trail.IsZero() { // where it stands by now is not where it began
		goes := " until the price falls to a level that rises with the market, from "
		if s.buysBase(&r.Order) {
			goes = " until the price rises to a level that falls with the market, from "
		}
		return reason + goes + level + " on"
	}
	return reason + " until it could trade at " + level + s.orBeyond(&r.Order, t.Below)
}

// checkOpen refuses another order of an owner that has as many open ones as it may.
func (s *Service) checkOpen(owner common.Address, byContract bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.checkOpenHeld(owner, byContract)
}

func (s *Service) checkOpenHeld(owner common.Address, byContract bool) error {
	most, such := s.cfg.MaxOpen, "one owner"
	if byContract && most > maxContractOrders {
		most, such = maxContractOrders, "an owner that is a contract"
	}
	if len(s.owners[owner]) >= most {
		return api.Errorf(api.TooManyOrders, "%s has %d open orders, the most %s may have: "+
			"cancel some or let them expire", api.Lower(owner), most, such)
	}
	return nil
}

// checkPaid refuses an order that nothing stands behind where as many such are kept as there is
// room for: keys are free, so that a bound of each owner alone bounds nothing.
func (s *Service) checkPaid(ctx context.Context, fresh row, at api.BlockRef) error {
	s.mu.Lock()
	full := len(s.rows) >= s.cfg.MaxUnpaid && s.unpaid() >= s.cfg.MaxUnpaid
	s.mu.Unlock()
	if !full {
		return nil
	}
	covers, err := s.coverage(ctx, at, []row{fresh})
	if err != nil || covers[0].lacks == "" {
		return err
	}
	return api.Errorf(api.TooManyOrders, "%d orders that nobody can settle now are kept, which is "+
		"as many as there is room for, and %s", s.cfg.MaxUnpaid, covers[0].lacks)
}

// unpaid counts the open orders that nothing stands behind, or less than they sell, or of which
// that is not known. s.mu is held.
func (s *Service) unpaid() (n int) {
	for id, r := range s.rows {
		f, read := s.funded[id]
		if r.Status == suspended || r.Status == running && !read ||
			r.Status == waiting && f.amount.Less(takes(&r.Order, r.FilledAmount)) {
			n++
		}
	}
	return n
}

func (s *Service) byHash(hash common.Hash) (r row, ok bool, err error) {
	err = s.cfg.Store.View(func(tx *store.Tx) (err error) {
		r, ok, err = s.tables.find(tx, hash)
		return err
	})
	return r, ok, storeError(err)
}

// maxLife is how far ahead of the network's time a deadline may be, in seconds: what would be
// looked at for longer is no order for a price of today.
const maxLife = 366 * 24 * 3600

// mostInParts is the most of which the contract can reckon a share: it multiplies by basis points
// in 256 bits, and fails where these are too few.
var mostInParts = api.MaxAmount.BPS(1)

// checkOrder refuses orders that could never be settled.
func (s *Service) checkOrder(o *api.DeltaOrder, now uint64) error {
	var faults []api.FieldError
	fault := func(field, format string, args ...any) {
		faults = append(faults, api.FieldError{
			Field: "order." + fieldOf(o.Form, field), Reason: fmt.Sprintf(format, args...)})
	}
	if o.Owner == (common.Address{}) {
		fault("owner", "must not be the zero address")
	}
	if o.SrcAmount.IsZero() {
		fault("srcAmount", "must not be 0")
	}
	if o.Form.Sliced() && o.Slices == 0 { // what all of them have to bring is not known
		fault("numSlices", "must be at least 2, got 0")
	} else if o.DestAmount.IsZero() {
		fault("destAmount", "must not be 0: it is the least that has to come in for the owner")
	}
	if expected := "expectedDestAmount"; o.Fillable {
		if o.Form != api.FirstForm {
			expected = "expectedAmount"
		}
		switch {
		case o.ExpectedDestAmount.IsZero():
			fault(expected, "must not be 0 in an order that is settled in parts")
		case mostInParts.Less(o.ExpectedDestAmount):
			fault(expected, "must be at most %s in an order that is settled in parts: the "+
				"contract can't reckon a share of more", mostInParts)
		}
	}
	if o.SrcToken == o.DestToken {
		fault("destToken", "must differ from srcToken")
	}
	if why := permitFault(o, s.contracts.Delta); why != "" {
		fault("permit", "%s", why)
	}
	if o.Deadline > now+maxLife {
		fault("deadline", "must be within 366 days of the network's time %d, got %d", now,
			o.Deadline)
	}
	if len(faults) > 0 {
		return api.Invalid(faults...)
	}
	if o.SrcToken == api.NativeToken {
		return api.Errorf(api.SourceEth, "ETH as source token is not supported: wrap it first")
	}
	for _, token := range []common.Address{o.SrcToken, o.DestToken} {
		if !s.supports(token) {
			return unsupported(token)
		}
	}
	if o.Deadline < now {
		return api.Errorf(api.OrderExpired,
			"the order's deadline %s has passed: the network is at %s", moment(o.Deadline),
			moment(now))
	}
	return nil
}

// fieldOf is what an order of a form calls one of its amounts.
func fieldOf(form api.DeltaForm, field string) string {
	names := map[string]string{}
	switch form {
	case api.SlicedForm:
		names = map[string]string{"srcAmount": "totalSrcAmount",
			"destAmount": "destAmountPerSlice"}
	case api.SlicedBuyForm:
		names = map[string]string{"srcAmount": "maxSrcAmount", "destAmount": "totalDestAmount"}
	}
	if name := names[field]; name != "" {
		return name
	}
	return field
}

func unsupported(token common.Address) error {
	return api.Errorf(api.UnsupportedToken,
		"token %s is not supported by Delta: choose one of the token list that keeps nothing of "+
			"transfers", api.Lower(token))
}

// supports tells whether a token can be sold or bought: listed, fungible, and without a tax that
// would make the amounts untrue.
func (s *Service) supports(token common.Address) bool {
	t, ok := s.cfg.Tokens.Listed(token)
	return ok && t.TransferTax == 0
}

// verify checks that the owner signed, and returns the form that the contract takes: the 64 bytes
// of EIP-2098 for keys. byContract is whether the owner is a contract that answered for the
// signature. The Delta contract asks every owner with code, also one that delegates to code by
// EIP-7702, whose key it does not look at: of a signature by that key its code may want either
// form.
func (s *Service) verify(ctx context.Context, r api.DeltaSubmission, hash,
	at common.Hash) (signature []byte, byContract bool, err error) {
	owner := r.Order.Owner
	code, err := s.cfg.Network.Code(ctx, at, owner)
	if err != nil {
		return nil, false, err
	}
	if r.Order.Form != api.FirstForm && len(r.Signature) == 0 {
		return nil, false, s.checkPreSigned(ctx, owner, hash, at)
	}
	byKey := eip712.Verify(hash, r.Signature, owner)
	forms := [][]byte{r.Signature}
	if byKey == nil {
		signature, err := eip712.ParseSignature(r.Signature)
		if err != nil || len(code) == 0 {
			return signature.Compact(), false, err
		}
		forms = append(forms, signature[:], signature.Compact())
	} else if len(code) == 0 {
		return nil, false, api.Errorf(
			api.InvalidSignature, "the signature does not verify for owner %s, network %d and "+
				"contract %s: %s",
			api.Lower(owner), s.chainID, api.Lower(s.contracts.Delta), byKey).WithCause(byKey)
	}
	for _, form := range forms {
		if accepts, err := s.isAccepted(ctx, owner, hash, form, at); accepts || err != nil {
			return form, true, err
		}
	}
	return nil, true, api.Errorf(api.InvalidSignature, "the owner %s has code, so the Delta "+
		"contract asks its isValidSignature alone, which does not accept this signature",
		api.Lower(owner))
}

func (s *Service) checkNonce(ctx context.Context, o *api.DeltaOrder, at common.Hash) error {
	used, err := s.nonceUsed(ctx, o.Owner, o.Nonce, at)
	if err == nil && used {
		err = api.Errorf(api.OrderNotFillable,
			"nonce %s of owner %s is used: build the order again with another one", o.Nonce,
			api.Lower(o.Owner))
	}
	return err
}

// checkTwin refuses an order that has the nonce of an open one of its owner, where one of them is
// of a later form: the contract lets the one end the other, and slices with it.
func (s *Service) checkTwin(o *api.DeltaOrder) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.owners[o.Owner] {
		twin := &s.rows[id].Order
		if twin.Nonce == o.Nonce && (o.Form != api.FirstForm || twin.Form != api.FirstForm) {
			return api.Errorf(api.OrderNotFillable, "nonce %s of owner %s is that of an open "+
				"order: build the order again with another one", o.Nonce, api.Lower(o.Owner))
		}
	}
	return nil
}

func (s *Service) nonceUsed(ctx context.Context, owner common.Address, nonce api.Amount,
	at common.Hash) (bool, error) {
	answer, err := s.cfg.Network.Call(
		ctx, at, chain.Call{To: s.contracts.Delta,
			Data: settlement.ABI.PackIsNonceUsed(owner, nonce.Big())})
	if err != nil {
		return false, err
	}
	return settlement.ABI.UnpackIsNonceUsed(answer)
}

// CancelDelta ends orders by their owner's signature. Those whose settlement is on its way can't be
// called back: where there are such, it fails, and only the others end. What it says is cancelled
// stays so.
func (s *Service) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	if len(ids) == 0 || len(ids) > maxCancelled {
		return api.Invalid(api.FieldError{
			Field: "orderIds", Reason: fmt.Sprintf(
				"must name 1 to %d orders, names %d", maxCancelled, len(ids))})
	}
	owner, open, err := s.ownerOf(ids)
	if err != nil {
		return err
	}
	hash := eip712.CancellationsTypedData(s.chainID, s.contracts.Delta, ids).Hash()
	if err := eip712.Verify(hash, signature, owner); err != nil {
		accepts, asked := false, error(nil)
		if code, err := s.cfg.Network.Code(ctx, common.Hash{}, owner); err != nil {
			return err
		} else if len(code) > 0 {
			accepts, asked = s.isAccepted(ctx, owner, hash, signature, common.Hash{})
		}
		if asked != nil {
			return asked
		}
		if !accepts {
			return api.Errorf(api.InvalidSignature,
				"Invalid signature: it must be by %s over OrderCancellations of exactly these ids",
				api.Lower(owner)).WithCause(err)
		}
	}
	s.mu.Lock()
	out := cancellation{IDs: ids, Signature: signature,
		Time: s.cfg.Now().UTC().Truncate(time.Millisecond)}
	if len(s.recent) > 0 {
		out.Block = s.recent[0].Number
	}
	s.mu.Unlock()
	if _, err = (intake{s}).take(ctx, "cancel-"+hash.Hex(), entry{Cancel: &out}); err != nil {
		return err
	}
	return s.checkCancelled(ctx, open)
}

// checkCancelled is an error where one of some orders was not cancelled by its owner.
func (s *Service) checkCancelled(ctx context.Context, ids []string) error {
	var left []string
	for _, id := range ids {
		r, err := s.DeltaOrder(ctx, id)
		if err != nil {
			return err
		}
		switch r.Status {
		case cancelled, cancelling:
		case executing, running, suspended: // given back by its agent, who may be late
			left = append(left, "order "+id+" is being settled and can't be called back: it may "+
				"be cancelled should that fail, within a few blocks")
		default:
			left = append(left, fmt.Sprintf("order %s is %s already", id, r.Status))
		}
	}
	if len(left) == 0 {
		return nil
	}
	text := strings.Join(left, "; ")
	if len(left) < len(ids) {
		text += "; the others are cancelled"
	}
	return api.Errorf(api.OrderNotFillable, "%s", text)
}

// maxCancelled is how many orders a cancellation may name.
const maxCancelled = 100

// ownerOf returns the one owner of orders and those that are open, at least one.
func (s *Service) ownerOf(ids []string) (owner common.Address, open []string, err error) {
	for i, id := range ids {
		r, err := s.DeltaOrder(context.Background(), id)
		if err != nil {
			return owner, nil, api.Errorf(api.NotFound,
				"Orders are not found: there is no order %s", id)
		}
		if i > 0 && r.User != owner {
			return owner, nil, api.Invalid(api.FieldError{
				Field: "orderIds", Reason: "All orders must belong to the same user and chain"})
		}
		if owner = r.User; !r.Status.Final() {
			open = append(open, id)
		}
	}
	if len(open) == 0 {
		return owner, nil, api.Errorf(api.OrderNotFillable, "All orders are already finalized")
	}
	return owner, open, nil
}

var errGone = errors.New("the order has changed meanwhile")
