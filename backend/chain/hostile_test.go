package chain_test

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/json"
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
)

// Attacks of contracts/src/test/HostileToken.sol.
const (
	behave = iota
	burnGas
	huge
	refuseHuge
	halt
)

var evilABI = contracttest.NewHostileToken()

// deploy puts contracts on the chain and returns where they are.
func deploy(t testing.TB, c *local.Chain, n *chain.Network, meta *bind.MetaData,
	count int) []common.Address {
	t.Helper()
	key := local.House{}.Trader(3)
	from := crypto.PubkeyToAddress(key.PublicKey)
	nonce, err := n.Nonce(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	made := make([]common.Address, count)
	for i := range made {
		send(t, n, key, &types.DynamicFeeTx{Nonce: nonce + uint64(i), Gas: 2_000_000,
			Data: common.FromHex(meta.Bin)})
		made[i] = crypto.CreateAddress(from, nonce+uint64(i))
		if i%20 == 19 || i == count-1 {
			mine(t, c)
		}
	}
	return made
}

func send(t testing.TB, n *chain.Network, key *ecdsa.PrivateKey, tx *types.DynamicFeeTx) {
	t.Helper()
	id := big.NewInt(api.LocalChainID)
	tx.ChainID, tx.GasFeeCap, tx.GasTipCap = id, big.NewInt(100*params.GWei), big.NewInt(1)
	raw, err := types.MustSignNewTx(key, types.LatestSignerForChainID(id), tx).MarshalBinary()
	if err == nil {
		_, err = n.SendRaw(t.Context(), raw)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func mine(t testing.TB, c *local.Chain) {
	t.Helper()
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// attack makes hostile tokens do something from the next block on.
func attack(t testing.TB, c *local.Chain, n *chain.Network, tokens []common.Address, what uint8,
	size int64) {
	t.Helper()
	key := local.House{}.Trader(3)
	nonce, err := n.Nonce(t.Context(), crypto.PubkeyToAddress(key.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	for i := range tokens {
		send(t, n, key, &types.DynamicFeeTx{Nonce: nonce + uint64(i), Gas: 100_000, To: &tokens[i],
			Data: evilABI.PackSet(what, big.NewInt(size))})
	}
	mine(t, c)
}

// The code that nodes run for us is what would stand on the chain.
func TestReaderCode(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	at := deploy(t, c, n, &contracts.ReaderMetaData, 1)[0]
	if code, err := n.Code(t.Context(), common.Hash{}, at); err != nil ||
		!bytes.Equal(code, chain.ReaderCode) {
		t.Errorf("the reader's code is %x, ours %x, %v", code, chain.ReaderCode, err)
	}
}

// countGas counts how much gas a network's requests may use.
func countGas(t *testing.T, p *proxy) *atomic.Uint64 {
	var gas atomic.Uint64
	limit := regexp.MustCompile(`"gas":"(0x[0-9a-f]+)"`)
	p.set(func(w http.ResponseWriter, _ *http.Request, request, answer []byte) {
		limits := limit.FindAllSubmatch(request, -1)
		if calls := bytes.Count(request, []byte("eth_call")); calls != len(limits) {
			t.Errorf("%d calls have %d limits: %s", calls, len(limits), request)
		}
		for _, l := range limits {
			gas.Add(hexutil.MustDecodeUint64(string(l[1])))
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(answer)
	})
	return &gas
}

// Contracts that attack whoever reads them cost what they do alone, once; what is read together
// with them is right each time.
func TestHostileContracts(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	honest := connect(t, c, c.Client())
	var later atomic.Int64
	n, err := chain.New(t.Context(), client, chain.Config{ChainID: api.LocalChainID,
		Contracts: c.Deployment().Contracts, Timeout: time.Minute,
		Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	evil := deploy(t, c, honest, &contracttest.HostileTokenMetaData, 40)
	payAndMine(t, c, honest, 1, 0)
	link, token := tokenOf(t, c, "LINK"), contracts.NewStandardToken()
	var calls []chain.Call
	for _, e := range evil {
		for owner := range payees {
			calls = append(calls,
				chain.Call{To: link, Data: token.PackBalanceOf(payee(owner))},
				chain.Call{To: e, Data: token.PackBalanceOf(payee(owner))})
		}
	}
	for _, a := range []struct {
		name string
		what uint8
		size int64
	}{{"none", behave, 0}, {"gas", burnGas, 0}, {"bytes", huge, 1_180_000},
		{"refusal of many bytes", refuseHuge, 60_000}, {"halt", halt, 0}, {"none", behave, 0}} {
		later.Add(int64(2 * time.Hour)) // after any quarantine
		attack(t, c, honest, evil, a.what, a.size)
		gas := countGas(t, p)
		for round := range 3 {
			results, err := n.BatchCall(t.Context(), common.Hash{}, calls)
			if err != nil {
				t.Fatal(a.name, err)
			}
			for i, r := range results {
				held := new(big.Int)
				if r.OK {
					held = held.SetBytes(r.Data[:32])
				}
				mine := calls[i].To == link
				switch {
				case mine && (!r.OK || held.Cmp(wantHeld(i/2%payees)) != 0):
					t.Fatalf("%s, round %d: honest call %d answers %+v", a.name, round, i, r)
				case !mine && a.what == behave && (!r.OK || held.BitLen() != 256):
					t.Fatalf("%s, round %d: call %d answers %+v", a.name, round, i, r)
				case len(r.Data) > 4096:
					t.Fatalf("%s: %d bytes were kept", a.name, len(r.Data))
				}
			}
			if most := uint64(120_000_000); gas.Swap(0) > most {
				t.Errorf("%s, round %d: the read may use more than %d gas", a.name, round, most)
			}
		}
	}
}

// wantHeld is what a payee was paid by payAndMine(1, 0).
func wantHeld(payee int) *big.Int {
	if payee == 0 {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// A contract that costs too much is left alone for a while, with a reason, and read again later.
// One of which only some calls do is read on.
func TestQuarantine(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	honest := connect(t, c, c.Client())
	var later atomic.Int64
	n, err := chain.New(t.Context(), c.Client(), chain.Config{ChainID: api.LocalChainID,
		Contracts: c.Deployment().Contracts, Timeout: time.Minute, Trusted: true,
		Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	evil := deploy(t, c, honest, &contracttest.HostileTokenMetaData, 2)
	attack(t, c, honest, evil, burnGas, 0)
	// the second has a call that always behaves
	good := chain.Call{To: evil[1], Data: evilABI.PackAttack()}
	var calls []chain.Call
	for i := range 30 {
		calls = append(calls,
			chain.Call{To: evil[0], Data: contracts.NewStandardToken().PackBalanceOf(payee(i))},
			chain.Call{To: evil[1], Data: contracts.NewStandardToken().PackBalanceOf(payee(i))})
	}
	calls = append(calls, good)
	read := func() []chain.Result {
		t.Helper()
		results, err := n.BatchCall(t.Context(), common.Hash{}, calls)
		if err != nil {
			t.Fatal(err)
		}
		if last := results[len(results)-1]; !last.OK || last.Err != nil {
			t.Fatalf("a call that costs little answers %+v", last)
		}
		return results
	}
	for range 10 {
		read()
	}
	if q := n.Quarantine(); len(q) != 1 || q[0].Contract != evil[0] || q[0].Reason == "" {
		t.Errorf("in quarantine are %+v", q)
	}
	if w := chain.NewWatcher(n, chain.WatcherConfig{Now: time.Now}); w.Status().Quarantined < 1 {
		t.Error("the status of the network tells of nothing in quarantine")
	}
	if r := read()[0]; r.OK || r.Err == nil || r.Err.Contract != evil[0] ||
		!strings.Contains(r.Err.Error(), " UTC: ") {
		t.Errorf("a call in quarantine answers %+v", r)
	}
	attack(t, c, honest, evil, behave, 0)
	later.Store(int64(2 * time.Hour))
	for i, r := range read() {
		if !r.OK || r.Err != nil {
			t.Errorf("call %d answers %+v after the quarantine", i, r)
		}
	}
}

// Calls that a stranger's contract makes slow do not count against the node.
func TestSlowCallsAreNotTheNodes(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	n := connectAs(t, c, client, chain.Config{Timeout: 3 * time.Second})
	p.set(func(w http.ResponseWriter, r *http.Request, request, answer []byte) {
		if bytes.Contains(request, []byte("eth_call")) {
			hang(w, r, request, answer)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(answer)
	})
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			if _, err := n.Call(t.Context(), common.Hash{},
				chain.Call{To: user()}); api.TypeOf(err) != api.ChainUnavailable {
				t.Errorf("a call without an answer: %v", err)
			}
		})
	}
	calls.Wait()
	soon(t, "the head", func() bool { _, err := n.Head(t.Context()); return err == nil })
	p.heal()
	if _, err := n.Call(t.Context(), common.Hash{}, chain.Call{To: user()}); err != nil {
		t.Errorf("the call after that: %v", err)
	}
}

// A node that can't run the reader is asked call by call.
func TestNodeWithoutOverrides(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	link, token := tokenOf(t, c, "LINK"), contracts.NewStandardToken()
	for name, refuses := range map[string]fault{
		"refused": func(w http.ResponseWriter, _ *http.Request, request, answer []byte) {
			w.Header().Set("Content-Type", "application/json")
			var q struct{ ID json.RawMessage }
			if bytes.Contains(request, []byte(`"code"`)) && json.Unmarshal(request, &q) == nil {
				answer = []byte(`{"jsonrpc":"2.0","id":` + string(q.ID) +
					`,"error":{"code":-32602,` +
					`"message":"too many arguments, want at most 2"}}`)
			}
			w.Write(answer)
		},
		"passed over": each("eth_call", func(result json.RawMessage) any {
			if string(result) != `"0x"` && len(result) != 68 {
				return "0x"
			}
			return result
		}),
	} {
		n := connect(t, c, client)
		p.set(refuses)
		calls := make([]chain.Call, 130)
		for i := range calls {
			calls[i] = chain.Call{To: link, Data: token.PackDecimals()}
		}
		results, err := n.BatchCall(t.Context(), common.Hash{}, calls)
		if err != nil {
			t.Fatal(name, err)
		}
		for i, r := range results {
			if d, err := token.UnpackDecimals(r.Data); !r.OK || err != nil || d != 18 {
				t.Fatalf("%s: call %d answers %+v, %v", name, i, r, err)
			}
		}
		p.heal()
	}
}

// What is simulated for an account before it signs runs a stranger's code too: with the limit of a
// transaction, as the contract's own failure, and without harm to what others ask meanwhile.
func TestPreparedTransactionsHaveAGasLimit(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	n, honest := connect(t, c, client), connect(t, c, c.Client())
	evil := deploy(t, c, honest, &contracttest.HostileTokenMetaData, 1)
	attack(t, c, honest, evil, burnGas, 0)
	var simulated atomic.Int64
	limit := regexp.MustCompile(`"gas":"(0x[0-9a-f]+)"`)
	p.set(func(w http.ResponseWriter, _ *http.Request, request, answer []byte) {
		limits := limit.FindAllSubmatch(request, -1)
		runs := bytes.Count(request, []byte(`"eth_call"`)) +
			bytes.Count(request, []byte(`"eth_estimateGas"`)) +
			bytes.Count(request, []byte(`"eth_simulateV1"`))
		if simulated.Add(int64(runs)); runs != len(limits) {
			t.Errorf("%d runs have %d limits: %s", runs, len(limits), request)
		}
		for _, l := range limits {
			if gas := hexutil.MustDecodeUint64(string(l[1])); gas > 1<<24 {
				t.Errorf("a run may use %d gas", gas)
			}
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(answer)
	})
	var asked sync.WaitGroup
	for range 3 {
		asked.Go(func() {
			_, err := n.Prepare(t.Context(), chain.Call{From: payee(0), To: evil[0],
				Data: evilABI.PackBalanceOf(payee(0))})
			if api.TypeOf(err) != api.TransactionFails {
				t.Errorf("a call that burns all gas is prepared: %v", err)
			}
		})
	}
	asked.Wait()
	if _, err := n.Head(t.Context()); err != nil || simulated.Load() < 3 {
		t.Errorf("after %d simulations: %v", simulated.Load(), err)
	}
	rich := crypto.PubkeyToAddress(local.House{}.Trader(3).PublicKey)
	if _, err := n.Prepare(t.Context(), chain.Call{From: rich, To: payee(1),
		Value: api.NewAmount(1)}); err != nil {
		t.Error(err)
	}
}
