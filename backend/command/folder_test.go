package command_test

import (
	"crypto/ecdsa"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/command"
)

// What another program sends by the data folder of a service is watched as what comes over HTTP: a
// transaction that fails on chain is announced.
func TestAServiceAnnouncesWhatItsFolderSends(t *testing.T) {
	t.Parallel()
	posted := make(chan string, 100)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		posted <- string(body)
	}))
	defer hook.Close()
	// the first account of every development chain
	key, err := crypto.HexToECDSA(
		"ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "data")
	s := serveProgram(t, "--data", dir, "--webhook", hook.URL, "--announce",
		crypto.PubkeyToAddress(key.PublicKey).Hex())
	other := command.Running(t.Context(), "", dir)
	if other == nil {
		t.Fatalf("nobody answers in the folder\n%s", s.logs)
	}
	exchange, err := other.Exchange(api.LocalChainID)
	if err != nil {
		t.Fatal(err)
	}
	seen := filepath.Join(dir, "webhook", "seen.json") // of the first look nothing is told
	for end := time.Now().Add(time.Minute); ; {
		if _, err := os.Stat(seen); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("nothing was looked at\n%s", s.logs)
		}
		time.Sleep(20 * time.Millisecond)
	}
	hash := sendsFailing(t, exchange, key)
	for end := time.After(20 * time.Second); ; {
		select {
		case body := <-posted:
			if strings.Contains(body, `"revert"`) && strings.Contains(body, hash.Hex()) {
				return
			}
		case <-end:
			t.Fatalf("%s failed, and nobody was told\n%s", hash, s.logs)
		}
	}
}

// sendsFailing sends the first transaction of a key, a contract whose creation reverts.
func sendsFailing(t *testing.T, to api.Exchange, key *ecdsa.PrivateKey) common.Hash {
	t.Helper()
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(api.LocalChainID)),
		&types.DynamicFeeTx{ChainID: big.NewInt(api.LocalChainID), Gas: 200_000,
			GasTipCap: big.NewInt(1e9), GasFeeCap: big.NewInt(100e9),
			Data: common.FromHex("60006000fd")})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	hash, err := to.SendTransaction(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// A console is told what another program sends through its folder, and who has sent it.
func TestAConsoleIsToldWhatItsFolderSends(t *testing.T) {
	t.Parallel()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	from := crypto.PubkeyToAddress(key.PublicKey)
	told := make(chan announce.Transaction, 1)
	dir := t.TempDir()
	x := command.Exchange{Options: command.Options{NoTraders: true}, Dir: dir,
		Accounts: []common.Address{from}, Log: slog.New(slog.DiscardHandler), Failed: func() {},
		Sent: func(t announce.Transaction) { told <- t }}
	if _, err := x.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}()
	exchange, err := command.Running(t.Context(), "", dir).Exchange(api.LocalChainID)
	if err != nil {
		t.Fatal(err)
	}
	hash := sendsFailing(t, exchange, key)
	want := announce.Transaction{ChainID: api.LocalChainID, Account: from, Hash: hash}
	select {
	case got := <-told:
		if got != want {
			t.Errorf("told of %+v, not %+v", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Error("nobody was told")
	}
}
