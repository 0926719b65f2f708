package console

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui/uitest"
	"bourse/views"
)

// hint is an event that says that something happened, and nothing of what.
func hint(topic api.Topic, key string) happened {
	return happened{api.Event{Topic: topic, ChainID: 1337, Key: key}}
}

// sale is a fill in which a maker sells WETH to a taker.
func sale(maker, taker common.Address, order byte, gave, got string) api.Fill {
	return api.Fill{ChainID: 1337, OrderHash: common.Hash{order}, Maker: maker, Taker: taker,
		Payer:      taker,
		MakerAsset: api.Asset{Address: weth.Address}, MakerAmount: units(gave, 18),
		TakerAsset: api.Asset{Address: usdc.Address}, TakerAmount: units(got, 6),
		TxHash: common.Hash{0xbe, order}, LogIndex: uint(order),
		Block: api.BlockRef{Number: 8, Time: uint64(uitest.Start.Unix())}}
}

// What happens to orders is said on every screen, counted on its tab until that is looked at, and
// listed in Activity.
func TestWhatHappensIsAnnounced(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), receipts: map[common.Hash]api.Receipt{}}
	x.status.Head.Time += 60 // it is not stale before this is over
	k, c := start(t, x)
	me := c.host.s.Account.Address
	k.Advance(time.Second)
	k.Press("7")

	x.fills = []api.Fill{sale(me, common.Address{9}, 1, "0.4", "1207.2")}
	k.Send(hint(api.TopicFill, ""))
	k.Advance(time.Second)
	k.Shows("your order 0x0100…0000 was filled: 0.4000 WETH for 1,207.20 USDC", "Orders•1")
	if k.Bells != 1 {
		t.Fatalf("%d bells at a fill", k.Bells)
	}

	offer := api.OrderRecord{ChainID: 1337, Hash: common.Hash{2}, State: api.Pending,
		CreatedAt: uitest.Start.Unix(), UpdatedAt: uitest.Start.Unix()}
	offer.Maker, offer.NonceAndMeta = common.Address{9}, api.PackNonce(api.NewAmount(1), me)
	offer.MakerAsset, offer.TakerAsset = api.Asset{Address: weth.Address},
		api.Asset{Address: usdc.Address}
	offer.MakerAmount, offer.TakerAmount = units("0.5", 18), units("1500", 6)
	x.open = []api.OrderRecord{offer}
	for range 2 {
		k.Send(hint(api.TopicOrder, ""))
		k.Advance(2 * time.Second) // the fill was to be read
	}
	k.Shows("offers you 0.5000 WETH for 1,500.00 USDC", "Orders•2")

	mine := offer
	mine.Hash, mine.Maker, mine.NonceAndMeta = common.Hash{3}, me, api.NewAmount(1)
	x.open = append(x.open, mine)
	k.Send(hint(api.TopicOrder, ""))
	k.Advance(time.Second)
	x.open[1].State = api.Expired
	k.Send(hint(api.TopicOrder, ""))
	k.Advance(2 * time.Second)
	k.Shows("your order 0x0300…0000 has expired: 0.5000 WETH for 1,500.00 USDC", "Orders•3")
	k.Resize(80, 24)
	k.Shows("3 Orders•3")
	k.Hides("?hel") // it is left out as a whole
	k.Resize(120, 36)
	k.Press("3", "7")
	k.Hides("Orders•")

	stop := api.DeltaRecord{ID: "3f2c9a51-7d1e-4c55-9b0a-6a1f00e7d10a", User: me, ChainID: 1337,
		Status: api.DeltaNotStarted, CreatedAt: uitest.Start, UpdatedAt: uitest.Start,
		Trigger: &api.DeltaTrigger{Worth: units("5800", 6), Below: true},
		Order: api.DeltaOrder{Owner: me, SrcToken: weth.Address, DestToken: usdc.Address,
			SrcAmount: units("2", 18), DestAmount: units("5700", 6)}}
	profit := stop
	profit.ID = "1f0c9a51-7d1e-4c55-9b0a-6a1f00e7d10a"
	profit.Trigger = &api.DeltaTrigger{Worth: units("6500", 6)}
	x.deltas = []api.DeltaRecord{stop, profit}
	k.Send(hint(api.TopicAuction, stop.ID))
	k.Advance(time.Second)
	for i := range x.deltas {
		r := &x.deltas[i]
		r.Held = &api.DeltaHeld{DeltaTrigger: *r.Trigger, Fired: i == 0}
		r.Trigger, r.UpdatedAt = nil, uitest.Start.Add(time.Second)
	}
	x.deltas[1].Status = api.DeltaCancelled
	k.Send(hint(api.TopicAuction, stop.ID))
	k.Advance(time.Second)
	// 5,800 for 2 of them; the other one of the two is let go of, and named
	k.Shows("the stop 3f2c…d10a fired at 2,900.00 USDC per WETH, to sell 2.0000 WETH; the take "+
		"profit 1f0c…d10a is", "cancelled", "Delta•1")
	k.Advance(time.Second)
	x.deltas[0].Status, x.deltas[0].UpdatedAt = api.DeltaExecuted, uitest.Start.Add(2*time.Second)
	x.deltas[0].Transactions = []api.DeltaTransaction{{Hash: common.Hash{5}, Status: 1,
		Spent: units("2", 18), Received: units("5790", 6), BlockNumber: 9}}
	k.Send(hint(api.TopicAuction, stop.ID))
	k.Advance(2 * time.Second)
	k.Shows("Delta: sold 2.0000 WETH for 5,790.00 USDC; the stop fired at 2,900.00 USDC per WETH",
		"Delta•2")

	stop.ID, stop.Order.Nonce = "5b2c9a51-7d1e-4c55-9b0a-6a1f00e7d10a", units("5", 0)
	stop.Order.SrcAmount, stop.Trigger = units("0.3", 18), nil
	stop.Held = &api.DeltaHeld{Fired: true,
		DeltaTrigger: api.DeltaTrigger{Worth: units("888", 6), Below: true}}
	stop.Status, stop.UpdatedAt = api.DeltaExecuted, uitest.Start.Add(8*time.Second)
	stop.Transactions = []api.DeltaTransaction{{Hash: common.Hash{6}, Status: 1,
		Spent: units("0.3", 18), Received: units("907.461", 6), BlockNumber: 10}}
	x.deltas = append([]api.DeltaRecord{stop}, x.deltas...)
	k.Send(hint(api.TopicAuction, stop.ID))
	k.Advance(2 * time.Second)
	// 888 / 0.3 is the level, 907.461 / 0.3 the price: at that no stop is let go
	k.Shows("not held back: sold at 3,024.87, your stop was 2,960.00; Delta: sold 0.3000 WETH",
		"Delta•3")
	k.Hides("fired at 2,960.00")

	nonce, hash := uint64(4), common.Hash{0xde, 0xad}
	c.host.s.Broadcast(views.Signed{Account: c.host.s.Account, Title: "Swap", ChainID: 1337,
		Hash: hash, Nonce: &nonce})
	k.Do(nil)
	x.receipts[hash] = api.Receipt{Hash: hash, Block: &api.BlockRef{Number: 9,
		Time: uint64(uitest.Start.Unix())}}
	k.Send(happened{api.Event{Topic: api.TopicBlock, ChainID: 1337, Block: 9}})
	k.Advance(time.Second)
	k.Shows("Activity•1")

	bells := k.Bells
	x.fills = append([]api.Fill{sale(common.Address{8}, common.Address{9}, 7, "1", "3000")},
		x.fills...)
	k.Send(hint(api.TopicFill, ""))
	k.Advance(5 * time.Second)
	if k.Bells != bells {
		t.Error("a stranger's fill rings")
	}
	k.Press("8")
	k.Hides("Activity•")
	k.Shows("+1,207.20 USDC", "offers you 0.5000 WETH", "has expired",
		"fired at 2,900.00 USDC per WETH", "Delta: sold 2.0000 WETH for 5,790.00 USDC")
}

// auctioning is an exchange where Delta orders are settled.
type auctioning struct{ *exchange }

func (x auctioning) Networks(ctx context.Context) ([]api.Network, error) {
	list, err := x.exchange.Networks(ctx)
	list = slices.Clone(list)
	list[0].Contracts.Delta = common.Address{0x52}
	return list, err
}

func (x auctioning) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

// A settlement that a service tells of by no event is announced once the order is read that is
// followed, not a minute later.
func TestASettlementWithoutAnEventIsAnnounced(t *testing.T) {
	t.Parallel()
	x := auctioning{&exchange{status: at(7)}}
	x.status.Head.Time += 60
	k, c := startWith(t, func(context.Context) (api.Service, error) { return x, nil }, "")
	me := c.host.s.Account.Address
	x.deltas = []api.DeltaRecord{{ID: "3f2c9a51-7d1e-4c55-9b0a-6a1f00e7d10a", User: me,
		ChainID: 1337, Status: api.DeltaRunning, CreatedAt: uitest.Start, UpdatedAt: uitest.Start,
		Order: api.DeltaOrder{Owner: me, SrcToken: weth.Address, DestToken: usdc.Address,
			SrcAmount: units("2", 18), DestAmount: units("5700", 6),
			Deadline: uint64(uitest.Start.Unix() + 3600)}}}
	k.Send(hint(api.TopicAuction, x.deltas[0].ID))
	k.Press("5", "h")
	k.Advance(3 * time.Second)
	k.Press("7")
	x.deltas[0].Status, x.deltas[0].UpdatedAt = api.DeltaExecuted, uitest.Start.Add(3*time.Second)
	x.deltas[0].Transactions = []api.DeltaTransaction{{Hash: common.Hash{5}, Status: 1,
		Spent: units("2", 18), Received: units("5790", 6), FilledPercent: 10_000, BlockNumber: 9}}
	k.Advance(5 * time.Second)
	k.Shows("Delta: sold 2.0000 WETH for 5,790.00 USDC", "Delta•1")
}

// What happened while no console ran is announced by the next one, once, with the time at which it
// happened; what an earlier one has announced is not said again.
func TestWhatHappenedMeanwhileIsAnnounced(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7)}
	folder := t.TempDir()
	open := func() (*uitest.Kit, *Console) {
		return startWith(t, func(context.Context) (api.Service, error) { return x, nil }, folder)
	}
	k, c := open()
	me := c.host.s.Account.Address
	k.Advance(time.Second)
	x.fills = []api.Fill{sale(me, common.Address{9}, 1, "0.4", "1207.2")}
	k.Send(hint(api.TopicFill, ""))
	k.Advance(time.Second)
	if k.Bells != 1 {
		t.Fatalf("%d bells", k.Bells)
	}
	second := sale(me, common.Address{9}, 2, "0.1", "300")
	second.Block = api.BlockRef{Number: 9, Time: uint64(uitest.Start.Add(-time.Hour).Unix())}
	third := sale(common.Address{9}, me, 3, "0.2", "600")
	third.Block.Number = 10
	x.fills = append([]api.Fill{third, second}, x.fills...)
	k, _ = open()
	k.Advance(2 * time.Second)
	k.Shows("was filled: 0.1000 WETH for 300.00 USDC", "Orders•2") // the first was not looked at
	if k.Bells != 1 {
		t.Fatalf("%d bells in the next session", k.Bells)
	}
	k.Press("8")
	k.Shows("15:41:", "+300.00 USDC", "+0.2000 WETH")
	k, _ = open()
	if k.Advance(5 * time.Second); k.Bells != 0 {
		t.Error("the third session announces it again")
	}
}

// What nobody has looked at yet is counted on its tab in the next session too, and what was looked
// at is not.
func TestCountsOutliveTheSession(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7)}
	folder := t.TempDir()
	open := func() (*uitest.Kit, *Console) {
		return startWith(t, func(context.Context) (api.Service, error) { return x, nil }, folder)
	}
	k, c := open()
	me := c.host.s.Account.Address
	k.Advance(time.Second)
	x.fills = []api.Fill{sale(me, common.Address{9}, 1, "0.4", "1207.2")}
	k.Send(hint(api.TopicFill, ""))
	k.Advance(2 * time.Second)
	k.Shows("Orders•1")
	k, _ = open()
	k.Advance(2 * time.Second)
	k.Shows("Orders•1")
	x.fills = append([]api.Fill{sale(me, common.Address{9}, 2, "0.1", "300")}, x.fills...)
	k.Send(hint(api.TopicFill, ""))
	k.Advance(2 * time.Second)
	k.Shows("Orders•2")
	k.Press("3", "1")
	k.Advance(2 * time.Second)
	k, _ = open()
	k.Advance(2 * time.Second)
	k.Hides("Orders•")
}

// What is handed on is what is announced, under ids that stay the same where it failed.
func TestAnnouncementsAreHandedOn(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7)}
	folder := t.TempDir()
	var posted []announce.Announcement
	var fails error = context.DeadlineExceeded
	with := func() (*uitest.Kit, *Console) {
		cfg := config(t, uitest.NewClock(),
			func(context.Context) (api.Service, error) { return x, nil })
		cfg.State = folder
		cfg.Post = func(list []announce.Announcement) error {
			posted = append(posted, list...)
			return fails
		}
		c, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		return uitest.NewRoot(t, c.env, c.root), c
	}
	k, c := with()
	k.Advance(time.Second)
	x.fills = []api.Fill{sale(c.host.s.Account.Address, common.Address{9}, 1, "0.4", "1207.2")}
	k.Send(hint(api.TopicFill, ""))
	k.Advance(time.Second)
	fails = nil
	k, _ = with()
	k.Advance(2 * time.Second)
	if len(posted) != 2 || posted[0].ID != posted[1].ID || !strings.Contains(posted[0].Text,
		"your order 0x0100…0000 was filled: 0.4 WETH") {
		t.Errorf("handed on are %+v", posted)
	}
}

// What a maker on a watchlist does is said on every screen and listed in Activity.
func TestAWatchedMakerIsAnnounced(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7)}
	x.status.Head.Time += 60 // it is not stale before this is over
	k, c := startWith(t, func(context.Context) (api.Service, error) { return x, nil },
		t.TempDir())
	bob := common.Address{9}
	c.host.s.SetContact(bob, "bob")
	k.Advance(time.Second)
	k.Press("7", "b")
	k.Type("bob")
	k.Press("enter")
	k.Type("watch")
	k.Press("enter")
	k.Type("whales")
	k.Press("enter")
	k.Shows("bob is on the list whales")
	k.Press("b")
	k.Shows("★ whales")
	k.Press("esc")
	k.Advance(6 * time.Second) // what is said of others gives way
	order := api.OrderRecord{ChainID: 1337, Hash: common.Hash{2}, State: api.Pending,
		CreatedAt: uitest.Start.Unix(), UpdatedAt: uitest.Start.Unix()}
	order.Maker, order.MakerAsset, order.TakerAsset = bob, api.Asset{Address: weth.Address},
		api.Asset{Address: usdc.Address}
	order.MakerAmount, order.TakerAmount = units("0.5", 18), units("1500", 6)
	x.open = []api.OrderRecord{order}
	k.Send(hint(api.TopicOrder, ""))
	k.Advance(time.Second)
	k.Shows("bob offers 0.5000 WETH for 1,500.00 USDC: order 0x0200…0000")
	k.Hides("Activity•")
	k.Press("8")
	k.Shows("bob offers 0.5000 WETH")
}

// What happens to one's own orders stays to be read, whatever a busy maker on a watchlist does
// meanwhile: that is one line once nothing else is told. Of two own ones each has its time.
func TestABusyMakerCoversNoNewsOfOnesOwn(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7)}
	x.status.Head.Time += 120 // it is not stale before this is over
	k, c := startWith(t, func(context.Context) (api.Service, error) { return x, nil },
		t.TempDir())
	me, alice := c.host.s.Account.Address, common.Address{9}
	c.host.s.SetContact(alice, "alice")
	k.Do(c.host.s.Watch(views.Watched{List: views.Favourites, Maker: alice}, true))
	k.Advance(3 * time.Second)
	places := func() {
		n := byte(len(x.open) + 2)
		order := api.OrderRecord{ChainID: 1337, Hash: common.Hash{n}, State: api.Pending,
			CreatedAt: uitest.Start.Unix(), UpdatedAt: uitest.Start.Unix() + int64(n)}
		order.Maker, order.MakerAsset, order.TakerAsset = alice,
			api.Asset{Address: weth.Address}, api.Asset{Address: usdc.Address}
		order.MakerAmount, order.TakerAmount = units("0.5", 18), units("1500", 6)
		x.open = append(x.open, order)
		k.Send(hint(api.TopicOrder, ""))
		k.Advance(time.Second)
	}
	fills := func(order byte, gave string) {
		x.fills = append([]api.Fill{sale(me, common.Address{8}, order, gave, "1200")}, x.fills...)
		k.Send(hint(api.TopicFill, ""))
		k.Advance(time.Second)
	}
	places()
	k.Shows("alice offers 0.5000 WETH")
	fills(0xa1, "0.4")
	k.Shows("your order 0xa100…0000 was filled: 0.4000 WETH")
	fills(0xa2, "0.3")
	k.Shows("your order 0xa100…0000 was filled: 0.4000 WETH") // it was there for a second
	k.Advance(2 * time.Second)
	for range 4 {
		k.Shows("your order 0xa200…0000 was filled: 0.3000 WETH")
		places()
	}
	bells, collected := k.Bells, "alice: 4 orders (8 lists them)"
	for range 30 {
		if !strings.Contains(k.Frame(), collected) {
			k.Advance(time.Second)
		}
	}
	k.Shows(collected)
	k.Hides("Activity•") // which counts what failed of one's own
	if k.Bells != bells+1 {
		t.Errorf("%d bells", k.Bells-bells)
	}
	k.Press("8")
	k.Shows("alice offers 0.5000 WETH", "+1,200.00 USDC")
}

// A transaction that another program sent through the console's exchange and that fails is said on
// every screen, counted, listed with its reason and handed on, once.
func TestWhatAnotherProgramSendsIsWatched(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), receipts: map[common.Hash]api.Receipt{}}
	x.status.Head.Time += 60 // it is not stale before this is over
	var posted []announce.Announcement
	cfg := config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return x, nil })
	cfg.State = t.TempDir()
	cfg.Post = func(list []announce.Announcement) error {
		posted = append(posted, list...)
		return nil
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	k.Advance(2 * time.Second)
	k.Press("7")
	hash := common.Hash{0xde, 0xad}
	c.Sent(announce.Transaction{ChainID: 1337, Account: c.host.s.Account.Address, Hash: hash})
	c.Sent(announce.Transaction{ChainID: 1337, Account: common.Address{9},
		Hash: common.Hash{0xbe}}) // a stranger's
	k.Advance(2 * time.Second)
	x.receipts[hash] = api.Receipt{Hash: hash, Reason: "InsufficientReturnAmount",
		Block: &api.BlockRef{Number: 1575, Time: uint64(uitest.Start.Unix())}}
	for range 2 {
		k.Send(happened{api.Event{Topic: api.TopicBlock, ChainID: 1337, Block: 1575}})
		k.Advance(time.Second)
	}
	k.Shows("transaction 0xdead…0000 of another program reverted in block 1,575: "+
		"InsufficientReturnAmount", "Activity•1")
	if len(posted) != 1 || posted[0].Kind != announce.Revert {
		t.Errorf("handed on are %+v", posted)
	}
	k.Press("8")
	k.Shows("reverted in block 1,575: InsufficientReturnAmount")
	k.Hides("Activity•")
}

// What somebody else took for the account is listed as that, and not as paid for.
func TestAGiftIsListedAsGiven(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), receipts: map[common.Hash]api.Receipt{}}
	x.status.Head.Time += 60 // it is not stale before this is over
	k, c := start(t, x)
	k.Advance(time.Second)
	f := sale(common.Address{9}, c.host.s.Account.Address, 1, "0.4", "1207.2")
	f.Payer = common.Address{8}
	x.fills = []api.Fill{f}
	k.Send(hint(api.TopicFill, ""))
	k.Advance(time.Second)
	k.Press("8")
	k.Shows("+0.4000 WETH  filled by somebody else")
	k.Hides("1,207.20")
}

// A fill that the service alone tells of says so, in the message and in Activity.
func TestFillsByWordSaySo(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), receipts: map[common.Hash]api.Receipt{}}
	x.status.Head.Time += 60 // it is not stale before this is over
	k, c := start(t, x)
	k.Advance(time.Second)
	f := sale(c.host.s.Account.Address, common.Address{9}, 1, "0.4", "1207.2")
	f.ToldBy = "there"
	x.fills = []api.Fill{f}
	k.Send(hint(api.TopicFill, ""))
	k.Advance(time.Second)
	k.Shows("0.4000 WETH for 1,207.20 USDC, by the word of there alone")
	k.Press("8")
	k.Shows("block 8, by the word of there")
}

// An offer whose signature is a word alone is announced as a warning, with whose word it is.
func TestOffersByWordSaySo(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), receipts: map[common.Hash]api.Receipt{}}
	x.status.Head.Time += 60 // it is not stale before this is over
	k, c := start(t, x)
	k.Advance(time.Second)
	o := api.OrderRecord{ChainID: 1337, Hash: common.Hash{4}, State: api.Pending, ToldBy: "there",
		CreatedAt: uitest.Start.Unix(), UpdatedAt: uitest.Start.Unix()}
	o.Maker, o.NonceAndMeta = common.Address{9}, api.PackNonce(api.NewAmount(1),
		c.host.s.Account.Address)
	o.MakerAsset, o.TakerAsset = api.Asset{Address: weth.Address}, api.Asset{Address: usdc.Address}
	o.MakerAmount, o.TakerAmount = units("0.5", 18), units("1500", 6)
	x.open = []api.OrderRecord{o}
	k.Send(hint(api.TopicOrder, ""))
	k.Advance(time.Second)
	k.Shows("! 0x0900…0000 offers you 0.5000 WETH", "by the word of there")
}

// TestAnOrderThatNeverArrivedIsSaid: a console that starts again says once that the take profit of
// a pair is not there, on every screen and in Activity.
func TestAnOrderThatNeverArrivedIsSaid(t *testing.T) {
	t.Parallel()
	folder, x := t.TempDir(), &exchange{status: at(7), receipts: map[common.Hash]api.Receipt{}}
	x.status.Head.Time += 300 // it is not stale before this is over
	k := again(t, x, folder, nil)
	k.Advance(2 * time.Second)
	me := common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	before := uitest.Start.Add(-time.Minute)
	stop := api.DeltaRecord{ID: "3f2c9a51-7d1e-4c55-9b0a-6a1f00e7d10a", User: me, ChainID: 1337,
		Status: api.DeltaNotStarted, CreatedAt: before, UpdatedAt: before,
		Trigger: &api.DeltaTrigger{Worth: units("5800", 6), Below: true},
		Order: api.DeltaOrder{Owner: me, SrcToken: weth.Address, DestToken: usdc.Address,
			SrcAmount: units("2", 18), DestAmount: units("5700", 6), Nonce: api.NewAmount(7)}}
	profit := stop
	profit.OrderHash = common.Hash{0x30, 31: 0x49}
	profit.ID, profit.Trigger = profit.OrderHash.Hex(), &api.DeltaTrigger{Worth: units("6500", 6)}
	profit.Promised, profit.Unshown, profit.UnshownBy = true, true, "there"
	x.deltas = []api.DeltaRecord{profit, stop}
	says := []string{"the take profit of the pair never arrived at there (as far as it shows): ",
		"the stop stands alone"}
	k = again(t, x, folder, nil)
	k.Advance(2 * time.Second)
	k.Shows(says...)
	k.Press("f8")
	k.Shows("the take profit of the pair never arrived at there")
	k = again(t, x, folder, nil)
	k.Advance(2 * time.Second)
	k.Hides(says[0])
}
