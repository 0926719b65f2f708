package positions

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// taxes is every event of the networks shown with its cost and gain as CSV, oldest first; lacks
// says of how many nothing tells what they were worth, which their rows say too.
func (r *result) taxes(session *views.Session) (text, lacks string) {
	worthless := 0
	type traded struct {
		ledger.Event
		s              *views.Session
		fifo, specific *big.Rat
		source, lots   string // where a lot was got, and which lots a sale is out of
	}
	var events []traded
	for _, part := range r.parts {
		s, b := session.On(part.Network.ChainID), part.Data.Book
		for _, l := range b.Lots {
			if l.Entered != nil {
				e := ledger.Event{Kind: "lot", USD: l.Cost, Block: api.BlockRef{Time: l.Time},
					Get: ledger.Leg{Asset: l.Asset, Amount: l.Entered.Amount}}
				events = append(events, traded{Event: e, s: s, source: source(l)})
			}
		}
		sales := map[string]*ledger.Sale{}
		for _, x := range b.Sales {
			sales[x.ID] = x
		}
		for _, e := range b.Events {
			t := traded{Event: e, s: s}
			if x := sales[e.ID]; x != nil {
				t.fifo, t.specific, t.lots = x.FIFO, x.Specific, outOf(s, x)
			} else if e.Kind == ledger.Fees { // income is the same by all methods
				t.fifo, t.specific = e.Realised, e.Realised
			}
			events = append(events, t)
		}
	}
	if len(r.parts) > 1 || len(events) > 0 && events[0].Kind == "lot" {
		// else they are in the order of the chain
		slices.SortStableFunc(events, func(a, b traded) int {
			return cmp.Compare(a.Block.Time, b.Block.Time)
		})
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes everything
	_ = w.Write([]string{"time", "kind", "gave", "gave amount", "got", "got amount", "USD",
		"realised USD", "block", "transaction", "network", "FIFO USD", "specific USD",
		"source", "specific lots", "told by"})
	for _, e := range events {
		block, hash := api.NewAmount(e.Block.Number).String(), e.Hash.Hex()
		if e.Kind == "lot" {
			block, hash = "", ""
		}
		switch {
		case e.Kind == ledger.Refused:
			e.source = e.Why
		case e.USD == nil && e.Kind != ledger.Gift:
			worthless++
			e.source = "no worth in USD is known"
		}
		gave, given := amount(e.s, e.Give)
		got, gotten := amount(e.s, e.Get)
		_ = w.Write([]string{format.Stamp(time.Unix(int64(e.Block.Time), 0)), e.Kind,
			cells.Harmless(gave), given, cells.Harmless(got), gotten, format.Exact(e.USD),
			format.Exact(e.Realised), block, hash,
			cells.Harmless(e.s.NetworkName(e.s.Network.ChainID)), format.Exact(e.fifo),
			format.Exact(e.specific), cells.Harmless(e.source), e.lots,
			cells.Harmless(e.ToldBy)})
	}
	w.Flush()
	if worthless > 0 {
		lacks = ui.Counted(worthless, "row") + " without its worth in USD"
	}
	return b.String(), lacks
}

// source is where a lot was got, by whom it was entered or by the chain.
func source(l *ledger.Lot) string {
	switch {
	case l.Entered == nil:
		return "bought here"
	case l.Entered.Source == "":
		return "entered"
	}
	return cells.Clean(l.Entered.Source)
}

// outOf are the lots that a sale is out of by the specific method, each with how much of it, the
// day on which it was got, and where: "0.5 of 2024-05-31, coinbase".
func outOf(s *views.Session, x *ledger.Sale) string {
	var list []string
	for _, t := range x.Out {
		n := new(big.Rat).Quo(t.Amount, whole(s, t.Lot.Asset))
		places, _ := n.FloatPrec()
		list = append(list, fmt.Sprintf("%s of %s, %s", n.FloatString(places),
			time.Unix(int64(t.Lot.Time), 0).UTC().Format(time.DateOnly), source(t.Lot)))
	}
	return strings.Join(list, "; ")
}

// amount is what changed hands and how much of it, "" for nothing.
func amount(s *views.Session, l ledger.Leg) (what, n string) {
	if l.Amount.IsZero() {
		return "", ""
	}
	t, _ := s.Token(l.Asset.Address)
	if l.Asset.Kind != api.ERC20 {
		t.Decimals = 0
	}
	if l.Coin {
		return cells.Clean(s.Network.Symbol), l.Amount.Units(t.Decimals)
	}
	return name(s, l.Asset), l.Amount.Units(t.Decimals)
}
