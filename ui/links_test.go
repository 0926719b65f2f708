package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

const someone = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F"

// explorer is a host that knows the pages of some texts.
type explorer map[string]string

func (explorer) Init() tea.Cmd          { return nil }
func (explorer) Update(tea.Msg) tea.Cmd { return nil }

func (e explorer) Page(text string) string {
	if text == someone {
		return "https://pages.test/" + text
	}
	return e[text]
}

// Links change nothing that is seen, and lead nowhere that is not known or not plain text.
func TestFrameIsLinked(t *testing.T) {
	t.Parallel()
	r := NewRoot(Config{Env: NewEnv(WallClock{}, nil), Host: explorer{
		"0x9f31…b021": "https://pages.test/tx", "0xbad": "https://pages.test/\x1b]0;owned\a"}})
	r.env.Header.Address = someone
	link := func(page, text string) string {
		return "\x1b]8;;" + page + "\a" + text + "\x1b]8;;\a"
	}
	short, page := ShortAddress(someone), "https://pages.test/"+someone
	frame := " main \x1b[1m" + short + "\x1b[0m\n漢字 \x1b[31m" + someone + "\x1b[0m 0x9f31…b021 " +
		short + "\n0x9f31…b022 0xbad 0x " + someone + "0 https://pages.test/" + someone + " 0x"
	got := linked(frame, r)
	if ansi.Strip(got) != ansi.Strip(frame) {
		t.Errorf("the frame reads %q", ansi.Strip(got))
	}
	for want, times := range map[string]int{link(page, short): 1, link(page, someone): 2,
		link("https://pages.test/tx", "0x9f31…b021"): 1, "\x1b]8;;h": 4, "owned": 0} {
		if n := strings.Count(got, want); n != times {
			t.Errorf("%q is there %d times, not %d: %q", want, n, times, got)
		}
	}
	for i, line := range strings.Split(got, "\n") {
		if w := ansi.StringWidth(strings.Split(frame, "\n")[i]); ansi.StringWidth(line) != w {
			t.Errorf("line %d is %d cells wide, not %d", i, ansi.StringWidth(line), w)
		}
	}
}

func TestTerminalsWithLinks(t *testing.T) {
	t.Parallel()
	for env, want := range map[string]bool{
		"": true, "TERM=xterm-256color": true, "TERM=dumb": false, "TERM=linux": false,
		"VTE_VERSION=4602": false, "VTE_VERSION=7200": true, "FORCE_HYPERLINK=0": false,
		"TERM=linux FORCE_HYPERLINK=1": true, "NO_COLOR=1": true,
	} {
		set := map[string]string{}
		for _, field := range strings.Fields(env) {
			name, value, _ := strings.Cut(field, "=")
			set[name] = value
		}
		if got := showsLinks(func(name string) string { return set[name] }); got != want {
			t.Errorf("%q: %t", env, got)
		}
	}
}
