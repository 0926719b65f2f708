package table_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/headless"
	"bourse/ui/table"
	"bourse/ui/uitest"
)

func ids(rows []uitest.Row) string {
	var out []string
	for _, r := range rows {
		out = append(out, r.ID)
	}
	return strings.Join(out, " ")
}

func press[R any](t *table.Table[R], keys ...string) {
	for _, k := range keys {
		if t.Captures(ui.Press(k)) {
			t.Update(ui.Press(k))
			continue
		}
		for _, a := range t.Actions("", nil) {
			if slices.Contains(a.Key.Keys(), ui.Press(k).String()) {
				a.Run()
			}
		}
	}
}

func TestSelectionFollowsTheRow(t *testing.T) {
	prices := uitest.PriceTable()
	rows := []uitest.Row{{ID: "a", Price: 3}, {ID: "b", Price: 1}, {ID: "c", Price: 2}}
	prices.SetRows(rows)
	press(prices, "down")
	prices.SetRows(append([]uitest.Row{{ID: "new", Price: 9}, {ID: "newer", Price: 8}}, rows...))
	if r, _ := prices.Selected(); r.ID != "b" {
		t.Errorf("rows above moved the cursor to %q", r.ID)
	}
	prices.SortBy(1, false)
	if r, _ := prices.Selected(); r.ID != "b" || ids(prices.Rows()) != "b c a newer new" {
		t.Errorf("after sorting: %q in %s", r.ID, ids(prices.Rows()))
	}
	prices.SetRows([]uitest.Row{{ID: "a", Price: 3}, {ID: "c", Price: 2}})
	if r, _ := prices.Selected(); r.ID != "c" {
		t.Errorf("the row in the gone one's place is %q", r.ID)
	}
	prices.SetRows(nil)
	if _, ok := prices.Selected(); ok {
		t.Error("an empty table has a selection")
	}
}

func TestMarksAndFreezing(t *testing.T) {
	prices := uitest.PriceTable()
	prices.SetRows([]uitest.Row{{ID: "a", Price: 3}, {ID: "b", Price: 1}, {ID: "c", Price: 2}})
	if got := ids(prices.Marked()); got != "a" {
		t.Errorf("without marks commands act on the cursor, got %s", got)
	}
	press(prices, "space", "down", "space")
	if got := ids(prices.Marked()); got != "a c" || prices.Marks() != 2 {
		t.Errorf("marked %s", got)
	}
	prices.Freeze(true)
	prices.SetRows([]uitest.Row{{ID: "z", Price: 1}})
	if got := ids(prices.Rows()); got != "a b c" {
		t.Errorf("a frozen table changed to %s", got)
	}
	prices.Freeze(false)
	if got := ids(prices.Rows()); got != "z" {
		t.Errorf("a thawed table shows %s", got)
	}
	prices.ClearMarks()
	if prices.Marks() != 0 {
		t.Error("marks stay")
	}
}

func TestFilterLine(t *testing.T) {
	prices := uitest.PriceTable()
	prices.SetRows(uitest.Rows(30))
	press(prices, "/", "k", "0", "1", "7")
	if got := ids(prices.Rows()); got != "TOK017/USDC" {
		t.Errorf("filter shows %s", got)
	}
	if !prices.Captures(ui.Press("q")) || prices.Captures(ui.Press("ctrl+c")) {
		t.Error("the filter takes text and nothing else")
	}
	press(prices, "enter")
	if prices.Captures(ui.Press("q")) || len(prices.Rows()) != 1 {
		t.Error("⏎ keeps the filter and ends typing")
	}
	press(prices, "/", "esc")
	if len(prices.Rows()) != 30 {
		t.Error("esc shows all again")
	}
}

func TestTableDrawsEverywhere(t *testing.T) {
	env, _ := uitest.NewEnv()
	prices := uitest.PriceTable()
	rows := []uitest.Row{{ID: "漢字漢字漢字漢字漢字漢字漢字漢字漢字", Price: 5},
		{ID: "\x1b[2Jevil\u202e", Price: 1},
		{ID: strings.Repeat("x", 5000), Price: 2}}
	for i := range 40 {
		rows = append(rows, uitest.Row{ID: fmt.Sprint(i), Price: i})
	}
	states := []ui.State{{}, {What: "orders", Err: "connection refused", Retry: 3e9},
		{What: "orders", Hidden: 2}}
	for _, a := range uitest.Areas() {
		for _, state := range states {
			prices.State = state
			prices.SetRows(rows)
			uitest.Exact(t, prices.Draw(env, a, true), a)
			prices.SetRows(nil)
			uitest.Exact(t, prices.Draw(env, a, false), a)
		}
	}
}

func TestTableStates(t *testing.T) {
	env, _ := uitest.NewEnv()
	prices := uitest.PriceTable()
	area := cells.Box{W: 78, H: 6}
	for _, c := range []struct {
		state ui.State
		want  string
	}{
		{ui.State{What: "orders", Loading: true}, "◐ loading orders…"},
		{ui.State{What: "orders", Empty: "No open orders. b buys, s sells."},
			"No open orders. b buys, s sells."},
		{ui.State{What: "orders", Err: "connection refused", Retry: 3e9},
			"✗ could not read orders: connection refused  r try again (3s)"},
		{ui.State{What: "orders", Hidden: 2}, "! 2 orders hidden: unreadable · o show"},
	} {
		prices.State = c.state
		if got := strings.Join(uitest.Lines(prices.Draw(env, area, true)), "\n"); !strings.Contains(
			got, c.want) {
			t.Errorf("want %q in:\n%s", c.want, got)
		}
	}
	prices.SetRows(uitest.Rows(2))
	prices.State = ui.State{What: "orders", Err: "gone"}
	got := strings.Join(uitest.Lines(prices.Draw(env, area, true)), "\n")
	if !strings.Contains(got, "TOK001") || !strings.Contains(got, "could not read") {
		t.Errorf("old rows stay under an error:\n%s", got)
	}
	prices.State = ui.State{What: "orders", Empty: "No open orders."}
	prices.SetFilter("nowhere")
	if got := strings.Join(uitest.Lines(prices.Draw(env, area, true)), "\n"); !strings.Contains(
		got, "nothing matches") || strings.Contains(got, "No open orders") {
		t.Errorf("rows hidden by the filter count as none:\n%s", got)
	}
}

// TestFailureFitsEveryPane wants the key that helps in every pane, and the
// whole sentence wherever its rows can hold it.
func TestFailureFitsEveryPane(t *testing.T) {
	t.Parallel()
	env, _ := uitest.NewEnv()
	state := ui.State{What: "trades", Err: "the node does not answer", Retry: 5e9}
	for w := 26; w < 100; w++ {
		for h := 1; h < 5; h++ {
			got := state.Lines(env, 3, w, h)
			text := strings.Join(strings.Fields(ansi.Strip(strings.Join(got, " "))), " ")
			if len(got) == 0 || len(got) > h || !strings.Contains(text, "r try again") ||
				strings.Contains(text, "…") {
				t.Fatalf("%d × %d: %q", w, h, got)
			}
			for _, l := range got {
				if cells.Width(l) > w {
					t.Fatalf("%d × %d: %q is too wide", w, h, l)
				}
			}
			if h == 4 && text != "✗ could not read trades: the node does not answer r try again "+
				"(5s)" && w > 30 {
				t.Fatalf("%d × %d: %q", w, h, text)
			}
		}
	}
}

func TestTableMouse(t *testing.T) {
	env, _ := uitest.NewEnv()
	prices := uitest.PriceTable()
	prices.SetRows(uitest.Rows(50))
	prices.Draw(env, cells.Box{W: 50, H: 10}, true)
	if prices.Mouse(headless.Click(5, 3)) {
		t.Error("the first click only selects")
	}
	if r, _ := prices.Selected(); r.ID != "TOK002/USDC" {
		t.Errorf("selected %s", r.ID)
	}
	if !prices.Mouse(headless.Click(5, 3)) {
		t.Error("the second click opens")
	}
	for range 20 {
		prices.Mouse(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	}
	prices.Draw(env, cells.Box{W: 50, H: 10}, true)
	if r, _ := prices.Selected(); r.ID != "TOK022/USDC" {
		t.Errorf("selected %s", r.ID)
	}
	prices.Mouse(headless.Click(5, 1))
	if r, _ := prices.Selected(); r.ID != "TOK014/USDC" {
		t.Errorf("a click counts from the first visible row: %s", r.ID)
	}
	prices.Mouse(headless.Click(32, 0))
	if prices.Sorted() != "price ↑" {
		t.Errorf("a click on a heading sorts: %q", prices.Sorted())
	}
}

func TestColumnsDropBeforeTheyAreCut(t *testing.T) {
	env, _ := uitest.NewEnv()
	prices := uitest.PriceTable()
	prices.SetRows(uitest.Rows(1))
	for w, want := range map[int]string{
		50: "  pair                        price note       age",
		32: "  pair            price note", 24: "  pair             price"} {
		if got := uitest.Lines(prices.Draw(env, cells.Box{W: w, H: 3}, true))[0]; got != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
}

func TestCSV(t *testing.T) {
	prices := uitest.PriceTable()
	prices.SetRows([]uitest.Row{{ID: `quote " and, comma`, Price: 1234}, {ID: "=cmd()", Price: 2},
		{ID: "-12.5", Price: 3}})
	prices.SetFilter("")
	prices.SortBy(1, true)
	records, err := csv.NewReader(strings.NewReader(prices.CSV())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"pair", "price", "note", "age"},
		{`quote " and, comma`, "1,234", "fine", "3s"},
		{"-12.5", "3", "fine", "3s"}, {"'=cmd()", "2", "fine", "3s"}}
	if fmt.Sprint(records) != fmt.Sprint(want) {
		t.Errorf("got %q", records)
	}
}

// A table is compared with a plain model: whatever happens, it shows the
// matching rows in order and the cursor is on one of them.
func TestTableModel(t *testing.T) {
	env, _ := uitest.NewEnv()
	rapid.Check(t, func(t *rapid.T) {
		prices := uitest.PriceTable()
		var rows []uitest.Row
		selected := ""
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				set := map[string]bool{}
				rows = nil
				for _, n := range rapid.SliceOfN(rapid.IntRange(0, 60), 0, 40).Draw(t, "rows") {
					if id := fmt.Sprint(n); !set[id] {
						set[id] = true
						rows = append(rows, uitest.Row{ID: id, Price: n * 7 % 13})
					}
				}
				prices.SetRows(rows)
				if set[selected] && ids1(prices) != selected &&
					strings.Contains(selected, prices.Filter()) {
					t.Fatalf("the cursor left %s for %s", selected, ids1(prices))
				}
			case 1:
				press(prices, rapid.SampledFrom(
					[]string{"up", "down", "pgup", "pgdown", "g", "G", "space"}).Draw(t, "key"))
			case 2:
				press(prices, "s")
			case 3:
				prices.SetFilter(rapid.SampledFrom([]string{"", "1", "9", "zz"}).Draw(t, "filter"))
			case 4:
				a := cells.Box{W: rapid.IntRange(0, 60).Draw(t, "w"),
					H: rapid.IntRange(0, 20).Draw(t, "h")}
				if err := uitest.CheckText(prices.Draw(env, a, true), a.W, a.H); err != nil {
					t.Fatal(err)
				}
			}
			selected = ids1(prices)
			if (selected == "") != (len(prices.Rows()) == 0) {
				t.Fatalf("cursor %q among %d rows", selected, len(prices.Rows()))
			}
		}
	})
}

func ids1(t *table.Table[uitest.Row]) string {
	r, _ := t.Selected()
	return r.ID
}

// Rows that have what is looked for as a whole word come before those that only contain it, and
// the cursor goes to the first of them.
func TestTheBestMatchComesFirst(t *testing.T) {
	prices := uitest.PriceTable()
	prices.SetRows([]uitest.Row{{ID: "Apes #37", Price: 34_000}, {ID: "Apes #340"},
		{ID: "Apes #34"}})
	press(prices, "/", "3", "4")
	if got := ids(prices.Rows()); got != "Apes #34 Apes #37 Apes #340" {
		t.Errorf("they are %s", got)
	}
	if ids1(prices) != "Apes #34" {
		t.Errorf("the cursor is on %s", ids1(prices))
	}
	press(prices, "down", "down")
	prices.SetRows([]uitest.Row{{ID: "Apes #340"}, {ID: "Apes #34"}})
	if ids1(prices) != "Apes #340" {
		t.Errorf("the cursor left its row for %s", ids1(prices))
	}
}

func TestSelectWaitsForTheRow(t *testing.T) {
	prices := uitest.PriceTable()
	prices.Select("TOK003/USDC")
	prices.SetRows(uitest.Rows(9))
	if r, _ := prices.Selected(); r.ID != "TOK003/USDC" || prices.Len() != 9 {
		t.Errorf("selected %s of %d", r.ID, prices.Len())
	}
}

func BenchmarkSetRows(b *testing.B) {
	t := uitest.PriceTable()
	t.SortBy(1, true)
	rows := uitest.Rows(1000)
	b.ReportAllocs()
	for b.Loop() {
		t.SetRows(rows)
	}
}
