package ledger_test

import (
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/ledger"
)

var (
	cash = api.Asset{Address: common.Address{1}}
	coin = api.Asset{Address: common.Address{2}}
	odd  = api.Asset{Address: common.Address{3}}
	me   = common.Address{9}
)

// worth counts cash at a dollar, the coin at a price that follows the time, and odd not at all.
type worth struct{}

func (worth) Cash(a api.Asset) bool { return a == cash }

func (worth) At(a api.Asset, seconds uint64) (*big.Rat, string) {
	switch a {
	case cash:
		return big.NewRat(1, 1), ""
	case coin:
		return new(big.Rat).SetInt64(int64(seconds % 1000)), ""
	}
	return nil, ""
}

func leg(a api.Asset, n uint64) ledger.Leg { return ledger.Leg{Asset: a, Amount: api.NewAmount(n)} }

// TestAverageCost is a small account by hand: 2 for 200 and 1 for 160 make an average of 120; 2
// sold for 300 gain 60; what is left cost 120 and is worth 150.
func TestAverageCost(t *testing.T) {
	at := func(block uint64) api.BlockRef { return api.BlockRef{Number: block, Time: 1000 * block} }
	b := ledger.Run([]ledger.Event{
		{Kind: "taker", Block: at(3), Give: leg(coin, 2), Get: leg(cash, 300)},
		{Kind: "maker", Block: at(1), Give: leg(cash, 200), Get: leg(coin, 2)},
		{Kind: "swap", Block: at(2), Give: leg(cash, 160), Get: leg(coin, 1)},
		{Kind: ledger.Gas, Block: api.BlockRef{Number: 4, Time: 4007}, Give: leg(coin, 3)},
		{Kind: "maker", Block: at(5), Give: leg(odd, 1)},
	}, views.Lots{}, worth{})
	p := b.Positions[0]
	for _, c := range []struct {
		what string
		is   *big.Rat
		want int64
	}{{"average", p.Average(), 120}, {"cost", p.Cost, 120}, {"left", p.Amount, 1},
		{"realised", p.Realised, 60}, {"realised in all", b.Realised, 60}, {"gas", b.Gas, 21},
		{"open", p.Open(big.NewRat(150, 1)), 30}, {"of the day", b.Days[0].Realised, 60}} {
		if c.is.Cmp(new(big.Rat).SetInt64(c.want)) != 0 {
			t.Errorf("%s is %s, want %d", c.what, c.is.FloatString(4), c.want)
		}
	}
	if b.Unknown != 1 || len(b.Positions) != 1 || p.Open(nil) != nil {
		t.Errorf("%d unknown, %d positions", b.Unknown, len(b.Positions))
	}
}

// TestAgainstTheFormula trades at random and compares, exactly, with the textbook: a buy moves the
// average, a sale gains its distance from it; and no money appears or vanishes.
func TestAgainstTheFormula(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var events []ledger.Event
		average, held, gained := new(big.Rat), new(big.Rat), new(big.Rat)
		flow := new(big.Rat) // cash got less cash paid
		for i := range rapid.IntRange(1, 40).Draw(t, "events") {
			n := rapid.Uint64Range(1, 1e6).Draw(t, "amount")
			usd := rapid.Uint64Range(1, 1e9).Draw(t, "usd")
			amount, paid := new(big.Rat).SetUint64(n), new(big.Rat).SetUint64(usd)
			e := ledger.Event{Block: api.BlockRef{Number: uint64(i), Time: uint64(i) * 7919},
				Give: leg(cash, usd), Get: leg(coin, n)}
			if rapid.Bool().Draw(t, "sell") && amount.Cmp(held) <= 0 {
				e.Give, e.Get = e.Get, e.Give
				gain := new(big.Rat).Mul(average, amount)
				gained.Add(gained, gain.Sub(paid, gain))
				held.Sub(held, amount)
				flow.Add(flow, paid)
			} else {
				sum := new(big.Rat).Mul(average, held)
				held.Add(held, amount)
				average = new(big.Rat).Quo(sum.Add(sum, paid), held)
				flow.Sub(flow, paid)
			}
			events = append(events, e)
		}
		b := ledger.Run(events, views.Lots{}, worth{})
		p := b.Positions[0]
		if p.Realised.Cmp(gained) != 0 || p.Amount.Cmp(held) != 0 {
			t.Fatalf("gained %s, want %s; %s left, want %s", p.Realised, gained, p.Amount, held)
		}
		if a := p.Average(); a != nil && a.Cmp(average) != 0 {
			t.Fatalf("average %s, want %s", a, average)
		}
		if flow.Add(flow, p.Cost).Cmp(p.Realised) != 0 {
			t.Fatalf("cash and cost come to %s, the gain is %s", flow, p.Realised)
		}
		days := new(big.Rat)
		for _, d := range b.Days {
			days.Add(days, d.Realised)
		}
		if days.Cmp(b.Realised) != 0 {
			t.Fatalf("the days come to %s of %s", days, b.Realised)
		}
	})
}

// move is a movement to the account, or from it where n is below zero.
func move(a api.Asset, n int64) api.Move {
	m := api.Move{Token: a.Address, Kind: a.Kind, ID: a.ID, In: n > 0}
	m.Amount = api.NewAmount(uint64(max(n, -n)))
	return m
}

func native(n uint64) ledger.Leg {
	l := leg(coin, n)
	l.Coin = true
	return l
}

// TestGather: what changed hands is what the receipts say, whoever says what of a transaction.
func TestGather(t *testing.T) {
	stranger, none := common.Address{8}, ledger.Leg{}
	fill := func(maker, taker common.Address, makerGives, takerGives uint64) api.Fill {
		return api.Fill{Maker: maker, Taker: taker, MakerAsset: coin, TakerAsset: cash,
			MakerAmount: api.NewAmount(makerGives), TakerAmount: api.NewAmount(takerGives)}
	}
	delta := func(beneficiary common.Address, dest common.Address, spent,
		received uint64) api.DeltaRecord {
		d := api.DeltaRecord{Transactions: []api.DeltaTransaction{{Status: 1,
			Spent: api.NewAmount(spent), Received: api.NewAmount(received)}}}
		d.Order.SrcToken, d.Order.DestToken = cash.Address, dest
		d.Order.Beneficiary = beneficiary
		return d
	}
	bought := func(d api.DeltaRecord) api.DeltaRecord { d.Order.Buy = true; return d }
	ape := api.Asset{Kind: api.ERC721, Address: common.Address{4}, ID: api.NewAmount(7)}
	for name, c := range map[string]struct {
		fills []api.Fill
		delta []api.DeltaRecord
		swaps []views.Swapped
		sent  bool // by the account
		to    common.Address
		coin  *api.CoinMove
		moves []api.Move
		want  []ledger.Event
	}{
		"an order of mine is filled": {fills: []api.Fill{fill(me, stranger, 1, 2)},
			moves: []api.Move{move(coin, -1), move(cash, 2)},
			want:  []ledger.Event{{Kind: "maker", Give: leg(coin, 1), Get: leg(cash, 2)}}},
		"two of one pair in one transaction": {
			fills: []api.Fill{fill(me, stranger, 1, 2), fill(me, stranger, 3, 4)},
			moves: []api.Move{move(coin, -1), move(cash, 2), move(coin, -3), move(cash, 4)},
			want:  []ledger.Event{{Kind: "maker", Give: leg(coin, 4), Get: leg(cash, 6)}}},
		"I take": {fills: []api.Fill{fill(stranger, me, 1, 2)}, sent: true,
			moves: []api.Move{move(cash, -2), move(coin, 1)},
			want:  []ledger.Event{{Kind: "taker", Give: leg(cash, 2), Get: leg(coin, 1)}}},
		"a stranger takes for me": {fills: []api.Fill{fill(stranger, me, 1, 10_000)},
			moves: []api.Move{move(coin, 1)},
			want:  []ledger.Event{{Kind: ledger.Gift, Get: leg(coin, 1)}}},
		"a stranger takes for me and his token says that I paid": {
			fills: []api.Fill{{Maker: stranger, Taker: me, MakerAsset: coin, TakerAsset: odd,
				MakerAmount: api.NewAmount(1), TakerAmount: api.NewAmount(9)}},
			moves: []api.Move{move(odd, -9), move(coin, 1)},
			want:  []ledger.Event{{Kind: ledger.Gift, Get: leg(coin, 1)}}},
		"I take for somebody else": {sent: true, moves: []api.Move{move(cash, -2)},
			fills: []api.Fill{}, want: []ledger.Event{{Kind: "taker", Give: leg(cash, 2)}}},
		"my own order": {fills: []api.Fill{fill(me, me, 1, 2)}, sent: true},
		"a swap that is a fill as well": {fills: []api.Fill{fill(stranger, me, 2, 200)},
			swaps: []views.Swapped{{Src: cash.Address, Dest: coin.Address}}, sent: true,
			moves: []api.Move{move(cash, -200), move(coin, 2)},
			want:  []ledger.Event{{Kind: "swap", Give: leg(cash, 200), Get: leg(coin, 2)}}},
		"a swap to coin": {swaps: []views.Swapped{{Src: cash.Address, Dest: api.NativeToken}},
			sent: true, coin: &api.CoinMove{Amount: api.NewAmount(4), In: true},
			moves: []api.Move{move(cash, -3)},
			want:  []ledger.Event{{Kind: "swap", Give: leg(cash, 3), Get: native(4)}}},
		"a swap to coin that the node has forgotten": {sent: true,
			swaps: []views.Swapped{{Src: cash.Address, Dest: api.NativeToken,
				Got: api.NewAmount(4)}}, moves: []api.Move{move(cash, -3)},
			want: []ledger.Event{{Kind: "swap", Give: leg(cash, 3), Get: native(4)}}},
		"a swap to somebody else": {swaps: []views.Swapped{{Src: cash.Address,
			Dest: coin.Address, Got: api.NewAmount(4), Away: true}}, sent: true,
			moves: []api.Move{move(cash, -3)},
			want:  []ledger.Event{{Kind: "swap", Give: leg(cash, 3)}}},
		"a swap that takes more": {swaps: []views.Swapped{{Src: odd.Address,
			Dest: cash.Address}}, sent: true,
			moves: []api.Move{move(coin, -3), move(odd, -1), move(cash, 5)},
			want: []ledger.Event{{Kind: "swap", Give: leg(odd, 1), Get: leg(cash, 5)},
				{Kind: "swap", Give: leg(coin, 3)}}},
		"Delta": {delta: []api.DeltaRecord{delta(common.Address{}, coin.Address, 5, 6)},
			moves: []api.Move{move(cash, -5), move(coin, 6)},
			want:  []ledger.Event{{Kind: "Delta", Give: leg(cash, 5), Get: leg(coin, 6)}}},
		"a purchase gives back what it leaves": {delta: []api.DeltaRecord{
			bought(delta(common.Address{}, coin.Address, 5, 6))},
			moves: []api.Move{move(cash, -7), move(cash, 2), move(coin, 6)},
			want:  []ledger.Event{{Kind: "Delta", Give: leg(cash, 5), Get: leg(coin, 6)}}},
		"a purchase beside a present": {delta: []api.DeltaRecord{
			bought(delta(common.Address{}, coin.Address, 5, 6))},
			moves: []api.Move{move(cash, -7), move(cash, 2), move(cash, 1), move(coin, 6)},
			want:  []ledger.Event{{Kind: "Delta", Give: leg(cash, 5), Get: leg(coin, 6)}}},
		"a purchase beside a sale for what it pays with": {delta: []api.DeltaRecord{
			bought(delta(common.Address{}, coin.Address, 5, 6))},
			fills: []api.Fill{{Maker: me, Taker: stranger, MakerAsset: odd, TakerAsset: cash,
				MakerAmount: api.NewAmount(1), TakerAmount: api.NewAmount(3)}},
			moves: []api.Move{move(odd, -1), move(cash, 3), move(cash, -7), move(cash, 2),
				move(coin, 6)},
			want: []ledger.Event{{Kind: "maker", Give: leg(odd, 1), Get: leg(cash, 3)},
				{Kind: "Delta", Give: leg(cash, 5), Get: leg(coin, 6)}}},
		"Delta to coin": {delta: []api.DeltaRecord{delta(me, api.NativeToken, 5, 6)},
			moves: []api.Move{move(cash, -5)},
			want:  []ledger.Event{{Kind: "Delta", Give: leg(cash, 5), Get: native(6)}}},
		"Delta for somebody else": {delta: []api.DeltaRecord{delta(stranger, coin.Address, 5, 6)},
			moves: []api.Move{move(cash, -5)},
			want:  []ledger.Event{{Kind: "Delta", Give: leg(cash, 5), Get: none}}},
		"a token that taxes": {fills: []api.Fill{fill(me, stranger, 1, 200)},
			moves: []api.Move{move(coin, -1), move(cash, 190)},
			want:  []ledger.Event{{Kind: "maker", Give: leg(coin, 1), Get: leg(cash, 190)}}},
		"two NFTs at once": {sent: true, fills: []api.Fill{
			{Maker: stranger, Taker: me, MakerAsset: ape, MakerAmount: api.NewAmount(1),
				TakerAsset: cash, TakerAmount: api.NewAmount(30), LogIndex: 3},
			{Maker: stranger, Taker: me, MakerAsset: odd, MakerAmount: api.NewAmount(1),
				TakerAsset: cash, TakerAmount: api.NewAmount(20), LogIndex: 1}},
			moves: []api.Move{move(cash, -50), move(ape, 1), move(odd, 1)},
			want: []ledger.Event{{Kind: "taker", Give: leg(cash, 20), Get: leg(odd, 1)},
				{Kind: "taker", Give: leg(cash, 30), Get: leg(ape, 1)}}},
		"a token that was sent": {sent: true, moves: []api.Move{move(cash, -5)},
			swaps: []views.Swapped{}},
		"fees of a partner are taken out": {sent: true, to: common.Address{6},
			coin:  &api.CoinMove{Amount: api.NewAmount(4), In: true},
			moves: []api.Move{move(cash, 5), move(coin, 2)},
			want: []ledger.Event{{Kind: ledger.Fees, Get: leg(cash, 5)},
				{Kind: ledger.Fees, Get: leg(coin, 2)}, {Kind: ledger.Fees, Get: native(4)}}},
		"a stranger sends his fees": {to: common.Address{6}, moves: []api.Move{move(cash, 5)}},
		"coin that was wrapped": {sent: true, coin: &api.CoinMove{Amount: api.NewAmount(5)},
			moves: []api.Move{move(coin, 5)}},
	} {
		at := api.BlockRef{Number: 7, Time: 700}
		m := api.Movements{Block: &at, Index: 3, Success: true, Moves: c.moves, Coin: c.coin,
			Filled: c.fills != nil, Sender: stranger, To: c.to}
		if c.sent {
			m.Sender, m.Fee = me, api.NewAmount(1)
			c.want = append(c.want, ledger.Event{Kind: ledger.Gas, Give: native(1)})
		}
		for i := range c.want {
			c.want[i].Block, c.want[i].Index = at, 3
		}
		got, missing := ledger.Gather(ledger.Sources{Account: me, Native: coin.Address,
			FeesAt: []common.Address{{}, {6}},
			Fills:  c.fills, Delta: c.delta, Swaps: c.swaps, Gas: []views.GasPaid{{}},
			Moved: map[common.Hash]api.Movements{{}: m}})
		if missing != 0 || !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got, c.want)
		}
	}
}

// TestEachPartOnItsDay: two parts of one order, days apart, are sold in between.
func TestEachPartOnItsDay(t *testing.T) {
	const day = 24 * 3600
	d := api.DeltaRecord{UpdatedAt: time.Unix(300*day, 0)}
	d.Order.SrcToken, d.Order.DestToken = cash.Address, coin.Address
	src := ledger.Sources{Account: me, Native: coin.Address,
		Moved: map[common.Hash]api.Movements{}}
	put := func(n byte, block uint64, moves ...api.Move) common.Hash {
		h := common.Hash{n}
		src.Moved[h] = api.Movements{Hash: h, Success: true, Moves: moves,
			Block: &api.BlockRef{Number: block, Time: block * 10 * day}}
		return h
	}
	for i, block := range []uint64{10, 30} { // bought at 160 and at 110
		paid := []uint64{160, 110}[i]
		d.Transactions = append(d.Transactions, api.DeltaTransaction{Status: 1,
			Spent: api.NewAmount(paid), Received: api.NewAmount(1),
			Hash: put(byte(block), block, move(cash, -int64(paid)), move(coin, 1))})
	}
	src.Delta = []api.DeltaRecord{d}
	for block, got := range map[uint64]uint64{20: 110, 40: 100} { // sold at 110 and at 100
		src.Fills = append(src.Fills, api.Fill{Maker: me, MakerAsset: coin, TakerAsset: cash,
			MakerAmount: api.NewAmount(1), TakerAmount: api.NewAmount(got),
			TxHash: put(byte(block), block, move(coin, -1), move(cash, int64(got)))})
	}
	events, _ := ledger.Gather(src)
	b := ledger.Run(events, views.Lots{}, worth{})
	want := []int64{0, -50, 0, -10}
	if len(b.Days) != len(want) {
		t.Fatalf("%d days", len(b.Days))
	}
	for i, d := range b.Days {
		if d.Start != uint64(i+1)*100*day || d.Realised.Cmp(big.NewRat(want[i], 1)) != 0 {
			t.Errorf("day %d has %s, want %d", d.Start/day, d.Realised.FloatString(2), want[i])
		}
	}
}

// TestGiftsAreInNoSum: what a stranger has a fill send to the account moves no average, and its
// sale gains as much as that of any other deposit: nothing.
func TestGiftsAreInNoSum(t *testing.T) {
	b := ledger.Run([]ledger.Event{
		{Kind: "taker", Block: api.BlockRef{Number: 1}, Give: leg(cash, 200), Get: leg(coin, 2)},
		{Kind: ledger.Gift, Block: api.BlockRef{Number: 2, Time: 500}, Get: leg(coin, 1_000_000)},
	}, views.Lots{}, worth{})
	p := b.Positions[0]
	if p.Average().Cmp(big.NewRat(100, 1)) != 0 || p.Amount.Cmp(big.NewRat(2, 1)) != 0 ||
		b.Unknown != 0 || b.Events[1].USD != nil {
		t.Errorf("average %s of %s, %d unknown", p.Average(), p.Amount, b.Unknown)
	}
}

// Fees that a partner takes out are income at their worth, which is their cost from then on: 2
// coins at 100 and 7 of cash are 207, and the coins gain 60 more when they are sold for 260.
func TestFeesAreIncome(t *testing.T) {
	at := func(block uint64) api.BlockRef { return api.BlockRef{Number: block, Time: 1100} }
	b := ledger.Run([]ledger.Event{
		{Kind: ledger.Fees, Block: at(1), Get: leg(coin, 2)},
		{Kind: ledger.Fees, Block: at(2), Get: leg(cash, 7)},
		{Kind: "taker", Block: at(3), Give: leg(coin, 2), Get: leg(cash, 260)},
	}, views.Lots{}, worth{})
	is(t, "the fees in coins", b.Events[0].Realised, 200)
	is(t, "the fees in cash", b.Events[1].Realised, 7)
	is(t, "the sale", b.Events[2].Realised, 60)
	is(t, "all by the average", b.Realised, 267)
	is(t, "all of the day", b.Days[0].Realised, 267)
	is(t, "all by FIFO", b.FIFO, 267)
	is(t, "all by specific lots", b.Specific, 267)
	is(t, "the cost of the lot", b.Lots[0].Cost, 200)
}
