package screenshots_test

import (
	"context"
	"errors"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
)

// forgetful stands between the console and its service: it loses every answer to what is signed,
// and shows nothing of it, as long as it is bad. What it is handed it hands on at once, or, where
// it is late, when it is good again.
type forgetful struct {
	api.Service
	bad, late bool
	kept      []func()
	handed    int
}

var errGone = errors.New("EOF")

// take hands on what is signed.
func (f *forgetful) take(hand func()) error {
	f.handed++
	switch {
	case !f.bad:
		hand()
		return nil
	case f.late:
		f.kept = append(f.kept, hand)
	default:
		hand()
	}
	return errGone
}

// heal makes it good again.
func (f *forgetful) heal() {
	f.bad = false
	for _, hand := range f.kept {
		hand()
	}
	f.kept = nil
}

func (f *forgetful) SendTransaction(_ context.Context, chainID uint64, raw []byte) (
	hash common.Hash, err error) {
	lost := f.take(func() {
		hash, err = f.Service.SendTransaction(context.Background(), chainID, raw)
	})
	return hash, errors.Join(lost, err)
}

func (f *forgetful) CreateOrder(_ context.Context, r api.OrderRequest) (o api.OrderRecord,
	created bool, err error) {
	lost := f.take(func() { o, created, err = f.Service.CreateOrder(context.Background(), r) })
	return o, created, errors.Join(lost, err)
}

func (f *forgetful) SubmitDelta(_ context.Context, r api.DeltaSubmission) (o api.DeltaRecord,
	created bool, err error) {
	lost := f.take(func() { o, created, err = f.Service.SubmitDelta(context.Background(), r) })
	return o, created, errors.Join(lost, err)
}

func (f *forgetful) Receipt(ctx context.Context, chainID uint64, hash common.Hash) (api.Receipt,
	error) {
	if f.bad {
		return api.Receipt{}, errGone
	}
	return f.Service.Receipt(ctx, chainID, hash)
}

func (f *forgetful) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord,
	error) {
	if f.bad {
		return api.OrderRecord{}, errGone
	}
	return f.Service.Order(ctx, hash, nft)
}

func (f *forgetful) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	if f.bad { // screens need an answer
		return nil, nil
	}
	return f.Service.DeltaOrders(ctx, q)
}

// TestALostAnswerIsPaidOnce: every answer to what is signed is lost, at once or with the request on
// its way for a minute. Who then closes the dialog and asks for the very same again has paid, or
// posted, once when all has arrived, whatever words were typed for it.
func TestALostAnswerIsPaidOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	t.Chdir(t.TempDir()) // for what stray keys write
	f := &forgetful{}
	d := openDesk(t, func(s api.Service) api.Service {
		f.Service = s
		return f
	})
	other := d.stage.Wallet.List()[1].Address
	orders := func(q api.OrderQuery) func() int {
		return func() int {
			q.ChainID, q.Maker, q.Limit, q.Type = 1337, &d.account, api.MaxPage, api.Limit
			page, err := f.Service.Orders(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			return page.Total
		}
	}
	for _, wish := range []struct {
		name  string
		keys  []string
		count func() int // of what it has led to
	}{
		{"send", []string{"f1", ":", "send 1 eth dev1", "enter", "enter"},
			func() int {
				held, err := f.Service.UserToken(t.Context(), 1337, other, api.NativeToken)
				if err != nil {
					t.Fatal(err)
				}
				return int(held.Balance.Float() / 1e18) // nobody else sends it anything
			}},
		{"limit order", []string{"f2", "ctrl+l", "0.5", "tab", "2900", "enter"},
			orders(api.OrderQuery{})},
	} {
		for _, late := range []bool{false, true} {
			before, handed := wish.count(), f.handed
			f.bad, f.late = true, late
			for range 2 {
				d.asks(wish.keys)
			}
			if f.handed < handed+2 {
				t.Errorf("%s: handed on %d times, which is no second try:\n%s", wish.name,
					f.handed-handed, d.Frame())
			}
			f.heal()
			d.settle(30)
			if n := wish.count() - before; n != 1 {
				t.Errorf("%s, late %v: it happened %d times:\n%s", wish.name, late, n, d.Frame())
			}
			d.settle(20)
		}
	}
}

// asks presses the keys of a wish, signs what comes of it with every word that is wanted, and
// closes what is left.
func (d *desk) asks(keys []string) {
	for range 4 {
		d.Press("esc")
	}
	d.settle(1)
	for _, k := range keys {
		if k == "enter" {
			d.settle(2)
		}
		if ui.Press(k).Type == tea.KeyRunes && len(k) > 1 {
			d.Type(k)
		} else {
			d.Press(k)
		}
		if k[0] == 'f' {
			d.settle(2)
		}
	}
	d.settle(2)
	if !isReview(d.front()) {
		d.t.Errorf("%q lead to no signature:\n%s", keys, d.Frame())
		return
	}
	for range 3 { // reading takes a moment, and lines have to be in sight
		d.Press("pgdown")
		d.Advance(2600 * time.Millisecond)
	}
	d.settle(1)
	frame := d.Frame()
	d.Press("S")
	if m := asksFor.FindStringSubmatch(frame); m != nil {
		d.Type(m[1])
		d.Press("enter")
	}
	d.Press("enter")
	d.Advance(time.Second)
	d.hear()
}

// front is the title of the dialog in front of all.
func (d *desk) front() string {
	titles := d.Root.Dialogs()
	if len(titles) == 0 {
		return ""
	}
	return titles[len(titles)-1]
}
