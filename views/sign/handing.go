package sign

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet"
)

// What is signed is handed on at once, and the answer may take its time. After a moment the dialog
// can be left: it is waited for all the same, looked for as what was doubted is, and told of in the
// message row and in Activity.

// patience is how long an answer may take before the dialog can be left.
const patience = 2 * time.Second

type (
	// keySigned says that the key has signed: from now on it may be anywhere.
	keySigned struct{ signed Signed }
	// slow comes a while after something was handed on.
	slow struct{ try int }
	// Answer is what came of signing, which everybody is told.
	Answer struct {
		signed Signed
		unsure bool // it may have arrived although there is an error
		err    error
		of     *Dialog // that handed it on; nil where nothing was
		shown  *bool   // the dialog still does
	}
)

// busy tells whether it is being signed or handed on.
func (d *Dialog) busy() bool { return d.stage == working || d.stage == handing }

// handingCaption says whether the dialog can be left.
func (d *Dialog) handingCaption() string {
	if d.slow {
		return "esc leaves it"
	}
	return ""
}

// handingText says how far it is.
func (d *Dialog) handingText() string {
	text := "Handed on as " + format.Hash(d.made.Hash) + ", no answer yet"
	if d.slow {
		return text + ": esc leaves it to Activity"
	}
	return text + "…"
}

// handingFoot is the same in the dialog.
func (d *Dialog) handingFoot() string {
	if d.slow {
		return "it is signed and handed on; esc leaves it, and it goes on in Activity"
	}
	return "it is signed and handed on…"
}

// work unlocks where a password is given, signs and hands on, off the loop.
func (d *Dialog) work(password *wallet.Secret) tea.Cmd {
	d.stage, d.problem, d.slow = working, "", false
	d.s.Toast(ui.Plain, "") // what was said of the dialog before is over
	handOn := d.handsOn()
	if d.made.made() {
		return tea.Batch(d.waitForAnswer(), handOn(d.made))
	}
	spec, w, account := d.spec, d.s.Wallet, d.account
	ctx, limit := d.s.Context, submitTime
	if account.Kind.Elsewhere() {
		limit += wallet.SignerTime
	}
	return ui.Call(ctx, limit, func(context.Context) tea.Msg {
		if password != nil {
			err := w.Unlock(account.Address, *password)
			password.Wipe()
			if err != nil {
				return Answer{err: err}
			}
		}
		signed, err := spec.sign(w, account)
		if err != nil {
			return Answer{err: err}
		}
		// whatever has become of the dialog
		return tea.BatchMsg{message(keySigned{signed}), handOn(signed)}
	})
}

// handsOn is what hands a signature on, off the loop, and brings the answer: to the dialog, and to
// the message row where that is gone.
func (d *Dialog) handsOn() func(Signed) tea.Cmd {
	spec, exchange, under, ctx := d.spec, d.s.Exchange, &d.s.UnderWay, d.s.Context
	journal := d.s.Journal
	kept, _ := spec.sent(d.description.Title, d.account.Address, d.s.Env.Now())
	return func(signed Signed) tea.Cmd {
		return ui.Call(ctx, submitTime, func(ctx context.Context) tea.Msg {
			a := Answer{signed: signed, of: d, shown: new(bool)}
			a.unsure, a.err = spec.handOn(ctx, exchange, under, kept, &a.signed)
			return ui.Event{Msg: a, Then: func() tea.Msg {
				spec.noteRefusal(journal, signed.Hash, a.err)
				if *a.shown {
					return nil
				}
				return a.unseen(kept)
			}}
		})
	}
}

// noteRefusal keeps that a transaction which a key has signed was refused, and waits for no block.
func (p Spec) noteRefusal(journal views.Journal, hash common.Hash, err error) {
	if p.Tx != nil && journal != nil && api.Refused(err) {
		journal.Lost(hash, "was refused: "+sentence(err))
	}
}

// unseen tells of the answer to what nobody shows any more; nil where whoever looks for it does.
func (a Answer) unseen(kept views.Sent) tea.Msg {
	kept.Hash = a.signed.Hash
	f := follower{sent: kept}
	switch {
	case api.Refused(a.err):
		return f.tell(ui.Bad, "it was refused: "+sentence(a.err))
	case a.err != nil && kept.Kind != "":
		return f.tell(ui.Warn, "no answer came; it is looked for")
	case a.err != nil:
		return f.tell(ui.Warn, "no answer came: it may have arrived ("+sentence(a.err)+")")
	case kept.Kind == views.SentTransaction, a.signed.told:
		return nil
	}
	return f.tell(ui.OK, "the service has it")
}

// onKeySigned waits for the answer, unless it came first.
func (d *Dialog) onKeySigned(m keySigned) tea.Cmd {
	kept := d.hold(m.signed)
	if d.stage != working {
		return kept
	}
	return tea.Batch(kept, d.waitForAnswer())
}

func (d *Dialog) waitForAnswer() tea.Cmd {
	d.stage, d.slow = handing, false
	d.tries++
	return d.s.After(patience, slow{d.tries})
}

// hold takes in, once, that the key has signed: a signature counts, wherever handing it on leads.
func (d *Dialog) hold(signed Signed) tea.Cmd {
	if d.made.made() {
		return nil
	}
	d.made = signed
	d.s.Read = d.lines()
	told := views.Signed{Account: d.account, Title: d.description.Title,
		Hash: signed.Hash, ChainID: d.spec.chainID(), Act: d.description.Act}
	if tx := d.spec.Tx; tx != nil {
		told.Nonce, told.Tx = &tx.Nonce, tx
	}
	d.s.Broadcast(told)
	return noteUses(d.s, told.ChainID, d.account.Address, d.first)
}

func (d *Dialog) onAnswer(m Answer) tea.Cmd {
	if !m.signed.made() {
		d.resume(m)
		return nil
	}
	if m.shown != nil {
		*m.shown = true
	}
	kept := d.hold(m.signed)
	d.made = m.signed
	e, _ := d.spec.sent(d.description.Title, d.account.Address, d.s.Env.Now())
	e.Hash, e.Refused = m.signed.Hash, api.Refused(m.err)
	if m.unsure || e.Refused { // it may be there anyway
		d.s.Broadcast(Doubted{e})
	}
	if m.unsure && d.spec.Unsure != nil {
		d.spec.Unsure(e.Hash)
	}
	d.resume(m)
	return kept
}

// leaveHanding closes the dialog of what has no answer yet: whoever owns the session follows it.
func (d *Dialog) leaveHanding() tea.Cmd {
	e, kept := d.spec.sent(d.description.Title, d.account.Address, d.s.Env.Now())
	e.Hash = d.made.Hash
	d.s.Toast(ui.Working, cells.Clean(d.description.Title)+" "+format.Hash(e.Hash)+
		" has no answer yet: it goes on in Activity")
	if !kept {
		d.s.Close()
		return nil
	}
	if d.spec.Unsure != nil {
		d.spec.Unsure(e.Hash)
	}
	under := &d.s.UnderWay
	d.s.Close()
	return func() tea.Msg {
		under.Doubt(e.Hash)
		return ui.Event{Msg: Doubted{e}}
	}
}
