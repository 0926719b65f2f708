package delta_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// laterStage is a stage of a network that has the later forms.
func laterStage(t *testing.T) (*service, *stage) {
	s := world()
	s.later = true
	return s, newStage(t, s)
}

// An exact amount is bought: what is typed is of the other token, the most that is spent is shown
// before and in the signature, and is what is allowed.
func TestAPurchase(t *testing.T) {
	t.Parallel()
	s, st := laterStage(t)
	st.Press("b")
	st.Type("2")
	st.settle()
	st.Shows("( BUY exact out )", "Pay with", "2.000000 WETH exactly", "6,000.00 USDC",
		"6,060.00 USDC  1.00% more", "what is not spent", "( now )", "in a series", "made here")
	st.Hides("stop", "take profit", "MAX")
	st.Type("x") // no amount
	st.Shows("of what was typed before")
	st.Press("backspace", "enter")
	st.settle()
	st.Shows("Buy exactly", "Spend at most", "6,060.00 USDC",
		"it is what you typed and were quoted")
	st.says("half of what it spends less than 6,000.00 USDC, of 1% at most",
		"more than the market asks")
	st.Press("S", "enter")
	if len(s.submissions) != 1 {
		t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
	}
	o := s.submissions[0].Order
	if o.Form != api.SecondForm || !o.Buy || o.DestAmount != units("2", weth) ||
		o.SrcAmount != units("6060", usdc) || o.ExpectedDestAmount != units("6000", usdc) ||
		o.PartnerAndFee != api.NewAmount(512) || o.Owner != st.s.Account.Address ||
		o.Beneficiary != o.Owner || !o.Bridge.IsZero() || s.submissions[0].Type != "" {
		t.Errorf("signed %+v", o)
	}
}

// A purchase is never settled in parts, whatever was chosen for a sale.
func TestPurchasesOfferNoParts(t *testing.T) {
	t.Parallel()
	_, st := laterStage(t)
	for range 6 {
		st.Press("tab")
	}
	st.Press("right")
	st.Shows("( yes, in parts )")
	st.Press("b")
	st.Shows("( BUY exact out )", "( no, all at once )")
	st.Hides("in parts")
}

// What was quoted of a sale says nothing of a purchase.
func TestAQuoteIsOfItsSide(t *testing.T) {
	t.Parallel()
	_, st := laterStage(t)
	st.Type("5000")
	st.settle()
	st.Shows("you get")
	st.Press("b")
	st.Hides("you get", "exactly")
}

// The most of a sentence, or its least, fills in the price of one piece that keeps to it.
func TestBoundsOfSentences(t *testing.T) {
	t.Parallel()
	_, st := laterStage(t)
	for what, m := range map[string]views.NewSale{
		"at most 5,600.00 in all": {Src: usdc, Dest: weth, Amount: "2", Buy: true,
			Bound: new(units("5600", usdc))},
		"floor 2,857.15 USDC per WETH": {Src: usdc, Dest: weth, Amount: "5000",
			Bound: new(units("1.75", weth))},
	} {
		st.Send(m)
		st.settle()
		st.Shows("( my price )")
		st.says(what)
	}
}

// A purchase waits for a price of one's own, of which none is surplus.
func TestAPurchaseAtAPriceOfOnesOwn(t *testing.T) {
	t.Parallel()
	s, st := laterStage(t)
	st.Press("b")
	st.Type("2")
	st.when(1)
	st.Press("tab")
	st.Type("2800")
	st.settle()
	st.Shows("( my price )", "USDC per WETH", "5,600.00 USDC in all")
	st.says("at most 5,600.00 in all, 6.67% below the quote: it waits until somebody meets it")
	st.sign(1)
	if len(s.submissions) != 1 {
		t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
	}
	o, most := s.submissions[0].Order, units("5600", usdc)
	if o.SrcAmount != most || o.ExpectedDestAmount != most || s.submissions[0].Type != "LIMIT" {
		t.Errorf("signed %+v", s.submissions[0])
	}
}

// A series is one order in slices where the network has such, with one signature; where it has not,
// each order is signed.
func TestASeriesInSlices(t *testing.T) {
	t.Parallel()
	s, st := laterStage(t)
	st.Type("5000")
	st.when(6)
	st.Shows("( in a series )", "4 × 1,250.00 USDC")
	st.says("one signature for 4 slices, at least 1m apart, at today's floor each",
		"protocol nothing of slices")
	st.Press("enter")
	st.settle()
	st.Shows("Each slice", "1,250.00 USDC for at least 0.412499 WETH", "the last slice is due")
	st.Press("S", "enter")
	if len(s.submissions) != 1 || len(s.builds) != 1 {
		t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
	}
	o := s.submissions[0].Order
	if o.Form != api.SlicedForm || o.Slices != 4 || o.Interval != 60 ||
		o.SrcAmount != units("5000", usdc) ||
		o.SliceAmount != units("0.412499999999999999", weth) ||
		o.Deadline < uint64(st.Clock.Now().Unix())+3600 {
		t.Errorf("signed %+v", o)
	}
}

// What is bought in slices spends no more than the most of all of them.
func TestAPurchaseInSlices(t *testing.T) {
	t.Parallel()
	s, st := laterStage(t)
	st.Press("b")
	st.Type("2")
	st.when(2)
	st.Shows("( in a series )", "4 × 0.500000 WETH", "6,060.00 USDC", "for 4 slices")
	st.sign(1)
	if len(s.submissions) != 1 {
		t.Fatalf("submitted %+v\n%s", s.submissions, st.Frame())
	}
	o := s.submissions[0].Order
	if o.Form != api.SlicedBuyForm || o.Slices != 4 || o.DestAmount != units("2", weth) ||
		o.SrcAmount != units("6060", usdc) {
		t.Errorf("signed %+v", o)
	}
}

// Where a network has the first form alone, nothing is bought exactly, and the form says why.
func TestNoPurchaseInTheFirstForm(t *testing.T) {
	t.Parallel()
	s := world()
	s.fallback = &api.FallbackReason{ErrorType: api.UnsupportedOrderType, Details: "eleven"}
	s.price = nil
	st := newStage(t, s)
	st.Press("b")
	st.Type("2")
	st.settle()
	st.Shows("UnsupportedOrderType: Delta sells exact amounts only", "A swap would cost 5,990.00")
	st.Press("enter")
	st.settle()
	if st.Hides("SIGN"); len(s.builds) > 0 {
		t.Error("it was built all the same")
	}
}

// The order is made of what is on the screen: what a service builds otherwise is named field by
// field, and cannot be signed.
func TestAnotherOrderOfALaterFormIsNamed(t *testing.T) {
	t.Parallel()
	one, bad := api.NewAmount(1), common.HexToAddress("0xbad0000000000000000000000000000000000bad")
	any := map[string]func(*api.DeltaToSign){
		"domain.chainId":           func(x *api.DeltaToSign) { x.ChainID = 1 },
		"domain.verifyingContract": func(x *api.DeltaToSign) { x.Contract = bad },
		"owner":                    func(x *api.DeltaToSign) { x.Order.Owner = bad },
		"beneficiary":              func(x *api.DeltaToSign) { x.Order.Beneficiary = bad },
		"srcToken":                 func(x *api.DeltaToSign) { x.Order.SrcToken = bad },
		"destToken":                func(x *api.DeltaToSign) { x.Order.DestToken = bad },
		"deadline":                 func(x *api.DeltaToSign) { x.Order.Deadline++ },
		"nonce":                    func(x *api.DeltaToSign) { x.Order.Nonce = one },
		"partnerAndFee":            func(x *api.DeltaToSign) { x.Order.PartnerAndFee = one },
		"permit":                   func(x *api.DeltaToSign) { x.Order.Permit = []byte{1} },
		"metadata":                 func(x *api.DeltaToSign) { x.Order.Metadata = []byte{1} },
		"bridge.destinationChainId": func(x *api.DeltaToSign) {
			x.Order.Bridge.DestinationChainID = 10
		},
		"bridge.scalingFactor": func(x *api.DeltaToSign) { x.Order.Bridge.ScalingFactor = 12 },
	}
	plain := map[string]func(*api.DeltaToSign){
		"srcAmount":      func(x *api.DeltaToSign) { x.Order.SrcAmount = units("60600", usdc) },
		"destAmount":     func(x *api.DeltaToSign) { x.Order.DestAmount = one },
		"expectedAmount": func(x *api.DeltaToSign) { x.Order.ExpectedDestAmount = one },
		"kind":           func(x *api.DeltaToSign) { x.Order.Buy = false },
		"its type":       func(x *api.DeltaToSign) { x.Order.Fillable = true },
	}
	sliced := map[string]func(*api.DeltaToSign){
		"interval":        func(x *api.DeltaToSign) { x.Order.Interval = 4 },
		"numSlices":       func(x *api.DeltaToSign) { x.Order.Slices = 60 },
		"totalDestAmount": func(x *api.DeltaToSign) { x.Order.DestAmount = units("20", weth) },
		"maxSrcAmount":    func(x *api.DeltaToSign) { x.Order.SrcAmount = units("9000", usdc) },
		"its type":        func(x *api.DeltaToSign) { x.Order.Form = api.SlicedForm },
	}
	try := func(when int, lies map[string]func(*api.DeltaToSign)) {
		for name, lie := range lies {
			s, st := laterStage(t)
			s.change = lie
			st.Press("b")
			st.Type("2")
			st.when(when)
			st.Press("enter")
			st.settle()
			flat := strings.Join(strings.Fields(strings.ReplaceAll(st.Frame(), "┃", " ")), " ")
			const other = "the service built another order than you asked for: "
			if !strings.Contains(flat, other+name) {
				t.Errorf("%s is not named:\n%s", name, st.Frame())
			}
			st.Press("S", "enter")
			st.settle()
			if len(s.submissions) > 0 {
				t.Errorf("%s: signed %+v", name, s.submissions[0].Order)
			}
		}
	}
	try(0, any)
	try(0, plain)
	try(2, any)
	try(2, sliced)
}

// The palette and the swap screen fill the form with a purchase or a series.
func TestBeginWithAPurchase(t *testing.T) {
	t.Parallel()
	_, st := laterStage(t)
	st.Send(views.NewSale{Src: usdc, Dest: weth, Amount: "1", Buy: true, Slices: 3, Every: 300e9})
	st.settle()
	st.Shows("( BUY exact out )", "3 × 0.333333 WETH", "( 5m )")
}

// The list of orders, and what is exported of it, tells a purchase and slices from a sale.
func TestHistoryTellsSides(t *testing.T) {
	t.Parallel()
	s, st := laterStage(t)
	sale := record(orderID, api.DeltaOrder{Owner: st.s.Account.Address, SrcToken: usdc.Address,
		DestToken: weth.Address, SrcAmount: units("300", usdc), DestAmount: units("0.1", weth),
		Deadline: uint64(s.now().Unix() + 3600)}, s.now())
	purchase := sale
	purchase.ID, purchase.Order.Buy = "beef51de-0000-4000-8000-000000000000", true
	purchase.Order.Form, purchase.Order.Slices = api.SlicedBuyForm, 3
	s.set(func() { s.orders = []api.DeltaRecord{sale, purchase} })
	st.Press("h")
	st.settle()
	st.Send(tea.WindowSizeMsg{Width: 200, Height: 50})
	st.settle()
	st.Shows("side", "sell", "buy", "slices")
}

// A partner's fee is in the price only where the order carries it: else the protocol would take
// half of what the order seems to bring above its price.
func TestAPriceHasTheFeeOfItsOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		nobody  bool
		charges float64
		named   string
		says    string
	}{
		{false, 0.5, "acme", "you get"},
		{true, 0, "", "nobody takes a fee"},
		{true, 1.5, "", "has a partner's fee of 1.5% in it, where the order would carry 0%"},
		{false, 1.5, "acme", "has a partner's fee of 1.5% in it, where the order would carry 0.5%"},
	} {
		s, st := laterStage(t)
		s.nobody, s.charges = c.nobody, c.charges
		st.Type("5000")
		for range 8 {
			st.Press("tab")
		}
		st.Type("acme")
		st.settle()
		st.says(c.says)
		if s.named != c.named {
			t.Errorf("%q was priced, not %q\n%s", s.named, c.named, st.Frame())
		}
	}
}
