package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/server"
)

// newPair returns a service and a client that reaches it through a server.
func newPair(t *testing.T) (*apitest.Echo, *client.Client, *httptest.Server) {
	t.Helper()
	e := apitest.NewEcho()
	srv := httptest.NewServer(server.New(e, server.Options{}))
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return e, c, srv
}

func one[T any](v T, err error) ([]any, error) { return []any{v}, err }

// TestClientIsTransparent calls every method over HTTP with every argument set, and wants the
// service to be asked exactly that, and its answer, with every field set, to come back unchanged.
func TestClientIsTransparent(t *testing.T) {
	t.Parallel()
	a, b := apitest.Address(1), apitest.Address(2)
	h := common.HexToHash("0x99")
	kind := api.ERC1155
	pair, nft := api.Pair{Base: a, Quote: b},
		api.Asset{Kind: api.ERC721, Address: b, ID: api.MaxAmount}
	orders := api.OrderQuery{ChainID: 5, Type: api.P2P, Maker: &a, Limit: 7, Offset: 8,
		OrderBy: api.ByExpiry, HideSmallBalances: true}
	nftOrders := api.OrderQuery{ChainID: 5, NFT: true, Type: api.Limit, Taker: &b, Limit: 1000,
		OrderBy: api.ByUpdatedAt}
	book := api.BookQuery{MakerAsset: &a, TakerAsset: &b, Limit: 9, Offset: 2}
	nftBook := api.BookQuery{NFT: true, MakerAssetKind: &kind, TakerAssetKind: &kind,
		TakerAsset: &b, Limit: 1}
	candles := api.CandleQuery{ChainID: 5, Pair: pair, Interval: time.Hour, Until: 77, Limit: 3}
	fillQuery := api.FillQuery{ChainID: 5, Order: &h, Account: &a, Limit: 4}
	fillRequest := api.FillRequest{
		Taker: a, Target: b,
		Legs: []api.FillLeg{{Hash: h, TakerAmount: api.MaxAmount}, {Hash: h}}, Side: api.Sell,
		Total: api.NewAmount(6)}
	cancel := api.CancelRequest{Maker: a, Hashes: []common.Hash{h, {}}}
	approve := api.ApproveRequest{
		Owner: a, Token: b, Kind: api.ERC721, Spender: a, Amount: api.MaxAmount}
	wrap := api.WrapRequest{Owner: a, Amount: api.NewAmount(3), Unwrap: true}
	invalid := api.InvalidateRequest{Owner: a, Nonce: api.NewAmount(7)}
	claim := api.ClaimRequest{Owner: a, Contract: b}

	cases := map[string]struct {
		asked []any
		call  func(context.Context, *client.Client) ([]any, error)
	}{
		"Networks": {nil, func(ctx context.Context, c *client.Client) ([]any,
			error) {
			return one(c.Networks(ctx))
		}},
		"Status": {[]any{uint64(5)},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Status(ctx))
			}},
		"Tokens": {[]any{uint64(5)},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Tokens(ctx))
			}},
		"Token": {[]any{uint64(5), a},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Token(ctx, a))
			}},
		"UserTokens": {[]any{uint64(5), a},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).UserTokens(ctx, a))
			}},
		"UserToken": {[]any{uint64(5), a, b},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).UserToken(ctx, a, b))
			}},
		"Collections": {[]any{uint64(5)},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Collections(ctx))
			}},
		"UserNFTs": {[]any{uint64(5), a},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).UserNFTs(ctx, a))
			}},
		"UserNFT": {[]any{uint64(5), a, nft},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).UserNFT(ctx, a, nft))
			}},
		"Order": {[]any{h, true},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 1337).Order(ctx, h, true))
			}},
		"Orders": {[]any{orders},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Orders(ctx, orders))
			}},
		"NFT orders": {[]any{nftOrders},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Orders(ctx, nftOrders))
			}},
		"OrderBook": {[]any{book}, func(
			ctx context.Context, c *client.Client) ([]any, error) {
			return one(apitest.On(c, 5).OrderBook(ctx, book))
		}},
		"NFT book": {[]any{nftBook},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).OrderBook(ctx, nftBook))
			}},
		"Book": {[]any{uint64(5), pair, 6},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Book(ctx, pair, 6))
			}},
		"FillableBalance": {[]any{uint64(5), a, (*common.Address)(nil)},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).FillableBalance(ctx, a, nil))
			}},
		"FillableBalance of one": {[]any{uint64(5), a, &b},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).FillableBalance(ctx, a, &b))
			}},
		"Fills": {[]any{fillQuery}, func(
			ctx context.Context, c *client.Client) ([]any, error) {
			return one(apitest.On(c, 5).Fills(ctx, fillQuery))
		}},
		"Markets": {[]any{uint64(5)}, func(
			ctx context.Context, c *client.Client) ([]any, error) {
			return one(apitest.On(c, 5).Markets(ctx))
		}},
		"Trades": {[]any{uint64(5), pair, 6},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Trades(ctx, pair, 6))
			}},
		"Candles": {[]any{candles}, func(
			ctx context.Context, c *client.Client) ([]any, error) {
			return one(apitest.On(c, 5).Candles(ctx, candles))
		}},
		"PoolDepth": {[]any{uint64(5), pair},
			func(ctx context.Context, c *client.Client) ([]any, error) {
				return one(apitest.On(c, 5).PoolDepth(ctx, pair))
			}},
		"PriceUSD": {[]any{uint64(5), a},
			func(ctx context.Context, c *client.Client) ([]any, error) {
				p, ok, err := apitest.On(c, 5).PriceUSD(ctx, a)
				if err == nil && !ok {
					t.Error("the price is not known")
				}
				return one(p, err)
			}},
		"PrepareFill": {[]any{fillRequest},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).PrepareFill(ctx, fillRequest))
			}},
		"PrepareCancel": {[]any{cancel},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).PrepareCancel(ctx, cancel))
			}},
		"PrepareApprove": {[]any{approve},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).PrepareApprove(ctx, approve))
			}},
		"PrepareWrap": {[]any{wrap},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).PrepareWrap(ctx, wrap))
			}},
		"PrepareInvalidation": {[]any{invalid},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).PrepareInvalidation(ctx, invalid))
			}},
		"PrepareClaim": {[]any{claim},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).PrepareClaim(ctx, claim))
			}},
		"SendTransaction": {[]any{uint64(5), []byte{1, 2}},
			func(ctx context.Context, c *client.Client) ([]any, error) {
				return one(apitest.On(c, 5).SendTransaction(ctx, []byte{1, 2}))
			}},
		"Movements": {[]any{uint64(5), a, []common.Hash{h, {1}}},
			func(ctx context.Context, c *client.Client) ([]any, error) {
				return one(apitest.On(c, 5).Movements(ctx, a, []common.Hash{h, {1}}))
			}},
		"Receipt": {[]any{uint64(5), h},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 5).Receipt(ctx, h))
			}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, c, _ := newPair(t)
			checkTransparent(t, f, c, tc.asked, tc.call)
			f.Err = api.Invalid(api.FieldError{Field: "f", Reason: "is wrong"})
			if _, err := tc.call(background(t), c); api.TypeOf(err) != api.ValidationError {
				t.Errorf("an error of the service comes back as %v", err)
			}
		})
	}
}

// checkTransparent calls the service over HTTP and wants it to be asked exactly that, and its
// answer to come back unchanged; what call gives as nil is not compared.
func checkTransparent(t *testing.T, f *apitest.Echo, c *client.Client, asked []any,
	call func(context.Context, *client.Client) ([]any, error)) {
	t.Helper()
	got, err := call(background(t), c)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(f.Question(), asked) {
		t.Errorf("the service was asked\n%+v, want\n%+v", f.Question(), asked)
	}
	for i, want := range f.Answers()[:len(got)] {
		switch w := want.(type) { // without what no server tells of itself
		case api.NetworkStatus:
			w.Invented, w.Unheard, w.NFTsToldBy = "", "", ""
			want = w
		case api.Receipt:
			w.Unseen = false
			want = w
		}
		if got[i] != nil && !reflect.DeepEqual(got[i], want) {
			t.Errorf("the client answers\n%+v, want\n%+v", got[i], want)
		}
	}
}

func TestClientCreatesOrders(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]api.OrderRequest{
		"fungible": apitest.FungibleRequest(), "NFT": apitest.NonFungibleRequest()} {
		f, c, _ := newPair(t)
		f.Created = true
		rec, created, err := apitest.On(c, r.ChainID).CreateOrder(background(t), r)
		if err != nil || !created {
			t.Fatalf("%s: created %v, %v", name, created, err)
		}
		if want := apitest.RecordOf(r); !reflect.DeepEqual(rec, want) {
			t.Errorf("%s: the record is\n%+v, want\n%+v", name, rec, want)
		}
		if !reflect.DeepEqual(f.Question(), []any{r}) {
			t.Errorf("%s: the service was asked\n%+v, want\n%+v", name, f.Question(), r)
		}
		f.Created = false
		if _, created, err := apitest.On(c, r.ChainID).CreateOrder(background(t),
			r); created || err != nil {
			t.Errorf("%s: the second time created is %v, %v", name, created, err)
		}
	}
}

func background(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// What a server says of an error is shown in many places, a terminal's among them: it is one line
// without anything that moves a cursor or hides what follows.
func TestAServersErrorIsOneHarmlessLine(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"errorType":"TransactionFails\u001b[8m","details":"busy\u001b[8m\r\nsent`+
			`\u0007 ok\u202e\u0008","fields":[{"field":"a\u001b[2J","reason":"b\nc"}]}`)
	}))
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	x, err := c.Exchange(api.LocalChainID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Book(t.Context(), api.Pair{}, 1)
	var e *api.Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e.Type != api.TransactionFails || e.Details != "busy  sent ok" ||
		!reflect.DeepEqual(e.Fields, []api.FieldError{{Field: "a", Reason: "b c"}}) {
		t.Errorf("%q %q %+q", e.Type, e.Details, e.Fields)
	}
}

// Transactions that moved too much for one answer are asked for in parts, and told in order.
func TestMovementsComeInParts(t *testing.T) {
	t.Parallel()
	e, c, _ := newPair(t)
	var asked []int
	e.OnMovements = func(_ context.Context, _ uint64, _ common.Address,
		hashes []common.Hash) (list []api.Movements, err error) {
		asked = append(asked, len(hashes))
		if len(hashes) > 2 {
			return nil, api.Invalid(api.FieldError{Field: "hashes", Reason: "moved too much"})
		}
		for _, h := range hashes {
			list = append(list, api.Movements{Hash: h})
		}
		return list, nil
	}
	hashes := []common.Hash{{1}, {2}, {3}, {4}, {5}}
	list, err := apitest.On(c, 5).Movements(t.Context(), common.Address{1}, hashes)
	if err != nil || len(list) != len(hashes) {
		t.Fatalf("%d are told: %v", len(list), err)
	}
	for i := range list {
		if list[i].Hash != hashes[i] {
			t.Errorf("%d is %s, want %s", i, list[i].Hash, hashes[i])
		}
	}
	if fmt.Sprint(asked) != "[5 2 3 1 2]" {
		t.Errorf("asked for %d at a time", asked)
	}
}
