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

// Moved is what a transaction has taken from an account of one token, and brought a receiver of
// another, by the logs of its receipt: whatever else came or went meanwhile is not counted. ok is
// false where nobody tells, as of coins that came to a receiver who is not the sender.
func Moved(ctx context.Context, s mover, hash common.Hash, account, receiver, src,
	dest common.Address) (spent, got api.Amount, ok bool) {
	of := func(a, token common.Address) (in, out api.Amount, ok bool) {
		list, err := s.Movements(ctx, a, []common.Hash{hash})
		if err != nil || len(list) != 1 || list[0].Block == nil {
			return in, out, false
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
	return gone.Sub(back), came.Sub(left), ok && ok2
}
