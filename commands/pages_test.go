package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bourse/commands"
	"bourse/views/grammar"
)

// pages are README and docs/, by name.
func pages(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../docs/*.md")
	if err != nil || len(paths) < 10 {
		t.Fatalf("the pages are %q, %v", paths, err)
	}
	all := map[string]string{}
	for _, path := range append(paths, "../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(path)] = string(text)
	}
	return all
}

var fences = regexp.MustCompile("(?s)```(?:sh)?\n(.*?)```")

// commandLines are the lines of a page's blocks that call the program, without it, as words.
func commandLines(page string) (lines [][]string) {
	for _, block := range fences.FindAllStringSubmatch(page, -1) {
		text := strings.ReplaceAll(block[1], "\\\n", " ")
		for line := range strings.Lines(text) {
			line, _, _ = strings.Cut(line, " #")
			words := strings.Fields(line)
			for i, word := range words {
				program := word == "bourse" || word == "bed/bourse" ||
					word == "." && i > 1 && words[i-1] == "run" && words[i-2] == "go"
				if program && (i == 0 || word == ".") {
					lines = append(lines, words[i+1:])
					break
				}
			}
		}
	}
	return lines
}

var (
	block  = regexp.MustCompile("(?s)```.*?```")
	inText = regexp.MustCompile("`(?:bourse|go run \\.) ([^`]+)`")
)

// named are the command lines that stand in a page's text, whose values are the reader's.
func named(page string) (lines [][]string) {
	for _, found := range inText.FindAllStringSubmatch(block.ReplaceAllString(page, ""), -1) {
		if words := strings.Fields(found[1]); words[0] != "held" { // what docs/delta.md hashes
			lines = append(lines, words)
		}
	}
	return lines
}

// Every command that a page's text names is there, with these flags.
func TestCommandsInText(t *testing.T) {
	here(t)
	ran := 0
	for name, page := range pages(t) {
		for _, words := range named(page) {
			ran++
			c, rest, err := commands.Root().Find(words)
			if err == nil {
				err = c.ParseFlags(placeholders(rest))
			}
			if err != nil {
				t.Errorf("%s: bourse %s: %v", name, strings.Join(words, " "), err)
			}
		}
	}
	if ran < 40 {
		t.Errorf("the pages' texts name %d commands", ran)
	}
}

// Every command line of every page is one that the program takes: its command is there, with these
// flags and as many arguments.
func TestCommandLinesOfPages(t *testing.T) {
	here(t)
	ran := 0
	for name, page := range pages(t) {
		for _, words := range commandLines(page) {
			ran++
			root := commands.Root()
			c, rest, err := root.Find(words)
			if err != nil {
				t.Errorf("%s: bourse %s: %v", name, strings.Join(words, " "), err)
				continue
			}
			rest = placeholders(rest)
			if err := c.ParseFlags(rest); err != nil {
				t.Errorf("%s: bourse %s: %v", name, strings.Join(words, " "), err)
				continue
			}
			if err := arguments(c); err != nil {
				t.Errorf("%s: bourse %s: %v", name, strings.Join(words, " "), err)
			}
		}
	}
	if ran < 80 {
		t.Errorf("the pages have %d command lines", ran)
	}
}

func arguments(c *cobra.Command) error {
	if c.Args == nil {
		return cobra.ArbitraryArgs(c, c.Flags().Args())
	}
	return c.Args(c, c.Flags().Args())
}

// placeholders puts something that could be where a page leaves a value to its reader.
func placeholders(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		if word == "URL" {
			word = "http://127.0.0.1:8080"
		}
		word = strings.NewReplacer("1=URL", "ID=URL").Replace(word)
		word = strings.NewReplacer("https://…", "https://node.example", "…", "A", "ID=URL",
			"1=http://127.0.0.1:8545").Replace(word)
		out[i] = strings.Trim(word, `'"`)
	}
	return out
}

var limits = regexp.MustCompile(` --yes --max-usd [0-9]+`)

// refusals are what a sentence of the page may be answered with by an exchange on which nobody is
// called bob, nothing waits and prices are of the day.
var refusals = []string{"more than --max-usd", "say how bad the price may become",
	"wait for the first trade",
	"nothing waits under the number", "0xTRANSACTION is no transaction", "bob: ",
	"room for the market to move", "less than the least", "you hold 0 of", "it would not wait",
	"only its maker can cancel it", "it asks for the word", "no such file", "was bought here",
	"there is no lot", "there is no sale",
	"no Delta order"}

// TestSentencesOfPages says every sentence of the page of doors to an exchange: it is understood,
// and what moves money is refused for its limits alone.
func TestSentencesOfPages(t *testing.T) {
	here(t)
	m := open(t)
	page := pages(t)["doors.md"]
	var sentences []string
	for _, words := range commandLines(page) {
		if len(words) > 1 && words[0] == "do" {
			sentences = append(sentences, strings.Join(words[1:], " "))
		}
	}
	quoted := regexp.MustCompile("`([a-z]+[^`]*)`")
	for line := range strings.Lines(page) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		for _, found := range quoted.FindAllStringSubmatch(cells[1], -1) {
			sentences = append(sentences, found[1])
		}
	}
	if len(sentences) < 40 {
		t.Fatalf("the page has %d sentences", len(sentences))
	}
	order := m.stranger("0.2", "600").Hex()
	for _, sentence := range sentences {
		if strings.Contains(sentence, "--watch") {
			continue // TestWatch follows one
		}
		sentence = strings.ReplaceAll(sentence, "0xORDER", order)
		sentence = strings.ReplaceAll(sentence, "DELTA-ORDER",
			"00000000-0000-4000-8000-000000000000")
		verb, _, _ := strings.Cut(sentence, " ")
		v, ok := grammar.Find(verb)
		if !ok {
			t.Errorf("%s begins with no verb", sentence)
			continue
		}
		var flags []string
		if v.Moves {
			flags = []string{"--yes", "--max-usd", "0.000001"}
		}
		out, err := do(t, m.url, limits.ReplaceAllString(sentence, ""), flags...)
		if err != nil && !slices.ContainsFunc(refusals, func(says string) bool {
			return strings.Contains(err.Error(), says)
		}) {
			t.Errorf("%s: %v\n%s", sentence, err, out)
		}
	}
}
