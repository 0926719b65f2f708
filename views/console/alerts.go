package console

import (
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
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/activity"
)

const (
	alertsName = "alerts" // under which they are kept: a line for each, see alert.line
	alertPause = 2 * time.Second
	mostAlerts = 50
)

// alert waits for the last price of a pair to reach a price.
type alert struct {
	chain uint64
	pair  api.Pair
	above bool   // the price is reached from below
	price string // decimal, as it was typed
}

func (a alert) line() string {
	way := "below"
	if a.above {
		way = "above"
	}
	return fmt.Sprintf("%d %s %s %s %s", a.chain, a.pair.Base.Hex(), a.pair.Quote.Hex(), way,
		a.price)
}

// readAlert reads a line; ok is false for one that nobody wrote.
func readAlert(line string) (a alert, ok bool) {
	w := strings.Fields(line)
	if len(w) != 5 || !common.IsHexAddress(w[1]) || !common.IsHexAddress(w[2]) || w[3] != "above" &&
		w[3] != "below" {
		return a, false
	}
	chain, err := strconv.ParseUint(w[0], 10, 64)
	a = alert{chain, api.Pair{Base: common.HexToAddress(w[1]), Quote: common.HexToAddress(w[2])},
		w[3] == "above", w[4]}
	return a, err == nil
}

// reached tells whether a market's last price is where the alert waits for it.
func (a alert) reached(m api.Market) bool {
	price, err := api.ParsePrice(a.price, m.Base.Decimals, m.Quote.Decimals)
	if err != nil || !m.Last.Known() ||
		a.pair != (api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}) {
		return false
	}
	if a.above {
		return m.Last.Cmp(price) >= 0
	}
	return m.Last.Cmp(price) <= 0
}

// alerts are the session's.
type alerts struct {
	list []alert
	feed views.Poller
}

// alertMarkets are the newest prices, for the alerts.
type alertMarkets struct {
	epoch   uint64
	markets []api.Market
}

func (h *host) readAlerts() {
	for line := range strings.Lines(h.s.Preferences.Get(alertsName)) {
		if a, ok := readAlert(line); ok && len(h.alerts.list) < mostAlerts {
			h.alerts.list = append(h.alerts.list, a)
		}
	}
}

func (h *host) keepAlerts() tea.Cmd {
	var text strings.Builder
	for _, a := range h.alerts.list {
		text.WriteString(a.line() + "\n")
	}
	return h.s.Preferences.Put(alertsName, text.String())
}

// wantAlerts looks at the prices as long as somebody waits for one.
func (h *host) wantAlerts() tea.Cmd {
	waits := func(a alert) bool { return a.chain == h.s.Network.ChainID }
	if h.s.Service == nil || !slices.ContainsFunc(h.alerts.list, waits) {
		return nil
	}
	return h.alerts.feed.Want(h.s.Env)
}

func (h *host) askAlerts(epoch uint64) tea.Cmd {
	service, chain := h.s.Service, h.s.Network.ChainID
	return ui.Call(h.ctx, readTime, func(ctx context.Context) tea.Msg {
		markets, err := service.Markets(ctx, chain)
		if err != nil {
			markets = nil // the header says that the service is out of reach
		}
		return alertMarkets{epoch, markets}
	})
}

// onAlertMarkets rings for the alerts whose price is reached, and forgets them.
func (h *host) onAlertMarkets(m alertMarkets) tea.Cmd {
	_, out := h.alerts.feed.Done(m.epoch, h.s.Env)
	before := len(h.alerts.list)
	for _, k := range m.markets {
		h.alerts.list = slices.DeleteFunc(h.alerts.list, func(a alert) bool {
			if a.chain != k.ChainID || !a.reached(k) {
				return false
			}
			text := fmt.Sprintf("%s has reached %s: the last price is %s", views.PairName(k),
				a.price, h.s.PairFormat(k).Price(k.Last))
			h.log.Add(activity.Entry{Level: activity.Warning, Component: "alert", Text: text})
			out = tea.Batch(out, h.s.Toast(ui.Warn, text), h.s.Bell())
			return true
		})
	}
	if len(h.alerts.list) == before {
		return out
	}
	return tea.Batch(out, h.keepAlerts())
}

// Actions implements ui.Actor.
func (h *host) Actions() []ui.Action {
	off := ""
	if h.s.Market.Base.Address == h.s.Market.Quote.Address {
		off = "no pair is chosen yet"
	}
	return []ui.Action{{Scope: "alerts", ID: "here", Key: ui.Keys("A"), Label: "price alert",
		Off: off, Quiet: true,
		Help: "ring once the chosen pair reaches a price",
		Run:  func() tea.Cmd { return h.offerAlerts("") }}, h.exportFolder()}
}

// offerAlerts asks for a price, or offers to take back what waits.
func (h *host) offerAlerts(price string) tea.Cmd {
	if len(h.alerts.list) == 0 {
		return h.newAlert(price)
	}
	items := []menu.Item{{Title: "New alert on " + views.PairName(h.s.Market) + "…",
		Run: func() tea.Cmd { return h.newAlert(price) }}}
	for _, a := range h.alerts.list {
		base, _ := h.s.Token(a.pair.Base)
		quote, _ := h.s.Token(a.pair.Quote)
		way := "falls to"
		if a.above {
			way = "rises to"
		}
		items = append(items, menu.Item{
			Title: fmt.Sprintf("Forget: %s %s %s",
				views.PairName(api.Market{Base: base, Quote: quote}), way, a.price),
			Run: func() tea.Cmd {
				h.alerts.list = slices.DeleteFunc(
					h.alerts.list, func(b alert) bool { return a == b })
				return tea.Batch(h.keepAlerts(), h.s.Toast(ui.OK, "the alert is forgotten"))
			},
		})
	}
	return h.s.Open(menu.New(h.s.Env, "Price alerts", items))
}

// newAlert asks for the price to wait for.
func (h *host) newAlert(price string) tea.Cmd {
	m := h.s.Market
	last := "There was no trade yet."
	if m.Last.Known() {
		last = "The last price is " + h.s.PairFormat(m).Price(m.Last) + "."
	}
	input := ui.Number()
	input.Fill(price)
	return h.s.Open(ui.NewPrompt(h.s.Env, ui.PromptSpec{
		Title: "Alert · " + views.PairName(m), Input: input,
		Lines: []string{"Ring once it reaches this price, in " + views.Symbol(m.Quote) + " per " +
			views.Symbol(m.Base) + ". " + last},
		Check: func(text string) string { return h.alertProblem(m, text) },
		Run:   func(text string) tea.Cmd { return h.addAlert(m, text) },
	}))
}

func (h *host) alertProblem(m api.Market, text string) string {
	price, err := api.ParsePrice(strings.TrimSpace(text), m.Base.Decimals, m.Quote.Decimals)
	switch {
	case err != nil:
		return err.Error()
	case !price.Known():
		return "must be above zero"
	case !m.Last.Known():
		return "wait for the first trade: from where the price comes is not known"
	case price.Cmp(m.Last) == 0:
		return "that is the last price already"
	case len(h.alerts.list) >= mostAlerts:
		return fmt.Sprintf("%d alerts wait already: forget one first", mostAlerts)
	}
	return ""
}

func (h *host) addAlert(m api.Market, text string) tea.Cmd {
	text = strings.TrimSpace(text)
	price, err := api.ParsePrice(text, m.Base.Decimals, m.Quote.Decimals)
	if err != nil {
		return h.s.Toast(ui.Bad, err.Error())
	}
	a := alert{m.ChainID, api.Pair{Base: m.Base.Address, Quote: m.Quote.Address},
		price.Cmp(m.Last) > 0, text}
	if !slices.Contains(h.alerts.list, a) {
		h.alerts.list = append(h.alerts.list, a)
	}
	return tea.Batch(h.keepAlerts(), h.wantAlerts(),
		h.s.Toast(ui.OK, "rings once "+views.PairName(m)+" reaches "+text))
}
