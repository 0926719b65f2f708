package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

func faultyFields(e api.Error) []string {
	var names []string
	for _, f := range e.Fields {
		names = append(names, f.Field)
	}
	return names
}

func TestOrderBodies(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("9", 79)
	checksummed := `"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"`
	wrongSum := `"0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"`
	_, srv := newServer(t, Options{})
	for name, tc := range map[string]struct {
		body   string
		faulty []string // none: accepted
	}{
		"plain": {orderJSONText(nil), nil},
		"unknown fields": {orderJSONText(
			map[string]string{"state": `"FULFILLED"`,
				"createdAt": `{"deep":[1,{"a":null}]}`}), nil},
		"expiry as string": {orderJSONText(map[string]string{"expiry": `"1893456000"`}), nil},
		"checksummed":      {orderJSONText(map[string]string{"maker": checksummed}), nil},
		"upper case": {orderJSONText(
			map[string]string{"maker": `"0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED"`}), nil},
		"no permit": {orderJSONText(
			map[string]string{"permitMakerAsset": "null"}), nil},
		"fill or kill": {orderJSONText(map[string]string{"isFillOrKill": "true"}), nil},
		"escaped text": {strings.Replace(
			orderJSONText(nil), `"maker":`, "\"\\u006daker\":", 1), nil},
		"white space": {" \n\t" + strings.ReplaceAll(orderJSONText(nil), ",", " , ") +
			"\r\n", nil},
		"compact signature": {orderJSONText(
			map[string]string{"signature": `"0x` + strings.Repeat("02", 64) + `"`}), nil},
		"largest amount": {orderJSONText(
			map[string]string{"makerAmount": `"` + api.MaxAmount.String() + `"`}), nil},
		"leading zeros": {orderJSONText(map[string]string{"makerAmount": `"0010"`}), nil},
		"checksum": {orderJSONText(map[string]string{"maker": wrongSum}),
			[]string{"maker"}},
		"short address": {orderJSONText(map[string]string{"taker": `"0x12"`}),
			[]string{"taker"}},
		"no 0x": {orderJSONText(map[string]string{"taker": `"` + maker[2:] + `"`}),
			[]string{"taker"}},
		"address as number": {orderJSONText(map[string]string{"taker": `12`}),
			[]string{"taker"}},
		"amount as number": {orderJSONText(map[string]string{"makerAmount": "10"}),
			[]string{"makerAmount"}},
		"amount with sign": {orderJSONText(map[string]string{"makerAmount": `"+10"`}),
			[]string{"makerAmount"}},
		"negative": {orderJSONText(map[string]string{"makerAmount": `"-10"`}),
			[]string{"makerAmount"}},
		"hex amount": {orderJSONText(map[string]string{"makerAmount": `"0x10"`}),
			[]string{"makerAmount"}},
		"space": {orderJSONText(map[string]string{"makerAmount": `" 10"`}),
			[]string{"makerAmount"}},
		"exponent": {orderJSONText(map[string]string{"makerAmount": `"1e18"`}),
			[]string{"makerAmount"}},
		"fraction": {orderJSONText(map[string]string{"makerAmount": `"1.0"`}),
			[]string{"makerAmount"}},
		"empty amount": {orderJSONText(map[string]string{"makerAmount": `""`}),
			[]string{"makerAmount"}},
		"79 digits": {orderJSONText(map[string]string{"makerAmount": `"` + long + `"`}),
			[]string{"makerAmount"}},
		"2^256": {orderJSONText(
			map[string]string{"makerAmount": `"115792089237316195423570985008687907853269984665640564039457584007913129639936"`}), []string{"makerAmount"}},
		"other digits": {orderJSONText(map[string]string{"makerAmount": `"١٢"`}),
			[]string{"makerAmount"}},
		"null": {orderJSONText(map[string]string{"makerAmount": "null"}),
			[]string{"makerAmount"}},
		"array": {orderJSONText(map[string]string{"makerAmount": `["10"]`}),
			[]string{"makerAmount"}},
		"object": {orderJSONText(map[string]string{"makerAmount": `{"a":{"b":1}}`}),
			[]string{"makerAmount"}},
		"expiry as fraction": {orderJSONText(map[string]string{"expiry": "1.5"}),
			[]string{"expiry"}},
		"expiry with exponent": {orderJSONText(map[string]string{"expiry": "1e3"}),
			[]string{"expiry"}},
		"negative expiry": {orderJSONText(map[string]string{"expiry": "-1"}),
			[]string{"expiry"}},
		"expiry over 64 bits": {orderJSONText(
			map[string]string{"expiry": "18446744073709551616"}), []string{"expiry"}},
		"boolean as string": {orderJSONText(map[string]string{"isFillOrKill": `"true"`}),
			[]string{"isFillOrKill"}},
		"odd hex": {orderJSONText(map[string]string{"signature": `"0x123"`}),
			[]string{"signature"}},
		"all faults at once": {orderJSONText(
			map[string]string{"maker": "1", "expiry": `"x"`, "makerAmount": "-",
				"signature": "null"}), []string{"expiry", "maker", "makerAmount", "signature"}},
		"nothing": {"{}",
			[]string{"expiry", "maker", "makerAmount", "makerAsset", "nonceAndMeta", "signature",
				"taker", "takerAmount", "takerAsset"}},
		"duplicate key": {strings.Replace(orderJSONText(nil), "{", `{"maker":"x",`, 1),
			[]string{"body", "maker"}},
		"duplicate by escape": {strings.Replace(
			orderJSONText(nil), "{", "{\"\\u006daker\":\""+maker+"\",", 1), []string{"body"}},
		"duplicate further in": {orderJSONText(
			map[string]string{"extra": `{"a":1,"b":{"c":1,"c":2}}`}), []string{"body"}},
		"two values":      {orderJSONText(nil) + "{}", []string{"body"}},
		"array of orders": {"[" + orderJSONText(nil) + "]", []string{"body"}},
		"a string":        {`"order"`, []string{"body"}},
		"null body":       {"null", []string{"body"}},
		"cut off":         {orderJSONText(nil)[:40], []string{"body"}},
		"not JSON":        {"maker=1", []string{"body"}},
		"trailing comma":  {`{"a":1,}`, []string{"body"}},
		"comment":         {`{/**/}`, []string{"body"}},
		"byte order mark": {"\ufeff" + orderJSONText(nil), []string{"body"}},
		"not UTF-8":       {"{\"a\":\"\xff\"}", []string{"body"}},
		"deep": {orderJSONText(
			map[string]string{"x": strings.Repeat("[", 500) + strings.Repeat("]", 500)}),
			[]string{"body"}},
		"deep and never closed": {`{"x":` + strings.Repeat("[", 30000), []string{"body"}},
	} {
		a := ask(t, srv, "POST", orderPath, tc.body)
		if tc.faulty == nil {
			if a.status != 200 {
				t.Errorf("%s: refused with %s", name, a.body)
			}
			continue
		}
		got := faultyFields(a.err)
		slices.Sort(got)
		if a.status != 400 || a.err.Type != api.ValidationError || !slices.Equal(got, tc.faulty) {
			t.Errorf("%s: %d with faulty fields %v, want 400 with %v: %s", name, a.status, got,
				tc.faulty, a.body)
		}
	}
}

// TestBodyReasons holds what a refused body is told.
func TestBodyReasons(t *testing.T) {
	t.Parallel()
	_, srv := newServer(t, Options{})
	for body, want := range map[string]string{
		`{"a":{"b":1,"\u0062":2}}`:  `has the key "b" twice`,
		strings.Repeat(`{"a":`, 17): "nests deeper than 16 levels",
		`{"a":1} {}`:                "must hold nothing after its JSON object",
		`{"a":1,}`:                  "is not valid JSON at byte 6",
		"{\"a\":\"\xff\"}":          "must be UTF-8",
	} {
		a := ask(t, srv, "POST", orderPath, body)
		if a.want(t, 400, api.ValidationError); !strings.Contains(a.err.Details, want) {
			t.Errorf("%s is refused with %q, not for %q", body, a.err.Details, want)
		}
	}
	legs := `{"taker":"` + maker + `","legs":[null]}`
	a := ask(t, srv, "POST", "/x/1337/prepare/fill", legs)
	if a.want(t, 400, api.ValidationError); !strings.Contains(a.err.Details,
		"legs[0] must be an object, got null") {
		t.Errorf("no leg is refused with %q", a.err.Details)
	}
}

func TestNFTBodies(t *testing.T) {
	t.Parallel()
	f, srv := newServer(t, Options{})
	packed := api.Asset{Kind: api.ERC721, Address: apitest.Address(3)}.Pack().String()
	good := map[string]string{"makerAsset": `"` + packed + `"`, "takerAsset": `"5"`,
		"makerAssetId": `"6"`, "takerAssetId": `"0"`}
	if a := ask(t, srv, "POST", "/nft/p2p/1337/", orderJSONText(good)); a.status != 200 {
		t.Fatalf("refused: %s", a.body)
	}
	got := f.Question()[0].(api.OrderRequest)
	if want := (api.Asset{Kind: api.ERC721, Address: apitest.Address(3),
		ID: api.NewAmount(6)}); got.Order.MakerAsset != want || got.Type != api.P2P ||
		!got.Order.NFT {
		t.Errorf("the service was asked %+v", got)
	}
	// type 3
	good["makerAsset"], good["takerAsset"] = `"`+api.MaxAmount.String()+`"`,
		`"4384505187482073374505754488106643886206094942208"`
	a := ask(t, srv, "POST", "/nft/p2p/1337/", orderJSONText(good))
	if a.want(t, 400, api.ValidationError); !slices.Equal(
		faultyFields(a.err), []string{"makerAsset", "takerAsset"}) {
		t.Errorf("faulty fields %v", faultyFields(a.err))
	}
	good["makerAsset"] = `"` + maker + `"`
	ask(t, srv, "POST", "/nft/p2p/1337/", orderJSONText(good)).want(t, 400, api.ValidationError)
}

// TestCreationReplies holds the two shapes of a created order to the interface.
func TestCreationReplies(t *testing.T) {
	t.Parallel()
	f, srv := newServer(t, Options{})
	f.Created = true
	a := ask(t, srv, "POST", orderPath+"/", orderJSONText(nil), "Content-Type",
		"application/json; charset=utf-8")
	var out struct{ Order map[string]any }
	if err := json.Unmarshal(a.body, &out); err != nil || a.status != 201 {
		t.Fatalf("%d %v: %s", a.status, err, a.body)
	}
	want := []string{"chainId", "createdAt", "expiry", "fillableBalance", "maker", "makerAmount",
		"makerAsset", "makerBalance", "nonceAndMeta",
		"orderHash", "permitMakerAsset", "signature", "state", "swappableBalance", "taker",
		"takerAmount", "takerAsset", "takerFromMeta",
		"transactionHash", "type", "updatedAt"}
	if got := sortedKeys(out.Order); !slices.Equal(got, want) {
		t.Errorf("a creation answers the fields %v, want %v", got, want)
	}
	if out.Order["maker"] != maker || out.Order["makerAmount"] != "10" ||
		out.Order["state"] != "PENDING" || out.Order["transactionHash"] != nil {
		t.Errorf("the order is %v", out.Order)
	}
	f.Created = false
	if a := ask(t, srv, "POST", orderPath, orderJSONText(nil)); a.status != 200 {
		t.Errorf("an order that was stored already answers %d", a.status)
	}
}

func TestQueries(t *testing.T) {
	t.Parallel()
	f, srv := newServer(t, Options{})
	for query, faulty := range map[string][]string{
		"":                        nil,
		"?limit=5&offset=7":       nil,
		"?limit=1000":             nil,
		"?unknown=1":              nil,
		"?hideSmallBalances=true": nil,
		"?orderBy=expiry":         nil,
		"?%6cimit=5":              nil,
		"?limit=0":                {"limit"},
		"?limit=1001":             {"limit"},
		"?limit=-1":               {"limit"},
		"?limit=%2B5":             {"limit"},
		"?limit=0x5":              {"limit"},
		"?limit=1e2":              {"limit"},
		"?limit=5.0":              {"limit"},
		"?limit=":                 {"limit"},
		"?limit=5&limit=5":        {"limit"},
		"?limit=5&%6cimit=6":      {"limit"},
		"?x=1&x=2":                {"x"},
		"?hideSmallBalances=1":    {"hideSmallBalances"},
		"?orderBy=maker":          {"orderBy"},
		"?limit=a&offset=b":       {"limit", "offset"},
		"?limit=5;offset=3":       {"query"},
		"?limit=%zz":              {"query"},
	} {
		a := ask(t, srv, "GET", listPath+query, "")
		if faulty == nil {
			if a.status != 200 {
				t.Errorf("%s: refused with %s", query, a.body)
			}
			continue
		}
		if a.status != 400 || !slices.Equal(faultyFields(a.err), faulty) {
			t.Errorf("%s: %d with faulty fields %v, want %v", query, a.status, faultyFields(a.err),
				faulty)
		}
	}
	ask(t, srv, "GET", listPath, "")
	q := f.Question()[0].(api.OrderQuery)
	if q.Limit != api.DefaultPage || q.Offset != 0 || q.OrderBy != api.ByCreatedAt ||
		q.HideSmallBalances || q.Maker == nil || q.Taker != nil {
		t.Errorf("the defaults are %+v", q)
	}
	a := ask(t, srv, "GET", "/ft/orders/x/maker/0x12?limit=y", "")
	if got := faultyFields(a.err); !slices.Equal(got, []string{"chainId", "address", "limit"}) {
		t.Errorf("faulty fields %v", got)
	}
	a = ask(t, srv, "GET", "/ft/orders/1/orderbook", "")
	if got := faultyFields(a.err); !slices.Equal(got, []string{"makerAsset", "takerAsset"}) {
		t.Errorf("a book without assets has the faulty fields %v", got)
	}
}

func TestListsOfObjects(t *testing.T) {
	t.Parallel()
	_, srv := newServer(t, Options{})
	h := `"0x` + strings.Repeat("ab", 32) + `"`
	for legs, faulty := range map[string][]string{
		`[]`:                        nil,
		`[{"orderHash":` + h + `}]`: nil,
		`{}`:                        {"legs"},
		`[1]`:                       {"legs[0]"},
		`[null]`:                    {"legs[0]"},
		`[{}]`:                      {"legs[0].orderHash"},
		`[{"orderHash":` + h + `},{"orderHash":` + h + `,"takerAmount":5}]`: {
			"legs[1].takerAmount"},
		`[{"orderHash":` + h + `,"orderHash":` + h + `}]`: {"body"},
	} {
		a := ask(t, srv, "POST", "/x/1337/prepare/fill",
			fmt.Sprintf(`{"taker":%q,"legs":%s}`, maker, legs))
		if got := faultyFields(a.err); !slices.Equal(got, faulty) {
			t.Errorf("%s: faulty fields %v, want %v", legs, got, faulty)
		}
	}
	many := "[" + strings.Repeat(`1,`, 5000) + `1]`
	a := ask(t, srv, "POST", "/x/1337/prepare/cancel",
		fmt.Sprintf(`{"maker":%q,"orderHashes":%s}`, maker, many))
	if len(a.err.Fields) != maxFaults {
		t.Errorf("%d faults are listed, want at most %d", len(a.err.Fields), maxFaults)
	}
}
