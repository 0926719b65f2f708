package pools

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// Pools that one contract holds: a pool is an entry in the storage of its manager, named by the
// hash of its key, and told of in the manager's logs. One whose hooks may change a swap is not
// looked for, so that only those of the key without hooks are.

// Slots of a manager's storage that pools begin at, by their ids.
var heldSlots = map[Family]byte{UniswapV4: 6, Infinity: 4}

// Held tells whether a manager holds the family's pools.
func (f Family) Held() bool { return f == UniswapV4 || f == Infinity }

// What managers are asked and tell. Both tell of price and ticks in the same words.
var (
	extsload      = selector("extsload(bytes32)")
	extsloads     = selector("extsload(bytes32[])")
	heldSwapped   = eventID("Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)")
	lockedSwapped = eventID("Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24," +
		"uint16)")
	heldChanged = eventID("ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)")
	heldFee     = eventID("ProtocolFeeUpdated(bytes32,uint24)")
	heldMade    = eventID("Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)")
	lockedMade  = eventID("Initialize(bytes32,address,address,address,uint24,bytes32,uint160," +
		"int24)")
	lockedPaused   = eventID("Paused(address)")
	lockedUnpaused = eventID("Unpaused(address)")
)

// Words of a pool's storage, from where it begins.
const (
	heldPrice     = 0
	heldLiquidity = 3
	heldTicks     = 4 // each gross and net liquidity, 128 bits of both
	heldBitmap    = 5
)

// pausedSlot is where a manager of Infinity says, in the lowest byte, that nothing is swapped now.
var pausedSlot = common.BigToHash(common.Big1)

// mostStableFee is up to what fee, in parts per million, pools of two tokens of the same worth are
// looked for one by one, as they are made there.
const mostStableFee = 20

// Key is what names a pool that a manager holds, beside its tokens: Info has the fee.
type Key struct {
	Spacing int
	Coin    bool // the native coin is the first token
}

// held is the exchange's pool of two tokens by a key, of which the native coin, if the key has it,
// stands for the wrapped one.
func (e *Exchange) held(a, b, wrapped common.Address, fee uint32, spacing int, coin bool) *Info {
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	if coin && b == wrapped {
		a, b = b, a // since it is the first by its address
	}
	p := e.info(e.Factory, a, b)
	p.Fee, p.Key, p.spacing = fee, &Key{spacing, coin}, spacing
	if coin {
		p.coin = 1
		a = common.Address{}
	}
	key := []any{a, b, fee, spacing, common.Address{}}
	if e.Family == Infinity {
		key = []any{a, b, common.Address{}, e.Factory, fee, spacing << 16}
	}
	p.ID = crypto.Keccak256Hash(words32(key...))
	return p
}

// words32 are addresses and numbers in words of 32 bytes.
func words32(list ...any) (data []byte) {
	for _, v := range list {
		switch v := v.(type) {
		case common.Address:
			data = append(data, common.LeftPadBytes(v[:], 32)...)
		case common.Hash:
			data = append(data, v[:]...)
		case uint32:
			data = append(data, common.BigToHash(big.NewInt(int64(v))).Bytes()...)
		case int:
			data = append(data, twos(v)...)
		}
	}
	return data
}

// twos is a number in two's complement.
func twos(v int) []byte {
	return common.BigToHash(new(big.Int).And(big.NewInt(int64(v)), allOnes)).Bytes()
}

// keys are the pools of two tokens that an exchange may hold.
func (t *Tracker) keys(e *Exchange, p api.Pair) (list []*Info) {
	coin := p.Base == t.wrapped || p.Quote == t.wrapped
	add := func(fee uint32, spacing int) {
		list = append(list, e.held(p.Base, p.Quote, t.wrapped, fee, spacing, false))
		if coin {
			list = append(list, e.held(p.Base, p.Quote, t.wrapped, fee, spacing, true))
		}
	}
	for i, fee := range e.Fees {
		add(fee, e.Spacings[i])
	}
	if slices.Contains(t.cfg.USD, p.Base) && slices.Contains(t.cfg.USD, p.Quote) {
		for fee := range uint32(mostStableFee) {
			add(fee+1, 1)
		}
	}
	return list
}

// wordAt is where a word of the pool is in its manager's storage.
func (p *Info) wordAt(offset byte) common.Hash {
	at := new(big.Int).SetBytes(crypto.Keccak256(p.ID[:],
		common.LeftPadBytes([]byte{heldSlots[p.Family]}, 32)))
	at.Add(at, big.NewInt(int64(offset)))
	return common.BigToHash(at.And(at, allOnes))
}

// entryAt is where a mapping of the pool has what it has at a key.
func (p *Info) entryAt(mapping byte, key int) common.Hash {
	at := p.wordAt(mapping)
	return crypto.Keccak256Hash(twos(key), at[:])
}

// load asks a manager for one word of its storage.
func (p *Info) load(slot common.Hash) chain.Call {
	return chain.Call{To: p.Address, Data: append(extsload[:4:4], slot[:]...)}
}

// heldCalls read price, fees and active liquidity, and whether the manager swaps.
func (p *Info) heldCalls() []chain.Call {
	words := []any{p.wordAt(heldPrice), p.wordAt(heldLiquidity)}
	if p.Family == Infinity {
		words = append(words, pausedSlot)
	}
	data := append(extsloads[:4:4], words32(32, len(words))...)
	return []chain.Call{{To: p.Address, Data: append(data, words32(words...)...)}}
}

// held makes a pool of the answer to heldCalls: two words, the price with the tick and both fees in
// the first.
func (l *State) held(r []chain.Result) (pool.Pool, error) {
	told := wordsOf(r[0].Data, 4)
	if told == nil {
		return nil, errNoPrice
	}
	if l.Family == Infinity {
		if told = wordsOf(r[0].Data, 5); told == nil {
			return nil, errNoPrice
		}
		if told[4][31] != 0 {
			return nil, nil // until a log says that it swaps again
		}
	}
	w := told[2]
	l.slot = slot{unsigned(w[12:32]), int(signed(w[9:12]).Int64()), unsigned(told[3])}
	l.measured = false
	number24 := func(b []byte) uint32 { return binary.BigEndian.Uint32(append([]byte{0}, b...)) }
	own, protocol := number24(w[3:6]), number24(w[6:9])
	fees := [2]uint32{pool.WithProtocolFee(protocol&0xfff, own),
		pool.WithProtocolFee(protocol>>12, own)}
	if fees[0] >= maxFee || fees[1] >= maxFee {
		return nil, errNoFee
	}
	return l.charge(fees)
}

// madeHeld is the pool that a log of an exchange's manager tells of, nil where it has hooks, a fee
// that moves, or tokens that are not followed.
func (t *Tracker) madeHeld(e *Exchange, l *types.Log) *Info {
	if len(l.Topics) != 4 {
		return nil
	}
	a, b := common.BytesToAddress(l.Topics[2][:]), common.BytesToAddress(l.Topics[3][:])
	coin := a == common.Address{}
	if coin {
		a = t.wrapped
	}
	var fee, spacing, hooks *big.Int
	switch told := wordsOf(l.Data, 3); {
	case told == nil || a == b || !t.trades(a) || !t.trades(b) || !t.sought(a, b):
		return nil
	case l.Topics[0] == heldMade:
		fee, spacing, hooks = signed(told[0]), signed(told[1]), signed(told[2])
	case l.Topics[0] == lockedMade:
		hooks, fee = signed(told[0]), signed(told[1])
		// what is beside the spacing is of hooks, and makes the id another one
		spacing = new(big.Int).Rsh(signed(told[2]), 16)
	default:
		return nil
	}
	if hooks.Sign() != 0 || !fee.IsInt64() || fee.Int64() >= maxFee || !spacing.IsInt64() ||
		spacing.Int64() <= 0 || spacing.Int64() > 1<<15 {
		return nil
	}
	p := e.held(a, b, t.wrapped, uint32(fee.Int64()), int(spacing.Int64()), coin)
	if p.ID != l.Topics[1] {
		return nil
	}
	return p
}

// madeIn are the pools that logs say were made where a manager holds them.
func (t *Tracker) madeIn(logs []types.Log) (list []*Info) {
	for i := range logs {
		for k := range t.cfg.Exchanges {
			e := &t.cfg.Exchanges[k]
			if !e.Family.Held() || e.Factory != logs[i].Address {
				continue
			}
			if p := t.madeHeld(e, &logs[i]); p != nil {
				list = append(list, p)
			}
		}
	}
	return list
}
