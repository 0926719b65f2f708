package screenshots_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/server"
	"bourse/ui"
)

// forgetful is a proxy between the console and its service: it loses every answer to what is
// signed, and shows nothing of it, as long as it is bad. What it is handed it hands on at once, or,
// where it is late, when it is good again.
type forgetful struct {
	server http.Handler

	mu        sync.Mutex
	bad, late bool
	kept      []func()
	handed    int
}

var (
	hands = regexp.MustCompile(`^/(ft|nft)/|^/delta/orders/?$|^/x/\d+/transactions$`)
	tells = regexp.MustCompile(`^/(ft|nft)/order/|^/x/\d+/transactions/|^/delta/orders/.`)
	lists = regexp.MustCompile(`^/delta/orders/?$`) // screens need an answer
)

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	posts := r.Method == http.MethodPost && hands.MatchString(r.URL.Path)
	if posts {
		f.handed++
	}
	reads := r.Method == http.MethodGet
	switch {
	case f.bad && posts:
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		f.kept = append(f.kept, func() {
			again := r.Clone(context.Background())
			again.Body = io.NopCloser(bytes.NewReader(body))
			f.server.ServeHTTP(httptest.NewRecorder(), again)
		})
		if !f.late {
			f.hand()
		}
		panic(http.ErrAbortHandler) // the connection is closed
	case f.bad && reads && lists.MatchString(r.URL.Path):
		io.WriteString(w, "[]")
	case f.bad && reads && tells.MatchString(r.URL.Path):
		panic(http.ErrAbortHandler)
	default:
		f.mu.Unlock() // a stream stays open
		f.server.ServeHTTP(w, r)
		f.mu.Lock()
	}
}

// hand hands on what was kept.
func (f *forgetful) hand() {
	for _, hand := range f.kept {
		hand()
	}
	f.kept = nil
}

// turn makes it bad, late or not, or good again.
func (f *forgetful) turn(bad, late bool) (handed int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bad, f.late = bad, late; !bad {
		f.hand()
	}
	return f.handed
}

// TestALostAnswerIsPaidOnce: every answer to what is signed is lost, at once or with the request on
// its way for a minute. Who then closes the dialog and asks for the very same again has paid, or
// posted, once when all has arrived, whatever words were typed for it.
func TestALostAnswerIsPaidOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	t.Chdir(t.TempDir()) // for what stray keys write
	f := &forgetful{}
	var exchange api.Service // which answers always
	d := openDesk(t, func(s api.Service) api.Service {
		exchange, f.server = s, server.New(s, server.Options{})
		srv := httptest.NewServer(f)
		t.Cleanup(srv.Close)
		c, err := client.New(srv.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	})
	orders := func() int {
		page, err := apitest.On(exchange, 1337).Orders(t.Context(),
			api.OrderQuery{Maker: &d.account,
				Limit: api.MaxPage, Type: api.Limit})
		if err != nil {
			t.Fatal(err)
		}
		return page.Total
	}
	mined := func() int { // nobody else sends for the account
		n, err := apitest.On(exchange, 1337).Nonces(t.Context(), d.account)
		if err != nil {
			t.Fatal(err)
		}
		return int(n.Mined)
	}
	settled := func() (n int) { // of several with one nonce the chain takes one
		list, err := apitest.On(exchange, 1337).DeltaOrders(t.Context(), api.DeltaQuery{
			User: d.account, Page: 1, Limit: api.MaxPage})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range list {
			n += len(o.Transactions)
		}
		return n
	}
	for _, wish := range []struct {
		name  string
		keys  []string
		count func() int // of what it has led to
		late  bool       // only: else what has arrived is what the same keys are for
	}{
		{name: "send", keys: []string{"f1", ":", "send 1 eth dev1", "enter", "enter"},
			count: mined},
		{name: "limit order", keys: []string{"f2", "ctrl+l", "0.5", "tab", "2900", "enter"},
			count: orders},
		{name: "replacement at once", keys: []string{"f3", "g", "m", "alt+4", "tab", "tab", "tab",
			"right", "enter"}, count: orders, late: true},
		{name: "swap", keys: []string{"f1", ":", "swap 0.2 eth usdc", "enter", "enter"},
			count: mined},
		{name: "Delta order", keys: []string{"f1", ":", "delta 200 usdc weth", "enter", "enter"},
			count: settled},
	} {
		for _, late := range []bool{false, true} {
			if wish.late && !late {
				continue
			}
			before, handed := wish.count(), f.turn(true, late)
			for range 2 {
				d.asks(wish.keys)
			}
			if n := f.turn(false, late) - handed; n < 2 {
				t.Errorf("%s: handed on %d times, which is no second try:\n%s", wish.name, n,
					d.Frame())
			}
			d.settle(30)
			if n := wish.count() - before; n != 1 {
				t.Errorf("%s, late %v: it happened %d times:\n%s", wish.name, late, n, d.Frame())
			}
			d.settle(20)
		}
	}
}

// asks presses the keys of a wish, signs what comes of it with every word that is wanted, and
// closes what is left.
func (d *desk) asks(keys []string) {
	for range 4 {
		d.Press("esc")
	}
	d.settle(1)
	for _, k := range keys {
		if k == "enter" {
			d.settle(2)
		}
		if m := ui.Press(k); m.Type == tea.KeyRunes && !m.Alt && len(k) > 1 {
			d.Type(k)
		} else {
			d.Press(k)
		}
		if k[0] == 'f' {
			d.settle(2)
		}
	}
	d.settle(2)
	if strings.Contains(d.Frame(), "Go on all the same?") { // the quote has moved
		d.Press("tab", "enter")
		d.settle(2)
	}
	if !isReview(d.front()) {
		d.t.Errorf("%q lead to no signature:\n%s", keys, d.Frame())
		return
	}
	for range 3 { // steps of one wish
		if !strings.Contains(d.Frame(), "press S") {
			break
		}
		d.signs()
	}
}

// signs reads the dialog in front and signs it, with the word that it asks for.
func (d *desk) signs() {
	for range 3 { // reading takes a moment, and lines have to be in sight
		d.Press("pgdown")
		d.Advance(2600 * time.Millisecond)
	}
	d.settle(1)
	frame := d.Frame()
	d.Press("S")
	if m := asksFor.FindStringSubmatch(frame); m != nil {
		d.Type(m[1])
		d.Press("enter")
	}
	d.Press("enter")
	d.settle(2)
}

// front is the title of the dialog in front of all.
func (d *desk) front() string {
	titles := d.Root.Dialogs()
	if len(titles) == 0 {
		return ""
	}
	return titles[len(titles)-1]
}
