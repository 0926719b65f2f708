package sshd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet"
)

// Visitors lends accounts of the local network to whoever comes. There is a bounded number of them,
// their keys are in memory alone, and each is reset when its visitor has left: open orders are
// cancelled, allowances taken back, NFTs handed on, and funds made what every visitor begins with.
// What an account did stays on chain for all to see, so the one that has rested longest is lent
// next.
type Visitors struct {
	service api.Service
	now     func() time.Time
	most    int
	lock    func(spender common.Address, tokens []common.Address) []byte
	funds   *settlement

	mu   sync.Mutex
	free []*visitor
	made int
}

// visitor is an account that is lent.
type visitor struct {
	name    string
	key     []byte
	wallet  *wallet.Wallet // holds the account alone, for what is done in its name
	address common.Address
}

// visitorLeaving is said where quitting asks.
const visitorLeaving = "Your orders are cancelled, and the account goes to another visitor."

// Faucet is the account that pays for what visitors begin with.
type Faucet struct {
	Key wallet.Secret
	// HandOut makes the call of the batch contract that moves amounts of the faucet's tokens
	HandOut func(from, to common.Address, amounts map[common.Address]api.Amount) []byte
	// Lockdown makes the call of Permit2 that takes back what a spender may move of tokens
	Lockdown func(spender common.Address, tokens []common.Address) []byte
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
	return &Visitors{service: service, now: now, most: most, lock: faucet.Lockdown,
		funds: &settlement{service: service, exchange: local,
			faucet: signer{w, account.Address}, pack: faucet.HandOut}}, nil
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

// Admit implements Guests: it lends an account.
func (v *Visitors) Admit(ssh.PublicKey) (Guest, error) {
	lent, err := v.lend()
	if err != nil {
		return Guest{}, err
	}
	w, _, err := hold(lent.name, wallet.NewSecret(append([]byte(nil), lent.key...)), v.now)
	if err != nil {
		return Guest{}, err
	}
	by := signer{lent.wallet, lent.address}
	return Guest{Name: lent.name, Wallet: w, Leaving: visitorLeaving, Ends: true,
		Ready: func(ctx context.Context) error { return v.funds.settle(ctx, by) },
		Left: func(ctx context.Context) error {
			// Whatever failed is made up for before the account is lent again.
			defer v.back(lent)
			return errors.Join(v.clear(ctx, by), v.funds.settle(ctx, by))
		},
	}, nil
}

// lend takes the account that has rested longest, or makes one.
func (v *Visitors) lend() (*visitor, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.made < v.most && len(v.free) == 0 {
		one, err := v.newVisitor()
		if err != nil {
			return nil, err
		}
		v.made++
		return one, nil
	}
	if len(v.free) == 0 {
		return nil, errFull
	}
	one := v.free[0]
	v.free = v.free[1:]
	return one, nil
}

func (v *Visitors) back(one *visitor) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.free = append(v.free, one)
}

func (v *Visitors) newVisitor() (*visitor, error) {
	one := &visitor{name: fmt.Sprintf("visitor %d", v.made+1), key: make([]byte, 32)}
	if _, err := rand.Read(one.key); err != nil {
		return nil, err
	}
	w, account, err := hold(one.name, wallet.NewSecret(append([]byte(nil), one.key...)), v.now)
	one.wallet, one.address = w, account.Address
	return one, err
}
