package demo

import (
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"sync"

	"bourse/backend"
	"bourse/backend/traders"
)

// Session is an exchange in a throwaway folder that is moved by hand, with its simulated traders
// and the accounts of the local network: for pictures, reports and tests that come out the same
// every time.
type Session struct {
	*backend.Backend
	Traders *traders.Traders

	cfg   Config
	dir   string
	stop  context.CancelFunc
	ended chan error // nil until the exchange runs
}

// OpenSession opens and starts an exchange whose chain and traders stand still. It must be closed.
func OpenSession(ctx context.Context, cfg Config) (*Session, error) {
	dir, err := os.MkdirTemp("", "bourse-session-")
	if err != nil {
		return nil, err
	}
	s := &Session{cfg: cfg, dir: dir}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Session) open(ctx context.Context) (err error) {
	s.Backend, err = backend.Open(ctx, backend.Config{
		Dir: s.dir, Now: s.cfg.Now, Seed: s.cfg.Seed, Accounts: s.cfg.Accounts,
		Logger: s.cfg.Logger, Manual: true, Random: newSeeded(s.cfg.Seed)})
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop, s.ended = stop, make(chan error, 1)
	go func() { s.ended <- s.Run(running) }()
	s.Traders, err = s.cfg.Traders(ctx, s.Backend)
	return err
}

// seeded is randomness that follows from the seed, for ids and for secrets of a folder that is
// thrown away.
type seeded struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func newSeeded(seed uint64) *seeded {
	return &seeded{source: rand.NewChaCha8([32]byte(
		binary.BigEndian.AppendUint64(make([]byte, 24), seed)))}
}

// Read implements io.Reader.
func (s *seeded) Read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.source.Read(b)
}

// Dir is the data folder, which ends with the session.
func (s *Session) Dir() string { return s.dir }

// Begin gives the markets their past and fills the books.
func (s *Session) Begin(ctx context.Context) error {
	return errors.Join(s.cfg.Past(ctx, s.Backend, s.Traders), s.Traders.Open(ctx), s.Idle(ctx))
}

// Act lets the traders act once.
func (s *Session) Act(ctx context.Context) error { return s.Traders.Step(ctx) }

// Turn makes a block at the clock's time. It returns once everything has followed and the auctions
// are held.
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
