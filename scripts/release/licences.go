package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// thirdParty is the file with the licences of what is linked, beside a program in its scratch
// folder and in what is shipped.
const thirdParty = "THIRD-PARTY.txt"

// licence is under which terms a module may be passed on.
type licence struct {
	module, version string
	terms           string   // as SPDX writes them
	texts           []string // which have to go with it
}

// licences reads the licence of every module that is linked into a program, and writes them all
// into one file. A module whose terms are unknown, or would bind the whole program, is an error.
func (r *release) licences(ctx context.Context, s system) error {
	info, err := buildinfo.ReadFile(r.binary(s))
	if err != nil {
		return err
	}
	goRoot, err := output(ctx, r.root, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	all := []licence{{module: "std", version: info.GoVersion}}
	folders := map[string]string{"std": strings.TrimSpace(goRoot)}
	var names []string
	for _, m := range linkedModules(info) {
		all = append(all, licence{module: m.Path, version: m.Version})
		names = append(names, m.Path)
	}
	list, err := output(ctx, r.root, "go", append([]string{"list", "-m", "-f",
		"{{.Path}}\t{{.Dir}}"}, names...)...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(list) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		folders[path] = dir
	}
	r.terms = map[string]string{}
	for i := range all {
		if err := all[i].read(folders[all[i].module]); err != nil {
			return err
		}
		r.terms[all[i].module] = all[i].terms
	}
	return os.WriteFile(r.beside(s, thirdParty), []byte(notice(all)), 0o644)
}

// linkedModules are the modules of a program that are had from elsewhere.
func linkedModules(info *debug.BuildInfo) (list []*debug.Module) {
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		if !strings.HasPrefix(m.Path, ".") { // which is a folder of these sources
			list = append(list, m)
		}
	}
	return list
}

// beside is a file in the scratch folder of a system's program.
func (r *release) beside(s system, name string) string {
	return filepath.Join(filepath.Dir(r.binary(s)), name)
}

// isLicence tells which files of a module have its terms, or what has to be told with it.
var isLicence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|unlicense)([.-].*)?$`)

// inSource are modules that tell their terms at the head of a source file, or in their README,
// alone.
var inSource = map[string]string{"github.com/holiman/bloomfilter/v2": "bloomfilter.go",
	"github.com/mattn/go-localereader": "README.md"}

// withoutCgo are the terms of what is linked of modules that have others with cgo.
var withoutCgo = map[string]string{"github.com/ethereum/hid": "BSD-3-Clause"}

// read reads the terms of a module in its folder.
func (l *licence) read(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("the licence of %s: %w", l.module, err)
	}
	var terms []string
	for _, f := range files {
		name := f.Name()
		if f.IsDir() || !isLicence.MatchString(name) && inSource[l.module] != name {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return fmt.Errorf("the licence of %s: %w", l.module, err)
		}
		if inSource[l.module] == name {
			text, _, _ = bytes.Cut(text, []byte("\npackage "))
		}
		l.texts = append(l.texts, string(text))
		terms = append(terms, termsOf(string(text))...)
	}
	if t := withoutCgo[l.module]; t != "" {
		terms = []string{t}
	}
	if slices.Contains(terms, "LGPL-3.0-or-later") { // which adds to the GPL, whose text is with it
		terms = slices.DeleteFunc(terms, func(t string) bool { return t == gpl })
	}
	slices.Sort(terms)
	terms = slices.Compact(terms)
	if len(terms) == 0 || slices.Contains(terms, gpl) {
		return fmt.Errorf("%s cannot be shipped: its terms are %q", l.module, terms)
	}
	l.terms = strings.Join(terms, " AND ")
	return nil
}

const gpl = "GPL-3.0-only"

// phrases are what only the text of a licence says.
var phrases = []struct{ says, terms string }{
	{"GNU LESSER GENERAL PUBLIC LICENSE", "LGPL-3.0-or-later"},
	{"GNU GENERAL PUBLIC LICENSE", gpl},
	{"GNU AFFERO GENERAL PUBLIC LICENSE", gpl},
	{"Mozilla Public License Version 2.0", "MPL-2.0"},
	{"Apache License Version 2.0", "Apache-2.0"},
	{"Apache License, Version 2.0", "Apache-2.0"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"// MIT license", "MIT"},
	{"## License MIT", "MIT"},
	{"Permission to use, copy, modify, and", "ISC"},
	{"CC0 1.0 Universal", "CC0-1.0"},
	{"This is free and unencumbered software", "Unlicense"},
}

// termsOf are the licences that a text has.
func termsOf(text string) (list []string) {
	flat := strings.Join(strings.Fields(text), " ")
	for _, p := range phrases {
		if strings.Contains(flat, p.says) {
			list = append(list, p.terms)
		}
	}
	if strings.Contains(flat, "Redistribution and use in source and binary forms") {
		kind := "BSD-2-Clause"
		if strings.Contains(flat, "to endorse or promote products") {
			kind = "BSD-3-Clause"
		}
		list = append(list, kind)
	}
	return list
}

// notice is what goes with a program: what is linked, under which terms, and each text once.
func notice(all []licence) string {
	var b strings.Builder
	b.WriteString("bourse is under the MIT licence, in LICENSE. Linked into the program are " +
		"these modules, each\nunder terms of its own. Their sources are those that Go fetches " +
		"for these versions; the program\ncan be built again with others, from sources that are " +
		"as free.\n\n")
	var texts []string
	of := map[string][]string{}
	for _, l := range all {
		fmt.Fprintf(&b, "%s %s: %s\n", l.module, l.version, l.terms)
		for _, text := range l.texts {
			if of[text] == nil {
				texts = append(texts, text)
			}
			of[text] = append(of[text], l.module)
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s:\n\n%s\n", strings.Repeat("-", 80), strings.Join(of[text], ", "),
			strings.TrimSpace(text))
	}
	return b.String()
}
