package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	for _, name := range []string{"one", "two/deeper"} {
		clone, out := filepath.Join(t.TempDir(), name), filepath.Join(t.TempDir(), "out")
		if _, err := output(t.Context(), ".", "git", "clone", "-q", strings.TrimSpace(top),
			clone); err != nil {
			t.Fatal(err)
		}
		err := run(t.Context(), filepath.Join(clone, "scripts"),
			[]string{"1.2.3", out, "--key", key, "--only", "linux/amd64"})
		if err != nil {
			t.Fatal(err)
		}
		outs = append(outs, out)
	}
	same(t, outs[0], outs[1])
	for _, name := range wanted {
		if _, err := os.Stat(filepath.Join(outs[0], name+".minisig")); err != nil {
			t.Errorf("%s is not shipped and signed: %v", name, err)
		}
	}
	program(t, outs[0])
	t.Run("debian", func(t *testing.T) {
		debian(t, filepath.Join(outs[0], "bourse_1.2.3_amd64.deb"))
	})
}

// same holds two folders against each other.
func same(t *testing.T, a, b string) {
	t.Helper()
	var names [2][]string
	for i, dir := range []string{a, b} {
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			names[i] = append(names[i], f.Name())
		}
	}
	if !slices.Equal(names[0], names[1]) || len(names[0]) != 2*len(wanted) {
		t.Errorf("shipped:\n%q\n%q", names[0], names[1])
	}
	for _, name := range names[0] {
		one, err := os.ReadFile(filepath.Join(a, name))
		if err != nil {
			t.Fatal(err)
		}
		two, err := os.ReadFile(filepath.Join(b, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one, two) {
			t.Errorf("%s differs: %d and %d bytes", name, len(one), len(two))
		}
	}
}

// program runs what stands in the archive.
func program(t *testing.T, out string) {
	t.Helper()
	dir, archive := t.TempDir(), filepath.Join(out, "bourse_1.2.3_linux_amd64.tar.gz")
	unpack(t, archive, dir)
	root := filepath.Join(dir, "bourse_1.2.3_linux_amd64")
	for _, name := range []string{"LICENSE", "README.md", "man/bourse.1", "man/bourse-wallet.1",
		"completions/_bourse", "completions/bourse", "completions/bourse.fish"} {
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
