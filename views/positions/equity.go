package positions

import (
	"cmp"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views/book"
	"bourse/views/ledger"
)

// equity is what an account was worth at the end of every hour, in numbers for pixels: what it
// holds now, taken back through its trades. What came or went otherwise counts as always there, or
// never. toldBy is whose word alone the prices are.
func equity(held map[common.Address]api.Amount, events []ledger.Event, p *ledger.Prices,
	until uint64) (out []book.Candle, toldBy string) {
	n := p.Hours()
	if n == 0 {
		return nil, ""
	}
	last := until - until%3600
	amounts := map[common.Address]float64{}
	for token, a := range held {
		amounts[token] = a.Float()
	}
	next := len(events) - 1 // the newest that is not taken back
	out = make([]book.Candle, n)
	for i := n - 1; i >= 0; i-- {
		start := last - uint64(n-1-i)*3600
		for ; next >= 0 && events[next].Block.Time >= start+3600; next-- {
			e := events[next]
			amounts[e.Give.Asset.Address] += e.Give.Amount.Float()
			amounts[e.Get.Asset.Address] -= e.Get.Amount.Float()
		}
		sum := 0.0
		for token, amount := range amounts {
			if unit, by := p.At(api.Asset{Address: token}, start); unit != nil {
				toldBy = cmp.Or(toldBy, by)
				f, _ := unit.Float64()
				sum += amount * f
			}
		}
		out[i] = book.Candle{At: time.Unix(int64(start), 0).UTC(), Close: sum}
	}
	return joined(out), toldBy
}

// joined begins every candle where the one before has ended.
func joined(out []book.Candle) []book.Candle {
	for i := range out {
		was := out[max(0, i-1)].Close
		out[i].Open = was
		out[i].High, out[i].Low = max(was, out[i].Close), min(was, out[i].Close)
	}
	return out
}
