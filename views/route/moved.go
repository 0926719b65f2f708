package route

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// mover tells what transactions have moved.
type mover interface {
	Movements(ctx context.Context, account common.Address, hashes []common.Hash) (
		[]api.Movements, error)
}

// Brought is what a swap has taken, and what it gave.
type Brought struct {
	Spent, Got api.Amount
	ToldBy     string // who alone says so, "" where a node of one's own does
}

// Moved is what a transaction has taken from an account of one token, and brought a receiver of
// another, by the logs of its receipt: whatever else came or went meanwhile is not counted. ok is
// false where nobody tells, as of coins that came to a receiver who is not the sender.
func Moved(ctx context.Context, s mover, hash common.Hash, account, receiver, src,
	dest common.Address) (b Brought, ok bool) {
	of := func(a, token common.Address) (in, out api.Amount, ok bool) {
		list, err := s.Movements(ctx, a, []common.Hash{hash})
		if err != nil || len(list) != 1 || list[0].Block == nil {
			return in, out, false
		}
		if list[0].ToldBy != "" {
			b.ToldBy = list[0].ToldBy
		}
		if token == api.NativeToken {
			coin := list[0].Coin
			switch {
			case coin == nil:
				return in, out, false
			case coin.In:
				return coin.Amount, out, true
			}
			return in, coin.Amount, true
		}
		for _, m := range list[0].Moves {
			switch {
			case m.Token != token || m.Kind != api.ERC20:
			case m.In:
				in = in.Add(m.Amount)
			default:
				out = out.Add(m.Amount)
			}
		}
		return in, out, true
	}
	back, gone, ok := of(account, src)
	came, left, ok2 := of(receiver, dest)
	b.Spent, b.Got = gone.Sub(back), came.Sub(left)
	return b, ok && ok2
}

// mostGain is how much more than promised, in basis points, a swap has brought that a service alone
// tells of: a rate hardly moves further between a signature and its block.
const mostGain = 1_000

// Believed is what a swap has brought as far as it can have: what a service alone tells is bounded
// by what was signed and, of a gain, by what was promised. ok is false where it told otherwise.
func (o Offer) Believed(b Brought) (_ Brought, ok bool) {
	if b.ToldBy == "" {
		return b, true
	}
	told := b
	b.Spent = b.Spent.Min(o.Most())
	b.Got = b.Got.Min(o.Out().Add(bps(o.Out(), mostGain, api.Up)))
	if b.Got.Less(o.Least()) {
		b.Got = o.Least()
	}
	if b == told {
		return b, true
	}
	return Brought{Spent: o.In(), Got: o.Out(), ToldBy: b.ToldBy}, false
}
