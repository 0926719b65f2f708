package orders

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/store/facts"
)

// holds is what an account has of a token.
func (w *world) holds(account, token common.Address) api.Amount {
	w.t.Helper()
	data, err := w.net.Call(w.t.Context(), w.chain.Head().Hash,
		call(token, selBalanceOf, word(account)))
	if err != nil {
		w.t.Fatal(err)
	}
	return api.AmountFromBytes32([32]byte(data))
}

// Orders of one maker share what it holds: a fill of two of them pays out no more than that.
func TestLegsShareAHolding(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	maker := addressOf(trader(0))
	has := w.holds(maker, w.tokens["LINK"])
	sells := func(o *api.Order) {
		o.MakerAsset.Address, o.TakerAmount = w.tokens["LINK"], units(10, 6)
		o.MakerAmount = has.MulDiv(api.NewAmount(3), api.NewAmount(4))
	}
	first, second := w.create(w.sell(0, 1, 1, sells)), w.create(w.sell(0, 1, 1, sells))
	ask := func(pays ...api.Amount) error {
		_, err := w.orders.PrepareFill(t.Context(), api.FillRequest{
			Taker: addressOf(trader(1)), Legs: []api.FillLeg{
				{Hash: first.Hash, TakerAmount: pays[0]},
				{Hash: second.Hash, TakerAmount: pays[1]}}})
		return err
	}
	if err := ask(units(10, 6), units(10, 6)); api.TypeOf(err) != api.OrderNotFillable ||
		!strings.Contains(err.Error(), "can give") { // by what is known, before it is tried
		t.Errorf("three halves of what the maker holds: %v", err)
	}
	if err := ask(units(10, 6), units(3, 6)); err != nil {
		t.Errorf("39 fortieths of it: %v", err)
	}
}

// What a maker holds is read on a block also where its first order comes while that block is read
// and no log of the block tells of it.
func TestAHoldingThatAppearsWhileABlockIsRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	before := w.chain.Head()
	h, err := w.net.HeaderByNumber(t.Context(), before.Number)
	if err != nil {
		t.Fatal(err)
	}
	s := w.open(filepath.Join(t.TempDir(), "other.db"))
	if err := s.Resync(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	request := w.sell(0, 1, 3000)
	p := s.pendingOf(record{order: request.Order, hash: s.hasher.Hash(&request.Order),
		signature: request.Signature, created: w.clock.Load()})
	if err := s.admit(t.Context(), p, &arrival{}); err != nil {
		t.Fatal(err)
	}
	p.block = before
	weth := w.tokens["WETH"]
	w.do(trader(0), weth, transferData(addressOf(trader(1)), units(1, 18)))
	next, err := w.net.HeaderByNumber(t.Context(), before.Number+1)
	if err != nil {
		t.Fatal(err)
	}
	s.commitMu.RLock() // as whoever stores an order holds it
	applied := make(chan error, 1)
	go func() { applied <- s.Apply(t.Context(), chain.Block{Header: next}) }()
	for s.commitMu.TryRLock() { // until the block was read and waits
		s.commitMu.RUnlock()
		runtime.Gosched()
	}
	if err := (intake{s}).insert([]*pendingOrder{p}, facts.Position{}, before); err != nil {
		t.Fatal(err)
	}
	s.commitMu.RUnlock()
	if err := <-applied; err != nil {
		t.Fatal(err)
	}
	now := w.holds(addressOf(trader(0)), weth)
	held := s.index.holdings.list[s.index.holdings.byKey[p.holding]].funds.balance
	if held != now || now == p.funds.balance {
		t.Errorf("the maker holds %s at the block, and %s is known", now, held)
	}
}

// Orders are taken while a block waits for what other nodes say of the order that it ends.
func TestOrdersComeWhileABlockWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	first, second := newLiar(w), newLiar(w)
	f := follow(w, first, second)
	ended, _, err := f.orders.CreateOrder(t.Context(), w.sell(0, 1, 3000))
	if err != nil {
		t.Fatal(err)
	}
	w.do(trader(0), w.rfq, contracts.NewAugustusRFQ().PackCancelOrder(ended.Hash))
	asked, over := make(chan struct{}), make(chan struct{})
	var once sync.Once
	second.set(func(method, params string, answer json.RawMessage) any {
		if method == "eth_call" && strings.Contains(params, ended.Hash.Hex()[2:]) {
			once.Do(func() { close(asked) })
			<-over
		}
		return answer
	})
	taken := make(chan error, 1)
	go func() { taken <- f.watcher.Round(t.Context()) }()
	<-asked
	created := make(chan error, 1)
	go func() {
		_, _, err := f.orders.CreateOrder(t.Context(), w.sell(1, 1, 3100))
		created <- err
	}()
	select {
	case err := <-created:
		if err != nil {
			t.Errorf("an order that comes meanwhile: %v", err)
		}
		close(over)
		<-taken // a block that is not taken in yet is by the next round
	case err := <-taken:
		t.Errorf("an order waits until a node is given up; the block is %v", err)
		close(over)
		<-created
	}
	f.mustRound()
	f.want(ended.Hash, api.Cancelled, 0)
}
