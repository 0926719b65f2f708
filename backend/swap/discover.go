package swap

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// feeTiers are the fees of concentrated pools, in parts per million.
var feeTiers = []uint32{100, 500, 3000, 10_000}

// maxCoins is how many coins a stable pool may have.
const maxCoins = 4

// discover finds all pools of listed tokens on a block: by asking the factories for every pair, and from the ids of weighted pools that are known.
func (s *Service) discover(ctx context.Context, block common.Hash) ([]*place, error) {
	places, err := s.findPairs(ctx, block)
	if err != nil {
		return nil, err
	}
	stable, err := s.findStable(ctx, block)
	if err != nil {
		return nil, err
	}
	ids, err := s.weightedIDs()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		stable = append(stable, &place{exchange: BalancerV2, kind: pool.KindWeighted, address: common.BytesToAddress(id[:20]), id: id})
	}
	if err := s.complete(ctx, block, stable); err != nil {
		return nil, err
	}
	return append(places, s.traded(stable)...), nil
}

// findPairs asks for the pools of two tokens.
func (s *Service) findPairs(ctx context.Context, block common.Hash) ([]*place, error) {
	var calls []chain.Call
	var found []*place
	ask := func(exchange string, kind pool.Kind, factory common.Address, fee uint32, a, b common.Address, data []byte) {
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		calls = append(calls, chain.Call{To: factory, Data: data})
		found = append(found, &place{exchange: exchange, kind: kind, tokens: []common.Address{a, b}, fee: fee})
	}
	at := s.cfg.Contracts
	for i, a := range s.listed {
		for _, b := range s.listed[:i] {
			data := factory2ABI.PackGetPair(a, b)
			ask(UniswapV2, pool.KindProduct, at.UniswapV2Factory, feeOfV2, a, b, data)
			ask(UniswapV2Fork, pool.KindProduct, at.UniswapV2ForkFactory, feeOfFork, a, b, data)
			for _, fee := range feeTiers {
				ask(UniswapV3, pool.KindConcentrated, at.UniswapV3Factory, fee, a, b, factory3ABI.PackGetPool(a, b, big.NewInt(int64(fee))))
			}
		}
	}
	answers, err := s.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	var places []*place
	for i, r := range answers {
		address, err := factory2ABI.UnpackGetPair(r.Data)
		if !r.OK || err != nil || address == (common.Address{}) {
			continue
		}
		found[i].address = address
		places = append(places, found[i])
	}
	return places, s.spacings(ctx, block, places)
}

// spacings reads the tick spacing of concentrated pools.
func (s *Service) spacings(ctx context.Context, block common.Hash, places []*place) error {
	var calls []chain.Call
	var which []*place
	for _, p := range places {
		if p.kind == pool.KindConcentrated {
			calls, which = append(calls, chain.Call{To: p.address, Data: pool3ABI.PackTickSpacing()}), append(which, p)
		}
	}
	answers, err := s.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for i, p := range which {
		if spacing, err := pool3ABI.UnpackTickSpacing(answers[i].Data); answers[i].OK && err == nil {
			p.spacing = int(spacing.Int64())
		}
	}
	return nil
}

// findStable lists the stable factory's pools.
func (s *Service) findStable(ctx context.Context, block common.Hash) ([]*place, error) {
	factory := s.cfg.Contracts.StableSwapFactory
	if factory == (common.Address{}) {
		return nil, nil
	}
	out, err := s.cfg.Network.Call(ctx, block, chain.Call{To: factory, Data: stablesABI.PackPoolCount()})
	if err != nil {
		return nil, err
	}
	count, err := stablesABI.UnpackPoolCount(out)
	if err != nil || !count.IsInt64() || count.Int64() > maxStable {
		return nil, api.Errorf(api.ChainUnavailable, "the factory of stable pools counts %v pools", count).Because(err)
	}
	calls := make([]chain.Call, count.Int64())
	for i := range calls {
		calls[i] = chain.Call{To: factory, Data: stablesABI.PackPoolList(big.NewInt(int64(i)))}
	}
	answers, err := s.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	var places []*place
	for _, r := range answers {
		if address, err := stablesABI.UnpackPoolList(r.Data); r.OK && err == nil {
			places = append(places, &place{exchange: CurveV1, kind: pool.KindStable, address: address})
		}
	}
	return places, nil
}

// maxStable bounds how many pools of the stable factory are read.
const maxStable = 10_000

// complete reads what never changes about stable and weighted pools.
func (s *Service) complete(ctx context.Context, block common.Hash, places []*place) error {
	var calls []chain.Call
	for _, p := range places {
		calls = append(calls, p.fixedCalls(s.cfg.Contracts.BalancerVault)...)
	}
	answers, err := s.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for _, p := range places {
		n := len(p.fixedCalls(s.cfg.Contracts.BalancerVault))
		p.fix(answers[:n])
		answers = answers[n:]
	}
	return nil
}

func (p *place) fixedCalls(vault common.Address) []chain.Call {
	if p.kind == pool.KindWeighted {
		return []chain.Call{
			{To: vault, Data: vaultABI.PackGetPoolTokens(p.id)},
			{To: p.address, Data: weightedABI.PackGetNormalizedWeights()},
			{To: p.address, Data: weightedABI.PackGetSwapFeePercentage()},
		}
	}
	calls := []chain.Call{
		{To: p.address, Data: stableABI.PackAPrecise()},
		{To: p.address, Data: stableABI.PackFee()},
		{To: p.address, Data: stableABI.PackAdminFee()},
	}
	for i := range int64(maxCoins) {
		calls = append(calls, chain.Call{To: p.address, Data: stableABI.PackCoins(big.NewInt(i))})
	}
	return calls
}

// fix takes the answers in. A pool that does not answer as its kind does keeps no tokens and is dropped.
func (p *place) fix(r []chain.Result) {
	if p.kind == pool.KindWeighted {
		tokens, err1 := vaultABI.UnpackGetPoolTokens(r[0].Data)
		weights, err2 := weightedABI.UnpackGetNormalizedWeights(r[1].Data)
		fee, err3 := weightedABI.UnpackGetSwapFeePercentage(r[2].Data)
		if err1 != nil || err2 != nil || err3 != nil || len(weights) != len(tokens.Tokens) {
			return
		}
		p.tokens, p.swapFee = tokens.Tokens, common.BigToHash(fee)
		for _, w := range weights {
			p.weights = append(p.weights, common.BigToHash(w))
		}
		return
	}
	amp, err1 := stableABI.UnpackAPrecise(r[0].Data)
	fee, err2 := stableABI.UnpackFee(r[1].Data)
	admin, err3 := stableABI.UnpackAdminFee(r[2].Data)
	if err1 != nil || err2 != nil || err3 != nil || !amp.IsUint64() || !fee.IsUint64() || !admin.IsUint64() {
		return
	}
	p.amp, p.swapFee, p.adminFee = amp.Uint64(), common.BigToHash(fee), admin.Uint64()
	for _, coin := range r[3:] {
		address, err := stableABI.UnpackCoins(coin.Data)
		if !coin.OK || err != nil {
			break
		}
		p.tokens = append(p.tokens, address)
	}
}

// traded keeps the pools whose tokens are all listed and take no tax, which neither kind accounts for. Pools of the native coin itself are left
// to those who trade them directly.
func (s *Service) traded(places []*place) []*place {
	var kept []*place
	for _, p := range places {
		ok := len(p.tokens) >= 2
		for _, t := range p.tokens {
			token, listed := s.tokens[t]
			ok = ok && listed && token.TransferTax == 0 && t != api.NativeToken
			p.decimals = append(p.decimals, token.Decimals)
		}
		if ok {
			kept = append(kept, p)
		}
	}
	return kept
}
