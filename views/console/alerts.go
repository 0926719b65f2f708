package console

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/alert"
	"bourse/views/format"
	"bourse/views/grammar"
)

const alertPause = 2 * time.Second

// alerts are the session's.
type alerts struct {
	list []alert.Alert
	kept []string // their lines, as they were kept last
	feed views.Poller

	gains views.Poller

	doubted alert.Doubted

	blind     time.Time // since when the prices cannot be read, and why
	why       string
	saidBlind bool
	// unpriced are tokens without which it is not known what the account is worth
	unpriced string
}

// blindTime is how long prices may be missing before it is said that alerts wait for them.
const blindTime = 10 * time.Second

// alertMarkets are the newest prices, for the alerts, and what the account is worth.
type alertMarkets struct {
	epoch   uint64
	markets []api.Market
	err     error // why there are none
	account common.Address
	worth   api.Amount // USD with format.USDDecimals
	worthOK bool
	// unpriced are tokens that the account holds and that have no price
	unpriced string
}

func (h *host) readAlerts() {
	h.alerts.list, h.alerts.kept = alert.List(h.s.Preferences.Get(alert.Name)), nil
	for _, a := range h.alerts.list {
		h.alerts.kept = append(h.alerts.kept, a.Line())
	}
}

// takeUpAlerts waits for what another program with the folder has set, and no longer for what it
// has taken back.
func (h *host) takeUpAlerts() tea.Cmd {
	if h.s.Preferences == nil {
		return nil
	}
	before := h.alerts.kept
	if h.readAlerts(); slices.Equal(before, h.alerts.kept) {
		return nil
	}
	h.tellAlerts()
	return h.wantAlerts()
}

// keepAlerts keeps what waits here, and leaves what another console with the folder waits for.
func (h *host) keepAlerts() tea.Cmd {
	before := h.alerts.kept
	h.alerts.kept = nil
	for _, a := range h.alerts.list {
		h.alerts.kept = append(h.alerts.kept, a.Line())
	}
	now := h.alerts.kept
	h.tellAlerts()
	return h.s.Preferences.ChangeLines(alert.Name, func(line string) bool {
		return slices.Contains(before, line) && !slices.Contains(now, line)
	}, now...)
}

// wantAlerts looks at the prices as long as somebody waits for one.
func (h *host) wantAlerts() tea.Cmd {
	waits := func(a alert.Alert) bool {
		return a.Chain == h.s.Network.ChainID && !a.OnGains()
	}
	if h.s.Service == nil || !slices.ContainsFunc(h.alerts.list, waits) {
		h.alerts.blind = time.Time{}
		return h.wantGains()
	}
	return tea.Batch(h.alerts.feed.Want(h.s.Env), h.wantGains())
}

func (h *host) askAlerts(epoch uint64) tea.Cmd {
	exchange, account := h.s.Exchange, h.s.Account.Address
	prices := h.s.Prices
	worth := slices.ContainsFunc(h.alerts.list,
		func(a alert.Alert) bool { return a.Kind == alert.Earned })
	return ui.Call(h.ctx, readTime, func(ctx context.Context) tea.Msg {
		m := alertMarkets{epoch: epoch, account: account}
		if m.markets, m.err = exchange.Markets(ctx); m.err != nil {
			m.markets = nil
		}
		if worth {
			held, err := exchange.UserTokens(ctx, account)
			m.worth, m.unpriced = worthOf(held, prices)
			m.worthOK = err == nil && m.unpriced == ""
		}
		return m
	})
}

// worthOf is what tokens are worth in USD, and which of them have no price: without theirs the sum
// is not what is held.
func worthOf(held []api.UserToken, prices views.Prices) (sum api.Amount, unpriced string) {
	var without []string
	for _, t := range held {
		switch p := prices[t.Address]; {
		case p.Known():
			sum = sum.Add(p.QuoteFor(t.Balance, api.Down))
		case !t.Balance.IsZero():
			without = append(without, views.Symbol(t.Token))
		}
	}
	return sum, strings.Join(without, ", ")
}

// onAlertMarkets rings for the alerts whose time has come.
func (h *host) onAlertMarkets(m alertMarkets) tea.Cmd {
	_, again := h.alerts.feed.Done(m.epoch, h.s.Env)
	if m.err == nil {
		h.alerts.blind, h.alerts.saidBlind = time.Time{}, false
	} else if h.alerts.why = cells.Clean(m.err.Error()); h.alerts.blind.IsZero() {
		h.alerts.blind = h.s.Now()
	}
	if text := h.blindText(); text != "" && !h.alerts.saidBlind {
		h.alerts.saidBlind = true
		h.ring(text)
	}
	h.alerts.unpriced = m.unpriced
	return tea.Batch(again, h.lookAt(
		func(a alert.Alert) (alert.Alert, string, bool) { return h.look(a, &m) }))
}

// unpricedText says that alerts on what the account is worth wait for a price, "" while none does.
func (h *host) unpricedText() string {
	waits := func(a alert.Alert) bool {
		return a.Kind == alert.Earned && a.Chain == h.s.Network.ChainID &&
			a.Account == h.s.Account.Address
	}
	if h.alerts.unpriced == "" || !slices.ContainsFunc(h.alerts.list, waits) {
		return ""
	}
	return "what your account is worth is not known: " + cells.Clean(h.alerts.unpriced) +
		" has no price; alerts on it wait"
}

// blindText says that no alert can ring, "" while they can or miss the prices of a moment.
func (h *host) blindText() string {
	if since := h.alerts.blind; !since.IsZero() && h.s.Now().Sub(since) >= blindTime {
		return "no alert can ring since " + format.Clock(since) + ": " + h.alerts.why
	}
	return ""
}

// lookAt lets every alert look, which gives it as it is then, what it has to tell, "" while it
// waits, and whether it waits on. It forgets those that ring once.
func (h *host) lookAt(look func(alert.Alert) (next alert.Alert, text string, waits bool)) (
	out tea.Cmd) {
	changed := false
	var stay []alert.Alert
	for _, a := range h.alerts.list {
		next, text, waits := look(a)
		changed = changed || next != a || text != ""
		if text != "" {
			h.ring(text)
			if !a.Again && !waits {
				continue
			}
		}
		stay = append(stay, next)
	}
	if !changed {
		return out
	}
	h.alerts.list = stay
	return tea.Batch(out, h.keepAlerts())
}

// look is an alert after a look at the markets, and what it has to tell, "" while it waits.
func (h *host) look(a alert.Alert, m *alertMarkets) (next alert.Alert, text string, waits bool) {
	if a.Chain != h.s.Network.ChainID || a.OnGains() {
		return a, "", false
	}
	if a.Kind == alert.Earned {
		next, text = lookWorth(a, m)
		return next, text, false
	}
	for _, k := range m.markets {
		if a.Pair != (api.Pair{Base: k.Base.Address, Quote: k.Quote.Address}) {
			continue
		}
		k = alert.Priced(h.s, k)
		if h.alerts.doubted == nil {
			h.alerts.doubted = alert.Doubted{}
		}
		return h.alerts.doubted.Look(a, k, h.s.PairFormat(k).Price)
	}
	return a, "", false
}

// lookWorth compares what the account is worth with what it was when the alert was set.
func lookWorth(a alert.Alert, m *alertMarkets) (next alert.Alert, text string) {
	if !m.worthOK || m.worth.IsZero() || a.Account != m.account {
		return a, ""
	}
	now := m.worth.Units(format.USDDecimals)
	from, err := api.ParseUnits(a.From, format.USDDecimals)
	if err != nil || a.From == "" {
		a.From = now
		return a, ""
	}
	digits, less := strings.CutPrefix(a.Value, "-")
	by, err := api.ParseUnits(digits, format.USDDecimals)
	if err != nil || less && from.Less(m.worth.Add(by)) || !less && m.worth.Less(from.Add(by)) {
		return a, ""
	}
	a.From = now
	what := digits + " USD more"
	if less {
		what = digits + " USD less"
	}
	return a, "your account is worth " + what + ": " + format.Worth(m.worth, api.Down)
}

// ring tells of an alert on the screen, in the log, by the bell and by a notification of the
// terminal, which is seen where another window is in front.
func (h *host) ring(text string) {
	h.log.Add(activity.Entry{Level: activity.Warning, Component: "alert", Text: text})
	h.s.Toast(ui.Warn, text)
	h.s.Bell()
	h.s.Notify(text)
}

// tellAlerts puts the prices that are waited for where the charts find them.
func (h *host) tellAlerts() {
	h.s.AlertPrices = map[api.Pair][]api.Price{}
	for _, a := range h.alerts.list {
		base, _ := h.s.Token(a.Pair.Base)
		quote, _ := h.s.Token(a.Pair.Quote)
		if p, ok := a.Price(base, quote); ok && a.Chain == h.s.Network.ChainID {
			h.s.AlertPrices[a.Pair] = append(h.s.AlertPrices[a.Pair], p)
		}
	}
}

// Actions implements ui.Actor.
func (h *host) Actions() []ui.Action {
	off := ""
	if h.s.Market.Base.Address == h.s.Market.Quote.Address {
		off = "no pair is chosen yet"
	}
	return []ui.Action{{Scope: "alerts", ID: "here", Key: ui.Keys("A"), Label: "alert",
		Off: off, Quiet: true,
		Help: "ring at a price, a move, a spread, a fill, a change of worth or a gain",
		Run:  ui.Asking(func() { h.newAlert("") })}, h.exportFolder(), h.capAction(),
		h.restAction(), h.lossAction(), h.NetworkMenu(),
		h.AccountMenu(), explorerAction(h.s)}
}

// forgetWord before the number of an alert takes it back.
const forgetWord = "forget "

// toForget is the alert that a text takes back, by its number in the list.
func (h *host) toForget(text string) (i int, why string) {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(text, forgetWord)))
	if err != nil || n < 1 || n > len(h.alerts.list) {
		return 0, fmt.Sprintf("there is no such alert: forget 1 to %d", len(h.alerts.list))
	}
	return n - 1, ""
}

// alertText is a sentence as the dialog for alerts takes it.
func alertText(x grammar.Alert) string {
	if x.Forget > 0 {
		return forgetWord + strconv.Itoa(x.Forget)
	}
	return x.Text
}

// alertOffer is what the palette shows for a sentence about an alert, and why it can't be had.
func (h *host) alertOffer(x grammar.Alert) (title, off string) {
	m, text := h.s.Market, alertText(x)
	if x.Forget == 0 && (x.Base.Address != m.Base.Address || x.Quote.Address != m.Quote.Address) {
		return x.Title(), "the pair in front is another: goto " + strings.ToLower(
			views.Symbol(x.Base)+"/"+views.Symbol(x.Quote)) + " first"
	}
	if off = h.alertProblem(m, text); off != "" || x.Forget > 0 {
		return x.Title(), off
	}
	a, _ := alert.Parse(h.s, alert.Priced(h.s, m), text) // alertProblem has read it
	return "Alert: " + a.Words(h.s), ""
}

// waitingLines are the alerts that wait, as many as a dialog has room for.
func (h *host) waitingLines() (lines []string) {
	const most = 8
	for i, a := range h.alerts.list {
		if i == most {
			return append(lines, fmt.Sprintf("  and %d more", len(h.alerts.list)-most))
		}
		lines = append(lines, fmt.Sprintf("%3d  %s", i+1, a.Words(h.s)))
	}
	if len(lines) > 0 {
		lines = append([]string{"These wait; “forget 1” takes the first back:"}, lines...)
	}
	return lines
}

// newAlert asks for what to wait for, and shows what waits already.
func (h *host) newAlert(price string) {
	m := alert.Priced(h.s, h.s.Market)
	last := "There was no trade yet."
	switch {
	case h.s.Market.Last.Known():
		last = "The last price is " + h.s.PairFormat(m).Price(m.Last) + "."
	case m.Last.Known():
		by := "the middle of the book is "
		if _, ok := views.Mid(m.BestBid, m.BestAsk); !ok {
			by = "pools price it at "
		}
		last = "There was no trade yet; " + by + h.s.PairFormat(m).Price(m.Last) + "."
	}
	input := ui.Input{Limit: 40, Hint: "3005, +5%, spread 0.5%, fill, pnl -50"}
	input.Fill(price)
	h.s.Open(ui.NewPrompt(h.s.Env, ui.PromptSpec{
		Title: "Alert · " + views.PairName(m), Input: input,
		Lines: append([]string{last + " Prices are " + views.Symbol(m.Quote) + " per " +
			views.Symbol(m.Base) + ".", "Ring at " + alert.Usage + ".",
			"Alerts are kept, and watched while this console runs."}, h.waitingLines()...),
		Check: func(text string) string { return h.alertProblem(m, text) },
		Run:   func(text string) tea.Cmd { return h.addAlert(m, text) },
	}))
}

func (h *host) alertProblem(m api.Market, text string) string {
	if strings.HasPrefix(text, forgetWord) {
		_, why := h.toForget(text)
		return why
	}
	_, why := alert.Parse(h.s, alert.Priced(h.s, m), text)
	return cmp.Or(why, alert.NoRoom(h.alerts.list))
}

func (h *host) addAlert(m api.Market, text string) tea.Cmd {
	if strings.HasPrefix(text, forgetWord) {
		i, why := h.toForget(text)
		if why != "" {
			h.s.Toast(ui.Bad, why)
			return nil
		}
		gone := h.alerts.list[i]
		h.alerts.list = slices.Delete(h.alerts.list, i, i+1)
		cmd := h.keepAlerts()
		h.s.Toast(ui.OK, "forgotten: "+gone.Words(h.s))
		return cmd
	}
	m = alert.Priced(h.s, m)
	a, why := alert.Parse(h.s, m, text)
	if why != "" {
		h.s.Toast(ui.Bad, why)
		return nil
	}
	a.Account = h.s.Account.Address
	if !slices.Contains(h.alerts.list, a) {
		h.alerts.list = append(h.alerts.list, a)
	}
	said := "rings when " + a.Words(h.s)
	cmd := tea.Batch(h.keepAlerts(), h.wantAlerts())
	h.s.Toast(ui.OK, said)
	return cmd
}
