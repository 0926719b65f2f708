package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

const description = "trading console for the terminal, with a complete exchange inside\n" +
	"Limit, peer-to-peer and NFT orders, swaps and Delta auctions on an\n" +
	"embedded chain, over HTTP, or on real networks."

// packages makes a deb, an rpm and an apk, in which the program comes with its pages, completions
// and a confined service that is off until somebody starts it.
func (r *release) packages(s system) error {
	list, err := r.installed(s)
	if err != nil {
		return err
	}
	for _, kind := range []string{"deb", "rpm", "apk"} {
		var contents files.Contents
		for _, f := range list {
			contents = append(contents, &files.Content{Source: f.from, Destination: f.name,
				FileInfo: &files.ContentFileInfo{Mode: os.FileMode(f.mode), MTime: r.date,
					Owner: "root", Group: "root"}})
		}
		info := nfpm.WithDefaults(&nfpm.Info{Name: "bourse", Arch: s.arch, Platform: s.os,
			Version: r.version, Section: "net", Priority: "optional", Maintainer: r.maintainer,
			Description: description, Homepage: r.from, MTime: r.date,
			Overridables: nfpm.Overridables{Contents: contents,
				RPM: nfpm.RPM{BuildHost: "localhost"}}})
		if kind != "deb" { // there it stands in the file copyright
			info.License = "MIT"
		}
		if err := nfpm.PrepareForPackager(info, kind); err != nil {
			return err
		}
		packager, err := nfpm.Get(kind)
		if err != nil {
			return err
		}
		err = create(r.ship(packager.ConventionalFileName(info)), func(w io.Writer) error {
			return packager.Package(info, w)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// installed are the files of a package, as Debian's policy wants them.
func (r *release) installed(s system) ([]file, error) {
	list := []file{
		{"/usr/bin/bourse", r.binary(s), 0o755},
		{"/usr/lib/systemd/system/bourse.service",
			filepath.Join(r.root, "scripts/release/bourse.service"), 0o644},
		{"/usr/share/doc/bourse/copyright", filepath.Join(r.root, "LICENSE"), 0o644},
		{"/usr/share/bash-completion/completions/bourse",
			filepath.Join(r.scratch, "completions/bourse"), 0o644},
		{"/usr/share/zsh/vendor-completions/_bourse",
			filepath.Join(r.scratch, "completions/_bourse"), 0o644},
		{"/usr/share/fish/vendor_completions.d/bourse.fish",
			filepath.Join(r.scratch, "completions/bourse.fish"), 0o644},
	}
	extras, err := r.extras()
	if err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"changelog": r.debianChangelog(),
		"overrides": overrides} {
		if err := os.WriteFile(filepath.Join(r.scratch, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	list = append(list, file{"/usr/share/lintian/overrides/bourse",
		filepath.Join(r.scratch, "overrides"), 0o644})
	extras = append(extras, file{"changelog", filepath.Join(r.scratch, "changelog"), 0o644},
		file{thirdParty, r.beside(s, thirdParty), 0o644})
	for _, f := range extras {
		to := ""
		switch {
		case strings.HasPrefix(f.name, "man/"):
			to = "/usr/share/man/man1/" + filepath.Base(f.name) + ".gz"
		case f.name == "changelog":
			to = "/usr/share/doc/bourse/changelog.gz"
		case f.name == "CHANGELOG.md":
			to = "/usr/share/doc/bourse/NEWS.gz"
		case f.name == thirdParty:
			to = "/usr/share/doc/bourse/" + thirdParty + ".gz"
		default:
			continue
		}
		packed := filepath.Join(r.scratch, filepath.Base(to))
		if err := compress(packed, f.from); err != nil {
			return nil, err
		}
		list = append(list, file{to, packed, 0o644})
	}
	return list, nil
}

// overrides tell Debian's checker what is meant to be as it is.
const overrides = "# Built without cgo, it runs on any distribution.\n" +
	"bourse: statically-linked-binary [usr/bin/bourse]\n"

// debianChangelog is the one of this package, in the form that Debian's tools read; what is new for
// users stands in NEWS.
func (r *release) debianChangelog() string {
	return fmt.Sprintf("bourse (%s) unstable; urgency=medium\n\n  * See NEWS.gz.\n\n -- %s  %s\n",
		r.version, r.maintainer, r.date.Format(time.RFC1123Z))
}

func compress(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(to, b.Bytes(), 0o644)
}
