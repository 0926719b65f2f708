package backend_test

import (
	"encoding/json"
	"math/big"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// prices asks for 10 ETH to USDC like swap, without a transaction.
func (d *door) prices(change ...string) answered {
	d.Helper()
	v := url.Values{"srcToken": {"ETH"}, "destToken": {"USDC"}, "amount": {"10000000000000000000"},
		"network": {"1337"}}
	for i := 0; i+1 < len(change); i += 2 {
		v.Set(change[i], change[i+1])
	}
	return d.read(http.Get(d.base + "/prices?" + v.Encode()))
}

// perform sends what /swap built and returns what the user got of a token.
func (d *door) perform(a answered, token common.Address) api.Amount {
	d.Helper()
	before := d.holds(d.user, token)
	d.run(api.Transaction{ChainID: a.TxParams.ChainID, From: a.TxParams.From, To: a.TxParams.To,
		Value: a.TxParams.Value, Data: a.TxParams.Data, Gas: 2_000_000,
		GasPrice: *a.TxParams.GasPrice, Nonce: d.nonce()}, nil)
	return d.holds(d.user, token).Sub(before)
}

// A request that names no network means mainnet, and is told which networks there are.
func TestMainnetIsMeantWhereNoNetworkIsNamed(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	for _, path := range []string{"/swap?srcToken=ETH&destToken=USDC&amount=1000000000",
		"/prices?srcToken=ETH&destToken=USDC&amount=1000000000", "/adapters/list",
		"/adapters/contracts"} {
		a := d.read(http.Get(d.base + path))
		if a.status != 400 || a.ErrorType != api.UnsupportedChain ||
			!strings.Contains(a.Details, "network 1 ") || !strings.Contains(a.Details, "1337") {
			t.Errorf("%s: %d %s: %s", path, a.status, a.ErrorType, a.Details)
		}
	}
}

// Names in lists count in any case, unknown ones are refused with the known ones, and versions are
// numbers.
func TestSwapReadsNamesAndNumbers(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	if a := d.good("includeDEXS", "uniswapv2,BALANCERV2"); slices.ContainsFunc(a.exchanges(),
		func(e string) bool { return e != "UniswapV2" && e != "BalancerV2" }) {
		t.Errorf("exchanges %v", a.exchanges())
	}
	if a := d.good("excludeDEXS", "uniswapv3"); slices.Contains(a.exchanges(), "UniswapV3") {
		t.Errorf("exchanges %v without UniswapV3", a.exchanges())
	}
	if a := d.good("includeContractMethods", "MULTISWAP"); a.route.ContractMethod != "multiSwap" {
		t.Errorf("by %s", a.route.ContractMethod)
	}
	for _, list := range []string{"includeDEXS", "excludeDEXS"} {
		d.refused(list, api.ValidationError, "UniswapV2Fork, UniswapV3", list,
			"UniswapV2,SushiSwap")
	}
	for _, list := range []string{"includeContractMethods", "excludeContractMethods"} {
		d.refused(list, api.ValidationError, "simpleSwap, multiSwap", list, "swapSomehow")
	}
	for written, want := range map[string]api.SwapVersion{
		"5": "5", "5.0": "5", "6.2": "6.2", "6.20": "6.2"} {
		if a := d.good("version", written); a.route.Version != want {
			t.Errorf("version %s is taken for %s", written, a.route.Version)
		}
	}
	d.refused("version 6", api.ValidationError, "5, 6.2", "version", "6")
}

// What could only fail is refused: a limit that the route misses, a time that has passed.
func TestSwapRefusesWhatMustRevert(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	plain := d.good()
	more := plain.route.DestAmount.Add(api.NewAmount(1))
	d.refused("more than the route brings", api.RateChanged, "destAmount is "+more.String(),
		"destAmount", more.String())
	if a := d.good("destAmount", plain.route.DestAmount.String()); a.status != 200 {
		t.Errorf("what the route brings: %d %s", a.status, a.Details)
	}
	buy := d.good("side", "BUY", "amount", "30000000000")
	less := buy.route.SrcAmount.Sub(api.NewAmount(1))
	d.refused("less than the route costs", api.RateChanged, "srcAmount is "+less.String(),
		"side", "BUY", "amount", "30000000000", "srcAmount", less.String())
	d.refused("a past deadline", api.ValidationError, "deadline", "deadline", "1700000000")
	d.refused("deadline 0", api.ValidationError, "deadline", "deadline", "0")
	if a := d.good("deadline", "1900000000"); a.status != 200 {
		t.Errorf("a future deadline: %d %s", a.status, a.Details)
	}
}

// The loss that is allowed is told in percent or USD, as it was sent.
func TestSwapLimitsImpact(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	big := []string{"srcToken", "CRV", "amount", "2000000000000000000000000"}
	d.refused("no loss at all", api.PriceImpactTooHigh, "more than 0%", "maxImpact", "0")
	d.refused("a negative limit", api.ValidationError, "got -1", "maxImpact", "-1")
	d.refused("a loss in USD", api.PriceImpactTooHigh, "more than 0.01 USD", "maxUSDImpact", "0.01")
	a := d.swap("maxUSDImpact", "-3")
	if a.status != 400 || a.Error != "Invalid max USD impact" {
		t.Errorf("a negative limit in USD: %d %s", a.status, a.Error)
	}
	if a := d.good(append(big, "maxImpact", "101")...); a.route.MaxImpactReached {
		t.Error("the check is not bypassed")
	}
	if a := d.good("maxUSDImpact", "1000000"); a.route.MaxImpactReached {
		t.Error("a wide limit in USD is reached")
	}
}

// Ways of pricing are left out one by one and together.
func TestPricesExcludeWaysOfPricing(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	way := func(a answered) string {
		switch r := a.route.BestRoute; {
		case len(r) > 1:
			return api.MegaPath
		case len(r[0].Swaps) > 1:
			return api.MultiPath
		}
		return api.SimplePath
	}
	seen := make(map[string]bool)
	for _, pair := range [][]string{
		{"srcToken", "ETH", "destToken", "USDC", "amount", "300000000000000000000"},
		{"srcToken", "CRV", "destToken", "LINK", "amount", "1000000000000000000000"},
		{"srcToken", "DAI", "destToken", "USDC", "amount", "1000000000000000000"},
	} {
		ask := append(pair, "maxImpact", "101", "version", "6.2")
		best := d.prices(ask...)
		seen[way(best)] = true
		for _, out := range []string{"megapath", "multipath", "simplepath", "megapath,multipath",
			"MegaPath,SimplePath"} {
			a := d.prices(append(ask, "excludePricingMethods", out)...)
			if a.status == 400 && a.ErrorType == api.NoRoute {
				continue
			}
			if a.status != 200 || strings.Contains(strings.ToLower(out), way(a)) ||
				best.route.DestAmount.Less(a.route.DestAmount) {
				t.Errorf("%v without %s: %d, by %s", pair, out, a.status, way(a))
			}
		}
	}
	if len(seen) < 2 {
		t.Errorf("only ways %v were seen", seen)
	}
	if a := d.prices("excludePricingMethods", "all"); a.status != 400 ||
		a.ErrorType != api.ValidationError || !strings.Contains(a.Details, "multipath") {
		t.Errorf("an unknown way: %d %s", a.status, a.Details)
	}
}

// Wrapping is told like any other pair.
func TestWrappingNamesOtherPrices(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	for _, pair := range [][2]string{{"ETH", "WETH"}, {"WETH", "ETH"}} {
		a := d.prices("srcToken", pair[0], "destToken", pair[1], "otherExchangePrices", "true")
		if a.status != 200 || len(a.route.Others) != 1 || a.route.Others[0].Exchange != "WETH" ||
			a.route.Others[0].DestAmount != a.route.DestAmount {
			t.Errorf("%v: %d, others %+v", pair, a.status, a.route.Others)
		}
	}
}

// Limit orders are a source of /prices unless left out, and never of /swap.
func TestSwapUsesNoLimitOrders(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	weth, usdc := d.token("WETH"), d.token("USDC")
	maker := d.s.wallet.List()[1].Address
	d.approve(maker, usdc, nets[0].Contracts.AugustusRFQ)
	o := api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(7), common.Address{}), Maker: maker,
		MakerAsset: api.Asset{Address: usdc}, TakerAsset: api.Asset{Address: weth},
		MakerAmount: api.NewAmount(4_000_000_000), TakerAmount: api.MustBig(units(1, 18))}
	res, err := http.Post(d.base+"/ft/orders/1337", "application/json",
		strings.NewReader(string(marshal(t, d.order(o)))))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode >= 300 {
		t.Fatalf("posting the order answers %d", res.StatusCode)
	}
	for range 2 {
		if _, err := d.s.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	ask := []string{"srcToken", "WETH", "amount", "1000000000000000000"}
	if a := d.prices(ask...); !slices.Contains(a.exchanges(), api.LimitOrders) {
		t.Errorf("/prices by %v", a.exchanges())
	}
	if a := d.prices(append(ask, "excludeRFQ", "true")...); a.status != 200 ||
		slices.Contains(a.exchanges(), api.LimitOrders) {
		t.Errorf("/prices without orders by %v", a.exchanges())
	}
	if a := d.good(ask...); slices.Contains(a.exchanges(), api.LimitOrders) {
		t.Errorf("/swap by %v", a.exchanges())
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Of a token that keeps a part of transfers, what is promised arrives, and a purchase delivers what
// was asked for.
func TestTaxedTokensArriveAsPromised(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	tax := d.token("TAX")
	for _, version := range []string{"5", "6.2"} {
		a := d.good("srcToken", "ETH", "destToken", "TAX", "amount", "100000000000000000",
			"version", version, "slippage", "0")
		got, promised := d.perform(a, tax), a.route.DestAmount
		if got.Add(api.NewAmount(1)).Less(promised) || promised.Add(api.NewAmount(1)).Less(got) {
			t.Errorf("version %s: got %s, promised %s", version, got, promised)
		}
		limit := promised.MulDiv(api.NewAmount(99), api.NewAmount(100))
		a = d.good("srcToken", "ETH", "destToken", "TAX", "amount", "100000000000000000",
			"version", version, "destAmount", limit.String())
		if got := d.perform(a, tax); got.Less(limit) {
			t.Errorf("version %s: got %s, limit %s", version, got, limit)
		}
	}
	a := d.good("srcToken", "ETH", "destToken", "TAX", "amount", "1000000000000000000",
		"version", "6.2", "side", "BUY", "slippage", "100")
	if got := d.perform(a, tax); got.Less(a.route.DestAmount) ||
		a.route.DestAmount != api.NewAmount(1e18) {
		t.Errorf("a purchase brought %s of %s", got, a.route.DestAmount)
	}
}

// The methods of version 5 for one exchange are found by name, chosen where they are the cheapest,
// and deliver.
func TestSwapOffersDirectMethodsOfVersion5(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	for _, tc := range []struct{ method, side, src, dest, amount, exchange string }{
		{"swapOnUniswapV2Fork", "SELL", "ETH", "USDC", "1000000000000000000", "UniswapV2"},
		{"buyOnUniswapV2Fork", "BUY", "ETH", "DAI", "1000000000000000000000", "UniswapV2"},
		{"directUniV3Swap", "SELL", "ETH", "USDC", "1000000000000000000", "UniswapV3"},
		{"directUniV3Buy", "BUY", "ETH", "USDC", "1000000000", "UniswapV3"},
		{"directCurveV1Swap", "SELL", "ETH", "stETH", "1000000000000000000", "CurveV1"},
		{"directCurveV2Swap", "SELL", "ETH", "stETH", "1000000000000000000", "CurveV1"},
		{"directBalancerV2GivenInSwap", "SELL", "ETH", "USDC", "10000000000000000",
			"BalancerV2"},
		{"directBalancerV2GivenOutSwap", "BUY", "ETH", "USDC", "10000000", "BalancerV2"},
	} {
		ask := []string{"side", tc.side, "srcToken", tc.src, "destToken", tc.dest, "amount",
			tc.amount, "includeDEXS", tc.exchange, "slippage", "100",
			"route", tc.src + "-" + tc.dest}
		a := d.good(append(ask, "includeContractMethods", tc.method)...)
		if a.route.ContractMethod != tc.method {
			t.Errorf("%s: by %s", tc.method, a.route.ContractMethod)
			continue
		}
		if got := d.perform(a, a.route.DestToken); got.Less(a.route.DestAmount) {
			t.Errorf("%s: got %s of %s", tc.method, got, a.route.DestAmount)
		}
		if strings.Contains(tc.method, "CurveV2") {
			continue // the twin of V1, which is the cheaper one
		}
		if a := d.good(ask...); a.route.ContractMethod != tc.method {
			t.Errorf("the cheapest on %s is %s, want %s", tc.exchange, a.route.ContractMethod,
				tc.method)
		}
	}
}

// A seal is of its kind and network, and wears off: the price of a swap is no Delta price, and half
// a minute later none at all.
func TestSealsBindKindAndTime(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	priced := d.good("srcToken", "WETH", "amount", "1000000000000000000", "version", "6.2")
	body := map[string]any{"price": priced.PriceRoute, "owner": api.Lower(d.user), "chainId": 1337}
	a := d.read(http.Post(d.base+"/orders/build", "application/json",
		strings.NewReader(string(marshal(t, body)))))
	if a.status != 400 || a.ErrorType != api.InvalidHmac {
		t.Errorf("a market route as the price of a Delta order: %d %s: %s", a.status, a.ErrorType,
			a.Details)
	}
	build := map[string]any{"priceRoute": priced.PriceRoute, "srcAmount": priced.route.SrcAmount,
		"slippage": 100, "userAddress": api.Lower(d.user)}
	if a := d.post("?ignoreChecks=true", build); a.status != 200 {
		t.Fatalf("at once: %d %s", a.status, a.Details)
	}
	for range 31 {
		if _, err := d.s.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if a := d.post("?ignoreChecks=true", build); a.status != 400 ||
		a.ErrorType != api.RateChanged || !strings.Contains(a.Details, "30 seconds") {
		t.Errorf("half a minute later: %d %s: %s", a.status, a.ErrorType, a.Details)
	}
}

// Worth in USD is told by one oracle in one format, at a swap as at a Delta order.
func TestWorthIsToldInOneWay(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	form := regexp.MustCompile(`^[0-9]+\.[0-9]{10}$`)
	for _, pair := range [][2]string{{"WETH", "USDC"}, {"LINK", "DAI"}, {"USDC", "WETH"}} {
		const amount = "7000000000000000000"
		swap := d.prices("srcToken", pair[0], "destToken", pair[1], "amount", amount, "maxImpact",
			"101")
		res, err := http.Get(d.base + "/quote?chainId=1337&mode=DELTA&side=SELL&maxImpact=101" +
			"&srcToken=" + api.Lower(d.token(pair[0])) + "&destToken=" +
			api.Lower(d.token(pair[1])) + "&amount=" + amount + "&userAddress=" +
			api.Lower(d.user) + "&partner=anon")
		if err != nil {
			t.Fatal(err)
		}
		var quote struct{ Delta api.DeltaPrice }
		err = json.NewDecoder(res.Body).Decode(&quote)
		res.Body.Close()
		if err != nil || swap.route.SrcUSD == nil || quote.Delta.SrcUSD == "" {
			t.Fatalf("%v: %d %+v, %v", pair, swap.status, quote.Delta, err)
		}
		r := swap.route
		for _, worth := range []string{*r.SrcUSD, *r.DestUSD, r.GasCostUSD, quote.Delta.SrcUSD,
			quote.Delta.DestUSD, quote.Delta.GasCostUSD} {
			if !form.MatchString(worth) {
				t.Errorf("%v: %q has another format", pair, worth)
			}
		}
		if *r.SrcUSD != quote.Delta.SrcUSD {
			t.Errorf("%v: worth %s at /prices, %s at /quote", pair, *r.SrcUSD, quote.Delta.SrcUSD)
		}
	}
}

// as sends a trader's transaction; a zero target makes a contract.
func (d *door) as(trader int, to common.Address, data []byte) (nonce uint64) {
	d.Helper()
	key := local.House{}.Trader(trader)
	tx, err := apitest.On(d.s, api.LocalChainID).PrepareWrap(d.Context(), api.WrapRequest{
		Owner: crypto.PubkeyToAddress(key.PublicKey), Amount: api.NewAmount(1)})
	if err != nil {
		d.Fatal(err)
	}
	inner := &types.LegacyTx{Nonce: tx.Nonce, Gas: 5_000_000, GasPrice: big.NewInt(1e11),
		Data: data, To: &to}
	if to == (common.Address{}) {
		inner.To = nil
	}
	raw, err := types.MustSignNewTx(key, types.LatestSignerForChainID(
		big.NewInt(api.LocalChainID)), inner).MarshalBinary()
	if err != nil {
		d.Fatal(err)
	}
	hash, err := apitest.On(d.s, api.LocalChainID).SendTransaction(d.Context(), raw)
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
	return tx.Nonce
}

// A token that nobody listed is swapped over its pool as soon as somebody names it.
func TestUnlistedTokensAreSwapped(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	maker, weth := crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey), d.token("WETH")
	abi, router := contracts.NewStandardToken(), contracts.NewUniswapV2Router()
	nonce := d.as(0, common.Address{}, append(
		common.FromHex(contracts.StandardTokenMetaData.Bin),
		abi.PackConstructor("Unlisted", "NEW", 18, maker)...))
	token := crypto.CreateAddress(maker, nonce)
	var data struct{ Router common.Address }
	priced := d.prices("includeDEXS", "UniswapV2")
	if err := json.Unmarshal(
		priced.route.BestRoute[0].Swaps[0].Exchanges[0].Data, &data); err != nil {
		t.Fatal(err)
	}
	d.as(0, token, abi.PackMint(maker, units(1_000_000, 18)))
	for _, a := range []common.Address{token, weth} {
		d.as(0, a, abi.PackApprove(data.Router, api.MaxAmount.Big()))
	}
	d.as(0, data.Router, router.PackAddLiquidity(
		token, weth, units(5_000, 18), units(20, 18), maker))
	for _, version := range []string{"5", "6.2"} {
		a := d.good("destToken", api.Lower(token), "amount", "100000000000000000", "version",
			version)
		got := d.perform(a, token)
		if got.Add(api.NewAmount(1)).Less(a.route.DestAmount) || a.route.DestUSD == nil {
			t.Errorf("version %s: got %s of %s, worth %v", version, got, a.route.DestAmount,
				a.route.DestUSD)
		}
	}
	d.refused("a token without a pool", api.NoRoute, "no routes found", "destToken",
		api.Lower(d.unlisted()))
}

// unlisted makes another token, of which there is no pool.
func (d *door) unlisted() common.Address {
	d.Helper()
	maker := crypto.PubkeyToAddress(local.House{}.Trader(1).PublicKey)
	nonce := d.as(1, common.Address{}, append(
		common.FromHex(contracts.StandardTokenMetaData.Bin),
		contracts.NewStandardToken().PackConstructor("Idle", "IDLE", 18, maker)...))
	return crypto.CreateAddress(maker, nonce)
}

// A transaction that fills orders and fails says which of them somebody else has taken.
func TestFailedFillsSayWhatIsGone(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	addrs, usdc, link := nets[0].Contracts, d.token("USDC"), d.token("LINK")
	maker := d.s.wallet.List()[1].Address
	d.approve(maker, link, addrs.AugustusRFQ)
	d.approve(d.user, usdc, addrs.AugustusV6)
	o := api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(9), common.Address{}), Maker: maker,
		MakerAsset: api.Asset{Address: link}, TakerAsset: api.Asset{Address: usdc},
		MakerAmount: api.MustBig(units(100, 18)), TakerAmount: api.NewAmount(1_490_000_000)}
	body := map[string]any{"orders": []any{d.order(o)}, "userAddress": api.Lower(d.user)}
	d.send(d.build(body))
	a := d.build(body)
	if a.status != 400 || a.ErrorType != api.TransactionFails ||
		!strings.Contains(a.Details, "was filled or cancelled") {
		t.Errorf("a second fill: %d %s: %s", a.status, a.ErrorType, a.Details)
	}
}
