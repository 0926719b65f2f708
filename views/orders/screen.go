package orders

import (
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// The panes.
const (
	paneList   = "orders"
	paneDetail = "detail"
)

// Screen is the My orders screen.
type Screen struct {
	ui.Ring
	s     *views.Session
	area  cells.Box
	table *table.Table[row]
	feed  views.Poller
	kind  kind
	rows  []row  // of all kinds, on all networks that are shown
	data  data   // of the network in front, as last loaded
	note  string // which orders are not covered, and which networks do not answer
	// whose orders were loaded and when, how many older ones were not asked for, and the networks
	// that did not answer
	account common.Address
	at      time.Time
	hidden  int
	silent  []string
	// awaited is the order that the cursor goes to once it is listed
	awaited common.Hash
	detail  detail
	fills   ui.Scroller

	waiting []waitingOrder // for the cancellation of the orders whose place they take
	posting bool           // one of them is being looked at
	// one that was posted without an answer is not posted again before a time, after pauses that
	// grow
	postAt    time.Time
	postPause *backoff.ExponentialBackOff
	// replaced is what was told last of one, and unsure the last of which it was told that nobody
	// knows whether the service has it
	replaced replacementNote
	unsure   common.Hash
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	o := &Screen{Ring: ui.NewRing(paneList, paneDetail), s: s}
	o.table = table.New(row.id, o.columns()...)
	o.table.Flag = row.flag
	o.feed = views.Poller{Pause: loadPause, Ask: o.ask}
	o.detail.feed = views.Poller{Pause: loadPause, Ask: o.askDetail}
	o.postPause = &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2,
		MaxInterval: time.Minute}
	o.postPause.Reset()
	o.forget()
	return o
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Orders }

// Init implements ui.Screen.
func (o *Screen) Init() tea.Cmd {
	return tea.Batch(o.listen(), o.feed.Want(o.s.Env), replacer{o}.takeUp())
}

// forget empties the screen until the chosen account's own orders come.
func (o *Screen) forget() {
	o.data, o.rows, o.note, o.account, o.at = data{}, nil, "", common.Address{}, time.Time{}
	o.hidden, o.silent = 0, nil
	o.table.State = ui.State{What: "orders", Loading: true, Empty: empty(everything)}
	o.table.ClearMarks()
	o.table.SetRows(nil)
}

// Update implements ui.Screen. Whatever happened, the detail pane follows the selection.
func (o *Screen) Update(m tea.Msg) tea.Cmd { return tea.Batch(o.update(m), o.follow()) }

func (o *Screen) update(m tea.Msg) tea.Cmd {
	for _, f := range []*views.Poller{&o.feed, &o.detail.feed} {
		if cmd, ok := f.Due(m, o.s.Env); ok {
			return cmd
		}
	}
	switch m := m.(type) {
	case tea.KeyMsg:
		o.table.Update(m)
	case tea.MouseMsg:
		return ui.MousePanes(m, &o.Ring, o.panes(o.area))
	case views.AccountChanged:
		if o.account != o.s.Account.Address {
			o.feed.Drop()
			o.forget()
			return o.feed.Want(o.s.Env)
		}
	case views.NetworksShown:
		o.table.Columns = o.columns()
		o.feed.Drop()
		o.forget()
		return o.feed.Want(o.s.Env)
	case ui.Refresh:
		o.postAt = time.Time{}
		return o.update(changed{})
	case changed:
		return tea.Batch(o.feed.Want(o.s.Env), o.detail.feed.Want(o.s.Env), replacer{o}.look())
	case postAgain:
		return replacer{o}.look()
	case sign.Sent:
		return replacer{o}.onSent(m)
	case sign.Mined:
		o.postAt = time.Time{}
		return tea.Batch(o.onMined(m), replacer{o}.onMined(m), replacer{o}.look(),
			o.feed.Want(o.s.Env))
	case replaced:
		return replacer{o}.onReplaced(m)
	case loaded:
		return o.onLoaded(m)
	case detailed:
		return o.onDetailed(m)
	case views.ShowOrder:
		o.reveal(m.Hash)
	case views.TakeOrder:
		return o.takeByHash(m)
	case wanted:
		return o.onWanted(m)
	case views.CancelAll:
		if why := o.whyNotCancelAll(); why != "" {
			return o.s.Toast(ui.Warn, why)
		}
		return o.cancelAll()
	case views.Placed:
		o.awaited = m.Hash
		o.selectAwaited()
	case allowed:
		return o.onAllowed(m)
	}
	return nil
}

// reveal selects an order, now or when it comes, whatever is filtered.
func (o *Screen) reveal(hash common.Hash) {
	o.kind = everything
	o.table.SetFilter("")
	o.show()
	o.awaited = hash
	o.selectAwaited()
	o.FocusPane(paneList)
}

// selectAwaited puts the cursor on the order that is waited for, once it is there.
func (o *Screen) selectAwaited() {
	id := o.awaited.Hex()
	for _, r := range o.table.Rows() {
		if r.id() == id {
			o.table.Select(id)
			o.awaited = common.Hash{}
			return
		}
	}
}

// Captures implements ui.Capturer.
func (o *Screen) Captures(k tea.KeyMsg) bool { return o.table.Captures(k) }

// Status implements ui.StatusProvider.
func (o *Screen) Status() ui.Note {
	if o.unsure != (common.Hash{}) {
		return ui.Note{Level: ui.Warn, Text: "whether the service has order " +
			format.Hash(o.unsure) + " is not known: it is posted, the very same, until it " +
			"answers; r tries now"}
	}
	if o.note == "" {
		return ui.Note{}
	}
	return ui.Note{Level: ui.Warn, Text: o.note}
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
	out := replacer{o}.commands()
	for _, r := range o.rows {
		if r.cancellable() && !r.away {
			out = append(out, ui.Command{Title: "Cancel order " + r.words(),
				Tag: "#" + r.Hash.Hex(), Key: "x", Off: o.s.MaySign(),
				Run: func() tea.Cmd { return o.cancel([]row{r}) }})
		}
		out = append(out, ui.Command{Title: "Show order " + r.words(), Tag: "#" + r.Hash.Hex(),
			Run: func() tea.Cmd { o.reveal(r.Hash); return nil }})
	}
	return out
}

// open is the number of the account's own orders that can still be filled, of those shown.
func (o *Screen) open() int {
	n := 0
	for _, r := range o.rows {
		if r.cancellable() {
			n++
		}
	}
	return n
}

// heading is the right end of the list's title.
func (o *Screen) heading(wide bool) string {
	parts := []string{"open " + ui.Count(o.open())}
	if o.s.AllNetworks {
		parts = append(parts, "all networks")
	}
	if len(o.silent) > 0 {
		parts = append(parts, "without "+strings.Join(o.silent, ", "))
	}
	if wide {
		parts = append(parts, kindNames[o.kind])
		if by := o.table.Sorted(); by != "" {
			parts = append(parts, by)
		} else {
			parts = append(parts, "newest first")
		}
	} else {
		parts = append(parts, "v "+kindNames[o.kind])
	}
	if o.hidden > 0 {
		parts = append(parts, ui.Count(o.hidden)+" older not shown")
	}
	if old := o.s.Env.Old(o.at, stale); old != "" {
		parts = append(parts, old)
	}
	return strings.Join(parts, " · ")
}
