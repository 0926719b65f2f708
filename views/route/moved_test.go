package route_test

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views/route"
)

// logs answer with what one transaction has moved for each account.
type logs map[common.Address]api.Movements

func (l logs) Movements(_ context.Context, a common.Address, _ []common.Hash) (
	[]api.Movements, error) {
	return []api.Movements{l[a]}, nil
}

// What a swap has brought is what its own receipt says: change that comes back is not spent, other
// tokens do not count, and where nobody tells, that is said.
func TestMovedIsWhatTheReceiptSays(t *testing.T) {
	t.Parallel()
	me, other := common.Address{1}, common.Address{2}
	weth, usdc, dai := common.Address{3}, common.Address{4}, common.Address{5}
	move := func(token common.Address, n uint64, in bool) api.Move {
		return api.Move{Token: token, Amount: api.NewAmount(n), In: in}
	}
	mined := func(coin *api.CoinMove, moves ...api.Move) api.Movements {
		return api.Movements{Block: &api.BlockRef{Number: 7}, Moves: moves, Coin: coin}
	}
	coins := func(n uint64, in bool) *api.CoinMove {
		return &api.CoinMove{Amount: api.NewAmount(n), In: in}
	}
	for name, test := range map[string]struct {
		logs       logs
		to         common.Address
		src, dest  common.Address
		spent, got uint64
		ok         bool
	}{
		"a sale": {logs{me: mined(nil, move(usdc, 100, false), move(weth, 3, true),
			move(dai, 9, true))}, me, usdc, weth, 100, 3, true},
		"change comes back": {logs{me: mined(nil, move(usdc, 100, false), move(usdc, 4, true),
			move(weth, 3, true))}, me, usdc, weth, 96, 3, true},
		"coins are sold": {logs{me: mined(coins(8, false), move(usdc, 5, true))}, me,
			api.NativeToken, usdc, 8, 5, true},
		"coins are bought": {logs{me: mined(coins(8, true), move(usdc, 5, false))}, me, usdc,
			api.NativeToken, 5, 8, true},
		"to somebody else": {logs{me: mined(nil, move(usdc, 100, false)),
			other: mined(nil, move(weth, 3, true))}, other, usdc, weth, 100, 3, true},
		"coins to somebody else": {logs{me: mined(nil, move(usdc, 100, false)),
			other: mined(nil)}, other, usdc, api.NativeToken, 100, 0, false},
		"not mined": {logs{}, me, usdc, weth, 0, 0, false},
	} {
		b, ok := route.Moved(t.Context(), test.logs, common.Hash{1}, me, test.to,
			test.src, test.dest)
		if ok != test.ok || ok && (b.Spent != api.NewAmount(test.spent) ||
			b.Got != api.NewAmount(test.got)) {
			t.Errorf("%s: %+v, %t", name, b, ok)
		}
	}
}
