package ledger

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Leg is an amount of an asset in raw units; the zero Leg is nothing.
type Leg struct {
	Asset  api.Asset
	Amount api.Amount
	Coin   bool // the network's own, which is counted as the token that it is wrapped to
}

// Event is something that changed what an account holds.
type Event struct {
	Kind      string // maker, taker, Delta, swap, gift or gas
	Hash      common.Hash
	Block     api.BlockRef
	Index     uint // of the transaction in its block
	Give, Get Leg

	USD      *big.Rat // what changed hands was worth; nil where nothing tells. Run fills it in
	Realised *big.Rat // what a sale has gained; nil where none was sold, or its cost is not known
}

// Kinds of events that are no trades.
const (
	Gas = "gas" // which only costs
	// Gift is what came and was not paid for. It is in no sum, as whatever else was sent to the
	// account: else anybody could write into its gains.
	Gift = "gift"
)

// Worth tells what a raw unit of an asset was worth in USD at a time, nil where nothing tells; cash
// is what counts as USD and is no position.
type Worth interface {
	At(a api.Asset, seconds uint64) (usd *big.Rat)
	Cash(a api.Asset) bool
}

// Position is what an account has bought of an asset and not sold yet.
type Position struct {
	Asset    api.Asset
	Amount   *big.Rat // raw units
	Cost     *big.Rat // USD
	Realised *big.Rat // USD, of all sales
	Traded   int      // events
}

// Average is what a raw unit was bought for; nil where there is none.
func (p *Position) Average() *big.Rat {
	if p.Amount.Sign() == 0 {
		return nil
	}
	return new(big.Rat).Quo(p.Cost, p.Amount)
}

// Open is what the position would gain at a worth of a raw unit; nil where that is not known.
func (p *Position) Open(worth *big.Rat) *big.Rat {
	if worth == nil {
		return nil
	}
	v := new(big.Rat).Mul(p.Amount, worth)
	return v.Sub(v, p.Cost)
}

func (p *Position) buy(amount, usd *big.Rat) {
	p.Amount.Add(p.Amount, amount)
	p.Cost.Add(p.Cost, usd)
}

// sell takes an amount out of the position and tells what that has gained; nil where nothing of it
// was bought here.
func (p *Position) sell(amount, usd *big.Rat) *big.Rat {
	matched := amount
	if matched.Cmp(p.Amount) > 0 {
		matched = p.Amount
	}
	if matched.Sign() == 0 || amount.Sign() == 0 {
		return nil
	}
	cost := new(big.Rat).Mul(p.Cost, new(big.Rat).Quo(matched, p.Amount))
	gain := new(big.Rat).Mul(usd, new(big.Rat).Quo(matched, amount))
	gain.Sub(gain, cost)
	p.Amount.Sub(p.Amount, new(big.Rat).Set(matched))
	p.Cost.Sub(p.Cost, cost)
	p.Realised.Add(p.Realised, gain)
	return gain
}

// Day sums up the events of a day in UTC.
type Day struct {
	Start         uint64 // UNIX seconds
	Realised, Gas *big.Rat
	Events        int
}

// Book is what all events come to.
type Book struct {
	Events    []Event // oldest first
	Positions []*Position
	Days      []*Day // oldest first
	Realised  *big.Rat
	Gas       *big.Rat
	Unknown   int // events whose worth nothing tells: they are in no sum
}

const day = 24 * 3600

// Run goes through events in the order of the chain.
func Run(events []Event, w Worth) *Book {
	b := &Book{Events: slices.Clone(events), Realised: new(big.Rat), Gas: new(big.Rat)}
	slices.SortStableFunc(b.Events, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Block.Number, b.Block.Number), cmp.Compare(a.Index, b.Index))
	})
	of := map[api.Asset]*Position{}
	at := func(a api.Asset) *Position {
		if of[a] == nil {
			of[a] = &Position{Asset: a, Amount: new(big.Rat), Cost: new(big.Rat),
				Realised: new(big.Rat)}
			b.Positions = append(b.Positions, of[a])
		}
		of[a].Traded++
		return of[a]
	}
	for i := range b.Events {
		e := &b.Events[i]
		d := b.dayOf(e.Block.Time)
		d.Events++
		if e.Kind == Gift {
			continue
		}
		e.USD = worthOf(e, w)
		switch {
		case e.USD == nil:
			b.Unknown++
			continue
		case e.Kind == Gas:
			b.Gas.Add(b.Gas, e.USD)
			d.Gas.Add(d.Gas, e.USD)
			continue
		}
		if !e.Give.Amount.IsZero() && !w.Cash(e.Give.Asset) {
			if e.Realised = at(e.Give.Asset).sell(rat(e.Give.Amount), e.USD); e.Realised != nil {
				b.Realised.Add(b.Realised, e.Realised)
				d.Realised.Add(d.Realised, e.Realised)
			}
		}
		if !e.Get.Amount.IsZero() && !w.Cash(e.Get.Asset) {
			at(e.Get.Asset).buy(rat(e.Get.Amount), e.USD)
		}
	}
	return b
}

func (b *Book) dayOf(seconds uint64) *Day {
	start := seconds - seconds%day
	if n := len(b.Days); n > 0 && b.Days[n-1].Start >= start {
		return b.Days[n-1] // blocks are in the order of time
	}
	b.Days = append(b.Days, &Day{Start: start, Realised: new(big.Rat), Gas: new(big.Rat)})
	return b.Days[len(b.Days)-1]
}

// worthOf is what changed hands: by the cash of it where there is some, else by what was given,
// else by what was got.
func worthOf(e *Event, w Worth) *big.Rat {
	legs := []Leg{e.Give, e.Get}
	if w.Cash(e.Get.Asset) && !e.Get.Amount.IsZero() {
		legs = []Leg{e.Get}
	}
	for _, l := range legs {
		if l.Amount.IsZero() {
			continue
		}
		if unit := w.At(l.Asset, e.Block.Time); unit != nil {
			return unit.Mul(unit, rat(l.Amount))
		}
	}
	return nil
}

func rat(a api.Amount) *big.Rat { return new(big.Rat).SetInt(a.Big()) }
