package backend_test

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/client"
	"bourse/backend/eip712"
	"bourse/backend/plain"
	"bourse/backend/proof"
	"bourse/backend/server"
)

// publicPaths are the beginnings of the paths that a server of the public interface knows.
var publicPaths = []string{"/ft/", "/nft/", "/swap", "/quote", "/prices", "/transactions/",
	"/adapters/", "/orders/build", "/delta/orders"}

// tradePlainly trades everything through a server that knows no extension, with a node beside it.
func (e *elsewhere) tradePlainly() {
	t := e.T
	full, refused := server.New(e.own, server.Options{}), new(atomic.Int64)
	c := part(t, full, refused, publicPaths...)
	if _, err := c.Networks(t.Context()); api.TypeOf(err) != api.NotFound {
		t.Errorf("a plain server is not recognised: %v", err)
	}
	local := runBackend(t, backend.Config{NoLocal: true, Remotes: []backend.Remote{{
		Description: e.d, DeltaElsewhere: true,
		Nodes: chain.Nodes{Read: []string{e.host.LocalRPC()}}}}})
	e.b = plain.New(local, c, c.Host(), time.Now, witness(t, c.Host()))
	defer func() { e.b = e.own }()
	e.mine()

	e.limitOrdersPlainly(local)
	e.nftPlainly()
	user := e.accounts[3]
	e.approve(user, e.find("WETH"), e.d.Contracts.AugustusV6)
	e.swap(api.PriceRequest{ChainID: e.d.ID, Src: "WETH", Dest: "USDC", Version: api.Version62,
		Amount: api.NewAmount(1e18), User: user})
	e.approve(user, e.find("WETH"), e.d.Contracts.Delta)
	r := e.settled(e.deltaOrder(user))
	if a, err := apitest.On(e.b, e.d.ID).DeltaAuction(t.Context(),
		r.ID); err != nil || a.Status != r.Status {
		t.Errorf("the auction is %+v, %v", a, err)
	}
	if refused.Load() == 0 {
		t.Error("no extension was asked for, so that nothing was refused")
	}
	c = part(t, full, refused, "/v2/")
	e.b = plain.New(local, c, c.Host(), time.Now, witness(t, c.Host()))
	e.tradeLaterForms(user)
}

// witness keeps nothing on disk.
func witness(t *testing.T, host string) *proof.Witness {
	w, err := proof.NewWitness(host, time.Now, "")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// part is a client of a server that knows the paths alone that begin so.
func part(t *testing.T, full http.Handler, refused *atomic.Int64, paths ...string) *client.Client {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, begins := range paths {
			if strings.HasPrefix(r.URL.Path, begins) && !strings.HasSuffix(r.URL.Path, "/auction") {
				full.ServeHTTP(w, r)
				return
			}
		}
		refused.Add(1)
		http.NotFound(w, r)
	}))
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// tradeLaterForms trades through a server of the later interface alone: orders that sell, buy and
// do so in slices are made here, settled, listed and cancelled; swaps are found here.
func (e *elsewhere) tradeLaterForms(user common.Address) {
	t, weth, usdc := e.T, e.find("WETH"), e.find("USDC")
	on := apitest.On(e.b, e.d.ID)
	if agents, err := on.DeltaAgents(t.Context()); err != nil || len(agents) == 0 {
		t.Errorf("its agents are %v, %v", agents, err)
	}
	yes, err := on.DeltaTokenSupported(t.Context(), weth)
	if !yes || err != nil {
		t.Errorf("WETH is supported: %v, %v", yes, err)
	}
	sold := e.laterOrder(user, api.DeltaTerms{Type: api.DeltaTypeOrder, Side: api.Sell}, "")
	sold = e.settled(sold)
	before := e.balance(user, "WETH")
	bought := e.laterOrder(user, api.DeltaTerms{Type: api.DeltaTypeOrder, Side: api.Buy}, "")
	bought = e.settled(bought)
	for _, r := range []api.DeltaRecord{sold, bought} {
		receipt, err := on.Receipt(t.Context(), r.Transactions[0].Hash)
		if err != nil || !receipt.Success || r.Transactions[0].GasUsed != receipt.GasUsed ||
			r.Transactions[0].Received.Less(r.Order.DestAmount) ||
			r.Order.SrcAmount.Less(r.Transactions[0].Spent) {
			t.Errorf("%+v was settled by %+v, %v", r, receipt, err)
		}
	}
	if paid := before.Sub(e.balance(user, "WETH")); paid != bought.Transactions[0].Spent {
		t.Errorf("the purchase took %s, and is told to have taken %s", paid,
			bought.Transactions[0].Spent)
	}
	slices := e.laterOrder(user, api.DeltaTerms{Type: api.DeltaTypeTWAP, Side: api.Sell,
		Slices: 2, Interval: 3600}, "")
	eventually(t, "the first slice", func() bool {
		e.mine()
		slices, err = on.DeltaOrder(t.Context(), slices.ID)
		return err == nil && len(slices.Transactions) == 1
	})
	high := api.NewAmount(1e15) // of USDC: nobody pays that
	waits := e.laterOrder(user, api.DeltaTerms{Type: api.DeltaTypeOrder, Side: api.Sell,
		Limit: &high}, "LIMIT")
	ids := []string{slices.ID, waits.ID}
	signature, err := e.w.Sign(user, eip712.CancellationsTypedData(e.d.ID,
		common.Address(e.d.Contracts.Delta), ids))
	if err != nil {
		t.Fatal(err)
	}
	if err := on.CancelDelta(t.Context(), ids, signature.Compact()); err != nil {
		t.Fatal(err)
	}
	list, err := on.DeltaOrders(t.Context(), api.DeltaQuery{User: user, Page: 1, Limit: 10})
	want := map[string]api.DeltaStatus{sold.ID: api.DeltaExecuted, bought.ID: api.DeltaExecuted,
		slices.ID: api.DeltaCancelled, waits.ID: api.DeltaCancelled}
	for _, r := range list {
		if status, ok := want[r.ID]; ok && status == r.Status {
			delete(want, r.ID)
		}
		if r.ID == slices.ID && (r.FilledAmount.IsZero() || !r.FilledAmount.Less(
			r.Order.SrcAmount)) {
			t.Errorf("of two slices one is settled, told as %s of %s", r.FilledAmount,
				r.Order.SrcAmount)
		}
	}
	if err != nil || len(want) > 0 {
		t.Errorf("%v are not in %+v, %v", want, list, err)
	}
	e.swap(api.PriceRequest{ChainID: e.d.ID, Src: "WETH", Dest: "USDC", Version: api.Version62,
		Amount: api.NewAmount(1e18), User: user})
	_, _, err = on.CreateOrder(t.Context(), e.order(api.Order{Maker: user,
		MakerAsset: api.Asset{Address: weth}, TakerAsset: api.Asset{Address: usdc},
		MakerAmount: api.NewAmount(1e15), TakerAmount: api.NewAmount(5e6)}))
	if api.TypeOf(err) != api.UnsupportedOrderType {
		t.Errorf("a limit order is refused with %v", err)
	}
}

// laterOrder submits an order of a later form, made here of a quote and held against what the
// service built.
func (e *elsewhere) laterOrder(owner common.Address, terms api.DeltaTerms,
	kind string) api.DeltaRecord {
	e.Helper()
	on, slippage, src, dest := apitest.On(e.b, e.d.ID), 100, 18, 6
	ask := api.DeltaQuoteRequest{Src: e.find("WETH"), Dest: e.find("USDC"), SrcDecimals: &src,
		DestDecimals: &dest, Amount: api.NewAmount(1e17), Side: terms.Side, Mode: api.ModeDelta}
	if terms.Side == api.Buy {
		ask.Amount = api.NewAmount(5e7)
	}
	var q api.DeltaQuote
	eventually(e.T, "a Delta price", func() (done bool) {
		e.mine()
		var err error
		q, err = on.DeltaQuote(e.Context(), ask)
		return err == nil
	})
	p := q.Delta
	if p.Bridge == nil {
		e.Fatalf("of %+v no order of a later form can be made", p)
	}
	terms.Src, terms.Dest, terms.Input, terms.Output = p.SrcToken, p.DestToken, p.SrcAmount,
		p.DestAmount
	terms.Total = p.SrcAmount.Add(p.SrcAmount) // of two slices
	nonce := api.NewAmount(uint64(time.Now().UnixNano()))
	r := api.DeltaBuildRequest{ChainID: e.d.ID, Owner: owner, Beneficiary: owner,
		Slippage: &slippage, Terms: &terms, Nonce: &nonce,
		Deadline: uint64(time.Now().Add(4 * time.Hour).Unix())}
	own := eip712.DeltaOrderOf(&r)
	built, err := on.BuildDelta(e.Context(), r)
	if differs := eip712.DeltaOrderDiffers(e.d.ID, common.Address(e.d.Contracts.Delta), own,
		built); err != nil || len(differs) > 0 {
		e.Fatalf("%v, %v", differs, err)
	}
	data := eip712.DeltaTypedData(e.d.ID, common.Address(e.d.Contracts.Delta), own)
	signature, err := e.w.Sign(owner, data)
	if err != nil {
		e.Fatal(err)
	}
	record, created, err := on.SubmitDelta(e.Context(), api.DeltaSubmission{Order: own,
		Signature: signature.Compact(), Type: kind})
	if err != nil || !created || record.OrderHash != data.Hash() || record.ID == "" {
		e.Fatalf("submitted as %+v, %v", record, err)
	}
	return record
}

// order signs an order of a maker's.
func (e *elsewhere) order(o api.Order) api.OrderRequest {
	e.Helper()
	o.NonceAndMeta = api.PackNonce(api.NewAmount(uint64(time.Now().UnixNano())), common.Address{})
	signature, err := e.w.Sign(o.Maker, eip712.OrderTypedData(e.d.ID,
		common.Address(e.d.Contracts.AugustusRFQ), o))
	if err != nil {
		e.Fatal(err)
	}
	return api.OrderRequest{ChainID: e.d.ID, Order: o, Type: o.Type(), Signature: signature.Bytes()}
}

// limitOrdersPlainly posts an order through the plain server, and one to it beside it: both are in
// the book and are filled.
func (e *elsewhere) limitOrdersPlainly(local *backend.Backend) {
	t := e.T
	maker, taker, weth, usdc := e.accounts[0], e.accounts[1], e.find("WETH"), e.find("USDC")
	e.approve(maker, weth, e.d.Contracts.AugustusRFQ)
	e.approve(taker, usdc, e.d.Contracts.AugustusRFQ)
	asks := api.Order{Maker: maker, MakerAsset: api.Asset{Address: weth},
		TakerAsset: api.Asset{Address: usdc}, MakerAmount: api.NewAmount(1e15),
		TakerAmount: api.NewAmount(5e6)}
	var legs []api.FillLeg
	for _, to := range []api.Service{e.b, e.own} {
		r, created, err := apitest.On(to, e.d.ID).CreateOrder(t.Context(), e.order(asks))
		if err != nil || !created || r.State != api.Pending {
			t.Fatalf("the order is %+v, %v", r, err)
		}
		legs = append(legs, api.FillLeg{Hash: r.Hash})
	}
	pair := api.Pair{Base: weth, Quote: usdc}
	eventually(t, "both orders in the book", func() bool {
		book, err := apitest.On(e.b, e.d.ID).Book(t.Context(), pair, 0)
		return err == nil && len(book.Asks) == 2
	})
	e.send(apitest.On(e.b, e.d.ID).PrepareFill(t.Context(), api.FillRequest{Taker: taker,
		Legs: legs}))
	for _, leg := range legs {
		eventually(t, "the fill", func() bool {
			told, err := apitest.On(e.b, e.d.ID).Order(t.Context(), leg.Hash, false)
			seen, err2 := apitest.On(local, e.d.ID).Order(t.Context(), leg.Hash, false)
			return err == nil && err2 == nil && told.State == api.Fulfilled &&
				seen.State == api.Fulfilled
		})
	}
}

// nftPlainly sells an NFT through the plain server.
func (e *elsewhere) nftPlainly() {
	t := e.T
	maker, taker := e.accounts[0], e.accounts[1]
	held, err := apitest.On(e.host, api.LocalChainID).UserNFTs(t.Context(), maker)
	if err != nil || len(held) == 0 {
		t.Fatalf("the maker has no NFT: %v", err)
	}
	if seen, err := apitest.On(e.b, e.d.ID).UserNFTs(t.Context(), maker); err != nil ||
		!reflect.DeepEqual(seen, held) {
		t.Errorf("of the described collections the maker has %+v, %v, not %+v", seen, err, held)
	}
	ape := held[0].Asset
	e.send(apitest.On(e.b, e.d.ID).PrepareApprove(t.Context(), api.ApproveRequest{Owner: maker,
		Token: ape.Address, Kind: ape.Kind, Amount: api.NewAmount(1),
		Spender: common.Address(e.d.Contracts.AugustusRFQ)}))
	r, _, err := apitest.On(e.b, e.d.ID).CreateOrder(t.Context(),
		e.order(api.Order{NFT: true, Maker: maker,
			MakerAsset: ape, TakerAsset: api.Asset{Address: e.find("USDC")},
			MakerAmount: api.NewAmount(1), TakerAmount: api.NewAmount(5e6)}))
	if err != nil {
		t.Fatal(err)
	}
	e.send(apitest.On(e.b, e.d.ID).PrepareFill(t.Context(), api.FillRequest{Taker: taker,
		Legs: []api.FillLeg{{Hash: r.Hash}}}))
	eventually(t, "the sale", func() bool {
		told, err := apitest.On(e.b, e.d.ID).Order(t.Context(), r.Hash, true)
		return err == nil && told.State == api.Fulfilled
	})
}
