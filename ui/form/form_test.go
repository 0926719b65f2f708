package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/ui/headless"
	"bourse/ui/uitest"
)

func drive(f *form.Form, keys ...string) {
	for _, k := range keys {
		if f.Captures(ui.Press(k)) {
			f.Update(ui.Press(k))
			continue
		}
		for _, a := range f.Actions("") {
			if slices.Contains(a.Key.Keys(), ui.Press(k).String()) {
				a.Run()
				break
			}
		}
	}
}

func TestFormKeys(t *testing.T) {
	var changed []string
	ran := ""
	k := uitest.Empty(t)
	f := uitest.OrderForm(k.Env, &changed)
	f.Buttons = []form.Button{{Label: "Review", Run: func() tea.Cmd { ran += "R"; return nil }},
		{Label: "Clear", Off: "nothing typed"}}
	if f.Focused().ID != "kind" {
		t.Errorf("static fields take no focus: %s", f.Focused().ID)
	}
	drive(f, "right", "tab", "4", "2", "alt+3", "tab")
	if f.Focused().ID != "get" {
		t.Errorf("hidden fields take no focus: %s", f.Focused().ID)
	}
	if got := strings.Join(changed, " "); got != "kind=P2P pay=4 pay=42 pay=9461.82" {
		t.Errorf("changes: %s", got)
	}
	drive(f, "enter", "tab", "enter", "tab", "enter", "tab")
	if ran != "RR" || f.Focused().ID != "kind" {
		t.Errorf("buttons ran %q, focus %v", ran, f.Focused())
	}
	f.Field("pay").Input.Set("")
	if f.Validate() || f.Field("pay").Problem != "how much?" {
		t.Error("an empty amount must be a problem")
	}
	f.Focus("pay")
	drive(f, "5")
	if !f.Validate() {
		t.Error("typing cures it")
	}
	k.Do(f.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("1.2.3"), Paste: true}))
	k.Shows("what was pasted does not fit You pay")
	if f.Field("pay").Value() != "5" {
		t.Error("a paste that does not fit must change nothing")
	}
}

// A form that is higher than its place says how many of its lines are not shown.
func TestFormSaysWhatIsCut(t *testing.T) {
	env, _ := uitest.NewEnv()
	var changed []string
	f := uitest.OrderForm(env, &changed)
	f.Buttons = []form.Button{{Label: "Review"}}
	for _, c := range []string{"one", "two", "three", "four", "five"} {
		f.Checks = append(f.Checks, ui.Check{Text: c})
	}
	text := func(height int) string {
		return strings.Join(uitest.Lines(f.Draw(env, cells.Box{W: 48, H: height}, true)), "\n")
	}
	f.Focus("kind")
	const low = 7 // rows: the button's, the mark's and those of five lines
	var cut int
	_, mark, _ := strings.Cut(text(low), "… ")
	if _, err := fmt.Sscanf(mark, "%d more lines", &cut); err != nil || cut < 2 {
		t.Fatalf("not marked:\n%s", text(low))
	}
	for rows, marked := range map[int]bool{low + cut - 2: true, low + cut - 1: false} {
		if strings.Contains(text(rows), "more line") != marked {
			t.Errorf("%d are said to be cut of %d, of %d:\n%s", cut, low, rows, text(rows))
		}
	}
	f.Focus("get")
	if got := text(6); !strings.HasPrefix(got, " … ") || !strings.Contains(got, "▸You get") {
		t.Errorf("what is above is not marked:\n%s", got)
	}
}

func TestFormDrawsEverywhere(t *testing.T) {
	env, _ := uitest.NewEnv()
	var changed []string
	for _, a := range uitest.Areas() {
		for _, off := range []string{"", "balance too low: need 10.0000 ETH, have 4.2183"} {
			f := uitest.OrderForm(env, &changed)
			f.Buttons = []form.Button{{Label: "Review & sign ⏎", Off: off}, {Label: "Clear ⌃l"}}
			f.Field("pay").Problem = "more than you have"
			f.Focus("get")
			uitest.Exact(t, f.Draw(env, a, true), a)
			drawn := strings.Join(uitest.Lines(f.Draw(env, a, true)), "\n")
			if a.W >= 48 && a.H >= 3 && !strings.Contains(drawn, "[ Review & sign ⏎ ]") {
				t.Errorf("%v: the button is gone:\n%s", a, drawn)
			}
		}
	}
}

func TestFormMouse(t *testing.T) {
	env, _ := uitest.NewEnv()
	var changed []string
	ran := ""
	f := uitest.OrderForm(env, &changed)
	f.Buttons = []form.Button{{Label: "Review",
		Run: func() tea.Cmd { ran = "review"; return nil }},
		{Label: "Clear", Run: func() tea.Cmd { ran = "clear"; return nil }}}
	drawn := uitest.Lines(f.Draw(env, cells.Box{W: 64, H: 20}, true))
	at := func(text string) tea.MouseMsg {
		for y, l := range drawn {
			if x := strings.Index(l, text); x >= 0 {
				return headless.Click(cells.Width(l[:x]), y)
			}
		}
		t.Fatalf("no %q in %q", text, drawn)
		return tea.MouseMsg{}
	}
	f.Mouse(at("You get"))
	if f.Focused().ID != "get" {
		t.Errorf("focus on %s", f.Focused().ID)
	}
	f.Mouse(at("[ Clear ]"))
	if ran != "clear" {
		t.Errorf("ran %q", ran)
	}
	f.Mouse(at("[ Review ]"))
	if ran != "review" {
		t.Errorf("ran %q", ran)
	}
}

// TestDerivedIsNeverCut leaves the word whole beside a suffix that is too long.
func TestDerivedIsNeverCut(t *testing.T) {
	t.Parallel()
	env, _ := uitest.NewEnv()
	f := form.New(env, &form.Field{
		ID: "get", Label: "You get", Kind: form.NumberField, Derived: true,
		Suffix: "LONGSYMBOL free 1,234,567.8901"})
	for w := 46; w < 90; w++ {
		if got := uitest.Lines(f.Draw(env, cells.Box{W: w, H: 3}, false))[0]; !strings.Contains(
			got, "(derived)") {
			t.Errorf("%d cells: %q", w, got)
		}
	}
}

// TestChoicesMakeRoom: the words stand closer where what is beside them would be cut otherwise.
func TestChoicesMakeRoom(t *testing.T) {
	t.Parallel()
	env, _ := uitest.NewEnv()
	f := form.New(env, &form.Field{ID: "expiry", Label: "Expiry", Kind: form.ChoiceField,
		Choices: []string{"1d", "1h", "7d", "never", "date"}, Suffix: "29 Nov 01:58 UTC+0545"})
	for w, want := range map[int]string{58: "(1d) 1h  7d  never  date   29 Nov 01:58 UTC+0545",
		53: "(1d) 1h 7d never date  29 Nov 01:58 UTC+0545",
		52: "(1d) 1h 7d never date 29 Nov 01:58 UTC+0545",
		70: "( 1d )  1h    7d    never    date    29 Nov 01:58 UTC+0545"} {
		if got := uitest.Lines(f.Draw(env, cells.Box{W: w, H: 3}, false))[0]; !strings.Contains(
			got, want) {
			t.Errorf("%d cells: %q", w, got)
		}
	}
}

// A problem that does not fit beside its control stands below it, to its last word.
func TestProblemsAreShownWhole(t *testing.T) {
	env, _ := uitest.NewEnv()
	var changed []string
	f := uitest.OrderForm(env, &changed)
	const problem = "has 19 digits after the point, and USDC has at most 6"
	f.Field("pay").Problem = problem
	for w := 30; w <= 110; w++ {
		drawn := uitest.Lines(f.Draw(env, cells.Box{W: w, H: 24}, true))
		text := strings.Join(strings.Fields(strings.Join(drawn, " ")), " ")
		if !strings.Contains(text, "✗ "+problem) {
			t.Fatalf("%d columns:\n%s", w, strings.Join(drawn, "\n"))
		}
	}
}

// TestOnlyArrowsAndTheSpaceBarMoveAChoice: any other key that nobody binds leaves it as it is read.
func TestOnlyArrowsAndTheSpaceBarMoveAChoice(t *testing.T) {
	k := uitest.Empty(t)
	f := uitest.OrderForm(k.Env, new([]string))
	f.Focus("kind")
	was := f.Field("kind").Value()
	for _, key := range []string{"S", "b", "x", "z", "5", ".", "ctrl+a", "f9", "home", "up",
		"backspace", "alt+right"} {
		if f.Update(ui.Press(key)); f.Field("kind").Value() != was {
			t.Fatalf("%s chose %s", key, f.Field("kind").Value())
		}
	}
	for _, key := range []string{"right", "left", " "} {
		was := f.Field("kind").Value()
		if f.Update(ui.Press(key)); f.Field("kind").Value() == was {
			t.Errorf("%q chose nothing", key)
		}
	}
}
