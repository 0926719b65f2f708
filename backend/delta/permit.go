package delta

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// permitLengths are those that the settlement contract knows.
var permitLengths = []int{0, 1, 96, 192, 224, 256}

// permitWord is the n-th word of an order's permit.
func permitWord(o *api.DeltaOrder, n int) api.Amount {
	return api.AmountFromBytes32([32]byte(o.Permit[32*n : 32*n+32]))
}

// permitFault says why the settlement contract could never move an order's tokens by its permit, ""
// if it can.
func permitFault(o *api.DeltaOrder, contract common.Address) string {
	n := len(o.Permit)
	switch {
	case !slices.Contains(permitLengths, n):
		return fmt.Sprintf("has %d bytes; permits have 0, 1, 96, 192, 224 or 256", n)
	case n == 1 && o.Permit[0] != 1:
		return fmt.Sprintf("of one byte must be 0x01, got %#x", o.Permit[0])
	case n == 96 && o.Fillable:
		return "of 96 bytes is good for one transfer of the whole amount, which an order in " +
			"parts can't use"
	case n < 224:
		return ""
	}
	if by := common.BytesToAddress(o.Permit[:32]); by != o.Owner {
		return "is of " + api.Lower(by) + ", not of the order's owner"
	}
	if spender := common.BytesToAddress(o.Permit[32:64]); spender != contract {
		return "lets " + api.Lower(spender) + " move the tokens; it must name the Delta " +
			"contract " + api.Lower(contract)
	}
	return ""
}

// permitGives is the allowance that an order's permit brings along, where it brings one.
func permitGives(o *api.DeltaOrder) (amount api.Amount, ok bool) {
	switch len(o.Permit) {
	case 192:
		return permitWord(o, 0), true
	case 224:
		return permitWord(o, 2), true
	case 256:
		if !permitWord(o, 4).IsZero() {
			amount = api.MaxAmount
		}
		return amount, true
	}
	return amount, false
}

// permit2Gas is what Permit2 may use to judge a permit: it asks an owner that is a contract, whose
// code may burn as much as it is given.
const permit2Gas = signatureGas + 100_000

// permit2Call is the call by which the settlement contract gives Permit2 the signed allowance of an
// order. Where it fails, the settlement does; ok is false for orders without one.
func permit2Call(at *api.Contracts, o *api.DeltaOrder) (call chain.Call, ok bool) {
	if len(o.Permit) != 192 {
		return call, false
	}
	return chain.Call{From: at.Delta, To: at.Permit2, Gas: permit2Gas,
		Data: permit2ABI.PackPermit0(o.Owner, contracts.Permit2PermitSingle{
			Details: contracts.Permit2PermitDetails{Token: o.SrcToken,
				Amount: permitWord(o, 0).Big(), Expiration: permitWord(o, 1).Big(),
				Nonce: permitWord(o, 2).Big()},
			Spender: at.Delta, SigDeadline: permitWord(o, 3).Big(),
		}, o.Permit[128:])}, true
}

// checkPermit refuses an order whose signed allowance Permit2 does not take.
func checkPermit(ctx context.Context, s *Service, o *api.DeltaOrder, at common.Hash) error {
	call, ok := permit2Call(&s.contracts, o)
	if !ok {
		return nil
	}
	if _, err := s.cfg.Network.Call(ctx, at, call); chain.Reverted(err) {
		return api.Invalid(api.FieldError{Field: "order.permit", Reason: fmt.Sprintf(
			"is refused by Permit2: %s. It has amount, expiration, nonce and deadline of the "+
				"signature, then 64 bytes of signature over them for the Delta contract", err)})
	} else if err != nil {
		return err
	}
	return nil
}
