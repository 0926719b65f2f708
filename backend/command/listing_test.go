package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/backend/chain/local"
)

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
[[tokens]]
symbol = "USDC"
decimals = 18
address = %q
`, d.Contracts.AugustusRFQ, d.Contracts.WrappedNative, d.Contracts.AugustusV6, d.Swap.Executor,
		nowhere, usdc.Address), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = Networks(t.Context(), []string{"--data", dir, "--no-local", "--rpc", "1337=" + c.RPCURL(),
		"--rpc", "10=http://127.0.0.1:1/secret", "--rpc", "77=http://127.0.0.1:1/secret"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		"1  Ethereum: known; name a node with --rpc 1=URL",
		"10  Optimism: no node answers: ",
		"77  unknown: describe it in " + filepath.Join(dir, "networks", "77.toml"),
		"1337  Elsewhere: at block ",
		"SushiSwap is missing: " + nowhere + " has no code: no pools of it",
		"token USDC at " + usdc.Address.Hex() + " has 6 decimals, not 18 as listed",
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
}
