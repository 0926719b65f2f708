package console

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/format"
	"bourse/wallet"
)

// headRead is the state of the network and what the chosen account holds.
type headRead struct {
	epoch    uint64
	status   api.NetworkStatus
	balances []string
	err      error
}

// pricesRead are the newest prices in USD.
type pricesRead struct {
	epoch  uint64
	prices views.Prices
}

func locked(a wallet.Account) bool { return !a.Open && a.Kind != wallet.WatchedOnly }

// askHead reads the network's state and two balances.
func (h *host) askHead(epoch uint64) tea.Cmd {
	exchange, account, quote := h.s.Exchange, h.s.Account.Address, h.quote
	return ui.Call(h.ctx, readTime, func(ctx context.Context) tea.Msg {
		r := headRead{epoch: epoch}
		if r.status, r.err = exchange.Status(ctx); r.err != nil {
			return r
		}
		for _, token := range []common.Address{api.NativeToken, quote.Address} {
			if token == (common.Address{}) {
				continue
			}
			t, err := exchange.UserToken(ctx, account, token)
			if err != nil {
				break // the header then goes without
			}
			r.balances = append(r.balances,
				format.Amount(t.Balance, t.Token, api.Down)+" "+t.Symbol)
		}
		return r
	})
}

func (h *host) onHead(m headRead) tea.Cmd {
	fresh, again := h.head.Done(m.epoch, h.s.Env)
	if !fresh {
		return again
	}
	before := h.c.env.Header.Block
	h.work, h.problem = m.status.Work, ""
	if m.err == nil && !m.status.Live {
		h.problem = m.status.Problem
	}
	if m.err == nil {
		h.unheard = m.status.Unheard
	}
	if m.err == nil {
		h.s.GasPrice, h.s.Doubts = m.status.GasPrice, m.status.Doubts
		h.s.NFTsToldBy = m.status.NFTsToldBy
	}
	head := h.headerOf(&m)
	h.s.SetHeader(head)
	if b := m.status.Head.Number; m.err == nil && b != before {
		h.s.Broadcast(views.BlockSeen{Block: b})
	}
	if told := m.status.Invented; m.err == nil && told != "" && told != h.invented {
		h.invented = told
		h.log.Add(activity.Entry{Level: activity.Warning, Component: "service", Kept: true,
			Text: cells.Clean(told)})
		h.s.Toast(ui.Bad, cells.Clean(told))
	}
	h.greet(head)
	return again
}

// greet says why the blocks of a local network are old at first, when it plays its past or was
// stopped, and how to begin once they are not; of a server elsewhere, that it tells nothing new.
func (h *host) greet(head ui.Header) {
	old := h.s.Network.Local && head.Conn == ui.Live && head.Freshness(h.s.Now()) == ui.Stale
	switch {
	case old && !h.early && h.c.cfg.Exchange != "": // nobody here knows why
		h.early = true
		h.s.Toast(ui.Warn, h.nothingNew(head))
		return
	case old && !h.early:
		h.early = true
		h.s.Toast(ui.Working, "the local network catches up with the clock; it is live in "+
			"a few seconds")
		return
	case !old && h.early:
		h.early = false
		h.s.Toast(ui.OK, "live: ↑↓ choose a price, b buys, s sells there · 4 swaps · ? "+
			"lists the keys")
		return
	}
}

// nothingNew says of a server elsewhere that its blocks are old.
func (h *host) nothingNew(head ui.Header) string {
	return h.c.cfg.Exchange + " tells nothing new: its newest block is " +
		ui.Age(h.s.Now().Sub(head.BlockAt)) + " old"
}

// ahead says that the newest block is of the future by this machine's clock, "" where it is not: by
// which of the two an order has ended is the contract's matter, and so the block's.
func (h *host) ahead() string {
	head, now := h.c.env.Header, h.s.Now()
	if head.Ahead(now) == 0 || head.Conn != ui.Live {
		return ""
	}
	return fmt.Sprintf("%s says that its newest block is of %s, and this machine's clock says %s: "+
		"set the clock if it is wrong, else leave the service",
		cmp.Or(h.c.cfg.Exchange, head.Chain), ui.Local(head.BlockAt).Format(time.TimeOnly),
		ui.Local(now).Format(time.TimeOnly))
}

// Status implements ui.StatusProvider: what the service does that takes a while, or that it does
// nothing.
func (h *host) Status() ui.Note {
	if locked := h.s.LossDay().Locked; locked != "" {
		return ui.Note{Level: ui.Bad, Text: "trading is locked: " + locked +
			" · “loss” in the palette unlocks"}
	}
	if blind := h.lossBlindText(); blind != "" {
		return ui.Note{Level: ui.Bad, Text: blind}
	}
	if blind := h.blindText(); blind != "" {
		return ui.Note{Level: ui.Bad, Text: blind}
	}
	if unknown := h.unpricedText(); unknown != "" {
		return ui.Note{Level: ui.Warn, Text: unknown}
	}
	if ahead := h.ahead(); ahead != "" {
		return ui.Note{Level: ui.Warn, Text: ahead}
	}
	if len(h.work) == 0 && h.problem != "" {
		return ui.Note{Level: ui.Warn, Text: h.s.NetworkName(h.s.Network.ChainID) +
			" is not live: " + cells.Clean(h.problem)}
	}
	if len(h.work) == 0 && h.unheard != "" {
		return ui.Note{Level: ui.Warn, Text: "read every few seconds: " +
			cells.Clean(h.unheard)}
	}
	if len(h.work) == 0 {
		if h.early && h.c.cfg.Exchange != "" { // as greet has said
			return ui.Note{Level: ui.Warn, Text: h.nothingNew(h.c.env.Header)}
		}
		return ui.Note{}
	}
	p := h.work[0]
	return ui.Note{Level: ui.Working, Text: progressText(p), Done: p.Done, Total: p.Total}
}

// progressText says how far work is.
func progressText(p api.Progress) string {
	return fmt.Sprintf("%s: %s of %s %s", p.What, ui.Count(uint64(p.Done)),
		ui.Count(uint64(p.Total)), p.Unit)
}

// header sends the shell its first row: what was read, or, with nil, what is known of another
// account.
func (h *host) header(m *headRead) {
	h.s.SetHeader(h.headerOf(m))
}

func (h *host) headerOf(m *headRead) ui.Header {
	n, a, head := h.s.Network, h.s.Account, h.c.env.Header
	if head.Address != a.Address.Hex() {
		head.Balances = nil
	}
	if head.ChainID != n.ChainID { // nothing is known of this one yet
		head.Block, head.BlockAt, head.Gas, head.Balances = 0, time.Time{}, "", nil
		head.Conn = ui.Reconnecting
		h.s.GasPrice, h.s.Doubts = api.Amount{}, unread(n)
	}
	head.Chain, head.ChainShort, head.ChainID, head.BlockTime = n.Name, shortChain(n.Name),
		n.ChainID, n.BlockTime
	if n.ToldBy != "" {
		head.Chain, head.ChainShort = n.Name+", told by "+n.ToldBy, "?"+shortChain(n.Name)
	}
	head.Mode = h.c.mode(a, n.ChainID)
	head.Halted = h.halted()
	head.Account, head.Address, head.Locked = a.Name, a.Address.Hex(), locked(a)
	switch {
	case m == nil:
	case m.err != nil:
		head.Conn = ui.Offline
	default:
		head = withStatus(head, m)
	}
	return head
}

// unread are all contracts of a network elsewhere, before it is known what is proven of them.
func unread(n api.Network) map[common.Address]string {
	if n.Local {
		return nil
	}
	doubts := make(map[common.Address]string)
	for _, at := range n.Contracts.All() {
		doubts[at] = "the network's state is not read yet"
	}
	return doubts
}

func withStatus(head ui.Header, m *headRead) ui.Header {
	st := m.status
	head.Block, head.Gas, head.Latency, head.Attempt = st.Head.Number, gwei(st.GasPrice),
		st.Latency, st.Attempt
	if st.Head.Time > 0 {
		head.BlockAt = time.Unix(int64(st.Head.Time), 0)
	}
	head.Conn, head.Unheard = ui.Live, st.Unheard != ""
	switch {
	case !st.Live && len(st.Work) > 0:
		head.Conn = ui.CatchingUp
	case !st.Live:
		head.Conn = ui.Reconnecting
	}
	if m.balances != nil {
		head.Balances = m.balances
	}
	return head
}

// gwei writes a gas price, rounded to the nearest; a small one with the digits that count.
func gwei(wei api.Amount) string {
	const decimals = 9
	places, half := 1, uint64(50_000_000)
	if wei.Less(api.NewAmount(100_000_000)) {
		places, half = 4, 50_000
	}
	if wei.IsZero() {
		return ""
	}
	return wei.Add(api.NewAmount(half)).Format(decimals, places, api.Down) + " gwei"
}

// askPrices reads what every listed token is worth.
func (h *host) askPrices(epoch uint64) tea.Cmd {
	exchange, tokens := h.s.Exchange, h.s.Tokens()
	return ui.Call(h.ctx, priceTime, func(ctx context.Context) tea.Msg {
		r := pricesRead{epoch, views.Prices{}}
		for _, t := range tokens {
			if t.Kind != api.ERC20 {
				continue
			}
			if p, ok, err := exchange.PriceUSD(ctx, t.Address); err == nil && ok {
				r.prices[t.Address] = p
			}
		}
		return r
	})
}

// onPrices keeps the last known price of a token that has none for the moment.
func (h *host) onPrices(m pricesRead) tea.Cmd {
	fresh, again := h.prices.Done(m.epoch, h.s.Env)
	if !fresh {
		return again
	}
	next := maps.Clone(h.s.Prices) // commands may still read the old ones
	maps.Copy(next, m.prices)
	next.WrapCoin(h.s.Network.Contracts.WrappedNative)
	if maps.Equal(next, h.s.Prices) {
		return again
	}
	h.s.Prices = next
	h.s.Broadcast(views.PricesChanged{})
	return again
}

// copyLog puts new lines of the program's log among the activities: warnings, errors, and what the
// program's own parts tell. Libraries, which name no component, have nothing else to say to a
// trader.
func (h *host) copyLog() {
	if h.c.cfg.Log == nil {
		return
	}
	for _, l := range h.c.cfg.Log.Lines(h.logged) {
		h.logged = l.Seq
		level := activity.Info
		if l.Level < slog.LevelWarn && l.Component == "" {
			continue
		}
		switch {
		case l.Level >= slog.LevelError:
			level = activity.Error
		case l.Level >= slog.LevelWarn:
			level = activity.Warning
		}
		h.log.Add(activity.Entry{Time: l.Time, Level: level, Component: l.Component, Text: l.Text})
	}
}

func (h *host) quantity(a api.Asset, n api.Amount, r api.Round) string {
	return quantity(h.s, a, n, r)
}

// quantity is so much of an asset of a session's network.
func quantity(s *views.Session, a api.Asset, n api.Amount, r api.Round) string {
	t, _ := s.Token(a.Address)
	if a.Kind != api.ERC20 {
		return n.String() + " × " + views.AssetName(t, a)
	}
	return format.Amount(n, t, r) + " " + t.Symbol
}
