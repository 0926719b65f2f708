package backend_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/eip712"
	"bourse/backend/server"
)

func worldOf(s *session, svc api.Service) apitest.World {
	w := apitest.World{Service: svc, ChainID: api.LocalChainID}
	for _, a := range s.wallet.List()[:4] {
		w.Accounts = append(w.Accounts, a.Address)
	}
	nets, _ := s.Networks(context.Background())
	w.SignOrder = func(o api.Order) ([]byte, error) {
		sig, err := s.wallet.Sign(o.Maker,
			eip712.OrderTypedData(api.LocalChainID, nets[0].Contracts.AugustusRFQ, o))
		return sig.Bytes(), err
	}
	w.SignDelta = func(o api.DeltaOrder) ([]byte, error) {
		sig, err := s.wallet.Sign(o.Owner,
			eip712.DeltaTypedData(api.LocalChainID, nets[0].Contracts.Delta, o))
		return sig.Bytes(), err
	}
	w.SignCancellation = func(owner common.Address, ids []string) ([]byte, error) {
		sig, err := s.wallet.Sign(owner,
			eip712.CancellationsTypedData(api.LocalChainID, nets[0].Contracts.Delta, ids))
		return sig.Bytes(), err
	}
	w.SignTransaction = func(tx api.Transaction) ([]byte, error) {
		raw, _, err := s.wallet.SignTransaction(tx.From, tx)
		return raw, err
	}
	w.Mine = func(ctx context.Context) error { _, err := s.Mine(ctx); return err }
	return w
}

func TestConformanceEmbedded(t *testing.T) {
	t.Parallel()
	s := newSession(t, t.TempDir(), 1)
	apitest.Run(t, worldOf(s, s))
}

func TestConformanceRemote(t *testing.T) {
	t.Parallel()
	s := newSession(t, t.TempDir(), 1)
	srv := httptest.NewServer(server.New(s, server.Options{RateLimit: 100_000, Held: s.Held}))
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	apitest.Run(t, worldOf(s, c))
	checkHeld(t, srv.URL)
}
