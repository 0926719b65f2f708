package backend_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/eip712"
)

// often does something at the attacker's pace until ctx ends, whether or not the last one has
// ended. What succeeds is counted.
func (a *attacked) often(ctx context.Context, do func(i int) bool) {
	var acts sync.WaitGroup
	defer acts.Wait()
	tick := time.NewTicker(hostilePace)
	defer tick.Stop()
	for i := 0; ctx.Err() == nil; i++ {
		acts.Go(func() {
			if do(i) {
				a.done.Add(1)
			}
		})
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}

// send sends a transaction of the attacker's; no receiver makes a contract.
func (a *attacked) send(to *common.Address, gas uint64, data []byte) {
	a.tb.Helper()
	id := big.NewInt(api.LocalChainID)
	raw, err := types.MustSignNewTx(a.key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: a.nonce, Gas: gas, To: to, Data: data,
		GasFeeCap: big.NewInt(100 * params.GWei), GasTipCap: big.NewInt(params.GWei),
	}).MarshalBinary()
	if err == nil {
		_, err = apitest.On(a, api.LocalChainID).SendTransaction(context.Background(), raw)
	}
	if err != nil {
		a.tb.Error(err)
		return
	}
	a.nonce++
}

// deploy makes contracts and waits until they are there.
func (a *attacked) deploy(code string, n int) (made []common.Address) {
	a.tb.Helper()
	for range n {
		made = append(made, crypto.CreateAddress(a.address(), a.nonce))
		a.send(nil, 2_000_000, common.FromHex(code))
	}
	a.mined()
	return made
}

// mined waits until everything that the attacker has sent is in a block.
func (a *attacked) mined() {
	a.tb.Helper()
	for tick := time.NewTicker(5 * time.Millisecond); ; <-tick.C {
		var next string
		err := a.direct.Call(&next, "eth_getTransactionCount", a.address(), "latest")
		if err != nil {
			a.tb.Error(err)
			return
		}
		if next == fmt.Sprintf("0x%x", a.nonce) {
			return
		}
	}
}

// tokens makes hostile tokens of a kind.
func (a *attacked) tokens(n int, kind uint8, size int64) []common.Address {
	made := a.deploy(contracttest.HostileTokenMetaData.Bin, n)
	for i := range made {
		a.send(&made[i], 100_000, contracttest.NewHostileToken().PackSet(kind, big.NewInt(size)))
	}
	a.mined()
	return made
}

// hostileOrders posts orders of hostile tokens, and has the tokens tell of transfers of their
// makers at every block, so that they are read again.
func (a *attacked) hostileOrders(ctx context.Context, kind uint8, size int64) {
	tokens := a.deploy(contracttest.HostileTokenMetaData.Bin, 8)
	random := rand.New(rand.NewPCG(3, uint64(kind)))
	var makers []common.Address
	for i := range 24 { // while the tokens behave
		key := local.House{}.Trader(i % 8)
		makers = append(makers, crypto.PubkeyToAddress(key.PublicKey))
		post(a.attacker, a.url+"/ft/orders/1337", a.order(key, tokens[i%8], random))
	}
	for i := range tokens {
		a.send(&tokens[i], 100_000, contracttest.NewHostileToken().PackSet(kind, big.NewInt(size)))
	}
	var bodies []string
	for i := range int(2 * attackTime / hostilePace) {
		bodies = append(bodies, a.order(local.House{}.Trader(i%8), tokens[i/8%8], random))
	}
	var acts sync.WaitGroup
	acts.Go(func() {
		for ; ctx.Err() == nil; a.mined() {
			for i := range tokens {
				a.send(&tokens[i], 1_000_000, contracttest.NewHostileToken().PackPretend(makers))
			}
		}
	})
	a.often(ctx, func(i int) bool {
		status, _ := post(a.attacker, a.url+"/ft/orders/1337", bodies[i%len(bodies)])
		return status != http.StatusTooManyRequests && status != 0
	})
	acts.Wait()
}

// longNames asks what tokens are whose names have a megabyte.
func (a *attacked) longNames(ctx context.Context) {
	tokens := a.tokens(16, tokenHuge, 1<<20)
	a.often(ctx, func(i int) bool {
		reply, err := a.attacker.Get(fmt.Sprintf("%s/x/1337/tokens/%s", a.url,
			api.Lower(tokens[i%len(tokens)])))
		if err != nil {
			return false
		}
		defer reply.Body.Close()
		_, err = io.Copy(io.Discard, reply.Body)
		return err == nil && reply.StatusCode != http.StatusTooManyRequests
	})
}

// emptyLogs fills blocks with logs of no topic and no data.
func (a *attacked) emptyLogs(ctx context.Context) {
	token := a.tokens(1, 0, 0)[0]
	for ; ctx.Err() == nil; a.mined() {
		a.send(&token, 16_700_000, contracttest.NewHostileToken().PackFlood(big.NewInt(35_000)))
		a.done.Add(1)
	}
}

// costlyOwners posts Delta orders of contracts that burn all gas when they are asked.
func (a *attacked) costlyOwners(ctx context.Context) {
	owners := a.deploy(contracttest.HostileOwnerMetaData.Bin, 8)
	for i := range owners {
		a.send(&owners[i], 100_000, contracttest.NewHostileOwner().PackSetMood(ownerBurns))
	}
	a.mined()
	sell := a.deltaOf(ctx)
	a.often(ctx, func(i int) bool { return a.submit(ctx, sell(owners[i%8], i), nil) })
}

// manyDeltaOrders submits Delta orders over one balance.
func (a *attacked) manyDeltaOrders(ctx context.Context) {
	key := local.House{}.Trader(4)
	sell := a.deltaOf(ctx)
	a.often(ctx, func(i int) bool {
		return a.submit(ctx, sell(crypto.PubkeyToAddress(key.PublicKey), i), key)
	})
}

// deltaOf makes Delta orders that sell USDC for WETH, no two the same.
func (a *attacked) deltaOf(ctx context.Context) func(owner common.Address, i int) api.DeltaOrder {
	q, err := apitest.On(a, api.LocalChainID).DeltaQuote(ctx, api.DeltaQuoteRequest{Src: a.usdc,
		Dest: a.weth, Amount: api.NewAmount(100e6), Mode: api.ModeDelta})
	if err != nil {
		a.tb.Error(err)
		return nil
	}
	price, err := json.Marshal(q.Delta)
	if err != nil {
		a.tb.Error(err)
	}
	built, err := apitest.On(a, api.LocalChainID).BuildDelta(ctx,
		api.DeltaBuildRequest{Price: price,
			Owner: a.address()})
	if err != nil {
		a.tb.Error(err)
	}
	return func(owner common.Address, i int) api.DeltaOrder {
		o := built.Order
		o.Owner, o.Beneficiary, o.Nonce = owner, owner, api.NewAmount(uint64(1_000_000+i))
		return o
	}
}

// submit submits a Delta order past the rate limit; no key is the signature of a contract.
func (a *attacked) submit(ctx context.Context, o api.DeltaOrder, key *ecdsa.PrivateKey) bool {
	signature := []byte("any")
	if key != nil {
		hash := eip712.DeltaTypedData(api.LocalChainID, a.delta, o).Hash()
		raw, err := crypto.Sign(hash[:], key)
		if err != nil {
			a.tb.Error(err)
			return false
		}
		raw[64] += 27
		signature = raw
	}
	_, _, err := apitest.On(a, api.LocalChainID).SubmitDelta(ctx, api.DeltaSubmission{Order: o,
		Signature: signature})
	return err == nil || ctx.Err() == nil
}

// costlyTransfers has transfers of tokens that burn gas prepared, which simulates them.
func (a *attacked) costlyTransfers(ctx context.Context) {
	tokens := a.tokens(4, tokenBurns, 0)
	a.often(ctx, func(i int) bool {
		_, err := apitest.On(a, api.LocalChainID).PrepareTransfer(ctx, api.TransferRequest{
			Owner: a.address(), To: a.delta, Amount: api.NewAmount(1),
			Asset: api.Asset{Address: tokens[i%4]}})
		return err != nil && ctx.Err() == nil
	})
}

// manyStreams opens event streams and reads none.
func (a *attacked) manyStreams(ctx context.Context) {
	a.often(ctx, func(int) bool {
		asked, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url+"/x/events", nil)
		if err != nil {
			return false
		}
		reply, err := a.attacker.Do(asked)
		if err != nil {
			return false
		}
		defer reply.Body.Close()
		if reply.StatusCode != http.StatusOK {
			return false
		}
		<-ctx.Done()
		return true
	})
}

// nodeCalls asks the node itself to burn gas, many times in a batch.
func (a *attacked) nodeCalls(ctx context.Context) {
	token := a.tokens(1, tokenBurns, 0)[0]
	var batch bytes.Buffer
	for i := range 100 {
		fmt.Fprintf(&batch, `,{"jsonrpc":"2.0","id":%d,"method":"eth_call",`+
			`"params":[{"to":%q,"data":"0x313ce567"},"latest"]}`, i, api.Lower(token))
	}
	body := "[" + batch.String()[1:] + "]"
	var calls sync.WaitGroup
	defer calls.Wait()
	for range 4 {
		calls.Go(func() {
			for ctx.Err() == nil {
				asked, err := http.NewRequestWithContext(ctx, http.MethodPost, a.node,
					strings.NewReader(body))
				if err != nil {
					a.tb.Error(err)
					return
				}
				asked.Header.Set("Content-Type", "application/json")
				a.done.Add(1)
				if reply, err := a.attacker.Do(asked); err == nil {
					_, _ = io.Copy(io.Discard, reply.Body) // it is cut off at the end
					reply.Body.Close()
				}
			}
		})
	}
}
