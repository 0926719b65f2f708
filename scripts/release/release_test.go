package main

import (
	"archive/tar"
	"archive/zip"
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

// ofLinux is what is shipped for one Linux.
var ofLinux = []string{"bourse-1.2.3-1.x86_64.rpm", "bourse_1.2.3_amd64.deb",
	"bourse_1.2.3_linux_amd64.cdx.json", "bourse_1.2.3_linux_amd64.image.tar",
	"bourse_1.2.3_linux_amd64.tar.gz", "bourse_1.2.3_x86_64.apk"}

// archives are what is shipped for each system, with the word that its program begins with.
var archives = map[string]string{
	"linux_amd64.tar.gz": "\x7fELF", "linux_arm64.tar.gz": "\x7fELF",
	"darwin_amd64.tar.gz": "\xcf\xfa\xed\xfe", "darwin_arm64.tar.gz": "\xcf\xfa\xed\xfe",
	"windows_amd64.zip": "MZ", "windows_arm64.zip": "MZ"}

// A release of all systems holds what it says, and another of one of them, from another folder, is
// the same to the byte. The program tells its version, checks its own archive's signature, and
// refuses an altered one.
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
	made := func(name string, args ...string) string {
		clone, out := filepath.Join(t.TempDir(), name), filepath.Join(t.TempDir(), "out")
		if _, err := output(t.Context(), ".", "git", "clone", "-q", strings.TrimSpace(top),
			clone); err != nil {
			t.Fatal(err)
		}
		err := run(t.Context(), filepath.Join(clone, "scripts"),
			append([]string{"1.2.3", out, "--key", key}, args...))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	out := made("one", "--from", from)
	same(t, out, made("two/deeper", "--only", "linux/amd64"))
	for name, begins := range archives {
		shipped(t, filepath.Join(out, "bourse_1.2.3_"+name), begins)
	}
	for _, name := range []string{"bourse.rb", "flake.nix", "PKGBUILD", "bourse.json"} {
		manifest(t, out, name)
	}
	program(t, out)
	t.Run("debian", func(t *testing.T) {
		debian(t, filepath.Join(out, "bourse_1.2.3_amd64.deb"))
	})
}

// from is where the archives of the test's release are said to be.
const from = "https://example.org/bourse/1.2.3"

// same holds what was shipped for one Linux against the same in a whole release.
func same(t *testing.T, whole, one string) {
	t.Helper()
	for _, name := range ofLinux {
		for _, name := range []string{name, name + ".minisig"} {
			a, err := os.ReadFile(filepath.Join(whole, name))
			if err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(filepath.Join(one, name))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a, b) {
				t.Errorf("%s differs: %d and %d bytes", name, len(a), len(b))
			}
		}
	}
}

// shipped looks at the program in the archive of a system.
func shipped(t *testing.T, archive, begins string) {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, strings.TrimSuffix(filepath.Base(archive), ".tar.gz"), "bourse")
	if name, zipped := strings.CutSuffix(filepath.Base(archive), ".zip"); zipped {
		program = filepath.Join(dir, name, "bourse.exe")
		z, err := zip.OpenReader(archive)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		if err := os.CopyFS(dir, z); err != nil {
			t.Fatal(err)
		}
	} else {
		unpack(t, archive, dir)
	}
	is, err := os.ReadFile(program)
	if err != nil || !strings.HasPrefix(string(is), begins) {
		t.Errorf("%s has no program of its system: %v", archive, err)
	}
}

// manifest holds the sums of a manifest of a package manager against the archives that it names.
func manifest(t *testing.T, out, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(out, name))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(from+`/(bourse_[\w.]+(?:gz|zip))`).FindAllSubmatch(text, -1)
	sums := regexp.MustCompile(`\b[0-9a-f]{64}\b`).FindAll(text, -1)
	if len(named) == 0 || len(named) != len(sums) {
		t.Fatalf("%s names %d archives and has %d sums", name, len(named), len(sums))
	}
	for i, archive := range named {
		data, err := os.ReadFile(filepath.Join(out, string(archive[1])))
		if err != nil || fmt.Sprintf("%x", sha256.Sum256(data)) != string(sums[i]) {
			t.Errorf("%s: the sum of %s is not %s: %v", name, archive[1], sums[i], err)
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
