package sshd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/spf13/pflag"
	gossh "golang.org/x/crypto/ssh"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/command"
	"bourse/ui"
	"bourse/ui/style"
	"bourse/wallet"
)

// everybodys is the exchange of the tests that need none of their own.
var everybodys struct {
	once    sync.Once
	service api.Service
	x       *command.Exchange
	dir     string
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(serverDir); dir != "" {
		if err := serveProcess(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	if s := &everybodys; s.x != nil {
		if err := errors.Join(s.x.Close(), os.RemoveAll(s.dir)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// quiet is an exchange without traders, which tests share. Visitors are lent its accounts by one
// test alone: those of another would be the same accounts.
func quiet(t testing.TB) api.Service {
	t.Helper()
	s := &everybodys
	s.once.Do(func() {
		var err error
		if s.dir, err = os.MkdirTemp("", "bourse-sshd-"); err == nil {
			s.x, s.service, err = open(s.dir, "--no-traders")
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	return s.service
}

// exchange opens an exchange whose blocks come by the clock.
func exchange(t testing.TB, flags ...string) api.Service {
	t.Helper()
	x, service, err := open(t.TempDir(), flags...)
	if x != nil {
		t.Cleanup(func() {
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return service
}

func open(dir string, flags ...string) (*command.Exchange, api.Service, error) {
	var o command.Options
	f := pflag.NewFlagSet("bourse", pflag.ContinueOnError)
	o.Define(f, style.ThemeNames())
	err := f.Parse(append([]string{"--demo", "--seed", "1"}, flags...))
	if err := errors.Join(err, o.Check()); err != nil {
		return nil, nil, err
	}
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		return nil, nil, err
	}
	x := &command.Exchange{Options: o, Dir: dir, Accounts: accounts, Failed: func() {},
		Log: slog.New(slog.DiscardHandler)}
	service, err := x.Open(context.Background())
	return x, service, err
}

// houseOf are the local network's own accounts of an exchange that runs here.
func houseOf(service api.Service) local.House {
	return service.(interface{ House() local.House }).House()
}

// visitors lends accounts of an exchange.
func visitors(t testing.TB, service api.Service, most int) *Visitors {
	t.Helper()
	v, err := NewVisitors(service, Faucet{
		wallet.NewSecret(crypto.FromECDSA(houseOf(service).Faucet())), local.HandOut,
		local.FaucetPurse}, most, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// serve runs a server until the test ends and returns its address.
func serve(t testing.TB, service api.Service, guests Guests, change func(*Server)) string {
	t.Helper()
	s, err := New(Config{HostKey: filepath.Join(t.TempDir(), "key"), Guests: guests,
		Service: service, Mode: "DEMO", Reports: t.TempDir(), Clock: ui.WallClock{},
		Log: slog.New(slog.NewTextHandler(testLog{t}, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(s)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

type testLog struct{ testing.TB }

func (l testLog) Write(b []byte) (int, error) { l.Logf("%s", b); return len(b), nil }

// client is a session of a client that keeps what it is shown.
type client struct {
	t    testing.TB
	conn *gossh.Client
	*gossh.Session
	in   io.Writer
	told bytes.Buffer // on stderr, to be read after Wait

	mu    sync.Mutex
	fresh *sync.Cond
	shown []byte
	taken int // bytes in all
	gone  bool
	tty   *os.File // of a client in a terminal
}

// dial connects from an address of this machine.
func dial(address, from string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return speak(conn, address, auth...)
}

// speak makes a client of a connection.
func speak(conn net.Conn, address string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	c, chans, reqs, err := gossh.NewClientConn(conn, address, &gossh.ClientConfig{User: "someone",
		Auth: auth, HostKeyCallback: gossh.InsecureIgnoreHostKey()})
	if err != nil {
		conn.Close()
		return nil, err
	}
	return gossh.NewClient(c, chans, reqs), nil
}

// connect opens a console of a size in a terminal of a kind.
func connect(t testing.TB, address, from, term string, w, h int,
	auth ...gossh.AuthMethod) *client {
	t.Helper()
	conn, err := dial(address, from, auth...)
	if err != nil {
		t.Fatal(err)
	}
	return openConsole(t, conn, term, w, h)
}

// openConsole opens a console on a connection.
func openConsole(t testing.TB, conn *gossh.Client, term string, w, h int) *client {
	t.Helper()
	t.Cleanup(func() { conn.Close() })
	session, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, conn: conn, Session: session}
	c.fresh, session.Stderr = sync.NewCond(&c.mu), &c.told
	out, err := session.StdoutPipe()
	if err == nil {
		c.in, err = session.StdinPipe()
	}
	if err == nil {
		err = session.RequestPty(term, h, w, gossh.TerminalModes{})
	}
	if err == nil {
		err = session.Shell()
	}
	if err != nil {
		t.Fatal(err)
	}
	go c.read(out)
	return c
}

// maxShown bounds what a client keeps.
const maxShown = 1 << 20

func (c *client) read(out io.Reader) {
	b := make([]byte, 32<<10)
	for {
		n, err := out.Read(b)
		c.mu.Lock()
		c.shown = append(c.shown, b[:n]...)
		c.taken += n
		if len(c.shown) > maxShown {
			c.shown = append([]byte(nil), c.shown[maxShown/2:]...)
		}
		c.gone = err != nil
		c.fresh.Broadcast()
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// sequence is what a terminal does not show.
var sequence = regexp.MustCompile("\x1b\\[[0-9;?>=]*[a-zA-Z]|\x1b\\][^\a]*\a")

// press sends bytes as a terminal would, forgets what was shown before, and waits until one of the
// texts is shown.
func (c *client) press(keys string, texts ...string) {
	c.t.Helper()
	if err := c.try(keys, texts...); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) try(keys string, texts ...string) error {
	return c.within(5*time.Minute, keys, texts...)
}

func (c *client) within(limit time.Duration, keys string, texts ...string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if keys != "" {
		c.shown = c.shown[:0]
		if _, err := io.WriteString(c.in, keys); err != nil {
			return err
		}
	}
	late := false
	timer := time.AfterFunc(limit, func() {
		c.mu.Lock()
		late = true
		c.mu.Unlock()
		c.fresh.Broadcast()
	})
	defer timer.Stop()
	for {
		plain := sequence.ReplaceAll(c.shown, nil)
		for _, text := range texts {
			if bytes.Contains(plain, []byte(text)) || bytes.Contains(c.shown, []byte(text)) {
				return nil
			}
		}
		if late || c.gone {
			return fmt.Errorf("after %q none of %q is shown (gone %v):\n%q", keys, texts, c.gone,
				c.shown)
		}
		c.fresh.Wait()
	}
}

// bytes is how much the server has sent so far.
func (c *client) bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.taken
}

// long tells whether the long form of a test was asked for.
func long() bool { return os.Getenv("BOURSE_TEST_LONG") != "" }
