package sshd

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/seats"
	"bourse/wallet"
)

// Visitors lends accounts of the local network to whoever comes, a bounded number at a time. Each
// visitor gets one of its own, whose key is in memory alone and gone with the visit: whatever was
// signed with it, be it an order, a permit, an allowance or a transaction, moves nothing of anybody
// who comes later. When a visitor has left, open orders are cancelled, and what the account holds
// goes back to the faucet; what could not be taken back is lost, and bounded by purses.
type Visitors struct {
	service api.Service
	now     func() time.Time
	most    int
	funds   *settlement
	tabs    tabs

	mu    sync.Mutex
	taken map[int]bool // places, from 1
}

// visitorLeaving is said where quitting asks.
const visitorLeaving = "Your orders are cancelled, and what the account holds goes back."

// Faucet is the account that pays for what visitors begin with.
type Faucet struct {
	Key wallet.Secret
	// HandOut makes the call of the batch contract that moves amounts of the faucet's tokens
	HandOut func(from, to common.Address, amounts map[common.Address]api.Amount) []byte
	// Purse is what visitors may take away of a token at once, and again within a day; each begins
	// with a 256th of it
	Purse func(api.Token) api.Amount
}

// NewVisitors lends at most so many accounts at once.
func NewVisitors(service api.Service, faucet Faucet, most int,
	now func() time.Time) (*Visitors, error) {
	w, account, err := hold("faucet", faucet.Key, now)
	if err != nil {
		return nil, err
	}
	local, err := service.Exchange(api.LocalChainID)
	if err != nil {
		return nil, err
	}
	return &Visitors{service: service, now: now, most: most, taken: map[int]bool{},
		funds: &settlement{service: service, exchange: local, now: now,
			faucet: signer{w, account.Address}, pack: faucet.HandOut, full: faucet.Purse}}, nil
}

// hold opens a wallet with one account in memory.
func hold(name string, key wallet.Secret, now func() time.Time) (*wallet.Wallet, wallet.Account,
	error) {
	w, err := wallet.Open(wallet.Options{Now: now, Random: rand.Reader})
	if err != nil {
		return nil, wallet.Account{}, err
	}
	account, err := w.Hold(name, key)
	return w, account, err
}

// Named implements Guests: anybody may come.
func (v *Visitors) Named() bool { return false }

// Knows implements Guests.
func (v *Visitors) Knows(ssh.PublicKey) bool { return true }

// Admit implements Guests: it makes an account and lends it.
func (v *Visitors) Admit(_ ssh.PublicKey, address string) (Guest, error) {
	place, err := v.take()
	if err != nil {
		return Guest{}, err
	}
	if err := v.tabs.enter(address, v.now()); err != nil {
		v.leave(place)
		return Guest{}, err
	}
	g, by, err := v.newGuest(fmt.Sprintf("visitor %d", place))
	if err != nil {
		v.tabs.leave(address, 0, v.now())
		v.leave(place)
		return Guest{}, err
	}
	lent := &loan{to: by.address}
	g.Ready = func(ctx context.Context) error { return v.funds.lend(ctx, lent) }
	g.Left = func(ctx context.Context) error {
		defer v.leave(place)
		back, err := v.clear(ctx, by, lent)
		v.tabs.leave(address, v.funds.settle(lent, back), v.now())
		return err
	}
	return g, nil
}

// newGuest makes an account, with a wallet for the session and one for what is done in its name.
func (v *Visitors) newGuest(name string) (Guest, signer, error) {
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return Guest{}, signer{}, err
	}
	theirs, account, err := hold(name, wallet.NewSecret(bytes.Clone(key)), v.now)
	if err != nil {
		return Guest{}, signer{}, err
	}
	ours, _, err := hold(name, wallet.NewSecret(key), v.now)
	return Guest{Name: name, Wallet: theirs, Leaving: visitorLeaving, Ends: true},
		signer{ours, account.Address}, err
}

// take takes the first place that is free.
func (v *Visitors) take() (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for place := 1; place <= v.most; place++ {
		if !v.taken[place] {
			v.taken[place] = true
			return place, nil
		}
	}
	return 0, seats.ErrFull
}

// leave gives a place back.
func (v *Visitors) leave(place int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.taken, place)
}
