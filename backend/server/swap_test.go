package server

import (
	"strings"
	"testing"
)

// What a request must not look like, with the field that is named.
func TestSwapParametersAreChecked(t *testing.T) {
	t.Parallel()
	_, srv := newServer(t, Options{})
	good := "srcToken=WETH&destToken=USDC&amount=1&network=5&" +
		"userAddress=0x0000000000000000000000000000000000000001"
	for _, tc := range []struct{ query, field string }{
		{"amount=1.5", "amount"}, {"amount=0x1", "amount"}, {"amount=-1", "amount"},
		{"amount=1e18", "amount"}, {"side=sell", "side"}, {"version=6.1", "version"},
		{"slippage=10001", "slippage"}, {"slippage=-1", "slippage"},
		{"maxImpact=many", "maxImpact"}, {"maxImpact=NaN", "maxImpact"},
		{"srcDecimals=256", "srcDecimals"}, {"partnerFeeBps=10001", "partnerFeeBps"},
		{"partnerAddress=0x12", "partnerAddress"},
		{"receiver=alice", "receiver"}, {"srcTokenTransferFee=10000", "srcTokenTransferFee"},
		{"isCapSurplus=1", "isCapSurplus"},
		{"otherExchangePrices=yes", "otherExchangePrices"}, {"userAddress=", "userAddress"},
		{"permit=zz", "permit"}, {"network=one", "network"},
	} {
		name, _, _ := strings.Cut(tc.query, "=")
		var kept []string
		for _, p := range strings.Split(good, "&") {
			if !strings.HasPrefix(p, name+"=") {
				kept = append(kept, p)
			}
		}
		a := ask(t, srv, "GET", "/swap/?"+strings.Join(append(kept, tc.query), "&"), "")
		if a.status != 400 || !strings.Contains(string(a.body), `"field":"`+tc.field+`"`) {
			t.Errorf("%s: %d %s", tc.query, a.status, a.body)
		}
	}
}
