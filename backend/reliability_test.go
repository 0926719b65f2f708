package backend_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// updates tells whether pages are to be written anew: the flag -update of the kit for screens.
func updates() bool { return flag.Lookup("update").Value.String() == "true" }

// TestReliabilityPage holds RELIABILITY.md to the table of promises, and the table to the tests
// that there are.
func TestReliabilityPage(t *testing.T) {
	t.Parallel()
	for i, p := range promises {
		if len(p.tests) == 0 {
			t.Errorf("promise %d, %s, has no test", i+1, p.name)
		}
		for _, test := range p.tests {
			if dir, name, _ := strings.Cut(test, " "); !hasTest(t, dir, name) {
				t.Errorf("promise %d, %s: there is no %s in %s", i+1, p.name, name, dir)
			}
		}
	}
	page := reliabilityPage()
	if updates() {
		if err := os.WriteFile("RELIABILITY.md", []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile("RELIABILITY.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != page {
		t.Fatal("RELIABILITY.md differs from the table: run go generate ./backend")
	}
}

// hasTest looks for a test in the test files of a package of the module.
func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)^func ` + name + `\((t \*testing\.T|f \*testing\.F)\)`)
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && declared.Match(text)
	})
}

func reliabilityPage() string {
	var b strings.Builder
	b.WriteString("# What must hold, and what proves it\n\n" +
		"Made from the table in promises_test.go by `go generate ./backend`. Each promise has " +
		"tests\nthat fail where it is broken; `.ci/run` runs all of them, in a short form where " +
		"there is a long\none. `go run ./.ci/mutants` breaks the program on purpose and wants " +
		"tests to notice.\n")
	for i, p := range promises {
		fmt.Fprintf(&b, "\n## %d. %s\n\n%s\n\n", i+1, p.name, p.says)
		for _, dir := range packagesOf(p) {
			fmt.Fprintf(&b, "- `%s`\n", commandOf(p, dir))
		}
		if p.note != "" {
			fmt.Fprintf(&b, "\n%s\n", p.note)
		}
	}
	return b.String()
}

// packagesOf returns the packages of a promise's tests, in their order.
func packagesOf(p promise) (list []string) {
	for _, test := range p.tests {
		if dir, _, _ := strings.Cut(test, " "); !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

// commandOf runs the tests of a promise that are in one package.
func commandOf(p promise, dir string) string {
	var names []string
	for _, test := range p.tests {
		if in, name, _ := strings.Cut(test, " "); in == dir {
			names = append(names, name)
		}
	}
	return fmt.Sprintf("go test ./%s -run '^(%s)$'", dir, strings.Join(names, "|"))
}
