package delta_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// seedName names a seed for the random orders, so that a failure can be repeated.
const seedName = "BOURSE_TEST_SEED"

func seedOf(t *testing.T) uint64 {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv(seedName); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("repeat with %s=%d", seedName, seed)
	return seed
}

// gambler submits random Delta orders and puts random limit orders in the book.
type gambler struct {
	*world
	*rand.Rand
	nonce   uint64
	partner common.Address
	orders  []string
	bill    gasBill
}

// worth is about what a whole token costs in USD.
var worth = map[string]float64{"USDC": 1, "DAI": 1, "WETH": 3000, "WBTC": 60_000}

// part returns a part of an amount, from low to high in thousandths.
func (g *gambler) part(a api.Amount, low, high uint64) api.Amount {
	return a.MulDiv(api.NewAmount(low+g.Uint64N(high-low+1)), api.NewAmount(1000))
}

// draw chooses what to sell for what.
func (g *gambler) draw() (amount, src, dest string) {
	pairs := [][2]string{{"USDC", "WETH"}, {"WETH", "USDC"}, {"DAI", "WETH"}, {"WETH", "DAI"},
		{"WBTC", "USDC"}, {"USDC", "ETH"}, {"DAI", "USDC"}}
	pair := pairs[g.IntN(len(pairs))]
	usd := 100 * float64(uint64(1)<<g.Uint64N(8)) * (1 + g.Float64())
	return strconv.FormatFloat(usd/worth[pair[0]], 'f', 6, 64), pair[0], pair[1]
}

// submitOne submits an order of which everything that the owner may choose is random.
func (g *gambler) submitOne() {
	amount, src, dest := g.draw()
	o := g.build(g.users[g.IntN(3)], amount, src, dest, func(r *api.DeltaBuildRequest) {
		slippage := g.IntN(500)
		r.Slippage, r.PartiallyFillable = &slippage, g.IntN(3) == 0
	})
	if g.IntN(3) == 0 {
		o.Beneficiary = common.Address{0xbe, byte(g.IntN(5))}
	}
	if g.IntN(2) == 0 {
		o.PartnerAndFee = eip712.PartnerAndFee(g.partner, uint8(g.IntN(256)), g.IntN(2) == 0)
	}
	switch g.IntN(4) {
	case 0: // expects less than it gets
		o.ExpectedDestAmount = g.part(o.ExpectedDestAmount, 800, 1000)
	case 1: // asks for about what is to be had, and sometimes for too much
		o.DestAmount = g.part(o.ExpectedDestAmount, 995, 1010)
	}
	g.orders = append(g.orders, g.submit(o).ID)
}

// rest puts a limit order in the book, at about the price of the pools.
func (g *gambler) rest() {
	amount, src, dest := g.draw()
	if dest == "ETH" {
		return
	}
	g.nonce++
	pays := g.amount(amount, src)
	g.limit(g.users[3+g.IntN(2)], g.nonce, dest,
		g.part(g.quote(amount, src, dest).DestAmount, 985, 1030), src, pays)
}

// limit signs and posts a limit order.
func (w *world) limit(maker common.Address, nonce uint64, gives string, brings api.Amount,
	takes string, pays api.Amount) api.OrderRecord {
	w.Helper()
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(nonce), common.Address{}), Maker: maker,
		MakerAsset: api.Asset{Address: w.tokens[gives].Address},
		TakerAsset: api.Asset{Address: w.tokens[takes].Address}, MakerAmount: brings,
		TakerAmount: pays,
	}
	signature := w.signAs(maker, eip712.OrderTypedData(
		api.LocalChainID, w.contracts.AugustusRFQ, o))
	r, _, err := apitest.On(w, api.LocalChainID).CreateOrder(w.Context(),
		api.OrderRequest{Order: o, Type: o.Type(),
			Signature: signature.Bytes()})
	if err != nil {
		w.Fatal(err)
	}
	return r
}

// round makes a block, and waits until the auction after it has sent what won.
func (g *gambler) round() {
	g.Helper()
	g.mine()
	if err := g.Idle(g.Context()); err != nil {
		g.Fatal(err)
	}
}

// holding is a token of an account.
type holding struct {
	account common.Address
	token   string
}

// ledger is by how much holdings should have changed.
type ledger map[holding]*big.Int

func (l ledger) add(account common.Address, token string, a api.Amount, sign int64) {
	h := holding{account, token}
	if l[h] == nil {
		l[h] = new(big.Int)
	}
	l[h].Add(l[h], new(big.Int).Mul(a.Big(), big.NewInt(sign)))
}

// Random orders meet random pools, limit orders and each other. What an owner gets is never below
// what it signed nor below the bid that won, every balance moves by exactly what the records say,
// and nothing appears or vanishes.
func TestOwnersGetWhatWasPromised(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	seed, cases := seedOf(t), 150
	g := &gambler{world: newWorld(t), Rand: rand.New(rand.NewPCG(seed, 0)),
		partner: common.HexToAddress("0x9a57ee0000000000000000000000000000000003"),
		bill: gasBill{seen: make(map[common.Hash]bool), charged: make(map[string]uint64),
			used: make(map[string]uint64)}}
	for _, maker := range g.users[3:5] {
		for _, symbol := range []string{"USDC", "WETH", "DAI"} {
			g.approve(maker, symbol, g.contracts.AugustusRFQ)
		}
	}
	start := g.mine().Number
	for len(g.orders) < cases {
		for range 15 {
			g.submitOne()
			if g.IntN(3) == 0 {
				g.rest()
			}
		}
		g.round()
		g.round()
	}
	for range 10 {
		g.round()
	}
	end := g.mine().Number
	book, settled := make(ledger), 0
	for _, id := range g.orders {
		r, err := apitest.On(g, api.LocalChainID).DeltaOrder(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Transactions) > 0 {
			settled++
		}
		g.kept(&r)
		g.enter(book, &r)
	}
	g.settleBill()
	t.Logf("%d of %d orders settled by %v", settled, len(g.orders), g.winners())
	if settled < cases/4 {
		t.Errorf("only %d of %d orders were settled", settled, len(g.orders))
	}
	for h, want := range book {
		got := new(big.Int).Sub(g.balanceAt(h, end), g.balanceAt(h, start))
		if got.Cmp(want) != 0 {
			t.Errorf("%s of %s moved by %s, the records say %s", h.token, h.account, got, want)
		}
	}
	g.conserved(start, end)
}

// kept holds an order's settlements to its floor and to the bids that won.
func (g *gambler) kept(r *api.DeltaRecord) {
	g.Helper()
	a, err := apitest.On(g, api.LocalChainID).DeltaAuction(g.Context(), r.ID)
	if err != nil {
		g.Fatal(err)
	}
	won := make(map[common.Hash]uint64) // the round of a transaction
	for _, e := range a.Events {
		if e.To == api.DeltaExecuting && e.TxHash != nil {
			won[*e.TxHash] = e.Round
		}
	}
	bids, winners := make(map[uint64]api.Amount), make(map[uint64]*api.DeltaBidRecord)
	for _, round := range a.Rounds {
		for i, b := range round.Bids {
			if b.Won {
				winners[round.Round] = &round.Bids[i]
			}
			if least, ok := bids[round.Round]; b.Agent == round.Winner && b.Rank > 0 &&
				(!ok || b.Received.Less(least)) {
				bids[round.Round] = b.Received
			}
		}
	}
	spent, received := api.Amount{}, api.Amount{}
	for _, tx := range r.Transactions {
		if tx.Status != 1 {
			continue
		}
		spent, received = spent.Add(tx.Spent), received.Add(tx.Received)
		round, ok := won[tx.Hash]
		if bid, known := bids[round]; !ok || !known || tx.Received.Less(bid) {
			g.Errorf("order %s got %s by a transaction of round %d, whose bid was %s", r.ID,
				tx.Received, round, bid)
		}
		if b := winners[round]; b != nil {
			g.billed(r, b, &tx)
		}
		floor := eip712.DeltaFloor(r.Order).MulDiv(spent, r.Order.SrcAmount)
		rounding := api.NewAmount(3 * uint64(len(r.Transactions))) // of floor, half and fee
		if received.Add(rounding).Less(floor) {
			g.Errorf("order %s got %s for %s, it signed for %s", r.ID, received, spent, floor)
		}
	}
	if spent != r.FilledAmount || r.Order.SrcAmount.Less(spent) {
		g.Errorf("order %s spent %s, the record says %s", r.ID, spent, r.FilledAmount)
	}
}

// enter puts what a record says into the ledger.
func (g *gambler) enter(l ledger, r *api.DeltaRecord) {
	src, dest := g.symbol(r.Order.SrcToken), g.symbol(r.Order.DestToken)
	to := r.Order.Beneficiary
	if to == (common.Address{}) {
		to = r.User
	}
	for _, tx := range r.Transactions {
		l.add(r.User, src, tx.Spent, -1)
		l.add(to, dest, tx.Received, 1)
		l.add(g.contracts.Delta, dest, tx.ProtocolFee.Add(tx.PartnerFee), 1)
	}
}

// winners counts the settlements of each agent.
func (g *gambler) winners() map[string]int {
	n := make(map[string]int)
	for _, id := range g.orders {
		if r, err := apitest.On(g, api.LocalChainID).DeltaOrder(g.Context(), id); err == nil {
			for _, tx := range r.Transactions {
				n[tx.Agent]++
			}
		}
	}
	return n
}

func (w *world) symbol(token common.Address) string {
	for symbol, t := range w.tokens {
		if t.Address == token {
			return symbol
		}
	}
	return ""
}

// balanceAt is a holding after a block.
func (w *world) balanceAt(h holding, block uint64) *big.Int {
	w.Helper()
	at := new(big.Int).SetUint64(block)
	if h.token == "ETH" {
		b, err := w.rpc.BalanceAt(w.Context(), h.account, at)
		if err != nil {
			w.Fatal(err)
		}
		return b
	}
	return w.number(w.tokens[h.token].Address,
		contracts.NewStandardToken().PackBalanceOf(h.account), at)
}

func (w *world) number(to common.Address, data []byte, block *big.Int) *big.Int {
	w.Helper()
	answer, err := w.rpc.CallContract(w.Context(), ethereum.CallMsg{To: &to, Data: data}, block)
	if err != nil {
		w.Fatal(err)
	}
	return new(big.Int).SetBytes(answer)
}

// conserved sums each token over all accounts that it moved between: only wrapping and unwrapping
// changes the sum, as the supply tells.
func (w *world) conserved(start, end uint64) {
	w.Helper()
	for symbol, token := range w.tokens {
		if symbol == "ETH" {
			continue
		}
		logs, err := w.rpc.FilterLogs(w.Context(), ethereum.FilterQuery{
			FromBlock: new(big.Int).SetUint64(start + 1), ToBlock: new(big.Int).SetUint64(end),
			Addresses: []common.Address{token.Address},
		})
		if err != nil {
			w.Fatal(err)
		}
		holders := make(map[common.Address]bool)
		for _, l := range logs {
			for _, topic := range l.Topics[1:] { // of all events of tokens: accounts
				holders[common.Address(topic[12:])] = true
			}
		}
		change := new(big.Int)
		for holder := range holders {
			change.Add(change, w.balanceAt(holding{holder, symbol}, end)).Sub(
				change, w.balanceAt(holding{holder, symbol}, start))
		}
		supply := contracts.NewStandardToken().PackTotalSupply()
		change.Sub(change, w.number(token.Address, supply, new(big.Int).SetUint64(end))).Add(
			change, w.number(token.Address, supply, new(big.Int).SetUint64(start)))
		if change.Sign() != 0 {
			w.Errorf("%s of %s appeared between %d accounts", change, symbol, len(holders))
		}
	}
}
