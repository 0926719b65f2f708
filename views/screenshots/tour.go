package screenshots

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// miner makes a block whenever somebody waits for a transaction, since nobody else does.
type miner struct {
	api.Service
	step func(context.Context) error
}

// Exchange implements api.Service.
func (m *miner) Exchange(chainID uint64) (api.Exchange, error) {
	exchange, err := m.Service.Exchange(chainID)
	return &mining{exchange, m.step}, err
}

type mining struct {
	api.Exchange
	step func(context.Context) error
}

// Receipt implements api.Transactions.
func (m *mining) Receipt(ctx context.Context, hash common.Hash) (api.Receipt, error) {
	r, err := m.Exchange.Receipt(ctx, hash)
	if err != nil || r.Block != nil {
		return r, err
	}
	if err := m.step(ctx); err != nil {
		return r, err
	}
	return m.Exchange.Receipt(ctx, hash)
}

// How long frames of the recording stay.
const (
	short = 350 * time.Millisecond
	long  = 1500 * time.Millisecond
	still = 2500 * time.Millisecond
)

// record adds the frame as it is to the recording.
func (s *script) record(hold time.Duration) {
	if s.err == nil {
		s.err = s.capture.record(s.Root.View(), hold)
	}
}

// beat lets a block pass.
func (s *script) beat() {
	if s.err == nil {
		s.err = s.step()
	}
	s.Advance(time.Second)
}

// recordTour records a book that moves, the chart, and a swap that is reviewed and signed.
func (s *script) recordTour() {
	s.Resize(sizes[0].W, sizes[0].H)
	for range 8 {
		s.beat()
		s.record(short)
	}
	s.Press("z", "i") // the chart alone, with candles of an hour
	s.beat()
	s.record(long)
	for range 5 {
		s.Press("left", "left", "left", "left")
		s.record(short)
	}
	s.record(long)
	s.Press("z", "w")
	s.beat()
	s.record(long)
	s.Press("w", "4")
	s.Type("2")
	s.beat()
	s.beat()
	s.record(long)
	s.sign("a")
	s.beat()
	s.beat() // the review follows the approval by itself
	s.sign("")
	s.beat()
	s.beat()
	s.record(still)
	s.Press("esc", "9")
	for range 10 { // the screen of gains reads every ten seconds
		s.beat()
	}
	s.record(still)
	if s.err == nil {
		s.err = s.capture.writeTour()
	}
}

// sign opens what is to be signed by a key, unless it is open, and signs it.
func (s *script) sign(key string) {
	if key != "" {
		s.Press(key)
	}
	s.read()
	s.record(still)
	s.Press("S")
	s.record(short)
	s.Press("enter")
	s.pause()
}
