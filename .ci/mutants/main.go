// Command mutants breaks the program on purpose, one line at a time, and wants a test to notice
// each time. table.txt says what is broken and which test is to fail: a mutant is the words of what
// is broken, a file, the lines that are replaced ("- "), those in their place ("+ ") and the
// arguments of go test ("$ ").
//
//	go run ./.ci/mutants          breaks a copy of the working tree, mutant by mutant
//	go run ./.ci/mutants -check   only says which lines of the table are not in their files
//	go run ./.ci/mutants -only 7  one of them, or several: 7,9
//
// It fails where a mutant survives, does not compile, or is not in its file exactly once, so that
// the table stays true.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed table.txt
var table string

// limit is how long one test may take: a program that hangs was noticed too.
const limit = 2 * time.Minute

// mutant is one way to break the program.
type mutant struct {
	number   int
	what     string
	file     string
	old, new string   // whole lines
	test     []string // arguments of go test
}

func main() {
	check := flag.Bool("check", false, "only compare the table with the files")
	only := flag.String("only", "", "numbers of mutants, apart by commas; all where empty")
	flag.Parse()
	if err := run(*check, *only); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(check bool, only string) error {
	list, err := parse(table)
	if err != nil {
		return err
	}
	for _, m := range list {
		if _, missing := m.apply("."); missing != nil {
			err = errors.Join(err, missing)
		}
	}
	if err != nil || check {
		return err
	}
	if list, err = chosen(list, only); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := copyTree(dir); err != nil {
		return err
	}
	return breakAll(dir, list)
}

// breakAll tries the mutants in a copy of the tree and reports on each.
func breakAll(dir string, list []mutant) error {
	var failed []string
	passes := make(map[string]error) // by test: whether it passes on the whole program
	for _, m := range list {
		start, name := time.Now(), strings.Join(m.test, " ")
		whole, known := passes[name]
		if !known {
			whole = m.judge(dir, true)
			passes[name] = whole
		}
		verdict := whole
		if whole == nil {
			verdict = m.try(dir)
		}
		word := "killed"
		if verdict != nil {
			word = verdict.Error()
			failed = append(failed, strconv.Itoa(m.number))
		}
		fmt.Printf("%3d %s: %s (%s, %.0f s)\n", m.number, m.what, word, name,
			time.Since(start).Seconds())
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d mutants were not killed: %s", len(failed), len(list),
			strings.Join(failed, ","))
	}
	fmt.Printf("all %d mutants were killed\n", len(list))
	return nil
}

// parse reads the table: blocks apart by empty lines; lines that begin with # are not read.
func parse(text string) (list []mutant, err error) {
	for i, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		m := mutant{number: i + 1}
		for _, line := range strings.Split(block, "\n") {
			switch rest := line[min(2, len(line)):]; {
			case strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "- "):
				m.old += rest + "\n"
			case strings.HasPrefix(line, "+ "):
				m.new += rest + "\n"
			case strings.HasPrefix(line, "$ "):
				m.test = strings.Fields(rest)
			case m.what == "":
				m.what = line
			default:
				m.file = line
			}
		}
		if m.file == "" || m.old == "" || len(m.test) == 0 {
			return nil, fmt.Errorf("mutant %d of the table lacks a part: %q", m.number, block)
		}
		list = append(list, m)
	}
	return list, nil
}

func chosen(list []mutant, only string) (out []mutant, err error) {
	if only == "" {
		return list, nil
	}
	for _, text := range strings.Split(only, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(list) {
			return nil, fmt.Errorf("there is no mutant %q: there are 1 to %d", text, len(list))
		}
		out = append(out, list[n-1])
	}
	return out, nil
}

// apply returns the broken text of the mutant's file, in which the old lines stand exactly once.
func (m mutant) apply(dir string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(dir, m.file))
	if err != nil {
		return nil, err
	}
	lines := []byte("\n" + string(text))
	old := []byte("\n" + m.old)
	if n := bytes.Count(lines, old); n != 1 {
		return nil, fmt.Errorf("mutant %d (%s) is %d times in %s, not once: mend the table",
			m.number, m.what, n, m.file)
	}
	return bytes.Replace(lines, old, []byte("\n"+m.new), 1)[1:], nil
}

// try breaks the copy, runs the test and mends the copy again. The error says what went wrong.
func (m mutant) try(dir string) (err error) {
	path := filepath.Join(dir, m.file)
	whole, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	broken, err := m.apply(dir)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, broken, 0o644); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.WriteFile(path, whole, 0o644)) }()
	return m.judge(dir, false)
}

// judge runs the test: nil where it ends as it should.
func (m mutant) judge(dir string, pass bool) error {
	args := append([]string{"test", "-count=1", "-timeout", limit.String()}, m.test...)
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PWD="+dir)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	text := string(out)
	switch {
	case err != nil && !errors.As(err, &exit):
		return err
	case strings.Contains(text, "[build failed]") || strings.Contains(text, "[setup failed]"):
		return fmt.Errorf("does not compile:\n%s", text)
	case strings.Contains(text, "no tests to run"):
		return errors.New("names no test")
	case pass && err != nil:
		return fmt.Errorf("its test fails without it:\n%s", text)
	case !pass && err == nil:
		return errors.New("SURVIVED")
	}
	return nil
}

// copyTree copies the files of the working tree that are not ignored.
func copyTree(dir string) error {
	out, err := exec.Command("git", "ls-files", "-z", "-c", "-o", "--exclude-standard").Output()
	if err != nil {
		return fmt.Errorf("list the tree: %w", err)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // removed and not committed yet
		}
		if err != nil {
			return err
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
