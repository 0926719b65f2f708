package sshd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// openssh runs the ssh client that people use, in a terminal of a kind and size.
func openssh(t *testing.T, address, term string, w, h int, flags ...string) *client {
	t.Helper()
	path, err := exec.LookPath("ssh")
	if err != nil {
		if os.Getenv("BOURSE_GATE") != "" {
			t.Fatal("the ssh client is missing: apt-get install openssh-client")
		}
		t.Skip("there is no ssh client here: apt-get install openssh-client")
	}
	host, port, _ := strings.Cut(address, ":")
	cmd := exec.Command(path, append([]string{"-F", "none", "-p", port,
		"-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
		"-o", "UserKnownHostsFile=" + filepath.Join(t.TempDir(), "hosts")},
		append(flags, "visitor@"+host)...)...)
	cmd.Env = append(os.Environ(), "TERM="+term)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close(); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	c := &client{t: t, in: tty, tty: tty}
	c.fresh = sync.NewCond(&c.mu)
	go c.read(tty)
	return c
}

// has tells whether something was shown since the last key.
func (c *client) has(text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Contains(c.shown, []byte(text))
}

// insist presses a key until it is taken: a dialog that has just opened swallows what was typed
// before it was there.
func (c *client) insist(key string, texts ...string) {
	c.t.Helper()
	var err error
	for range 300 {
		if err = c.within(time.Second, key, texts...); err == nil {
			return
		}
	}
	c.t.Fatal(err)
}

// TestVisitorsShareTheExchange lets two people in by the ssh client, on terminals of other sizes
// and colours. One sells, the other sees it in the book; resizing, the mouse and pasting work; and
// what one has does not show with the other.
func TestVisitorsShareTheExchange(t *testing.T) {
	t.Parallel()
	service := quiet(t)
	v := visitors(t, service, 4)
	maker, err := v.Admit(nil, "here")
	if err == nil {
		err = maker.Ready(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	leaveOrder(t, service, signer{maker.Wallet, maker.Wallet.List()[0].Address})
	address := serve(t, service, v, nil)
	a := openssh(t, address, "xterm-256color", 120, 36)
	b := openssh(t, address, "vt100", 80, 24,
		"-o", `SetEnv BOURSE_SETTINGS="key markets.sell = f12; theme = mono"`)
	a.press("", "3,021.00")
	b.press("", "3,021.00")
	if !a.has("\x1b[38;5;") || b.has("\x1b[38;") {
		t.Error("a session has not the colours of its terminal")
	}
	sell(a)
	a.press("3", "PENDING")
	b.press("", "3.000") // one and two, in the book
	b.press("3", "No orders", "no order")
	if b.has("PENDING") {
		t.Error("the order of one is the other's")
	}
	if err := pty.Setsize(b.tty, &pty.Winsize{Rows: 40, Cols: 140}); err != nil {
		t.Fatal(err)
	}
	b.press("1", "My orders")
	b.press("\x1b[<0;32;2M\x1b[<0;32;2m", "Open & recent orders") // on its tab
	b.press("1\x1b[24~", "New order")                             // sells by a key of its own
	b.press("\x1bOS", "exact in")                                 // F4: digits go into the form
	b.press("\x1b[200~12.5\x1b[201~", "12.5")
	b.press("\x03", "\x1b[?1049l")
	a.press("\x03", "\x1b[?1049l")
	c := openssh(t, address, "xterm", 80, 24,
		"-o", `SetEnv BOURSE_SETTINGS="key markets.sale = z; motion = perhaps"`)
	c.press("", `settings:2: "perhaps" must be on or off`)
}

// sell signs an order for two of what the book offers, at its price, after an approval.
func sell(c *client) {
	c.t.Helper()
	c.press("s", "New order")
	c.press("2\t3021", "! allowance")
	for _, key := range []string{"a", "\r"} {
		c.press(key, "esc cancels")
		// A small window has to be scrolled before anything in it counts as read.
		c.insist("\x1b[BS", "]◂  ⏎ signs")
		if key == "a" {
			c.press("\r", ": done in block") // until then the form takes no ⏎
		}
	}
	c.press("\r", "u takes it back") // as at one's own machine
	c.press("", "is in the book")
}

// TestLeavingNamesWhatIsCancelled lets a visitor sell and press q: he is told that his order is
// cancelled before he leaves.
func TestLeavingNamesWhatIsCancelled(t *testing.T) {
	t.Parallel()
	service := exchange(t, "--no-traders")
	v := visitors(t, service, 2)
	maker, err := v.Admit(nil, "here")
	if err == nil {
		err = maker.Ready(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	leaveOrder(t, service, signer{maker.Wallet, maker.Wallet.List()[0].Address})
	c := openssh(t, serve(t, service, v, nil), "xterm-256color", 80, 24)
	c.press("", "3,021.00")
	sell(c)
	c.press("3", "PENDING")
	c.press("q", "1 limit order is open: 2.0000 WETH for 6,042")
	c.press("", "Your orders are cancelled")
	c.insist("\t", "[ Quit ]◂")
	c.press("\r", "\x1b[?1049l")
}
