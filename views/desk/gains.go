package desk

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// Gained is what the account has gained on a network, in USD, by average cost. What nothing tells
// is "".
type Gained struct {
	Realised  string     `json:"realisedUsd"`
	Open      string     `json:"openUsd"`
	Gas       string     `json:"gasUsd"`
	Total     string     `json:"totalUsd"`
	FIFO      string     `json:"realisedFifoUsd"`
	Specific  string     `json:"realisedSpecificUsd"`
	Unknown   int        `json:"unknown"` // trades whose worth nothing tells: in no sum
	Positions []Position `json:"positions"`
	Uncosted  []Uncosted `json:"uncosted"` // sales of what is not known to have been bought
}

// Position is what was traded of one asset.
type Position struct {
	Asset    api.Asset `json:"asset"`
	Amount   string    `json:"amount"` // whole units
	Average  string    `json:"averageUsd"`
	Realised string    `json:"realisedUsd"`
	Open     string    `json:"openUsd"`
}

// gains tells what the account has gained.
func (d *Desk) gains(ctx context.Context) (Result, error) {
	a, err := d.account(ctx)
	if err != nil {
		return Result{}, err
	}
	b := a.Book
	out := Gained{Realised: usd(b.Realised), Open: usd(a.Open()), Gas: usd(b.Gas),
		Total: usd(a.Total()), FIFO: usd(b.FIFO),
		Specific: usd(b.Specific), Unknown: b.Unknown, Positions: []Position{}}
	lines := []string{fmt.Sprintf("gained %s USD: realised %s, open %s, gas %s",
		format.Gain(a.Total()), format.Gain(b.Realised), format.Gain(a.Open()),
		format.Gain(new(big.Rat).Neg(b.Gas)))}
	if len(b.Sales) > 0 {
		lines = append(lines, fmt.Sprintf("realised by FIFO %s, by specific lots %s USD",
			format.Gain(b.FIFO), format.Gain(b.Specific)))
	}
	for _, p := range b.Positions {
		t, _ := d.s.Token(p.Asset.Address)
		whole, average := wholeUnits(p, t), p.Average()
		if average != nil {
			average = new(big.Rat).Mul(average, whole)
		}
		open := p.Open(a.Worth(p))
		one := Position{Asset: p.Asset, Average: usd(average), Realised: usd(p.Realised),
			Open:   usd(open),
			Amount: new(big.Rat).Quo(p.Amount, whole).FloatString(max(0, t.Decimals))}
		out.Positions = append(out.Positions, one)
		line := fmt.Sprintf("%s: realised %s USD", views.AssetName(t, p.Asset),
			format.Gain(p.Realised))
		if p.Amount.Sign() > 0 {
			line = fmt.Sprintf("%s: %s bought at %s USD, realised %s USD, open %s USD",
				views.AssetName(t, p.Asset),
				format.Rat(new(big.Rat).Quo(p.Amount, whole), 4, false),
				format.Rat(average, 2, true), format.Gain(p.Realised), format.Gain(open))
		}
		lines = append(lines, line)
	}
	for _, e := range b.Events {
		if e.Kind == ledger.Refused {
			lines = append(lines, cells.Clean(fmt.Sprintf("transaction %s is in no sum: %s says "+
				"of it what was not signed: %s", e.Hash, e.ToldBy, e.Why)))
		}
	}
	if n, by := told(b.Events); n > 0 {
		lines = append(lines, fmt.Sprintf("%s by the word of %s alone: what was moved, or what it "+
			"was worth", ui.Counted(n, "row"), cells.Clean(by)))
	}
	if b.Unknown > 0 {
		lines = append(lines, ui.Counted(b.Unknown, "trade")+
			" of a worth that nothing tells: in no sum")
	}
	var unknown []string
	out.Uncosted, unknown = d.uncosted(b)
	return Result{slices.Concat(lines, unknown, d.invented(ctx)), out}, nil
}

// told is how many events are somebody's word alone, and whose.
func told(events []ledger.Event) (n int, by string) {
	for _, e := range events {
		if e.ToldBy != "" && e.Kind != ledger.Refused {
			n, by = n+1, e.ToldBy
		}
	}
	return n, by
}

// wholeUnits is how many raw units a whole one has.
func wholeUnits(p *ledger.Position, t api.Token) *big.Rat {
	if p.Asset.Kind != api.ERC20 {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Decimals)),
		nil))
}

// usd is a sum as a document has it.
func usd(r *big.Rat) string {
	if r == nil {
		return ""
	}
	return r.FloatString(format.USDDecimals)
}
