package commands_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/commands"
)

// liar stands before a server and changes one of its answers, or two.
type liar struct {
	server http.Handler
	later  bool // it speaks the later interface alone
	lies   []telling
	enough func() // is called once it has lied for a while

	mu    sync.Mutex
	asked map[string]int // how often, by method and path
	told  int            // how many lies
}

// telling is what is told in place of the answer to a question; path may end in a slash, for all
// that begins so.
type telling struct {
	path string
	tell func(answer any) any
}

// front is one address for the servers of several lies, one after the other.
type front struct {
	web *httptest.Server
	now atomic.Pointer[liar]
}

func newFront(t *testing.T) *front {
	f := new(front)
	f.web = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.now.Load().ServeHTTP(w, r)
	}))
	t.Cleanup(f.web.Close)
	return f
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if l.later && !strings.HasPrefix(r.URL.Path, "/v2/") {
		http.NotFound(w, r)
		return
	}
	what := r.Method + " " + r.URL.Path
	l.mu.Lock()
	l.asked[what]++
	l.mu.Unlock()
	var lies []telling
	for _, lie := range l.lies {
		within := strings.HasSuffix(lie.path, "/") && strings.HasPrefix(what, lie.path)
		if within || lie.path == what {
			lies = append(lies, lie)
		}
	}
	if len(lies) == 0 {
		l.server.ServeHTTP(w, r) // such as a stream
		return
	}
	honest := httptest.NewRecorder()
	l.server.ServeHTTP(honest, r)
	body := honest.Body.Bytes()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var answer any
	if honest.Code < 300 && d.Decode(&answer) == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.told++; l.told == 6 && l.enough != nil {
			defer l.enough()
		}
		for _, lie := range lies {
			answer = lie.tell(answer)
		}
		switch told := answer.(type) {
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
// signed by then, by an account of the row's own, that the order was posted is no fault.
type lie struct {
	name, sentence, says string
	path                 string
	tell                 func(answer any) any
	by                   string // who signs
	later                bool   // the server speaks the later interface alone, beside a node
	beside               bool   // a node stands beside a server of both interfaces
	data                 string // folder; "" is a new one
	front                *front // where the server is; nil is a new address
	node                 string // what the node says in place of the contract's domain separator
}

const (
	building   = "POST /v2/delta/orders/build"
	pricing    = "POST /orders/build"
	quoting    = "GET /v2/quote"
	submitting = "POST /delta/orders"
	listing    = "GET /delta/orders"

	listingLater = "GET /v2/delta/orders"

	reading    = "GET /delta/orders/" // and the id
	posting    = "POST /v2/delta/orders"
	finding    = "GET /v2/delta/orders/" // and the id
	naming     = "GET /tokens/1337"
	buys       = "delta buy 0.1 weth with usdc slippage 1%"
	buysSlices = "delta buy 0.1 weth with usdc in 2 every 1m slippage 1%"
	sellsMore  = "delta 300 usdc weth slippage 1%"
	stops      = "stop 0.1 weth usdc at 2900 least 2800"
	sells      = "delta 300 usdc weth in 2 every 1m slippage 1%"

	sellsSlowly = "delta 300 usdc weth in 2 every 1h slippage 1%"
)

// otherOrder begins what is said of an order that a server built otherwise.
const otherOrder = "the service built another order than was asked for: "

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

// honestly changes nothing.
func honestly(answer any) any { return answer }

// executed tells of a settlement by a transaction, in both interfaces' words.
func executed(tx common.Hash, spent, received string) func(any) any {
	return func(a any) any {
		r := at(a)
		r["status"] = "EXECUTED"
		if r["user"] == nil { // of the later interface
			r["status"] = "COMPLETED"
		}
		r["transactions"] = []any{map[string]any{"id": tx, "hash": tx, "status": 1,
			"originTx": tx, "filledPercent": 100, "spentAmount": spent,
			"receivedAmount": received}}
		return a
	}
}

// answers answers with a status alone, to come back much later or to look elsewhere.
func answers(status int) func(any) any {
	return func(any) any {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://127.0.0.1:1/")
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(status)
		})
	}
}

// pairs are lies that are told together; both are named.
var pairs = [][2]string{
	{"10 owner", "11 receiver"}, {"12 another token", "13 ten times as much"},
	{"14 a low least", "18 a little surplus"}, {"17 the limit as surplus", "19 kind"},
	{"20 partner", "22 deadline"}, {"23 nonce", "24 permit"}, {"25 metadata", "26 bridge"},
	{"2 contract", "27 scale"}, {"28 interval", "28 floor"}, {"3 network", "11 nobody"},
}

// node stands before a network's node and has its Delta contract tell another domain separator.
func node(t *testing.T, url string, own common.Hash, tells string) string {
	t.Helper()
	if tells == "" {
		return url
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := http.Post(url, "application/json", r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		body, _ := io.ReadAll(answer.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(bytes.ReplaceAll(body, []byte(own.Hex()), []byte(tells)))
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// lies are those by which a service could have something else signed. whole is what it built of a
// purchase.
func lies(whole any) []lie {
	bad := "0xbad0000000000000000000000000000000000bad"
	n := func(v int64) json.Number { return json.Number(fmt.Sprint(v)) }
	built := func(number, sentence, says string, tell func(any) any) lie {
		return lie{name: number, sentence: sentence, says: says, path: building, tell: tell}
	}
	priced := func(field, says string, value any) []lie {
		said := otherOrder + field + " is " + says
		return []lie{
			{name: "30 " + field, sentence: sellsMore, says: said, path: pricing,
				tell: in(field, value)},
			{name: "30 " + field + " of a stop", sentence: stops, says: said, path: pricing,
				tell: in(field, value)}}
	}
	list := slices.Concat(priced("owner", "0xBAd0", bad), priced("beneficiary", "0xBAd0", bad),
		priced("srcToken", "0xBAd0", bad), priced("destToken", "0xBAd0", bad),
		priced("srcAmount", "9000000000, not", "9000000000"), priced("destAmount", "1, not", "1"),
		priced("expectedDestAmount", "1, not", "1"),
		priced("deadline", "1900000000000, not", n(1900000000000)),
		priced("permit", "0x01, not 0x", "0x01"), priced("partnerAndFee", "3087", "30877890463284"+
			"318779618929335650108760871995910816356233851551912085222851097"))
	list = append(list, []lie{
		{name: "1 spender", sentence: buys, says: "the spender is 0xBAd0", path: quoting,
			tell: within(bad, "delta", "spender")},
		built("2 contract", buys, otherOrder+"domain.verifyingContract is 0xBAd0",
			within(bad, "toSign", "domain", "verifyingContract")),
		built("3 network", buys, otherOrder+"domain.chainId is 1, not 1337",
			within(n(1), "toSign", "domain", "chainId")),
		built("4 name", buys, `its domain is "Velora" "2.0.0", not "Portikus"`,
			within("Velora", "toSign", "domain", "name")),
		built("4 version", buys, `"Portikus" "1", not "Portikus" "2.0.0"`,
			within("1", "toSign", "domain", "version")),
		built("4 salt", buys, `unknown field "salt"`,
			within(common.Hash{1}, "toSign", "domain", "salt")),
		{name: "5 no contract", sentence: buys, says: "no Delta contract stands at 0x",
			later: true, path: quoting, tell: honestly, node: "0x"},
		{name: "5 another separator", sentence: buys, says: "the domain separator of the Delta " +
			"contract 0x", later: true, path: quoting, tell: honestly,
			node: common.Hash{5}.Hex()},
		built("6 widened", buys, "its type Order is", text(`"name":"kind","type":"uint8"`,
			`"name":"kind","type":"uint256"`)),
		built("6 renamed", buys, "its type Bridge is", text(`"name":"outputToken"`,
			`"name":"token"`)),
		built("7 a permit in its place", buys, "its types are [Bridge Order PermitBatch]",
			within([]any{}, "toSign", "types", "PermitBatch")),
		built("8 parts", buys, otherOrder+"its type is FillableOrder, not Order", func(a any) any {
			t := at(a, "toSign", "types")
			t["FillableOrder"] = t["Order"]
			delete(t, "Order")
			at(a, "toSign")["primaryType"] = "FillableOrder"
			return a
		}),
		built("9 a whole order for slices", sells, otherOrder+"its type is Order, not TWAPOrder",
			func(any) any { return whole }),
		built("10 owner", buys, otherOrder+"owner is 0xBAd0", in("owner", bad)),
		built("11 receiver", buys, otherOrder+"beneficiary is 0xBAd0", in("beneficiary", bad)),
		built("11 nobody", buys, otherOrder+"beneficiary is 0x0000", in("beneficiary",
			common.Address{})),
		built("12 another token", buys, otherOrder+"destToken is 0xBAd0", in("destToken", bad)),
		{name: "12 a namesake", sentence: buys, says: "WETH", path: naming, tell: func(a any) any {
			for _, token := range at(a)["tokens"].([]any) {
				if t := at(token); t["symbol"] == "WETH" {
					t["address"] = bad
				}
			}
			return a
		}},
		built("13 ten times as much", buys, otherOrder+"srcAmount is 9000000000, not",
			in("srcAmount", "9000000000")),
		built("14 a low least", buys, otherOrder+"destAmount is 1, not 100000000000000000",
			in("destAmount", "1")),
		{name: "15 a bad route", sentence: sellsMore, says: `it asks for the word "IMPACT"`,
			later: true, path: quoting, tell: func(a any) any {
				for _, swap := range []string{"origin", "destination"} {
					at(a, "delta", "route", swap, "output")["amount"] = "1000000000000000"
				}
				return a
			}},
		{name: "15 a little worse", sentence: sellsMore, says: `it asks for the word "IMPACT"`,
			later: true, path: quoting, tell: func(a any) any {
				for _, swap := range []string{"origin", "destination"} {
					amount := at(a, "delta", "route", swap, "output")
					is, _ := new(big.Int).SetString(amount["amount"].(string), 10)
					is.Div(is.Mul(is, big.NewInt(95)), big.NewInt(100))
					amount["amount"] = is.String()
				}
				return a
			}},
		{name: "15 a fee of nobody's", sentence: sellsMore, says: "a partner's fee of 0.5% in it",
			later: true, path: quoting, tell: within(json.Number("0.5"), "delta", "partner",
				"feePercent")},
		{name: "16 another price", sentence: buys, says: "priced something else than was asked",
			path: quoting, tell: func(a any) any {
				for _, swap := range []string{"origin", "destination"} {
					at(a, "delta", "route", swap, "output")["amount"] = "1"
				}
				return a
			}},
		built("17 the limit as surplus", buys, otherOrder+"expectedAmount is 9000000000, not",
			in("expectedAmount", "9000000000")),
		built("18 a little surplus", buys, otherOrder+"expectedAmount is 1, not",
			in("expectedAmount", "1")),
		built("19 kind", buys, otherOrder+"kind is 0, not 1", in("kind", n(0))),
		built("20 partner", buys, otherOrder+"partnerAndFee is", in("partnerAndFee",
			"30877890463284318779618929335650108760871995910816356233851551912085222851097")),
		built("21 no cap", buys, otherOrder+"partnerAndFee is 0, not 512", in("partnerAndFee",
			"0")),
		built("22 deadline", buys, otherOrder+"deadline is 1900000000000, not", in("deadline",
			n(1900000000000))),
		built("23 nonce", buys, otherOrder+"nonce is 7, not", in("nonce", "7")),
		built("24 permit", buys, otherOrder+"permit is 0x01, not 0x", in("permit", "0x01")),
		built("25 metadata", buys, otherOrder+"metadata is 0xbeef, not 0x", in("metadata",
			"0xbeef")),
		built("26 bridge", buys, otherOrder+"bridge.outputToken is 0xBAd0", in("bridge.outputToken",
			bad)),
		built("27 scale", buys, otherOrder+"bridge.scalingFactor is 12, not 0",
			in("bridge.scalingFactor", n(12))),
		built("28 interval", sells, otherOrder+"interval is 2, not 60", in("interval", n(2))),
		built("28 slices", sells, otherOrder+"numSlices is 60, not 2", in("numSlices", n(60))),
		built("28 floor", sells, otherOrder+"destAmountPerSlice is 1, not", in("destAmountPerSlice",
			"1")),
		built("28 most", buysSlices, otherOrder+"maxSrcAmount is 9000000000, not",
			in("maxSrcAmount", "9000000000")),
		built("30 hash", buys, "it has 0x", within(common.Hash{3}, "orderHash")),
		{name: "32 another order is taken", sentence: buys, says: "while it was sent 0x",
			path: submitting, tell: within(common.Hash{4}, "orderHash"), by: "dev1"},
		{name: "33 executed by nothing", sentence: buys, says: "but of no settlement",
			path: reading, by: "dev2", tell: func(a any) any {
				at(a)["status"], at(a)["transactions"] = "EXECUTED", []any{}
				return a
			}},
		{name: "33 executed for less", sentence: buys,
			says: "less than its least 100000000000000000",
			path: reading, by: "dev3", tell: executed(common.Hash{9}, "1", "1")},
		{name: "33 executed for more", sentence: buys, says: "that it spent 9000000000, more than",
			path: reading, by: "dev4",
			tell: executed(common.Hash{9}, "9000000000", "100000000000000000")},
		{name: "34 cancelled", sentence: sellsSlowly, says: "is given up on chain", later: true,
			path: finding, by: "main", tell: within("CANCELLED", "status")},
		{name: "34 failed", sentence: buys, says: "whoever has the signature can settle it until",
			path: reading, by: "dev1", tell: within("FAILED", "status")},
		{name: "34 expired", sentence: buys, says: "whoever has the signature can settle it until",
			path: reading, by: "dev2", tell: within("EXPIRED", "status")},
		{name: "35 a stranger's", sentence: "auctions", path: listing,
			says: "where it was asked for those of 0xf39F", tell: func(a any) any {
				at(a.([]any)[0])["user"] = bad
				return a
			}},
		{name: "35 another order", sentence: "auctions", path: listing,
			says: "while what it tells has the hash", tell: func(a any) any {
				at(a.([]any)[0], "order")["destAmount"] = "7"
				return a
			}},
		built("36 a page", buys, "not of this interface", func(any) any {
			return []byte("<html>welcome</html>")
		}),
		built("36 a list", buys, "not of this interface", func(any) any { return []any{} }),
		built("36 nothing", buys, "built has the hash 0x0000", func(any) any { return nil }),
		built("36 elsewhere", buys, "302 Found", answers(http.StatusFound)),
		built("36 too many requests", buys, "429 Too Many Requests",
			answers(http.StatusTooManyRequests)),
		built("36 endless", buys, "is larger than 1 MiB", func(any) any {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				for text, err := bytes.Repeat([]byte("a"), 1<<20), error(nil); err == nil; {
					_, err = w.Write(text)
				}
			})
		}),
		built("36 another type", buys, `"text/html", not application/json`, func(a any) any {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_ = json.NewEncoder(w).Encode(a)
			})
		}),
		built("36 a drip", buys+" --timeout 1s", "did not come in time", func(any) any {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for tick := time.NewTicker(50 * time.Millisecond); ; {
					select {
					case <-r.Context().Done():
						return
					case <-tick.C:
						_, _ = w.Write([]byte(" "))
						_ = http.NewResponseController(w).Flush()
					}
				}
			})
		}),
	}...)
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
// in words; what it tells of an order later is not believed either. Ten pairs of lies fare no
// better.
func TestNoLieIsSigned(t *testing.T) {
	here(t)
	m := open(t)
	var whole any
	first := &liar{server: m.handler, asked: map[string]int{}, lies: []telling{{building,
		func(answer any) any { whole = answer; return answer }}}}
	if out, err := trades(m, t, first, lie{sentence: buys, by: "main"}); err != nil {
		t.Fatalf("without a lie: %v\n%s", err, out)
	}
	list, err := apitest.On(m.service, api.LocalChainID).DeltaOrders(t.Context(),
		api.DeltaQuery{User: m.main, Page: 1, Limit: 1})
	if err != nil || len(list) != 1 || len(list[0].Transactions) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	m.endsOnChain(t)
	m.settledOnChain(t, list[0].Transactions[0].Hash)
	all := lies(whole)
	called := map[string]lie{}
	for _, l := range all {
		called[l.name] = l
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			refused(m, t, l, l)
		})
	}
	for _, p := range pairs {
		t.Run(p[0]+" and "+p[1], func(t *testing.T) {
			t.Parallel()
			refused(m, t, called[p[0]], called[p[0]], called[p[1]])
		})
	}
}

// endsOnChain has an order called cancelled whose second slice can still be settled: its owner uses
// up its nonce, and no other one, whatever the server makes of that.
func (m *market) endsOnChain(t *testing.T) {
	cancelled := []telling{{finding, within("CANCELLED", "status")},
		{"GET /v2/delta/orders", func(a any) any {
			for _, r := range at(a)["data"].([]any) {
				at(r)["status"] = "CANCELLED"
			}
			return a
		}}}
	server := func() *liar {
		return &liar{server: m.handler, later: true, asked: map[string]int{}, lies: cancelled}
	}
	about := lie{sentence: sellsSlowly, by: "dev2",
		later: true}
	promise := "unless its nonce "
	if out, err := trades(m, t, server(), about); err == nil || !strings.Contains(err.Error(),
		promise) {
		t.Fatalf("%v\n%s", err, out)
	}
	owner, on := m.account("dev2"), apitest.On(m.service, api.LocalChainID)
	mine := func() api.DeltaRecord {
		list, err := on.DeltaOrders(t.Context(), api.DeltaQuery{User: owner, Page: 1, Limit: 5})
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0]
	}
	order := mine()
	if order.Status.Final() {
		t.Fatalf("it is %+v", order)
	}
	about.sentence = "invalidate " + order.ID
	other := &liar{server: m.handler, asked: map[string]int{}, lies: []telling{
		{"POST /x/1337/prepare/invalidate", func(a any) any {
			data := contracts.NewDelta().PackInvalidateNonce(big.NewInt(7))
			at(a)["data"] = hexutil.Encode(data)
			return a
		}}}}
	out, err := trades(m, t, other, lie{sentence: about.sentence, by: "dev2"})
	if says := "it uses up the nonces [7] of Delta orders, not [" + order.Order.Nonce.String() +
		"]"; err == nil || !strings.Contains(err.Error(), says) {
		t.Fatalf("it does not say %q: %v\n%s", says, err, out)
	}
	if out, err = trades(m, t, server(), about); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err = trades(m, t, server(), about); err == nil || !strings.Contains(err.Error(),
		"no order that has it can be settled any more") {
		t.Errorf("used up twice: %v\n%s", err, out)
	}
	about.sentence = "auctions"
	if out, err = trades(m, t, server(), about); err != nil || strings.Contains(out, promise) ||
		!strings.Contains(out, "CANCELLED") {
		t.Errorf("%v\n%s", err, out)
	}
	// what nobody has seen on chain has brought nothing
	about.sentence = "auctions --json"
	out, err = trades(m, t, &liar{server: m.handler, later: true, asked: map[string]int{},
		lies: []telling{{"GET /v2/delta/orders", func(a any) any {
			for _, r := range at(a)["data"].([]any) {
				executed(common.Hash{9}, "1", "777000000000000000")(r)
				at(r)["status"] = "COMPLETED"
			}
			return a
		}}}}, about)
	if err != nil || !strings.Contains(out, "has not seen it") ||
		strings.Contains(out, "777000000000000000") {
		t.Errorf("%v\n%s", err, out)
	}
}

// settledOnChain has a server lie about what became of a sale that is settled, and of slices of
// which one is: by the network's node it is what it is, whatever interface the server speaks. other
// settled another order.
func (m *market) settledOnChain(t *testing.T, other common.Hash) {
	about := lie{sentence: "delta 200 usdc weth slippage 1%", by: "dev3", later: true,
		data: t.TempDir(), front: newFront(t)}
	if out, err := trades(m, t, &liar{server: m.handler, asked: map[string]int{}},
		about); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	about.sentence = "delta 400 usdc weth in 2 every 1h slippage 1%"
	watch := &liar{server: m.handler, later: true, asked: map[string]int{}, told: -1 << 30}
	settled := 0
	watch.lies = []telling{{finding, func(a any) any {
		if settled += len(at(a)["transactions"].([]any)); settled == 2 { // it was told before
			watch.enough()
		}
		return a
	}}}
	if out, err := trades(m, t, watch, about); err == nil ||
		!strings.Contains(err.Error(), "1 of 2 slices are settled") {
		t.Fatalf("%v\n%s", err, out)
	}

	all := func(tell func(r map[string]any)) []telling {
		each := func(list []any) {
			for _, r := range list {
				tell(at(r))
			}
		}
		return []telling{
			{listing, func(a any) any { each(a.([]any)); return a }},
			{listingLater, func(a any) any { each(at(a)["data"].([]any)); return a }},
		}
	}
	settlements := func(r map[string]any) []any { return r["transactions"].([]any) }
	for name, l := range map[string]struct {
		lies []telling
		says string // as an error; "" shows what is so
	}{
		"less spent": {all(func(r map[string]any) {
			at(settlements(r)[0])["spentAmount"], at(settlements(r)[0])["filledPercent"] = "1", 3
		}), ""},
		"told thrice": {all(func(r map[string]any) {
			if one := settlements(r)[0]; r["status"] != "EXECUTED" && r["status"] != "COMPLETED" {
				r["transactions"] = []any{one, one, one}
			}
		}), ""},
		"settled whole": {all(func(r map[string]any) {
			r["status"] = "EXECUTED"
			if r["user"] == nil {
				r["status"] = "COMPLETED"
			}
			at(settlements(r)[0])["spentAmount"] = "1"
			at(settlements(r)[0])["receivedAmount"] = "900000000000000000"
		}), ""},
		"by nothing": {all(func(r map[string]any) {
			executed(common.Hash{9}, "1", "900000000000000000")(r)
		}), ""},
		"by another's": {all(func(r map[string]any) {
			executed(other, "1", "900000000000000000")(r)
		}), ""},
		"one for another": {all(func() func(r map[string]any) {
			first := map[string]any{}
			return func(r map[string]any) {
				if len(first) == 0 || first["id"] == r["id"] {
					clear(first)
					maps.Copy(first, r)
					return
				}
				id := r["id"]
				maps.Copy(r, first)
				r["id"] = id
			}
		}()), ""},
		"repeated": {[]telling{{listingLater, func(a any) any {
			list := at(a)["data"].([]any)
			at(a)["data"] = append(list, list[0])
			return a
		}}, {listing, func(a any) any { return append(a.([]any), a.([]any)[0]) }}}, ""},
		"cancelled": {all(func(r map[string]any) {
			r["status"], r["transactions"] = "CANCELLED", []any{}
		}), ""},
	} {
		for _, later := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, %t", name, later), func(t *testing.T) {
				out, err := m.auctions(t, about, later, l.lies)
				if l.says != "" {
					if err == nil || !strings.Contains(err.Error(), l.says) {
						t.Errorf("it does not say %q: %v\n%s", l.says, err, out)
					}
					return
				}
				m.asSettled(t, out, err)
			})
		}
	}
	// where nothing is known of it, one row that can't be so refuses the page
	fresh := about
	fresh.data = t.TempDir()
	if out, err := m.auctions(t, fresh, true, []telling{{listingLater, func(a any) any {
		list := at(a)["data"].([]any)
		at(a)["data"] = append(list, list[0])
		return a
	}}}); err == nil || !strings.Contains(err.Error(), "twice of the Delta order 0x") {
		t.Errorf("%v\n%s", err, out)
	}
	// what was signed here is shown, whatever the server lists
	none := []telling{{listingLater, within([]any{}, "data")}}
	out, err := m.auctions(t, about, true, none)
	said := "leaves it out of its list; it says: settled in part"
	if err != nil || !strings.Contains(out, said) || !strings.Contains(out, "400000000") {
		t.Errorf("%v\n%s", err, out)
	}
	none = append(none, telling{finding, answers(http.StatusNotFound)})
	if out, err = m.auctions(t, about, true, none); err != nil ||
		!strings.Contains(out, "signed here, and not shown by ") ||
		!strings.Contains(out, "400000000") {
		t.Errorf("%v\n%s", err, out)
	}
	another := []telling{{listingLater, func(a any) any {
		list := at(a)["data"].([]any)
		row := maps.Clone(at(list[0]))
		row["owner"], row["orderHash"], row["id"] = common.Address{8}, common.Hash{8}, "another's"
		at(a)["data"] = append(list, row)
		return a
	}}}
	if out, err = m.auctions(t, about, true, another); err != nil ||
		!strings.Contains(out, "signed here, and not shown by ") ||
		!strings.Contains(out, "400000000") {
		t.Errorf("%v\n%s", err, out)
	}
	about.sentence = "delta 100 usdc weth slippage 1%"
	var old any
	_, err = trades(m, t, &liar{server: m.handler, later: true, asked: map[string]int{},
		lies: []telling{{posting, func(a any) any { at(a)["id"] = old; return a }},
			{listingLater, func(a any) any {
				old = at(at(a)["data"].([]any)[0])["id"]
				return a
			}}}}, about)
	if err == nil || !strings.Contains(err.Error(), ", while it was 0x") {
		t.Errorf("an order with another's id: %v", err)
	}
	m.cancelsNothing(t, about)
}

// cancelsNothing has a server leave an order out of what it says it has cancelled.
func (m *market) cancelsNothing(t *testing.T, about lie) {
	out, err := m.auctions(t, about, true, nil)
	var told struct{ Orders []api.DeltaRecord }
	if bad := json.Unmarshal([]byte(out), &told); err != nil || bad != nil {
		t.Fatalf("%v, %v\n%s", err, bad, out)
	}
	sliced := func(r api.DeltaRecord) bool { return r.Order.Form.Sliced() }
	i := slices.IndexFunc(told.Orders, sliced)
	about.sentence = "cancel " + told.Orders[i].ID
	if out, err = trades(m, t, &liar{server: m.handler, later: true, asked: map[string]int{},
		lies: []telling{{"POST /v2/delta/orders/cancel", within([]any{}, "cancelled")}}},
		about); err == nil || !strings.Contains(err.Error(), "has not cancelled "+
		told.Orders[i].ID) {
		t.Errorf("%v\n%s", err, out)
	}
}

// auctions are an account's Delta orders as a server lists them that lies; a node stands beside it.
func (m *market) auctions(t *testing.T, about lie, later bool, lies []telling) (string, error) {
	about.sentence, about.later, about.beside = "auctions --json", later, true
	return trades(m, t, &liar{server: m.handler, later: later, asked: map[string]int{},
		lies: lies, told: -1 << 30}, about)
}

// asSettled wants the sale settled whole by one transaction, and one of the two slices.
func (m *market) asSettled(t *testing.T, out string, err error) {
	t.Helper()
	var told struct{ Orders []api.DeltaRecord }
	if bad := json.Unmarshal([]byte(out), &told); err != nil || bad != nil ||
		len(told.Orders) != 2 {
		t.Fatalf("%v, %v\n%s", err, bad, out)
	}
	slices, sale := told.Orders[0], told.Orders[1]
	honest, err := apitest.On(m.service, api.LocalChainID).DeltaOrder(t.Context(), sale.ID)
	if err != nil || len(sale.Transactions) != 1 || len(slices.Transactions) > 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	amount := func(millions uint64) api.Amount { return api.NewAmount(millions * 1e6) }
	if tx := sale.Transactions[0]; sale.Status != api.DeltaExecuted ||
		tx.Spent != amount(200) || tx.FilledPercent != 10_000 ||
		tx.Received != honest.Transactions[0].Received {
		t.Errorf("the sale is %+v", sale)
	}
	if len(slices.Transactions) == 0 { // its nonce is free: nobody looks for what is left out
		doubted := strings.Contains(slices.Reason, "says that it is settled by") ||
			strings.Contains(slices.Reason, "whoever has the signature")
		if slices.Status == api.DeltaExecuted || !doubted {
			t.Errorf("the slices are %+v", slices)
		}
		return
	}
	if tx := slices.Transactions[0]; slices.Status == api.DeltaExecuted ||
		tx.Spent != amount(200) || tx.FilledPercent != 5000 ||
		slices.FilledAmount != amount(200) {
		t.Errorf("the slices are %+v", slices)
	}
}

// turns are those of accounts that sign: one console at a time counts an account's transactions.
var turns sync.Map

// refused has lies told to whoever says what one of them is about: nothing is signed, and each is
// named.
func refused(m *market, t *testing.T, about lie, told ...lie) {
	server := &liar{server: m.handler, later: about.later, asked: map[string]int{}}
	for _, l := range told {
		server.lies = append(server.lies, telling{l.path, l.tell})
	}
	if about.by != "" {
		turn, _ := turns.LoadOrStore(about.by, new(sync.Mutex))
		turn.(*sync.Mutex).Lock()
		defer turn.(*sync.Mutex).Unlock()
	}
	out, err := trades(m, t, server, about)
	for _, l := range told {
		says := strings.TrimPrefix(l.says, otherOrder)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("it does not say %q: %v\n%s", says, err, out)
		}
	}
	signed := server.asked[submitting] + server.asked[posting]
	if signed > 0 && about.by == "" {
		t.Errorf("%d orders were signed\n%s", signed, out)
	}
	if about.by != "" && signed != 1 {
		t.Errorf("%d orders were posted, not the one that is told of\n%s", signed, out)
	}
	if n := server.asked[building] + server.asked[pricing]; n > 2 {
		t.Errorf("it was asked %d times to build an order", n)
	}
	if server.asked["POST /v2/delta/orders/build/cancellation"] != 0 {
		t.Error("31: what cancels orders was made by the server")
	}
}

// trades says a sentence at a server, until it has told its lie six times, and returns what came.
func trades(m *market, t *testing.T, server *liar, about lie) (string, error) {
	t.Helper()
	if about.front == nil {
		about.front = newFront(t)
	}
	about.front.now.Store(server)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if about.by != "" {
		server.enough = cancel
	}
	args := []string{"do", "--backend", about.front.web.URL, "--data",
		cmp.Or(about.data, t.TempDir()), "--yes", "--max-usd", "20000", "--account",
		cmp.Or(about.by, "main")}
	if about.later || about.beside {
		separator := eip712.DeltaDomain(api.LocalChainID, m.contracts.Delta).Separator()
		args = append(args, "--rpc", "1337="+node(t, m.service.LocalRPC(), separator, about.node))
	}
	var out bytes.Buffer
	root := commands.Root()
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(append(args, strings.Fields(about.sentence)...))
	err := root.ExecuteContext(ctx)
	return out.String(), err
}

// TestAStopThatIsNotHeldBackIsNoSuccess: no signature has a trigger, so that a server that drops it
// can settle the order at once. Whoever signed is told, and how to end it.
func TestAStopThatIsNotHeldBackIsNoSuccess(t *testing.T) {
	here(t)
	m := open(t)
	server := &liar{server: m.handler, asked: map[string]int{}, lies: []telling{
		{"POST /delta/orders", func(answer any) any {
			delete(answer.(map[string]any), "trigger")
			return answer
		}}}}
	out, err := trades(m, t, server, lie{sentence: "stop 1 weth usdc at 2600 least 2500"})
	if err == nil || !strings.Contains(err.Error(), "the service does not hold the order back") ||
		!strings.Contains(err.Error(), "`cancel ") || strings.Contains(out, "waits for its price") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAHiddenOrderIsCancelledWithAll: an order that was signed here stands for every door, whatever
// the server shows of it or calls it.
func TestAHiddenOrderIsCancelledWithAll(t *testing.T) {
	here(t)
	m := open(t)
	hides := []telling{
		{"GET /ft/orders/1337/maker/", func(answer any) any {
			answer.(map[string]any)["orders"] = []any{}
			return answer
		}},
		{"GET /ft/order/", func(any) any { return map[string]any{} }}}
	ends := []telling{{"GET /ft/orders/1337/maker/", func(answer any) any {
		for _, o := range answer.(map[string]any)["orders"].([]any) {
			o.(map[string]any)["state"] = api.Fulfilled
			o.(map[string]any)["fillableBalance"] = "0"
		}
		return answer
	}}}
	// what was cancelled by another folder is cancelled by the server's word
	about := lie{front: newFront(t), data: t.TempDir()}
	for says, lies := range map[string][]telling{"NOT SHOWN 0x": hides, "FULFILLED 0x": ends} {
		server := &liar{server: m.handler, asked: map[string]int{}}
		do := func(sentence string) string {
			t.Helper()
			about.sentence = sentence
			out, err := trades(m, t, server, about)
			if err != nil {
				t.Fatalf("%s: %v\n%s", sentence, err, out)
			}
			return out
		}
		do("sell 0.1 weth at 2900 until 1h")
		server.lies = lies
		if out := do("orders"); !strings.Contains(out, says) ||
			!strings.Contains(out, "whoever has the signature can fill it until 20") {
			t.Errorf("orders are told as\n%s", out)
		}
		do("cancel all")
		server.lies = nil
		if out := do("orders"); !strings.Contains(out, "0 open orders") {
			t.Errorf("what was cancelled stands:\n%s", out)
		}
		page, err := apitest.On(m.service, 1337).Orders(t.Context(), api.OrderQuery{Maker: &m.main,
			Type: api.Limit, Limit: 1, OrderBy: api.ByCreatedAt})
		if err != nil || len(page.Orders) != 1 || page.Orders[0].State != api.Cancelled {
			t.Errorf("%s: %+v, %v", says, page, err)
		}
	}
}

// What takes the place of a transaction that waits is held against --max-usd as that was.
func TestReplacingKeepsToItsLimit(t *testing.T) {
	here(t)
	m := open(t)
	server := &liar{server: m.handler, asked: map[string]int{}, lies: []telling{
		{"POST /x/1337/prepare/transfer", func(a any) any {
			at(a)["gasPrice"], at(a)["tip"] = "7", "1" // below the base fee
			return a
		}}}}
	about := lie{sentence: "send 5 usdc dev1 --word waits --timeout 2s", data: t.TempDir()}
	out, err := trades(m, t, server, about)
	sent := regexp.MustCompile(`sent as (0x[0-9a-f]{64})`).FindStringSubmatch(out)
	if err == nil || sent == nil {
		t.Fatalf("it does not wait: %v\n%s", err, out)
	}
	about.sentence = "replace " + sent[1]
	out, err = trades(m, t, &liar{server: m.handler, asked: map[string]int{}}, about)
	if err != nil || !strings.Contains(out, "done in block") {
		t.Errorf("it is not replaced: %v\n%s", err, out)
	}
}

// A fill that a server invents does not hide those that the own node confirms, and is said to be
// none.
func TestAnInventedFillHidesNone(t *testing.T) {
	here(t)
	m := open(t)
	if out, err := do(t, m.url, "fill "+m.stranger("0.2", "600").Hex()+" pay 300 usdc", "--yes",
		"--max-usd", "1000"); err != nil {
		t.Fatal(out, err)
	}
	f := newFront(t)
	f.now.Store(&liar{server: m.handler, asked: map[string]int{}, lies: []telling{
		{"GET /x/1337/fills", func(answer any) any {
			told := at(answer)
			list := told["fills"].([]any)
			other := maps.Clone(at(list[0]))
			other["orderHash"], other["makerAmount"] = common.Hash{7}, "7000000000000000000"
			told["fills"] = append([]any{other}, list...)
			return told
		}}}})
	for _, sentence := range []string{"fills", "pnl"} {
		out, err := do(t, f.web.URL, sentence, "--rpc", "1337="+m.service.LocalRPC())
		if err != nil || strings.Contains(out, "7.000000 WETH") ||
			!strings.Contains(out, "Danger: "+strings.TrimPrefix(f.web.URL, "http://")+
				" tells of fills that the chain has not, such as one of order 0x07000000") ||
			sentence == "fills" && !strings.Contains(out, "gave 300.00 USDC for 0.10") {
			t.Errorf("%s: %v\n%s", sentence, err, out)
		}
	}
}

// TestEverySuccessSaysWhoTellsOfIt: without a node of one's own, what a transaction has brought is
// the word of the server, whether it sold, bought or sent.
func TestEverySuccessSaysWhoTellsOfIt(t *testing.T) {
	here(t)
	m := open(t)
	alone := ", by the word of " + strings.TrimPrefix(m.url, "http://") + " alone"
	for _, sentence := range []string{"fill " + m.stranger("0.2", "600").Hex() + " pay 300 usdc",
		"swap 100 usdc weth slippage 0.5%", "send 5 usdc dev1", "wrap 1"} {
		for _, flags := range [][]string{nil, {"--rpc", "1337=" + m.service.LocalRPC()}} {
			if flags != nil && strings.HasPrefix(sentence, "fill") {
				sentence = "fill " + m.stranger("0.2", "601").Hex() + " pay 300 usdc"
			}
			out, err := do(t, m.url, sentence, append(flags, "--yes", "--max-usd", "20000")...)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			last := lines[len(lines)-1]
			if err != nil || strings.Count(last, alone) != 1-min(1, len(flags)) {
				t.Errorf("%s %q: %v, %s", sentence, flags, err, out)
			}
		}
	}
}
