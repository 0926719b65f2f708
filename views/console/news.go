package console

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/alert"
	"bourse/views/format"
)

const (
	newsPause = 250 * time.Millisecond
	newsTime  = 30 * time.Second
	newsAll   = time.Minute // between two looks at everything, whatever the events say
	// othersPause is how long what watched makers do is collected before it is said again.
	othersPause = 20 * time.Second
)

// news are what happened to the wallet's accounts: on every screen, counted on the tab until that
// is looked at, listed in Activity, and handed on where Config.Post is set.
type news struct {
	watcher   *announce.Watcher
	feed      views.Poller
	all       time.Time // of the last look at everything
	said      string    // the last error
	counts    string    // as they were last kept
	others    doings    // of makers who are watched, since they were last said
	othered   time.Time // when that was
	elsewhere inbox
}

// inbox are transactions of other programs that are to be watched. It may be filled from
// everywhere.
type inbox struct {
	mu   sync.Mutex
	list []announce.Transaction
}

func (i *inbox) add(t announce.Transaction) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.list = append(i.list, t)
}

// take empties it.
func (i *inbox) take() (list []announce.Transaction) {
	i.mu.Lock()
	defer i.mu.Unlock()
	list, i.list = i.list, nil
	return list
}

// newsRead is what a look has found.
type newsRead struct {
	epoch uint64
	list  []announce.Announcement
	err   error
}

// NewsFile is where what was announced of an exchange is kept, within the folder of what the
// screens keep; "" keeps nothing.
func NewsFile(state, exchange string) string {
	if state == "" {
		return ""
	}
	return filepath.Join(state, "announced", exchangeName(exchange)+".json")
}

// exchangeName names an exchange in names of files.
func exchangeName(at string) string {
	if at == "" {
		return "here"
	}
	return strings.NewReplacer(":", "_", "[", "", "]", "", "/", "_").Replace(at)
}

// unseenName is the name under which is kept what came to each screen unseen.
func (h *host) unseenName() string { return "unseen-" + exchangeName(h.c.cfg.Exchange) }

// readUnseen takes up what came to screens in earlier sessions, and was not looked at.
func (h *host) readUnseen() {
	h.news.counts = h.s.Preferences.Get(h.unseenName())
	for line := range strings.Lines(h.news.counts) {
		var id ui.ScreenID
		var n int
		if _, err := fmt.Sscan(line, &id, &n); err == nil && n > 0 {
			h.s.News[id] = n
		}
	}
}

// keepUnseen keeps that, where it has changed.
func (h *host) keepUnseen() tea.Cmd {
	var text strings.Builder
	for _, id := range slices.Sorted(maps.Keys(h.s.News)) {
		if n := h.s.News[id]; n > 0 {
			fmt.Fprintln(&text, id, n)
		}
	}
	if text.String() == h.news.counts {
		return nil
	}
	h.news.counts = text.String()
	return h.s.Preferences.Put(h.unseenName(), h.news.counts)
}

// watchNews begins to look after the wallet's accounts.
func (h *host) watchNews() {
	h.readUnseen()
	h.news.watcher = announce.New(announce.Config{Service: h.s.Service, Now: h.s.Clock.Now,
		Path: NewsFile(h.c.cfg.State, h.c.cfg.Exchange)})
}

// wantNews looks at everything once in a while, and soon at accounts that are new.
func (h *host) wantNews() tea.Cmd {
	w := h.news.watcher
	if w == nil {
		return nil
	}
	var accounts []common.Address
	for _, a := range h.s.Wallet.List() {
		accounts = append(accounts, a.Address)
	}
	fresh := w.Watch(accounts)
	mine := func(a common.Address) bool { return slices.Contains(accounts, a) }
	makers := slices.DeleteFunc(h.s.WatchedMakers(), mine)
	fresh = w.WatchMakers(makers) || fresh
	for _, t := range h.news.elsewhere.take() {
		w.SentElsewhere(t)
		fresh = true
	}
	if now := h.s.Now(); now.Sub(h.news.all) >= newsAll {
		h.news.all, fresh = now, true
		w.All()
	}
	if !fresh {
		h.sayOthers()
		return nil
	}
	return h.news.feed.Want(h.s.Env)
}

// newsEvent looks where an event says that something happened.
func (h *host) newsEvent(e api.Event) tea.Cmd {
	if w := h.news.watcher; w == nil || !w.Hear(e) {
		return nil
	}
	return h.news.feed.Want(h.s.Env)
}

func (h *host) askNews(epoch uint64) tea.Cmd {
	w, post := h.news.watcher, h.c.cfg.Post
	return ui.Call(h.ctx, newsTime, func(ctx context.Context) tea.Msg {
		list, err := w.Look(ctx)
		if len(list) > 0 && post != nil {
			if failed := post(list); failed != nil { // found again by the next session
				return newsRead{epoch, list, failed}
			}
		}
		if failed := w.Keep(); failed != nil {
			err = failed
		}
		return newsRead{epoch, list, err}
	})
}

// onNews announces what was found.
func (h *host) onNews(m newsRead) tea.Cmd {
	_, again := h.news.feed.Done(m.epoch, h.s.Env) // a look finds a thing once: none is stale
	if m.err != nil && h.c.env.Header.Conn == ui.Live && m.err.Error() != h.news.said {
		h.news.said = m.err.Error()
		h.log.Add(activity.Entry{Level: activity.Warning, Component: "news",
			Text: "not everything could be looked at: " + m.err.Error()})
	}
	if len(m.list) == 0 {
		return again
	}
	var said []string
	level, rung := ui.OK, tea.Cmd(nil)
	for i := range m.list {
		a := &m.list[i]
		h.count(a)
		if e, ok := h.newsEntry(a); ok {
			h.log.Add(e)
		}
		if cmd := h.ringFill(a); cmd != nil {
			rung = tea.Batch(rung, cmd)
			continue
		}
		text := h.newsWords(a)
		switch {
		case a.Watched:
			h.news.others.add(h.s.ShortName(a.Account), a.Kind, text)
		case text != "":
			said = append(said, text)
			switch a.Kind {
			case announce.Failure, announce.Expiry, announce.Revert, announce.Unshown:
				level = max(level, ui.Warn)
			}
			if a.Kind == announce.Offer && a.ToldBy != "" {
				level = max(level, ui.Warn)
			}
			if a.Denied {
				level = max(level, ui.Warn)
			}
			if a.Unheld != nil {
				level = ui.Bad
			}
		}
	}
	all := tea.Batch(again, rung, h.head.Want(h.s.Env))
	if len(said) == 0 {
		h.sayOthers()
		return all
	}
	text := said[len(said)-1]
	if n := len(said); n > 1 {
		text = fmt.Sprintf("%s announcements (8 lists them), the last: %s", ui.Count(uint64(n)),
			text)
	}
	h.s.Announce(level, text)
	h.s.Bell()
	return all
}

// doings are what makers who are watched have done: of one thing its words, of more how many.
type doings struct {
	makers []string
	done   map[string]map[announce.Kind]int
	only   string
}

func (d *doings) add(maker string, kind announce.Kind, text string) {
	if d.done == nil {
		d.done = map[string]map[announce.Kind]int{}
	}
	if d.done[maker] == nil {
		d.done[maker] = map[announce.Kind]int{}
		d.makers = append(d.makers, maker)
	}
	d.done[maker][kind]++
	if d.only = ""; d.count() == 1 {
		d.only = text
	}
}

func (d *doings) count() (n int) {
	for _, kinds := range d.done {
		for _, times := range kinds {
			n += times
		}
	}
	return n
}

// text is a line for all of them: "alice: 5 orders, 4 cancellations".
func (d *doings) text() string {
	if d.only != "" || len(d.makers) == 0 {
		return d.only
	}
	var list []string
	for _, maker := range d.makers {
		var did []string
		for _, k := range []struct {
			kind announce.Kind
			what string
		}{{announce.Placed, "order"}, {announce.Fill, "fill"}, {announce.Settled, "auction"},
			{announce.Cancelled, "cancellation"}, {announce.Expiry, "expired order"},
			{announce.Trigger, "fired order"}, {announce.Failure, "failed order"},
			{announce.Offer, "offer"}} {
			if n := d.done[maker][k.kind]; n > 0 {
				did = append(did, ui.Counted(n, k.what))
			}
		}
		list = append(list, maker+": "+strings.Join(did, ", "))
	}
	return strings.Join(list, "; ") + " (8 lists them)"
}

// sayOthers says what watched makers have done, now and then and where nothing else is said: what
// happens to one's own orders is never covered by it.
func (h *host) sayOthers() {
	text, now := h.news.others.text(), h.s.Now()
	if text == "" || now.Sub(h.news.othered) < othersPause {
		return
	}
	h.s.Aside(ui.OK, text, func() tea.Cmd {
		h.news.others, h.news.othered = doings{}, now
		h.s.Bell()
		return nil
	})
}

// count counts an announcement on the tab where it is to be looked at. Who takes an order looks at
// what comes of it, and what others do is no news of one's own: it is said and listed.
func (h *host) count(a *announce.Announcement) {
	switch {
	case a.Watched, a.Kind == announce.Fill && !a.Maker:
	case a.Kind == announce.Revert:
		h.came(views.Activity)
	case a.Delta:
		h.came(views.Delta)
	default:
		h.came(views.Orders)
	}
}

// sums are what an announcement says was given and got.
func (h *host) sums(a *announce.Announcement) (gave, got string) {
	s := h.s.On(a.ChainID)
	say := func(sum *announce.Sum, r api.Round) string {
		if sum == nil {
			return "what its secret hides"
		}
		return quantity(s, sum.Asset(), sum.Amount, r)
	}
	return say(a.Gave, api.Up), say(a.Got, api.Down)
}

// newsEntry is an announcement as Activity lists it; how transactions ended is listed there anyway.
func (h *host) newsEntry(a *announce.Announcement) (e activity.Entry, ok bool) {
	gave, got := h.sums(a)
	e = activity.Entry{Time: a.Time, Level: activity.Filled, Component: "book", Kept: true,
		ChainID: a.ChainID, Text: h.newsWords(a)}
	if a.Watched {
		e.Level = activity.Info
		return e, true
	}
	switch a.Kind {
	case announce.Revert:
		return e, false
	case announce.Fill:
		paid := ui.Minus + gave
		if a.Gave == nil {
			paid = "filled by somebody else"
		}
		e.Text = fmt.Sprintf("%s  +%s  %s  %s  block %s%s%s", h.newsOrder(a), got, paid,
			format.Hash(*a.Transaction), ui.Count(a.Block), a.Times(),
			h.whose(a.Account, a.ChainID)+cells.Clean(api.ByWord(a.ToldBy)))
	case announce.Unshown: // as long as that is so
		e.Level, e.Time = activity.Warning, h.s.Now()
	case announce.Expiry, announce.Failure:
		e.Level = activity.Warning
	}
	if a.Denied {
		e.Level = activity.Warning
	}
	if a.Unheld != nil {
		e.Level = activity.Error
	}
	if a.Delta {
		e.Component = "delta"
		e.Text += "  order " + cells.Clean(a.Order)
	}
	return e, true
}

// newsOrder is what an order is called.
func (h *host) newsOrder(a *announce.Announcement) string {
	if a.Delta {
		return format.ID(a.Order)
	}
	return format.Hash(common.HexToHash(a.Order))
}

// newsWords say an announcement in the message row; "" is not said there: who takes an order, or
// sends a transaction here, is told by what waits for it.
func (h *host) newsWords(a *announce.Announcement) string {
	gave, got := h.sums(a)
	if a.Watched {
		text := h.s.ShortName(a.Account) + " " + a.Doing(gave, got)
		if a.ChainID != h.s.Network.ChainID {
			text += " on " + h.s.NetworkName(a.ChainID)
		}
		return text
	}
	order, whose := h.newsOrder(a), h.whose(a.Account, a.ChainID)
	reason := ""
	if a.Reason != "" {
		reason = ": " + format.Brief(a.Reason)
	}
	switch a.Kind {
	case announce.Fill:
		if !a.Maker {
			return ""
		}
		return fmt.Sprintf("your order %s was filled%s: %s for %s%s", order, a.Times(), gave, got,
			whose+cells.Clean(api.ByWord(a.ToldBy)))
	case announce.Offer:
		text := fmt.Sprintf("%s offers you %s for %s: order %s, on screen Orders",
			h.s.ShortName(*a.Other), got, gave, order)
		return text + whose + cells.Clean(api.ByWord(a.ToldBy))
	case announce.Expiry:
		return fmt.Sprintf("your order %s has expired: %s for %s%s", order, gave, got, whose)
	case announce.Trigger:
		return h.letGo(a, order, gave+whose, reason)
	case announce.Settled:
		text := "Delta: " + a.Traded(gave, got) + whose
		if a.Unheld != nil {
			return h.unheldText(a) + "; " + text
		}
		if a.Denied {
			return h.deniedText(a) + "; " + text
		}
		if at := h.stoodAt(a); at != "" {
			text += "; the " + a.Held.Name() + " fired at " + at
		}
		return text
	case announce.Failure:
		return fmt.Sprintf("Delta %s cannot be settled any more%s%s", order, whose, reason)
	case announce.Unshown:
		return a.Lost(order) + whose
	case announce.Revert:
		if !a.Elsewhere {
			return ""
		}
		return fmt.Sprintf("transaction %s of another program reverted in block %s%s%s",
			format.Hash(*a.Transaction), ui.Count(a.Block), whose, reason)
	}
	return ""
}

// letGo says at which price an order was let go that was held back, and which other one ended with
// it.
func (h *host) letGo(a *announce.Announcement, order, gave, reason string) string {
	text := fmt.Sprintf("Delta %s is let go, to sell %s%s", order, gave, reason)
	if at := h.stoodAt(a); at != "" {
		text = fmt.Sprintf("the %s %s fired at %s, to sell %s", a.Held.Name(), order, at, gave)
	}
	if a.Ended != nil {
		text += fmt.Sprintf("; the %s %s is cancelled", cells.Clean(a.Ended.Name),
			format.ID(a.Ended.Order))
	}
	return text
}

// unheldText says by what an order should have been held back.
func (h *host) unheldText(a *announce.Announcement) string {
	r := api.DeltaRecord{Unheld: a.Unheld}
	if a.Gave != nil && a.Got != nil && a.Of != nil {
		r.Order = orderOf(a)
	}
	return h.s.On(a.ChainID).UnheldText(r)
}

// deniedText says which price a settlement has, which Held lets no order go at.
func (h *host) deniedText(a *announce.Announcement) string {
	return h.s.On(a.ChainID).DeniedText(api.DeltaRecord{Order: orderOf(a), Held: a.Held,
		Transactions: []api.DeltaTransaction{{Status: 1, Spent: a.Gave.Amount,
			Received: a.Got.Amount}}})
}

// orderOf is what an announcement has of the order that it tells of.
func orderOf(a *announce.Announcement) api.DeltaOrder {
	return api.DeltaOrder{SrcToken: a.Gave.Token, DestToken: a.Got.Token, SrcAmount: *a.Of}
}

// stoodAt is the price at which an order stood that was let go, "" where it waited for none or
// nobody tells.
func (h *host) stoodAt(a *announce.Announcement) string {
	if a.Held == nil || a.Of == nil || a.Gave == nil || a.Got == nil || a.Held.Worth.IsZero() {
		return ""
	}
	return h.s.On(a.ChainID).LevelText(orderOf(a), a.Held.Worth)
}

// came counts something on a screen's tab until that is looked at.
func (h *host) came(to ui.ScreenID) {
	if h.c.root.Active() != to {
		h.s.News[to]++
	}
}

// ringFill rings for a fill, where somebody waits for one.
func (h *host) ringFill(a *announce.Announcement) tea.Cmd {
	if a.Kind != announce.Fill || a.Account != h.s.Account.Address || a.Gave == nil {
		return nil
	}
	gave, got := h.sums(a)
	one := api.Pair{Base: a.Gave.Token, Quote: a.Got.Token}
	other := api.Pair{Base: one.Quote, Quote: one.Base}
	before := len(h.alerts.list)
	h.alerts.list = slices.DeleteFunc(h.alerts.list, func(waits alert.Alert) bool {
		if waits.Kind != alert.Filled || waits.Chain != a.ChainID ||
			waits.Pair != one && waits.Pair != other {
			return false
		}
		h.ring("filled: " + gave + " for " + got)
		return !waits.Again
	})
	if len(h.alerts.list) == before {
		return nil
	}
	return h.keepAlerts()
}
