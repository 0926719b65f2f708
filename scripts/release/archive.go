package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// file is one of an archive, a package or an image.
type file struct {
	name string // with slashes
	from string // where it is now
	mode int64
}

// extras are the files beside the program: what it is and how it is used.
func (r *release) extras() ([]file, error) {
	list := []file{
		{"README.md", filepath.Join(r.root, "README.md"), 0o644},
		{"CHANGELOG.md", filepath.Join(r.root, "CHANGELOG.md"), 0o644},
		{"LICENSE", filepath.Join(r.root, "LICENSE"), 0o644},
	}
	for _, folder := range []string{"man", "completions"} {
		found, err := os.ReadDir(filepath.Join(r.scratch, folder))
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			list = append(list, file{path.Join(folder, f.Name()),
				filepath.Join(r.scratch, folder, f.Name()), 0o644})
		}
	}
	return list, nil
}

// archive packs the program of a system with its pages.
func (r *release) archive(s system) error {
	name := "bourse_" + r.version + "_" + s.os + "_" + s.arch
	files, err := r.extras()
	if err != nil {
		return err
	}
	files = slices.Insert(files, 0, file{s.program(), r.binary(s), 0o755},
		file{thirdParty, r.beside(s, thirdParty), 0o644})
	for i := range files {
		files[i].name = path.Join(name, files[i].name)
	}
	write, ending := r.tarball, ".tar.gz"
	if s.os == "windows" {
		write, ending = r.zip, ".zip"
	}
	return create(r.ship(name+ending), func(w io.Writer) error { return write(w, files) })
}

// create writes a new file.
func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

func (r *release) tarball(w io.Writer, files []file) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(r.tar(z, files), z.Close())
}

// tar writes files that belong to root and are dated by the commit.
func (r *release) tar(w io.Writer, files []file) error {
	t := tar.NewWriter(w)
	for _, f := range files {
		data, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode,
			Size: int64(len(data)), ModTime: r.date, Format: tar.FormatPAX}); err != nil {
			return err
		}
		if _, err := t.Write(data); err != nil {
			return err
		}
	}
	return t.Close()
}

func (r *release) zip(w io.Writer, files []file) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		data, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: r.date}
		h.SetMode(os.FileMode(f.mode))
		entry, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := entry.Write(data); err != nil {
			return err
		}
	}
	return z.Close()
}
