package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/api"
	"bourse/backend/chain/local"
)

// payer is the account that pays for the deployment.
var payer = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")

// killer is a node that ends a process at a transaction that it is sent.
type killer struct {
	t      *testing.T
	to     string // the node that it hands on to
	mu     sync.Mutex
	victim *exec.Cmd // nil for nobody
	at     func(from common.Address, tx *types.Transaction) bool
	before bool   // before the node gets it, instead of after
	during func() // what is done first
}

func (k *killer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the process is gone
	}
	hand := func() ([]byte, error) {
		reply, err := http.Post(k.to, "application/json", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		defer reply.Body.Close()
		return io.ReadAll(reply.Body)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	doomed := k.victim != nil && k.meant(body)
	if doomed {
		k.during()
		if k.before {
			k.kill()
			return
		}
	}
	answer, err := hand()
	if err != nil {
		k.t.Error(err)
	}
	if doomed {
		k.kill()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(answer)
}

func (k *killer) kill() {
	if err := k.victim.Process.Kill(); err != nil {
		k.t.Error(err)
	}
	k.victim = nil
}

// meant tells whether a request sends the transaction that is waited for.
func (k *killer) meant(body []byte) bool {
	var q struct {
		Method string
		Params []hexutil.Bytes
	}
	if json.Unmarshal(body, &q) != nil || q.Method != "eth_sendRawTransaction" {
		return false
	}
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(q.Params[0]); err != nil {
		k.t.Error(err)
	}
	from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
	if err != nil {
		k.t.Error(err)
	}
	return k.at(from, tx)
}

// A deployment that is killed at any of its transactions, before or after the node has it, is paid
// once, goes on, and gives back what is left; a second one beside it is told whose turn it is.
func TestDeployPaysOnce(t *testing.T) {
	t.Parallel()
	c, err := local.Open(t.Context(), local.Config{Dir: t.TempDir(), Now: time.Now,
		RPCAddr: "127.0.0.1:0", Accounts: []common.Address{payer}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	mining, stop := context.WithCancel(t.Context())
	var miner sync.WaitGroup
	miner.Go(func() {
		ticker := time.NewTicker(50 * time.Millisecond)
		defer ticker.Stop()
		for mining.Err() == nil {
			if _, err := c.Mine(mining); err != nil && mining.Err() == nil {
				t.Error(err)
			}
			<-ticker.C
		}
	})
	defer miner.Wait()
	defer stop()
	k := &killer{t: t, to: c.RPCURL()}
	node := httptest.NewServer(k)
	defer node.Close()
	dir := t.TempDir()
	describeLocal(t, c, dir)
	args := []string{"deploy", "--data", dir, "--rpc", "1337=" + node.URL, "--from", "main",
		"--yes"}
	before, err := ethclient.Dial(c.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	payment := func(from common.Address, _ *types.Transaction) bool { return from == payer }
	step := func(i uint64) func(common.Address, *types.Transaction) bool {
		return func(from common.Address, tx *types.Transaction) bool {
			return from != payer && tx.Nonce() == i
		}
	}
	back := func(_ common.Address, tx *types.Transaction) bool {
		return tx.To() != nil && *tx.To() == payer
	}
	for i, stage := range []struct {
		name   string
		at     func(common.Address, *types.Transaction) bool
		before bool
	}{
		{"the payment is signed", payment, true}, {"the payment is sent", payment, false},
		{"a step is sent", step(7), false},
		{"what is left is signed for", back, true}, {"what is left is sent", back, false},
	} {
		cmd := program(t, args...)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		k.mu.Lock()
		k.victim, k.at, k.before, k.during = cmd, stage.at, stage.before, func() {}
		if i == 0 {
			k.during = func() { refusesSecond(t, cmd, args) }
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		k.mu.Unlock()
		if err := cmd.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("%s: it was to be killed: %v\n%s", stage.name, err, &out)
		}
	}
	if out, err := program(t, args...).CombinedOutput(); err != nil ||
		!strings.Contains(string(out), "everything stands on network 1337") {
		t.Fatalf("the last run: %v\n%s", err, out)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.payments")); err != nil || left != nil {
		t.Errorf("payments are still kept: %s, %v", left, err)
	}
	countPayments(t, before)
}

// refusesSecond starts a second deployment while one is at work.
func refusesSecond(t *testing.T, first *exec.Cmd, args []string) {
	t.Helper()
	out, err := program(t, args...).CombinedOutput()
	if err == nil || !regexp.MustCompile(fmt.Sprintf(`process %d since [0-9-]+T[0-9:]+(Z|[+-])`,
		first.Process.Pid)).Match(out) { // the time has its zone
		t.Errorf("a second deployment: %v\n%s", err, out)
	}
}

// countPayments reads every block: who paid, and what came back.
func countPayments(t *testing.T, node *ethclient.Client) {
	t.Helper()
	head, err := node.BlockNumber(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var paid, returned []*types.Transaction
	for i := range head + 1 {
		b, err := node.BlockByNumber(t.Context(), new(big.Int).SetUint64(i))
		if err != nil {
			t.Fatal(err)
		}
		for _, tx := range b.Transactions() {
			from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
			switch {
			case err != nil:
				t.Fatal(err)
			case from == payer:
				paid = append(paid, tx)
			case len(paid) > 0 && tx.To() != nil && *tx.To() == payer:
				returned = append(returned, tx)
			}
		}
	}
	if len(paid) != 1 || len(returned) != 1 {
		t.Fatalf("%d payments, %d came back", len(paid), len(returned))
	}
	left, err := node.BalanceAt(t.Context(), *paid[0].To(), nil)
	if err != nil {
		t.Fatal(err)
	}
	dust := new(big.Int).Mul(returned[0].GasFeeCap(), new(big.Int).SetUint64(returned[0].Gas()))
	if left.Cmp(dust) > 0 || returned[0].Value().Cmp(dust) < 0 {
		t.Errorf("%s wei are left, %s came back", left, returned[0].Value())
	}
}

// describeLocal describes a network that has the order contract and no more.
func describeLocal(t *testing.T, c *local.Chain, dir string) {
	t.Helper()
	at := c.Deployment().Contracts
	folder := filepath.Join(dir, "networks")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "1337.toml"), fmt.Appendf(nil, `id = %d
name = "Elsewhere"
symbol = "ETH"
block_time = "1s"
[contracts]
augustus_rfq = %q
permit2 = %q
wrapped_native = %q
`, api.LocalChainID, at.AugustusRFQ, at.Permit2, at.WrappedNative), 0o600); err != nil {
		t.Fatal(err)
	}
}
