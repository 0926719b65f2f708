package orders

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// nftWorld is a world in which traders 0 to 2 let the order contract move all they have.
func nftWorld(t testing.TB) *world {
	w := newWorld(t)
	w.approveAll(0, 1, 2)
	for i := range 3 {
		for _, symbol := range []string{"APE", "PASS"} {
			w.send(trader(i), w.tokens[symbol],
				contracts.NewERC721Collection().PackSetApprovalForAll(w.rfq, true))
		}
	}
	w.mine()
	return w
}

// drawAsset is an asset that a trader holds, one that is not theirs or not at all, or one of the
// wrong kind, under ids up to 2^256 − 1.
func (w *world) drawAsset(t *rapid.T, side string, owner int) api.Asset {
	a := api.Asset{
		Kind: rapid.SampledFrom([]api.AssetKind{api.ERC721, api.ERC1155, api.ERC20}).Draw(
			t, side+" kind"),
		Address: w.tokens[rapid.SampledFrom([]string{"APE", "PASS", "WETH", "DAI"}).Draw(t, side)],
	}
	if rapid.IntRange(0, 3).Draw(t, side+" fits") > 0 { // mostly the contract of that kind
		a.Address = w.tokens[map[api.AssetKind]string{
			api.ERC721: "APE", api.ERC1155: "PASS", api.ERC20: "WETH"}[a.Kind]]
	}
	switch own := rapid.IntRange(0, 3).Draw(t, side+" own") > 0; {
	case own && a.Kind == api.ERC721:
		a.ID = api.NewAmount(uint64(3*owner) + rapid.Uint64Range(1, 3).Draw(t, side+" id"))
	case own && a.Kind == api.ERC1155:
		a.ID = api.NewAmount(rapid.Uint64Range(1, 3).Draw(t, side+" id"))
	case a.Kind != api.ERC20:
		a.ID = rapid.OneOf(
			rapid.Map(rapid.Uint64Range(1, 9), api.NewAmount),
			rapid.Map(rapid.Uint64Range(0, 40),
				func(n uint64) api.Amount { return api.MaxAmount.Sub(api.NewAmount(n)) }),
			rapid.Custom(func(t *rapid.T) api.Amount { return drawBig(t, "id") }),
		).Draw(t, side+" id")
	}
	return a
}

func drawCount(t *rapid.T, side string, a api.Asset) api.Amount {
	if a.Kind == api.ERC721 {
		return api.NewAmount(1)
	}
	return rapid.OneOf(
		rapid.Map(rapid.Uint64Range(1, 12), api.NewAmount),
		rapid.Custom(func(t *rapid.T) api.Amount {
			return api.NewAmount(1).Add(drawBig(t, "amount"))
		}),
	).Draw(t, side+" amount")
}

// TestNFTFillsAgreeWithTheContract posts any order and asks for any payment: what the service would
// fill, and nothing else, the contract fills, of assets packed by the bits of its own decoder.
func TestNFTFillsAgreeWithTheContract(t *testing.T) {
	t.Parallel()
	w := nftWorld(t)
	rfq, taker := contracts.NewAugustusRFQ(), addressOf(trader(1))
	filled, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		maker := rapid.IntRange(0, 2).Draw(t, "maker")
		sell, buy := w.drawAsset(t, "sell", maker), w.drawAsset(t, "buy", 1)
		r := w.nft(maker, sell, buy, drawCount(t, "sell", sell), drawCount(t, "buy", buy))
		packed := r.Order.MakerAsset.Pack()
		if back, err := api.UnpackAsset(packed, sell.ID); err != nil || back != sell {
			t.Fatalf("%+v is packed as %s, which is %+v, %v", sell, packed, back, err)
		}
		pay := r.Order.TakerAmount
		if rapid.Bool().Draw(t, "part") {
			pay = api.NewAmount(rapid.Uint64Range(1, 14).Draw(t, "pay"))
		}
		data := rfq.PackPartialFillOrderNFT(ContractOrderNFT(r.Order), r.Signature, pay.Big())
		_, verdict := w.net.Call(t.Context(), common.Hash{},
			chain.Call{From: taker, To: w.rfq, Data: data})
		rec, _, err := w.orders.CreateOrder(t.Context(), r)
		if err == nil {
			_, err = w.prepareFill(1, rec.Hash, pay)
		}
		if verdict != nil && err == nil {
			t.Fatalf("the service fills %+v for %s, the contract says %v", r.Order, pay, verdict)
		}
		// What the contract takes and the service does not is an order for itself, one that pays
		// for what is not got, and one that calls a collection ERC20: there transferFrom moves the
		// token whose id is the amount.
		gets := pay.MulDiv(r.Order.MakerAmount, r.Order.TakerAmount)
		odd := sell == buy || r.Order.PayFor(gets) != pay
		for _, a := range []api.Asset{sell, buy} {
			odd = odd || a == api.Asset{Address: w.tokens["APE"]}
		}
		if verdict == nil && err != nil && !odd {
			t.Fatalf("the contract fills %+v for %s, the service says %v", r.Order, pay, err)
		}
		if err == nil {
			filled++
		} else {
			refused++
		}
	})
	t.Logf("%d filled, %d refused", filled, refused)
	if !t.Failed() && (filled == 0 || refused == 0) {
		t.Errorf("%d were filled and %d refused: nothing was compared", filled, refused)
	}
}

// A page of a book says how many orders there are and whether more follow, so that nobody takes
// part of a book for all of it.
func TestBookTellsOfTheRest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0)
	for price := range uint64(5) {
		w.create(w.sell(0, 1, 3000+price))
	}
	maker, taker := w.tokens["WETH"], w.tokens["USDC"]
	for _, c := range []struct{ limit, offset, orders, total int }{
		{0, 0, 5, 5}, {2, 0, 2, 5}, {2, 4, 1, 5}, {5, 0, 5, 5}, {1, 9, 0, 5}} {
		page, err := w.orders.OrderBook(t.Context(), api.BookQuery{MakerAsset: &maker,
			TakerAsset: &taker, Limit: c.limit, Offset: c.offset})
		if err != nil || len(page.Orders) != c.orders || page.Total != c.total ||
			page.HasMore != (c.offset+c.orders < c.total && c.orders > 0) {
			t.Errorf("limit %d offset %d: %d orders, total %d, more %v, %v", c.limit, c.offset,
				len(page.Orders), page.Total, page.HasMore, err)
		}
	}
	none := common.HexToAddress("0x1")
	if page, err := w.orders.OrderBook(t.Context(), api.BookQuery{NFT: true,
		MakerAsset: &none}); err != nil || page.Total != 0 || page.HasMore || page.Orders == nil {
		t.Errorf("an empty book: %+v, %v", page, err)
	}
}
