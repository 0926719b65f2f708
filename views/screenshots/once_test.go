package screenshots_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/eip712"
	"bourse/backend/server"
	"bourse/ui"
)

// forgetful is a proxy between the console and its service, which shows nothing of what is signed
// as long as it is bad.
type forgetful struct {
	server http.Handler
	others []common.Hash // orders that nobody here signs, which are told

	mu     sync.Mutex
	way    badness
	kept   []func()
	handed int
}

// badness is what it does with what is signed.
type badness string

const (
	good   badness = ""
	loses  badness = "loses the answer"
	late   badness = "hands it on when it is good again"
	denies badness = "answers, and knows nothing of it then"
)

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
	reads := r.Method == http.MethodGet && !slices.ContainsFunc(f.others,
		func(h common.Hash) bool { return strings.HasSuffix(r.URL.Path, h.Hex()) })
	switch {
	case (f.way == loses || f.way == late) && posts:
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		f.kept = append(f.kept, func() {
			again := r.Clone(context.Background())
			again.Body = io.NopCloser(bytes.NewReader(body))
			f.server.ServeHTTP(httptest.NewRecorder(), again)
		})
		if f.way == loses {
			f.hand()
		}
		panic(http.ErrAbortHandler) // the connection is closed
	case f.way != good && reads && lists.MatchString(r.URL.Path):
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, "[]")
	case f.way == denies && reads && tells.MatchString(r.URL.Path):
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, `{"errorType":"InternalError","details":"it can't be told"}`)
	case f.way != good && reads && tells.MatchString(r.URL.Path):
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

// turn makes it bad in a way, or good again.
func (f *forgetful) turn(way badness) (handed int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.way = way; way == good {
		f.hand()
	}
	return f.handed
}

// TestALostAnswerIsPaidOnce: every answer to what is signed is lost, at once or with the request on
// its way for a minute, or nothing of it is known after it. Who then closes the dialog and asks for
// the very same again has paid, or posted, once when all has arrived, whatever words were typed
// for it.
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
	ordersOf := func(nft bool) func() int {
		return func() int {
			page, err := apitest.On(exchange, 1337).Orders(t.Context(), api.OrderQuery{NFT: nft,
				Maker: &d.account, Limit: api.MaxPage, Type: api.Limit})
			if err != nil {
				t.Fatal(err)
			}
			return page.Total
		}
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
	own, err := apitest.On(exchange, 1337).UserNFTs(t.Context(), d.account)
	if err != nil || len(own) == 0 {
		t.Fatal(own, err)
	}
	st := stranger{d: d, exchange: apitest.On(exchange, 1337)}
	weth, usdc := st.token("WETH"), st.token("USDC")
	erc20 := func(t api.Token) api.Asset { return api.Asset{Address: t.Address} }
	st.allow(weth.Address, api.ERC20, api.NewAmount(3e18))
	order := st.offers(api.Order{MakerAsset: erc20(weth), MakerAmount: api.NewAmount(3e18),
		TakerAsset: erc20(usdc), TakerAmount: api.NewAmount(9000e6)})
	part := "fill " + order.Hash.Hex() + " pay 300 usdc"
	theirs, err := st.exchange.UserNFTs(t.Context(), st.account())
	if err != nil || len(theirs) == 0 {
		t.Fatal(theirs, err)
	}
	st.allow(theirs[0].Address, theirs[0].Kind, api.NewAmount(1))
	nft := st.offers(api.Order{NFT: true, MakerAsset: theirs[0].Asset,
		MakerAmount: api.NewAmount(1), TakerAsset: erc20(usdc), TakerAmount: api.NewAmount(50e6)})
	f.others = []common.Hash{order.Hash, nft.Hash}
	both := []badness{loses, late}
	for _, wish := range []struct {
		name  string
		keys  []string
		count func() int // of what it has led to
		ways  []badness  // in others the same keys are for what has arrived
	}{
		{"send", []string{"f1", ":", "send 1 eth dev1", "enter", "enter"}, mined, both},
		{"limit order", []string{"f2", "ctrl+l", "0.5", "tab", "2900", "enter"}, ordersOf(false),
			both},
		{"replacement at once", []string{"f3", "g", "m", "alt+4", "tab", "tab", "tab", "right",
			"enter"}, ordersOf(false), []badness{late}},
		{"swap", []string{"f1", ":", "swap 0.2 eth usdc", "enter", "enter"}, mined,
			append(both, denies)},
		{"Delta order", []string{"f1", ":", "delta 200 usdc weth", "enter", "enter"}, settled,
			both},
		{"sweep", []string{"f1", "g", "down", "down", "down", "down", "down", "enter", "enter",
			"0.1", "enter"}, mined, []badness{loses, denies}},
		{"NFT order", []string{"f1", ":",
			"nft sell apes " + own[0].ID.String() + " for 9 weth", "enter", "enter"},
			ordersOf(true), both},
		{"part of an order", []string{"f1", ":", part, "enter"}, mined,
			append(both, denies)},
		{"NFT", []string{"f1", ":", "fill " + nft.Hash.Hex(), "enter"}, mined,
			[]badness{late}}, // in others it is the owner's at once
	} {
		for _, way := range wish.ways {
			before, handed := wish.count(), f.turn(way)
			for range 2 {
				d.asks(wish.keys)
			}
			if n := f.turn(good) - handed; n < 2 {
				t.Errorf("%s: handed on %d times, which is no second try:\n%s", wish.name, n,
					d.Frame())
			}
			d.settle(30)
			if n := wish.count() - before; n != 1 {
				t.Errorf("%s, which %s: it happened %d times:\n%s", wish.name, way, n, d.Frame())
			}
			d.settle(20)
		}
	}
}

// stranger trades with the desk's account by another console: the wallet's second account.
type stranger struct {
	d        *desk
	exchange api.Exchange
	nonce    uint64
}

func (s *stranger) account() common.Address { return s.d.stage.Wallet.List()[1].Address }

func (s *stranger) contracts() api.Contracts {
	list, err := s.d.service.Networks(s.d.t.Context())
	if err != nil || len(list) == 0 {
		s.d.t.Fatal(list, err)
	}
	return list[0].Contracts
}

func (s *stranger) token(symbol string) api.Token {
	list, err := s.exchange.Tokens(s.d.t.Context())
	if err != nil {
		s.d.t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(t api.Token) bool { return t.Symbol == symbol })
	if i < 0 {
		s.d.t.Fatal(symbol + " is not listed")
	}
	return list[i]
}

// allow lets the order contract move what the stranger sells.
func (s *stranger) allow(token common.Address, kind api.AssetKind, amount api.Amount) {
	ctx := s.d.t.Context()
	tx, err := s.exchange.PrepareApprove(ctx, api.ApproveRequest{Owner: s.account(),
		Token: token, Kind: kind, Spender: s.contracts().AugustusRFQ, Amount: amount})
	if err != nil {
		s.d.t.Fatal(err)
	}
	raw, _, err := s.d.stage.Wallet.SignTransaction(tx.From, tx)
	if err != nil {
		s.d.t.Fatal(err)
	}
	if _, err := s.exchange.SendTransaction(ctx, raw); err != nil {
		s.d.t.Fatal(err)
	}
	s.d.settle(1)
}

// offers posts an order that the desk's account alone may take.
func (s *stranger) offers(o api.Order) api.OrderRecord {
	s.nonce++
	o.Maker, o.Taker = s.account(), s.d.account
	o.NonceAndMeta = api.PackNonce(api.NewAmount(s.nonce), o.Taker)
	sig, err := s.d.stage.Wallet.Sign(o.Maker,
		eip712.OrderTypedData(1337, s.contracts().AugustusRFQ, o))
	if err != nil {
		s.d.t.Fatal(err)
	}
	r, _, err := s.exchange.CreateOrder(s.d.t.Context(),
		api.OrderRequest{Order: o, Type: o.Type(), Signature: sig[:]})
	if err != nil {
		s.d.t.Fatal(err)
	}
	return r
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
