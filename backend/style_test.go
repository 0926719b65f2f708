package backend_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// maxColumns is how long a line may be; a tab counts as four.
const maxColumns = 100

// source is a file of the module that is written by hand.
type source struct {
	path string // from the root of the module
	text []byte
	file *ast.File
}

// sources returns every file that is not generated, and their positions.
var sources = sync.OnceValues(func() ([]source, *token.FileSet) {
	var list []source
	files := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != ".." &&
			(strings.HasPrefix(name, ".") || name == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(files, path, text, parser.ParseComments)
		if err == nil && !ast.IsGenerated(file) {
			path = strings.TrimPrefix(filepath.ToSlash(path), "../")
			list = append(list, source{path, text, file})
		}
		return err
	})
	if err != nil || len(list) < 500 {
		panic(fmt.Sprintf("%d files were looked at: %v", len(list), err))
	}
	return list, files
})

// TestLinesAndImports holds every file to one width and one order of imports: the standard library,
// then modules of others, then our own, a blank line between. Generated files are left out, and so
// are lines within raw strings, which are as long as what they quote.
func TestLinesAndImports(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads the sources, which run nothing")
	}
	list, files := sources()
	for _, s := range list {
		for _, line := range longLines(s.text) {
			t.Errorf("%s:%d has more than %d columns", s.path, line, maxColumns)
		}
		if wrong := misplaced(files, s.file); wrong != "" {
			t.Errorf("%s: the import of %s is not in its place", s.path, wrong)
		}
	}
}

// TestPackagesHaveDoc holds every package of more than one file to a doc.go with its comment, and
// every other one to a package comment.
func TestPackagesHaveDoc(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads the sources, which run nothing")
	}
	list, _ := sources()
	for _, fault := range undocumented(list) {
		t.Error(fault)
	}
}

// undocumented says which packages do not tell what they are for.
func undocumented(list []source) (faults []string) {
	type pkg struct{ dir, name string }
	files, docs := map[pkg]int{}, map[pkg]string{}
	for _, s := range list {
		p := pkg{path.Dir(s.path), s.file.Name.Name}
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		files[p]++
		if s.file.Doc != nil {
			if other := docs[p]; other != "" {
				faults = append(faults, p.dir+": both "+other+" and "+path.Base(s.path)+
					" have a package comment")
			}
			docs[p] = path.Base(s.path)
		}
	}
	for p, n := range files {
		if docs[p] == "" {
			faults = append(faults, p.dir+" has no package comment")
		} else if n > 1 && docs[p] != "doc.go" {
			faults = append(faults, p.dir+" has its package comment in "+docs[p]+", not in doc.go")
		}
	}
	return faults
}

// longLines returns the numbers of lines that are too long, from 1.
func longLines(text []byte) (list []int) {
	raw := rawLines(text)
	for i, line := range strings.Split(string(text), "\n") {
		columns := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
		if columns > maxColumns && !raw[i+1] {
			list = append(list, i+1)
		}
	}
	return list
}

// rawLines returns the lines on which a raw string goes on.
func rawLines(text []byte) map[int]bool {
	lines := make(map[int]bool)
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.STRING && literal[0] == '`' {
			first := file.Line(pos)
			for i := range strings.Count(literal, "\n") + 1 {
				lines[first+i] = true
			}
		}
	}
}

// misplaced returns the first import that stands out of order, "" if none does.
func misplaced(files *token.FileSet, file *ast.File) string {
	kindOf := func(path string) int {
		switch {
		case strings.HasPrefix(path, "bourse/"):
			return 2
		case strings.Contains(strings.Split(path, "/")[0], "."):
			return 1
		}
		return 0
	}
	kind, last, line := -1, "", 0
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return spec.Path.Value
		}
		k, at := kindOf(path), files.Position(spec.Pos()).Line
		apart := kind >= 0 && !adjacent(files, file, line, at)
		if k < kind || k == kind && (path < last || apart) || k > kind && kind >= 0 && !apart {
			return path
		}
		kind, last, line = k, path, at
	}
	return ""
}

// adjacent tells whether nothing but comments stands between two lines.
func adjacent(files *token.FileSet, file *ast.File, from, to int) bool {
	covered := to - from - 1
	for _, group := range file.Comments {
		first, last := files.Position(group.Pos()).Line, files.Position(group.End()).Line
		if first > from && last < to {
			covered -= last - first + 1
		}
	}
	return covered == 0
}

func TestStyleFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 99)
	if got := longLines([]byte("package p\n\n// " + long + "\nvar a = `\n" + long + long +
		"\n`\n\t\t//" + strings.Repeat("é", 91))); !slices.Equal(got, []int{3, 7}) {
		t.Errorf("long lines are %v", got)
	}
	for text, want := range map[string]string{
		"\"a\"\n\n\"x.y/b\"\n\n\"bourse/c\"": "", "\"b\"\n\"a\"": "a", "\"x.y/b\"\n\n\"a\"": "a",
		"\"a\"\n\"bourse/c\"": "bourse/c", "\"a\"\n\n\"b\"": "b", "\"a\"\n// why\n\"b\"": "",
	} {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, "", "package p\nimport (\n"+text+"\n)\n",
			parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := misplaced(files, file); got != want {
			t.Errorf("of %q %q is misplaced, want %q", text, got, want)
		}
	}
}

func TestStyleFindsWhatIsUndocumented(t *testing.T) {
	t.Parallel()
	var list []source
	for _, s := range [][2]string{
		{"a/doc.go", "// Package a is.\npackage a"},
		{"a/main.go", "// Main does.\npackage main"},
		{"a/x.go", "package a"},
		{"a/y.go", "package a"},
		{"a/z_test.go", "package a"},
		{"b/x.go", "// Package b is.\npackage b"},
		{"b/y.go", "package b"}, {"c/x.go", "package c"},
		{"d/x.go", "// Package d is.\npackage d"},
		{"e/doc.go", "// Package e is.\npackage e"},
		{"e/x.go", "// Package e too.\npackage e"},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), s[0], s[1], parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, source{path: s[0], file: file})
	}
	faults := undocumented(list)
	slices.Sort(faults)
	if want := []string{
		"b has its package comment in x.go, not in doc.go", "c has no package comment",
		"e has its package comment in x.go, not in doc.go",
		"e: both doc.go and x.go have a package comment",
	}; !slices.Equal(faults, want) {
		t.Errorf("faults are %q", faults)
	}
}
