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

// market is what the panes share: the orders that were read, by the filter that the user has
// chosen, and what each collection has on offer.
type market struct {
	s           *views.Session
	filter      filter
	feed        views.Poller
	data        data // as last loaded
	collections []collection
	changed     func() // shows what is known now
}

func newMarket(s *views.Session) *market {
	b := &market{s: s}
	b.feed = views.Poller{Pause: loadPause, Ask: b.load}
	return b
}

// listen tells the screen about blocks, orders and fills as they come.
func (b *market) listen() {
	b.s.Events(func(_ api.Event, send func(string, tea.Msg)) { send("nft", changed{}) },
		api.TopicBlock, api.TopicOrder, api.TopicFill)
}

// ask shows what is loaded by the filter as it is now and asks for the rest.
func (b *market) ask() tea.Cmd {
	b.changed()
	b.feed.Drop()
	return b.feed.Want(b.s.Env)
}

// load reads the book and the account's own orders.
func (b *market) load(epoch uint64) tea.Cmd {
	exchange, network, now, f := b.s.Exchange, b.s.Network, b.s.Env.Now(), b.filter
	d := data{account: b.s.Account.Address, at: now, tokens: map[common.Address]api.Token{}}
	listed := make(map[common.Address]bool)
	for _, t := range b.s.Tokens() {
		listed[t.Address] = true
	}
	return ui.Call(b.s.Context, loadTime, func(ctx context.Context) tea.Msg {
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
		q.NFT, q.OrderBy = true, api.ByCreatedAt
		list, err := api.AllOrders(ctx, exchange, q, func(o *api.OrderRecord) bool {
			return o.Stands() || o.State == api.Expired
		})
		if err != nil {
			return err
		}
		d.own = append(d.own, list...)
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

// side puts an asset and its token together.
func (b *market) side(a api.Asset) side {
	t, listed := b.s.Token(a.Address)
	if unlisted, ok := b.data.tokens[a.Address]; ok && !listed {
		t = unlisted
	}
	return side{a, t, listed}
}

// row puts an order together with what it trades. A swap contract that it names as its taker only
// carries the fill.
func (b *market) row(o api.OrderRecord) row {
	to, c := o.TakerFromMeta(), b.s.Network.Contracts
	if to == (common.Address{}) && o.Taker != c.AugustusSwapper && o.Taker != c.AugustusV6 {
		to = o.Taker
	}
	return row{o, b.side(o.MakerAsset), b.side(o.TakerAsset), b.data.account, b.s.ShortName, to}
}

// collect counts what is on offer of each collection and finds its floor.
func (b *market) collect() {
	at := make(map[common.Address]int)
	b.collections = b.collections[:0]
	place := func(a api.Asset) *collection {
		i, ok := at[a.Address]
		if !ok {
			i = len(b.collections)
			at[a.Address] = i
			b.collections = append(b.collections,
				collection{side: b.side(api.Asset{Kind: a.Kind, Address: a.Address})})
		}
		return &b.collections[i]
	}
	for _, t := range b.s.Tokens() {
		if t.Kind != api.ERC20 {
			place(api.Asset{Kind: t.Kind, Address: t.Address})
		}
	}
	wrapped := b.s.Network.Contracts.WrappedNative
	for _, o := range b.data.all {
		if o.MakerAsset.Kind == api.ERC20 {
			continue
		}
		c, r := place(o.MakerAsset), b.row(o)
		c.orders++
		if o.Takable() && o.TakerAsset.Kind == api.ERC20 && o.TakerAsset.Address == wrapped &&
			!b.s.NFTDust(o) && (c.floor == nil || r.price().Cmp(c.floor.price()) < 0) {
			c.floor = &r
		}
	}
	slices.SortStableFunc(b.collections,
		func(a, b collection) int { return cmp.Compare(b.orders, a.orders) })
}

// overFloor is how far an order's price is from its collection's floor.
func (b *market) overFloor(r row) string {
	for _, c := range b.collections {
		if c.Address != r.gives.Address || c.floor == nil || r.asks.Asset != c.floor.asks.Asset ||
			r.gives.Kind == api.ERC1155 && r.gives.ID != c.floor.gives.ID {
			continue
		}
		if r.price().Cmp(c.floor.price()) == 0 {
			return "at the floor"
		}
		return "floor " + ui.SignedPercent(float64(offBy(r, *c.floor))/100, 1)
	}
	return ""
}

// offBy is how far an order's price is from another's, in basis points.
func offBy(r, from row) int64 { return views.OffBy(r.price(), from.price()) }
