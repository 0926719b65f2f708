package ledger

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

const minute = 60

const (
	// window is how many candles of a minute are asked for at once
	window = 1000
	// mostOwn is how many prices a node of one's own is asked for in one reading, which may take
	// few questions a second: those of the others are asked for in the next ones
	mostOwn = 50
)

// recall reads what tokens were traded at just before the events that are not measured in cash. A
// candle of the minute itself, or of the hour, would move with the trades that come after.
func (p *Prices) recall(ctx context.Context, exchange api.Exchange, network api.Network,
	past *views.Past, events []Event) error {
	asked := 0
	for token, moments := range p.moments(events) {
		p.then[token] = map[uint64]views.PriceTold{}
		q := api.CandleQuery{Pair: api.Pair{Base: token, Quote: p.of[token].quote},
			Interval: time.Minute, Limit: window}
		var list []api.Candle
		for _, m := range moments {
			of := views.PriceThen{ChainID: network.ChainID, Pair: q.Pair, Minute: m.minute}
			price, ok := past.Price(of)
			if !ok && (len(list) == 0 || m.minute <= list[0].Start) {
				if q.Until, q.Block = m.minute-1, 0; asked < mostOwn {
					q.Block, asked = m.block-min(m.block, 1), asked+1
				}
				var err error
				if list, err = exchange.Candles(ctx, q); err != nil {
					return err
				}
			}
			if !ok {
				price = before(list, m.minute)
			}
			if !price.Known() {
				continue
			}
			if price.ToldBy == "" || q.Block != 0 { // else a node is still to be asked
				past.PutPrice(of, price)
			}
			p.then[token][m.minute] = price
		}
	}
	return nil
}

// moment is a minute with the first block of it that matters.
type moment struct{ minute, block uint64 }

// moments are those of the events that are measured in a token, newest first.
func (p *Prices) moments(events []Event) map[common.Address][]moment {
	found := map[common.Address]map[uint64]uint64{}
	for _, e := range events {
		if p.Cash(e.Give.Asset) || p.Cash(e.Get.Asset) {
			continue
		}
		at, block := e.Block.Time-e.Block.Time%minute, e.Block.Number
		for _, l := range []Leg{e.Give, e.Get} {
			for token := l.Asset.Address; l.Asset.Kind == api.ERC20 && !p.cash(token); {
				s, ok := p.of[token]
				if !ok {
					break
				}
				if found[token] == nil {
					found[token] = map[uint64]uint64{}
				}
				if first, there := found[token][at]; !there || block < first {
					found[token][at] = block
				}
				token = s.quote
			}
		}
	}
	out := map[common.Address][]moment{}
	for token, all := range found {
		for _, at := range slices.Backward(slices.Sorted(maps.Keys(all))) {
			out[token] = append(out[token], moment{at, all[at]})
		}
	}
	return out
}

// before is the last price before a minute, unknown where the candles do not reach back so far.
func before(list []api.Candle, m uint64) (p views.PriceTold) {
	for _, c := range list {
		if c.Start >= m {
			break
		}
		p = views.PriceTold{Price: c.Close, ToldBy: c.ToldBy}
	}
	return p
}
