package backend_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/server"
	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
)

// runUntil runs an exchange until stop is called.
func runUntil(t *testing.T, cfg backend.Config) (b *backend.Backend, stop func()) {
	t.Helper()
	cfg.Now = time.Now
	b, err := backend.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		err := b.Run(ctx)
		if err != nil {
			t.Errorf("the exchange ends: %v", err)
		}
		done <- err
	}()
	if err := b.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b, func() {
		cancel()
		if err := errors.Join(<-done, b.Close()); err != nil {
			t.Error(err)
		}
	}
}

// answers is what an exchange tells of the orders of some makers and of Delta orders of users.
func answers(t *testing.T, b *backend.Backend, makers []string, user common.Address) string {
	t.Helper()
	var all []string
	s := server.New(b, server.Options{Now: time.Now})
	for _, maker := range makers {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet,
			"/ft/orders/1337/maker/"+maker+"?limit=1000", nil))
		all = append(all, w.Body.String())
	}
	list, err := apitest.On(b, api.LocalChainID).DeltaOrders(t.Context(), api.DeltaQuery{User: user,
		Page: 1, Limit: api.MaxPage})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range list {
		a, err := apitest.On(b, api.LocalChainID).DeltaAuction(t.Context(), o.ID)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal([]any{o, a})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	if len(list) == 0 {
		t.Error("no Delta orders")
	}
	return strings.Join(all, "\n")
}

// postTo posts an order to an exchange.
func postTo(t *testing.T, b *backend.Backend, body string) {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/ft/orders/1337",
		strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	server.New(b, server.Options{Now: time.Now}).ServeHTTP(w, r)
	if w.Code/100 != 2 {
		t.Fatal(w.Code, w.Body)
	}
}

// TestFromOneMachineToSeveralAndBack brings the orders of a single machine into a log, runs two
// nodes on it, and takes a node's orders out again: at each step they are told of alike.
func TestFromOneMachineToSeveralAndBack(t *testing.T) {
	t.Parallel()
	dir, accounts := t.TempDir(), developmentAccounts(t)
	single, stop := runUntil(t, backend.Config{Dir: dir, Accounts: accounts, Manual: true})
	contract := single.Local().Deployment().Contracts.AugustusRFQ
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(8, 8))
	for range 5 {
		postTo(t, single, signedOrder(key, random, contract))
	}
	s := &session{single, openWallet(t)}
	r := s.deltaOrder(t)
	s.settled(t, r.ID)
	if _, err := s.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	makers := []string{api.Lower(crypto.PubkeyToAddress(key.PublicKey))}
	before := answers(t, single, makers, r.User)
	p := &sharedExchange{T: t, etcd: etcdtest.Run(t, etcdtest.Options{Size: 1}), contract: contract}
	log, err := etcd.Open(t.Context(), etcd.Config{Endpoints: p.etcd.Endpoints(), Name: "test",
		Node: "import"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	if _, err := backend.ImportStore(t.Context(), dir, log); !backend.InUse(err) {
		t.Errorf("a folder in use: %v", err)
	}
	stop()
	if open, err := backend.ImportStore(t.Context(), dir, log); err != nil || open != 5 {
		t.Fatal(open, err)
	}
	if _, err := backend.ImportStore(t.Context(), dir, log); !errors.Is(err, facts.ErrTaken) {
		t.Errorf("a second import: %v", err)
	}
	p.start(backend.Config{Dir: dir, Accounts: accounts, Manual: true, LocalRPC: "127.0.0.1:0"})
	second := t.TempDir()
	if err := backend.BackupStore(dir, filepath.Join(second, "bourse.db")); err != nil {
		t.Fatal(err)
	}
	cfg := p.elsewhere()
	cfg.Dir = second
	p.start(cfg)
	for i, b := range p.nodes {
		if now := answers(t, b, makers, r.User); now != before {
			t.Errorf("node %d after the import:\n%s\nbefore:\n%s", i, now, before)
		}
	}
	stale := filepath.Join(t.TempDir(), "bourse.db")
	if err := backend.BackupStore(second, stale); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if status, text, _ := p.post(i%2, signedOrder(key, random, contract)); status/100 != 2 {
			t.Fatal(status, text)
		}
	}
	p.same(makers)
	if err := backend.ExportStore(t.Context(), filepath.Dir(stale), t.TempDir(),
		log); err == nil || !strings.Contains(err.Error(), "wait until it is level") {
		t.Errorf("the export of a node that lacks orders: %v", err)
	}
	cfg = p.elsewhere()
	cfg.Dir = filepath.Join(t.TempDir(), "back")
	if err := backend.ExportStore(t.Context(), second, cfg.Dir, log); err != nil {
		t.Fatal(err)
	}
	back, stop := runUntil(t, cfg)
	defer stop()
	now, want := answers(t, back, makers, r.User), answers(t, p.nodes[1], makers, r.User)
	if now != want || strings.Count(now, `"orderHash"`) < 9 {
		t.Errorf("the export:\n%s\nthe node:\n%s", now, want)
	}
	postTo(t, back, signedOrder(key, random, contract))
}
