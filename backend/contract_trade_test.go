package backend_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

const (
	refusal    = "errorType string, details string, error string, requestId string"
	priceRoute = "blockNumber integer, network integer, srcToken address, destToken address, " +
		"srcDecimals integer, destDecimals integer, srcAmount decimal, " +
		"destAmount decimal, bestRoute list, gasCostUSD usd, gasCost decimal, side string, " +
		"version string, contractAddress address, " +
		"tokenTransferProxy address, contractMethod string, partnerFee number, srcUSD usd, " +
		"destUSD usd, partner string, maxImpactReached bool, hmac string, " +
		"boundGapBps number, boundPools integer" // the last two are extensions
	txParams = "from address, to address, value decimal, data hex, gasPrice decimal, chainId " +
		"integer"
	deltaPrice = "srcToken address, destToken address, srcAmount decimal, destAmount decimal, " +
		"destAmountBeforeFee decimal, gasCostUSD usd, gasCost decimal, " +
		"gasCostBeforeFee decimal, gasCostUSDBeforeFee usd, srcUSD usd, destUSD usd, " +
		"destUSDBeforeFee usd, partner string, partnerFee number, hmac string"
	deltaOrder = "owner address, beneficiary address, srcToken address, destToken address, " +
		"srcAmount decimal, destAmount decimal, " +
		"expectedDestAmount decimal, deadline integer, nonce decimal, partnerAndFee decimal, " +
		"permit hex"
	deltaRecord = "id uuid, deltaVersion string, status string, statusReason string, user " +
		"address, order object, orderHash hash, signature hex, chainId integer, " +
		"partiallyFillable bool, partner string, filledAmount decimal, expiresAt time, createdAt " +
		"time, updatedAt time, transactions list"
	settlement = "id uuid, hash hash, blockNumber integer, blockHash hash, gasUsed integer, " +
		"gasPrice integer, blobGasUsed integer, blobGasPrice integer, " +
		"index integer, status integer, from address, to address, receivedAmount decimal, " +
		"spentAmount decimal, filledPercent integer, protocolFee decimal, " +
		"partnerFee decimal, agent string, auctionId uuid"
)

// Prices, transactions, tokens and contracts over HTTP alone, in the shapes of the interface.
func TestSwapsAsTheInterfaceHasThem(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	user := d.user.Hex()
	query := "srcToken=" + d.token("WETH").Hex() + "&destToken=" + api.Lower(d.token("USDC")) +
		"&amount=40000000000000000000&network=1337"
	swap := d.has("swap", d.call(200, "GET", "/swap/?"+query+"&userAddress="+user+"&slippage=100",
		nil), "priceRoute object, txParams object")
	d.has("txParams", swap["txParams"], txParams)
	route := d.has("priceRoute", swap["priceRoute"], priceRoute)
	whole := 0
	for _, r := range d.list(swap["priceRoute"], "bestRoute") {
		part := d.has("route", r, "percent integer, swaps list")
		var percent int
		if err := json.Unmarshal(part["percent"], &percent); err != nil {
			t.Error(err)
		}
		whole += percent
		for _, s := range d.list(r, "swaps") {
			d.has("hop", s, "srcToken address, srcDecimals integer, destToken address, "+
				"destDecimals integer, swapExchanges list")
			for _, e := range d.list(s, "swapExchanges") {
				leg := d.has("leg", e, "exchange string, srcAmount decimal, destAmount decimal, "+
					"percent integer, poolAddresses list, data object")
				if !strings.HasPrefix(string(leg["poolAddresses"]), `["0x`) {
					t.Errorf("a leg on %s", leg["poolAddresses"])
				}
			}
		}
	}
	if whole != 100 {
		t.Errorf("the routes add up to %d %%", whole)
	}
	prices := d.has("prices", d.call(
		200, "GET", "/prices?"+query+"&version=6.2&otherExchangePrices=true&side=SELL", nil),
		"priceRoute object")
	d.has("priceRoute with others", prices["priceRoute"], priceRoute+", others list")
	for _, o := range d.list(prices["priceRoute"], "others") {
		d.has("other", o, "exchange string, srcAmount decimal, destAmount decimal")
	}
	build := map[string]any{
		"priceRoute": swap["priceRoute"], "srcToken": route["srcToken"],
		"destToken": route["destToken"], "srcAmount": route["srcAmount"],
		"slippage": 100, "userAddress": user, "srcDecimals": "18", "destDecimals": 6,
		"partnerFeeBps": 0, "isCapSurplus": true, "unknown": nil,
	}
	d.has("transaction", d.call(200, "POST",
		"/transactions/1337/?ignoreChecks=true", build), txParams)
	d.has("the call alone", d.call(200, "POST", "/transactions/1337/?onlyParams=true", build),
		strings.Replace(txParams, "gasPrice decimal, ", "", 1))
	d.has("transaction with dynamic fees",
		d.call(200, "POST", "/transactions/1337?ignoreChecks=true&eip1559=true", build),
		strings.Replace(txParams, "gasPrice decimal",
			"maxFeePerGas decimal, maxPriorityFeePerGas decimal", 1))
	impact := d.has("impact", d.call(400, "GET", "/swap?"+query+"&maxImpact=0", nil),
		refusal+", value string, priceRoute object")
	d.has("its route", impact["priceRoute"], priceRoute)
	d.has("no token", d.call(400, "GET", "/swap?amount=1", nil), refusal+", fields list")
	d.has("other network", d.call(
		400, "GET", "/prices?"+strings.Replace(query, "1337", "1", 1), nil), refusal)

	token := "network integer, address address, symbol string, name string, decimals integer, " +
		"type integer"
	d.has("native coin", d.list(d.call(200, "GET", "/tokens/1337/", nil), "tokens")[0], token)
	d.has("held coin", d.list(d.call(200, "GET", "/users/tokens/1337/"+user, nil), "tokens")[0],
		token+", balance decimal, allowance decimal, allowances object")
	one := d.has("one", d.call(200, "GET", "/users/tokens/1337/"+user+"/"+d.token("WETH").Hex(),
		nil), "token object")
	if text := d.has("by symbol", d.call(200, "GET", "/users/tokens/1337/"+user+"/weth/", nil),
		"token object"); string(text["token"]) != string(one["token"]) {
		t.Errorf("by symbol %s, by address %s", text["token"], one["token"])
	}
	d.has("held token", one["token"],
		token+", balance decimal, allowance decimal, allowances object, permits object")
	d.has("no symbol", d.call(400, "GET", "/users/tokens/1337/"+user+"/NONE", nil),
		refusal+", fields list")
	d.has("contracts", d.call(200, "GET", "/adapters/contracts?network=1337&version=5", nil),
		"AugustusSwapper address, TokenTransferProxy address, AugustusRFQ address, Executors "+
			"object, ParaswapDelta address, FeeClaimer address, FeeVault address")
	var names []string
	if err := json.Unmarshal(d.call(200, "GET", "/adapters/list?network=1337&version=6.2", nil),
		&names); err != nil || len(names) == 0 {
		t.Errorf("exchanges %v, %v", names, err)
	}
}

// A Delta order over HTTP alone, in the shapes of the interface, from the quote to its settlement;
// and one that its owner cancels.
func TestDeltaAsTheInterfaceHasIt(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, usdc, weth := nets[0].Contracts, d.token("USDC"), d.token("WETH")
	d.approve(d.user, usdc, at.Delta)
	query := "?srcToken=" + usdc.Hex() + "&srcDecimals=6&destToken=" + weth.Hex() +
		"&destDecimals=18&amount=900000000&chainId=1337&side=SELL&userAddress=" + d.user.Hex()
	quote := d.has("quote", d.call(200, "GET", "/quote"+query, nil), "delta object")
	d.has("delta", quote["delta"], deltaPrice)
	market := d.has("market", d.call(200, "GET", "/quote/"+query+"&mode=market", nil),
		"market object")
	d.has("priceRoute", market["market"], priceRoute)
	back := d.has("fallback", d.call(
		200, "GET", "/quote"+strings.Replace(query, "SELL", "BUY", 1)+"&mode=ALL", nil),
		"market object, fallbackReason object")
	d.has("reason", back["fallbackReason"], "errorType string, details string")
	d.has("no fallback", d.call(400, "GET",
		"/quote"+strings.Replace(query, "SELL", "BUY", 1)+"&mode=DELTA", nil), refusal)
	prices := d.has("prices", d.call(200, "GET", "/delta/prices/"+query, nil),
		"price object, deltaAddress address")
	d.has("price", prices["price"], deltaPrice+", bridge object")
	d.has("partner", d.call(200, "GET", "/prices/partnerfee/1337/?partner=someone", nil),
		"partnerFee number, partnerAddress address, takeSurplus bool")
	d.has("support", d.call(200, "GET",
		"/delta/prices/is-token-supported/?token="+weth.Hex()+"&chainId=1337", nil),
		"supported bool")

	submit := func(fillable bool) (json.RawMessage, eip712.TypedData) {
		t.Helper()
		built := d.has("build", d.call(200, "POST", "/orders/build/", map[string]any{
			"price": quote["delta"], "chainId": "1337", "owner": d.user.Hex(),
			"partiallyFillable": fillable, "slippage": 50,
		}), "toSign object")
		sign := d.has("toSign", built["toSign"], "domain object, types object, "+
			"primaryType string, value object")
		d.has("domain", sign["domain"],
			"name string, version string, chainId integer, verifyingContract address")
		d.has("types", sign["types"], map[bool]string{
			false: "Order list", true: "FillableOrder list"}[fillable])
		if primary := map[bool]string{false: `"Order"`, true: `"FillableOrder"`}[fillable]; string(
			sign["primaryType"]) != primary {
			t.Errorf("the primary type is %s, want %s", sign["primaryType"], primary)
		}
		d.has("value", sign["value"], deltaOrder)
		order := api.DeltaOrder{Fillable: fillable}
		if err := json.Unmarshal(sign["value"], &order); err != nil {
			t.Fatal(err)
		}
		typed := eip712.DeltaTypedData(api.LocalChainID, at.Delta, order)
		signature, err := d.s.wallet.Sign(d.user, typed)
		if err != nil {
			t.Fatal(err)
		}
		return d.call(201, "POST", "/delta/orders/", map[string]any{
			"order": sign["value"], "signature": fmt.Sprintf("%#x", signature.Bytes()),
			"chainId": 1337, "partiallyFillable": fillable, "partner": "someone",
		}), typed
	}
	posted, typed := submit(false)
	record := d.has("record", posted, deltaRecord)
	if string(record["status"]) != `"NOT_STARTED"` || string(record["transactions"]) != "[]" ||
		len(record["signature"]) != len(`"0x"`)+128 ||
		string(record["orderHash"]) != fmt.Sprintf("%q", typed.Hash().Hex()) {
		t.Errorf("submitted: %s", posted)
	}
	d.has("order", record["order"], deltaOrder)
	id := strings.Trim(string(record["id"]), `"`)
	d.s.settled(t, id)
	done := d.call(200, "GET", "/delta/orders/"+id, nil)
	if r := d.has("settled", done, deltaRecord); string(r["status"]) != `"EXECUTED"` {
		t.Errorf("settled: %s", done)
	}
	for _, tx := range d.list(done, "transactions") {
		if s := d.has("transaction", tx, settlement); string(s["filledPercent"]) != "10000" ||
			string(s["auctionId"]) != string(record["id"]) {
			t.Errorf("settled by %s", tx)
		}
	}
	d.has("auction", d.call(200, "GET", "/delta/orders/"+id+"/auction", nil),
		"id uuid, status string, rounds list, events list")

	second, _ := submit(true)
	other := strings.Trim(string(d.has("fillable", second, deltaRecord)["id"]), `"`)
	signature, err := d.s.wallet.Sign(
		d.user, eip712.CancellationsTypedData(api.LocalChainID, at.Delta, []string{other}))
	if err != nil {
		t.Fatal(err)
	}
	cancellation := map[string]any{
		"orderIds": []string{other}, "signature": fmt.Sprintf("%#x", signature.Bytes())}
	d.has("cancellation", d.call(200, "POST", "/delta/orders/cancel/", cancellation),
		"success bool")
	for path, want := range map[string]string{
		"/delta/orders?userAddress=" + d.user.Hex(): other +
			" " + id,
		"/orders/?limit=1&userAddress=" + d.user.Hex():                               other,
		"/delta/orders?chainId=1337&page=2&limit=1&userAddress=" + api.Lower(d.user): id,
		"/delta/orders?userAddress=" + common.Address{9}.Hex():                       "",
	} {
		var list []struct{ ID, Status string }
		if err := json.Unmarshal(d.call(200, "GET", path, nil), &list); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, r := range list {
			ids = append(ids, r.ID)
			if want := map[string]string{id: "EXECUTED",
				other: "CANCELLED"}[r.ID]; r.Status != want {
				t.Errorf("%s is %s, want %s", r.ID, r.Status, want)
			}
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s lists %s, want %s", path, got, want)
		}
	}
}
