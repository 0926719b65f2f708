package pools

import (
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// The concentrated pools of Velodrome and Aerodrome swap as those of Uniswap do, and call back by
// the same name. But a pair has one for each tick spacing, the fee is what the pool says of it at
// the swap, and what they tell of price and ticks has other words behind the first ones.
var (
	poolBySpacing      = selector("getPool(address,address,int24)")
	feeOfPool          = selector("fee()")
	createdWithSpacing = eventID("PoolCreated(address,address,int24,address)")
)

// packSpacing asks for the pool of two tokens and a tick spacing.
func packSpacing(a, b common.Address, spacing int) []byte {
	data := append(poolBySpacing[:4:4], common.LeftPadBytes(a[:], 32)...)
	data = append(data, common.LeftPadBytes(b[:], 32)...)
	return append(data, common.LeftPadBytes(big.NewInt(int64(spacing)).Bytes(), 32)...)
}

var (
	errNoFee   = errors.New("the pool does not tell its fee")
	errNoPrice = errors.New("the pool does not tell its price")
)

// maxFee is a fee in parts per million that takes everything.
const maxFee = 1_000_000

// takeFee takes in the fee that a pool asks for now. It may ask for another at its next block's
// first swap, so that the higher one of what it asked for last and what it asks for now counts.
func (l *State) takeFee(r chain.Result) error {
	if !answers(r) {
		return errNoFee
	}
	told := firstWord(r)
	if !told.LtUint64(maxFee) {
		return errNoFee
	}
	asked := uint32(told.Uint64())
	fee := max(asked, l.asked)
	l.asked, l.moving = asked, true
	if fee == l.charged {
		return nil
	}
	ticks, err := pool.NewTicks(l.list, l.spacing, fee)
	if err == nil {
		l.charged, l.ticks = fee, ticks
	}
	return err
}

// signed is the number of a word in two's complement.
func signed(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}

// wordsOf are the first n words of an answer or a log, nil where it has less.
func wordsOf(data []byte, n int) [][]byte {
	if len(data) < 32*n {
		return nil
	}
	list := make([][]byte, n)
	for i := range list {
		list[i] = data[32*i : 32*i+32]
	}
	return list
}

// unsigned is the number of a word.
func unsigned(b []byte) (v uint256.Int) {
	v.SetBytes(b)
	return v
}
