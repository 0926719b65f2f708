package orders

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/eip712"
)

// Lengths of what makers send.
const (
	maxSignature     = 4096 // of a contract's own kind
	permitERC2612    = 224
	permitDAI        = 256
	gasCall          = 21_000
	gasCallDataFloor = 40 // a byte, the most a node charges
)

// check refuses what can be seen to be wrong from the request alone, naming every faulty field.
func (s *Service) check(r *api.OrderRequest) error {
	var faults []api.FieldError
	fault := func(field, format string, args ...any) {
		faults = append(faults, api.FieldError{Field: field, Reason: fmt.Sprintf(format, args...)})
	}
	o := &r.Order
	checkAsset(fault, "makerAsset", o.MakerAsset, o.MakerAmount, o.NFT)
	checkAsset(fault, "takerAsset", o.TakerAsset, o.TakerAmount, o.NFT)
	if o.MakerAsset == o.TakerAsset {
		fault("takerAsset", "is the same as makerAsset: an order trades two different assets")
	}
	if o.Maker == (common.Address{}) {
		fault("maker", "is the zero address, which can't sign")
	}
	s.checkTaker(fault, r)
	if n := len(r.Signature); n == 0 || n > maxSignature {
		fault("signature", "has %d bytes; it must have 65 or 64, or up to %d for a contract", n,
			maxSignature)
	}
	if n := len(r.PermitMakerAsset); n != 0 && n != permitERC2612 && n != permitDAI {
		fault("permitMakerAsset", "has %d bytes; the contract knows permits of %d (ERC-2612) and "+
			"%d (DAI)", n, permitERC2612, permitDAI)
	}
	if len(faults) > 0 {
		return api.Invalid(faults...)
	}
	return nil
}

func checkAsset(fault func(field, format string, args ...any), side string, a api.Asset,
	amount api.Amount, nft bool) {
	switch {
	case a.Address == (common.Address{}):
		fault(side, "is the zero address")
	case a.Address == api.NativeToken:
		fault(side, "is the native coin, which orders can't trade: use its wrapped token")
	}
	amountField := side[:len("maker")] + "Amount"
	if amount.IsZero() {
		fault(amountField, "must be above zero")
	}
	if a.Kind == api.ERC721 && !amount.IsZero() && amount != api.NewAmount(1) {
		fault(amountField, "must be 1 for an ERC721 token, got %s", amount)
	}
	if a.Kind == api.ERC20 && !a.ID.IsZero() {
		fault(side+"Id", "must be 0 for an ERC20 token, got %s", a.ID)
	}
	if a.Kind > api.ERC721 || !nft && a.Kind != api.ERC20 {
		fault(side+"Type", "is %s, which this kind of order can't trade", a.Kind)
	}
}

// checkKinds refuses an order that takes an asset for what its contract is not: an ERC-20 amount of
// a collection would move the token that has this id.
func (s *Service) checkKinds(ctx context.Context, o *api.Order) error {
	if s.cfg.Kind == nil {
		return nil
	}
	var faults []api.FieldError
	for side, a := range map[string]api.Asset{"maker": o.MakerAsset, "taker": o.TakerAsset} {
		kind, ok, err := s.cfg.Kind(ctx, a.Address)
		if err != nil {
			return err
		}
		if ok && kind != a.Kind {
			faults = append(faults, api.FieldError{Field: side + "Asset", Reason: fmt.Sprintf(
				"is an %s contract, and the order takes it for %s", kind, a.Kind)})
		}
	}
	slices.SortFunc(faults, func(a, b api.FieldError) int { return cmp.Compare(a.Field, b.Field) })
	if len(faults) > 0 {
		return api.Invalid(faults...)
	}
	return nil
}

// checkTaker holds the two ways to name a taker: the account itself, or the swap contract with the
// account packed into the nonce.
func (s *Service) checkTaker(fault func(field, format string, args ...any), r *api.OrderRequest) {
	o, intended := &r.Order, r.Order.TakerFromMeta()
	switch {
	case r.Type == api.Limit && o.Type() == api.P2P:
		fault("nonceAndMeta", "names the taker %s: post orders for one taker to the p2p path",
			api.Lower(intended))
	case r.Type == api.P2P && o.Type() == api.Limit:
		fault("nonceAndMeta", "names no taker in its low 160 bits, which a p2p order needs: "+
			"nonceAndMeta = nonce << 160 | taker")
	case r.Type == api.P2P && o.Taker != intended && !s.isSwapper(o.Taker):
		fault("taker", "must be the intended taker %s or the swap contract, got %s: anyone else "+
			"could fill this order or nobody", api.Lower(intended), api.Lower(o.Taker))
	case r.Type == api.P2P && intended == o.Maker:
		fault("nonceAndMeta", "names the maker as taker")
	}
}

func (s *Service) isSwapper(a common.Address) bool {
	return a != (common.Address{}) &&
		(a == s.contracts.AugustusSwapper || a == s.contracts.AugustusV6)
}

// verify checks that the maker signed the order: by its key, or, for a maker with code, by what its
// isValidSignature says at a block.
func (s *Service) verify(ctx context.Context, r *api.OrderRequest, hash common.Hash,
	block common.Hash) (byContract bool, err error) {
	byKey := eip712.Verify(hash, r.Signature, r.Order.Maker)
	if byKey == nil {
		return false, nil
	}
	code, err := s.cfg.Network.Code(ctx, block, r.Order.Maker)
	if err != nil {
		return false, err
	}
	if len(code) == 0 {
		return false, api.Errorf(api.InvalidSignature,
			"the order's signature does not verify for maker %s, network %d and contract %s: %s",
			api.Lower(r.Order.Maker), s.chainID, api.Lower(s.contracts.AugustusRFQ),
			byKey).WithCause(
			byKey)
	}
	data := eip712.ERC1271Call(hash, r.Signature)
	gas := uint64(gasCall + gasCallDataFloor*len(data) + erc1271Gas)
	result, err := s.cfg.Network.Call(
		ctx, block, chain.Call{To: r.Order.Maker, Data: data, Gas: gas})
	var revert *chain.Revert
	switch {
	case errors.As(err, &revert):
		return true, api.Errorf(api.InvalidSignature,
			"the maker is a contract, and its isValidSignature failed: %s",
			revert.Reason).WithCause(err)
	case err != nil:
		return true, err
	case !eip712.ERC1271Accepts(result):
		return true, api.Errorf(api.InvalidSignature,
			"the maker is a contract, and its isValidSignature does not accept this signature")
	}
	return true, nil
}
