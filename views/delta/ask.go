package delta

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
)

// service is what this screen needs of api.Service.
type service interface {
	DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error)
	BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error)
	SubmitDelta(ctx context.Context, r api.DeltaSubmission) (record api.DeltaRecord, created bool, err error)
	DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error)
	DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error)
	DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error)
	DeltaAgents(ctx context.Context, chainID uint64) ([]string, error)
	DeltaPartner(ctx context.Context, chainID uint64, partner string) (api.DeltaPartner, error)
	CancelDelta(ctx context.Context, ids []string, signature []byte) error
	UserToken(ctx context.Context, chainID uint64, account, token common.Address) (api.UserToken, error)
	PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction, error)
	Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event
}

func (w *Screen) service() service { return w.s.Service }

const (
	quoteTime  = 5 * time.Second
	readTime   = 5 * time.Second
	seenPause  = 3 * time.Second // without a frame for so long another screen is in front
	freshAge   = 2 * time.Second // of a quote, from which on it is asked for again
	reviewAge  = 15 * time.Second
	fundsPause = time.Second
)

// quote is the newest answer about an order.
type quote struct {
	key      string // of the request it answers
	known    bool   // it has an answer: a price or a fallback
	at       time.Time
	price    *api.DeltaPrice
	raw      json.RawMessage // the price as it came
	named    string          // the partner that was asked for
	partner  *api.DeltaPartner
	market   *api.PriceRoute // what a swap would bring
	fallback *api.FallbackReason
	problem  string // of the newest question; the price may be of an earlier one
}

// gotQuote is the answer to a question.
type gotQuote struct {
	epoch uint64
	quote quote
	err   error
}

// request is what the form asks the price of; ok is false while it is not complete.
func (w *Screen) request() (r api.DeltaQuoteRequest, ok bool) {
	amount, why := w.amount()
	if amount.IsZero() || why != "" || w.src.Address == w.dest.Address || w.src.Address == api.NativeToken {
		return r, false
	}
	src, dest := w.src.Decimals, w.dest.Decimals
	return api.DeltaQuoteRequest{
		ChainID: w.s.Network.ChainID, Src: w.src.Address, Dest: w.dest.Address, SrcDecimals: &src, DestDecimals: &dest, Amount: amount,
		Side: api.Sell, User: w.s.Account.Address, Partner: w.partnerName(), Mode: api.ModeAll,
	}, true
}

// key tells questions apart.
func (w *Screen) key() string {
	r, ok := w.request()
	if !ok {
		return ""
	}
	return fmt.Sprint(r.ChainID, r.Src, r.Dest, r.Amount, r.User, r.Partner)
}

// ask begins a question, where the form is complete.
func (w *Screen) ask() ui.Cmd {
	r, ok := w.request()
	if !ok {
		w.quote.problem = ""
		return nil
	}
	epoch := w.pause.Begin()
	w.askedAt = w.s.Env.Now()
	q, service := quote{key: w.key(), named: r.Partner}, w.service()
	return ui.Call(w.s.Context, quoteTime, func(ctx context.Context) ui.Msg {
		q, err := q.read(ctx, service, r)
		return gotQuote{epoch, q, err}
	})
}

// read asks for a price, for what a swap of the same would bring, and for what the partner takes. It runs off the loop.
func (q quote) read(ctx context.Context, s service, r api.DeltaQuoteRequest) (quote, error) {
	answer, err := s.DeltaQuote(ctx, r)
	if err != nil {
		return q, err
	}
	q.known, q.price, q.fallback = true, answer.Delta, answer.FallbackReason
	if q.price != nil {
		if answer, err = q.beside(ctx, s, r); err != nil {
			return q, err
		}
	}
	var route api.PriceRoute
	if json.Unmarshal(answer.Market, &route) == nil {
		q.market = &route
	}
	return q, nil
}

// beside completes a price: it has to be for what was asked. What a swap would bring is for comparison only, so that its error is none.
func (q *quote) beside(ctx context.Context, s service, r api.DeltaQuoteRequest) (market api.DeltaQuote, err error) {
	if p := q.price; p.SrcToken != r.Src || p.DestToken != r.Dest || p.SrcAmount != r.Amount {
		return market, api.Errorf(api.InternalError, "the service priced something else than was asked: do not trade with it")
	}
	if q.raw, err = json.Marshal(q.price); err != nil {
		return market, err
	}
	if r.Partner != "" {
		p, err := s.DeltaPartner(ctx, r.ChainID, r.Partner)
		if err != nil {
			return market, err
		}
		q.partner = &p
	}
	r.Mode = api.ModeMarket
	if market, err = s.DeltaQuote(ctx, r); err != nil {
		return api.DeltaQuote{}, nil
	}
	return market, nil
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
	if w.mode != composing || now.Sub(w.seen) > seenPause || !w.s.Env.Focused || now.Sub(w.askedAt) < freshAge {
		return nil
	}
	return w.refresh()
}

// onQuote puts a quote on the screen. An error leaves the price of before, with its age.
func (w *Screen) onQuote(m gotQuote) ui.Cmd {
	fresh, again := w.pause.Done(m.epoch)
	if !fresh {
		return again
	}
	switch {
	case m.err == nil:
		w.quote = m.quote
		w.quote.at = w.s.Env.Now()
	case w.quote.key != m.quote.key:
		w.quote = quote{key: m.quote.key}
	}
	w.quote.problem = ""
	if m.err != nil {
		w.quote.problem = w.meaning(api.AsError(m.err).Type, api.AsError(m.err).Details)
	}
	w.derive()
	return ui.Batch(again, w.goOn(forQuote))
}

// fits tells whether there is a Delta price for what the form asks.
func (w *Screen) fits() bool { return w.answers() && w.quote.price != nil }

// answers tells whether the quote, of whichever kind, is for what the form asks.
func (w *Screen) answers() bool { return w.quote.known && w.quote.key == w.key() }

func (w *Screen) age() time.Duration { return w.s.Env.Now().Sub(w.quote.at) }

// stale tells whether the price is too old to be signed.
func (w *Screen) stale() bool { return w.fits() && w.age() > reviewAge }

// floor is the least that is accepted: what slippage leaves of the quoted amount, which is after the partner's flat fee.
func (w *Screen) floor() api.Amount {
	bps, _ := w.slippage()
	return w.quote.price.DestAmount.MulDiv(api.NewAmount(uint64(bpsWhole-bps)), api.NewAmount(bpsWhole))
}

// gotAgents are the agents of a network.
type gotAgents []string

// askAgents reads who bids, once: without an answer nothing is said of those who do not.
func (w *Screen) askAgents() ui.Cmd {
	service, chain := w.service(), w.s.Network.ChainID
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) ui.Msg {
		list, _ := service.DeltaAgents(ctx, chain)
		return gotAgents(list)
	})
}

// funds are what the account has of the token it sells.
type funds struct {
	held  api.UserToken
	known bool
}

type gotFunds struct {
	epoch uint64
	held  api.UserToken
	err   error
}

func (w *Screen) askFunds(epoch uint64) ui.Cmd {
	service, chain, account, token := w.service(), w.s.Network.ChainID, w.s.Account.Address, w.src.Address
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) ui.Msg {
		held, err := service.UserToken(ctx, chain, account, token)
		return gotFunds{epoch, held, err}
	})
}

func (w *Screen) wantFunds() ui.Cmd {
	if w.src == (api.Token{}) {
		return nil
	}
	return w.fundsFeed.Want(w.s.Env.Now())
}

func (w *Screen) onFunds(m gotFunds) ui.Cmd {
	fresh, again := w.fundsFeed.Done(m.epoch, w.s.Env.Now())
	if !fresh {
		return again
	}
	w.fundsErr = ""
	if m.err != nil {
		w.fundsErr = api.AsError(m.err).Details
	} else {
		w.funds = funds{m.held, true}
	}
	w.derive()
	return ui.Batch(again, w.goOn(forFunds))
}
