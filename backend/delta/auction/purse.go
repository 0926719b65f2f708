package auction

import (
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// Purse is what transactions that fail may cost the agents that run here, in wei: settlements that
// were good in their simulations and reverted on chain, as code of strangers can have it.
type Purse struct {
	Day   api.Amount // within a day
	Order api.Amount // for one order, which ends then
}

// StandardPurse is 0.5 coins a day and 0.05 an order: some hundred settlements, and ten.
var StandardPurse = Purse{Day: api.NewAmount(5e17), Order: api.NewAmount(5e16)}

// PurseOf is one of which a tenth is for one order; that of nothing is the zero Purse.
func PurseOf(day api.Amount) Purse {
	return Purse{Day: day, Order: day.MulDiv(api.NewAmount(1), api.NewAmount(10))}
}

// Why built-in agents don't settle.
const (
	spentStrangers = "the agents' purse for reverts is half empty today: orders in which code of " +
		"others runs, those that failed on chain twice, and those of owners whose settlements " +
		"failed more often than they succeeded, wait"
	onItsWay = "what is on its way would empty the agents' purse for reverts if it failed: the " +
		"next round"
	spentAll = "the agents' purse for reverts is empty today"
)

// purse counts what reverts cost. What they cost today is told to a new one by Recall.
type purse struct {
	limits Purse

	mu     sync.Mutex
	day    time.Time // its begin
	today  api.Amount
	all    api.Amount
	count  uint64
	failed map[common.Hash]bool // transactions of today, each of which can settle several orders
	flying map[string]flying    // by the first of a settlement's orders
}

// flying is a settlement on its way, which counts as one that fails until its end is known: what is
// put into one block fails in one block.
type flying struct {
	cost  api.Amount // of all its gas, in wei
	risky bool       // others can make it fail
}

// lend notes that a settlement is on its way.
func (p *purse) lend(id string, f flying) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.flying == nil {
		p.flying = make(map[string]flying)
	}
	p.flying[id] = f
}

// budget is what a round may put on its way, in wei: what is left today beside what flies already,
// for settlements that others can make fail and for all.
type budget struct {
	risky, all api.Amount
	begun      bool // something is on its way: the first one goes in any case
}

// budget returns what is left beside orders that are in flight.
func (p *purse) budget(inFlight []InFlight, now time.Time) budget {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begin(now)
	waiting := make(map[string]bool, len(inFlight))
	for i := range inFlight {
		waiting[inFlight[i].ID] = true
	}
	maps.DeleteFunc(p.flying, func(id string, _ flying) bool { return !waiting[id] })
	b := budget{risky: half(p.limits.Day).Sub(p.today), all: p.limits.Day.Sub(p.today)}
	for _, f := range p.flying {
		b.take(f)
	}
	return b
}

// take takes a settlement's cost out of the budget; false where it has not so much.
func (b *budget) take(f flying) bool {
	if b.begun && (b.all.Less(f.cost) || f.risky && b.risky.Less(f.cost)) {
		return false
	}
	b.begun, b.all = true, b.all.Sub(f.cost)
	if f.risky {
		b.risky = b.risky.Sub(f.cost)
	}
	return true
}

func half(a api.Amount) api.Amount { return a.MulDiv(api.NewAmount(1), api.NewAmount(2)) }

// begin starts another day where the last one is over. The clock may go back. p.mu is held.
func (p *purse) begin(now time.Time) {
	if day := now.UTC().Truncate(24 * time.Hour); p.day.Before(day) {
		p.day, p.today, p.failed = day, api.Amount{}, make(map[common.Hash]bool)
	}
}

// CostOf is what a mined transaction cost its sender in wei.
func CostOf(receipt *types.Receipt) api.Amount {
	if receipt.EffectiveGasPrice == nil {
		return api.Amount{}
	}
	return api.MustBig(receipt.EffectiveGasPrice).MulDiv(api.NewAmount(receipt.GasUsed),
		api.NewAmount(1))
}

// pay takes in a transaction of a built-in agent that failed.
func (p *purse) pay(tx common.Hash, cost api.Amount, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begin(now)
	if p.failed[tx] {
		return
	}
	p.failed[tx] = true
	p.count++
	p.today, p.all = p.today.Add(cost), p.all.Add(cost)
}

// Recall takes in a settlement of today that failed before this process began, so that a restart
// fills no purse.
func (a *Auctioneer) Recall(tx common.Hash, cost api.Amount) {
	a.purse.pay(tx, cost, a.cfg.Now())
}

// refuses says why what is left today is not for an order, "" if it is. The second half of a purse
// is for orders in which no code but that of tokens runs, so that others can't use it up for them.
// And since an owner can move what is sold away in the block of the settlement, it is for owners
// who were settled before: who makes one fail has paid for another.
func (p *purse) refuses(o *OpenOrder, proven func(common.Address) bool, now time.Time) string {
	onlySafe := p.isHalfEmpty(now)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case !p.today.Less(p.limits.Day):
		return spentAll
	case onlySafe && isRisky(o, proven):
		return spentStrangers
	}
	return ""
}

// isRisky tells whether others than the owner of an order, or an owner who was never settled, can
// make its settlement fail.
func isRisky(o *OpenOrder, proven func(common.Address) bool) bool {
	return o.Strange || o.Reverts > 1 || // once others may have made it fail
		!proven(o.User)
}

// isHalfEmpty tells whether what is left today is for settlements alone which nobody but their
// owner can make fail: not for limit orders, whose makers can take them back in the same block.
func (p *purse) isHalfEmpty(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begin(now)
	return !p.today.Less(half(p.limits.Day))
}

// Reverts tells what settlements that failed on chain cost the agents that run here.
func (a *Auctioneer) Reverts() api.Reverts {
	p, now := &a.purse, a.cfg.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begin(now)
	return api.Reverts{ChainID: a.cfg.Market.ChainID, Count: p.count, Cost: p.all,
		Left: p.limits.Day.Sub(p.today)}
}

// absence is how often and until which block an agent elsewhere sits out, over all orders, since it
// won rounds and did not settle.
type absence struct {
	times       uint64
	from, until uint64
}

// Blocks that an agent sits out after the first time, and at most.
const (
	firstAbsence = uint64(16)
	mostAbsence  = uint64(1 << 12)
)

// absences are of the agents elsewhere, which the registry's owner admits: they are few. Only the
// goroutine of rounds uses them.
type absences map[common.Address]absence

// note takes in that an agent did not settle what it won. The next absence is twice as long, unless
// the agent was good for longer than the last one.
func (m absences) note(agent common.Address, block uint64) {
	last := m[agent]
	if block < last.until {
		return // for another order of the same time
	}
	if last.times > 0 && block > last.until+2*(last.until-last.from) {
		last.times = 0
	}
	m[agent] = absence{last.times + 1, block,
		block + min(firstAbsence<<min(last.times, 16), mostAbsence)}
}

// why says why an agent may not bid on a block, "" if it may.
func (m absences) why(agent common.Address, block uint64) string {
	if until := m[agent].until; block < until {
		return fmt.Sprintf("the agent won and did not settle: it sits out until block %d", until)
	}
	return ""
}
