package backend_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/server"
)

// door is the exchange over HTTP.
type door struct {
	*testing.T
	s    *session
	base string
	user common.Address
}

func newDoor(t *testing.T) *door {
	t.Helper()
	sequential(t)
	s := newSession(t, t.TempDir(), 1)
	if _, err := s.Mine(t.Context()); err != nil { // the first block with the clock's time
		t.Fatal(err)
	}
	srv := httptest.NewServer(server.New(s, server.Options{}))
	t.Cleanup(srv.Close)
	return &door{t, s, srv.URL, s.wallet.List()[0].Address}
}

// answered is what /swap and /transactions answer, success or not.
type answered struct {
	status     int
	PriceRoute json.RawMessage
	TxParams   api.TxParams
	ErrorType  api.ErrorType
	Error      string
	Details    string
	Value      string
	route      api.PriceRoute
	text       []byte
}

func (d *door) read(res *http.Response, err error) answered {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		d.Fatal(err)
	}
	a := answered{status: res.StatusCode, text: text}
	if err := json.Unmarshal(text, &a); err != nil {
		d.Fatalf("%s: %v", text, err)
	}
	if len(a.PriceRoute) > 0 {
		if err := json.Unmarshal(a.PriceRoute, &a.route); err != nil {
			d.Fatal(err)
		}
	}
	return a
}

// swap asks for 10 ETH to USDC with changed parameters; an empty value takes one away.
func (d *door) swap(change ...string) answered {
	d.Helper()
	v := url.Values{"srcToken": {"ETH"}, "destToken": {"USDC"}, "amount": {"10000000000000000000"},
		"network":     {"1337"},
		"userAddress": {api.Lower(d.user)}}
	for i := 0; i+1 < len(change); i += 2 {
		if v.Set(change[i], change[i+1]); change[i+1] == "" {
			v.Del(change[i])
		}
	}
	return d.read(http.Get(d.base + "/swap/?" + v.Encode()))
}

func (d *door) good(change ...string) answered {
	d.Helper()
	a := d.swap(change...)
	if a.status != 200 || a.route.Hmac == "" || len(a.TxParams.Data) == 0 {
		d.Fatalf("%v: %d %s: %s", change, a.status, a.Error, a.Details)
	}
	return a
}

func (d *door) post(query string, body map[string]any) answered {
	d.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		d.Fatal(err)
	}
	a := d.read(http.Post(d.base+"/transactions/1337/"+query, "application/json",
		bytes.NewReader(text)))
	return a
}

func (d *door) token(symbol string) common.Address {
	d.Helper()
	list, err := apitest.On(d.s, api.LocalChainID).Tokens(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	for _, t := range list {
		if t.Symbol == symbol {
			return t.Address
		}
	}
	d.Fatalf("no token %s", symbol)
	return common.Address{}
}

func (a answered) exchanges() (names []string) {
	for _, r := range a.route.BestRoute {
		for _, h := range r.Swaps {
			for _, l := range h.Exchanges {
				names = append(names, l.Exchange)
			}
		}
	}
	return names
}

// Every parameter of /swap does what it says, one by one.
func TestSwapHonoursEveryParameter(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	plain := d.good()
	n, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := n[0].Contracts
	check := func(name string, ok bool, a answered) {
		t.Helper()
		if !ok {
			t.Errorf("%s: %d %s, route %s, tx %+v", name, a.status, a.Details, a.PriceRoute,
				a.TxParams)
		}
	}
	check("plain", plain.route.Side == api.Sell && plain.route.Version == "5" &&
		plain.route.ContractAddress == at.AugustusSwapper &&
		plain.route.TokenTransferProxy == at.TokenTransferProxy &&
		plain.route.SrcToken == api.NativeToken && plain.route.SrcDecimals == 18 &&
		plain.route.DestDecimals == 6 && plain.route.Partner == "anon" &&
		plain.route.PartnerFee == 0 && plain.route.SrcUSD != nil && plain.route.DestUSD != nil &&
		!plain.route.MaxImpactReached && plain.route.Others == nil &&
		plain.TxParams.From == d.user && plain.TxParams.To == at.AugustusSwapper &&
		plain.TxParams.Value.String() == "10000000000000000000" && plain.TxParams.Gas == nil &&
		plain.TxParams.GasPrice != nil && plain.TxParams.ChainID == 1337, plain)

	usdc := api.Lower(d.token("USDC"))
	a := d.good("srcToken", api.Lower(api.NativeToken), "srcDecimals", "18", "destToken", usdc,
		"destDecimals", "6", "network", "1337")
	check("addresses and decimals", a.route.DestAmount == plain.route.DestAmount, a)
	a = d.swap("destDecimals", "18")
	check("wrong decimals", a.status == 400 && a.ErrorType == api.ValidationError, a)
	a = d.swap("network", "10")
	check("network", a.status == 400 && a.ErrorType == api.UnsupportedChain, a)
	a = d.good("side", "BUY", "amount", "30000000000")
	check("side", a.route.Side == api.Buy && a.route.DestAmount.String() == "30000000000" &&
		a.TxParams.Value == a.route.SrcAmount, a)
	a = d.good("otherExchangePrices", "true")
	check("otherExchangePrices", len(a.route.Others) >= 3 &&
		a.route.Others[0].DestAmount.String() > "", a)
	a = d.good("includeDEXS", "UniswapV2,BalancerV2")
	check("includeDEXS", !slices.ContainsFunc(
		a.exchanges(), func(e string) bool { return e != "UniswapV2" && e != "BalancerV2" }), a)
	a = d.good("excludeDEXS", "UniswapV3")
	check("excludeDEXS", !slices.Contains(a.exchanges(), "UniswapV3"), a)
	for _, method := range []string{
		"simpleSwap", "multiSwap", "megaSwap", "protectedSimpleSwap", "protectedMultiSwap",
		"protectedMegaSwap"} {
		a = d.good("includeContractMethods", method)
		check("includeContractMethods "+method, a.route.ContractMethod == method, a)
	}
	for _, method := range []string{"simpleBuy", "buy", "protectedSimpleBuy"} {
		a = d.good("includeContractMethods", method, "side", "BUY", "amount", "1000000000",
			"srcToken", "WETH")
		check("includeContractMethods "+method, a.route.ContractMethod == method, a)
	}
	a = d.good("excludeContractMethods", plain.route.ContractMethod)
	check("excludeContractMethods", a.route.ContractMethod != plain.route.ContractMethod, a)
	a = d.good("route", "ETH-DAI-USDC")
	check("route", len(a.route.BestRoute) == 1 && len(a.route.BestRoute[0].Swaps) == 2 &&
		a.route.BestRoute[0].Swaps[0].DestToken == d.token("DAI"), a)
	a = d.swap("route", "WBTC-DAI-USDC")
	check("route of other tokens", a.status == 400 &&
		strings.Contains(a.Details, "from token should be the first token of the route"), a)
	a = d.swap("route", "ETH-WBTC-LINK-DAI-USDC")
	check("long route", a.status == 400 && a.ErrorType == api.ValidationError, a)
	d.checkTerms(check, plain)
	d.checkTaxes(check)
	d.checkImpact(check)
	a = d.good("version", "6.2")
	check("version", a.route.Version == "6.2" && a.route.ContractAddress == at.AugustusV6 &&
		a.route.TokenTransferProxy == at.AugustusV6 &&
		strings.HasPrefix(a.route.ContractMethod, "swapExactAmountIn") &&
		a.TxParams.To == at.AugustusV6, a)
}

// Fees, receiver and slippage, which only the transaction shows.
func (d *door) checkTerms(check func(string, bool, answered), plain answered) {
	d.Helper()
	holds := func(a answered, part string) bool {
		return strings.Contains(common.Bytes2Hex(a.TxParams.Data), part)
	}
	word := func(amount api.Amount) string { b := amount.Bytes32(); return common.Bytes2Hex(b[:]) }
	partner, receiver := "0x2222222222222222222222222222222222222222",
		"0x3333333333333333333333333333333333333333"

	a := d.good("slippage", "250", "version", "6.2")
	check("slippage", holds(a, word(
		a.route.DestAmount.MulDiv(api.NewAmount(9750), api.NewAmount(10_000)))), a)
	a = d.good("slippage", "250", "side", "BUY", "amount", "30000000000")
	check("slippage of a purchase",
		a.TxParams.Value == a.route.SrcAmount.MulDivUp(
			api.NewAmount(10_250), api.NewAmount(10_000)), a)
	a = d.good("destAmount", "123456789")
	check("destAmount", holds(a, word(api.NewAmount(123456789))), a)
	a = d.swap("destAmount", "123456789", "slippage", "5")
	check("destAmount and slippage", a.status == 400 &&
		a.Error == "Cannot specify both slippage and destAmount", a)
	a = d.good("userAddress", "", "version", "6.2")
	check("without userAddress", a.TxParams.From == common.Address{} && a.route.Hmac != "", a)
	a = d.good("receiver", receiver)
	check("receiver", holds(a, receiver[2:]) && !holds(plain, receiver[2:]), a)
	a = d.good("partner", "someone")
	check("partner", a.route.Partner == "someone", a)
	a = d.good("partnerAddress", partner, "partnerFeeBps", "150")
	check("partnerFeeBps", a.route.PartnerFee == 1.5 && holds(a, partner[2:]), a)
	a = d.good("partnerAddress", partner)
	check("a partner without fee", a.route.PartnerFee == 0 && !holds(a, partner[2:]), a)
	v6 := func(change ...string) string {
		a := d.good(append(change, "version", "6.2", "partnerAddress", partner, "partnerFeeBps",
			"100")...)
		at := strings.Index(common.Bytes2Hex(a.TxParams.Data), partner[2:])
		if at < 0 {
			d.Fatalf("no fee word in %x", a.TxParams.Data)
		}
		return common.Bytes2Hex(a.TxParams.Data)[at+40 : at+64]
	}
	for _, tc := range []struct{ name, value, want string }{
		{"isCapSurplus", "true", "100000000000000000000064"},
		{"isCapSurplus", "false", "000000000000000000000064"},
		{"takeSurplus", "true", "900000000000000000000064"},
		{"isSurplusToUser", "true", "140000000000000000000064"},
		{"isDirectFeeTransfer", "true", "180000000000000000000064"},
	} {
		if got := v6(tc.name, tc.value); got != tc.want {
			d.Errorf("%s=%s: fee word ends in %s, want %s", tc.name, tc.value, got, tc.want)
		}
	}
	if got := v6("partnerFeeBps", "100", "partner", "p"); got != "100000000000000000000064" {
		d.Errorf("fee word %s", got)
	}
	for _, tc := range []struct {
		name, says string
		change     []string
	}{
		{"more than version 6.2 takes", "200", []string{"version", "6.2", "partnerAddress", partner,
			"partnerFeeBps", "201"}},
		{"more than version 5 takes", "500",
			[]string{"partnerAddress", partner, "partnerFeeBps", "501"}},
		{"a fee for nobody", "partnerAddress", []string{"partnerFeeBps", "10"}},
		{"surplus for nobody", "partnerAddress", []string{"takeSurplus", "true"}},
	} {
		d.refused(tc.name, api.ValidationError, tc.says, tc.change...)
	}
	a = d.good("version", "6.2", "partnerAddress", partner, "partnerFeeBps", "200")
	check("the most of version 6.2", a.route.PartnerFee == 2, a)
}

func (d *door) checkTaxes(check func(string, bool, answered)) {
	d.Helper()
	plain := d.good("srcToken", "LINK", "amount", "1000000000000000000000", "includeDEXS",
		"UniswapV2")
	for _, name := range []string{
		"srcTokenTransferFee", "srcTokenDexTransferFee", "destTokenTransferFee",
		"destTokenDexTransferFee"} {
		a := d.good("srcToken", "LINK", "amount", "1000000000000000000000", "includeDEXS",
			"UniswapV2", name, "500")
		check(name, a.route.DestAmount.Less(plain.route.DestAmount) &&
			plain.route.DestAmount.MulDiv(api.NewAmount(89), api.NewAmount(100)).Less(
				a.route.DestAmount), a)
	}
	a := d.good("srcToken", "LINK", "amount", "1000000000000000000000", "srcTokenTransferFee",
		"100")
	check("exchanges for taxed tokens", !slices.Contains(a.exchanges()[:1], "UniswapV3") &&
		!slices.Contains(a.exchanges()[:1], "BalancerV2"), a)
	a = d.good("srcToken", "TAX", "amount", "1000000000000000000000")
	check("a token listed with a tax", a.status == 200, a)
}

func (d *door) checkImpact(check func(string, bool, answered)) {
	d.Helper()
	big := []string{"srcToken", "CRV", "amount", "2000000000000000000000000"}
	a := d.swap(big...)
	check("impact", a.status == 400 && a.Error == "ESTIMATED_LOSS_GREATER_THAN_MAX_IMPACT" &&
		strings.HasSuffix(a.Value, "%") && a.route.Hmac != "" && a.route.MaxImpactReached, a)
	a = d.good(append(big, "maxImpact", "100")...)
	check("maxImpact", !a.route.MaxImpactReached, a)
	a = d.swap("maxImpact", "0.0001")
	check("a small maxImpact", a.status == 400 && a.ErrorType == api.PriceImpactTooHigh, a)
	a = d.swap("srcToken", "TAX", "destToken", "TAX")
	check("the same token", a.status == 400 && a.ErrorType == api.ValidationError, a)
	a = d.swap("amount", "340282366920938463463374607431768211455")
	check("more than all pools hold", a.status == 400 &&
		(a.ErrorType == api.NoRoute || a.ErrorType == api.PriceImpactTooHigh), a)
	a = d.swap("amount", "1")
	check("dust", a.status == 400 && a.ErrorType == api.NoRoute &&
		a.Error == "Can not receive price route", a)
}
