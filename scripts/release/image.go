package main

import (
	"archive/tar"
	"bytes"
	"encoding/pem"
	"io"
	"os"
	"path/filepath"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// image makes a container image that holds the program, the authorities that nodes' addresses are
// checked against, and the licences, nothing else; docker load and podman load take it. It serves
// as a user without rights, and keeps everything in /data.
func (r *release) image(s system) error {
	roots := filepath.Join(r.scratch, "ca-certificates.crt")
	if err := os.WriteFile(roots, authorities(), 0o644); err != nil {
		return err
	}
	var layer bytes.Buffer
	files := []file{
		{"usr/bin/bourse", r.binary(s), 0o755},
		{"etc/ssl/certs/ca-certificates.crt", roots, 0o644},
		{"usr/share/doc/bourse/LICENSE", filepath.Join(r.root, "LICENSE"), 0o644},
		{"usr/share/doc/bourse/" + thirdParty, r.beside(s, thirdParty), 0o644},
	}
	if err := r.tar(&layer, files); err != nil {
		return err
	}
	folder, err := r.folder("data/")
	if err != nil {
		return err
	}
	img := empty.Image
	for _, data := range [][]byte{layer.Bytes(), folder} {
		l, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(data)), nil
		})
		if err != nil {
			return err
		}
		if img, err = mutate.AppendLayers(img, l); err != nil {
			return err
		}
	}
	img, err = mutate.ConfigFile(img, r.config(s, img))
	if err != nil {
		return err
	}
	tag, err := name.NewTag("bourse:" + r.version)
	if err != nil {
		return err
	}
	return tarball.WriteToFile(
		r.ship("bourse_"+r.version+"_"+s.os+"_"+s.arch+".image.tar"), tag, img)
}

// nobody is the user that the image runs as.
const nobody = 65532

// folder is a layer with an empty folder of the image's user.
func (r *release) folder(name string) ([]byte, error) {
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name, Mode: 0o700,
		Uid: nobody, Gid: nobody, ModTime: r.date, Format: tar.FormatPAX}); err != nil {
		return nil, err
	}
	return b.Bytes(), t.Close()
}

func (r *release) config(s system, img v1.Image) *v1.ConfigFile {
	c := &v1.ConfigFile{OS: s.os, Architecture: s.arch, Created: v1.Time{Time: r.date},
		Config: v1.Config{
			User:       "65532:65532",
			Entrypoint: []string{"/usr/bin/bourse"},
			Cmd:        []string{"--serve", "--listen", "0.0.0.0:8080", "--data", "/data"},
			Volumes:    map[string]struct{}{"/data": {}},
			ExposedPorts: map[string]struct{}{
				"8080/tcp": {},
			},
			Labels: map[string]string{"org.opencontainers.image.title": "bourse",
				"org.opencontainers.image.version":  r.version,
				"org.opencontainers.image.revision": r.commit,
				"org.opencontainers.image.licenses": "MIT"},
		}}
	if old, err := img.ConfigFile(); err == nil {
		c.RootFS = old.RootFS
	}
	return c
}

// authorities are those that Mozilla trusts, as Go's own module has them.
func authorities() []byte {
	var b bytes.Buffer
	for root := range bundle.Roots() {
		_ = pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate})
	} // a buffer takes all
	return b.Bytes()
}
