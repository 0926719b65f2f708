package console

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/views"
	"bourse/views/alert"
	"bourse/views/format"
	"bourse/views/ledger"
)

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

// wantGains reads the account's gains as long as somebody waits for one.
func (h *host) wantGains() tea.Cmd {
	waits := func(a alert.Alert) bool {
		return a.OnGains() && a.Chain == h.s.Network.ChainID &&
			a.Account == h.s.Account.Address
	}
	if h.s.Service == nil || !slices.ContainsFunc(h.alerts.list, waits) {
		return nil
	}
	return h.alerts.gains.Want(h.s.Env)
}

func (h *host) askGains(epoch uint64) tea.Cmd {
	exchange, network, account := h.s.Exchange, h.s.Network, h.s.Account.Address
	kept, now := h.s.Kept(), h.s.Prices
	return ui.Call(h.ctx, gainTime, func(ctx context.Context) tea.Msg {
		m := alertGains{epoch: epoch, chain: network.ChainID, account: account}
		m.Account, m.err = ledger.Read(ctx, exchange, network, account, kept, now)
		return m
	})
}

// onAlertGains rings for the gains that are reached; the header says where they could not be read.
func (h *host) onAlertGains(m alertGains) tea.Cmd {
	fresh, again := h.alerts.gains.Done(m.epoch, h.s.Env)
	if !fresh || m.err != nil {
		return again
	}
	return tea.Batch(again, h.lookAt(func(a alert.Alert) (alert.Alert, string, bool) {
		if !a.OnGains() || a.Chain != m.chain || a.Account != m.account {
			return a, "", false
		}
		next, text := lookGain(h.s, a, &m)
		return next, text, false
	}))
}

// gainOf is what an alert looks at; nil where nothing tells what the token is worth.
func gainOf(a alert.Alert, m *alertGains) *big.Rat {
	all := a.Pair.Base == (common.Address{})
	p := m.PositionIn(a.Pair.Base)
	switch open := p.Open(m.Worth(p)); {
	case all && a.Kind == alert.GainedAll:
		return m.Total()
	case all && a.Kind == alert.GainedSold:
		return m.Book.Realised
	case all:
		return m.Open()
	case a.Kind == alert.GainedSold:
		return p.Realised
	case a.Kind == alert.GainedOpen || open == nil:
		return open
	default:
		return open.Add(open, p.Realised)
	}
}

// lookGain compares a gain with the one that is waited for, which it reaches from where it was
// first: from. One that is kept then waits for the way back.
func lookGain(s *views.Session, a alert.Alert, m *alertGains) (next alert.Alert, text string) {
	now, want := gainOf(a, m), new(big.Rat)
	if _, ok := want.SetString(a.Value); !ok || now == nil {
		return a, ""
	}
	next = a
	from, ok := new(big.Rat).SetString(a.From)
	if !ok || a.From == "" || from.Cmp(want) == 0 { // which way it comes is not known yet
		next.From = now.FloatString(format.USDDecimals)
		return next, ""
	}
	if from.Cmp(want) < 0 && now.Cmp(want) < 0 || from.Cmp(want) > 0 && now.Cmp(want) > 0 {
		return a, ""
	}
	next.From = now.FloatString(format.USDDecimals)
	return next, fmt.Sprintf("the %s of your %s has reached %s USD: it is %s", a.Kind.Gains(),
		a.Of(s), alert.SignedUSD(a.Value), format.Gain(now))
}
