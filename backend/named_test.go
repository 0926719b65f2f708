package backend_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// mute answers every question with 18, which is enough to be a token.
const mute = "600a600c600039600a6000f3" + "601260005260206000f3"

// pooled makes a token that no list names, with 5,000 of it beside so many WETH in a pool.
func (a *attacked) pooled(weth int64) common.Address {
	a.tb.Helper()
	router := a.Local().Deployment().Swap.UniswapV2Router
	abi := contracts.NewStandardToken()
	token := a.deploy(common.Bytes2Hex(append(
		common.FromHex(contracts.StandardTokenMetaData.Bin),
		abi.PackConstructor("Unlisted", "NEW", 18, a.address())...)), 1)[0]
	a.send(&token, 200_000, abi.PackMint(a.address(), units(5_000, 18)))
	for _, of := range []common.Address{token, a.weth} {
		a.send(&of, 200_000, abi.PackApprove(router, api.MaxAmount.Big()))
	}
	a.send(&router, 5_000_000, contracts.NewUniswapV2Router().PackAddLiquidity(token, a.weth,
		units(5_000, 18), units(weth, 18), a.address()))
	a.mined()
	return token
}

// empty makes tokens that are worth nothing, each with a pool in which there is nothing.
func (a *attacked) empty(n int) []common.Address {
	a.tb.Helper()
	factory := a.Local().Deployment().Swap.UniswapV2Factory
	made := a.deploy(mute, n)
	for i, token := range made {
		a.send(&factory, 3_000_000, contracts.NewUniswapV2Factory().PackCreatePair(token, a.weth))
		if i%200 == 199 {
			a.mined()
		}
	}
	a.mined()
	return made
}

// named asks for the price of a token until it is not looked for any more.
func (a *attacked) named(ctx context.Context, client *http.Client, token common.Address) (
	status int, text string) {
	for ctx.Err() == nil {
		got, body := get(ctx, client, fmt.Sprintf("%s/prices?network=%d&version=6.2&srcToken=%s"+
			"&destToken=WETH&amount=1000000000000000", a.url, api.LocalChainID, api.Lower(token)))
		if status, text = got, string(body); !strings.Contains(text, "looked for") {
			return status, text
		}
		<-time.After(100 * time.Millisecond) // as it is told to
	}
	return status, text
}

// However many worthless tokens somebody names, from forty networks, who names another one with a
// pool gets its price, then and while the attack goes on, and so does who named one before. One in
// whose pool there is something stays whoever named it.
func TestWorthlessTokensKeepNoneFromBeingFollowed(t *testing.T) {
	sequential(t)
	a := newAttacked(t, 0)
	const networks, each, later = 40, 13, 3
	before, deep, after := a.pooled(10), a.pooled(10), a.pooled(10)
	tokens := a.empty(networks * (each + later))
	honest := []*http.Client{clientFrom("127.9.200.1"), clientFrom("127.8.200.1")}
	strangers := make([]*http.Client, networks)
	for i := range strangers {
		strangers[i] = clientFrom(fmt.Sprintf("127.%d.0.1", 20+i))
	}
	name := func(client *http.Client, token common.Address) {
		t.Helper()
		if status, text := a.named(t.Context(), client, token); status != http.StatusOK {
			t.Errorf("a token with a pool is answered %d: %s", status, text)
		}
	}
	name(honest[0], before)
	name(strangers[0], deep)
	attack := func(ctx context.Context, tokens []common.Address) {
		var acts sync.WaitGroup
		for i, some := range slices.Collect(slices.Chunk(tokens, len(tokens)/networks)) {
			acts.Go(func() {
				for _, token := range some {
					status, text := a.named(ctx, strangers[i], token)
					for status == http.StatusTooManyRequests && ctx.Err() == nil {
						<-time.After(time.Second) // as it is told to
						status, text = a.named(ctx, strangers[i], token)
					}
					if status != http.StatusBadRequest && status != 0 {
						t.Errorf("a worthless token is answered %d: %s", status, text)
					}
				}
			})
		}
		acts.Wait()
	}
	begun := time.Now()
	attack(t.Context(), tokens[:networks*each])
	t.Logf("%d tokens are named in %v", networks*each, time.Since(begun))
	begun = time.Now()
	name(honest[1], after)
	t.Logf("an honest one is looked for %v", time.Since(begun))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); attack(ctx, tokens[networks*each:]) }()
	var slowest time.Duration
	asked := 0
	for going := true; going; asked++ {
		select {
		case <-ended:
			going = false
		case <-time.After(200 * time.Millisecond):
		}
		begun = time.Now()
		name(honest[0], before)
		name(honest[1], after)
		slowest = max(slowest, time.Since(begun))
	}
	stop()
	t.Logf("%d times both are asked for beside the attack, in %v at most", asked, slowest)
	status, text := get(t.Context(), honest[0], fmt.Sprintf("%s/prices?network=%d&version=6.2"+
		"&srcToken=%s&destToken=WETH&amount=1000000000000000", a.url, api.LocalChainID,
		api.Lower(deep)))
	if status != http.StatusOK {
		t.Errorf("one in whose pool there is something is answered %d: %s", status, text)
	}
}
