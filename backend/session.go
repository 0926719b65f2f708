package backend

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"time"

	"bourse/backend/chain/local/traders"
	"bourse/wallet"
)

// Session is an exchange in a throwaway folder that is moved by hand, with its simulated traders and the accounts of the local network: for pictures,
// reports and tests that come out the same every time.
type Session struct {
	*Backend
	Wallet *wallet.Wallet

	dir     string
	traders *traders.Traders
	stop    context.CancelFunc
	ended   chan error // nil until the exchange runs
}

// OpenSession opens and starts an exchange whose chain and traders stand still. It must be closed.
func OpenSession(ctx context.Context, seed uint64, now func() time.Time) (*Session, error) {
	dir, err := os.MkdirTemp("", "bourse-session-")
	if err != nil {
		return nil, err
	}
	s := &Session{dir: dir}
	if err := s.open(ctx, seed, now); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Session) open(ctx context.Context, seed uint64, now func() time.Time) (err error) {
	s.Wallet, err = wallet.Open(wallet.Options{Folder: filepath.Join(s.dir, "accounts"), Now: now, Random: rand.Reader, Development: true})
	if err != nil {
		return err
	}
	s.Backend, err = Open(ctx, Config{Dir: s.dir, Now: now, Seed: seed, Accounts: s.Wallet.Development(), Manual: true})
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop, s.ended = stop, make(chan error, 1)
	go func() { s.ended <- s.Run(running) }()
	s.traders, err = s.Traders(ctx)
	return err
}

// Begin gives the markets their past and fills the books.
func (s *Session) Begin(ctx context.Context) error {
	return errors.Join(s.Past(ctx, s.traders), s.traders.Open(ctx), s.Idle(ctx))
}

// Act lets the traders act once.
func (s *Session) Act(ctx context.Context) error { return s.traders.Step(ctx) }

// Turn makes a block at the clock's time. It returns once everything has followed and the auctions are held.
func (s *Session) Turn(ctx context.Context) error {
	_, err := s.Mine(ctx)
	return errors.Join(err, s.Idle(ctx))
}

// Step lets the traders act once and makes a block.
func (s *Session) Step(ctx context.Context) error { return errors.Join(s.Act(ctx), s.Turn(ctx)) }

// Close stops the exchange and removes its folder.
func (s *Session) Close() error {
	var errs []error
	if s.ended != nil {
		s.stop()
		errs = append(errs, <-s.ended)
	}
	if s.Backend != nil {
		errs = append(errs, s.Backend.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(s.dir))...)
}
