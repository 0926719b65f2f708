package console

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// The kinds of alerts on gains: value is the sum in USD that is waited for. The base of their pair
// is the token that they are about, and zero where it is the whole account.
const (
	gainedAll  alertKind = "pnl"      // realised and open, less gas where it is the whole account
	gainedSold alertKind = "realised" // by sales
	gainedOpen alertKind = "open"     // by selling what is held now
)

// gainKinds are those kinds, with what is said of them.
var gainKinds = map[alertKind]string{
	gainedAll: "P&L", gainedSold: "realised P&L", gainedOpen: "open P&L",
}

const (
	gainTime  = 20 * time.Second
	gainPause = 10 * time.Second
)

// alertGains is what the account has gained, for the alerts.
type alertGains struct {
	epoch   uint64
	chain   uint64
	account common.Address
	ledger.Account
	err error
}

// parseGain reads an alert on gains: what is waited for of which token, or of all.
func (a alert) parseGain(s *views.Session, words []string) (alert, string) {
	a.kind, a.pair = alertKind(words[0]), api.Pair{}
	if len(words) == 3 {
		token, ok := s.FindToken(words[1])
		if !ok {
			return a, "there is no token " + words[1] + " on the list"
		}
		if token.Address == api.NativeToken { // it counts as what it is wrapped to
			token.Address = s.Network.Contracts.WrappedNative
		}
		a.pair.Base = token.Address
	}
	a.value = strings.TrimPrefix(words[len(words)-1], "+")
	if _, err := api.ParseUnits(strings.TrimPrefix(a.value, "-"), 2); err != nil {
		return a, "the gain is in USD, such as +500 or -200"
	}
	return a, ""
}

// of is what an alert is about: a pair, a token or all of the account.
func (a alert) of(s *views.Session) string {
	if gainKinds[a.kind] == "" {
		base, _ := s.Token(a.pair.Base)
		quote, _ := s.Token(a.pair.Quote)
		return views.PairName(api.Market{Base: base, Quote: quote})
	}
	if a.pair.Base == (common.Address{}) {
		return "account"
	}
	t, _ := s.Token(a.pair.Base)
	return views.Symbol(t)
}

// wantGains reads the account's gains as long as somebody waits for one.
func (h *host) wantGains() tea.Cmd {
	waits := func(a alert) bool {
		return gainKinds[a.kind] != "" && a.chain == h.s.Network.ChainID &&
			a.account == h.s.Account.Address
	}
	if h.s.Service == nil || !slices.ContainsFunc(h.alerts.list, waits) {
		return nil
	}
	return h.alerts.gains.Want(h.s.Env)
}

func (h *host) askGains(epoch uint64) tea.Cmd {
	exchange, network, account := h.s.Exchange, h.s.Network, h.s.Account.Address
	journal, now, past := h.s.Journal, h.s.Prices, &h.s.Past
	return ui.Call(h.ctx, gainTime, func(ctx context.Context) tea.Msg {
		m := alertGains{epoch: epoch, chain: network.ChainID, account: account}
		m.Account, m.err = ledger.Read(ctx, exchange, network, account, journal, now, past)
		return m
	})
}

// onAlertGains rings for the gains that are reached; the header says where they could not be read.
func (h *host) onAlertGains(m alertGains) tea.Cmd {
	fresh, again := h.alerts.gains.Done(m.epoch, h.s.Env)
	if !fresh || m.err != nil {
		return again
	}
	return tea.Batch(again, h.lookAt(func(a alert) (alert, string) {
		if gainKinds[a.kind] == "" || a.chain != m.chain || a.account != m.account {
			return a, ""
		}
		return a.lookGain(h.s, &m)
	}))
}

// gain is what an alert looks at; nil where nothing tells what the token is worth.
func (a alert) gain(m *alertGains) *big.Rat {
	all := a.pair.Base == (common.Address{})
	p := m.PositionIn(a.pair.Base)
	switch open := p.Open(m.Worth(p)); {
	case all && a.kind == gainedAll:
		return m.Total()
	case all && a.kind == gainedSold:
		return m.Book.Realised
	case all:
		return m.Open()
	case a.kind == gainedSold:
		return p.Realised
	case a.kind == gainedOpen || open == nil:
		return open
	default:
		return open.Add(open, p.Realised)
	}
}

// lookGain compares a gain with the one that is waited for, which it reaches from where it was
// first: from. One that is kept then waits for the way back.
func (a alert) lookGain(s *views.Session, m *alertGains) (next alert, text string) {
	now, want := a.gain(m), new(big.Rat)
	if _, ok := want.SetString(a.value); !ok || now == nil {
		return a, ""
	}
	next = a
	from, ok := new(big.Rat).SetString(a.from)
	if !ok || a.from == "" || from.Cmp(want) == 0 { // which way it comes is not known yet
		next.from = now.FloatString(format.USDDecimals)
		return next, ""
	}
	if from.Cmp(want) < 0 && now.Cmp(want) < 0 || from.Cmp(want) > 0 && now.Cmp(want) > 0 {
		return a, ""
	}
	next.from = now.FloatString(format.USDDecimals)
	return next, fmt.Sprintf("the %s of your %s has reached %s USD: it is %s", gainKinds[a.kind],
		a.of(s), signedUSD(a.value), format.Gain(now))
}

// signedUSD is a sum as it was typed, with its sign.
func signedUSD(value string) string {
	if less, ok := strings.CutPrefix(value, "-"); ok {
		return ui.Minus + less
	}
	return "+" + value
}
