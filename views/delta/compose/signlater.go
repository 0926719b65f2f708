package compose

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views/delta/track"
)

// buildLater makes the order of what is on the screen, and has the service build the same.
func (w *signer) buildLater(p *signingFlow) tea.Cmd {
	r := w.quotes.laterRequest()
	nonce, err := w.s.Nonce()
	if err != nil {
		w.s.Toast(ui.Bad, err.Error())
		return nil
	}
	r.Nonce = &nonce
	r.Deadline, r.Permit = uint64(p.deadline.Add(w.quotes.lasts()).Unix()), p.permit
	if w.rights.chosen() == byGiven {
		r.Permit = []byte{1}
	}
	o := eip712.DeltaOrderOf(&r)
	return w.ask(built{flow: p, asked: r, later: &o, minOut: w.quotes.minOut(),
		quote: w.quotes.newest, own: w.in.plan.ownFloor(),
		draft: track.Draft{Price: w.quotes.newest.price, Market: w.quotes.newest.market,
			Quoted: w.quotes.newest.at}})
}

// onLater shows the order that the form made, beside what the service made otherwise. A purchase
// spends no more than the form showed, which is what is allowed.
func (w *signer) onLater(b built) {
	b.differs = eip712.DeltaBuiltDiffers(&b.asked, w.s.Network.Contracts.Delta, b.toSign)
	b.toSign = api.DeltaToSign{ChainID: w.s.Network.ChainID, Contract: w.s.Network.Contracts.Delta,
		Order: *b.later}
	if o := &b.toSign.Order; o.Buy && b.flow.most.Less(o.SrcAmount) {
		o.SrcAmount = b.flow.most
		o.Complete()
		if !b.own && o.SrcAmount.Less(b.quote.price.SrcAmount) && !o.Form.Sliced() {
			w.s.Toast(ui.Warn, "the price has risen above the most that you accept")
			return
		}
	}
	w.review(b)
}

// kind says what an order is submitted as.
func (b *built) kind() string {
	if b.later != nil && b.own && !b.later.Form.Sliced() {
		return "LIMIT"
	}
	return ""
}

// movedLater tells whether nobody would settle by the newest quote what is about to be signed.
func (w *signer) movedLater(b built) string {
	if b.own || !w.quotes.fits() || w.quotes.newest.key != b.quote.key {
		return ""
	}
	now, o := w.quotes.newest.price, b.toSign.Order
	pays, gets := o.SrcAmount, o.DestAmount
	if o.Form.Sliced() {
		pays, gets = o.Slice(0)
	}
	switch {
	case o.Buy && pays.Less(now.SrcAmount):
		return "the price has risen above the most that you accept"
	case !o.Buy && now.DestAmount.Less(gets):
		return "the price has fallen below your floor"
	}
	return ""
}
