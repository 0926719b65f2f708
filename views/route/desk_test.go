package route_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/demo"
	"bourse/backend/eip712"
	"bourse/backend/server"
	"bourse/ui/headless"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/viewtest"
	"bourse/wallet"
)

// desk is an account at a console: it reaches a real exchange on a real chain over HTTP, through a
// proxy that may alter what is prepared.
type desk struct {
	*uitest.Kit
	t        testing.TB
	s        *views.Session
	exchange *demo.Session
	proxy    *proxy
	node     *rpc.Client
	tokens   map[string]api.Token
	other    common.Address // an account of the wallet that makes orders
	nonce    uint64         // of the newest order
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	s := viewtest.Session(t, nil, api.Network{})
	clock := s.Env.Clock.(*headless.Clock)
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	exchange, err := demo.OpenSession(t.Context(), demo.Config{Seed: 5, Now: clock.Now,
		Accounts: accounts})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := exchange.Close(); err != nil {
			t.Error(err)
		}
	})
	d := &desk{t: t, s: s, exchange: exchange, node: exchange.Local().Client(),
		tokens: map[string]api.Token{}, other: accounts[1],
		proxy: &proxy{server: server.New(exchange, server.Options{}), honest: map[string][]byte{}}}
	t.Cleanup(d.node.Close)
	srv := httptest.NewServer(d.proxy)
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	s.Service = c
	list, err := c.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Network, s.Networks = list[0], list
	s.Exchange = apitest.On(c, s.Network.ChainID)
	tokens, err := apitest.On(c, list[0].ChainID).Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	collections, err := apitest.On(c, list[0].ChainID).Collections(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tokens = append(tokens, collections...)
	s.SetTokens(tokens)
	for _, token := range tokens {
		d.tokens[token.Symbol] = token
	}
	d.Kit = uitest.NewScreen(t, s.Env, &viewtest.Beside{Name: views.Swap})
	d.block()
	return d
}

// block makes a block, which the console hears of.
func (d *desk) block() {
	d.t.Helper()
	d.Clock.Move(time.Second)
	if err := d.exchange.Turn(d.t.Context()); err != nil {
		d.t.Fatal(err)
	}
	d.hear()
}

// hear tells the console of the newest block.
func (d *desk) hear() {
	viewtest.Fresh(d.Kit, d.s, d.exchange.Local().Head().Number)
}

func (d *desk) at(symbol string) common.Address {
	d.t.Helper()
	token, ok := d.tokens[symbol]
	if !ok {
		d.t.Fatalf("%s is not listed", symbol)
	}
	return token.Address
}

// units are whole tokens.
func (d *desk) units(text, symbol string) api.Amount {
	return viewtest.Units(text, d.tokens[symbol])
}

// send signs what was prepared with its account's key and makes its block.
func (d *desk) send(tx api.Transaction, err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
	raw, hash, err := d.s.Wallet.SignTransaction(tx.From, tx)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := apitest.On(d.exchange, tx.ChainID).SendTransaction(d.t.Context(),
		raw); err != nil {
		d.t.Fatal(err)
	}
	d.block()
	if r, err := apitest.On(d.exchange, tx.ChainID).Receipt(d.t.Context(),
		hash); err != nil || !r.Success {
		d.t.Fatalf("%s ends with %+v, %v", hash, r, err)
	}
}

// allow gives a right without bounds, as many have who ever gave one.
func (d *desk) allow(owner common.Address, symbol string, spenders ...common.Address) {
	d.t.Helper()
	for _, spender := range spenders {
		d.send(apitest.On(d.exchange, d.s.Network.ChainID).PrepareApprove(d.t.Context(),
			api.ApproveRequest{
				Owner: owner, Token: d.at(symbol),
				Kind: d.tokens[symbol].Kind, Spender: spender, Amount: api.MaxAmount}))
	}
}

// post signs an order, which anybody may take, and posts it.
func (d *desk) post(maker common.Address, o api.Order) api.OrderRecord {
	d.t.Helper()
	d.nonce++
	o.Maker, o.NonceAndMeta = maker, api.PackNonce(api.NewAmount(d.nonce), common.Address{})
	o.Expiry = uint64(d.Clock.Now().Unix()) + 86_400
	signature, err := d.s.Wallet.Sign(maker, eip712.OrderTypedData(d.s.Network.ChainID,
		d.s.Network.Contracts.AugustusRFQ, o))
	if err != nil {
		d.t.Fatal(err)
	}
	record, _, err := apitest.On(d.exchange, d.s.Network.ChainID).CreateOrder(d.t.Context(),
		api.OrderRequest{
			Order: o, Type: o.Type(), Signature: signature[:]})
	if err != nil {
		d.t.Fatal(err)
	}
	return record
}

// proxy stands between a console and its service. What is prepared it asks for once and then
// answers as alter leaves it.
type proxy struct {
	server http.Handler
	mu     sync.Mutex
	honest map[string][]byte
	alter  func(*api.Transaction) // nil leaves all as it is
	last   api.Transaction        // as it was answered
}

// ServeHTTP implements http.Handler.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || !strings.Contains(r.URL.Path, "/prepare/") {
		p.server.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := r.URL.Path + string(body)
	answer, ok := p.honest[key]
	if !ok {
		asked := r.Clone(r.Context())
		asked.Body = io.NopCloser(bytes.NewReader(body))
		honest := httptest.NewRecorder()
		p.server.ServeHTTP(honest, asked)
		if answer = honest.Body.Bytes(); honest.Code != http.StatusOK {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(honest.Code)
			_, _ = w.Write(answer)
			return
		}
		p.honest[key] = answer
	}
	var tx api.Transaction
	if err := json.Unmarshal(answer, &tx); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if p.alter != nil {
		tx.Data = bytes.Clone(tx.Data)
		p.alter(&tx)
	}
	p.last = tx
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(tx)
}

// altered has the proxy answer with what change leaves of it, and returns what it answered last.
func (p *proxy) altered(change func(*api.Transaction)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.alter = change
}

func (p *proxy) answered() api.Transaction {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// route asks for a way to swap, as a quote of the console is one.
func (d *desk) route(r api.PriceRequest) (api.PriceRoute, json.RawMessage) {
	d.t.Helper()
	r.ChainID, r.User = d.s.Network.ChainID, d.s.Account.Address
	free := 101.0
	r.MaxImpact = &free
	route, err := apitest.On(d.s.Service, api.LocalChainID).Prices(d.t.Context(), r)
	if err != nil {
		d.t.Fatalf("%s %v: %v", r.Version, r.IncludeMethods, err)
	}
	raw, err := json.Marshal(route)
	if err != nil {
		d.t.Fatal(err)
	}
	return route, raw
}

// The code of contracts that answer every call with the same word: yes, and much.
var (
	yesMan  = sayer(big.NewInt(1))
	muchMan = sayer(new(big.Int).Lsh(big.NewInt(1), 90))
)

func sayer(word *big.Int) []byte {
	const words = 8
	var code []byte
	for i := range words {
		code = append(code, 0x7f) // PUSH32
		code = append(code, common.BigToHash(word).Bytes()...)
		code = append(code, 0x60, byte(32*i), 0x52) // PUSH1, MSTORE
	}
	return append(code, 0x61, 1, 0, 0x5f, 0xf3) // PUSH2 256, PUSH0, RETURN
}
