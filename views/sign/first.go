package sign

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
)

// What is signed for the first time deserves a second look: the contract that a signature is for,
// and whoever gets something or the right to take it. They are kept from one session to the next.

const (
	usedName = "used" // under which they are kept: a line for each, see usedLine
	mostUsed = 400
)

// usedLine is how an address is kept that an account has signed for on a network.
func usedLine(chainID uint64, account, party common.Address) string {
	return fmt.Sprintf("%d %s %s", chainID, account.Hex(), party.Hex())
}

// party is an address that a signature is for.
type party struct {
	address common.Address
	gets    bool // it receives something; else it is a contract that acts
}

// calls that name somebody beside the contract: which argument it is, and whether it gets something
var partyOf = map[string]struct {
	argument int
	gets     bool
}{
	"a9059cbb": {0, true},  // transfer(address,uint256)
	"42842e0e": {1, true},  // safeTransferFrom(address,address,uint256)
	"f242432a": {1, true},  // safeTransferFrom(address,address,uint256,uint256,bytes)
	"095ea7b3": {0, false}, // approve(address,uint256)
	"a22cb465": {0, false}, // setApprovalForAll(address,bool)
}

// parties are the addresses that what is to be signed is for.
func (p Spec) parties() []party {
	if tx := p.Tx; tx != nil {
		list := []party{{tx.To, len(tx.Data) == 0}}
		if len(tx.Data) < 4 {
			return list
		}
		of, ok := partyOf[common.Bytes2Hex(tx.Data[:4])]
		from := 4 + 32*of.argument
		if ok && len(tx.Data) >= from+32 {
			list = append(list, party{common.BytesToAddress(tx.Data[from : from+32]), of.gets})
		}
		return list
	}
	list := []party{{p.Data.Domain.Contract, false}}
	for _, f := range p.Data.Message.Fields {
		to, is := f.Value.(common.Address)
		if is && to != (common.Address{}) && (f.Name == "beneficiary" || f.Name == "spender") {
			list = append(list, party{to, f.Name == "beneficiary"})
		}
	}
	return list
}

// RereadUses takes up what other programs of the same folder have signed for. It waits for the
// disk: call it off the loop.
func RereadUses(k *views.Preferences) { k.Reread(usedName) }

// usesRead says that what other programs have signed for is taken up.
type usesRead struct{}

// Init implements ui.Starter: what is told as a first use may have been used by another program.
func (d *Dialog) Init() tea.Cmd {
	if len(d.first) == 0 {
		return nil
	}
	kept := d.s.Preferences
	return func() tea.Msg {
		RereadUses(kept)
		return usesRead{}
	}
}

// firstUses are the parties that the account has signed nothing for yet, as far as sessions keep
// that. It reads the session, so call it in Update.
func firstUses(s *views.Session, account common.Address, p Spec) (list []party) {
	if s.Preferences == nil {
		return nil
	}
	used := strings.Split(s.Preferences.Get(usedName), "\n")
	for _, of := range p.parties() {
		if of.address != account &&
			!slices.Contains(used, usedLine(p.chainID(), account, of.address)) {
			list = append(list, of)
		}
	}
	return list
}

// firstChecks say what is used for the first time.
func firstChecks(s *views.Session, list []party) (checks []ui.Check) {
	for _, of := range list {
		name := s.AddressName(of.address)
		if t, listed := s.Token(of.address); name == "" && listed {
			name = views.Symbol(t)
		}
		text := "first use of "
		if of.gets {
			text = "nothing was sent from this account before to "
		}
		checks = append(checks, ui.Check{Level: ui.Warn, Text: text +
			strings.TrimSpace(cells.Clean(name)+" "+s.ShortAddress(of.address))})
	}
	return checks
}

// noteUses keeps that the account has signed for these parties.
func noteUses(s *views.Session, chainID uint64, account common.Address, list []party) tea.Cmd {
	if len(list) == 0 {
		return nil
	}
	return s.Preferences.Change(usedName, func(text string) string {
		lines := slices.DeleteFunc(strings.Split(text, "\n"),
			func(line string) bool { return line == "" })
		for _, of := range list {
			line := usedLine(chainID, account, of.address)
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
		lines = lines[max(0, len(lines)-mostUsed):]
		return strings.Join(lines, "\n") + "\n"
	})
}
