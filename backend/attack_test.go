package backend_test

import (
	"context"
	"crypto/ecdsa"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/server"
)

// BenchmarkAttacks attacks a server with its default limits, one way after the other, and reports
// how long an honest client's orders take meanwhile, and what the process holds before and after.
func BenchmarkAttacks(b *testing.B) {
	a := newAttacked(b, server.DefaultRateLimit)
	for _, attack := range []struct {
		name string
		run  func(a *attacked, ctx context.Context)
	}{
		{"none", func(_ *attacked, ctx context.Context) { <-ctx.Done() }},
		{"tokens that answer 1 MB", func(a *attacked, ctx context.Context) {
			a.hostileOrders(ctx, tokenHuge, 1<<20)
		}},
		{"tokens that revert with 1 MB", func(a *attacked, ctx context.Context) {
			a.hostileOrders(ctx, tokenReverts, 1<<20)
		}},
		{"tokens that burn gas", func(a *attacked, ctx context.Context) {
			a.hostileOrders(ctx, tokenBurns, 0)
		}},
		{"names of 1 MB", (*attacked).longNames},
		{"empty logs", (*attacked).emptyLogs},
		{"owners that burn gas", (*attacked).costlyOwners},
		{"many Delta orders", (*attacked).manyDeltaOrders},
		{"transfers of tokens that burn gas", (*attacked).costlyTransfers},
		{"event streams", (*attacked).manyStreams},
		{"calls of the node", (*attacked).nodeCalls},
	} {
		b.Run(attack.name, func(b *testing.B) {
			before := heapInUse()
			ctx, stop := context.WithTimeout(b.Context(), attackTime)
			defer stop()
			var attacking sync.WaitGroup
			a.tb = b
			a.done.Store(0)
			attacking.Go(func() { attack.run(a, ctx) })
			times := a.honest(ctx)
			attacking.Wait()
			slices.Sort(times)
			ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
			b.ReportMetric(ms(times[len(times)/2]), "honest-p50-ms")
			b.ReportMetric(ms(times[len(times)*99/100]), "honest-p99-ms")
			b.ReportMetric(float64(a.done.Load()), "hostile-acts")
			b.ReportMetric(before, "MB-before")
			b.ReportMetric(heapInUse(), "MB-after")
			b.ReportMetric(0, "ns/op")
			if b.N > 1 {
				b.Fatal("an attack is run once: -benchtime 1x")
			}
		})
	}
}

const (
	attackTime = 10 * time.Second
	honestPace = 50 * time.Millisecond // between two honest orders
	// requests a second of an attacker: just below the server's limit
	hostilePace = time.Second / server.DefaultRateLimit
)

// The attacks of contracts/src/test/HostileToken.sol.
const (
	tokenBurns = iota + 1
	tokenHuge
	tokenReverts
)

// ownerBurns is the mood of contracts/src/test/HostileOwner.sol that burns all gas.
const ownerBurns = 1

// attacked is an exchange whose blocks come by the clock, behind its server.
type attacked struct {
	*backend.Backend
	tb       testing.TB
	url      string
	node     string // the local network's
	direct   *rpc.Client
	weth     common.Address
	usdc     common.Address
	delta    common.Address
	rfq      common.Address
	key      *ecdsa.PrivateKey // the attacker's
	nonce    uint64
	done     atomic.Int64 // what the attacker has got through
	attacker *http.Client
}

func newAttacked(b testing.TB, limit int) *attacked {
	b.Helper()
	node := freeAddress(b)
	x := runBackend(b, backend.Config{Dir: b.TempDir(), Now: time.Now, LocalRPC: node,
		Accounts: developmentAccounts(b)})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- server.New(x, server.Options{RateLimit: limit}).Run(ctx, l)
	}()
	b.Cleanup(func() { stop(); <-ended })
	a := &attacked{Backend: x, tb: b, url: "http://" + l.Addr().String(), node: "http://" + node,
		key: local.House{}.Trader(3), attacker: clientFrom("127.0.0.66"),
		direct: x.Local().Client()}
	b.Cleanup(a.direct.Close)
	tokens, err := apitest.On(x, api.LocalChainID).Tokens(ctx)
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range tokens {
		switch t.Symbol {
		case "WETH":
			a.weth = t.Address
		case "USDC":
			a.usdc = t.Address
		}
	}
	nets, err := x.Networks(ctx)
	if err != nil {
		b.Fatal(err)
	}
	a.delta, a.rfq = nets[0].Contracts.Delta, nets[0].Contracts.AugustusRFQ
	t, err := apitest.On(x, api.LocalChainID).PrepareTransfer(ctx, api.TransferRequest{
		Owner: a.address(), To: a.delta, Amount: api.NewAmount(1),
		Asset: api.Asset{Address: api.NativeToken}})
	if err != nil {
		b.Fatal(err)
	}
	a.nonce = t.Nonce
	return a
}

func freeAddress(b testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// clientFrom is a client with an address of its own, which rate limits tell apart.
func clientFrom(address string) *http.Client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Transport: &http.Transport{DialContext: d.DialContext,
		MaxIdleConnsPerHost: 64}}
}

func heapInUse() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}

func (a *attacked) address() common.Address { return crypto.PubkeyToAddress(a.key.PublicKey) }

// honest posts orders of WETH, each of a maker of its own, and returns how long each took from when
// it was due.
func (a *attacked) honest(ctx context.Context) (times []time.Duration) {
	var mu sync.Mutex
	var posts sync.WaitGroup
	client, random := clientFrom("127.0.0.77"), rand.New(rand.NewPCG(1, 1))
	for tick := time.NewTicker(honestPace); ctx.Err() == nil; <-tick.C {
		key, err := crypto.GenerateKey()
		if err != nil {
			a.tb.Error(err)
			return times
		}
		body := a.order(key, a.weth, random)
		begin := time.Now()
		posts.Go(func() {
			status, text := post(client, a.url+"/ft/orders/1337", body)
			mu.Lock()
			defer mu.Unlock()
			times = append(times, time.Since(begin))
			if status/100 != 2 {
				a.tb.Errorf("an honest order is answered %d: %s", status, text)
			}
		})
	}
	posts.Wait()
	return times
}

// order signs an order that sells a token for USDC.
func (a *attacked) order(key *ecdsa.PrivateKey, token common.Address, random *rand.Rand) string {
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(random.Uint64()>>11), common.Address{}),
		Maker:        crypto.PubkeyToAddress(key.PublicKey),
		MakerAsset:   api.Asset{Address: token}, TakerAsset: api.Asset{Address: a.usdc},
		MakerAmount: api.NewAmount(1 + random.Uint64N(1e15)),
		TakerAmount: api.NewAmount(1 + random.Uint64N(1e6)),
	}
	return orderBody(key, &o, a.rfq)
}

func post(client *http.Client, url, body string) (status int, text []byte) {
	reply, err := client.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer reply.Body.Close()
	text, err = io.ReadAll(reply.Body)
	if err != nil {
		return 0, []byte(err.Error())
	}
	return reply.StatusCode, text
}
