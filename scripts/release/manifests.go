package main

import (
	"embed"
	"io"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// manifests writes what Homebrew, Nix, the Arch user repository and Scoop install by, each from its
// template, where it is known where the archives will be had and all of them were made.
func (r *release) manifests() error {
	if r.from == "" || len(r.systems) < len(systems) {
		return nil
	}
	for _, name := range []string{"bourse.rb", "flake.nix", "PKGBUILD", "bourse.json"} {
		t, err := template.New(name+".tmpl").Funcs(template.FuncMap{"sum": r.sum}).
			ParseFS(templates, filepath.Join("templates", name+".tmpl"))
		if err != nil {
			return err
		}
		err = create(r.ship(name), func(w io.Writer) error {
			return t.Execute(w, map[string]string{"Version": r.version, "From": r.from,
				"Package":     strings.ReplaceAll(r.version, "-", "_"),
				"Description": sentence(strings.SplitN(description, "\n", 2)[0])})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sentence begins with a capital, as Homebrew and Scoop want it and Debian does not.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
