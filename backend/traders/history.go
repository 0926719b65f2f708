package traders

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Past is how a network that has never traded comes by its first day: blocks of the day before now,
// each with a trade of every trader.
const (
	Past      = 24 * time.Hour
	PastBlock = 30 * time.Minute
)

// HistoryBlocks is how many blocks History makes.
const HistoryBlocks = int(Past / PastBlock)

// Fresh tells whether nothing was ever traded on the markets.
func (t *Traders) Fresh(ctx context.Context) (bool, error) {
	for _, m := range t.markets {
		trades, err := t.exchange.Trades(ctx, m.pair, 1)
		if err != nil || len(trades) > 0 {
			return false, err
		}
	}
	return true, nil
}

// History trades through the past, as fast as the chain takes it. mine makes a block that is d
// after the last one and returns once it has been taken in; backfilled takes the trades that were
// made before that day and between its blocks.
func (t *Traders) History(ctx context.Context,
	mine func(ctx context.Context, d time.Duration) error,
	backfilled func(context.Context, []api.Trade) error) error {
	made := &backfill{t, rand.New(rand.NewPCG(t.Seed, 5)), backfilled}
	status, err := t.exchange.Status(ctx)
	if err != nil {
		return err
	}
	if err := made.weeks(ctx, status.Head.Time); err != nil {
		return err
	}
	if err := t.approve(ctx); err != nil {
		return err
	}
	if err := mine(ctx, time.Second); err != nil {
		return err
	}
	at, blocks := status.Head.Time+1, int64(Past/PastBlock)-1
	for n := range int(blocks) {
		was := t.worths()
		for _, a := range t.assets {
			// back at the last block, where the pools are
			a.step(t.rand, pastSteps, blocks-int64(n))
		}
		t.reprice()
		if err := made.minutes(ctx, at, was); err != nil {
			return err
		}
		at += uint64(PastBlock / time.Second)
		for i, a := range t.accounts {
			m := t.markets[(i+n)%len(t.markets)]
			if i%3 == 0 {
				m = t.markets[0]
			}
			if err := t.tradeOnce(ctx, a, m); err != nil {
				return err
			}
		}
		if err := mine(ctx, PastBlock); err != nil {
			return err
		}
		for _, a := range t.accounts {
			a.pending = common.Hash{}
		}
	}
	return made.minutes(ctx, at, t.worths())
}

// tradeOnce lets a trader take an order near the fair price that another one makes for it.
func (t *Traders) tradeOnce(ctx context.Context, taker *account, m *market) error {
	side := api.Sell
	if t.rand.IntN(2) == 0 {
		side = api.Buy
	}
	maker := t.accounts[t.rand.IntN(len(t.accounts))]
	if maker == taker {
		return nil
	}
	status, err := t.exchange.Status(ctx)
	if err != nil {
		return err
	}
	q, err := t.quote(m, side, m.fair-m.fair%m.tick+m.tick*(t.rand.Int64N(7)-3), status.Head.Time,
		maker)
	if err != nil {
		return err
	}
	record, _, err := t.exchange.CreateOrder(ctx, q)
	if err != nil {
		return err
	}
	tx, err := t.exchange.PrepareFill(
		ctx, api.FillRequest{Taker: taker.address,
			Legs: []api.FillLeg{{Hash: record.Hash}}})
	if err != nil {
		return err
	}
	return t.send(ctx, taker, tx)
}
