package delta_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/eip712"
	"bourse/wallet"
)

// world is an exchange on a local network whose blocks the test makes.
type world struct {
	testing.TB
	*backend.Backend
	wallet    *wallet.Wallet
	users     []common.Address
	tokens    map[string]api.Token
	contracts api.Contracts
	bidRound  bidRound
	rpc       *ethclient.Client // the local network as any other program sees it
}

// bidRound is where agents elsewhere bid: it closes at once unless it is held.
type bidRound struct {
	mu   sync.Mutex
	held chan struct{}
}

// wait is until bids are no longer waited for.
func (f *bidRound) wait(ctx context.Context, _ time.Duration) {
	f.mu.Lock()
	held := f.held
	f.mu.Unlock()
	if held == nil {
		return
	}
	select {
	case <-ctx.Done():
	case <-held:
	}
}

// hold keeps rounds open for bids until release is called.
func (f *bidRound) hold() (release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	held := make(chan struct{})
	f.held = held
	return func() {
		f.mu.Lock()
		f.held = nil
		f.mu.Unlock()
		close(held)
	}
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := openWorld(t, t.TempDir(), nil)
	for _, user := range w.users[:4] {
		for _, symbol := range []string{"USDC", "WETH", "DAI", "WBTC"} {
			w.approve(user, symbol, w.contracts.Delta)
		}
	}
	w.mine()
	if err := w.Idle(t.Context()); err != nil { // the next round is that of the next block
		t.Fatal(err)
	}
	return w
}

func openWorld(t testing.TB, dir string, hook func(string),
	change ...func(*backend.Config)) *world {
	t.Helper()
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	keys, err := wallet.Open(wallet.Options{Folder: dir + "/accounts", Now: now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{TB: t, wallet: keys, tokens: make(map[string]api.Token)}
	for _, a := range keys.List() {
		w.users = append(w.users, a.Address)
	}
	cfg := backend.Config{Dir: dir, Now: now, Seed: 1, Accounts: w.users, Manual: true,
		StoreHook: hook, LocalRPC: "127.0.0.1:0", Wait: w.bidRound.wait}
	for _, f := range change {
		f(&cfg)
	}
	w.Backend, err = backend.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := w.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.rpc, err = ethclient.Dial(w.LocalRPC()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.rpc.Close)
	list, err := apitest.On(w, api.LocalChainID).Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range list {
		w.tokens[token.Symbol] = token
	}
	nets, err := w.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w.contracts = nets[0].Contracts
	w.mine()
	return w
}

func (w *world) mine() api.BlockRef {
	w.Helper()
	block, err := w.Mine(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	return block
}

// send signs a prepared transaction and hands it to the node.
func (w *world) send(tx api.Transaction, err error) common.Hash {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
	raw, _, err := w.wallet.SignTransaction(tx.From, tx)
	if err != nil {
		w.Fatal(err)
	}
	hash, err := apitest.On(w, api.LocalChainID).SendTransaction(w.Context(), raw)
	if err != nil {
		w.Fatal(err)
	}
	return hash
}

func (w *world) approve(owner common.Address, symbol string, spender common.Address) {
	w.Helper()
	w.send(apitest.On(w, api.LocalChainID).PrepareApprove(w.Context(), api.ApproveRequest{
		Owner: owner, Token: w.tokens[symbol].Address, Spender: spender,
		Amount: api.MaxAmount,
	}))
}

func (w *world) amount(s, symbol string) api.Amount {
	w.Helper()
	a, err := api.ParseUnits(s, w.tokens[symbol].Decimals)
	if err != nil {
		w.Fatal(err)
	}
	return a
}

func (w *world) quote(amount, src, dest string) *api.DeltaPrice {
	w.Helper()
	q, err := apitest.On(w, api.LocalChainID).DeltaQuote(w.Context(), api.DeltaQuoteRequest{
		Src: w.tokens[src].Address, Dest: w.tokens[dest].Address,
		Amount: w.amount(amount, src), Mode: api.ModeDelta,
	})
	if err != nil {
		w.Fatal(err)
	}
	return q.Delta
}

// build makes an order for an owner, altered as told.
func (w *world) build(owner common.Address, amount, src, dest string,
	change ...func(*api.DeltaBuildRequest)) api.DeltaOrder {
	w.Helper()
	text, err := json.Marshal(w.quote(amount, src, dest))
	if err != nil {
		w.Fatal(err)
	}
	r := api.DeltaBuildRequest{ChainID: api.LocalChainID, Price: text, Owner: owner}
	for _, f := range change {
		f(&r)
	}
	built, err := apitest.On(w, api.LocalChainID).BuildDelta(w.Context(), r)
	if err != nil {
		w.Fatal(err)
	}
	return built.Order
}

func (w *world) sign(o api.DeltaOrder) []byte {
	w.Helper()
	signature, err := w.wallet.Sign(
		o.Owner, eip712.DeltaTypedData(api.LocalChainID, w.contracts.Delta, o))
	if err != nil {
		w.Fatal(err)
	}
	return signature.Bytes()
}

func (w *world) submit(o api.DeltaOrder) api.DeltaRecord {
	w.Helper()
	r, created, err := apitest.On(w, api.LocalChainID).SubmitDelta(
		w.Context(), api.DeltaSubmission{Order: o, Signature: w.sign(o)})
	if err != nil || !created {
		w.Fatalf("created %t: %v", created, err)
	}
	return r
}

// await makes blocks until an order has a status.
func (w *world) await(id string, status api.DeltaStatus) api.DeltaRecord {
	w.Helper()
	return w.until(id, func(r api.DeltaRecord) bool { return r.Status == status })
}

func (w *world) until(id string, reached func(api.DeltaRecord) bool) api.DeltaRecord {
	w.Helper()
	for range 300 {
		r, err := apitest.On(w, api.LocalChainID).DeltaOrder(w.Context(), id)
		if err != nil {
			w.Fatal(err)
		}
		if reached(r) {
			return r
		}
		w.mine()
		if err := w.Idle(w.Context()); err != nil { // no state passes unseen
			w.Fatal(err)
		}
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(w.Context(), id)
	text, _ := json.MarshalIndent(a, "", " ")
	w.Fatalf("the order never got there: %s %v", text, err)
	return api.DeltaRecord{}
}

func (w *world) balance(account common.Address, symbol string) api.Amount {
	w.Helper()
	t, err := apitest.On(w, api.LocalChainID).UserToken(w.Context(), account,
		w.tokens[symbol].Address)
	if err != nil {
		w.Fatal(err)
	}
	return t.Balance
}

func agent(i int) common.Address { return crypto.PubkeyToAddress(local.House{}.Agent(i).PublicKey) }

// settledOnce waits until an owner's orders are settled, and compares each with the chain: one
// settlement, and what the records say came in is what the owner has.
func (w *world) settledOnce(owner common.Address, orders int) {
	w.Helper()
	list, err := apitest.On(w, api.LocalChainID).DeltaOrders(w.Context(),
		api.DeltaQuery{User: owner, Page: 1, Limit: api.MaxPage})
	if err != nil {
		w.Fatal(err)
	}
	if len(list) != orders {
		w.Errorf("%d orders are stored, %d were acknowledged", len(list), orders)
	}
	received, spent := api.Amount{}, api.Amount{}
	for _, r := range list {
		r = w.await(r.ID, api.DeltaExecuted)
		if len(r.Transactions) != 1 {
			w.Fatalf("order %s has %d transactions", r.ID, len(r.Transactions))
		}
		tx := r.Transactions[0]
		received, spent = received.Add(tx.Received), spent.Add(tx.Spent)
		receipt, err := apitest.On(w, api.LocalChainID).Receipt(w.Context(), tx.Hash)
		if err != nil || receipt.Block == nil || !receipt.Success ||
			receipt.Block.Hash != tx.BlockHash {
			w.Errorf("settled in block %s, the chain says %+v, %v", tx.BlockHash, receipt, err)
		}
		w.history(r)
	}
	if got := w.balance(owner, "WETH").Sub(w.amount("100", "WETH")); got != received {
		w.Errorf("the owner got %s, the records say %s", got, received)
	}
	if gone := w.amount("500000", "USDC").Sub(w.balance(owner, "USDC")); gone != spent {
		w.Errorf("the owner spent %s, the records say %s", gone, spent)
	}
}

// history holds an order's events to its status: each begins where the one before ended, and there
// was one award at a time.
func (w *world) history(r api.DeltaRecord) {
	w.Helper()
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(w.Context(), r.ID)
	if err != nil {
		w.Fatal(err)
	}
	at := api.DeltaStatus("")
	for i, e := range a.Events {
		if e.Seq != uint64(i+1) || e.From != at || e.Reason == "" {
			w.Errorf("event %+v comes after %q", e, at)
		}
		at = e.To
	}
	if at != r.Status {
		w.Errorf("the events end in %s, the record says %s", at, r.Status)
	}
}

// registry is where agents register. The settlement contract's address follows from it, and the
// local network's deployment does not change.
func (w *world) registry() common.Address {
	w.Helper()
	c, err := local.Open(w.Context(),
		local.Config{Now: func() time.Time { return time.Unix(1_800_000_000, 0) },
			Accounts: w.users})
	if err != nil {
		w.Fatal(err)
	}
	defer c.Close()
	return c.Deployment().Delta.Registry
}
