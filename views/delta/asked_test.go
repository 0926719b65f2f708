package delta_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// A service that builds another order than was asked for gets no signature.
func TestOtherOrdersAreNotSigned(t *testing.T) {
	t.Parallel()
	stranger := common.HexToAddress("0x00000000000000000000000000000000000bad01")
	for name, c := range map[string]struct {
		change func(*api.DeltaToSign)
		text   string
	}{
		"owner": {func(b *api.DeltaToSign) { b.Order.Owner = stranger }, "its owner is"},
		"beneficiary": {func(b *api.DeltaToSign) { b.Order.Beneficiary = stranger },
			"what is bought goes to"},
		"src token":  {func(b *api.DeltaToSign) { b.Order.SrcToken = stranger }, "it sells token"},
		"dest token": {func(b *api.DeltaToSign) { b.Order.DestToken = stranger }, "it buys token"},
		"amount": {func(b *api.DeltaToSign) { b.Order.SrcAmount = units("5001", usdc) },
			"it sells 5,001.00"},
		"floor": {func(b *api.DeltaToSign) {
			b.Order.DestAmount = b.Order.DestAmount.Sub(
				api.NewAmount(1))
		}, "below yours"},
		"expected": {func(b *api.DeltaToSign) { b.Order.ExpectedDestAmount = b.Order.DestAmount },
			"it expects 1.637479"},
		"deadline": {func(b *api.DeltaToSign) { b.Order.Deadline++ }, "another deadline"},
		"parts":    {func(b *api.DeltaToSign) { b.Order.Fillable = true }, "settled in parts"},
		"partner": {func(b *api.DeltaToSign) { b.Order.PartnerAndFee = api.NewAmount(200) },
			"another partner or fee"},
		"permit":   {func(b *api.DeltaToSign) { b.Order.Permit = []byte{1} }, "another permit"},
		"contract": {func(b *api.DeltaToSign) { b.Contract = stranger }, "Delta contract"},
		"chain":    {func(b *api.DeltaToSign) { b.ChainID = 1 }, "1337"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := world()
			s.change = c.change
			st := quoted(t, s)
			st.Press("enter")
			st.settle()
			flat := strings.Join(strings.Fields(strings.ReplaceAll(st.Frame(), "┃", " ")), " ")
			if !strings.Contains(flat, "the service built another order than you asked for") ||
				!strings.Contains(flat, c.text) {
				t.Errorf("the dialog does not say %q:\n%s", c.text, st.Frame())
			}
			st.Press("S", "enter", "enter", "tab", "enter")
			st.settle()
			if len(s.submissions) > 0 {
				t.Errorf("it was signed: %+v", s.submissions[0].Order)
			}
		})
	}
}

// A price for something else than was asked is no price.
func TestOtherPricesAreNotShown(t *testing.T) {
	t.Parallel()
	s := world()
	s.price.DestToken = usdc.Address
	quoted(t, s).Shows("the service priced something else than was asked")
}

func TestReceiver(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	for range 7 {
		st.Press("tab")
	}
	st.Paste("0x00000000000000000000000000000000000bad0")
	st.settle()
	st.Shows("✗ must hold whole bytes")
	st.Paste("1")
	st.settle()
	st.Shows("! 0x0000…AD01 receives it, not you")
	st.Press("enter")
	st.settle()
	st.Shows("not your account", `Type "stranger" to go on`, "it is what you typed and were quoted")
	st.Press("S")
	st.Type("stranger")
	st.Press("enter", "enter")
	st.settle()
	if len(s.submissions) != 1 || s.submissions[0].Order.Beneficiary != common.HexToAddress(
		"0xbad01") {
		t.Fatalf("submitted %+v:\n%s", s.submissions, st.Frame())
	}
	st.Shows("beneficiary   ! " + s.submissions[0].Order.Beneficiary.Hex()[:24])
	st.newOrder()
	st.Hides("bad01")
}

func TestOwnAccountAsReceiverByName(t *testing.T) {
	t.Parallel()
	st := quoted(t, world())
	for range 7 {
		st.Press("tab")
	}
	st.Paste("dev1")
	st.settle()
	st.Shows("[ dev1▁              ]  dev1", "your dev1 receives it, not main")
}

func TestPartnerIsShownAndSigned(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	for range 8 {
		st.Press("tab")
	}
	st.Paste("shop")
	st.settle()
	st.Shows("half the surplus to 0x52Fa…912D")
	st.Press("enter")
	st.settle()
	st.Shows("(Delta contract): half of what", "comes above the expected, the protocol the other "+
		"half: none of it is yours;", "it is what you typed and were quoted")
	st.signed()
	if s.submissions[0].Partner != "shop" || s.submissions[0].Order.PartnerAndFee.IsZero() {
		t.Fatalf("submitted %+v", s.submissions[0])
	}
	st.newOrder()
	st.Hides("[ shop")
}

// newOrder goes from the auction of the order that was signed to the form, which is empty.
func (st *stage) newOrder() {
	st.Press("n")
	st.settle()
	st.Shows("yourself, or 0x", "none, or its name", "( 1% )", "[ ▁")
}

func TestSlippageEndsWithItsOrder(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"signed", "cleared"} {
		s := world()
		st := quoted(t, s)
		st.Press("tab", "tab", "tab", "tab", "right", "right", "tab") // slippage: custom
		st.Type("2.5")
		st.settle()
		st.Shows("[ 2.5▁")
		if end == "cleared" {
			st.Press("ctrl+l")
		} else {
			st.Press("enter")
			st.settle()
			st.signed()
			if len(s.builds) != 1 || *s.builds[0].Slippage != 250 {
				t.Fatalf("built %+v", s.builds)
			}
			st.newOrder()
		}
		// the field itself is hidden: its text would come back with the choice
		st.Press("tab", "tab", "tab", "tab", "right", "right", "tab")
		st.Hides("2.5")
	}
}

// What loses much of its value is asked about twice, and needs a word from a tenth on.
func TestLossIsConfirmed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ worth, text, word string }{
		{"4700", "6.00%", ""}, {"4000", "20.00%", "IMPACT"}} {
		s := world()
		s.price.DestUSD = c.worth
		st := quoted(t, s)
		st.Shows("loses " + c.text + " of its value")
		st.Press("enter")
		st.settle()
		st.Shows("Go on all the same?", "It loses "+c.text)
		if c.word != "" {
			st.Type(c.word)
		}
		st.Press("tab", "enter")
		st.settle()
		st.Shows("SIGN typed data · Delta order")
	}
}

// quotePane is the text of the pane on the right.
func (st *stage) quotePane() string {
	var words []string
	for _, line := range strings.Split(st.Frame(), "\n") {
		if _, right, ok := strings.Cut(line, "┃│"); ok {
			words = append(words, strings.Fields(strings.TrimRight(right, " │"))...)
		}
	}
	return strings.Join(words, " ")
}

func TestErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	for kind, want := range map[api.ErrorType]string{
		api.SourceEth: "wrap it first", api.UnsupportedSide: "give the amount to sell",
		api.UnsupportedToken:          "swap USDC for WETH instead",
		api.UnsupportedChain:          "there is no Delta on local",
		api.GasCostExceedsTradeAmount: "sell more", api.NoRoute: "sell less",
		api.PriceImpactTooHigh: "in several orders", api.PricingError: "swap instead",
		api.BadUsdPrice: "swap instead",
		api.RateLimited: "in a moment", api.ChainUnavailable: "raw details",
		api.StoreUnavailable: "raw details", "Brand\x1b[2JNew": "raw details",
	} {
		for name, prepare := range map[string]func(*service){
			"failed": func(s *service) { s.quoteFails = api.Errorf(kind, "raw details") },
			"fallback": func(s *service) {
				s.price, s.fallback = nil, &api.FallbackReason{
					ErrorType: kind, Details: "raw details"}
			},
		} {
			s := world()
			prepare(s)
			st := quoted(t, s)
			if !strings.Contains(st.quotePane(), want) {
				t.Errorf("%s %s: %q is not said:\n%s", kind, name, want, st.Frame())
			}
			st.Press("enter")
			st.settle()
			st.Hides("SIGN")
			st.AssertFrame()
		}
	}
}

// A service that answers nothing leaves the last price, greyed with its age, and says why there is
// no other.
func TestSlowServiceKeepsTheLastPrice(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	s.set(func() {
		s.quoteFails = api.Errorf(
			api.ChainUnavailable, "the answer did not come in time; try again")
	})
	st.Advance(20 * time.Second)
	st.header()
	st.Press("r")
	st.settle()
	st.Shows("1.654020 WETH", "the answer did not come in time; try again", "s old")
	st.Press("enter")
	st.settle()
	st.Hides("SIGN")
}
