package pools

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// What factories and pairs of the Liquidity Book are asked, and tell.
var (
	allBinPairs = selector("getAllLBPairs(address,address)")
	binsFirst   = selector("getTokenX()")
	binsMade    = eventID("LBPairCreated(address,address,uint256,address,uint256)")
)

const (
	binsReach   = 30 // bins that are read on either side of the one that trades
	binsAtATime = 4  // pairs that are read by one call, whose answer is bounded as code is
	binsGas     = 10_000_000
	binsWords   = 4 // of a pair in a factory's list
)

// Words of what contracts.BinLens tells of a pair.
const (
	binsActive = iota
	binsStep
	binsBaseFactor
	binsFilter
	binsDecay
	binsReduction
	binsControl
	_ // the protocol's part of the fee
	binsMost
	binsAccumulated
	binsReferred
	binsReference
	binsLast
	binsHooks
	binsCount
	binsHead
)

// binPairs are the pairs that a factory lists of two tokens, but those that it says not to route
// over. Which of the tokens comes first in a pair is asked later.
func (p *Info) binPairs(answer []byte) (infos []*Info) {
	if len(answer) < 64 {
		return nil
	}
	list := answer[64:]
	for ; len(list) >= 32*binsWords; list = list[32*binsWords:] {
		told := wordsOf(list, binsWords)
		if ignored := unsigned(told[3]); !ignored.IsZero() {
			continue
		}
		one := *p
		one.Address = common.BytesToAddress(told[1])
		infos = append(infos, &one)
	}
	return infos
}

// orders puts the tokens of pairs of the Liquidity Book in the order that they have there.
func (t *Tracker) orders(ctx context.Context, block common.Hash, infos []*Info) error {
	var calls []chain.Call
	var which []*Info
	for _, p := range infos {
		if p.Kind == pool.KindBins {
			calls = append(calls, chain.Call{To: p.Address, Data: binsFirst})
			which = append(which, p)
		}
	}
	told, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for i, p := range which {
		first := common.Address{}
		if answers(told[i]) {
			first = common.BytesToAddress(told[i].Data[:32])
		}
		switch first {
		case p.Tokens[0]:
		case p.Tokens[1]:
			p.Tokens = []common.Address{p.Tokens[1], p.Tokens[0]}
		default:
			p.Tokens = nil // which is no pair of them
		}
	}
	return nil
}

// readBins reads pairs of the Liquidity Book, which trade at a time. What a node can't run is left
// out.
func (t reader) readBins(ctx context.Context, block api.BlockRef, list []*State) error {
	var pairs []*State
	for _, l := range list {
		if l.Kind == pool.KindBins {
			l.Pool, pairs = nil, append(pairs, l)
		}
	}
	for some := range slices.Chunk(pairs, binsAtATime) {
		asked := make([]common.Address, len(some))
		for i, l := range some {
			asked[i] = l.Address
		}
		answer, err := t.net.Call(ctx, block.Hash, chain.Call{Create: true, Gas: binsGas,
			Data: slices.Concat(common.FromHex(contracts.BinLensMetaData.Bin),
				contracts.NewBinLens().PackConstructor(asked, big.NewInt(binsReach)))})
		var revert *chain.Revert
		if errors.As(err, &revert) {
			continue
		}
		if err != nil {
			return err
		}
		for _, l := range some {
			answer = l.bins(answer, t.net.NextTime(block))
		}
	}
	return nil
}

// bins makes a pair of what the lens says first of, and returns the rest. One with hooks, which may
// do anything, is left out.
func (l *State) bins(answer []byte, at uint64) (rest []byte) {
	told := wordsOf(answer, binsHead)
	if told == nil {
		return nil
	}
	var figures [binsHead]uint64
	for i, w := range told {
		v := unsigned(w)
		figures[i] = v.Uint64()
	}
	answer = answer[32*binsHead:]
	count := figures[binsCount]
	if count > 2*binsReach+1 || uint64(len(answer)) < 64*count {
		return nil
	}
	rest = answer[64*count:]
	params := pool.BinsParams{Step: figures[binsStep], Active: int(figures[binsActive]),
		BaseFactor: figures[binsBaseFactor], Filter: figures[binsFilter],
		Decay: figures[binsDecay], Reduction: figures[binsReduction],
		Control: figures[binsControl], Most: figures[binsMost],
		Accumulated: figures[binsAccumulated], Referred: figures[binsReferred],
		Reference: int(figures[binsReference]), Last: figures[binsLast], Now: at}
	for b := answer[:64*count]; len(b) > 0; b = b[64:] {
		id := unsigned(b[:32])
		params.Bins = append(params.Bins, pool.Bin{ID: int(id.Uint64()),
			Held: [2]uint256.Int{unsigned(b[48:64]), unsigned(b[32:48])}})
	}
	slices.SortFunc(params.Bins, func(a, b pool.Bin) int { return a.ID - b.ID })
	// Without a log, the fee falls as time passes.
	l.moving = at < params.Last+params.Decay
	if hooks := unsigned(told[binsHooks]); !hooks.IsZero() || params.Active == 0 {
		return rest
	}
	if p, err := pool.NewBins(params); err == nil {
		l.Pool = p
	}
	return rest
}
