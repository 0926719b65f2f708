package orders

import (
	"bytes"
	"crypto/ecdsa"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/eip712"
)

func swapper(w *world) common.Address { return w.net.Contracts().AugustusSwapper }

func TestRefusedShapes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stranger := common.HexToAddress("0x1234")
	cases := map[string]struct {
		change func(r *api.OrderRequest)
		fields []string
	}{
		"zero amounts": {func(r *api.OrderRequest) {
			r.Order.MakerAmount,
				r.Order.TakerAmount = zero, zero
		}, []string{"makerAmount", "takerAmount"}},
		"equal assets": {func(r *api.OrderRequest) { r.Order.TakerAsset = r.Order.MakerAsset },
			[]string{"takerAsset"}},
		"zero asset": {func(r *api.OrderRequest) { r.Order.MakerAsset.Address = common.Address{} },
			[]string{"makerAsset"}},
		"native coin": {func(r *api.OrderRequest) { r.Order.TakerAsset.Address = api.NativeToken },
			[]string{"takerAsset"}},
		"zero maker": {func(r *api.OrderRequest) { r.Order.Maker = common.Address{} },
			[]string{"maker"}},
		"no signature": {func(r *api.OrderRequest) { r.Signature = nil },
			[]string{"signature"}},
		"endless signature": {func(r *api.OrderRequest) {
			r.Signature = make(
				[]byte, maxSignature+1)
		}, []string{"signature"}},
		"odd permit": {func(r *api.OrderRequest) { r.PermitMakerAsset = make([]byte, 225) },
			[]string{"permitMakerAsset"}},
		"p2p to limit": {func(r *api.OrderRequest) {
			r.Order.NonceAndMeta = api.PackNonce(
				zero, stranger)
		}, []string{"nonceAndMeta"}},
		"limit to p2p": {func(r *api.OrderRequest) { r.Type = api.P2P },
			[]string{"nonceAndMeta"}},
		"p2p for another": {func(r *api.OrderRequest) {
			r.Order.NonceAndMeta, r.Type, r.Order.Taker = api.PackNonce(zero, stranger), api.P2P,
				common.HexToAddress("0x99")
		}, []string{"taker"}},
		"p2p for all": {func(r *api.OrderRequest) {
			r.Order.NonceAndMeta,
				r.Type = api.PackNonce(zero, stranger), api.P2P
		}, []string{"taker"}},
		"several": {func(r *api.OrderRequest) {
			r.Order.MakerAmount, r.Order.Maker, r.Signature = zero, common.Address{}, nil
		},
			[]string{"makerAmount", "maker", "signature"}},
		"nft in a fungible order": {func(
			r *api.OrderRequest) {
			r.Order.MakerAsset.Kind = api.ERC721
		}, []string{"makerAmount", "makerAssetType"}},
		"half an ape": {func(r *api.OrderRequest) {
			r.Order.NFT, r.Order.TakerAsset = true,
				api.Asset{Kind: api.ERC721, Address: w.tokens["APE"], ID: api.NewAmount(1)}
		}, []string{"takerAmount"}},
		"id of a fungible token": {func(
			r *api.OrderRequest) {
			r.Order.NFT, r.Order.MakerAsset.ID = true, api.NewAmount(1)
		}, []string{"makerAssetId"}},
	}
	for name, c := range cases {
		r := w.sell(0, 1, 3000)
		c.change(&r)
		_, _, err := w.orders.CreateOrder(t.Context(), r)
		var fields []string
		for _, f := range api.AsError(err).Fields {
			fields = append(fields, f.Field)
		}
		if api.TypeOf(err) != api.ValidationError || !slices.Equal(fields, c.fields) {
			t.Errorf("%s: %v names %v, want %v", name, err, fields, c.fields)
		}
	}
}

func TestSignatures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := new(big.Int).Set(crypto.S256().Params().N)
	good := func() (api.OrderRequest, []byte) { r := w.sell(0, 1, 3000); return r, r.Signature }
	bad := map[string]func(r *api.OrderRequest, s []byte){
		"another key": func(r *api.OrderRequest, _ []byte) { *r = w.sign(r.Order, trader(1)) },
		"changed amount": func(r *api.OrderRequest,
			_ []byte) {
			r.Order.MakerAmount = units(2, 18)
		},
		"v 0":      func(_ *api.OrderRequest, s []byte) { s[64] -= 27 },
		"v 29":     func(_ *api.OrderRequest, s []byte) { s[64] = 29 },
		"v 35":     func(_ *api.OrderRequest, s []byte) { s[64] = 35 },
		"r 0":      func(_ *api.OrderRequest, s []byte) { clear(s[:32]) },
		"s 0":      func(_ *api.OrderRequest, s []byte) { clear(s[32:64]) },
		"s N":      func(_ *api.OrderRequest, s []byte) { n.FillBytes(s[32:64]) },
		"66 bytes": func(r *api.OrderRequest, s []byte) { r.Signature = append(s, 0) },
		"63 bytes": func(r *api.OrderRequest, s []byte) { r.Signature = s[:63] },
		"high-s twin": func(_ *api.OrderRequest, s []byte) {
			new(big.Int).Sub(n, new(big.Int).SetBytes(s[32:64])).FillBytes(s[32:64])
			s[64] = 55 - s[64]
		},
		"other chain": func(r *api.OrderRequest, _ []byte) { w.signFor(r, 1, w.rfq) },
		"other contract": func(r *api.OrderRequest,
			_ []byte) {
			w.signFor(r, api.LocalChainID, common.HexToAddress("0x1"))
		},
		"other order type": func(r *api.OrderRequest, _ []byte) {
			o := r.Order
			o.NFT = true
			s := w.sign(o, trader(0))
			r.Signature = s.Signature
		},
		"personal message": func(r *api.OrderRequest, _ []byte) {
			hash := w.orders.hasher.Hash(&r.Order)
			h := crypto.Keccak256([]byte("\x19Ethereum Signed Message:\n32"), hash[:])
			sig, err := crypto.Sign(h, trader(0))
			if err != nil {
				t.Fatal(err)
			}
			sig[64] += 27
			r.Signature = sig
		},
	}
	for name, spoil := range bad {
		r, s := good()
		spoil(&r, s)
		if _, _, err := w.orders.CreateOrder(t.Context(),
			r); api.TypeOf(err) != api.InvalidSignature {
			t.Errorf("%s: %v", name, err)
		}
	}
	r, s := good()
	sig, err := eip712.ParseSignature(s)
	if err != nil {
		t.Fatal(err)
	}
	r.Signature = sig.Compact()
	if rec := w.create(r); !bytes.Equal(rec.Signature, r.Signature) {
		t.Error("the signature is not kept as it was sent")
	}
	w.approveAll(0, 1)
	w.fill(1, w.orders.hasher.Hash(&r.Order), zero) // the contract takes the compact form too
}

func (w *world) signFor(r *api.OrderRequest, chainID uint64, contract common.Address) {
	hash := eip712.HashOrder(chainID, contract, &r.Order)
	sig, err := crypto.Sign(hash[:], trader(0))
	if err != nil {
		w.t.Fatal(err)
	}
	sig[64] += 27
	r.Signature = sig
}

// A maker that is a contract is asked, with a bounded amount of gas.
func TestContractMakers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := trader(0)
	cw := contracttest.NewContractWallet()
	maker := w.deploy(owner, append(
		common.FromHex(contracttest.ContractWalletMetaData.Bin),
		cw.PackConstructor(addressOf(owner))...))
	order := func() api.OrderRequest {
		return w.sell(0, 1, 3000, func(o *api.Order) { o.Maker = maker })
	}

	accepted := w.create(order()) // signed by the owner's key
	if accepted.Maker != maker {
		t.Fatal(accepted.Maker)
	}
	stranger := order()
	stranger.Signature = w.sign(stranger.Order, trader(1)).Signature
	if _, _, err := w.orders.CreateOrder(t.Context(), stranger); api.TypeOf(
		err) != api.InvalidSignature {
		t.Error(err)
	}
	for answer, want := range map[uint8]api.ErrorType{
		1: "", 2: api.InvalidSignature, 3: api.InvalidSignature, 4: api.InvalidSignature, 5: "",
		6: api.InvalidSignature} {
		w.do(owner, maker, cw.PackSetAnswer(answer))
		r := order()
		r.Signature = []byte("anything")
		if _, _, err := w.orders.CreateOrder(t.Context(), r); api.TypeOf(err) != want {
			t.Errorf("answer %d: %v, want %q", answer, err, want)
		}
	}
	// one that accepts with less than 400,000 gas left, and reverts with more: it gets what it is
	// due
	maker = w.deploy(owner, common.FromHex("601b8060095f395ff3"+
		"62061a805a11601757631626ba7e60e01b5f5260205ff35b5f5ffd"))
	w.create(order())
	// an account without code is no contract
	r := w.sell(0, 1, 3000, func(o *api.Order) { o.Maker = common.HexToAddress("0xabcdef") })
	if _, _, err := w.orders.CreateOrder(t.Context(), r); api.TypeOf(err) != api.InvalidSignature {
		t.Error(err)
	}
}

// deploy makes a contract.
func (w *world) deploy(k *ecdsa.PrivateKey, code []byte) common.Address {
	w.t.Helper()
	nonce, err := w.net.Nonce(w.t.Context(), addressOf(k))
	if err != nil {
		w.t.Fatal(err)
	}
	tx := types.MustSignNewTx(k, types.LatestSignerForChainID(big.NewInt(api.LocalChainID)),
		&types.LegacyTx{
			Nonce: nonce, Gas: 3_000_000, GasPrice: big.NewInt(10_000_000_000), Data: code,
		})
	raw, err := tx.MarshalBinary()
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.net.SendRaw(w.t.Context(), raw); err != nil {
		w.t.Fatal(err)
	}
	w.mine()
	w.succeeded(tx.Hash())
	return crypto.CreateAddress(addressOf(k), nonce)
}

// The same signed order posted again, also at the same time, is one order.
func TestPostedTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := w.sell(0, 1, 3000)
	var wg sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for range 16 {
		wg.Go(func() {
			rec, created, err := w.orders.CreateOrder(t.Context(), r)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || rec.Hash != w.orders.hasher.Hash(&r.Order) {
				t.Error(rec.Hash, err)
			}
			if created {
				made++
			}
		})
	}
	wg.Wait()
	if made != 1 || w.orders.index.count != 1 {
		t.Fatal(made, w.orders.index.count)
	}
	// a retry is safe after the order has ended, but a wrong signature stays wrong
	w.cancel(0, w.orders.hasher.Hash(&r.Order))
	if rec, created, err := w.orders.CreateOrder(t.Context(), r); created || err != nil ||
		rec.State != api.Cancelled {
		t.Error(rec.State, created, err)
	}
	r.Signature = w.sign(r.Order, trader(1)).Signature
	if _, _, err := w.orders.CreateOrder(t.Context(), r); api.TypeOf(err) != api.InvalidSignature {
		t.Error(err)
	}
}

func TestClosedOnChainBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	rfq := contracts.NewAugustusRFQ()
	cancelled := w.sell(0, 1, 3000)
	w.do(trader(0), w.rfq, rfq.PackCancelOrder(w.orders.hasher.Hash(&cancelled.Order)))
	if _, _, err := w.orders.CreateOrder(t.Context(), cancelled); api.TypeOf(
		err) != api.OrderNotFillable {
		t.Error(err)
	}
	part := w.sell(0, 2, 3000)
	w.do(trader(1), w.rfq, rfq.PackPartialFillOrder(
		ContractOrder(part.Order), part.Signature, units(1500, 6).Big()))
	if rec := w.create(part); rec.FillableBalance != units(15, 17) || rec.State != api.Pending {
		t.Error(rec.FillableBalance, rec.State)
	}
	whole := w.sell(0, 2, 3000)
	w.do(trader(1), w.rfq, rfq.PackFillOrder(ContractOrder(whole.Order), whole.Signature))
	if _, _, err := w.orders.CreateOrder(t.Context(),
		whole); api.TypeOf(err) != api.OrderNotFillable {
		t.Error(err)
	}
}

func TestMakersLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.orders.cfg.MaxOpen = 5
	var wg sync.WaitGroup
	results := make([]error, 20)
	requests := make([]api.OrderRequest, len(results))
	for i := range requests {
		requests[i] = w.sell(0, 1, 3000)
	}
	for i, r := range requests {
		wg.Go(func() { _, _, results[i] = w.orders.CreateOrder(t.Context(), r) })
	}
	wg.Wait()
	accepted := -1
	refused := 0
	for i, err := range results {
		switch api.TypeOf(err) {
		case "":
			accepted = i
		case api.TooManyOrders:
			refused++
		default:
			t.Error(err)
		}
	}
	if refused != 15 {
		t.Fatal(refused, "refused")
	}
	w.create(w.sell(1, 1, 3000)) // another maker is not concerned
	if _, created, err := w.orders.CreateOrder(t.Context(),
		requests[accepted]); created || err != nil {
		t.Error("a retry counts against the limit:", err)
	}
	w.cancel(0, w.orders.hasher.Hash(&requests[accepted].Order))
	w.create(w.sell(0, 1, 3000))
}

// Both shapes of a private order are accepted and listed; only the intended taker gets a
// transaction that fills it.
func TestPrivateOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1, 2)
	friend := addressOf(trader(1))
	private := func(taker common.Address) api.OrderRecord {
		return w.create(w.sell(0, 1, 3000, func(o *api.Order) {
			o.Taker, o.NonceAndMeta = taker, api.PackNonce(api.NewAmount(w.nonce), friend)
		}))
	}
	direct, routed := private(friend), private(swapper(w))
	if direct.Type() != api.P2P || routed.TakerFromMeta() != friend {
		t.Fatal(direct.Type(), routed.TakerFromMeta())
	}
	if len(w.book("WETH", "USDC")) != 0 {
		t.Error("a private order is in the book")
	}
	for _, hash := range []common.Hash{direct.Hash, routed.Hash} {
		if _, err := w.prepareFill(2, hash, zero); api.TypeOf(err) != api.OrderNotFillable ||
			!strings.Contains(err.Error(), api.Lower(friend)) {
			t.Error("a stranger:", err)
		}
	}
	tx := w.fill(1, direct.Hash, zero)
	w.want(direct.Hash, api.Fulfilled, zero, zero, zero, tx)
	taker, at := friend, swapper(w)
	for who, want := range map[*common.Address][]common.Hash{
		&taker: {direct.Hash, routed.Hash}, &at: {routed.Hash}} {
		page, err := w.orders.Orders(t.Context(),
			api.OrderQuery{Type: api.P2P, Taker: who, Limit: 10})
		if err != nil || page.Total != len(want) {
			t.Fatal(page.Total, err)
		}
		for _, hash := range want {
			if !slices.Contains(hashesOf(page.Orders), hash) {
				t.Errorf("%s is not listed for %s", hash, who)
			}
		}
	}
}

func TestUnknownOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unknown := common.HexToHash("0x1234")
	if _, err := w.orders.Order(t.Context(), unknown, false); api.TypeOf(err) != api.NotFound {
		t.Error(err)
	}
	rec := w.create(w.sell(0, 1, 3000))
	if _, err := w.orders.Order(t.Context(), rec.Hash, true); api.TypeOf(err) != api.NotFound {
		t.Error("a fungible order among NFT orders:", err)
	}
	if _, err := w.prepareFill(0, unknown, zero); api.TypeOf(err) != api.NotFound {
		t.Error(err)
	}
	if _, err := w.orders.PrepareCancel(
		t.Context(), api.CancelRequest{
			Maker: addressOf(trader(0)), Hashes: []common.Hash{unknown}}); api.TypeOf(
		err) != api.NotFound {
		t.Error(err)
	}
	if _, err := w.orders.PrepareCancel(
		t.Context(), api.CancelRequest{
			Maker: addressOf(trader(1)), Hashes: []common.Hash{rec.Hash}}); api.TypeOf(
		err) != api.ValidationError {
		t.Error(err)
	}
}
