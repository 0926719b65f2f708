package sshd

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// newKey makes a client's key, as its file holds it and as it signs.
func newKey(t *testing.T) (public string, auth gossh.AuthMethod) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(signer.PublicKey()))),
		gossh.PublicKeys(signer)
}

// desk is the team of a desk's file.
func desk(lines ...string) (*Team, error) {
	return ReadTeam("desk", []byte(strings.Join(lines, "\n")), time.Now)
}

const watched = `account="0x70997970C51812dc3A010C7d01b50e0d17dc79C8"`

// TestSessionsAreConsolesAlone asks a server for all that a shell would give, with a client of the
// desk, and is refused; whoever is not at the desk does not come in at all.
func TestSessionsAreConsolesAlone(t *testing.T) {
	t.Parallel()
	public, auth := newKey(t)
	_, stranger := newKey(t)
	team, err := desk("# the desk", watched+" "+public+" alice")
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, quiet(t), team, func(s *Server) {
		s.sessions = Limits{Total: 2, Address: 1}.room()
	})
	if _, err := dial(address, "127.0.0.1", stranger); err == nil {
		t.Error("a stranger comes in")
	}
	conn, err := dial(address, "127.0.0.1", auth)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Dial("tcp", "127.0.0.1:1"); err == nil ||
		!strings.Contains(err.Error(), "unsupported channel type") {
		t.Errorf("forwarding to another host gives %v", err)
	}
	if _, err := conn.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("a port of the server is forwarded")
	}
	says(t, address, auth, "runs no commands", func(s *gossh.Session) error { return s.Run("sh") })
	says(t, address, auth, "needs a terminal", func(s *gossh.Session) error {
		return errors.Join(s.Shell(), s.Wait())
	})
	says(t, address, auth, "TERM=dumb can't place text", func(s *gossh.Session) error {
		err := errors.Join(s.RequestPty("dumb", 24, 80, nil), s.Shell(), s.Wait())
		var exit *gossh.ExitError
		if !errors.As(err, &exit) || exit.ExitStatus() != 2 {
			t.Errorf("a dumb terminal ends with %v", err)
		}
		return err
	})
	session, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.RequestSubsystem("sftp"); err == nil {
		t.Error("files are transferred")
	}
	if err := session.Setenv("LD_PRELOAD", "x"); err == nil {
		t.Error("any variable is taken")
	}
	if err := session.Setenv("COLORTERM", "truecolor"); err != nil {
		t.Error(err)
	}
	if _, err := conn.NewSession(); err == nil {
		t.Error("a connection has two sessions")
	}
	c := connect(t, address, "127.0.0.1", "xterm", 1<<30, 1<<30, auth)
	c.press("", "READ-ONLY")
	if n := c.bytes(); n > 1<<20 {
		t.Errorf("a terminal of any size is drawn for: %d bytes", n)
	}
	says(t, address, auth, "as many places as one may have",
		func(s *gossh.Session) error {
			return errors.Join(s.RequestPty("xterm", 24, 80, nil), s.Shell(), s.Wait())
		})
}

// says runs a session that ends with a message.
func says(t *testing.T, address string, auth gossh.AuthMethod, text string,
	run func(*gossh.Session) error) {
	t.Helper()
	conn, err := dial(address, "127.0.0.1", auth)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	session, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	session.Stderr = &said
	var exit *gossh.ExitError
	if err := run(session); !errors.As(err, &exit) || exit.ExitStatus() == 0 {
		t.Errorf("a session that is told %q ends with %v", text, err)
	}
	if !strings.Contains(said.String(), text) {
		t.Errorf("a session is told %q, not %q", said.String(), text)
	}
}

// TestDeskFileSaysWhatIsWrong names the line of every mistake.
func TestDeskFileSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	public, _ := newKey(t)
	twice := []string{watched + " " + public + " a", watched + " " + public + " b"}
	for want, lines := range map[string][]string{
		"names nobody":                    {"# nobody"},
		"desk:2: this is not account=":    {"", "ssh-ed25519 AAAA bob"},
		"desk:1: say which account":       {public + " bob"},
		"desk:1: there is no option":      {`command="sh" ` + public + " bob"},
		"desk:1: account:":                {`account="0x12" ` + public + " bob"},
		"desk:2: this key is there":       twice,
		"desk:1: an account needs a name": {watched + " " + public},
	} {
		if _, err := desk(lines...); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, not %q", lines, err, want)
		}
	}
}

// TestInputIsBounded pastes without end, with the marks cut anywhere.
func TestInputIsBounded(t *testing.T) {
	t.Parallel()
	text := "a" + string(pasteBegin) + strings.Repeat("x", maxPaste/2) + string(pasteEnd)
	for _, size := range []int{1, 5, 4096} {
		in := newInput(strings.NewReader(strings.Repeat(text, 4)), time.Hour, func() {})
		if n, err := io.Copy(io.Discard, struct{ io.Reader }{chunks{in, size}}); err != nil ||
			n != int64(4*len(text)) {
			t.Errorf("%d bytes at a time: %d read, %v", size, n, err)
		}
		in = newInput(io.MultiReader(strings.NewReader(string(pasteBegin)),
			strings.NewReader(strings.Repeat("x", 2*maxPaste))), time.Hour, func() {})
		if _, err := io.Copy(io.Discard, struct{ io.Reader }{chunks{in, size}}); err != errPaste {
			t.Errorf("%d bytes at a time: a paste without end gives %v", size, err)
		}
	}
}

// TestRestingSessionsAreDrawnSeldom types, rests, and types again.
func TestRestingSessionsAreDrawnSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := newInput(strings.NewReader("ab"), time.Hour, func() {})
		defer in.stop()
		for _, key := range "ab" {
			if _, err := in.Read(make([]byte, 1)); err != nil || in.pace() != redraw {
				t.Errorf("%c, %v: data waits for %s", key, err, in.pace())
			}
			time.Sleep(restsAfter + time.Millisecond)
			if in.pace() != restful {
				t.Errorf("long after %c data waits for %s", key, in.pace())
			}
		}
	})
}

// chunks reads at most so many bytes at a time.
type chunks struct {
	io.Reader
	most int
}

func (c chunks) Read(b []byte) (int, error) { return c.Reader.Read(b[:min(len(b), c.most)]) }

// TestClientThatDoesNotRead is given up, and holds up nobody meanwhile.
func TestClientThatDoesNotRead(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	defer r.Close()
	gone := make(chan struct{})
	o := &output{w: w, limit: time.Millisecond, gone: func() { close(gone); w.Close() }}
	if _, err := o.Write([]byte("frame")); err == nil {
		t.Error("a frame that nobody reads is written")
	}
	<-gone
}
