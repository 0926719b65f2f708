package swap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
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
	free   chan struct{}

	mu   sync.Mutex
	hold []common.Address
	seen []common.Address // those that were asked about, in their order
}

func (n *slowNode) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	n.mu.Lock()
	hold := n.hold
	n.mu.Unlock()
	for _, a := range hold {
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

// behind are quotes of the world's market by what a node tells, and what follows its blocks.
func (w *world) behind(node *slowNode) (quotes *Service, round func(), release func()) {
	quotes, _, round, release = w.tracked(node, w.poolsCfg)
	return quotes, round, release
}

// tracked are such quotes with pools of a kind.
func (w *world) tracked(node *slowNode, poolsCfg pools.Config) (quotes *Service,
	tracker *pools.Tracker, round func(), release func()) {
	w.Helper()
	server, err := w.chain.RPC()
	if err != nil {
		w.Fatal(err)
	}
	node.server, node.free = server, make(chan struct{})
	proxy := httptest.NewServer(node)
	w.Cleanup(proxy.Close)
	release = sync.OnceFunc(func() { close(node.free) })
	w.Cleanup(release)
	client, err := rpc.Dial(proxy.URL)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(client.Close)
	net, err := chain.New(w.Context(), client, chain.Config{ChainID: api.LocalChainID,
		Contracts: w.net.Contracts(), BlockTime: time.Second, Now: time.Now, Trusted: true,
		Timeout: 10 * time.Minute})
	if err != nil {
		w.Fatal(err)
	}
	cfg := w.swap.cfg
	poolsCfg.Network, poolsCfg.Tokens = net, tokens.New(net, w.poolsCfg.Tokens.List(), nil, nil)
	tracker = pools.Open(poolsCfg)
	cfg.Network, cfg.Pools, cfg.Tokens = net, tracker, poolsCfg.Tokens
	watcher := chain.NewWatcher(net, chain.WatcherConfig{Now: time.Now}, tracker)
	round = func() {
		w.Helper()
		ctx, cancel := context.WithTimeout(w.Context(), time.Minute)
		defer cancel()
		if err := watcher.Round(ctx); err != nil || tracker.Newest().Block != w.chain.Head() {
			w.Fatalf("at %v: %v", tracker.Newest().Block, err)
		}
	}
	round()
	return Open(cfg), tracker, round, release
}

// While the node takes its time over what the search in the background asks, tokens that were named
// before are quoted, blocks are followed, and who names another one is told that it is looked for.
func TestTheSearchInTheBackgroundStallsNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	node := new(slowNode)
	cfg := w.poolsCfg
	cfg.Background = true
	quotes, tracker, round, release := w.tracked(node, cfg)
	client := api.WithClient(t.Context(), netip.MustParseAddr("192.0.2.1"))
	ask := func(src, dest string) error {
		ctx, cancel := context.WithTimeout(client, time.Minute)
		defer cancel()
		_, err := quotes.Prices(ctx, api.PriceRequest{Src: src, Dest: dest,
			Amount: api.NewAmount(1e18), Version: api.Version62})
		return err
	}
	err := ask("WETH", "USDC")
	for waits(err) {
		err = ask("WETH", "USDC")
	}
	if err != nil {
		t.Fatal(err)
	}
	node.mu.Lock()
	node.hold = []common.Address{w.tokens["LINK"].Address}
	node.mu.Unlock()
	ctx, stop := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- tracker.Run(ctx) }()
	for asked := 0; asked == 0; {
		node.mu.Lock()
		asked = len(node.seen)
		node.mu.Unlock()
		runtime.Gosched()
	}
	for range 3 {
		w.mine()
		round()
		if err := ask("WETH", "USDC"); err != nil {
			t.Errorf("while the search waits for its node: %v", err)
		}
	}
	if err := ask("LINK", "USDC"); !waits(err) {
		t.Errorf("a token that is not found yet is %v", err)
	}
	release()
	for err = ask("LINK", "USDC"); waits(err); {
		err = ask("LINK", "USDC")
	}
	if err != nil {
		t.Error(err)
	}
	stop()
	if err := <-ran; err != nil {
		t.Error(err)
	}
}

// While the node takes its time over the makers of one pair's orders, others get their quotes of
// other pairs.
func TestBooksAreReadBesideEachOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.openBook()
	w.post(1, w.tokens["USDC"].Address, w.tokens["WETH"].Address, big.NewInt(3_040_000_000),
		big.NewInt(1e18))
	w.mine()
	node := &slowNode{hold: []common.Address{trader(1)}}
	quotes, _, release := w.behind(node)
	ask := func(ctx context.Context, src, dest string) error {
		_, err := quotes.Prices(ctx, api.PriceRequest{Src: src, Dest: dest,
			Amount: api.NewAmount(1e18), Version: api.Version62})
		return err
	}
	held := make(chan error, 2)
	for range 2 {
		go func() { held <- ask(t.Context(), "WETH", "USDC") }()
	}
	for asked := 0; asked == 0; {
		node.mu.Lock()
		asked = len(node.seen)
		node.mu.Unlock()
		runtime.Gosched()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := ask(ctx, "LINK", "WETH"); err != nil {
		t.Errorf("another pair's quote: %v", err)
	}
	release()
	for range 2 {
		if err := <-held; err != nil {
			t.Errorf("the pair's own quote: %v", err)
		}
	}
	node.mu.Lock()
	defer node.mu.Unlock()
	if len(node.seen) != 1 {
		t.Errorf("the makers are asked about %d times", len(node.seen))
	}
}

// Tokens that nobody knows are looked for beside everything else: while the node takes its time
// over those that one client names, others get their quotes and blocks are followed; who named them
// is told to wait, and may not name more. Clients take turns.
func TestStrangersTokensStallNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	node := new(slowNode)
	for i := range byte(14) {
		node.hold = append(node.hold, common.Address{0x51, 0x1a, i + 1})
	}
	quotes, round, release := w.behind(node)
	ask := func(ctx context.Context, dest string) error {
		_, err := quotes.Prices(ctx, api.PriceRequest{Src: "USDC", Dest: dest,
			Amount: api.NewAmount(50e6), Version: api.Version62})
		return err
	}
	stranger := api.WithClient(t.Context(), netip.MustParseAddr("192.0.2.1"))
	other := api.WithClient(t.Context(), netip.MustParseAddr("2001:db8::"))
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
	err := ask(other, api.Lower(node.hold[13]))
	for waits(err) {
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

// asker asks the quotes of a service.
func asker(t *testing.T, quotes *Service) func(ctx context.Context, src, dest string) error {
	return func(ctx context.Context, src, dest string) error {
		t.Helper()
		_, err := quotes.Prices(ctx, api.PriceRequest{Src: src, Dest: dest,
			Amount: api.NewAmount(1e6), Version: api.Version62, IgnoreBadUSDPrice: true,
			MaxImpact: new(100.0)})
		return err
	}
}

// about has a node hold what speaks of a contract from now on; nothing where it is zero.
func (n *slowNode) about(contract common.Address) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hold = nil
	if contract != (common.Address{}) {
		n.hold = []common.Address{contract}
	}
}

// asked waits until the node holds something.
func (n *slowNode) asked() {
	for held := false; !held; runtime.Gosched() {
		n.mu.Lock()
		held = len(n.seen) > 0
		n.mu.Unlock()
	}
}

// soon wants an answer while the node holds another's question.
func soon(t *testing.T, what string, ask func() error, release func()) error {
	t.Helper()
	answer := make(chan error, 1)
	go func() { answer <- ask() }()
	select {
	case err := <-answer:
		return err
	case <-time.After(30 * time.Second):
		t.Errorf("%s waits for what the node holds", what)
		release()
		return <-answer
	}
}

// While the node takes its time over a pool whose figures move without a log, who asks for a quote
// is answered when its time is up, and those of the next block get theirs.
func TestPoolsThatMoveStallNobody(t *testing.T) {
	t.Parallel()
	w, at := newMovingWorld(t)
	node := new(slowNode)
	quotes, round, release := w.behind(node)
	ask := asker(t, quotes)
	w.mine()
	round()
	node.about(at.at)
	first := make(chan error, 1)
	go func() { first <- ask(t.Context(), "rETH", "WETH") }()
	node.asked()
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	err := soon(t, "who has a second", func() error { return ask(short, "rETH", "WETH") }, release)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who has a second is told %v", err)
	}
	node.about(common.Address{})
	w.mine()
	round()
	err = soon(t, "a quote of the next block",
		func() error { return ask(t.Context(), "rETH", "WETH") }, release)
	if err != nil {
		t.Errorf("a quote of the next block: %v", err)
	}
	release()
	if err := <-first; err != nil {
		t.Errorf("who waits is told %v", err)
	}
}

// While the node takes its time over a stability module, prices of its pair leave it out, and those
// of others do not wait.
func TestModulesStallNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	node := new(slowNode)
	quotes, round, release := w.behind(node)
	ask := asker(t, quotes)
	quotes.cfg.Budget = time.Second
	if err := ask(t.Context(), "USDC", "DAI"); err != nil {
		t.Fatal(err)
	}
	w.mine()
	round()
	node.about(w.swap.cfg.Contracts.StabilityModule)
	first := make(chan error, 1)
	go func() { first <- ask(t.Context(), "USDC", "DAI") }()
	node.asked()
	err := soon(t, "another pair's quote",
		func() error { return ask(t.Context(), "WETH", "LINK") }, release)
	if err != nil {
		t.Errorf("another pair's quote: %v", err)
	}
	if err := soon(t, "the first", func() error { return <-first }, release); err != nil {
		t.Errorf("the first quote: %v", err)
	}
}

// waits tells whether a token is being looked for.
func waits(err error) bool {
	return api.TypeOf(err) == api.ChainUnavailable && strings.Contains(err.Error(), "looked for")
}
