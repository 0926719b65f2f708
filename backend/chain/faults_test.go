package chain_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
)

// fault spoils the traffic between a client and an honest node. answer is what the node says.
type fault func(w http.ResponseWriter, r *http.Request, request, answer []byte)

func status(code int, body string) fault {
	return func(w http.ResponseWriter, _ *http.Request, _, _ []byte) {
		w.WriteHeader(code)
		io.WriteString(w, body)
	}
}

// changed returns a fault that changes an answer to requests which contain a method.
func changed(method string, change func(string) string) fault {
	return func(w http.ResponseWriter, _ *http.Request, request, answer []byte) {
		if bytes.Contains(request, []byte(method)) {
			answer = []byte(change(string(answer)))
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(answer)
	}
}

// each changes the results of one method within a batch or a single answer.
func each(method string, change func(result json.RawMessage) any) fault {
	return func(w http.ResponseWriter, r *http.Request, request, answer []byte) {
		var asked, said []map[string]json.RawMessage
		batch := request[0] == '['
		if !batch {
			request, answer = fmt.Appendf(nil, "[%s]", request), fmt.Appendf(nil, "[%s]", answer)
		}
		if json.Unmarshal(request, &asked) != nil || json.Unmarshal(answer, &said) != nil {
			panic("the proxy does not understand its node")
		}
		for i := range said {
			if string(asked[i]["method"]) == `"`+method+`"` {
				said[i]["result"], _ = json.Marshal(change(said[i]["result"]))
			}
		}
		var out any = said
		if !batch {
			out = said[0]
		}
		json.NewEncoder(w).Encode(out)
	}
}

// with changes one field of a result that is an object.
func with(field string, value any) func(json.RawMessage) any {
	return func(result json.RawMessage) any {
		var object map[string]any
		if json.Unmarshal(result, &object) != nil {
			return result
		}
		object[field] = value
		return object
	}
}

// proxy serves an honest node's JSON-RPC with a fault that can be switched.
type proxy struct {
	node  string
	fault atomic.Pointer[fault]
	url   string
}

func newProxy(t *testing.T, node string) *proxy {
	p := &proxy{node: node}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	p.url = server.URL
	return p
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	resp, err := http.Post(p.node, "application/json", bytes.NewReader(request))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	if f := p.fault.Load(); f != nil {
		(*f)(w, r, request, answer)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(answer)
}

func (p *proxy) set(f fault) { p.fault.Store(&f) }
func (p *proxy) heal()       { p.fault.Store(nil) }

func hang(_ http.ResponseWriter, r *http.Request, _, _ []byte) { <-r.Context().Done() }

// drip sends a byte of the answer at a time, for as long as the client listens.
func drip(w http.ResponseWriter, r *http.Request, _, _ []byte) {
	for r.Context().Err() == nil {
		if _, err := io.WriteString(w, " "); err != nil {
			return
		}
		w.(http.Flusher).Flush()
	}
}

// faults are the ways in which a node fails or lies.
func faults() map[string]fault {
	return map[string]fault{
		"does not answer":   hang,
		"drips":             drip,
		"too many requests": status(429, "slow down"),
		"internal error":    status(500, "oops"),
		"a web page":        status(200, "<html>sign in</html>"),
		"cut short":         changed("", func(s string) string { return s[:len(s)/2] }),
		"empty":             changed("", func(string) string { return "" }),
		"other ids": changed(
			"", func(s string) string { return strings.ReplaceAll(s, `"id":`, `"id":9`) }),
		"refuses": changed("", refuse),
		"null head": each("eth_getBlockByNumber",
			func(json.RawMessage) any { return nil }),
		"another network": each("eth_chainId", func(json.RawMessage) any { return "0x1" }),
		"false hash": each("eth_getBlockByNumber",
			with("hash", "0x"+strings.Repeat("12", 32))),
		"false time": each("eth_getBlockByNumber", with("timestamp", "0x1")),
		"false parent": each("eth_getBlockByNumber",
			with("parentHash", "0x"+strings.Repeat("12", 32))),
		"number too large": each("eth_getBlockByNumber",
			with("number", "0x"+strings.Repeat("f", 40))),
		"logs missing":       each("eth_getLogs", func(json.RawMessage) any { return []any{} }),
		"logs of elsewhere":  each("eth_getLogs", foreignLogs),
		"logs null":          each("eth_getLogs", func(json.RawMessage) any { return nil }),
		"logs a second time": each("eth_getLogs", twice),
		"head goes back":     nil, // made by the test
		"head of another type": each("eth_getBlockByNumber",
			func(json.RawMessage) any { return "0x1" }),
	}
}

func refuse(s string) string {
	var ids []struct{ ID json.RawMessage }
	if json.Unmarshal([]byte(s), &ids) != nil {
		return `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error"}}`
	}
	var out []map[string]any
	for _, a := range ids {
		out = append(out, map[string]any{
			"jsonrpc": "2.0", "id": a.ID, "error": map[string]any{
				"code": -32603, "message": "internal error"}})
	}
	b, _ := json.Marshal(out)
	return string(b)
}

func foreignLogs(result json.RawMessage) any {
	var logs []map[string]any
	if json.Unmarshal(result, &logs) != nil {
		return result
	}
	for _, l := range logs {
		l["blockHash"] = "0x" + strings.Repeat("12", 32)
	}
	return logs
}

func twice(result json.RawMessage) any {
	var logs []any
	if json.Unmarshal(result, &logs) != nil {
		return result
	}
	return append(logs, logs...)
}

// A node that fails or lies changes no state; the watcher says so, and catches up once the node is
// honest again.
func TestFaultyNode(t *testing.T) {
	t.Parallel()
	for name, f := range faults() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, p, client := proxied(t)
			patience := time.Minute
			if name == "does not answer" || name == "drips" {
				patience = 2 * time.Second
			}
			var later atomic.Int64
			n := connectAs(t, c, client, chain.Config{Timeout: patience,
				Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
			honest := connect(t, c, c.Client())
			b := &balances{net: n, token: tokenOf(t, c, "LINK")}
			w := follow(t, n, b)
			before := payAndMine(t, c, honest, 3, 0)
			if err := w.Wait(t.Context(), before); err != nil {
				t.Fatal(err)
			}
			held, position := b.state()
			if name == "head goes back" {
				f = each("eth_getBlockByNumber", stuckAt(t, c, before.Number-2))
			}
			later.Add(int64(5 * time.Minute)) // the node is asked for its chain id now and then
			p.set(f)
			head := payAndMine(t, c, honest, 2, 1)
			soon(t, "two failed attempts", func() bool { return w.Status().Attempt >= 2 })
			if s := w.Status(); s.Live || s.Problem == "" || s.Head != before {
				t.Errorf("status %+v", s)
			}
			behind := strings.Contains(w.Status().Problem, "keep up")
			if behind != (name == "head goes back") {
				t.Errorf("the problem is told as %q", w.Status().Problem)
			}
			if after, at := b.state(); !maps.Equal(after, held) || at[0] != position[0] {
				t.Errorf("state went from %v at %v to %v at %v", held, position[0], after, at[0])
			}
			if resyncs, rollbacks := b.counts(); resyncs != 1 || rollbacks != 0 {
				t.Errorf("%d resyncs and %d rollbacks", resyncs, rollbacks)
			}
			p.heal()
			if err := w.Wait(t.Context(), head); err != nil {
				t.Fatal(err)
			}
			mustMatch(t, honest, b, head)
			soon(t, "a healthy status", func() bool { return w.Status().Live })
		})
	}
}

// stuckAt answers with an old head, as a node does that was restored from a backup.
func stuckAt(t *testing.T, c *local.Chain, number uint64) func(json.RawMessage) any {
	t.Helper()
	var old json.RawMessage
	if err := c.Client().CallContext(
		t.Context(), &old, "eth_getBlockByNumber", hexutil.Uint64(number), false); err != nil {
		t.Fatal(err)
	}
	return func(json.RawMessage) any { return old }
}

// What a caller gets while the node is at fault is ChainUnavailable, at once after some failures.
func TestFaultsAreTyped(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	n := connect(t, c, client)
	head, err := n.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	requests := map[string]func() error{
		"head":   func() error { _, err := n.Head(t.Context()); return err },
		"header": func() error { _, err := n.HeaderByHash(t.Context(), head.Hash); return err },
		"balance": func() error {
			_,
				err := n.Balance(t.Context(), head.Hash, user())
			return err
		},
		"call": func() error {
			_,
				err := n.Call(t.Context(), head.Hash, chain.Call{To: user()})
			return err
		},
		"batch": func() error {
			_,
				err := n.BatchCall(t.Context(), head.Hash, make([]chain.Call, 3))
			return err
		},
		"nonce":   func() error { _, err := n.Nonce(t.Context(), user()); return err },
		"receipt": func() error { _, err := n.RawReceipt(t.Context(), head.Hash); return err },
		"logs": func() error {
			_,
				err := n.Logs(t.Context(), chain.Header{Bloom: types.Bloom{1}})
			return err
		},
		"broadcast": func() error {
			_,
				err := n.SendRaw(t.Context(), rawTransfer(t, 0))
			return err
		},
	}
	p.set(status(http.StatusInternalServerError, "secret words of the node"))
	for name, request := range requests {
		err := request()
		e := api.AsError(err)
		if e.Type != api.ChainUnavailable || e.RetryAfter <= 0 ||
			strings.Contains(e.Details, "secret") {
			t.Errorf("%s: %s (%s), retry after %s", name, e.Type, e.Details, e.RetryAfter)
		}
	}
	if _, err := n.Head(t.Context()); !strings.Contains(err.Error(), "left alone") {
		t.Errorf("after many failures: %v", err)
	}
	p.heal()
	soon(t, "an answer again", func() bool { _, err := n.Head(t.Context()); return err == nil })
}

// A node of another network is refused at once, and later in everything that is asked of it.
func TestWrongNetwork(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	n := connect(t, c, client)
	p.set(each("eth_chainId", func(json.RawMessage) any { return "0x1" }))
	if _, err := n.Head(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "serves network 1") {
		t.Errorf("head: %v", err)
	}
	if _, err := n.Balance(t.Context(), c.Head().Hash, user()); api.TypeOf(
		err) != api.ChainUnavailable {
		t.Errorf("balance: %v", err)
	}
	p.heal()
	if _, err := n.Balance(t.Context(), c.Head().Hash, user()); err != nil {
		t.Errorf("balance of the right node: %v", err)
	}
	if _, err := chain.New(t.Context(), client,
		chain.Config{ChainID: 5, Now: time.Now}); api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("connecting to the wrong network: %v", err)
	}
}

// Answers of a batch may come in any order.
func TestBatchOutOfOrder(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	n := connect(t, c, client)
	p.set(changed("eth_gasPrice", func(s string) string {
		var all []json.RawMessage
		if json.Unmarshal([]byte(s), &all) != nil {
			return s
		}
		all[0], all[2] = all[2], all[0]
		b, _ := json.Marshal(all)
		return string(b)
	}))
	if h, err := n.Head(t.Context()); err != nil || h.BlockRef != c.Head() {
		t.Errorf("head %+v, %v", h, err)
	}
}

// An answer that does not end is cut off.
func TestHugeAnswer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		block := bytes.Repeat([]byte("0"), 1<<20)
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":"0x`)
		for range 80 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
		io.WriteString(w, `"}`)
	}))
	defer server.Close()
	client, err := chain.Dial(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var result string
	if err := client.CallContext(t.Context(), &result, "eth_chainId"); err == nil ||
		!strings.Contains(err.Error(), "too large") {
		t.Errorf("80 MB were taken: %v", err)
	}
}

// Callers who give up while their request is written make the client of a node connect anew. That
// says nothing about the node, and nobody else's request fails of it.
func TestCallersWhoGiveUpDisturbNobody(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	head := c.Head()
	var others sync.WaitGroup
	stop := make(chan struct{})
	for i := range 2 {
		others.Go(func() {
			for k := 0; ; k++ {
				select {
				case <-stop:
					return
				default:
				}
				ctx, cancel := context.WithTimeout(t.Context(),
					time.Duration(1+(i*37+k*13)%400)*time.Microsecond)
				_, _ = n.HeaderByHash(ctx, head.Hash)
				cancel()
			}
		})
	}
	for range 60 {
		if _, err := n.HeaderByHash(t.Context(), head.Hash); err != nil {
			t.Error(err)
			break
		}
	}
	close(stop)
	others.Wait()
}
