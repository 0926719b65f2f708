package announce_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

const chain = 1337

var (
	me       = common.Address{1}
	stranger = common.Address{9}
	weth     = common.Address{0xc0}
	usdc     = common.Address{0xa0}
	noon     = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

// exchange is a service whose lists a test changes.
type exchange struct {
	apitest.Fake
	fills  []api.Fill // newest first
	orders []api.OrderRecord
	deltas []api.DeltaRecord
	fails  error
	asked  int // for what then failed
}

// failed counts what is asked while all fails.
func (x *exchange) failed() error {
	if x.fails != nil {
		x.asked++
	}
	return x.fails
}

func (x *exchange) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

func (x *exchange) Networks(context.Context) ([]api.Network, error) {
	return []api.Network{{ChainID: chain}}, nil
}

func (x *exchange) Orders(_ context.Context, q api.OrderQuery) (p api.OrderPage, err error) {
	var all []api.OrderRecord
	for _, o := range x.orders {
		made := q.Maker != nil && o.Maker == *q.Maker
		offered := q.Taker != nil && (o.Taker == *q.Taker || o.TakerFromMeta() == *q.Taker)
		if (made || offered) && q.Type == o.Type() && q.NFT == o.NFT {
			all = append(all, o)
		}
	}
	slices.SortStableFunc(all, func(a, b api.OrderRecord) int {
		return cmp.Compare(b.UpdatedAt, a.UpdatedAt)
	})
	end := min(q.Offset+q.Limit, len(all))
	p.Orders, p.HasMore = all[min(q.Offset, end):end], end < len(all)
	return p, x.failed()
}

func (x *exchange) Fills(_ context.Context, q api.FillQuery) (list []api.Fill, err error) {
	for _, f := range x.fills {
		mark := api.FillMark{Block: f.Block.Number, LogIndex: f.LogIndex}
		if (f.Maker == *q.Account || f.Taker == *q.Account) && len(list) < q.Limit &&
			(q.Before == nil || q.Before.After(mark)) {
			list = append(list, f)
		}
	}
	return list, x.failed()
}

func (x *exchange) DeltaOrders(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
	return x.deltas, x.failed()
}

func (x *exchange) DeltaOrder(context.Context, string) (api.DeltaRecord, error) {
	return x.deltas[0], x.failed()
}

func (x *exchange) Token(_ context.Context, _ uint64, t common.Address) (api.Token, error) {
	return api.Token{Address: t, Symbol: "USDC", Decimals: 6}, nil
}

func (x *exchange) Tokens(context.Context, uint64) ([]api.Token, error) {
	return []api.Token{{Address: weth, Symbol: "WETH", Decimals: 18},
		{Address: usdc, Symbol: "USDC", Decimals: 6}}, nil
}

func (x *exchange) Collections(context.Context, uint64) ([]api.Token, error) { return nil, nil }

// trade adds the next fill of an order of mine.
func (x *exchange) trade(order byte, quote api.Token) {
	n := uint64(len(x.fills) + 1)
	x.fills = append([]api.Fill{{ChainID: chain, OrderHash: common.Hash{order}, Maker: me,
		Taker: stranger, MakerAsset: api.Asset{Address: weth},
		TakerAsset: api.Asset{Address: quote.Address}, MakerAmount: api.NewAmount(1e18),
		TakerAmount: api.NewAmount(3_000_000_000), TxHash: common.Hash{7, byte(n), byte(n >> 8)},
		Block: api.BlockRef{Number: 10 + n, Hash: common.Hash{8, byte(n), byte(n >> 8)},
			Time: uint64(noon.Unix()) + n}}}, x.fills...)
}

func watch(x api.Service, path string) *announce.Watcher {
	w := announce.New(announce.Config{Service: x, Path: path,
		Now: func() time.Time { return noon.Add(time.Hour) }})
	w.Watch([]common.Address{me})
	return w
}

func look(t *rapid.T, w *announce.Watcher) (ids []string) {
	list, err := w.Look(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		ids = append(ids, a.ID)
	}
	return ids
}

// Whatever happens between two looks, and whether the process goes on, was stopped or lost what it
// saw last: every fill of mine after the first look is announced, under one id, and again only
// where what was seen was not kept.
func TestNothingIsMissed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		path := filepath.Join(folder, fmt.Sprint(n), "seen.json")
		x := &exchange{}
		for range rapid.IntRange(0, 250).Draw(t, "before") {
			x.trade(1, api.Token{Address: usdc})
		}
		before := len(x.fills)
		w := watch(x, path)
		if ids := look(t, w); len(ids) != 0 {
			t.Fatalf("%d fills from before are announced", len(ids))
		}
		if err := w.Keep(); err != nil {
			t.Fatal(err)
		}
		told := map[string]bool{}
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			for range rapid.IntRange(0, 230).Draw(t, "trades") {
				x.trade(2, api.Token{Address: usdc})
			}
			w.Hear(api.Event{Topic: api.TopicFill, ChainID: chain})
			ids := look(t, w)
			lost := rapid.Bool().Draw(t, "a crash before it is kept")
			for _, id := range ids {
				told[id] = true
			}
			if lost {
				w = watch(x, path)
				continue
			}
			if err := w.Keep(); err != nil {
				t.Fatal(err)
			}
			for _, id := range look(t, watch(x, path)) {
				t.Fatalf("%s is announced again after a restart", id)
			}
		}
		w.All()
		for _, id := range look(t, w) {
			told[id] = true
		}
		if want := len(x.fills) - before; len(told) != want {
			t.Fatalf("%d of %d fills are announced", len(told), want)
		}
	})
}

// Thousands of fills of an order in one block are one announcement with what they come to, told
// once over a restart; those of another order in that block have their own.
func TestManyFillsOfABlockAreOne(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "seen.json")
	x := &exchange{}
	w := watch(x, path)
	if list, err := w.Look(t.Context()); err != nil || len(list) > 0 {
		t.Fatalf("%d, %v", len(list), err)
	}
	block := func(number uint64, order byte, fills int) {
		for i := range fills {
			x.trade(order, api.Token{Address: usdc})
			x.fills[0].Block = api.BlockRef{Number: number, Hash: common.Hash{31: byte(number)},
				Time: uint64(noon.Unix())}
			x.fills[0].LogIndex = 10_000*uint(order) + uint(i)
		}
	}
	block(20, 1, 2500)
	block(20, 2, 1)
	block(21, 1, 700)
	w.All()
	list, err := w.Look(t.Context())
	if err != nil || len(list) != 3 {
		t.Fatalf("%d are announced, %v", len(list), err)
	}
	sums := map[int]string{}
	for _, a := range list {
		sums[a.Fills] = a.Text[strings.Index(a.Text, "was filled"):]
	}
	for n, want := range map[int]string{
		0:    "was filled: 1 WETH for 3000 USDC",
		700:  "was filled 700 times: 700 WETH for 2100000 USDC",
		2500: "was filled 2500 times: 2500 WETH for 7500000 USDC"} {
		if sums[n] != want {
			t.Errorf("of %d fills it says %q, want %q", n, sums[n], want)
		}
	}
	if err := w.Keep(); err != nil {
		t.Fatal(err)
	}
	w = watch(x, path)
	w.All()
	if list, err = w.Look(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("%d are announced again, %v", len(list), err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 2000 {
		t.Errorf("what was announced takes %d bytes, %v", info.Size(), err)
	}
}

// Nobody can make thousands of announcements by filling orders of his own for an account: those of
// a block are one, which tells of no payment.
func TestManyGiftsOfABlockAreOne(t *testing.T) {
	t.Parallel()
	x := &exchange{}
	w := watch(x, filepath.Join(t.TempDir(), "seen.json"))
	if list, err := w.Look(t.Context()); err != nil || len(list) > 0 {
		t.Fatalf("%d, %v", len(list), err)
	}
	for i := range 300 {
		x.trade(1, api.Token{Address: usdc})
		f := &x.fills[0]
		f.Maker, f.Taker, f.Payer, f.LogIndex = stranger, me, common.Address{8}, uint(i)
		f.Block = api.BlockRef{Number: 20, Hash: common.Hash{20}, Time: uint64(noon.Unix())}
	}
	w.All()
	list, err := w.Look(t.Context())
	if err != nil || len(list) != 1 || list[0].Gave != nil || !strings.HasSuffix(list[0].Text,
		"for you 300 times: you got 300 WETH") {
		t.Fatalf("%+v, %v", list, err)
	}
}

// A look that fails announces nothing twice and loses nothing.
func TestALookThatFailsIsMadeAgain(t *testing.T) {
	t.Parallel()
	x := &exchange{fails: errors.New("out of reach")}
	w := watch(x, "")
	if _, err := w.Look(t.Context()); err == nil {
		t.Fatal("a look at nothing succeeds")
	}
	x.fails = nil
	if list, err := w.Look(t.Context()); err != nil || len(list) != 0 {
		t.Fatalf("the first look announces %v (%v)", list, err)
	}
	x.trade(1, api.Token{Address: usdc})
	w.Hear(api.Event{Topic: api.TopicFill, ChainID: chain, Fill: &x.fills[0]})
	x.fails = errors.New("out of reach")
	if _, err := w.Look(t.Context()); err == nil {
		t.Fatal("a look at nothing succeeds")
	}
	x.fails = nil
	list, err := w.Look(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("announced are %+v (%v)", list, err)
	}
	a := list[0]
	if a.Kind != announce.Fill || a.Account != me || !a.Maker || a.Gave.Token != weth ||
		a.Got.Amount != api.NewAmount(3_000_000_000) || *a.Other != stranger ||
		!a.Time.Equal(noon.Add(time.Second)) ||
		!strings.HasSuffix(a.Text, "was filled: 1 WETH for 3000 USDC") {
		t.Errorf("announced is %+v", a)
	}
}

// A service that is asked too much is asked nothing more until the time that it names is over.
func TestARefusalIsWaitedOut(t *testing.T) {
	t.Parallel()
	x, now := &exchange{}, noon
	w := announce.New(announce.Config{Service: x, Now: func() time.Time { return now }})
	w.Watch([]common.Address{me, stranger})
	if _, err := w.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	busy := api.Errorf(api.RateLimited, "too many requests")
	busy.RetryAfter = 3 * time.Second
	x.fails = busy
	w.All()
	for range 5 {
		if _, err := w.Look(t.Context()); api.TypeOf(err) != api.RateLimited {
			t.Fatal(err)
		}
	}
	if x.asked != 1 {
		t.Errorf("it was asked %d times", x.asked)
	}
	x.fails, now = nil, now.Add(busy.RetryAfter)
	x.trade(1, api.Token{Address: usdc})
	if list, err := w.Look(t.Context()); err != nil || len(list) == 0 {
		t.Errorf("afterwards: %v, %v", list, err)
	}
}

// The name of a listed token that somebody else's token has taken is not believed.
func TestAStrangersTokenHasItsAddress(t *testing.T) {
	t.Parallel()
	x := &exchange{}
	w := watch(x, "")
	if _, err := w.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	fake := common.Address{0xbb}
	x.trade(1, api.Token{Address: fake})
	w.All()
	list, err := w.Look(t.Context())
	if err != nil || len(list) != 1 || !strings.Contains(list[0].Text, "USDC ("+fake.Hex()+")") {
		t.Errorf("announced is %+v (%v)", list, err)
	}
}

// An order for me alone is announced once, however it goes on; one of mine that ends is, one that
// I cancel is not.
func TestOffersAndEnds(t *testing.T) {
	t.Parallel()
	x := &exchange{}
	w := watch(x, "")
	order := func(n byte, maker, taker common.Address, s api.OrderState, at int64) api.OrderRecord {
		o := api.OrderRecord{ChainID: chain, Hash: common.Hash{n}, State: s,
			CreatedAt: noon.Unix() + at, UpdatedAt: noon.Unix() + at}
		o.Maker, o.NonceAndMeta = maker, api.PackNonce(api.NewAmount(uint64(n)), taker)
		o.MakerAsset.Address, o.TakerAsset.Address = weth, usdc
		o.MakerAmount, o.TakerAmount = api.NewAmount(1), api.NewAmount(2)
		return o
	}
	nobody := common.Address{}
	kinds := func(orders ...api.OrderRecord) (out []announce.Kind) {
		t.Helper()
		x.orders = orders
		w.Hear(api.Event{Topic: api.TopicOrder, ChainID: chain})
		list, err := w.Look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			out = append(out, a.Kind)
		}
		return out
	}
	for _, c := range []struct {
		what   string
		orders []api.OrderRecord
		want   []announce.Kind
	}{
		{"the first look", []api.OrderRecord{order(1, stranger, me, api.Pending, 0)}, nil},
		{"an offer", []api.OrderRecord{order(2, stranger, me, api.Pending, 1)},
			[]announce.Kind{announce.Offer}},
		{"its maker spends", []api.OrderRecord{order(2, stranger, me, api.Suspended, 2)}, nil},
		{"and has again", []api.OrderRecord{order(2, stranger, me, api.Pending, 3)}, nil},
		{"my orders", []api.OrderRecord{order(3, me, nobody, api.Pending, 4),
			order(4, me, stranger, api.Pending, 4), order(5, me, nobody, api.Pending, 4)}, nil},
		{"two end", []api.OrderRecord{order(3, me, nobody, api.Expired, 5),
			order(4, me, stranger, api.Expired, 5), order(5, me, nobody, api.Cancelled, 5)},
			[]announce.Kind{announce.Expiry, announce.Expiry}},
		{"made and ended meanwhile", []api.OrderRecord{order(6, me, nobody, api.Expired, 6)},
			[]announce.Kind{announce.Expiry}},
	} {
		if got := kinds(c.orders...); !slices.Equal(got, c.want) {
			t.Errorf("%s: announced are %v, want %v", c.what, got, c.want)
		}
	}
}

// An order that a server alone calls expired or failed has not, until its deadline is over.
func TestAServersWordIsNoExpiry(t *testing.T) {
	t.Parallel()
	x := &exchange{}
	w := watch(x, "")
	for i, c := range []struct {
		status   api.DeltaStatus
		promised bool
		want     int
	}{{api.DeltaRunning, false, 0}, {api.DeltaFailed, true, 0}, {api.DeltaExpired, true, 0},
		{api.DeltaExpired, false, 1}, {api.DeltaExpired, false, 0}} {
		x.deltas = []api.DeltaRecord{{ID: "a", ChainID: chain, User: me, Status: c.status,
			Promised: c.promised, UpdatedAt: noon.Add(time.Duration(min(i, 3)) * time.Minute)}}
		w.All()
		list, err := w.Look(t.Context())
		if err != nil || len(list) != c.want || c.want > 0 && list[0].Kind != announce.Expiry {
			t.Errorf("%d: announced are %+v, %v", i, list, err)
		}
	}
}

// What a maker who is watched does is told, in the maker's name, and what was before is not.
func TestAWatchedMakersDoings(t *testing.T) {
	t.Parallel()
	x := &exchange{}
	order := func(hash byte, state api.OrderState) api.OrderRecord {
		o := api.OrderRecord{ChainID: chain, Hash: common.Hash{hash}, State: state,
			CreatedAt: noon.Unix(), UpdatedAt: noon.Unix() + int64(hash)}
		o.Maker, o.MakerAsset, o.TakerAsset = stranger, api.Asset{Address: weth},
			api.Asset{Address: usdc}
		o.MakerAmount, o.TakerAmount = api.NewAmount(1e18), api.NewAmount(3_000_000_000)
		return o
	}
	x.orders = []api.OrderRecord{order(1, api.Pending)}
	w := watch(x, "")
	if !w.WatchMakers([]common.Address{stranger}) || w.WatchMakers([]common.Address{stranger}) {
		t.Error("who is new is not told")
	}
	says := func(want ...string) {
		t.Helper()
		list, err := w.Look(t.Context())
		if err != nil || len(list) != len(want) {
			t.Fatalf("announced are %+v (%v), not %q", list, err, want)
		}
		for i, a := range list {
			if a.Text != stranger.Hex()+": "+want[i] || !a.Watched || a.Account != stranger {
				t.Errorf("announced is %+v, not %q", a, want[i])
			}
		}
	}
	says()
	x.orders = append(x.orders, order(2, api.Pending), order(3, api.Pending))
	if !w.Hear(api.Event{Topic: api.TopicOrder, ChainID: chain, Order: &x.orders[1]}) {
		t.Error("an order of the maker's concerns nobody")
	}
	says("offers 1 WETH for 3000 USDC: order 0x0200…0000",
		"offers 1 WETH for 3000 USDC: order 0x0300…0000")
	x.orders[1], x.orders[2] = order(2, api.Cancelled), order(3, api.Expired)
	x.orders[1].UpdatedAt, x.orders[2].UpdatedAt = noon.Unix()+10, noon.Unix()+11
	x.trade(1, api.Token{Address: usdc})
	x.fills[0].Maker, x.fills[0].Taker = stranger, common.Address{5}
	w.All()
	says("gave 1 WETH for 3000 USDC: order 0x0100…0000 was filled",
		"cancelled order 0x0200…0000: 1 WETH for 3000 USDC",
		"order 0x0300…0000 has expired: 1 WETH for 3000 USDC")
	w.WatchMakers(nil)
	x.orders = append(x.orders, order(4, api.Pending))
	w.All()
	says()
}

// A Delta order that was signed before and that the service does not show is told once: of a pair
// with what stands alone. One that was signed since has its answer to come.
func TestAnOrderThatNeverArrivedIsToldOnce(t *testing.T) {
	t.Parallel()
	x, path := &exchange{}, filepath.Join(t.TempDir(), "announced")
	says := func(w *announce.Watcher, want ...string) {
		t.Helper()
		w.All()
		list, err := w.Look(t.Context())
		var got []string
		for _, a := range list {
			got = append(got, a.Text)
		}
		slices.Sort(got)
		if err := errors.Join(err, w.Keep()); err != nil || !slices.Equal(got, want) {
			t.Errorf("announced are %q, %v, want %q", got, err, want)
		}
	}
	says(watch(x, path))
	signed := func(n byte, nonce uint64, at time.Time, worth uint64) api.DeltaRecord {
		r := api.DeltaRecord{ID: common.Hash{n}.Hex(), OrderHash: common.Hash{n}, ChainID: chain,
			User: me, Status: api.DeltaNotStarted, CreatedAt: at, UpdatedAt: at,
			Promised: true, Unshown: true, UnshownBy: "there"}
		r.Order.Nonce = api.NewAmount(nonce)
		if worth > 0 {
			r.Trigger = &api.DeltaTrigger{Worth: api.NewAmount(worth)}
		}
		return r
	}
	stop := signed(1, 7, noon, 2)
	stop.ID, stop.Unshown, stop.Promised, stop.Trigger.Below = "a", false, false, true
	x.deltas = []api.DeltaRecord{signed(4, 9, noon.Add(2*time.Hour), 0), signed(3, 8, noon, 0),
		signed(2, 7, noon, 3), stop}
	w := watch(x, path)
	says(w, "Delta order 0x0300…0000, signed Mar 1 12:00 UTC, is not shown by there",
		"the take profit of the pair never arrived at there (as far as it shows): the stop "+
			"stands alone")
	says(w)
	says(watch(x, path))
	x.deltas = []api.DeltaRecord{stop} // the others' time is over
	w = watch(&forgets{x}, path)
	says(w)
}

// forgets is an exchange that knows no order by its hash.
type forgets struct{ *exchange }

func (f *forgets) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(f, chainID)
}

func (*forgets) DeltaOrder(_ context.Context, id string) (api.DeltaRecord, error) {
	return api.DeltaRecord{}, api.Errorf(api.NotFound, "there is no Delta order %s", id)
}
