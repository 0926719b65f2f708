package commands_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// namehash of foo.eth, and what stands for none, as EIP-137 has them.
const (
	fooNode = "de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f"
	noWord  = "0x0000000000000000000000000000000000000000000000000000000000000000"
)

// registered is a node before another one, on whose chain foo.eth stands for somebody.
func registered(t *testing.T, behind string, is *atomic.Pointer[common.Address]) string {
	t.Helper()
	const registry = "0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e"
	resolver := common.Address{0x4e, 0x5}
	word := func(a common.Address) string { return common.BytesToHash(a[:]).Hex() }
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var asked struct {
			ID     json.RawMessage
			Method string
			Params []json.RawMessage
		}
		var call struct{ To, Data, Input string }
		answer := ""
		if json.Unmarshal(body, &asked) == nil && asked.Method == "eth_call" {
			_ = json.Unmarshal(asked.Params[0], &call)
			switch strings.ToLower(call.To) {
			case registry:
				if answer = noWord; strings.HasSuffix(call.Data+call.Input, fooNode) {
					answer = word(resolver)
				}
			case strings.ToLower(resolver.Hex()):
				answer = word(*is.Load())
			}
		}
		w.Header().Set("Content-Type", "application/json")
		if answer != "" {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%q}`, asked.ID, answer)
			return
		}
		got, err := http.Post(behind, "application/json", bytes.NewReader(body))
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer got.Body.Close()
		_, _ = io.Copy(w, got.Body)
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// A name is looked up by the node of --rpc line by line as on the screen: the address stands beside
// it, it is looked up again before the key signs, and a script sends to no name.
func TestSendingToANameWithoutAScreen(t *testing.T) {
	here(t)
	m := open(t)
	alice := common.HexToAddress("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
	mallory := common.HexToAddress("0xBaD0000000000000000000000000000000000bad")
	var is atomic.Pointer[common.Address]
	is.Store(&alice)
	rpc := "1337=" + registered(t, m.service.LocalRPC(), &is)
	has := func(of common.Address) string {
		t.Helper()
		held, err := apitest.On(m.service, api.LocalChainID).UserToken(t.Context(), of,
			m.tokens["USDC"].Address)
		if err != nil {
			t.Fatal(err)
		}
		return held.Balance.Units(6)
	}

	out, err := do(t, m.url, "send 5 usdc Foo.eth", "--rpc", rpc, "--yes", "--max-usd", "100")
	if err == nil || !strings.Contains(err.Error(), "say the address, "+alice.Hex()) {
		t.Errorf("a script that sends to a name: %v\n%s", err, out)
	}
	for name, says := range map[string]string{"nobody.eth": "has no address of its own",
		"fоo.eth": "not a name", "foo..eth": "not a name"} {
		if _, err := do(t, m.url, "send 5 usdc "+name, "--rpc", rpc, "--yes", "--max-usd",
			"100"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, and not %s", name, err, says)
		}
	}
	if _, err := do(t, m.url, "send 5 usdc foo.eth", "--yes", "--max-usd", "100"); err == nil ||
		!strings.Contains(err.Error(), "--rpc 1337=URL") {
		t.Errorf("without a node: %v", err)
	}
	if got := has(alice); got != "0" {
		t.Fatalf("a script has sent %s", got)
	}

	c := converse(t, m.url, "--rpc", rpc)
	agree := func() { // to every word that comes before yes
		for {
			word := strings.Fields(c.until("^Type [a-z]+ to sign"))[1]
			if word == "yes" {
				return
			}
			c.say(word)
		}
	}
	c.say("send 5 usdc foo.eth")
	c.until("^Warning: foo.eth is " + alice.Hex() + ": compare every digit")
	agree()
	c.say("yes")
	c.until(`^send .*: done`)
	if got := has(alice); got != "5" {
		t.Errorf("alice has %s USDC", got)
	}
	c.say("send 5 usdc foo.eth")
	agree()
	is.Store(&mallory)
	c.say("yes")
	c.until("^No: .*foo.eth is " + mallory.Hex() + " by now, not " + alice.Hex())
	if has(alice) != "5" || has(mallory) != "0" {
		t.Errorf("alice has %s USDC, mallory %s", has(alice), has(mallory))
	}
	c.say("quit")
	if err := c.end(); err != nil {
		t.Error(err)
	}
}
