package backend_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/deploy"
	"bourse/backend/eip712"
	"bourse/backend/networks"
	"bourse/wallet"
)

// runBackend opens and runs an exchange until the test ends.
func runBackend(t testing.TB, cfg backend.Config) *backend.Backend {
	t.Helper()
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	b, err := backend.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := b.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// describe is a description of the network that an exchange runs.
func describe(t *testing.T, b *backend.Backend) *networks.Description {
	t.Helper()
	list, err := b.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := list[0].Contracts
	d := &networks.Description{ID: list[0].ChainID, Name: "Elsewhere", Symbol: "ETH",
		BlockTime: networks.Duration(time.Second), USD: []string{"USDC"},
		Contracts: networks.Contracts{AugustusRFQ: networks.Address(c.AugustusRFQ),
			AugustusV6:         networks.Address(c.AugustusV6),
			AugustusSwapper:    networks.Address(c.AugustusSwapper),
			TokenTransferProxy: networks.Address(c.TokenTransferProxy),
			WrappedNative:      networks.Address(c.WrappedNative)}}
	at := b.Local().Deployment().Swap
	d.Exchanges = []networks.Exchange{
		{Name: api.UniswapV2, Kind: networks.UniswapV2, FeeBPS: contracts.UniswapV2Fee,
			Factory: networks.Address(at.UniswapV2Factory)},
		{Name: "SushiSwap", Kind: networks.UniswapV2, FeeBPS: contracts.UniswapV2ForkFee,
			Factory: networks.Address(at.UniswapV2ForkFactory)},
		{Name: api.UniswapV3, Kind: networks.UniswapV3, Fees: []uint64{100, 500, 3000, 10_000},
			Factory: networks.Address(at.UniswapV3Factory),
			Router:  networks.Address(at.UniswapV3Router)},
		{Name: api.CurveV1, Kind: networks.Curve,
			Factory: networks.Address(at.StableSwapFactory)},
		{Name: api.BalancerV2, Kind: networks.BalancerV2,
			Vault: networks.Address(at.BalancerVault)},
	}
	for _, id := range b.Local().Deployment().Weighted {
		balancer := &d.Exchanges[len(d.Exchanges)-1]
		balancer.Pools = append(balancer.Pools, networks.Address(id[:20]))
	}
	made := b.Local().Deployment()
	d.Collections = networks.CollectionsOf(made.Collections, made.NFTs)
	d.Base = []string{"WETH", "USDC"}
	tokens, err := apitest.On(b, d.ID).Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		if token.Kind == api.ERC20 && token.Address != api.NativeToken {
			d.Tokens = append(d.Tokens, networks.Token{Symbol: token.Symbol,
				Decimals: token.Decimals, Address: networks.Address(token.Address)})
		}
	}
	return d
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	limit := time.After(5 * time.Minute)
	for !holds() {
		select {
		case <-limit:
			t.Fatal("never came: ", what)
		case <-ticker.C:
		}
	}
}

// elsewhere is a network that runs in one exchange and is traded on through its node by another.
type elsewhere struct {
	*testing.T
	host     *backend.Backend
	own      *backend.Backend // trades there through its node
	b        api.Service      // what is asked: own, or something in front of it
	d        *networks.Description
	w        *wallet.Wallet
	accounts []common.Address
	late     atomic.Int64 // by how much the clock of b is ahead
	operator deploy.Operator
	node     *httptest.Server // in front of the node
	asked    atomic.Int64     // requests of the node
	plain    atomic.Bool      // whether the node has no eth_simulateV1
	silence  atomic.Pointer[silence]
}

// silence is what a node leaves unanswered until it is over.
type silence struct {
	about   func(body []byte) bool
	met     chan struct{} // closed at the first request that it meets
	givenUp chan struct{} // closed when one of them is waited for no longer
	over    chan struct{}
	first   sync.Once
	last    sync.Once
}

func newSilence(about func([]byte) bool) *silence {
	return &silence{about: about, met: make(chan struct{}), givenUp: make(chan struct{}),
		over: make(chan struct{})}
}

func (q *silence) meet(ctx context.Context, body []byte) {
	if !q.about(body) {
		return
	}
	q.first.Do(func() { close(q.met) })
	select {
	case <-ctx.Done():
		q.last.Do(func() { close(q.givenUp) })
	case <-q.over:
	}
}

// countRequests stands in front of a node and counts what it is asked.
func (e *elsewhere) countRequests(node string) *httptest.Server {
	to, err := url.Parse(node)
	if err != nil {
		e.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(to)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		e.asked.Add(int64(bytes.Count(body, []byte(`"method"`))))
		if e.plain.Load() {
			body = bytes.Replace(body, []byte("eth_simulateV1"), []byte("eth_noSimulate"), 1)
		}
		if q := e.silence.Load(); q != nil {
			q.meet(r.Context(), body)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		forward.ServeHTTP(w, r)
	}))
	e.Cleanup(s.Close)
	return s
}

// partner takes a fee of Delta orders that name it.
const partner = `[acme]
address = "0xe92b586627ccA7a83dC919cc7127196d70f55a06"
fee_bps = 25
`

// newElsewhere runs both. edit may change the description.
func newElsewhere(t *testing.T, edit func(*networks.Description)) *elsewhere {
	t.Helper()
	e := &elsewhere{T: t, accounts: developmentAccounts(t), w: openWallet(t)}
	e.host = runBackend(t, backend.Config{Accounts: e.accounts, Manual: true,
		LocalRPC: "127.0.0.1:0"})
	e.d, e.node = describe(t, e.host), e.countRequests(e.host.LocalRPC())
	edit(e.d)
	e.reopen()
	return e
}

// reopen runs the other exchange anew, by the description as it is now.
func (e *elsewhere) reopen() {
	now := func() time.Time { return time.Now().Add(time.Duration(e.late.Load())) }
	dir := e.TempDir()
	partners := filepath.Join(dir, "partners.toml")
	if err := os.WriteFile(partners, []byte(partner), 0o600); err != nil {
		e.Fatal(err)
	}
	e.own = runBackend(e.T, backend.Config{Dir: dir, NoLocal: true, Now: now,
		Remotes: []backend.Remote{{
			Description: e.d, Operator: e.operator, Nodes: chain.Nodes{Read: []string{
				"http://127.0.0.1:1/secret", e.node.URL}}}}})
	e.b = e.own
	eventually(e.T, "the network's head", func() bool { return e.status().Live })
}

func (e *elsewhere) status() api.NetworkStatus {
	s, err := apitest.On(e.b, e.d.ID).Status(e.Context())
	if err != nil {
		e.Fatal(err)
	}
	return s
}

// mine makes a block and waits until the other exchange has taken it in.
func (e *elsewhere) mine() {
	e.Helper()
	head, err := e.host.Mine(e.Context())
	if err != nil {
		e.Fatal(err)
	}
	eventually(e.T, "the block", func() bool {
		own, err := apitest.On(e.own, e.d.ID).Status(e.Context())
		return err == nil && own.Head.Hash == head.Hash && e.status().Head.Hash == head.Hash
	})
}

// send signs a prepared transaction and has it mined.
func (e *elsewhere) send(tx api.Transaction, err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
	raw, hash, err := e.w.SignTransaction(tx.From, tx)
	if err == nil {
		_, err = apitest.On(e.b, e.d.ID).SendTransaction(e.Context(), raw)
	}
	if err != nil {
		e.Fatal(err)
	}
	e.mine()
	eventually(e.T, "the receipt", func() bool {
		r, err := apitest.On(e.b, e.d.ID).Receipt(e.Context(), hash)
		return err == nil && r.Success
	})
}

func (e *elsewhere) find(symbol string) common.Address {
	e.Helper()
	for _, token := range e.d.Tokens {
		if token.Symbol == symbol {
			return common.Address(token.Address)
		}
	}
	e.Fatalf("no token %s", symbol)
	return common.Address{}
}

// approve lets a spender take all of an account's token.
func (e *elsewhere) approve(owner, token common.Address, spender networks.Address) {
	e.Helper()
	e.send(apitest.On(e.b, e.d.ID).PrepareApprove(e.Context(), api.ApproveRequest{Owner: owner,
		Token: token, Spender: common.Address(spender), Amount: api.MaxAmount}))
}

// A network that runs elsewhere is traded on through its node: an order is made, allowed for,
// filled by another account and seen as filled. What is not there is said.
func TestRemoteNetwork(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(d *networks.Description) {
		d.Contracts.AugustusV6 = networks.Address{}
	})
	b, d, w, accounts := e.b, e.d, e.w, e.accounts
	if nodes := e.status().Nodes; len(nodes) != 2 || nodes[0].Current || !nodes[1].Current ||
		nodes[0].Name != "127.0.0.1:1" || nodes[0].Problem == "" || nodes[1].Head == 0 {
		t.Errorf("the nodes are %+v", nodes)
	}
	if held, err := apitest.On(b, d.ID).UserTokens(t.Context(),
		accounts[0]); err != nil || len(held) == 0 ||
		held[0].Token.Address != api.NativeToken || held[0].Balance.IsZero() {
		t.Errorf("the coin must come first among what is held: %+v, %v", held, err)
	}
	weth, usdc := e.find("WETH"), e.find("USDC")
	if list, err := apitest.On(b, d.ID).Markets(t.Context()); err != nil || len(list) < 2 ||
		list[0].Base.Address != weth || list[0].Quote.Address != usdc {
		t.Errorf("the markets before anything is traded are %+v, %v", list, err)
	}
	for i, token := range []common.Address{weth, usdc} {
		e.approve(accounts[i], token, d.Contracts.AugustusRFQ)
	}
	o := api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(1), common.Address{}),
		Maker: accounts[0], MakerAsset: api.Asset{Address: weth},
		TakerAsset: api.Asset{Address: usdc}, MakerAmount: api.NewAmount(1e15),
		TakerAmount: api.NewAmount(5e6)}
	signature, err := w.Sign(o.Maker,
		eip712.OrderTypedData(d.ID, common.Address(d.Contracts.AugustusRFQ), o))
	if err != nil {
		t.Fatal(err)
	}
	r, _, err := apitest.On(b, d.ID).CreateOrder(t.Context(), api.OrderRequest{Order: o,
		Type: o.Type(), Signature: signature.Bytes()})
	if err != nil || r.State != api.Pending {
		t.Fatalf("the order is %+v, %v", r, err)
	}
	e.send(apitest.On(b, d.ID).PrepareFill(t.Context(), api.FillRequest{Taker: accounts[1],
		Legs: []api.FillLeg{{Hash: r.Hash}}}))
	eventually(t, "the fill", func() bool {
		r, err := apitest.On(b, d.ID).Order(t.Context(), r.Hash, false)
		return err == nil && r.State == api.Fulfilled
	})
	_, err = apitest.On(b, d.ID).Prices(t.Context(), api.PriceRequest{Src: "WETH", Dest: "USDC",
		Amount: api.NewAmount(1e15), Version: api.Version62})
	if err == nil || !strings.Contains(err.Error(), "version 6.2 of the swap contract is not "+
		"deployed on network 1337") {
		t.Errorf("a swap there: %v", err)
	}
	if _, err := e.own.Mine(t.Context()); err == nil {
		t.Error("a block was made on a network that runs elsewhere")
	}
}

// An exchange opens although a node does not answer, says so, and refuses to reach the network that
// runs in its own process.
func TestRemoteNetworkAway(t *testing.T) {
	t.Parallel()
	known, err := networks.Load("")
	if err != nil {
		t.Fatal(err)
	}
	nodes := chain.Nodes{Read: []string{"http://127.0.0.1:1/secret"}}
	b := runBackend(t, backend.Config{NoLocal: true,
		Remotes: []backend.Remote{{Description: known[1], Nodes: nodes}}})
	eventually(t, "word of the node", func() bool {
		s, err := apitest.On(b, 1).Status(t.Context())
		if err != nil || strings.Contains(s.Problem, "secret") {
			t.Fatalf("%+v, %v", s, err)
		}
		if len(s.Doubts) == 0 || s.Doubts[common.Address(known[1].Contracts.AugustusRFQ)] == "" {
			t.Errorf("without an answer only %v are in doubt", s.Doubts)
		}
		return !s.Live && strings.Contains(s.Problem, "node")
	})
	if orders, err := apitest.On(b, 1).DeltaOrders(t.Context(), api.DeltaQuery{Page: 1,
		Limit: 1}); err != nil || len(orders) != 0 {
		t.Errorf("Delta orders where there are no auctions: %v, %v", orders, err)
	}
	list, err := b.Networks(t.Context())
	if err != nil || len(list) != 1 || list[0].Name != "Ethereum" || list[0].Local {
		t.Errorf("networks %+v, %v", list, err)
	}
	d := *known[1]
	d.ID = api.LocalChainID
	for _, cfg := range []backend.Config{
		{Remotes: []backend.Remote{{Description: &d, Nodes: nodes}}}, {NoLocal: true}} {
		cfg.Dir, cfg.Now = t.TempDir(), time.Now
		if _, err := backend.Open(t.Context(), cfg); err == nil ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("opened with %d networks elsewhere: %v", len(cfg.Remotes), err)
		}
	}
}

// A description that names a token where the order contract should be gives it no allowance: the
// chain denies it, and what was allowed before can be taken back.
func TestWrongDescription(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(d *networks.Description) {
		d.Contracts.AugustusRFQ = d.Contracts.WrappedNative
	})
	usdc, wrong := e.find("USDC"), common.Address(e.d.Contracts.AugustusRFQ)
	ask := func(spender common.Address, amount api.Amount) error {
		_, err := apitest.On(e.b, e.d.ID).PrepareApprove(t.Context(), api.ApproveRequest{
			Owner: e.accounts[0], Token: usdc, Spender: spender, Amount: amount})
		return err
	}
	eventually(t, "the refusal", func() bool {
		err := ask(wrong, api.MaxAmount)
		return err != nil && strings.Contains(err.Error(), "AugustusRFQ at "+wrong.Hex()+
			" is not that contract: it takes no orders of the form that is signed")
	})
	status, err := apitest.On(e.b, e.d.ID).Status(t.Context())
	if err != nil || !strings.Contains(status.Doubts[wrong], "is not that contract") ||
		status.Doubts[common.Address(e.d.Contracts.Permit2)] != "" {
		t.Errorf("in doubt are %v, %v", status.Doubts, err)
	}
	if err := ask(wrong, api.Amount{}); err != nil {
		t.Errorf("an allowance can't be taken back: %v", err)
	}
	if err := ask(common.Address(e.d.Contracts.TokenTransferProxy), api.MaxAmount); err != nil {
		t.Errorf("the right contract is refused too: %v", err)
	}
}
