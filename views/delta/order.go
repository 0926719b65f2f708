package delta

import (
	"context"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
	"bourse/wallet"
)

const (
	buildTime = 10 * time.Second
	muchWorse = 50 // hundredths of a percent by which a swap may bring more, before its gas
)

// draft is what is known of an order that was made here, beyond its record.
type draft struct {
	quote                     quote
	quoted, made, signed, put time.Time // made: built by the service; put: submitted
	took                      time.Duration
}

// pursuit is an order on its way from the form to its signature: an approval or a permit where one is needed, then the order itself. Any change
// of the form ends it.
type pursuit struct {
	deadline time.Time
	permit   []byte // once it is signed
	waits    waiting
}

// waiting is what a pursuit needs before it can go on.
type waiting int

const (
	forSomebody waiting = iota // who signs or answers
	forFunds                   // to show an approval that is mined
	forQuote                   // that is fresh
)

// built is an order that the service made of a quote.
type built struct {
	pursuit *pursuit
	draft   draft
	asked   api.DeltaBuildRequest
	floor   api.Amount // the least that was asked for
	toSign  api.DeltaToSign
	err     error
}

// What an approval or a wrapping is for, once it is mined.
type (
	thenSign struct{ pursuit *pursuit }
	wrapped  struct{}
)

// submitted is the outcome of a signature.
type submitted struct {
	record api.DeltaRecord
	draft  draft
}

// begin goes for the signature. What loses much of its value is asked about first.
func (w *Screen) begin() ui.Cmd {
	w.derive()
	switch why := w.off(); {
	case why != "":
		return ui.Toast(ui.Warn, "can not sign it: "+why)
	case w.stale():
		return w.refresh()
	case w.building:
		return nil
	}
	p := &pursuit{deadline: w.deadline()}
	w.pursuit = p
	n, known := w.loss()
	if !known || n < views.ImpactWarn {
		return w.pursue()
	}
	ask := ui.ConfirmSpec{
		Title: "Delta " + views.Symbol(w.src) + " → " + views.Symbol(w.dest), Ask: "Go on all the same?", Level: ui.Bad, Yes: "Go on to sign", No: "Leave it",
		Lines: []string{"It loses " + views.Hundredths(n) + " of its value: what you give is worth " + usd(w.quote.price.SrcUSD) + ", what you get " + usd(w.quote.price.DestUSD) + "."},
		Run: func() ui.Cmd {
			if p != w.pursuit {
				return nil
			}
			return w.pursue()
		},
	}
	if n >= views.ImpactStop {
		ask.Word = views.ImpactWord
	}
	return ui.Open(ui.NewConfirm(w.s.Env, ask))
}

// pursue takes the next step towards the signature.
func (w *Screen) pursue() ui.Cmd {
	p, r := w.pursuit, w.chosen()
	p.waits = forSomebody
	switch {
	case r != byAllowed && w.short():
		task := w.approval()
		task.For = thenSign{p}
		return sign.Run(w.s, task)
	case r.signs() && p.permit == nil:
		return w.signPermit(p)
	case !w.fits() || w.stale():
		p.waits = forQuote
		return ui.Batch(ui.Toast(ui.Working, "a fresh quote is on its way…"), w.refresh())
	}
	if why := w.off(); why != "" {
		return ui.Toast(ui.Warn, "can not sign it: "+why)
	}
	return w.build(p)
}

// goOn takes the next step once what a pursuit waits for has come.
func (w *Screen) goOn(came waiting) ui.Cmd {
	p := w.pursuit
	if p == nil || p.waits != came || w.mode != composing {
		return nil
	}
	switch came {
	case forFunds:
		if w.short() {
			return nil // of an earlier block
		}
	case forQuote:
		if !w.fits() || w.stale() {
			w.pursuit = nil
			return ui.Toast(ui.Warn, "no fresh quote came: "+w.quote.problem)
		}
	}
	return w.pursue()
}

// build asks the service for the order to sign, from the price as it came.
func (w *Screen) build(p *pursuit) ui.Cmd {
	slippage, _ := w.slippage()
	to, _ := w.beneficiary()
	service, clock := w.service(), w.s.Env.Clock
	r := api.DeltaBuildRequest{
		ChainID: w.s.Network.ChainID, Price: w.quote.raw, Owner: w.s.Account.Address, Beneficiary: to, Slippage: &slippage,
		Deadline: uint64(p.deadline.Unix()), PartiallyFillable: w.partial.Value() == parts, Permit: p.permit,
	}
	if w.chosen() == byGiven {
		r.Permit = []byte{1}
	}
	if of := w.quote.partner; of != nil {
		r.PartnerAddress, r.PartnerFeeBps, r.PartnerTakesSurplus = of.PartnerAddress, feeBps(*of), of.TakeSurplus
	}
	b := built{pursuit: p, asked: r, floor: w.floor(), draft: draft{quote: w.quote, quoted: w.quote.at}}
	w.building = true
	return ui.Batch(ui.Toast(ui.Working, "building the order…"), ui.Call(w.s.Context, buildTime, func(ctx context.Context) ui.Msg {
		b.toSign, b.err = service.BuildDelta(ctx, r)
		b.draft.made = clock.Now()
		return b
	}))
}

// feeBps is what a partner charges in basis points.
func feeBps(p api.DeltaPartner) int {
	const bpsOfPercent = 100
	return int(p.PartnerFee*bpsOfPercent + 0.5)
}

// onBuilt shows the order to be signed.
func (w *Screen) onBuilt(b built) ui.Cmd {
	w.building = false
	clear := ui.Toast(ui.Plain, "")
	if b.err != nil {
		e := api.AsError(b.err)
		return ui.Toast(ui.Bad, "can not build it: "+w.meaning(e.Type, e.Details))
	}
	if b.pursuit != w.pursuit {
		return clear
	}
	data := wallet.DeltaTypedData(b.toSign.ChainID, b.toSign.Contract, b.toSign.Order)
	spec := sign.Spec{
		Data: &data, Checks: w.signChecks(b), Moved: func() string { return w.moved(b) }, Submit: w.submit(b), Done: w.accepted,
		Edit: func() ui.Cmd { w.form.Focus("sell"); return nil },
	}
	if w.chosen().signs() {
		spec.Step, spec.Steps = 2, 2
	}
	return ui.Batch(clear, sign.Open(w.s, spec))
}

// moved tells whether the newest quote is below what is about to be signed as the floor: nobody would settle it.
func (w *Screen) moved(b built) string {
	if w.fits() && w.quote.key == b.draft.quote.key && w.quote.price.DestAmount.Less(b.toSign.Order.DestAmount) {
		return "the price has fallen below your floor"
	}
	return ""
}

// submit hands the signature on, in its compact form. It runs off the loop.
func (w *Screen) submit(b built) func(context.Context, sign.Signed) (any, error) {
	service, clock := w.service(), w.s.Env.Clock
	return func(ctx context.Context, signed sign.Signed) (any, error) {
		out := submitted{draft: b.draft}
		out.draft.signed = clock.Now()
		var err error
		out.record, _, err = service.SubmitDelta(ctx, api.DeltaSubmission{
			ChainID: b.toSign.ChainID, Order: b.toSign.Order, Signature: signed.Signature.Compact(), Partner: b.draft.quote.named,
		})
		out.draft.put = clock.Now()
		out.draft.took = out.draft.put.Sub(out.draft.signed)
		return out, err
	}
}

// accepted goes on to the auction.
func (w *Screen) accepted(signed sign.Signed) ui.Cmd {
	done, ok := signed.Result.(submitted)
	if !ok {
		return nil
	}
	w.sell.Input.Set("")
	w.quote, w.pursuit = quote{}, nil
	w.derive()
	track := w.track(done.record, done.draft)
	w.follow.id = done.record.ID
	return ui.Batch(track, w.show(following), w.history.feed.Want(w.s.Env.Now()))
}

// approve gives the allowance alone.
func (w *Screen) approve() ui.Cmd { return sign.Run(w.s, w.approval()) }

// cover approves what the account's open orders need of the token that the shown one sells.
func (w *Screen) cover(r api.DeltaRecord) ui.Cmd {
	src, _ := w.tokensOf(r)
	spender := w.spenderOf(r.Order)
	return sign.Run(w.s, sign.Approve(w.s, src, spender, w.claimed(src.Address, spender)))
}

func (w *Screen) whyNotCover(r api.DeltaRecord) string {
	if r.ID != "" && r.Status != api.DeltaSuspended {
		return "it is not suspended"
	}
	return w.whyNotCancel(r) // the same account has to sign
}

// wrap turns the typed amount of the native coin into its wrapped token, which can be sold.
func (w *Screen) wrap() ui.Cmd {
	a, _ := w.amount()
	service := w.service()
	r := api.WrapRequest{ChainID: w.s.Network.ChainID, Owner: w.s.Account.Address, Amount: a}
	return sign.Run(w.s, sign.Task{
		What:    "wrap " + amountText(a, w.src, api.Up) + " " + w.src.Symbol,
		Prepare: func(ctx context.Context) (api.Transaction, error) { return service.PrepareWrap(ctx, r) },
		For:     wrapped{},
	})
}

// onMined goes on with what an approval or a wrapping was for.
func (w *Screen) onMined(m sign.Mined) ui.Cmd {
	funds := w.wantFunds()
	if !m.Receipt.Success || w.mode != composing {
		return funds
	}
	switch of := m.For.(type) {
	case thenSign:
		if of.pursuit == w.pursuit && w.pursuit != nil {
			w.pursuit.waits = forFunds
		}
	case wrapped:
		if t, ok := w.s.Token(w.s.Network.Contracts.WrappedNative); ok && w.src.Address == api.NativeToken {
			dest := w.dest
			if dest.Address == t.Address { // what was to be bought is held already
				if dest = w.s.Market.Quote; dest.Address == t.Address {
					dest = w.s.Market.Base
				}
			}
			w.setTokens(t, dest)
			return ui.Batch(w.change(), w.wantFunds())
		}
	}
	return funds
}

// cancel signs a cancellation of the order that is shown: a question first, then the dialog with the words.
func (w *Screen) cancel(r api.DeltaRecord) ui.Cmd {
	return ui.Open(ui.NewConfirm(w.s.Env, ui.ConfirmSpec{
		Title: "Cancel Delta order", Ask: "Cancel " + w.pairOf(r) + " " + shortID(r.ID) + "?", Yes: "Sign the cancellation", Level: ui.Warn,
		Lines: []string{"No transaction is needed: the service ends the auction.", "A settlement that is on its way may still land."},
		Run:   func() ui.Cmd { return w.signCancel(r) },
	}))
}

func (w *Screen) signCancel(r api.DeltaRecord) ui.Cmd {
	data := wallet.CancellationsTypedData(r.ChainID, w.s.Network.Contracts.Delta, []string{r.ID})
	service := w.service()
	return sign.Open(w.s, sign.Spec{
		Data: &data,
		Submit: func(ctx context.Context, signed sign.Signed) (any, error) {
			return nil, service.CancelDelta(ctx, []string{r.ID}, signed.Signature.Compact())
		},
		Done: func(sign.Signed) ui.Cmd {
			return ui.Batch(ui.Toast(ui.OK, "the cancellation is accepted"), w.follow.feed.Want(w.s.Env.Now()), w.history.feed.Want(w.s.Env.Now()))
		},
	})
}

func (w *Screen) whyNotCancel(r api.DeltaRecord) string {
	switch {
	case r.ID == "":
		return "no order is shown"
	case w.over(r):
		return "it has ended"
	case r.User != w.s.Account.Address:
		return "the chosen account did not sign it"
	case r.ChainID != w.s.Network.ChainID:
		return "it is on another network"
	}
	return w.s.MaySign()
}
