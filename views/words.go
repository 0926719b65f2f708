package views

import (
	"strings"

	"bourse/ui"
)

// Brief is a sentence of the service with its addresses and hashes shortened.
func Brief(text string) string {
	words := strings.Fields(ui.Clean(text))
	for i, word := range words {
		const address = 42
		if strings.HasPrefix(word, "0x") && len(word) >= address {
			words[i] = ui.ShortAddress(word)
		}
	}
	return strings.Join(words, " ")
}
