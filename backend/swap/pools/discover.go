package pools

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// Fees of the two constant-product factories in parts per million.
const (
	feeOfV2   = contracts.UniswapV2Fee * 100
	feeOfFork = contracts.UniswapV2ForkFee * 100
)

// feeTiers are the fees of concentrated pools, in parts per million.
var feeTiers = []uint32{100, 500, 3000, 10_000}

// maxCoins is how many coins a stable pool may have.
const maxCoins = 4

// discover finds all pools of known tokens on a block: by asking the factories for every pair, and
// from the ids of weighted pools that are known.
func (t *Tracker) discover(ctx context.Context, block common.Hash) ([]*Info, error) {
	var pairs []api.Pair
	for i, a := range t.traded {
		for _, b := range t.traded[:i] {
			pairs = append(pairs, api.Pair{Base: a, Quote: b})
		}
	}
	infos, err := t.findPairs(ctx, block, pairs)
	if err != nil {
		return nil, err
	}
	lists, err := t.findLists(ctx, block)
	return append(infos, lists...), err
}

// findLists finds the pools of any number of known tokens.
func (t *Tracker) findLists(ctx context.Context, block common.Hash) ([]*Info, error) {
	stable, err := t.findStable(ctx, block)
	if err != nil {
		return nil, err
	}
	ids, err := t.weightedIDs()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		stable = append(stable, &Info{
			Exchange: api.BalancerV2, Kind: pool.KindWeighted,
			Address: common.BytesToAddress(id[:20]), ID: id})
	}
	if err := t.complete(ctx, block, stable); err != nil {
		return nil, err
	}
	return t.ofKnown(stable), nil
}

// findPairs asks for the pools of two tokens.
func (t *Tracker) findPairs(ctx context.Context, block common.Hash, pairs []api.Pair) ([]*Info,
	error) {
	var calls []chain.Call
	var found []*Info
	ask := func(exchange string, kind pool.Kind, factory common.Address, fee uint32, a,
		b common.Address, data []byte) {
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		calls = append(calls, chain.Call{To: factory, Data: data})
		found = append(found, &Info{Exchange: exchange, Kind: kind, Tokens: []common.Address{a, b},
			Fee: fee})
	}
	addrs := t.cfg.Contracts
	for _, p := range pairs {
		a, b := p.Base, p.Quote
		data := factory2ABI.PackGetPair(a, b)
		ask(api.UniswapV2, pool.KindProduct, addrs.UniswapV2Factory, feeOfV2, a, b, data)
		ask(api.UniswapV2Fork, pool.KindProduct, addrs.UniswapV2ForkFactory, feeOfFork, a, b, data)
		for _, fee := range feeTiers {
			ask(api.UniswapV3, pool.KindConcentrated, addrs.UniswapV3Factory, fee, a, b,
				factory3ABI.PackGetPool(a, b, big.NewInt(int64(fee))))
		}
	}
	answers, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	var infos []*Info
	for i, r := range answers {
		address, err := factory2ABI.UnpackGetPair(r.Data)
		if !r.OK || err != nil || address == (common.Address{}) {
			continue
		}
		found[i].Address = address
		infos = append(infos, found[i])
	}
	return infos, t.spacings(ctx, block, infos)
}

// spacings reads the tick spacing of concentrated pools.
func (t *Tracker) spacings(ctx context.Context, block common.Hash, infos []*Info) error {
	var calls []chain.Call
	var which []*Info
	for _, p := range infos {
		if p.Kind == pool.KindConcentrated {
			calls, which = append(calls, chain.Call{
				To: p.Address, Data: pool3ABI.PackTickSpacing()}), append(which, p)
		}
	}
	answers, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for i, p := range which {
		if spacing, err := pool3ABI.UnpackTickSpacing(answers[i].Data); answers[i].OK &&
			err == nil {
			p.spacing = int(spacing.Int64())
		}
	}
	return nil
}

// findStable lists the stable factory's pools.
func (t *Tracker) findStable(ctx context.Context, block common.Hash) ([]*Info, error) {
	factory := t.cfg.Contracts.StableSwapFactory
	if factory == (common.Address{}) {
		return nil, nil
	}
	out, err := t.cfg.Network.Call(
		ctx, block, chain.Call{To: factory, Data: stablesABI.PackPoolCount()})
	if err != nil {
		return nil, err
	}
	count, err := stablesABI.UnpackPoolCount(out)
	if err != nil || !count.IsInt64() || count.Int64() > maxStable {
		return nil, api.Errorf(api.ChainUnavailable, "the factory of stable pools counts %v pools",
			count).WithCause(err)
	}
	calls := make([]chain.Call, count.Int64())
	for i := range calls {
		calls[i] = chain.Call{To: factory, Data: stablesABI.PackPoolList(big.NewInt(int64(i)))}
	}
	answers, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	var infos []*Info
	for _, r := range answers {
		if address, err := stablesABI.UnpackPoolList(r.Data); r.OK && err == nil {
			infos = append(infos, &Info{
				Exchange: api.CurveV1, Kind: pool.KindStable, Address: address})
		}
	}
	return infos, nil
}

// maxStable bounds how many pools of the stable factory are read.
const maxStable = 10_000

// complete reads what never changes about stable and weighted pools.
func (t *Tracker) complete(ctx context.Context, block common.Hash, infos []*Info) error {
	var calls []chain.Call
	for _, p := range infos {
		calls = append(calls, p.fixedCalls(t.cfg.Contracts.BalancerVault)...)
	}
	answers, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for _, p := range infos {
		n := len(p.fixedCalls(t.cfg.Contracts.BalancerVault))
		p.fix(answers[:n])
		answers = answers[n:]
	}
	return nil
}

func (p *Info) fixedCalls(vault common.Address) []chain.Call {
	if p.Kind == pool.KindWeighted {
		return []chain.Call{
			{To: vault, Data: vaultABI.PackGetPoolTokens(p.ID)},
			{To: p.Address, Data: weightedABI.PackGetNormalizedWeights()},
			{To: p.Address, Data: weightedABI.PackGetSwapFeePercentage()},
		}
	}
	calls := []chain.Call{
		{To: p.Address, Data: stableABI.PackAPrecise()},
		{To: p.Address, Data: stableABI.PackFee()},
		{To: p.Address, Data: stableABI.PackAdminFee()},
	}
	for i := range int64(maxCoins) {
		calls = append(calls, chain.Call{To: p.Address, Data: stableABI.PackCoins(big.NewInt(i))})
	}
	return calls
}

// fix takes the answers in. A pool that does not answer as its kind does keeps no tokens and is
// dropped.
func (p *Info) fix(r []chain.Result) {
	if p.Kind == pool.KindWeighted {
		tokens, err1 := vaultABI.UnpackGetPoolTokens(r[0].Data)
		weights, err2 := weightedABI.UnpackGetNormalizedWeights(r[1].Data)
		fee, err3 := weightedABI.UnpackGetSwapFeePercentage(r[2].Data)
		if err1 != nil || err2 != nil || err3 != nil || len(weights) != len(tokens.Tokens) {
			return
		}
		p.Tokens, p.swapFee = tokens.Tokens, common.BigToHash(fee)
		for _, w := range weights {
			p.weights = append(p.weights, common.BigToHash(w))
		}
		return
	}
	amp, err1 := stableABI.UnpackAPrecise(r[0].Data)
	fee, err2 := stableABI.UnpackFee(r[1].Data)
	admin, err3 := stableABI.UnpackAdminFee(r[2].Data)
	if err1 != nil || err2 != nil || err3 != nil || !amp.IsUint64() || !fee.IsUint64() ||
		!admin.IsUint64() {
		return
	}
	p.amp, p.swapFee, p.adminFee = amp.Uint64(), common.BigToHash(fee), admin.Uint64()
	for _, coin := range r[3:] {
		address, err := stableABI.UnpackCoins(coin.Data)
		if !coin.OK || err != nil {
			break
		}
		p.Tokens = append(p.Tokens, address)
	}
}

// ofKnown keeps the pools whose tokens are all known and take no tax, which neither kind accounts
// for. Pools of the native coin itself are left to those who trade them directly.
func (t *Tracker) ofKnown(infos []*Info) []*Info {
	var kept []*Info
	for _, p := range infos {
		ok := len(p.Tokens) >= 2
		for _, address := range p.Tokens {
			token, known := t.tokens[address]
			ok = ok && known && token.TransferTax == 0 && address != api.NativeToken
			p.Decimals = append(p.Decimals, token.Decimals)
		}
		if ok {
			kept = append(kept, p)
		}
	}
	return kept
}
