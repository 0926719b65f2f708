package backend_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/eip712"
	"bourse/backend/server"
	"bourse/store/facts/etcd/etcdtest"
)

// childDir names the data folder to a test binary that is started as a server.
const childDir = "BOURSE_TEST_SERVE"

func TestMain(m *testing.M) {
	etcdtest.Main()
	var err error
	switch dir, node := os.Getenv(childDir), os.Getenv(nodeVariable); {
	case dir != "":
		backend.Tune()
		err = serveFrom(dir)
	case node != "":
		backend.Tune()
		var n process
		if err = json.Unmarshal([]byte(node), &n); err == nil {
			err = n.serve()
		}
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveFrom serves an exchange over HTTP until the process is killed, and says where.
func serveFrom(dir string) error {
	ctx := context.Background()
	b, err := backend.Open(ctx, backend.Config{Dir: dir, Now: time.Now})
	if err != nil {
		return err
	}
	go b.Run(ctx)
	if err := b.Ready(ctx); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + l.Addr().String())
	return server.New(b, server.Options{}).Run(ctx, l)
}

// child is a server in a process of its own.
type child struct {
	cmd *exec.Cmd
	url string
}

func startChild(t *testing.T, dir string) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		t.Fatalf("the server does not start: %v\n%s", err, &stderr)
	}
	return &child{cmd, strings.TrimSpace(line)}
}

// kill ends the process as a power switch would, as far as the process is concerned.
func (c *child) kill() {
	c.cmd.Process.Kill()
	c.cmd.Wait()
}

// ledger is what the server has acknowledged: order hash to the order as it replied.
type ledger struct {
	sync.Mutex
	orders  map[string]map[string]any
	checked map[string]bool // what has been read again
}

// maker posts orders of one key until the server is gone, and notes each one that was acknowledged.
func (l *ledger) maker(key *ecdsa.PrivateKey, random *rand.Rand, contract common.Address,
	url string) {
	client := &http.Client{Transport: &http.Transport{}}
	for {
		body := signedOrder(key, random, contract)
		reply, err := client.Post(url+"/ft/orders/1337", "application/json",
			strings.NewReader(body))
		if err != nil {
			return
		}
		text, err := io.ReadAll(reply.Body)
		reply.Body.Close()
		var answer struct{ Order map[string]any }
		if err != nil || reply.StatusCode/100 != 2 || json.Unmarshal(text, &answer) != nil {
			return
		}
		l.Lock()
		l.orders[answer.Order["orderHash"].(string)] = answer.Order
		l.Unlock()
	}
}

func signedOrder(key *ecdsa.PrivateKey, random *rand.Rand, contract common.Address) string {
	o := randomOrder(key, random)
	return orderBody(key, &o, contract)
}

func randomOrder(key *ecdsa.PrivateKey, random *rand.Rand) api.Order {
	return api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(random.Uint64()>>11), common.Address{}),
		Maker:        crypto.PubkeyToAddress(key.PublicKey),
		MakerAsset:   api.Asset{Address: localToken("WETH")},
		TakerAsset:   api.Asset{Address: localToken("USDC")},
		MakerAmount:  api.NewAmount(1 + random.Uint64()),
		TakerAmount:  api.NewAmount(1 + random.Uint64()),
	}
}

// localToken is where the local network has a token.
func localToken(symbol string) common.Address {
	list := localPlan().Tokens
	has := func(t api.Token) bool { return t.Symbol == symbol }
	return list[slices.IndexFunc(list, has)].Address
}

var localPlan = sync.OnceValue(func() local.Deployment { return local.Plan(nil) })

// orderBody is a signed order as it is posted.
func orderBody(key *ecdsa.PrivateKey, o *api.Order, contract common.Address) string {
	hash := eip712.HashOrder(api.LocalChainID, contract, o)
	signature, err := crypto.Sign(hash[:], key)
	if err != nil {
		panic(err) // the key is a key
	}
	signature[64] += 27
	return fmt.Sprintf(`{"maker":%q,"taker":%q,"nonceAndMeta":"%s","expiry":%d,"makerAsset":%q,"takerAsset":%q,"makerAmount":"%s","takerAmount":"%s","signature":"0x%x"}`,
		api.Lower(o.Maker), api.Lower(o.Taker), o.NonceAndMeta, o.Expiry,
		api.Lower(o.MakerAsset.Address), api.Lower(o.TakerAsset.Address),
		o.MakerAmount, o.TakerAmount, signature)
}

// kills is how often TestAcknowledgedOrdersSurviveKill kills the server.
var kills = flag.Int("kills", 15, "times that a server is killed")

// killsBetweenChecks is after how many kills what was acknowledged is read again, beside at the
// end.
const killsBetweenChecks = 100

// TestAcknowledgedOrdersSurviveKill posts orders from many clients and kills the server at random
// moments: whatever it acknowledged must be there afterwards, as it was signed. It prints how long
// a restart takes until its first answer.
func TestAcknowledgedOrdersSurviveKill(t *testing.T) {
	if testing.Short() {
		t.Skip("a process that is killed tells of no race")
	}
	cycles := *kills
	const clients = 8
	dir, random := t.TempDir(), rand.New(rand.NewPCG(1, 2))
	all := &ledger{orders: make(map[string]map[string]any), checked: make(map[string]bool)}
	server := startChild(t, dir)
	defer func() { server.kill() }()
	contract := orderContract(t, server.url)
	var restarts []time.Duration
	for cycle := range cycles {
		var posting sync.WaitGroup
		for range clients {
			key, err := crypto.GenerateKey()
			if err != nil {
				t.Fatal(err)
			}
			own := rand.New(rand.NewPCG(random.Uint64(), 0))
			posting.Go(func() { all.maker(key, own, contract, server.url) })
		}
		timer := time.NewTimer(time.Duration(5+random.IntN(300)) * time.Millisecond)
		<-timer.C
		server.kill()
		posting.Wait()
		begin := time.Now()
		server = startChild(t, dir)
		for hash := range all.orders {
			var read map[string]any
			getJSON(t, server.url+"/ft/order/"+hash, &read)
			break
		}
		restarts = append(restarts, time.Since(begin))
		if last := cycle == cycles-1; last || (cycle+1)%killsBetweenChecks == 0 {
			all.check(t, server.url, last)
			slices.Sort(restarts)
			t.Logf("%d kills, %d orders acknowledged; restarts: p50 %v, p99 %v, longest %v",
				cycle+1, len(all.orders), restarts[len(restarts)/2],
				restarts[len(restarts)*99/100], restarts[len(restarts)-1])
		}
		if t.Failed() {
			return
		}
	}
	if len(all.orders) < cycles {
		t.Fatalf("only %d orders were acknowledged in %d cycles", len(all.orders), cycles)
	}
}

// check reads what was acknowledged and not yet read, or all of it.
func (l *ledger) check(t *testing.T, url string, again bool) {
	t.Helper()
	for hash, want := range l.orders {
		if l.checked[hash] && !again {
			continue
		}
		l.checked[hash] = true
		var got map[string]any
		getJSON(t, url+"/ft/order/"+hash, &got)
		for _, field := range []string{
			"orderHash", "signature", "maker", "taker", "nonceAndMeta", "expiry", "makerAsset",
			"takerAsset", "makerAmount", "takerAmount", "createdAt", "type",
		} {
			if !reflect.DeepEqual(got[field], want[field]) {
				t.Errorf("%s of order %s is %v, was acknowledged as %v", field, hash, got[field],
					want[field])
			}
		}
		if s := got["state"]; s != "PENDING" && s != "SUSPENDED" {
			t.Errorf("order %s is %v", hash, s)
		}
	}
}

func orderContract(t *testing.T, url string) common.Address {
	t.Helper()
	var contracts struct{ AugustusRFQ common.Address }
	getJSON(t, url+"/adapters/contracts?network=1337", &contracts)
	return contracts.AugustusRFQ
}

func getJSON(t *testing.T, url string, v any) {
	t.Helper()
	reply, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	if reply.StatusCode != http.StatusOK {
		t.Fatalf("%s answers %d: %s", url, reply.StatusCode, text)
	}
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
}

// TestSecondProcessIsRefused opens a folder that a server holds.
func TestSecondProcessIsRefused(t *testing.T) {
	dir := t.TempDir()
	server := startChild(t, dir)
	defer server.kill()
	b, err := backend.Open(t.Context(), backend.Config{Dir: dir, Now: time.Now})
	if err == nil {
		b.Close()
		t.Fatal("two processes opened one data folder")
	}
	if !backend.InUse(err) || !strings.Contains(err.Error(), fmt.Sprint(server.cmd.Process.Pid)) {
		t.Errorf("%v; want the holder, process %d, to be named", err, server.cmd.Process.Pid)
	}
}
