package orders

import (
	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/sign"
)

// The panes.
const (
	paneList   = "orders"
	paneDetail = "detail"
)

// Screen is the My orders screen: the list, and all of the selected order.
type Screen struct {
	ui.Panes
	s         *views.Session
	own       *ownOrders
	taker     *taker
	canceller *canceller
	replacer  *replacer
	list      *listPane
	detail    *detailPane
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	o := &Screen{s: s, own: newOwn(s)}
	o.list = newList(s, o.own)
	o.detail = newDetail(s, o.list)
	o.taker = &taker{s, o.own}
	o.replacer = newReplacer(s, o.own, o.reveal)
	o.canceller = &canceller{s, o.own, o.replacer, o.list.ClearMarks}
	o.list.taker, o.list.canceller, o.list.replacer = o.taker, o.canceller, o.replacer
	o.Panes = ui.NewPanes(s.Env, o.layout, o.list, o.detail)
	o.list.forget()
	return o
}

func (o *Screen) layout(area cells.Box) []ui.Placed {
	foot := cells.Fixed(7)
	if area.Tall() {
		foot = cells.Fixed(12)
	}
	rows := area.Rows(cells.Fill(1), foot)
	return []ui.Placed{{Pane: o.list, Box: rows[0]}, {Pane: o.detail, Box: rows[1]}}
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Orders }

// Init implements ui.Screen.
func (o *Screen) Init() tea.Cmd {
	o.own.listen()
	return tea.Batch(o.own.feed.Want(o.s.Env), o.replacer.takeUp())
}

// restart reads the orders anew, of what is shown now.
func (o *Screen) restart() tea.Cmd {
	o.own.feed.Drop()
	o.own.forget()
	o.list.forget()
	return o.own.feed.Want(o.s.Env)
}

// Update implements ui.Screen.
func (o *Screen) Update(m tea.Msg) tea.Cmd {
	feed := &o.own.feed
	if cmd, ok := feed.Due(m, o.s.Env); ok {
		return cmd
	}
	var cmd tea.Cmd
	switch m := m.(type) {
	case views.AccountChanged:
		if o.own.account != o.s.Account.Address {
			cmd = o.restart()
		}
	case views.NetworksShown:
		cmd = o.restart()
	case changed:
		cmd = tea.Batch(feed.Want(o.s.Env), o.replacer.look())
	case ui.Refresh:
		cmd = tea.Batch(feed.Want(o.s.Env), o.replacer.lookNow())
	case postAgain:
		cmd = o.replacer.look()
	case sign.Sent:
		cmd = o.replacer.onSent(m)
	case sign.Mined:
		o.taker.onMined(m)
		o.replacer.onMined(m)
		cmd = tea.Batch(o.replacer.lookNow(), feed.Want(o.s.Env))
	case replaced:
		cmd = o.replacer.onReplaced(m)
	case loaded:
		cmd = o.onLoaded(m)
	case views.ShowOrder:
		o.reveal(m.Hash)
	case views.TakeOrder:
		cmd = o.taker.takeByHash(m)
	case wanted:
		cmd = o.taker.onWanted(m)
	case views.CancelAll:
		cmd = o.canceller.askAll()
	case allowed:
		o.taker.onAllowed(m)
	}
	return tea.Batch(cmd, o.Panes.Update(m))
}

func (o *Screen) onLoaded(m loaded) tea.Cmd {
	fresh, again := o.own.feed.Done(m.epoch, o.s.Env)
	if !fresh {
		return again
	}
	o.list.State.Loading, o.list.State.Err = false, ""
	if err := o.own.take(m); err != nil {
		o.list.State.Err = api.AsError(err).Details
		return again
	}
	o.list.show()
	return again
}

// reveal selects an order, now or when it comes, whatever is filtered.
func (o *Screen) reveal(hash common.Hash) {
	o.list.reveal(hash)
	o.FocusPane(paneList)
}

// Actions implements ui.Screen.
func (o *Screen) Actions() []ui.Action { return append(o.Panes.Actions(), o.PaneActions()...) }

// Status implements ui.StatusProvider.
func (o *Screen) Status() ui.Note {
	if text := o.replacer.unsure.text; text != "" {
		return ui.Note{Level: ui.Warn, Text: text}
	}
	if o.own.note == "" {
		return ui.Note{}
	}
	return ui.Note{Level: ui.Warn, Text: o.own.note}
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "covered", Means: "the maker holds, and lets the order contract move, all that " +
			"the order still offers"},
		{Term: "SUSPENDED", Means: "nothing of it can be filled at this moment: balance or " +
			"allowance is missing; it comes back by itself"},
		{Term: "fillable", Means: "what the contract leaves open of the maker's amount"},
		{Term: "swappable", Means: "what can be taken at this moment; a fill-or-kill order is " +
			"taken whole or not at all"},
		{Term: "P2P", Means: "an order that names the one taker who can fill it"},
	}
}

// Commands implements ui.Commander: an entry for each open order, to find it by hash or asset.
func (o *Screen) Commands() []ui.Command {
	out := o.replacer.commands()
	for _, r := range o.own.rows {
		if r.cancellable() && !r.away {
			out = append(out, ui.Command{Title: "Cancel order " + r.words(),
				Tag: "#" + r.Hash.Hex(), Key: "x", Off: o.s.MaySign(),
				Run: ui.Asking(func() { o.canceller.cancel([]row{r}) })})
		}
		out = append(out, ui.Command{Title: "Show order " + r.words(), Tag: "#" + r.Hash.Hex(),
			Run: func() tea.Cmd { o.reveal(r.Hash); return nil }})
	}
	return out
}
