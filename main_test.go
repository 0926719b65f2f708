package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/wallet"

	"github.com/creack/pty"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
)

// binary builds the program once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bourse-test-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "bourse")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// program is the built program with arguments, in an environment of its own.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir(), "TERM=xterm-256color")
	return cmd
}

// service is a running `bourse --serve`.
type service struct {
	cmd  *exec.Cmd
	url  string
	rpc  string
	logs *bytes.Buffer
}

func serveProgram(t testing.TB, args ...string) *service {
	t.Helper()
	s := &service{logs: new(bytes.Buffer)}
	s.cmd = program(t, append([]string{"--serve", "--listen", "127.0.0.1:0", "--local-rpc", "127.0.0.1:0"}, args...)...)
	s.cmd.Stderr = s.logs
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	for _, want := range []string{`^serving (http://127\.0\.0\.1:\d+) networks 1337$`, `^local rpc (http://127\.0\.0\.1:\d+)$`} {
		if !lines.Scan() {
			t.Fatalf("no line on stdout: %s", s.logs)
		}
		found := regexp.MustCompile(want).FindStringSubmatch(lines.Text())
		if found == nil {
			t.Fatalf("stdout says %q, want %s", lines.Text(), want)
		}
		if s.url == "" {
			s.url = found[1]
		} else {
			s.rpc = found[1]
		}
	}
	return s
}

func TestServeStopsOnSignal(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		s := serveProgram(t)
		if err := s.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("after %v: %v\n%s", signal, err, s.logs)
		}
	}
}

// The store is backed up while the service runs, and checked in the copy; a service whose folder is taken away ends by itself and says so.
func TestStoreCommands(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	file := filepath.Join(t.TempDir(), "copy")
	s := serveProgram(t, "--data", dir)
	for _, c := range []struct {
		args  []string
		says  string
		fails bool
	}{
		{[]string{"store", "check", dir}, fmt.Sprintf("held by process %d", s.cmd.Process.Pid), true},
		{[]string{"store", "backup", dir, file}, "", false},
		{[]string{"store", "backup", dir, file}, "exists: name another file", true},
		{[]string{"store", "check", file}, "is whole", false},
		{[]string{"store", "check"}, "bourse store check DIR|FILE", true},
	} {
		out, err := program(t, c.args...).CombinedOutput()
		if (err != nil) != c.fails || !strings.Contains(string(out), c.says) {
			t.Errorf("%v: %v, %s", c.args, err, out)
		}
	}
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err == nil || !strings.Contains(s.logs.String(), "was removed or replaced while it was in use") {
		t.Errorf("without its folder: %v\n%s", err, s.logs)
	}
}

func TestConsoleNeedsATerminal(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"--serve": nil, "--help": {"--no-such-flag"}, "rate": {"--rate-limit", "often"}, "no account": {"wallet", "export", "nobody"},
	} {
		out, err := program(t, args...).CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), name) {
			t.Errorf("%v: %v, %s; want exit code 2 and a sentence with %q", args, err, out, name)
		}
	}
}

// TestFirstFrame starts the console on an existing folder in a terminal that answers nothing.
func TestFirstFrame(t *testing.T) {
	dir := t.TempDir()
	startup(t, dir)
	t.Logf("first frame after %s", firstFrame(t, dir))
}

// BenchmarkStart measures the program from its start: until it serves from a new folder (promised within 5 s) and from one that was used
// before (1.5 s), and until the console's first frame (1 s).
func BenchmarkStart(b *testing.B) {
	var first, later, frame time.Duration
	for b.Loop() {
		dir := b.TempDir()
		first += startup(b, dir)
		later += startup(b, dir)
		frame += firstFrame(b, dir)
	}
	for name, took := range map[string]time.Duration{"s/first-start": first, "s/later-start": later, "s/first-frame": frame} {
		b.ReportMetric(took.Seconds()/float64(b.N), name)
	}
}

// startup returns how long the program takes until it serves from a folder, and stops it in order.
func startup(t testing.TB, dir string) time.Duration {
	t.Helper()
	program(t) // is built by now
	begun := time.Now()
	s := serveProgram(t, "--data", dir)
	took := time.Since(begun)
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return took
}

// firstFrame returns how long the console takes until its first frame, in a terminal that answers nothing.
func firstFrame(t testing.TB, dir string) time.Duration {
	t.Helper()
	cmd := program(t, "--data", dir, "--no-traders")
	begun := time.Now()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 36, Cols: 120})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait(); terminal.Close() }()
	screen := make([]byte, 0, 1<<16)
	for chunk := make([]byte, 4096); !bytes.Contains(screen, []byte("BOURSE")); {
		n, err := terminal.Read(chunk)
		if err != nil {
			t.Fatalf("the console ended before its first frame: %v\n%s", err, screen)
		}
		screen = append(screen, chunk[:n]...)
	}
	// Asking for the background colour is what costs five seconds in a terminal that does not answer.
	if bytes.Contains(screen, []byte("\x1b]11;?")) {
		t.Errorf("the terminal is asked before the first frame: %q", screen)
	}
	return time.Since(begun)
}

// allowed says what each package of the module may import of the others: imports point down, and every door leads through backend/api.
// A pattern's key is matched against the importing package's path, its values against the imported one's.
var allowed = []struct{ pkg, imports string }{
	{"backend/api", ""},
	{"backend/api/apitest", "backend/api"},
	{"backend/contracts", ""},
	{"backend/contracts/*", "backend/contracts"},
	{"store", "backend/api"},
	{"wallet", "backend/api backend/contracts"},
	{"backend/chain", "backend/api backend/contracts wallet"},
	{"backend/chain/local", "backend/api backend/contracts wallet backend/chain"},
	{"backend/chain/local/traders", "backend/api wallet"},
	{"backend/tokens", "backend/api backend/contracts backend/chain store"},
	{"backend/swap/internal/*", "backend/api backend/swap/pool"},
	{"backend/swap/seal", "backend/api store"},
	{"backend/swap/pool", "backend/api backend/contracts"},
	{"backend/swap/router", "backend/api backend/swap/pool"},
	{"backend/market", "backend/api backend/contracts backend/chain backend/tokens store"},
	{"backend/orders/internal/*", ""},
	{"backend/orders", "backend/orders/internal/* backend/api backend/contracts backend/chain backend/tokens store wallet"},
	{"backend/swap", "backend/api backend/contracts backend/chain backend/tokens backend/market backend/orders backend/swap/* store wallet"},
	{"backend/delta", "backend/api backend/contracts backend/chain backend/tokens backend/market backend/orders backend/swap backend/swap/* store wallet"},
	{"backend/httpapi", "backend/api"},
	{"backend/httpapi/*", "backend/api backend/httpapi"},
	{"backend", "backend/* backend/*/* backend/*/*/* store wallet"},
	{"ui", "backend/api"},
	{"ui/*", "backend/api ui ui/*"},
	{"views", "backend/api ui wallet"},
	{"views/sign", "backend/api ui ui/* views wallet"},
	{"views/console", "backend/api ui ui/* views views/* wallet"},
	{"views/*", "backend/api ui ui/* views views/sign wallet"},
	{"", "backend backend/* backend/*/* backend/*/*/* store ui ui/* views views/* wallet"},
}

func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	seen := 0
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		for _, imported := range p.Imports {
			if own(imported) && !mayImport(trim(p.ImportPath), trim(imported)) {
				t.Errorf("%s imports %s, which points the wrong way", p.ImportPath, imported)
			}
		}
	}
	if seen < 5 {
		t.Fatalf("saw only %d packages", seen)
	}
}

func own(p string) bool { return p == "bourse" || strings.HasPrefix(p, "bourse/") }

func trim(p string) string { return strings.TrimPrefix(strings.TrimPrefix(p, "bourse"), "/") }

// mayImport takes the first row that names the package.
func mayImport(pkg, imported string) bool {
	for _, row := range allowed {
		if ok, _ := path.Match(row.pkg, pkg); !ok {
			continue
		}
		for _, pattern := range strings.Fields(row.imports) {
			if ok, _ := path.Match(pattern, imported); ok {
				return true
			}
		}
		return false
	}
	return false
}

// exampleOrder is the order that the README posts: the first development account sells 1 WETH for 5,000 USDC, for ever.
func exampleOrder(t *testing.T, tokens map[string]common.Address, contract common.Address) (body string, hash common.Hash) {
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
		MakerAsset: api.Asset{Address: tokens["WETH"]}, TakerAsset: api.Asset{Address: tokens["USDC"]},
		MakerAmount: api.NewAmount(1_000_000_000_000_000_000), TakerAmount: api.NewAmount(5_000_000_000),
	}
	data := wallet.OrderTypedData(api.LocalChainID, contract, o)
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

// TestReadmeExamples runs what the README tells to paste, on a service that was started as it says.
func TestReadmeExamples(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
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
	if !strings.Contains(string(text), body) || !strings.Contains(string(text), "/ft/order/"+hash.Hex()) {
		t.Errorf("the README's order must be, with the hash %s:\n%s", hash, body)
	}
	ran := 0
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		if !strings.Contains(block[1], "curl") {
			continue
		}
		ran++
		script := strings.ReplaceAll(block[1], "http://127.0.0.1:8080", s.url)
		if out, err := exec.Command("bash", "-euc", script).CombinedOutput(); err != nil {
			t.Errorf("%v: %s\n%s", err, script, out)
		}
	}
	if ran < 2 {
		t.Errorf("the README has %d blocks of curl", ran)
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

// TestFilledFromOutside posts an order over HTTP and fills it by raw transactions of another program that knows nothing but the network's
// JSON-RPC: list and record follow.
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
	outside.send("main", tokens["WETH"], token.PackApprove(at.AugustusRFQ, record.MakerAmount.Big()))
	outside.send("dev1", tokens["USDC"], token.PackApprove(at.AugustusRFQ, record.TakerAmount.Big()))
	half := record.TakerAmount.MulDiv(api.NewAmount(1), api.NewAmount(2))
	order := contracts.AugustusRFQOrder{
		NonceAndMeta: record.NonceAndMeta.Big(), Expiry: new(big.Int), MakerAsset: record.MakerAsset.Address, TakerAsset: record.TakerAsset.Address,
		Maker: record.Maker, Taker: record.Taker, MakerAmount: record.MakerAmount.Big(), TakerAmount: record.TakerAmount.Big(),
	}
	fill := outside.send("dev1", at.AugustusRFQ, rfq.PackPartialFillOrder(order, record.Signature, half.Big()))
	s.await(t, hash, func(r api.OrderRecord) bool {
		return r.TransactionHash != nil && *r.TransactionHash == fill && r.FillableBalance == half.MulDiv(r.MakerAmount, r.TakerAmount) && r.State == api.Pending
	})
	cancel := outside.send("main", at.AugustusRFQ, rfq.PackCancelOrder(hash))
	s.await(t, hash, func(r api.OrderRecord) bool { return r.State == api.Cancelled && *r.TransactionHash == cancel })
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
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); <-ticker.C {
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
		ChainID: api.LocalChainID, From: account.Address, To: to, Data: data, Nonce: nonce, Gas: 500_000, GasPrice: api.NewAmount(100_000_000_000),
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
