package contracts

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// Register is one of a program's 16 variables of 256 bits.
type Register byte

// The registers that hold the amounts of the swap when a program begins.
const (
	AmountIn  Register = 0 // of an exact input; for an exact output the most that may be spent
	AmountOut Register = 1 // of an exact output
)

// Instructions and flags of the Executor, whose source documents them.
const (
	opSet byte = iota
	opLoad
	opShare
	opAdd
	opSub
	opCall
	opAsk
	opPool
	opGive
	opCost
	opBack
	opFind
	opHeld
	opPair
	opKept
)

// Flags of Program.Call.
const (
	CallInsert byte = 1 // write the register into the data
	CallValue  byte = 2 // send the register's amount of native coins along
	CallAllow  byte = 4 // first let the target take that much of the token
	callElse   byte = 8 // more of the program follows that runs only if the call fails
)

// Flags of Program.Pool.
const (
	PoolZeroForOne byte = 1  // token0 goes in
	PoolToCaller   byte = 2  // the output goes to the swap contract, not to the executor
	PoolExactOut   byte = 4  // the source register is the output; the destination becomes the cost
	PoolAsk        byte = 8  // only find out the cost
	PoolUniswapV3  byte = 16 // a concentrated-liquidity pool
	poolInfinity   byte = 32 // Infinity's, of which one more address tells
)

// Where the calls that programs make have the amount.
const (
	StableAmountAt     = 4 + 2*32  // exchange(i, j, dx, min_dy) of a stable pool
	VaultSwapAmountAt  = 4 + 11*32 // swap of the vault, with empty user data
	VaultQueryAmountAt = 4 + 12*32 // queryBatchSwap of the vault, with a single step
	VaultQueryCostFrom = 64        // in its answer: the first asset's change, what goes in
	// tryBatchFillOrderTakerAmount and …MakerAmount of the limit-order contract
	OrdersAmountAt = 4 + 32
	UnwrapAmountAt = 4 // withdraw of the wrapped native coin
	// wrap and unwrap of a rebasing token's shares, what they are worth, and the same of a vault
	WrapAmountAt = 4
)

// Program builds the executorData of a swap: what the Executor does with the amount that the swap
// contract hands it.
type Program struct{ code []byte }

// NewProgram begins a program for an exact input or an exact output.
func NewProgram(exactOutput bool) *Program {
	if exactOutput {
		return &Program{code: []byte{2}}
	}
	return &Program{code: []byte{1}}
}

// Bytes is the program's executorData.
func (p *Program) Bytes() []byte { return p.code }

// Set puts a constant into a register.
func (p *Program) Set(d Register, value *big.Int) {
	p.add(opSet, byte(d))
	p.code = append(p.code, common.LeftPadBytes(value.Bytes(), 32)...)
}

// Load puts what the executor holds of a token into a register.
func (p *Program) Load(d Register, token common.Address) {
	p.add(opLoad, byte(d))
	p.code = append(p.code, token[:]...)
}

// Share puts so many basis points of a register, rounded down, into another.
func (p *Program) Share(d, s Register, bps uint16) {
	p.add(opShare, byte(d), byte(s))
	p.number(int(bps))
}

// Add adds one register to another.
func (p *Program) Add(d, s Register) { p.add(opAdd, byte(d), byte(s)) }

// Sub subtracts one register from another; the program fails if that is less than zero.
func (p *Program) Sub(d, s Register) { p.add(opSub, byte(d), byte(s)) }

// Call calls a target with data, in which the register's amount is written at byte `at` if the
// flags say so.
func (p *Program) Call(s Register, flags byte, token, target common.Address, at int, data []byte) {
	p.add(opCall, byte(s), flags)
	p.code = append(append(p.code, token[:]...), target[:]...)
	p.number(at)
	p.data(data)
}

// Try is Call, and what otherwise writes into the program runs if the call fails.
func (p *Program) Try(s Register, flags byte, token, target common.Address, at int, data []byte,
	otherwise func()) {
	p.Call(s, flags|callElse, token, target, at, data)
	before := p.code
	p.code = nil
	otherwise()
	block := p.code
	p.code = before
	p.data(block)
}

// Cost puts into a register what a stable pool must be paid in its coin i for another register's
// amount of coin j: the guess, unless the pool has moved since it was made.
func (p *Program) Cost(d, s Register, pool common.Address, i, j byte, guess *big.Int) {
	p.add(opCost, byte(d), byte(s))
	p.code = append(append(p.code, pool[:]...), i, j)
	p.code = append(p.code, common.LeftPadBytes(guess.Bytes(), 32)...)
}

// Ask calls a target with data in which the register's amount is written at byte `at`, and keeps
// the word at byte `from` of the answer.
func (p *Program) Ask(d, s Register, target common.Address, at, from int, data []byte) {
	p.add(opAsk, byte(d), byte(s))
	p.code = append(p.code, target[:]...)
	p.number(at)
	p.number(from)
	p.data(data)
}

// Pool swaps on a Uniswap V2 pair, whose fee is in basis points, or a V3 pool, for which it is
// ignored.
func (p *Program) Pool(d, s Register, flags byte, pool, tokenIn common.Address, fee uint16) {
	p.add(opPool, byte(d), byte(s), flags)
	p.code = append(append(p.code, pool[:]...), tokenIn[:]...)
	p.number(int(fee))
}

// Find puts into a register what a target must be asked about to answer another register's amount
// or more, in the word at byte `from`: the guess, unless what it answers has changed since that was
// made. The question is the data with the amount at byte `at`.
func (p *Program) Find(d, s Register, target common.Address, at, from int, guess *big.Int,
	data []byte) {
	p.add(opFind, byte(d), byte(s))
	p.code = append(p.code, target[:]...)
	p.number(at)
	p.number(from)
	p.code = append(p.code, common.LeftPadBytes(guess.Bytes(), 32)...)
	p.data(data)
}

// HeldPool is a pool of concentrated liquidity that a manager holds. The zero address as a token is
// the native coin, and hooks may be zero.
type HeldPool struct {
	Manager        common.Address
	Token0, Token1 common.Address
	Fee            uint32 // as the pool's key has it
	Spacing        int
	Hooks          common.Address
	// Infinity is what knows the pool where Manager is the vault of PancakeSwap's Infinity.
	Infinity common.Address
}

// Held is Pool on a pool that a manager holds.
func (p *Program) Held(d, s Register, flags byte, h HeldPool) {
	if h.Infinity != (common.Address{}) {
		flags |= poolInfinity
	}
	p.add(opHeld, byte(d), byte(s), flags)
	for _, at := range []common.Address{h.Manager, h.Token0, h.Token1} {
		p.code = append(p.code, at[:]...)
	}
	for _, v := range []uint32{h.Fee, uint32(int32(h.Spacing))} {
		p.code = append(p.code, byte(v>>16), byte(v>>8), byte(v))
	}
	p.code = append(p.code, h.Hooks[:]...)
	if h.Infinity != (common.Address{}) {
		p.code = append(p.code, h.Infinity[:]...)
	}
}

// Pair sells on a pair that tells itself what it pays, as those of Solidly do.
func (p *Program) Pair(d, s Register, flags byte, pair, tokenIn common.Address) {
	p.add(opPair, byte(d), byte(s), flags)
	p.code = append(append(p.code, pair[:]...), tokenIn[:]...)
}

// Kept is Pool on a pool in the vault of Balancer V3.
func (p *Program) Kept(d, s Register, flags byte, vault, pool, tokenIn, tokenOut common.Address) {
	p.add(opKept, byte(d), byte(s), flags)
	for _, at := range []common.Address{vault, pool, tokenIn, tokenOut} {
		p.code = append(p.code, at[:]...)
	}
}

// Give sends all that the executor holds of a token to the swap contract.
func (p *Program) Give(token common.Address) {
	p.add(opGive)
	p.code = append(p.code, token[:]...)
}

// Back sends all that the executor holds of a token to the user.
func (p *Program) Back(token common.Address) {
	p.add(opBack)
	p.code = append(p.code, token[:]...)
}

func (p *Program) add(code ...byte) { p.code = append(p.code, code...) }

func (p *Program) data(data []byte) {
	p.number(len(data))
	p.code = append(p.code, data...)
}

// number appends two bytes. Longer data cannot be made into a program, and no pool needs it.
func (p *Program) number(n int) {
	if n < 0 || n > math.MaxUint16 {
		panic("a number of a swap program does not fit into two bytes")
	}
	p.code = binary.BigEndian.AppendUint16(p.code, uint16(n))
}
