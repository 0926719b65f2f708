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
	Day   api.Amount // at once; what is spent of it comes back within a day, evenly
	Order api.Amount // for one order, which ends then
}

// StandardPurse is 0.5 coins and 0.05 an order: some hundred settlements, and ten.
var StandardPurse = Purse{Day: api.NewAmount(5e17), Order: api.NewAmount(5e16)}

// PurseOf is one of which a tenth is for one order; that of nothing is the zero Purse.
func PurseOf(day api.Amount) Purse {
	return Purse{Day: day, Order: day.MulDiv(api.NewAmount(1), api.NewAmount(10))}
}

// onItsWay is why a settlement that could be made waits.
const onItsWay = "what is on its way would empty the agents' purse for reverts if it failed: the " +
	"next round"

// fillTime is how long an empty purse takes to be full again.
const fillTime = 24 * time.Hour

// purse counts what reverts cost. What they cost lately is told to a new one by Recall.
type purse struct {
	limits Purse

	mu     sync.Mutex
	at     time.Time // until when what comes back is counted
	spent  api.Amount
	all    api.Amount
	count  uint64
	failed map[common.Hash]time.Time // transactions, each of which can settle several orders
	flying map[string]flying         // by the first of a settlement's orders
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

// budget returns what is left beside orders that are in flight.
func (p *purse) budget(inFlight []InFlight, now time.Time) budget {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fill(now)
	waiting := make(map[string]bool, len(inFlight))
	for i := range inFlight {
		waiting[inFlight[i].ID] = true
	}
	maps.DeleteFunc(p.flying, func(id string, _ flying) bool { return !waiting[id] })
	b := budget{purse: p, spent: p.spent, flying: make(map[common.Address]int)}
	for _, f := range p.flying {
		b.add(&f)
	}
	return b
}

// quarters is so many quarters of a full purse.
func (p *purse) quarters(n int) api.Amount {
	return p.limits.Day.MulDiv(api.NewAmount(uint64(n)), api.NewAmount(4))
}

// fill counts what has come back by now. Where the clock goes back nothing does until it has caught
// up. p.mu is held.
func (p *purse) fill(now time.Time) {
	if p.at.IsZero() {
		p.at = now
	}
	back := p.share(now.Sub(p.at))
	if p.spent.IsZero() || !back.IsZero() {
		p.at, p.spent = now, p.spent.Sub(back)
	}
}

// share is what comes back within a time.
func (p *purse) share(d time.Duration) api.Amount {
	part := uint64(min(max(d, 0), fillTime))
	return p.limits.Day.MulDiv(api.NewAmount(part), api.NewAmount(uint64(fillTime)))
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
	p.fill(now)
	if _, paid := p.failed[tx]; paid {
		return
	}
	if p.failed == nil {
		p.failed = make(map[common.Hash]time.Time)
	}
	maps.DeleteFunc(p.failed, func(_ common.Hash, at time.Time) bool {
		return now.Sub(at) > 2*fillTime
	})
	p.failed[tx] = now
	p.count++
	p.spent, p.all = p.spent.Add(cost), p.all.Add(cost)
}

// Recall takes in a settlement that failed before this process began, at a time, so that a restart
// fills no purse: what has come back of it since is left out.
func (a *Auctioneer) Recall(tx common.Hash, cost api.Amount, at time.Time) {
	now := a.cfg.Now()
	left := uint64(fillTime - min(max(now.Sub(at), 0), fillTime))
	if left > 0 {
		a.purse.pay(tx, cost.MulDiv(api.NewAmount(left), api.NewAmount(uint64(fillTime))), now)
	}
}

// refuses says why what is left is not for a settlement that may use so many quarters, what it
// lacks, and until when, "" if it is.
func (p *purse) refuses(quarters int, now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fill(now)
	may := p.quarters(quarters)
	if p.spent.Less(may) {
		return ""
	}
	lacks := p.spent.Sub(may)
	return fmt.Sprintf("%s; %s, which is %s too much for this order until %s", spentFor[quarters],
		p.state(), coins(lacks), p.back(lacks))
}

// onItsWay says why a settlement waits that could be made but for others on their way.
func (p *purse) onItsWay(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fill(now)
	return onItsWay + "; " + p.state()
}

// state says how much of the purse is spent and when it is full again. p.mu is held.
func (p *purse) state() string {
	if p.spent.IsZero() {
		return fmt.Sprintf("nothing of its %s coins a day is spent", coins(p.limits.Day))
	}
	return fmt.Sprintf("%s of its %s coins a day are spent, and it is full again at %s",
		coins(p.spent), coins(p.limits.Day), p.back(p.spent))
}

// back is when so much has come back, to the minute. p.mu is held.
func (p *purse) back(amount api.Amount) string {
	d, ok := amount.MulDiv(api.NewAmount(uint64(fillTime)), p.limits.Day).Uint64()
	if !ok || d > uint64(1000*fillTime) {
		d = uint64(1000 * fillTime)
	}
	at := p.at.Add(time.Duration(d) + time.Minute - 1).Truncate(time.Minute)
	return at.UTC().Format("2006-01-02 15:04 UTC")
}

// coins writes an amount of wei, rounded up to a billionth of a coin.
func coins(wei api.Amount) string {
	const gwei = 1e9
	up := wei.Add(api.NewAmount(gwei-1)).MulDiv(api.NewAmount(1), api.NewAmount(gwei))
	if up.IsZero() {
		up = api.NewAmount(1)
	}
	return up.Units(9)
}

// isHalfEmpty tells whether what is left is for settlements alone which nobody but their
// owner can make fail: not for limit orders, whose makers can take them back in the same block.
func (p *purse) isHalfEmpty(now time.Time) bool { return p.refuses(2, now) != "" }

// Reverts tells what settlements that failed on chain cost the agents that run here.
func (a *Auctioneer) Reverts() api.Reverts {
	p, now := &a.purse, a.cfg.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fill(now)
	return api.Reverts{ChainID: a.cfg.Market.ChainID, Count: p.count, Cost: p.all,
		Left: p.limits.Day.Sub(p.spent)}
}

// absence is how often and until which block an agent elsewhere sits out, over all orders, and why.
type absence struct {
	times       uint64
	from, until uint64
	why         string
}

// Why an agent sits out.
const (
	unsettled = "the agent won and did not settle"
	wasteful  = "the agent's bids failed and used more gas than a round lets one waste"
	broken    = "the agent paid less than the bid that won, or was awarded nothing"
)

// Blocks that an agent sits out after the first time, and at most.
const (
	firstAbsence = uint64(16)
	mostAbsence  = uint64(1 << 12)
	// Who pays less than the bid that won has something of each order that it settles so.
	firstBroken = uint64(256)
	mostBroken  = uint64(1 << 16)
)

// absences are of the agents elsewhere, which the registry's owner admits: they are few. Only the
// goroutine of rounds uses them.
type absences map[common.Address]absence

// note takes in that an agent did what others pay for. The next absence is twice as long, unless
// the agent was good for longer than the last one.
func (m absences) note(agent common.Address, block uint64, why string) {
	last := m[agent]
	if block < last.until {
		return // for another order of the same time
	}
	if last.times > 0 && block > last.until+2*(last.until-last.from) {
		last.times = 0
	}
	first, most := firstAbsence, mostAbsence
	if why == broken {
		first, most = firstBroken, mostBroken
	}
	until := block + min(first<<min(last.times, 16), most)
	m[agent] = absence{last.times + 1, block, until, why}
}

// why says why an agent may not bid on a block, "" if it may.
func (m absences) why(agent common.Address, block uint64) string {
	if last := m[agent]; block < last.until {
		return fmt.Sprintf("%s: it sits out until block %d", last.why, last.until)
	}
	return ""
}
