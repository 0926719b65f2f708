package chain

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ethereum/go-ethereum/accounts/abi"
)

// Revert is a call that a contract refused, or that ran out of gas or funds.
type Revert struct {
	Data   []byte // what the contract reverted with; may be empty
	Reason string // in words
}

func (r *Revert) Error() string { return r.Reason }

// reason puts a revert into words: Error(string), Panic(uint256) and custom errors of known
// contracts; else what the node says.
func (n *nodes) reason(data []byte, fallback string) string {
	if s, err := abi.UnpackRevert(data); err == nil {
		return printable(s)
	}
	if len(data) >= 4 {
		for _, a := range n.cfg.ABIs {
			if e, err := a.ErrorByID([4]byte(data)); err == nil {
				return customError(e, data)
			}
		}
		return fmt.Sprintf("the contract refused with error %#x", data[:4])
	}
	s := strings.TrimPrefix(strings.TrimPrefix(fallback, "execution reverted"), ": ")
	s = strings.TrimPrefix(s, "err: ")
	if s == "" {
		return "the contract refused without a reason"
	}
	return printable(s)
}

func customError(e *abi.Error, data []byte) string {
	values, err := e.Inputs.Unpack(data[4:])
	if err != nil || len(values) == 0 {
		return e.Name
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = strings.TrimSpace(e.Inputs[i].Name + " " + fmt.Sprint(v))
	}
	return printable(e.Name + " (" + strings.Join(parts, ", ") + ")")
}

// maxReason is how many characters of a contract's own words are shown.
const maxReason = 200

// printable keeps what can be shown of a text that a stranger's contract chose.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > maxReason {
		s = string(runes[:maxReason]) + "…"
	}
	return s
}
