package compose

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/delta/track"
	"bourse/views/format"
	"bourse/views/pairform"
	"bourse/views/sign"
)

// signer leads an order from the form to its signature.
type signer struct {
	s         *views.Session
	pair      *pairform.Pair
	in        *inputs
	quotes    *quoter
	rights    *rights
	checker   *checker
	submitted func(api.DeltaRecord, track.Draft) tea.Cmd
	follow    func(api.DeltaRecord, track.Draft) tea.Cmd // without showing it
	derive    func()                                     // shapes the form anew

	building bool         // the service makes the order
	flow     *signingFlow // of an order on its way to be signed
	sent     views.Handed
}

// content tells what the form holds from other orders.
func (w *signer) content() string {
	var values []string
	for _, f := range w.in.form.Fields {
		if f.Kind != form.StaticField && !f.Hidden && !f.Derived {
			values = append(values, f.Value())
		}
	}
	return fmt.Sprintf("%s %q", w.quotes.key(), values)
}

// hasPermit tells whether the permit of the order under way is signed.
func (w *signer) hasPermit() bool { return w.flow != nil && w.flow.permit != nil }

// done is what is signed already of the series under way.
func (w *signer) done() api.Amount {
	if w.flow == nil {
		return api.Amount{}
	}
	return w.flow.done
}

const (
	buildTime = 10 * time.Second
	muchWorse = 50 // hundredths of a percent by which a swap may bring more, before its gas
)

// signingFlow is an order on its way from the form to its signature: an approval or a permit where
// one is needed, then the order itself. Any change of the form ends it, but for several orders of
// which some are signed: who leaves them goes on with the next one, until what they trade changes.
type signingFlow struct {
	start    time.Time
	deadline time.Time
	orders   int          // that are signed, one after the other
	part     int          // of them, from 0
	trades   string       // what they trade, see signer.trades
	src      api.Token    // that they sell
	shown    api.Amount   // the floor that the form showed when it began
	most     api.Amount   // what a purchase may spend, as the form showed it then
	done     api.Amount   // what the orders before it sell
	permit   []byte       // once it is signed
	nonces   []api.Amount // of the orders before it
	hold     *views.Flow
	waits    flowState
	unsure   unsureOrder
}

// unsureOrder is the order of a flow of which nobody knows whether the service has it.
type unsureOrder struct {
	hash common.Hash
	of   built
}

// flowState is what a flow needs before it can go on.
type flowState int

const (
	forSomebody flowState = iota // who signs or answers
	forFunds                     // to show an approval that is mined
	forQuote                     // that is fresh
)

// built is an order that the service made of a quote.
type built struct {
	flow   *signingFlow
	part   int // of the flow
	draft  track.Draft
	asked  api.DeltaBuildRequest
	quote  quote
	minOut api.Amount // the least that was asked for
	own    bool       // it was typed, and is put into the order here
	// expected is put into the order in place of what was quoted
	expected api.Amount
	hold     *api.DeltaTrigger
	// of a later form: the order that is asked for, which is what is signed
	later   *api.DeltaOrder
	differs []string // in what the service's order is another one
	toSign  api.DeltaToSign
	err     error
}

// What an approval or a wrapping is for, once it is mined.
type (
	thenSign struct{ flow *signingFlow }
	wrapped  struct{}
)

// submitted is the outcome of a signature.
type submitted struct {
	record api.DeltaRecord
	draft  track.Draft
}

// begin goes for the signature. What loses much of its value is asked about first.
func (w *signer) begin() tea.Cmd {
	w.derive()
	switch why := w.checker.off(); {
	case why != "":
		w.s.Toast(ui.Warn, "cannot sign it: "+why)
		return nil
	case w.quotes.stale():
		return w.quotes.refresh()
	case w.building:
		return nil
	}
	p := &signingFlow{start: w.s.Env.Now(), deadline: w.in.deadline(), trades: w.trades(),
		src: w.pair.Src}
	p.orders = w.quotes.signatures()
	if b := w.s.Env.Header.BlockAt; b.After(p.start) {
		p.start = b
	}
	if w.begun() {
		p = w.flow.later(*p, w.in.plan.interval())
	}
	if w.quotes.fits() {
		p.shown, p.most = w.quotes.minOut(), api.Amount{}
		if w.in.buys() {
			p.most = w.in.most()
		}
	}
	w.flow, p.hold = p, w.s.Flow()
	lines, word := w.checker.doubts()
	if len(lines) == 0 {
		return w.nextStep()
	}
	w.s.Open(ui.NewConfirm(w.s.Env, ui.ConfirmSpec{
		Title: "Delta " + views.Symbol(w.pair.Src) + " → " + views.Symbol(w.pair.Dest),
		Ask:   "Go on all the same?", Level: ui.Bad, Yes: "Go on to sign", No: "Leave it",
		Lines: lines, Word: word,
		Run: func() tea.Cmd {
			if p != w.flow {
				return nil
			}
			return w.nextStep()
		},
	}))
	return nil
}

// later is what was left with some of its orders signed, as it goes on: each of those that follow
// has its time as it was planned, or the sooner one at which it could begin anew.
func (p *signingFlow) later(anew signingFlow, interval time.Duration) *signingFlow {
	if soonest := anew.start.Add(-time.Duration(p.part) * interval); soonest.After(p.start) {
		p.deadline, p.start = p.deadline.Add(soonest.Sub(p.start)), soonest
	}
	return p
}

// begun tells whether some of several orders are signed, or may be there.
func (w *signer) begun() bool {
	p := w.flow
	return p != nil && p.orders > 1 && (p.part > 0 || w.unsure() != (common.Hash{}))
}

// unsure is the order of the flow of which nobody knows whether the service has it.
func (w *signer) unsure() (hash common.Hash) {
	e, ok := w.s.UnderWay.Entry(w.flow.unsure.hash)
	if ok && !e.Refused && !e.Ended {
		hash = e.Hash
	}
	return hash
}

// leave ends the way to a signature. Where some of several orders are signed, it can go on.
func (w *signer) leave() {
	if !w.begun() {
		w.flow = nil
	}
}

// trades are what several orders trade, and when: what else the form holds may change between two
// of them.
func (w *signer) trades() string {
	p := w.in.plan
	values := []string{w.in.sell.Value()}
	for _, f := range []*form.Field{p.when, p.least, p.worth, p.profit, p.profitLeast, p.count,
		p.every} {
		values = append(values, f.Value())
	}
	return fmt.Sprintf("%s %s %q", w.pair.Src.Address, w.pair.Dest.Address, values)
}

// change ends the way to a signature with the form that it began with, and says so where it leaves
// orders unsigned.
func (w *signer) change() {
	if w.begun() && w.flow.trades == w.trades() {
		return
	}
	if text := w.signedText(); text != "" {
		w.s.Toast(ui.Warn, text+", and stay: what the form holds is another trade")
	}
	w.flow = nil
}

// signedText says how many of several orders are signed where others of them are left, "" where
// none is.
func (w *signer) signedText() string {
	if !w.begun() {
		return ""
	}
	p := w.flow
	text := fmt.Sprintf("%d of %d orders are signed, for %s %s", p.part, p.orders,
		format.Fine(p.done, p.src, api.Down), views.Symbol(p.src))
	if hash := w.unsure(); hash != (common.Hash{}) {
		text += ", and one more may have been sent as " + format.Hash(hash)
	}
	return text
}

// nextStep takes the next step towards the signature.
func (w *signer) nextStep() tea.Cmd {
	p, r := w.flow, w.rights.chosen()
	if !p.hold.Goes() {
		w.leave()
		return nil
	}
	p.waits = forSomebody
	switch {
	case r != byAllowed && w.rights.short():
		task := w.rights.approval()
		task.For, task.Holds = thenSign{p}, true
		sign.Run(w.s, task)
		return nil
	case r.signs() && p.permit == nil:
		w.signPermit(p)
		return nil
	case w.held(p) && w.s.Secrets.Of(w.s.Network.ChainID, w.s.Account.Address) == (common.Hash{}):
		sign.Reading(w.s, 1, 2, func() tea.Cmd {
			if p != w.flow {
				return nil
			}
			return w.nextStep()
		})
		return nil
	case !w.quotes.fits() || w.quotes.stale():
		p.waits = forQuote
		p.hold.Wait("a fresh quote is on its way…")
		return w.quotes.refresh()
	}
	if why := w.checker.off(); why != "" {
		w.s.Toast(ui.Warn, "cannot sign it: "+why)
		return nil
	}
	return w.build(p)
}

// held tells whether one of the orders to be signed is held back.
func (w *signer) held(p *signingFlow) bool {
	return w.in.trigger(p.orders-1, p.start) != nil
}

// resume takes the next step once what a flow waits for has come.
func (w *signer) resume(came flowState) tea.Cmd {
	p := w.flow
	if p == nil || p.waits != came {
		return nil
	}
	if p.hold.Left() {
		w.leave()
		return nil
	}
	switch came {
	case forFunds:
		if w.rights.short() {
			return nil // of an earlier block
		}
	case forQuote:
		if !w.quotes.fits() || w.quotes.stale() {
			w.leave()
			p.hold.Goes()
			w.s.Toast(ui.Warn, "no fresh quote came: "+w.quotes.newest.problem)
			return nil
		}
	}
	return w.nextStep()
}

// build asks the service for the order to sign, from the price as it came.
func (w *signer) build(p *signingFlow) tea.Cmd {
	if w.quotes.newest.later() {
		return w.buildLater(p)
	}
	slippage, _ := w.in.slippage()
	if w.in.plan.ownFloor() {
		slippage = 0 // the floor is put in when it is built
	}
	to, _ := w.in.beneficiary()
	r := api.DeltaBuildRequest{
		ChainID: w.s.Network.ChainID, Price: w.quotes.newest.raw, Owner: w.s.Account.Address,
		Beneficiary: to, Slippage: &slippage,
		Deadline: uint64(p.deadline.Add(
			time.Duration(p.part) * w.in.plan.interval()).Unix()),
		PartiallyFillable: w.in.partial.Value() == parts,
		Permit:            p.permit,
	}
	if w.rights.chosen() == byGiven {
		r.Permit = []byte{1}
	}
	of, _ := w.quotes.newest.partnerTerms()
	r.PartnerAddress, r.PartnerFeeBps, r.PartnerTakesSurplus = of.PartnerAddress, feeBps(of),
		of.TakeSurplus
	least := w.quotes.minOut()
	if p.part > 0 && w.in.plan.is(atEither) { // the second order of the first one's nonce
		least, _ = w.in.leastOf(p.part)
		r.Nonce = &p.nonces[0]
	}
	b := built{flow: p, part: p.part, asked: r, minOut: least, quote: w.quotes.newest,
		own: w.in.plan.ownFloor(), hold: w.in.trigger(p.part, p.start),
		draft: track.Draft{Price: w.quotes.newest.price, Market: w.quotes.newest.market,
			Quoted: w.quotes.newest.at}}
	b.expected = w.in.expects(p.part, b.quote.price.DestAmountBeforeFee, b.least())
	return w.ask(b)
}

// ask has the service build an order.
func (w *signer) ask(b built) tea.Cmd {
	exchange, clock, given := w.s.Exchange, w.s.Env.Clock, sign.DeltaNonce(w.s)
	w.building = true
	b.flow.hold.Wait("building the order…")
	return ui.Call(w.s.Context, buildTime, func(ctx context.Context) tea.Msg {
		var kept *api.Amount // of an order that may have been sent
		if b.later != nil || b.asked.Nonce == nil {
			if nonce, sent := given(ctx); sent {
				kept = &nonce
			}
		}
		if kept != nil && b.later != nil {
			b.asked.Nonce, b.later.Nonce = kept, *kept
		}
		b.toSign, b.err = exchange.BuildDelta(ctx, b.asked)
		if kept != nil && b.later == nil {
			b.toSign.Order.Nonce = *kept
		}
		b.draft.Made = clock.Now()
		return b
	})
}

// least is what has to come in so that the partner's flat fee leaves the least that was asked for:
// what the contract compares is before fees.
func (b *built) least() api.Amount {
	_, terms := b.quote.partnerTerms()
	return eip712.WithFlatFee(b.minOut, terms)
}

// feeBps is what a partner charges in basis points.
func feeBps(p api.DeltaPartner) int {
	const bpsOfPercent = 100
	return int(p.PartnerFee*bpsOfPercent + 0.5)
}

// onBuilt shows the order to be signed.
func (w *signer) onBuilt(b built) {
	w.building = false
	goes := b.flow.hold.Goes()
	if b.err != nil {
		e := api.AsError(b.err)
		w.s.Toast(ui.Bad, "cannot build it: "+w.quotes.meaning(e.Type, e.Details))
		return
	}
	if b.flow != w.flow || !goes {
		return
	}
	switch o := &b.toSign.Order; {
	case b.later != nil:
		w.onLater(b)
		return
	case b.own:
		o.DestAmount = b.least()
		fallthrough
	default:
		if o.ExpectedDestAmount == b.quote.price.DestAmountBeforeFee {
			o.ExpectedDestAmount = b.expected
		}
	}
	w.review(b)
}

// review shows the order to be signed.
func (w *signer) review(b built) {
	data := eip712.DeltaTypedData(b.toSign.ChainID, b.toSign.Contract, b.toSign.Order)
	spec := sign.Spec{
		Data: &data, Checks: w.signChecks(b), Moved: func() string { return w.moved(b) },
		Submit:  w.submit(b),
		Done:    func(signed sign.Signed) tea.Cmd { return w.accepted(b, signed) },
		Arrived: func() tea.Cmd { return w.arrived(b) },
		Unsure: func(hash common.Hash) {
			w.sent.Unsure(w.content(), hash)
			b.flow.unsure = unsureOrder{hash, b}
		},
		Edit: func() tea.Cmd { w.in.form.Focus("sell"); return nil },
	}
	var typed api.Amount
	switch {
	case b.own && w.in.buys():
		typed, _ = w.in.typedMost()
	case b.own:
		typed = b.minOut
	}
	spec.Chosen = views.DeltaChosen(typed, b.hold)
	if w.rights.chosen().signs() {
		spec.Step, spec.Steps = 2, 2
	}
	if n := b.flow.orders; n > 1 {
		spec.Step, spec.Steps = b.part+1, n
	}
	sign.Open(w.s, spec)
}

// moved tells whether the newest quote is below what is about to be signed as the floor: nobody
// would settle it.
func (w *signer) moved(b built) string {
	if b.later != nil {
		return w.movedLater(b)
	}
	if !b.own && w.quotes.fits() && w.quotes.newest.key == b.quote.key &&
		w.quotes.newest.price.DestAmountBeforeFee.Less(b.toSign.Order.DestAmount) {
		return "the price has fallen below your floor"
	}
	return ""
}

// submit hands the signature on, in its compact form. It runs off the loop.
func (w *signer) submit(b built) func(context.Context, sign.Signed) (any, error) {
	exchange, clock := w.s.Exchange, w.s.Env.Clock
	return func(ctx context.Context, signed sign.Signed) (any, error) {
		out := submitted{draft: b.draft}
		out.draft.Signed, out.draft.Hold = clock.Now(), b.hold
		var err error
		out.record, _, err = exchange.SubmitDelta(ctx, api.DeltaSubmission{
			Order: b.toSign.Order, Signature: signed.Signature.Compact(),
			Partner: b.quote.named, Trigger: b.hold, Type: b.kind(),
		})
		out.draft.Put = clock.Now()
		return out, err
	}
}

// accepted goes on to the auction.
func (w *signer) accepted(b built, signed sign.Signed) tea.Cmd {
	done, ok := signed.Result.(submitted)
	if !ok {
		return nil
	}
	if on := w.goesOn(b); on && done.record.NotHeldAs(b.hold) == "" {
		return tea.Batch(w.follow(done.record, done.draft), w.signNext())
	}
	return w.submitted(done.record, done.draft)
}

// arrived goes on where the service has the order, although its answers are lost.
func (w *signer) arrived(b built) tea.Cmd {
	if w.goesOn(b) {
		return w.signNext()
	}
	return nil
}

// found counts an order that was left without an answer, now that the service has it.
func (w *signer) found(hash common.Hash) {
	if p := w.flow; p != nil && p.orders > 1 && p.unsure.hash == hash && p.hold.Left() {
		w.goesOn(p.unsure.of)
	}
}

// goesOn takes one of several orders as done, and tells whether others follow it; after the last
// one the form is empty.
func (w *signer) goesOn(b built) bool {
	if p := w.flow; p != nil && b.flow == p && b.part+1 < p.orders {
		if b.part == p.part {
			p.part, p.unsure = p.part+1, unsureOrder{}
			p.done = p.done.Add(b.toSign.Order.SrcAmount)
			p.nonces = append(p.nonces, b.toSign.Order.Nonce)
		}
		return true
	}
	w.in.reset()
	w.quotes.newest, w.flow = quote{}, nil
	w.derive()
	w.in.form.Focus("sell")
	return false
}

// signNext goes for the next order of a series.
func (w *signer) signNext() tea.Cmd {
	text := fmt.Sprintf("order %d of %d is signed", w.flow.part, w.flow.orders)
	w.s.Toast(ui.OK, text)
	return w.nextStep()
}

// approve gives the allowance alone.
func (w *signer) approve() tea.Cmd {
	task := w.rights.approval()
	task.Holds = true
	sign.Run(w.s, task)
	return nil
}

// signPermit has the permit signed that the order will carry.
func (w *signer) signPermit(p *signingFlow) {
	checks := []ui.Check{w.checker.balanceCheck(),
		{Level: ui.OK, Text: "it goes into the order that is signed next"}}
	edit := func() tea.Cmd { w.in.form.Focus("permit"); return nil }
	done := func(encoded []byte) tea.Cmd {
		p.permit = encoded
		if p != w.flow {
			return nil
		}
		return w.nextStep()
	}
	if w.rights.chosen() == byPermit {
		own := w.rights.ownPermit(p)
		own.Checks, own.Edit, own.Done = checks, edit, done
		sign.RunPermit(w.s, own)
		return
	}
	permit, data, err := w.rights.permit2Data(p)
	if err != nil {
		w.s.Toast(ui.Bad, err.Error())
		return
	}
	sign.Open(w.s, sign.Spec{
		Data: &data, Step: 1, Steps: 2, Checks: checks, Edit: edit,
		Done: func(signed sign.Signed) tea.Cmd { return done(permit.Encode(signed.Signature)) },
	})
}
