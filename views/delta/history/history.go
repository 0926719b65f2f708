package history

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/paginator"
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/delta/record"
)

const (
	historyPause = time.Second
	historyStale = time.Minute
	readTime     = 5 * time.Second
	pageSize     = 100
)

// Hooks are what the list asks of the screen around it.
type Hooks struct {
	Back         func() tea.Cmd                // leaves the list
	Open         func(api.DeltaRecord) tea.Cmd // shows an order
	Follow       func(api.DeltaRecord) tea.Cmd // follows an open order to its end
	Cancel       func(api.DeltaRecord) tea.Cmd
	WhyNotCancel func(api.DeltaRecord) string

	Invalidate       func(api.DeltaRecord) tea.Cmd
	WhyNotInvalidate func(api.DeltaRecord) string
}

// List is the account's orders, a page of them, with the auction of the selected one.
type List struct {
	table.Pane[row]
	s     *views.Session
	hooks Hooks
	front bool // the list is what the screen shows

	feed     views.Poller
	detail   views.Poller    // of the selected order's auction
	pages    paginator.Model // as far as is known: the one after a full page may be empty
	records  []api.DeltaRecord
	at       time.Time
	selected api.DeltaRecord
	auction  api.DeltaAuction // of the selected order

	measured  gotMeasures // of settled orders
	measuring bool        // more are asked for
}

// row is an order with its tokens.
type row struct {
	api.DeltaRecord
	src, dest       api.Token
	spent, received api.Amount
}

type (
	gotHistory struct {
		epoch   uint64
		records []api.DeltaRecord
		open    []api.DeltaRecord // that are on other pages
		learned []views.Learned   // of networks that the records are on
		err     error
	}
	gotDetail struct {
		epoch   uint64
		auction api.DeltaAuction
		err     error
	}
)

// New makes the list of a session.
func New(s *views.Session, hooks Hooks) *List {
	w := &List{s: s, hooks: hooks}
	w.Pane = table.NewPane(s.Env, Pane, table.New(func(r row) string { return r.ID },
		w.columns()...))
	w.Open = w.openSelected
	w.feed = views.Poller{Pause: historyPause, Ask: w.askHistory}
	w.detail = views.Poller{Pause: historyPause, Ask: w.askDetail}
	w.Forget()
	return w
}

// Show says whether the list is what the screen shows; it is read again when it comes to the front.
func (w *List) Show(front bool) tea.Cmd {
	w.front = front
	if !front {
		return nil
	}
	selected := w.Follow()
	if w.selected.ID != "" {
		selected = tea.Batch(selected, w.detail.Want(w.s.Env)) // it may have gone on since
	}
	return tea.Batch(w.Read(), selected)
}

// Read asks for the page anew.
func (w *List) Read() tea.Cmd { return w.feed.Want(w.s.Env) }

// Records are those that were read last.
func (w *List) Records() []api.DeltaRecord { return w.records }

// Refresh asks for the page and the selected order's auction anew.
func (w *List) Refresh() tea.Cmd { return tea.Batch(w.Read(), w.detail.Want(w.s.Env)) }

// Moved reads again what something in the auction of an order may have changed.
func (w *List) Moved(id string) tea.Cmd {
	var cmd tea.Cmd
	if w.lists(id) || w.front {
		cmd = w.Read()
	}
	if w.front && id == w.selected.ID {
		cmd = tea.Batch(cmd, w.detail.Want(w.s.Env))
	}
	return cmd
}

// Update implements ui.Pane.
func (w *List) Update(m tea.Msg) tea.Cmd {
	for _, f := range []*views.Poller{&w.feed, &w.detail} {
		if cmd, ok := f.Due(m, w.s.Env); ok {
			return cmd
		}
	}
	switch m := m.(type) {
	case gotHistory:
		return w.onHistory(m)
	case gotMeasures:
		return w.onMeasures(m)
	case gotDetail:
		return w.onDetail(m)
	case views.AccountChanged:
		w.Forget()
		return w.Read()
	case views.NetworksShown:
		w.Columns = w.columns()
		w.Forget()
		return w.Read()
	}
	return w.Pane.Update(m)
}

func (w *List) Title() (title, right string) {
	chain := fmt.Sprintf("chain %d", w.s.Network.ChainID)
	if w.s.AllNetworks {
		chain = "all networks"
	}
	text := fmt.Sprintf("%s · %d per page · %s", w.where(), pageSize, chain)
	if !w.s.Area.Wide() {
		text = w.where()
	}
	if old := w.s.Env.Old(w.at, historyStale); old != "" && w.Table.State.Err != "" {
		text += " · " + old
	}
	return "Delta history", text
}

func (w *List) openSelected() tea.Cmd {
	r, ok := w.Table.Selected()
	if !ok {
		return nil
	}
	return w.hooks.Open(r.DeltaRecord)
}

// Forget empties the list until the chosen account's own orders come.
func (w *List) Forget() {
	w.feed.Drop()
	w.pages, w.records, w.measured = newPages(), nil, make(gotMeasures)
	w.Table.State = ui.State{What: "orders", Loading: true,
		Empty: "No Delta orders yet. n begins one."}
	w.Table.SetRows(nil)
}

// lists tells whether the page that is loaded has an order.
func (w *List) lists(id string) bool {
	return slices.ContainsFunc(w.records, func(r api.DeltaRecord) bool { return r.ID == id })
}

func (w *List) askHistory(epoch uint64) tea.Cmd {
	q := api.DeltaQuery{User: w.s.Account.Address, Page: w.pages.Page + 1, Limit: pageSize}
	exchange := w.s.Exchange
	read := exchange.DeltaOrders
	if w.s.AllNetworks {
		service, networks := w.s.Service, w.s.Networks
		read = func(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
			return readAll(ctx, service, networks, q)
		}
	}
	learn := w.s.LearnOthers()
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) tea.Msg {
		m := gotHistory{epoch: epoch}
		if m.records, m.err = read(ctx, q); m.err == nil &&
			(q.Page > 1 || len(m.records) >= q.Limit) {
			m.open, m.err = views.OpenDelta(ctx, exchange, q.User)
		}
		for _, r := range slices.Concat(m.records, m.open) {
			m.learned = learn(ctx, r.ChainID, m.learned)
		}
		return m
	})
}

// readAll reads a page of the orders on all networks, newest first.
func readAll(ctx context.Context, service api.Service, networks []api.Network,
	q api.DeltaQuery) (page []api.DeltaRecord, err error) {
	before, all := (q.Page-1)*q.Limit, q.Page*q.Limit
	for _, n := range networks {
		exchange, err := service.Exchange(n.ChainID)
		if err != nil {
			return nil, err
		}
		there := q
		there.Limit = min(all, api.MaxPage)
		for there.Page = 1; ; there.Page++ {
			list, err := exchange.DeltaOrders(ctx, there)
			if api.TypeOf(err) == api.UnsupportedChain { // no orders are there
				break
			}
			if err != nil {
				return nil, err
			}
			page = append(page, list...)
			if len(list) < there.Limit || there.Page*there.Limit >= all {
				break
			}
		}
	}
	slices.SortStableFunc(page, func(x, y api.DeltaRecord) int {
		return y.CreatedAt.Compare(x.CreatedAt)
	})
	page = page[min(before, len(page)):]
	return page[:min(q.Limit, len(page))], nil
}

// onHistory takes a page. Orders that are still open are followed, so that a new session goes on
// where the last one ended.
func (w *List) onHistory(m gotHistory) tea.Cmd {
	fresh, again := w.feed.Done(m.epoch, w.s.Env)
	if !fresh {
		return again
	}
	w.Table.State.Loading, w.Table.State.Err = false, ""
	if m.err != nil {
		w.Table.State.Err = api.AsError(m.err).Details
		return again
	}
	for _, l := range m.learned {
		w.s.Keep(l)
	}
	w.records, w.at = m.records, w.s.Env.Now()
	cmd := again
	if w.pages.TotalPages = w.pages.Page + 1; len(m.records) >= pageSize {
		w.pages.TotalPages++
	}
	for _, r := range slices.Concat(m.records, m.open) {
		if !record.Over(r, w.s.Env.Now()) {
			cmd = tea.Batch(cmd, w.hooks.Follow(r))
		}
	}
	w.list()
	return tea.Batch(cmd, w.Follow(), w.measure())
}

// list puts the records into the table.
func (w *List) list() {
	rows := make([]row, len(w.records))
	for i, r := range w.records {
		rows[i] = row{DeltaRecord: r}
		rows[i].src, rows[i].dest = record.Tokens(w.s, r)
		rows[i].spent, rows[i].received = record.Sums(r)
	}
	w.Table.SetRows(rows)
}

// Revise puts a newer record into the page that is loaded.
func (w *List) Revise(r api.DeltaRecord) {
	for i := range w.records {
		if w.records[i].ID == r.ID {
			w.records[i] = r
			w.list()
		}
	}
}

// Follow asks about the auction of the selected order once the selection has moved.
func (w *List) Follow() tea.Cmd {
	r, ok := w.Table.Selected()
	if !ok || !w.front || r.ID == w.selected.ID {
		return nil
	}
	w.selected, w.auction = r.DeltaRecord, api.DeltaAuction{}
	w.detail.Drop()
	return w.detail.Want(w.s.Env)
}

func (w *List) askDetail(epoch uint64) tea.Cmd {
	r, service := w.selected, w.s.Service
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) tea.Msg {
		a, err := readAuction(ctx, service, r)
		return gotDetail{epoch, a, err}
	})
}

// readAuction reads what happened to an order, on its network. It runs off the loop.
func readAuction(ctx context.Context, service api.Service, r api.DeltaRecord) (api.DeltaAuction,
	error) {
	exchange, err := service.Exchange(r.ChainID)
	if err != nil {
		return api.DeltaAuction{}, err
	}
	return exchange.DeltaAuction(ctx, r.ID)
}

func (w *List) onDetail(m gotDetail) tea.Cmd {
	fresh, again := w.detail.Done(m.epoch, w.s.Env)
	if fresh && m.err == nil {
		w.auction = m.auction
	}
	return again
}

// newPages are the pages of a list of which nothing is known yet.
func newPages() paginator.Model {
	return paginator.New(paginator.WithPerPage(pageSize), paginator.WithTotalPages(1))
}

// where says which page is shown, and of how many once the last one is.
func (w *List) where() string {
	p := w.pages
	if p.ArabicFormat = "page %[1]d"; p.OnLastPage() && !p.OnFirstPage() {
		p.ArabicFormat = "page %d of %d"
	}
	return p.View()
}

// turn goes to another page.
func (w *List) turn(by int) tea.Cmd {
	switch {
	case by > 0:
		w.pages.NextPage()
	case by < 0:
		w.pages.PrevPage()
	}
	w.feed.Drop()
	w.Table.State.Loading = true
	return w.feed.Want(w.s.Env)
}

func (w *List) noNext() string {
	if w.pages.OnLastPage() {
		return "this is the last page"
	}
	return ""
}

func (w *List) noPrevious() string {
	if w.pages.OnFirstPage() {
		return "this is the first page"
	}
	return ""
}

// Note says how many orders are there.
func (w *List) Status() ui.Note {
	n := len(w.records)
	if n == 0 || w.Table.State.Loading || w.Table.State.Err != "" {
		return ui.Note{}
	}
	noun := " orders"
	if n == 1 {
		noun = " order"
	}
	return ui.Note{Text: ui.Count(n) + noun +
		" loaded. Newer ones appear at the top without moving your selection."}
}
