package order_test

import (
	"testing"

	"bourse/backend/api"
	"bourse/views"
)

// private types a P2P order of 3,018 USDC that ends in ten minutes.
func (st *stage) private() {
	st.Press("up", "up", "right") // P2P
	st.Press("down", "down")
	st.fill("3018", "3018")
	st.Press("tab", "tab", "left") // expiry: custom
	st.Press("tab")
	st.Type("10m")
	st.Press("tab")
	st.Type(other.Hex())
	st.settle()
	st.Shows("P2P )", "date )", "[ 10m", other.Hex())
}

// sign reviews the order at hand and signs it.
func (st *stage) sign() {
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	st.settle()
}

func TestNothingOfASignedOrderReachesTheNext(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	st.private()
	st.sign()
	if len(service.created) != 1 || service.created[0].Type != api.P2P {
		t.Fatalf("created %+v", service.created)
	}
	st.Press("2")
	st.Shows("Limit )", "1d )", "You pay  [ ▁")
	st.Hides("3018", "10m", other.Hex())

	st.fill("3018", "3018")
	st.sign()
	if len(service.created) != 2 || service.created[1].Type != api.Limit ||
		service.created[1].Order.Expiry < uint64(st.Clock.Now().Unix())+80_000 {
		t.Fatalf("created %+v", service.created)
	}
}

func TestALevelFillsPriceAndSideOnly(t *testing.T) {
	st := newStage(t, rich(world()))
	st.private()
	st.Send(views.NewOrder{Pair: pair, Side: api.Sell, Price: price("3022.5")})
	st.Shows("Limit )", "SELL ▼ )", "1d )", "You pay  [ ▁", "[ 3022.5 ")
	st.Hides("3018", "10m", other.Hex())
}

func TestTheFirstKeyReplacesWhatWasFilledIn(t *testing.T) {
	st := newStage(t, rich(world()))
	st.Send(views.NewOrder{Pair: pair, Side: api.Buy, Price: price("3019.5")})
	st.Press("tab")
	st.Type("3005")
	st.Shows("[ 3005▁")
	st.Press("shift+tab")
	st.Type("3005")
	st.settle()
	st.Press("tab", "tab") // what follows from the two is replaced as well
	st.Type("2")
	st.settle()
	st.Shows("[ 2▁")

	st.Send(views.NewOrder{Pair: pair, Side: api.Buy, Price: price("3019.5")})
	st.Press("tab", "backspace") // editing keeps it
	st.Type("0")
	st.Shows("[ 3019.0▁")
	st.Press("alt+2")
	st.Type("4") // and what a preset put in is replaced
	st.Shows("[ 4▁")
}

func TestASecondDoubtfulOrderAsksAgain(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	for range 2 {
		st.fill("280", "2800") // 7 % below the middle
		st.Press("enter")
		st.Shows("press ⏎ again")
		st.sign()
		st.Press("2")
	}
	if len(service.created) != 2 {
		t.Fatalf("created %+v", service.created)
	}
}
