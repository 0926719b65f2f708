package wallet_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// directory is a name service whose one name moves.
type directory struct {
	mu    sync.Mutex
	is    common.Address
	fails error
	calls string // what every address calls itself
}

func (d *directory) Address(context.Context, api.Network, string) (common.Address, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.is, d.fails
}

func (d *directory) Name(context.Context, api.Network, common.Address) (string, error) {
	return d.calls, nil
}

// lookUp answers what screens have asked for, as the console does once a second.
func (st *stage) lookUp() {
	for _, q := range st.s.Names.Questions([]api.Network{st.s.Network}) {
		st.s.Names.Answer(st.T.Context(), q, st.Clock.Now())
	}
	st.Send(views.NamesChanged{})
}

// A name is sent to by the address beside it, and not once it stands for another.
func TestSendToAName(t *testing.T) {
	t.Parallel()
	for _, moves := range []bool{false, true} {
		st := newStage(t)
		alice := common.HexToAddress("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
		names := &directory{is: alice}
		st.s.Names = &views.Names{Service: names}
		st.sendTo("ETH", "1", "alice.eth")
		st.Shows("looking up alice.eth")
		st.lookUp()
		st.Shows(alice.Hex())
		st.Advance(5 * time.Second)
		st.Press("enter")
		st.settle()
		st.Shows("alice.eth is " + alice.Hex()[:10])
		if moves {
			names.mu.Lock()
			names.is = common.Address{0xba, 0xd0}
			names.mu.Unlock()
		}
		st.Press("S") // which goes nowhere yet
		st.Shows("looking up alice.eth again")
		if n := len(st.service.Sent()); n != 0 {
			t.Fatalf("%d sent before the name was looked up again", n)
		}
		st.lookUp()
		st.settle()
		if moves {
			st.Shows("CANNOT BE SIGNED", "alice.eth is "+common.Address{0xba, 0xd0}.Hex()[:10])
			continue
		}
		st.Hides("CANNOT BE SIGNED")
		st.Press("S", "enter")
		st.Type("stranger")
		st.Press("enter", "enter")
		if r := st.service.transfers; len(st.service.Sent()) != 1 || r[0].To != alice {
			t.Errorf("sent %+v\n%s", r, st.Frame())
		}
	}
}

// A name that could not be looked up once is looked up again: once the node is back the form has
// it, whether it was left open or the name is typed anew.
func TestANameIsLookedUpAgain(t *testing.T) {
	t.Parallel()
	for _, anew := range []bool{false, true} {
		st := newStage(t)
		alice := common.HexToAddress("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
		names := &directory{fails: errors.New("the node is down")}
		st.s.Names = &views.Names{Service: names}
		st.sendTo("ETH", "1", "alice.eth")
		st.lookUp()
		st.Shows("the node is down")
		names.mu.Lock()
		names.is, names.fails = alice, nil
		names.mu.Unlock()
		st.Advance(5 * time.Second)
		if anew {
			st.Press("backspace")
			st.Type("h")
		} else {
			st.lookUp() // something is known of some name
		}
		st.lookUp()
		st.Hides("the node is down")
		st.Shows(alice.Hex())
	}
}

// What an address calls itself is no proof: however long it is the warning stays, and the name of
// an account or a contact of one's own is said to be that.
func TestWhatAnAddressCallsItself(t *testing.T) {
	t.Parallel()
	for calls, says := range map[string][]string{
		strings.Repeat("a", 200) + ".eth": {"calls itself aaaaaaaa", "…", "compare every digit"},
		"Main":                            {"calls itself Main, as your own account is called"},
		"friend":                          {"calls itself friend, as a contact is called"},
	} {
		st := newStage(t)
		st.s.SetContact(common.Address{0xf1}, "friend")
		st.s.Names = &views.Names{Service: &directory{calls: calls}}
		st.sendTo("ETH", "1", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
		st.settle()
		st.lookUp()
		st.Resize(80, 24)
		st.Shows(says...)
	}
}
