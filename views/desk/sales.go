package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/route"
	"bourse/views/sign"
)

// What is accepted below a quote where nothing is said, in basis points: an auction lasts longer
// than a block.
const (
	usualSlippage      = 50
	usualDeltaSlippage = 100
)

// swapping is a swap on its way to its signature.
type swapping struct {
	x     grammar.Sale
	offer route.Offer
	build api.BuildRequest
}

// quoteSwap asks for the best route and looks whether its least is what was asked for.
func (d *Desk) quoteSwap(ctx context.Context, x grammar.Sale) (w swapping, err error) {
	src, dest := x.Src.Decimals, x.Dest.Decimals
	version := api.Version62
	if d.s.Network.Contracts.AugustusV6 == (api.Contracts{}).AugustusV6 {
		version = api.Version5
	}
	w.x = x
	r, err := d.s.Exchange.Prices(views.UserInitiated(ctx), api.PriceRequest{
		Src: x.Src.Address.Hex(), Dest: x.Dest.Address.Hex(),
		SrcDecimals: &src, DestDecimals: &dest, Amount: x.Value, Side: api.Sell, Version: version,
		User: d.s.Account.Address,
		// of version 5, those along pairs do not name what is bought
		NoDirectMethods: version == api.Version5 && x.Dest.Address != api.NativeToken})
	if err != nil {
		return w, err
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return w, err
	}
	w.offer = route.Offer{Route: r, Slippage: usualSlippage}
	if x.Slippage != nil {
		w.offer.Slippage = *x.Slippage
	}
	if x.Least != nil { // exactly what is asked for, where the quote leaves room
		if r.DestAmount.Less(*x.Least) {
			return w, api.Errorf(api.RateChanged, "the quote brings %s %s, less than the least "+
				"that was asked for", format.Fine(r.DestAmount, x.Dest, api.Down),
				views.Symbol(x.Dest))
		}
		if x.Slippage == nil {
			w.offer.Slippage = slippageTo(r.DestAmount, *x.Least)
		}
		for w.offer.Slippage > 0 && w.offer.Least().Less(*x.Least) {
			w.offer.Slippage--
		}
		if w.offer.Least().Less(*x.Least) {
			return w, api.Errorf(api.RateChanged, "the quote brings just the least that was "+
				"asked for: there is no room for the market to move")
		}
	}
	w.build = api.BuildRequest{ChainID: d.s.Network.ChainID, Src: x.Src.Address.Hex(),
		Dest: x.Dest.Address.Hex(), SrcDecimals: &src, DestDecimals: &dest,
		SrcAmount: &r.SrcAmount, HasSlippage: true, Route: raw,
		Terms: api.SwapTerms{User: d.s.Account.Address, Slippage: w.offer.Slippage}}
	return w, nil
}

// slippageTo is the most slippage that leaves a least of a quote, in basis points.
func slippageTo(quoted, least api.Amount) int {
	return int(quoted.Sub(least).InBPS(quoted))
}

// task is the transaction of a swap, with what the review of a form says of it.
func (d *Desk) swapTask(w swapping) sign.Task {
	x := w.x
	what := "swap " + x.Amount + " " + views.Symbol(x.Src) + " for " + views.Symbol(x.Dest)
	task := sign.Swap(d.s, what, w.build, route.Wants(d.s.Network.Contracts, x.Src.Address,
		x.Dest.Address, d.s.Account.Address, w.offer, w.build))
	lines, word := route.Doubts(d.s, w.offer, x.Src, x.Dest, mostWorse(w.offer.Slippage))
	task.Checks, task.Word = []ui.Check{route.ImpactCheck(w.offer.Route)}, word
	for _, l := range lines {
		task.Checks = append(task.Checks, ui.Check{Level: ui.Warn,
			Text: strings.TrimSuffix(l, ".")})
	}
	allIn := sign.AllIn(d.s, x.Src, w.offer.Most())
	task.Review = func(tx api.Transaction) []ui.Check {
		return append([]ui.Check{{Text: "worst price " + views.WorstRate(d.s, w.offer.Most(),
			w.offer.Least(), x.Src, x.Dest)}}, allIn(tx)...)
	}
	return task
}

// swap sells along the best route, over an approval where one is needed.
func (d *Desk) swap(ctx context.Context, x grammar.Sale) (Result, error) {
	have, err := d.held(ctx, x.Src.Address)
	if err != nil {
		return Result{}, err
	}
	if err := bad(d.covers(have.Balance, x.Value, x.Src)); err != nil {
		return Result{}, err
	}
	d.price(ctx, x.Src.Address, x.Dest.Address)
	w, err := d.quoteSwap(ctx, x)
	if err != nil {
		return Result{}, err
	}
	foreseen := sign.ForeseeTask(d.s, d.swapTask(w), routeGas(w.offer.Route))
	if err := d.by.Foresee(foreseen); err != nil {
		return Result{}, err
	}
	if x.Src.Address != api.NativeToken {
		spender := d.s.Network.Contracts.AugustusV6
		if w.offer.Route.Version != api.Version62 {
			spender = d.s.Network.Contracts.TokenTransferProxy
		}
		if err := d.allow(ctx, x.Src, spender, x.Value); err != nil {
			return Result{}, err
		}
		if w, err = d.quoteSwap(ctx, x); err != nil { // blocks have gone by
			return Result{}, err
		}
	}
	before, err := d.held(ctx, x.Dest.Address)
	if err != nil {
		return Result{}, err
	}
	done, err := d.run(ctx, d.swapTask(w))
	if err != nil {
		return done, err
	}
	sent := done.Data.(Sent)
	sent.Result = w.offer.Route
	done.Data = sent
	me := d.s.Account.Address
	b, told := route.Moved(ctx, d.s.Exchange, sent.Receipt.Hash, me, me, x.Src.Address,
		x.Dest.Address)
	if !told { // then the balances say it, with whatever else came meanwhile
		after, err := d.held(ctx, x.Dest.Address)
		if err != nil {
			return done, nil // it is done, whatever can be told of it
		}
		got := after.Balance
		if x.Dest.Address == api.NativeToken { // gas is paid in it
			got = got.Add(api.NewAmount(sent.Receipt.GasUsed).MulDiv(sent.Receipt.GasPrice,
				api.NewAmount(1)))
		}
		b = route.Brought{Got: got.Sub(before.Balance), ToldBy: sent.Receipt.ToldBy}
	}
	b.Spent = x.Value
	believed, ok := w.offer.Believed(b)
	d.keepSwap(sent.Receipt, x, believed, ok)
	line := fmt.Sprintf("received %s %s against %s quoted%s",
		format.Fine(b.Got, x.Dest, api.Down), views.Symbol(x.Dest),
		format.Fine(w.offer.Out(), x.Dest, api.Down), cells.Clean(api.ByWord(b.ToldBy)))
	if !ok {
		line = "not believed: " + line
	}
	done.Lines = append(done.Lines, line)
	return done, nil
}

// routeGas is what a swap along a route takes at most, in units of gas.
func routeGas(r api.PriceRoute) uint64 {
	gas, _ := strconv.ParseUint(r.GasCost, 10, 64)
	return gas + gas/2
}

// waitPause is between two looks at a Delta order that runs.
const waitPause = time.Second

// delta has a sale auctioned, over an approval where one is needed, and waits for its end.
func (d *Desk) delta(ctx context.Context, x grammar.Sale) (Result, error) {
	have, err := d.held(ctx, x.Src.Address)
	if err != nil {
		return Result{}, err
	}
	if !x.Buy {
		if err := bad(d.covers(have.Balance, x.Value, x.Src)); err != nil {
			return Result{}, err
		}
	}
	d.price(ctx, x.Src.Address, x.Dest.Address)
	spec, order, err := d.auctioning(ctx, x)
	if err != nil {
		return Result{}, err
	}
	if err := bad(d.covers(have.Balance, order.SrcAmount, x.Src)); err != nil {
		return Result{}, err
	}
	if err := d.by.Foresee(sign.Foresee(d.s, spec)); err != nil {
		return Result{}, err
	}
	if err := d.allowDelta(ctx, x.Src, order.SrcAmount); err != nil {
		return Result{}, err
	}
	chosen := spec.Chosen
	if x.Buy { // no more than was looked at
		x.Most = &order.SrcAmount
	}
	if spec, _, err = d.auctioning(ctx, x); err != nil { // blocks have gone by
		return Result{}, err
	}
	spec.Chosen = chosen
	signed, err := d.hand(ctx, x.Title(), spec)
	if err != nil {
		return Result{}, err
	}
	r, _ := signed.Result.(api.DeltaRecord)
	d.tell("Delta order " + r.ID + " is auctioned")
	var unread error // why the newest that the service tells is not known
	for !r.Status.Final() && r.Status != api.DeltaSuspended {
		select {
		case <-ctx.Done():
			if unread != nil {
				return Result{}, fmt.Errorf("the Delta order %s was %s: %w", r.ID, r.Status, unread)
			}
			return Result{}, fmt.Errorf("the Delta order %s is %s and goes on%s: %w", r.ID,
				r.Status, goesOn(r), ctx.Err())
		case <-d.s.Env.Clock.After(waitPause):
		}
		now, err := d.s.Exchange.DeltaOrder(ctx, r.ID)
		switch {
		case err == nil:
			r, unread = now, nil
		case ctx.Err() == nil:
			if unread == nil {
				d.tell("what becomes of it is not known: " + cells.Clean(err.Error()))
			}
			unread = err
		}
	}
	if r.Status != api.DeltaExecuted {
		return Result{}, api.Errorf(api.OrderNotFillable, "Delta order %s ended as %s: %s", r.ID,
			r.Status, cells.Clean(r.Reason))
	}
	var got api.Amount
	for _, tx := range r.Transactions {
		got = got.Add(tx.Received)
	}
	paid := ""
	if x.Buy {
		var spent api.Amount
		for _, tx := range r.Transactions {
			spent = spent.Add(tx.Spent)
		}
		paid = fmt.Sprintf(" for %s %s", format.Fine(spent, x.Src, api.Up), views.Symbol(x.Src))
	}
	return Result{[]string{fmt.Sprintf("Delta order %s is executed: %s %s came%s", r.ID,
		format.Fine(got, x.Dest, api.Down), views.Symbol(x.Dest), paid)}, r}, nil
}

// goesOn is what is known of an order that is waited for no longer.
func goesOn(r api.DeltaRecord) (text string) {
	if o := r.Order; o.Form.Sliced() {
		text = fmt.Sprintf(", %d of %d slices are settled and the others follow by themselves, at "+
			"least %s apart; --timeout waits longer", len(r.Transactions), o.Slices,
			views.SliceText(time.Duration(o.Interval)*time.Second))
	}
	if r.Reason != "" {
		text += ", " + cells.Clean(r.Reason)
	}
	return text
}

// allowDelta approves what an order and the open ones sell.
func (d *Desk) allowDelta(ctx context.Context, t api.Token, sells api.Amount) error {
	contract := d.s.Network.Contracts.Delta
	open, err := views.OpenDelta(ctx, d.s.Exchange, d.s.Account.Address)
	if err != nil {
		return err
	}
	open = slices.DeleteFunc(open, func(r api.DeltaRecord) bool {
		return r.Order.SrcToken != t.Address ||
			views.DeltaSpender(d.s.Network.Contracts, r.Order) != contract
	})
	return d.allow(ctx, t, contract, sells.Add(views.DeltaClaims(open)))
}

// deltas are the account's Delta orders, the newest first.
func (d *Desk) deltas(ctx context.Context) ([]api.DeltaRecord, error) {
	return api.AllDelta(ctx, d.s.Exchange, api.DeltaQuery{User: d.s.Account.Address}, nil)
}

// quoteDelta asks what an auction can expect.
func (d *Desk) quoteDelta(ctx context.Context, src, dest api.Token, value api.Amount) (
	*api.DeltaPrice, error) {
	q, err := d.s.Exchange.DeltaQuote(ctx, api.DeltaQuoteRequest{Src: src.Address,
		Dest: dest.Address, SrcDecimals: &src.Decimals,
		DestDecimals: &dest.Decimals, Amount: value, Side: api.Sell, User: d.s.Account.Address,
		Mode: api.ModeDelta})
	switch {
	case err != nil:
		return nil, err
	case q.Delta == nil && q.FallbackReason != nil:
		return nil, api.Errorf(q.FallbackReason.ErrorType, "%s", q.FallbackReason.Details)
	case q.Delta == nil:
		return nil, api.Errorf(api.NoRoute, "no auction has a price for this")
	case q.Delta.SrcToken != src.Address || q.Delta.DestToken != dest.Address ||
		q.Delta.SrcAmount != value:
		return nil, api.Errorf(api.InternalError, "the service quoted another trade than was "+
			"asked for: %s of %s for %s", q.Delta.SrcAmount, q.Delta.SrcToken, q.Delta.DestToken)
	}
	return q.Delta, nil
}

// built asks for the order of a price, before its floor and what it waits for are put in.
// A nonce is given for one that excludes another order.
func (d *Desk) built(ctx context.Context, p *api.DeltaPrice, slippage int, life time.Duration,
	nonce *api.Amount) (api.DeltaToSign, error) {
	raw, err := json.Marshal(p)
	if err != nil {
		return api.DeltaToSign{}, err
	}
	from := d.s.Env.Now()
	if b := d.s.Env.Header.BlockAt; b.After(from) {
		from = b
	}
	r := api.DeltaBuildRequest{ChainID: d.s.Network.ChainID, Price: raw,
		Owner: d.s.Account.Address, Slippage: &slippage, Nonce: nonce,
		Deadline: uint64(from.Add(life).Unix())}
	to, err := d.s.Exchange.BuildDelta(ctx, r)
	if err != nil {
		return to, err
	}
	contract := d.s.Network.Contracts.Delta
	if words := eip712.DeltaPricedDiffers(&r, p, contract, to); len(words) > 0 {
		return to, api.Errorf(api.InternalError, "the service built another order than was asked "+
			"for: %s", strings.Join(words, "; "))
	}
	if nonce != nil {
		return to, nil
	}
	if kept, sent := sign.DeltaNonce(d.s)(ctx); sent {
		to.Order.Nonce = kept
	}
	return to, nil
}

// submitting is what to sign for a Delta order.
func (d *Desk) submitting(to api.DeltaToSign, trigger *api.DeltaTrigger) sign.Spec {
	data := eip712.DeltaTypedData(to.ChainID, to.Contract, to.Order)
	exchange := d.s.Exchange
	src, _ := d.s.Token(to.Order.SrcToken)
	dest, _ := d.s.Token(to.Order.DestToken)
	terms := d.s.DeltaTerms(to.Order, src, dest)
	return sign.Spec{Data: &data, Checks: terms, Submit: func(ctx context.Context,
		signed sign.Signed) (any, error) {
		record, _, err := exchange.SubmitDelta(ctx, api.DeltaSubmission{Order: to.Order,
			Signature: signed.Signature.Compact(), Trigger: trigger})
		return record, err
	}}
}

// auctioning is what to sign for a sale by an auction.
func (d *Desk) auctioning(ctx context.Context, x grammar.Sale) (sign.Spec, api.DeltaOrder,
	error) {
	slippage := usualDeltaSlippage
	if x.Slippage != nil {
		slippage = *x.Slippage
	}
	if x.Buy || x.Slices > 0 {
		return d.auctioningLater(ctx, x, slippage)
	}
	p, err := d.quoteDelta(ctx, x.Src, x.Dest, x.Value)
	if err != nil {
		return sign.Spec{}, api.DeltaOrder{}, err
	}
	if p.Bridge != nil { // of a service that has the later forms alone
		return d.auctioningLater(ctx, x, slippage)
	}
	to, err := d.built(ctx, p, slippage, time.Hour, nil)
	if err != nil {
		return sign.Spec{}, api.DeltaOrder{}, err
	}
	if x.Least != nil {
		floor := eip712.WithFlatFee(*x.Least, to.Order.PartnerAndFee)
		to.Order.DestAmount = to.Order.DestAmount.Max(floor)
		if p.DestAmountBeforeFee.Less(floor) {
			return sign.Spec{}, to.Order, api.Errorf(api.RateChanged, "the quote brings %s %s, "+
				"less than the least that was asked for",
				format.Fine(p.DestAmount, x.Dest, api.Down), views.Symbol(x.Dest))
		}
	}
	spec := d.submitting(to, nil)
	spec.Chosen = views.DeltaChosen(typed(x), nil)
	return d.weighed(spec, x.Src, x.Dest, p, slippage), to.Order, nil
}

// typed is the bound that was typed, zero where none was.
func typed(x grammar.Sale) (bound api.Amount) {
	switch {
	case x.Least != nil:
		return *x.Least
	case x.Most != nil:
		return *x.Most
	}
	return bound
}

// weighed adds to what is signed for a price how far off it may be.
func (d *Desk) weighed(spec sign.Spec, src, dest api.Token, p *api.DeltaPrice,
	slippage int) sign.Spec {
	_, spec.Word = views.AgainstMarket(int64(slippage), views.SlippageWord)
	return d.losing(spec, src, dest, p, mostWorse(slippage))
}

// mostWorse is from which difference on, in hundredths of a percent, a price that is worse than the
// user's own node makes it asks for a word: nobody has to look, and beyond what was allowed to
// slip, and gas, it is not taken so.
func mostWorse(slippage int) int64 {
	return min(views.ImpactStop, views.ImpactNote+int64(slippage))
}

// losing adds what a price loses of what is given for it. From most on, in hundredths of a percent,
// one that is worse than the user's own node makes it asks for a word.
func (d *Desk) losing(spec sign.Spec, src, dest api.Token, p *api.DeltaPrice,
	most int64) sign.Spec {
	if c, word, says := d.s.AgainstOwn(views.DeltaTold(p, src, dest), most); says {
		spec.Checks, spec.Word = append(spec.Checks, c), cmp.Or(word, spec.Word)
	}
	if n, known := format.Impact(p.SrcUSD, p.DestUSD); known && n >= views.ImpactWarn {
		spec.Checks = append(spec.Checks, ui.Check{Level: ui.Warn, Text: "it loses " +
			api.Percent(n) + " of its value"})
		if n >= views.ImpactStop {
			spec.Word = views.ImpactWord
		}
	}
	return spec
}

// stop signs a Delta order that waits for a price.
func (d *Desk) stop(ctx context.Context, x grammar.Stop) (Result, error) {
	have, err := d.held(ctx, x.Src.Address)
	if err != nil {
		return Result{}, err
	}
	if err := bad(d.covers(have.Balance, x.Value, x.Src)); err != nil {
		return Result{}, err
	}
	d.price(ctx, x.Src.Address, x.Dest.Address)
	orders := []grammar.Stop{x}
	if x.Or != nil {
		if x.Or.Worth.Less(x.Or.Least) {
			bound := "least, %s %s, is above"
			if !x.Piece.Selling {
				bound = "most, %s %s, is below"
			}
			return Result{}, api.Errorf(api.ValidationError, "the profit's "+bound+" its price: "+
				"once let go it would end the stop, and not be met itself", x.Or.Bound,
				x.Piece.Unit())
		}
		orders = append(orders, *x.Or)
	}
	for _, one := range orders {
		spec, _, err := d.waiting(ctx, one, nil)
		if err != nil {
			return Result{}, err
		}
		if err := d.by.Foresee(sign.Foresee(d.s, spec)); err != nil {
			return Result{}, err
		}
	}
	if err := d.allowDelta(ctx, x.Src, x.Value); err != nil {
		return Result{}, err
	}
	if err := sign.Read(ctx, d.s, d.by); err != nil {
		return Result{}, err
	}
	r, err := d.holdBack(ctx, x, nil)
	if err != nil {
		return Result{}, err
	}
	if x.Or == nil {
		return Result{[]string{"Delta order " + r.ID + " waits for its price", d.watched()}, r}, nil
	}
	or, err := d.holdBack(ctx, *x.Or, &r.Order.Nonce)
	if err != nil {
		return Result{}, fmt.Errorf("the stop %s is held, alone: %w", r.ID, err)
	}
	return Result{[]string{"Delta orders " + r.ID + " and " + or.ID + ": one cancels the other, " +
		"each waits for its price", d.watched()}, []api.DeltaRecord{r, or}}, nil
}

// watched says who looks at the price that an order waits for.
func (d *Desk) watched() string {
	if d.ends {
		return "NOBODY WATCHES THE PRICE once this command has ended: keep bourse --serve, or a " +
			"console, running with this data folder"
	}
	return "it is watched only while the service runs"
}

// holdBack signs one order that waits, of a nonce where it excludes another one.
func (d *Desk) holdBack(ctx context.Context, x grammar.Stop, nonce *api.Amount) (
	r api.DeltaRecord, err error) {
	spec, asked, err := d.waiting(ctx, x, nonce) // anew: blocks have gone by
	if err != nil {
		return r, err
	}
	signed, err := d.hand(ctx, x.Title(), spec)
	r, ok := signed.Result.(api.DeltaRecord)
	if !ok || err != nil {
		return r, err
	}
	if why := r.NotHeldAs(asked); why != "" {
		err = api.Errorf(api.InternalError, "%s: `cancel %s` ends it, by the service's word, and "+
			"`invalidate %s` on chain", why, r.ID, r.ID)
	}
	return r, err
}

// waiting is what to sign for an order that waits for a price, and what for.
func (d *Desk) waiting(ctx context.Context, x grammar.Stop, nonce *api.Amount) (spec sign.Spec,
	trigger *api.DeltaTrigger, err error) {
	p, err := d.quoteDelta(ctx, x.Src, x.Dest, x.Value)
	if err != nil {
		return spec, nil, err
	}
	if p.Bridge != nil {
		return spec, nil, api.Errorf(api.UnsupportedOrderType,
			"the service holds no order back until a price is met")
	}
	const week = 7 * 24 * time.Hour
	life := x.Life
	switch {
	case life == grammar.Endless:
		return spec, nil, &Misread{Usage: "stop 1 weth usdc at 2900 least 2800 until 7d",
			Why: "an order that waits for a price has to end"}
	case life == 0:
		life = week
	}
	to, err := d.built(ctx, p, 0, life, nonce)
	if err != nil {
		return spec, nil, err
	}
	if !x.Trail.IsZero() {
		x.Worth = x.Trail.Level(p.DestAmount, x.Value, x.Src.Decimals, x.Dest.Decimals)
		if x.Worth.IsZero() {
			return spec, nil, api.Errorf(api.ValidationError,
				"what it trails by is all of the price or more: give it less, or percent")
		}
		if x.Worth.Less(x.Least) {
			beyond := "below the least"
			if !x.Piece.Selling {
				beyond = "above the most"
			}
			return spec, nil, api.Errorf(api.ValidationError, "it would stand at %s, %s: it "+
				"could not be met", x.Piece.Level(d.s, x.Value, x.Worth), beyond)
		}
	}
	to.Order.DestAmount = eip712.WithFlatFee(x.Least, to.Order.PartnerAndFee)
	to.Order.ExpectedDestAmount = eip712.ExpectedLater(p.DestAmountBeforeFee, to.Order.DestAmount,
		x.Worth)
	trigger = &api.DeltaTrigger{Worth: x.Worth, Below: !x.Profit, Trail: x.Trail}
	if trigger.Met(0, p.DestAmount) {
		return spec, nil, api.Errorf(api.ValidationError, "the market is at %s already: it "+
			"would not wait", x.Piece.Each(d.s, x.Value, p.DestAmount))
	}
	spec = d.submitting(to, trigger)
	spec.Chosen = views.DeltaChosen(x.Least, trigger)
	spec.Checks = append(spec.Checks, ui.Check{Level: ui.Warn, Text: "the service holds it until " +
		"the price is " + d.s.TriggerText(to.Order, trigger) +
		"; while it is off, nothing is watched"})
	if d.ends {
		spec.Checks = append(spec.Checks, ui.Check{Level: ui.Warn, Text: d.watched()})
	}
	if x.Or != nil {
		spec.Checks = append(spec.Checks, ui.Check{Text: "1 of 2 over one nonce: the profit is " +
			"signed next, and whichever is let go ends the other"})
	}
	if !x.Trail.IsZero() {
		way := " now, and only moves up, %s below the best price; its floor stays"
		if x.Trail.Buys {
			way = " now, and only moves down, %s above the best price; its limit stays"
		}
		spec.Checks = append(spec.Checks, ui.Check{Text: "it stands at " +
			d.s.LevelText(to.Order, x.Worth) +
			fmt.Sprintf(way, d.s.TrailText(to.Order, x.Trail))})
		if x.Trail.Bps == 0 {
			spec.Checks = append(spec.Checks, ui.Check{Level: ui.Warn, Text: "it trails by " +
				d.s.TrailText(to.Order, x.Trail) + ", not by " + x.At + "%"})
		}
	}
	if nonce != nil {
		spec.Checks = append(spec.Checks, ui.Check{Text: "2 of 2: it has the nonce of the stop " +
			"that you signed: whichever is let go ends the other"})
	}
	for _, far := range views.FarTotals(p.DestAmount, x.Least, x.Worth) {
		spec.Word = far.Word
		spec.Checks = append(spec.Checks, ui.Check{Level: ui.Warn, Text: "the " + far.What +
			" of " + x.Piece.Each(d.s, x.Value, far.Total) + " brings " + far.Beside() +
			" the market"})
	}
	if off, ok := format.AmountOffBy(x.Least, x.Worth); ok && -off > views.WordOff {
		spec.Word = views.FloorWord
	}
	return d.losing(spec, x.Src, x.Dest, p, views.ImpactStop), trigger, nil
}
