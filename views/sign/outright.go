package sign

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// Decider decides on signatures without a screen: a person who is asked in lines of text, or the
// limits that a script was given.
type Decider interface {
	// Foresee is shown what something else has to be signed for first, as far as it is known before
	// that: its error signs neither.
	Foresee(q Question) error
	// Decide is shown what would be signed; nil signs it. What is Off must not be agreed to.
	Decide(ctx context.Context, q Question) error
	// Rest is told for how long an order that was agreed to can still be taken back, and returns
	// once that is over; its error signs nothing.
	Rest(ctx context.Context, long time.Duration) error
	// Agree is told something in lines and asked for a word; nil is its word. Nothing is signed.
	Agree(ctx context.Context, lines []string, word string) error
	// Password of an account that is locked.
	Password(a wallet.Account) (wallet.Secret, error)
}

// Question is what the dialog of a signature shows, for those who do not look at one.
type Question struct {
	describe.Description
	Account wallet.Account
	ChainID uint64
	Tx      *api.Transaction // nil for typed data
	Checks  []ui.Check       // the wallet's and the asker's, the gravest first
	Word    string           // that has to be typed, "" where none is
	Off     string           // why it cannot be signed, "" where it can
	Step    int              // "1 of 2" where one act takes several signatures
	Steps   int
	Raw     string // the JSON that is signed
	// Named are the names by which a person has typed addresses that are in it: whoever decides
	// compares the address, the name proves nothing
	Named map[string]common.Address
}

// question is what the dialog would show.
func (d *Dialog) question() Question {
	return Question{Description: d.description, Account: d.account, ChainID: d.spec.chainID(),
		Tx: d.spec.Tx, Checks: d.checks(), Word: d.asked, Off: d.off(), Step: d.spec.Step,
		Steps: d.spec.Steps, Raw: d.spec.raw(), Named: d.named}
}

// Unsure is the error of what was signed and may have arrived, although no answer came. It is
// noted: the same once more is known as the same.
type Unsure struct {
	Sent  views.Sent
	Cause error
}

func (u *Unsure) Error() string {
	return fmt.Sprintf("it may have been sent as %s: no answer came (%s)", u.Sent.Hash.Hex(),
		sentence(u.Cause))
}

// Unwrap returns why no answer came.
func (u *Unsure) Unwrap() error { return u.Cause }

// Carry has a spec decided on, signs it and hands it on, as the dialog does, and returns once the
// service has it. The session is the caller's alone meanwhile; Done, Edit and Anew are not used.
func Carry(ctx context.Context, s *views.Session, spec Spec, by Decider) (Signed, error) {
	settle(ctx, s, refusedOf(s), func(views.Sent, api.Receipt) {})
	spec = spec.once(s)
	d := newDialog(s, s.Account, Known(s), spec)
	d.named.lookUp(ctx, s)
	d.look()
	if err := by.Decide(ctx, d.question()); err != nil {
		return Signed{}, err
	}
	d.named.lookUp(ctx, s)
	if err := d.may(); err != nil {
		return Signed{}, err
	}
	account, err := s.Wallet.Account(d.account.Address)
	if err != nil {
		return Signed{}, err
	}
	if !account.Open {
		password, err := by.Password(account)
		if err != nil {
			return Signed{}, err
		}
		err = s.Wallet.Unlock(account.Address, password)
		password.Wipe()
		if err != nil {
			return Signed{}, err
		}
	}
	if long := d.rests(); long > 0 {
		if err := by.Rest(ctx, long); err != nil {
			return Signed{}, err
		}
		if err := d.may(); err != nil {
			return Signed{}, err
		}
	}
	kept, _ := spec.sent(d.description.Title, account.Address, s.Env.Now())
	signed, err := spec.sign(s.Wallet, account)
	if err != nil {
		return Signed{}, err
	}
	if note := noteUses(s, spec.chainID(), account.Address, d.first); note != nil {
		note() // not kept, it is only asked about once more
	}
	unsure, err := spec.handOn(ctx, s.Exchange, &s.UnderWay, kept, &signed)
	if api.Refused(err) && kept.Kind != "" { // by its word, which may not be so
		if kept.Hash = signed.Hash; look(ctx, s.Service, &s.UnderWay, kept, s.Env.Now()).found {
			err = spec.isThere(s, kept, err)
		}
	}
	spec.noteRefusal(s.Journal, signed.Hash, err)
	if unsure {
		kept.Hash = signed.Hash
		err = &Unsure{kept, err}
	}
	return signed, err
}

// isThere notes of what was refused that it is there. A transaction goes on as if it was not; of an
// order nobody has an answer, which is the error.
func (p Spec) isThere(s *views.Session, e views.Sent, refused error) error {
	if p.Tx != nil {
		s.UnderWay.Has(e.Hash)
		return nil
	}
	s.UnderWay.Doubt(e.Hash)
	s.UnderWay.Took(e.Hash)
	s.UnderWay.Remove(e.Hash)
	return fmt.Errorf("%s %s%s (%s)", e.What, e.Hash.Hex(), allTheSame, sentence(refused))
}

// refusedOf are those that were refused in this session, or in another, of its network and account.
func refusedOf(s *views.Session) (list []views.Sent) {
	for _, e := range s.UnderWay.List() {
		if e.Refused && e.ChainID == s.Network.ChainID && e.Account == s.Account.Address &&
			s.Env.Now().Sub(e.At) < refusedTime {
			list = append(list, e)
		}
	}
	return list
}

// may looks once more whether what is shown can be signed.
func (d *Dialog) may() error {
	if d.look(); d.off() != "" {
		return api.Errorf(api.ValidationError, "cannot sign: %s", d.off())
	}
	return nil
}

// Do carries a task out, as Run does with dialogs, and returns the receipt once the service has
// taken in its block. A transaction that has reverted is no error here; one whose end is not known
// once ctx ends is Unsure, and one that never will be mined is Lost. told is handed the hash once
// it is sent, and waits why its block takes so long.
func Do(ctx context.Context, s *views.Session, t Task, by Decider, told func(Signed),
	waits func(string)) (Signed, api.Receipt, error) {
	prepared, err := t.prepare(s)(ctx)
	if err != nil {
		return Signed{}, api.Receipt{}, err
	}
	spec := prepared()
	signed, err := Carry(ctx, s, spec, by)
	if err != nil {
		return signed, api.Receipt{}, err
	}
	told(signed)
	r, err := Await(ctx, s.Service, &s.UnderWay, *spec.Tx, signed.Hash, waits)
	var lost *Lost
	switch {
	case errors.As(err, &lost) && lost.Claimed:
		s.UnderWay.Claim(signed.Hash)
		return signed, r, err
	case errors.As(err, &lost) && !lost.Replaced: // the service may know better
		s.UnderWay.Doubt(signed.Hash)
		return signed, r, err
	case errors.As(err, &lost):
		s.UnderWay.Remove(signed.Hash)
		return signed, r, err
	case err != nil: // whoever runs it again must be told of this one
		s.UnderWay.Doubt(signed.Hash)
		kept, _ := spec.sent(t.What, signed.Account.Address, s.Env.Now())
		kept.Hash = signed.Hash
		return signed, r, &Unsure{kept, err}
	}
	s.UnderWay.Mined(signed.Hash, &r)
	awaitHead(ctx, s.Service, spec.Tx.ChainID, *r.Block)
	return signed, r, nil
}

// receiptOf is the receipt of a transaction that is known to be in a block.
func receiptOf(ctx context.Context, service api.Service, e views.Sent) (r api.Receipt, ok bool) {
	exchange, err := service.Exchange(e.ChainID)
	if err == nil {
		r, err = exchange.Receipt(ctx, e.Hash)
	}
	return r, err == nil && r.Block != nil
}

// Settle looks once what has become of everything that earlier sessions signed and did not see the
// end of, and returns what is still open, in words. What is found counts as doubted, so that the
// same once more asks for a word for a while: whoever waited for it has not heard of it. signed is
// told of each, and mined how those ended that are in a block.
func Settle(ctx context.Context, s *views.Session, signed func(views.Sent),
	mined func(views.Sent, api.Receipt)) (open []string, err error) {
	list, err := s.UnderWay.Open(s.Preferences)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		signed(e)
	}
	return settle(ctx, s, list, mined), nil
}

// settle looks once what has become of some.
func settle(ctx context.Context, s *views.Session, list []views.Sent,
	mined func(views.Sent, api.Receipt)) (open []string) {
	for _, e := range list {
		if e.Ended {
			continue
		}
		is := look(ctx, s.Service, &s.UnderWay, e, s.Env.Now())
		if is.found || !e.Refused {
			s.UnderWay.Doubt(e.Hash)
		}
		if is.found && e.Refused {
			open = append(open, e.What+" "+format.Hash(e.Hash)+allTheSame)
		}
		switch {
		case e.Refused && !is.found && is.over == "":
			if s.Env.Now().Sub(e.At) < refusedTime {
				open = append(open, e.What+" "+format.Hash(e.Hash)+" was refused")
			}
			continue
		case is.claimed:
			s.UnderWay.Claim(e.Hash)
			nonce, _ := e.Nonce.Uint64()
			open = append(open, e.What+" "+format.Hash(e.Hash)+": "+claim(nonce))
			continue
		case is.over != "":
			is.end(&s.UnderWay, e.Hash)
			continue
		case is.found && e.Kind != views.SentTransaction:
			s.UnderWay.Took(e.Hash)
			s.UnderWay.Remove(e.Hash)
			continue
		case is.found:
			s.UnderWay.Took(e.Hash)
			if r, ok := receiptOf(ctx, s.Service, e); ok {
				mined(e, r)
				s.UnderWay.Mined(e.Hash, &r)
				continue
			}
			open = append(open, e.What+" "+format.Hash(e.Hash)+" waits for its block")
			continue
		}
		open = append(open, e.What+" "+format.Hash(e.Hash)+" may have been sent: it is not known")
	}
	return open
}

// allTheSame is said of what was refused and is there.
const allTheSame = " was refused, and is there all the same: what the service said is not so"
