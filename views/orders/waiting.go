package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
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
func (p *replacer) takeUp() tea.Cmd {
	text := p.s.Preferences.Get(waitingName)
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &p.waiting); err != nil {
		p.s.Toast(ui.Bad, "orders that wait for a cancellation cannot be read from the "+
			"file "+waitingName+" of the data folder: "+err.Error())
		return nil
	}
	for _, w := range p.waiting {
		p.s.Broadcast(views.Told{Component: "orders", Text: fmt.Sprintf(
			"a signed order waits, since an earlier session, for the cancellation of %s",
			format.Hash(w.Old))})
	}
	return p.look()
}

// keep stores what waits after a change of it.
func (p *replacer) keep() tea.Cmd {
	return p.s.Preferences.Put(waitingName, waitingText(p.waiting))
}

// onSent waits for a cancellation that was sent.
func (p *replacer) onSent(m sign.Sent) tea.Cmd {
	r, ok := m.For.(replacing)
	if !ok || r.posted {
		return nil
	}
	p.waiting = append(p.waiting, r.waits(m.Hash))
	cmd := p.keep()
	p.s.Broadcast(views.Told{Component: "orders", Text: fmt.Sprintf(
		"a signed order waits for the cancellation of %s", format.Hash(r.old.Hash))})
	return cmd
}

// look posts the first of the orders that wait whose time has come.
func (p *replacer) look() tea.Cmd {
	if p.posting || len(p.waiting) == 0 || p.s.Env.Now().Before(p.postAt) {
		return nil
	}
	p.posting = true
	service, under, now := p.s.Service, &p.s.UnderWay, p.s.Env.Now()
	list := slices.Clone(p.waiting)
	signed := make([]eip712.TypedData, len(list))
	for i := range list {
		signed[i] = p.signed(&list[i])
	}
	return ui.Call(p.s.Context, postTime, func(ctx context.Context) tea.Msg {
		open := replaced{}
		for i, w := range list {
			post := func(exchange api.Exchange) (api.OrderRecord, views.Sent, error) {
				return sign.Post(ctx, exchange, under, signed[i], w.Request, now)
			}
			r := settle(ctx, service, w, post)
			if r.done {
				return r
			}
			if r.sent.Kind != "" || r.unread && open.sent.Kind == "" {
				open = r
			}
		}
		return open
	})
}

// lookNow looks without waiting for the pause after a post that had no answer.
func (p *replacer) lookNow() tea.Cmd {
	p.postAt = time.Time{}
	return p.look()
}

// settle posts an order once the one whose place it takes is not open any more, unless somebody has
// filled more of that: the new order was signed for what was left then. The same order is never in
// the book twice, however often it is posted. What cannot be read ends nothing: the old order need
// not be told of where its cancellation, which was signed here, is mined. It runs off the loop.
func settle(ctx context.Context, service api.Service, w waitingOrder,
	post func(api.Exchange) (api.OrderRecord, views.Sent, error)) replaced {
	r := replaced{waiting: w}
	exchange, err := service.Exchange(w.Request.ChainID)
	if r.err = err; err != nil {
		return r.unlessLater()
	}
	if r.old, r.err = exchange.Order(ctx, w.Old, w.NFT); r.err != nil || r.old.Stands() {
		cancel, err := exchange.Receipt(ctx, w.Cancel)
		mined := err == nil && cancel.Block != nil
		switch {
		case mined && !cancel.Success && r.err == nil:
			r.done = true
			r.err = api.Errorf(api.TransactionFails, "the cancellation failed")
			return r
		case !mined || !cancel.Success || r.err == nil:
			r.unread = r.err != nil
			return r
		}
		r.old = api.OrderRecord{Order: w.Request.Order, State: api.Cancelled}
	}
	fills, err := api.AllFills(ctx, exchange, api.FillQuery{Order: &w.Old})
	if r.err = err; err != nil {
		r.unread = true
		return r
	}
	var filled api.Amount
	for _, f := range fills {
		filled = filled.Add(f.MakerAmount)
	}
	if w.Filled.Less(filled) {
		r.filled, r.done = filled.Sub(w.Filled), true
		return r
	}
	r.record, r.sent, r.err = post(exchange)
	return r.unlessLater()
}

// unlessLater leaves an order waiting where the service cannot answer at present.
func (r replaced) unlessLater() replaced {
	r.done = r.err == nil || api.Refused(r.err)
	return r
}

// onReplaced tells what became of an order that has waited, and looks at the next.
func (p *replacer) onReplaced(m replaced) tea.Cmd {
	p.posting = false
	if !m.done {
		return p.onUnsure(m)
	}
	p.forget(&m.waiting)
	note := p.outcome(m)
	if note.Level == ui.OK {
		p.reveal(m.record.Hash)
	}
	p.told, p.unsure = replacementNote{m.waiting.Old, note}, unsure{}
	p.postPause.Reset()
	var follow tea.Cmd
	if m.sent.Kind != "" && m.err != nil { // refused, and yet it may be posted
		m.sent.Refused = true
		follow = sign.Follow(p.s, m.sent, false)
	}
	cmd := tea.Batch(p.keep(), p.own.feed.Want(p.s.Env))
	p.s.Toast(note.Level, note.Text)
	p.s.Broadcast(views.Told{Component: "orders", Level: note.Level, Text: note.Text})
	return tea.Batch(cmd, follow, p.look())
}

// replacementNote is what was told last of the replacement of an order.
type replacementNote struct {
	old  common.Hash
	note ui.Note
}

// onMined says again what was told of a replacement before its cancellation was: it is the last
// word of the two.
func (p *replacer) onMined(m sign.Mined) {
	r, ok := m.For.(replacing)
	if last := p.told; ok && !r.posted && last.old == r.old.Hash {
		p.s.Toast(last.note.Level, last.note.Text)
		return
	}
}

// unsure is what is not known of an order that waits, and what is done about it.
type unsure struct {
	of   common.Hash
	text string
}

// onUnsure tells, once, of an order that was posted without an answer, or whose time cannot be
// told: it is posted, or looked at, again until there is one.
func (p *replacer) onUnsure(m replaced) tea.Cmd {
	old, why := format.Hash(m.waiting.Old), "("+api.AsError(m.err).Details+")"
	var now unsure
	text := ""
	switch {
	case m.sent.Kind != "":
		now = unsure{m.sent.Hash, "whether the service has order " + format.Hash(m.sent.Hash) +
			" is not known: posted again; r now"}
		text = fmt.Sprintf("order %s is cancelled; whether the service has the new one is not "+
			"known %s: it is posted, the very same, until it answers", old, why)
	case m.unread:
		now = unsure{m.waiting.Old, "the replacement of " + old + " waits: its " +
			"cancellation is not known; r looks"}
		text = fmt.Sprintf("whether order %s is cancelled is not known %s: the one signed in its "+
			"place is posted once it is", old, why)
	default:
		p.unsure = now
		p.postPause.Reset()
		return nil
	}
	pause := p.postPause.NextBackOff()
	p.postAt = p.s.Env.Now().Add(pause)
	again := p.s.Env.After(pause, postAgain{})
	if p.unsure.of == now.of {
		return again
	}
	p.unsure = now
	p.told = replacementNote{m.waiting.Old, ui.Note{Level: ui.Warn, Text: text}}
	p.s.Toast(ui.Warn, text)
	p.s.Broadcast(views.Told{Component: "orders", Level: ui.Warn, Text: text})
	return again
}

// postAgain says that the pause after a post without an answer is over.
type postAgain struct{}

// outcome says in a sentence what became of an order that has waited.
func (p *replacer) outcome(m replaced) ui.Note {
	old := format.Hash(m.waiting.Old)
	switch {
	case !m.filled.IsZero():
		r := newRow(p.s, m.old, m.old.Maker, p.own.data.pairs, m.filled)
		return ui.Note{Level: ui.Bad, Text: fmt.Sprintf("order %s is cancelled, and the new one "+
			"is NOT posted: %s %s of the old order were filled before it was cancelled; c copies "+
			"it", old, r.size(r.base(m.filled)), views.Symbol(r.market.Base))}
	case m.err != nil && m.old.Stands():
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
		where = "it is for " + p.s.ShortName(m.record.TakerFromMeta())
	}
	return ui.Note{Level: ui.OK, Text: fmt.Sprintf("order %s is replaced by %s: %s", old,
		format.Hash(m.record.Hash), where)}
}

// commands offer to give up what waits.
func (p *replacer) commands() (out []ui.Command) {
	for _, w := range p.waiting {
		out = append(out, ui.Command{
			Title: "Give up the order that waits for the cancellation of " + format.Hash(w.Old),
			Tag:   "#" + w.Old.Hex(),
			Run:   func() tea.Cmd { return p.giveUp(&w) }})
	}
	return out
}

// giveUp posts an order no more. One that was posted without an answer may be there.
func (p *replacer) giveUp(w *waitingOrder) tea.Cmd {
	p.forget(w)
	p.unsure = unsure{}
	level, text := ui.OK, "the order that was to replace "+format.Hash(w.Old)+" is given up"
	var follow tea.Cmd
	hash := p.signed(w).Hash()
	if e, posted := p.s.UnderWay.Entry(hash); posted {
		follow, level = sign.Follow(p.s, e, false), ui.Warn
		text = "the order that was to replace " + format.Hash(w.Old) + " is posted no more, but " +
			"the service may have it: as long as it is not listed, `cancel " + hash.Hex() +
			"` makes sure that nobody fills it"
	}
	cmd := p.keep()
	p.s.Toast(level, text)
	p.s.Broadcast(views.Told{Component: "orders", Level: level, Text: text})
	return tea.Batch(cmd, follow)
}

// signed is what was signed of an order that waits.
func (p *replacer) signed(w *waitingOrder) eip712.TypedData {
	r := &w.Request
	return eip712.OrderTypedData(r.ChainID, p.s.NetworkOf(r.ChainID).Contracts.AugustusRFQ,
		r.Order)
}

// forget takes an order from those that wait.
func (p *replacer) forget(w *waitingOrder) {
	p.waiting = slices.DeleteFunc(p.waiting, func(x waitingOrder) bool {
		return x.Old == w.Old && x.Cancel == w.Cancel
	})
}
