package delta

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/google/uuid"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/store"
	"bourse/wallet"
)

// deltaABI packs calls of the settlement contract. It is immutable.
var deltaABI = contracts.NewDelta()

// SubmitDelta checks and stores a signed order. The same order twice answers with what is stored.
func (s *Service) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool, error) {
	hash := wallet.DeltaTypedData(s.chainID, s.at.Delta, r.Order).Hash()
	if stored, ok, err := s.byHash(hash); ok || err != nil {
		return stored.DeltaRecord, false, err
	}
	head, err := s.cfg.Network.Head(ctx)
	if err != nil {
		return api.DeltaRecord{}, false, err
	}
	if err := s.checkOrder(&r.Order, head.Time); err != nil {
		return api.DeltaRecord{}, false, err
	}
	byContract := false
	if r.Signature, byContract, err = s.verify(ctx, r, hash, head.Hash); err != nil {
		return api.DeltaRecord{}, false, err
	}
	if err := s.checkNonce(ctx, &r.Order, head.Hash); err != nil {
		return api.DeltaRecord{}, false, err
	}
	return s.insert(r, hash, byContract, head.BlockRef)
}

func (s *Service) insert(r api.DeltaSubmission, hash common.Hash, byContract bool, head api.BlockRef) (record api.DeltaRecord, created bool, err error) {
	id, err := uuid.NewRandomFromReader(s.cfg.Random)
	if err != nil {
		return record, false, err
	}
	now := s.cfg.Now().UTC()
	fresh := row{ByContract: byContract, DeltaRecord: api.DeltaRecord{
		ID: id.String(), DeltaVersion: Version, User: r.Order.Owner, Order: r.Order, OrderHash: hash, Signature: r.Signature, ChainID: s.chainID,
		PartiallyFillable: r.Order.Fillable, Partner: r.Partner, ExpiresAt: time.Unix(int64(r.Order.Deadline), 0).UTC(),
		CreatedAt: now.Truncate(time.Millisecond), Transactions: []api.DeltaTransaction{},
	}}
	err = s.update(func(c *change) error {
		twin, ok, err := s.tables.find(c.tx, hash)
		if err != nil || ok {
			record = twin.DeltaRecord
			return err
		}
		created = true
		if err := s.tables.add(c.tx, fresh); err != nil {
			return err
		}
		if err := c.move(&fresh, move{to: waiting, reason: "submitted", block: head.Number}); err != nil {
			return err
		}
		record = fresh.DeltaRecord
		return nil
	})
	return record, created, err
}

func (s *Service) byHash(hash common.Hash) (r row, ok bool, err error) {
	err = s.cfg.Store.View(func(tx *store.Tx) (err error) {
		r, ok, err = s.tables.find(tx, hash)
		return err
	})
	return r, ok, storeError(err)
}

// maxDeadline is the last second that a timestamp of ISO 8601 tells in four digits of the year.
const maxDeadline = 253_402_300_799

// permitLengths are those that the settlement contract knows.
var permitLengths = []int{0, 1, 96, 192, 224, 256}

// checkOrder refuses orders that could never be settled.
func (s *Service) checkOrder(o *api.DeltaOrder, now uint64) error {
	var faults []api.FieldError
	fault := func(field, format string, args ...any) {
		faults = append(faults, api.FieldError{Field: "order." + field, Reason: fmt.Sprintf(format, args...)})
	}
	if o.Owner == (common.Address{}) {
		fault("owner", "must not be the zero address")
	}
	if o.SrcAmount.IsZero() {
		fault("srcAmount", "must not be 0")
	}
	if o.DestAmount.IsZero() {
		fault("destAmount", "must not be 0: it is the least the owner gets")
	}
	if o.SrcToken == o.DestToken {
		fault("destToken", "must differ from srcToken")
	}
	if !slices.Contains(permitLengths, len(o.Permit)) {
		fault("permit", "has %d bytes; permits have 0, 1, 96, 192, 224 or 256", len(o.Permit))
	} else if len(o.Permit) == 1 && o.Permit[0] != 1 {
		fault("permit", "of one byte must be 0x01, got %#x", o.Permit[0])
	} else if len(o.Permit) == 96 && o.Fillable {
		fault("permit", "of 96 bytes is good for one transfer of the whole amount, which an order in parts can't use")
	}
	if o.Deadline > maxDeadline {
		fault("deadline", "must be a UNIX time before the year 10000, got %d", o.Deadline)
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
		return api.Errorf(api.OrderExpired, "the order's deadline %s has passed: the network is at %s", moment(o.Deadline), moment(now))
	}
	return nil
}

func unsupported(token common.Address) error {
	return api.Errorf(api.UnsupportedToken, "token %s is not supported by Delta: choose one of the token list that keeps nothing of transfers", api.Lower(token))
}

// supports tells whether a token can be sold or bought: listed, fungible, and without a tax that would make the amounts untrue.
func (s *Service) supports(token common.Address) bool {
	t, ok := s.listed(token)
	return ok && t.TransferTax == 0
}

// verify checks that the owner signed, and returns the form that the contract takes: the 64 bytes of EIP-2098 for keys. byContract is whether the
// owner is a contract that answered for the signature.
func (s *Service) verify(ctx context.Context, r api.DeltaSubmission, hash, at common.Hash) (signature []byte, byContract bool, err error) {
	byKey := wallet.Verify(hash, r.Signature, r.Order.Owner)
	if byKey == nil {
		signature, err := wallet.ParseSignature(r.Signature)
		return signature.Compact(), false, err
	}
	code, err := s.cfg.Network.Code(ctx, at, r.Order.Owner)
	if err != nil {
		return nil, false, err
	}
	if len(code) == 0 {
		return nil, false, api.Errorf(api.InvalidSignature, "the signature does not verify for owner %s, network %d and contract %s: %s",
			api.Lower(r.Order.Owner), s.chainID, api.Lower(s.at.Delta), byKey).Because(byKey)
	}
	accepts, err := s.accepts(ctx, r.Order.Owner, hash, r.Signature, at)
	if err == nil && !accepts {
		err = api.Errorf(api.InvalidSignature, "the owner is a contract, and its isValidSignature does not accept this signature")
	}
	return r.Signature, true, err
}

// accepts asks an owner with code about a signature.
func (s *Service) accepts(ctx context.Context, owner common.Address, hash common.Hash, signature []byte, at common.Hash) (bool, error) {
	answer, err := s.cfg.Network.Call(ctx, at, chain.Call{To: owner, Data: wallet.ERC1271Call(hash, signature)})
	if chain.Reverted(err) {
		return false, nil
	}
	return err == nil && wallet.ERC1271Accepts(answer), err
}

func (s *Service) checkNonce(ctx context.Context, o *api.DeltaOrder, at common.Hash) error {
	used, err := s.nonceUsed(ctx, o.Owner, o.Nonce, at)
	if err == nil && used {
		err = api.Errorf(api.OrderNotFillable, "nonce %s of owner %s is used: build the order again with another one", o.Nonce, api.Lower(o.Owner))
	}
	return err
}

func (s *Service) nonceUsed(ctx context.Context, owner common.Address, nonce api.Amount, at common.Hash) (bool, error) {
	answer, err := s.cfg.Network.Call(ctx, at, chain.Call{To: s.at.Delta, Data: deltaABI.PackIsNonceUsed(owner, nonce.Big())})
	if err != nil {
		return false, err
	}
	return deltaABI.UnpackIsNonceUsed(answer)
}

// CancelDelta ends orders by their owner's signature.
func (s *Service) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	if len(ids) == 0 || len(ids) > maxCancelled {
		return api.Invalid(api.FieldError{Field: "orderIds", Reason: fmt.Sprintf("must name 1 to %d orders, names %d", maxCancelled, len(ids))})
	}
	owner, err := s.ownerOf(ids)
	if err != nil {
		return err
	}
	hash := wallet.CancellationsTypedData(s.chainID, s.at.Delta, ids).Hash()
	if err := wallet.Verify(hash, signature, owner); err != nil {
		accepts, asked := false, error(nil)
		if code, err := s.cfg.Network.Code(ctx, common.Hash{}, owner); err != nil {
			return err
		} else if len(code) > 0 {
			accepts, asked = s.accepts(ctx, owner, hash, signature, common.Hash{})
		}
		if asked != nil {
			return asked
		}
		if !accepts {
			return api.Errorf(api.InvalidSignature, "Invalid signature: it must be by %s over OrderCancellations of exactly these ids", api.Lower(owner)).Because(err)
		}
	}
	return s.update(func(c *change) error {
		for _, id := range ids {
			r, err := c.order(id)
			if err != nil {
				return err
			}
			if r.Status.Final() {
				continue
			}
			r.ByOwner = true
			block := r.Block
			if len(s.recent) > 0 {
				block = s.recent[0].Number
			}
			if err := c.move(r, move{to: cancelled, reason: "cancelled by the owner's signature", block: block}); err != nil {
				return err
			}
		}
		return nil
	})
}

// maxCancelled is how many orders a cancellation may name.
const maxCancelled = 100

// ownerOf returns the one owner of orders of which at least one is open.
func (s *Service) ownerOf(ids []string) (owner common.Address, err error) {
	open := false
	for i, id := range ids {
		r, err := s.DeltaOrder(context.Background(), id)
		if err != nil {
			return owner, api.Errorf(api.NotFound, "Orders are not found: there is no order %s", id)
		}
		if i > 0 && r.User != owner {
			return owner, api.Invalid(api.FieldError{Field: "orderIds", Reason: "All orders must belong to the same user and chain"})
		}
		owner, open = r.User, open || !r.Status.Final()
	}
	if !open {
		return owner, api.Errorf(api.OrderNotFillable, "All orders are already finalized")
	}
	return owner, nil
}

// big256 is v as the ABI takes it.
func big256(v uint64) *big.Int { return new(big.Int).SetUint64(v) }

// onChain is an order as the contracts take it.
func onChain(r *api.DeltaRecord) contracts.DeltaOrderWithSig {
	o := &r.Order
	permit := []byte(o.Permit)
	if permit == nil {
		permit = []byte{}
	}
	return contracts.DeltaOrderWithSig{Signature: r.Signature, Order: contracts.DeltaOrder{
		Owner: o.Owner, Beneficiary: o.Beneficiary, SrcToken: o.SrcToken, DestToken: o.DestToken,
		SrcAmount: o.SrcAmount.Big(), DestAmount: o.DestAmount.Big(), ExpectedDestAmount: o.ExpectedDestAmount.Big(),
		Deadline: big256(o.Deadline), Nonce: o.Nonce.Big(), PartnerAndFee: o.PartnerAndFee.Big(), Permit: permit,
	}}
}

var errGone = errors.New("the order has changed meanwhile")
