package swap

import (
	"math/big"
	mathrand "math/rand/v2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/eip712"
)

// makers are the traders who quote; the first one is the user.
const makers = 6

// bookPairs are what a taker pays and gets in the pairs that are quoted.
var bookPairs = [][2]string{{"WETH", "USDC"}, {"USDC", "WETH"}, {"DAI", "WBTC"}, {"LINK", "USDT"},
	{"stETH", "WETH"}}

// openBook lets the order contract take what makers sell.
func (w *world) openBook() {
	w.Helper()
	rfq := w.net.Contracts().AugustusRFQ
	for i := range makers {
		sender := chain.NewSender(w.net, local.House{}.Trader(i))
		for _, symbol := range []string{"WETH", "USDC", "WBTC", "USDT"} {
			if _, err := sender.Do(w.Context(),
				chain.Call{To: w.tokens[symbol].Address, Data: erc20ABI.PackApprove(rfq, maxUint()),
					Gas: 100_000}); err != nil {
				w.Fatal(err)
			}
		}
	}
	w.sender.Reset()
	w.mine()
}

// post signs and posts an order.
func (w *world) post(trader int, makerAsset, takerAsset common.Address, makerAmount,
	takerAmount *big.Int) {
	w.Helper()
	key := local.House{}.Trader(trader)
	w.nonce++
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(w.nonce), common.Address{}),
		Maker:        crypto.PubkeyToAddress(key.PublicKey),
		MakerAsset:   api.Asset{Address: makerAsset}, TakerAsset: api.Asset{Address: takerAsset},
		MakerAmount: api.MustBig(makerAmount), TakerAmount: api.MustBig(takerAmount),
	}
	sig := w.sign(trader, &o)
	if _, _, err := w.orders.CreateOrder(
		w.Context(), api.OrderRequest{
			ChainID: api.LocalChainID, Order: o, Type: api.Limit, Signature: sig}); err != nil {
		w.Fatal(err)
	}
}

// sign is a trader's signature of an order.
func (w *world) sign(trader int, o *api.Order) []byte {
	w.Helper()
	hash := eip712.NewOrderHasher(api.LocalChainID, w.net.Contracts().AugustusRFQ).Hash(o)
	sig, err := crypto.Sign(hash[:], local.House{}.Trader(trader))
	if err != nil {
		w.Fatal(err)
	}
	sig[64] += 27
	return sig
}

// quote lets every maker but the user post an order in each pair, near the price of the pools, of
// whole and of uneven amounts.
func (w *world) quote(random *mathrand.Rand) {
	w.Helper()
	for _, pair := range bookPairs {
		taker, maker := w.tokens[pair[0]].Address, w.tokens[pair[1]].Address
		paid, _ := w.pools.USD(w.Context(), taker)
		sold, _ := w.pools.USD(w.Context(), maker)
		for i := 1; i < makers; i++ {
			usd := 20 + random.Float64()*3_000
			gives, _ := big.NewFloat(usd / sold).Int(nil)
			takes, _ := big.NewFloat(usd / paid * (0.985 + random.Float64()*0.02)).Int(nil)
			w.post(i, maker, taker, gives, takes)
		}
	}
	w.mine()
}
