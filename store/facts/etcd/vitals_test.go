package etcd_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
	"bourse/store/facts/factstest"
)

// runAt runs a node whose clock is ahead.
func runAt(t *testing.T, endpoints []string, exchange, node string, by time.Duration) *etcd.Log {
	t.Helper()
	l, err := etcd.Open(t.Context(), etcd.Config{Endpoints: endpoints, Name: exchange, Node: node,
		Keys: facts.Keys{{7}}, Now: func() time.Time { return time.Now().Add(by) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	run(t, l, new(factstest.Recorder))
	return l
}

func near(a, b time.Duration) bool { return (a - b).Abs() < 2*time.Second }

// TestClocks runs nodes of which one is ahead: each tells how far, and that one alone goes by the
// clock of the others. Of two clocks that which is behind counts. What somebody without the nodes'
// key tells of the time is nobody's clock.
func TestClocks(t *testing.T) {
	t.Parallel()
	const off = 75 * time.Second
	endpoints := shared(t)
	right := runAt(t, endpoints, "clocks", "right", 0)
	ahead := runAt(t, endpoints, "clocks", "ahead", off)
	until(t, "both know of each other's", func() bool {
		return near(right.Vitals().Skews["ahead"], off) && near(ahead.Vitals().Skews["right"], -off)
	})
	until(t, "one goes by the other's", func() bool {
		return near(ahead.Ahead(), -off) && right.Ahead() == 0
	})
	behind := runAt(t, endpoints, "clocks", "behind", -off)
	until(t, "the one in the middle counts", func() bool {
		return near(behind.Ahead(), off) && near(ahead.Ahead(), -off) && right.Ahead() == 0
	})
	stranger, err := clientv3.New(clientv3.Config{Endpoints: endpoints})
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	for _, name := range []string{"w", "x", "y", "z"} {
		text, err := json.Marshal(etcd.Node{Name: name, Time: time.Now().Add(time.Hour)})
		if err == nil {
			_, err = stranger.Put(t.Context(), "/bourse/clocks/nodes/"+name, string(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	late := runAt(t, endpoints, "clocks", "late", 0)
	until(t, "a node has looked at them", func() bool {
		return len(late.Vitals().Skews) == 3 && len(overview(t, late).Nodes) == 8
	})
	if right.Ahead() != 0 || late.Ahead() != 0 {
		t.Errorf("strangers set the clock to %s and %s", right.Ahead(), late.Ahead())
	}
}

// TestMembers fills one etcd of two and looks at what a node tells of them, then kills it.
func TestMembers(t *testing.T) {
	t.Parallel()
	const quota = 8 << 20
	c := etcdtest.Run(t, etcdtest.Options{Size: 1, Quota: quota})
	gone := etcdtest.Run(t, etcdtest.Options{Size: 1}) // whose address stands for a dead member's
	gone.Members[0].Kill()
	l := open(t, append(c.Endpoints(), gone.Endpoints()...), "members", "a")
	run(t, l, new(factstest.Recorder))
	until(t, "both are told of", func() bool {
		list := l.Vitals().Members
		return len(list) == 2 && list[0].Up && list[0].Quota == quota && list[0].Bytes > 0 &&
			!list[0].Full() && !list[1].Up
	})
	client, err := clientv3.New(clientv3.Config{Endpoints: c.Endpoints()})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for i := range 7 {
		if _, err := client.Put(t.Context(), fmt.Sprint("/ballast/", i),
			strings.Repeat("x", 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "it is about to be full", func() bool { return l.Vitals().Members[0].Full() })
	o := overview(t, l)
	troubles := o.Troubles(time.Now())
	for _, want := range []string{"of its quota", "does not answer"} {
		if !slices.ContainsFunc(troubles, func(s string) bool {
			return strings.Contains(s, want)
		}) {
			t.Errorf("%q is not among %q", want, troubles)
		}
	}
}

// TestVitals counts what a node does with the log: appended, applied, taken out, broken off.
func TestVitals(t *testing.T) {
	t.Parallel()
	c := etcdtest.Run(t, etcdtest.Options{Size: 1})
	l, err := etcd.Open(t.Context(), etcd.Config{Endpoints: c.Endpoints(), Name: "vitals",
		Node: "a", Keep: keep})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	run(t, l, &factstest.Recorder{Over: func(name string) bool { return name == "ended" }})
	add(t, l, "open", "ended")
	until(t, "what ended was taken out", func() bool {
		v := l.Vitals()
		return v.Pruning.Facts == 1 && v.Pruning.Done > 0 && v.Applied == 2 && v.Queued == 0 &&
			v.Newest > 0 && v.Newest <= l.Revision() && v.Appends.Count > 0 &&
			v.Appends.Within[2] == v.Appends.Count
	})
	before := l.Vitals().Breaks
	c.Members[0].Kill()
	until(t, "following broke off", func() bool { return l.Vitals().Breaks > before })
	if err := c.Members[0].Restart(); err != nil {
		t.Fatal(err)
	}
	until(t, "it goes on", func() bool { return l.Status().Age < time.Second })
}
