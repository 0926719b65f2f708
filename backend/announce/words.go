package announce

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/clean"
)

type tokenKey struct {
	chain uint64
	token common.Address
}

// words say an announcement to who knows nothing of tokens.
func (w *Watcher) words(ctx context.Context, a *Announcement) string {
	gave, got := w.sum(ctx, a.ChainID, a.Gave), w.sum(ctx, a.ChainID, a.Got)
	if a.Watched {
		return a.Account.Hex() + ": " + a.Doing(gave, got)
	}
	switch a.Kind {
	case Fill:
		if a.Maker {
			return fmt.Sprintf("your order %s was filled%s: %s for %s", short(a.Order), a.Times(),
				gave, got)
		}
		if a.Gave == nil {
			return fmt.Sprintf("somebody else filled order %s for you%s: you got %s",
				short(a.Order), a.Times(), got)
		}
		return fmt.Sprintf("you took order %s: %s for %s", short(a.Order), gave, got)
	case Offer:
		return fmt.Sprintf("%s offers you %s for %s: order %s%s", a.Other.Hex(), got, gave,
			short(a.Order), api.ByWord(a.ToldBy))
	case Expiry:
		return fmt.Sprintf("your order %s has expired: %s for %s", short(a.Order), gave, got)
	case Trigger:
		text := fmt.Sprintf("Delta order %s is let go to sell %s: %s", short(a.Order), gave,
			clean.Text(a.Reason))
		if a.Ended != nil {
			text += fmt.Sprintf("; the %s %s is cancelled with it", a.Ended.Name,
				short(a.Ended.Order))
		}
		return text
	case Settled:
		text := fmt.Sprintf("Delta order %s: %s", short(a.Order), a.Traded(gave, got))
		if a.Unheld != nil {
			text += "; it was a " + a.Unheld.Name() + " that was not held back"
		} else if a.Denied {
			text += "; it was a " + a.Held.Name() + " that was not held back, by this price"
		}
		return text
	case Failure:
		return fmt.Sprintf("Delta order %s cannot be settled any more: %s", short(a.Order),
			clean.Text(a.Reason))
	case Unshown:
		return a.Lost(short(a.Order))
	case Revert:
		return fmt.Sprintf("transaction %s reverted in block %d: %s", short(a.Transaction.Hex()),
			a.Block, clean.Text(a.Reason))
	}
	return string(a.Kind)
}

// Traded says what a settlement moved: what was sold first or, of a purchase, what was bought.
func (a *Announcement) Traded(gave, got string) string {
	if a.Bought {
		return fmt.Sprintf("bought %s for %s", got, gave)
	}
	return fmt.Sprintf("sold %s for %s", gave, got)
}

// Times says how many fills there are where these are more than one: " 12 times".
func (a *Announcement) Times() string {
	if a.Fills == 0 {
		return ""
	}
	return fmt.Sprintf(" %d times", a.Fills)
}

// Doing says what a maker who is watched has done.
func (a *Announcement) Doing(gave, got string) string {
	order := short(a.Order)
	switch {
	case a.Kind == Placed:
		return fmt.Sprintf("offers %s for %s: order %s", gave, got, order)
	case a.Kind == Cancelled:
		return fmt.Sprintf("cancelled order %s: %s for %s", order, gave, got)
	case a.Kind == Expiry:
		return fmt.Sprintf("order %s has expired: %s for %s", order, gave, got)
	case a.Kind == Fill && a.Maker:
		return fmt.Sprintf("gave %s for %s: order %s was filled%s", gave, got, order, a.Times())
	case a.Kind == Fill && a.Gave == nil:
		return fmt.Sprintf("got %s: somebody else filled order %s%s", got, order, a.Times())
	case a.Kind == Fill:
		return fmt.Sprintf("took order %s: %s for %s", order, gave, got)
	case a.Kind == Settled:
		return fmt.Sprintf("%s: Delta order %s", a.Traded(gave, got), order)
	}
	return fmt.Sprintf("Delta order %s: %s %s", order, a.Kind, clean.Text(a.Reason))
}

// short is a hash as it is told apart by eye; an id stays.
func short(order string) string {
	if len(order) < 2+64 {
		return clean.Text(order)
	}
	return order[:6] + "…" + order[len(order)-4:]
}

// sum is so much of a token, with its address where it is not a listed one.
func (w *Watcher) sum(ctx context.Context, chain uint64, s *Sum) string {
	if s == nil {
		return "what it hides"
	}
	t := w.token(ctx, chain, s.Token)
	if s.Kind != api.ERC20 {
		return fmt.Sprintf("%s × %s #%s", s.Amount, t.Symbol, s.ID)
	}
	return s.Amount.Units(t.Decimals) + " " + t.Symbol
}

// token is what a token is called: by its symbol only where the service lists it, since anybody may
// take a name.
func (w *Watcher) token(ctx context.Context, chain uint64, address common.Address) api.Token {
	key := tokenKey{chain, address}
	w.mu.Lock()
	t, ok := w.tokens[key]
	w.mu.Unlock()
	if ok {
		return t
	}
	exchange, err := w.cfg.Service.Exchange(chain)
	if err != nil {
		return api.Token{Symbol: "units of " + address.Hex()}
	}
	t, listed := listed(ctx, exchange, address)
	if !listed {
		if t, err = exchange.Token(ctx, address); err != nil {
			return api.Token{Symbol: "units of " + address.Hex()}
		}
	}
	t.Symbol = clean.Text(t.Symbol)
	if !listed {
		t.Symbol += " (" + address.Hex() + ")"
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tokens[key] = t
	return t
}

// listed finds a token in the lists of an exchange.
func listed(ctx context.Context, exchange api.Exchange, address common.Address) (api.Token, bool) {
	for _, read := range []func(context.Context) ([]api.Token, error){
		exchange.Tokens, exchange.Collections} {
		list, err := read(ctx)
		if err != nil {
			continue
		}
		for _, t := range list {
			if t.Address == address {
				return t, true
			}
		}
	}
	return api.Token{}, false
}
