package sign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// Task is a transaction on its whole way: prepared and simulated, shown, signed, relayed, mined.
type Task struct {
	What   string // for messages: "approve USDC"
	Checks []ui.Check
	Word   string
	Moved  func() string
	Ended  func() string // see Spec
	Edit   func() tea.Cmd
	Unsure func(common.Hash) // see Spec
	For    any               // comes back in Sent and Mined

	Step, Steps int // "2 of 2" where one act takes several signatures
	// Holds keeps the form still until the transaction is mined: what comes next is decided on
	// with it.
	Holds bool

	// Review adds checks that need the prepared transaction, such as what it costs with its gas;
	// nil adds none.
	Review func(api.Transaction) []ui.Check
	// Before is told a transaction's hash, off the loop, before it is sent; its error sends
	// nothing.
	Before func(common.Hash) error
	// Refused takes that back, off the loop, where the service has refused the transaction.
	Refused func() error
	// Outcome says, off the loop, what a transaction has brought that has succeeded; nil, or "",
	// leaves it at the block.
	Outcome func(context.Context, api.Receipt) string

	on    string // which network it is on, once it is sent and where there are several
	asked asked
}

// What the screen that ran a task is told in its Update.
type (
	// Sent says that the node has taken a task's transaction.
	Sent struct {
		For  any
		Hash common.Hash
	}
	// Mined says that it is in a block, whether it succeeded or reverted.
	Mined struct {
		For     any
		Receipt api.Receipt
		Flow    *views.Flow // that the task was a step of
	}
)

const (
	prepareTime = 15 * time.Second
	mineTime    = 10 * time.Minute
	// rereadTime is for how long the word of a mined transaction waits for what screens read anew
	rereadTime = 3 * time.Second
)

// Run starts a task: a dialog says that it is being prepared, and why not where it cannot be; then
// comes the dialog to sign it, and the message row tells how it goes. Call it in Update.
func Run(s *views.Session, t Task) {
	prepare := t.prepare(s)
	s.Flow().Goes()
	s.Open(&preparing{s: s, what: t.What, edit: t.Edit, ended: t.Ended, prepare: prepare})
}

// prepare returns what asks for the transaction off the loop, and for what is to be signed of it,
// which is made in Update.
func (t Task) prepare(s *views.Session) func(context.Context) (func() Spec, error) {
	asked, exchange, waits, now := t.asked, s.Exchange, &s.UnderWay, s.Env.Now()
	contracts, owner := s.Network.Contracts, s.Account.Address
	var approves api.Token
	if at := asked.wish.At; len(at) == 1 {
		approves, _ = s.Token(at[0])
	}
	return func(ctx context.Context) (func() Spec, error) {
		tx, wish, err := asked.ask(ctx)
		if err == nil && wish.Nonce == nil {
			tx, err = keepNonce(ctx, exchange, waits, tx, wish, now)
		}
		if err != nil {
			return nil, err
		}
		checks, word := readNonce(ctx, exchange, waits, tx, wish)
		checks = append(checks, cuts(ctx, exchange, owner, approves, wish, now)...)
		checks = append(checks, uncovers(ctx, exchange, contracts, owner, approves, wish)...)
		waiting := revived(ctx, exchange, contracts.AugustusRFQ, owner, wish)
		return func() Spec {
			spec := t.spec(s, tx)
			spec.Wish, spec.Checks = wish, slices.Concat(spec.Checks, checks,
				revivedChecks(s, waiting), lessChecks(s, asked.wish, wish))
			spec.Word = words(spec.Word, word)
			return spec
		}, nil
	}
}

// spec is what to sign once the transaction is prepared.
func (t Task) spec(s *views.Session, tx api.Transaction) Spec {
	checks := t.Checks
	if t.Review != nil {
		checks = slices.Concat(checks, t.Review(tx))
	}
	fee, dear := feeChecks(s, tx, describe.Transaction(tx, Known(s)).Act.Pays)
	checks = slices.Concat(checks, fee)
	var submit func(context.Context, Signed) (any, error)
	if t.Before != nil {
		exchange := s.Exchange
		submit = func(ctx context.Context, signed Signed) (any, error) {
			if err := t.Before(signed.Hash); err != nil {
				return nil, err
			}
			err := relay(ctx, exchange, signed)
			if t.Refused != nil && api.Refused(err) {
				err = errors.Join(err, t.Refused())
			}
			return nil, err
		}
	}
	return Spec{
		Submit: submit,
		Tx:     &tx, Step: t.Step, Steps: t.Steps, Checks: checks,
		Word: words(t.Word, dear), Moved: t.Moved, Ended: t.Ended, Edit: t.Edit, Unsure: t.Unsure,
		Anew: ui.Asking(func() { Run(s, t) }),
		Done: func(signed Signed) tea.Cmd {
			waits := fmt.Sprintf("%s: sent as %s, waiting for its block", t.What,
				format.Hash(signed.Hash))
			done := views.Came{Flow: s.Flow()}
			if t.Holds {
				done.Wait = done.Flow.Wait(waits)
			}
			s.Toast(ui.Working, waits)
			s.Tell(Sent{t.For, signed.Hash})
			return t.await(s, tx, signed.Hash, done)
		},
	}
}

// await waits for the receipt, off the loop, and says how the transaction ended.
func (t Task) await(s *views.Session, tx api.Transaction, hash common.Hash,
	done views.Came) tea.Cmd {
	service, journal, sent := s.Service, s.Journal, &s.UnderWay
	came := message(ui.Event{Msg: done})
	if len(s.Networks) > 1 { // another one may be in front by then
		t.on = " on " + s.NetworkName(tx.ChainID)
		t.What += t.on
	}
	await := func(ctx context.Context, told func(string)) tea.Msg {
		r, err := Await(ctx, service, sent, tx, hash, told)
		var lost *Lost
		hidden := errors.As(err, &lost) && !lost.Replaced
		switch {
		case hidden && lost.Claimed:
			sent.Claim(hash)
		case hidden: // the service may know better: its nonce is not free
			sent.Doubt(hash)
		case err == nil:
			sent.Mined(hash, &r)
		case lost != nil:
			sent.Remove(hash)
		}
		if lost != nil {
			if journal != nil {
				journal.Lost(hash, lost.Why)
			}
			told := message(ui.Event{Msg: done, Then: message(ui.Note{Level: ui.Warn,
				Text: fmt.Sprintf("%s: %s: %s", t.What, format.Hash(hash), lost.Why)})})
			if e, kept := sent.Entry(hash); hidden && kept {
				return ui.Event{Msg: Doubted{e}, Then: told}
			}
			return told()
		}
		if err != nil {
			return ui.Event{Msg: done, Then: message(ui.Note{Level: ui.Warn, Text: fmt.Sprintf(
				"%s: %s is not known to be mined (%s)", t.What, format.Hash(hash),
				sentence(err))})}
		}
		awaitHead(ctx, service, tx.ChainID, *r.Block)
		seen, mined := &views.Mined{}, message(Mined{t.For, r, done.Flow})
		return ui.Event{Msg: seen, Then: ui.Call(s.Context, rereadTime,
			func(ctx context.Context) tea.Msg {
				seen.Wait(ctx)
				switch { // the asker's own word of it comes after
				case !r.Success:
					return ui.Sequence(t.tellRevert(r), mined, came)()
				case t.Outcome == nil:
					return ui.Sequence(t.tellOutcome(s, r), mined, came)()
				}
				return tea.BatchMsg{t.tellOutcome(s, r), ui.Sequence(mined, came)}
			})}
	}
	return telling(s.Context, await, func(why string) tea.Msg {
		text := fmt.Sprintf("%s: %s waits for its block: %s", t.What, format.Hash(hash), why)
		return ui.Event{Msg: views.Told{Component: "wallet", Text: text, Level: ui.Warn},
			Then: message(ui.Note{Level: ui.Working, Text: text})}
	})
}

// tellRevert says why a mined transaction has done nothing.
func (t Task) tellRevert(r api.Receipt) tea.Cmd {
	reason := cells.Clean(r.Reason)
	if reason == "" {
		reason = "what it relied on changed before it was mined"
	}
	return message(ui.Note{Level: ui.Bad, Text: fmt.Sprintf("%s: reverted in block %s%s: "+
		"%s", t.What, ui.Count(r.Block.Number), cells.Clean(r.ByWord()), reason)})
}

// tellOutcome says what a transaction that has succeeded has brought, and its block.
func (t Task) tellOutcome(s *views.Session, r api.Receipt) tea.Cmd {
	block := ui.Count(r.Block.Number)
	note := ui.Note{Level: doneLevel(r), Text: t.What + ": done in block " + block +
		cells.Clean(r.ByWord())}
	if t.Outcome == nil {
		return message(note)
	}
	return ui.Call(s.Context, submitTime, func(ctx context.Context) tea.Msg {
		if brought := t.Outcome(ctx, r); brought != "" {
			note.Text = brought + t.on + ", block " + block
			if by := cells.Clean(r.ByWord()); !strings.Contains(brought, by) {
				note.Text += by
			}
		}
		return note
	})
}

// doneLevel is how it is meant that a transaction has succeeded: the word of one alone has no tick.
func doneLevel(r api.Receipt) ui.Level {
	if r.ToldBy != "" {
		return ui.Plain
	}
	return ui.OK
}

func message(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }
