package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/client"
	"bourse/backend/eip712"
	"bourse/backend/server"
)

// A night's run has a million events and a hundred kills.
var (
	kills  = flag.Int("kills", 4, "times that the server is killed")
	events = flag.Int("events", 2000, "events that the readers are told at least")
)

// served names the data folder and the address to a test binary that is started as a server.
const served = "BOURSE_TEST_BOOK"

func TestMain(m *testing.M) {
	if dir, addr, ok := strings.Cut(os.Getenv(served), " "); ok {
		fmt.Fprintln(os.Stderr, serve(dir, addr))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func serve(dir, addr string) error {
	ctx := context.Background()
	b, err := backend.Open(ctx, backend.Config{Dir: dir, Now: time.Now})
	if err != nil {
		return err
	}
	go b.Run(ctx)
	if err := b.Ready(ctx); err != nil {
		return err
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Println("serving")
	return server.New(b, server.Options{}).Run(ctx, l)
}

// night is a server that is killed again and again, with people who trade and readers who follow.
type night struct {
	*testing.T
	dir, addr  string
	process    *exec.Cmd
	client     *client.Client
	contract   common.Address
	weth, usdc common.Address

	mu     sync.Mutex
	orders map[common.Hash]bool   // that were acknowledged
	states map[common.Hash]string // of orders, as their reader was told
	told   int
	lastID string
}

func (n *night) start() {
	n.Helper()
	n.process = exec.Command(os.Args[0])
	n.process.Env = append(os.Environ(), served+"="+n.dir+" "+n.addr)
	n.process.Stderr = os.Stderr
	out, err := n.process.StdoutPipe()
	if err == nil {
		err = n.process.Start()
	}
	if err != nil {
		n.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		n.Fatal("the server does not start: ", err)
	}
}

func (n *night) kill() {
	n.process.Process.Kill()
	n.process.Wait()
}

// exchange is the server's on the local network.
func (n *night) exchange() api.Exchange { return apitest.On(n.client, api.LocalChainID) }

// approve lets the order contract take a trader's tokens.
func (n *night) approve(key *ecdsa.PrivateKey, token common.Address) {
	n.Helper()
	tx, err := n.exchange().PrepareApprove(n.Context(), api.ApproveRequest{
		Owner: crypto.PubkeyToAddress(key.PublicKey), Token: token,
		Spender: n.contract, Amount: api.MaxAmount})
	if err != nil {
		n.Fatal(err)
	}
	signed, err := types.SignTx(tx.Unsigned(),
		types.LatestSignerForChainID(tx.Unsigned().ChainId()), key)
	if err != nil {
		n.Fatal(err)
	}
	raw, err := signed.MarshalBinary()
	if err == nil {
		_, err = n.exchange().SendTransaction(n.Context(), raw)
	}
	if err != nil {
		n.Fatal(err)
	}
}

// post posts orders that end soon, whether the server is there or not.
func (n *night) post(ctx context.Context, key *ecdsa.PrivateKey, ask bool) {
	for i := uint64(1); ctx.Err() == nil; i++ {
		o := api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(i), common.Address{}),
			Maker:      crypto.PubkeyToAddress(key.PublicKey),
			Expiry:     uint64(time.Now().Unix()) + 2 + i%5,
			MakerAsset: api.Asset{Address: n.weth}, TakerAsset: api.Asset{Address: n.usdc},
			MakerAmount: api.NewAmount(1e12 + i), TakerAmount: api.NewAmount(5000 + i%97)}
		if !ask {
			o.MakerAsset, o.TakerAsset = o.TakerAsset, o.MakerAsset
			o.MakerAmount, o.TakerAmount = api.NewAmount(1000+i%97), api.NewAmount(1e12+i)
		}
		hash := eip712.HashOrder(api.LocalChainID, n.contract, &o)
		signature, err := crypto.Sign(hash[:], key)
		if err != nil {
			panic(err) // the key is a key
		}
		signature[64] += 27
		rec, _, err := n.exchange().CreateOrder(ctx, api.OrderRequest{
			Order: o, Type: o.Type(), Signature: signature})
		if err == nil {
			n.mu.Lock()
			n.orders[rec.Hash] = true
			n.mu.Unlock()
		}
	}
}

// listen follows the orders' stream for as long as it stays open.
func (n *night) listen(ctx context.Context) {
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet,
		"http://"+n.addr+"/x/events?topics=order", nil)
	n.mu.Lock()
	if n.lastID != "" {
		r.Header.Set("Last-Event-ID", n.lastID)
	}
	n.mu.Unlock()
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	defer reply.Body.Close()
	lines := bufio.NewScanner(reply.Body)
	lines.Buffer(nil, 1<<20)
	var id, data string
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case name == "id":
			id = value
		case name == "data":
			data = value
		case name == "" && value == "":
			n.take(id, data)
			data = ""
		}
	}
}

func (n *night) take(id, data string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if data != "" {
		var e struct {
			Key   string
			Order struct {
				OrderHash common.Hash
				State     string
			}
		}
		if json.Unmarshal([]byte(data), &e) != nil || e.Key == "" {
			n.Errorf("the stream has lost something: %.200s", data)
			return
		}
		n.states[e.Order.OrderHash] = e.Order.State
		n.told++
	}
	n.lastID = cmp.Or(id, n.lastID)
}

func (n *night) heard() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.told
}

func (n *night) eventually(what string, done func() bool) {
	n.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(10 * time.Minute); !done(); {
		select {
		case <-late:
			n.Fatal("never came: ", what)
		case <-tick.C:
		}
	}
}

// sizes is a side of a book as lines, for comparison.
func sizes(list []order) []string {
	var lines []string
	for _, o := range list {
		lines = append(lines, o.Hash+" "+o.Price.Quote+"/"+o.Price.Base+" "+o.Size)
	}
	slices.Sort(lines)
	return lines
}

// However often the server is killed while people trade, the book that a program has of the stream
// is that of the server, and whoever follows the orders knows what became of each.
func TestTheBookSurvivesKills(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	n := &night{T: t, dir: t.TempDir(), addr: addr, orders: make(map[common.Hash]bool),
		states: make(map[common.Hash]string)}
	if n.client, err = client.New("http://"+addr, nil); err != nil {
		t.Fatal(err)
	}
	n.start()
	defer func() { n.kill() }()
	networks, err := n.client.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n.contract = networks[0].Contracts.AugustusRFQ
	tokens, err := n.exchange().Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		switch token.Symbol {
		case "WETH":
			n.weth = token.Address
		case "USDC":
			n.usdc = token.Address
		}
	}
	seller, buyer := local.House{}.Trader(0), local.House{}.Trader(1)
	n.approve(seller, n.weth)
	n.approve(buyer, n.usdc)

	ctx, stop := context.WithCancel(t.Context())
	trading, stopTrading := context.WithCancel(ctx)
	var work, people sync.WaitGroup
	defer work.Wait()
	defer stop()
	b := &book{url: "http://" + addr + "/x/1337/book/" + api.Lower(n.weth) + "/" +
		api.Lower(n.usdc) + "/events?depth=1000"}
	var seen sync.Mutex
	changes := 0
	asks, bids := []string(nil), []string(nil)
	work.Go(func() {
		b.follow(ctx, func() {
			seen.Lock()
			defer seen.Unlock()
			changes++
			asks = sizes(slices.Collect(maps.Values(b.asks)))
			bids = sizes(slices.Collect(maps.Values(b.bids)))
		})
	})
	work.Go(func() {
		for ctx.Err() == nil {
			n.listen(ctx)
			select {
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	people.Go(func() { n.post(trading, seller, true) })
	people.Go(func() { n.post(trading, buyer, false) })
	for i := range *kills {
		n.eventually("the events before a kill",
			func() bool { return n.heard() >= *events*(i+1)/(*kills+1) })
		n.kill()
		n.start()
	}
	n.eventually("all events", func() bool { return n.heard() >= *events })
	stopTrading()
	people.Wait()

	url := strings.Replace(b.url, "/events", "", 1)
	n.eventually("a book that is the server's", func() bool {
		reply, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		var m message
		if err := json.NewDecoder(reply.Body).Decode(&m); err != nil {
			t.Fatal(err)
		}
		seen.Lock()
		defer seen.Unlock()
		return slices.Equal(asks, sizes(m.Asks)) && slices.Equal(bids, sizes(m.Bids))
	})
	n.eventually("what became of every order", func() bool {
		for hash := range n.orders {
			rec, err := n.exchange().Order(t.Context(), hash, false)
			if err != nil {
				t.Fatal(err)
			}
			n.mu.Lock()
			told := n.states[hash]
			n.mu.Unlock()
			if told != string(rec.State) {
				return false
			}
		}
		return true
	})
	heard := n.heard()
	n.mu.Lock()
	defer n.mu.Unlock()
	seen.Lock()
	defer seen.Unlock()
	t.Logf("%d kills, %d events of %d orders, %d of the book", *kills, heard, len(n.orders),
		changes)
}
