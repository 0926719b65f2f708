package ui

import (
	"fmt"
	"strings"
	"time"

	"bourse/ui/cells"
)

// Connection is how the console reaches its backend.
type Connection uint8

// Connections.
const (
	Offline Connection = iota
	Reconnecting
	CatchingUp // the backend is reached, but is behind the chain
	Live
)

// Header is the first row. It is sent to the shell as a message whenever it
// changes; screens read it from their Env.
type Header struct {
	Mode       string // DEMO, LOCAL, LIVE or READ-ONLY
	Chain      string // "Ethereum"
	ChainShort string // "eth"
	ChainID    uint64
	Account    string   // name
	Address    string   // full address; shown short
	Locked     bool     // the account's key is locked
	Balances   []string // formatted: "4.2183 ETH", the native coin first
	Block      uint64
	BlockAt    time.Time     // when the block was made
	BlockTime  time.Duration // between blocks; 0 leaves freshness unjudged
	Gas        string        // "12.4 gwei"
	Conn       Connection
	Unheard    bool // nothing is told as it happens: what is shown is read by time
	Latency    time.Duration
	Attempt    int // of reconnecting
	MouseOff   bool
	Halted     string // what keeps or fails to keep from trading, in a word or two
}

// Freshness of the newest block.
type Freshness uint8

// Fresh is up to two block times, Ageing up to five, Stale older.
const (
	Fresh Freshness = iota
	Ageing
	Stale
)

// Freshness judges the block's age.
func (h Header) Freshness(now time.Time) Freshness {
	age := now.Sub(h.BlockAt)
	switch {
	case h.BlockTime <= 0 || h.BlockAt.IsZero() || age <= 2*h.BlockTime:
		return Fresh
	case age <= 5*h.BlockTime:
		return Ageing
	}
	return Stale
}

// apart is how far two clocks may be apart.
const apart = 2 * time.Minute

// Ahead is how far the newest block is ahead of the clock, 0 where it is not or by little.
func (h Header) Ahead(now time.Time) time.Duration {
	ahead := h.BlockAt.Sub(now)
	if h.BlockAt.IsZero() || ahead < apart {
		return 0
	}
	return ahead
}

// Blocked is why nothing can be quoted, taken or signed at present: the
// backend is out of reach or its block is stale. "" when all is well.
func (e *Env) Blocked() string {
	switch {
	case e.Header.Conn == Offline:
		return "offline"
	case e.Header.Conn == Reconnecting:
		return "reconnecting"
	case e.Header.Conn == CatchingUp:
		return "catching up with the chain"
	case e.Header.Freshness(e.Now()) == Stale:
		return "the newest block is " + Age(e.Now().Sub(e.Header.BlockAt)) + " old"
	}
	return ""
}

// line draws the header in w cells: parts that do not fit are left out whole,
// the least needed first. It tells where the network and the account stand; what is left out is
// nowhere.
func (h Header) line(e *Env, brand string, w int) (drawn string, network, account span) {
	t := e.Theme
	long := w >= cells.FullWidth
	left := []string{t.Brand.Render("◆"), t.Title.Render(h.Mode)}
	if long {
		left = []string{t.Brand.Render("◆ " + brand), t.Title.Render(h.Mode)}
	}
	gap, line := " ", " "+strings.Join(left, " ")
	if long {
		gap = "  "
	}
	parts := h.left(long)
	right := strings.Join(h.right(e, long, long), gap) // the last digits of the block are enough
	room := w - cells.Width(right) - 2
	var spans [2]span
	for i, p := range parts {
		if p == "" || cells.Width(line)+len(gap)+cells.Width(p) > room {
			continue
		}
		line += gap + p
		if i < len(spans) {
			end := cells.Width(line)
			spans[i] = span{end - cells.Width(p), end}
		}
	}
	whole := strings.Join(h.right(e, long, true), gap)
	if cells.Width(line)+cells.Width(whole)+2 <= w {
		right = whole
	}
	return cells.FitLine(cells.Spread(line, right+" ", w), w), spans[0], spans[1]
}

// left are the parts after the mode, the most needed first.
func (h Header) left(long bool) []string {
	chain, who := cells.Clean(h.Chain), ShortAddress(h.Address)
	if h.ChainID != 0 {
		name := chain
		if !long {
			name = cells.Clean(h.ChainShort)
		}
		chain = fmt.Sprintf("%s(%d)", name, h.ChainID)
	}
	if long {
		who = strings.TrimSpace(cells.Clean(h.Account) + " " + who)
	}
	if h.Locked && who != "" {
		who += " ⊘ locked"
	}
	parts := []string{chain, who}
	for i, b := range h.Balances {
		if long || i == 0 {
			parts = append(parts, cells.Clean(b))
		}
	}
	return parts
}

// right are the parts at the end; whole has all digits of the block.
func (h Header) right(e *Env, long, whole bool) []string {
	var parts []string
	if h.Halted != "" {
		parts = append(parts, e.Theme.Danger.Render("⊘ "+cells.Clean(h.Halted)))
	}
	if h.MouseOff {
		parts = append(parts, e.Theme.Warn.Render("mouse off"))
	}
	if h.Block > 0 {
		parts = append(parts, h.block(e, whole))
	}
	if long && h.Gas != "" {
		parts = append(parts, cells.Clean(h.Gas))
	}
	return append(parts, h.connection(e, long))
}

func (h Header) block(e *Env, whole bool) string {
	n := "blk " + Count(h.Block)
	if !whole && h.Block >= 1000 {
		n = fmt.Sprintf("blk …%03d", h.Block%1000)
	}
	if h.BlockAt.IsZero() {
		return n
	}
	age := Age(e.Now().Sub(h.BlockAt))
	if ahead := h.Ahead(e.Now()); ahead > 0 {
		return n + " " + e.Theme.Warn.Render("! "+Age(ahead)+" ahead")
	}
	switch h.Freshness(e.Now()) {
	case Ageing:
		return n + " " + e.Theme.Warn.Render("! +"+age)
	case Stale:
		return n + " " + e.Theme.Danger.Render("✗ stale "+age)
	}
	return n + " +" + age
}

func (h Header) connection(e *Env, long bool) string {
	switch h.Conn {
	case Live:
		if h.Unheard {
			return e.Theme.Warn.Render("◐ no stream")
		}
		s := "● live"
		if long && h.Latency > 0 {
			s += fmt.Sprintf(" %dms", max(1, h.Latency.Round(time.Millisecond).Milliseconds()))
		}
		return e.Theme.OK.Render(s)
	case CatchingUp:
		return e.Theme.Warn.Render("◐ catching up")
	case Reconnecting:
		if h.Attempt == 0 {
			return e.Theme.Warn.Render("◐ connecting")
		}
		return e.Theme.Warn.Render(fmt.Sprintf("◐ reconnecting %d", h.Attempt))
	}
	return e.Theme.Danger.Render("○ offline")
}
