package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	remote "bourse/backend/client"
)

const (
	maker     = "0xab00000000000000000000000000000000000001"
	listPath  = "/ft/orders/1337/maker/" + maker
	orderPath = "/ft/orders/1337"
)

// orderJSONText is a fungible order with some of its fields replaced; a value of "-" leaves the
// field out.
func orderJSONText(replace map[string]string) string {
	fields := map[string]string{
		"maker": `"` + maker + `"`, "taker": `"0x0000000000000000000000000000000000000000"`,
		"nonceAndMeta": `"5"`, "expiry": "0",
		"makerAsset":  `"0xab00000000000000000000000000000000000003"`,
		"takerAsset":  `"0xab00000000000000000000000000000000000004"`,
		"makerAmount": `"10"`, "takerAmount": `"20"`,
		"signature": `"0x` + strings.Repeat("01", 65) + `"`,
	}
	for k, v := range replace {
		fields[k] = v
	}
	var parts []string
	for _, k := range sortedKeys(fields) {
		if fields[k] != "-" {
			parts = append(parts, fmt.Sprintf("%q:%s", k, fields[k]))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// newServer returns a service and a server in front of it.
func newServer(t *testing.T, opts Options) (*apitest.Echo, *httptest.Server) {
	t.Helper()
	e := apitest.NewEcho()
	s := New(e, opts)
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	t.Cleanup(s.stopNow)
	return e, srv
}

func background(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

type answer struct {
	status int
	header http.Header
	body   []byte
	err    api.Error
}

// ask sends one request and reads the answer.
func ask(t *testing.T, srv *httptest.Server, method, path, body string, header ...string) answer {
	t.Helper()
	var text io.Reader
	if body != "" {
		text = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(background(t), method, srv.URL+path, text)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := srv.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: res.StatusCode, header: res.Header, body: b}
	if res.StatusCode >= 400 && method != http.MethodHead {
		a.checkEnvelope(t)
	}
	return a
}

// checkEnvelope wants the four fields that every error body has.
func (a *answer) checkEnvelope(t *testing.T) {
	t.Helper()
	if err := json.Unmarshal(a.body, &a.err); err != nil {
		t.Fatalf("the error body %q is not JSON: %v", a.body, err)
	}
	if a.err.Type == "" || a.err.Details == "" || a.err.Text == "" || a.err.RequestID == "" {
		t.Errorf("the error body lacks one of its four fields: %s", a.body)
	}
	if a.err.RequestID != a.header.Get("X-Request-Id") {
		t.Errorf("request id %s in the body, %s in the header", a.err.RequestID,
			a.header.Get("X-Request-Id"))
	}
	retry := a.header.Get("Retry-After")
	if want := a.status == 429 || a.status == 503; want != (retry != "") {
		t.Errorf("status %d has Retry-After %q", a.status, retry)
	}
}

func (a answer) want(t *testing.T, status int, typ api.ErrorType) {
	t.Helper()
	if a.status != status || a.err.Type != typ {
		t.Errorf("got %d %s, want %d %s: %s", a.status, a.err.Type, status, typ, a.body)
	}
}

// TestServiceErrors sends every error type that a service can answer with over HTTP, to a plain
// request and to the client.
func TestServiceErrors(t *testing.T) {
	t.Parallel()
	f, srv := newServer(t, Options{})
	c, err := remote.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	statuses := map[api.ErrorType]int{
		api.NotFound: 404, api.InternalError: 500, api.ChainUnavailable: 503,
		api.StoreUnavailable: 503, api.RateLimited: 429,
	}
	for _, typ := range []api.ErrorType{
		api.ValidationError, api.UnsupportedChain, api.UnsupportedToken, api.InvalidSignature,
		api.OrderExpired, api.OrderNotFillable,
		api.TooManyOrders, api.InvalidHmac, api.SourceEth, api.UnsupportedSide, api.PricingError,
		api.GasCostExceedsTradeAmount, api.NoRoute,
		api.BadUsdPrice, api.PriceImpactTooHigh, api.RateChanged, api.TransactionFails,
		api.NotFound, api.InternalError,
		api.ChainUnavailable, api.StoreUnavailable, api.RateLimited,
	} {
		e := api.Errorf(typ, "the sentence")
		e.Text, e.Value, e.PriceRoute = "the text", "17.32%", json.RawMessage(`{"a":1}`)
		e.Fields = []api.FieldError{{Field: "f", Reason: "r"}}
		e.RetryAfter = 1500 * time.Millisecond
		f.Err = fmt.Errorf("wrapped: %w", e.WithCause(errors.New("the cause")))
		want := statuses[typ]
		if want == 0 {
			want = 400
		}
		a := ask(t, srv, "POST", orderPath, orderJSONText(nil))
		a.want(t, want, typ)
		if bytes.Contains(a.body, []byte("cause")) {
			t.Errorf("%s shows its cause: %s", typ, a.body)
		}
		_, err := c.Networks(background(t))
		back := api.AsError(err)
		if back.Type != typ || back.RequestID == "" {
			t.Errorf("%s comes back as %+v", typ, back)
		}
		if typ == api.InternalError {
			if strings.Contains(string(a.body), "the sentence") {
				t.Errorf("an internal error shows its sentence: %s", a.body)
			}
			continue
		}
		if back.Details != "the sentence" || back.Text != "the text" || back.Value != "17.32%" ||
			string(back.PriceRoute) != `{"a":1}` ||
			len(back.Fields) != 1 {
			t.Errorf("%s comes back as %+v", typ, back)
		}
		if (want == 429 || want == 503) && back.RetryAfter != 2*time.Second {
			t.Errorf("%s comes back with RetryAfter %s, want 2s", typ, back.RetryAfter)
		}
	}
}

// TestTransportErrors reaches the rows of the error table that the transport itself answers.
func TestTransportErrors(t *testing.T) {
	t.Parallel()
	_, srv := newServer(t, Options{})
	order := orderJSONText(nil)
	ask(t, srv, "GET", "/ft/orders", "").want(t, 404, api.NotFound)
	ask(t, srv, "GET", "/", "").want(t, 404, api.NotFound)
	ask(t, srv, "POST", orderPath, order, "Content-Type", "text/plain").want(
		t, 415, api.UnsupportedMediaType)
	ask(t, srv, "POST", orderPath, order, "Content-Type", "").want(t, 415, api.UnsupportedMediaType)
	ask(t, srv, "POST", orderPath, order, "Content-Encoding", "gzip").want(
		t, 415, api.UnsupportedMediaType)
	ask(t, srv, "POST", orderPath, "").want(t, 400, api.ValidationError)
	ask(t, srv, "POST", orderPath, `{"x":"`+strings.Repeat("x", maxBody)+`"}`).want(
		t, 413, api.BodyTooLarge)
	ask(t, srv, "GET", listPath+"?x="+strings.Repeat("x", maxURI), "").want(t, 414, uriTooLong)

	for path, allow := range map[string]string{
		orderPath: "OPTIONS, POST", listPath: "GET, HEAD, OPTIONS",
		"/x/1/transactions": "OPTIONS, POST"} {
		for _, method := range []string{"PUT", "DELETE", "PATCH", "GET", "POST", "HEAD", "FOO"} {
			if strings.Contains(allow, method) {
				continue
			}
			a := ask(t, srv, method, path, "")
			if a.status != 405 || a.header.Get("Allow") != allow {
				t.Errorf("%s %s: %d Allow %q, want 405 %q", method, path, a.status,
					a.header.Get("Allow"), allow)
			}
		}
	}
}

func TestPanicsAndForeignErrorsAreHidden(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	f, srv := newServer(t, Options{Log: slog.New(slog.NewJSONHandler(&log, nil))})
	f.Panics = true
	first := ask(t, srv, "GET", listPath, "")
	first.want(t, 500, api.InternalError)
	f.Panics, f.Err = false, errors.New("open /secret/path: secret state")
	second := ask(t, srv, "GET", listPath, "")
	second.want(t, 500, api.InternalError)
	srv.Close() // waits for the log lines
	for _, a := range []answer{first, second} {
		if bytes.Contains(a.body, []byte("secret")) {
			t.Errorf("the body shows internals: %s", a.body)
		}
		if !strings.Contains(log.String(), a.err.RequestID) {
			t.Errorf("the log has nothing of request %s", a.err.RequestID)
		}
	}
	if strings.Count(log.String(), "secret state") < 2 {
		t.Errorf("the log lacks the causes: %s", log.String())
	}
}

func TestHeadOptionsAndOrigins(t *testing.T) {
	t.Parallel()
	_, srv := newServer(t, Options{})
	get, head := ask(t, srv, "GET", listPath, ""), ask(t, srv, "HEAD", listPath+"/", "")
	if head.status != 200 || len(head.body) != 0 ||
		head.header.Get("Content-Length") != fmt.Sprint(len(get.body)) {
		t.Errorf("HEAD answers %d with %d bytes, Content-Length %s; GET has %d", head.status,
			len(head.body), head.header.Get("Content-Length"), len(get.body))
	}
	if a := ask(t, srv, "HEAD", "/x/events", ""); a.status != 200 {
		t.Errorf("HEAD of the event stream answers %d", a.status)
	}
	pre := ask(t, srv, "OPTIONS", orderPath, "", "Origin", "https://example.org",
		"Access-Control-Request-Method", "POST")
	if pre.status != 204 || pre.header.Get("Access-Control-Allow-Origin") != "*" ||
		pre.header.Get("Access-Control-Allow-Methods") != "OPTIONS, POST" ||
		pre.header.Get("Access-Control-Allow-Headers") != "*" {
		t.Errorf("the preflight of an order answers %d %v", pre.status, pre.header)
	}
	for path, want := range map[string]string{
		listPath: "*", "/nowhere": "*", "/x/networks": "", "/metrics": ""} {
		if got := ask(t, srv, "GET", path, "").header.Get(
			"Access-Control-Allow-Origin"); got != want {
			t.Errorf("%s allows origin %q, want %q", path, got, want)
		}
	}
	if a := ask(t, srv, "OPTIONS", "/x/1/transactions", ""); a.header.Get(
		"Access-Control-Allow-Origin") != "" {
		t.Error("a page may relay transactions")
	}
}

func TestPathTricks(t *testing.T) {
	t.Parallel()
	_, srv := newServer(t, Options{})
	for _, good := range []string{
		listPath, listPath + "/", "/ft/orders/1337/orderbook/?makerAsset=" + maker +
			"&takerAsset=" + maker,
		"/nft/orders/1337/orderbook", "/nft/p2p/1/taker/" + maker + "/?limit=5", "/healthz/"} {
		if a := ask(t, srv, "GET", good, ""); a.status != 200 {
			t.Errorf("GET %s answers %d: %s", good, a.status, a.body)
		}
	}
	for _, bad := range []string{"//healthz", "/healthz//", "/./healthz", "/x/../healthz",
		"/%68ealthz", "/ft%2forders/1337/maker/" + maker,
		"/ft/order/%2e%2e", "/ft/order/..", "/FT/orders/1337/maker/" + maker, listPath + "%00",
		"/ft//orders/1337/maker/" + maker, listPath + "/x",
		"/healthz;a=b", "/healthz%3fx"} {
		ask(t, srv, "GET", bad, "").want(t, 404, api.NotFound)
	}
}
