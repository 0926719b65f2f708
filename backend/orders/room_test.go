package orders

import (
	"context"
	"crypto/ecdsa"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/contracts/contracttest"
	"bourse/store/facts"
)

// emptyKey is the key of an account that holds nothing.
func emptyKey(t testing.TB, n int) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("empty"), []byte{byte(n >> 8), byte(n)}))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// lying deploys an asset that says that everybody holds and allows all there is of it.
func (w *world) lying(kind api.AssetKind) common.Address {
	code := common.FromHex(contracttest.LyingAssetMetaData.Bin)
	return w.deploy(trader(3), append(code, common.BigToHash(big.NewInt(int64(kind))).Bytes()...))
}

// offering is an order of an account that holds nothing, for an asset that says otherwise.
func (w *world) offering(n int, kind api.AssetKind, token common.Address,
	change ...func(*api.Order)) api.OrderRequest {
	key := emptyKey(w.t, n)
	r := w.sell(0, 1, 3000, append(change, func(o *api.Order) {
		o.Maker, o.MakerAsset = addressOf(key), api.Asset{Address: token, Kind: kind}
		if kind == api.ERC20 {
			return
		}
		o.NFT, o.MakerAmount = true, api.NewAmount(1)
		o.MakerAsset.ID = api.AmountFromBytes32(word(o.Maker))
	})...)
	return w.sign(r.Order, key)
}

// refused posts an order and tells why it is not taken, "" if it is.
func (w *world) refused(r api.OrderRequest) string {
	w.t.Helper()
	_, _, err := w.orders.CreateOrder(w.t.Context(), r)
	if err != nil && api.TypeOf(err) != api.TooManyOrders {
		w.t.Fatal(err)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// Contracts that say that empty accounts hold and allow everything bring in no more orders than
// there is room for, by whatever door: a contract and a maker have their share of it, what the
// network lists is taken all the same, and so is another contract's.
func TestRoomForTheWordOfStrangers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0)
	w.orders.cfg.MaxForeign = 64
	p2p := func(o *api.Order) {
		o.Taker = addressOf(trader(1))
		o.NonceAndMeta = api.PackNonce(api.NewAmount(w.nonce), o.Taker)
	}
	taken, keys := 0, 0
	for _, door := range []struct {
		name   string
		kind   api.AssetKind
		change []func(*api.Order)
	}{
		{"a limit order", api.ERC20, nil},
		{"an order for one taker", api.ERC20, []func(*api.Order){p2p}},
		{"an ERC-721 token", api.ERC721, nil},
		{"an ERC-721 token for one taker", api.ERC721, []func(*api.Order){p2p}},
		{"ERC-1155 tokens", api.ERC1155, nil},
	} {
		token, share, why := w.lying(door.kind), 0, ""
		for range 50 {
			keys++
			r := w.offering(keys, door.kind, token, door.change...)
			if why = w.refused(r); why != "" {
				break
			}
			if rec := w.get(w.orders.hasher.Hash(&r.Order)); rec.State != api.Pending {
				t.Fatalf("%s is %s: %s", door.name, rec.State, rec.StateReason)
			}
			share++
		}
		if share == 0 || share > 4 || !strings.Contains(why, "cancel some or let them expire") ||
			!strings.Contains(why, api.Lower(token)) {
			t.Errorf("%s: a contract has %d orders, and then: %q", door.name, share, why)
		}
		taken += share
	}
	token := w.lying(api.ERC20)
	w.create(w.offering(1000, api.ERC20, token))
	if why := w.refused(w.offering(1000, api.ERC20, token)); !strings.Contains(why,
		"the most one maker may have") {
		t.Errorf("a maker's second: %q", why)
	}
	w.create(w.sell(0, 1, 3000)) // what is listed is not concerned
	for taken++; ; taken++ {
		keys++
		if why := w.refused(w.offering(keys, api.ERC20, w.lying(api.ERC20))); why != "" {
			if taken != 64 || !strings.Contains(why, "sell what it lists") {
				t.Errorf("after %d: %q", taken, why)
			}
			break
		}
	}
	w.create(w.sell(0, 1, 3001))
	again := w.openOn(w.orders.cfg.Store)
	again.cfg.MaxForeign = 64
	w.orders = again
	w.wait()
	if why := w.refused(w.offering(keys, api.ERC20, w.lying(api.ERC20))); why == "" {
		t.Error("a start forgets what there is room for")
	}
}

// Orders that a stranger's contract alone says are paid for, and that nobody fills, end: after a
// day where they are most of their contract's share, after a month else. There is room for them by
// then, and they come back by a new post only where there is.
func TestTheWordOfStrangersAges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0)
	w.orders.cfg.MaxForeign = 64
	crowd, few := w.lying(api.ERC20), w.lying(api.ERC20)
	var many []api.OrderRequest
	for i := range 3 {
		many = append(many, w.offering(i, api.ERC20, crowd))
		w.create(many[i])
	}
	alone, listed := w.offering(9, api.ERC20, few), w.sell(0, 1, 3000)
	w.create(alone)
	w.create(listed)
	states := func() (n int, lone, own api.OrderState) {
		for _, r := range many {
			rec := w.get(w.orders.hasher.Hash(&r.Order))
			if rec.State == api.Pending {
				n++
			} else if rec.State != api.Expired ||
				!strings.Contains(rec.StateReason, "post it again") {
				t.Errorf("%s: %s", rec.State, rec.StateReason)
			}
		}
		return n, w.get(w.orders.hasher.Hash(&alone.Order)).State,
			w.get(w.orders.hasher.Hash(&listed.Order)).State
	}
	for _, after := range []struct {
		hours int64
		left  int
		alone api.OrderState
	}{{23, 3, api.Pending}, {2, 0, api.Pending}, {24 * 28, 0, api.Pending}, {48, 0, api.Expired}} {
		w.clock.Add(after.hours * 3600)
		w.mine()
		w.mine()
		if n, lone, own := states(); n != after.left || lone != after.alone || own != api.Pending {
			t.Errorf("%d hours later %d of a crowd are left, one alone is %s, a listed one %s",
				after.hours, n, lone, own)
		}
	}
	w.orders.cfg.MaxForeign = 2
	for i, r := range many { // what ended comes back within the same bounds
		rec, _, err := w.orders.CreateOrder(t.Context(), r)
		if (err == nil) != (i == 0) || err == nil && rec.State != api.Pending {
			t.Errorf("order %d posted again: %s, %v", i, rec.State, err)
		}
	}
}

// A contract that says one thing at one block and another at the next brings in no more than twice
// its share.
func TestStrangersWhoChangeTheirWord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.orders.cfg.MaxForeign = 128
	token := w.lying(api.ERC20)
	w.do(trader(3), token, contracttest.NewLyingAsset().PackTell(tellsEvenBlocks))
	for w.chain.Head().Number%2 == 0 {
		w.mine()
	}
	posts := func() (taken int) {
		for i := range 40 {
			if w.refused(w.offering(i, api.ERC20, token)) == "" {
				taken++
			}
		}
		return taken
	}
	first := posts()
	if ix := w.orders.index; first == 0 || ix.unpaid != first || ix.ready.all != 0 {
		t.Fatalf("%d were taken, of which %d can't be filled", first, ix.unpaid)
	}
	for range 3 {
		w.mine()
		posts()
		if err := w.orders.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		posts()
	}
	if n := w.orders.index.foreign.all; n > 2*first {
		t.Errorf("%d orders of one contract are there, of %d at first", n, first)
	}
}

// What an asset of contracts/src/test/LyingAsset.sol says is told to some alone.
const (
	tellsReaders = iota + 1
	tellsNoGasPrice
	tellsEvenBlocks
)

// Orders that arrive at the same time take no more places than there are, and each of them is
// counted once: while it arrives, or as open.
func TestArrivingOrdersAreCountedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.orders.cfg.MaxUnpaid, w.orders.cfg.MaxOpen = 10, 1000
	var posts sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for i := range 40 {
		r := w.offering(i, api.ERC20, w.tokens["WETH"])
		posts.Go(func() {
			_, created, err := w.orders.CreateOrder(t.Context(), r)
			mu.Lock()
			defer mu.Unlock()
			if created {
				taken++
			} else if api.TypeOf(err) != api.TooManyOrders {
				t.Error(err)
			}
		})
	}
	posts.Wait()
	if taken != 10 {
		t.Errorf("%d orders that nobody can fill were taken at a bound of 10", taken)
	}
	if s := w.orders; s.arriving.unpaid != 0 || len(s.arriving.open) != 0 {
		t.Errorf("%d and %d are arriving still", s.arriving.unpaid, len(s.arriving.open))
	}
	// one that is in the index, and whose post is not answered yet, is no second one
	w.orders.cfg.MaxUnpaid, w.orders.cfg.MaxOpen = 1000, 2
	first, second := w.sell(1, 1, 3000), w.sell(1, 1, 3001)
	log := &slowLog{Log: w.orders.cfg.Log, arrived: make(chan bool), answer: make(chan bool)}
	w.orders.cfg.Log = log
	posts.Go(func() { w.refused(first) })
	<-log.arrived
	if why := w.refused(second); why != "" {
		t.Errorf("the second of two: %s", why)
	}
	close(log.answer)
	posts.Wait()
}

// slowLog is late with its first answer.
type slowLog struct {
	facts.Log
	arrived, answer chan bool
	late            atomic.Bool
}

func (l *slowLog) Append(ctx context.Context, term *facts.Term, list ...facts.Fact) ([]facts.Fact,
	[]bool, error) {
	kept, created, err := l.Log.Append(ctx, term, list...)
	if l.late.CompareAndSwap(false, true) {
		l.arrived <- true
		<-l.answer
	}
	return kept, created, err
}

// A collection that says one thing to who reads it and another to the order contract, by the
// caller, the price of gas or the block, costs nobody the gas of a fill: whatever the book shows, a
// transaction is prepared only where it succeeds as it will be sent. Others' orders, and a part of
// an ERC-1155 order, are filled beside it.
func TestCollectionsThatLieToSome(t *testing.T) {
	t.Parallel()
	w := nftWorld(t)
	pass := api.Asset{Kind: api.ERC1155, Address: w.tokens["PASS"], ID: api.NewAmount(1)}
	weth := api.Asset{Address: w.tokens["WETH"]}
	honest := w.create(w.nft(0, pass, weth, api.NewAmount(2), units(2, 18))).Hash
	abi := contracttest.NewLyingAsset()
	var lies []common.Hash
	keys := 2000
	for _, kind := range []api.AssetKind{api.ERC721, api.ERC1155} {
		for _, told := range []uint8{tellsReaders, tellsNoGasPrice, tellsEvenBlocks} {
			token := w.lying(kind)
			keys++
			lies = append(lies, w.create(w.offering(keys, kind, token)).Hash)
			w.do(trader(2), token, abi.PackTell(told))
		}
	}
	shown := 0
	for range 4 {
		w.mine()
		if err := w.orders.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, hash := range lies {
			if w.get(hash).State == api.Pending {
				shown++
			}
			tx, err := w.prepareFill(1, hash, zero)
			if err == nil { // what is prepared does not fail
				w.do(trader(1), tx.To, tx.Data)
				t.Logf("order %d was filled: the contract lied to its end", i)
			} else if api.TypeOf(err) != api.OrderNotFillable {
				t.Errorf("order %d: %v", i, err)
			}
		}
	}
	if shown == 0 {
		t.Error("no lie was believed by who only reads: nothing was tried")
	}
	before := w.holds(addressOf(trader(0)), weth.Address)
	w.fill(1, honest, units(1, 18))
	if got := w.holds(addressOf(trader(0)), weth.Address).Sub(before); got != units(1, 18) ||
		w.get(honest).State != api.Pending {
		t.Errorf("half of an honest order brought %s, and it is %s", got, w.get(honest).State)
	}
}
