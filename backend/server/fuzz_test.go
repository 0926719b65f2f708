package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/wire"
)

func postRoute(path string) *route {
	for _, r := range routes() {
		if r.path == path && r.method == http.MethodPost {
			return &r
		}
	}
	return nil
}

// FuzzOrderBody compares the decoder of bodies with the standard library's: it takes nothing that
// is not one JSON object, and the values it takes are those that the standard library reads.
func FuzzOrderBody(f *testing.F) {
	f.Add([]byte(orderJSONText(nil)))
	f.Add([]byte(orderJSONText(map[string]string{
		"x": `[{"a":[null,true,1.5e3,"\ud800"]}]`, "expiry": `"7"`, "isFillOrKill": "true"})))
	f.Add([]byte(`{"legs":[{"orderHash":"0x"}],"orderHashes":["0x",1]}`))
	f.Add([]byte(`{"maker":1,"maker":2}`))
	f.Add([]byte(strings.Repeat(`{"a":`, 40)))
	order, cancel, fill := postRoute("/ft/orders/:chainId"),
		postRoute("/x/:chainId/prepare/cancel"), postRoute("/x/:chainId/prepare/fill")
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, r := range []*route{order, cancel, fill} {
			in, faulty := newInput(r.params), new(faults)
			if err := decodeBody(text, in, faulty); err != nil {
				continue
			}
			in.complete("", faulty)
			var want map[string]any
			dec := json.NewDecoder(bytes.NewReader(text))
			dec.UseNumber()
			if err := dec.Decode(&want); err != nil || dec.More() {
				t.Fatalf("%q is taken, and is not one JSON object: %v", text, err)
			}
			for i, p := range r.params {
				checkValue(t, p, in.values[i], want[p.name])
			}
		}
	})
}

// checkValue holds a decoded scalar to the text it came from.
func checkValue(t *testing.T, p param, got, text any) {
	if got == nil || text == nil || p.in != inBody {
		return
	}
	switch v := got.(type) {
	case api.Amount:
		s, ok := text.(string)
		if !ok || strings.TrimLeft(s, "0") != strings.TrimLeft(v.String(), "0") {
			t.Fatalf("%s is read from %v as %s", p.name, text, v)
		}
	case bool:
		if text != v {
			t.Fatalf("%s is read from %v as %v", p.name, text, v)
		}
	}
}

// FuzzRequestTarget sends any path and query through the server: it never panics, and what it
// refuses it refuses by the rules.
func FuzzRequestTarget(f *testing.F) {
	f.Add(listPath, "limit=5&offset=7&hideSmallBalances=true&orderBy=expiry")
	f.Add("/nft/orders/1/orderbook/", "makerAssetType=2&makerAsset=0x&makerAsset=%zz;")
	f.Add("/x/1/candles/"+maker+"/"+maker, "interval=60&until=1")
	f.Add("/%2e%2e//./ft", "&=&;%")
	s := New(apitest.NewEcho(), Options{})
	f.Fuzz(func(t *testing.T, path, query string) {
		target := (&url.URL{Scheme: "http", Host: "localhost",
			Path: "/" + strings.TrimPrefix(path, "/"), RawQuery: query}).String()
		req, err := http.NewRequest(http.MethodHead, target, nil)
		if err != nil {
			return
		}
		req.RemoteAddr, req.RequestURI = "127.0.0.1:1", target
		w := httptest.NewRecorder()
		s.ServeHTTP(w, req)
		switch w.Code {
		case 200, 400, 404, 405, 414:
		default:
			t.Fatalf("%s answers %d", target, w.Code)
		}
	})
}

// FuzzPlainRefusal takes any part of an answer: nothing that begins a body of ours is taken for a
// refusal of net/http.
func FuzzPlainRefusal(f *testing.F) {
	f.Add("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: " +
		"close\r\n\r\n400 Bad Request")
	f.Add("HTTP/1.1 417 Expectation Failed\r\nConnection: close\r\n")
	f.Add("HTTP/1.1 ")
	s := New(apitest.NewEcho(), Options{})
	f.Fuzz(func(t *testing.T, text string) {
		if line, ok := plainRefusal([]byte(text)); ok {
			if !strings.HasPrefix(string(s.refusal(line)), "HTTP/1.1 ") {
				t.Fatalf("%q is refused by no answer", text)
			}
		}
		body, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := plainRefusal(body[1:]); ok {
			t.Fatalf("the body %s is taken for a refusal", body)
		}
	})
}

// FuzzEvent reads any line of an event stream.
func FuzzEvent(f *testing.F) {
	f.Add([]byte(`{"topic":"order","order":{"expiry":5}}`))
	f.Add([]byte(`{"topic":"fill","fill":{"makerAssetType":2},"pair":{"base":"0x"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var w wire.Event
		if json.Unmarshal(text, &w) != nil {
			return
		}
		again, err := json.Marshal(wire.EventOf(w.API()))
		if err != nil {
			t.Fatal(err)
		}
		var back wire.Event
		if err := json.Unmarshal(again, &back); err != nil {
			t.Fatalf("%s is written as %s: %v", text, again, err)
		}
		if third, err := json.Marshal(wire.EventOf(back.API())); err != nil ||
			!bytes.Equal(third, again) {
			t.Fatalf("%s comes back as %s: %v", again, third, err)
		}
	})
}
