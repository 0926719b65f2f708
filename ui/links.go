package ui

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"bourse/ui/clean"
)

// Pages is a Host that knows where on the web more is told of an address or a hash, whole or
// shortened as screens show it. The frame links such texts to their pages; "" is none. It answers
// at once.
type Pages interface{ Page(text string) string }

// showsLinks tells whether a terminal takes hyperlinks (OSC 8) or at least passes them by, as most
// do. FORCE_HYPERLINK says otherwise: 0 is off, anything else is on.
func showsLinks(getenv func(string) string) bool {
	if force := getenv("FORCE_HYPERLINK"); force != "" {
		return force != "0"
	}
	switch getenv("TERM") {
	case "dumb", "linux":
		return false
	}
	const first = 5000 // of GNOME's terminal widget that does not write them out
	vte, err := strconv.Atoi(getenv("VTE_VERSION"))
	return err != nil || vte >= first
}

// linked is a frame whose addresses and hashes are links, where their pages are known. The frame
// is laid out before: no width counts what a link adds.
func linked(frame string, r *Root) string {
	pages, ok := r.cfg.Host.(Pages)
	if !ok {
		return frame
	}
	var b strings.Builder
	rest, header := frame, strings.IndexByte(frame, '\n')
	for {
		i := strings.Index(rest, "0x")
		if i < 0 {
			b.WriteString(rest)
			return b.String()
		}
		at := len(frame) - len(rest) + i
		text := rest[i : i+2+hexLength(rest[i+2:])]
		b.WriteString(rest[:i])
		rest = rest[i+len(text):]
		about := text
		if at < header && text == ShortAddress(r.env.Header.Address) {
			about = r.env.Header.Address
		}
		page := pages.Page(about)
		if page == "" || !clean.IsPrintableASCII(page) {
			b.WriteString(text)
			continue
		}
		b.WriteString(ansi.SetHyperlink(page) + text + ansi.ResetHyperlink())
	}
}

// hexLength is how far a text is hexadecimal, with what stands for digits left out.
func hexLength(s string) int {
	for i, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') && c != '…' {
			return i
		}
	}
	return len(s)
}
