package backend

import (
	"context"
	"errors"

	"bourse/backend/chain/local/traders"
)

// Session is an exchange with its simulated traders that is moved by hand: for pictures, reports and tests that come out the same every time.
type Session struct {
	*Backend
	traders *traders.Traders
	stop    context.CancelFunc
	ended   chan error
}

// OpenSession opens and starts an exchange whose chain and traders stand still. It must be closed.
func OpenSession(ctx context.Context, cfg Config) (*Session, error) {
	cfg.Manual = true
	b, err := Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Session{Backend: b, stop: stop, ended: make(chan error, 1)}
	go func() { s.ended <- b.Run(running) }()
	if s.traders, err = b.Traders(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
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

// Close stops the exchange.
func (s *Session) Close() error {
	s.stop()
	return errors.Join(<-s.ended, s.Backend.Close())
}
