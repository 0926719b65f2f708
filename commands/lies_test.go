package commands_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
)

// liar stands before a server and changes one of its answers.
type liar struct {
	mu     sync.Mutex
	server http.Handler
	tell   func(what string, answer any) any // what is told in place of an answer
	asked  map[string]int                    // how often, by method and path
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	what := r.Method + " " + r.URL.Path
	l.mu.Lock()
	l.asked[what]++
	l.mu.Unlock()
	if !strings.Contains(r.URL.Path, "/delta/orders") && what != quoting {
		l.server.ServeHTTP(w, r) // such as a stream
		return
	}
	honest := httptest.NewRecorder()
	l.server.ServeHTTP(honest, r)
	l.mu.Lock()
	defer l.mu.Unlock()
	body := honest.Body.Bytes()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var answer any
	if honest.Code < 300 && d.Decode(&answer) == nil {
		switch told := l.tell(what, answer).(type) {
		case http.HandlerFunc:
			told(w, r)
			return
		case []byte:
			body = told
		default:
			body, _ = json.Marshal(told)
		}
		body = rehashed(body)
	}
	for name, values := range honest.Header() {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(honest.Code)
	_, _ = w.Write(body)
}

// rehashed has the hash of the order that is told in place of the honest one's, as whoever lies
// well says it.
func rehashed(body []byte) []byte {
	var told struct {
		ToSign    api.DeltaToSign
		OrderHash *common.Hash
	}
	if json.Unmarshal(body, &told) != nil || told.OrderHash == nil || told.ToSign.ChainID == 0 ||
		*told.OrderHash == (common.Hash{3}) {
		return body
	}
	is := told.ToSign
	hash := eip712.DeltaTypedData(is.ChainID, is.Contract, is.Order).Hash()
	return bytes.Replace(body, []byte(told.OrderHash.Hex()), []byte(hash.Hex()), 1)
}

// at finds an object within an answer, by the names that lead to it.
func at(answer any, names ...string) map[string]any {
	for _, name := range names {
		answer = answer.(map[string]any)[name]
	}
	return answer.(map[string]any)
}

// lie is one of a server's, and what a console says of it. Where it tells of an order that is
// signed by then, that the order was posted is no fault.
type lie struct {
	name, sentence, says string
	path                 string
	tell                 func(answer any) any
	after                bool
}

const (
	building   = "POST /v2/delta/orders/build"
	quoting    = "GET /v2/quote"
	submitting = "POST /delta/orders"
	listing    = "GET /delta/orders"
	reading    = "GET /delta/orders/" // and the id
	buys       = "delta buy 0.1 weth with usdc slippage 1%"
	buysMore   = "delta buy 0.2 weth with usdc slippage 1%"
	buysSlices = "delta buy 0.1 weth with usdc in 2 every 1m slippage 1%"
	sells      = "delta 300 usdc weth in 2 every 1m slippage 1%"
)

// in changes a member of the order that a server built.
func in(name string, value any) func(any) any {
	return within(value, append([]string{"toSign", "value"}, strings.Split(name, ".")...)...)
}

// within changes a member of an answer.
func within(value any, names ...string) func(any) any {
	return func(answer any) any {
		last := len(names) - 1
		at(answer, names[:last]...)[names[last]] = value
		return answer
	}
}

// text changes an answer as it is written.
func text(from, to string) func(any) any {
	return func(answer any) any {
		b, _ := json.Marshal(answer)
		return bytes.Replace(b, []byte(from), []byte(to), 1)
	}
}

// lies are those by which a service could have something else signed. whole is what it built of a
// purchase.
func lies(whole *any) []lie {
	bad := "0xbad0000000000000000000000000000000000bad"
	n := func(v int64) json.Number { return json.Number(fmt.Sprint(v)) }
	other := "the service built another order than was asked for: "
	built := func(number, sentence, says string, tell func(any) any) lie {
		return lie{number, sentence, says, building, tell, false}
	}
	list := []lie{
		{"1 spender", buys, "the spender is 0xBAd0", quoting, within(bad, "delta", "spender"),
			false},
		built("2 contract", buys, other+"domain.verifyingContract is 0xBAd0",
			within(bad, "toSign", "domain", "verifyingContract")),
		built("3 network", buys, other+"domain.chainId is 1, not 1337",
			within(n(1), "toSign", "domain", "chainId")),
		built("4 name", buys, `its domain is "Velora" "2.0.0", not "Portikus"`,
			within("Velora", "toSign", "domain", "name")),
		built("4 version", buys, `"Portikus" "1", not "Portikus" "2.0.0"`,
			within("1", "toSign", "domain", "version")),
		built("4 salt", buys, `unknown field "salt"`,
			within(common.Hash{1}, "toSign", "domain", "salt")),
		built("6 widened", buys, "its type Order is", text(`"name":"kind","type":"uint8"`,
			`"name":"kind","type":"uint256"`)),
		built("6 renamed", buys, "its type Bridge is", text(`"name":"outputToken"`,
			`"name":"token"`)),
		built("7 a permit in its place", buys, "its types are [Bridge Order PermitBatch]",
			within([]any{}, "toSign", "types", "PermitBatch")),
		built("8 parts", buys, other+"its type is FillableOrder, not Order", func(a any) any {
			t := at(a, "toSign", "types")
			t["FillableOrder"] = t["Order"]
			delete(t, "Order")
			at(a, "toSign")["primaryType"] = "FillableOrder"
			return a
		}),
		built("9 a whole order for slices", sells, other+"its type is Order, not TWAPOrder",
			func(any) any { return *whole }),
		built("10 owner", buys, other+"owner is 0xBAd0", in("owner", bad)),
		built("11 receiver", buys, other+"beneficiary is 0xBAd0", in("beneficiary", bad)),
		built("11 nobody", buys, other+"beneficiary is 0x0000", in("beneficiary",
			common.Address{})),
		built("12 another token", buys, other+"destToken is 0xBAd0", in("destToken", bad)),
		built("13 ten times as much", buys, other+"srcAmount is 9000000000, not",
			in("srcAmount", "9000000000")),
		built("14 a low least", buys, other+"destAmount is 1, not 100000000000000000",
			in("destAmount", "1")),
		{"16 another price", buys, "priced something else than was asked", quoting,
			func(a any) any {
				for _, swap := range []string{"origin", "destination"} {
					at(a, "delta", "route", swap, "output")["amount"] = "1"
				}
				return a
			}, false},
		built("17 the limit as surplus", buys, other+"expectedAmount is 9000000000, not",
			in("expectedAmount", "9000000000")),
		built("18 a little surplus", buys, other+"expectedAmount is 1, not", in("expectedAmount",
			"1")),
		built("19 kind", buys, other+"kind is 0, not 1", in("kind", n(0))),
		built("20 partner", buys, other+"partnerAndFee is", in("partnerAndFee",
			"30877890463284318779618929335650108760871995910816356233851551912085222851097")),
		built("21 no cap", buys, other+"partnerAndFee is 0, not 512", in("partnerAndFee", "0")),
		built("22 deadline", buys, other+"deadline is 1900000000000, not", in("deadline",
			n(1900000000000))),
		built("23 nonce", buys, other+"nonce is 7, not", in("nonce", "7")),
		built("24 permit", buys, other+"permit is 0x01, not 0x", in("permit", "0x01")),
		built("25 metadata", buys, other+"metadata is 0xbeef, not 0x", in("metadata", "0xbeef")),
		built("26 bridge", buys, other+"bridge.outputToken is 0xBAd0", in("bridge.outputToken",
			bad)),
		built("27 scale", buys, other+"bridge.scalingFactor is 12, not 0",
			in("bridge.scalingFactor", n(12))),
		built("28 interval", sells, other+"interval is 2, not 60", in("interval", n(2))),
		built("28 slices", sells, other+"numSlices is 60, not 2", in("numSlices", n(60))),
		built("28 floor", sells, other+"destAmountPerSlice is 1, not", in("destAmountPerSlice",
			"1")),
		built("28 most", buysSlices, other+"maxSrcAmount is 9000000000, not",
			in("maxSrcAmount", "9000000000")),
		built("30 hash", buys, "it has 0x", within(common.Hash{3}, "orderHash")),
		{"32 another order is taken", buys, "while it was sent 0x", submitting, within(
			common.Hash{4}, "orderHash"), true},
		{"33 executed by nothing", buysMore, "but of no settlement", reading,
			func(a any) any {
				at(a)["status"], at(a)["transactions"] = "EXECUTED", []any{}
				return a
			}, true},
		{"35 a stranger's", "auctions", "where it was asked for those of 0xf39F", listing,
			func(a any) any {
				at(a.([]any)[0])["user"] = bad
				return a
			}, false},
		{"35 another order", "auctions", "while what it tells has the hash", listing,
			func(a any) any {
				at(a.([]any)[0], "order")["destAmount"] = "7"
				return a
			}, false},
		{"36 a page", buys, "not of this interface", building, func(any) any {
			return []byte("<html>welcome</html>")
		}, false},
		{"36 elsewhere", buys, "302 Found", building, func(any) any {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
			})
		}, false},
		{"36 endless", buys, "is larger than 16 MiB", building, func(any) any {
			return []byte(`"` + strings.Repeat("a", 17<<20) + `"`)
		}, false},
	}
	for _, number := range []string{`"1e30"`, `"0x10"`, `" 5"`, `"-1"`, `1900000000`,
		`"115792089237316195423570985008687907853269984665640564039457584007913129639936"`} {
		list = append(list, built("29 number "+number, buys, "not of this interface",
			func(answer any) any {
				return in("srcAmount", json.RawMessage(number))(answer)
			}))
	}
	return append(list,
		built("29 broken second", buys, "not of this interface", in("deadline",
			json.Number("1900000000.5"))),
		built("29 two of a name", buys, `"srcAmount" twice`, text(`"srcAmount":`,
			`"srcAmount":"1","srcAmount":`)))
}

// A server that lies gets no signature over what was not asked for, and is told what is otherwise,
// in words; what it tells of an order later is not believed either.
func TestNoLieIsSigned(t *testing.T) {
	here(t)
	m := open(t)
	server := &liar{server: m.handler, asked: map[string]int{}}
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	exchange := apitest.On(m.service, api.LocalChainID)
	posted := func() int {
		list, err := exchange.DeltaOrders(t.Context(), api.DeltaQuery{User: m.main, Page: 1,
			Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	var whole any
	server.tell = func(path string, answer any) any {
		if path == building {
			whole = answer
		}
		return answer
	}
	if out, err := do(t, web.URL, buys, "--yes", "--max-usd", "20000",
		"--timeout", "1m"); err != nil {
		t.Fatalf("without a lie: %v\n%s", err, out)
	}
	for _, l := range lies(&whole) {
		before := posted()
		server.tell = func(path string, answer any) any {
			if path == l.path || l.path == reading && strings.HasPrefix(path, reading) {
				return l.tell(answer)
			}
			return answer
		}
		out, err := do(t, web.URL, l.sentence, "--yes", "--max-usd", "20000",
			"--timeout", "6s")
		if err == nil || !strings.Contains(err.Error(), l.says) {
			t.Errorf("%s: %v\n%s", l.name, err, out)
		}
		if now := posted(); now != before && !l.after {
			t.Errorf("%s: %d orders were signed", l.name, now-before)
		}
	}
	if n := server.asked["POST /v2/delta/orders/build/cancellation"]; n != 0 {
		t.Errorf("31: what cancels orders was made by the server, %d times", n)
	}
}
