package sshd

import (
	"context"
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
	ask func(context.Context) ([]T, error)) ([]T, error) {
	limit, since := ownAge, o.lastTouched(account)
	if time.Since(time.Unix(0, o.acted.Load())) < effects {
		limit = gather
	}
	good := func(a *answer) bool { return time.Since(a.at) < limit && a.at.After(since) }
	all, err := recall(ctx, &o.answers, o.slots, question, good, ask)
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
	askNFTs askTokens
)

// UserTokens implements api.Service.
func (o *own) UserTokens(ctx context.Context, chainID uint64,
	account common.Address) ([]api.UserToken, error) {
	return mine(ctx, o, account, askTokens{chainID, account},
		func(ctx context.Context) ([]api.UserToken, error) {
			return o.Service.UserTokens(ctx, chainID, account)
		})
}

// UserNFTs implements api.Service.
func (o *own) UserNFTs(ctx context.Context, chainID uint64,
	account common.Address) ([]api.UserNFT, error) {
	return mine(ctx, o, account, askNFTs{chainID, account},
		func(ctx context.Context) ([]api.UserNFT, error) {
			return o.Service.UserNFTs(ctx, chainID, account)
		})
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
