package desk

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/format"
)

// Watch tells of what happens to the account's orders on its network, a line each, until it is
// stopped. Another account or network wants another Watch.
func (d *Desk) Watch(ctx context.Context, tell func(string)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	w := watcher{exchange: d.s.Exchange, chain: d.s.Network.ChainID, account: d.s.Account.Address,
		tokens: map[common.Address]api.Token{}, tell: tell,
		orders: map[common.Hash]api.OrderState{}, auctions: map[string]api.DeltaStatus{}}
	for _, t := range d.s.Tokens() {
		w.tokens[t.Address] = t
	}
	events := d.s.Service.Subscribe(ctx, api.TopicOrder, api.TopicFill, api.TopicAuction)
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
}

func (w *watcher) heard(ctx context.Context, e api.Event) {
	switch {
	case e.Fill != nil && (e.Fill.Maker == w.account || e.Fill.Taker == w.account):
		w.fill(*e.Fill)
	case e.Order != nil && e.Order.Maker == w.account:
		if was, known := w.orders[e.Order.Hash]; !known || was != e.Order.State {
			w.orders[e.Order.Hash] = e.Order.State
			w.tell(fmt.Sprintf("order %s is %s", format.Hash(e.Order.Hash), e.Order.State))
		}
	case e.Topic == api.TopicAuction && e.Key != "":
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
