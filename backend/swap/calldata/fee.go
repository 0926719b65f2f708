package calldata

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Bits of the fee words.
const (
	notSurplus5  = 14
	fromSource5  = 15
	slippage5    = 16
	special5     = 17
	userSurplus6 = 90
	direct6      = 91
	capSurplus6  = 92
	surplus6     = 95

	maxFee5        = 500
	maxFee6        = 200
	surplusShare5  = 5000
	partnerShift   = 96
	feeVersionAt   = 248
	feeWordVersion = 1
)

// maxFeeBps is the highest flat fee of a version.
func MaxFeeBps(v api.SwapVersion) int {
	if v == api.Version62 {
		return maxFee6
	}
	return maxFee5
}

// feeOf is the fee that the terms ask for: nothing goes to nobody.
func FeeOf(t *api.SwapTerms) (partner common.Address, bps int, surplus bool) {
	if t.PartnerAddress == (common.Address{}) {
		return partner, 0, false
	}
	if t.PartnerFeeBps == 0 && !t.TakeSurplus {
		return partner, 0, false
	}
	return t.PartnerAddress, t.PartnerFeeBps, t.TakeSurplus
}

// feeWord6 is partner << 96 | flags | basis points.
func FeeWord6(t *api.SwapTerms) *big.Int {
	partner, bps, surplus := FeeOf(t)
	word := new(big.Int).Lsh(new(big.Int).SetBytes(partner[:]), partnerShift)
	word.Add(word, big.NewInt(int64(bps)))
	for bit, on := range map[int]bool{
		capSurplus6: !t.UncappedSurplus, surplus6: surplus, userSurplus6: t.SurplusToUser,
		direct6: t.DirectFees} {
		if on {
			word.SetBit(word, bit, 1)
		}
	}
	return word
}

// feeWord5 is version << 248 | flags | basis points, and the partner.
func FeeWord5(t *api.SwapTerms, side api.Side) (*big.Int, common.Address) {
	partner, bps, surplus := FeeOf(t)
	word := new(big.Int).Lsh(big.NewInt(feeWordVersion), feeVersionAt)
	if surplus && bps == 0 {
		word.Add(word, big.NewInt(surplusShare5))
		word.SetBit(word, slippage5, 1).SetBit(word, special5, 1)
		return word, partner
	}
	word.Add(word, big.NewInt(int64(bps)))
	if !surplus {
		word.SetBit(word, notSurplus5, 1)
	}
	if bps > 0 && side == api.Buy {
		word.SetBit(word, fromSource5, 1)
	}
	return word, partner
}
