package views

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
)

// LeftCheck says how much of a token is left of what is held once some is sent, while open orders
// need so much of it. name is what the token is called.
func LeftCheck(sent, held, claimed api.Amount, t api.Token, name string) ui.Check {
	show := func(a api.Amount, r api.Round) string {
		return format.Amount(a, t, r) + " " + name
	}
	if held.Less(sent) {
		return ui.Check{Level: ui.Bad, Text: "you hold " + show(held, api.Down)}
	}
	left := held.Sub(sent)
	switch {
	case left.Less(claimed):
		return ui.Check{Level: ui.Warn, Text: "leaves " + show(left, api.Down) +
			"; your open orders need " + show(claimed, api.Up)}
	case t.Address == api.NativeToken && left.IsZero():
		return ui.Check{Level: ui.Bad, Text: "leaves nothing for the gas: send less"}
	}
	return ui.Check{Level: ui.OK, Text: "leaves you " + show(left, api.Down)}
}

// Receiver is what is known of whom something is sent to.
type Receiver struct {
	Known    bool // it was looked at
	Contract bool
	Problem  string // why it could not be
}

// ReceiverCheck says who the receiver of a token is, which is called name; word is to be typed
// where what is sent may be lost.
func (s *Session) ReceiverCheck(to, token common.Address, name string, of Receiver) (
	check ui.Check, word string) {
	known := s.AddressName(to)
	switch {
	case to == s.Account.Address:
		return ui.Check{Level: ui.Bad, Text: "that is the account itself"}, ""
	case to == token:
		return ui.Check{Level: ui.Bad, Text: "that is the contract of " + name +
			" itself: what is sent there is lost"}, ""
	case of.Problem != "":
		return ui.Check{Level: ui.Bad, Text: "could not look at the receiver: " + of.Problem}, ""
	case !of.Known:
		return ui.Check{Level: ui.Working, Text: "looking at the receiver"}, ""
	case of.Contract && known != "":
		return ui.Check{Level: ui.Warn, Text: known +
			" is a contract: it may keep what it is sent"}, "contract"
	case of.Contract:
		return ui.Check{Level: ui.Warn,
			Text: "the receiver is a contract, which may keep what it is sent"}, "contract"
	case s.LooksLike(to) != "":
		return ui.Check{Level: ui.Warn, Text: s.LooksLike(to) + ": it is another's"}, "lookalike"
	case known == "" && s.NameOf(to) != "":
		return s.callsItself(to)
	case known == "":
		return ui.Check{Level: ui.Warn, Text: "not in your address book: compare every digit"}, ""
	}
	return ui.Check{Level: ui.OK, Text: "goes to " + known}, ""
}

// callsItself says what a stranger calls itself, which is cut so that the warning is not, and whose
// name that is here: it is to be typed then that the address is another's.
func (s *Session) callsItself(to common.Address) (check ui.Check, word string) {
	const longest = 24
	calls, what := s.NameOf(to), "compare every digit"
	is := format.Address(to) + " calls itself " + cells.Truncate(calls, longest)
	for _, a := range s.Wallet.List() {
		if strings.EqualFold(a.Name, calls) {
			is, word = is+", as your own account is called", "lookalike"
		}
	}
	for _, c := range s.Contacts() {
		if word == "" && strings.EqualFold(c.Label, calls) {
			is, word = is+", as a contact is called", "lookalike"
		}
	}
	if word != "" {
		what = "it is another's"
	}
	return ui.Check{Level: ui.Warn, Text: is + ": " + what}, word
}
