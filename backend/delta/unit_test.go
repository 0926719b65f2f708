package delta

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/google/uuid"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/store"
)

// rawTokens writes amounts as they are.
type rawTokens struct{}

func (rawTokens) List() []api.Token                                { return nil }
func (rawTokens) AmountText(a api.Amount, _ common.Address) string { return a.String() }
func (rawTokens) Listed(a common.Address) (api.Token, bool) {
	return api.Token{Address: a},
		true
}

// keeper is the orders without a chain, at block 1.
func keeper(t testing.TB) *Service {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "unit.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s := &Service{
		cfg: Config{Store: db, Tokens: rawTokens{}, Bus: new(api.Bus), MaxOpen: 5, MaxUnpaid: 50,
			Now:    func() time.Time { return time.Unix(1_800_000_000, 0) },
			Logger: slog.New(slog.DiscardHandler)},
		chainID: 1337, tables: tablesOf(1337), rows: make(map[string]*row),
		owners: make(map[common.Address]map[string]bool), funded: make(map[string]funds),
		signed: make(map[string]signature), asked: make(map[common.Address]uint64),
		last: make(map[string]lastRound),
		held: make(map[string]api.DeltaTrigger), looked: make(map[string]looks),
		recent: []api.BlockRef{{Number: 1, Hash: common.Hash{1}}},
	}
	s.auction = auction.New(auction.Config{Orders: ledger{s}, Tokens: rawTokens{}})
	return s
}

// keep stores an order of an owner that sells 100 of a token, and is running with funds for it.
func (s *Service) keep(t testing.TB, owner byte, n int, alter ...func(*row)) string {
	t.Helper()
	r := row{DeltaRecord: api.DeltaRecord{
		ID: uuid.NewSHA1(uuid.Nil, fmt.Append(nil, owner, n)).String(), Status: running,
		User: common.Address{owner}, OrderHash: common.BytesToHash(fmt.Append(nil, owner, n)),
		CreatedAt: time.Unix(1_800_000_000, 0), UpdatedAt: time.Unix(1_800_000_000, 0),
		Order: api.DeltaOrder{Owner: common.Address{owner}, SrcToken: common.Address{1},
			DestToken: common.Address{2}, SrcAmount: api.NewAmount(100),
			DestAmount: api.NewAmount(1), Nonce: api.NewAmount(uint64(n)),
			Deadline: 1_900_000_000},
	}}
	for _, f := range alter {
		f(&r)
	}
	if err := s.update(func(c *change) error {
		c.rows[r.ID], c.news = &r, append(c.news, r.ID)
		return c.s.tables.add(c.tx, r)
	}); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.funded[r.ID] = funds{amount: api.MaxAmount}
	return r.ID
}

func (s *Service) status(t testing.TB, id string) api.DeltaStatus {
	t.Helper()
	r, err := s.DeltaOrder(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return r.Status
}
