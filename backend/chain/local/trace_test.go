package local

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth/tracers"
	_ "github.com/ethereum/go-ethereum/eth/tracers/native" // the tracers that are asked for
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// olderNode serves the chain as a node that traces and has no eth_simulateV1.
func (c *Chain) olderNode(t *testing.T) string {
	t.Helper()
	node, err := c.RPC()
	if err != nil {
		t.Fatal(err)
	}
	traces := rpc.NewServer()
	if err := traces.RegisterName("debug", tracers.NewAPI(c.eth.APIBackend)); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		to := node
		if bytes.Contains(body, []byte("debug_traceCall")) {
			to = traces
		}
		body = bytes.ReplaceAll(body, []byte("eth_simulateV1"), []byte("eth_noSimulate"))
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		to.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// randomBundle are transactions that use what those before them left: transfers, allowances,
// trades on a pool that was paid before, coins wrapped and unwrapped. Some fail.
func (c *Chain) randomBundle(random *rand.Rand, users []common.Address,
	pair common.Address) []chain.Call {
	token, swaps, wrapped := contracts.NewStandardToken(), contracts.NewUniswapV2Pair(),
		contracts.NewWrappedNative()
	var tokens []common.Address
	for _, k := range c.deployment.Tokens {
		if k.Symbol == "USDC" || k.Symbol == "WETH" {
			tokens = append(tokens, k.Address)
		}
	}
	weth := c.deployment.Contracts.WrappedNative
	someone := func() common.Address { return users[random.IntN(len(users))] }
	amount := func() *big.Int { return big.NewInt(1 + random.Int64N(1e9)) }
	var calls []chain.Call
	for range 1 + random.IntN(7) {
		call := chain.Call{From: someone(), To: tokens[random.IntN(2)], Gas: 500_000}
		switch random.IntN(6) {
		case 0:
			call.Data = token.PackTransfer(someone(), amount())
		case 1:
			call.Data = token.PackApprove(someone(), amount())
		case 2:
			call.Data = token.PackTransferFrom(someone(), someone(), amount())
		case 3:
			call.To, call.Value = weth, api.MustBig(amount())
			call.Data = wrapped.PackDeposit()
		case 4:
			call.To, call.Data = weth, wrapped.PackWithdraw(amount())
		case 5:
			paid := call
			paid.Data = token.PackTransfer(pair, big.NewInt(2e9))
			calls = append(calls, paid)
			call.To = pair
			call.Data = swaps.PackSwap(big.NewInt(random.Int64N(3)), big.NewInt(1), call.From, nil)
		}
		calls = append(calls, call)
	}
	return calls
}

// A node without eth_simulateV1 that traces tells the same of transactions that follow each other:
// what they log, in order, what they use, and why they fail.
func TestTracedBundlesAreTheSame(t *testing.T) {
	t.Parallel()
	users := []common.Address{{1, 1}, {2, 2}, {3, 3}}
	c := mustOpen(t, Config{Now: time.Now, Accounts: users})
	defer c.Close()
	network := func(client *rpc.Client) *chain.Network {
		n, err := chain.New(t.Context(), client, chain.Config{ChainID: api.LocalChainID,
			Now: time.Now, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	older, err := rpc.Dial(c.olderNode(t))
	if err != nil {
		t.Fatal(err)
	}
	defer older.Close()
	simulating, tracing := network(c.Client()), network(older)
	if err := tracing.CanSimulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	var usdc common.Address
	for _, k := range c.deployment.Tokens {
		if k.Symbol == "USDC" {
			usdc = k.Address
		}
	}
	factory := contracts.NewUniswapV2Factory()
	answer, err := simulating.Call(t.Context(), common.Hash{}, chain.Call{
		To:   c.deployment.Swap.UniswapV2Factory,
		Data: factory.PackGetPair(usdc, c.deployment.Contracts.WrappedNative)})
	if err != nil {
		t.Fatal(err)
	}
	pair := common.BytesToAddress(answer)
	random := rand.New(rand.NewPCG(3, 5))
	var failed, logged int
	for range 16 {
		calls := c.randomBundle(random, users, pair)
		want, err := simulating.SimulateBundle(t.Context(), c.Head(), calls...)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tracing.SimulateBundle(t.Context(), c.Head(), calls...)
		if err != nil || len(got) != len(want) {
			t.Fatalf("traced %d of %d: %v", len(got), len(want), err)
		}
		for i := range want {
			compareSimulations(t, &got[i], &want[i])
			logged += len(want[i].Logs)
			if want[i].Err != nil {
				failed++
			}
		}
	}
	if failed < 2 || logged < 40 {
		t.Errorf("only %d failed and %d logs", failed, logged)
	}
}

// compareSimulations takes for the same what differs in refunds alone, which a trace has deducted.
func compareSimulations(t *testing.T, got, want *chain.Simulation) {
	t.Helper()
	text := func(err error) string {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	essence := func(list []types.Log) string {
		var b strings.Builder
		for i := range list {
			raw, err := json.Marshal([]any{list[i].Address, list[i].Topics, list[i].Data})
			if err != nil {
				t.Fatal(err)
			}
			b.Write(raw)
		}
		return b.String()
	}
	if text(got.Err) != text(want.Err) || essence(got.Logs) != essence(want.Logs) {
		t.Errorf("traced %+v, simulated %+v", got, want)
	}
	if got.Gas > want.Gas || got.Gas < want.Gas-want.Gas/5 {
		t.Errorf("traced %d gas, simulated %d", got.Gas, want.Gas)
	}
}
