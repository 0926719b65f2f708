package ui_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bourse/ui"
	"bourse/ui/uitest"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func ids(rows []tableRow) string {
	var out []string
	for _, r := range rows {
		out = append(out, r.id)
	}
	return strings.Join(out, " ")
}

func press[R any](t *ui.Table[R], keys ...ui.Key) {
	for _, k := range keys {
		if t.Captures(k) {
			t.Update(ui.KeyMsg{Key: k})
			continue
		}
		for _, a := range t.Actions("", nil) {
			if slices.Contains(a.Keys, k) {
				a.Run()
			}
		}
	}
}

func TestSelectionFollowsTheRow(t *testing.T) {
	table := priceTable()
	rows := []tableRow{{"a", 3}, {"b", 1}, {"c", 2}}
	table.SetRows(rows)
	press(table, "down")
	table.SetRows(append([]tableRow{{"new", 9}, {"newer", 8}}, rows...))
	if r, _ := table.Selected(); r.id != "b" {
		t.Errorf("rows above moved the cursor to %q", r.id)
	}
	table.SortBy(1, false)
	if r, _ := table.Selected(); r.id != "b" || ids(table.Rows()) != "b c a newer new" {
		t.Errorf("after sorting: %q in %s", r.id, ids(table.Rows()))
	}
	table.SetRows([]tableRow{{"a", 3}, {"c", 2}})
	if r, _ := table.Selected(); r.id != "c" {
		t.Errorf("the row in the gone one's place is %q", r.id)
	}
	table.SetRows(nil)
	if _, ok := table.Selected(); ok {
		t.Error("an empty table has a selection")
	}
}

func TestMarksAndFreezing(t *testing.T) {
	table := priceTable()
	table.SetRows([]tableRow{{"a", 3}, {"b", 1}, {"c", 2}})
	if got := ids(table.Marked()); got != "a" {
		t.Errorf("without marks commands act on the cursor, got %s", got)
	}
	press(table, "space", "down", "space")
	if got := ids(table.Marked()); got != "a c" || table.Marks() != 2 {
		t.Errorf("marked %s", got)
	}
	table.Freeze(true)
	table.SetRows([]tableRow{{"z", 1}})
	if got := ids(table.Rows()); got != "a b c" {
		t.Errorf("a frozen table changed to %s", got)
	}
	table.Freeze(false)
	if got := ids(table.Rows()); got != "z" {
		t.Errorf("a thawed table shows %s", got)
	}
	table.ClearMarks()
	if table.Marks() != 0 {
		t.Error("marks stay")
	}
}

func TestFilterLine(t *testing.T) {
	table := priceTable()
	table.SetRows(tableRows(30))
	press(table, "/", "k", "0", "1", "7")
	if got := ids(table.Rows()); got != "TOK017/USDC" {
		t.Errorf("filter shows %s", got)
	}
	if !table.Captures("q") || table.Captures("ctrl+c") {
		t.Error("the filter takes text and nothing else")
	}
	press(table, "enter")
	if table.Captures("q") || len(table.Rows()) != 1 {
		t.Error("⏎ keeps the filter and ends typing")
	}
	press(table, "/", "esc")
	if len(table.Rows()) != 30 {
		t.Error("esc shows all again")
	}
}

func TestTableDrawsEverywhere(t *testing.T) {
	env := newEnv()
	table := priceTable()
	rows := []tableRow{{"漢字漢字漢字漢字漢字漢字漢字漢字漢字", 5}, {"\x1b[2Jevil\u202e", 1}, {strings.Repeat("x", 5000), 2}}
	for i := range 40 {
		rows = append(rows, tableRow{fmt.Sprint(i), i})
	}
	states := []ui.State{{}, {What: "orders", Err: "connection refused", Retry: 3e9}, {What: "orders", Hidden: 2}}
	for _, a := range areas() {
		for _, state := range states {
			table.State = state
			table.SetRows(rows)
			exact(t, table.Draw(env, a, true), a)
			table.SetRows(nil)
			exact(t, table.Draw(env, a, false), a)
		}
	}
}

func TestTableStates(t *testing.T) {
	env := newEnv()
	table := priceTable()
	area := ui.Box{W: 78, H: 6}
	for _, c := range []struct {
		state ui.State
		want  string
	}{
		{ui.State{What: "orders", Loading: true}, "◐ loading orders…"},
		{ui.State{What: "orders", Empty: "No open orders. b buys, s sells."}, "No open orders. b buys, s sells."},
		{ui.State{What: "orders", Err: "connection refused", Retry: 3e9}, "✗ could not read orders: connection refused  r try again (3s)"},
		{ui.State{What: "orders", Hidden: 2}, "! 2 orders hidden: unreadable · o show"},
	} {
		table.State = c.state
		if got := strings.Join(lines(table.Draw(env, area, true)), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("want %q in:\n%s", c.want, got)
		}
	}
	table.SetRows(tableRows(2))
	table.State = ui.State{What: "orders", Err: "gone"}
	got := strings.Join(lines(table.Draw(env, area, true)), "\n")
	if !strings.Contains(got, "TOK001") || !strings.Contains(got, "could not read") {
		t.Errorf("old rows stay under an error:\n%s", got)
	}
	table.State = ui.State{What: "orders", Empty: "No open orders."}
	table.SetFilter("nowhere")
	if got := strings.Join(lines(table.Draw(env, area, true)), "\n"); !strings.Contains(got, "nothing matches") || strings.Contains(got, "No open orders") {
		t.Errorf("rows hidden by the filter count as none:\n%s", got)
	}
}

// TestFailureFitsEveryPane wants the key that helps in every pane, and the
// whole sentence wherever its rows can hold it.
func TestFailureFitsEveryPane(t *testing.T) {
	t.Parallel()
	env := newEnv()
	state := ui.State{What: "trades", Err: "the node does not answer", Retry: 5e9}
	for w := 26; w < 100; w++ {
		for h := 1; h < 5; h++ {
			got := state.Lines(env, 3, w, h)
			text := strings.Join(strings.Fields(ansi.Strip(strings.Join(got, " "))), " ")
			if len(got) == 0 || len(got) > h || !strings.Contains(text, "r try again") || strings.Contains(text, "…") {
				t.Fatalf("%d × %d: %q", w, h, got)
			}
			for _, l := range got {
				if ui.Width(l) > w {
					t.Fatalf("%d × %d: %q is too wide", w, h, l)
				}
			}
			if h == 4 && text != "✗ could not read trades: the node does not answer r try again (5s)" && w > 30 {
				t.Fatalf("%d × %d: %q", w, h, text)
			}
		}
	}
}

func TestTableMouse(t *testing.T) {
	env := newEnv()
	table := priceTable()
	table.SetRows(tableRows(50))
	table.Draw(env, ui.Box{W: 50, H: 10}, true)
	if table.Mouse(ui.MouseMsg{X: 5, Y: 3}) {
		t.Error("the first click only selects")
	}
	if r, _ := table.Selected(); r.id != "TOK002/USDC" {
		t.Errorf("selected %s", r.id)
	}
	if !table.Mouse(ui.MouseMsg{X: 5, Y: 3}) {
		t.Error("the second click opens")
	}
	for range 20 {
		table.Mouse(ui.MouseMsg{Kind: ui.WheelDown})
	}
	table.Draw(env, ui.Box{W: 50, H: 10}, true)
	if r, _ := table.Selected(); r.id != "TOK022/USDC" {
		t.Errorf("selected %s", r.id)
	}
	table.Mouse(ui.MouseMsg{X: 5, Y: 1})
	if r, _ := table.Selected(); r.id != "TOK014/USDC" {
		t.Errorf("a click counts from the first visible row: %s", r.id)
	}
	table.Mouse(ui.MouseMsg{X: 32, Y: 0})
	if table.Sorted() != "price ↑" {
		t.Errorf("a click on a heading sorts: %q", table.Sorted())
	}
}

func TestColumnsDropBeforeTheyAreCut(t *testing.T) {
	env := newEnv()
	table := priceTable()
	table.SetRows(tableRows(1))
	for w, want := range map[int]string{50: "  pair                        price note       age", 32: "  pair            price note", 24: "  pair             price"} {
		if got := lines(table.Draw(env, ui.Box{W: w, H: 3}, true))[0]; got != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
}

func TestCSV(t *testing.T) {
	table := priceTable()
	table.SetRows([]tableRow{{`quote " and, comma`, 1234}, {"=cmd()", 2}, {"-12.5", 3}})
	table.SetFilter("")
	table.SortBy(1, true)
	records, err := csv.NewReader(strings.NewReader(table.CSV())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"pair", "price", "note", "age"}, {`quote " and, comma`, "1,234", "fine", "3s"},
		{"-12.5", "3", "fine", "3s"}, {"'=cmd()", "2", "fine", "3s"}}
	if fmt.Sprint(records) != fmt.Sprint(want) {
		t.Errorf("got %q", records)
	}
}

// A table is compared with a plain model: whatever happens, it shows the
// matching rows in order and the cursor is on one of them.
func TestTableModel(t *testing.T) {
	env := newEnv()
	rapid.Check(t, func(t *rapid.T) {
		table := priceTable()
		var rows []tableRow
		selected := ""
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				set := map[string]bool{}
				rows = nil
				for _, n := range rapid.SliceOfN(rapid.IntRange(0, 60), 0, 40).Draw(t, "rows") {
					if id := fmt.Sprint(n); !set[id] {
						set[id] = true
						rows = append(rows, tableRow{id, n * 7 % 13})
					}
				}
				table.SetRows(rows)
				if set[selected] && ids1(table) != selected && strings.Contains(selected, table.Filter()) {
					t.Fatalf("the cursor left %s for %s", selected, ids1(table))
				}
			case 1:
				press(table, rapid.SampledFrom([]ui.Key{"up", "down", "pgup", "pgdown", "g", "G", "space"}).Draw(t, "key"))
			case 2:
				press(table, "s")
			case 3:
				table.SetFilter(rapid.SampledFrom([]string{"", "1", "9", "zz"}).Draw(t, "filter"))
			case 4:
				a := ui.Box{W: rapid.IntRange(0, 60).Draw(t, "w"), H: rapid.IntRange(0, 20).Draw(t, "h")}
				if err := uitest.CheckText(table.Draw(env, a, true), a.W, a.H); err != nil {
					t.Fatal(err)
				}
			}
			selected = ids1(table)
			if (selected == "") != (len(table.Rows()) == 0) {
				t.Fatalf("cursor %q among %d rows", selected, len(table.Rows()))
			}
		}
	})
}

func ids1(t *ui.Table[tableRow]) string {
	r, _ := t.Selected()
	return r.id
}
