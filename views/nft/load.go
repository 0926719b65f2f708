package nft

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// data is all that was loaded.
type data struct {
	account common.Address
	at      time.Time
	book    []api.OrderRecord // as the filter asks
	all     []api.OrderRecord // the whole book, for the collections
	own     []api.OrderRecord // open ones made by the account, and those that name it
	tokens  map[common.Address]api.Token
}

type (
	// changed says that an order or a holding may have changed.
	changed struct{}
	loaded  struct {
		epoch uint64
		data  data
		err   error
	}
)

const (
	loadTime  = 10 * time.Second
	loadPause = time.Second
	stale     = 15 * time.Second
)

// listen tells the screen about blocks, orders and fills as they come.
func (n *Screen) listen() tea.Cmd {
	return n.s.Events(func(_ api.Event, send func(string, tea.Msg)) { send("nft", changed{}) },
		api.TopicBlock, api.TopicOrder, api.TopicFill)
}

// ask shows what is loaded by the filter as it is now and asks for the rest.
func (n *Screen) ask() tea.Cmd {
	n.show()
	n.feed.Drop()
	return n.feed.Want(n.s.Env)
}

// load reads the book and the account's own orders.
func (n *Screen) load(epoch uint64) tea.Cmd {
	exchange, network, now, f := n.s.Exchange, n.s.Network, n.s.Env.Now(), n.filter
	d := data{account: n.s.Account.Address, at: now, tokens: map[common.Address]api.Token{}}
	listed := make(map[common.Address]bool)
	for _, t := range n.s.Tokens() {
		listed[t.Address] = true
	}
	return ui.Call(n.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		err := d.read(ctx, exchange, f)
		d.names(ctx, exchange, network, listed)
		return loaded{epoch, d, err}
	})
}

// read gathers orders. It runs off the loop.
func (d *data) read(ctx context.Context, exchange api.Exchange, f filter) (err error) {
	all, err := exchange.OrderBook(ctx, filter{}.query())
	if err != nil {
		return err
	}
	d.all, d.book = all.Orders, all.Orders
	if q := f.query(); f.makerAsset != nil || f.takerAsset != nil || f.makerKind != nil ||
		f.takerKind != nil {
		page, err := exchange.OrderBook(ctx, q)
		if err != nil {
			return err
		}
		d.book = page.Orders
	}
	for _, q := range []api.OrderQuery{
		{Type: api.Limit, Maker: &d.account}, {Type: api.P2P, Maker: &d.account},
		{Type: api.P2P, Taker: &d.account}} {
		q.NFT, q.Limit, q.OrderBy = true, api.MaxPage, api.ByCreatedAt
		page, err := exchange.Orders(ctx, q)
		if err != nil {
			return err
		}
		for _, o := range page.Orders {
			if o.Stands() || o.State == api.Expired {
				d.own = append(d.own, o)
			}
		}
	}
	return nil
}

// mostNames bounds how many unlisted contracts are asked for their names at once.
const mostNames = 50

// names asks the contracts that are not listed what they are.
func (d *data) names(ctx context.Context, exchange api.Exchange, network api.Network,
	listed map[common.Address]bool) {
	for _, list := range [][]api.OrderRecord{d.own, d.book, d.all} {
		for _, o := range list {
			for _, a := range []api.Asset{o.MakerAsset, o.TakerAsset} {
				if _, known := d.tokens[a.Address]; known || listed[a.Address] ||
					len(d.tokens) >= mostNames {
					continue
				}
				d.tokens[a.Address] = tokenOf(ctx, exchange, network, a)
			}
		}
	}
}

func (n *Screen) onLoaded(m loaded) tea.Cmd {
	fresh, again := n.feed.Done(m.epoch, n.s.Env)
	if !fresh {
		return again
	}
	n.table.State.Loading, n.table.State.Err = false, ""
	if m.err != nil {
		n.table.State.Err = api.AsError(m.err).Details
		return again
	}
	n.data = m.data
	n.collect()
	n.show()
	return tea.Batch(again, n.about.feed.Want(n.s.Env))
}

// side puts an asset and its token together.
func (n *Screen) side(a api.Asset) side {
	t, listed := n.s.Token(a.Address)
	if unlisted, ok := n.data.tokens[a.Address]; ok && !listed {
		t = unlisted
	}
	return side{a, t, listed}
}

// row puts an order together with what it trades. A swap contract that it names as its taker only
// carries the fill.
func (n *Screen) row(o api.OrderRecord) row {
	to, c := o.TakerFromMeta(), n.s.Network.Contracts
	if to == (common.Address{}) && o.Taker != c.AugustusSwapper && o.Taker != c.AugustusV6 {
		to = o.Taker
	}
	return row{o, n.side(o.MakerAsset), n.side(o.TakerAsset), n.data.account, n.s.ShortName, to}
}

// show lists what the filter lets through: the account's own and named ones first where the
// service's book has them not.
func (n *Screen) show() {
	seen := make(map[common.Hash]bool)
	var rows []row
	now := n.s.Env.Now()
	add := func(o api.OrderRecord) {
		r := n.row(o)
		toMe := r.to == n.data.account && n.data.account != common.Address{}
		expired := r.state(now) == api.Expired
		if seen[o.Hash] || !n.filter.asked(o) || n.filter.toMe && !toMe || expired &&
			(n.filter.hideExpired || o.Type() == api.Limit) {
			return
		}
		seen[o.Hash] = true
		rows = append(rows, r)
	}
	for _, o := range n.data.own {
		add(o)
	}
	own := len(rows)
	for _, o := range n.data.book {
		add(o)
	}
	slices.SortStableFunc(rows[own:], byWorth)
	n.table.State.Empty = "No NFT orders yet. o offers something of yours."
	if n.filter.any() {
		n.table.State.Empty = "No orders like that. F shows all of them again."
	}
	n.table.SetRows(rows)
	if slices.ContainsFunc(rows, func(r row) bool { return r.Hash == n.wanted }) {
		n.table.Select(n.wanted.Hex())
		n.wanted = common.Hash{}
	}
	n.tree.Set(n.nodes())
}

// byWorth puts what is on sale for coins before what is given for other NFTs and before bids, each
// the cheapest first.
func byWorth(a, b row) int {
	rank := func(r row) int {
		switch {
		case r.gives.Kind == api.ERC20:
			return 2
		case r.asks.Kind == api.ERC20:
			return 0
		}
		return 1
	}
	return cmp.Or(rank(a)-rank(b), int(b.gives.Kind)-int(a.gives.Kind),
		a.gives.Address.Cmp(b.gives.Address), byPrice(a, b))
}

// collect counts what is on offer of each collection and finds its floor.
func (n *Screen) collect() {
	at := make(map[common.Address]int)
	n.collections = n.collections[:0]
	place := func(a api.Asset) *collection {
		i, ok := at[a.Address]
		if !ok {
			i = len(n.collections)
			at[a.Address] = i
			n.collections = append(n.collections,
				collection{side: n.side(api.Asset{Kind: a.Kind, Address: a.Address})})
		}
		return &n.collections[i]
	}
	for _, t := range n.s.Tokens() {
		if t.Kind != api.ERC20 {
			place(api.Asset{Kind: t.Kind, Address: t.Address})
		}
	}
	wrapped := n.s.Network.Contracts.WrappedNative
	for _, o := range n.data.all {
		if o.MakerAsset.Kind == api.ERC20 {
			continue
		}
		c, r := place(o.MakerAsset), n.row(o)
		c.orders++
		if o.Takable() && o.TakerAsset.Kind == api.ERC20 && o.TakerAsset.Address == wrapped &&
			(c.floor == nil || r.price().Cmp(c.floor.price()) < 0) {
			c.floor = &r
		}
	}
	slices.SortStableFunc(n.collections,
		func(a, b collection) int { return cmp.Compare(b.orders, a.orders) })
}

// offBy is how far an order's price is from another's, in basis points.
func offBy(r, from row) int64 { return views.OffBy(r.price(), from.price()) }
