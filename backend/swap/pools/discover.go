package pools

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

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
// from the ids that are known of pools in a vault.
func (t *Tracker) discover(ctx context.Context, block common.Hash) ([]*Info, error) {
	infos, err := t.findPairs(ctx, block, t.pairs())
	if err != nil {
		return nil, err
	}
	lists, err := t.findLists(ctx, block)
	return append(infos, lists...), err
}

// findLists finds the pools of any number of known tokens, and of some more.
func (t *Tracker) findLists(ctx context.Context, block common.Hash, more ...api.Token) ([]*Info,
	error) {
	infos, err := t.cfg.wrappers(ctx, block)
	if err != nil {
		return nil, err
	}
	for i := range t.cfg.Exchanges {
		e := &t.cfg.Exchanges[i]
		var found []*Info
		switch e.Kind {
		case pool.KindStable, pool.KindCrypto:
			found, err = t.findStable(ctx, block, e)
		case pool.KindWeighted:
			found, err = t.findVaulted(ctx, block, e)
		case pool.KindVault:
			found, err = t.findVaults(ctx, block, e)
		}
		if err != nil {
			return nil, err
		}
		infos = append(infos, found...)
	}
	return t.ofKnown(infos, more...), nil
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
			e := &t.cfg.Exchanges[i]
			if e.Family.Held() {
				for _, info := range t.keys(e, p) {
					found = append(found, info)
					calls = append(calls, info.load(info.wordAt(heldPrice)))
				}
				continue
			}
			switch e.Kind {
			case pool.KindSolidly:
				a, b := p.Base, p.Quote
				if a.Cmp(b) > 0 {
					a, b = b, a
				}
				infos, asked := e.solidlyKinds(a, b)
				found, calls = append(found, infos...), append(calls, asked...)
			case pool.KindBins:
				ask(e, 0, p, packPair(allBinPairs, p.Base, p.Quote))
			case pool.KindProduct:
				ask(e, e.Fees[0], p, factory2ABI.PackGetPair(p.Base, p.Quote))
			case pool.KindConcentrated:
				for _, fee := range e.Fees {
					ask(e, fee, p,
						factory3ABI.PackGetPool(p.Base, p.Quote, big.NewInt(int64(fee))))
				}
				for _, spacing := range e.Spacings {
					ask(e, 0, p, packSpacing(p.Base, p.Quote, spacing))
				}
				if e.Family.onePool() {
					ask(e, 0, p, packPair(poolByPair, p.Base, p.Quote))
				}
			}
		}
	}
	told, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	var infos []*Info
	for i, r := range told {
		if !answers(r) || common.BytesToHash(r.Data[:32]) == (common.Hash{}) {
			continue
		}
		if found[i].Kind == pool.KindBins {
			infos = append(infos, found[i].binPairs(r.Data)...)
			continue
		}
		if !found[i].Family.Held() {
			found[i].Address = common.BytesToAddress(r.Data[:32])
		}
		infos = append(infos, found[i])
	}
	t.decimals(infos)
	if err := t.orders(ctx, block, infos); err != nil {
		return nil, err
	}
	infos = slices.DeleteFunc(infos, func(p *Info) bool { return len(p.Tokens) == 0 })
	return infos, t.spacings(ctx, block, infos)
}

// decimals completes pairs whose curve counts with them.
func (t *Tracker) decimals(infos []*Info) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, p := range infos {
		for _, token := range p.Tokens {
			if p.Kind == pool.KindSolidly {
				p.Decimals = append(p.Decimals, t.tokens[token].Decimals)
			}
		}
	}
}

// spacings reads the tick spacing of concentrated pools.
func (t *Tracker) spacings(ctx context.Context, block common.Hash, infos []*Info) error {
	var calls []chain.Call
	var which []*Info
	for _, p := range infos {
		if p.Kind == pool.KindConcentrated && !p.Family.Held() {
			calls, which = append(calls, chain.Call{
				To: p.Address, Data: pool3ABI.PackTickSpacing()}), append(which, p)
		}
	}
	answers, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for i, p := range which {
		spacing, err := pool3ABI.UnpackTickSpacing(answers[i].Data)
		if answers[i].OK && err == nil {
			p.spacing = int(spacing.Int64())
		}
		if p.Family == Integral { // whose bitmap has a bit for each tick
			p.spacing = 1
		}
	}
	return nil
}

// ofKnown keeps the pools whose tokens are all known and take no tax, which neither kind accounts
// for. Some more count as known.
func (t *Tracker) ofKnown(infos []*Info, more ...api.Token) []*Info {
	t.mu.RLock()
	tokens := t.tokens
	t.mu.RUnlock()
	if len(more) > 0 {
		tokens = maps.Clone(tokens)
	}
	for _, token := range more {
		tokens[token.Address] = token
	}
	var kept []*Info
	for _, listed := range infos {
		p := *listed
		ok := len(p.Tokens) >= 2
		for _, address := range p.Tokens {
			token, known := tokens[address]
			ok = ok && known && token.TransferTax == 0
			p.Decimals = append(p.Decimals, token.Decimals)
		}
		if ok {
			kept = append(kept, &p)
		}
	}
	return kept
}
