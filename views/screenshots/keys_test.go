package screenshots_test

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/headless"
	"bourse/views/screenshots"
)

// desk is a console on the exchange of the demo, whose chain moves while somebody looks.
type desk struct {
	*headless.Driver
	t       *testing.T
	stage   screenshots.Stage
	service api.Service
	account common.Address
	told    chan tea.Msg // what the screens listen to
	still   bool         // nobody else trades between the keys of a job
}

// openDesk opens a console over a stage; between stand in between it and its service.
func openDesk(t *testing.T, between ...func(api.Service) api.Service) *desk {
	t.Helper()
	return openDeskAt(t, "", between...)
}

// openDeskAt opens one that keeps its state in a folder.
func openDeskAt(t *testing.T, state string, between ...func(api.Service) api.Service) *desk {
	t.Helper()
	st := stage(t)
	st.State = state
	service, err := st.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range between {
		service = b(service)
	}
	st.Open = func(context.Context) (api.Service, error) { return service, nil }
	driver, err := st.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Driver: driver, t: t, stage: st, service: service,
		account: st.Wallet.List()[0].Address, told: make(chan tea.Msg)}
	d.Sources = func(s ui.Source) { headless.Run(t.Context(), s, d.told) }
	d.Start(120, 36)
	d.settle(4)
	return d
}

// settle makes blocks, which the traders trade in, and lets the screens take them in.
func (d *desk) settle(blocks int) {
	d.t.Helper()
	for range blocks {
		if err := d.stage.Step(d.t.Context()); err != nil {
			d.t.Fatal(err)
		}
		d.Advance(time.Second)
		d.hear()
	}
}

// hear hands on what has come since.
func (d *desk) hear() {
	for {
		select {
		case m := <-d.told:
			d.Send(m)
		default:
			return
		}
	}
}

// job presses the keys of a trader's job one by one with what each starts at rest after it, counts
// them, and fails where they are more than the job may take or the message row does not say that
// it is done.
func (d *desk) job(what string, most int, done string, keys ...string) {
	d.t.Helper()
	if len(keys) > most {
		d.t.Errorf("%s takes %d keys, at most %d", what, len(keys), most)
	}
	for _, k := range keys {
		d.Press(k)
		if d.still {
			d.Advance(time.Second)
			d.hear()
			continue
		}
		d.settle(1)
	}
	for range 20 {
		if strings.Contains(d.Root.Note().Text, done) {
			return
		}
		d.settle(1)
	}
	d.t.Fatalf("%s: the message row says %q, not %q:\n%s", what, d.Root.Note().Text, done,
		d.Frame())
}

// orders are the account's, newest first.
func (d *desk) orders() []api.OrderRecord {
	d.t.Helper()
	page, err := apitest.On(d.service, 1337).Orders(d.t.Context(), api.OrderQuery{Type: api.Limit,
		Maker: &d.account, Limit: 10, OrderBy: api.ByCreatedAt})
	if err != nil || len(page.Orders) == 0 {
		d.t.Fatalf("the account's orders are %+v, %v", page.Orders, err)
	}
	return page.Orders
}

// TestKeysOfJobsOnTheDemo counts what each of a trader's jobs takes on the real exchange of the
// demo, and that each of them is done there; then the rules that hold of every form.
func TestKeysOfJobsOnTheDemo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	d := openDesk(t)
	d.Press("g", "down", "down", "down", "down", "down")
	before := len(d.orders())
	d.job("limit with the allowance there", 7, "is in the book",
		"b", "9", "0", "0", "enter", "S", "enter")
	placed := d.orders()[0]
	if n := len(d.orders()); n != before+1 || placed.State != api.Pending {
		t.Fatalf("%d orders after %d, the newest is %s", n, before, placed.State)
	}
	d.Press("3")
	d.settle(1)
	d.job("replace", 7, "is replaced by", "m", "alt+4", "enter", "S", "enter", "S", "enter")
	next := d.orders()[0]
	if next.Hash == placed.Hash || next.State != api.Pending {
		t.Errorf("the new order is %s, %s", next.Hash, next.State)
	}
	if old, err := apitest.On(d.service, api.LocalChainID).Order(t.Context(), placed.Hash,
		false); err != nil ||
		old.State != api.Cancelled {
		t.Errorf("the old order is %s, %v", old.State, err)
	}
	d.Press("1")
	d.settle(1)
	d.job("cancel", 4, "done in block", "3", "x", "S", "enter")
	if o, err := apitest.On(d.service, api.LocalChainID).Order(t.Context(), next.Hash,
		false); err != nil ||
		o.State != api.Cancelled {
		t.Errorf("the cancelled order is %s, %v", o.State, err)
	}
	d.Press("1", "g")
	d.settle(1)
	d.still = true // else what is taken may have gone when it is asked for
	d.job("sweep", 5, "sold ", "enter", "enter", "enter", "S", "enter")
	d.still = false
	d.Press("4")
	d.Type("2")
	d.settle(1)
	// the allowance is not of this job
	for _, k := range []string{"a", "S", "enter", "esc", "ctrl+l"} {
		d.Press(k)
		d.settle(2)
	}
	d.settle(1)
	d.job("swap", 4, "received ", "2", "enter", "S", "enter")
	d.ordersHaveOnePrice()
	d.nothingOutlivesItsSignature()
	d.numbersAreReadOrRefused()
}
