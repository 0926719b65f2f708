package order_test

import (
	"errors"
	"testing"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/sign"
)

// TestQuittingAsksForWhatIsTypedWrong: a typing mistake does not make an order worth nothing.
func TestQuittingAsksForWhatIsTypedWrong(t *testing.T) {
	t.Parallel()
	for name, typed := range map[string][2]string{
		"price": {"1", "30.0.0"}, "amount": {"1,5,0", "3000"}, "no price": {"1", ""},
		"price alone": {"", "30.0.0"},
	} {
		st := newStage(t, rich(world()))
		st.fill(typed[0], typed[1])
		st.Press("shift+tab", "shift+tab")
		st.Press("q")
		if st.Quit || len(st.Root.Dialogs()) != 1 {
			t.Errorf("%s: left without a word: %s", name, st.Frame())
			continue
		}
		st.Shows("the form holds an order that is not signed")
	}
	st := newStage(t, rich(world())) // what the ladder hands over
	st.Send(views.NewOrder{Pair: pair, Side: api.Buy, Price: price("3018")})
	st.Press("q")
	if !st.Quit {
		t.Error("a price that nobody typed holds the program")
	}
}

func TestQuittingAsksForAnNFTTypedWrong(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	st.put("12.5.5")
	st.Press("q")
	st.Shows("the form holds an NFT order that is not signed")
}

// TestALostAnswerIsNotUnsigned: what a key has signed and may have arrived is called that, until
// the form is changed or the service says that it has it not.
func TestALostAnswerIsNotUnsigned(t *testing.T) {
	t.Parallel()
	const unsigned, maybe = "that is not signed", "is signed and may have been sent as 0x"
	limit, nft := newStage(t, rich(world())), nftStage(t)
	for name, st := range map[string]*stage{"limit": limit, "nft": nft} {
		if name == "limit" {
			st.fill("6036", "3018")
		} else {
			st.put("12.5")
		}
		st.service.set(func() { st.service.refuses = errors.New("EOF") })
		st.Press("enter")
		st.settle()
		st.Press("S", "enter")
		st.settle()
		st.Press("esc")
		st.Press("q")
		st.Shows(maybe)
		st.Hides(unsigned)
		st.Press("esc")
		st.Press("1")
		st.Press("q")
		st.Shows(unsigned)
		st.Hides(maybe)
		st.Press("esc", "backspace")
		st.settle()
		st.service.set(func() { st.service.refuses = api.Errorf(api.TooManyOrders, "too many") })
		st.Press("enter")
		st.settle()
		st.Press("S", "enter")
		st.settle()
		st.Press("esc")
		st.Press("q")
		st.Shows(unsigned)
		st.Hides(maybe)
	}
}

// TestWhatArrivedAfterAllLeavesTheForm: an order whose answer was lost, and which the service turns
// out to have, no longer stands in the form as if it were still to be signed.
func TestWhatArrivedAfterAllLeavesTheForm(t *testing.T) {
	t.Parallel()
	limit, nft := newStage(t, rich(world())), nftStage(t)
	for name, st := range map[string]*stage{"limit": limit, "nft": nft} {
		if name == "limit" {
			st.fill("6036", "3018")
		} else {
			st.put("12.5")
		}
		st.service.set(func() { st.service.refuses = errors.New("EOF") })
		st.Press("enter")
		st.settle()
		st.Press("S", "enter")
		st.settle()
		st.Press("esc")
		sent := st.s.UnderWay.List()[0]
		other := sent
		other.Hash[0]++
		st.Send(sign.Found{Sent: other, Shown: new(bool)})
		st.Press("q")
		st.Shows("is signed and may have been sent as 0x")
		st.Press("esc")
		st.s.UnderWay.Took(sent.Hash)
		st.Send(sign.Found{Sent: sent, Shown: new(bool)})
		st.Hides("[ 6036 ", "[ 12.5 ")
		if st.Press("f1", "q"); !st.Quit {
			t.Errorf("%s: what arrived holds the program:\n%s", name, st.Frame())
		}
	}
}
