package delta

import (
	"context"
	"time"

	"bourse/backend/api"
	"bourse/ui"
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

// built is an order that the service made of a quote.
type built struct {
	key     string
	draft   draft
	toSign  api.DeltaToSign
	partner string
	err     error
}

// What an approval or a wrapping is for, once it is mined.
type (
	thenSign struct{}
	wrapped  struct{}
)

// submitted is the outcome of a signature.
type submitted struct {
	record api.DeltaRecord
	draft  draft
}

// begin goes for the signature, over the approval where that is wanted first.
func (w *Screen) begin() ui.Cmd {
	w.derive()
	switch why := w.off(); {
	case why != "":
		return ui.Toast(ui.Warn, "can not sign it: "+why)
	case w.stale():
		return w.refresh()
	case w.building:
		return nil
	case w.allow.Value() == exactly && w.short():
		task := w.approval()
		task.For = thenSign{}
		return sign.Run(w.s, task)
	}
	return w.build()
}

// approval lets the Delta contract move exactly what this order and the other open ones need.
func (w *Screen) approval() sign.Task {
	a, _ := w.amount()
	return sign.Approve(w.s, w.src, w.s.Network.Contracts.Delta, a.Add(w.claimed(w.src.Address)))
}

// build asks the service for the order to sign, from the price as it came.
func (w *Screen) build() ui.Cmd {
	slippage, _ := w.slippage()
	service, clock := w.service(), w.s.Env.Clock
	partner := w.partnerName()
	r := api.DeltaBuildRequest{
		ChainID: w.s.Network.ChainID, Price: w.quote.raw, Owner: w.s.Account.Address, Slippage: &slippage,
		Deadline: uint64(w.deadline().Unix()), PartiallyFillable: w.partial.Value() == parts,
	}
	b := built{key: w.key(), partner: partner, draft: draft{quote: w.quote, quoted: w.quote.at}}
	w.building = true
	return ui.Batch(ui.Toast(ui.Working, "building the order…"), ui.Call(w.s.Context, buildTime, func(ctx context.Context) ui.Msg {
		if partner != "" {
			var p api.DeltaPartner
			if p, b.err = service.DeltaPartner(ctx, r.ChainID, partner); b.err != nil {
				return b
			}
			const bpsOfPercent = 100
			r.PartnerAddress, r.PartnerFeeBps, r.PartnerTakesSurplus = p.PartnerAddress, int(p.PartnerFee*bpsOfPercent+0.5), p.TakeSurplus
		}
		b.toSign, b.err = service.BuildDelta(ctx, r)
		b.draft.made = clock.Now()
		return b
	}))
}

// onBuilt shows the order to be signed.
func (w *Screen) onBuilt(b built) ui.Cmd {
	w.building = false
	clear := ui.Toast(ui.Plain, "")
	if b.err != nil {
		e := api.AsError(b.err)
		return ui.Toast(ui.Bad, "can not build it: "+w.meaning(e.Type, e.Details))
	}
	if b.key != w.key() {
		return clear
	}
	data := wallet.DeltaTypedData(b.toSign.ChainID, b.toSign.Contract, b.toSign.Order)
	return ui.Batch(clear, sign.Open(w.s, sign.Spec{
		Data: &data, Checks: w.signChecks(b.toSign.Order), Moved: func() string { return w.moved(b) }, Submit: w.submit(b), Done: w.accepted,
		Edit: func() ui.Cmd { w.form.Focus("sell"); return nil },
	}))
}

// signChecks are what was looked at, with the order that was built against what was typed.
func (w *Screen) signChecks(o api.DeltaOrder) []ui.Check {
	a, _ := w.amount()
	match := ui.Check{Level: ui.OK, Text: "amounts match what you typed"}
	if o.SrcAmount != a || o.SrcToken != w.src.Address || o.DestToken != w.dest.Address || o.DestAmount.Less(w.floor()) {
		match = ui.Check{Level: ui.Bad, Text: "the service built another order than you typed"}
	}
	list := []ui.Check{match, w.balanceCheck(), w.allowanceCheck()}
	if n, ok := w.overMarket(); ok {
		level := ui.OK
		if n < -muchWorse {
			level = ui.Warn
		}
		list = append(list, ui.Check{Level: level, Text: "price " + percent(n) + " against a swap before its gas"})
	}
	return list
}

// moved tells whether the newest quote is below what is about to be signed as the floor: nobody would settle it.
func (w *Screen) moved(b built) string {
	if w.fits() && w.quote.key == b.key && w.quote.price.DestAmount.Less(b.toSign.Order.DestAmount) {
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
			ChainID: b.toSign.ChainID, Order: b.toSign.Order, Signature: signed.Signature.Compact(), Partner: b.partner,
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
	w.quote = quote{}
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
	return sign.Run(w.s, sign.Approve(w.s, src, w.s.Network.Contracts.Delta, w.claimed(src.Address)))
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
	switch m.For.(type) {
	case thenSign:
		w.approved = true
	case wrapped:
		if t, ok := w.s.Token(w.s.Network.Contracts.WrappedNative); ok && w.src.Address == api.NativeToken {
			w.setTokens(t, w.dest)
			return ui.Batch(w.change(), w.wantFunds())
		}
	}
	return funds
}

// goOn builds the order once the allowance that was approved for it is seen.
func (w *Screen) goOn() ui.Cmd {
	if !w.approved || w.short() {
		return nil
	}
	w.approved = false
	if w.stale() || !w.fits() {
		return ui.Batch(w.refresh(), ui.Toast(ui.OK, "approved; ⏎ signs the order with a fresh quote"))
	}
	if why := w.off(); why != "" {
		return ui.Toast(ui.Warn, "approved; can not sign it: "+why)
	}
	return w.build()
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
