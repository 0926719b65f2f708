package ledger

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// Leg is an amount of an asset in raw units; the zero Leg is nothing.
type Leg struct {
	Asset  api.Asset
	Amount api.Amount
	Coin   bool // the network's own, which is counted as the token that it is wrapped to
}

// Event is something that changed what an account holds.
type Event struct {
	Kind      string // maker, taker, Delta, swap, partner fees, gift, gas or refused
	Hash      common.Hash
	Block     api.BlockRef
	Index     uint // of the transaction in its block
	Give, Get Leg

	USD *big.Rat // what changed hands was worth; nil where nothing tells. Run fills it in
	// what a sale has gained, or what was earned; nil where none was, or the cost of what was sold
	// is not known
	Realised *big.Rat
	// how much was sold beyond what is known to have been bought, in no sum; nil where nothing was
	Uncosted *big.Rat
	ID       string // its transaction and its place in it. Run fills it in

	Why string // it is refused
	// ToldBy is who alone says so, or what it was worth; "" of a node of one's own
	ToldBy string
}

// Kinds of events that are no trades.
const (
	Gas = "gas" // which only costs
	// Fees are what the account earned as a partner and took out. They are income: realised when
	// they come, at their worth, which is what they have cost from then on.
	Fees = "partner fees"
	// Gift is what came and was not paid for. It is in no sum, as whatever else was sent to the
	// account: else anybody could write into its gains.
	Gift = "gift"
	// Refused is what the service tells of a transaction that was signed here and cannot have done
	// that: Why says so. It is in no sum.
	Refused = "refused"
)

// Worth tells what a raw unit of an asset was worth in USD at a time, nil where nothing tells, and
// whose word alone that is, "" of nobody's; cash is what counts as USD and is no position.
type Worth interface {
	At(a api.Asset, seconds uint64) (usd *big.Rat, toldBy string)
	Cash(a api.Asset) bool
}

// Position is what an account has bought of an asset and not sold yet.
type Position struct {
	Asset    api.Asset
	Amount   *big.Rat // raw units
	Cost     *big.Rat // USD
	Realised *big.Rat // USD, of all sales
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

// sell takes an amount out of the position. It tells how much of that was bought, what this has
// brought and what it has gained; nil where nothing of it was.
func (p *Position) sell(amount, usd *big.Rat) (matched, proceeds, gain *big.Rat) {
	matched = amount
	if matched.Cmp(p.Amount) > 0 {
		matched = new(big.Rat).Set(p.Amount)
	}
	if matched.Sign() == 0 || amount.Sign() == 0 {
		return nil, nil, nil
	}
	cost := new(big.Rat).Mul(p.Cost, new(big.Rat).Quo(matched, p.Amount))
	proceeds = new(big.Rat).Mul(usd, new(big.Rat).Quo(matched, amount))
	gain = new(big.Rat).Sub(proceeds, cost)
	p.Amount.Sub(p.Amount, matched)
	p.Cost.Sub(p.Cost, cost)
	p.Realised.Add(p.Realised, gain)
	return matched, proceeds, gain
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
	Lots      []*Lot  // oldest first
	Sales     []*Sale // oldest first
	Days      []*Day  // oldest first
	Realised  *big.Rat
	// what sales have realised by the other methods: oldest lots first, and by a person's choice
	FIFO, Specific *big.Rat
	Gas            *big.Rat
	Unknown        int // events whose worth nothing tells: they are in no sum
	Refused        int // transactions of which what is told is not what was signed: in no sum
}

const day = 24 * 3600

// Run goes through events in the order of the chain, and through the lots that a person has
// entered, each before what was traded from its time on.
func Run(events []Event, lots views.Lots, w Worth) *Book {
	b := &Book{Events: slices.Clone(events), Realised: new(big.Rat), Gas: new(big.Rat),
		FIFO: new(big.Rat), Specific: new(big.Rat)}
	slices.SortStableFunc(b.Events, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Block.Number, b.Block.Number), cmp.Compare(a.Index, b.Index))
	})
	r := run{Book: b, w: w, lots: lots, of: map[api.Asset]*holding{}, seen: map[common.Hash]int{}}
	for i := range b.Events {
		r.enter(b.Events[i].Block.Time)
		r.event(&b.Events[i])
	}
	r.enter(math.MaxUint64)
	return b
}

// run is a book while it is made.
type run struct {
	*Book
	w       Worth
	lots    views.Lots
	entered int // lots
	of      map[api.Asset]*holding
	seen    map[common.Hash]int // events of a transaction
}

// holding is what is held of an asset.
type holding struct {
	*Position
	stock
}

// at is the holding of an asset; whoever asks trades it.
func (r *run) at(a api.Asset) *holding {
	if r.of[a] == nil {
		p := &Position{Asset: a, Amount: new(big.Rat), Cost: new(big.Rat), Realised: new(big.Rat)}
		r.of[a] = &holding{Position: p}
		r.Positions = append(r.Positions, p)
	}
	return r.of[a]
}

// enter adds the lots that a person says to have got until a time. Cash is no position.
func (r *run) enter(until uint64) {
	for ; r.entered < len(r.lots.List); r.entered++ {
		l := &r.lots.List[r.entered]
		at := uint64(l.At.Unix())
		if at > until {
			return
		}
		a := api.Asset{Address: l.Token}
		s := &stock{}
		if !r.w.Cash(a) {
			h := r.at(a)
			h.Position.buy(rat(l.Amount), l.Cost)
			s = &h.stock
		}
		r.buy(s, Lot{ID: l.ID(), Asset: a, Time: at, Amount: rat(l.Amount), Cost: l.Cost,
			Entered: l})
	}
}

func (r *run) event(e *Event) {
	e.ID = fmt.Sprintf("%s/%d", e.Hash.Hex(), r.seen[e.Hash])
	r.seen[e.Hash]++
	d := r.dayOf(e.Block.Time)
	d.Events++
	if e.Kind == Refused {
		r.Refused++
	}
	if e.Kind == Gift || e.Kind == Refused {
		return
	}
	by := ""
	e.USD, by = worthOf(e, r.w)
	e.ToldBy = cmp.Or(e.ToldBy, by)
	switch {
	case e.USD == nil:
		r.Unknown++
		return
	case e.Kind == Gas:
		r.Gas.Add(r.Gas, e.USD)
		d.Gas.Add(d.Gas, e.USD)
		return
	}
	if e.Kind == Fees {
		e.Realised = e.USD
		for _, sum := range []*big.Rat{r.Realised, d.Realised, r.FIFO, r.Specific} {
			sum.Add(sum, e.USD)
		}
	}
	if !e.Give.Amount.IsZero() && !r.w.Cash(e.Give.Asset) {
		h := r.at(e.Give.Asset)
		matched, proceeds, gain := h.sell(rat(e.Give.Amount), e.USD)
		if matched == nil {
			e.Uncosted = rat(e.Give.Amount)
		} else if rest := new(big.Rat).Sub(rat(e.Give.Amount), matched); rest.Sign() > 0 {
			e.Uncosted = rest
		}
		if e.Realised = gain; gain != nil {
			r.Realised.Add(r.Realised, gain)
			d.Realised.Add(d.Realised, gain)
			r.sell(&h.stock, *e, matched, proceeds, r.lots.Used[e.ID])
		}
	}
	if !e.Get.Amount.IsZero() && !r.w.Cash(e.Get.Asset) {
		h := r.at(e.Get.Asset)
		h.buy(rat(e.Get.Amount), e.USD)
		r.buy(&h.stock, Lot{ID: e.ID, Asset: e.Get.Asset, Time: e.Block.Time,
			Amount: rat(e.Get.Amount), Cost: e.USD})
	}
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
// else by what was got; with who tells of it.
func worthOf(e *Event, w Worth) (usd *big.Rat, toldBy string) {
	legs := []Leg{e.Give, e.Get}
	if w.Cash(e.Get.Asset) && !e.Get.Amount.IsZero() {
		legs = []Leg{e.Get}
	}
	for _, l := range legs {
		if l.Amount.IsZero() {
			continue
		}
		if unit, by := w.At(l.Asset, e.Block.Time); unit != nil {
			return unit.Mul(unit, rat(l.Amount)), by
		}
	}
	return nil, ""
}

func rat(a api.Amount) *big.Rat { return new(big.Rat).SetInt(a.Big()) }
