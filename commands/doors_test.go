package commands_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/command"
	"bourse/backend/eip712"
	"bourse/backend/server"
	"bourse/commands"
	"bourse/views"
	"bourse/views/grammar"
	"bourse/wallet"
)

// market is a running exchange, looked at from its own side: what a door has done is read there.
type market struct {
	*testing.T
	url       string
	handler   http.Handler // what answers there
	service   *backend.Backend
	contracts api.Contracts
	tokens    map[string]api.Token
	wallet    *wallet.Wallet
	main      common.Address
	other     common.Address
}

func open(t *testing.T) *market {
	t.Helper()
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	o := command.Options{Seed: 7, LocalRPC: "127.0.0.1:0"}
	b, err := o.Open(t.Context(), t.TempDir(), accounts, false, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- b.Run(t.Context()) }()
	s := server.New(b, server.Options{Log: quiet})
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
		<-ended
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := b.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := &market{T: t, url: web.URL, handler: s, service: b, tokens: map[string]api.Token{}}
	list, err := b.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m.contracts = list[0].Contracts
	tokens, err := apitest.On(b, api.LocalChainID).Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		m.tokens[token.Symbol] = token
	}
	if m.wallet, err = commands.OpenWallet(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	m.main, m.other = m.account("main"), m.account("dev1")
	return m
}

func (m *market) account(name string) common.Address {
	m.Helper()
	a, err := m.wallet.Find(name)
	if err != nil {
		m.Fatal(err)
	}
	return a.Address
}

// units are whole and broken tokens in raw units.
func (m *market) units(text, symbol string) api.Amount {
	m.Helper()
	a, err := api.ParseUnits(text, m.tokens[symbol].Decimals)
	if err != nil {
		m.Fatal(err)
	}
	return a
}

func (m *market) held(account common.Address, symbol string) api.UserToken {
	m.Helper()
	t, err := apitest.On(m.service, api.LocalChainID).UserToken(m.Context(), account,
		m.tokens[symbol].Address)
	if err != nil {
		m.Fatal(err)
	}
	return t
}

func (m *market) orders(nft bool) []api.OrderRecord {
	m.Helper()
	page, err := apitest.On(m.service, api.LocalChainID).Orders(m.Context(),
		api.OrderQuery{NFT: nft,
			Type: api.Limit, Maker: &m.main, Limit: 10, OrderBy: api.ByCreatedAt})
	if err != nil {
		m.Fatal(err)
	}
	return page.Orders
}

// stranger posts an order of another account, signed without any door: it sells WETH for USDC.
func (m *market) stranger(weth, usdc string) common.Hash {
	m.Helper()
	o := api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(77), common.Address{}),
		Maker: m.other, MakerAsset: api.Asset{Address: m.tokens["WETH"].Address},
		TakerAsset:  api.Asset{Address: m.tokens["USDC"].Address},
		MakerAmount: m.units(weth, "WETH"), TakerAmount: m.units(usdc, "USDC")}
	tx, err := apitest.On(m.service, api.LocalChainID).PrepareApprove(m.Context(),
		api.ApproveRequest{
			Owner: m.other, Token: m.tokens["WETH"].Address, Spender: m.contracts.AugustusRFQ,
			Amount: o.MakerAmount})
	if err != nil {
		m.Fatal(err)
	}
	raw, _, err := m.wallet.SignTransaction(m.other, tx)
	if err != nil {
		m.Fatal(err)
	}
	if _, err := apitest.On(m.service, api.LocalChainID).SendTransaction(m.Context(),
		raw); err != nil {
		m.Fatal(err)
	}
	m.until("dev1's allowance", func() bool {
		return m.held(m.other, "WETH").Allowances[m.contracts.AugustusRFQ] == o.MakerAmount
	})
	data := eip712.OrderTypedData(api.LocalChainID, m.contracts.AugustusRFQ, o)
	signature, err := m.wallet.Sign(m.other, data)
	if err != nil {
		m.Fatal(err)
	}
	r, _, err := apitest.On(m.service, api.LocalChainID).CreateOrder(m.Context(), api.OrderRequest{
		Order: o, Type: api.Limit, Signature: signature[:]})
	if err != nil {
		m.Fatal(err)
	}
	return r.Hash
}

// secret is that by which the account reads its orders, made as docs/delta.md says.
func (m *market) secret() common.Hash {
	m.Helper()
	signature, err := m.wallet.Sign(m.main, eip712.HeldOrdersTypedData(api.LocalChainID,
		m.contracts.Delta, m.main, strings.TrimPrefix(m.url, "http://")))
	if err != nil {
		m.Fatal(err)
	}
	return crypto.Keccak256Hash([]byte("bourse held orders"), signature.Compact())
}

// until waits for what the next blocks bring.
func (m *market) until(what string, is func() bool) {
	m.Helper()
	blocks := m.service.Subscribe(m.Context(), api.TopicBlock)
	for late := time.After(time.Minute); !is(); {
		select {
		case <-blocks:
		case <-late:
			m.Fatalf("%s does not come", what)
		}
	}
}

func (m *market) equal(what string, is, want api.Amount) {
	m.Helper()
	if is != want {
		m.Errorf("%s: %s raw units, not %s", what, is, want)
	}
}

// jobs are the twelve of a trading session, by whichever door say is, which carries a sentence out
// and signs what it leads to. What must come of each is reckoned by hand, and read from the chain
// and the service.
func jobs(m *market, say func(sentence string)) {
	usdc := func() api.Amount { return m.held(m.main, "USDC").Balance }
	weth := func() api.Amount { return m.held(m.main, "WETH").Balance }
	m.Log("1 approve")
	say("approve 100 usdc for swaps")
	m.equal("the allowance", m.held(m.main, "USDC").Allowances[m.contracts.AugustusV6],
		api.NewAmount(100_000_000))
	m.Log("2 revoke")
	say("revoke usdc for swaps")
	m.equal("the allowance taken back",
		m.held(m.main, "USDC").Allowances[m.contracts.AugustusV6], api.Amount{})
	m.Log("3 wrap")
	before := weth()
	say("wrap 1")
	m.equal("what was wrapped", weth().Sub(before), m.units("1", "WETH"))
	m.Log("4 unwrap")
	say("unwrap 1")
	m.equal("what is left of it", weth(), before)
	m.Log("5 send")
	paid, came := usdc(), m.held(m.other, "USDC").Balance
	say("send 5 usdc dev1")
	m.equal("what was sent", paid.Sub(usdc()), api.NewAmount(5_000_000))
	m.equal("what came", m.held(m.other, "USDC").Balance.Sub(came), api.NewAmount(5_000_000))
	m.Log("6 fill")
	hash := m.stranger("0.2", "600")
	paid, before = usdc(), weth()
	say("fill " + hash.Hex() + " pay 300 usdc")
	m.equal("what was paid", paid.Sub(usdc()), api.NewAmount(300_000_000))
	m.equal("what was bought", weth().Sub(before), m.units("0.1", "WETH"))
	m.Log("7 buy")
	say("buy 0.1 weth at 2900 usdc")
	list := m.orders(false)
	if len(list) != 1 || list[0].MakerAmount != api.NewAmount(290_000_000) ||
		list[0].TakerAmount != m.units("0.1", "WETH") ||
		list[0].MakerAsset.Address != m.tokens["USDC"].Address || !list[0].State.Open() {
		m.Fatalf("the order is %+v", list)
	}
	m.Log("8 cancel")
	say("cancel all")
	m.until("the cancellation", func() bool { return m.orders(false)[0].State == api.Cancelled })
	m.Log("9 swap")
	paid, before = usdc(), weth()
	say("swap 100 usdc weth slippage 0.5%")
	m.equal("what was sold", paid.Sub(usdc()), api.NewAmount(100_000_000))
	if got := weth().Sub(before); got.Less(m.units("0.02", "WETH")) {
		m.Errorf("100 USDC brought %s", got)
	}
	m.Log("10 Delta order")
	paid, before = usdc(), weth()
	say("delta 2000 usdc weth slippage 1%")
	m.equal("what the auction sold", paid.Sub(usdc()), api.NewAmount(2_000_000_000))
	if got := weth().Sub(before); got.Less(m.units("0.5", "WETH")) {
		m.Errorf("2000 USDC brought %s", got)
	}
	m.Log("11 purchase")
	paid, before = usdc(), weth()
	say("delta buy 0.5 weth with usdc slippage 1%")
	if got := weth().Sub(before); got.Less(m.units("0.5", "WETH")) {
		m.Errorf("it bought %s", got)
	}
	if cost := paid.Sub(usdc()); cost.Less(api.NewAmount(1_000_000_000)) ||
		api.NewAmount(2_000_000_000).Less(cost) {
		m.Errorf("half a WETH cost %s", cost)
	}
	m.Log("12 stop")
	say("stop 1 weth usdc at 2600 least 2500")
	mine := api.DeltaQuery{User: m.main, ChainID: api.LocalChainID, Page: 1, Limit: 10}
	deltas, err := apitest.On(m.service, api.LocalChainID).DeltaOrders(m.Context(), mine)
	if err != nil || len(deltas) != 3 || !deltas[0].Hidden || deltas[0].Trigger != nil {
		m.Fatalf("to a stranger: %v %+v", err, deltas)
	}
	deltas, err = apitest.On(m.service, api.LocalChainID).DeltaOrders(
		api.WithSecrets(m.Context(), m.secret()), mine)
	if err != nil || len(deltas) != 3 || deltas[0].Trigger == nil || !deltas[0].Trigger.Below {
		m.Fatalf("%v %+v", err, deltas)
	}
	m.equal("the worth it waits for", deltas[0].Trigger.Worth, api.NewAmount(2_600_000_000))
	m.equal("its floor", deltas[0].Order.DestAmount, api.NewAmount(2_500_000_000))
	say("trail 1 weth usdc by 3% least 2850")
	say("stop 1 weth usdc at 2600 least 2500 or 3600 least 3500")
	held, err := apitest.On(m.service, api.LocalChainID).DeltaOrders(
		api.WithSecrets(m.Context(), m.secret()), mine)
	if err != nil || len(held) != 6 || held[2].Trigger == nil || held[0].Trigger == nil ||
		held[1].Trigger == nil {
		m.Fatalf("%v %+v", err, held)
	}
	if trail := held[2].Trigger; trail.Trail.Bps != 300 || trail.Trail.From.IsZero() ||
		trail.Worth.Less(trail.Trail.From) {
		m.Errorf("it trails by %+v", trail)
	}
	listed, err := do(m.T, m.url, "auctions")
	for kind, other := range map[string]string{"take profit": held[0].ID, "stop": held[1].ID} {
		twin := "one cancels the other: " + kind + " " + other[:6]
		if err != nil || !strings.Contains(listed, twin) {
			m.Errorf("no %q: %v\n%s", twin, err, listed)
		}
	}
	ended, err := do(m.T, m.url, "cancel "+held[0].ID, "--yes", "--max-usd", "1")
	if goes := "it goes on: the stop " + held[1].ID[:6]; !strings.Contains(ended, goes) {
		m.Errorf("no %q: %v\n%s", goes, err, ended)
	}
	m.equal("the nonce of both", held[0].Order.Nonce, held[1].Order.Nonce)
	m.equal("the profit", held[0].Trigger.Worth, api.NewAmount(3_600_000_000))
	m.equal("the stop", held[1].Trigger.Worth, api.NewAmount(2_600_000_000))
	m.equal("the floor of the profit", held[0].Order.DestAmount, api.NewAmount(3_500_000_000))
	m.Log("13 NFT")
	say("nft sell Apes 1 for 50 usdc")
	nfts := m.orders(true)
	if len(nfts) != 1 || nfts[0].MakerAsset.ID != api.NewAmount(1) ||
		nfts[0].TakerAmount != api.NewAmount(50_000_000) || nfts[0].State != api.Pending {
		m.Fatalf("the NFT order is %+v", nfts)
	}
}

// TestJobsByDo does a session's jobs by one command each, signed within limits.
func TestJobsByDo(t *testing.T) {
	here(t)
	m := open(t)
	jobs(m, func(sentence string) {
		if out, err := do(t, m.url, sentence, "--yes", "--max-usd", "20000",
			"--word", "NFT"); err != nil {
			t.Fatalf("%s: %v\n%s", sentence, err, out)
		}
	})
}

// do is bourse do at a service.
func do(t *testing.T, url, sentence string, flags ...string) (string, error) {
	t.Helper()
	args := append([]string{"do", "--backend", url}, flags...)
	out, err := run(t, append(args, strings.Fields(sentence)...)...)
	if key := capitalKey.FindString(out); key != "" {
		t.Errorf("%s: the document has the key %s", sentence, key)
	}
	return out, err
}

// capitalKey is a key of a document that is named otherwise than those of the HTTP interface.
var capitalKey = regexp.MustCompile(`"[A-Z]\w*":`)

// What --yes may not do without being told how far: it signs nothing then.
func TestDoKeepsToItsLimits(t *testing.T) {
	here(t)
	m := open(t)
	before := m.held(m.main, "USDC").Balance
	for _, test := range []struct{ sentence, flags, says string }{
		{"send 5 usdc dev1", "--yes", "--max-usd USD"},
		{"send 5 usdc dev1", "--yes --max-usd 4", "more than --max-usd"},
		{"send 5 usdc dev1", "--yes --max-usd 1,000", "a comma could mean either"},
		{"swap 5 usdc weth", "--yes --max-usd 50", "say how bad the price may become"},
		{"swap 5 usdc weth least 1", "--yes --max-usd 50", "less than the least"},
		{"byu 1 weth", "--yes --max-usd 100", "do you mean buy?"},
		{"swap 5 uscd weth", "--yes --max-usd 50", "there is no token uscd; do you mean USDC?"},
		{"send 600000 usdc dev1", "--yes --max-usd 1000000", "balance: need"},
		{"nft sell Apes 1 for 50 usdc", "--yes --max-usd 100", "--word NFT"},
		{"send 5 usdc " + m.tokens["USDC"].Address.Hex(), "--yes --max-usd 100 --word contract",
			"that is the contract of USDC itself: what is sent there is lost"},
		{"send 5 usdc main", "--yes --max-usd 100", "that is the account itself"},
		{"send 5 usdc dev1", "", "nobody is at the terminal"},
		{"send 5 usdc", "", "say to whom"},
	} {
		out, err := do(t, m.url, test.sentence, strings.Fields(test.flags)...)
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s %s: %v\n%s", test.sentence, test.flags, err, out)
		}
	}
	m.equal("what is left", m.held(m.main, "USDC").Balance, before)
}

// A script's limits are asked about all of a sentence before its first transaction: no approval is
// sent for what is refused afterwards.
func TestDoDecidesBeforeItApproves(t *testing.T) {
	here(t)
	m := open(t)
	dear := m.stranger("0.2", "6000")
	before, err := apitest.On(m.service, api.LocalChainID).Nonces(m.Context(), m.main)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ sentence, says string }{
		{"buy 0.1 weth at 6000 usdc", "--word"},
		{"sell 0.1 weth at 6000 usdc", `the word "WETH/USDC"`}, // the book has no middle
		{"swap 100 usdc weth slippage 30%", "--word"},
		{"fill " + dear.Hex(), "--word"},
		{"delta 2000 usdc weth slippage 30%", "--word"},
		{"delta 2000 usdc weth least 5", "less than the least"},
		{"stop 1 weth usdc at 99999 least 2000", "it would not wait"},
		{"stop 1 weth usdc at 1500 least 100", "--word"},
		{"stop 1 weth usdc at 2500 least 2300", `the word "FLOOR"`}, // 23% below the market
		{"stop 1 weth usdc at 2900 least 2800 or 3500 least 3600", "is above its price"},
		{"trail 1 weth usdc by 3% least 2990", "below the least"},
		{"trail 1 weth usdc by 100% least 100", "below 100%"},
	} {
		out, err := do(t, m.url, test.sentence, "--yes", "--max-usd", "20000")
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v\n%s", test.sentence, err, out)
		}
	}
	after, err := apitest.On(m.service, api.LocalChainID).Nonces(m.Context(), m.main)
	if err != nil || after != before {
		t.Errorf("transactions were sent: %+v, before them %+v, %v", after, before, err)
	}
	for _, symbol := range []string{"USDC", "WETH"} {
		for spender, a := range m.held(m.main, symbol).Allowances {
			m.equal(symbol+" that "+spender.Hex()+" may move", a, api.Amount{})
		}
	}
}

// A price of an NFT order that is far off wants the collection's name, as the form does; the word
// that agrees to giving an NFT, for a price as it should be, is no answer to that.
func TestTheNFTMarketIsLookedAt(t *testing.T) {
	here(t)
	m := open(t)
	for _, sentence := range []string{"nft sell passes 1 for 0.08 weth",
		"nft sell passes 2 for 0.155 weth", "nft sell passes 2 for 5 weth"} {
		if out, err := do(t, m.url, sentence, "--yes", "--max-usd", "20000", "--word", "NFT",
			"--account", "dev1"); err != nil {
			t.Fatalf("%s: %v\n%s", sentence, err, out)
		}
	}
	page, err := apitest.On(m.service, api.LocalChainID).Orders(t.Context(), api.OrderQuery{
		NFT: true, Type: api.Limit, Maker: &m.other, Limit: 10, OrderBy: api.ByCreatedAt})
	if err != nil || len(page.Orders) != 3 {
		t.Fatalf("%v %+v", err, page.Orders)
	}
	dear := slices.IndexFunc(page.Orders, func(r api.OrderRecord) bool {
		return r.TakerAmount == m.units("5", "WETH")
	})
	const wants = `the word "Passes"`
	for _, test := range []struct{ sentence, word, says string }{
		{"nft bid 5 weth for passes 2", "NFT", wants},
		{"nft sell passes 1 for 0.0001 weth", "NFT", wants},
		{"nft sell passes 1 for 0.0001 weth", "passes", "--word NFT"},
		{"fill " + page.Orders[dear].Hash.Hex(), "NFT", wants},
	} {
		out, err := do(t, m.url, test.sentence, "--yes", "--max-usd", "20000", "--word", test.word)
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s --word %s: %v\n%s", test.sentence, test.word, err, out)
		}
	}
	agent := hire(t, "--backend", m.url)
	for sentence, told := range map[string]string{
		"nft bid 5 weth for passes 2": "price 3125.81% worse than the cheapest offer of it, " +
			"0.1550 WETH",
		"nft sell passes 1 for 0.0001 weth": "price 99.88% worse than the floor of 0.0800 WETH",
	} {
		words, _, _ := agent.call("prepare", sentence)
		if !strings.Contains(words, told) || !strings.Contains(words, "asks for the word Passes") {
			t.Errorf("%s: %s", sentence, words)
		}
	}
	if list := m.orders(true); len(list) != 0 {
		t.Errorf("signed all the same: %+v", list)
	}
	out, err := do(t, m.url, "nft bid 0.15 weth for passes 2", "--yes", "--max-usd", "20000")
	if err != nil || len(m.orders(true)) != 1 {
		t.Errorf("%v\n%s", err, out)
	}
}

// What can't be opened is said in a sentence, not by a panic: a folder that somebody has open, a
// service that is not there, a name that nobody has.
func TestDoorsThatStayShut(t *testing.T) {
	here(t)
	m := open(t)
	for _, flags := range [][]string{
		{"--backend", "http://127.0.0.1:1"},
		{"--backend", m.url, "--account", "nobody"},
		{"--backend", m.url, "--network", "mars"},
		{"--data", "/proc/nope"},
	} {
		out, err := run(t, append(append([]string{"do"}, flags...), "balances")...)
		if err == nil || err.Error() == "" || strings.Contains(err.Error(), "panic") {
			t.Errorf("%q: %v\n%s", flags, err, out)
		}
	}
}

// A document is in the shape of the interface.
func TestDoAsDocument(t *testing.T) {
	here(t)
	m := open(t)
	out, err := do(t, m.url, "balances", "--json")
	var told struct {
		Tokens []struct {
			Symbol  string
			Balance string
		}
	}
	if err := errorsOf(err, json.Unmarshal([]byte(out), &told)); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := false
	for _, token := range told.Tokens {
		found = found || token.Symbol == "USDC" && token.Balance == "500000000000"
	}
	if !found {
		t.Errorf("no 500,000 USDC:\n%s", out)
	}
	out, err = do(t, m.url, "cancel 0x1", "--json", "--yes", "--max-usd", "1")
	var wrong api.Error
	if err == nil || json.Unmarshal([]byte(out), &wrong) != nil ||
		wrong.Type != api.ValidationError || !strings.Contains(wrong.Details, "0x1 is no order") {
		t.Errorf("%v\n%s", err, out)
	}
}

// fills tells of each way to trade, and what was sold without a known cost is named.
func TestFillsAndCosts(t *testing.T) {
	here(t)
	m := open(t)
	say := func(sentence string, flags ...string) string {
		t.Helper()
		out, err := do(t, m.url, sentence, append(flags, "--yes", "--max-usd", "20000")...)
		if err != nil {
			t.Fatal(sentence, err, out)
		}
		return out
	}
	say("fill " + m.stranger("0.2", "600").Hex() + " pay 300 usdc")
	say("swap 100 usdc weth slippage 1%")
	say("delta 2000 usdc weth slippage 1%")
	say("swap 3 link usdc slippage 1%")
	out := say("fills")
	for _, want := range []string{`^4 trades\n`,
		`gave 300.00 USDC for 0.10* WETH in block \d+, order 0x`,
		`gave 100.00 USDC for 0.0\d+ WETH in block \d+, swap 0x`,
		`gave 2,000.00 USDC for 0.\d+ WETH in block \d+, Delta order `,
		`gave 3.0* LINK for \d+.\d+ USDC in block \d+, swap 0x`} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	var told, sent struct{ Fills, Swaps, Auctions []any }
	if out = say("fills", "--json"); json.Unmarshal([]byte(out), &told) != nil ||
		len(told.Fills) != 1 || len(told.Swaps) != 2 || len(told.Auctions) != 1 {
		t.Errorf("as a document:\n%s", out)
	}
	reply, err := http.Get(m.url + "/x/1337/fills?account=" + m.main.Hex())
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if err := json.NewDecoder(reply.Body).Decode(&sent); err != nil ||
		!reflect.DeepEqual(told.Fills, sent.Fills) {
		t.Errorf("%v: over HTTP it is\n%v, as a document\n%v", err, sent.Fills, told.Fills)
	}
	for _, question := range []string{"pnl", "lots"} {
		if out = say(question); !strings.Contains(out, "of unknown cost: 3 LINK sold on ") {
			t.Errorf("%s hides a sale:\n%s", question, out)
		}
		if out = say(question, "--json"); !strings.Contains(out, `"uncosted": [`) ||
			!strings.Contains(out, `"amount": "3.000000000000000000"`) {
			t.Errorf("%s hides a sale as a document:\n%s", question, out)
		}
	}
	say("lot 5 link for 50 on 2024-05-31")
	if out = say("lots"); strings.Contains(out, "of unknown cost") {
		t.Errorf("its cost is known:\n%s", out)
	}
}

// An order is named by the beginning of its hash, and line by line by its number in the list that
// was told last.
func TestOrdersAreNamedShort(t *testing.T) {
	here(t)
	m := open(t)
	order := m.stranger("0.2", "600").Hex()
	yes := []string{"--yes", "--max-usd", "20000"}
	paid := m.held(m.main, "USDC").Balance
	for _, test := range []struct{ sentence, says string }{
		{"fill " + order[:7] + " pay 300 usdc", "is no order"}, // too little of it
		{"fill 0xffffff", "nothing that is open begins with 0xffffff"},
		{"fill 1", "1 is no number of the list"},
		{"fill " + strings.ToUpper(order[2:10]), "nothing that is open begins with"}, // without 0x
		{"fill " + order[:8] + " pay 300 usdc", "bought 0.1"},
		{"buy 0.1 weth at 2900 usdc", "is accepted"},
		{"stop 1 weth usdc at 2600 least 2500", "waits for its price"},
	} {
		out, err := do(t, m.url, test.sentence, yes...)
		if err != nil {
			out += err.Error()
		}
		if !strings.Contains(out, test.says) {
			t.Errorf("%s says no %q:\n%s", test.sentence, test.says, out)
		}
	}
	m.equal("what was paid", paid.Sub(m.held(m.main, "USDC").Balance), m.units("300", "USDC"))
	c := converse(t, m.url)
	sign := func(last string) {
		for strings.HasPrefix(c.until("^Type yes to sign|"+last), "Type yes") {
			c.say("yes")
		}
	}
	c.say("yes")
	c.until("^No: nothing waits for “yes”. Type what to do, or help.")
	c.say("frob")
	c.until(`^No: "frob" is no verb; see help$`)
	c.say("orders")
	c.until("^1: PENDING 0x")
	c.say("cancel 2")
	c.until("^No: 2 is no number of the list that was told last")
	c.say("cancel 1")
	sign("^cancel order .*: done")
	c.say("auctions")
	listed := c.until("^1: NOT_STARTED .*; executes at [0-9,.]+ to [0-9,.]+ USDC per WETH$")
	id := regexp.MustCompile("[0-9a-f-]{36}").FindString(listed)
	if id == "" {
		t.Fatalf("no id in %q", listed)
	}
	c.say("cancel " + id[:7])
	sign("^Delta order .* is CANCELLED, ")
	c.say("invalidate ffffff")
	c.until("^No: none of your Delta orders begins with ffffff")
	c.say("invalidate " + order[:8])
	c.until("^No: cancel ends an order of the book; none of your Delta orders begins with")
	c.say("invalidate " + id[:6]) // it is final, and its nonce is free
	sign("^invalidate .*: done")
	c.say("book weth/usdc")
	c.until("^1: for sale: 0.1")
	paid = m.held(m.main, "USDC").Balance
	c.say("fill 1")
	sign("^bought 0.1")
	m.equal("what was paid by number", paid.Sub(m.held(m.main, "USDC").Balance),
		m.units("300", "USDC"))
	c.say("quit")
	if err := c.end(); err != nil {
		t.Fatal(err)
	}
	if list := m.orders(false); len(list) != 1 || list[0].State != api.Cancelled {
		t.Errorf("the orders are %+v", list)
	}
}

// Every form of a sentence is read, and is told by the help of its verb.
func TestEveryFormIsReadAndTold(t *testing.T) {
	here(t)
	m := open(t)
	if out, err := do(t, m.url, "lot 2 weth for 5000 on 2024-05-31"); err != nil {
		t.Fatal(err, out)
	}
	places := strings.NewReplacer("0xORDER", common.Hash{1}.Hex(), "0xTRANSACTION",
		common.Hash{2}.Hex(), "DELTA-ORDER", "7d3e4b5a-1c2d-4e3f-8a9b-0c1d2e3f4a5b", "bob", "dev1")
	for _, v := range grammar.Verbs() {
		told, err := run(t, "help", "do", v.Name)
		if err != nil {
			t.Fatal(err)
		}
		told = strings.Join(strings.Fields(strings.ReplaceAll(told, "\\\n", "\n")), " ")
		for _, form := range v.Forms() {
			if !strings.Contains(told+" ", "bourse do "+form+" ") {
				t.Errorf("help do %s leaves out %q", v.Name, form)
			}
			if !v.Moves || v.Name == "carry" {
				continue
			}
			_, err := do(t, m.url, places.Replace(form))
			var wrong command.UsageError
			if errors.As(err, &wrong) {
				t.Errorf("%s: %v", form, err)
			}
		}
	}
}

// No list of a document is null, whatever is asked of a market that has nothing yet.
func TestNoListIsNull(t *testing.T) {
	here(t)
	m := open(t)
	for _, v := range grammar.Verbs() {
		if !v.Asks() {
			continue
		}
		sentence, _, _ := strings.Cut(v.Usage, ", ")
		out, err := do(t, m.url, sentence, "--json")
		if err != nil || !json.Valid([]byte(out)) {
			t.Errorf("%s: %v\n%s", sentence, err, out)
		}
		if strings.Contains(out, ": null") {
			t.Errorf("%s has a null:\n%s", sentence, out)
		}
	}
	if out, _ := do(t, m.url, "book weth/usdc", "--json"); !strings.Contains(out, `"asks": []`) ||
		!strings.Contains(out, `"bids": []`) {
		t.Errorf("the sides of an empty book:\n%s", out)
	}
}

// Who cancels all is told which Delta orders go on, before and after, and who leaves a stop to an
// exchange that ends with the command, that nobody watches it.
func TestWhatGoesOnIsSaid(t *testing.T) {
	here(t)
	loud := func(flags ...string) string {
		t.Helper()
		var said bytes.Buffer
		root := commands.Root()
		root.SetOut(&said)
		root.SetErr(&said)
		root.SetArgs(append([]string{"do", "--yes", "--max-usd", "20000"}, flags...))
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatal(flags, err, said.String())
		}
		return said.String()
	}
	out := loud("stop 1 weth usdc at 2600 least 2500")
	if strings.Count(out, "NOBODY WATCHES THE PRICE once this command has ended") != 2 {
		t.Errorf("a stop alone says:\n%s", out)
	}
	loud("buy 0.1 weth at 2900 usdc")
	for _, first := range []string{"cancel 1 orders", "no order is open in the book"} {
		out = loud("cancel all")
		if !regexp.MustCompile(`not cancelled: 1 Delta order, .* cancel [0-9a-f-]{36}`).
			MatchString(out) {
			t.Errorf("%s leaves a stop and says:\n%s", first, out)
		}
	}
	if out = loud("cancel all", "--json"); !strings.Contains(out, `"goOn": [`) {
		t.Errorf("as a document it leaves out what goes on:\n%s", out)
	}
}

func errorsOf(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

// conversation is the plain console through two pipes.
type conversation struct {
	*testing.T
	in    io.WriteCloser
	out   io.Closer // of its lines
	lines *bufio.Scanner
	all   bytes.Buffer
	ended chan error
}

func converse(t *testing.T, url string, flags ...string) *conversation {
	t.Helper()
	fromHere, in := io.Pipe()
	out, toHere := io.Pipe()
	c := &conversation{T: t, in: in, out: out, lines: bufio.NewScanner(out),
		ended: make(chan error, 1)}
	go func() {
		root := commands.Root()
		root.SetArgs(append([]string{"--plain", "--backend", url}, flags...))
		root.SetIn(fromHere)
		root.SetOut(toHere)
		err := root.ExecuteContext(t.Context())
		toHere.Close()
		c.ended <- err
	}()
	c.until("Type what to do, or help.")
	return c
}

// end reads what is still said, so that nothing waits for a reader, and is what it ended with.
func (c *conversation) end() error {
	for c.lines.Scan() {
		c.all.WriteString(c.lines.Text() + "\n")
	}
	return <-c.ended
}

// answerTime is how long a line is waited for.
const answerTime = 2 * time.Minute

// until reads to a line that matches.
func (c *conversation) until(pattern string) string {
	c.Helper()
	want := regexp.MustCompile(pattern)
	given := time.AfterFunc(answerTime, func() { _ = c.out.Close() }) // it waits for something else
	defer given.Stop()
	for c.lines.Scan() {
		line := c.lines.Text()
		c.all.WriteString(line + "\n")
		if want.MatchString(line) {
			return line
		}
	}
	c.Fatalf("no line like %q:\n%s", pattern, c.all.String())
	return ""
}

func (c *conversation) say(line string) {
	c.Helper()
	if _, err := fmt.Fprintln(c.in, line); err != nil {
		c.Fatal(err)
	}
}

// lasts is the last line that comes of each verb.
var lasts = map[string]string{"approve": `^approve USDC: done`, "revoke": `^revoke .*: done`,
	"wrap": `^wrap 1: done`, "unwrap": `^unwrap 1: done`, "send": `^send .*: done`,
	"fill": `^bought 0.1`, "buy": `is accepted`, "cancel": `^cancel .*: done`,
	"swap": `^received `, "delta": `is executed: `, "stop": `waits for its price`,
	"trail": `waits for its price`,
	"nft":   `is accepted`}

// An order that somebody agreed to line by line can be taken back while it rests: nothing is signed
// then. What else is typed meanwhile is said once it has rested. A cap wants its word, by any door,
// and what happens to the account is posted where that was asked for.
func TestPlainThinksBetterOfIt(t *testing.T) {
	here(t)
	m := open(t)
	posted := make(chan string, 10)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		posted <- string(body)
	}))
	defer hook.Close()
	c := converse(t, m.url, "--webhook", hook.URL)
	c.say("undo 1")
	c.until("^a console that is open takes it up within seconds")
	c.say("undo")
	c.until("^an order that is agreed to can be taken back for 1 s")
	c.say("approve 5000 usdc for orders")
	c.until("^Type yes to sign")
	c.say("yes")
	c.until("^approve USDC: done")
	c.say("cap 100")
	c.until(`^what pays more than \$100.00 wants the word cap`)
	c.until("^a console that is open takes it up within seconds")
	order := "buy 0.1 weth at 2900 usdc"
	c.say(order)
	c.until("^Type cap to sign")
	c.say("cap")
	c.until("^Type yes to sign")
	c.say("yes")
	c.until("^Signed and posted in 1 seconds. Type u to take it back.")
	c.say("u")
	c.until("^No: taken back, nothing was posted: nothing more is signed")
	if list := m.orders(false); len(list) != 0 {
		t.Fatalf("what was taken back is posted: %+v", list)
	}
	c.say("cap off")
	c.until("^there is no cap for an order")
	c.until("^a console that is open takes it up within seconds")
	c.say(order)
	c.until("^Type yes to sign")
	c.say("yes")
	c.until("^Signed and posted in 1 seconds")
	c.say("pnl")
	c.until("is accepted")
	c.until(`^gained .* USD: realised .*, open .*, gas `)
	placed := m.orders(false)
	if len(placed) != 1 {
		t.Fatalf("the orders are %+v", placed)
	}
	said, err := do(t, m.url, "cancel "+placed[0].Hash.Hex(), "--yes", "--max-usd", "20")
	if err != nil {
		t.Fatal(err, said)
	}
	c.until("^order .* is CANCELLED")
	m.fillsFor(c)
	if said := <-posted; !strings.Contains(said, `"fill"`) {
		t.Errorf("posted: %s", said)
	}
	c.say("quit")
	c.until("go on without this console")
	if err := c.end(); err != nil {
		t.Fatal(err)
	}
}

// fillsFor takes a stranger's order in a conversation.
func (m *market) fillsFor(c *conversation) {
	order := m.stranger("0.1", "250")
	c.say("approve 1000 usdc for orders")
	c.until("^Type yes to sign")
	c.say("yes")
	c.until("^approve USDC: done")
	c.say("fill " + order.Hex())
	c.until("^Type yes to sign")
	c.say("yes")
	c.until("^bought 0.1")
}

// A plain console rings at what its alerts wait for, and who takes an order leaves the allowance of
// his own open ones to them.
func TestPlainRingsAndFillsLeaveAllowances(t *testing.T) {
	here(t)
	m := open(t)
	if out, err := do(t, m.url, "buy 0.1 weth @ 2900", "--yes", "--max-usd", "400"); err != nil {
		t.Fatal(err, out)
	}
	order := m.stranger("0.1", "295")
	c := converse(t, m.url)
	c.say("alert weth/usdc spread 1%")
	c.until("^it is told here")
	c.until(`^alert: the spread of WETH/USDC is 1\.7`)
	c.say("alerts")
	c.until("^0 alerts")
	c.say("quit")
	if err := c.end(); err != nil {
		t.Fatal(err)
	}
	out, err := do(t, m.url, "fill "+order.Hex()+" pay 150 usdc", "--yes", "--max-usd", "500",
		"--json")
	if err != nil || !strings.Contains(out, `"brought": "bought 0.050 WETH for 150.00 USDC`) {
		t.Fatal(err, out)
	}
	for _, r := range m.orders(false) {
		m.equal("what the open order can sell", r.SwappableBalance, m.units("290", "USDC"))
	}
}

// Bounds that are set by one command hold for the next.
func TestDoSetsBounds(t *testing.T) {
	here(t)
	m := open(t)
	for _, test := range []struct{ sentence, flags, says string }{
		{"cap", "", "there is no cap for an order"},
		{"cap 100", "", "what pays more than $100.00 wants the word cap"},
		{"cap", "--json", `"capUsd": "100"`},
		{"send 500 usdc dev1", "--yes --max-usd 1000", `asks for the word "cap"`},
		{"send 500 usdc dev1", "--yes --max-usd 1000 --word cap", "done in block"},
		{"send 50 usdc dev1", "--yes --max-usd 1000", "done in block"},
		{"sell 0.1 weth @ 8000", "--yes --max-usd 1000 --word weth/usdc",
			`asks for the word "cap"`},
		{"sell 0.1 weth @ 8000", "--yes --max-usd 1000 --word cap",
			`asks for the word "WETH/USDC"`},
		{"cap much", "", "a sum in USD such as 5000, or off"},
		{"undo", "--json", `"undoSeconds": 3`},
		{"undo off", "", "an order is signed as soon as it is agreed to"},
		{"undo 61", "", "seconds from 0 to 60, or off"},
		{"loss", "", "a day may lose whatever it does"},
		{"loss 500", "", "a day may lose $500.00, then"},
		{"loss", "--json", `"lossLimit": "500.00"`},
		{"loss 5%", "", "a day may lose 5.00% of what you hold, $"},
		{"loss 0.001%", "", "a share of what you hold from 0.01% to 100%, such as 5%"},
		{"loss 101%", "", "a share of what you hold from 0.01% to 100%, such as 5%"},
		{"loss 0", "", "a sum in USD from 0.01, such as 500"},
		{"loss 1,5", "", "a comma could mean either"},
		{"cap 1,5", "", "a comma could mean either"},
		{"alerts", "", "0 alerts"},
		{"sell 0.01 weth @ 8000", "--yes --max-usd 100", `it asks for the word "WETH/USDC"`},
		{"sell 0.01 weth @ 8000", "--yes --max-usd 100 --word weth/usdc", "waits for a taker"},
		{"buy 0.01 weth @ 1000", "--yes --max-usd 100 --word weth/usdc", "waits for a taker"},
		{"alert weth/usdc 9000", "", "1: WETH/USDC rises to 9,000"},
		{"alert weth/usdc fill again", "",
			"2: an order of yours is filled on WETH/USDC, or you fill one, each time"},
		{"alert pnl -50", "", `stands in quotes: bourse do "alert pnl -50"`},
		{"alert -- pnl -50", "", "3: the P&L of your account reaches -50 USD"},
		{"alert usdc/weth 1", "", "the pair is WETH/USDC: say it so"},
		{"alert weth/usdc much", "", "type a price"},
		{"alert weth/usdc", "", "say what to ring at"},
		{"alert forget 4", "", "there is no alert 4; alerts lists those"},
		{"alert forget 2", "", "2: the P&L of your account"},
		{"alerts", "--json", `"kind": "above"`},
		{"lot 2 weth for 5000 on 2024-05-31 from an old desk", "",
			"bought for 5,000.00 USD on 2024-05-31, an old desk"},
		{"lot 2 weth for 5000 on 2024-05-31 from an old desk", "", "this very lot is there"},
		{"lot 1 weth at 10", "", "a date is written as"},
		{"lot import no/such.csv", "", "no such file"},
		{"lots", "", "lot 1: 2 WETH for 5,000.00 USD on 2024-05-31"},
		{"lots", "--json", `"specificLeft": "2.000000000000000000"`},
		{"swap 1 weth usdc slippage 1%", "--yes --max-usd 10000 --word cap", "block"},
		{"lot use 1 for 1", "", "Sale 1 is out of lot 1"},
		{"lots", "", "sale 1: 1 WETH on "},
		{"lot forget 2", "", "there is no lot 2"},
		{"lot forget 1", "", "Forget lot 1"},
		{"lots", "", "0 lots, 0 sales"},
		{"pnl", "", "gained "},
		{"pnl", "--json", `"positions": [`},
	} {
		out, err := do(t, m.url, test.sentence, strings.Fields(test.flags)...)
		if err != nil {
			out += err.Error()
		}
		if !strings.Contains(out, test.says) {
			t.Errorf("%s %s says no %q:\n%s", test.sentence, test.flags, test.says, out)
		}
	}
}

// What a quote rests on is said: where no node tells another, whose word it is, once for both ways.
func TestAQuoteSaysWhatItRestsOn(t *testing.T) {
	here(t)
	m := open(t)
	word := "Note: the price is the word of " + strings.TrimPrefix(m.url, "http://") + " alone"
	for _, sentence := range []string{"quote 100 usdc weth", "quote 1 eth usdc"} {
		out, err := do(t, m.url, sentence)
		if err != nil || strings.Count(out, word) != 1 {
			t.Errorf("%s: %s %v", sentence, out, err)
		}
	}
}

// A day that has lost what it may is locked at every door, and its limit is lifted by a word alone.
func TestALockedDayOpensByItsWord(t *testing.T) {
	dir := here(t)
	m := open(t)
	if out, err := do(t, m.url, "loss 500"); err != nil {
		t.Fatal(err, out)
	}
	kept, err := views.OpenPreferences(filepath.Join(dir, "console"))
	if err != nil {
		t.Fatal(err)
	}
	day := &views.Session{Preferences: kept}
	day.SetLossDay(views.LossDay{Locked: "$500.00 lost today, the limit is $500.00"})()
	for _, test := range []struct{ sentence, flags, says string }{
		{"loss", "", "trading is locked: there were $500.00 lost today"},
		{"swap 100 usdc weth slippage 0.5%", "--yes --max-usd 200", "until you unlock it"},
		{"loss off", "", `it asks for the word "UNLOCK"`},
		{"loss off", "--word lock", `it asks for the word "UNLOCK"`},
		{"loss", "", "trading is locked"},
		{"loss 400", "--word unlock", "a day may lose $400.00"}, // in capitals or not
		{"swap 100 usdc weth slippage 0.5%", "--yes --max-usd 200", "received 0.0"},
	} {
		out, err := do(t, m.url, test.sentence, strings.Fields(test.flags)...)
		if err != nil {
			out += err.Error()
		}
		if !strings.Contains(out, test.says) {
			t.Errorf("%s %s says no %q:\n%s", test.sentence, test.flags, test.says, out)
		}
	}
}

// What a day has lost stands beside what it may: here the gas of an approval and a swap, by what
// the account has less of its coin.
func TestLossSaysWhatIsLostToday(t *testing.T) {
	here(t)
	m := open(t)
	before := m.held(m.main, "ETH").Balance
	for _, sentence := range []string{"loss 500", "swap 100 usdc weth slippage 0.5%"} {
		if out, err := do(t, m.url, sentence, "--yes", "--max-usd", "200"); err != nil {
			t.Fatal(sentence, err, out)
		}
	}
	out, err := do(t, m.url, "loss")
	lost := regexp.MustCompile(`^a day may lose \$500\.00, .*; \$([0-9.]+) lost today`).
		FindStringSubmatch(out)
	if err != nil || lost == nil {
		t.Fatalf("%s: %v", out, err)
	}
	price, known, err := apitest.On(m.service, api.LocalChainID).PriceUSD(t.Context(),
		api.NativeToken)
	if err != nil || !known {
		t.Fatal(known, err)
	}
	gas := before.Sub(m.held(m.main, "ETH").Balance).Float() * price.Quote.Float() /
		price.Base.Float() / 1e18
	if said, err := strconv.ParseFloat(lost[1], 64); err != nil || said < gas*0.98 ||
		said > gas*1.02+0.01 {
		t.Errorf("%s lost, and the gas was %f", lost[1], gas)
	}
}

// A trail by a sum says that it is no share.
func TestATrailBySumIsNoShare(t *testing.T) {
	here(t)
	m := open(t)
	var said bytes.Buffer
	root := commands.Root()
	root.SetOut(io.Discard)
	root.SetErr(&said)
	root.SetArgs([]string{"do", "--backend", m.url, "--yes", "--max-usd", "20000",
		"trail 1 weth usdc by 3 least 2850"})
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err, said.String())
	}
	if !strings.Contains(said.String(), "it trails by 3 USDC per WETH, not by 3%") {
		t.Errorf("it says:\n%s", said.String())
	}
}

// Whoever buys the base types the same prices as whoever sells it, those of the market: 3,000 USDC
// at 3,200 a WETH are worth 0.9375 WETH. A sentence of the other direction is refused.
func TestAPurchaseWaitsAtTheMarketsPrice(t *testing.T) {
	here(t)
	m := open(t)
	for i, c := range []struct{ say, told, worth, least, listed string }{
		{"stop 3000 usdc weth at 3200 most 3300",
			"until the price is 3,200.00 USDC per WETH or more", "0.9375", "0.909090909090909091",
			"; stop at 3,200.00 USDC per WETH or more"},
		{"profit 3000 usdc weth at 2700 most 2750",
			"until the price is 2,700.00 USDC per WETH or less", "1.111111111111111111",
			"1.09090909090909091", "; take profit at 2,700.00 USDC per WETH or less"},
		{"trail 3000 usdc weth by 90 most 3300", "by 90 USDC per WETH, not by 90%", "",
			"0.909090909090909091", "which trails the best by 90 USDC per WETH"},
	} {
		var said bytes.Buffer
		root := commands.Root()
		root.SetOut(io.Discard)
		root.SetErr(&said)
		root.SetArgs([]string{"do", "--backend", m.url, "--yes", "--max-usd", "20000", c.say})
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatal(c.say, err, said.String())
		}
		if !strings.Contains(said.String(), c.told) {
			t.Errorf("%s does not say %q:\n%s", c.say, c.told, said.String())
		}
		held, err := apitest.On(m.service, api.LocalChainID).DeltaOrders(
			api.WithSecrets(m.Context(), m.secret()), api.DeltaQuery{User: m.main,
				ChainID: api.LocalChainID, Page: 1, Limit: 10})
		if err != nil || len(held) != i+1 || held[0].Trigger == nil {
			t.Fatalf("%s: %v %+v", c.say, err, held)
		}
		m.equal("the least of "+c.say, held[0].Order.DestAmount, m.units(c.least, "WETH"))
		if c.worth != "" {
			m.equal("the worth of "+c.say, held[0].Trigger.Worth, m.units(c.worth, "WETH"))
		} else if trail := held[0].Trigger.Trail; !trail.Buys ||
			trail.Price != m.units("90", "USDC") {
			t.Errorf("%s trails by %+v", c.say, trail)
		}
		listed, err := do(t, m.url, "auctions")
		if err != nil || !strings.Contains(listed, c.listed) {
			t.Errorf("%s is not listed with %q: %v\n%s", c.say, c.listed, err, listed)
		}
	}
	for sentence, says := range map[string]string{
		"stop 3000 usdc weth at 0.00031 least 0.0003":             "prices are in USDC per WETH",
		"stop 1 weth usdc at 2600 most 2500":                      "prices are in USDC per WETH",
		"profit 3000 usdc weth at 2700 least 2750":                "such as most 3300",
		"trail 3000 usdc weth by 3% least 0.0003":                 "such as most 3300",
		"stop 3000 usdc weth at 3200 most 3100":                   "the most is below the price",
		"stop 3000 usdc weth at 3200 most 3300 or 3400 most 3500": "is to be below the stop",
		"stop 3000 usdc weth at 2500 most 3300":                   "it would not wait",
	} {
		out, err := do(t, m.url, sentence, "--yes", "--max-usd", "20000")
		if err == nil || !strings.Contains(err.Error(), says) ||
			strings.Contains(err.Error(), "such as stop 1 weth") &&
				strings.Contains(says, "in USDC") {
			t.Errorf("%s: %v\n%s", sentence, err, out)
		}
	}
}

// TestJobsByPlain does the same jobs line by line, and looks at each character that is said.
func TestJobsByPlain(t *testing.T) {
	here(t)
	m := open(t)
	c := converse(t, m.url)
	asked := regexp.MustCompile(`^Type (.+?) to sign`)
	jobs(m, func(sentence string) {
		c.say(sentence)
		verb, _, _ := strings.Cut(sentence, " ")
		last := regexp.MustCompile(lasts[verb])
		for {
			line := c.until(asked.String() + `|^No: |` + last.String())
			if word := asked.FindStringSubmatch(line); word != nil {
				c.say(word[1])
			} else if strings.HasPrefix(line, "No: ") {
				c.Fatalf("%s: %s\n%s", sentence, line, c.all.String())
			} else {
				return
			}
		}
	})
	c.say("?")
	c.until("^quit|quit: leave")
	c.say("quit")
	c.until("go on without this console")
	if err := c.end(); err != nil {
		t.Fatal(err)
	}
	for _, r := range c.all.String() {
		if r != '\n' && unicode.IsControl(r) || r >= 0x2190 && r < 0x2c00 {
			t.Fatalf("it says %q:\n%s", r, c.all.String())
		}
	}
}

// What is not worth its gas stands last in a book, as on its screen, and a book whose best prices
// cross says so.
func TestABookIsToldAsItsScreenHasIt(t *testing.T) {
	here(t)
	m := open(t)
	dust, real := m.stranger("0.000001", "0.0001"), m.stranger("0.2", "600")
	if out, err := do(t, m.url, "buy 0.05 weth at 3100 until 1h", "--yes", "--max-usd", "5000",
		"--word", "cross"); err != nil {
		t.Fatal(out, err)
	}
	out, err := do(t, m.url, "book weth/usdc")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if err != nil || len(lines) < 4 || !strings.Contains(lines[1], "crossed: ") ||
		!strings.Contains(lines[1], "3,100.0") || !strings.Contains(lines[1], "3,000.0") {
		t.Fatalf("%v\n%s", err, out)
	}
	last := lines[len(lines)-1]
	if !strings.Contains(lines[2], real.Hex()) || !strings.Contains(last, dust.Hex()) ||
		!strings.HasPrefix(last, "not worth its gas: for sale: ") {
		t.Errorf("the dust is not the last:\n%s", out)
	}
	if out, err = do(t, m.url, "book weth/usdc --json"); err != nil ||
		strings.Index(out, real.Hex()) > strings.Index(out, dust.Hex()) ||
		!strings.Contains(out, `"dust": {`) {
		t.Errorf("%v\n%s", err, out)
	}
}
