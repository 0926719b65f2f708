package delta

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

const (
	historyPause = time.Second
	historyStale = time.Minute
	pageSize     = 100
)

// history is the account's orders, a page of them.
type history struct {
	table    *ui.Table[row]
	feed     views.Feed
	detail   views.Feed // of the selected order's auction
	account  common.Address
	page     int
	all      bool // of every network
	records  []api.DeltaRecord
	at       time.Time
	selected string
	auction  api.DeltaAuction // of the selected order
	asked    bool             // the first page has been read once for the account
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
		account common.Address
		page    int
		records []api.DeltaRecord
		err     error
	}
	gotDetail struct {
		epoch   uint64
		auction api.DeltaAuction
		err     error
	}
)

func (w *Screen) makeHistory() {
	h := &w.history
	h.table = ui.NewTable(func(r row) string { return r.ID }, w.columns()...)
	h.feed = views.Feed{Pause: historyPause, Ask: w.askHistory}
	h.detail = views.Feed{Pause: historyPause, Ask: w.askDetail}
	w.forgetHistory()
}

// forgetHistory empties the list until the chosen account's own orders come.
func (w *Screen) forgetHistory() {
	h := &w.history
	h.feed.Drop()
	h.account, h.page, h.records, h.asked = w.s.Account.Address, 1, nil, false
	h.table.State = ui.State{What: "orders", Loading: true, Empty: "No Delta orders yet. n begins one."}
	h.table.SetRows(nil)
}

// lists tells whether the page that is loaded has an order.
func (h *history) lists(id string) bool {
	return slices.ContainsFunc(h.records, func(r api.DeltaRecord) bool { return r.ID == id })
}

func (w *Screen) askHistory(epoch uint64) ui.Cmd {
	service, q := w.service(), api.DeltaQuery{User: w.s.Account.Address, ChainID: w.s.Network.ChainID, Page: w.history.page, Limit: pageSize}
	if w.history.all {
		q.ChainID = 0
	}
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) ui.Msg {
		list, err := service.DeltaOrders(ctx, q)
		return gotHistory{epoch, q.User, q.Page, list, err}
	})
}

// onHistory takes a page. Orders that are still open are followed, so that a new session goes on where the last one ended.
func (w *Screen) onHistory(m gotHistory) ui.Cmd {
	h := &w.history
	fresh, again := h.feed.Done(m.epoch, w.s.Env.Now())
	if !fresh {
		return again
	}
	h.table.State.Loading, h.table.State.Err = false, ""
	if m.err != nil {
		h.table.State.Err = api.AsError(m.err).Details
		return again
	}
	h.account, h.records, h.at = m.account, m.records, w.s.Env.Now()
	cmd := again
	for _, r := range m.records {
		if !w.over(r) {
			cmd = ui.Batch(cmd, w.track(r, draft{}))
		}
	}
	w.list()
	return ui.Batch(cmd, w.watchSelected())
}

// list puts the records into the table.
func (w *Screen) list() {
	rows := make([]row, len(w.history.records))
	for i, r := range w.history.records {
		rows[i] = row{DeltaRecord: r}
		rows[i].src, rows[i].dest = w.tokensOf(r)
		rows[i].spent, rows[i].received = sums(r)
	}
	w.history.table.SetRows(rows)
}

// revise puts a newer record into the page that is loaded.
func (w *Screen) revise(r api.DeltaRecord) {
	for i := range w.history.records {
		if w.history.records[i].ID == r.ID {
			w.history.records[i] = r
			w.list()
		}
	}
}

// watchSelected asks about the auction of the selected order once the selection has moved.
func (w *Screen) watchSelected() ui.Cmd {
	h := &w.history
	r, ok := h.table.Selected()
	if !ok || w.mode != recalling || r.ID == h.selected {
		return nil
	}
	h.selected, h.auction = r.ID, api.DeltaAuction{}
	h.detail.Drop()
	return h.detail.Want(w.s.Env.Now())
}

func (w *Screen) askDetail(epoch uint64) ui.Cmd {
	id, service := w.history.selected, w.service()
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) ui.Msg {
		a, err := service.DeltaAuction(ctx, id)
		return gotDetail{epoch, a, err}
	})
}

func (w *Screen) onDetail(m gotDetail) ui.Cmd {
	fresh, again := w.history.detail.Done(m.epoch, w.s.Env.Now())
	if fresh && m.err == nil {
		w.history.auction = m.auction
	}
	return again
}

// turn goes to another page.
func (w *Screen) turn(by int) ui.Cmd {
	h := &w.history
	h.page = max(1, h.page+by)
	h.feed.Drop()
	h.table.State.Loading = true
	return h.feed.Want(w.s.Env.Now())
}

func (w *Screen) noNext() string {
	if len(w.history.records) < pageSize {
		return "this is the last page"
	}
	return ""
}

func (w *Screen) noPrevious() string {
	if w.history.page <= 1 {
		return "this is the first page"
	}
	return ""
}

func (w *Screen) toggleAll() ui.Cmd {
	w.history.all, w.history.page = !w.history.all, 1
	return w.turn(0)
}

// span is a time that may be shorter than what a clock shows.
func span(d time.Duration) string {
	const short = 10 * time.Second
	if d < short {
		return fmt.Sprintf("%.1fs", max(0, d).Seconds())
	}
	return ui.Timer(d)
}

// lasted is how long an order took, or has taken so far.
func (w *Screen) lasted(r api.DeltaRecord) time.Duration {
	if w.over(r) || r.Status.Final() {
		return r.UpdatedAt.Sub(r.CreatedAt)
	}
	return w.s.Env.Now().Sub(r.CreatedAt)
}

func (r row) floorPart() api.Amount { return share(r.Order.DestAmount, r.spent, r.Order) }
func (r row) quotePart() api.Amount { return share(quotedOf(r.Order), r.spent, r.Order) }

// columns are those of the list; narrow windows do without the highest Drop first.
func (w *Screen) columns() []ui.Column[row] {
	received := func(r row) string {
		if r.received.IsZero() {
			return ui.Unknown
		}
		return amountText(r.received, r.dest, api.Down)
	}
	gain := func(part func(row) api.Amount) func(a, b row) int {
		return func(a, b row) int {
			x, _ := views.AmountOffBy(a.received, part(a))
			y, _ := views.AmountOffBy(b.received, part(b))
			return int(x - y)
		}
	}
	return []ui.Column[row]{
		{Title: "created", Width: 8, Cell: func(r row) string { return w.when(r.CreatedAt) },
			Less: func(a, b row) int { return a.CreatedAt.Compare(b.CreatedAt) }, CSV: func(r row) string { return r.CreatedAt.UTC().Format(time.RFC3339) }},
		{Title: "pair", Width: 13, Flex: 1, Cell: func(r row) string { return views.Symbol(r.src) + "→" + views.Symbol(r.dest) }},
		{Title: "sold", Width: 12, Right: true, Cell: func(r row) string { return amountText(r.Order.SrcAmount, r.src, api.Up) },
			CSV: func(r row) string { return r.Order.SrcAmount.Units(r.src.Decimals) }},
		{Title: "received", Width: 13, Right: true, Cell: received, CSV: func(r row) string { return r.received.Units(r.dest.Decimals) }},
		{Title: "vs floor", Width: 9, Right: true, Drop: 3, Cell: func(r row) string { return versus(r.received, r.floorPart()) }, Less: gain(row.floorPart)},
		{Title: "vs quote", Width: 9, Right: true, Drop: 2, Cell: func(r row) string { return versus(r.received, r.quotePart()) }, Less: gain(row.quotePart)},
		{Title: "status", Width: 13, Cell: func(r row) string { return statusText(r.Status) }, CSV: func(r row) string { return string(r.Status) },
			Style: func(t *ui.Theme, r row) ui.Style { return levelOf(r.Status).Style(t) }},
		{Title: "fills", Width: 5, Right: true, Drop: 4, Cell: func(r row) string { return ui.Count(len(settled(r.DeltaRecord))) }},
		{Title: "time", Width: 7, Right: true, Cell: func(r row) string { return span(w.lasted(r.DeltaRecord)) },
			Less: func(a, b row) int {
				return int(w.lasted(a.DeltaRecord)/time.Second) - int(w.lasted(b.DeltaRecord)/time.Second)
			}},
		{Title: "id", Width: 36, Drop: 9, Cell: func(r row) string { return r.ID }, Style: func(t *ui.Theme, _ row) ui.Style { return t.Muted }},
	}
}

// when is a time of the day today, a date before.
func (w *Screen) when(at time.Time) string {
	now := w.s.Env.Now().In(at.Location())
	if now.YearDay() == at.YearDay() && now.Year() == at.Year() {
		return at.Format("15:04:05")
	}
	return at.Format("Jan 02")
}

func (w *Screen) heading() string {
	h := &w.history
	chain := fmt.Sprintf("chain %d", w.s.Network.ChainID)
	if h.all {
		chain = "all chains"
	}
	text := fmt.Sprintf("page %d · %d per page · %s", h.page, pageSize, chain)
	if !w.area.Wide() {
		text = fmt.Sprintf("page %d", h.page)
	}
	if old := w.s.Env.Old(h.at, historyStale); old != "" && h.table.State.Err != "" {
		text += " · " + old
	}
	return text
}

// historyNote says how many orders are there.
func (w *Screen) historyNote() ui.Note {
	n := len(w.history.records)
	if n == 0 || w.history.table.State.Loading || w.history.table.State.Err != "" {
		return ui.Note{}
	}
	noun := " orders"
	if n == 1 {
		noun = " order"
	}
	return ui.Note{Text: ui.Count(n) + noun + " loaded. Newer ones appear at the top without moving your selection."}
}

// rawOrder shows all that the service told of the order that is shown.
func (w *Screen) rawOrder() ui.Cmd {
	t := w.shown()
	return w.raw(t.record.ID, struct {
		Record  api.DeltaRecord  `json:"record"`
		Auction api.DeltaAuction `json:"auction"`
	}{t.record, t.auction})
}

func (w *Screen) raw(id string, v any) ui.Cmd {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return ui.Toast(ui.Bad, err.Error())
	}
	return ui.Open(ui.NewViewer(w.s.Env, "Delta order "+shortID(id), string(text)))
}
