package ledger

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

const (
	dayShare = 20 * time.Second // of the time for a reading, for one network
	wholeDay = 24 * 60 * 60     // seconds
)

// Losses are what accounts have made of a day (UTC), each on each network, as the loss limit counts
// it.
type Losses struct {
	Lost   map[string]*big.Rat // in USD, by lossOf: what gas has cost less what sales realised
	Equity map[string]*big.Rat // in USD, by lossOf: as the day began
	// Corrected are the lots that are others than the day was counted with last, by lossOf.
	Corrected map[string]Correction
	Unknown   int           // trades of no known worth
	Silent    []api.Network // could not be read: they count as they were read last
}

// Correction is what lots that were changed make of what a day had lost.
type Correction struct {
	Chain   uint64
	Account common.Address
	Lots    views.Lots // as they are by now
	By      *big.Rat   // what more is lost with them, in USD
}

// lossOf names an account on a network.
func lossOf(account common.Address, n api.Network) string {
	return fmt.Sprintf("%s/%d", api.Lower(account), n.ChainID)
}

// ReadLosses reads the day of a time in UNIX seconds, by what receipts moved.
func ReadLosses(ctx context.Context, service api.Service, networks []api.Network,
	accounts []common.Address, kept views.Kept, now uint64) Losses {
	d := Losses{Lost: map[string]*big.Rat{}, Equity: map[string]*big.Rat{},
		Corrected: map[string]Correction{}}
	for _, n := range networks {
		read, err := readNetwork(ctx, service, n, accounts, kept)
		if err != nil {
			d.Silent = append(d.Silent, n)
			continue
		}
		for i, a := range read {
			of := lossOf(accounts[i], n)
			d.add(of, a, now)
			c := Correction{Chain: n.ChainID, Account: accounts[i], Lots: a.lots}
			before, ok := kept.Preferences.CountedLots(n.ChainID, accounts[i])
			if !ok {
				before = a.lots
			}
			if !ok || before.Digest() != a.lots.Digest() {
				changed, ok := kept.Preferences.LotsChanged(n.ChainID, accounts[i])
				if !ok {
					changed = now
				}
				c.By = a.correction(before, changed, now)
				d.Corrected[of] = c
			}
		}
	}
	return d
}

// correction is what more the day has lost with the lots as they are than with those before, by
// what was sold until they were changed: whoever sells after that has sold them.
func (a Account) correction(before views.Lots, changed, now uint64) *big.Rat {
	until := slices.DeleteFunc(slices.Clone(a.events), func(e Event) bool {
		return e.Block.Time > changed
	})
	was, is := Run(until, before, a.Prices).Today(now), Run(until, a.lots, a.Prices).Today(now)
	return was.Realised.Sub(was.Realised, is.Realised)
}

// readNetwork reads all accounts on one network, or none. Of one that does not answer the others do
// not have to wait.
func readNetwork(ctx context.Context, service api.Service, n api.Network,
	accounts []common.Address, kept views.Kept) (read []Account, err error) {
	ctx, cancel := context.WithTimeout(ctx, dayShare)
	defer cancel()
	exchange, err := service.Exchange(n.ChainID)
	if err != nil {
		return nil, err
	}
	for _, account := range accounts {
		a, err := Read(ctx, exchange, n, account, kept, nil)
		if err != nil {
			return nil, err
		}
		read = append(read, a)
	}
	return read, nil
}

// add takes in what was read of an account on a network.
func (d *Losses) add(of string, a Account, now uint64) {
	today := a.Book.Today(now)
	lost := new(big.Rat).Sub(today.Gas, today.Realised)
	equity := new(big.Rat).Set(lost)
	d.Lost[of], d.Equity[of] = lost, equity
	d.Unknown += a.Book.Unknown
	for token, amount := range a.Held {
		if unit := a.Prices.Unit(token); unit != nil {
			held := new(big.Rat).SetInt(amount.Big())
			equity.Add(equity, held.Mul(held, unit))
		}
	}
}

// Of is what is kept of the day with what was read of it now; of networks that are silent, what was
// read last.
func (d *Losses) Of(kept views.LossDay, now uint64) views.LossDay {
	if start := now - now%wholeDay; kept.Start != start {
		kept = views.LossDay{Start: start, Locked: kept.Locked, Equity: kept.Equity,
			Lots: kept.Lots}
	}
	corrected, lots := maps.Clone(kept.Corrected), maps.Clone(kept.Lots)
	for of, c := range d.Corrected {
		if digest := c.Lots.Digest(); lots[of] != digest { // else another console has been here
			by, ok := new(big.Rat).SetString(corrected[of])
			if !ok {
				by = new(big.Rat)
			}
			if corrected == nil {
				corrected = map[string]string{}
			}
			if lots == nil {
				lots = map[string]string{}
			}
			if by.Add(by, c.By); by.Sign() != 0 || ok {
				corrected[of] = by.FloatString(format.USDDecimals)
			}
			lots[of] = digest
		}
	}
	kept.Corrected, kept.Lots = corrected, lots
	kept.Losses = d.withSilent(d.Lost, kept.Losses)
	kept.Equity = d.withSilent(d.Equity, kept.Equity)
	return kept
}

// withSilent are sums by lossOf, with what was kept of the networks that are silent.
func (d *Losses) withSilent(read map[string]*big.Rat, kept map[string]string) map[string]string {
	sums := make(map[string]string, len(read))
	for of, sum := range read {
		sums[of] = sum.FloatString(format.USDDecimals)
	}
	for _, n := range d.Silent {
		for of, sum := range kept {
			if isOn(of, n) {
				sums[of] = sum
			}
		}
	}
	return sums
}

// isOn tells whether a name by lossOf is on a network.
func isOn(of string, n api.Network) bool {
	return strings.HasSuffix(of, fmt.Sprintf("/%d", n.ChainID))
}

// sumOf adds up sums by lossOf.
func sumOf(sums map[string]string) *big.Rat {
	all := new(big.Rat)
	for _, text := range sums {
		if sum, ok := new(big.Rat).SetString(text); ok {
			all.Add(all, sum)
		}
	}
	return all
}

// LostOf is what a day has lost that counts, and since when in words; it is below zero of a gain.
func LostOf(day views.LossDay) (lost *big.Rat, since string) {
	lost, since = sumOf(day.Losses), "today"
	for of := range day.Losses {
		if forgiven, ok := new(big.Rat).SetString(day.Forgiven[of]); ok {
			lost.Sub(lost, forgiven)
			since = "since it was unlocked today"
		}
		if corrected, ok := new(big.Rat).SetString(day.Corrected[of]); ok {
			lost.Sub(lost, corrected)
		}
	}
	return lost, since
}

// EquityOf is what a limit that is a share is a share of.
func EquityOf(day views.LossDay) *big.Rat {
	sum := sumOf(day.Equity)
	return sum.Sub(sum, sumOf(day.Corrected))
}

// SaidOf is a limit in words, of a share with the sum that it is for a day: "5.00% of what you
// hold, $310.00 now".
func SaidOf(limit views.LossLimit, day views.LossDay) string {
	if limit.Bps == 0 || len(day.Equity) == 0 {
		return limit.String()
	}
	most := limit.Of(EquityOf(day))
	return limit.String() + ", $" + format.Rat(most, 2, false) + " now"
}

// Said is what a day has lost, or gained: "$12.50 lost today".
func Said(day views.LossDay) string {
	lost, since := LostOf(day)
	if lost.Sign() < 0 {
		return "$" + format.Rat(lost.Neg(lost), 2, false) + " gained " + since
	}
	return "$" + format.Rat(lost, 2, true) + " lost " + since
}

// Left says what the sums of a day leave out, "" where nothing.
func (d *Losses) Left(day views.LossDay) (text string) {
	if d.Unknown > 0 {
		text = ", without " + ui.Counted(d.Unknown, "trade") + " of no known worth"
	}
	if by := sumOf(day.Corrected); by.Sign() != 0 {
		more := "more"
		if by.Sign() < 0 {
			more = "less"
		}
		text += fmt.Sprintf(", without the $%s %s that changed lots make of it",
			format.Rat(by.Abs(by), 2, false), more)
	}
	silent := ""
	for _, n := range d.Silent {
		how := ", without "
		for of := range day.Losses {
			if isOn(of, n) {
				how = ", with the last known loss of "
			}
		}
		silent += how + cells.Clean(n.Name)
	}
	if silent != "" {
		silent += ", which can't be read"
	}
	return text + silent
}
