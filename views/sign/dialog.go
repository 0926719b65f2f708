package sign

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// stage is how far the dialog has come.
type stage int

const (
	reviewing stage = iota
	unlocking       // asks for the password
	resting         // waits before it signs an order; see rest.go
	working         // signs
	handing         // handed on; no answer yet, see handing.go
	failed          // shows why not
)

// choice is what has the focus.
type choice int

const (
	onCancel choice = iota
	onWord          // the field for the typed word
	onSign
)

// Dialog shows in words what is about to be signed and signs it. Cancel is the default; signing
// takes S and then ⏎, once all may have been read.
type Dialog struct {
	s           *views.Session
	spec        Spec
	account     wallet.Account
	description describe.Description
	named       names     // by which addresses in it were typed
	opened      time.Time // the names were typed before
	first       []party   // whom the account signs for the first time for
	asked       string    // the word to type, "" where none is

	stage    stage
	choice   choice
	full     bool
	moved    string // why the decision is out of date
	problem  string // of the last try
	refused  bool   // the service does not take what was signed
	unsure   bool   // what was signed may have arrived all the same
	unheard  bool   // so may what nobody looks for: sent twice it does no more than once
	fetched  bool   // it was handed on once more for the answer, as the service has it
	made     Signed // once the key has signed
	word     ui.Input
	password ui.Input
	scroll   ui.Scroller
	toRead   reading
	sight    sight // what was drawn last
	filled   bool  // it fills the window as it is
	rest     rest
	slow     bool // it was handed on a while ago
	tries    int  // how often it was
	page     page
	buttons  []span
}

// span is where a button stands in the dialog.
type span struct {
	y, from, to int
	press       func() tea.Cmd
}

func newDialog(s *views.Session, account wallet.Account, known describe.Context,
	spec Spec) *Dialog {
	d := &Dialog{s: s, spec: spec, account: account,
		description: withSide(s, spec.describe(known)),
		password:    ui.Input{Masked: true}, first: firstUses(s, account.Address, spec)}
	over, word := capChecks(s, d.description.Act)
	d.named, d.opened = namesIn(s, spec), s.Env.Now()
	d.spec.Checks = append(append(slices.Clone(spec.Checks), over...), d.named.checks()...)
	d.asked = words(d.description.Word(), spec.Word, word)
	d.toRead.begin(d.lines(), s.Read)
	return d
}

// Title implements ui.Dialog.
func (d *Dialog) Title() string {
	if len(d.never()) > 0 {
		return "CANNOT BE SIGNED · " + d.description.Title
	}
	if d.description.Transaction {
		return "SIGN and SEND transaction · " + d.description.Title
	}
	return "SIGN typed data · " + d.description.Title
}

// Caption implements ui.Captioned.
func (d *Dialog) Caption() string {
	if d.busy() {
		return d.handingCaption()
	}
	if d.spec.Steps > 1 {
		return fmt.Sprintf("%d of %d", d.spec.Step, d.spec.Steps)
	}
	return d.escapes()
}

// cancels tells whether what would be signed is a cancellation. To leave it is no cancelling then,
// and is not called so.
func (d *Dialog) cancels() bool {
	switch d.description.Act.Kind {
	case describe.Cancel, describe.CancelDelta, describe.Nothing:
		return true
	}
	return false
}

// escapes says what esc does.
func (d *Dialog) escapes() string {
	if d.cancels() {
		return "esc leaves it as it is"
	}
	return "esc cancels"
}

// Ended implements ui.Ender.
func (d *Dialog) Ended() string {
	if d.spec.Ended == nil || d.busy() {
		return ""
	}
	return d.spec.Ended()
}

// GuardsTypeahead implements ui.TypeaheadGuarded: keys in flight must not sign.
func (d *Dialog) GuardsTypeahead() bool { return true }

// Closed implements ui.Closer.
func (d *Dialog) Closed() {
	if d.stage == resting && d.s.Journal != nil {
		d.s.Journal.Tell(views.Told{Component: "wallet",
			Text: d.description.Title + " was not signed: it was left while it rested"})
	}
	d.password.Wipe()
	d.word.Wipe()
}

// Status implements ui.StatusProvider.
func (d *Dialog) Status() ui.Note {
	switch d.stage {
	case resting:
		return d.restNote()
	case working:
		if d.account.Kind.Elsewhere() {
			return ui.Note{Level: ui.Working, Text: "Waiting for the signer: approve it there…"}
		}
		return ui.Note{Level: ui.Working, Text: "Signing…"}
	case handing:
		return ui.Note{Level: ui.Working, Text: d.handingText()}
	case failed:
		return d.failure()
	}
	if why := d.never(); len(why) > 0 {
		return ui.Note{Level: ui.Bad, Text: "It cannot be signed: " + why[0]}
	}
	waits := "Waiting for your decision. Nothing has been signed."
	if d.spec.Step > 1 {
		waits = "Waiting for your decision. What came before is signed, this is not."
	}
	return ui.Note{Level: ui.Working, Text: waits}
}

// failure says what is known after something went wrong.
func (d *Dialog) failure() ui.Note {
	switch {
	case d.unsure:
		return ui.Note{Level: ui.Working, Text: "It may have been sent as " +
			format.Hash(d.made.Hash) + ": looking. r sends the very same again, never a second " +
			"one."}
	case d.unheard:
		return ui.Note{Level: ui.Warn, Text: "It may have been sent: no answer came. r sends the " +
			"very same again."}
	case d.refused:
		return ui.Note{Level: ui.Bad, Text: "It was refused: change it, or close."}
	case d.made.made():
		return ui.Note{Level: ui.Bad, Text: "Nothing was sent: try again, change it, or close."}
	}
	return ui.Note{Level: ui.Bad, Text: "Nothing is signed. Nothing is lost: try again, change " +
		"it, or close."}
}

// never tells why what is shown can never be signed, each reason by itself; nothing where it can.
func (d *Dialog) never() (why []string) {
	for _, c := range d.description.Checks {
		if c.Level == describe.Block {
			why = append(why, c.Text)
		}
	}
	if err := d.account.CanSign(d.spec.chainID()); err != nil {
		why = append(why, err.Error())
	}
	for _, c := range d.spec.Checks {
		if c.Level == ui.Bad && d.spec.Word == "" {
			why = append(why, c.Text)
		}
	}
	if locked := lossLock(d.s, d.description.Act); locked != "" {
		why = append(why, locked)
	}
	if d.moved != "" {
		why = append(why, d.moved+": close and review it again")
	}
	return why
}

// todo is what to do where it can never be signed.
func (d *Dialog) todo() string {
	switch {
	case d.description.Blocked() != "" && d.description.Transaction:
		return "Close this, and ask for it once more. If the same comes back, whoever prepares " +
			"your transactions is broken or lies: use another server."
	case d.description.Blocked() != "":
		return "Close this, and ask for it once more, or for something else."
	case d.account.CanSign(d.spec.chainID()) != nil:
		return "Close this, and choose another account on screen Wallet."
	case d.moved != "":
		return ""
	}
	return "Close this, put that right, and review it again."
}

// off tells why it cannot be signed at present, "" when it can.
func (d *Dialog) off() string {
	if why := d.never(); len(why) > 0 {
		return why[0]
	}
	if why := d.named.unread(d.s, d.opened); why != "" {
		return why
	}
	return d.s.Env.Blocked()
}

// asks is the word to be typed, "" where none is: for what can never be signed none is asked.
func (d *Dialog) asks() string {
	if len(d.never()) > 0 {
		return ""
	}
	return d.asked
}

// look asks whether what is shown has become out of date. Once it has, it stays so: the numbers
// were decided on.
func (d *Dialog) look() {
	if d.moved == "" && !d.busy() {
		if d.moved = d.named.moved(d.s); d.moved == "" && d.spec.Moved != nil {
			d.moved = d.spec.Moved()
		}
		if d.moved != "" {
			d.page = page{}
		}
	}
	if d.off() != "" && d.choice != onCancel && d.stage == reviewing {
		d.choice = onCancel
	}
}

// Captures implements ui.Capturer.
func (d *Dialog) Captures(k tea.KeyMsg) bool {
	switch {
	case d.stage == unlocking:
		return d.password.Captures(k)
	case d.stage == reviewing && d.choice == onWord:
		return d.word.Captures(k)
	case d.stage == resting:
		return !d.rest.takes(k, d.s.Env.Now())
	case d.busy() && !d.slow:
		return k.String() != "esc" // no key leads anywhere until it can be left
	}
	return d.beginsWord(k)
}

// beginsWord tells whether a key is the first letter of the word that is asked for, which need not
// be aimed at first.
func (d *Dialog) beginsWord(k tea.KeyMsg) bool {
	return d.stage == reviewing && !k.Paste && d.word.Value() == "" && k.String() != "S" &&
		d.asks() != "" && k.String() == string([]rune(d.asked)[:1]) && d.off() == ""
}

// Update implements ui.Dialog.
func (d *Dialog) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		if d.stage == resting {
			d.keyAtRest(m)
			return nil
		}
		d.typed(m)
	case tea.MouseMsg:
		return d.mouse(m)
	case Answer:
		if m.of == nil || m.of == d {
			return d.onAnswer(m)
		}
	case keySigned:
		return d.onKeySigned(m)
	case slow:
		d.slow = d.slow || d.stage == handing && m.try == d.tries
	case unlocked:
		return d.onUnlocked(m)
	case restOver:
		return d.onRestOver(m)
	case Found:
		return d.onFound(m)
	case usesRead:
		d.first = firstUses(d.s, d.account.Address, d.spec)
	}
	d.look()
	return nil
}

// typed edits the field that has the focus.
func (d *Dialog) typed(m tea.KeyMsg) {
	if d.choice != onWord && d.beginsWord(m) {
		d.choice = onWord
	}
	switch {
	case d.stage == unlocking:
		d.password.Key(m)
	case d.stage == reviewing && d.choice == onWord:
		d.word.Key(m)
	}
}

func (d *Dialog) mouse(m tea.MouseMsg) tea.Cmd {
	switch m.Button {
	case tea.MouseButtonWheelDown:
		d.scroll.Scroll(2)
	case tea.MouseButtonWheelUp:
		d.scroll.Scroll(-2)
	case tea.MouseButtonLeft:
		for _, b := range d.buttons {
			if m.Y == b.y && m.X >= b.from && m.X < b.to {
				return b.press()
			}
		}
	}
	return nil
}

// aim moves the focus towards signing: to the word first where one is asked for.
func (d *Dialog) aim() tea.Cmd {
	d.look()
	if why := d.off(); why != "" {
		d.s.Toast(ui.Warn, "cannot sign: "+why)
		return nil
	}
	d.choice = onSign
	if d.asks() != "" && !d.spelled() {
		d.choice = onWord
	}
	return nil
}

func (d *Dialog) spelled() bool { return strings.EqualFold(d.word.Value(), d.asked) }

// turn moves the focus by one place.
func (d *Dialog) turn() tea.Cmd {
	if d.stage != reviewing || d.choice != onCancel {
		d.choice = onCancel
		return nil
	}
	return d.aim()
}

// enter presses what has the focus.
func (d *Dialog) enter() tea.Cmd {
	d.look()
	switch {
	case d.stage == unlocking:
		return d.unlock()
	case d.busy(), d.stage == resting:
		return nil
	case d.stage == failed, d.choice == onCancel:
		d.leave()
		return nil
	case d.choice == onWord:
		if !d.spelled() {
			d.s.Toast(ui.Warn, "type \""+d.asked+"\" to go on, or esc to leave")
			return nil
		}
		return d.aim()
	case !d.toRead.ready(d.s.Env.Now()):
		d.s.Toast(ui.Warn, d.unread())
		return nil
	}
	return d.begin()
}

// leave closes the dialog by its button, and says that nothing was signed where that is so: S may
// have been meant to come first.
func (d *Dialog) leave() {
	how, said := "cancelled", "nothing was signed"
	if d.cancels() {
		how = "left as it is"
	}
	if d.spec.Step > 1 {
		said = "what came before is signed, this is not"
	}
	if d.made.made() {
		d.s.Close()
		return
	}
	d.s.Close()
	d.s.Toast(ui.Plain, how+": "+said)
}

// escape closes the dialog, with what was said of it.
func (d *Dialog) escape() tea.Cmd {
	d.s.Toast(ui.Plain, "")
	d.s.Close()
	return nil
}

// unread is why what has the focus does not sign yet.
func (d *Dialog) unread() string {
	if !d.toRead.all() && d.toRead.unread() < len(d.sight.lines) {
		return "⏎ was not taken, " + ui.Counted(d.toRead.unread(), "line") + " not seen yet: " +
			d.toRead.towards() + " goes there"
	}
	return "⏎ was not taken, it came before this could be read: press it again"
}

// begin signs, or asks for the password first.
func (d *Dialog) begin() tea.Cmd {
	if why := d.off(); why != "" {
		d.s.Toast(ui.Warn, "cannot sign: "+why)
		return nil
	}
	if a, err := d.s.Wallet.Account(d.account.Address); err == nil && a.Open {
		return d.restFirst()
	}
	d.stage, d.problem = unlocking, ""
	return nil
}

func (d *Dialog) unlock() tea.Cmd {
	password := wallet.NewSecret(d.password.Bytes())
	if password.Empty() {
		return nil
	}
	d.password.Wipe()
	if d.rests() > 0 {
		return d.unlockFirst(password)
	}
	return d.work(&password)
}

// onFound goes on with what may have been sent, or was refused, now that it is there.
func (d *Dialog) onFound(m Found) tea.Cmd {
	if d.stage != failed || !d.unsure && !d.refused || m.Sent.Hash != d.made.Hash {
		return nil
	}
	if d.fetched { // the answer to it is lost each time: whoever follows it tells that it is there
		d.s.CloseThen(d.spec.Arrived)
		return nil
	}
	*m.Shown = true
	if d.spec.Tx != nil {
		d.resume(Answer{signed: d.made})
		return nil
	}
	d.fetched = true
	return d.work(nil) // which brings the service's answer
}

// Doubted says that what was signed may have been handed on: whoever owns the session follows it.
type Doubted struct{ Sent views.Sent }

// resume closes the dialog where all went well; else it says why not.
func (d *Dialog) resume(m Answer) {
	if m.err == nil {
		done := d.spec.Done
		d.s.CloseThen(func() tea.Cmd {
			if done == nil {
				d.s.Toast(ui.OK, "signed")
				return nil
			}
			return done(m.signed)
		})
		return
	}
	d.stage, d.problem, d.refused = failed, sentence(m.err), api.Refused(m.err)
	d.scroll.Top()
	d.unsure = m.unsure
	_, kept := d.spec.sent("", d.account.Address, d.s.Env.Now())
	d.unheard = !kept && d.spec.Submit != nil && m.signed.made() && !d.refused
	if errors.Is(m.err, wallet.WrongPassword) {
		d.stage = unlocking
	}
}

// again tries once more with what was decided on; what was refused is prepared anew where that can
// be.
func (d *Dialog) again() tea.Cmd {
	switch {
	case d.refused && d.spec.Anew != nil:
		d.s.CloseThen(d.spec.Anew)
		return nil
	case d.made.made():
		return d.work(nil) // the very same, whatever has moved since: it may be there already
	}
	d.look()
	return d.begin()
}

func (d *Dialog) edit() tea.Cmd {
	d.s.CloseThen(d.spec.Edit)
	return nil
}
