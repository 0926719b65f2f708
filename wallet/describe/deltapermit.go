package describe

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// takenBy says by what right the contract takes the tokens of a Delta order: its permit, read as
// the contract reads it, by its length. A permit that names somebody else would give the tokens
// away to whoever reads the order.
func (d *describer) takenBy(contract common.Address, o *api.DeltaOrder) {
	permit, src, amount := o.Permit, o.SrcToken, o.SrcAmount
	word := func(i int) (a api.Amount) {
		return api.AmountFromBytes32(
			[32]byte(permit[32*i : 32*i+32]))
	}
	address := func(i int) common.Address { return common.BytesToAddress(permit[32*i : 32*i+32]) }
	switch n := len(permit); {
	case n == 0:
		d.add("Taken by", "the allowance you have given the Delta contract")
	case n == 1 && permit[0] == 1:
		d.add("Taken by", "the allowance you have given Permit2")
	case n == 96:
		d.add("Taken by", "a Permit2 transfer in the order, of exactly what is "+
			"sold").Note = "nonce " + word(0).String()
	case n == 192:
		d.carried("a Permit2 allowance", word(0), src, amount, word(3)).Note = "it ends " +
			d.known.when(word(1)) + ", nonce " + word(2).String()
	case n == 224:
		d.carried("the token's own permit (ERC-2612)", word(2), src, amount, word(3))
		d.named(contract, o.Owner, address(0), address(1))
	case n == 256:
		allowed := api.Amount{}
		if !word(4).IsZero() {
			allowed = api.MaxAmount
		}
		d.carried("a permit in the style of DAI", allowed, src, amount, word(3))
		d.named(contract, o.Owner, address(0), address(1))
	default:
		d.add("Taken by", fmt.Sprintf("a permit of %d bytes", n)).Level = Block
		d.check(Block, fmt.Sprintf("a permit of %d bytes is none the contract knows", n))
	}
}

// carried says what a permit in an order allows, and until when it can be used.
func (d *describer) carried(kind string, allowed api.Amount, token common.Address, sold,
	until api.Amount) *Line {
	text := "of " + d.known.quantity(allowed, api.Asset{Address: token}, api.Up)
	if !allowed.Less(unlimited) {
		text = "without a limit"
	}
	l := d.add("Taken by", kind+" in the order, "+text)
	if l.Note = "to be used by " + d.known.when(until); until.IsZero() {
		l.Note = "to be used at any time"
	}
	if allowed.Less(sold) {
		l.Level = Warn
		d.check(Warn, "the permit in the order allows less than is sold: an allowance has to "+
			"cover it")
	}
	return l
}

// named checks whom a permit in an order names.
func (d *describer) named(contract, owner, by, spender common.Address) {
	if spender != contract {
		d.check(Block, "the permit in the order lets "+spender.Hex()+" move your tokens, not the "+
			"contract that settles it")
	}
	if by != owner {
		d.check(Block, "the permit in the order is of "+by.Hex()+", not of the order's owner")
	}
}
