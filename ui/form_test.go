package ui_test

import (
	"slices"
	"strings"
	"testing"

	"bourse/ui"

	"pgregory.net/rapid"
)

func typed(f *ui.Input, keys ...ui.Key) string {
	for _, k := range keys {
		if f.Captures(k) {
			f.Key(k)
		}
	}
	return f.Value()
}

func TestNumberFieldSwallowsOnlyWhatItCanUse(t *testing.T) {
	f := ui.Number()
	if got := typed(&f, "1", "2", "a", ".", "5", ".", "x", "-", ","); got != "12.5" {
		t.Errorf("got %q", got)
	}
	for _, k := range []ui.Key{"a", "s", "esc", "tab", "enter", "ctrl+k", "alt+1", "up", "down", ",", "-"} {
		if f.Captures(k) {
			t.Errorf("%s must pass", k)
		}
	}
	for _, k := range []ui.Key{"7", ".", "backspace", "left", "home", "ctrl+u"} {
		if !f.Captures(k) {
			t.Errorf("%s must be taken", k)
		}
	}
	for pasted, want := range map[string]string{"12,345.678": "12345.678", " 7 ": "7", "1.234,56": "9", "1,5": "9", "12 ETH": "9",
		"-3": "9", "0x10": "9", ".5": ".5", "1e5": "9", "": "9", "1,234,567": "1234567"} {
		f.Set("9")
		f.Paste(pasted)
		if f.Value() != want {
			t.Errorf("pasting %q leaves %q, want %q", pasted, f.Value(), want)
		}
	}
}

func TestTextFieldEdits(t *testing.T) {
	f := ui.Input{}
	if got := typed(&f, "a", "space", "b", "c", "left", "left", "X", "home", "Y", "end", "Z", "backspace", "ctrl+w", "q"); got != "Ya q" {
		t.Errorf("got %q", got)
	}
	f.Set("")
	f.Paste("0x71C7\x1b[2J\u202e656E\nsecond line")
	if f.Value() != "0x71C7656E" {
		t.Errorf("pasted %q", f.Value())
	}
	for _, k := range []ui.Key{"q", ":", "?", "space", "漢"} {
		if !f.Captures(k) {
			t.Errorf("a text field takes %s", k)
		}
	}
}

func TestSecretsAreMaskedAndWiped(t *testing.T) {
	env := newEnv()
	f := ui.Input{Masked: true}
	typed(&f, "h", "u", "n", "t", "e", "r", "2")
	if drawn := f.Draw(env.Theme, 30, true); strings.ContainsAny(drawn, "hunter") || !strings.Contains(drawn, "•••••••") {
		t.Errorf("shown as %q", drawn)
	}
	if got := string(f.Bytes()); got != "hunter2" {
		t.Errorf("got %q", got)
	}
	f.Wipe()
	if f.Value() != "" || len(f.Bytes()) != 0 {
		t.Error("not wiped")
	}
}

// An input against a plain model of runes and a cursor, and its drawing.
func TestInputModel(t *testing.T) {
	env := newEnv()
	rapid.Check(t, func(t *rapid.T) {
		f, model, at := ui.Input{}, []rune{}, 0
		for range rapid.IntRange(0, 40).Draw(t, "n") {
			k := rapid.SampledFrom([]ui.Key{"a", "漢", "space", "left", "right", "home", "end", "backspace", "delete", "ctrl+u"}).Draw(t, "key")
			f.Key(k)
			switch k {
			case "left":
				at = max(0, at-1)
			case "right":
				at = min(len(model), at+1)
			case "home":
				at = 0
			case "end":
				at = len(model)
			case "backspace":
				if at > 0 {
					model, at = slices.Delete(model, at-1, at), at-1
				}
			case "delete":
				if at < len(model) {
					model = slices.Delete(model, at, at+1)
				}
			case "ctrl+u":
				model, at = slices.Delete(model, 0, at), 0
			default:
				model = slices.Insert(model, at, []rune(k.Text())...)
				at++
			}
			if f.Value() != string(model) {
				t.Fatalf("after %s: %q, want %q", k, f.Value(), string(model))
			}
			w := rapid.IntRange(1, 20).Draw(t, "w")
			if got := ui.Width(f.Draw(env.Theme, w, w%2 == 0)); got != w {
				t.Fatalf("%d cells instead of %d: %q", got, w, f.Draw(env.Theme, w, w%2 == 0))
			}
		}
	})
}

func orderForm(changed *[]string) *ui.Form {
	pay := &ui.Field{ID: "pay", Label: "You pay", Kind: ui.NumberField, Input: ui.Number(), Suffix: "USDC  free 9,461.82",
		Below: "10%  25%  50%  75%  MAX", Gap: true, Check: func(v string) string {
			if v == "" {
				return "how much?"
			}
			return ""
		}}
	for _, v := range []string{"946.18", "2365.45", "9461.82"} {
		pay.Presets = append(pay.Presets, func() string { return v })
	}
	f := ui.NewForm(
		&ui.Field{ID: "note", Label: "", Kind: ui.StaticField, Text: "static"},
		&ui.Field{ID: "kind", Label: "Kind", Kind: ui.ChoiceField, Choices: []string{"Limit", "P2P", "NFT"}},
		pay,
		&ui.Field{ID: "taker", Label: "Taker", Hidden: true},
		&ui.Field{ID: "get", Label: "You get", Kind: ui.NumberField, Input: ui.Number(), Derived: true, Suffix: "ETH"})
	f.Changed = func(x *ui.Field) ui.Cmd { *changed = append(*changed, x.ID+"="+x.Value()); return nil }
	f.Checks = []ui.Check{{Level: ui.OK, Text: "balance covers 6,036.00 USDC"}, {Level: ui.Warn, Text: "allowance 5,000.00", Key: "a approve"}}
	return f
}

func drive(f *ui.Form, keys ...ui.Key) {
	for _, k := range keys {
		if f.Captures(k) {
			f.Update(ui.KeyMsg{Key: k})
			continue
		}
		for _, a := range f.Actions("") {
			if slices.Contains(a.Keys, k) {
				a.Run()
				break
			}
		}
	}
}

func TestFormKeys(t *testing.T) {
	var changed []string
	ran := ""
	f := orderForm(&changed)
	f.Buttons = []ui.FormButton{{Label: "Review", Run: func() ui.Cmd { ran += "R"; return nil }}, {Label: "Clear", Off: "nothing typed"}}
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
	if cmd := f.Update(ui.PasteMsg("1.2.3")); len(cmd) != 1 || f.Field("pay").Value() != "5" {
		t.Error("a paste that does not fit must say so and change nothing")
	}
}

func TestFormDrawsEverywhere(t *testing.T) {
	env := newEnv()
	var changed []string
	for _, a := range areas() {
		for _, off := range []string{"", "balance too low: need 10.0000 ETH, have 4.2183"} {
			f := orderForm(&changed)
			f.Buttons = []ui.FormButton{{Label: "Review & sign ⏎", Off: off}, {Label: "Clear ⌃l"}}
			f.Field("pay").Problem = "more than you have"
			f.Focus("get")
			exact(t, f.Draw(env, a, true), a)
			if drawn := strings.Join(lines(f.Draw(env, a, true)), "\n"); a.W >= 48 && a.H >= 3 && !strings.Contains(drawn, "[ Review & sign ⏎ ]") {
				t.Errorf("%v: the button is gone:\n%s", a, drawn)
			}
		}
	}
}

func TestFormMouse(t *testing.T) {
	env := newEnv()
	var changed []string
	ran := ""
	f := orderForm(&changed)
	f.Buttons = []ui.FormButton{{Label: "Review", Run: func() ui.Cmd { ran = "review"; return nil }}, {Label: "Clear", Run: func() ui.Cmd { ran = "clear"; return nil }}}
	drawn := lines(f.Draw(env, ui.Box{W: 64, H: 20}, true))
	at := func(text string) ui.MouseMsg {
		for y, l := range drawn {
			if x := strings.Index(l, text); x >= 0 {
				return ui.MouseMsg{X: ui.Width(l[:x]), Y: y}
			}
		}
		t.Fatalf("no %q in %q", text, drawn)
		return ui.MouseMsg{}
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

func TestWorst(t *testing.T) {
	if ui.Worst(nil) != ui.Plain || ui.Worst([]ui.Check{{Level: ui.OK}, {Level: ui.Bad}, {Level: ui.Working}}) != ui.Bad {
		t.Error("the gravest check decides")
	}
}

// TestDerivedIsNeverCut leaves the word whole beside a suffix that is too long.
func TestDerivedIsNeverCut(t *testing.T) {
	t.Parallel()
	env := newEnv()
	form := ui.NewForm(&ui.Field{ID: "get", Label: "You get", Kind: ui.NumberField, Derived: true, Suffix: "LONGSYMBOL free 1,234,567.8901"})
	for w := 46; w < 90; w++ {
		if got := lines(form.Draw(env, ui.Box{W: w, H: 3}, false))[0]; !strings.Contains(got, "(derived)") {
			t.Errorf("%d cells: %q", w, got)
		}
	}
}
