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
)

// data is all that was loaded of one account on one network.
type data struct {
	orders []api.OrderRecord
	hidden int // older orders that were not asked for
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

// listen tells the screen about blocks, orders and fills as they come. A block may change what is
// covered.
func (o *Screen) listen() tea.Cmd {
	return o.s.Events(func(_ api.Event, send func(string, tea.Msg)) { send("orders", changed{}) },
		api.TopicBlock, api.TopicOrder, api.TopicFill)
}

// ask reads everything about the chosen account.
func (o *Screen) ask(epoch uint64) tea.Cmd {
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
		q.Limit, q.OrderBy = api.MaxPage, api.ByCreatedAt
		page, err := exchange.Orders(ctx, q)
		if err != nil {
			return d, err
		}
		d.orders = append(d.orders, page.Orders...)
		d.hidden += max(0, page.Total-len(page.Orders))
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

func (o *Screen) onLoaded(m loaded) tea.Cmd {
	fresh, again := o.feed.Done(m.epoch, o.s.Env)
	if !fresh {
		return again
	}
	parts, silent, err := views.TakeNetworks(o.s, m.parts)
	o.table.State.Loading, o.table.State.Err = false, ""
	if err != nil {
		o.table.State.Err = api.AsError(err).Details
		return again
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
	o.show()
	return again
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

// show lists the rows of the chosen kind.
func (o *Screen) show() {
	var rows []row
	for _, r := range o.rows {
		if r.in(o.kind) {
			rows = append(rows, r)
		}
	}
	o.table.State.Empty = empty(o.kind)
	o.table.SetRows(rows)
	o.selectAwaited()
}

func empty(k kind) string {
	switch k {
	case everything:
		return "No orders yet. 2 opens the order form."
	case offers:
		return "Nobody has made you an offer. v shows the other kinds."
	}
	return "No orders of this kind. v shows the others."
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
