package backend_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
)

// run signs and mines a prepared transaction and wants it to succeed.
func (d *door) run(tx api.Transaction, err error) (hash common.Hash) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
	raw, hash, err := d.s.wallet.SignTransaction(tx.From, tx)
	if err == nil {
		_, err = apitest.On(d.s, api.LocalChainID).SendTransaction(d.Context(), raw)
	}
	if err != nil {
		d.Fatal(err)
	}
	if _, err := d.s.Mine(d.Context()); err != nil {
		d.Fatal(err)
	}
	if r, err := apitest.On(d.s, api.LocalChainID).Receipt(d.Context(),
		hash); err != nil || !r.Success {
		d.Fatalf("receipt %+v, %v", r, err)
	}
	return hash
}

func (d *door) holds(account, token common.Address) api.Amount {
	d.Helper()
	u, err := apitest.On(d.s, api.LocalChainID).UserToken(d.Context(), account, token)
	if err != nil {
		d.Fatal(err)
	}
	return u.Balance
}

func (d *door) approve(owner, token, spender common.Address) {
	d.Helper()
	d.run(apitest.On(d.s, api.LocalChainID).PrepareApprove(d.Context(),
		api.ApproveRequest{Owner: owner, Token: token, Spender: spender,
			Amount: api.MaxAmount}))
}

func TestTransactionsAreBuiltFromRoutes(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, weth, usdc := nets[0].Contracts, d.token("WETH"), d.token("USDC")
	priced := d.good("srcToken", "WETH", "amount", "1000000000000000000")
	body := func(change ...any) map[string]any {
		b := map[string]any{
			"priceRoute": priced.PriceRoute, "srcToken": api.Lower(weth),
			"destToken": api.Lower(usdc), "srcAmount": priced.route.SrcAmount,
			"slippage": 100, "userAddress": api.Lower(d.user),
		}
		for i := 0; i+1 < len(change); i += 2 {
			if b[change[i].(string)] = change[i+1]; change[i+1] == nil {
				delete(b, change[i].(string))
			}
		}
		return b
	}
	refused := func(text string, query string, b map[string]any) {
		t.Helper()
		if a := d.post(query, b); a.status != 400 || a.Error != text {
			t.Errorf("want %q, got %d %q: %s", text, a.status, a.Error, a.Details)
		}
	}
	refused("Missing price route", "", body("priceRoute", nil))
	refused("Missing srcAmount", "", body("srcAmount", nil))
	refused("Source Amount Mismatch", "", body("srcAmount", "1"))
	refused("Cannot specify both slippage and destAmount", "", body("destAmount", "1"))
	refused("Missing slippage or destAmount", "", body("slippage", nil))
	refused("Destination Amount Mismatch", "",
		body("slippage", nil, "destAmount", priced.route.DestAmount.Add(api.NewAmount(1))))
	refused("Source Token Mismatch", "", body("srcToken", "DAI"))
	refused("Destination Token Mismatch", "", body("destToken", "DAI"))
	refused("Source Decimals Mismatch", "", body("srcDecimals", 17))
	refused("Destination Decimals Mismatch", "", body("destDecimals", "7"))
	refused("Not enough WETH allowance given to TokenTransferProxy", "", body())
	refused("Not enough WETH balance", "",
		body("userAddress", "0x0000000000000000000000000000000000000009"))
	refused("This transaction has some errors and may fail. Please contact support for more "+
		"details", "?ignoreAllowance=true", body())
	changed := "The rate has changed, please re-query the latest Price"
	for _, other := range []string{
		strings.Replace(string(priced.PriceRoute), `"partner":"anon"`, `"partner":"other"`, 1),
		strings.Replace(string(priced.PriceRoute), `"side"`, `"extra":1,"side"`, 1),
		strings.Replace(string(priced.PriceRoute), `"maxImpactReached":false,`, ``, 1),
	} {
		refused(changed, "", body("priceRoute", json.RawMessage(other)))
	}

	if a := d.post("?ignoreChecks=true&gasPrice=7", body()); a.status != 200 {
		t.Errorf("without checks: %d %s", a.status, a.Details)
	}
	tip, most := api.NewAmount(3), api.NewAmount(70)
	if a := d.build(body(),
		"?ignoreChecks=true&maxFeePerGas=70&maxPriorityFeePerGas=3"); a.status != 200 ||
		a.GasPrice != nil ||
		a.MaxFeePerGas == nil || *a.MaxFeePerGas != most || *a.MaxPriorityFeePerGas != tip {
		t.Errorf("fees that the client names: %d %+v", a.status, a.TxParams)
	}
	if a := d.build(body(), "?ignoreChecks=true&eip1559=true"); a.status != 200 ||
		a.GasPrice != nil || a.MaxFeePerGas.Less(*a.MaxPriorityFeePerGas) {
		t.Errorf("fees of the network: %d %+v", a.status, a.TxParams)
	}
	if a := d.build(body(),
		"?ignoreChecks=true&maxFeePerGas=3&maxPriorityFeePerGas=70"); a.status != 400 ||
		a.ErrorType != api.ValidationError {
		t.Errorf("a tip above the fee: %d %s", a.status, a.Details)
	}
	d.approve(d.user, weth, at.TokenTransferProxy)
	before := d.holds(d.user, usdc)
	d.run(apitest.On(d.s, api.LocalChainID).PrepareSwap(t.Context(), api.BuildRequest{
		Terms:     api.SwapTerms{User: d.user, Slippage: 100},
		SrcAmount: &priced.route.SrcAmount, HasSlippage: true, Route: priced.PriceRoute,
	}))
	if got := d.holds(d.user, usdc).Sub(before); got != priced.route.DestAmount {
		t.Errorf("received %s, promised %s", got, priced.route.DestAmount)
	}
	d.checkTrades(priced)
	for range 62 {
		if _, err := d.s.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	refused(changed, "", body())
}

// checkTrades wants every leg of a performed route between WETH and USDC among the trades of that
// market.
func (d *door) checkTrades(a answered) {
	d.Helper()
	pair := api.Pair{Base: d.token("WETH"), Quote: d.token("USDC")}
	trades, err := apitest.On(d.s, api.LocalChainID).Trades(d.Context(), pair, 100)
	if err != nil {
		d.Fatal(err)
	}
	for _, r := range a.route.BestRoute {
		for _, h := range r.Swaps {
			for _, l := range h.Exchanges {
				found := slices.ContainsFunc(trades, func(t api.Trade) bool {
					return t.Source == l.Exchange && t.Side == api.Sell && t.Size == l.SrcAmount &&
						t.Price.Quote == l.DestAmount
				})
				if direct := h.SrcToken == pair.Base && h.DestToken == pair.Quote; direct &&
					!found {
					d.Errorf("no trade of %s on %s among %+v", l.SrcAmount, l.Exchange, trades)
				}
			}
		}
	}
	candles, err := apitest.On(d.s, api.LocalChainID).Candles(d.Context(),
		api.CandleQuery{Pair: pair, Interval: time.Minute, Limit: 1})
	if err != nil || len(candles) != 1 || candles[0].Volume.IsZero() {
		d.Errorf("candles %+v, %v", candles, err)
	}
}

// order signs an order of another account of the user's.
func (d *door) order(o api.Order) map[string]any {
	d.Helper()
	nets, err := d.s.Networks(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	sig, err := d.s.wallet.Sign(o.Maker,
		eip712.OrderTypedData(api.LocalChainID, nets[0].Contracts.AugustusRFQ, o))
	if err != nil {
		d.Fatal(err)
	}
	m := map[string]any{
		"maker": api.Lower(o.Maker), "taker": api.Lower(o.Taker), "nonceAndMeta": o.NonceAndMeta,
		"expiry": o.Expiry, "makerAsset": api.Lower(o.MakerAsset.Address),
		"takerAsset": api.Lower(o.TakerAsset.Address), "makerAmount": o.MakerAmount,
		"takerAmount": o.TakerAmount, "signature": hexutil.Bytes(sig.Bytes()),
	}
	if o.NFT {
		m["makerAsset"], m["takerAsset"], m["makerAssetId"],
			m["takerAssetId"] = o.MakerAsset.Pack(), o.TakerAsset.Pack(), o.MakerAsset.ID,
			o.TakerAsset.ID
	}
	return m
}

func (d *door) send(a answeredTx) {
	d.Helper()
	if a.status != 200 {
		d.Fatalf("%d %s: %s", a.status, a.Error, a.Details)
	}
	gas, _ := a.Gas.Uint64()
	nonce := d.nonce()
	d.run(api.Transaction{ChainID: 1337, From: a.From, To: a.To, Value: a.TxParams.Value,
		Data: a.Data, Gas: gas * 2, GasPrice: *a.GasPrice, Nonce: nonce}, nil)
}

// nonce is that of the user's next transaction.
func (d *door) nonce() uint64 {
	d.Helper()
	tx, err := apitest.On(d.s, api.LocalChainID).PrepareWrap(d.Context(),
		api.WrapRequest{Owner: d.user, Amount: api.NewAmount(1)})
	if err != nil {
		d.Fatal(err)
	}
	return tx.Nonce
}

type answeredTx struct {
	answered
	api.TxParams
}

func (d *door) build(body map[string]any, query ...string) answeredTx {
	d.Helper()
	a := answeredTx{answered: d.post(strings.Join(query, ""), body)}
	if a.status == 200 {
		if err := json.Unmarshal(a.text, &a.TxParams); err != nil {
			d.Fatal(err)
		}
	}
	return a
}

// Orders alone, fungible and not; and a swap that pays for them.
func TestTransactionsFillOrders(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, weth, usdc, link := nets[0].Contracts, d.token("WETH"), d.token("USDC"), d.token("LINK")
	maker := d.s.wallet.List()[1].Address
	for _, token := range []common.Address{weth, usdc, link} {
		d.approve(maker, token, at.AugustusRFQ)
		d.approve(d.user, token, at.AugustusV6)
		d.approve(d.user, token, at.TokenTransferProxy)
	}
	nonce := uint64(0)
	sells := func(taker, meta common.Address) api.Order {
		nonce++
		return api.Order{
			NonceAndMeta: api.PackNonce(api.NewAmount(nonce), meta), Maker: maker, Taker: taker,
			MakerAsset: api.Asset{Address: link},
			TakerAsset: api.Asset{Address: usdc}, MakerAmount: api.MustBig(units(100, 18)),
			TakerAmount: api.NewAmount(1_490_000_000),
		}
	}
	for name, o := range map[string]api.Order{
		"open":             sells(common.Address{}, common.Address{}),
		"P2P, version 5":   sells(at.AugustusSwapper, d.user),
		"P2P, version 6.2": sells(d.user, d.user),
	} {
		if name == "P2P, version 6.2" {
			d.approve(d.user, usdc, at.AugustusRFQ)
		}
		before := d.holds(d.user, link)
		d.send(d.build(map[string]any{
			"orders": []any{d.order(o)}, "userAddress": api.Lower(d.user), "slippage": 0}))
		if got := d.holds(d.user, link).Sub(before); got.Add(api.NewAmount(1)).Less(o.MakerAmount) {
			t.Errorf("%s: filled %s of %s", name, got, o.MakerAmount)
		}
	}
	d.run(apitest.On(d.s, api.LocalChainID).PrepareApprove(t.Context(),
		api.ApproveRequest{Owner: d.user, Token: usdc,
			Spender: at.AugustusV6}))
	fifth := d.build(map[string]any{
		"orders":      []any{d.order(sells(common.Address{}, common.Address{}))},
		"userAddress": api.Lower(d.user)})
	if d.send(fifth); fifth.To != at.AugustusSwapper {
		t.Errorf("who has approved version 5 alone is sent to %s", fifth.To)
	}
	d.approve(d.user, usdc, at.AugustusV6)
	if a := d.build(map[string]any{
		"orders":      []any{d.order(sells(at.AugustusSwapper, maker))},
		"userAddress": api.Lower(d.user)}); a.Error != "unauthorized user" {
		t.Errorf("an order for another: %d %s", a.status, a.Error)
	}

	o := sells(common.Address{}, common.Address{})
	priced := d.good("srcToken", "WETH", "destToken", "USDC", "side", "BUY", "amount",
		o.TakerAmount.String(), "includeContractMethods", "simpleBuy")
	before, paid := d.holds(d.user, link), d.holds(d.user, weth)
	d.send(d.build(map[string]any{
		"priceRoute": priced.PriceRoute, "orders": []any{d.order(o)},
		"userAddress": api.Lower(d.user), "slippage": 50,
	}))
	if got := d.holds(d.user, link).Sub(before); got != o.MakerAmount {
		t.Errorf("swap and fill brought %s of %s", got, o.MakerAmount)
	}
	if spent := paid.Sub(d.holds(d.user, weth)); spent != priced.route.SrcAmount {
		t.Errorf("swap and fill cost %s, promised %s", spent, priced.route.SrcAmount)
	}
}

// units is n whole tokens.
func units(n, decimals int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(n),
		new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals), nil))
}

// An NFT bought with what the order takes, and with another token that a swap turns into it.
func TestTransactionsBuyNFTs(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, weth, usdc := nets[0].Contracts, d.token("WETH"), d.token("USDC")
	maker := d.s.wallet.List()[1].Address
	collections, err := apitest.On(d.s, api.LocalChainID).Collections(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []common.Address{weth, usdc} {
		d.approve(d.user, token, at.TokenTransferProxy)
	}
	for i, c := range collections {
		d.run(apitest.On(d.s, api.LocalChainID).PrepareApprove(t.Context(), api.ApproveRequest{
			Owner: maker, Token: c.Address, Kind: c.Kind,
			Spender: at.AugustusRFQ, Amount: api.MaxAmount,
		}))
		for j, swapped := range []bool{false, true} {
			o := api.Order{
				NFT: true, NonceAndMeta: api.PackNonce(
					api.NewAmount(uint64(2*i+j+1)), common.Address{}), Maker: maker,
				Taker: at.AugustusSwapper,
				MakerAsset: api.Asset{Kind: c.Kind, Address: c.Address,
					ID: api.NewAmount(uint64(2 + j))}, TakerAsset: api.Asset{Address: usdc},
				MakerAmount: api.NewAmount(4), TakerAmount: api.NewAmount(900_000_000),
			}
			if c.Kind == api.ERC721 {
				// the second account's
				o.MakerAsset.ID, o.MakerAmount = api.NewAmount(uint64(4+j)), api.NewAmount(1)
			}
			body := map[string]any{"orders": []any{d.order(o)}, "userAddress": api.Lower(d.user),
				"slippage": 50}
			if swapped {
				priced := d.good("srcToken", "WETH", "destToken", "USDC", "side", "BUY", "amount",
					o.TakerAmount.String(), "includeContractMethods", "simpleBuy")
				body["priceRoute"] = priced.PriceRoute
			}
			owned := func() api.Amount {
				u, err := apitest.On(d.s, api.LocalChainID).UserNFT(t.Context(), d.user,
					o.MakerAsset)
				if err != nil {
					t.Fatal(err)
				}
				return u.Balance
			}
			before := owned()
			d.send(d.build(body))
			if got := owned().Sub(before); got != o.MakerAmount {
				t.Errorf("%s by a swap %v: got %s of %s", c.Symbol, swapped, got, o.MakerAmount)
			}
		}
	}
}
