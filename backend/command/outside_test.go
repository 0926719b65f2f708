package command_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/wallet"
)

// exampleOrder is the order that the README posts: the first development account sells 1 WETH for
// 5,000 USDC, for ever.
func exampleOrder(t *testing.T, tokens map[string]common.Address,
	contract common.Address) (body string, hash common.Hash) {
	t.Helper()
	w, err := wallet.Open(wallet.Options{Folder: t.TempDir(), Now: time.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	maker, err := w.Find("main")
	if err != nil {
		t.Fatal(err)
	}
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(1), common.Address{}), Maker: maker.Address,
		MakerAsset:  api.Asset{Address: tokens["WETH"]},
		TakerAsset:  api.Asset{Address: tokens["USDC"]},
		MakerAmount: api.NewAmount(1_000_000_000_000_000_000),
		TakerAmount: api.NewAmount(5_000_000_000),
	}
	data := eip712.OrderTypedData(api.LocalChainID, contract, o)
	signature, err := w.Sign(maker.Address, data)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"maker":"%s","taker":"%s","nonceAndMeta":"%s","expiry":0,
"makerAsset":"%s","takerAsset":"%s",
"makerAmount":"%s","takerAmount":"%s",
"signature":"0x%x"}`, api.Lower(o.Maker), api.Lower(o.Taker), o.NonceAndMeta, api.Lower(o.MakerAsset.Address), api.Lower(o.TakerAsset.Address),
		o.MakerAmount, o.TakerAmount, signature.Bytes()), data.Hash()
}

// TestPages runs what README and the pages tell to paste, on a service that was started as they
// say.
func TestPages(t *testing.T) {
	t.Parallel()
	text := readPages(t)
	s := serveProgram(t)
	var contracts struct{ AugustusRFQ common.Address }
	getJSON(t, s.url+"/adapters/contracts?network=1337", &contracts)
	var list struct{ Tokens []api.Token }
	getJSON(t, s.url+"/tokens/1337", &list)
	tokens := make(map[string]common.Address)
	for _, token := range list.Tokens {
		tokens[token.Symbol] = token.Address
	}
	body, hash := exampleOrder(t, tokens, contracts.AugustusRFQ)
	if !strings.Contains(text, body) || !strings.Contains(text, "/ft/order/"+hash.Hex()) {
		t.Errorf("the pages' order must be, with the hash %s:\n%s", hash, body)
	}
	ran := 0
	streams := regexp.MustCompile(`(?m)< <\(curl -siN .*$`)
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```")
	for _, block := range blocks.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(block[1], "curl") {
			continue
		}
		ran++
		script := strings.ReplaceAll(block[1], "http://127.0.0.1:8080", s.url)
		// a stream has no end: it is read until its headers have come
		script = strings.ReplaceAll(script, "curl -N ", "grep -qm 1 '^HTTP.* 200' < <(curl -siN ")
		script = streams.ReplaceAllString(script, "$0)")
		if out, err := exec.Command("bash", "-euc", script).CombinedOutput(); err != nil {
			t.Errorf("%v: %s\n%s", err, script, out)
		}
	}
	if ran < 4 {
		t.Errorf("the pages have %d blocks of curl", ran)
	}
}

// readPages returns README and the pages beside each other.
func readPages(t *testing.T) string {
	t.Helper()
	paths, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	var all strings.Builder
	for _, path := range append(paths, "../../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// TestLinksOfPages follows every link of README and the pages to a file of the tree.
func TestLinksOfPages(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	for _, path := range append(paths, "../../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), found[1])); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// TestCommandsOfPages asks the command line whether it understands each command of the pages.
func TestCommandsOfPages(t *testing.T) {
	t.Parallel()
	command := regexp.MustCompile(`(?m)^(?:bed/)?bourse ((?:[a-z]+ ?)+)`)
	asked := make(map[string]bool)
	for _, found := range command.FindAllStringSubmatch(readPages(t), -1) {
		words := strings.Fields(found[1])
		words = append(words[:min(2, len(words))], "--help") // arguments follow
		if said := strings.Join(words, " "); asked[said] {
			continue
		} else {
			asked[said] = true
		}
		if out, err := program(t, words...).CombinedOutput(); err != nil {
			t.Errorf("bourse %s: %v\n%s", found[1], err, out)
		}
	}
}

func getJSON(t *testing.T, url string, v any) {
	t.Helper()
	reply, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if err := json.NewDecoder(reply.Body).Decode(v); err != nil {
		t.Fatal(err)
	}
}

// A demonstration is alive from the beginning, and ready once its first day is made: its newest
// block is young then, and it has prices.
func TestDemoIsReadyOnceItsDayIsMade(t *testing.T) {
	t.Parallel()
	s := serveProgram(t, "--demo")
	ticker := time.NewTicker(500 * time.Millisecond) // below its limit of requests
	defer ticker.Stop()
	early := 0
	for deadline := time.Now().Add(10 * time.Minute); ; <-ticker.C {
		reply, err := http.Get(s.url + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		if reply.Body.Close(); reply.StatusCode != http.StatusOK {
			t.Fatalf("it is not alive: %s", reply.Status)
		}
		var r struct {
			Status   string
			Networks []api.NetworkStatus
		}
		getJSON(t, s.url+"/readyz", &r)
		if r.Status == "ready" {
			age := time.Since(time.Unix(int64(r.Networks[0].Head.Time), 0))
			if age > time.Minute || early == 0 {
				t.Errorf("it is ready with a newest block that is %s old, after %d looks", age,
					early)
			}
			break
		}
		if early++; time.Now().After(deadline) {
			t.Fatalf("it never gets ready: %+v", r)
		}
	}
	var price struct {
		PriceRoute struct{ DestAmount api.Amount }
	}
	getJSON(t, s.url+"/prices?network=1337&srcToken=WETH&destToken=USDC&version=6.2&"+
		"amount=1000000000000000000", &price)
	if price.PriceRoute.DestAmount.IsZero() {
		t.Error("it has no price")
	}
}

// TestFilledFromOutside posts an order over HTTP and fills it by raw transactions of another
// program that knows nothing but the network's JSON-RPC: list and record follow.
func TestFilledFromOutside(t *testing.T) {
	t.Parallel()
	s := serveProgram(t)
	var at struct{ AugustusRFQ common.Address }
	getJSON(t, s.url+"/adapters/contracts?network=1337", &at)
	var list struct{ Tokens []api.Token }
	getJSON(t, s.url+"/tokens/1337", &list)
	tokens := make(map[string]common.Address)
	for _, token := range list.Tokens {
		tokens[token.Symbol] = token.Address
	}
	body, hash := exampleOrder(t, tokens, at.AugustusRFQ)
	reply, err := http.Post(s.url+"/ft/orders/1337", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.StatusCode != http.StatusCreated {
		t.Fatalf("the order is answered with %s", reply.Status)
	}
	var record api.OrderRecord
	getJSON(t, s.url+"/ft/order/"+hash.Hex(), &record)
	if record.State != api.Suspended && record.State != api.Pending {
		t.Fatalf("the order is %s", record.State)
	}
	outside := newOutsider(t, s.rpc)
	rfq := contracts.NewAugustusRFQ()
	token := contracts.NewStandardToken()
	outside.send("main", tokens["WETH"],
		token.PackApprove(at.AugustusRFQ, record.MakerAmount.Big()))
	outside.send("dev1", tokens["USDC"],
		token.PackApprove(at.AugustusRFQ, record.TakerAmount.Big()))
	half := record.TakerAmount.MulDiv(api.NewAmount(1), api.NewAmount(2))
	order := contracts.AugustusRFQOrder{
		NonceAndMeta: record.NonceAndMeta.Big(), Expiry: new(big.Int),
		MakerAsset: record.MakerAsset.Address, TakerAsset: record.TakerAsset.Address,
		Maker: record.Maker, Taker: record.Taker, MakerAmount: record.MakerAmount.Big(),
		TakerAmount: record.TakerAmount.Big(),
	}
	fill := outside.send("dev1", at.AugustusRFQ,
		rfq.PackPartialFillOrder(order, record.Signature, half.Big()))
	s.await(t, hash, func(r api.OrderRecord) bool {
		return r.TransactionHash != nil && *r.TransactionHash == fill &&
			r.FillableBalance == half.MulDiv(r.MakerAmount, r.TakerAmount) && r.State == api.Pending
	})
	cancel := outside.send("main", at.AugustusRFQ, rfq.PackCancelOrder(hash))
	s.await(t, hash, func(r api.OrderRecord) bool {
		return r.State == api.Cancelled && *r.TransactionHash == cancel
	})
	var page api.OrderPage
	getJSON(t, s.url+"/ft/orders/1337/maker/"+api.Lower(record.Maker), &page)
	if page.Total != 1 || page.Orders[0].State != api.Cancelled {
		t.Errorf("the maker's list says %+v", page)
	}
}

// await polls an order until it is as wanted.
func (s *service) await(t *testing.T, hash common.Hash, wanted func(api.OrderRecord) bool) {
	t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	var r api.OrderRecord
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); <-ticker.C {
		if getJSON(t, s.url+"/ft/order/"+hash.Hex(), &r); wanted(r) {
			return
		}
	}
	t.Fatalf("the order stays %+v", r)
}

// outsider is a program that signs and sends transactions by itself.
type outsider struct {
	t      *testing.T
	client *ethclient.Client
	wallet *wallet.Wallet
}

func newOutsider(t *testing.T, url string) *outsider {
	t.Helper()
	client, err := ethclient.Dial(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	w, err := wallet.Open(wallet.Options{Folder: t.TempDir(), Now: time.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	return &outsider{t, client, w}
}

// send signs a call of an account, sends it, and waits until it is mined.
func (o *outsider) send(from string, to common.Address, data []byte) common.Hash {
	o.t.Helper()
	ctx := o.t.Context()
	account, err := o.wallet.Find(from)
	if err != nil {
		o.t.Fatal(err)
	}
	nonce, err := o.client.NonceAt(ctx, account.Address, nil)
	if err != nil {
		o.t.Fatal(err)
	}
	raw, hash, err := o.wallet.SignTransaction(account.Address, api.Transaction{
		ChainID: api.LocalChainID, From: account.Address, To: to, Data: data, Nonce: nonce,
		Gas: 500_000, GasPrice: api.NewAmount(100_000_000_000),
	})
	if err != nil {
		o.t.Fatal(err)
	}
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		o.t.Fatal(err)
	}
	if err := o.client.SendTransaction(ctx, tx); err != nil {
		o.t.Fatal(err)
	}
	receipt, err := bind.WaitMined(ctx, o.client, hash)
	if err != nil || receipt.Status != types.ReceiptStatusSuccessful {
		o.t.Fatalf("transaction of %s: %v, %+v", from, err, receipt)
	}
	return hash
}
