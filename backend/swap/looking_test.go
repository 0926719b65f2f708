package swap

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pools"
	"bourse/backend/tokens"
)

// slowNode serves a chain, but holds requests that speak of some contracts until it is released.
type slowNode struct {
	server *rpc.Server
	hold   []common.Address
	free   chan struct{}

	mu   sync.Mutex
	seen []common.Address // those that were asked about, in their order
}

func (n *slowNode) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	for _, a := range n.hold {
		if bytes.Contains(bytes.ToLower(body), []byte(api.Lower(a)[2:])) {
			n.mu.Lock()
			n.seen = append(n.seen, a)
			n.mu.Unlock()
			<-n.free
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	n.server.ServeHTTP(w, r)
}

// Tokens that nobody knows are looked for beside everything else: while the node takes its time
// over those that one client names, others get their quotes and blocks are followed; who named them
// is told to wait, and may not name more. Clients take turns.
func TestStrangersTokensStallNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	server, err := w.chain.RPC()
	if err != nil {
		t.Fatal(err)
	}
	node := &slowNode{server: server, free: make(chan struct{})}
	for i := range byte(14) {
		node.hold = append(node.hold, common.Address{0x51, 0x1a, i + 1})
	}
	proxy := httptest.NewServer(node)
	t.Cleanup(proxy.Close)
	var once sync.Once
	release := func() { once.Do(func() { close(node.free) }) }
	t.Cleanup(release)
	client, err := rpc.Dial(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	net, err := chain.New(t.Context(), client, chain.Config{ChainID: api.LocalChainID,
		Contracts: w.net.Contracts(), BlockTime: time.Second, Now: time.Now, Trusted: true,
		Timeout: 10 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	poolsCfg, cfg := w.poolsCfg, w.swap.cfg
	poolsCfg.Network, poolsCfg.Tokens = net, tokens.New(net, w.poolsCfg.Tokens.List(), nil, nil)
	tracker := pools.Open(poolsCfg)
	cfg.Network, cfg.Pools, cfg.Tokens = net, tracker, poolsCfg.Tokens
	quotes := Open(cfg)
	watcher := chain.NewWatcher(net, chain.WatcherConfig{Now: time.Now}, tracker)
	round := func() {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := watcher.Round(ctx); err != nil || tracker.Newest().Block != w.chain.Head() {
			t.Fatalf("at %v: %v", tracker.Newest().Block, err)
		}
	}
	round()

	ask := func(ctx context.Context, dest string) error {
		_, err := quotes.Prices(ctx, api.PriceRequest{Src: "USDC", Dest: dest,
			Amount: api.NewAmount(50e6), Version: api.Version62})
		return err
	}
	stranger := api.WithClient(t.Context(), "192.0.2.1")
	other := api.WithClient(t.Context(), "2001:db8::")
	if err := ask(stranger, api.Lower(node.hold[0])); !waits(err) {
		t.Errorf("the first is %v", err)
	}
	var asked sync.WaitGroup
	refusals := make(chan error, 12)
	for i := range 12 {
		asked.Go(func() { refusals <- ask(stranger, api.Lower(node.hold[i+1])) })
	}
	for range 3 { // while all of them wait
		w.mine()
		round()
		honest, cancel := context.WithTimeout(other, time.Minute)
		if err := ask(honest, "WETH"); err != nil {
			t.Errorf("an honest quote: %v", err)
		}
		cancel()
	}
	asked.Wait()
	waiting, refused := 0, 0
	for range 12 {
		err := <-refusals
		switch {
		case waits(err):
			waiting++
		case api.TypeOf(err) == api.RateLimited:
			refused++
		default:
			t.Error(err)
		}
	}
	if waiting != 8 || refused != 4 {
		t.Errorf("%d wait, %d are refused", waiting, refused)
	}
	if err := ask(other, api.Lower(node.hold[13])); !waits(err) {
		t.Errorf("the other's is %v", err)
	}
	node.mu.Lock()
	if len(node.seen) != 1 || node.seen[0] != node.hold[0] {
		t.Errorf("%v are looked for at once", node.seen)
	}
	node.mu.Unlock()
	release()
	for err = ask(other, api.Lower(node.hold[13])); waits(err); {
		err = ask(other, api.Lower(node.hold[13]))
	}
	if err == nil || strings.Contains(fmt.Sprint(err), "looked for") {
		t.Errorf("what there is not is %v", err)
	}
	node.mu.Lock()
	defer node.mu.Unlock()
	turn := 0
	for _, a := range node.seen {
		if a == node.hold[13] {
			break
		}
		if a != node.hold[0] {
			turn++
		}
	}
	if turn > 4 { // it is read several times
		t.Errorf("the other client's token comes after %d requests: %v", turn, node.seen)
	}
}

// waits tells whether a token is being looked for.
func waits(err error) bool {
	return api.TypeOf(err) == api.ChainUnavailable && strings.Contains(err.Error(), "looked for")
}
