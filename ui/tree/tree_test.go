package tree_test

import (
	"testing"

	"bourse/ui/cells"
	"bourse/ui/headless"
	"bourse/ui/tree"
	"bourse/ui/uitest"
)

func TestTree(t *testing.T) {
	env, _ := uitest.NewEnv()
	route := &tree.Tree{}
	route.Set([]tree.Node{{Text: "10 ETH", Kids: []tree.Node{
		{Text: "60%", Kids: []tree.Node{
			{ID: "a", Text: "pool A", Right: "1 → 2"}, {ID: "b", Text: "pool B\x1b[1m"}}},
		{Text: "40%", Kids: []tree.Node{{ID: "c", Text: "pool C"}}}}}, {Text: "= 30"}})
	for _, a := range uitest.Areas() {
		uitest.Exact(t, route.Draw(env.Theme, a, true), a)
	}
	route.Move(1)
	route.Move(1)
	if route.Selected() != "b" {
		t.Errorf("selected %q", route.Selected())
	}
	route.Move(1)
	route.Move(1) // stays on the last
	if route.Selected() != "c" {
		t.Errorf("selected %q", route.Selected())
	}
	want := []string{" 10 ETH", " ├─ 60%", " │  ├─ pool A     1 → 2", " │  └─ pool B", " └─ 40%",
		"▸   └─ pool C", " = 30"}
	got := uitest.Lines(route.Draw(env.Theme, cells.Box{W: 23, H: 7}, true))
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q, want %q", i, got[i], want[i])
		}
	}
	if route.Mouse(headless.Click(0, 2)) || route.Selected() != "a" ||
		!route.Mouse(headless.Click(0, 2)) {
		t.Error("a click selects, a second one opens")
	}
}
