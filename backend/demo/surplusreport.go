package demo

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/big"
	"slices"
	"text/tabwriter"
	"time"

	"bourse/backend/api"
)

// SurplusReport is what the Delta orders of a session came to.
type SurplusReport struct {
	Seed uint64
	Span time.Duration

	Orders map[api.DeltaStatus]int // by where they stand at the end
	By     map[string]*Surplus     // settlements by agent, rings by their size
	Kinds  map[string]*Surplus     // by whether the order may be settled in parts
	Total  Surplus
	Rounds []float64 // that executed orders took
	// Shares are of rounds that had something to win, by their numbers.
	Shares      map[uint64]RoundSurplus
	Seconds     []float64 // of the session's clock that they took
	Settlements int       // transactions
	Reverted    int       // of them
	Differing   int       // settlements that paid another amount than their simulation
	Unmatched   int       // settlements that no pool could have made
	Failed      int       // steps in which a trader failed to act
}

// RoundSurplus is what a round brought all its owners above the least that they accept, and the
// most that any settlement could have, in ether.
type RoundSurplus struct{ Captured, Bound float64 }

// shares lists what rounds captured of their bound, in per cent, and what all of them together did.
func (r *SurplusReport) shares() (each []float64, all float64) {
	captured, bound := 0.0, 0.0
	for _, s := range r.Shares {
		captured, bound = captured+s.Captured, bound+s.Bound
		each = append(each, 100*s.Captured/s.Bound)
	}
	return each, 100 * captured / bound
}

// Surplus sums up settlements, in millionths of a dollar.
type Surplus struct {
	Settlements int
	Received    big.Int // by the owners
	Alone       big.Int // what the best single pool would have left
	Direct      big.Int // the part of Received that came from no pool
}

func newSurplusReport(seed uint64, span time.Duration) *SurplusReport {
	return &SurplusReport{
		Seed: seed, Span: span, Orders: make(map[api.DeltaStatus]int),
		By: make(map[string]*Surplus), Kinds: make(map[string]*Surplus),
		Shares: make(map[uint64]RoundSurplus),
	}
}

func (r *SurplusReport) add(by, kind string, received, alone, direct *big.Int) {
	for _, s := range []*Surplus{entry(r.By, by), entry(r.Kinds, kind), &r.Total} {
		s.Settlements++
		s.Received.Add(&s.Received, received)
		s.Alone.Add(&s.Alone, alone)
		s.Direct.Add(&s.Direct, direct)
	}
}

func entry(m map[string]*Surplus, key string) *Surplus {
	if m[key] == nil {
		m[key] = new(Surplus)
	}
	return m[key]
}

// Captured is what the owners got beyond the best single pool, in millionths of a dollar.
func (s *Surplus) Captured() *big.Int { return new(big.Int).Sub(&s.Received, &s.Alone) }

// bps is n in basis points of whole, as text.
func bps(n, whole *big.Int) string {
	if whole.Sign() == 0 {
		return "–"
	}
	f, _ := new(big.Rat).SetFrac(new(big.Int).Mul(n, big.NewInt(api.BPS)), whole).Float64()
	return fmt.Sprintf("%.2f", f)
}

// dollars writes millionths of a dollar.
func dollars(micros *big.Int) string {
	return new(big.Rat).SetFrac(micros, big.NewInt(1e6)).FloatString(2)
}

// percentile is the smallest value that p percent of the list do not exceed.
func percentile(list []float64, p int) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

// WriteTo writes the report for people.
func (r *SurplusReport) WriteTo(out io.Writer) (int64, error) {
	var text bytes.Buffer
	fmt.Fprintf(&text, "Delta orders of a demo of %s from seed %d: what their owners got beyond "+
		"the best single pool, gas taken off both.\n\n", r.Span, r.Seed)
	t := tabwriter.NewWriter(&text, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "settled by\tsettlements\tvolume USD\tsurplus USD\tbps\t\n")
	line := func(name string, s *Surplus) {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t\n", name, s.Settlements, dollars(&s.Received),
			dollars(s.Captured()), bps(s.Captured(), &s.Received))
	}
	group := func(m map[string]*Surplus) {
		for _, name := range sortedKeys(m) {
			line(name, m[name])
		}
	}
	group(r.By)
	fmt.Fprintf(t, "\t\t\t\t\t\n")
	group(r.Kinds)
	fmt.Fprintf(t, "\t\t\t\t\t\n")
	line("total", &r.Total)
	t.Flush()

	f := tabwriter.NewWriter(&text, 0, 0, 3, ' ', 0)
	fmt.Fprintln(f)
	placed := 0
	for _, n := range r.Orders {
		placed += n
	}
	fmt.Fprintf(f, "orders\t%d placed", placed)
	for _, status := range sortedKeys(r.Orders) {
		fmt.Fprintf(f, ", %d %s", r.Orders[status], status)
	}
	share, _ := new(big.Rat).SetFrac(
		new(big.Int).Mul(&r.Total.Direct, big.NewInt(100)),
		new(big.Int).Add(&r.Total.Received, big.NewInt(1))).Float64()
	fmt.Fprintf(f, "\nmatched without pools\t%.1f %% of the volume\n", share)
	if each, all := r.shares(); len(each) > 0 {
		fmt.Fprintf(f, "captured of the bound\t%.2f %% of all %d rounds, p50 %.2f %%, "+
			"p10 %.2f %%, worst %.2f %%\n", all, len(each), percentile(each, 50),
			percentile(each, 10), percentile(each, 0))
	}
	fmt.Fprintf(f, "rounds to fill\tp50 %.0f, p99 %.0f\n", percentile(r.Rounds, 50),
		percentile(r.Rounds, 99))
	fmt.Fprintf(f, "seconds to settle\tp50 %.1f, p99 %.1f\n", percentile(r.Seconds, 50),
		percentile(r.Seconds, 99))
	fmt.Fprintf(f, "settlements reverted\t%d of %d\n", r.Reverted, r.Settlements)
	fmt.Fprintf(f, "mined otherwise than simulated\t%d\n", r.Differing)
	if r.Unmatched > 0 {
		fmt.Fprintf(f, "not comparable\t%d: no single pools lead there\n", r.Unmatched)
	}
	if r.Failed > 0 {
		fmt.Fprintf(f, "steps in which a trader failed\t%d\n", r.Failed)
	}
	f.Flush()
	return text.WriteTo(out)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
