package sshd

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// own is the shared exchange as one session reads it. What it asks of its account stays the answer
// for a while, since reading balances from contracts is what costs most: until an order of the
// account changes or is filled. While what the session itself sent takes effect, it asks every
// time.
type own struct {
	*Shared
	answers cache
	acted   atomic.Int64 // when it last sent something, UNIX nanoseconds
}

// Paces of a session's own questions.
const (
	ownAge  = 3 * time.Second  // of an answer at most
	effects = 10 * time.Second // what is sent takes effect within
)

// mine asks what concerns an account.
func mine[T any](ctx context.Context, o *own, account common.Address, question any,
	ask func(context.Context) (T, error)) (T, error) {
	limit, since := ownAge, o.lastTouched(account)
	if time.Since(time.Unix(0, o.acted.Load())) < effects {
		limit = gather
	}
	good := func(a *answer) bool { return time.Since(a.at) < limit && a.at.After(since) }
	return recall(ctx, &o.answers, o.slots, question, good, ask)
}

// mineList asks for a list. Whoever gets it may change it.
func mineList[T any](ctx context.Context, o *own, account common.Address, question any,
	ask func(context.Context) ([]T, error)) ([]T, error) {
	all, err := mine(ctx, o, account, question, ask)
	return slices.Clone(all), err
}

// act notes that the session has sent something.
func (o *own) act() {
	o.acted.Store(time.Now().UnixNano())
	o.answers.clear()
}

type (
	askTokens struct {
		chain   uint64
		account common.Address
	}
	askNFTs  askTokens
	askToken struct {
		chain          uint64
		account, token common.Address
	}
	askFillable struct {
		chain        uint64
		maker, token common.Address // no token is all of them
		all          bool
	}
	// what a list is asked for, its accounts told apart
	askOrders struct {
		query        api.OrderQuery
		maker, taker common.Address
	}
	askFills struct {
		query   api.FillQuery
		account common.Address
	}
)

// Exchange implements api.Service.
func (o *own) Exchange(chainID uint64) (api.Exchange, error) {
	return api.On(o, chainID)
}

// UserTokens implements api.Service.
func (o *own) UserTokens(ctx context.Context, chainID uint64,
	account common.Address) ([]api.UserToken, error) {
	return mineList(ctx, o, account, askTokens{chainID, account},
		func(ctx context.Context) ([]api.UserToken, error) {
			return o.Service.UserTokens(ctx, chainID, account)
		})
}

// UserNFTs implements api.Service.
func (o *own) UserNFTs(ctx context.Context, chainID uint64,
	account common.Address) ([]api.UserNFT, error) {
	return mineList(ctx, o, account, askNFTs{chainID, account},
		func(ctx context.Context) ([]api.UserNFT, error) {
			return o.Service.UserNFTs(ctx, chainID, account)
		})
}

// UserToken implements api.Service.
func (o *own) UserToken(ctx context.Context, chainID uint64, account,
	token common.Address) (api.UserToken, error) {
	t, err := mine(ctx, o, account, askToken{chainID, account, token},
		func(ctx context.Context) (api.UserToken, error) {
			return o.Service.UserToken(ctx, chainID, account, token)
		})
	t.Allowances = maps.Clone(t.Allowances)
	return t, err
}

// FillableBalance implements api.Service.
func (o *own) FillableBalance(ctx context.Context, chainID uint64, maker common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	q := askFillable{chain: chainID, maker: maker, all: token == nil}
	if token != nil {
		q.token = *token
	}
	all, err := mine(ctx, o, maker, q,
		func(ctx context.Context) (map[common.Address]api.Amount, error) {
			return o.Service.FillableBalance(ctx, chainID, maker, token)
		})
	return maps.Clone(all), err
}

// Orders implements api.Service: those that an account makes or may take are its own.
func (o *own) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	question := askOrders{query: q}
	question.query.Maker, question.query.Taker = nil, nil
	account := q.Maker
	switch {
	case q.Maker == nil && q.Taker == nil || q.Maker != nil && q.Taker != nil:
		return o.Service.Orders(ctx, q)
	case q.Maker != nil:
		question.maker = *q.Maker
	default:
		account, question.taker = q.Taker, *q.Taker
	}
	page, err := mine(ctx, o, *account, question,
		func(ctx context.Context) (api.OrderPage, error) { return o.Service.Orders(ctx, q) })
	page.Orders = slices.Clone(page.Orders)
	return page, err
}

// Fills implements api.Service.
func (o *own) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	if q.Account == nil || q.Order != nil || q.Before != nil {
		return o.Service.Fills(ctx, q)
	}
	question := askFills{q, *q.Account}
	question.query.Account = nil
	return mineList(ctx, o, *q.Account, question,
		func(ctx context.Context) ([]api.Fill, error) { return o.Service.Fills(ctx, q) })
}

// CreateOrder implements api.Service.
func (o *own) CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool, error) {
	defer o.act()
	return o.Service.CreateOrder(ctx, r)
}

// SendTransaction implements api.Service.
func (o *own) SendTransaction(ctx context.Context, chainID uint64,
	raw []byte) (common.Hash, error) {
	defer o.act()
	return o.Service.SendTransaction(ctx, chainID, raw)
}

// SubmitDelta implements api.Service.
func (o *own) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	defer o.act()
	return o.Service.SubmitDelta(ctx, r)
}

// CancelDelta implements api.Service.
func (o *own) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	defer o.act()
	return o.Service.CancelDelta(ctx, ids, signature)
}
