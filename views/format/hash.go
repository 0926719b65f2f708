package format

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/ui"
	"bourse/ui/cells"
)

// hashCells is the width of a shortened hash.
const hashCells = 11

// Hash is a hash as screens, messages and logs show it: "0x9f31…b021".
func Hash(h common.Hash) string { return HashCell(h, hashCells) }

// HashCell is a hash in a column of at least five cells: as Hash shows it where there is room,
// else fewer digits of both ends, and at last only the first digits, without the 0x.
func HashCell(h common.Hash, w int) string { return cell(h.Hex(), w) }

// AddressCell is an address in a column, shortened as HashCell does.
func AddressCell(a common.Address, w int) string { return cell(a.Hex(), w) }

func cell(text string, w int) string {
	const twoEnds = 7
	w = min(w, hashCells)
	if w < twoEnds {
		return text[2:w+1] + "…"
	}
	tail := (w - len("0x") - 1) / 2
	return text[:w-1-tail] + "…" + text[len(text)-tail:]
}

// Address is an address where there is no room for all of it: "0x71C7…976F".
func Address(a common.Address) string { return AddressCell(a, hashCells) }

// AddressAround is an address by the digits around one of its forty, counted from 0, and by its
// ends: "!…97c5…79c8". It is for what can be taken for another address in the form of Address.
func AddressAround(a common.Address, digit int) string {
	const shown, digits = 4, 2 * common.AddressLength
	text := a.Hex()[len("0x"):]
	switch from := digit - 1; {
	case from < 1:
		return "!" + text[:shown+1] + "…" + text[digits-shown:]
	case digit >= digits-shown:
		return "!" + text[:shown] + "…" + text[digits-shown-1:]
	default:
		return "!…" + text[from:from+shown] + "…" + text[digits-shown:]
	}
}

// ID is an id of the service, such as a UUID, where there is no room for all of it.
func ID(id string) string {
	const ends = 4
	r := []rune(cells.Clean(id))
	if len(r) <= 2*ends+1 {
		return string(r)
	}
	return string(r[:ends]) + "…" + string(r[len(r)-ends:])
}

// Brief is a sentence of the service with its addresses and hashes shortened.
func Brief(text string) string {
	words := strings.Fields(cells.Clean(text))
	for i, word := range words {
		const address = 42
		if strings.HasPrefix(word, "0x") && len(word) >= address {
			words[i] = ui.ShortAddress(word)
		}
	}
	return strings.Join(words, " ")
}
