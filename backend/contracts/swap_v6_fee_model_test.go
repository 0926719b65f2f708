package contracts_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// model6 is the rules of version 6.2 for an exact input in plain integers: what the user, the
// protocol and the partner get of `received`, of which a wei stays.
func model6(received, quoted, bps int64, partner bool, flags map[int]bool) (user, protocol,
	share int64) {
	surplus := max(received-quoted, 0)
	if surplus <= 11 {
		surplus = 0
	}
	if flags[capSurplus] {
		surplus = min(surplus, quoted/100)
	}
	switch {
	case !partner:
		protocol = surplus
	case bps > 0:
		fee := min(received, quoted+surplus) * min(bps, 200) / 10_000
		share = fee * 85 / 100
		protocol = fee - share
	case flags[referral]:
		protocol, share = surplus/2, surplus/4
	case flags[takeSurplus]:
		protocol = surplus / 2
		if !flags[userSurplus] {
			share = surplus - protocol
		}
	default:
		protocol = surplus
	}
	return received - protocol - share - 1, protocol, share
}

// Random fee words over random surpluses: the contract does what the rules say, and nothing gets
// lost.
func TestV6FeesAreThoseOfTheRules(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	random := rand.New(rand.NewPCG(6, 2))
	pick := func(list ...int64) int64 { return list[random.IntN(len(list))] }
	for i := range 60 {
		amount := 1 + random.Int64N(10_000_000_000)
		quoted := max(amount+pick(-1, 1)*random.Int64N(amount/int64(pick(5, 50, 500))+15), 1)
		bps := pick(0, 0, 1, 25, 200, 201, 16_383)
		partner := random.IntN(4) > 0
		flags, word := map[int]bool{}, []int{}
		for _, bit := range []int{userSurplus, directTransfer, capSurplus, referral, takeSurplus} {
			if flags[bit] = random.IntN(2) == 0; flags[bit] {
				word = append(word, bit)
			}
		}
		account := common.Address{}
		if partner {
			account = c.other.addr
		}
		held := c.holds(c.weth, c.AugustusV6).Int64()
		user, protocol, share := model6(amount+held, quoted, bps, partner, flags)
		s := c.wrapSale(amount)
		before := c.shares(c.weth)
		terms := sale6Terms{toAmount: big.NewInt(1), quoted: big.NewInt(quoted),
			fee: feeWord6(account, bps, word...), beneficiary: receiver}
		equal(t, "user", c.trade(c.AugustusV6, s.amount, s.pack(terms), c.weth, receiver), user)
		got := c.shares(c.weth).since(before)
		if got[0]+got[2] != share || got[1]+got[3] != protocol {
			t.Fatalf("%d: %d of %d quoted, %d bps, flags %v: partner and protocol got %v, want "+
				"%d and %d", i, amount+held, quoted, bps, word, got, share, protocol)
		}
		equal(t, "left", c.holds(c.weth, c.AugustusV6), 1)
	}
}
