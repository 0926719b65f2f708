package orders_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// replaced signs another price for the first order and its cancellation.
func (st *stage) replaced() {
	st.T.Helper()
	st.Send(views.ShowOrder{Hash: common.Hash{1}})
	st.Press("m")
	st.Type("3030")
	st.Press("enter")
	st.accept()
	st.settle()
	st.accept()
	st.Advance(time.Second)
}

// TestAnOrderThatWaitsOutlivesTheConsole: it is on disk before the cancellation is sent, is posted
// by the next console once the old order is cancelled, and by none after that.
func TestAnOrderThatWaitsOutlivesTheConsole(t *testing.T) {
	t.Parallel()
	folder, serv := t.TempDir(), &service{orders: many(), allowance: api.MaxAmount}
	kept := filepath.Join(folder, "replacements")
	st := newStageIn(t, serv, folder)
	serv.between = func() {
		if text, err := os.ReadFile(kept); err != nil || !strings.Contains(string(text),
			`"signature"`) && !strings.Contains(string(text), `"Signature"`) {
			t.Errorf("sent before the new order was on disk: %s, %v", text, err)
		}
	}
	st.replaced()
	if len(serv.Sent()) != 1 || len(serv.created) != 0 {
		t.Fatalf("sent %d, created %+v", len(serv.Sent()), serv.created)
	}

	next := newStageIn(t, serv, folder)
	next.Advance(time.Second)
	if len(serv.created) != 0 {
		t.Fatal("posted while the old order is open")
	}
	next.Send(views.ShowOrder{Hash: common.Hash{1}})
	next.Press("m") // a second one would be lost
	if n := next.Root.Note(); !strings.Contains(n.Text, "waits for its cancellation already") ||
		len(next.Root.Dialogs()) != 0 {
		t.Errorf("the message row says %q", n.Text)
	}
	next.Press("x")
	next.settle()
	next.Shows("an order that you signed in place of 0x0100…0000 waits for this, and goes",
		"then: sell 2.500 WETH @ 3,030.00 USDC")
	next.Press("esc")
	cancelled(serv)()
	next.Press("r")
	next.Advance(2 * time.Second)
	if len(serv.created) != 1 || serv.created[0].Order.TakerAmount != units("7575", usdc) ||
		len(serv.created[0].Signature) != 65 {
		t.Fatalf("created %+v", serv.created)
	}
	if n := next.Root.Note(); !strings.Contains(n.Text, "is replaced by") {
		t.Errorf("the message row says %q", n.Text)
	}

	last := newStageIn(t, serv, folder)
	last.Press("r")
	last.Advance(2 * time.Second)
	if len(serv.created) != 1 {
		t.Errorf("posted %d times", len(serv.created))
	}
}

// TestAnOrderThatWaitsSurvivesAnOutage: it is posted once the service answers again.
func TestAnOrderThatWaitsSurvivesAnOutage(t *testing.T) {
	t.Parallel()
	serv := &service{orders: many(), allowance: api.MaxAmount}
	st := newStageIn(t, serv, t.TempDir())
	serv.between = func() {
		cancelled(serv)()
		serv.fails = api.Errorf(api.ChainUnavailable, "the node is away")
	}
	st.replaced()
	if len(serv.created) != 0 {
		t.Fatal("posted although the fills are not known")
	}
	serv.fails = nil
	st.Press("r")
	st.Advance(2 * time.Second)
	if len(serv.created) != 1 {
		t.Errorf("created %+v", serv.created)
	}
}

// TestARefusedCancellationLeavesNothingWaiting: what the service has refused never cancels
// anything; where it has not answered, the order is kept.
func TestARefusedCancellationLeavesNothingWaiting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err   error
		waits bool
	}{{api.Errorf(api.ValidationError, "the nonce is used already"), false},
		{api.Errorf(api.ChainUnavailable, "the node is away"), true}} {
		folder, serv := t.TempDir(), &service{orders: many(), allowance: api.MaxAmount}
		serv.OnSendTransaction = func(context.Context, uint64, []byte) (common.Hash, error) {
			return common.Hash{}, c.err
		}
		st := newStageIn(t, serv, folder)
		st.replaced()
		st.Press("esc")
		st.Advance(time.Second)
		text, err := os.ReadFile(filepath.Join(folder, "replacements"))
		if waits := len(strings.TrimSpace(string(text))) > 0; waits != c.waits {
			t.Errorf("%v: on disk is %q, %v:\n%s", c.err, text, err, st.Frame())
		}
	}
}

// TestGivingUpWhatWaits: the palette ends it, and nothing is posted.
func TestGivingUpWhatWaits(t *testing.T) {
	t.Parallel()
	serv := &service{orders: many(), allowance: api.MaxAmount}
	st := newStageIn(t, serv, t.TempDir())
	st.replaced()
	st.Press(":")
	st.Type("give up the order")
	st.Press("enter")
	cancelled(serv)()
	st.Press("r")
	st.Advance(2 * time.Second)
	if len(serv.created) != 0 {
		t.Errorf("created %+v", serv.created)
	}
	if n := st.Root.Note(); strings.Contains(n.Text, "is replaced by") {
		t.Errorf("the message row says %q", n.Text)
	}
}

// TestANewOrderWithoutAnAnswer: the service has the new order and lets no answer through. That is
// told, the order is posted again and again, the very same, and it is among what may be there until
// there is an answer, also for who gives it up.
func TestANewOrderWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	for _, givesUp := range []bool{false, true} {
		serv := &service{orders: many(), allowance: api.MaxAmount, unheard: errors.New("EOF")}
		serv.between = cancelled(serv)
		st := newStageIn(t, serv, t.TempDir())
		st.replaced()
		if n := st.Root.Note(); len(serv.created) == 0 ||
			!strings.Contains(n.Text, "whether the service has the new one is not known") {
			t.Errorf("posted %d times, and the message row says %q", len(serv.created), n.Text)
		}
		list := st.s.UnderWay.List()
		if len(list) == 0 || list[len(list)-1].Kind != views.SentOrder || !list[0].Doubted {
			t.Fatalf("what may be there: %+v", list)
		}
		if givesUp {
			st.Press(":")
			st.Type("give up the order")
			st.Press("enter")
			if n := st.Root.Note(); n.Level != ui.Warn ||
				!strings.Contains(n.Text, "the service may have it") {
				t.Errorf("given up: %q", n.Text)
			}
			if len(st.s.UnderWay.List()) != len(list) {
				t.Error("it is forgotten")
			}
			continue
		}
		serv.unheard = nil
		st.Press("r")
		st.Advance(2 * time.Second)
		last := serv.created[len(serv.created)-1]
		if first := serv.created[0]; first.Order != last.Order {
			t.Errorf("%+v was posted, and %+v before", last.Order, first.Order)
		}
		if n := st.Root.Note(); !strings.Contains(n.Text, "is replaced by") {
			t.Errorf("the message row says %q", n.Text)
		}
		for _, e := range st.s.UnderWay.List() {
			if e.Kind == views.SentOrder && !e.Ended {
				t.Errorf("it is not over: %+v", e)
			}
		}
	}
}

// TestANewOrderThatIsRefused: what the service says that it refused is asked for on, and who sells
// the same anew is told of it.
func TestANewOrderThatIsRefused(t *testing.T) {
	t.Parallel()
	serv := &service{orders: many(), allowance: api.MaxAmount,
		unheard: api.Errorf(api.OrderNotFillable, "the maker has too little")}
	serv.between = cancelled(serv)
	st := newStageIn(t, serv, t.TempDir())
	st.replaced()
	if n := st.Root.Note(); n.Level != ui.Bad || !strings.Contains(n.Text, "the new one is NOT "+
		"posted: the maker has too little") {
		t.Errorf("the message row says %q", n.Text)
	}
	e := st.s.UnderWay.List()[0]
	if e.Kind != views.SentOrder || !e.Refused || e.Ended {
		t.Fatalf("what may be there: %+v", e)
	}
	o := serv.created[0].Order
	serv.mu.Lock()
	serv.orders = append(serv.orders, api.OrderRecord{Order: o, Hash: e.Hash,
		ChainID: local.ChainID, State: api.Pending, FillableBalance: o.MakerAmount})
	serv.mu.Unlock()
	for range 40 {
		if strings.Contains(st.Root.Note().Text, "the service has it, though it said that it "+
			"refused it") {
			return
		}
		st.Advance(time.Second)
	}
	t.Errorf("the message row says %q", st.Root.Note().Text)
}

// TestPausesBetweenPostsGrow: an order whose post nobody answers is not posted at every event, and
// what is not known of it stays on the screen until there is an answer.
func TestPausesBetweenPostsGrow(t *testing.T) {
	t.Parallel()
	serv := &service{orders: many(), allowance: api.MaxAmount, unheard: errors.New("EOF")}
	serv.between = cancelled(serv)
	st := newStageIn(t, serv, t.TempDir())
	st.replaced()
	posts := func(seconds int) int {
		before := len(serv.created)
		for range seconds {
			for range 3 {
				serv.Bus.Publish(api.Event{Topic: api.TopicOrder, ChainID: 1337, Key: "x"})
			}
			st.Advance(time.Second)
		}
		return len(serv.created) - before
	}
	if early := posts(60); early > 7 {
		t.Errorf("posted %d times in the first minute", early)
	}
	if late := posts(180); late == 0 || late > 4 {
		t.Errorf("posted %d times in three minutes more", late)
	}
	st.Shows("whether the service has order 0x", "is not known")
	serv.unheard = nil
	st.Press("r")
	st.Advance(2 * time.Second)
	if n := st.Root.Note(); !strings.Contains(n.Text, "is replaced by") {
		t.Errorf("the message row says %q", n.Text)
	}
	st.Advance(time.Minute)
	st.Hides("is not known")
}

// TestAnOrderThatIsNotToldOfIsReplaced: a service that tells nothing of the old order gives the new
// one up for nobody: it is posted once the cancellation that was signed here is mined, and what is
// not known until then is on the message row.
func TestAnOrderThatIsNotToldOfIsReplaced(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		folder, serv := t.TempDir(), &service{orders: many(), allowance: api.MaxAmount}
		st := newStageIn(t, serv, folder)
		st.replaced()
		serv.mu.Lock()
		serv.orders, serv.unmined = nil, true // it has forgotten them
		serv.mu.Unlock()

		next := newStageIn(t, serv, folder)
		next.Resize(width, 36)
		next.Advance(2 * time.Second)
		if len(serv.created) != 0 {
			t.Fatal("posted while nobody knows that the old order is cancelled")
		}
		frame := strings.Join(strings.Fields(next.Frame()), " ")
		for _, want := range []string{"! whether order 0x0100…0000 is cancelled is not known (no " +
			"such order): the one signed in its place is posted once it is"} {
			if !strings.Contains(frame, want) {
				t.Errorf("at %d it is not said that %q:\n%s", width, want, next.Frame())
			}
		}
		next.Advance(10 * time.Second)
		next.Shows("! the replacement of 0x0100…0000 waits: its cancellation is not known; r looks")
		serv.mu.Lock()
		serv.unmined = false
		serv.mu.Unlock()
		next.Advance(time.Minute) // nobody tells of anything
		if len(serv.created) != 1 {
			t.Fatalf("created %+v\n%s", serv.created, next.Frame())
		}
		next.Hides("is not known")
		if text, err := os.ReadFile(filepath.Join(folder, "replacements")); len(text) != 0 {
			t.Errorf("it waits on: %s, %v", text, err)
		}
	}
}
