package pins_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/pins"
)

// sell sells ether for USDC, whose pools it moves, and tells what an ether brought.
func (w *traders) sell(ether uint64) float64 {
	w.Helper()
	loss := 100.0
	route := w.swap(api.PriceRequest{Amount: api.NewAmount(1e18).MulDiv(api.NewAmount(ether),
		api.NewAmount(1)), MaxImpact: &loss})
	return route.DestAmount.Float() / 1e6 / float64(ether)
}

// swap has the second account sell ether for USDC by the terms of a request.
func (w *traders) swap(r api.PriceRequest) api.PriceRoute {
	w.Helper()
	user, src, dest := w.keys.List()[1].Address, 18, 6
	r.ChainID, r.Src, r.Dest = api.LocalChainID, "ETH", "USDC"
	r.Version, r.User = api.Version62, user
	r.SrcDecimals, r.DestDecimals = &src, &dest
	route, err := w.on.Prices(w.Context(), r)
	if err != nil {
		w.Fatal(err)
	}
	raw, err := json.Marshal(route)
	if err != nil {
		w.Fatal(err)
	}
	w.run(w.on.PrepareSwap(w.Context(), api.BuildRequest{ChainID: r.ChainID, Src: r.Src,
		Dest: r.Dest, SrcDecimals: &src, DestDecimals: &dest, SrcAmount: &r.Amount,
		HasSlippage: true, Route: raw, Terms: api.SwapTerms{User: user, Slippage: 100,
			PartnerAddress: r.PartnerAddress, PartnerFeeBps: r.PartnerFeeBps}}))
	return route
}

// What a pair was traded for at a block is told by the pools of a node of one's own as they stood
// then, whatever candles the service tells; what that does not tell is the service's word.
func TestPastPricesAreTheNodes(t *testing.T) {
	t.Parallel()
	w := newTraders(t)
	l := &liar{Service: w.b, doubles: true}
	node, _ := w.b.Chain(api.LocalChainID)
	on := func(nodes map[uint64]*chain.Network) api.Exchange {
		return apitest.On(pins.New(l, "there", w.known(), nodes, nil, witness(t, "there")),
			api.LocalChainID)
	}
	own, theirs := on(map[uint64]*chain.Network{api.LocalChainID: node}), on(nil)
	head := func() api.BlockRef {
		h, err := node.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return h.BlockRef
	}
	pair := api.Pair{Base: token(t, w, "WETH"), Quote: token(t, w, "USDC")}
	before := w.sell(1) // which moves next to nothing
	first := head()
	w.sell(2000)
	after := w.sell(1)
	if math.Abs(before-after) < before/100 {
		t.Fatalf("the pools stay at %v, so that nothing is shown by this", before)
	}
	last := head()
	for _, c := range []struct {
		name  string
		on    api.Exchange
		block uint64
		until uint64
		want  float64
		by    string
	}{
		{"before", own, first.Number, first.Time, before, ""},
		{"after", own, last.Number, last.Time, after, ""},
		{"of a block that is not there", own, last.Number + 1000, last.Time, 0, "there"},
		{"of no block", own, 0, last.Time, 0, "there"},
		{"without a node", theirs, last.Number, last.Time, 0, "there"},
	} {
		list, err := c.on.Candles(t.Context(), api.CandleQuery{Pair: pair, Block: c.block,
			Interval: time.Minute, Until: c.until, Limit: 5})
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d candles, %v", c.name, len(list), err)
		}
		is := list[len(list)-1]
		if is.ToldBy != c.by {
			t.Errorf("%s: it is told by %q", c.name, is.ToldBy)
		}
		if got := is.Close.Float(18, 6); c.want > 0 && math.Abs(got-c.want) > c.want/100 {
			t.Errorf("%s: it is %v, and was %v", c.name, got, c.want)
		}
	}
}
