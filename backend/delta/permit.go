package delta

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
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
// code may burn as much as it is given. A token may use as much to judge its own.
const permit2Gas = signatureGas + 100_000

// transferGas is what a token may use to move an order's tokens.
const transferGas = 500_000

// The functions of tokens that take a permit: what follows is the permit as orders carry it.
var (
	permitERC2612 = erc20ABI.GetABI().Methods["permit"].ID
	permitDAI     = contracts.NewDaiStyleToken().GetABI().Methods["permit"].ID
)

// permitCall is the call by which the settlement contract makes use of an order's permit; ok is
// false for orders without one. It is made from the contract, and so by itself: of permits that are
// tried one after the other each would use up the next one's nonce.
func permitCall(at *api.Contracts, o *api.DeltaOrder) (call chain.Call, ok bool) {
	switch call = (chain.Call{From: at.Delta, To: o.SrcToken, Gas: permit2Gas}); len(o.Permit) {
	case 96:
		return chain.Call{From: at.Delta, To: at.Permit2, Gas: permit2Gas + transferGas,
			Data: permit2ABI.PackPermitTransferFrom(contracts.Permit2PermitTransferFrom{
				Permitted: contracts.Permit2TokenPermissions{Token: o.SrcToken,
					Amount: o.SrcAmount.Big()},
				Nonce: permitWord(o, 0).Big(), Deadline: new(big.Int).SetUint64(o.Deadline),
			}, contracts.Permit2SignatureTransferDetails{To: at.Delta,
				RequestedAmount: o.SrcAmount.Big()}, o.Owner, o.Permit[32:])}, true
	case 192:
		return permit2Call(at, o)
	case 224:
		call.Data = slices.Concat(permitERC2612, o.Permit)
		return call, true
	case 256:
		call.Data = slices.Concat(permitDAI, o.Permit)
		return call, true
	}
	return call, false
}

// ownPermit is a token's own permit in an order, and what the token says of it at a time.
type ownPermit struct {
	o     *api.DeltaOrder
	tried chain.Result // the call that uses it
	count chain.Result // of the owner's permits that are used
	now   uint64
}

// ends is the last second at which the permit can be used, 0 where it does not end. It stands in
// the same place in Permit2's.
func (p *ownPermit) ends() uint64 {
	seconds, ok := permitWord(p.o, 3).Uint64()
	if !ok {
		return 0
	}
	return seconds
}

// over tells whether the permit can't be used in the next block, which is later.
func (p *ownPermit) over() bool {
	ends := permitWord(p.o, 3)
	return !api.NewAmount(p.now).Less(ends) && (len(p.o.Permit) == 224 || !ends.IsZero())
}

// anyCall tells of a token that takes any call and does nothing, as WETH does.
func (p *ownPermit) anyCall() bool { return p.count.OK && len(p.count.Data) == 0 }

// counts tells whether the token takes the permit.
func (p *ownPermit) counts() bool { return p.tried.OK && !p.over() && !p.anyCall() }

// fault says why it does not.
func (p *ownPermit) fault() string {
	signed := api.NewAmount(0) // an ERC-2612 permit does not tell its nonce
	if len(p.o.Permit) == 256 {
		signed = permitWord(p.o, 2)
	}
	why := "the token refuses its permit"
	switch {
	case p.anyCall():
		why = "the token has no permits"
	case p.over():
		why = "its permit ended at " + moment(p.ends())
	case signed.Less(p.count.Word(0)):
		why = "its permit is used up"
	}
	return why + ": approve the Delta contract"
}

// refusedTransfer says why Permit2 refuses the single transfer that an order carries.
func refusedTransfer(tried chain.Result) string {
	used := contracts.Permit2InvalidNonceErrorID()
	if bytes.HasPrefix(tried.Data, used[:4]) {
		return "its permit is used up at Permit2: sign the order again"
	}
	return "Permit2 refuses its permit: sign the order again"
}

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
