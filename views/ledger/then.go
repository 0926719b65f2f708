package ledger

import (
	"context"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

const minute = 60

// window is how many candles of a minute are asked for at once.
const window = 1000

// recall reads what tokens were traded at just before the events that are not measured in cash. A
// candle of the minute itself, or of the hour, would move with the trades that come after.
func (p *Prices) recall(ctx context.Context, exchange api.Exchange, network api.Network,
	past *views.Past,
	events []Event) error {
	for token, minutes := range p.minutes(events) {
		p.then[token] = map[uint64]api.Price{}
		of := views.PriceThen{ChainID: network.ChainID, Pair: api.Pair{Base: token,
			Quote: p.of[token].quote}}
		var list []api.Candle
		for _, m := range minutes {
			of.Minute = m
			price, ok := past.Price(of)
			if !ok && (len(list) == 0 || m <= list[0].Start) {
				var err error
				if list, err = exchange.Candles(ctx, api.CandleQuery{Pair: of.Pair,
					Interval: time.Minute, Until: m - 1, Limit: window}); err != nil {
					return err
				}
			}
			if !ok {
				price = before(list, m)
			}
			if price.Known() {
				past.PutPrice(of, price)
				p.then[token][m] = price
			}
		}
	}
	return nil
}

// minutes are those of the events that are measured in a token, newest first.
func (p *Prices) minutes(events []Event) map[common.Address][]uint64 {
	out := map[common.Address][]uint64{}
	for _, e := range events {
		if p.Cash(e.Give.Asset) || p.Cash(e.Get.Asset) {
			continue
		}
		for _, l := range []Leg{e.Give, e.Get} {
			for token := l.Asset.Address; l.Asset.Kind == api.ERC20 && !p.cash(token); {
				s, ok := p.of[token]
				if !ok {
					break
				}
				out[token] = append(out[token], e.Block.Time-e.Block.Time%minute)
				token = s.quote
			}
		}
	}
	for token, all := range out {
		slices.Sort(all)
		slices.Reverse(all)
		out[token] = slices.Compact(all)
	}
	return out
}

// before is the last price before a minute, unknown where the candles do not reach back so far.
func before(list []api.Candle, m uint64) (p api.Price) {
	for _, c := range list {
		if c.Start >= m {
			break
		}
		p = c.Close
	}
	return p
}
