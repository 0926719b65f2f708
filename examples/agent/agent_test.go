package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/backend/server"
	"bourse/wallet"
)

// Accounts of the local network.
const (
	trader     = 0
	goUser     = 2 // the agent in Go
	scriptUser = 3 // the agent in JavaScript
)

// exchange is a running one that lets both agents in.
type exchange struct {
	testing.TB
	*backend.Backend
	wallet *wallet.Wallet
	users  []common.Address
	tokens map[string]common.Address
	url    string
	heard  chan string // a line of an agent about a round
}

func open(t *testing.T) *exchange {
	dir := t.TempDir()
	w, err := wallet.Open(wallet.Options{Folder: dir + "/accounts", Now: time.Now,
		Development: true})
	if err != nil {
		t.Fatal(err)
	}
	x := &exchange{TB: t, wallet: w, tokens: make(map[string]common.Address),
		heard: make(chan string, 1)}
	for _, a := range w.List() {
		x.users = append(x.users, a.Address)
	}
	x.Backend, err = backend.Open(t.Context(), backend.Config{Dir: dir, Now: time.Now,
		Accounts: x.users, LocalRPC: "127.0.0.1:0", Manual: true, Wait: x.await,
		Agents: []common.Address{x.users[scriptUser], x.users[goUser]}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- x.Backend.Run(ctx) }()
	s := httptest.NewServer(server.New(x.Backend, server.Options{}))
	t.Cleanup(func() {
		s.Close()
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		x.Close()
	})
	x.url = s.URL
	x.mine() // the agents' registration
	tokens, err := apitest.On(x, api.LocalChainID).Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		x.tokens[token.Symbol] = token.Address
	}
	return x
}

// mine makes a block and waits for the round that is held on it.
func (x *exchange) mine() {
	if err := x.Ready(x.Context()); err != nil {
		x.Fatal(err)
	}
	if _, err := x.Mine(x.Context()); err != nil {
		x.Fatal(err)
	}
	if err := x.Idle(x.Context()); err != nil {
		x.Fatal(err)
	}
}

// contract is the settlement contract.
func (x *exchange) contract() common.Address {
	networks, err := x.Networks(x.Context())
	if err != nil {
		x.Fatal(err)
	}
	return networks[0].Contracts.Delta
}

// approve lets the settlement contract take the trader's dollars.
func (x *exchange) approve() {
	tx, err := apitest.On(x, api.LocalChainID).PrepareApprove(x.Context(), api.ApproveRequest{
		Owner: x.users[trader], Token: x.tokens["USDC"], Spender: x.contract(),
		Amount: api.MaxAmount})
	if err != nil {
		x.Fatal(err)
	}
	raw, _, err := x.wallet.SignTransaction(tx.From, tx)
	if err != nil {
		x.Fatal(err)
	}
	if _, err := apitest.On(x, api.LocalChainID).SendTransaction(x.Context(), raw); err != nil {
		x.Fatal(err)
	}
}

// settledBy places an order and returns the account that settles it.
func (x *exchange) settledBy() common.Address {
	ctx := x.Context()
	q, err := apitest.On(x, api.LocalChainID).DeltaQuote(ctx, api.DeltaQuoteRequest{
		Src: x.tokens["USDC"], Dest: x.tokens["WETH"], Amount: api.NewAmount(5000_000_000),
		Mode: api.ModeDelta})
	if err != nil {
		x.Fatal(err)
	}
	price, err := json.Marshal(q.Delta)
	if err != nil {
		x.Fatal(err)
	}
	built, err := apitest.On(x, api.LocalChainID).BuildDelta(ctx,
		api.DeltaBuildRequest{Price: price,
			Owner: x.users[trader]})
	if err != nil {
		x.Fatal(err)
	}
	signature, err := x.wallet.Sign(x.users[trader],
		eip712.DeltaTypedData(api.LocalChainID, x.contract(), built.Order))
	if err != nil {
		x.Fatal(err)
	}
	r, _, err := apitest.On(x, api.LocalChainID).SubmitDelta(ctx, api.DeltaSubmission{
		Order: built.Order, Signature: signature.Bytes()})
	if err != nil {
		x.Fatal(err)
	}
	for r.Status != api.DeltaExecuted {
		if r, err = apitest.On(x, api.LocalChainID).DeltaOrder(ctx,
			r.ID); err != nil || r.Status == api.DeltaFailed {
			x.Fatal(r.Status, err)
		}
		if round, err := apitest.On(x, api.LocalChainID).DeltaRound(ctx); err != nil {
			x.Fatal(err)
		} else if len(round.Awards) > 0 {
			x.await(ctx, 0) // its transaction
		}
		x.mine()
	}
	return r.Transactions[0].From
}

// winsARound reads what an agent says until it has won. Orders that come before its approval is
// mined go to others.
func (x *exchange) winsARound(name string, agent common.Address, out io.Reader) {
	begun := make(chan bool, 1)
	go func() {
		defer close(begun)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "round ") {
				x.heard <- lines.Text()
			} else {
				begun <- true
			}
		}
	}()
	if !<-begun {
		x.Fatalf("%s does not run", name)
	}
	for range 5 {
		if x.settledBy() == agent {
			return
		}
	}
	x.Errorf("%s won nothing", name)
}

// await waits for what an agent says next: its bid or why it does not bid, or what it sends.
func (x *exchange) await(ctx context.Context, _ time.Duration) {
	select {
	case line := <-x.heard:
		x.TB.Log(line)
	case <-ctx.Done():
	case <-time.After(5 * time.Minute):
	}
}

// The examples win rounds as programs of their own, knowing nothing but two addresses.
func TestTheExamplesWin(t *testing.T) {
	t.Parallel()
	x := open(t)
	x.approve()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	key, err := crypto.HexToECDSA(developmentKey)
	if err != nil {
		t.Fatal(err)
	}
	if crypto.PubkeyToAddress(key.PublicKey) != x.users[goUser] {
		t.Fatal("the key is not that development account's")
	}
	read, write := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, x.url, x.LocalRPC(), key, write)
		write.Close()
	}()
	x.winsARound("the agent in Go", x.users[goUser], read)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("node_modules/ethers"); err != nil {
		if os.Getenv("BOURSE_GATE") != "" {
			t.Fatal("run npm install in examples/agent: ", err)
		}
		t.Skip("the agent in JavaScript needs npm install in examples/agent")
	}
	script := exec.CommandContext(t.Context(), "node", "agent.mjs", x.url, x.LocalRPC())
	script.Stderr = os.Stderr
	out, err := script.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	x.winsARound("the agent in JavaScript", x.users[scriptUser], out)
	script.Process.Kill()
	script.Wait()
}
