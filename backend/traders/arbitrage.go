package traders

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
)

// arbiter is the trader who swaps wherever pools or books pay more for a token than it is worth,
// until they don't: what keeps one price everywhere.
type arbiter struct {
	account
	spender common.Address // whom the swap contract has move tokens
	pairs   [][2]*asset
	next    int // pair to look at
}

// What the arbiter looks for.
const (
	probe     = 1_000_000_000 // millionths of a dollar that it asks about first
	doublings = 10            // of the probe at most
	// parts of what is swapped that must be gained: 1/20,000 is half a basis point
	minGain      = 20_000
	swapSlippage = 20 // basis points
)

// hubs are the tokens against which every other one is looked at. Routes lead over the other pools.
func hubs() []string { return []string{numeraire, "WETH"} }

func (t *Traders) openArbitrage() {
	a := &t.arbiter
	a.key, a.address = t.Arbiter, crypto.PubkeyToAddress(t.Arbiter.PublicKey)
	seen := make(map[[2]*asset]bool)
	for _, symbol := range hubs() {
		for _, hub := range t.assets {
			if hub.Symbol != symbol {
				continue
			}
			for _, other := range t.assets {
				if other != hub && !seen[[2]*asset{other, hub}] {
					a.pairs = append(a.pairs, [2]*asset{hub, other})
					seen[[2]*asset{hub, other}] = true
				}
			}
		}
	}
}

// arbitrage looks at the next pair, both ways round.
func (t *Traders) arbitrage(ctx context.Context) error {
	a := &t.arbiter
	pair := a.pairs[a.next]
	if busy, err := t.busy(ctx, &a.account); busy || err != nil {
		return err
	}
	a.next = (a.next + 1) % len(a.pairs)
	for _, swap := range [][2]*asset{pair, {pair[1], pair[0]}} {
		if done, err := t.closeGap(ctx, swap[0], swap[1]); done || err != nil {
			return err
		}
	}
	return nil
}

// closeGap swaps as much as gains most, if anything does.
func (t *Traders) closeGap(ctx context.Context, src, dest *asset) (done bool, err error) {
	best, most, err := t.gain(ctx, src, dest, api.NewAmount(probe))
	if err != nil || most.IsZero() {
		return false, err
	}
	for n := 1; n <= doublings; n++ {
		route, gain, err := t.gain(ctx, src, dest, api.NewAmount(probe<<n))
		if err != nil || !most.Less(gain) {
			break
		}
		best, most = route, gain
	}
	return true, t.swap(ctx, best)
}

// gain is the best route for an amount in millionths of a dollar, and the profit after gas in the
// same unit; 0 where it is not worth it.
func (t *Traders) gain(ctx context.Context, src, dest *asset,
	micros api.Amount) (route api.PriceRoute, gain api.Amount, err error) {
	route, err = t.exchange.Prices(ctx, api.PriceRequest{
		Src: api.Lower(src.Address), Dest: api.Lower(dest.Address),
		Amount: src.amount(micros), Side: api.Sell, Version: api.Version62,
		User: t.arbiter.address, IncludeMethods: []string{"swapExactAmountIn"},
		IgnoreBadUSDPrice: true,
	})
	if err != nil {
		return route, gain, err
	}
	gas, err := strconv.ParseFloat(route.GasCostUSD, 64)
	if err != nil {
		return route, gain, err
	}
	costs := micros.Add(micros.MulDiv(api.NewAmount(1), api.NewAmount(minGain))).Add(
		api.NewAmount(uint64(gas * whole)))
	return route, dest.value(route.DestAmount).Sub(costs), nil
}

// swap performs a route, or has its first token approved, so that a later step can.
func (t *Traders) swap(ctx context.Context, route api.PriceRoute) error {
	a := &t.arbiter
	if ready, err := t.allow(ctx, &a.account, route.SrcToken, a.spender,
		route.SrcAmount); err != nil || !ready {
		return err
	}
	text, err := json.Marshal(route)
	if err != nil {
		return err
	}
	tx, err := t.exchange.PrepareSwap(ctx, api.BuildRequest{
		Terms: api.SwapTerms{User: a.address, Slippage: swapSlippage},
		Src:   api.Lower(route.SrcToken), Dest: api.Lower(route.DestToken),
		SrcAmount: &route.SrcAmount, HasSlippage: true, Route: text,
	})
	if err != nil {
		return err
	}
	return t.send(ctx, &a.account, tx)
}

// allow tells whether a spender may move an amount of a trader's, and has the trader approve it if
// not.
func (t *Traders) allow(ctx context.Context, a *account, token, spender common.Address,
	n api.Amount) (ready bool, err error) {
	held, err := t.exchange.UserToken(ctx, a.address, token)
	if err != nil || !held.Allowances[spender].Less(n) {
		return err == nil, err
	}
	tx, err := t.exchange.PrepareApprove(ctx, api.ApproveRequest{
		Owner: a.address, Token: token, Spender: spender, Amount: api.MaxAmount,
	})
	if err != nil {
		return false, err
	}
	return false, t.send(ctx, a, tx)
}
