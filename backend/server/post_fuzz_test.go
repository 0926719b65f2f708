package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bourse/backend/api/apitest"
)

// FuzzPost: no body of any route that takes one makes the server fail or answer without a sentence:
// orders, fills, cancellations, routes and their permits, Delta orders, submissions and bids. The
// first byte chooses the route.
func FuzzPost(f *testing.F) {
	var paths []string
	for _, r := range routes() {
		if r.method == http.MethodPost {
			path := strings.NewReplacer(":chainId", "1337", ":network", "1337").Replace(r.path)
			paths = append(paths, path)
		}
	}
	for i := range paths {
		for _, body := range []string{`{}`, `[]`, orderJSONText(nil),
			`{"priceRoute":{"hmac":"x","bestRoute":[null]},"permit":"0x00","userAddress":"0x"}`,
			`{"order":{"srcAmount":"1","permit":"0x","partnerAndFee":"-1"},"signature":"0x"}`,
			`{"orders":[{"maker":null}],"orderIds":["",1],"raw":"0x"}`} {
			f.Add(byte(i), []byte(body))
		}
	}
	s := New(apitest.NewEcho(), Options{})
	f.Fuzz(func(t *testing.T, route byte, body []byte) {
		path := paths[int(route)%len(paths)]
		r := httptest.NewRequest("POST", path, strings.NewReader(string(body)))
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		text := w.Body.String()
		if w.Code >= 500 || w.Code >= 400 && !strings.Contains(text, `"details":"`) {
			t.Errorf("%s answers %d %.200s", path, w.Code, text)
		}
	})
}
