package console

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/eip712"
	"bourse/backend/pins"
	"bourse/backend/proof"
	"bourse/backend/server"
	"bourse/ui/uitest"
)

// spoiler changes single values of what a server answers to things that no honest one says.
type spoiler struct {
	server http.Handler
	share  float64 // of the values
	mu     sync.Mutex
	rnd    *rand.Rand
}

func (s *spoiler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	honest := httptest.NewRecorder()
	s.server.ServeHTTP(honest, r)
	body := honest.Body.Bytes()
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) == nil {
		s.mu.Lock()
		v = s.spoil(v)
		s.mu.Unlock()
		body, _ = json.Marshal(v)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(honest.Code)
	w.Write(body)
}

func (s *spoiler) spoil(v any) any {
	hit := s.rnd.Float64() < s.share
	switch v := v.(type) {
	case map[string]any:
		for name := range v {
			v[name] = s.spoil(v[name])
		}
	case []any:
		for i := range v {
			v[i] = s.spoil(v[i])
		}
		if hit && len(v) > 0 {
			return [][]any{{}, nil, append(v, v...), make([]any, 5)}[s.rnd.IntN(4)]
		}
	case json.Number:
		if hit {
			return json.Number([]string{"0", "-5", "1", "77", "1000000000", "-9223372036854775808",
				"9223372036854775807"}[s.rnd.IntN(7)])
		}
	case string:
		_, digits := api.ParseAmount(v)
		switch {
		case hit && digits == nil:
			return []string{"0", "1", api.MaxAmount.String()}[s.rnd.IntN(3)]
		case hit:
			return []string{"", "\x1b[2J\u202e\x9b\x00", strings.Repeat("漢W\n", 50_000),
				"0x0000000000000000000000000000000000000000"}[s.rnd.IntN(4)]
		}
	case bool:
		return v != hit
	}
	return v
}

// lying returns a console on a service that answers everything, through a server that lies. Its
// events are honest hints to read again.
func lying(t testing.TB, seed uint64, share float64) (*uitest.Kit, *Console) {
	t.Helper()
	x := &exchange{status: at(7)}
	f := apitest.NewEcho()
	f.OnNetworks = func(ctx context.Context) ([]api.Network, error) {
		list, err := x.Networks(ctx)
		list[0].Local = false
		return list, err
	}
	f.OnStatus = x.Status
	f.OnTokens, f.OnMarkets = x.Tokens, x.Markets
	f.OnUserToken, f.OnPriceUSD = x.UserToken, x.PriceUSD
	f.OnCollections = func(context.Context, uint64) ([]api.Token, error) {
		return []api.Token{{ChainID: 1337, Address: common.Address{0xaa}, Symbol: "APE",
			Kind: api.ERC721}}, nil
	}
	f.OnUserTokens = func(ctx context.Context, _ uint64, a common.Address) ([]api.UserToken,
		error) {
		coin, _ := apitest.On(x, 1337).UserToken(ctx, a, api.NativeToken)
		dollars, err := apitest.On(x, 1337).UserToken(ctx, a, usdc.Address)
		return []api.UserToken{coin, dollars}, err
	}
	// an order that is told as another is refused
	hashed := func(page api.OrderPage, err error) (api.OrderPage, error) {
		networks, _ := x.Networks(context.Background())
		for i := range page.Orders {
			o := &page.Orders[i]
			o.ChainID = networks[0].ChainID
			o.Hash = eip712.HashOrder(o.ChainID, networks[0].Contracts.AugustusRFQ, &o.Order)
		}
		return page, err
	}
	orders, book := f.OnOrders, f.OnOrderBook
	f.OnOrders = func(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
		return hashed(orders(ctx, q))
	}
	f.OnOrderBook = func(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
		return hashed(book(ctx, q))
	}
	liar := &spoiler{server: server.New(f, server.Options{}), share: share,
		rnd: rand.New(rand.NewPCG(seed, 2))}
	srv := httptest.NewServer(liar)
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	witness, err := proof.NewWitness(c.Host(), time.Now, "")
	if err != nil {
		t.Fatal(err)
	}
	s := quiet{pins.New(c, c.Host(), pins.Known{}, nil, nil, witness), &x.Bus}
	cfg := config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return s, nil })
	cfg.Export = t.TempDir()
	console, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return uitest.NewRoot(t, console.env, console.root), console
}

// quiet has a service's events come from a bus, so that a test says when they do.
type quiet struct {
	api.Service
	bus *api.Bus
}

func (q quiet) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	return q.bus.Subscribe(ctx, topics...)
}

// Nothing that a server answers can crash, hang or grow the console: whatever single values it
// bends, every screen goes on drawing whole frames, and q quits.
func TestLyingServerDoesNoHarm(t *testing.T) {
	t.Parallel()
	seeds := uint64(8)
	if os.Getenv("BOURSE_TEST_LONG") != "" {
		seeds = 1000
	}
	opened := 0
	for seed := range seeds {
		k, c := lying(t, seed, 0.01*float64(1+seed%8))
		if k.Quit {
			if c.Err() == nil || strings.Contains(c.Err().Error(), "\x1b") {
				t.Errorf("seed %d: it ends with %q", seed, c.Err())
			}
			continue
		}
		opened++
		begin := time.Now()
		for _, screen := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
			k.Press("esc", "esc", "esc", screen)
			k.Advance(6 * time.Second)
			k.Press("down", "enter")
			k.AssertFrame()
		}
		k.Fuzz(seed, 40, "ctrl+c", "ctrl+z", "q")
		if took := time.Since(begin); took > 2*time.Minute {
			t.Errorf("seed %d: the screens took %s", seed, took)
		}
	}
	if opened == 0 {
		t.Error("no console opened: nothing was tried")
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 512<<20 {
		t.Errorf("the consoles hold %d MiB", m.HeapAlloc>>20)
	}
}

// A console on a network that is not known here says who tells of it, on every frame and beside
// what else would have a tick.
func TestWhoTellsIsShown(t *testing.T) {
	t.Parallel()
	k, _ := lying(t, 1, 0)
	host := k.Env.ToldBy
	k.Shows("Local, told by "+host+"(1337)",
		"network 1337 is not known here: what it is, and its contracts, is told by "+host+" alone")
	k.Press("2")
	k.Type("3000")
	k.Press("tab")
	k.Type("3000")
	k.Advance(time.Second)
	k.Shows("balance covers", "told by "+host)
	k.Hides("✓ balance")
}
