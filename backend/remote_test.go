package backend_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/eip712"
	"bourse/backend/networks"
)

// runBackend opens and runs an exchange until the test ends.
func runBackend(t *testing.T, cfg backend.Config) *backend.Backend {
	t.Helper()
	cfg.Dir, cfg.Now = t.TempDir(), time.Now
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
			WrappedNative: networks.Address(c.WrappedNative)}}
	tokens, err := b.Tokens(t.Context(), d.ID)
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
	limit := time.After(time.Minute)
	for !holds() {
		select {
		case <-limit:
			t.Fatal("never came: ", what)
		case <-ticker.C:
		}
	}
}

// A network that runs elsewhere is traded on through its node: an order is made, allowed for,
// filled by another account and seen as filled. What is not there is said.
func TestRemoteNetwork(t *testing.T) {
	t.Parallel()
	host := runBackend(t, backend.Config{Accounts: developmentAccounts(t), Manual: true,
		LocalRPC: "127.0.0.1:0"})
	d := describe(t, host)
	b := runBackend(t, backend.Config{NoLocal: true, Remotes: []backend.Remote{{
		Description: d, Nodes: chain.Nodes{Read: []string{
			"http://127.0.0.1:1/secret", host.LocalRPC()}}}}})
	w, accounts := openWallet(t), developmentAccounts(t)
	status := func() api.NetworkStatus {
		s, err := b.Status(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	mine := func() {
		t.Helper()
		head, err := host.Mine(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the block", func() bool { return status().Head.Hash == head.Hash })
	}
	eventually(t, "the network's head", func() bool { return status().Live })
	if nodes := status().Nodes; len(nodes) != 2 || nodes[0].Current || !nodes[1].Current ||
		nodes[0].Name != "127.0.0.1:1" || nodes[0].Problem == "" || nodes[1].Head == 0 {
		t.Errorf("the nodes are %+v", nodes)
	}
	send := func(tx api.Transaction, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		raw, hash, err := w.SignTransaction(tx.From, tx)
		if err == nil {
			_, err = b.SendTransaction(t.Context(), d.ID, raw)
		}
		if err != nil {
			t.Fatal(err)
		}
		mine()
		eventually(t, "the receipt", func() bool {
			r, err := b.Receipt(t.Context(), d.ID, hash)
			return err == nil && r.Success
		})
	}
	find := func(symbol string) common.Address {
		for _, token := range d.Tokens {
			if token.Symbol == symbol {
				return common.Address(token.Address)
			}
		}
		t.Fatalf("no token %s", symbol)
		return common.Address{}
	}
	weth, usdc := find("WETH"), find("USDC")
	for i, token := range []common.Address{weth, usdc} {
		send(b.PrepareApprove(t.Context(), api.ApproveRequest{ChainID: d.ID, Owner: accounts[i],
			Token: token, Spender: common.Address(d.Contracts.AugustusRFQ),
			Amount: api.MaxAmount}))
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
	r, _, err := b.CreateOrder(t.Context(), api.OrderRequest{ChainID: d.ID, Order: o,
		Type: o.Type(), Signature: signature.Bytes()})
	if err != nil || r.State != api.Pending {
		t.Fatalf("the order is %+v, %v", r, err)
	}
	send(b.PrepareFill(t.Context(), api.FillRequest{ChainID: d.ID, Taker: accounts[1],
		Legs: []api.FillLeg{{Hash: r.Hash}}}))
	eventually(t, "the fill", func() bool {
		r, err := b.Order(t.Context(), r.Hash, false)
		return err == nil && r.State == api.Fulfilled
	})
	if _, err := b.Prices(t.Context(), api.PriceRequest{ChainID: d.ID}); err == nil ||
		!strings.Contains(err.Error(), "no swap contracts are known on network 1337") {
		t.Errorf("a swap there: %v", err)
	}
	if _, err := b.Mine(t.Context()); err == nil {
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
		s, err := b.Status(t.Context(), 1)
		if err != nil || strings.Contains(s.Problem, "secret") {
			t.Fatalf("%+v, %v", s, err)
		}
		return !s.Live && strings.Contains(s.Problem, "node")
	})
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
