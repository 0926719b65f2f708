package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"aead.dev/minisign"
)

// systems are what a release is built for.
var systems = []system{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// maxProgram is how large a program may be: what it links without a use is to be cut first.
const maxProgram = 62_000_000

// tags leave out what nothing here serves: gRPC's pages of traces, and the writer of manuals of the
// library of commands that go-ethereum links. Together they are half a megabyte.
const tags = "grpcnotrace,urfave_cli_no_docs"

type system struct{ os, arch string }

func (s system) String() string { return s.os + "/" + s.arch }

// program is what the program is called there.
func (s system) program() string {
	if s.os == "windows" {
		return "bourse.exe"
	}
	return "bourse"
}

// release is one run.
type release struct {
	version, commit string
	date            time.Time // of the commit; every file is dated by it
	root            string    // of the sources
	out             string    // what is shipped
	from            string    // where it will be had; empty is not known
	maintainer      string    // whoever committed last
	scratch         string
	systems         []system
	key             *minisign.PrivateKey // nil signs nothing
	shipped         []string             // names in out
	terms           map[string]string    // of what is linked, by module
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, ".", os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var semantic = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

// run makes a release of the sources that a folder is in.
func run(ctx context.Context, dir string, args []string) error {
	if len(args) < 2 || !semantic.MatchString(args[0]) {
		return errors.New("it goes release VERSION OUT [flags], with a version such as 1.2.0")
	}
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	key := flags.String("key", "", "sign with the minisign key in `FILE`, whose password is in "+
		"RELEASE_KEY_PASSWORD")
	from := flags.String("from", "", "what is shipped will be had below this `URL`; the "+
		"manifests of package managers name it, and are left out without it")
	only := flags.String("only", "", "build for these `SYSTEMS` alone, such as linux/amd64,"+
		"windows/arm64")
	if err := flags.Parse(args[2:]); err != nil {
		return err
	}
	r := release{version: args[0], from: strings.TrimSuffix(*from, "/")}
	var err error
	if r.out, err = filepath.Abs(args[1]); err != nil {
		return err
	}
	if r.systems, err = chosen(*only); err != nil {
		return err
	}
	if *key != "" {
		k, err := minisign.PrivateKeyFromFile(os.Getenv("RELEASE_KEY_PASSWORD"), *key)
		if err != nil {
			return fmt.Errorf("the key in %s: %w", *key, err)
		}
		r.key = &k
	}
	if err := os.Mkdir(r.out, 0o755); err != nil {
		return fmt.Errorf("what is shipped goes to a new folder: %w", err)
	}
	if r.scratch, err = os.MkdirTemp("", "bourse-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.scratch)
	return r.make(ctx, dir)
}

// chosen are the systems of a list, all of them for an empty one.
func chosen(list string) ([]system, error) {
	if list == "" {
		return systems, nil
	}
	var some []system
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(systems, func(s system) bool { return s.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("nothing is released for %q; there are %v", name, systems)
		}
		some = append(some, systems[i])
	}
	return some, nil
}

// make carries out all steps.
func (r *release) make(ctx context.Context, dir string) error {
	if err := r.stamp(ctx, dir); err != nil {
		return err
	}
	if err := r.pages(ctx); err != nil {
		return err
	}
	for _, s := range r.systems {
		fmt.Fprintln(os.Stderr, "release:", s)
		if err := r.system(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	if err := r.manifests(); err != nil {
		return err
	}
	if err := r.checksums(); err != nil {
		return err
	}
	return r.sign()
}

// stamp takes the commit and its time, of sources that are all committed.
func (r *release) stamp(ctx context.Context, dir string) error {
	top, err := output(ctx, dir, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	r.root = strings.TrimSpace(top)
	changed, err := output(ctx, r.root, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("a release is made of what is committed; these are not:\n%s", changed)
	}
	said, err := output(ctx, r.root, "git", "show", "-s", "--format=%H%n%ct%n%cn <%ce>")
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if len(lines) != 3 {
		return fmt.Errorf("git tells of the commit %q", said)
	}
	unix, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return err
	}
	r.commit, r.date, r.maintainer = lines[0], time.Unix(unix, 0).UTC(), lines[2]
	return nil
}

// system makes what is shipped for one system.
func (r *release) system(ctx context.Context, s system) error {
	if err := r.build(ctx, s); err != nil {
		return err
	}
	if err := r.licences(ctx, s); err != nil {
		return err
	}
	if err := r.archive(s); err != nil {
		return err
	}
	if err := r.linked(s); err != nil {
		return err
	}
	if s.os != "linux" {
		return nil
	}
	if err := r.packages(s); err != nil {
		return err
	}
	return r.image(s)
}

// binary is where the program of a system was built.
func (r *release) binary(s system) string {
	return filepath.Join(r.scratch, s.os+"_"+s.arch, s.program())
}

// build builds the program without cgo: it runs wherever the system does, without a Ledger.
func (r *release) build(ctx context.Context, s system) error {
	// functions begin each 16 bytes, as everywhere but in Go for amd64 (32): half a megabyte less
	flags := []string{"-s", "-w", "-buildid=", "-funcalign=16",
		"-X", "bourse/backend.version=" + r.version, "-X", "bourse/backend.commit=" + r.commit,
		"-X", "bourse/backend.date=" + r.date.Format(time.RFC3339)}
	if r.key != nil {
		public := r.key.Public().(minisign.PublicKey) // it has no other
		flags = append(flags, "-X", "bourse/commands.releaseKey="+public.String())
	}
	args := []string{"build", "-buildvcs=false", "-trimpath", "-tags", tags,
		"-ldflags", strings.Join(flags, " ")}
	if s == (system{"darwin", "amd64"}) {
		// at a fixed address, as on Linux: the table by which it could be moved is 1.4 MB
		args = append(args, "-buildmode=exe")
	}
	c := exec.CommandContext(ctx, "go", append(args, "-o", r.binary(s), ".")...)
	c.Dir, c.Stderr = r.root, os.Stderr
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+s.os, "GOARCH="+s.arch, "GOFLAGS=")
	if err := c.Run(); err != nil {
		return err
	}
	info, err := os.Stat(r.binary(s))
	if err == nil && info.Size() > maxProgram {
		err = fmt.Errorf("the program has %d bytes, more than %d", info.Size(), maxProgram)
	}
	return err
}

// pages makes the man pages and the completions, which are the same everywhere.
func (r *release) pages(ctx context.Context) error {
	dev := exec.CommandContext(ctx, "go", "run", "./scripts/dev", "man",
		filepath.Join(r.scratch, "man"))
	dev.Dir, dev.Stderr = r.root, os.Stderr
	dev.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix()))
	if err := dev.Run(); err != nil {
		return fmt.Errorf("man pages: %w", err)
	}
	folder := filepath.Join(r.scratch, "completions")
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	for shell, file := range map[string]string{
		"bash": "bourse", "zsh": "_bourse", "fish": "bourse.fish"} {
		text, err := output(ctx, r.root, "go", "run", ".", "completion", shell)
		if err != nil {
			return fmt.Errorf("completion of %s: %w", shell, err)
		}
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// ship notes a file of out as shipped and returns its path.
func (r *release) ship(name string) string {
	r.shipped = append(r.shipped, name)
	return filepath.Join(r.out, name)
}

// sum is the SHA-256 of a shipped file in hex.
func (r *release) sum(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(r.out, name))
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

// checksums writes what sha256sum -c reads.
func (r *release) checksums() error {
	var lines strings.Builder
	for _, name := range slices.Sorted(slices.Values(r.shipped)) {
		sum, err := r.sum(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%s  %s\n", sum, name)
	}
	return os.WriteFile(r.ship("sha256sums.txt"), []byte(lines.String()), 0o644)
}

// sign puts a minisign signature beside everything that is shipped.
func (r *release) sign() error {
	if r.key == nil {
		fmt.Fprintln(os.Stderr, "release: no --key: nothing is signed")
		return nil
	}
	for _, name := range slices.Clone(r.shipped) {
		data, err := os.ReadFile(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		signature := minisign.SignWithComments(*r.key, data,
			"bourse "+r.version+" "+name, "signed for bourse "+r.version)
		if err := os.WriteFile(r.ship(name+".minisig"), signature, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// output runs a command in a folder and returns what it prints.
func output(ctx context.Context, dir string, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Stderr = dir, os.Stderr
	text, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(text), err
}
