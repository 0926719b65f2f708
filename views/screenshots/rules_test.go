package screenshots_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/backend/api/apitest"
	"bourse/ui"
)

// cursorField is a field that is typed into, with the cursor in it: its label, which the field of a
// question has not, and what it shows.
var cursorField = regexp.MustCompile(`(?:▸ *(\S[^\[│┃]*?) +|[│┃] )\[ ([^\]]*▁[^\]]*?) *\]`)

// field is where the field with the cursor is, its label and its text; ok is false where a choice
// or a button has the focus.
func (d *desk) field() (row int, label, text string, ok bool) {
	for row, line := range strings.Split(d.Frame(), "\n") {
		if m := cursorField.FindStringSubmatch(line); m != nil {
			text := strings.Replace(m[2], "▁", "", 1)
			if strings.HasPrefix(m[2], "▁") { // nothing, or what could be typed
				text = ""
			}
			return row, m[1], text, true
		}
	}
	return 0, "", "", false
}

// walk visits the fields of the form in front that are typed into, each once, in the order of ⇥.
func (d *desk) walk(visit func(label string)) {
	var seen []int
	for range 40 {
		if row, label, _, ok := d.field(); ok {
			if slices.Contains(seen, row) {
				return
			}
			seen = append(seen, row)
			visit(label)
		}
		d.Press("tab")
	}
}

// opened is a form with the keys that lead to it from anywhere.
type opened struct {
	name string
	open []string // → goes down until the frame shows what follows it
	// what is typed into: texts that take a letter, and numbers
	texts, numbers []string
}

// forms are all there are. A field more than is said here fails the test: say what it is.
var forms = []opened{
	{"limit", []string{"f2", "ctrl+l"}, nil, []string{"You pay", "Price", "You get"}},
	{"P2P", []string{"f2", "ctrl+l", "up", "up", "right", "down", "down", "down", "down", "down",
		"left"}, []string{"Until", "Taker"}, []string{"You pay", "Price", "You get"}},
	{"NFT", []string{"f2", "ctrl+l", "up", "up", "left", "down", "right"},
		[]string{"contract", "contract", "Taker"}, []string{"token id", "amount", "amount"}},
	// what is advanced is shown since the swap that was signed
	{"swap", []string{"f4", "ctrl+l", "s", "s", "s"}, []string{"Receiver", "Partner"},
		[]string{"percent", "Fee", "Sell", "Buy"}},
	{"Delta", []string{"f5", "ctrl+l", "tab", "tab", "tab", "tab", "right", "right"},
		[]string{"Receiver", "Partner"}, []string{"percent", "Sell"}},
	{"Delta at my price", []string{"f5", "ctrl+l", "tab", "tab", "tab", "right"},
		[]string{"Receiver", "Partner"}, []string{"At most", "Sell"}},
	{"stop", []string{"f5", "ctrl+l", "tab", "tab", "tab", "right", "right"},
		[]string{"Receiver", "Partner"}, []string{"Once at", "At most", "Sell"}},
	{"series", []string{"f5", "ctrl+l", "tab", "tab", "tab", "left"},
		[]string{"Receiver", "Partner"}, []string{"Orders", "Sell"}},
	{"sweep", []string{"f1", "g", "enter", "enter"}, nil, []string{"Amount", "Worst price"}},
	{"take one", []string{"f1", "g", "enter", "t"}, nil, []string{""}},
	{"take an offer", []string{"f3", "g", "enter"}, nil, []string{""}},
	{"replace", []string{"f3", "g", "→m replace", "m"}, nil, []string{"Price", "Amount"}},
	{"take an NFT", []string{"f6", "g", "→▸ Passes", "enter"}, nil, []string{""}},
	{"send", []string{"f7", ">"}, []string{"To"}, []string{"Amount"}},
	{"wrap", []string{"f7", "w"}, nil, []string{""}},
	{"alert", []string{"f1", "A"}, []string{""}, nil},
}

// numbersAreReadOrRefused types into every number of every form what is no number, or could be two:
// it stands there as it was typed, with the reason, and leads nowhere.
func (d *desk) numbersAreReadOrRefused() {
	for _, f := range forms {
		d.t.Run(f.name, func(t *testing.T) {
			d.Press("esc", "esc", "esc")
			d.settle(1)
			for _, k := range f.open {
				text, down := strings.CutPrefix(k, "→")
				for n := 0; down && n < 40 && !strings.Contains(d.Frame(), text); n++ {
					d.Press("down")
				}
				if !down {
					d.Press(k)
					d.Advance(100 * time.Millisecond)
				}
			}
			var texts, numbers []string
			d.walk(func(label string) {
				_, _, was, _ := d.field()
				d.Press("ctrl+u")
				d.Type("Z")
				if _, _, text, _ := d.field(); text == "Z" {
					d.Press("ctrl+u")
					d.Type(was)
					texts = append(texts, label)
					return
				}
				numbers = append(numbers, label)
				d.settle(1)
				for _, no := range []string{"1,5", "1e3", "-2", "1.2.3", "1,500", "1ö5"} {
					d.refuses(t, label, no)
				}
			})
			if fmt.Sprint(texts, numbers) != fmt.Sprint(f.texts, f.numbers) {
				t.Errorf("texts %q and numbers %q, not %q and %q:\n%s", texts, numbers, f.texts,
					f.numbers, d.Frame())
			}
		})
	}
}

// refuses types what is no number into the field with the cursor.
func (d *desk) refuses(t *testing.T, label, no string) {
	t.Helper()
	d.Press("ctrl+u")
	d.Type(no)
	d.Advance(150 * time.Millisecond)
	before := len(d.Root.Dialogs())
	d.Press("enter")
	_, _, text, ok := d.field()
	if text != no || !strings.Contains(d.Frame(), "✗") || len(d.Root.Dialogs()) != before {
		t.Errorf("%s: %q is %q (%v), %d dialogs are open:\n%s", label, no, text, ok,
			len(d.Root.Dialogs()), d.Frame())
	}
	d.Press("ctrl+u")
}

var (
	chosen = regexp.MustCompile(`^[┃│][ ▸](.{10}).*?\( ([^)]*) \)`)
	typed  = regexp.MustCompile(`^[┃│][ ▸](.{10}).*?\[ ([^\]]*?)[ ▁]*\]`)
)

// form is what the fields of the form in front hold, in its order.
func (d *desk) form() (out []string) {
	for _, line := range strings.Split(d.Frame(), "\n") {
		for _, re := range []*regexp.Regexp{chosen, typed} {
			if m := re.FindStringSubmatch(line); m != nil && !strings.Contains(m[0], "⏎") {
				out = append(out, strings.TrimSpace(m[1])+": "+strings.TrimLeft(m[2], "▁"))
				break
			}
		}
	}
	return out
}

const somebody = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

// signatures are forms that hold all that they can, and the keys by which that is signed.
var signatures = []struct {
	name  string
	empty []string // keys to the empty form
	fill  []string // keys that choose
	text  map[string]string
	sign  []string
	back  []string // keys to the form as it is after
	done  string
}{
	{"P2P", []string{"f2", "ctrl+l"},
		[]string{"up", "up", "right", "down", "down", "down", "down", "down", "left"},
		map[string]string{"You pay": "900", "Price": "2950", "Until": "10m", "Taker": somebody},
		[]string{"enter", "S", "enter"}, []string{"f2"}, "order "},
	{"swap", []string{"f4", "ctrl+l", "d"}, []string{"s", "s", "s"},
		map[string]string{"percent": "2", "Receiver": somebody, "Partner": somebody, "Fee": "10",
			"Sell": "0.2"}, []string{"a", "S", "enter", "S", "enter"}, []string{"f4"},
		"received "},
	{"Delta", []string{"f5", "ctrl+l"}, []string{"tab", "tab", "tab", "tab", "right", "right"},
		map[string]string{"percent": "2", "Receiver": somebody, "Sell": "300"},
		[]string{"enter", "S", "enter", "S", "enter"}, []string{"n"}, ""},
}

// nothingOutlivesItsSignature signs what forms hold: they are as empty after it as before.
func (d *desk) nothingOutlivesItsSignature() {
	for _, f := range signatures {
		d.t.Run("after "+f.name, func(t *testing.T) {
			d.Press("esc", "esc", "esc")
			d.Press(f.empty...)
			d.settle(1)
			empty := d.form()
			d.Press(f.fill...)
			left := len(f.text)
			d.walk(func(label string) {
				if text := f.text[label]; text != "" {
					left--
					d.Press("ctrl+u")
					d.Type(text)
				}
			})
			d.settle(2)
			full := d.form()
			for _, k := range f.sign {
				d.Press(k)
				d.settle(2)
			}
			last := d.Frame()
			for range 20 {
				if f.done == "" || strings.Contains(d.Root.Note().Text, f.done) {
					break
				}
				d.settle(1)
			}
			said := d.Root.Note().Text
			d.Press(f.back...)
			d.settle(1)
			if got := d.form(); left != 0 || !strings.Contains(said, f.done) ||
				!slices.Equal(got, empty) || slices.Equal(full, empty) {
				t.Errorf("%d fields were not found; it held\n%q, then\n%q, and after it\n%q; "+
					"the message row said %q:\n%s\n%s", left, empty, full, got, said, last,
					d.Frame())
			}
		})
	}
}

// ordersHaveOnePrice signs orders at prices between two that their pair shows: a bid is rounded
// down and an ask up, in the words that are signed, in the lists, alone, and beside the book.
func (d *desk) ordersHaveOnePrice() {
	markets, err := apitest.On(d.service, 1337).Markets(d.t.Context())
	if err != nil || len(markets) == 0 {
		d.t.Fatal(err)
	}
	last := markets[0].Last.Float(markets[0].Base.Decimals, markets[0].Quote.Decimals)
	for _, c := range []struct {
		side, says, row string
		cents           int
		up              int
	}{{"s", "SELL ▼", "▼S", int(last*101) + 1, 1}, {"b", "BUY ▲", "▲B", int(last * 99), 0}} {
		d.t.Run(c.says, func(t *testing.T) {
			exact := fmt.Sprintf("%d.%02d5", c.cents/100, c.cents%100)
			cents := c.cents + c.up
			shown := ui.Thousands(fmt.Sprintf("%d.%02d", cents/100, cents%100))
			d.Press("esc", "esc", "esc", "f1", "g", c.side)
			d.settle(1)
			d.Type("0.5")
			d.Press("tab")
			d.Type(exact)
			d.settle(1)
			d.Press("enter")
			d.settle(1)
			d.has(t, c.says, " at "+shown+" USDC")
			d.Press("S", "enter")
			d.settle(2)
			d.Press("f3", "g")
			d.settle(1)
			d.has(t, c.row, shown)
			d.Press("enter")
			d.settle(1)
			d.has(t, shown)
			d.Press("esc", "f1")
			d.settle(2)
			d.has(t, c.row, shown)
		})
	}
}

// has fails where the frame lacks a text.
func (d *desk) has(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(d.Frame(), text) {
			t.Errorf("it does not say %q:\n%s", text, d.Frame())
		}
	}
}
