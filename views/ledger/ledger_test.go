package ledger_test

import (
	"math/big"
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

func (worth) At(a api.Asset, seconds uint64) *big.Rat {
	switch a {
	case cash:
		return big.NewRat(1, 1)
	case coin:
		return new(big.Rat).SetInt64(int64(seconds % 1000))
	}
	return nil
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
	}, worth{})
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
		b := ledger.Run(events, worth{})
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

// TestGather reads each source from the account's side.
func TestGather(t *testing.T) {
	d := api.DeltaRecord{UpdatedAt: time.Unix(50, 0), Transactions: []api.DeltaTransaction{
		{Status: settled, Spent: api.NewAmount(5), Received: api.NewAmount(6)}, {Status: 0}}}
	d.Order.SrcToken, d.Order.DestToken = api.NativeToken, cash.Address
	fill := api.Fill{Maker: me, MakerAsset: coin, MakerAmount: api.NewAmount(1), TakerAsset: cash,
		TakerAmount: api.NewAmount(2)}
	taken, own := fill, fill
	taken.Maker, taken.Taker = common.Address{8}, me
	own.Taker = me
	got := ledger.Gather(ledger.Sources{Account: me, Native: coin.Address,
		Fills: []api.Fill{fill, taken, own}, Delta: []api.DeltaRecord{d},
		Swaps: []views.Swapped{{Src: cash.Address, Dest: api.NativeToken, Spent: api.NewAmount(3),
			Got: api.NewAmount(4)}, {Src: coin.Address, Spent: api.NewAmount(3),
			Got: api.NewAmount(4), Away: true}},
		Gas: []views.GasPaid{{Cost: api.NewAmount(7)}}})
	native := func(n uint64) ledger.Leg {
		l := leg(coin, n)
		l.Coin = true
		return l
	}
	want := []ledger.Event{
		{Kind: "maker", Give: leg(coin, 1), Get: leg(cash, 2)},
		{Kind: "taker", Give: leg(cash, 2), Get: leg(coin, 1)},
		{Kind: "Delta", Block: api.BlockRef{Time: 50}, Give: native(5), Get: leg(cash, 6)},
		{Kind: "swap", Give: leg(cash, 3), Get: native(4)},
		{Kind: "swap", Give: leg(coin, 3)},
		{Kind: ledger.Gas, Give: native(7)},
	}
	if len(got) != len(want) {
		t.Fatalf("%d events: %+v", len(got), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("event %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

const settled = 1
