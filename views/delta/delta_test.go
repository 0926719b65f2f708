package delta_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/ui"
	"bourse/views"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	running := func(*api.DeltaRecord, *api.DeltaAuction) {}
	for name, c := range map[string]struct {
		world func(*service)
		drive func(*stage)
		start func(testing.TB, *service) *stage
	}{
		"off": {func(*service) {}, func(st *stage) {
			st.s.Network = api.Network{ChainID: 1, Name: "Ethereum", Symbol: "ETH"}
			st.Type("50")
			st.settle()
		}, newStage},
		"empty":  {func(*service) {}, func(*stage) {}, newStage},
		"quoted": {func(*service) {}, func(*stage) {}, quoted},
		"error": {func(s *service) { s.quoteFails = api.Errorf(api.NoRoute, "no routes found") },
			func(*stage) {}, quoted},
		"fallback": {func(s *service) {
			s.price = nil
			s.fallback = &api.FallbackReason{
				ErrorType: api.GasCostExceedsTradeAmount, Details: "Gas cost exceeds trade amount"}
		}, func(*stage) {}, quoted},
		"running": {func(*service) {}, func(st *stage) { st.auction(api.DeltaRunning, running) },
			submitted},
		"executed": {func(*service) {}, func(st *stage) { st.auction(api.DeltaExecuted, executed) },
			submitted},
		"expired": {func(*service) {}, func(st *stage) {
			st.auction(api.DeltaRunning, running)
			st.Advance(time.Hour)
			st.auction(api.DeltaExpired, func(
				r *api.DeltaRecord, _ *api.DeltaAuction) {
				r.Reason = "no bid reached the floor"
			})
			st.Advance(2 * time.Minute)
			st.header()
		}, submitted},
		"unknown": {func(*service) {}, func(st *stage) {
			st.auction("PONDERING\x1b[31m\u202e漢", func(r *api.DeltaRecord, a *api.DeltaAuction) {
				r.Reason = strings.Repeat("reason ", 40)
				a.Rounds[0].Bids[2].Reason = "\x1b[2J\u202e" + strings.Repeat("x", 90)
				a.Rounds[0].Bids[0].Agent = strings.Repeat("agent", 30)
			})
		}, submitted},
		"history": {func(s *service) {
			s.orders = past(6)
			var a api.DeltaAuction
			executed(&s.orders[0], &a)
			a.Events = append([]api.DeltaEvent{
				{To: api.DeltaRunning, Reason: "covered",
					Time: s.orders[0].CreatedAt.Add(time.Second)}}, a.Events...)
			s.orders[0].Transactions = s.orders[0].Transactions[:1]
			a.Rounds = []api.DeltaRoundEntry{round(s.orders[0].CreatedAt)}
			s.auctions[s.orders[0].ID] = a
			better := round(s.orders[1].CreatedAt)
			better.Bids[0].Received = units("1.6549", weth)
			s.auctions[s.orders[1].ID] = api.DeltaAuction{Rounds: []api.DeltaRoundEntry{better}}
		}, func(st *stage) { st.Press("h"); st.Advance(2 * time.Second); st.header() }, newStage},
		"permit": {func(*service) {}, func(st *stage) { st.Press("enter"); st.settle() },
			func(t testing.TB, s *service) *stage { return choosing(t, s, 1) }},
		"permit_order": {func(*service) {},
			func(st *stage) { st.Press("enter"); st.settle(); st.signed() },
			func(t testing.TB, s *service) *stage { return choosing(t, s, 1) }},
		"receiver": {func(s *service) { s.price.DestUSD = "4900" }, func(st *stage) {
			for range 7 {
				st.Press("tab")
			}
			st.Paste("0x00000000000000000000000000000000000bad01")
			st.settle()
		}, quoted},
		"parts": {func(*service) {}, func(st *stage) { st.auction(api.DeltaRunning, inParts) },
			submitted},
		"prices": {func(*service) {}, func(st *stage) {
			st.auction(api.DeltaRunning, func(_ *api.DeltaRecord, a *api.DeltaAuction) {
				a.Rounds[0].Prices = "0x00000000000000000000000000000000000bad01 settles 2 of " +
					"the pair at another price, by which this one would get 1.6552 WETH with " +
					"gas of 0.0011 WETH; it gets 1.6542 WETH with gas of 0.0021 WETH: gas makes " +
					"the difference"
			})
		}, submitted},
		"waiting": {func(*service) {}, func(st *stage) {
			st.auction(api.DeltaRunning, func(r *api.DeltaRecord, a *api.DeltaAuction) {
				best := units("1.6301", weth)
				a.Rounds[0] = api.DeltaRoundEntry{
					Round: 9, Block: api.BlockRef{Number: 1240}, Floor: r.Order.DestAmount,
					Reference: &best, Repeats: 30,
					Outcome: "BELOW_LIMIT: the best way gives 1.6301 WETH, the owner accepts no " +
						"less than 1.6374798 WETH", Time: r.CreatedAt.Add(time.Second)}
			})
		}, submitted},
		"parts_history": {func(*service) {}, func(st *stage) {
			st.auction(api.DeltaRunning, inParts)
			st.Press("h")
			st.Advance(2 * time.Second)
			st.header()
		}, submitted},
		"hostile": {func(s *service) {
			s.symbol = "\x1b[31mUS\u202eDC" +
				strings.Repeat("\u6f22", 40) + "\x00"
		}, func(*stage) {}, quoted},
		"hostile_sign": {func(s *service) {
			s.symbol = "\x1b[31mUS\u202eDC" +
				strings.Repeat("\u6f22", 40) + "\x00"
		},
			func(st *stage) { st.Press("enter"); st.settle() }, quoted},
		"history_empty": {func(*service) {}, func(st *stage) { st.Press("h") }, newStage},
		"history_error": {func(s *service) {
			s.listFails = api.Errorf(
				api.StoreUnavailable, "the store is busy")
		}, func(st *stage) { st.Press("h") }, newStage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := world()
			c.world(s)
			st := c.start(t, s)
			c.drive(st)
			st.Goldens(name)
			st.EveryFrame()
			st.CheckActions()
		})
	}
}

// inParts is an order of which a part was settled after a settlement that reverted, and whose rest
// waits for its price.
func inParts(r *api.DeltaRecord, a *api.DeltaAuction) {
	whole := r.Order.SrcAmount
	executed(r, a)
	part := r.Transactions[0]
	part.Spent, part.Received, part.FilledPercent = whole.MulDiv(
		api.NewAmount(1), api.NewAmount(4)), units("0.4137", weth), 2500
	failed := part
	failed.Status, failed.Agent, failed.Spent, failed.Received = 0,
		"0x00000000000000000000000000000000000Bad01", api.Amount{}, api.Amount{}
	r.Transactions, r.PartiallyFillable, r.FilledAmount,
		r.Reason = []api.DeltaTransaction{failed, part}, true, part.Spent, "settled in part"
	floor, best := units("1.2281", weth), units("1.2270", weth)
	a.Rounds = append(a.Rounds, api.DeltaRoundEntry{
		Round: 2, Block: api.BlockRef{Number: 1236}, Floor: floor, Reference: &best, Repeats: 7,
		Outcome: "BELOW_LIMIT: the best way gives 1.227 WETH, the owner accepts no less than " +
			"1.2281 WETH", Time: r.CreatedAt.Add(4 * time.Second)})
	a.Events[len(a.Events)-1].To, a.Events[len(a.Events)-1].Reason = api.DeltaRunning,
		"settled in part"
}

// noon is when the test clock starts, more or less; past orders lie before it.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// past are orders that have ended, newest first.
func past(n int) []api.DeltaRecord {
	var out []api.DeltaRecord
	for i := range n {
		at := noon.Add(-time.Duration(i+1) * 7 * time.Hour)
		r := record(fmt.Sprintf("%08d-0000-4000-8000-000000000000", i),
			api.DeltaOrder{SrcToken: usdc.Address, DestToken: weth.Address,
				SrcAmount: units("5000", usdc), DestAmount: units("1.6374798", weth),
				ExpectedDestAmount: units("1.65402", weth),
				Deadline:           uint64(at.Add(time.Hour).Unix())}, at)
		r.Status = api.DeltaExecuted
		executed(&r, &api.DeltaAuction{})
		if i%3 == 2 {
			r.Status, r.Transactions, r.FilledAmount = api.DeltaExpired, nil, api.Amount{}
		}
		r.UpdatedAt = at.Add(time.Duration(20+i) * time.Second)
		out = append(out, r)
	}
	return out
}

func TestFromQuoteToSettlement(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	if len(s.submissions) != 1 || len(s.submissions[0].Signature) != 64 {
		t.Fatalf("submitted %+v", s.submissions)
	}
	b := s.builds[0]
	if *b.Slippage != 100 || b.PartiallyFillable ||
		!strings.Contains(string(b.Price), `"hmac":"seal"`) ||
		b.Deadline != uint64(st.Clock.Now().Add(-2*time.Second).Add(time.Hour).Unix()) {
		t.Fatalf("built %+v at %d", b, st.Clock.Now().Unix())
	}
	st.Shows("4 Auction ●", "NOT_STARTED", "3f2c…d10a")
	st.ClickOn("1 Markets") // leaving does not stop it
	st.auction(api.DeltaExecuted, executed)
	st.Press("2")
	st.Shows("✓   5 Settled", "EXECUTED ✓", "wins", "below the floor",
		"1.654200 floor +1.02% quote +0.01%")
	reads := s.reads
	st.Advance(time.Minute)
	if s.reads != reads {
		t.Fatal("an order that is settled is polled")
	}
}

// Where the partner takes the surplus nothing of it is the owner's: the dialog says so before the
// signature, the order says so in amounts once it is settled, in small windows too.
func TestSurplusThatIsNotYours(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		st := quoted(t, world())
		for range 8 {
			st.Press("tab")
		}
		st.Paste("shop")
		st.settle()
		st.Resize(size[0], size[1])
		st.Press("enter")
		st.settle()
		for n := 0; n < 40 && !strings.Contains(st.Frame(), "field by field"); n++ {
			st.Press("down") // in a small window the terms are below
		}
		st.says("half above 1.654020 WETH, the partner the other half: none of it is yours")
		st.Press("S")
		st.settle()
		st.signed()
		st.auction(api.DeltaExecuted, func(r *api.DeltaRecord, a *api.DeltaAuction) {
			executed(r, a)
			r.Transactions[0].Received = units("1.65402", weth)
			r.Transactions[0].PartnerFee = units("0.0001", weth)
		})
		st.Shows("partner 0.000100 WETH, you nothing")
	}
}

func TestAllowanceIsApprovedFirst(t *testing.T) {
	t.Parallel()
	s := world()
	h := s.held[usdc.Address]
	h.Allowances = nil
	s.held[usdc.Address] = h
	st := choosing(t, s, 0)
	st.Shows("allowance is approved first, exactly")
	st.Press("enter")
	st.settle()
	st.Shows("SIGN and SEND transaction", "5,000.00 USDC")
	st.Press("S", "enter")
	st.settle()
	st.Shows("SIGN typed data · Delta order", "allowance covers it")
}

func TestNativeCoinIsWrappedFirst(t *testing.T) {
	t.Parallel()
	st := newStage(t, world())
	st.Press("[")
	st.Type("ETH")
	st.Press("enter")
	st.Type("1")
	st.settle()
	st.Shows("the native coin has no allowance: wrap it", "w wrap", "[ Wrap first ⏎ ]")
	st.Press("enter")
	st.settle()
	st.Shows("SIGN and SEND transaction · Wrap", "1.00 ETH")
	st.signed()
	st.settle()
	st.Shows("Delta order · WETH → USDC", "[ 1▁")
}

// A quote that a swap would beat wears no tick, and a mark where it is much worse.
func TestWorseQuotesHaveNoTick(t *testing.T) {
	t.Parallel()
	for get, want := range map[string]string{
		"1.65393": "✓ 1.653100  +0.05%", "1.65280": "1.653100  −0.02%",
		"1.60000": "! 1.653100  −3.22%"} {
		s := world()
		s.price.DestAmount, s.price.DestAmountBeforeFee = units(get, weth), units(get, weth)
		quoted(t, s).Shows("market      " + want)
	}
}

func TestFallbackOffersTheSwap(t *testing.T) {
	t.Parallel()
	s := world()
	s.price, s.fallback = nil, &api.FallbackReason{
		ErrorType: api.PricingError, Details: "Error getting price data"}
	st := quoted(t, s)
	st.Shows("PricingError", "A swap would bring 1.653100 WETH", "Swap instead")
	st.Press("i")
	st.Shows("▐3 Swap▌")
}

func TestUnknownStatusIsTrackedToTheDeadline(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	st.auction("PONDERING", func(*api.DeltaRecord, *api.DeltaAuction) {})
	st.Shows("PONDERING ?")
	reads := s.reads
	st.Advance(10 * time.Minute)
	if s.reads == reads {
		t.Fatal("an unknown status ended the tracking")
	}
	st.Advance(time.Hour)
	reads = s.reads
	st.Advance(10 * time.Minute)
	if s.reads != reads {
		t.Fatal("the deadline did not end the tracking")
	}
}

func TestPollingSlowsAndRests(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	count := func(d time.Duration) int {
		was := s.reads
		st.Advance(d)
		return s.reads - was
	}
	st.Advance(time.Second) // what the submission itself asks
	if n := count(20 * time.Second); n != 10 {
		t.Fatalf("%d polls in the first 20 s, want one every 2 s", n)
	}
	st.Advance(20 * time.Second)
	if n := count(time.Minute); n != 12 {
		t.Fatalf("%d polls in a minute, want one every 5 s", n)
	}
	st.Advance(5 * time.Minute)
	if n := count(time.Minute); n != 4 {
		t.Fatalf("%d polls in a late minute, want one every 15 s", n)
	}
	st.Send(tea.BlurMsg{})
	st.Advance(61 * time.Second)
	if n := count(5 * time.Minute); n != 0 {
		t.Fatalf("%d polls while nobody looks", n)
	}
	reads := s.reads
	st.Send(tea.FocusMsg{})
	if n := s.reads - reads; n != 1 {
		t.Fatalf("%d polls at the return, want 1", n)
	}
}

// A settlement is shown, and ends the polling, whether or not its auction can be read.
func TestASettlementIsShownWithoutItsAuction(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	st.auction(api.DeltaRunning, func(*api.DeltaRecord, *api.DeltaAuction) {})
	st.Shows("RUNNING")
	s.set(func() { s.closed = api.Errorf(api.ChainUnavailable, "no answer from there") })
	st.auction(api.DeltaExecuted, executed)
	st.Shows("EXECUTED", "Delta: sold 5,000.00 USDC for 1.654200 WETH")
	st.Hides("could not read the order")
}

// A settlement that a node of one's own has is not the server's word, in large and small windows.
func TestWhoTellsOfASettlement(t *testing.T) {
	t.Parallel()
	for _, proven := range []bool{false, true} {
		st := submitted(t, world())
		st.auction(api.DeltaExecuted, func(r *api.DeltaRecord, a *api.DeltaAuction) {
			executed(r, a)
			r.Proven = proven
		})
		says, not := "(as reported)", "(by your node)"
		if proven {
			says, not = not, says
		}
		for _, size := range [][2]int{{120, 36}, {80, 24}} {
			st.Resize(size[0], size[1])
			st.Shows("EXECUTED", says)
			st.Hides(not, "(server)")
		}
	}
}

func TestEventsAreReadAtOnce(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	st.Advance(time.Second)
	reads := s.reads
	<-s.ready
	s.Bus.Publish(api.Event{Topic: api.TopicAuction, ChainID: 1337, Key: orderID})
	st.WaitFor("an event", func() bool { return s.reads > reads })
}

func TestCancelIsSigned(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	st.Press("x")
	st.settle()
	st.Shows("Cancel USDC→WETH 3f2c…d10a?")
	st.Press("tab", "enter")
	st.settle()
	st.Shows("SIGN typed data", "ends the Delta order "+orderID, "[ Keep it ]◂")
	// its floor as it was signed, and 5,000 / 1.6374798 rounded up
	st.says("which sells 5,000.00 USDC for at least 1.637479 WETH, 3,053.48 USDC per WETH")
	st.Press("S", "enter")
	if len(s.cancelled) != 1 || s.cancelled[0] != orderID {
		t.Fatalf("cancelled %v:\n%s", s.cancelled, st.Frame())
	}
	st.Shows("the cancellation is accepted")
}

// An order that its owner's signature cancelled is no error in Activity, whoever asked for that;
// what else ends one is. One that is suspended goes on once that is put right.
func TestACancellationOfOnesOwnIsNoError(t *testing.T) {
	t.Parallel()
	for reason, bad := range map[string]bool{"cancelled by the owner's signature": false,
		"the server has closed": true} {
		st := submitted(t, world())
		st.auction(api.DeltaSuspended, func(*api.DeltaRecord, *api.DeltaAuction) {})
		for _, m := range st.markets.Got {
			m, ok := m.(views.Told)
			if ok && strings.Contains(m.Text, "SUSPENDED") && m.Level != ui.Warn {
				t.Errorf("%s: its level is %v", m.Text, m.Level)
			}
		}
		st.auction(api.DeltaCancelled, func(r *api.DeltaRecord, _ *api.DeltaAuction) {
			r.Reason = reason
		})
		told := 0
		for _, m := range st.markets.Got {
			if m, ok := m.(views.Told); ok && strings.Contains(m.Text, "CANCELLED") {
				if told++; (m.Level == ui.Bad) != bad {
					t.Errorf("%s: its level is %v", m.Text, m.Level)
				}
			}
		}
		if told != 1 {
			t.Errorf("%s is told %d times", reason, told)
		}
	}
}

// TestWhatIsCalledEndedIsEndedOnChain: what a service calls cancelled can be settled by whoever has
// the signature, so i uses up its nonce, and no other one; there is no use in that once it is late.
func TestWhatIsCalledEndedIsEndedOnChain(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	nonce := s.submissions[0].Order.Nonce
	st.auction(api.DeltaCancelled, func(*api.DeltaRecord, *api.DeltaAuction) {})
	s.set(func() { s.astray = api.NewAmount(1) })
	st.Press("i")
	st.settle()
	st.Shows("it is not what was asked for", "it uses up the nonces")
	st.Press("S", "enter") // which closes what can't be signed
	if sent := s.Sent(); len(sent) != 0 {
		t.Fatalf("sent %v", sent)
	}
	s.set(func() { s.astray = api.Amount{} })
	st.Press("h", "i") // the history has it too
	st.settle()
	st.Shows("SIGN and SEND transaction", "Cancel Delta orders",
		"the Delta order with nonce "+nonce.String(), "ends the Delta order "+orderID,
		"sells 5,000.00 USDC for at least 1.637479 WETH")
	st.Press("S", "enter")
	st.settle()
	sent := s.Sent()
	if len(sent) != 1 || *sent[0].To() != contract || string(sent[0].Data()) != string(
		contracts.NewDelta().PackInvalidateNonce(nonce.Big())) {
		t.Fatalf("sent %v\n%s", sent, st.Frame())
	}
	st.Advance(time.Hour)
	st.Press("i")
	st.Hides("SIGN and SEND")
}

func TestSuspendedOrderIsCovered(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	st.auction(api.DeltaSuspended,
		func(r *api.DeltaRecord, _ *api.DeltaAuction) {
			r.Reason = "the allowance does not cover it"
		})
	st.Shows("SUSPENDED !", "SUSPENDED, the allowance does not cover it")
	st.Press("a")
	st.settle()
	st.Shows("SIGN and SEND transaction", "5,000.00 USDC")
	st.Press("esc", "o", "y")
	if len(st.Copied) != 1 || !strings.Contains(st.Copied[0], `"rounds"`) ||
		!strings.Contains(st.Copied[0], "below the floor") {
		t.Fatalf("the raw view held %v", st.Copied)
	}
}

func TestOpenOrdersOfAnEarlierSessionAreFollowed(t *testing.T) {
	t.Parallel()
	s := world()
	s.orders = past(1)
	s.orders[0].Status, s.orders[0].Transactions, s.orders[0].FilledAmount = api.DeltaRunning, nil,
		api.Amount{}
	s.orders[0].Order.Deadline = uint64(noon.Add(24 * 365 * time.Hour).Unix())
	st := newStage(t, s)
	st.auction(api.DeltaExecuted, executed)
	st.Advance(20 * time.Second)
	st.Press("h", "enter")
	st.Shows("EXECUTED ✓", "4 Auction ✓   5 Settled 05:00:03 ✓")
}

// An open order is followed, and its nonce is taken, however many newer ones there are.
func TestAnOpenOrderBehindManyIsFollowed(t *testing.T) {
	t.Parallel()
	for newer := range map[int]bool{50: true, 250: true, 1200: true} {
		s := world()
		s.orders = past(newer + 1)
		old := &s.orders[newer]
		old.Status, old.Transactions, old.FilledAmount = api.DeltaRunning, nil, api.Amount{}
		old.Order.Deadline = uint64(noon.Add(24 * 365 * time.Hour).Unix())
		old.Order.Nonce = api.NewAmount(7)
		s.change = func(b *api.DeltaToSign) { b.Order.Nonce = api.NewAmount(7) }
		st := quoted(t, s)
		st.Press("enter")
		st.settle()
		st.Shows("May move up to  10,000.00 USDC") // for both orders
		st.Press("S", "enter")
		st.settle()
		st.Shows("its nonce is that of another order of", "only one of them could settle")
	}
}

func TestHistoryTurnsPages(t *testing.T) {
	t.Parallel()
	s := world()
	s.orders = past(130)
	st := newStage(t, s)
	st.Press("h")
	st.Shows("page 1 · 100 per page · chain 1337")
	st.Press("n")
	st.Shows("page 2")
	st.Advance(time.Second)
	pages := func() []api.DeltaQuery { // what is open is read beside them
		return slices.DeleteFunc(slices.Clone(s.lists), func(q api.DeltaQuery) bool {
			return q.Open
		})
	}
	if q := pages()[len(pages())-1]; q.Page != 2 || q.Limit != 100 || q.ChainID != 1337 {
		t.Fatalf("asked %+v", q)
	}
	st.Press("n") // the last page stays
	st.Shows("page 2")
	st.Press("p")
	st.Shows("page 1")
	st.s.Networks = []api.Network{st.s.Network, {ChainID: 10, Name: "Optimism", Symbol: "ETH"}}
	far := s.orders[0]
	far.ID, far.ChainID = "far", 10
	s.orders = append([]api.DeltaRecord{far}, s.orders...)
	s.OnTokens = func(context.Context, uint64) ([]api.Token, error) {
		return []api.Token{{ChainID: 10, Address: far.Order.SrcToken, Symbol: "FAR"}}, nil
	}
	s.OnCollections = func(context.Context, uint64) ([]api.Token, error) { return nil, nil }
	s.OnMarkets = func(context.Context, uint64) ([]api.Market, error) { return nil, nil }
	st.Press("N")
	st.Advance(2 * time.Second)
	st.Shows("page 1 · 100 per page · all networks", "network", "Optimism", "FAR→")
	last := pages()[len(pages())-2:] // one network after the other
	if last[0].ChainID != 1337 || last[1].ChainID != 10 || last[0].Page != 1 || last[1].Page != 1 {
		t.Fatalf("asked %+v", last)
	}
	st.Press("x")
	st.Hides("Sign the cancellation")
}

func TestRandomKeys(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		s := world()
		s.orders = past(5)
		start := quoted
		if seed%2 == 1 {
			start = submitted
		}
		start(t, s).Fuzz(seed, 400)
	}
}

func BenchmarkFrame(b *testing.B) {
	st := submitted(b, world())
	st.auction(api.DeltaExecuted, executed)
	st.Bench(b)
}

// TestACancellationWithoutAnAnswerMayBeThere: of a cancellation whose answer is lost nobody knows
// whether the service has it, and the very same can be sent again.
func TestACancellationWithoutAnAnswerMayBeThere(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		s := world()
		st := submitted(t, s)
		st.Resize(width, 36)
		s.set(func() { s.unheard = errors.New("connection reset by peer") })
		st.Press("x")
		st.settle()
		st.Press("tab", "enter")
		st.settle()
		st.Press("S", "enter")
		st.Shows("! It may have been sent: no answer came. r sends the very same again.")
		st.Hides("Nothing was sent")
		s.set(func() { s.unheard = nil })
		st.Press("r")
		st.Shows("the cancellation is accepted")
		if len(s.cancelled) != 2 {
			t.Errorf("cancelled %v", s.cancelled)
		}
	}
}

// TestACancellationThatIsNotCarriedOutIsTold: a service that accepts a cancellation and goes on
// with the order is told of, and what ends it for sure.
func TestACancellationThatIsNotCarriedOutIsTold(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		st := submitted(t, world())
		st.Resize(width, 36)
		st.Press("x")
		st.settle()
		st.Press("tab", "enter")
		st.settle()
		st.Press("S", "enter")
		st.Shows("the cancellation is accepted")
		st.Advance(20 * time.Second)
		st.Shows("✗ you cancelled it, and the service goes on with it: i ends it on chain",
			"cancelled by you")
		told := 0
		for _, m := range st.markets.Got {
			m, ok := m.(views.Told)
			if ok && m.Level == ui.Bad && strings.Contains(m.Text, "goes on with it") {
				told++
			}
		}
		if told != 1 {
			t.Errorf("Activity is told %d times", told)
		}
		st.auction(api.DeltaCancelled, func(*api.DeltaRecord, *api.DeltaAuction) {})
		st.Hides("goes on with it")
	}
}
