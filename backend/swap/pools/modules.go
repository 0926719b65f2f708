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
	reads   shared

	// mu guards what follows, and is held over no request
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
// after a block. It waits for the node as long as ctx allows.
func (m *Modules) At(ctx context.Context, block common.Hash, a, b common.Address) ([]*Module,
	error) {
	if fresh := m.strangers(block); len(fresh) > 0 {
		err := m.reads.do(ctx, "meet "+block.String(), func(ctx context.Context) error {
			return m.meet(ctx, block, fresh)
		})
		if err != nil {
			return nil, err
		}
	}
	if !m.asked(a, b) || m.taxed(a) || m.taxed(b) {
		return nil, nil
	}
	if list, ok := m.readAt(block); ok {
		return between(list, a, b), nil
	}
	err := m.reads.do(ctx, block.String(), func(ctx context.Context) error {
		return m.read(ctx, block)
	})
	list, _ := m.readAt(block)
	return between(list, a, b), err
}

// asked tells whether a module that is known is between two tokens.
func (m *Modules) asked(a, b common.Address) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range m.known {
		if x.between(a, b) {
			return true
		}
	}
	return false
}

// readAt are the modules as they were read on a block, if they were.
func (m *Modules) readAt(block common.Hash) ([]*Module, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at.Get(block)
}

// between are those of a list that trade two tokens.
func between(list []*Module, a, b common.Address) (found []*Module) {
	for _, x := range list {
		if x.between(a, b) {
			found = append(found, x)
		}
	}
	return found
}

func (m *Module) between(a, b common.Address) bool {
	return m.Dai == a && m.Gem == b || m.Dai == b && m.Gem == a
}

// taxed tells whether a token is not known to move whole.
func (m *Modules) taxed(token common.Address) bool {
	known, ok := m.tracker.Token(token)
	return !ok || known.TransferTax > 0
}

// strangers are the modules that are given and have not answered yet, unless they were asked on the
// block already.
func (m *Modules) strangers(block common.Hash) (list []*Module) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.met == block {
		return nil
	}
	for _, e := range m.tracker.cfg.Exchanges {
		for _, at := range e.Pools {
			if e.Kind == pool.KindModule && m.known[at] == nil {
				list = append(list, &Module{Exchange: e.Name, Address: at})
			}
		}
	}
	return list
}

// meet reads what never changes of modules; those that do not answer are asked again on the next
// block.
func (m *Modules) meet(ctx context.Context, block common.Hash, fresh []*Module) error {
	var calls []chain.Call
	for _, x := range fresh {
		for _, data := range [][]byte{moduleABI.PackDai(), moduleABI.PackGem(),
			moduleABI.PackTo18(), moduleTo18, modulePays} {
			calls = append(calls, chain.Call{To: x.Address, Data: data})
		}
	}
	told, err := m.tracker.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
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
// are left out.
func (m *Modules) read(ctx context.Context, block common.Hash) error {
	list := m.copies()
	var calls []chain.Call
	for _, x := range list {
		calls = append(calls,
			chain.Call{To: x.Address, Data: moduleABI.PackToll()},
			chain.Call{To: x.Address, Data: moduleTin},
			chain.Call{To: x.Address, Data: moduleTout},
			chain.Call{To: x.Dai, Data: tokenABI.PackBalanceOf(x.Address)},
			chain.Call{To: x.Gem, Data: tokenABI.PackBalanceOf(x.pocket)})
	}
	told, err := m.tracker.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	var trading []*Module
	each := len(calls) / len(list)
	for i, x := range list {
		if x.take(told[i*each:]) {
			trading = append(trading, x)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at.Add(block, trading)
	return nil
}

// copies are the modules that are known, in the order in which they are given.
func (m *Modules) copies() (list []*Module) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.tracker.cfg.Exchanges {
		for _, at := range e.Pools {
			if x := m.known[at]; x != nil && e.Kind == pool.KindModule {
				next := *x
				list = append(list, &next)
			}
		}
	}
	return list
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
