package backend_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// While twenty addresses ask for as many dear prices as they can, of one network or of twenty, one
// that asks for two a second gets them about as fast as alone, and is never refused.
func TestFloodsOfPricesLeaveOthersTheirTurns(t *testing.T) {
	sequential(t)
	a := newAttacked(t, 0)
	const questions, addresses, connections = 12, 20, 8
	honest := clientFrom("127.9.1.200")
	amount := uint64(1e18)
	ask := func() time.Duration {
		amount++ // which nobody has asked for
		begun := time.Now()
		status, text := get(t.Context(), honest, fmt.Sprintf("%s/prices?network=%d&version=6.2"+
			"&srcToken=WETH&destToken=USDC&amount=%d", a.url, api.LocalChainID, amount))
		if status != http.StatusOK {
			t.Errorf("an honest client is answered %d: %s", status, text)
		}
		return time.Since(begun)
	}
	median := func() time.Duration {
		var times []time.Duration
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for range questions {
			times = append(times, ask())
			<-tick.C
		}
		slices.Sort(times)
		return times[len(times)/2]
	}
	symbols := []string{"WETH", "USDC", "USDT", "DAI", "WBTC", "LINK", "UNI"}
	dear := func(ctx context.Context, client *http.Client, random *rand.Rand) (status int) {
		pair := random.Perm(len(symbols))
		status, _ = get(ctx, client, fmt.Sprintf("%s/prices?network=%d&version=6.2"+
			"&srcToken=%s&destToken=%s&amount=%d&otherExchangePrices=true&maxImpact=1000", a.url,
			api.LocalChainID, symbols[pair[0]], symbols[pair[1]], 1+random.Uint64N(1e18)))
		return status
	}
	alone := median()
	for _, c := range []struct{ name, address, honest string }{
		{"one network", "127.9.1.%d", "127.9.1.200"},
		// of another network than those of the flood before
		{"twenty networks", "127.9.%d.7", "127.9.101.1"},
	} {
		name, address := c.name, c.address
		honest = clientFrom(c.honest)
		ctx, stop := context.WithCancel(t.Context())
		var flood sync.WaitGroup
		var mu sync.Mutex
		var slowest time.Duration
		asked := make(map[int]int)
		for i := range addresses {
			client := clientFrom(fmt.Sprintf(address, i+2))
			for k := range connections {
				flood.Go(func() {
					random := rand.New(rand.NewPCG(uint64(i), uint64(k)))
					for ctx.Err() == nil {
						begun := time.Now()
						status := dear(ctx, client, random)
						mu.Lock()
						asked[status]++
						slowest = max(slowest, time.Since(begun))
						mu.Unlock()
					}
				})
			}
		}
		beside := median()
		stop()
		flood.Wait()
		t.Logf("%s: %v alone, %v beside %v, of which the slowest took %v", name, alone, beside,
			asked, slowest)
		// one search that has its turn, and its own where others take the processors
		if most := 3*alone + 2*searchTime; beside > most {
			t.Errorf("%s: an honest client waits %v, alone %v", name, beside, alone)
		}
		if slowest < 2*searchTime {
			t.Errorf("%s: the flood's own questions wait %v at most: it is none", name, slowest)
		}
	}
}

// Burners run the precompiled hash for as many rounds as they have gas, which takes a core most of
// a second for what a transaction may use: one of any gas, one of nothing but much.
const (
	burner    = "601a600a5f39601a5ff3" + burning
	bigBurner = "6027600a5f3960275ff3" + "627a12005a10602357" + burning + "5b5f5ffd"
	burning   = "5a60051c5a0360e01b5f52600160d4535f5f60d55f60095afa00"
)

// While twenty addresses have as much simulated as they can of what burns all gas, one that
// prepares a transaction now and then gets it within two seconds, most of the time, and is never
// refused.
func TestAFloodOfSimulationsLeavesOthersTheirTurns(t *testing.T) {
	sequential(t)
	a := newAttacked(t, 0)
	honest, amount := clientFrom("127.9.101.1"), 0
	approval := func(token common.Address) string {
		amount++
		return fmt.Sprintf(`{"owner":%q,"token":%q,"spender":%q,"amount":"%d"}`,
			api.Lower(a.address()), api.Lower(token), api.Lower(a.rfq), amount)
	}
	prepare := a.url + "/x/1337/prepare/approve"
	ask := func() time.Duration {
		begun := time.Now()
		if status, text := post(honest, prepare, approval(a.weth)); status != http.StatusOK {
			t.Errorf("an honest client is answered %d: %s", status, text)
		}
		return time.Since(begun)
	}
	t.Logf("alone %v", ask())
	for name, code := range map[string]string{"any gas": burner, "much gas": bigBurner} {
		body := approval(a.deploy(code, 1)[0])
		ctx, stop := context.WithCancel(t.Context())
		var flood sync.WaitGroup
		var mu sync.Mutex
		asked := make(map[int]int)
		for i := range 20 {
			client := clientFrom(fmt.Sprintf("127.9.%d.7", i+2))
			for range 8 {
				flood.Go(func() {
					for ctx.Err() == nil {
						status, _ := post(client, prepare, body)
						mu.Lock()
						asked[status]++
						mu.Unlock()
					}
				})
			}
		}
		var times []time.Duration
		tick := time.NewTicker(700 * time.Millisecond)
		for range 9 {
			<-tick.C
			times = append(times, ask())
		}
		tick.Stop()
		stop()
		flood.Wait()
		slices.Sort(times)
		t.Logf("%s: %v beside %v", name, times, asked)
		if median := times[len(times)/2]; median > 2*time.Second {
			t.Errorf("%s: an honest client waits %v", name, median)
		}
		if asked[http.StatusTooManyRequests] == 0 {
			t.Errorf("%s: of a flood nothing was refused: %v", name, asked)
		}
	}
}

// searchTime is how long one search may take.
const searchTime = 150 * time.Millisecond

// get asks for a page; the status is 0 where there is no answer.
func get(ctx context.Context, client *http.Client, url string) (status int, text []byte) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return 0, []byte(err.Error())
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer res.Body.Close()
	if text, err = io.ReadAll(res.Body); err != nil {
		return 0, []byte(err.Error())
	}
	return res.StatusCode, text
}
