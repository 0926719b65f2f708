package pools

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// maxStable bounds how many pools of a factory of stable pools are read.
const maxStable = 10_000

// listing is what was read of an exchange's stable pools, whatever their tokens.
type listing struct {
	given bool // those that no factory lists are among them
	count int  // how many the factory had
	pools []*Info
}

// findStable lists the stable pools of an exchange. What was read once is not read again.
func (t *Tracker) findStable(ctx context.Context, block common.Hash, e *Exchange) ([]*Info,
	error) {
	t.listing.Lock()
	defer t.listing.Unlock()
	l := t.listed[e]
	if l == nil {
		l = new(listing)
		t.listed[e] = l
	}
	var fresh []common.Address
	if !l.given {
		fresh = append(fresh, e.Pools...)
	}
	count := l.count
	if e.Factory != (common.Address{}) {
		told, err := t.cfg.Network.BatchCall(ctx, block, []chain.Call{{To: e.Factory,
			Data: stablesABI.PackPoolCount()}})
		if err != nil {
			return nil, err
		}
		n, err := stablesABI.UnpackPoolCount(told[0].Data)
		if !told[0].OK || err != nil || !n.IsInt64() || n.Int64() > maxStable {
			t.cfg.Logger.Warn("a factory of stable pools does not tell of its pools", "chain",
				t.cfg.Network.ChainID(), "factory", e.Factory)
			n = big.NewInt(int64(l.count))
		}
		count = int(n.Int64())
		listed, err := t.reads.poolsOf(ctx, block, e.Factory, l.count, count)
		if err != nil {
			return nil, err
		}
		fresh = append(fresh, listed...)
	}
	infos := make([]*Info, len(fresh))
	for i, address := range fresh {
		infos[i] = e.info(address)
	}
	if err := t.complete(ctx, block, infos); err != nil {
		return nil, err
	}
	l.given, l.count, l.pools = true, count, append(l.pools, infos...)
	return l.pools, nil
}

// poolsOf lists some pools of a factory of stable pools.
func (t reader) poolsOf(ctx context.Context, block common.Hash, factory common.Address, from,
	to int) (list []common.Address, err error) {
	var calls []chain.Call
	for i := from; i < to; i++ {
		calls = append(calls, chain.Call{To: factory,
			Data: stablesABI.PackPoolList(big.NewInt(int64(i)))})
	}
	answers, err := t.net.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	for _, r := range answers {
		if address, err := stablesABI.UnpackPoolList(r.Data); r.OK && err == nil {
			list = append(list, address)
		}
	}
	return list, nil
}

// findVaulted finds the pools of a vault: those that are given, and those that its logs told of.
func (t *Tracker) findVaulted(ctx context.Context, block common.Hash, e *Exchange) ([]*Info,
	error) {
	ids, err := t.weightedIDs()
	if err != nil {
		return nil, err
	}
	calls := make([]chain.Call, len(e.Pools))
	for i, address := range e.Pools {
		calls[i] = chain.Call{To: address, Data: weightedABI.PackGetPoolId()}
	}
	answers, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	for _, r := range answers {
		if id, err := weightedABI.UnpackGetPoolId(r.Data); r.OK && err == nil {
			ids = append(ids, id)
		}
	}
	var infos []*Info
	seen := make(map[common.Hash]bool)
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			info := e.info(common.BytesToAddress(id[:20]))
			info.ID = id
			infos = append(infos, info)
		}
	}
	return infos, t.complete(ctx, block, infos)
}

// complete reads what never changes about stable pools and those in a vault.
func (t *Tracker) complete(ctx context.Context, block common.Hash, infos []*Info) error {
	var calls []chain.Call
	for _, p := range infos {
		calls = append(calls, p.fixedCalls()...)
	}
	answers, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for _, p := range infos {
		n := len(p.fixedCalls())
		p.fix(answers[:n], t.wrapped)
		answers = answers[n:]
	}
	return nil
}

// What only some weighted pools answer: those of the first generation their last invariant, and
// those whose weights change with time how they do so, which are left out.
var (
	lastInvariant  = selector("getLastInvariant()")
	gradualWeights = selector("getGradualWeightUpdateParams()")
)

func (p *Info) fixedCalls() (calls []chain.Call) {
	if p.Kind == pool.KindCrypto {
		for i := range int64(pool.CryptoCoins + 1) { // of which a last one is not answered
			calls = append(calls, chain.Call{To: p.Address,
				Data: curveABI.PackCoins(big.NewInt(i))})
		}
		return calls
	}
	if p.Kind == pool.KindWeighted {
		return []chain.Call{
			{To: p.Factory, Data: vaultABI.PackGetPoolTokens(p.ID)},
			{To: p.Address, Data: weightedABI.PackGetNormalizedWeights()},
			{To: p.Address, Data: lastInvariant},
			{To: p.Address, Data: gradualWeights},
			{To: p.Address, Data: lastJoinExit},
			{To: p.Address, Data: rateProviders},
		}
	}
	calls = []chain.Call{
		{To: p.Address, Data: curveABI.PackA()},
		{To: p.Address, Data: curveABI.PackAPrecise()},
		{To: p.Address, Data: curveABI.PackOffpegFeeMultiplier()},
	}
	for i := range int64(pool.MaxCoins + 1) {
		calls = append(calls, chain.Call{To: p.Address, Data: curveABI.PackCoins(big.NewInt(i))})
	}
	return calls
}

// answers tells whether a contract has the function that it was asked for.
func answers(r chain.Result) bool { return r.OK && len(r.Data) >= common.HashLength }

// fix takes the answers in. The wrapped coin stands for the native one. A pool that does not answer
// as its kind does, or has both coins, keeps no tokens and is dropped.
func (p *Info) fix(r []chain.Result, wrapped common.Address) {
	if p.Kind == pool.KindWeighted {
		p.fixVaulted(r)
		return
	}
	if p.Kind == pool.KindCrypto {
		p.fixCrypto(r)
		return
	}
	switch {
	case answers(r[1]) && answers(r[2]):
		p.style = pool.StableNG
	case answers(r[1]):
		p.style = pool.StablePlain
	case answers(r[0]):
		p.style = pool.StableClassic
	default:
		return
	}
	var tokens []common.Address
	for _, coin := range r[3:] {
		address, err := curveABI.UnpackCoins(coin.Data)
		if !coin.OK || err != nil {
			break
		}
		if address == api.NativeToken {
			address, p.coin = wrapped, len(tokens)+1
		}
		if slices.Contains(tokens, address) {
			return
		}
		tokens = append(tokens, address)
	}
	if len(tokens) <= pool.MaxCoins {
		p.Tokens = tokens
	}
}

// fixCrypto takes in the coins of a pool of two or three whose prices differ.
func (p *Info) fixCrypto(r []chain.Result) {
	var tokens []common.Address
	for _, coin := range r {
		address, err := curveABI.UnpackCoins(coin.Data)
		if !coin.OK || err != nil {
			break
		}
		if slices.Contains(tokens, address) {
			return
		}
		tokens = append(tokens, address)
	}
	if len(tokens) <= pool.CryptoCoins {
		p.Tokens = tokens
	}
}

func (p *Info) fixVaulted(r []chain.Result) {
	tokens, err1 := vaultABI.UnpackGetPoolTokens(r[0].Data)
	weights, err2 := weightedABI.UnpackGetNormalizedWeights(r[1].Data)
	moving := answers(r[3])
	if err1 == nil && !answers(r[1]) && answers(r[4]) {
		p.fixComposable(tokens.Tokens, r[5])
		return
	}
	if err1 != nil || err2 != nil || moving || len(weights) != len(tokens.Tokens) {
		return
	}
	p.Tokens, p.first = tokens.Tokens, answers(r[2])
	for _, w := range weights {
		p.weights = append(p.weights, common.BigToHash(w))
	}
}
