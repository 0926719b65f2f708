package backend_test

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/wallet"
)

// session is an exchange that is moved by hand: its clock stands still, blocks come when asked for.
type session struct {
	*backend.Backend
	wallet *wallet.Wallet
}

func newSession(t testing.TB, dir string, seed uint64) *session {
	t.Helper()
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	b := runBackend(t, backend.Config{
		Dir: dir, Now: now, Seed: seed, Accounts: developmentAccounts(t), Manual: true})
	return &session{b, openWallet(t)}
}

// openWallet returns a wallet that holds the development accounts alone.
func openWallet(t testing.TB) *wallet.Wallet {
	t.Helper()
	w, err := wallet.Open(wallet.Options{Folder: t.TempDir(), Now: time.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func developmentAccounts(t testing.TB) []common.Address {
	t.Helper()
	list, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// sequential leaves a test out of the short run, which the race detector watches: it does one thing
// after the other, and takes long.
func sequential(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long and does one thing after the other")
	}
}
