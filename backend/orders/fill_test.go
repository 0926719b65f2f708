package orders

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// What is paid gets as much as can be had and never more, by the contract's own rounding.
func TestPayment(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, tk := drawBig(t, "maker amount"), drawBig(t, "taker amount")
		give := drawBig(t, "give").Min(m)
		if m.IsZero() || tk.IsZero() || give.IsZero() {
			return
		}
		get := func(pay api.Amount) api.Amount { // ⌊pay · makerAmount / takerAmount⌋
			n := new(big.Int).Mul(pay.Big(), m.Big())
			return api.MustBig(n.Div(n, tk.Big()))
		}
		pay := (api.Order{MakerAmount: m, TakerAmount: tk}).PayFor(give)
		if tk.Less(pay) || give.Less(get(pay)) {
			t.Fatalf("%s of %s for %s: pays %s, gets %s", give, m, tk, pay, get(pay))
		}
		if more := pay.Add(api.NewAmount(1)); !tk.Less(more) && !give.Less(get(more)) &&
			get(pay).Less(get(more)) {
			t.Fatalf("%s of %s for %s: %s gets %s, but %s gets %s", give, m, tk, pay, get(pay),
				more, get(more))
		}
		if !pay.IsZero() && get(pay) == give {
			if less := pay.Sub(api.NewAmount(1)); get(less) == give {
				t.Fatalf("%s of %s for %s: %s would do instead of %s", give, m, tk, less, pay)
			}
		}
	})
}

// A fill that would fail is refused with the reason in words.
func TestRefusedFills(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1, 2)
	a, b := w.create(w.sell(0, 2, 3000)),
		w.create(w.sell(0, 1, 3000, func(o *api.Order) { o.TakerAsset.Address = w.tokens["DAI"] }))
	dust := w.create(w.sell(0, 1, 1,
		func(o *api.Order) { o.MakerAmount, o.TakerAmount = api.NewAmount(3), units(1, 6) }))
	rich := w.create(w.sell(0, 1, 1, func(o *api.Order) { o.TakerAmount = units(1, 30) }))
	poor := w.create(w.sell(5, 1, 3000)) // nothing approved
	fill := func(taker int, legs ...api.FillLeg) error {
		_, err := w.orders.PrepareFill(
			t.Context(), api.FillRequest{Taker: addressOf(trader(taker)), Legs: legs})
		return err
	}
	cases := []struct {
		what  string
		err   error
		kind  api.ErrorType
		words string
	}{
		{"more than there is", fill(1, api.FillLeg{Hash: a.Hash, TakerAmount: units(6001, 6)}),
			api.OrderNotFillable, "pay at most 6000000000"},
		{"too little", fill(1, api.FillLeg{Hash: dust.Hash, TakerAmount: api.NewAmount(333_333)}),
			api.OrderNotFillable, "less than one unit"},
		{"an unfunded maker", fill(1, api.FillLeg{Hash: poor.Hash}), api.OrderNotFillable,
			"balance or allowance does not cover it"},
		{"a taker without funds", fill(1, api.FillLeg{Hash: rich.Hash}), api.OrderNotFillable,
			"would pay"},
		{"a taker without allowance", fill(3, api.FillLeg{Hash: a.Hash}), api.OrderNotFillable,
			"approve it first"},
		{"two pairs", fill(1, api.FillLeg{Hash: a.Hash}, api.FillLeg{Hash: b.Hash}),
			api.ValidationError, "different assets"},
		{"one order twice", fill(1, api.FillLeg{Hash: a.Hash}, api.FillLeg{Hash: a.Hash}),
			api.ValidationError, "twice"},
		{"nothing", fill(1), api.ValidationError, "1 to 100 orders"},
	}
	for _, c := range cases {
		if api.TypeOf(c.err) != c.kind || !strings.Contains(c.err.Error(), c.words) {
			t.Errorf("%s: %v", c.what, c.err)
		}
	}
	// what only a simulation can tell: the order is filled by someone else in a block that the
	// service has not seen
	whole, err := w.prepareFill(1, a.Hash, zero)
	if err != nil {
		t.Fatal(err)
	}
	w.send(trader(1), whole.To, whole.Data)
	stale := w.open(t.TempDir() + "/stale.db")
	h, err := w.net.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stale.Resync(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	r := api.OrderRequest{ChainID: a.ChainID, Order: a.Order, Type: api.Limit,
		Signature: a.Signature}
	if _, _, err := stale.CreateOrder(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	w.mine()
	_, err = stale.PrepareFill(t.Context(),
		api.FillRequest{Taker: addressOf(trader(2)), Legs: []api.FillLeg{{Hash: a.Hash}}})
	if api.TypeOf(err) != api.OrderNotFillable ||
		!strings.Contains(err.Error(), "in the meantime") {
		t.Error(err)
	}
}

// Orders that name a swap contract as their taker are filled through it, in both of its versions.
func TestFillsThroughSwapContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1, 2)
	cs := w.net.Contracts()
	friend := addressOf(trader(1))
	for _, spender := range []common.Address{cs.TokenTransferProxy, cs.AugustusV6} {
		w.do(trader(1), w.tokens["USDC"], approveData(spender, api.MaxAmount))
		w.do(trader(2), w.tokens["USDC"], approveData(spender, api.MaxAmount))
	}
	for _, contract := range []common.Address{cs.AugustusSwapper, cs.AugustusV6} {
		private := w.create(w.sell(0, 2, 3000, func(o *api.Order) {
			o.Taker, o.NonceAndMeta = contract, api.PackNonce(api.NewAmount(w.nonce), friend)
		}))
		open := w.create(w.sell(0, 2, 3000, func(o *api.Order) { o.Taker = contract }))
		if got := w.book("WETH", "USDC"); !slices.Equal(got, []common.Hash{open.Hash}) {
			t.Fatal("book", got)
		}
		if _, err := w.prepareFill(2, private.Hash, zero); api.TypeOf(err) != api.OrderNotFillable {
			t.Error(err)
		}
		one := units(1, 18)
		tx := w.fill(1, private.Hash, units(3000, 6))
		w.want(private.Hash, api.Pending, one, one, one, tx)
		tx = w.fill(1, private.Hash, zero)
		w.want(private.Hash, api.Fulfilled, zero, zero, zero, tx)
		tx = w.fill(2, open.Hash, zero)
		w.want(open.Hash, api.Fulfilled, zero, zero, zero, tx)
	}
}

// A maker's permit stands in for an allowance.
func TestFillWithMakersPermit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(1)
	link := w.tokens["LINK"]
	p := eip712.Permit{
		Owner: addressOf(trader(0)), Spender: w.rfq, Value: units(5, 18),
		Deadline: api.NewAmount(1 << 40),
		Token: eip712.Domain{Name: "ChainLink Token", Version: "1", ChainID: api.LocalChainID,
			Contract: link},
	}
	hash := p.TypedData().Hash()
	raw, err := crypto.Sign(hash[:], trader(0))
	if err != nil {
		t.Fatal(err)
	}
	raw[64] += 27
	r := w.sell(0, 1, 15, func(o *api.Order) {
		o.MakerAsset.Address, o.MakerAmount = link,
			units(5, 18)
	})
	r.PermitMakerAsset = p.Encode(eip712.Signature(raw))
	rec := w.create(r)
	// nothing is allowed yet, but the permit works
	five := units(5, 18)
	w.want(rec.Hash, api.Pending, five, five, five, common.Hash{})
	half := units(25, 17)
	tx := w.fill(1, rec.Hash, api.NewAmount(7_500_000))
	w.want(rec.Hash, api.Pending, half, half, half, tx)
	tx = w.fill(1, rec.Hash, zero) // the permit is used up and not sent again
	w.want(rec.Hash, api.Fulfilled, zero, zero, zero, tx)
}

func (w *world) nft(maker int, sell, buy api.Asset, give, ask api.Amount) api.OrderRequest {
	w.nonce++
	return w.sign(api.Order{
		NFT: true, NonceAndMeta: api.PackNonce(api.NewAmount(w.nonce), common.Address{}),
		Maker:      addressOf(trader(maker)),
		MakerAsset: sell, TakerAsset: buy, MakerAmount: give, TakerAmount: ask,
	}, trader(maker))
}

// Tokens of every kind are followed by owner and approval, and filled.
func TestNFTOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1, 2)
	ape := func(id uint64) api.Asset {
		return api.Asset{Kind: api.ERC721, Address: w.tokens["APE"], ID: api.NewAmount(id)}
	}
	pass := func(id uint64) api.Asset {
		return api.Asset{Kind: api.ERC1155, Address: w.tokens["PASS"], ID: api.NewAmount(id)}
	}
	weth := api.Asset{Address: w.tokens["WETH"]}
	one, ten := api.NewAmount(1), api.NewAmount(10)
	apes, passes := contracts.NewERC721Collection(), contracts.NewERC1155Collection()

	sale := w.create(w.nft(0, ape(1), weth, one, units(1, 18)))
	w.want(sale.Hash, api.Suspended, one, zero, zero, common.Hash{})
	w.do(trader(0), w.tokens["APE"], apes.PackApprove(w.rfq, big.NewInt(1)))
	w.want(sale.Hash, api.Pending, one, one, one, common.Hash{})
	w.do(trader(0), w.tokens["APE"],
		apes.PackTransferFrom(addressOf(trader(0)), addressOf(trader(3)), big.NewInt(1)))
	w.want(sale.Hash, api.Suspended, one, zero, zero, common.Hash{})
	w.do(trader(3), w.tokens["APE"],
		apes.PackTransferFrom(addressOf(trader(3)), addressOf(trader(0)), big.NewInt(1)))
	// back, but the approval went with the transfer
	w.want(sale.Hash, api.Suspended, one, zero, zero, common.Hash{})
	w.do(trader(0), w.tokens["APE"], apes.PackSetApprovalForAll(w.rfq, true))
	w.want(sale.Hash, api.Pending, one, one, one, common.Hash{})

	many := w.create(w.nft(0, pass(2), weth, ten, units(10, 18)))
	w.want(many.Hash, api.Suspended, ten, zero, zero, common.Hash{})
	w.do(trader(0), w.tokens["PASS"], passes.PackSetApprovalForAll(w.rfq, true))
	w.want(many.Hash, api.Pending, ten, ten, ten, common.Hash{})
	w.do(trader(0), w.tokens["PASS"],
		passes.PackSafeTransferFrom(addressOf(trader(0)), addressOf(trader(3)), big.NewInt(2),
			big.NewInt(3), nil))
	seven := api.NewAmount(7)
	w.want(many.Hash, api.Pending, ten, seven, seven, common.Hash{})

	swap := w.create(w.nft(0, ape(2), ape(4), one, one))
	bid := w.create(w.nft(2, weth, pass(1), units(2, 18), api.NewAmount(2)))
	w.want(bid.Hash, api.Pending, units(2, 18), units(2, 18), units(2, 18), common.Hash{})

	// the book's filters combine
	kind := func(k api.AssetKind) *api.AssetKind { return &k }
	ask := func(q api.BookQuery) []common.Hash {
		q.NFT = true
		list, err := w.orders.OrderBook(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		got := hashesOf(list.Orders)
		slices.SortFunc(got, common.Hash.Cmp)
		return got
	}
	address := w.tokens["PASS"]
	for i, c := range []struct {
		q    api.BookQuery
		want []common.Hash
	}{
		{api.BookQuery{}, []common.Hash{sale.Hash, many.Hash, swap.Hash, bid.Hash}},
		{api.BookQuery{MakerAssetKind: kind(api.ERC721)}, []common.Hash{sale.Hash, swap.Hash}},
		{api.BookQuery{MakerAssetKind: kind(api.ERC721), TakerAssetKind: kind(api.ERC20)},
			[]common.Hash{sale.Hash}},
		{api.BookQuery{MakerAsset: &address}, []common.Hash{many.Hash}},
		{api.BookQuery{TakerAsset: &address, TakerAssetKind: kind(api.ERC1155)},
			[]common.Hash{bid.Hash}},
		{api.BookQuery{TakerAsset: &address, TakerAssetKind: kind(api.ERC721)}, []common.Hash{}},
	} {
		slices.SortFunc(c.want, common.Hash.Cmp)
		if got := ask(c.q); !slices.Equal(got, c.want) {
			t.Errorf("filter %d: %v, want %v", i, got, c.want)
		}
	}

	// fills of each kind
	tx := w.fill(1, sale.Hash, zero)
	w.want(sale.Hash, api.Fulfilled, zero, zero, zero, tx)
	tx = w.fill(1, many.Hash, units(4, 18))
	// of seven held
	w.want(many.Hash, api.Pending, api.NewAmount(6), api.NewAmount(3), api.NewAmount(3), tx)
	if _, err := w.prepareFill(1, swap.Hash, zero); api.TypeOf(err) != api.OrderNotFillable ||
		!strings.Contains(err.Error(), "approve it first") {
		t.Error(err)
	}
	w.do(trader(1), w.tokens["APE"], apes.PackApprove(w.rfq, big.NewInt(4)))
	tx = w.fill(1, swap.Hash, zero)
	w.want(swap.Hash, api.Fulfilled, zero, zero, zero, tx)
	w.do(trader(1), w.tokens["PASS"], passes.PackSetApprovalForAll(w.rfq, true))
	tx = w.fill(1, bid.Hash, zero)
	w.want(bid.Hash, api.Fulfilled, zero, zero, zero, tx)
	fills, err := w.orders.Fills(t.Context(), api.FillQuery{Order: &many.Hash})
	if err != nil || len(fills) != 1 || fills[0].MakerAsset != pass(2) ||
		fills[0].MakerAmount != api.NewAmount(4) || fills[0].TakerAmount != units(4, 18) {
		t.Errorf("%+v, %v", fills, err)
	}
	maker := addressOf(trader(0))
	page, err := w.orders.Orders(t.Context(),
		api.OrderQuery{NFT: true, Type: api.Limit, Maker: &maker, Limit: 2})
	if err != nil || page.Total != 3 || len(page.Orders) != 2 || !page.HasMore {
		t.Error(page.Total, len(page.Orders), page.HasMore, err)
	}
	again := w.openOn(w.orders.cfg.Store)
	same(t, "reopened", again, w.orders)
}

// Every call that a fill can be made by moves what it promises: whole and in part, to the taker and
// to another account, one order and many, fungible and not.
func TestEveryKindOfFill(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	passes, weth := contracts.NewERC1155Collection(), api.Asset{Address: w.tokens["WETH"]}
	w.do(trader(0), w.tokens["PASS"], passes.PackSetApprovalForAll(w.rfq, true))
	w.do(trader(0), w.tokens["APE"], passes.PackSetApprovalForAll(w.rfq, true))
	pass := api.Asset{Kind: api.ERC1155, Address: w.tokens["PASS"], ID: api.NewAmount(2)}
	ape := api.Asset{Kind: api.ERC721, Address: w.tokens["APE"], ID: api.NewAmount(1)}
	one, two := api.NewAmount(1), api.NewAmount(2)
	friend := common.HexToAddress("0xf1")
	nft := func(asset api.Asset, n, price uint64) common.Hash {
		return w.create(w.nft(0, asset, weth, api.NewAmount(n), units(price, 18))).Hash
	}
	holds := func(asset common.Address) api.Amount {
		b, err := contracts.NewStandardToken().UnpackBalanceOf(
			w.call(asset, contracts.NewStandardToken().PackBalanceOf(friend)))
		if err != nil {
			t.Fatal(err)
		}
		return api.MustBig(b)
	}
	passesOf := func() api.Amount {
		b, err := passes.UnpackBalanceOf(w.call(pass.Address, passes.PackBalanceOf(friend,
			big.NewInt(2))))
		if err != nil {
			t.Fatal(err)
		}
		return api.MustBig(b)
	}
	fill := func(target common.Address, legs ...api.FillLeg) {
		t.Helper()
		p, err := w.orders.PrepareFill(t.Context(), api.FillRequest{
			Taker: addressOf(trader(1)), Target: target, Legs: legs})
		if err != nil {
			t.Fatal(err)
		}
		w.do(trader(1), p.To, p.Data)
	}
	a, b, c, d := nft(ape, 1, 1), nft(pass, 2, 2), nft(pass, 2, 2), nft(pass, 2, 2)
	fill(common.Address{}, api.FillLeg{Hash: a})
	fill(friend, api.FillLeg{Hash: b})
	if got := passesOf(); got != two {
		t.Errorf("a whole NFT order brought %s", got)
	}
	fill(friend, api.FillLeg{Hash: c, TakerAmount: units(1, 18)},
		api.FillLeg{Hash: d})
	if got := passesOf(); got != api.NewAmount(5) {
		t.Errorf("two NFT orders at once left %s", got)
	}
	w.want(c, api.Pending, one, one, one, *w.get(c).TransactionHash)
	e := w.create(w.sell(0, 1, 3000)).Hash
	fill(friend, api.FillLeg{Hash: e})
	if got := holds(weth.Address); got != units(1, 18) {
		t.Errorf("a whole order brought %s", got)
	}
	// through the swap contract, which pays out to who fills, for fungible tokens
	cs := w.net.Contracts()
	w.do(trader(1), weth.Address, approveData(cs.TokenTransferProxy, api.MaxAmount))
	through := func(taker api.Asset, price api.Amount) common.Hash {
		r := w.nft(0, pass, taker, one, price)
		r.Order.Taker = cs.AugustusSwapper
		return w.create(w.sign(r.Order, trader(0))).Hash
	}
	f, barter := through(weth, units(1, 18)), through(ape, one)
	fill(common.Address{}, api.FillLeg{Hash: f})
	if _, err := w.prepareFill(1, barter, zero); api.TypeOf(err) != api.OrderNotFillable ||
		!strings.Contains(err.Error(), "pays with fungible tokens only") {
		t.Error(err)
	}
	for _, hash := range []common.Hash{a, b, d, e, f} {
		if r := w.get(hash); r.State != api.Fulfilled {
			t.Errorf("%s: %s", hash, r.State)
		}
	}
}

// What can't be filled, or not like this, is refused with what to do instead, and a node that does
// not answer is no verdict on an order.
func TestFillsThatCantBeMade(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	swapper := w.net.Contracts().AugustusSwapper
	sell := func(change ...func(*api.Order)) common.Hash {
		return w.create(w.sell(0, 1, 3000, change...)).Hash
	}
	a, b := sell(), sell()
	link := sell(func(o *api.Order) { o.MakerAsset.Address = w.tokens["LINK"] })
	through := sell(func(o *api.Order) { o.Taker = swapper })
	named := sell(func(o *api.Order) { o.Taker = addressOf(trader(5)) })
	w.do(trader(1), w.tokens["USDC"], approveData(w.net.Contracts().TokenTransferProxy,
		api.MaxAmount))
	leg := func(hashes ...common.Hash) (legs []api.FillLeg) {
		for _, h := range hashes {
			legs = append(legs, api.FillLeg{Hash: h})
		}
		return legs
	}
	friend := common.HexToAddress("0xf1")
	for what, tc := range map[string]struct {
		taker  int
		target common.Address
		legs   []api.FillLeg
		kind   api.ErrorType
		words  string
	}{
		"none":             {1, friend, nil, api.ValidationError, "1 to 100 orders"},
		"unknown":          {1, friend, leg(common.Hash{1}), api.NotFound, "no order"},
		"twice":            {1, friend, leg(a, a), api.ValidationError, "in the fill twice"},
		"other assets":     {1, friend, leg(a, link), api.ValidationError, "one by one"},
		"with a swapper's": {1, friend, leg(a, through), api.ValidationError, "on its own"},
		"to another": {1, friend, leg(through), api.ValidationError,
			"pays out to the account"},
		"for somebody else": {1, friend, leg(named), api.OrderNotFillable, "from that account"},
		"no allowance":      {4, friend, leg(b), api.OrderNotFillable, "approve it first"},
		"too much": {1, friend, []api.FillLeg{{Hash: b, TakerAmount: units(4000, 6)}},
			api.OrderNotFillable, "pay at most"},
	} {
		_, err := w.orders.PrepareFill(t.Context(), api.FillRequest{
			Taker: addressOf(trader(tc.taker)), Target: tc.target, Legs: tc.legs})
		if api.TypeOf(err) != tc.kind || !strings.Contains(err.Error(), tc.words) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := w.orders.PrepareCancel(t.Context(), api.CancelRequest{
		Maker: addressOf(trader(0))}); api.TypeOf(err) != api.ValidationError {
		t.Error("a cancellation of nothing:", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := w.orders.PrepareFill(gone, api.FillRequest{Taker: addressOf(trader(1)),
		Legs: leg(b)})
	if err == nil || api.TypeOf(err) == api.OrderNotFillable {
		t.Error("without a node:", err)
	}
	// a failure without the contract's own reason keeps its words
	plain := api.Errorf(api.TransactionFails, "it would fail")
	if e := notFillable(plain); api.TypeOf(e) != api.OrderNotFillable ||
		e.Error() != plain.Details {
		t.Error(e)
	}
	w.want(b, api.Pending, units(1, 18), units(1, 18), units(1, 18), common.Hash{})
}
