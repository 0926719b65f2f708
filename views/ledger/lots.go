package ledger

import (
	"cmp"
	"math/big"
	"slices"

	"bourse/backend/api"
	"bourse/views"
)

// Lot is an amount of an asset that was got at once: bought here, or elsewhere as a person says.
type Lot struct {
	ID      string
	Asset   api.Asset
	Time    uint64 // UNIX seconds
	Amount  *big.Rat
	Cost    *big.Rat   // USD, of all of it
	Entered *views.Lot // nil: it was bought here

	// what sales have left of it, in raw units: oldest first, and by a person's choice
	FIFO, Specific *big.Rat
}

// Taken is what a sale took out of a lot.
type Taken struct {
	Lot          *Lot
	Amount, Cost *big.Rat
}

// Sale is an event that sold what had been bought, with what it gained by each method; the average
// is the event's own.
type Sale struct {
	ID             string
	Event          Event
	Amount         *big.Rat // raw units, as far as they had been bought
	FIFO, Specific *big.Rat // gains in USD
	// Out are the lots of the specific method: those that were chosen for it, then the oldest
	Out    []Taken
	Chosen []string // ids of lots
}

// stock are the lots of an asset, oldest first.
type stock struct{ lots []*Lot }

// left is what a method has left of a lot.
type left func(*Lot) *big.Rat

func leftFIFO(l *Lot) *big.Rat     { return l.FIFO }
func leftSpecific(l *Lot) *big.Rat { return l.Specific }

// take takes an amount out of the lots in their order, those that were chosen before all others.
func (s *stock) take(amount *big.Rat, of left, chosen []string) (out []Taken) {
	order := slices.Clone(s.lots)
	slices.SortStableFunc(order, func(a, b *Lot) int {
		return cmp.Compare(rank(a, chosen),
			rank(b, chosen))
	})
	rest := new(big.Rat).Set(amount)
	for _, l := range order {
		n := new(big.Rat).Set(of(l))
		if n.Cmp(rest) > 0 {
			n.Set(rest)
		}
		if n.Sign() == 0 {
			continue
		}
		cost := new(big.Rat).Mul(l.Cost, new(big.Rat).Quo(n, l.Amount))
		of(l).Sub(of(l), n)
		rest.Sub(rest, n)
		out = append(out, Taken{l, n, cost})
	}
	return out
}

// rank is the place of a lot among those that were chosen, behind which all others are.
func rank(l *Lot, chosen []string) int {
	if i := slices.Index(chosen, l.ID); i >= 0 {
		return i
	}
	return len(chosen)
}

// gain is what is left of proceeds when what was taken is paid for.
func gain(proceeds *big.Rat, taken []Taken) *big.Rat {
	g := new(big.Rat).Set(proceeds)
	for _, t := range taken {
		g.Sub(g, t.Cost)
	}
	return g
}

// buy adds a lot, of which all is left.
func (b *Book) buy(s *stock, l Lot) {
	l.FIFO, l.Specific = new(big.Rat).Set(l.Amount), new(big.Rat).Set(l.Amount)
	s.lots = append(s.lots, &l)
	b.Lots = append(b.Lots, &l)
}

// sell takes a sale out of the lots by the other methods; amount is what had been bought, proceeds
// its share of what the sale brought.
func (b *Book) sell(s *stock, e Event, amount, proceeds *big.Rat, chosen []string) {
	sale := &Sale{ID: e.ID, Event: e, Amount: amount, Chosen: chosen}
	sale.FIFO = gain(proceeds, s.take(amount, leftFIFO, nil))
	sale.Out = s.take(amount, leftSpecific, chosen)
	sale.Specific = gain(proceeds, sale.Out)
	b.FIFO.Add(b.FIFO, sale.FIFO)
	b.Specific.Add(b.Specific, sale.Specific)
	b.Sales = append(b.Sales, sale)
}

// CanUse says why a sale can't be out of a lot, "" where it can.
func (b *Book) CanUse(s *Sale, l *Lot) string {
	switch {
	case l.Asset != s.Event.Give.Asset:
		return "the sale is of another token"
	case l.Time > s.Event.Block.Time:
		return "it was bought after the sale"
	}
	left := new(big.Rat).Set(l.Amount)
	for _, earlier := range b.Sales {
		if earlier == s {
			break
		}
		for _, t := range earlier.Out {
			if t.Lot == l {
				left.Sub(left, t.Amount)
			}
		}
	}
	if left.Sign() == 0 {
		return "earlier sales have used it up: choose for those first"
	}
	return ""
}
