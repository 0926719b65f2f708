package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"aead.dev/minisign"
)

// wanted is what a release of one Linux ships.
var wanted = []string{"bourse-1.2.3-1.x86_64.rpm", "bourse_1.2.3_amd64.deb",
	"bourse_1.2.3_linux_amd64.cdx.json", "bourse_1.2.3_linux_amd64.image.tar",
	"bourse_1.2.3_linux_amd64.tar.gz", "bourse_1.2.3_x86_64.apk", "sha256sums.txt"}

// Two releases of one commit from two folders are the same to the byte, and what is shipped is what
// it says: the program tells its version, checks its own archive's signature, and refuses an
// altered one.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the whole program")
	}
	top, err := output(t.Context(), ".", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		t.Fatal(err)
	}
	_, secret, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := minisign.EncryptKey("a password", secret)
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, sealed, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("RELEASE_KEY_PASSWORD", "a password")
	var outs []string
	all := os.Getenv("BOURSE_GATE") != ""
	for i, name := range []string{"one", "two/deeper"} {
		clone, out := filepath.Join(t.TempDir(), name), filepath.Join(t.TempDir(), "out")
		if _, err := output(t.Context(), ".", "git", "clone", "-q", strings.TrimSpace(top),
			clone); err != nil {
			t.Fatal(err)
		}
		args := []string{"1.2.3", out, "--key", key}
		if i > 0 || !all {
			args = append(args, "--only", "linux/amd64")
		}
		if err := run(t.Context(), filepath.Join(clone, "scripts"), args); err != nil {
			t.Fatal(err)
		}
		outs = append(outs, out)
	}
	same(t, outs[0], outs[1])
	if list, err := filepath.Glob(filepath.Join(outs[0], "*.cdx.json")); err != nil ||
		all && len(list) != len(systems) {
		t.Errorf("what is linked is told of %q, %v", list, err)
	}
	for _, name := range wanted {
		if _, err := os.Stat(filepath.Join(outs[0], name+".minisig")); err != nil {
			t.Errorf("%s is not shipped and signed: %v", name, err)
		}
	}
	program(t, outs[0])
	free(t, outs[0])
	t.Run("debian", func(t *testing.T) {
		debian(t, filepath.Join(outs[0], "bourse_1.2.3_amd64.deb"))
	})
}

// same holds what was shipped of one system against a folder that may have others too.
func same(t *testing.T, all, one string) {
	t.Helper()
	list, err := os.ReadDir(one)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2*len(wanted) {
		t.Errorf("shipped: %v", list)
	}
	read := func(dir, name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, f := range list {
		if strings.HasPrefix(f.Name(), sums) {
			continue
		}
		a, b := read(all, f.Name()), read(one, f.Name())
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs: %d and %d bytes", f.Name(), len(a), len(b))
		}
	}
	for line := range bytes.Lines(read(one, sums)) {
		if !bytes.Contains(read(all, sums), line) {
			t.Errorf("the sums of all lack %s", line)
		}
	}
}

const sums = "sha256sums.txt"

// program runs what stands in the archive.
func program(t *testing.T, out string) {
	t.Helper()
	dir, archive := t.TempDir(), filepath.Join(out, "bourse_1.2.3_linux_amd64.tar.gz")
	unpack(t, archive, dir)
	root := filepath.Join(dir, "bourse_1.2.3_linux_amd64")
	for _, name := range []string{"LICENSE", "THIRD-PARTY.txt", "README.md", "man/bourse.1",
		"man/bourse-wallet.1", "completions/_bourse", "completions/bourse",
		"completions/bourse.fish"} {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
	bourse := filepath.Join(root, "bourse")
	said, err := exec.Command(bourse, "version", "--json").Output()
	var version struct{ Version, Commit, Date string }
	if err != nil || json.Unmarshal(said, &version) != nil || version.Version != "1.2.3" ||
		len(version.Commit) != 40 || version.Date == "" {
		t.Errorf("version: %s, %v", said, err)
	}
	if said, err := exec.Command(bourse, "verify", archive).CombinedOutput(); err != nil ||
		!strings.Contains(string(said), `"bourse 1.2.3 bourse_1.2.3_linux_amd64.tar.gz"`) {
		t.Errorf("verify: %s, %v", said, err)
	}
	f, err := os.OpenFile(archive, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command(bourse, "verify", archive).CombinedOutput(); err == nil ||
		!strings.Contains(string(said), "NOT what was signed") {
		t.Errorf("an altered archive: %s, %v", said, err)
	}
}

// free holds what is linked against licences that are known from elsewhere: each module has one,
// and the texts that must go with the program do.
func free(t *testing.T, out string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(out, "bourse_1.2.3_linux_amd64.cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	var bom struct {
		Components []struct {
			Name     string
			Licenses []struct{ Expression string }
		}
	}
	if err := json.Unmarshal(text, &bom); err != nil {
		t.Fatal(err)
	}
	terms := map[string]string{}
	for _, c := range bom.Components {
		if strings.HasPrefix(c.Name, ".") || len(c.Licenses) != 1 ||
			c.Licenses[0].Expression == "" {
			t.Fatalf("%s is linked, under %v", c.Name, c.Licenses)
		}
		terms[c.Name] = c.Licenses[0].Expression
	}
	for name, want := range known {
		if terms[name] != want {
			t.Errorf("%s is under %q, told as %q", name, want, terms[name])
		}
	}
	dir := t.TempDir()
	unpack(t, filepath.Join(out, "bourse_1.2.3_linux_amd64.tar.gz"), dir)
	text, err = os.ReadFile(filepath.Join(dir, "bourse_1.2.3_linux_amd64", thirdParty))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"github.com/ethereum/go-ethereum v", "GNU LESSER GENERAL PUBLIC",
		"Copyright 2009 The Go Authors", "Apache License"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q goes with the program", want)
		}
	}
}

// known are modules and their licences, as their pages tell them.
var known = map[string]string{
	"std":                               "BSD-3-Clause",
	"github.com/ethereum/go-ethereum":   "LGPL-3.0-or-later",
	"github.com/spf13/cobra":            "Apache-2.0",
	"github.com/charmbracelet/lipgloss": "MIT",
	"github.com/holiman/uint256":        "BSD-3-Clause",
	"github.com/holiman/bloomfilter/v2": "MIT",
	"go.etcd.io/bbolt":                  "MIT",
}

// A module's terms are read from its files, and one that would bind the program is not shipped.
func TestLicences(t *testing.T) {
	for name, want := range known {
		dir, err := output(t.Context(), "../..", "go", "list", "-m", "-f", "{{.Dir}}", name)
		if name == "std" {
			dir, err = output(t.Context(), ".", "go", "env", "GOROOT")
		}
		l := licence{module: name}
		if wrong := l.read(strings.TrimSpace(dir)); err != nil || wrong != nil || l.terms != want {
			t.Errorf("%s is under %q, told as %q: %v, %v", name, want, l.terms, err, wrong)
		}
	}
	for text, fits := range map[string]bool{"GNU GENERAL PUBLIC LICENSE\nVersion 3": false,
		"all rights reserved": false, "Mozilla Public License Version 2.0": true} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "LICENSE"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := (&licence{module: "x"}).read(dir); (err == nil) != fits {
			t.Errorf("%q is shipped %v: %v", text, !fits, err)
		}
	}
}

// Each manifest names an archive that is shipped with the sum that it has, and no file that an
// archive lacks. Where an interpreter is at hand, it reads its manifest.
func TestManifests(t *testing.T) {
	r := release{version: "1.2.3", from: "https://example.org/b", out: t.TempDir(),
		systems: systems}
	sums := map[string]string{}
	for _, s := range systems {
		name := "bourse_1.2.3_" + s.os + "_" + s.arch + ".tar.gz"
		if s.os == "windows" {
			name = strings.TrimSuffix(name, "tar.gz") + "zip"
		}
		if err := os.WriteFile(filepath.Join(r.out, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
		sums[r.from+"/"+name] = fmt.Sprintf("%x", sha256.Sum256([]byte(name)))
	}
	if err := r.manifests(); err != nil {
		t.Fatal(err)
	}
	named := map[string]int{"bourse.rb": 4, "flake.nix": 4, "PKGBUILD": 2, "bourse.json": 2}
	where := regexp.MustCompile(`(?s)(https://example.org/b/bourse_[a-z0-9_.]*(?:gz|zip)).*?` +
		`([0-9a-f]{64})`)
	for name, archives := range named {
		text, err := os.ReadFile(filepath.Join(r.out, name))
		found := where.FindAllSubmatch(text, -1)
		if err != nil || len(found) != archives {
			t.Fatalf("%s names %d archives: %v\n%s", name, len(found), err, text)
		}
		for _, f := range found {
			if sums[string(f[1])] != string(f[2]) {
				t.Errorf("%s has the sum %s of %s", name, f[2], f[1])
			}
		}
	}
	reads(t, r.out, "ruby", "-c", "bourse.rb")
	reads(t, r.out, "nix-instantiate", "--parse", "flake.nix")
	reads(t, r.out, "bash", "-n", "PKGBUILD")
	text, err := os.ReadFile(filepath.Join(r.out, "bourse.json"))
	if err != nil || !json.Valid(text) {
		t.Errorf("bourse.json: %v\n%s", err, text)
	}
}

// reads has a program look at a manifest, where it is installed.
func reads(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		return
	}
	c := exec.Command(name, args...)
	c.Dir = dir
	if said, err := c.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", name, args, err, said)
	}
}

// unpack writes the files of an archive to a folder.
func unpack(t *testing.T, archive, dir string) {
	t.Helper()
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, filepath.Clean("/"+h.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, os.FileMode(h.Mode)); err != nil {
			t.Fatal(err)
		}
	}
}
