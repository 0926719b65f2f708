package screenshots_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/client"
	"bourse/backend/pins"
	"bourse/backend/proof"
	"bourse/backend/server"
	"bourse/wallet"
)

// liar is a proxy between the console and its service, which tells otherwise of orders than the
// service does.
type liar struct {
	server http.Handler

	mu   sync.Mutex
	lies map[common.Hash]func(order map[string]any) // nil leaves it out
	// moves changes what a transaction is said to have moved
	moves func(map[string]any)
	// before is asked first: true is that it has answered
	before func(w http.ResponseWriter, r *http.Request) bool
}

var (
	orderLists = regexp.MustCompile(`^/(ft|nft)/(p2p|orders)/`)
	moves      = regexp.MustCompile(`^/x/1337/movements/`)
	oneOrder   = regexp.MustCompile(`^/(ft|nft)/order/`)
)

func (l *liar) lie(hash common.Hash, how func(map[string]any)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lies == nil {
		l.lies = map[common.Hash]func(map[string]any){}
	}
	l.lies[hash] = how
}

func (l *liar) honest() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lies = nil
}

// tells changes an order, or tells that it is left out.
func (l *liar) tells(order map[string]any) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	hash, _ := order["orderHash"].(string)
	how, lied := l.lies[common.HexToHash(hash)]
	if lied && how != nil {
		how(order)
	}
	return !lied || how != nil
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	before := l.before
	l.mu.Unlock()
	if before != nil && before(w, r) {
		return
	}
	if r.Method == http.MethodGet && moves.MatchString(r.URL.Path) {
		l.tellsMoves(w, r)
		return
	}
	one := oneOrder.MatchString(r.URL.Path)
	if r.Method != http.MethodGet || !one && !orderLists.MatchString(r.URL.Path) {
		l.server.ServeHTTP(w, r)
		return
	}
	answer := httptest.NewRecorder()
	l.server.ServeHTTP(answer, r)
	body := answer.Body.Bytes()
	var told map[string]any
	if answer.Code == http.StatusOK && json.Unmarshal(body, &told) == nil {
		if one && !l.tells(told) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(`{"errorType":"NotFound","details":"no such order"}`))
			return
		}
		if list, ok := told["orders"].([]any); ok {
			kept := []any{}
			for _, o := range list {
				if o, ok := o.(map[string]any); ok && l.tells(o) {
					kept = append(kept, o)
				}
			}
			told["orders"], told["total"] = kept, len(kept)
		}
		body, _ = json.Marshal(told)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Code)
	_, _ = bytes.NewReader(body).WriteTo(w)
}

// tellsMoves answers what transactions have moved.
func (l *liar) tellsMoves(w http.ResponseWriter, r *http.Request) {
	answer := httptest.NewRecorder()
	l.server.ServeHTTP(answer, r)
	body := answer.Body.Bytes()
	var told any
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.moves != nil && json.Unmarshal(body, &told) == nil {
		var each func(any)
		each = func(v any) {
			switch v := v.(type) {
			case []any:
				for _, e := range v {
					each(e)
				}
			case map[string]any:
				if v["transactionHash"] != nil {
					l.moves(v)
					return
				}
				for _, e := range v {
					each(e)
				}
			}
		}
		each(told)
		body, _ = json.Marshal(told)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Code)
	_, _ = bytes.NewReader(body).WriteTo(w)
}

// deskBehind is a desk whose service is reached through a proxy, and what is signed for it is kept.
// It may have a node of its own.
func deskBehind(t *testing.T, l *liar, node bool) (d *desk, exchange api.Exchange,
	host string) {
	t.Helper()
	t.Chdir(t.TempDir())
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	var open atomic.Pointer[desk]
	kept := filepath.Join(t.TempDir(), "signed.jsonl")
	d = openDesk(t, func(s api.Service) api.Service {
		exchange, l.server = apitest.On(s, 1337), server.New(s, server.Options{})
		srv := httptest.NewServer(l)
		t.Cleanup(srv.Close)
		c, err := client.New(srv.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		host = c.Host()
		witness, err := proof.NewWitness(host, func() time.Time {
			if d := open.Load(); d != nil {
				return d.stage.Clock.Now()
			}
			return time.Time{}
		}, kept)
		if err != nil {
			t.Fatal(err)
		}
		nodes := map[uint64]*chain.Network{}
		if node {
			net, ok := s.(interface {
				Chain(uint64) (*chain.Network, bool)
			}).Chain(1337)
			if !ok {
				t.Fatal("the network has no node")
			}
			nodes[1337] = net
		}
		return pins.New(c, host, pins.Load(nil, nil, accounts), nodes, func(a common.Address) bool {
			d := open.Load()
			return d != nil && d.account == a
		}, witness)
	})
	open.Store(d)
	return d, exchange, host
}

// TestOrdersOutliveWhatIsToldOfThem: an order that was signed here and that the service does not
// show, or calls ended against its own list of fills, is told as that, and cancelling all cancels
// it.
func TestOrdersOutliveWhatIsToldOfThem(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	for _, node := range []bool{false, true} {
		t.Run(fmt.Sprintf("node %t", node), func(t *testing.T) { ordersOutlive(t, node) })
	}
}

func ordersOutlive(t *testing.T, node bool) {
	l := &liar{}
	d, exchange, host := deskBehind(t, l, node)
	place := func(sentence string) common.Hash {
		t.Helper()
		d.asks([]string{"f1", ":", sentence, "enter", "enter"})
		d.settle(2)
		page, err := exchange.Orders(t.Context(), api.OrderQuery{Maker: &d.account,
			Type: api.Limit, Limit: 1, OrderBy: api.ByCreatedAt})
		if err != nil || len(page.Orders) == 0 || !page.Orders[0].State.Open() {
			t.Fatalf("%s: %+v, %v\n%s", sentence, page, err, d.Frame())
		}
		return page.Orders[0].Hash
	}
	hidden := place("sell 0.5 weth @ 3110")
	filled := place("sell 0.5 weth @ 3120")
	cancelled := place("sell 0.5 weth @ 3130")
	l.lie(hidden, nil)
	ended := func(state api.OrderState) func(map[string]any) {
		return func(o map[string]any) {
			o["state"] = state
			o["fillableBalance"], o["makerBalance"], o["swappableBalance"] = "0", "0", "0"
		}
	}
	l.lie(filled, ended(api.Fulfilled))
	l.lie(cancelled, ended(api.Cancelled))
	look := func(price string, texts ...string) {
		t.Helper()
		d.Press("esc", "esc", "f3", "/")
		d.Type(price)
		d.Press("enter")
		d.settle(2)
		for _, text := range texts {
			if frame := d.Frame(); !strings.Contains(frame, text) {
				t.Errorf("the order at %s is told without %q:\n%s", price, text, frame)
			}
		}
		d.Press("/", "ctrl+u", "enter")
	}
	d.settle(2)
	look("3,110", "? not shown", "signed here, and not shown by "+host)
	look("3,120", "? FULFILLED", "its end is the word of "+host+" alone")
	look("3,130", "? CANCELLED", "its end is the word of "+host+" alone")
	d.Press("e")
	d.settle(1)
	files, err := filepath.Glob("*.csv")
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v:\n%s", files, err, d.Frame())
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), host); n < 3 {
		t.Errorf("the export says of %d orders whose word it is:\n%s", n, text)
	}
	d.Press("X")
	d.settle(1)
	for _, hash := range []common.Hash{hidden, filled, cancelled} {
		if frame := d.Frame(); !strings.Contains(frame, hash.Hex()[:6]) {
			t.Errorf("all that is cancelled is without %s:\n%s", hash, frame)
		}
	}
	d.Press("tab", "enter")
	d.settle(2)
	d.Press("S")
	d.settle(1)
	d.Press("enter")
	d.settle(5)
	l.honest()
	for _, hash := range []common.Hash{hidden, filled, cancelled} {
		if r, err := exchange.Order(t.Context(), hash, false); r.State != api.Cancelled {
			t.Errorf("the order %s is %s, %v:\n%s", hash, r.State, err, d.Frame())
		}
	}
	d.settle(8)
	look("3,110", "✗ CANCELLED") // as was signed here
}

// TestWhatWasNotSignedIsInNoSum: what a service tells of a transaction's fee or amounts that its
// signature or its receipt at the time rules out is in no sum of the gains, and named with why.
func TestWhatWasNotSignedIsInNoSum(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	l := &liar{}
	d, _, host := deskBehind(t, l, false)
	d.asks([]string{"f1", ":", "swap 0.2 eth usdc", "enter", "enter"})
	d.settle(4)
	d.Press("esc", "esc", "f9")
	d.settle(2)
	total := regexp.MustCompile(`total +\S+ USD`)
	honest := total.FindString(d.Frame())
	if honest == "" || !strings.Contains(d.Frame(), "told by "+host) {
		t.Fatalf("nothing is gained, or it is not said who tells so:\n%s", d.Frame())
	}
	more := func(v any, zeros string) any {
		if text, ok := v.(string); ok && text != "0" {
			return text + zeros
		}
		return v
	}
	for what, lie := range map[string]func(map[string]any){
		"said to have cost": func(m map[string]any) { m["fee"] = more(m["fee"], "000") },
		"said to have brought": func(m map[string]any) {
			for _, v := range m["moves"].([]any) {
				if v := v.(map[string]any); v["in"] == true {
					v["amount"] = more(v["amount"], "0")
				}
			}
		},
		"said to be another's": func(m map[string]any) { m["from"] = common.Address{7}.Hex() },
	} {
		files, err := filepath.Glob("trades-and-gains*.csv")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if err := os.Remove(f); err != nil {
				t.Fatal(err)
			}
		}
		l.mu.Lock()
		l.moves = lie
		l.mu.Unlock()
		d.settle(12) // longer than between two readings
		frame := d.Frame()
		if !strings.Contains(frame, "in no sum: "+host) {
			t.Errorf("%s: it is not said to be in no sum:\n%s", what, frame)
		}
		d.Press("T")
		d.settle(1)
		if files, err = filepath.Glob("trades-and-gains*.csv"); err != nil || len(files) != 1 {
			t.Fatalf("files %v, %v:\n%s", files, err, d.Frame())
		}
		text, err := os.ReadFile(files[0])
		if err != nil || !strings.Contains(string(text), ",refused,") ||
			!strings.Contains(string(text), what) {
			t.Errorf("%s: the file tells nothing of it, %v:\n%s", what, err, text)
		}
	}
	l.mu.Lock()
	l.moves = nil
	l.mu.Unlock()
	d.settle(12)
	if strings.Contains(d.Frame(), "in no sum") || total.FindString(d.Frame()) != honest {
		t.Errorf("it stays refused once it is told rightly:\n%s", d.Frame())
	}
}

// TestASwapIsNotWhatOneAloneTells: what a service tells of a swap as it is mined is told as its
// word; ten times what was promised is neither believed nor in the gains and their file.
func TestASwapIsNotWhatOneAloneTells(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	l := &liar{}
	d, _, host := deskBehind(t, l, false)
	d.asks([]string{"f1", ":", "swap 0.2 eth usdc", "enter", "enter"})
	d.settle(4)
	d.Press("esc", "esc", "f8")
	d.settle(1)
	if frame := d.Frame(); !strings.Contains(frame, "USDC, by the word of "+host+" alone") {
		t.Errorf("Activity tells a swap that one alone tells of as its own:\n%s", frame)
	}
	l.mu.Lock()
	l.moves = func(m map[string]any) {
		for _, v := range m["moves"].([]any) {
			if v := v.(map[string]any); v["in"] == true {
				v["amount"] = fmt.Sprint(v["amount"], "0")
			}
		}
	}
	l.mu.Unlock()
	d.asks([]string{"f1", ":", "swap 0.2 eth usdc", "enter", "enter"})
	d.settle(2)
	if frame := d.Frame(); !strings.Contains(frame, "✗ not believed: received ") {
		t.Errorf("ten times what was promised is believed:\n%s", frame)
	}
	d.Press("esc", "esc", "f8")
	d.settle(1)
	if frame := d.Frame(); !strings.Contains(frame, "as promised: what "+host+" alone told") {
		t.Errorf("Activity believes it:\n%s", frame)
	}
	d.Press("f9")
	d.settle(12)
	if frame := d.Frame(); !strings.Contains(frame, "in no sum: "+host) {
		t.Errorf("the gains believe it:\n%s", frame)
	}
	d.Press("T")
	d.settle(1)
	files, err := filepath.Glob("trades-and-gains*.csv")
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v:\n%s", files, err, d.Frame())
	}
	text, err := os.ReadFile(files[0])
	if err != nil || strings.Count(string(text), "said to have brought") < 1 {
		t.Errorf("the file for taxes believes it, %v:\n%s", err, text)
	}
}

// TestADroppedStopStaysTold: a stop whose trigger a service has dropped, which is then settled at
// the market, is told so wherever the order is told of, in red, and in narrow windows.
func TestADroppedStopStaysTold(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	l := &liar{before: changesSubmitted(func(order map[string]any) { delete(order, "trigger") })}
	d, _, _ := deskBehind(t, l, false)
	d.asks([]string{"f1", ":", "stop 0.9 weth usdc at 2900 least 2800 until 1d", "enter",
		"enter"})
	const unheld = "not held back: stop at 2,900.00 USDC per WETH or less"
	for range 40 { // until it is settled
		if strings.Contains(d.Frame(), "; Delta: sold 0.9000 WETH for 2,") {
			break
		}
		d.Press("esc")
		d.settle(1)
	}
	shows := func(what string, texts ...string) {
		t.Helper()
		for _, width := range []int{80, 120} {
			d.Resize(width, 36)
			frame := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ").
				Replace(d.Frame())), " ")
			for _, text := range texts {
				if !strings.Contains(frame, text) {
					t.Errorf("%s is told at %d without %q:\n%s", what, width, text, d.Frame())
				}
			}
			if strings.Contains(frame, "EXECUTED ✓") || strings.Contains(frame, "✓ Delta: sold") {
				t.Errorf("%s has a tick at %d:\n%s", what, width, d.Frame())
			}
		}
		d.Resize(120, 36)
	}
	shows("the message", "✗ "+unheld+"; Delta: sold 0.9000 WETH for 2,")
	d.Press("f5")
	d.settle(2)
	shows("the order's page", "EXECUTED ✗", "held as", unheld, "✗ not held back")
	d.Press("h")
	d.settle(1)
	shows("the history", "EXECUTED ✗", unheld)
	d.Press("f8")
	d.settle(1)
	shows("Activity", unheld)
}

// changesSubmitted answers a Delta order that is submitted as if another one had been.
func changesSubmitted(how func(map[string]any)) func(http.ResponseWriter, *http.Request) bool {
	return func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPost || r.URL.Path != "/delta/orders" {
			return false
		}
		var body map[string]any
		text, err := io.ReadAll(r.Body)
		if err == nil && json.Unmarshal(text, &body) == nil {
			how(body)
			text, _ = json.Marshal(body)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		return false
	}
}

// TestANonceThatIsTakenIsNotSigned: a Delta order that a service builds with the nonce of another
// one, of which only one could be settled, is refused.
func TestANonceThatIsTakenIsNotSigned(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	for _, node := range []bool{false, true} {
		l := &liar{}
		d, exchange, _ := deskBehind(t, l, node)
		d.asks([]string{"f1", ":", "delta 0.3 weth usdc", "enter", "enter"})
		d.settle(8)
		list, err := exchange.DeltaOrders(t.Context(), api.DeltaQuery{User: d.account, Page: 1,
			Limit: 1})
		if err != nil || len(list) != 1 || list[0].Status != api.DeltaExecuted {
			t.Fatalf("the first is %+v, %v\n%s", list, err, d.Frame())
		}
		first := list[0]
		l.mu.Lock()
		l.before = l.answering(regexp.MustCompile(`/orders/build$`), func(body []byte) []byte {
			return regexp.MustCompile(`"nonce":"\d+"`).ReplaceAll(body,
				fmt.Appendf(nil, `"nonce":"%s"`, first.Order.Nonce))
		})
		l.mu.Unlock()
		if node {
			d.Resize(80, 36)
		}
		d.asks([]string{"f1", ":", "delta 0.3 weth usdc", "enter", "enter"}) // the approval
		said := ""
		for range 10 {
			said += d.Frame()
			d.settle(1)
		}
		if want := "its nonce is that of your order " + first.OrderHash.Hex()[:6]; isReview(
			d.front()) || !strings.Contains(strings.Join(strings.Fields(said), " "), want) {
			t.Errorf("node %t: it is not said that %q:\n%s", node, want, d.Frame())
		}
	}
}

// TestADearSwapAsksForAWord: a swap that pays far more for gas than the network takes asks for the
// word, whatever it is worth, and whatever the service says that the network takes.
func TestADearSwapAsksForAWord(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	l := &liar{}
	d, _, _ := deskBehind(t, l, true)
	dear := regexp.MustCompile(`/prepare/swap$|^/x/1337/status$`)
	l.mu.Lock()
	l.before = l.answering(dear, func(body []byte) []byte {
		body = regexp.MustCompile(`"gasPrice":"\d+"`).ReplaceAll(body,
			[]byte(`"gasPrice":"200000000000"`))
		return regexp.MustCompile(`"tip":"\d+"`).ReplaceAll(body, []byte(`"tip":"200000000000"`))
	})
	l.mu.Unlock()
	for range 4 {
		d.Press("esc")
	}
	d.Press("f1", ":")
	d.Type("swap 1 eth usdc")
	d.settle(1)
	d.Press("enter")
	d.settle(2)
	d.Press("enter")
	d.settle(2)
	if frame := d.Frame(); !strings.Contains(frame, `Type "fee" to go on`) {
		t.Errorf("no word is asked for:\n%s", frame)
	}
}

// answering changes the answers to what is asked for under a path.
func (l *liar) answering(path *regexp.Regexp, how func([]byte) []byte) func(http.ResponseWriter,
	*http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !path.MatchString(r.URL.Path) {
			return false
		}
		answer := httptest.NewRecorder()
		l.server.ServeHTTP(answer, r)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer.Code)
		_, _ = w.Write(how(answer.Body.Bytes()))
		return true
	}
}

// TestAnApprovalNamesWhatItRevives: an order that waits for an approval is named where that is
// given for something else.
func TestAnApprovalNamesWhatItRevives(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	d, exchange, _ := deskBehind(t, &liar{}, false)
	d.asks([]string{"f1", ":", "revoke weth for orders", "enter"})
	d.settle(3)
	page, err := exchange.Orders(t.Context(), api.OrderQuery{Maker: &d.account, Type: api.Limit,
		Limit: api.MaxPage, OrderBy: api.ByCreatedAt})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(page.Orders, func(o api.OrderRecord) bool {
		return o.State == api.Suspended
	})
	if i < 0 {
		t.Fatalf("no order is suspended: %+v", page.Orders)
	}
	for range 4 {
		d.Press("esc")
	}
	d.settle(1)
	d.Press("f1", ":")
	d.Type("approve 1 weth for orders")
	d.Press("enter")
	d.settle(2)
	want := "revives: order " + page.Orders[i].Hash.Hex()[:6]
	if frame := d.Frame(); !strings.Contains(frame, want) {
		t.Errorf("the review is without %q:\n%s", want, frame)
	}
}
