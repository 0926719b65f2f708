package backend_test

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/client"
	"bourse/backend/eip712"
	"bourse/backend/plain"
	"bourse/backend/server"
)

// publicPaths are the beginnings of the paths that a server of the public interface knows.
var publicPaths = []string{"/ft/", "/nft/", "/swap", "/quote", "/prices", "/transactions/",
	"/adapters/", "/orders/build", "/delta/orders"}

// tradePlainly trades everything through a server that knows no extension, with a node beside it.
func (e *elsewhere) tradePlainly() {
	t := e.T
	full, refused := server.New(e.own, server.Options{}), new(atomic.Int64)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, begins := range publicPaths {
			if strings.HasPrefix(r.URL.Path, begins) && !strings.HasSuffix(r.URL.Path, "/auction") {
				full.ServeHTTP(w, r)
				return
			}
		}
		refused.Add(1)
		http.NotFound(w, r)
	}))
	defer srv.Close()
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Networks(t.Context()); api.TypeOf(err) != api.NotFound {
		t.Errorf("a plain server is not recognised: %v", err)
	}
	local := runBackend(t, backend.Config{NoLocal: true, Remotes: []backend.Remote{{
		Description: e.d, DeltaElsewhere: true,
		Nodes: chain.Nodes{Read: []string{e.host.LocalRPC()}}}}})
	e.b = plain.New(local, c, c.Host(), time.Now)
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
