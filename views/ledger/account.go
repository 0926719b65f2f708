package ledger

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// Account is what an account has traded, with what it was and is worth. It is made off the loop and
// not changed after.
type Account struct {
	Book    *Book // nil before it is read
	Prices  *Prices
	Markets []api.Market
	Held    map[common.Address]api.Amount // the coin as what it is wrapped to

	events []Event // as Run takes them
	lots   views.Lots
}

// Read reads an account on a network, whose prices it asks for as far as known, the session's, does
// not have them: a session begins without any, and has those of the network in front alone. It runs
// off the loop.
func Read(ctx context.Context, exchange api.Exchange, network api.Network, account common.Address,
	kept views.Kept, known views.Prices) (a Account, err error) {
	chain := network.ChainID
	src := Sources{Account: account, Native: network.Contracts.WrappedNative,
		FeesAt: []common.Address{network.Contracts.FeeVault, network.Contracts.FeeClaimer}}
	if src.Fills, err = api.AllFills(ctx, exchange,
		api.FillQuery{Account: &account}); err != nil {
		return a, err
	}
	src.Delta, err = api.AllDelta(ctx, exchange, api.DeltaQuery{User: account},
		func(r *api.DeltaRecord) bool { return len(r.Transactions) > 0 })
	if err != nil && api.TypeOf(err) != api.UnsupportedChain { // there is no Delta everywhere
		return a, err
	}
	if kept.Journal != nil {
		src.Swaps, src.Gas = kept.Journal.Swaps(account, chain), kept.Journal.Gas(account, chain)
	}
	src.Moved, err = readMoved(ctx, exchange, network, src, kept.Past)
	if err != nil {
		return a, err
	}
	lots := kept.Preferences.RereadLots(chain, account)
	tokens, err := exchange.UserTokens(ctx, account)
	if err != nil {
		return a, err
	}
	markets, err := exchange.Markets(ctx)
	if err != nil {
		return a, err
	}
	a.Markets, a.Held = markets, map[common.Address]api.Amount{}
	var seen []common.Address
	for _, t := range tokens {
		token := t.Address
		if token == api.NativeToken {
			token = network.Contracts.WrappedNative
		}
		a.Held[token] = a.Held[token].Add(t.Balance)
		if !t.Balance.IsZero() {
			seen = append(seen, token)
		}
	}
	events, missing := Gather(src)
	for _, e := range events {
		seen = append(seen, e.Give.Asset.Address, e.Get.Asset.Address)
	}
	for _, l := range lots.List {
		seen = append(seen, l.Token)
	}
	now, err := pricesNow(ctx, exchange, network, markets, seen, known)
	if err != nil {
		return a, err
	}
	if a.Prices, err = readPrices(ctx, exchange, network, now, markets, seen); err != nil {
		return a, err
	}
	if err = a.Prices.recall(ctx, exchange, network, kept.Past, events); err != nil {
		return a, err
	}
	a.events, a.lots = slices.Clone(events), lots
	a.Book = Run(events, lots, a.Prices)
	a.Book.Unknown += missing
	return a, nil
}

// Worth is what a raw unit of a position's asset is worth at present; nil where nothing tells.
func (a Account) Worth(p *Position) *big.Rat {
	if p.Asset.Kind != api.ERC20 {
		return nil
	}
	return a.Prices.Unit(p.Asset.Address)
}

// Open is what selling all positions now would gain, as far as their worth is known.
func (a Account) Open() *big.Rat {
	sum := new(big.Rat)
	for _, p := range a.Book.Positions {
		if open := p.Open(a.Worth(p)); open != nil {
			sum.Add(sum, open)
		}
	}
	return sum
}

// Total is what all trades have gained: realised and open, less gas.
func (a Account) Total() *big.Rat {
	sum := new(big.Rat).Add(a.Book.Realised, a.Open())
	return sum.Sub(sum, a.Book.Gas)
}

// PositionIn is the position in a token; one that was never traded is empty.
func (a Account) PositionIn(token common.Address) *Position {
	for _, p := range a.Book.Positions {
		if p.Asset == (api.Asset{Address: token}) {
			return p
		}
	}
	return &Position{Asset: api.Asset{Address: token}, Amount: new(big.Rat), Cost: new(big.Rat),
		Realised: new(big.Rat)}
}

// Today is what the newest day has come to if that holds a time, in UNIX seconds, else nothing.
func (b *Book) Today(seconds uint64) Day {
	start := seconds - seconds%day
	if n := len(b.Days); n > 0 && b.Days[n-1].Start == start {
		return *b.Days[n-1]
	}
	return Day{Start: start, Realised: new(big.Rat), Gas: new(big.Rat)}
}
