package sign_test

import (
	"math/big"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/views"
	"bourse/views/sign"
)

// capped is a stage with a cap, on which WETH is worth 3,000 USD and USDC one.
func capped(t *testing.T, most string) *stage {
	t.Helper()
	st := newStage(t)
	kept, err := views.OpenPreferences(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	st.s.Preferences = kept
	st.s.Prices = views.Prices{
		weth: {Quote: amount("3000000000000000000000"), Base: amount("1000000000000000000")},
		usdc: {Quote: amount("1000000000000000000"), Base: amount("1000000")}}
	cap, why := views.ReadOrderCap(most)
	if why != "" {
		t.Fatal(why)
	}
	st.Do(st.s.SetOrderCap(cap))
	return st
}

// An order that pays more than the cap wants the word, one that pays less does not, and what has no
// price cannot be held against it.
func TestTheCapOfAnOrder(t *testing.T) {
	t.Parallel()
	const within, over = "it pays up to $6,000.00, within your cap of $6,000.00",
		"it pays up to $6,000.00, more than your cap of $5,999.99"
	st := capped(t, "$5,999.99")
	done := st.openOrder(nil)
	st.Shows(over, `Type "cap" to go on`)
	st.Press("S", "enter")
	if len(*done) != 0 {
		t.Fatal("it is signed without the word")
	}
	st.Shows(`type "cap" to go on, or esc to leave`)
	st.Type("cap")
	st.Press("enter", "enter")
	if len(*done) != 1 {
		t.Fatalf("signed %v with the word", *done)
	}

	st = capped(t, "6000")
	done = st.openOrder(nil)
	st.Shows(within)
	st.Press("S", "enter")
	if len(*done) != 1 {
		t.Fatalf("signed %v within the cap", *done)
	}

	st = capped(t, "1000000")
	delete(st.s.Prices, weth)
	st.openOrder(nil)
	st.Shows("nobody tells what WETH is worth, so that it cannot be held against your cap of",
		`Type "cap" to go on`)

	st.Press("S", "enter", "esc") // what was said of the dialog goes with it
	st.Hides("or esc to leave")

	st = capped(t, "off")
	st.openOrder(nil)
	st.Hides("your cap", "Type \"")
}

// What an approval or a permit lets be moved is held against the cap, too.
func TestTheCapCoversApprovalsAndPermits(t *testing.T) {
	t.Parallel()
	for most, says := range map[string]string{
		"4999": "it lets up to $5,000.00 be moved, more than your cap of $4,999.00",
		"5000": "it lets up to $5,000.00 be moved, within your cap of $5,000.00"} {
		st := capped(t, most)
		task := st.approving(5_000_000_000, func() (api.Transaction, error) {
			return st.approve(big.NewInt(5_000_000_000)), nil
		})
		st.do(func() tea.Cmd {
			sign.Run(st.s, task)
			return nil
		})
		st.Shows(says)
		st.Press("esc")
		data := eip712.Permit{Token: eip712.Domain{Name: "USDC", Version: "2",
			ChainID: local.ChainID, Contract: usdc}, Owner: st.s.Account.Address, Spender: rfq,
			Value:    api.NewAmount(5_000_000_000),
			Deadline: api.NewAmount(uint64(st.Clock.Now().Add(time.Hour).Unix()))}.TypedData()
		st.do(func() tea.Cmd {
			sign.Open(st.s, sign.Spec{Data: &data})
			return nil
		})
		st.Shows(says)
	}
}

// What is asked for besides the cap is asked for still: one word agrees to one thing.
func TestTheCapAllowsNothing(t *testing.T) {
	t.Parallel()
	for typed, signed := range map[string]int{"cap": 0, "floor": 0, "floor cap": 1} {
		st := capped(t, "1")
		done := st.openOrder(func(o *api.Order, p *sign.Spec) {
			o.NonceAndMeta = api.PackNonce(api.NewAmount(7), common.Address{0x66})
			p.Word = "floor"
		})
		st.Shows(`Type "floor cap" to go on`, "more than your cap of $1.00")
		st.Press("S", "enter")
		st.Type(typed)
		st.Press("enter", "enter")
		if len(*done) != signed {
			t.Errorf("with %q %d are signed, want %d", typed, len(*done), signed)
		}
	}
}

// A cap outlives the session, and what is none is refused.
func TestReadOrderCap(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	session := func() *views.Session {
		kept, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		return &views.Session{Preferences: kept}
	}
	if _, set := session().OrderCap(); set {
		t.Error("there is a cap from the start")
	}
	most, why := views.ReadOrderCap("2500.50")
	if why != "" {
		t.Fatal(why)
	}
	if m := session().SetOrderCap(most)(); m != nil {
		t.Fatal(m)
	}
	if got, set := session().OrderCap(); !set || got != amount("2500500000000000000000") {
		t.Errorf("the next session has a cap of %s (%v)", got, set)
	}
	for _, text := range []string{"", "0", "-5", "1e3", "five", "0.001", "5 usd", "٣"} {
		if _, why := views.ReadOrderCap(text); why == "" {
			t.Errorf("%q is a cap", text)
		}
	}
}
