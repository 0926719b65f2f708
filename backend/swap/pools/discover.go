package pools

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// maxCoins is how many coins a stable pool may have.
const maxCoins = 4

// pairs lists the pairs of known tokens whose pools are looked for.
func (t *Tracker) pairs() []api.Pair {
	var pairs []api.Pair
	for i, a := range t.traded {
		for _, b := range t.traded[:i] {
			if t.sought(a, b) {
				pairs = append(pairs, api.Pair{Base: a, Quote: b})
			}
		}
	}
	return pairs
}

// sought tells whether pools of two tokens are looked for.
func (t *Tracker) sought(a, b common.Address) bool {
	return len(t.cfg.Base) == 0 || slices.Contains(t.cfg.Base, a) || slices.Contains(t.cfg.Base, b)
}

// discover finds all pools of known tokens on a block: by asking the factories for every pair, and
// from the ids of weighted pools that are known.
func (t *Tracker) discover(ctx context.Context, block common.Hash) ([]*Info, error) {
	infos, err := t.findPairs(ctx, block, t.pairs())
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
	for i := range t.cfg.Exchanges {
		if e := &t.cfg.Exchanges[i]; e.Kind == pool.KindWeighted {
			for _, id := range ids {
				info := e.info(common.BytesToAddress(id[:20]))
				info.ID = id
				stable = append(stable, info)
			}
		}
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
	ask := func(e *Exchange, fee uint32, p api.Pair, data []byte) {
		a, b := p.Base, p.Quote
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		calls = append(calls, chain.Call{To: e.Factory, Data: data})
		found = append(found, e.info(common.Address{}, a, b))
		found[len(found)-1].Fee = fee
	}
	for _, p := range pairs {
		for i := range t.cfg.Exchanges {
			switch e := &t.cfg.Exchanges[i]; e.Kind {
			case pool.KindProduct:
				ask(e, e.Fees[0], p, factory2ABI.PackGetPair(p.Base, p.Quote))
			case pool.KindConcentrated:
				for _, fee := range e.Fees {
					ask(e, fee, p,
						factory3ABI.PackGetPool(p.Base, p.Quote, big.NewInt(int64(fee))))
				}
			}
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

// findStable lists the pools of the factories of stable pools.
func (t *Tracker) findStable(ctx context.Context, block common.Hash) (infos []*Info, err error) {
	for i := range t.cfg.Exchanges {
		if e := &t.cfg.Exchanges[i]; e.Kind == pool.KindStable {
			found, err := t.listStable(ctx, block, e)
			if err != nil {
				return nil, err
			}
			infos = append(infos, found...)
		}
	}
	return infos, nil
}

func (t *Tracker) listStable(ctx context.Context, block common.Hash, e *Exchange) ([]*Info,
	error) {
	factory := e.Factory
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
			infos = append(infos, e.info(address))
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
		calls = append(calls, p.fixedCalls(t.vault())...)
	}
	answers, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for _, p := range infos {
		n := len(p.fixedCalls(t.vault()))
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
			{To: p.Address, Data: lastInvariant[:4]},
			{To: p.Address, Data: gradualWeights[:4]},
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

// What only some weighted pools answer: those of the first generation their last invariant, and
// those whose weights change with time how they do so, which are left out.
var (
	lastInvariant  = crypto.Keccak256([]byte("getLastInvariant()"))
	gradualWeights = crypto.Keccak256([]byte("getGradualWeightUpdateParams()"))
)

// answers tells whether a contract has the function that it was asked for.
func answers(r chain.Result) bool { return r.OK && len(r.Data) >= common.HashLength }

// fix takes the answers in. A pool that does not answer as its kind does keeps no tokens and is
// dropped.
func (p *Info) fix(r []chain.Result) {
	if p.Kind == pool.KindWeighted {
		tokens, err1 := vaultABI.UnpackGetPoolTokens(r[0].Data)
		weights, err2 := weightedABI.UnpackGetNormalizedWeights(r[1].Data)
		moving := answers(r[3])
		if err1 != nil || err2 != nil || moving || len(weights) != len(tokens.Tokens) {
			return
		}
		p.Tokens, p.first = tokens.Tokens, answers(r[2])
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
