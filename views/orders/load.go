package orders

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// data is all that was loaded of one account on one network.
type data struct {
	orders []api.OrderRecord
	hidden int // older orders that have ended
	filled map[common.Hash]api.Amount
	pairs  map[string]api.Market
}

type (
	// changed says that an order or a balance may have changed.
	changed struct{}
	loaded  struct {
		epoch   uint64
		account common.Address
		at      time.Time
		parts   []views.Part[data]
	}
)

const (
	loadTime  = 10 * time.Second
	loadPause = time.Second
	stale     = 15 * time.Second
	mostFills = 1000
)

// ownOrders are those of the account on all networks that are shown, which the panes share.
type ownOrders struct {
	s    *views.Session
	feed views.Poller
	rows []row  // of all kinds
	data data   // of the network in front, as last loaded
	note string // which orders are not covered, and which networks do not answer
	// whose orders were loaded and when, how many older ones have ended, and the networks
	// that did not answer
	account common.Address
	at      time.Time
	hidden  int
	silent  []string
}

func newOwn(s *views.Session) *ownOrders {
	o := &ownOrders{s: s}
	o.feed = views.Poller{Pause: loadPause, Ask: o.ask}
	return o
}

// forget is nothing until the chosen account's own orders come.
func (o *ownOrders) forget() { *o = ownOrders{s: o.s, feed: o.feed} }

// listen tells the screen about blocks, orders and fills as they come. A block may change what is
// covered.
func (o *ownOrders) listen() {
	o.s.Events(func(_ api.Event, send func(string, tea.Msg)) { send("orders", changed{}) },
		api.TopicBlock, api.TopicOrder, api.TopicFill)
}

// ask reads everything about the chosen account.
func (o *ownOrders) ask(epoch uint64) tea.Cmd {
	account, now := o.s.Account.Address, o.s.Env.Now()
	parts := views.ReadNetworks(o.s, func(ctx context.Context, p views.Part[data],
		_ []api.Token) (data,
		error) {
		return read(ctx, p.Exchange, account)
	})
	return ui.Call(o.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		return loaded{epoch, account, now, parts(ctx)}
	})
}

// read gathers the account's orders of every kind on a network. It runs off the loop.
func read(ctx context.Context, exchange api.Exchange, account common.Address) (d data,
	err error) {
	d = data{filled: map[common.Hash]api.Amount{}, pairs: map[string]api.Market{}}
	for _, q := range []api.OrderQuery{
		{Type: api.Limit, Maker: &account}, {Type: api.P2P, Maker: &account},
		{Type: api.P2P, Taker: &account},
		{NFT: true, Type: api.Limit, Maker: &account}, {NFT: true, Type: api.P2P, Maker: &account},
		{NFT: true, Type: api.P2P, Taker: &account},
	} {
		q.OrderBy = api.ByCreatedAt
		list, err := api.AllOrders(ctx, exchange, q, nil)
		if err != nil {
			return d, err
		}
		for i, o := range list {
			if i < api.MaxPage || o.Stands() {
				d.orders = append(d.orders, o)
			} else {
				d.hidden++
			}
		}
	}
	fills, err := exchange.Fills(ctx, api.FillQuery{Account: &account, Limit: mostFills})
	if err != nil {
		return d, err
	}
	for _, f := range fills {
		d.filled[f.OrderHash] = d.filled[f.OrderHash].Add(f.MakerAmount)
	}
	markets, err := exchange.Markets(ctx)
	for _, m := range markets {
		d.pairs[api.PairKey(m.Base.Address, m.Quote.Address)] = m
	}
	return d, err
}

// take takes over what was read; where no network has answered, it says why.
func (o *ownOrders) take(m loaded) error {
	parts, silent, err := views.TakeNetworks(o.s, m.parts)
	if err != nil {
		return err
	}
	o.account, o.at, o.hidden, o.silent = m.account, m.at, 0, silent
	o.data = data{} // of the network in front, which may be silent
	o.rows = o.rows[:0:0]
	for _, p := range parts {
		there, d := o.s.On(p.Network.ChainID), p.Data
		if there == o.s {
			o.data = d
		}
		for _, m := range there.SetMarkets(slices.Collect(maps.Values(d.pairs))) {
			d.pairs[api.PairKey(m.Base.Address, m.Quote.Address)] = m
		}
		for _, r := range d.orders {
			row := newRow(there, r, m.account, d.pairs, d.filled[r.Hash])
			row.away = there != o.s
			o.rows = append(o.rows, row)
		}
		o.hidden += d.hidden
	}
	o.rows = inOrder(o.rows)
	o.note = cmp.Or(views.Silent(silent, "its orders are not shown"),
		warning(o.rows, o.s.Env.Now()))
	return nil
}

// inOrder has the open orders first, then those that have ended, both newest first, and each once:
// an offer to oneself is read as both.
func inOrder(rows []row) []row {
	ended := func(r row) int {
		if r.Stands() {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(ended(a)-ended(b), cmp.Compare(b.CreatedAt, a.CreatedAt), a.Hash.Cmp(b.Hash))
	})
	return slices.CompactFunc(rows, func(a, b row) bool { return a.Hash == b.Hash })
}

// open is the number of the account's own orders that can still be filled, of those shown.
func (o *ownOrders) open() int {
	n := 0
	for _, r := range o.rows {
		if r.cancellable() {
			n++
		}
	}
	return n
}

// cancellable are the open orders of the network in front: no transaction cancels others.
func (o *ownOrders) cancellable() (list []row) {
	for _, r := range o.rows {
		if r.cancellable() && !r.away {
			list = append(list, r)
		}
	}
	return list
}

// ended tells that none of these orders can be filled any more, so that nothing is left to do about
// them; "" while one can.
func (o *ownOrders) ended(list ...row) func() string {
	return func() string {
		why := ""
		for _, r := range o.rows {
			if !slices.ContainsFunc(list, func(l row) bool { return l.Hash == r.Hash }) {
				continue
			}
			if r.Stands() {
				return ""
			}
			why = fmt.Sprintf("order %s has ended meanwhile: %s", format.Hash(r.Hash), r.State)
		}
		return why
	}
}

// warning names the open orders that nobody can fill whole, the first with its numbers: resting
// orders that are not covered fail silently.
func warning(rows []row, now time.Time) string {
	text, more := "", 0
	for _, r := range rows {
		if !r.cancellable() || r.covered() {
			continue
		}
		if text != "" {
			more++
			continue
		}
		expires := ""
		if left := r.expires().Sub(now); r.Expiry > 0 && left < time.Hour {
			expires = ", ends " + api.Until(now, r.expires())
		}
		offered, covered := r.given(r.FillableBalance, api.Up), r.given(r.MakerBalance, api.Down)
		text = fmt.Sprintf("%s %s%s: %s offered, only %s covered%s", r.asset(), r.label(),
			r.where(), offered, covered, expires)
		if r.NFT {
			text = fmt.Sprintf("%s%s is not covered: not yours or not approved%s", r.asset(),
				r.where(), expires)
		}
	}
	if more > 0 {
		text += fmt.Sprintf(" · %d more", more)
	}
	return text
}
