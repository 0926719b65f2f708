package proof_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/backend/proof"
)

// bookOf is a book of orders at a service that says what a test has it say.
type bookOf struct {
	t      *testing.T
	now    time.Time
	file   string
	server *apitest.Fake
	told   proof.Told

	orders []api.OrderRecord
	fills  []api.Fill
	refuse error
}

func newBook(t *testing.T) *bookOf {
	b := &bookOf{t: t, now: time.Unix(1_800_000_000, 0), server: &apitest.Fake{},
		file: filepath.Join(t.TempDir(), "there", "signed.jsonl")}
	b.server.OnCreateOrder = func(context.Context, api.OrderRequest) (api.OrderRecord, bool,
		error) {
		if text, err := os.ReadFile(b.file); err != nil || len(text) == 0 {
			t.Errorf("an order is handed on before it is noted: %q, %v", text, err)
		}
		return api.OrderRecord{State: api.Pending}, true, b.refuse
	}
	b.server.OnOrders = func(context.Context, api.OrderQuery) (api.OrderPage, error) {
		return api.OrderPage{Orders: append([]api.OrderRecord(nil), b.orders...)}, nil
	}
	b.server.OnOrder = func(context.Context, common.Hash, bool) (api.OrderRecord, error) {
		return api.OrderRecord{}, api.Errorf(api.NotFound, "no such order")
	}
	b.server.OnFills = func(context.Context, api.FillQuery) ([]api.Fill, error) {
		return b.fills, nil
	}
	b.open()
	return b
}

// open begins another session.
func (b *bookOf) open() {
	b.t.Helper()
	w, err := proof.NewWitness("there", func() time.Time { return b.now }, b.file)
	if err != nil {
		b.t.Fatal(err)
	}
	b.told = proof.Told{Witness: w, Server: apitest.On(b.server, api.LocalChainID),
		Network: api.Network{ChainID: api.LocalChainID,
			Contracts: api.Contracts{AugustusRFQ: common.Address{9}}}}
}

// order is one of the maker's that ends after a time, 0 is never.
func (b *bookOf) order(nonce uint64, life time.Duration) api.OrderRecord {
	r := api.OrderRecord{ChainID: api.LocalChainID, State: api.Pending, Order: api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(nonce), common.Address{}),
		Maker:        common.Address{1},
		MakerAsset:   api.Asset{Address: common.Address{2}}, MakerAmount: api.NewAmount(1e18),
		TakerAsset: api.Asset{Address: common.Address{3}}, TakerAmount: api.NewAmount(3000e6)}}
	if life > 0 {
		r.Expiry = uint64(b.now.Add(life).Unix())
	}
	r.Hash = eip712.HashOrder(r.ChainID, common.Address{9}, &r.Order)
	return r
}

func (b *bookOf) sign(r api.OrderRecord) {
	b.t.Helper()
	_, _, err := b.told.CreateOrder(b.t.Context(), api.OrderRequest{Order: r.Order,
		ChainID: r.ChainID, Signature: []byte{1}})
	if (err != nil) != (b.refuse != nil) {
		b.t.Fatal(err)
	}
}

func (b *bookOf) list() []api.OrderRecord {
	b.t.Helper()
	page, err := b.told.Orders(b.t.Context(), api.OrderQuery{Type: api.Limit,
		Maker: &common.Address{1}, Limit: api.MaxPage})
	if err != nil {
		b.t.Fatal(err)
	}
	return page.Orders
}

// What was signed here is listed over restarts, whatever the service shows, until it has expired; a
// refused order is not.
func TestBookOrdersAreKept(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	r := b.order(1, time.Hour)
	b.sign(r)
	b.refuse = api.Errorf(api.OrderNotFillable, "too little")
	b.sign(b.order(2, time.Hour))
	b.open()
	list := b.list()
	if len(list) != 1 || list[0].Hash != r.Hash || !list[0].Unshown || !list[0].Stands() ||
		list[0].FillableBalance != r.MakerAmount ||
		!strings.Contains(list[0].StateReason, "not shown by there") {
		t.Fatalf("the service shows nothing: %+v", list)
	}
	if one, err := b.told.Order(t.Context(), r.Hash, false); err != nil || !one.Unshown {
		t.Errorf("asked for by its hash it is %+v, %v", one, err)
	}
	b.orders = []api.OrderRecord{r}
	if list := b.list(); len(list) != 1 || list[0].Unshown {
		t.Errorf("an order that is shown is listed as %+v", list)
	}
	b.orders, b.now = nil, b.now.Add(2*time.Hour)
	if list := b.list(); len(list) != 0 {
		t.Errorf("an order that has expired is listed: %+v", list)
	}
}

// An order that the service refused and has all the same is one that it may hide later.
func TestARefusedBookOrderThatIsThereIsKept(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	r := b.order(1, time.Hour)
	b.refuse = api.Errorf(api.OrderNotFillable, "too little")
	b.sign(r)
	if list := b.list(); len(list) != 0 {
		t.Fatalf("a refused order is listed: %+v", list)
	}
	b.orders = []api.OrderRecord{r}
	if list := b.list(); len(list) != 1 || list[0].Unshown {
		t.Fatalf("one that is there is listed as %+v", list)
	}
	b.orders = nil
	b.open()
	if list := b.list(); len(list) != 1 || !list[0].Unshown {
		t.Errorf("hidden again it is listed as %+v", list)
	}
}

// That an order is filled or cancelled is believed where the fills add up to it, or where it has
// expired anyway.
func TestEndsOfBookOrders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		state api.OrderState
		life  time.Duration
		fills []int64 // of ten
		later time.Duration
		word  bool // it is the service's word alone
	}{
		"filled":                 {api.Fulfilled, 0, []int64{4, 6}, 0, false},
		"filled, by no fills":    {api.Fulfilled, 0, nil, 0, true},
		"filled, by a part":      {api.Fulfilled, time.Hour, []int64{4}, 0, true},
		"cancelled":              {api.Cancelled, time.Hour, nil, 0, true},
		"cancelled, and expired": {api.Cancelled, time.Hour, nil, 2 * time.Hour, false},
		"expired too early":      {api.Expired, time.Hour, nil, 0, true},
		"expired":                {api.Expired, time.Hour, nil, 2 * time.Hour, false},
		"open":                   {api.Pending, time.Hour, nil, 0, false},
	} {
		b := newBook(t)
		r := b.order(1, c.life)
		b.sign(r)
		r.State = c.state
		b.orders, b.now = []api.OrderRecord{r}, b.now.Add(c.later)
		left := r.MakerAmount
		for _, tenths := range c.fills {
			f := api.Fill{OrderHash: r.Hash, Maker: r.Maker,
				MakerAmount: api.NewAmount(uint64(tenths) * 1e17)}
			b.fills, left = append(b.fills, f), left.Sub(f.MakerAmount)
		}
		list := b.list()
		if len(list) != 1 || list[0].Promised != c.word {
			t.Errorf("%s: %+v", name, list)
			continue
		}
		says := strings.Contains(list[0].StateReason, "the word of there alone")
		if says != c.word || c.word && list[0].FillableBalance != left {
			t.Errorf("%s: %s left, %q", name, list[0].FillableBalance, list[0].StateReason)
		}
	}
}

// An order whose time is up is over, whatever the service calls it: by the time of a node's newest
// block or, without one, by this machine's clock. By that it also is not over yet.
func TestTimeEndsBookOrders(t *testing.T) {
	t.Parallel()
	node, d, chain := clockOf(t)
	type state = api.OrderState
	const pending, suspended, expired = api.Pending, api.Suspended, api.Expired
	for name, c := range map[string]struct {
		node     bool
		state    state
		ends     int // hours after the chain's time
		ahead    int // this machine's clock, of it
		is       state
		promised bool
		says     string
	}{
		"open":                   {false, pending, 1, 0, pending, false, ""},
		"open too long":          {false, pending, 1, 2, expired, false, late},
		"suspended too long":     {false, suspended, 1, 2, expired, false, late},
		"expired":                {false, expired, 1, 2, expired, false, ""},
		"a wrong clock's":        {true, expired, 1, 2, expired, true, "alone"},
		"open by the chain":      {true, pending, 1, 2, suspended, false, ""},
		"too long for the chain": {true, pending, -1, -2, expired, false, byNode},
	} {
		b := newBook(t)
		if c.node {
			b.told.Node = node
			b.told.Network.Contracts.AugustusRFQ = common.Address(d.Contracts.AugustusRFQ)
			b.told.Network.Contracts.WrappedNative = common.Address(d.Contracts.WrappedNative)
		}
		b.now = chain.Add(time.Duration(c.ahead) * time.Hour)
		r := b.order(1, 0)
		r.Expiry = uint64(chain.Add(time.Duration(c.ends) * time.Hour).Unix())
		r.MakerAsset.Address = common.Address(d.Contracts.WrappedNative)
		r.Hash = eip712.HashOrder(r.ChainID, b.told.Network.Contracts.AugustusRFQ, &r.Order)
		b.sign(r)
		r.State = c.state
		b.orders = []api.OrderRecord{r}
		list := b.list()
		if len(list) != 1 || list[0].State != c.is || list[0].Promised != c.promised ||
			!strings.Contains(list[0].StateReason, c.says) {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// What is said of an order whose time is up.
const (
	late   = " by this machine's clock, though there calls it "
	byNode = " by your node, though there calls it "
)

// However many orders are signed, the file keeps those that stand and no more than some of the
// others.
func TestBookOrdersAreBounded(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	r := b.order(0, 0)
	b.sign(r)
	for i := range uint64(700) {
		b.sign(b.order(i+1, time.Second))
		b.now = b.now.Add(2 * time.Second)
	}
	b.open()
	if list := b.list(); len(list) != 1 || list[0].Hash != r.Hash {
		t.Errorf("of all that was signed %d orders stand, not the one without an end", len(list))
	}
	text, err := os.ReadFile(b.file)
	if n := strings.Count(string(text), `"book"`); err != nil || n > 502 {
		t.Errorf("the file has %d orders, %v", n, err)
	}
}
