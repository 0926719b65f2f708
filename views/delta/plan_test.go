package delta_test

import (
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/views"
)

// when chooses when the typed amount is to be sold.
func (st *stage) when(choice int) {
	st.Press("tab", "tab", "tab")
	for range choice {
		st.Press("right")
	}
	st.settle()
}

// sign goes for the signature, and signs as many times.
func (st *stage) sign(times int) {
	st.Press("enter")
	for range times {
		st.settle()
		st.Press("S", "enter")
	}
}

// A floor above the quote is signed as it was typed, and waits.
func TestAFloorOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.when(1)
	st.Press("tab")
	st.Type("1,7")
	st.settle()
	st.Shows("✗")
	st.Press("ctrl+u")
	st.Type("1.75")
	st.settle()
	st.Shows("floor 5.80% above the quote: it waits until somebody", "( 7d )")
	st.sign(1)
	if len(s.submissions) != 1 {
		t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
	}
	o := s.submissions[0].Order
	if o.DestAmount != units("1.75", weth) || o.ExpectedDestAmount != o.DestAmount ||
		s.submissions[0].Trigger != nil {
		t.Errorf("signed %+v", o)
	}
	st.Press("n")
	st.settle()
	st.Shows("( now )")
	st.Hides("1.75▁", "At least")
}

// The deadline of an order that waits is for it alone.
func TestTheDeadlineFollowsWhen(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	st.when(1)
	st.Shows("( my price )", "( 7d )")
	st.Press("left")
	st.settle()
	st.Shows("( now )", "( 1h )")
}

// A floor far below the quote asks for a word.
func TestALowFloorAsksForAWord(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.when(1)
	st.Press("tab")
	st.Type("1.2")
	st.settle()
	st.Shows("! floor 27.45% below the quote")
	st.Press("enter")
	st.settle()
	st.Shows(`Type "FLOOR" to go on`, "agents may pay as little as that")
	st.Press("tab", "enter")
	st.settle()
	if st.Hides("SIGN typed data"); len(s.builds) > 0 {
		t.Fatal("built without the word")
	}
}

// A stop and a take-profit are held back by the service until their worth, which the form says.
func TestStopAndTakeProfitAreHeldBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		choice            int
		met, worth, floor string // on the wrong side of the market, on the right one
		than              string
	}{{2, "1.7", "1.6", "1.55", "less"}, {3, "1.6", "1.7", "1.65", "more"}} {
		s := world()
		st := quoted(t, s)
		st.s.Prices = views.Prices{
			weth.Address: {Quote: units("3020", weth), Base: units("1", weth)},
			usdc.Address: {Quote: units("1", weth), Base: units("1", usdc)}}
		st.Send(views.PricesChanged{})
		st.when(c.choice)
		st.Press("tab")
		st.Type(c.met)
		st.Press("tab")
		st.Type(c.floor)
		st.Press("enter") // which asks neither for an approval nor for a signature
		st.settle()
		st.Shows("✗ worth 1.655629 already: it would")
		st.Hides("SIGN", "approve USDC")
		st.Press("shift+tab", "ctrl+u")
		st.Type(c.worth)
		st.settle()
		text := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ").Replace(
			st.Frame())), " ")
		for _, want := range []string{
			"now worth 1.655629; watched while the service runs, only then", "below that worth"} {
			if !strings.Contains(text, want) {
				t.Errorf("the form does not say %q:\n%s", want, st.Frame())
			}
		}
		st.Press("enter")
		st.settle()
		st.Shows("it is what you typed ", "it is worth "+c.worth+"00000 WETH or "+c.than,
			"worst price ")
		st.Press("esc")
		st.sign(1)
		if len(s.submissions) != 1 {
			t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
		}
		r := s.submissions[0]
		if r.Trigger == nil || *r.Trigger != (api.DeltaTrigger{Worth: units(c.worth, weth),
			Below: c.than == "less"}) || r.Order.DestAmount != units(c.floor, weth) {
			t.Errorf("signed %+v %+v", r.Trigger, r.Order)
		}
	}
}

// A series is as many orders, each signed once and each of the same part; the later ones are held
// back until their time.
func TestASeriesIsSignedOrderByOrder(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.when(4)
	st.Press("tab")
	st.Type("3") // takes the place of what is proposed
	st.Press("tab", "right")
	p := *s.price
	p.SrcAmount = units("1666.666666", usdc)
	s.set(func() { s.price = &p })
	st.Press("r")
	st.settle()
	st.Shows("3 × 1,666.66", "3 signatures now")
	st.sign(3)
	if len(s.submissions) != 3 {
		t.Fatalf("%d submissions\n%s", len(s.submissions), st.Frame())
	}
	for i, r := range s.submissions {
		if r.Order.SrcAmount != units("1666.666666", usdc) || (r.Trigger == nil) != (i == 0) {
			t.Errorf("order %d: %+v %+v", i, r.Order, r.Trigger)
		}
	}
	if a, b := s.submissions[1], s.submissions[2]; b.Trigger.NotBefore-a.Trigger.NotBefore != 300 ||
		b.Order.Deadline-a.Order.Deadline != 300 {
		t.Errorf("%+v and %+v are not five minutes apart", a.Trigger, b.Trigger)
	}
	st.Shows("4 Auction")
}

// A bid on a part is measured by the part's floor, and says that it is one.
func TestABidOnAPartIsMeasuredByThePart(t *testing.T) {
	t.Parallel()
	st := submitted(t, world())
	st.auction(api.DeltaRunning, func(_ *api.DeltaRecord, a *api.DeltaAuction) {
		half := api.NewAmount(2)
		b := &a.Rounds[0].Bids[0]
		b.Spent, b.Received = b.Spent.MulDiv(api.NewAmount(1), half),
			b.Received.MulDiv(api.NewAmount(1), half)
	})
	st.Shows("0.827050 wins · part · floor +1.01%")
	st.Hides("floor −49")
}

// What has ended meanwhile is not cancelled: neither from the question nor from the signature.
func TestWhatHasEndedIsNotCancelled(t *testing.T) {
	t.Parallel()
	s := world()
	st := submitted(t, s)
	st.Press("x")
	st.settle()
	st.auction(api.DeltaExecuted, executed)
	st.Shows("nothing to cancel: the order has ended meanwhile: EXECUTED")
	if open := st.Root.Dialogs(); len(open) != 0 {
		t.Errorf("%v stands over an order that has ended", open)
	}

	s = world()
	st = submitted(t, s)
	st.Press("x")
	st.settle()
	st.Press("tab", "enter")
	st.settle()
	st.Shows("SIGN typed data")
	st.auction(api.DeltaExecuted, executed)
	st.Shows("nothing to cancel")
	st.Hides("SIGN typed data")
	st.Press("S", "enter")
	if len(s.cancelled) > 0 {
		t.Fatalf("cancelled %v\n%s", s.cancelled, st.Frame())
	}
}

// A floor at the quote stands where the quote stands.
func TestEqualMarksShareAPlace(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	st.when(1)
	st.Press("tab")
	st.Type("1.65402")
	st.settle()
	st.Shows("floor, expected", "floor at the quote")
}
