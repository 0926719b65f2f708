package pools

import (
	"context"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// Module is a peg stability module at a block. It takes gems and dai itself.
type Module struct {
	Exchange string
	Address  common.Address
	Dai, Gem common.Address
	*pool.Module

	to18   uint256.Int
	pocket common.Address // holds the gems
}

// Modules are the stability modules of a network. No log of theirs tells what they hold, so that
// they are read when a trade on one is asked for, once a block.
type Modules struct {
	tracker *Tracker

	mu    sync.Mutex
	known map[common.Address]*Module // what never changes of those that answered
	met   common.Hash                // the block on which the others were asked last
	at    lru.BasicLRU[common.Hash, []*Module]
}

func newModules(t *Tracker) *Modules {
	return &Modules{tracker: t, known: make(map[common.Address]*Module),
		at: lru.NewBasicLRU[common.Hash, []*Module](chain.Depth)}
}

// What modules answer beside contracts.StabilityModule: those of Maker name the factor otherwise,
// have a toll each way and a pocket that holds their gems.
var (
	moduleABI  = contracts.NewStabilityModule()
	tokenABI   = contracts.NewStandardToken()
	moduleTo18 = selector("to18ConversionFactor()")
	modulePays = selector("pocket()")
	moduleTin  = selector("tin()")
	moduleTout = selector("tout()")
)

// At are the stability modules between two tokens, which are known and take no tax, as they are
// after a block.
func (m *Modules) At(ctx context.Context, block common.Hash, a, b common.Address) ([]*Module,
	error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.meet(ctx, block); err != nil {
		return nil, err
	}
	var asked bool
	for _, x := range m.known {
		asked = asked || x.between(a, b)
	}
	if !asked || m.taxed(a) || m.taxed(b) {
		return nil, nil
	}
	list, ok := m.at.Get(block)
	if !ok {
		var err error
		if list, err = m.read(ctx, block); err != nil {
			return nil, err
		}
		m.at.Add(block, list)
	}
	var found []*Module
	for _, x := range list {
		if x.between(a, b) {
			found = append(found, x)
		}
	}
	return found, nil
}

func (m *Module) between(a, b common.Address) bool {
	return m.Dai == a && m.Gem == b || m.Dai == b && m.Gem == a
}

// taxed tells whether a token is not known to move whole.
func (m *Modules) taxed(token common.Address) bool {
	known, ok := m.tracker.Token(token)
	return !ok || known.TransferTax > 0
}

// meet reads what never changes of the modules that are given; those that do not answer are asked
// again on the next block. The caller holds the lock.
func (m *Modules) meet(ctx context.Context, block common.Hash) error {
	if m.met == block {
		return nil
	}
	var calls []chain.Call
	var fresh []*Module
	for _, e := range m.tracker.cfg.Exchanges {
		for _, at := range e.Pools {
			if e.Kind != pool.KindModule || m.known[at] != nil {
				continue
			}
			fresh = append(fresh, &Module{Exchange: e.Name, Address: at})
			for _, data := range [][]byte{moduleABI.PackDai(), moduleABI.PackGem(),
				moduleABI.PackTo18(), moduleTo18, modulePays} {
				calls = append(calls, chain.Call{To: at, Data: data})
			}
		}
	}
	if len(calls) == 0 {
		return nil
	}
	told, err := m.tracker.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	m.met = block
	each := len(calls) / len(fresh)
	for i, x := range fresh {
		r := told[i*each:]
		factor := r[2]
		if !answers(factor) {
			factor = r[3]
		}
		if !answers(r[0]) || !answers(r[1]) || !answers(factor) {
			continue
		}
		x.Dai, x.Gem = common.BytesToAddress(r[0].Data[:32]), common.BytesToAddress(r[1].Data[:32])
		x.to18, x.pocket = firstWord(factor), x.Address
		if answers(r[4]) {
			x.pocket = common.BytesToAddress(r[4].Data[:32])
		}
		m.known[x.Address] = x
	}
	return nil
}

// read reads tolls and holdings of the modules that are known. Those that do not tell them
// are left out. The caller holds the lock.
func (m *Modules) read(ctx context.Context, block common.Hash) (list []*Module, err error) {
	var calls []chain.Call
	for _, e := range m.tracker.cfg.Exchanges {
		for _, at := range e.Pools {
			x := m.known[at]
			if e.Kind != pool.KindModule || x == nil {
				continue
			}
			next := *x
			list = append(list, &next)
			calls = append(calls,
				chain.Call{To: at, Data: moduleABI.PackToll()},
				chain.Call{To: at, Data: moduleTin}, chain.Call{To: at, Data: moduleTout},
				chain.Call{To: x.Dai, Data: tokenABI.PackBalanceOf(at)},
				chain.Call{To: x.Gem, Data: tokenABI.PackBalanceOf(x.pocket)})
		}
	}
	told, err := m.tracker.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	var trading []*Module
	each := len(calls) / len(list)
	for i, x := range list {
		if x.take(told[i*each:]) {
			trading = append(trading, x)
		}
	}
	return trading, nil
}

// take takes in tolls and holdings; ok is false where they are not told.
func (m *Module) take(r []chain.Result) (ok bool) {
	sell, buy := r[1], r[2]
	if answers(r[0]) { // the same both ways
		sell, buy = r[0], r[0]
	}
	for _, a := range []chain.Result{sell, buy, r[3], r[4]} {
		if !answers(a) {
			return false
		}
	}
	var err error
	m.Module, err = pool.NewModule(pool.Module{To18: m.to18, SellToll: firstWord(sell),
		BuyToll: firstWord(buy), Dai: firstWord(r[3]), Gems: firstWord(r[4])})
	return err == nil
}
