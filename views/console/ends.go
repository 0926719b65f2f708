package console

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/wallet"
)

const (
	endsPause = 500 * time.Millisecond
	endsTime  = 10 * time.Second
	mostNamed = 2 // of a kind; more are only counted
)

// ends is what would end with the console: read while it runs, so that leaving waits for nothing.
type ends struct {
	feed   views.Poller
	known  bool // since the last signature
	orders []api.OrderRecord
	deltas []api.DeltaRecord
}

// endsRead are the open orders of the wallet's accounts, on all networks.
type endsRead struct {
	epoch  uint64
	orders []api.OrderRecord
	deltas []api.DeltaRecord
	err    error
}

// learnEnds reads them as long as they are not known.
func (h *host) learnEnds() tea.Cmd {
	if h.ends.known {
		return nil
	}
	return h.ends.want(h)
}

// wantEnds reads them anew; what was asked before says nothing any more.
func (h *host) wantEnds() tea.Cmd {
	h.ends.feed.Drop()
	return h.ends.want(h)
}

func (e *ends) want(h *host) tea.Cmd {
	if !h.c.cfg.Ends || h.s.Service == nil {
		return nil
	}
	return e.feed.Want(h.s.Env)
}

// endsEvent reads them anew when one of them may have changed.
func (h *host) endsEvent(e api.Event) tea.Cmd {
	switch {
	case e.Topic == api.TopicOrder && (e.Order == nil || h.owns(e.Order.Maker)),
		e.Topic == api.TopicFill && (e.Fill == nil || h.owns(e.Fill.Maker)),
		e.Topic == api.TopicAuction && (e.Owner == common.Address{} || h.owns(e.Owner)):
		return h.ends.want(h)
	}
	return nil
}

func (h *host) owns(a common.Address) bool {
	for _, own := range h.s.Wallet.List() {
		if own.Address == a && own.Kind != wallet.WatchedOnly {
			return true
		}
	}
	return false
}

func (h *host) askEnds(epoch uint64) tea.Cmd {
	service, networks, accounts := h.s.Service, h.s.Networks, h.s.Wallet.List()
	return ui.Call(h.ctx, endsTime, func(ctx context.Context) tea.Msg {
		r := endsRead{epoch: epoch}
		for _, a := range accounts {
			if a.Kind == wallet.WatchedOnly {
				continue
			}
			for _, n := range networks {
				if r.err = r.read(ctx, service, n, a.Address); r.err != nil {
					return r
				}
			}
		}
		return r
	})
}

// read adds what an account has open on a network.
func (r *endsRead) read(ctx context.Context, s api.Service, n api.Network,
	account common.Address) error {
	exchange, err := s.Exchange(n.ChainID)
	if err != nil {
		return err
	}
	orders, err := openOrders(ctx, exchange, account)
	if err != nil {
		return err
	}
	deltas, err := views.OpenDelta(ctx, exchange, account)
	r.orders, r.deltas = append(r.orders, orders...), append(r.deltas, deltas...)
	return err
}

// openOrders are an account's open orders of both kinds.
func openOrders(ctx context.Context, exchange api.Exchange,
	account common.Address) ([]api.OrderRecord, error) {
	tokens, err := views.OpenOrders(ctx, exchange, account, false)
	if err != nil {
		return nil, err
	}
	nfts, err := views.OpenOrders(ctx, exchange, account, true)
	return append(tokens, nfts...), err
}

func (h *host) onEnds(m endsRead) tea.Cmd {
	fresh, again := h.ends.feed.Done(m.epoch, h.s.Env)
	if fresh && m.err == nil {
		h.ends.known, h.ends.orders, h.ends.deltas = true, m.orders, m.deltas
	}
	return again
}

// Ends implements ui.Leaver.
func (h *host) Ends() []string {
	if !h.c.cfg.Ends || h.s.Service == nil {
		return nil
	}
	var lines []string
	if !h.ends.known {
		lines = append(lines, "Open orders are not known yet.")
	}
	var names [kinds][]string
	for _, r := range h.ends.deltas {
		k := kindOf(r.Trigger)
		names[k] = append(names[k], h.deltaName(r))
	}
	for _, o := range h.ends.orders {
		k := limitOrder
		switch {
		case o.NFT:
			k = nftOrder
		case o.Type() == api.P2P:
			k = p2pOrder
		}
		names[k] = append(names[k], h.orderName(o))
	}
	for _, e := range h.s.UnderWay.List() {
		switch {
		case e.Ended || e.Refused:
		case e.Kind != views.SentTransaction:
			names[posted] = append(names[posted], e.What)
		case h.s.NetworkOf(e.ChainID).Local: // others go on without this console
			names[sent] = append(names[sent], e.What)
		}
	}
	for k, all := range names {
		if len(all) > 0 {
			lines = append(lines, kind(k).line(all))
		}
	}
	return lines
}

// kind is a kind of what ends.
type kind int

const (
	stop kind = iota
	takeProfit
	ofSeries
	auction
	limitOrder
	p2pOrder
	nftOrder
	posted
	sent
	kinds
)

// kindWords are for one and for many of a kind.
var kindWords = [kinds][2]string{
	stop:       {"stop is held", "stops are held"},
	takeProfit: {"take profit is held", "take profits are held"},
	ofSeries:   {"order of a series is to come", "orders of a series are to come"},
	auction:    {"auction is under way", "auctions are under way"},
	limitOrder: {"limit order is open", "limit orders are open"},
	p2pOrder:   {"P2P order is open", "P2P orders are open"},
	nftOrder:   {"NFT order is open", "NFT orders are open"},
	posted:     {"order is on its way", "orders are on their way"},
	sent:       {"transaction is on its way", "transactions are on their way"},
}

// kindOf is that of a Delta order by what holds it back.
func kindOf(t *api.DeltaTrigger) kind {
	switch {
	case t == nil:
		return auction
	case t.Worth.IsZero():
		return ofSeries
	case t.Below:
		return stop
	}
	return takeProfit
}

// line counts them, and names them where they are few.
func (k kind) line(names []string) string {
	if n := len(names); n > mostNamed {
		return ui.Count(uint64(n)) + " " + kindWords[k][1]
	}
	words := kindWords[k][len(names)-1]
	return fmt.Sprintf("%d %s: %s", len(names), words, strings.Join(names, " · "))
}

func (h *host) deltaName(r api.DeltaRecord) string {
	if r.Hidden {
		return "held back, its secret is not here" + h.whose(r.User, r.ChainID)
	}
	s := h.s.On(r.ChainID)
	src := api.Asset{Kind: api.ERC20, Address: r.Order.SrcToken}
	name := quantity(s, src, r.Order.SrcAmount, api.Down)
	if t := r.Trigger; t != nil && !t.Worth.IsZero() {
		name += " once at " + s.TriggerText(r.Order, t)
		if !t.Trail.IsZero() {
			name += ", trailing by " + s.TrailText(r.Order, t.Trail)
		}
	} else {
		to, _ := s.Token(r.Order.DestToken)
		name += " for " + views.Symbol(to)
	}
	return name + h.whose(r.Order.Owner, r.ChainID)
}

func (h *host) orderName(o api.OrderRecord) string {
	s := h.s.On(o.ChainID)
	return quantity(s, o.MakerAsset, o.MakerAmount, api.Down) + " for " +
		quantity(s, o.TakerAsset, o.TakerAmount, api.Up) + h.whose(o.Maker, o.ChainID)
}

// whose says so where it is not the chosen account's, on the network in front.
func (h *host) whose(a common.Address, chainID uint64) (text string) {
	if a != h.s.Account.Address {
		text = " of " + h.s.ShortName(a)
	}
	if chainID != h.s.Network.ChainID {
		text += " on " + h.s.NetworkOf(chainID).Name
	}
	return text
}
