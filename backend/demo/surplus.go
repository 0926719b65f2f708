package demo

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain/local"
)

// singlePool are the methods that swap through one pool a hop.
var singlePool = []string{
	"swapExactAmountInOnUniswapV3", "swapExactAmountInOnUniswapV2", "swapExactAmountInOnCurveV1",
	"swapExactAmountInOnBalancerV2",
}

// handClock is moved by whoever runs a session, while the session's own goroutines look at it.
type handClock struct{ at atomic.Int64 } // nanoseconds since 1970

func (c *handClock) now() time.Time       { return time.Unix(0, c.at.Load()).UTC() }
func (c *handClock) move(d time.Duration) { c.at.Add(int64(d)) }

// MeasureSurplus runs a session of the demo by a clock of its own and compares what each settlement
// of a Delta order paid its owner with what the best single pool would have paid on the state on
// which agents bid, gas taken off both. accounts hold coins and tokens, as in every session. told,
// if not nil, is called each minute of the session's clock.
func MeasureSurplus(ctx context.Context, seed uint64, span time.Duration,
	accounts []common.Address, told func(passed time.Duration)) (r *SurplusReport, err error) {
	clock := new(handClock)
	clock.at.Store(time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC).UnixNano())
	s, err := OpenSession(ctx, Config{Seed: seed, Now: clock.now, Accounts: accounts})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		err = errors.Join(err, s.Close())
	}()
	if err := s.Begin(ctx); err != nil {
		return nil, err
	}
	local, err := s.Exchange(api.LocalChainID)
	if err != nil {
		return nil, err
	}
	m := &surplusMeter{
		b: s.Backend, local: local, events: s.Subscribe(ctx, api.TopicAuction),
		report: newSurplusReport(seed, span), done: make(map[string]bool),
	}
	if err := m.watch(ctx, s, clock, told); err != nil {
		return nil, err
	}
	return m.report, m.finish(ctx)
}

// watch runs the session and takes down what is settled.
func (m *surplusMeter) watch(ctx context.Context, s *Session, clock *handClock,
	told func(time.Duration)) error {
	begun := clock.now()
	for clock.now().Sub(begun) < m.report.Span {
		before := clock.now()
		clock.move(tradeEvery)
		if err := s.Act(ctx); err != nil {
			m.report.Failed++
		}
		if clock.now().Unix() == before.Unix() {
			continue // one block a second
		}
		if err := s.Turn(ctx); err != nil {
			return err
		}
		if err := m.look(ctx); err != nil {
			return err
		}
		if told != nil && clock.now().Unix()/60 != before.Unix()/60 {
			told(clock.now().Sub(begun).Truncate(time.Minute))
		}
	}
	return nil
}

// surplusMeter takes down settlements while a session runs.
type surplusMeter struct {
	b      *backend.Backend
	local  api.Exchange
	events <-chan api.Event
	report *SurplusReport
	done   map[string]bool // orders that were taken down
}

// look takes down the orders that were executed meanwhile.
func (m *surplusMeter) look(ctx context.Context) error {
	for {
		select {
		case e := <-m.events:
			o, err := m.local.DeltaOrder(ctx, e.Key)
			if err == nil && o.Status == api.DeltaExecuted {
				err = m.take(ctx, &o)
			}
			if err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// finish counts all orders, and takes down those of which nobody told.
func (m *surplusMeter) finish(ctx context.Context) error {
	for i := range local.Traders {
		q := api.DeltaQuery{User: crypto.PubkeyToAddress(m.b.House().Trader(i).PublicKey),
			Limit: api.MaxPage}
		for {
			q.Page++
			list, err := m.local.DeltaOrders(ctx, q)
			if err != nil {
				return err
			}
			for k := range list {
				m.report.Orders[list[k].Status]++
				if list[k].Status == api.DeltaExecuted {
					if err := m.take(ctx, &list[k]); err != nil {
						return err
					}
				}
			}
			if len(list) < q.Limit {
				break
			}
		}
	}
	return nil
}

// take takes down the settlements of an order, once.
func (m *surplusMeter) take(ctx context.Context, o *api.DeltaRecord) error {
	if m.done[o.ID] {
		return nil
	}
	m.done[o.ID] = true
	auction, err := m.local.DeltaAuction(ctx, o.ID)
	if err != nil {
		return err
	}
	m.report.Seconds = append(m.report.Seconds, o.UpdatedAt.Sub(o.CreatedAt).Seconds())
	held := 0.0
	for _, r := range auction.Rounds {
		held += 1 + float64(r.Repeats)
		if s := r.Surplus; s != nil && !s.Bound.IsZero() {
			m.report.Shares[r.Round] = RoundSurplus{
				s.Captured.Float() / 1e18, s.Bound.Float() / 1e18}
		}
	}
	m.report.Rounds = append(m.report.Rounds, held)
	for i := range o.Transactions {
		tx := &o.Transactions[i]
		m.report.Settlements++
		if tx.Status == 0 {
			m.report.Reverted++
			continue
		}
		if at := roundOf(&auction, tx.Hash); at != nil {
			if err := m.compare(ctx, o, tx, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// roundOf is the round whose award a transaction carried out.
func roundOf(a *api.DeltaAuction, tx common.Hash) *api.DeltaRoundEntry {
	for _, e := range a.Events {
		if e.TxHash == nil || *e.TxHash != tx || e.To != api.DeltaExecuting {
			continue
		}
		if i := slices.IndexFunc(a.Rounds,
			func(r api.DeltaRoundEntry) bool { return r.Round == e.Round }); i >= 0 {
			return &a.Rounds[i]
		}
	}
	return nil
}

// compare sets a settlement against the best single pool.
func (m *surplusMeter) compare(ctx context.Context, o *api.DeltaRecord, tx *api.DeltaTransaction,
	at *api.DeltaRoundEntry) error {
	single, err := m.single(ctx, o, tx.Spent, at.Block.Number)
	if err != nil {
		if t := api.TypeOf(err); t == api.NoRoute || t == api.RateChanged {
			m.report.Unmatched++
			return nil
		}
		return err
	}
	received, err := m.micros(ctx, o.Order.DestToken, tx.Received)
	if err != nil {
		return err
	}
	alone, err := m.micros(ctx, o.Order.DestToken, single)
	if err != nil {
		return err
	}
	by, direct := tx.Agent, new(big.Int)
	for _, bid := range at.Bids {
		if !bid.Won {
			continue
		}
		if bid.Orders > 1 {
			by, direct = fmt.Sprintf("%s of %d", bid.Agent, bid.Orders), received
		}
		if bid.Received.Add(bid.Rebate) != tx.Received {
			m.report.Differing++
		}
		break
	}
	if by == "book" {
		if direct, err = m.filled(ctx, received, tx); err != nil {
			return err
		}
	}
	kind := "whole"
	if o.PartiallyFillable {
		kind = "in parts"
	}
	m.report.add(by, kind, received, alone, direct)
	return nil
}

// single is what the best route through one pool a hop leaves of an amount after gas.
func (m *surplusMeter) single(ctx context.Context, o *api.DeltaRecord, amount api.Amount,
	block uint64) (api.Amount, error) {
	r, err := m.b.PricesAt(ctx, api.LocalChainID, api.PriceRequest{
		ChainID: api.LocalChainID, Src: api.Lower(o.Order.SrcToken),
		Dest:   api.Lower(o.Order.DestToken),
		Amount: amount, Side: api.Sell,
		Version: api.Version62, IncludeMethods: singlePool,
		ExcludeExchanges: []string{api.LimitOrders}, MaxImpact: new(100.0), IgnoreBadUSDPrice: true,
	}, block)
	if err != nil {
		return api.Amount{}, err
	}
	status, err := m.local.Status(ctx)
	if err != nil {
		return api.Amount{}, err
	}
	gas, err := api.ParseAmount(r.GasCost)
	if err != nil {
		return api.Amount{}, err
	}
	coin, _, err := m.local.PriceUSD(ctx, api.NativeToken)
	if err != nil {
		return api.Amount{}, err
	}
	unit, _, err := m.local.PriceUSD(ctx, o.Order.DestToken)
	if err != nil {
		return api.Amount{}, err
	}
	return r.DestAmount.Sub(unit.BaseFor(
		coin.QuoteFor(status.GasPrice.MulDiv(gas, api.NewAmount(1)), api.Up), api.Up)), nil
}

// micros is what an amount is worth in millionths of a dollar.
func (m *surplusMeter) micros(ctx context.Context, token common.Address,
	n api.Amount) (*big.Int, error) {
	price, ok, err := m.local.PriceUSD(ctx, token)
	if err != nil || !ok {
		return new(big.Int), err
	}
	return price.QuoteFor(n, api.Down).MulDiv(api.NewAmount(1), api.NewAmount(1e12)).Big(), nil
}

// filled is the part of what a settlement paid that limit orders brought, by the part of the amount
// that went to them.
func (m *surplusMeter) filled(ctx context.Context, received *big.Int,
	tx *api.DeltaTransaction) (*big.Int, error) {
	executor := m.b.Local().Deployment().Delta.Executor
	fills, err := m.local.Fills(ctx, api.FillQuery{
		Account: &executor, Limit: api.MaxPage})
	sum := api.Amount{}
	for _, f := range fills {
		if f.TxHash == tx.Hash {
			sum = sum.Add(f.TakerAmount)
		}
	}
	part := new(big.Int).Mul(received, sum.Big())
	return part.Div(part, tx.Spent.Big()), err
}
