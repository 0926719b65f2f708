package delta_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/server"
)

// serve puts a world behind HTTP.
func (w *world) serve() string {
	w.Helper()
	s := httptest.NewServer(server.New(w.Backend, server.Options{}))
	w.Cleanup(s.Close)
	return s.URL
}

// request sends a body, or none, and decodes the answer.
func (w *world) request(method, address string, body any) (int, map[string]any) {
	w.Helper()
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			w.Fatal(err)
		}
		in = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(w.Context(), method, address, in)
	if err != nil {
		w.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		w.Fatal(err)
	}
	out := map[string]any{}
	if len(raw) > 0 && raw[0] == '[' {
		var list []any
		err = json.Unmarshal(raw, &list)
		out["list"] = list
	} else {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		w.Fatalf("%s: %v", raw, err)
	}
	return res.StatusCode, out
}

func (w *world) quoteQuery(amount, src, dest string, more ...string) string {
	v := url.Values{
		"srcToken":  {api.Lower(w.tokens[src].Address)},
		"destToken": {api.Lower(w.tokens[dest].Address)}, "chainId": {"1337"},
		"amount":       {w.amount(amount, src).String()},
		"srcDecimals":  {fmt.Sprint(w.tokens[src].Decimals)},
		"destDecimals": {fmt.Sprint(w.tokens[dest].Decimals)},
	}
	for i := 0; i < len(more); i += 2 {
		v.Set(more[i], more[i+1])
	}
	return v.Encode()
}

// Over HTTP alone, with the wallet as another program: quote, build, sign, submit, follow.
func TestDeltaOverHTTP(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	base, owner := w.serve(), w.users[0]
	status, q := w.request("GET", base+"/quote/?"+w.quoteQuery("5000", "USDC", "WETH"), nil)
	if status != 200 || q["delta"] == nil {
		t.Fatalf("%d %v", status, q)
	}
	status, built := w.request("POST", base+"/orders/build",
		map[string]any{"price": q["delta"], "chainId": "1337", "owner": owner})
	if status != 200 {
		t.Fatalf("%d %v", status, built)
	}
	text, err := json.Marshal(built["toSign"])
	if err != nil {
		t.Fatal(err)
	}
	var toSign api.DeltaToSign
	if err := json.Unmarshal(text, &toSign); err != nil {
		t.Fatal(err)
	}
	price, err := json.Marshal(q["delta"])
	if err != nil {
		t.Fatal(err)
	}
	v := url.Values{"price": {string(price)}, "chainId": {"1337"}, "owner": {api.Lower(owner)},
		"nonce": {toSign.Order.Nonce.String()}, "deadline": {fmt.Sprint(toSign.Order.Deadline)}}
	if status, again := w.request(
		"POST", base+"/delta/orders/build/?"+v.Encode(), nil); status != 200 ||
		fmt.Sprint(again) != fmt.Sprint(built) {
		t.Errorf("by query: %d %v, by body: %v", status, again, built)
	}
	body := map[string]any{"order": toSign.Order,
		"signature": fmt.Sprintf("%#x", w.sign(toSign.Order)), "chainId": 1337}
	status, r := w.request("POST", base+"/delta/orders", body)
	if status != 201 || r["status"] != "NOT_STARTED" {
		t.Fatalf("%d %v", status, r)
	}
	if status, twice := w.request("POST", base+"/orders", body); status != 200 ||
		twice["id"] != r["id"] {
		t.Errorf("posted twice: %d %v", status, twice)
	}
	id := r["id"].(string)
	w.await(id, api.DeltaExecuted)
	status, done := w.request("GET", base+"/orders/"+id, nil)
	for _, field := range []string{
		"id", "deltaVersion", "status", "user", "order", "orderHash", "chainId",
		"partiallyFillable", "partner", "expiresAt", "createdAt", "updatedAt", "transactions",
	} {
		if _, ok := done[field]; !ok || status != 200 {
			t.Errorf("%d: the record lacks %s: %v", status, field, done)
		}
	}
	status, list := w.request("GET", base+"/delta/orders?userAddress="+api.Lower(owner), nil)
	if status != 200 || len(list["list"].([]any)) != 1 {
		t.Errorf("%d %v", status, list)
	}
	if status, a := w.request("GET", base+"/delta/orders/"+id+"/auction", nil); status != 200 ||
		len(a["rounds"].([]any)) != 1 {
		t.Errorf("%d %v", status, a)
	}
	w.clientAgrees(base, id)
}

// clientAgrees compares what the client of a remote server says with the service.
func (w *world) clientAgrees(base, id string) {
	w.Helper()
	client, err := client.New(base, nil)
	if err != nil {
		w.Fatal(err)
	}
	defer client.Close()
	ctx := w.Context()
	same := func(what string, a, b any, err error) {
		w.Helper()
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		if err != nil || !bytes.Equal(x, y) {
			w.Errorf("%s: the client has %s, the service %s, %v", what, x, y, err)
		}
	}
	mine, err := apitest.On(w, api.LocalChainID).DeltaOrder(ctx, id)
	if err != nil {
		w.Fatal(err)
	}
	theirs, err := apitest.On(client, api.LocalChainID).DeltaOrder(ctx, id)
	same("order", theirs, mine, err)
	auction, err := apitest.On(w, api.LocalChainID).DeltaAuction(ctx, id)
	if err != nil {
		w.Fatal(err)
	}
	remote, err := apitest.On(client, api.LocalChainID).DeltaAuction(ctx, id)
	same("auction", remote, auction, err)
	agents, err := apitest.On(client, api.LocalChainID).DeltaAgents(ctx)
	same("agents", agents, []string{"router", "book", "ring", "batch"}, err)
	yes, err := apitest.On(client, api.LocalChainID).DeltaTokenSupported(ctx,
		w.tokens["DAI"].Address)
	same("support", yes, true, err)
	no, err := apitest.On(client, api.LocalChainID).DeltaTokenSupported(ctx,
		w.tokens["TAX"].Address)
	same("support", no, false, err)
	partner, err := apitest.On(client, api.LocalChainID).DeltaPartner(ctx, "nobody")
	same("partner", partner, api.DeltaPartner{}, err)
	q, err := apitest.On(client, api.LocalChainID).DeltaQuote(ctx,
		api.DeltaQuoteRequest{Src: w.tokens["USDC"].Address,
			Dest: w.tokens["WETH"].Address, Amount: w.amount("10", "USDC")})
	if err != nil || q.Delta == nil {
		w.Fatal(q, err)
	}
	price, err := json.Marshal(q.Delta)
	if err != nil {
		w.Fatal(err)
	}
	built, err := apitest.On(client, api.LocalChainID).BuildDelta(
		ctx, api.DeltaBuildRequest{Price: price, Owner: w.users[2],
			PartiallyFillable: true})
	if err != nil {
		w.Fatal(err)
	}
	r, created, err := apitest.On(client, api.LocalChainID).SubmitDelta(
		ctx, api.DeltaSubmission{Order: built.Order,
			Signature: w.sign(built.Order)})
	if err != nil || !created || !r.PartiallyFillable {
		w.Errorf("%+v %t %v", r, created, err)
	}
}

// Every error name of the interface, each by a request that deserves it.
func TestDeltaErrors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	base := w.serve()
	delta := func(query string) string { return base + "/quote?mode=DELTA&" + query }
	for name, c := range map[string]struct{ query, want string }{
		"amount":       {w.quoteQuery("1", "USDC", "WETH", "amount", "-5"), "ValidationError"},
		"decimals":     {w.quoteQuery("1", "USDC", "WETH", "srcDecimals", "18"), "ValidationError"},
		"mode":         {w.quoteQuery("1", "USDC", "WETH", "mode", "SOME"), "ValidationError"},
		"chain":        {w.quoteQuery("1", "USDC", "WETH", "chainId", "10"), "UnsupportedChain"},
		"taxed token":  {w.quoteQuery("1", "TAX", "WETH"), "UnsupportedToken"},
		"native":       {w.quoteQuery("1", "ETH", "USDC"), "SourceEth"},
		"buy":          {w.quoteQuery("1", "USDC", "WETH", "side", "BUY"), "UnsupportedSide"},
		"a great loss": {w.quoteQuery("1000000000000", "USDC", "WETH"), "PriceImpactTooHigh"},
		"no loss":      {w.quoteQuery("1", "USDC", "WETH", "maxImpact", "-1"), "ValidationError"},
		"dust for gas": {w.quoteQuery("0.01", "USDC", "WETH"), "GasCostExceedsTradeAmount"},
	} {
		address := delta(c.query)
		if name == "mode" {
			address = base + "/quote?" + c.query
		}
		if status, e := w.request("GET", address, nil); status != 400 || e["errorType"] != c.want ||
			e["details"] == "" {
			t.Errorf("%s: %d %v, want %s", name, status, e, c.want)
		}
		if c.want == "ValidationError" || c.want == "UnsupportedChain" {
			continue
		}
		status, q := w.request("GET", base+"/quote?"+c.query, nil)
		if reason, _ := q["fallbackReason"].(map[string]any); status == 200 &&
			(q["market"] == nil || reason["errorType"] != c.want) {
			t.Errorf("%s falls back to %v", name, q)
		}
	}
	w.hmacs(base)
	w.refusals(base)
}

// hmacs changes, adds and removes each field of a price.
func (w *world) hmacs(base string) {
	w.Helper()
	price := func() map[string]any {
		_, q := w.request("GET", base+"/quote?mode=delta&"+strings.Replace(
			w.quoteQuery("50", "USDC", "WETH"), "mode=", "x=", 1), nil)
		return q["delta"].(map[string]any)
	}
	build := func(p map[string]any, want int) {
		w.Helper()
		status, e := w.request("POST", base+"/orders/build",
			map[string]any{"price": p, "chainId": 1337, "owner": w.users[0]})
		if status != want || want == 400 && e["errorType"] != "InvalidHmac" {
			w.Errorf("%d %v for %v", status, e, p)
		}
	}
	build(price(), 200)
	for field := range price() {
		changed := price()
		if s, ok := changed[field].(string); ok {
			changed[field] = s + "0"
		} else {
			changed[field] = 7
		}
		build(changed, 400)
		removed := price()
		delete(removed, field)
		build(removed, 400)
	}
	added := price()
	added["more"] = true
	build(added, 400)
}

// refusals submits what must not be taken.
func (w *world) refusals(base string) {
	w.Helper()
	good := w.build(w.users[0], "50", "USDC", "WETH")
	for name, c := range map[string]struct {
		change func(*api.DeltaOrder)
		want   string
	}{
		"no amount": {func(o *api.DeltaOrder) { o.SrcAmount = api.Amount{} },
			"ValidationError"},
		"nothing wanted": {func(o *api.DeltaOrder) { o.DestAmount = api.Amount{} },
			"ValidationError"},
		"same token": {func(o *api.DeltaOrder) { o.DestToken = o.SrcToken }, "ValidationError"},
		"odd permit": {func(o *api.DeltaOrder) { o.Permit = make([]byte, 95) },
			"ValidationError"},
		"native":        {func(o *api.DeltaOrder) { o.SrcToken = api.NativeToken }, "SourceEth"},
		"strange token": {func(o *api.DeltaOrder) { o.SrcToken[0]++ }, "UnsupportedToken"},
		"late":          {func(o *api.DeltaOrder) { o.Deadline = 5 }, "OrderExpired"},
		"for ever": {func(o *api.DeltaOrder) { o.Deadline = 253_402_300_799 },
			"ValidationError"},
	} {
		o := good
		c.change(&o)
		status, e := w.request("POST", base+"/delta/orders",
			map[string]any{"order": o, "signature": fmt.Sprintf("%#x", w.sign(o)), "chainId": 1337})
		if status != 400 || e["errorType"] != c.want {
			w.Errorf("%s: %d %v, want %s", name, status, e, c.want)
		}
	}
	other := good
	other.Owner = w.users[1]
	status, e := w.request("POST", base+"/delta/orders",
		map[string]any{"order": other, "signature": fmt.Sprintf("%#x", w.sign(good)),
			"chainId": 1337})
	if status != 400 || e["errorType"] != "InvalidSignature" {
		w.Errorf("another's signature: %d %v", status, e)
	}
	if status, e := w.request("GET", base+"/delta/orders/none", nil); status != 404 ||
		e["errorType"] != "NotFound" {
		w.Errorf("%d %v", status, e)
	}
	if status, e := w.request("GET",
		base+"/delta/orders?userAddress="+api.Lower(w.users[0])+"&chainId=5", nil); status != 400 ||
		e["errorType"] != "UnsupportedChain" {
		w.Errorf("%d %v", status, e)
	}
}
