package ledger

import (
	"fmt"

	"bourse/backend/api"
	"bourse/views"
)

// What a transaction has moved is told by a service that may lie, while its signature bounds what
// it can have paid for gas, and the journal has what a swap had brought when it was mined.

// denies says why what is told of a transaction cannot be so, "" where it can.
func (s Sources) denies(m api.Movements) string {
	if m.Block == nil {
		return ""
	}
	for _, g := range s.Gas {
		switch {
		case g.Hash != m.Hash || g.Most.IsZero():
		case m.Sender != s.Account:
			return "it is said to be another's, and was signed here"
		case g.Most.Less(m.Fee):
			return fmt.Sprintf("it is said to have cost %s of the coin, and at most %s was signed "+
				"for", m.Fee.Units(coinDecimals), g.Most.Units(coinDecimals))
		}
	}
	for i := range s.Swaps {
		if w := &s.Swaps[i]; w.Hash == m.Hash && m.Success {
			return swapDenies(w, m)
		}
	}
	return ""
}

// coinDecimals are those of the coin of every network.
const coinDecimals = 18

// swapDenies compares what a swap is said to have moved with what it had brought when it was mined.
// In another block, after a reorganisation, it may be somewhat else, as where what was told then
// was not believed. A node of one's own knows better than whoever told it then.
func swapDenies(w *views.Swapped, m api.Movements) string {
	if w.ToldBy != "" && m.ToldBy == "" {
		return ""
	}
	spent, got := w.Spent, w.Got
	if w.Block.Hash != m.Block.Hash || w.Refused {
		spent, got = spent.Add(spent), got.Add(got)
	}
	var net sums
	for _, v := range m.Moves {
		net.move(v.Asset(), v.Amount, v.In)
	}
	if m.Coin != nil {
		net.move(api.Asset{Address: api.NativeToken}, m.Coin.Amount, m.Coin.In)
	}
	out, in := net.split()
	gone := out.of[api.Asset{Address: w.Src}].amount
	came := in.of[api.Asset{Address: w.Dest}].amount
	switch {
	case !spent.IsZero() && spent.Less(gone):
		return fmt.Sprintf("it is said to have taken %s raw units of %s, and had taken %s when it "+
			"was mined", gone, w.Src, w.Spent)
	case !w.Away && !got.IsZero() && got.Less(came):
		return fmt.Sprintf("it is said to have brought %s raw units of %s, and had brought %s "+
			"when it was mined", came, w.Dest, w.Got)
	}
	return ""
}
