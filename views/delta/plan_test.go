package delta_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
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

// says looks for words that the screen may break into lines.
func (st *stage) says(words ...string) {
	st.T.Helper()
	text := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ").Replace(
		st.Frame())), " ")
	for _, want := range words {
		if !strings.Contains(text, want) {
			st.T.Errorf("it does not say %q:\n%s", want, st.Frame())
		}
	}
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
	st.Type("2857.142857")
	st.settle()
	st.Shows("At most", "USDC per WETH", "1.750000 WETH in all", "( 7d )", "half above 3.500000")
	st.says("floor 2,857.15 USDC per WETH, 5.48% less than the quote: it waits until "+
		"somebody",
		"executes at 2,856.06 USDC per WETH, all in") // 5,000 / (1.75 + 1.99 / 4,998.4 of 1.65402)
	st.Resize(120, 36) // and nothing of it is cut
	st.Shows("USDC per WETH, all in", ", from signing ", "5.80% more, after fees ")
	st.sign(1)
	if len(s.submissions) != 1 {
		t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
	}
	o := s.submissions[0].Order
	least := units("1.750000000087500001", weth) // 5,000 / 2,857.142857, rounded up
	if o.DestAmount != least || o.ExpectedDestAmount != least.Add(least) ||
		s.submissions[0].Trigger != nil {
		t.Errorf("signed %+v", o)
	}
	st.Press("n")
	st.settle()
	st.Shows("( now )")
	st.Hides("2857", "At most")
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
	st.Type("4166.67")
	st.settle()
	st.says("! floor 4,166.67 USDC per WETH, 37.84% more than the quote")
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
		choice           int
		met, price, most string // on the wrong side of the market of 3,020, on the right one
		told             string
		worth, floor     string
		priceThan, than  string
		executes         string // gas of 0.000659 WETH in, but where a stop is let go
	}{{2, "2950", "3125", "3200", "3,125.00", "1.6", "1.5625", "more", "less",
		"3,125.00 to 3,198.65"},
		{4, "3100", "2500", "2560", "2,500.00", "2", "1.953125", "less", "more",
			"2,499.17 USDC"}} {
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
		st.Type(c.most)
		st.Press("enter") // which asks neither for an approval nor for a signature
		st.settle()
		st.Shows("✗ at 3,020.00 USDC per WETH already")
		st.Hides("SIGN", "approve USDC")
		st.Press("shift+tab", "ctrl+u")
		st.Type(c.price)
		st.settle()
		st.says("USDC or "+c.priceThan, "now at 3,020.00 USDC per WETH",
			"watched while the service runs, only then", "2.40% more than the trigger",
			"executes at "+c.executes)
		st.Press("enter")
		st.settle()
		if c.choice == 4 { // 20.8% above the market
			st.Shows("The trigger of 2,500.00 USDC per WETH", `Type "TRIGGER" to go on`)
			st.Type("TRIGGER")
			st.Press("tab", "enter")
			st.settle()
		}
		st.signReading()
		st.says("it is what you typed ", "the price is "+c.told+" USDC per WETH or "+c.priceThan,
			"worst price "+c.most[:1]+","+c.most[1:]+".00 USDC per WETH")
		st.Press("S", "enter")
		if len(s.submissions) != 1 {
			t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
		}
		r := s.submissions[0]
		if r.Trigger == nil || *r.Trigger != (api.DeltaTrigger{Worth: units(c.worth, weth),
			Below: c.than == "less"}) || r.Order.DestAmount != units(c.floor, weth) {
			t.Errorf("signed %+v %+v", r.Trigger, r.Order)
		}
		most := max(1.65402, r.Trigger.Worth.Float()/1e18)
		if got := r.Order.ExpectedDestAmount.Float() / 1e18; got < 2*most-1e-9 {
			t.Errorf("it expects %f, and leaves half of what comes above to the protocol", got)
		}
	}
}

// A stop that the service does not hold back, or by another trigger, is told at once, with the
// cancellation at hand; a trigger is in no signature.
func TestAStopThatIsNotHeldBackIsTold(t *testing.T) {
	t.Parallel()
	for says, holds := range map[string]func(*api.DeltaTrigger) *api.DeltaTrigger{
		"the service does not hold the order back: it can be settled now": func(
			*api.DeltaTrigger) *api.DeltaTrigger {
			return nil
		},
		"the service holds the order back by another trigger than it was asked to": func(
			r *api.DeltaTrigger) *api.DeltaTrigger {
			other := *r
			other.Worth = other.Worth.Add(api.NewAmount(1))
			return &other
		},
	} {
		s := world()
		s.holds = holds
		st := quoted(t, s)
		st.when(2)
		st.Press("tab")
		st.Type("3125")
		st.Press("tab")
		st.Type("3200")
		st.Press("enter")
		st.settle()
		st.signReading()
		st.Press("S", "enter")
		if len(s.submissions) != 1 {
			t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
		}
		st.says("You asked for another order: "+says, "[ Sign the cancellation ]")
		if n := st.Root.Note(); n.Level != ui.Bad || !strings.Contains(n.Text, says) {
			t.Errorf("the message row says %q", n.Text)
		}
	}
}

// A trailing stop of a purchase stands its distance above the price, mirrored, says where that is
// now, and is signed so.
func TestATrailingStopSaysWhereItStands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed, unit, now, by string
		worth                string
		trail                api.DeltaTrail
	}{
		// 5,000 USDC for 1.65402 WETH is 3,022.9380539; 3 % above it is 3,113.6261955
		{"3", "%", "now 3,113.63", "3.00%", "1.605844660194174757", api.DeltaTrail{Bps: 300,
			Buys: true}},
		{"90", "USDC per WETH", "now 3,112.94", "90 USDC per WETH", "1.606199",
			api.DeltaTrail{Price: units("90", usdc), Buys: true}},
	} {
		s := world()
		st := quoted(t, s)
		st.when(3)
		st.Shows("( trailing stop )", "Trails by", "( 7d )")
		st.Press("tab")
		st.Type("200")
		st.settle()
		st.Shows("must be below 100%")
		st.Press("enter")
		st.settle()
		st.Hides("SIGN")
		st.Press("ctrl+u")
		st.Type(c.typed)
		st.Press("tab")
		if c.unit != "%" {
			st.Press("right")
		}
		st.settle()
		st.Press("tab")
		st.Type("3180")
		st.settle()
		st.says(c.now, "( "+c.unit+" )", "the stop only moves down as the price falls; its limit "+
			"stays")
		st.Hides("the trigger is") // beside what is typed, the market's prices make other figures
		st.Press("enter")
		st.settle()
		st.signReading()
		st.Hides("the price is")
		st.says("follows the best price by "+c.by, "only moves",
			"worst price 3,180.00 USDC per WETH")
		st.Press("S", "enter")
		if len(s.submissions) != 1 || s.submissions[0].Trigger == nil {
			t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
		}
		got := *s.submissions[0].Trigger
		if off := got.Worth.Float()/units(c.worth, weth).Float() - 1; off > 1e-6 || off < -1e-6 {
			t.Errorf("it stands at %s, by hand at %s", got.Worth.Units(18), c.worth)
		}
		if got.Trail != c.trail || !got.Below {
			t.Errorf("it trails by %+v", got)
		}
		st.s.GasPrice = api.NewAmount(2e9) // 300,000 of it are 0.0006 WETH
		st.s.Prices = views.Prices{
			api.NativeToken: {Quote: units("3020", weth), Base: units("1", weth)},
			weth.Address:    {Quote: units("3020", weth), Base: units("1", weth)},
			usdc.Address:    {Quote: units("1", weth), Base: units("1", usdc)}}
		st.Send(views.PricesChanged{})
		st.Resize(80, 24)
		st.settle()
		// 5,000 / (5,000 / 3,180 + 0.0006), before what may go
		st.Shows("│ executes at "+c.now[len("now "):]+" to 3,178.7",
			"USDC per WETH   floor 1.57", "deadline in", "│ waits for "+c.now[len("now "):]+
				" USDC per WETH or more, trailing by "+c.by)
		st.Hides("(passed)")
		dearer := st.s.Prices[weth.Address]
		dearer.Quote = units("3200", weth) // the stop should have gone
		st.s.Prices[weth.Address] = dearer
		st.Send(views.PricesChanged{})
		st.settle()
		st.Shows("or more (passed), trailing by ")
	}
}

// A stop and a take profit are two signatures over one nonce, of which one can settle; the service
// is asked for that nonce, and one that gives another is not signed.
func TestAStopOrAProfit(t *testing.T) {
	t.Parallel()
	for _, lies := range []bool{false, true} {
		s := world()
		s.change = func(b *api.DeltaToSign) {
			if n := s.builds[len(s.builds)-1].Nonce; n != nil && !lies {
				b.Order.Nonce = *n
			}
		}
		st := quoted(t, s)
		st.s.Prices = views.Prices{
			weth.Address: {Quote: units("3020", weth), Base: units("1", weth)},
			usdc.Address: {Quote: units("1", weth), Base: units("1", usdc)}}
		st.Send(views.PricesChanged{})
		st.when(5)
		st.Shows("( stop or profit )")
		for _, price := range []string{"3125", "3200", "2800", "2850"} {
			st.Press("tab")
			st.Type(price)
		}
		st.settle()
		st.says("USDC or more", "USDC or less", "2 signatures over one nonce", "executes at",
			"or at")
		st.Press("enter")
		st.settle()
		st.signReading()
		st.says("the price is 3,125.00 USDC per WETH or more", "the take profit that is signed "+
			"next has the same nonce: only one of them can settle",
			"worst price 3,200.00 USDC per WETH")
		st.Press("S", "enter")
		st.settle()
		if len(s.submissions) != 1 {
			t.Fatalf("%d submissions\n%s", len(s.submissions), st.Frame())
		}
		stop := s.submissions[0]
		if lies {
			st.says("its nonce is not that of the other")
			continue
		}
		st.says("the price is 2,800.00 USDC per WETH or less", "it has the nonce of the stop "+
			"that you signed: only one of them can settle", "worst price 2,850.00 USDC per WETH")
		st.Press("S", "enter")
		st.settle()
		if len(s.submissions) != 2 {
			t.Fatalf("%d submissions\n%s", len(s.submissions), st.Frame())
		}
		profit := s.submissions[1]
		if stop.Order.Nonce != profit.Order.Nonce || stop.Order.SrcAmount != units("5000", usdc) ||
			profit.Order.SrcAmount != stop.Order.SrcAmount ||
			stop.Order.Deadline != profit.Order.Deadline {
			t.Errorf("%+v and %+v", stop.Order, profit.Order)
		}
		if stop.Order.DestAmount != units("1.5625", weth) ||
			profit.Order.DestAmount != units("1.754385964912280702", weth) || !stop.Trigger.Below ||
			profit.Trigger.Below || stop.Trigger.Worth != units("1.6", weth) ||
			profit.Trigger.Worth != units("1.785714285714285714", weth) {
			t.Errorf("%+v %+v and %+v %+v", stop.Order, stop.Trigger, profit.Order, profit.Trigger)
		}
	}
}

// A series is as many orders, each signed once and each of the same part; the later ones are held
// back until their time.
func TestASeriesIsSignedOrderByOrder(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.when(6)
	st.Press("tab")
	st.Type("3") // takes the place of what is proposed
	st.Press("tab", "right")
	p := *s.price
	p.SrcAmount = units("1666.666666", usdc)
	s.set(func() { s.price = &p })
	st.Press("r")
	st.settle()
	st.Shows("3 × 1,666.66", "3 signatures now")
	st.Press("enter")
	st.settle()
	st.signReading()
	for range 3 {
		st.Press("S", "enter")
		st.settle()
	}
	if len(s.submissions) != 3 {
		t.Fatalf("%d submissions\n%s", len(s.submissions), st.Frame())
	}
	for i, r := range s.submissions {
		if r.Order.SrcAmount != units("1666.666666", usdc) || (r.Trigger == nil) != (i == 0) {
			t.Errorf("order %d: %+v %+v", i, r.Order, r.Trigger)
		}
		// the first runs at the price that was quoted, the others at prices that nobody knows
		if want := units([]string{"1.65402", "3.30804"}[min(i, 1)], weth); want !=
			r.Order.ExpectedDestAmount {
			t.Errorf("order %d expects %s", i, r.Order.ExpectedDestAmount)
		}
	}
	if a, b := s.submissions[1], s.submissions[2]; b.Trigger.NotBefore-a.Trigger.NotBefore != 300 ||
		b.Order.Deadline-a.Order.Deadline != 300 {
		t.Errorf("%+v and %+v are not five minutes apart", a.Trigger, b.Trigger)
	}
	st.Shows("4 Auction")
}

// Orders of one nonce shut each other out: a service that gives the same one twice gets the first
// signature alone.
func TestASeriesOfOneNonceIsNotSigned(t *testing.T) {
	t.Parallel()
	s := world()
	s.change = func(b *api.DeltaToSign) { b.Order.Nonce = api.NewAmount(7) }
	st := quoted(t, s)
	st.when(6)
	st.Press("tab")
	st.Type("3")
	st.Press("tab", "right")
	p := *s.price
	p.SrcAmount = units("1666.666666", usdc)
	s.set(func() { s.price = &p })
	st.Press("r")
	st.settle()
	st.Press("enter")
	st.settle()
	st.signReading()
	for range 2 {
		st.Press("S", "enter")
		st.settle()
	}
	st.Shows("its nonce is that of another order of yours")
	if len(s.submissions) != 1 {
		t.Errorf("%d submissions\n%s", len(s.submissions), st.Frame())
	}
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
	s := world()
	s.price.DestAmount = units("1.6", weth)
	s.price.DestAmountBeforeFee = s.price.DestAmount
	st := quoted(t, s)
	st.when(1)
	st.Press("tab")
	st.Type("3125")
	st.settle()
	st.Shows("floor, expected")
}

// Whoever swaps instead finds the same tokens, the same way round, and the same amount.
func TestSwapInsteadKeepsTheTrade(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]views.NewSale{
		"i":  {Src: usdc, Dest: weth, Amount: "5000"},
		"ui": {Src: weth, Dest: usdc},
	} {
		st := quoted(t, world())
		for _, k := range keys {
			st.Press(string(k))
		}
		if n := len(st.swap.Got); n == 0 || st.swap.Got[n-1] != tea.Msg(want) {
			t.Errorf("%s: the swap got %+v, want %+v", keys, st.swap.Got, want)
		}
		if pair := st.s.Pair(); pair != (api.Pair{Base: weth.Address, Quote: usdc.Address}) {
			t.Errorf("the chosen pair is %v now", pair)
		}
	}
}

// Without a slippage that can be read nobody knows the floor.
func TestNoFloorWithoutASlippage(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	st.Press("tab", "tab", "tab", "tab", "right", "right", "tab") // slippage: custom
	st.Type("0,5")
	st.settle()
	if pane := st.quotePane(); !strings.Contains(pane, "floor —") {
		t.Errorf("the quote says %s", pane)
	}
}

// TestAProfitThatCannotBeMetIsRefused: once let go, it would end the stop beside it and wait for
// nobody.
func TestAProfitThatCannotBeMetIsRefused(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.s.Prices = views.Prices{
		weth.Address: {Quote: units("3020", weth), Base: units("1", weth)},
		usdc.Address: {Quote: units("1", weth), Base: units("1", usdc)}}
	st.Send(views.PricesChanged{})
	st.when(5)
	// a purchase: the least that 2,750 a piece leaves is more than what 2,800 brings
	for _, price := range []string{"3125", "3200", "2800", "2750"} {
		st.Press("tab")
		st.Type(price)
	}
	st.settle()
	st.says("the profit's least is above its price")
	st.Press("enter")
	st.settle()
	if st.Hides("SIGN"); len(s.builds) > 0 {
		t.Errorf("it was built: %+v", s.builds)
	}
}
