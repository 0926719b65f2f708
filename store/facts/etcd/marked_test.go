package etcd_test

import (
	"testing"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts/factstest"
)

// Two nodes that are told the same make one fact of it, and one of them made it: whose answer was
// lost knows by the mark that its transaction left whether it was it.
func TestWhoMadeAFactIsKnownByItsMark(t *testing.T) {
	t.Parallel()
	endpoints := shared(t)
	var r factstest.Recorder
	one, other := open(t, endpoints, "marked", "a"), open(t, endpoints, "marked", "b")
	run(t, one, &r)
	run(t, other, new(factstest.Recorder))
	c, err := clientv3.New(clientv3.Config{Endpoints: endpoints})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	mark := func() (at int64, text string) {
		got, err := c.Get(t.Context(), one.MarkKey())
		if err != nil || len(got.Kvs) != 1 {
			t.Fatalf("the mark: %v %v", got, err)
		}
		return got.Kvs[0].ModRevision, string(got.Kvs[0].Value)
	}
	if _, made, err := other.Append(t.Context(), nil, fact("1")); err != nil || !made[0] {
		t.Fatalf("made %t, %v", made, err)
	}
	at, text := mark()
	if _, made, err := one.Append(t.Context(), nil, fact("2")); err != nil || !made[0] {
		t.Fatalf("made %t, %v", made, err)
	}
	later, own := mark()
	for name, tc := range map[string]struct {
		at    int64
		marks []string
		is    bool
	}{
		"what the other made":              {at, []string{own, "a third"}, false},
		"what was made by an attempt":      {later, []string{"a third", own}, true},
		"what the other made, by itself":   {at, []string{text}, true},
		"a mark of another revision":       {later, []string{text}, false},
		"a revision that left no mark":     {at - 1, []string{text, own}, false},
		"a revision that is not there yet": {later + 1_000_000, []string{own}, true},
	} {
		if is := one.IsMarked(t.Context(), tc.at, tc.marks...); is != tc.is {
			t.Errorf("%s: %t, want %t", name, is, tc.is)
		}
	}
}
