package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// waitingName is under which orders are kept that wait for a cancellation: a JSON list.
const waitingName = "replacements"

const postTime = 30 * time.Second

func waitingText(list []waitingOrder) string {
	if len(list) == 0 {
		return ""
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // plain data always has a JSON form
	}
	return string(text)
}

// takeUp reads the orders that earlier sessions left waiting, and says so.
func (p replacer) takeUp() tea.Cmd {
	o := p.o
	text := o.s.Preferences.Get(waitingName)
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &o.waiting); err != nil {
		return o.s.Toast(ui.Bad, "orders that wait for a cancellation cannot be read from the "+
			"file "+waitingName+" of the data folder: "+err.Error())
	}
	var told []tea.Cmd
	for _, w := range o.waiting {
		told = append(told, o.s.Broadcast(views.Told{Component: "orders", Text: fmt.Sprintf(
			"a signed order waits, since an earlier session, for the cancellation of %s",
			format.Hash(w.Old))}))
	}
	return tea.Batch(append(told, p.look())...)
}

// keep stores what waits after a change of it.
func (p replacer) keep() tea.Cmd {
	return p.o.s.Preferences.Put(waitingName, waitingText(p.o.waiting))
}

// onSent waits for a cancellation that was sent.
func (p replacer) onSent(m sign.Sent) tea.Cmd {
	r, ok := m.For.(replacing)
	if !ok || r.posted {
		return nil
	}
	p.o.waiting = append(p.o.waiting, r.waits(m.Hash))
	return tea.Batch(p.keep(), p.o.s.Broadcast(views.Told{Component: "orders", Text: fmt.Sprintf(
		"a signed order waits for the cancellation of %s", format.Hash(r.old.Hash))}))
}

// look posts the first of the orders that wait whose time has come.
func (p replacer) look() tea.Cmd {
	o := p.o
	if o.posting || len(o.waiting) == 0 {
		return nil
	}
	o.posting = true
	service, list := o.s.Service, slices.Clone(o.waiting)
	return ui.Call(o.s.Context, postTime, func(ctx context.Context) tea.Msg {
		for _, w := range list {
			if r := settle(ctx, service, w); r.done || r.err != nil {
				return r
			}
		}
		return replaced{}
	})
}

// settle posts an order once the one whose place it takes is not open any more, unless somebody has
// filled more of that: the new order was signed for what was left then. The same order is never in
// the book twice, however often it is posted. It runs off the loop.
func settle(ctx context.Context, service api.Service, w waitingOrder) replaced {
	r := replaced{waiting: w}
	exchange, err := service.Exchange(w.Request.ChainID)
	if r.err = err; err != nil {
		return r.unlessLater()
	}
	if r.old, r.err = exchange.Order(ctx, w.Old, w.NFT); r.err != nil {
		return r.unlessLater()
	}
	if r.old.State.Open() {
		receipt, err := exchange.Receipt(ctx, w.Cancel)
		if err == nil && receipt.Block != nil && !receipt.Success {
			r.done = true
			r.err = api.Errorf(api.TransactionFails, "the cancellation failed")
		}
		return r
	}
	fills, err := exchange.Fills(ctx, api.FillQuery{Order: &w.Old,
		Limit: mostFills})
	if r.err = err; err != nil {
		return r.unlessLater()
	}
	var filled api.Amount
	for _, f := range fills {
		filled = filled.Add(f.MakerAmount)
	}
	if w.Filled.Less(filled) {
		r.filled, r.done = filled.Sub(w.Filled), true
		return r
	}
	r.done = true
	r.record, _, r.err = exchange.CreateOrder(ctx, w.Request)
	return r.unlessLater()
}

// unlessLater leaves an order waiting where the service cannot answer at present.
func (r replaced) unlessLater() replaced {
	if r.err != nil && !api.Refused(r.err) {
		return replaced{}
	}
	r.done = true
	return r
}

// onReplaced tells what became of an order that has waited, and looks at the next.
func (p replacer) onReplaced(m replaced) tea.Cmd {
	o := p.o
	o.posting = false
	if !m.done {
		return nil
	}
	o.waiting = slices.DeleteFunc(o.waiting, func(w waitingOrder) bool {
		return w.Old == m.waiting.Old && w.Cancel == m.waiting.Cancel
	})
	note := p.outcome(m)
	if note.Level == ui.OK {
		o.reveal(m.record.Hash)
	}
	return tea.Batch(p.keep(), o.feed.Want(o.s.Env), o.s.Toast(note.Level, note.Text),
		o.s.Broadcast(views.Told{Component: "orders", Bad: note.Level == ui.Bad, Text: note.Text}),
		p.look())
}

// outcome says in a sentence what became of an order that has waited.
func (p replacer) outcome(m replaced) ui.Note {
	old := format.Hash(m.waiting.Old)
	switch {
	case !m.filled.IsZero():
		r := newRow(p.o.s, m.old, m.old.Maker, p.o.data.pairs, m.filled)
		return ui.Note{Level: ui.Bad, Text: fmt.Sprintf("order %s is cancelled, and the new one "+
			"is NOT posted: %s %s of the old order were filled before it was cancelled; c copies "+
			"it", old, r.size(r.base(m.filled)), views.Symbol(r.market.Base))}
	case m.err != nil && m.old.State.Open():
		return ui.Note{Level: ui.Bad, Text: fmt.Sprintf("order %s is still open, and the new one "+
			"is NOT posted: %s", old, api.AsError(m.err).Details)}
	case m.err != nil:
		return ui.Note{Level: ui.Bad, Text: fmt.Sprintf("order %s is cancelled, and the new one "+
			"is NOT posted: %s; c copies it", old, api.AsError(m.err).Details)}
	}
	where := "it is in the book"
	if m.record.State == api.Suspended {
		where = "it is SUSPENDED: balance or allowance does not cover it yet"
	} else if m.record.Type() == api.P2P {
		where = "it is for " + p.o.s.ShortName(m.record.TakerFromMeta())
	}
	return ui.Note{Level: ui.OK, Text: fmt.Sprintf("order %s is replaced by %s: %s", old,
		format.Hash(m.record.Hash), where)}
}

// commands offer to give up what waits.
func (p replacer) commands() (out []ui.Command) {
	for _, w := range p.o.waiting {
		out = append(out, ui.Command{
			Title: "Give up the order that waits for the cancellation of " + format.Hash(w.Old),
			Tag:   "#" + w.Old.Hex(),
			Run: func() tea.Cmd {
				p.o.waiting = slices.DeleteFunc(p.o.waiting, func(x waitingOrder) bool {
					return x.Old == w.Old && x.Cancel == w.Cancel
				})
				text := "the order that was to replace " + format.Hash(w.Old) + " is given up"
				return tea.Batch(p.keep(), p.o.s.Toast(ui.OK, text),
					p.o.s.Broadcast(views.Told{Component: "orders", Text: text}))
			}})
	}
	return out
}
