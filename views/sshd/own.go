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
		chain        uint64
		query        api.OrderQuery
		maker, taker common.Address
	}
	askFills struct {
		chain   uint64
		query   api.FillQuery
		account common.Address
	}
)

// Exchange implements api.Service.
func (o *own) Exchange(chainID uint64) (api.Exchange, error) {
	exchange, err := o.Shared.Exchange(chainID)
	return &ownOn{exchange, o, chainID}, err
}

// ownOn is what one session reads of one network.
type ownOn struct {
	api.Exchange
	own     *own
	chainID uint64
}

// UserTokens implements api.Exchange.
func (o *ownOn) UserTokens(ctx context.Context, account common.Address) ([]api.UserToken, error) {
	return mineList(ctx, o.own, account, askTokens{o.chainID, account},
		func(ctx context.Context) ([]api.UserToken, error) {
			return o.Exchange.UserTokens(ctx, account)
		})
}

// UserNFTs implements api.Exchange.
func (o *ownOn) UserNFTs(ctx context.Context, account common.Address) ([]api.UserNFT, error) {
	return mineList(ctx, o.own, account, askNFTs{o.chainID, account},
		func(ctx context.Context) ([]api.UserNFT, error) {
			return o.Exchange.UserNFTs(ctx, account)
		})
}

// UserToken implements api.Exchange.
func (o *ownOn) UserToken(ctx context.Context, account,
	token common.Address) (api.UserToken, error) {
	t, err := mine(ctx, o.own, account, askToken{o.chainID, account, token},
		func(ctx context.Context) (api.UserToken, error) {
			return o.Exchange.UserToken(ctx, account, token)
		})
	t.Allowances = maps.Clone(t.Allowances)
	return t, err
}

// FillableBalance implements api.Exchange.
func (o *ownOn) FillableBalance(ctx context.Context, maker common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	q := askFillable{chain: o.chainID, maker: maker, all: token == nil}
	if token != nil {
		q.token = *token
	}
	all, err := mine(ctx, o.own, maker, q,
		func(ctx context.Context) (map[common.Address]api.Amount, error) {
			return o.Exchange.FillableBalance(ctx, maker, token)
		})
	return maps.Clone(all), err
}

// Orders implements api.Exchange: those that an account makes or may take are its own.
func (o *ownOn) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	question := askOrders{chain: o.chainID, query: q}
	question.query.Maker, question.query.Taker = nil, nil
	account := q.Maker
	switch {
	case q.Maker == nil && q.Taker == nil || q.Maker != nil && q.Taker != nil:
		return o.Exchange.Orders(ctx, q)
	case q.Maker != nil:
		question.maker = *q.Maker
	default:
		account, question.taker = q.Taker, *q.Taker
	}
	page, err := mine(ctx, o.own, *account, question,
		func(ctx context.Context) (api.OrderPage, error) { return o.Exchange.Orders(ctx, q) })
	page.Orders = slices.Clone(page.Orders)
	return page, err
}

// Fills implements api.Exchange.
func (o *ownOn) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	if q.Account == nil || q.Order != nil || q.Before != nil {
		return o.Exchange.Fills(ctx, q)
	}
	question := askFills{o.chainID, q, *q.Account}
	question.query.Account = nil
	return mineList(ctx, o.own, *q.Account, question,
		func(ctx context.Context) ([]api.Fill, error) { return o.Exchange.Fills(ctx, q) })
}

// CreateOrder implements api.Exchange.
func (o *ownOn) CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool,
	error) {
	defer o.own.act()
	return o.Exchange.CreateOrder(ctx, r)
}

// SendTransaction implements api.Exchange.
func (o *ownOn) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	defer o.own.act()
	return o.Exchange.SendTransaction(ctx, raw)
}

// SubmitDelta implements api.Exchange.
func (o *ownOn) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	defer o.own.act()
	return o.Exchange.SubmitDelta(ctx, r)
}

// CancelDelta implements api.Exchange.
func (o *ownOn) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	defer o.own.act()
	return o.Exchange.CancelDelta(ctx, ids, signature)
}
