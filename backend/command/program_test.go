package command_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"

	"bourse/store"
	"bourse/store/facts/etcd/etcdtest"
)

// binary builds the program once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bourse-test-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "bourse")
	out, err := exec.Command("go", "build", "-o", path, "bourse").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	etcdtest.Main()
	code := m.Run()
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// program is the built program with arguments, in an environment of its own.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir(), "TERM=xterm-256color")
	return cmd
}

// service is a running `bourse --serve`.
type service struct {
	cmd  *exec.Cmd
	url  string
	rpc  string
	logs *bytes.Buffer
}

func serveProgram(t testing.TB, args ...string) *service {
	t.Helper()
	s := &service{logs: new(bytes.Buffer)}
	s.cmd = program(t, append([]string{
		"--serve", "--listen", "127.0.0.1:0", "--local-rpc", "127.0.0.1:0"}, args...)...)
	s.cmd.Stderr = s.logs
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	for _, want := range []string{
		`^serving (http://127\.0\.0\.1:\d+) networks 1337$`,
		`^local rpc (http://127\.0\.0\.1:\d+)$`} {
		if !lines.Scan() {
			t.Fatalf("no line on stdout: %s", s.logs)
		}
		found := regexp.MustCompile(want).FindStringSubmatch(lines.Text())
		if found == nil {
			t.Fatalf("stdout says %q, want %s", lines.Text(), want)
		}
		if s.url == "" {
			s.url = found[1]
		} else {
			s.rpc = found[1]
		}
	}
	return s
}

func TestServeStopsOnSignal(t *testing.T) {
	t.Parallel()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // what the test was started with goes on to the program
		ends = append(ends, syscall.SIGHUP)
	}
	for _, end := range ends {
		s := serveProgram(t)
		if err := s.cmd.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("after %v: %v\n%s", end, err, s.logs)
		}
	}
}

// A service with consoles over ssh shares its folder once, with whoever may read it.
func TestAServiceWithGuestsSharesItsFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serveProgram(t, "--demo", "--ssh", "127.0.0.1:0", "--data", dir)
	if out, err := program(t, "do", "--data", dir, "balances").CombinedOutput(); err != nil {
		t.Errorf("another program of the folder: %v, %s", err, out)
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil || strings.Contains(s.logs.String(), "no other program") {
		t.Errorf("%v\n%s", err, s.logs)
	}
}

// The store is backed up while the service runs, and checked in the copy; a service whose folder is
// taken away ends by itself and says so.
func TestStoreCommands(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	file := filepath.Join(t.TempDir(), "copy")
	s := serveProgram(t, "--data", dir)
	for _, c := range []struct {
		args  []string
		says  string
		fails bool
	}{
		{[]string{"store", "check", dir}, fmt.Sprintf("held by process %d", s.cmd.Process.Pid),
			true},
		{[]string{"store", "backup", dir, file}, file + " is written: ", false},
		{[]string{"store", "backup", dir, file}, "exists: name another file", true},
		{[]string{"store", "check", file}, "is whole", false},
		{[]string{"store", "check"}, "bourse store check DIR|FILE", true},
	} {
		out, err := program(t, c.args...).CombinedOutput()
		if (err != nil) != c.fails || !strings.Contains(string(out), c.says) {
			t.Errorf("%v: %v, %s", c.args, err, out)
		}
		written, err := os.Stat(file)
		if strings.Contains(string(out), "written") && (err != nil ||
			!strings.Contains(string(out), fmt.Sprintf(": %d bytes, ", written.Size()))) {
			t.Errorf("it is not the size of %v, %v: %s", written, err, out)
		}
	}
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err == nil ||
		!strings.Contains(s.logs.String(), "was removed or replaced while it was in use") {
		t.Errorf("without its folder: %v\n%s", err, s.logs)
	}
}

// releaseKey is a public key of minisign, that of its own releases.
const releaseKey = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"

// A start that cannot be ends within five seconds with a sentence and the code that the pages list,
// before it says that it serves.
func TestStartsThatCannotBe(t *testing.T) {
	t.Parallel()
	s := serveProgram(t, "--data", t.TempDir())
	dir := s.cmd.Args[len(s.cmd.Args)-1]
	taken := strings.TrimPrefix(s.url, "http://")
	fresh := filepath.Join(t.TempDir(), "fresh")
	// with is a data folder in which something else stands at a path.
	with := func(path, text string) string {
		folder := t.TempDir()
		at := filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	link := func(path string) string { // a link that leads to itself
		folder := t.TempDir()
		if err := os.Symlink(filepath.Base(path), filepath.Join(folder, path)); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	pipe := func(path string) string { // nobody writes into it
		at := filepath.Join(with(path+"/x", ""), path)
		err := os.RemoveAll(at)
		if err == nil {
			err = exec.Command("mkfifo", "-m", "600", at).Run()
		}
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	short := func() string { // the beginning of a store
		whole, err := os.ReadFile(filepath.Join(dir, "bourse.db"))
		if err != nil {
			t.Fatal(err)
		}
		return string(whole[:5*os.Getpagesize()])
	}
	file := filepath.Join(with("file", ""), "file")
	serve := func(args ...string) []string {
		return append([]string{"--serve", "--listen", "127.0.0.1:0"}, args...)
	}
	in := func(folder string, args ...string) []string {
		return serve(append(args, "--data", folder)...)
	}
	sells := func(args ...string) []string {
		return append([]string{"do", "sell 1 weth @ 9000 until 1d", "--account", "dev1", "--yes",
			"--max-usd", "1", "--backend", s.url, "--data", t.TempDir()}, args...)
	}
	const zone = "Asia/Kathmandu"
	type start struct {
		args []string
		code int
		says string
	}
	starts := []start{
		// what others hold
		{in(dir), 1, fmt.Sprintf("held by process %d", s.cmd.Process.Pid)},
		{in(fresh, "--listen", taken), 1, "choose another address with --listen"},
		{in(fresh, "--listen", "203.0.113.9:8080"), 1, "choose another address with --listen"},
		{in(t.TempDir(), "--local-rpc", taken), 1, "choose another address with --local-rpc"},
		{serve("--demo", "--ssh", taken), 1, "choose another address with --ssh"},
		// folders and files that are something else
		{in(file), 2, file + "/config.toml: not a directory"},
		{in(filepath.Join(file, "below")), 2, "not a directory"},
		{in(filepath.Join(link("loop"), "loop")), 2, "too many levels of symbolic links"},
		{in("/proc/1/bourse"), 2, "make the data folder: "},
		{in(with("bourse.db/x", "")), 1, "bourse.db: is a directory"},
		{in(link("bourse.db")), 1, "too many levels of symbolic links"},
		{in(with("bourse.db", "")), 1, "the file is empty; restore a backup"},
		{in(with("bourse.db", strings.Repeat("a letter to a friend. ", 4000))), 1,
			"this is not a store"},
		{in(with("bourse.db", short())), 1, "the file is cut short"},
		{in(with("chain", "")), 1, "not a directory"},
		{in(link("chain")), 1, "open the local chain in "},
		{in(with("chain/bourse", "")), 1, "open the local chain in "},
		{in(with("chain/bourse", "")), 1, "the local chain has no store beside it"},
		{in(with("networks", "")), 2, "/networks: not a directory"},
		{in(with("networks/5.toml", "id = \"x\"")), 2, "/networks/5.toml:1: "},
		{in(with("networks/5.toml/x", "")), 2, "/networks/5.toml: is a directory"},
		{in(with("partners.toml", "x = 1")), 1, "a partner is a table [NAME]"},
		{in(with("ssh_host_ed25519_key", "x"), "--demo", "--ssh", "127.0.0.1:0"), 1,
			"ssh_host_ed25519_key is damaged (ssh: no key found): put it back"},
		{[]string{"do", "balances", "--backend", s.url, "--data", with("console/underway", "{")},
			1, "/console/underway, which has what was signed and not decided yet, is damaged"},
		{in(with("config.toml", "lisen = \"x\"")), 2, `"lisen" (do you mean listen?)`},
		{in(with("config.toml", "listen = [")), 2, "config.toml:1: "},
		{in(with("config.toml", "rate-limit = \"often\"")), 2, "rate-limit of "},
		{in(with("config.toml/x", "")), 2, "config.toml: is a directory"},
		{in(fresh, "--log", "/proc/1/no/log"), 2, "cannot write the log: "},
		{in(fresh, "--desk", filepath.Join(dir, "nobody"), "--ssh", "127.0.0.1:0"), 2, "--desk: "},
		// what has no end, or never begins
		{in(fresh, "--desk", pipe("desk"), "--ssh", "127.0.0.1:0"), 2, "is a pipe or a device"},
		{in(fresh, "--cluster", "etcd://127.0.0.1:1/x", "--cluster-ca", pipe("ca")), 2,
			"/ca is no file of at most 1 MiB"},
		{in(fresh, "--cluster", "etcd://127.0.0.1:1/x", "--cluster-secret", pipe("secret")), 2,
			"/secret is no file of at most 1 MiB"},
		{[]string{"verify", pipe("file"), "--key", releaseKey}, 2, "is a pipe or a device"},
		{[]string{"wallet", "list", "--data", filepath.Dir(filepath.Dir(
			pipe("accounts/accounts.json")))}, 1, "is a pipe or a device"},
		// what can't be meant
		{in(fresh, "--drain", "-5s"), 2, "--drain takes a time above zero, not -5s"},
		{[]string{"--drain", "5s", "--data", fresh}, 2, "--drain is a time for --serve"},
		{in(fresh, "--plain"), 2, "--plain is a console"},
		{in(fresh, "--no-local"), 2, "--no-local leaves no network"},
		{in(fresh, "--rpc", "1"), 2, "the id of a network, =, and a value"},
		{in(fresh, "--rpc", "1=ftp://x"), 2, "begins with http://"},
		{in(fresh, "--rpc", "5=http://127.0.0.1:1"), 2, "network 5 is not known"},
		{in(fresh, "--webhook", "here"), 2, "--webhook: "},
		{[]string{"do", "balances", "--no-local", "--rpc", "1=" + s.url + "/key", "--data",
			t.TempDir()}, 1, "could not tell its newest block: try again shortly (404 Not Found)"},
		{in(fresh, "--seed", "x"), 2, "--seed: it takes a whole number"},
		{serve("--listen", "here"), 2, "--listen: it takes HOST:PORT"},
		{serve("--theme", "pink"), 2, `"pink" is none of dark`},
		{[]string{"do", "balances", "--data", t.TempDir(), "--backend", "http://127.0.0.1:1"}, 1,
			"check the address and that the server runs"},
		{[]string{"do", "balances", "--data", t.TempDir(), "--backend", s.url, "--account",
			"nobody"}, 2, `there is no account "nobody"`},
		{[]string{"do", "balances", "--data", t.TempDir(), "--backend", s.url, "--signer",
			"http://127.0.0.1:1"}, 2, "the signer at 127.0.0.1:1 could not tell its accounts"},
		{[]string{"completion", "nosh"}, 2, "bourse completion bash"},
		// what is not signed, told in the zone of the machine or in UTC
		{sells("--utc"), 4, " UTC (in 2"},
	}
	if _, err := time.LoadLocation(zone); err == nil { // where zones are known
		starts = append(starts, start{sells(), 4, " UTC+0545 (in 2"})
	}
	// A process that waits for its turn on a machine that does much else has another try.
	const soon, tries = 5 * time.Second, 2
	run := func(args []string) (out []byte, code int, took time.Duration) {
		var cmd *exec.Cmd
		for range tries {
			cmd = program(t, args...)
			cmd.Env = append(cmd.Env, "TZ="+zone)
			began := time.Now()
			late := time.AfterFunc(4*soon, func() { cmd.Process.Kill() })
			out, _ = cmd.CombinedOutput() // its code is looked at
			late.Stop()
			if took = time.Since(began); took < soon {
				break
			}
		}
		return out, cmd.ProcessState.ExitCode(), took
	}
	var all sync.WaitGroup
	next := make(chan start)
	for range runtime.NumCPU() {
		all.Go(func() {
			for c := range next {
				out, code, took := run(c.args)
				if code != c.code || took >= soon || !strings.Contains(string(out), c.says) ||
					strings.Contains(string(out), "serving") ||
					strings.Contains(string(out), "Opening") {
					t.Errorf("%v: %d after %s, %s; want exit code %d and %q", c.args, code, took,
						out, c.code, c.says)
				}
			}
		})
	}
	for _, c := range starts {
		next <- c
	}
	close(next)
	all.Wait()
	if _, err := os.Stat(fresh); err == nil {
		t.Error("a start that could not be left a folder behind")
	}
}

// A store without its chain is served with a new one, and the log says so; without the program that
// wrote it, a store is left as it is.
func TestAStoreWithoutItsChain(t *testing.T) {
	t.Parallel()
	for version, says := range map[int]string{0: "a new one is begun", 99: "use the program that"} {
		dir := t.TempDir()
		upgrades := slices.Repeat([]store.Upgrade{func(*store.Tx) error { return nil }}, version)
		kept, err := store.Open(filepath.Join(dir, "bourse.db"), store.Options{Upgrades: upgrades})
		if err != nil {
			t.Fatal(err)
		}
		if err := kept.Close(); err != nil {
			t.Fatal(err)
		}
		if version > 0 {
			out, err := program(t, "--serve", "--listen", "127.0.0.1:0", "--data", dir).
				CombinedOutput()
			if err == nil || !strings.Contains(string(out), says) {
				t.Errorf("version %d: %v, %s", version, err, out)
			}
			continue
		}
		s := serveProgram(t, "--data", dir)
		if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Wait(); err != nil || !strings.Contains(s.logs.String(), says) {
			t.Errorf("%v: %s", err, s.logs)
		}
	}
}

// Who stops a service that is still opening is obeyed, which is no failure.
func TestStoppedWhileOpening(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := program(t, "--serve", "--listen", "127.0.0.1:0", "--demo", "--data", dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	for { // until it has begun: the past of a demo takes seconds
		if held, err := os.ReadDir(dir); err != nil {
			t.Fatal(err)
		} else if len(held) > 0 {
			break
		}
		runtime.Gosched()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || strings.Contains(out.String(), "context canceled") {
		t.Errorf("%v: %s", err, out.String())
	}
}

func TestConsoleNeedsATerminal(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"--serve": nil, "--help": {"--no-such-flag"}, "rate": {"--rate-limit", "often"},
		"no account": {"wallet", "export", "nobody"},
	} {
		out, err := program(t, args...).CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), name) {
			t.Errorf("%v: %v, %s; want exit code 2 and a sentence with %q", args, err, out, name)
		}
	}
}

// TestFirstFrame starts the console on an existing folder in a terminal that answers nothing.
func TestFirstFrame(t *testing.T) {
	dir := t.TempDir()
	startup(t, dir)
	t.Logf("first frame after %s", firstFrame(t, dir))
}

// BenchmarkStart measures the program from its start: until it serves from a new folder (promised
// within 5 s) and from one that was used before (1.5 s), and until the console's first frame (1 s).
func BenchmarkStart(b *testing.B) {
	var first, later, frame time.Duration
	for b.Loop() {
		dir := b.TempDir()
		first += startup(b, dir)
		later += startup(b, dir)
		frame += firstFrame(b, dir)
	}
	for name, took := range map[string]time.Duration{
		"s/first-start": first, "s/later-start": later, "s/first-frame": frame} {
		b.ReportMetric(took.Seconds()/float64(b.N), name)
	}
}

// startup returns how long the program takes until it serves from a folder, and stops it in order.
func startup(t testing.TB, dir string) time.Duration {
	t.Helper()
	program(t) // is built by now
	begun := time.Now()
	s := serveProgram(t, "--data", dir)
	took := time.Since(begun)
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return took
}

// What a terminal cannot show is not sent to it: one that cannot place text gets a sentence and
// exit code 2, one without UTF-8 nothing but ASCII.
func TestTheConsoleSuitsItsTerminal(t *testing.T) {
	t.Parallel()
	dumb := program(t, "--data", t.TempDir())
	dumb.Env = append(dumb.Environ(), "TERM=dumb")
	terminal, err := pty.Start(dumb)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	said, _ := io.ReadAll(terminal) // a terminal whose program has ended is an error
	err = dumb.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || bytes.ContainsRune(said, 0x1b) ||
		!bytes.Contains(said, []byte("needs another terminal")) {
		t.Errorf("TERM=dumb ends with %v: %q", err, said)
	}
	for locale, ascii := range map[string]bool{"C": true, "POSIX": true, "de_DE.ISO-8859-1": true,
		"C.UTF-8": false, "en_US.utf8": false} {
		cmd := program(t, "--data", t.TempDir(), "--no-traders")
		cmd.Env = append(cmd.Environ(), "TERM=xterm", "LC_ALL=", "LC_CTYPE=", "LANG="+locale)
		terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 36, Cols: 120})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { cmd.Process.Kill(); cmd.Wait(); terminal.Close() }()
		screen := make([]byte, 0, 1<<16)
		for chunk := make([]byte, 4096); !bytes.Contains(screen, []byte("Markets")); {
			n, err := terminal.Read(chunk)
			if err != nil {
				t.Fatalf("%s: the console ended before it drew: %v\n%s", locale, err, screen)
			}
			screen = append(screen, chunk[:n]...)
		}
		other := bytes.IndexFunc(screen, func(r rune) bool { return r >= utf8.RuneSelf })
		if ascii != (other < 0) {
			t.Errorf("with LANG=%s there is something but ASCII at %d of %q", locale, other, screen)
		}
	}
}

// firstFrame returns how long the console takes until its first frame, in a terminal that answers
// nothing.
func firstFrame(t testing.TB, dir string) time.Duration {
	t.Helper()
	cmd := program(t, "--data", dir, "--no-traders")
	begun := time.Now()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 36, Cols: 120})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait(); terminal.Close() }()
	screen := make([]byte, 0, 1<<16)
	for chunk := make([]byte, 4096); !bytes.Contains(screen, []byte("BOURSE")); {
		n, err := terminal.Read(chunk)
		if err != nil {
			t.Fatalf("the console ended before its first frame: %v\n%s", err, screen)
		}
		screen = append(screen, chunk[:n]...)
	}
	// Asking for the background colour is what costs five seconds in a terminal that does not
	// answer.
	if bytes.Contains(screen, []byte("\x1b]11;?")) {
		t.Errorf("the terminal is asked before the first frame: %q", screen)
	}
	return time.Since(begun)
}
