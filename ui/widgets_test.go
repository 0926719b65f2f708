package ui_test

import (
	"math"
	"testing"
	"time"

	"bourse/ui"
	"bourse/ui/uitest"
)

// candlePoints is a wave of n candles, 15 minutes each.
func candlePoints(n int) []ui.CandlePoint {
	out := make([]ui.CandlePoint, n)
	last := 3000.0
	for i := range out {
		next := 3000 + 30*math.Sin(float64(i)/9) + 8*math.Cos(float64(i)*1.7)
		out[i] = ui.CandlePoint{At: uitest.Start.Add(time.Duration(i-n) * 15 * time.Minute), Open: last, Close: next,
			High: max(last, next) + 4, Low: min(last, next) - 5, Volume: float64(1 + i*7%11)}
		last = next
	}
	return out
}

func newEnv() *ui.Env {
	env, _ := uitest.NewEnv()
	return env
}

// exact fails the test unless drawn fills area exactly.
func exact(t testing.TB, drawn string, area ui.Box) {
	t.Helper()
	if err := uitest.CheckText(drawn, area.W, area.H); err != nil {
		t.Fatalf("%v: %v\n%s", area, err, drawn)
	}
}

// areas are boxes from nothing to large.
func areas() []ui.Box {
	var out []ui.Box
	for _, w := range []int{0, 1, 2, 5, 11, 13, 24, 37, 48, 80, 118, 200} {
		for _, h := range []int{0, 1, 2, 3, 5, 9, 18, 30, 56} {
			out = append(out, ui.Box{W: w, H: h})
		}
	}
	return out
}

func TestChartsFillTheirArea(t *testing.T) {
	env := newEnv()
	ladder := ui.NewLadder(ladderPair())
	ladder.SetBook(env, bookOrders(60, true), bookOrders(60, false))
	asks, bids := ladder.Levels()
	steps := []ui.Step{{At: uitest.Start, Text: "built", Level: ui.OK, Note: "0x12"},
		{At: uitest.Start.Add(9 * time.Second), Text: "signed\x1b[2J", Level: ui.Working}, {Text: "settled"}}
	odd := []ui.CandlePoint{{Open: math.NaN(), High: math.Inf(1), Low: math.Inf(-1), Close: 1, Volume: math.NaN()}}
	for _, a := range areas() {
		for _, points := range [][]ui.CandlePoint{nil, candlePoints(1), candlePoints(300), odd} {
			exact(t, ui.CandleChart{Points: points, Volume: a.H%2 == 0}.Draw(env.Theme, a), a)
		}
		exact(t, ui.DepthChart{Bids: bids, Asks: asks, Places: 2, Cursor: a.W / 2}.Draw(env.Theme, a), a)
		exact(t, ui.DepthChart{Bids: bids[:1], Cursor: -1}.Draw(env.Theme, a), a)
		exact(t, ui.DepthChart{Asks: asks}.Draw(env.Theme, a), a)
		exact(t, ui.DepthChart{}.Draw(env.Theme, a), a)
		exact(t, ui.Timeline(env, a, steps), a)
		one := ui.Box{W: a.W, H: 1}
		exact(t, ui.Rail(env, a.W, steps), one)
		exact(t, ui.TimeScale(env, a.W, steps), one)
		exact(t, ui.TimeScale(env, a.W, nil), one)
		marks := []ui.BandMark{{Value: 1.6, Name: "floor", Text: "1.60000"}, {Value: 1.7, Name: "now", Text: "1.70000"}}
		if a.W >= 8 {
			exact(t, ui.PriceBand(env, a.W, marks), ui.Box{W: a.W, H: 3})
		}
		exact(t, ladder.Draw(env, a, true), a)
		exact(t, ui.NewLadder(ladderPair()).Draw(env, a, false), a)
	}
}

func TestCandleGlyphs(t *testing.T) {
	env := newEnv()
	rising := []ui.CandlePoint{{At: uitest.Start, Open: 2, Close: 6, High: 8, Low: 0}}
	got := ui.CandleChart{Points: rising, Label: func(float64) string { return "" }}.Draw(env.Theme, ui.Box{W: 12, H: 6})
	var column []string
	for _, line := range lines(got)[:4] {
		r := []rune(line)
		column = append(column, string(r[len(r)-2:]))
	}
	want := []string{"┤│", "│┃", "┤┃", "││"}
	for i := range want {
		if column[i] != want[i] {
			t.Errorf("row %d shows %q, want %q", i, column[i], want[i])
		}
	}
}

func TestTree(t *testing.T) {
	env := newEnv()
	tree := &ui.Tree{}
	tree.Set([]ui.Node{{Text: "10 ETH", Kids: []ui.Node{
		{Text: "60%", Kids: []ui.Node{{ID: "a", Text: "pool A", Right: "1 → 2"}, {ID: "b", Text: "pool B\x1b[1m"}}},
		{Text: "40%", Kids: []ui.Node{{ID: "c", Text: "pool C"}}}}}, {Text: "= 30"}})
	for _, a := range areas() {
		exact(t, tree.Draw(env.Theme, a, true), a)
	}
	tree.Move(1)
	tree.Move(1)
	if tree.Selected() != "b" {
		t.Errorf("selected %q", tree.Selected())
	}
	tree.Move(1)
	tree.Move(1) // stays on the last
	if tree.Selected() != "c" {
		t.Errorf("selected %q", tree.Selected())
	}
	want := []string{" 10 ETH", " ├─ 60%", " │  ├─ pool A     1 → 2", " │  └─ pool B", " └─ 40%", "▸   └─ pool C", " = 30"}
	got := lines(tree.Draw(env.Theme, ui.Box{W: 23, H: 7}, true))
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q, want %q", i, got[i], want[i])
		}
	}
	if tree.Mouse(ui.MouseMsg{Y: 2}) || tree.Selected() != "a" || !tree.Mouse(ui.MouseMsg{Y: 2}) {
		t.Error("a click selects, a second one opens")
	}
}
