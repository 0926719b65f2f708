package pools

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// wrappers lists those of the network, but those that do not tell what they wrap.
func (c *Config) wrappers(ctx context.Context, block common.Hash) (infos []*Info, err error) {
	for i := range c.Exchanges {
		e := &c.Exchanges[i]
		if e.Kind != pool.KindWrapper {
			continue
		}
		calls := make([]chain.Call, len(e.Pools))
		for i, at := range e.Pools {
			calls[i] = chain.Call{To: at, Data: wrapperABI.PackStETH()}
		}
		told, err := c.Network.BatchCall(ctx, block, calls)
		if err != nil {
			return nil, err
		}
		for i, at := range e.Pools {
			if answers(told[i]) {
				infos = append(infos, e.info(at, common.BytesToAddress(told[i].Data[:32]), at))
			}
		}
	}
	return infos, nil
}

// rebases tells whether the pool is a token's wrapper.
func (p *Info) rebases(token common.Address) bool {
	return p.Kind == pool.KindWrapper && p.Tokens[0] == token
}

// wrapperCalls read a wrapper: all shares, what they are worth, how many are wrapped, and what it
// says of samples.
func (p *Info) wrapperCalls() []chain.Call {
	calls := []chain.Call{
		{To: p.Tokens[0], Data: rebasingABI.PackGetTotalShares()},
		{To: p.Tokens[0], Data: rebasingABI.PackGetTotalPooledEther()},
		{To: p.Address, Data: wrapperABI.PackTotalSupply()},
	}
	for _, amount := range p.wrapperSamples() {
		calls = append(calls,
			chain.Call{To: p.Address, Data: wrapperABI.PackGetWstETHByStETH(amount)},
			chain.Call{To: p.Address, Data: wrapperABI.PackGetStETHByWstETH(amount)})
	}
	return calls
}

// wrapperSamples are amounts of three sizes.
func (p *Info) wrapperSamples() (list []*big.Int) {
	for _, s := range p.samples() {
		list = append(list, s.amount)
	}
	return list
}

// wrapper makes a wrapper of the answers of wrapperCalls, unless it says something else of a sample
// than what is computed here.
func (l *State) wrapper(r []chain.Result) (pool.Pool, error) {
	if slices.ContainsFunc(r, func(a chain.Result) bool { return !answers(a) }) {
		return nil, pool.ErrWrapper
	}
	p, err := pool.NewWrapper(firstWord(r[0]), firstWord(r[1]), firstWord(r[2]))
	if err != nil {
		return nil, err
	}
	for i, amount := range l.wrapperSamples() {
		for in := range 2 {
			if p.Told(in, word(amount)) != firstWord(r[3+2*i+in]) {
				return nil, pool.ErrWrapper
			}
		}
	}
	return p, nil
}

// losses are by how many units at most less of a transfer of a rebasing token arrives, 0 where its
// wrapper can't be read.
func losses(pools []*State) (list map[common.Address]uint64) {
	for _, l := range pools {
		if l.Kind != pool.KindWrapper {
			continue
		}
		if list == nil {
			list = make(map[common.Address]uint64)
		}
		list[l.Tokens[0]] = 0
		if p, ok := l.Pool.(*pool.Wrapper); ok {
			list[l.Tokens[0]] = p.Loss()
		}
	}
	return list
}

// Loss is by how many units at most less of a token arrives than was sent, by rounding: 0 of most
// tokens.
func (s *Snapshot) Loss(token common.Address) uint64 { return s.losses[token] }

// rebasing tells whether a pool trades a token whose balances change by themselves.
func (s *Snapshot) rebasing(p *State) bool {
	return slices.ContainsFunc(p.Tokens, func(token common.Address) bool {
		_, rebases := s.losses[token]
		return rebases
	})
}

// Rebasing are the pools that trade tokens whose balances change by themselves.
func (s *Snapshot) Rebasing() (list []common.Address) {
	for _, p := range s.Venues {
		if s.rebasing(p) {
			list = append(list, p.Address)
		}
	}
	return list
}

// moves tells whether figures of a pool change without a log.
func (s *Snapshot) moves(p *State) bool { return p.moving || s.rebasing(p) }

// arriving is a pool as routes trade on it, nil where they don't: of rebasing tokens it counts what
// arrives at least. Only stable pools and wrappers can: others count on what was sent.
func (s *Snapshot) arriving(l *State) pool.Pool {
	if l.Pool == nil || l.Kind == pool.KindWrapper || !s.rebasing(l) {
		return l.Pool
	}
	if l.Kind != pool.KindStable {
		return nil
	}
	list := make([]uint64, len(l.Tokens))
	for i, token := range l.Tokens {
		loss, rebases := s.losses[token]
		if list[i] = loss; rebases && loss == 0 {
			return nil
		}
	}
	return pool.NewRounding(l.Pool, list)
}
