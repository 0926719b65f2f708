package sign

import (
	"testing"
	"time"
)

// TestALineHasStoodAsItIs: what has moved into the place of a line that was read, or has taken it,
// has to stand in sight itself.
func TestALineHasStoodAsItIs(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	var r reading
	stand := func(from, to int, lines ...string) {
		r.sees(sight{lines, from, to}, now)
		now = now.Add(readBase)
		r.sees(sight{lines, from, to}, now)
	}
	stand(0, 2, "a", "b", "c", "d")
	stand(2, 4, "b", "c", "d", "e") // c is where b was
	if r.all() || r.unread() != 2 {
		t.Errorf("%d are left to read of b c d e, of which d and e stood in their places",
			r.unread())
	}
	stand(0, 2, "b", "c", "d", "e")
	if !r.all() {
		t.Error("all have stood where they are, and that does not count")
	}
	stand(2, 4, "b", "C", "d", "e")
	if r.all() || r.towards() != "↑" {
		t.Error("a line that has changed counts as read")
	}
}
