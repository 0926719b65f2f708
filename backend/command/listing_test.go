package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain/local"
)

// The local network is among them: where it runs, and where its chain is kept.
func TestNetworksNameTheLocalOne(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	list := func(flags ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := run(t.Context(), Networks(), append([]string{"--data", dir}, flags...),
			&out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if id, rest, _ := strings.Cut(strings.TrimSpace(line), "  "); id == "1337" {
				return rest
			}
		}
		return ""
	}
	const here = "Local: it runs in the program itself, unless --no-local leaves it out; its chain "
	if said := list(); said != here+"is not begun yet" {
		t.Errorf("before the first start: %q", said)
	}
	chain := filepath.Join(dir, "chain")
	if err := os.Mkdir(chain, 0o700); err != nil {
		t.Fatal(err)
	}
	if said := list(); said != here+"is in "+chain {
		t.Errorf("after it: %q", said)
	}
	said := list("--no-local", "--rpc", "1337=http://127.0.0.1:1/secret")
	if said != "Local: another program's, through the node that --rpc names" {
		t.Errorf("another program's: %q", said)
	}
}

// The list of networks tells which are known, which answer, and what stands there otherwise than
// described; it repeats no address of a node.
func TestNetworks(t *testing.T) {
	t.Parallel()
	c, err := local.Open(t.Context(), local.Config{Dir: t.TempDir(), Now: time.Now,
		RPCAddr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	dir, d := t.TempDir(), c.Deployment()
	nowhere := "0x00000000000000000000000000000000000000A1"
	usdc := d.Tokens[0]
	for _, token := range d.Tokens {
		if token.Symbol == "USDC" {
			usdc = token
		}
	}
	file := filepath.Join(dir, "networks", "1337.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, fmt.Appendf(nil, `
id = 1337
name = "Elsewhere"
symbol = "ETH"
block_time = "1s"
[contracts]
augustus_rfq = %q
wrapped_native = %q
augustus_v6 = %q
executor = %q
[[exchanges]]
name = "SushiSwap"
kind = "uniswap-v2"
factory = %q
fee_bps = 30
[[exchanges]]
name = "Thena"
kind = "solidly"
factory = %q
[[tokens]]
symbol = "USDC"
decimals = 18
address = %q
`, d.Contracts.AugustusRFQ, d.Contracts.WrappedNative, d.Contracts.AugustusV6, d.Swap.Executor,
		nowhere, usdc.Address, usdc.Address), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = run(t.Context(), Networks(), []string{"--data", dir, "--no-local", "--rpc",
		"1337=" + c.RPCURL(), "--rpc", "10=http://127.0.0.1:1/secret", "--rpc",
		"77=http://127.0.0.1:1/secret"}, &out)
	if err == nil || !strings.Contains(err.Error(), "the descriptions have 2 things wrong") {
		t.Fatalf("it ends with %v:\n%s", err, &out)
	}
	text := out.String()
	for _, want := range []string{
		"1  Ethereum: known; name a node with --rpc 1=URL",
		"10  Optimism: no node answers: ",
		"77  unknown: describe it in " + filepath.Join(dir, "networks", "77.toml"),
		"1337  Elsewhere: at block ", " days behind this machine's clock, which says ",
		file + ":14: SushiSwap is missing: " + nowhere + " has no code: no pools of it",
		file + ":19: Thena at " + usdc.Address.Hex() + " is not that contract: it finds no pools",
		"no pools are followed yet: a console or service with --rpc 1337=URL finds them",
		file + ":22: token USDC at " + usdc.Address.Hex() + " has 6 decimals, not 18",
		"Delta is off: its agents are not of this data folder; \"bourse deploy --rpc 1337=URL\"",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	for _, not := range []string{"secret", "Augustus", "executor"} {
		if strings.Contains(text, not) {
			t.Errorf("it says %q:\n%s", not, text)
		}
	}
	out.Reset()
	err = run(t.Context(), Networks(), []string{"--data", dir, "--no-local", "--json", "--rpc",
		"1337=" + c.RPCURL(), "--rpc", "10=http://127.0.0.1:1/secret", "--rpc",
		"77=http://127.0.0.1:1/secret"}, &out)
	var told struct {
		Networks []struct {
			ChainID           uint64
			Name, State, Says string
			Head              *api.BlockRef
			Wrong             int
			Lines             []string
		}
	}
	if bad := json.Unmarshal(out.Bytes(), &told); err == nil || bad != nil ||
		strings.Contains(out.String(), "secret") || strings.Contains(out.String(), "null") {
		t.Fatalf("as JSON: %v, %v\n%s", err, bad, &out)
	}
	states := map[uint64]string{1: "known", 10: "unreachable", 77: "unknown", 1337: "reachable"}
	for _, n := range told.Networks {
		if want := states[n.ChainID]; want != "" && n.State != want || n.Says == "" {
			t.Errorf("as JSON network %d is %+v", n.ChainID, n)
		}
		delete(states, n.ChainID)
		if n.ChainID == 1337 && (n.Name != "Elsewhere" || n.Wrong != 2 || n.Head == nil ||
			!strings.Contains(strings.Join(n.Lines, "\n"), "SushiSwap is missing")) {
			t.Errorf("as JSON the one that answers is %+v", n)
		}
	}
	if len(states) > 0 {
		t.Errorf("as JSON these are left out: %v\n%s", states, &out)
	}
	deployBeside(t, c, dir)
	out.Reset()
	if err = run(t.Context(), Networks(), []string{"--data", dir, "--no-local", "--rpc",
		"1337=" + c.RPCURL()}, &out); err == nil || !strings.Contains(err.Error(), "2 things") {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), " ETH for gas"); n != 3 {
		t.Errorf("%d agents have coins:\n%s", n, &out)
	}
}

// deployBeside deploys what lacks beside the order contract of a chain, from the question to the
// description of the network.
func deployBeside(t *testing.T, c *local.Chain, dir string) {
	t.Helper()
	args := []string{"--data", dir, "--rpc", "1337=" + c.RPCURL(), "--from", "faucet"}
	deploy := func(answer string, args ...string) (string, error) {
		var out bytes.Buffer
		d := Deploy{Payer: func(context.Context, []string, string) (Payer, error) {
			return faucet{}, nil
		}}
		c := d.Command()
		c.SetIn(strings.NewReader(answer))
		err := run(t.Context(), c, args, &out)
		return out.String(), err
	}
	for _, wrong := range [][]string{{}, {"--rpc", "1=x", "--rpc", "2=x"}, {"--rpc", "secret"},
		{"--rpc", "1337=" + c.RPCURL(), "--market"}, append(args, "--to", "nobody")} {
		_, err := deploy("y\n", wrong...)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("deploy %q: %v", wrong, err)
		}
	}
	out, err := deploy("no\n", args...)
	if !errors.Is(err, ErrDeclined) || strings.Contains(out, "paid by") {
		t.Errorf("deployed although the answer was no: %v\n%s", err, out)
	}
	mining, stop := context.WithCancel(t.Context())
	var miner sync.WaitGroup
	miner.Go(func() {
		for mining.Err() == nil {
			if _, err := c.Mine(mining); err != nil && mining.Err() == nil {
				t.Error(err)
			}
		}
	})
	defer miner.Wait()
	defer stop()
	for i, want := range []string{"ETH, of which", "everything stands on network 1337"} {
		out, err := deploy("y\n", args...)
		if err != nil || !strings.Contains(out, want) ||
			!strings.Contains(out, "an executor and a Delta contract") {
			t.Errorf("run %d: %v\n%s", i, err, out)
		}
	}
}

// faucet pays with the account of the local network that hands out coins.
type faucet struct{}

func (faucet) Account(string) (common.Address, error) {
	return crypto.PubkeyToAddress(local.House{}.Faucet().PublicKey), nil
}

func (faucet) Sign(tx api.Transaction) ([]byte, error) {
	signer := types.LatestSignerForChainID(api.NewAmount(tx.ChainID).Big())
	signed, err := types.SignTx(tx.Unsigned(), signer, local.House{}.Faucet())
	if err != nil {
		return nil, err
	}
	return signed.MarshalBinary()
}
