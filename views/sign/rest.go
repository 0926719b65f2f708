package sign

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/views"
	"bourse/wallet"
)

// An order that was confirmed rests for some seconds before it is signed and posted, so that it can
// be taken back. No key and no signer is asked before the rest is over: there is no signature that
// could get out, and nothing whose nonce would have to be burnt. What has moved meanwhile is not
// signed. Transactions do not rest: whoever sends one sees what the next block makes of it.

// rest is the one under way.
type rest struct {
	until  time.Time
	serial int       // of the newest; what came of one before it says nothing
	key    time.Time // when the last key came that does nothing
	missed string    // the last key that was pressed meanwhile
}

// apart is how long a u has to be apart from the key before it, so that none of a word that is
// typed, or pasted without brackets, takes an order back.
const apart = 400 * time.Millisecond

// takes tells whether a key takes an order back.
func (r rest) takes(k tea.KeyMsg, now time.Time) bool {
	return k.String() == "u" && !k.Paste && now.Sub(r.key) >= apart
}

// keyAtRest says that a key does nothing. A u that came too soon holds up none after it, so that
// pressing it again and again takes the order back.
func (d *Dialog) keyAtRest(k tea.KeyMsg) {
	if k.String() != "u" || k.Paste {
		d.rest.key = d.s.Env.Now()
	}
	d.rest.missed = ui.KeyName(k.String())
}

type (
	// restOver comes once an order has rested.
	restOver struct{ serial int }
	// unlocked says whether the account is open.
	unlocked struct{ err error }
)

// rests is how long what the dialog shows rests; 0 does not.
func (d *Dialog) rests() time.Duration {
	e, ok := d.spec.sent("", d.account.Address, d.s.Env.Now())
	if !ok || e.Kind == views.SentTransaction || d.made.made() {
		return 0
	}
	return d.s.Rests()
}

// unlockFirst opens the account, so that a wrong password is told before the order rests.
func (d *Dialog) unlockFirst(password wallet.Secret) tea.Cmd {
	d.stage, d.problem = working, ""
	w, account := d.s.Wallet, d.account.Address
	return ui.Call(d.s.Context, submitTime, func(context.Context) tea.Msg {
		defer password.Wipe()
		return unlocked{w.Unlock(account, password)}
	})
}

func (d *Dialog) onUnlocked(m unlocked) tea.Cmd {
	if m.err != nil {
		d.resume(Answer{err: m.err})
		return nil
	}
	return d.restFirst()
}

// restFirst lets an order rest, and signs anything else at once.
func (d *Dialog) restFirst() tea.Cmd {
	long := d.rests()
	if long == 0 {
		return d.work(nil)
	}
	d.stage, d.problem = resting, ""
	d.s.Toast(ui.Plain, "") // what was said of the dialog before is over
	d.rest = rest{until: d.s.Env.Now().Add(long), serial: d.rest.serial + 1}
	return d.s.After(long, restOver{d.rest.serial})
}

// onRestOver signs what may still be signed.
func (d *Dialog) onRestOver(m restOver) tea.Cmd {
	if d.stage != resting || m.serial != d.rest.serial {
		return nil
	}
	d.look()
	if why := d.off(); why != "" {
		d.stage, d.choice = reviewing, onCancel
		d.s.Toast(ui.Warn, "it was not signed: "+why)
		return nil
	}
	return d.work(nil)
}

// takeBack closes the dialog of an order that rests.
func (d *Dialog) takeBack() tea.Cmd {
	d.stage = reviewing
	said := "taken back: nothing was signed, and nothing was posted"
	if d.spec.Step > 1 {
		said = "taken back: what came before is signed, the order is not, and was not posted"
	}
	d.s.Close()
	d.s.Broadcast(views.Told{Component: "wallet",
		Text: d.description.Title + " was taken back before it was signed"})
	d.s.Toast(ui.OK, said)
	return nil
}

// restNote says how long an order still rests, and that a key did nothing.
func (d *Dialog) restNote() ui.Note {
	if d.rest.missed != "" {
		return ui.Note{Level: ui.Warn, Text: fmt.Sprintf("%s was not taken: the order is signed "+
			"in %d s, and only u, pressed by itself, takes it back", d.rest.missed, d.restLeft())}
	}
	return ui.Note{Level: ui.Working, Text: fmt.Sprintf("signed and posted in %d s; u takes it "+
		"back", d.restLeft())}
}

// restLeft is in how many seconds it is over.
func (d *Dialog) restLeft() int {
	left := max(0, d.rest.until.Sub(d.s.Env.Now()))
	return int((left + time.Second - 1) / time.Second)
}
