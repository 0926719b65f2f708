package wallet_test

import (
	"encoding/json"
	"io"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/wallet"
)

// realClef is a clef as it is installed, with its defaults, and the person in front of it.
type realClef struct {
	url     string
	process *exec.Cmd
	mu      sync.Mutex
	answer  func(method string) bool // whether the person approves; nil approves
	asked   []string
}

// request is what clef asks the person.
type request struct {
	ID     json.RawMessage   `json:"id,omitempty"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

func startClef(t *testing.T) *realClef {
	t.Helper()
	path, err := exec.LookPath("clef")
	if err != nil {
		if os.Getenv("BOURSE_GATE") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no clef here")
	}
	dir := t.TempDir()
	store := keystore.NewKeyStore(filepath.Join(dir, "keystore"), 2, 1)
	if _, err := store.NewAccount(password); err != nil {
		t.Fatal(err)
	}
	for range 5 { // another process may take the port between
		if c := listen(t, path, dir); c != nil {
			return c
		}
	}
	t.Fatal("clef does not listen")
	return nil
}

// listen starts a clef on a free port, nil where it does not get it.
func listen(t *testing.T, path, dir string) *realClef {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(address)
	c := &realClef{url: "http://" + address, process: exec.Command(path, "--stdio-ui", "--nousb",
		"--chainid", "1337", "--http", "--http.port", port, "--keystore",
		filepath.Join(dir, "keystore"), "--configdir", filepath.Join(dir, "config"), "--auditlog",
		filepath.Join(dir, "audit.log"), "--ipcdisable")}
	in, err := c.process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	t.Cleanup(func() {
		c.process.Process.Kill() //nolint:errcheck // it may have ended
		<-ended
	})
	go func() {
		c.person(in, out)
		c.process.Wait() //nolint:errcheck // it was killed
		close(ended)
	}()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			return c
		}
		select {
		case <-ended:
			return nil
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}

// person answers what clef asks.
func (c *realClef) person(in io.Writer, out io.Reader) {
	for read := json.NewDecoder(out); ; {
		var r request
		if read.Decode(&r) != nil {
			return
		}
		if len(r.ID) == 0 {
			continue
		}
		c.mu.Lock()
		c.asked = append(c.asked, r.Method)
		approves := c.answer == nil || c.answer(r.Method)
		c.mu.Unlock()
		var asks map[string]json.RawMessage
		if len(r.Params) > 0 {
			json.Unmarshal(r.Params[0], &asks) //nolint:errcheck // what is no object has no parts
		}
		var result any
		switch r.Method {
		case "ui_approveListing":
			list := asks["accounts"]
			if !approves {
				list = json.RawMessage("[]")
			}
			result = map[string]any{"accounts": list}
		case "ui_approveTx":
			result = map[string]any{"transaction": asks["transaction"], "approved": approves}
		case "ui_approveSignData":
			result = map[string]any{"approved": approves}
		case "ui_onInputRequired":
			result = map[string]any{"text": password}
		}
		json.NewEncoder(in).Encode(map[string]any{ //nolint:errcheck // clef may have ended
			"jsonrpc": "2.0", "id": r.ID, "result": result})
	}
}

func (c *realClef) answers(f func(string) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = f
}

func (c *realClef) times(method string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.asked {
		if m == method {
			n++
		}
	}
	return n
}

// clefData is typed data of every kind that is signed for the local network.
func clefData(owner common.Address) map[string]eip712.TypedData {
	at := common.HexToAddress("0x31Ea7CEB473246C81C0Fa66260D2Bd471516B665")
	asset := api.Asset{Address: common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")}
	order := api.Order{NonceAndMeta: api.NewAmount(5), Expiry: 1_800_000_000, Maker: owner,
		MakerAsset: asset, TakerAsset: asset, MakerAmount: api.NewAmount(7),
		TakerAmount: api.MaxAmount}
	nft := order
	nft.NFT, nft.MakerAsset.Kind, nft.MakerAsset.ID = true, api.ERC721, api.MaxAmount
	delta := api.DeltaOrder{Owner: owner, Beneficiary: owner, SrcToken: at, DestToken: at,
		SrcAmount: api.NewAmount(1), DestAmount: api.NewAmount(2)}
	return map[string]eip712.TypedData{
		"order": eip712.OrderTypedData(1337, at, order),
		"NFT":   eip712.OrderTypedData(1337, at, nft),
		"Delta": eip712.DeltaTypedData(1337, at, delta),
		"cancel": eip712.CancellationsTypedData(1337, at,
			[]string{"8d8b0a1c-0000-4000-8000-000000000001"}),
	}
}

// some is a value of a type, with something in whatever can hold something.
func some(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch {
	case t == reflect.TypeFor[*big.Int]():
		return reflect.ValueOf(big.NewInt(3))
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			v.Field(i).Set(some(t.Field(i).Type))
		}
	case t.Kind() == reflect.Slice:
		return reflect.Append(v, some(t.Elem()))
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			v.Index(i).Set(some(t.Elem()))
		}
	}
	return v
}

// A clef with its defaults signs every transaction that people send, whatever method it calls, and
// typed data: it is told addresses with their checksums, and what is called.
func TestClefSignsEverything(t *testing.T) {
	t.Parallel()
	c := startClef(t)
	o, _ := options(t)
	w := open(t, o)
	added := must(w.Attach(t.Context(), c.url))(t)
	if len(added) != 1 {
		t.Fatalf("attached %+v", added)
	}
	a := added[0].Address
	tx := api.Transaction{ChainID: 1337, From: a, Gas: 90_000, GasPrice: api.NewAmount(2e9),
		To:      common.HexToAddress("0xA42bFe92766d51093C3fFfbe5d3aD3afDfd86D27"),
		BaseFee: api.NewAmount(9e8), Tip: api.NewAmount(1e8), Value: api.NewAmount(1e18)}
	sign := func(what string, tx api.Transaction) {
		t.Helper()
		if _, _, err := w.SignTransaction(a, tx); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	sign("coins", tx)
	old := tx
	old.BaseFee, old.Tip = api.Amount{}, api.Amount{}
	sign("coins where there is no base fee", old)
	tx.Value = api.Amount{}
	for id, m := range contracts.Methods() {
		args := make([]any, len(m.Inputs))
		for i, input := range m.Inputs {
			args[i] = some(input.Type.GetType()).Interface()
		}
		packed, err := m.Inputs.Pack(args...)
		if err != nil {
			t.Fatalf("%s: %v", m.Sig, err)
		}
		tx.Nonce++
		tx.Data = append(id[:], packed...)
		sign(m.Sig, tx)
	}
	if n := len(contracts.Methods()); n < 60 || c.times("ui_approveTx") != n+2 {
		t.Errorf("of %d methods and 2 payments %d were approved", n, c.times("ui_approveTx"))
	}
	for what, data := range clefData(a) {
		s, err := w.Sign(a, data)
		if what == "cancel" { // a list of texts, which this clef can't show
			mustRefuse(t, err, wallet.SignerFailed, "allowance is taken back")
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if by, err := eip712.Recover(data.Hash(), s); err != nil || by != a {
			t.Errorf("%s is signed by %s, %v", what, by, err)
		}
	}
}

// What a person at clef refuses, looks at for long, or ends while it is asked comes back as a
// sentence, and as a signature in the end. A method that clef is not told is refused with what to
// do.
func TestClefRefusesIsSlowAndEnds(t *testing.T) {
	t.Parallel()
	c := startClef(t)
	o, _ := options(t)
	w := open(t, o)
	refused := func(string) bool { return false }
	c.answers(refused)
	_, err := w.Attach(t.Context(), c.url)
	mustRefuse(t, err, wallet.BadInput, "make one there, or allow it")
	c.answers(nil)
	a := must(w.Attach(t.Context(), c.url))(t)[0].Address
	tx := api.Transaction{ChainID: 1337, From: a, Gas: 90_000, GasPrice: api.NewAmount(2e9),
		To:      common.HexToAddress("0xA42bFe92766d51093C3fFfbe5d3aD3afDfd86D27"),
		BaseFee: api.NewAmount(9e8), Value: api.NewAmount(1)}
	c.answers(refused)
	_, _, err = w.SignTransaction(a, tx)
	mustRefuse(t, err, wallet.SignerFailed, "denied")
	waits, goes := make(chan bool), make(chan bool)
	c.answers(func(method string) bool {
		if method == "ui_approveTx" {
			waits <- true
			<-goes
		}
		return true
	})
	ended := make(chan error)
	start := func() {
		go func() {
			_, _, err := w.SignTransaction(a, tx)
			ended <- err
		}()
		<-waits
	}
	start()
	select {
	case err := <-ended:
		t.Fatalf("it did not wait for the person: %v", err)
	case goes <- true:
	}
	if err := <-ended; err != nil {
		t.Errorf("after a while: %v", err)
	}
	c.answers(nil)
	unknown := tx
	unknown.Data = slices.Concat([]byte{1, 2, 3, 4}, make([]byte, 32))
	_, _, err = w.SignTransaction(a, unknown)
	mustRefuse(t, err, wallet.SignerFailed, "--advanced")
	c.answers(func(method string) bool {
		if method == "ui_approveTx" {
			c.process.Process.Kill() //nolint:errcheck // what follows shows it
		}
		return true
	})
	_, _, err = w.SignTransaction(a, tx)
	mustRefuse(t, err, wallet.SignerFailed, "nothing was sent")
	if strings.Contains(err.Error(), "EOF") {
		t.Errorf("it says %v", err)
	}
}
