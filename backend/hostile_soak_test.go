package backend_test

import (
	"flag"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/contracts/contracttest"
)

// hostileTokens is how many tokens TestMemoryUnderHostileTokens makes.
var hostileTokens = flag.Int("hostile.tokens", 40, "hostile tokens that strangers make")

// TestMemoryUnderHostileTokens has strangers make tokens that burn gas, answer or revert with a
// megabyte, and have long names; each is sold in an order, asked about and moved while it attacks.
// What the exchange holds is what it held after the first of them, in the same bounds, and an
// honest order among them is taken and stays open.
//
//	go test ./backend -run TestMemoryUnderHostileTokens -v -hostile.tokens 10000 -timeout 2h
func TestMemoryUnderHostileTokens(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, of which the race detector takes most")
	}
	a := newAttacked(t, 0)
	random := rand.New(rand.NewPCG(5, 5))
	model := a.deploy(contracttest.HostileTokenMetaData.Bin, 1)[0]
	honest, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	const lap = 20
	var first, last float64
	for made := 0; made < *hostileTokens; made += lap {
		a.hostileLap(model, lap, random)
		a.insist(a.order(honest, a.weth, random))
		if last = heapInUse(); made == 0 {
			first = last
		}
		for _, h := range a.Held() {
			if h.Bytes > h.Most {
				t.Errorf("after %d tokens %s holds %d bytes of %d", made, h.What, h.Bytes, h.Most)
			}
		}
		if made%(50*lap) == 0 {
			t.Logf("%d tokens: %.1f MB", made+lap, last)
		}
	}
	t.Logf("%.1f MB after %d tokens, %.1f MB after %d", first, lap, last, *hostileTokens)
	const caches, order = 32, 2.0 / 1024 // MB of the node's, which fill up, and of a token's order
	if last > 1.25*first+caches+order*float64(*hostileTokens) {
		t.Errorf("it holds %.1f MB after %d tokens, %.1f after the first", last, *hostileTokens,
			first)
	}
}

// hostileLap makes tokens that share the code of a model, sells each, lets them turn hostile and
// move, and asks about them.
func (a *attacked) hostileLap(model common.Address, n int, random *rand.Rand) {
	a.tb.Helper()
	clone := fmt.Sprintf("0x3d602d80600a3d3981f3363d3d373d3d3d363d73%x5af43d82803e903d91602b57"+
		"fd5bf3", model) // ERC-1167
	tokens := a.deploy(clone, n)
	makers := make([]common.Address, n)
	for i, token := range tokens {
		key, err := crypto.GenerateKey()
		if err != nil {
			a.tb.Fatal(err)
		}
		makers[i] = crypto.PubkeyToAddress(key.PublicKey)
		a.insist(a.order(key, token, random)) // while the token behaves
	}
	evil := contracttest.NewHostileToken()
	for i := range tokens {
		kind := []uint8{tokenBurns, tokenHuge, tokenReverts}[i%3]
		a.send(&tokens[i], 100_000, evil.PackSet(kind, big.NewInt(1<<20)))
		a.send(&tokens[i], 100_000, evil.PackPretend(makers[i:i+1]))
	}
	a.mined()
	for _, token := range tokens {
		reply, err := http.Get(fmt.Sprintf("%s/x/1337/tokens/%x", a.url, token))
		if err != nil {
			a.tb.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, reply.Body); err != nil || reply.StatusCode == 500 {
			a.tb.Fatalf("a hostile token is answered %d, %v", reply.StatusCode, err)
		}
		reply.Body.Close()
	}
}

// insist posts an order until the exchange has the time to take it, on a connection that it may
// have closed meanwhile.
func (a *attacked) insist(order string) {
	a.tb.Helper()
	for limit := time.Now().Add(5 * time.Minute); ; {
		status, text := post(http.DefaultClient, a.url+"/ft/orders/1337", order)
		switch {
		case status/100 == 2:
			return
		case status != 0 && status != http.StatusServiceUnavailable || time.Now().After(limit):
			a.tb.Fatalf("an order of a token that behaves is answered %d: %s", status, text)
		}
	}
}
