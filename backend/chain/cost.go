package chain

import (
	"fmt"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
)

// What reads may cost before they are left alone for a while.
const (
	// costlyGas is far more than any honest read uses.
	costlyGas = 1_000_000
	// maxFailed is how many costly calls of one contract are made in one read.
	maxFailed = 2
	// maxCostly is how many costly calls put a contract as a whole in quarantine, unless others of
	// its calls were cheap within cheapFor: then it is honest, and only those are costly.
	maxCostly = 4
	cheapFor  = time.Minute
	// A quarantine doubles each time, up to maxQuarantine.
	firstQuarantine = time.Minute
	maxQuarantine   = time.Hour
	// maxCosts bounds how many contracts, and how many calls, are remembered.
	maxCosts = 16_384
)

// Quarantined says that a call is not made for now, and why.
type Quarantined struct {
	Contract common.Address
	Until    time.Time
	Reason   string
}

func (q *Quarantined) Error() string {
	return fmt.Sprintf("the contract %s is not read before %s: %s", api.Lower(q.Contract),
		q.Until.UTC().Format("15:04:05 UTC"), q.Reason)
}

// costs remembers what contracts of strangers cost whoever reads them.
type costs struct {
	mu        sync.Mutex
	contracts lru.BasicLRU[common.Address, contractCost]
	calls     lru.BasicLRU[common.Hash, sentence] // by contract and data
	own       map[common.Address]bool             // contracts of the exchange, never in quarantine
}

type contractCost struct {
	gas    uint64    // that a call of it may need
	cheap  time.Time // when one last cost little
	costly int       // calls that did not, since then
	sentence
}

// sentence is how often and until when something has been in quarantine.
type sentence struct {
	times  int
	until  time.Time
	reason string
}

func newCosts(c api.Contracts) *costs {
	own := make(map[common.Address]bool)
	for _, a := range []common.Address{c.AugustusRFQ, c.AugustusSwapper, c.AugustusV6, c.Delta,
		c.Permit2, c.WrappedNative, c.Multicall, PoolLens} {
		own[a] = true
	}
	return &costs{contracts: lru.NewBasicLRU[common.Address, contractCost](maxCosts),
		calls: lru.NewBasicLRU[common.Hash, sentence](maxCosts), own: own}
}

func callKey(c *Call) common.Hash { return crypto.Keccak256Hash(c.To[:], c.Data) }

// quarantined returns what keeps a call from being made, nil if nothing does.
func (k *costs) quarantined(c *Call, now time.Time) *Quarantined {
	k.mu.Lock()
	defer k.mu.Unlock()
	contract, ok := k.contracts.Peek(c.To)
	if !ok || k.own[c.To] {
		return nil
	}
	if now.Before(contract.until) {
		return &Quarantined{c.To, contract.until, contract.reason}
	}
	if contract.costly == 0 && contract.times == 0 {
		return nil // so that the data of honest calls need not be hashed
	}
	if s, ok := k.calls.Peek(callKey(c)); ok && now.Before(s.until) {
		return &Quarantined{c.To, s.until, s.reason}
	}
	return nil
}

// usual returns how much gas an honest call of a contract was seen to need, 0 if none was.
func (k *costs) usual(to common.Address) uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	contract, _ := k.contracts.Peek(to)
	return contract.gas
}

// rank returns by how much calls of a contract come after others where they are made alone.
func (k *costs) rank(to common.Address) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	contract, _ := k.contracts.Peek(to)
	return contract.costly + contract.times
}

// cheap notes that a call cost little.
func (k *costs) cheap(c *Call, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	contract, _ := k.contracts.Get(c.To)
	contract.cheap = now
	k.contracts.Add(c.To, contract)
}

// took notes what a call alone used, and tells whether it was too much.
func (k *costs) took(c *Call, a readAnswer, now time.Time) (costly bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	contract, _ := k.contracts.Get(c.To)
	defer func() { k.contracts.Add(c.To, contract) }()
	if a.gas < costlyGas {
		contract.cheap = now
		if a.ok {
			contract.gas = min(max(contract.gas, a.gas*3/2), costlyGas)
		}
		return false
	}
	contract.costly++
	reason := fmt.Sprintf("it used %d gas for one read", a.gas)
	key := callKey(c)
	call, _ := k.calls.Get(key)
	k.calls.Add(key, call.again(now, reason))
	if contract.costly >= maxCostly && now.Sub(contract.cheap) > cheapFor {
		contract.sentence, contract.costly = contract.sentence.again(now, reason), 0
	}
	return true
}

// again returns the next, longer sentence.
func (s sentence) again(now time.Time, reason string) sentence {
	return sentence{s.times + 1, now.Add(min(firstQuarantine<<min(s.times, 10), maxQuarantine)),
		reason}
}

// postponed returns why a call waits for the next read.
func (k *costs) postponed(c *Call, cfg Config) *Quarantined {
	return &Quarantined{c.To, cfg.Now().Add(cfg.BlockTime),
		"calls of its kind cost more than a read may"}
}

// sentenced is how many contracts, and how many calls of others, are not made for now.
func (k *costs) sentenced(now time.Time) (n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, a := range k.contracts.Keys() {
		if c, _ := k.contracts.Peek(a); now.Before(c.until) {
			n++
		}
	}
	for _, key := range k.calls.Keys() {
		if s, _ := k.calls.Peek(key); now.Before(s.until) {
			n++
		}
	}
	return n
}

// reasonBytes is more than a sentence's reason takes.
const reasonBytes = 64

// Quarantine lists the contracts that are not read for now.
func (v *view) Quarantine() []Quarantined {
	v.costs.mu.Lock()
	defer v.costs.mu.Unlock()
	var list []Quarantined
	now := v.cfg.Now()
	for _, a := range v.costs.contracts.Keys() {
		if c, _ := v.costs.contracts.Peek(a); now.Before(c.until) {
			list = append(list, Quarantined{a, c.until, c.reason})
		}
	}
	return list
}
