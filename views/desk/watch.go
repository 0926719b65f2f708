package desk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/alert"
	"bourse/views/format"
)

// Watch tells of what happens to the account's orders on its network, and of alerts on its prices,
// a line each, until it is stopped. Another account or network wants another Watch.
func (d *Desk) Watch(ctx context.Context, tell func(string)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	w := watcher{exchange: d.s.Exchange, chain: d.s.Network.ChainID, account: d.s.Account.Address,
		tokens: map[common.Address]api.Token{}, tell: tell, kept: d.s.Preferences,
		orders: map[common.Hash]api.OrderState{}, auctions: map[string]api.DeltaStatus{}}
	for _, t := range d.s.Tokens() {
		w.tokens[t.Address] = t
	}
	d.rings = true
	events := d.s.Service.Subscribe(ctx, api.TopicOrder, api.TopicFill, api.TopicAuction,
		api.TopicBlock)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for e := range events {
			if e.ChainID == w.chain {
				w.heard(ctx, e)
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// watcher knows what Watch has told. It has no part of the session, which goes on meanwhile.
type watcher struct {
	exchange api.Exchange
	chain    uint64
	account  common.Address
	tokens   map[common.Address]api.Token
	tell     func(string)
	orders   map[common.Hash]api.OrderState
	auctions map[string]api.DeltaStatus
	kept     *views.Preferences // which have the alerts
	looked   time.Time          // at the prices, for them
	doubted  alert.Doubted
}

// alertPause is how long the prices are left alone between two looks at them.
const alertPause = 2 * time.Second

// block looks at the prices that alerts wait for, and tells of those that have come.
func (w *watcher) block(ctx context.Context) {
	if time.Since(w.looked) < alertPause {
		return
	}
	w.looked = time.Now()
	w.kept.Reread(alert.Name) // another program may set some
	waits := slices.DeleteFunc(alert.List(w.kept.Get(alert.Name)), func(a alert.Alert) bool {
		return a.Chain != w.chain || !a.OnPrice()
	})
	if len(waits) == 0 {
		return
	}
	markets, err := w.exchange.Markets(ctx)
	if err != nil {
		return // the next block is another chance
	}
	for _, a := range waits {
		for _, m := range markets {
			if a.Pair == (api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}) {
				w.look(a, alert.Quoted(m))
			}
		}
	}
}

func (w *watcher) look(a alert.Alert, m api.Market) {
	shape, _ := views.PairFormat(m)
	if w.doubted == nil {
		w.doubted = alert.Doubted{}
	}
	next, text, waits := w.doubted.Look(a, m, shape.Price)
	if text == "" && next == a {
		return
	}
	var stays []string
	if text == "" || a.Again || waits {
		stays = []string{next.Line()}
	}
	err := kept(w.kept.ChangeLines(alert.Name, func(line string) bool { return line == a.Line() },
		stays...))
	if text != "" {
		w.tell("alert: " + text)
	}
	if err != nil {
		w.tell(err.Error())
	}
}

func (w *watcher) heard(ctx context.Context, e api.Event) {
	switch {
	case e.Topic == api.TopicBlock:
		w.block(ctx)
	case e.Fill != nil && (e.Fill.Maker == w.account || e.Fill.Taker == w.account):
		w.fill(*e.Fill)
	case e.Order != nil && e.Order.Maker == w.account:
		if was, known := w.orders[e.Order.Hash]; !known || was != e.Order.State {
			w.orders[e.Order.Hash] = e.Order.State
			text := fmt.Sprintf("order %s is %s", format.Hash(e.Order.Hash), e.Order.State)
			r, err := w.exchange.Order(ctx, e.Order.Hash, e.Order.NFT)
			if err == nil && r.Promised {
				text += ": " + cells.Clean(r.StateReason)
			}
			w.tell(text)
		}
	case e.Topic == api.TopicAuction && e.Key != "" && (e.Owner == w.account ||
		e.Owner == common.Address{}):
		r, err := w.exchange.DeltaOrder(ctx, e.Key)
		if err == nil && r.User == w.account && w.auctions[r.ID] != r.Status {
			w.auctions[r.ID] = r.Status
			w.tell(fmt.Sprintf("Delta order %s is %s", format.ID(r.ID), r.Status))
		}
	}
}

func (w *watcher) fill(f api.Fill) {
	gave, got := w.sum(f.TakerAmount, f.TakerAsset, api.Up), w.sum(f.MakerAmount, f.MakerAsset,
		api.Down)
	if f.Maker == w.account {
		gave, got = w.sum(f.MakerAmount, f.MakerAsset, api.Up), w.sum(f.TakerAmount,
			f.TakerAsset, api.Down)
	}
	if f.Given(w.account) {
		w.tell(fmt.Sprintf("somebody else filled order %s for you: got %s",
			format.Hash(f.OrderHash), got))
		return
	}
	w.tell(fmt.Sprintf("filled: gave %s, got %s, order %s", gave, got, format.Hash(f.OrderHash)))
}

func (w *watcher) sum(a api.Amount, asset api.Asset, r api.Round) string {
	t, known := w.tokens[asset.Address]
	switch {
	case asset.Kind != api.ERC20:
		return a.String() + " x " + views.AssetName(t, asset)
	case !known:
		return a.String() + " raw units of " + asset.Address.Hex()
	}
	return format.Fine(a, t, r) + " " + views.Symbol(t)
}
