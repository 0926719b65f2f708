package swap

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// service is what this screen needs of api.Service.
type service interface {
	Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error)
	BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error)
	PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error)
	Exchanges(ctx context.Context, chainID uint64, version api.SwapVersion) ([]string, error)
	UserToken(ctx context.Context, chainID uint64, account, token common.Address) (api.UserToken, error)
	Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error)
	DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error)
	Book(ctx context.Context, chainID uint64, pair api.Pair, depth int) (api.Book, error)
}

const (
	quoteTime = 5 * time.Second
	readTime  = 5 * time.Second
	seenPause = 3 * time.Second // without a frame for so long another screen is in front
)

// Answers to what the screen asks.
type (
	gotQuote struct {
		epoch uint64
		quote quote
		err   error
	}
	gotNames struct {
		names []string
		err   error
		pick  func([]string, error) ui.Cmd
	}
)

func (w *Screen) service() service { return w.s.Service }

// request is what the form asks the price of; ok is false while it is not complete.
func (w *Screen) request() (r api.PriceRequest, ok bool) {
	amount, why := w.amount()
	if amount.IsZero() || why != "" || w.src.Address == w.dest.Address {
		return r, false
	}
	side := api.Buy
	if w.selling() {
		side = api.Sell
	}
	src, dest := w.src.Decimals, w.dest.Decimals
	r = api.PriceRequest{
		ChainID: w.s.Network.ChainID, Src: w.src.Address.Hex(), Dest: w.dest.Address.Hex(), SrcDecimals: &src, DestDecimals: &dest,
		Amount: amount, Side: side, Version: w.swapVersion(), User: w.s.Account.Address, IncludeExchanges: w.include, ExcludeExchanges: w.exclude,
		OtherPrices: true, IgnoreBadUSDPrice: w.usd.Value() == ignored, TakeSurplus: w.surplus.Value() == toPartner,
	}
	r.PartnerAddress, r.PartnerFeeBps = w.partnerTerms()
	receiver, _ := w.s.Party(w.receiver.Value())
	none := common.Address{}
	r.NoDirectMethods = receiver != none && receiver != r.User || r.PartnerAddress != none && (r.PartnerFeeBps > 0 || r.TakeSurplus)
	return r, true
}

// partnerTerms are nobody and nothing while what is typed is not right.
func (w *Screen) partnerTerms() (partner common.Address, fee int) {
	partner, why := w.s.Party(w.partner.Value())
	fee, whyFee := w.partnerFee()
	if why != "" || whyFee != "" {
		return common.Address{}, 0
	}
	return partner, fee
}

// key tells questions apart.
func (w *Screen) key() string {
	r, ok := w.request()
	if !ok {
		return ""
	}
	r.SrcDecimals, r.DestDecimals = nil, nil
	return fmt.Sprint(r)
}

// terms are what the transaction adds to the route.
func (w *Screen) terms() api.SwapTerms {
	t := api.SwapTerms{
		User: w.s.Account.Address, TakeSurplus: w.surplus.Value() == toPartner, SurplusToUser: w.surplus.Value() == toUser,
		DirectFees: w.fees.Value() == direct, UncappedSurplus: w.cap.Value() == uncapped,
	}
	t.Receiver, _ = w.s.Party(w.receiver.Value())
	t.Slippage, _ = w.slippage()
	t.PartnerAddress, t.PartnerFeeBps = w.partnerTerms()
	return t
}

// build asks for the transaction of a route under the form's terms.
func (w *Screen) build(q quote) api.BuildRequest {
	r := q.route
	b := api.BuildRequest{
		ChainID: w.s.Network.ChainID, Terms: w.terms(), Src: r.SrcToken.Hex(), Dest: r.DestToken.Hex(), SrcDecimals: &r.SrcDecimals,
		DestDecimals: &r.DestDecimals, HasSlippage: true, Route: q.raw,
	}
	if b.DestAmount = &r.DestAmount; r.Side == api.Sell {
		b.SrcAmount, b.DestAmount = &r.SrcAmount, nil
	}
	return b
}

// ask begins a question, where the form is complete.
func (w *Screen) ask() ui.Cmd {
	if _, ok := w.request(); !ok {
		w.quote.problem = trouble{}
		return nil
	}
	epoch := w.pause.Begin()
	w.askedAt = w.s.Env.Now()
	return w.price(false, func(_ context.Context, q quote, err error) ui.Msg { return gotQuote{epoch, q, err} })
}

// price asks for a route off the loop and hands it, there, to whoever wants it. One that is to be signed is meant.
func (w *Screen) price(meant bool, then func(context.Context, quote, error) ui.Msg) ui.Cmd {
	r, _ := w.request()
	w.serial++
	q, service := quote{id: w.serial, key: w.key(), request: r}, w.service()
	return ui.Call(w.s.Context, quoteTime, func(ctx context.Context) ui.Msg {
		if meant {
			ctx = views.Meant(ctx)
		}
		route, err := service.Prices(ctx, r)
		q, err := q.with(route, err)
		return then(ctx, q, err)
	})
}

// with takes an answer; a route that was refused comes with the error.
func (q quote) with(route api.PriceRoute, err error) (quote, error) {
	if err == nil {
		q.route, q.known = route, true
		q.raw, err = json.Marshal(route)
		return q, err
	}
	e := api.AsError(err)
	if e.Type == api.PriceImpactTooHigh && len(e.PriceRoute) > 0 && json.Unmarshal(e.PriceRoute, &q.route) == nil {
		q.known, q.refused = true, true
	}
	return q, err
}

// refresh asks again at once, unless the question is under way.
func (w *Screen) refresh() ui.Cmd {
	if w.pause.Waiting() {
		return nil
	}
	return w.ask()
}

// onBlock keeps the quote fresh while somebody looks at it.
func (w *Screen) onBlock() ui.Cmd {
	now := w.s.Env.Now()
	if now.Sub(w.seen) > seenPause || !w.s.Env.Focused || now.Sub(w.askedAt) < freshAge {
		return nil
	}
	return w.refresh()
}

func (w *Screen) onQuote(m gotQuote) ui.Cmd {
	fresh, again := w.pause.Done(m.epoch)
	if !fresh {
		return again
	}
	return ui.Batch(again, w.take(m.quote, m.err))
}

// take puts a quote on the screen. An error leaves the route of before, with its age.
func (w *Screen) take(q quote, err error) ui.Cmd {
	old := w.quote
	switch {
	case q.known:
		q.at = w.s.Env.Now()
		if old.key == q.key {
			q.more = old.more // until the new answer comes
		}
		w.quote = q
	case old.key != q.key:
		w.clearQuote()
	}
	w.quote.problem = trouble{}
	if err != nil {
		w.quote.problem = w.explain(err)
	}
	w.growTree()
	w.derive()
	if !q.known {
		return nil
	}
	return w.askMore(w.quote)
}

// askNames reads what the exchanges are called, to pick from.
func (w *Screen) askNames(pick func([]string, error) ui.Cmd) ui.Cmd {
	service, chain, version := w.service(), w.s.Network.ChainID, w.swapVersion()
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) ui.Msg {
		names, err := service.Exchanges(ctx, chain, version)
		return gotNames{names, err, pick}
	})
}

// usd writes a decimal text of USD with two digits.
func usd(text string) string {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return ui.Unknown
	}
	return "$" + ui.Thousands(strconv.FormatFloat(f, 'f', 2, 64))
}
