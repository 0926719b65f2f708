package etcd_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
	"bourse/store/facts/factstest"
)

// refuses waits until a node refuses what it is given for a reason; nothing may be taken meanwhile.
func refuses(t *testing.T, l *etcd.Log, why error) {
	t.Helper()
	n := 0
	until(t, fmt.Sprint("refused since ", why), func() bool {
		n++
		name := fmt.Sprint("given to the wrong log ", time.Now().UnixNano(), n)
		_, _, err := l.Append(t.Context(), nil, fact(name))
		if err == nil {
			t.Fatalf("%s was acknowledged", name)
		}
		return errors.Is(err, facts.ErrUnavailable) && errors.Is(err, why)
	})
	if st := l.Status(); !strings.Contains(st.Problem, why.Error()) {
		t.Errorf("the node says %q", st.Problem)
	}
}

// TestALogThatWentBack restores an etcd from its snapshot under a running node: the node refuses
// what it is given, also after another node that knows no better has written beyond what was lost,
// and cannot be started again.
func TestALogThatWentBack(t *testing.T) {
	t.Parallel()
	for _, gap := range []int{0, 1, 300} {
		t.Run(fmt.Sprint(gap, " written again"), func(t *testing.T) {
			t.Parallel()
			c := etcdtest.Run(t, etcdtest.Options{Size: 1})
			var here, there factstest.Recorder
			a := open(t, c.Endpoints(), "back", "a")
			stop := run(t, a, &here)
			add(t, a, "before")
			snapshot := t.TempDir()
			if err := c.Snapshot(snapshot); err != nil {
				t.Fatal(err)
			}
			until(t, "a fact is taken", func() bool {
				_, _, err := a.Append(t.Context(), nil, fact("lost"))
				return err == nil
			})
			if err := c.Restore(snapshot); err != nil {
				t.Fatal(err)
			}
			if gap > 0 {
				b := open(t, c.Endpoints(), "back", "b")
				run(t, b, &there)
				for i := range gap {
					add(t, b, fmt.Sprint("again", i))
				}
			}
			refuses(t, a, facts.ErrLost)
			if err := stop(); err != nil {
				t.Fatal(err)
			}
			again := open(t, c.Endpoints(), "back", "a")
			again.Follow(factstest.Stream, &here)
			if err := again.Run(t.Context()); !errors.Is(err, facts.ErrLost) ||
				!strings.Contains(err.Error(), "bourse cluster repair") {
				t.Errorf("the node starts: %v", err)
			}
		})
	}
}

// TestAWipedLog wipes an etcd under a running node.
func TestAWipedLog(t *testing.T) {
	t.Parallel()
	c := etcdtest.Run(t, etcdtest.Options{Size: 1})
	var r factstest.Recorder
	a := open(t, c.Endpoints(), "wiped", "a")
	run(t, a, &r)
	add(t, a, "lost")
	if err := c.Restore(""); err != nil {
		t.Fatal(err)
	}
	refuses(t, a, facts.ErrLost)
}

// TestTwoExchangesSwapped exchanges what two etcds hold under their nodes, and exchanges it again:
// no node takes or gives anything meanwhile, and afterwards they go on as if nothing had been.
func TestTwoExchangesSwapped(t *testing.T) {
	t.Parallel()
	var logs [2]*etcd.Log
	var lists [2]factstest.Recorder
	etcds := [2]*etcdtest.Cluster{etcdtest.Run(t, etcdtest.Options{Size: 1}),
		etcdtest.Run(t, etcdtest.Options{Size: 1})}
	for i, c := range etcds {
		logs[i] = open(t, c.Endpoints(), "main", "a")
		run(t, logs[i], &lists[i])
		for n := range 3 {
			add(t, logs[i], fmt.Sprint(n, " of ", i))
		}
	}
	swap := func() {
		t.Helper()
		if err := etcdtest.Swap(etcds[0], etcds[1]); err != nil {
			t.Fatal(err)
		}
	}
	swap()
	for _, l := range logs {
		refuses(t, l, facts.ErrForeign)
	}
	swap()
	for i, l := range logs {
		until(t, "it goes on", func() bool {
			_, _, err := l.Append(t.Context(), nil, fact(fmt.Sprint("after ", i)))
			return err == nil
		})
		list := lists[i].Facts()
		if len(list) != 4 {
			t.Errorf("node %d has %v", i, list)
		}
		var fresh factstest.Recorder
		empty := open(t, etcds[i].Endpoints(), "main", "b")
		run(t, empty, &fresh)
		until(t, "an empty node has all", func() bool { return len(fresh.Facts()) == 4 })
	}
}

// TestWhatIsNoFactStopsNobody puts keys that no program writes among the facts: all nodes pass over
// them, count them, and go on, also after a restart.
func TestWhatIsNoFactStopsNobody(t *testing.T) {
	t.Parallel()
	endpoints := shared(t)
	name := fmt.Sprint("aside", time.Now().UnixNano())
	var here, there factstest.Recorder
	a := open(t, endpoints, name, "a")
	stop := run(t, a, &here)
	add(t, a, "one")
	c, err := clientv3.New(clientv3.Config{Endpoints: endpoints})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	prefix := "/bourse/" + name + "/facts/"
	torn := facts.Encode([]byte("torn"), nil)
	for key, value := range map[string]string{
		factstest.Stream + "/empty": "", factstest.Stream + "/text": "hello, world",
		factstest.Stream + "/torn":    string(torn[:len(torn)-1]),
		factstest.Stream + "/newer":   "\xff" + string(torn[1:]),
		"nothing":                     "of no stream",
		factstest.Stream + "/a/b/c/d": "of another one",
	} {
		if _, err := c.Put(t.Context(), prefix+key, value); err != nil {
			t.Fatal(err)
		}
	}
	add(t, a, "two")
	if st := a.Status(); st.Aside != 4 || len(here.Facts()) != 2 {
		t.Errorf("%d set aside of 4, %d facts of 2", st.Aside, len(here.Facts()))
	}
	if err := stop(); err != nil {
		t.Errorf("the node ended: %v", err)
	}
	run(t, open(t, endpoints, name, "a"), &here)
	run(t, open(t, endpoints, name, "b"), &there)
	for _, r := range []*factstest.Recorder{&here, &there} {
		until(t, "both go on", func() bool { return len(r.Facts()) == 2 })
	}
}

// TestRepair puts a log together that lost what was written after a snapshot, around a store that
// has some of it: what only the store had, only the log, or only another node, all have afterwards;
// nodes that were not given a copy of the store are refused, and so is a repair beside nodes.
func TestRepair(t *testing.T) {
	t.Parallel()
	c := etcdtest.Run(t, etcdtest.Options{Size: 1})
	var old factstest.Recorder
	a := open(t, c.Endpoints(), "repair", "a")
	stop := run(t, a, &old)
	add(t, a, "in both", "in the log")
	tool := open(t, c.Endpoints(), "repair", "tool")
	store := etcd.Store{Streams: []string{factstest.Stream},
		Has: func(_, name string) (bool, error) { return name != "in the log", nil },
		Open: func(add func(facts.Fact) error) error {
			return errors.Join(add(fact("in both")), add(fact("in the store")))
		},
		Others: func(add func(facts.Fact) error) error { return add(fact("elsewhere")) },
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	until(t, "a is alive", func() bool { return len(overview(t, a).Nodes) > 0 })
	if err := tool.Repair(ctx, store); !errors.Is(err, etcd.ErrAlive) {
		t.Errorf("beside a node: %v", err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	var copies [2]factstest.Recorder
	broken := errors.New("broken off")
	store.Keep = func(facts.Position) error { return broken }
	if err := tool.Repair(ctx, store); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	half := open(t, c.Endpoints(), "repair", "half")
	half.Follow(factstest.Stream, new(factstest.Recorder))
	if err := half.Run(ctx); !errors.Is(err, facts.ErrBehind) {
		t.Errorf("a node beside a repair that was broken off: %v", err)
	}
	store.Keep = func(at facts.Position) error {
		for i := range copies {
			if err := copies[i].Apply(ctx, at, []facts.Fact{fact("in both"),
				fact("in the store")}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := tool.Repair(ctx, store); err != nil {
		t.Fatal(err)
	}
	for i := range copies {
		run(t, open(t, c.Endpoints(), "repair", fmt.Sprint("copy", i)), &copies[i])
		until(t, "all facts", func() bool { return len(copies[i].Facts()) == 4 })
	}
	if x, y := fmt.Sprint(copies[0].Facts()), fmt.Sprint(copies[1].Facts()); x != y {
		t.Errorf("%s\n%s", x, y)
	}
	for name, r := range map[string]*factstest.Recorder{"a": &old, "empty": {}} {
		l := open(t, c.Endpoints(), "repair", name)
		l.Follow(factstest.Stream, r)
		err := l.Run(ctx)
		if !errors.Is(err, facts.ErrForeign) && !errors.Is(err, facts.ErrBehind) {
			t.Errorf("node %s starts: %v", name, err)
		}
	}
}

// TestOneNameOneNode starts a second node of a name that is taken: it ends, and the first goes on.
// One that comes after the first was stopped, or killed, has the name.
func TestOneNameOneNode(t *testing.T) {
	t.Parallel()
	endpoints, name := shared(t), fmt.Sprint("names", time.Now().UnixNano())
	var first, second factstest.Recorder
	a := open(t, endpoints, name, "a")
	stop := run(t, a, &first)
	until(t, "a is alive", func() bool { return len(overview(t, a).Nodes) == 1 })
	twin := open(t, endpoints, name, "a")
	twin.Follow(factstest.Stream, &second)
	if err := twin.Run(t.Context()); !errors.Is(err, etcd.ErrName) {
		t.Errorf("the second one ends with %v", err)
	}
	add(t, a, "goes on")
	if err := stop(); err != nil {
		t.Error(err)
	}
	next := open(t, endpoints, name, "a")
	run(t, next, &first)
	add(t, next, "goes on again")
	until(t, "it has the name", func() bool { return len(overview(t, next).Nodes) == 1 })
}

// TestShownCoversWhatAnAppendMade has one stream of a network apply slowly beside another: what is
// shown of the network covers whatever was acknowledged, and waits for no other network.
func TestShownCoversWhatAnAppendMade(t *testing.T) {
	t.Parallel()
	endpoints, name := shared(t), fmt.Sprint("shown", time.Now().UnixNano())
	var held atomic.Bool
	slow := factstest.Recorder{Fail: func() error {
		if held.Load() {
			return errors.New("not now")
		}
		return nil
	}}
	var quick, other factstest.Recorder
	l := open(t, endpoints, name, "a")
	l.Follow("delta/7", &slow)
	l.Follow("orders/7", &quick)
	run(t, l, &other)
	add(t, l, "first")
	held.Store(true)
	go l.Append(t.Context(), nil, facts.Fact{Stream: "delta/7", Name: "stuck"})
	until(t, "delta/7 is stuck", func() bool { return l.Shown(0) > l.Revision() })
	for n := range 500 {
		before := l.Shown(7)
		f := facts.Fact{Stream: "orders/7", Name: fmt.Sprint(n)}
		if _, created, err := l.Append(t.Context(), nil, f); err != nil || !created[0] {
			t.Fatal(created, err)
		}
		at, err := quick.Applied()
		if err != nil || l.Shown(7) < at.Revision || at.Revision <= before-1 {
			t.Fatalf("%d is shown, %d was made, %v", l.Shown(7), at.Revision, err)
		}
	}
	network, err := strconv.ParseUint(strings.TrimPrefix(factstest.Stream, "orders/"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := l.Wait(ctx, network, l.Shown(7)); err != nil {
		t.Errorf("another network waits: %v", err)
	}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := l.Wait(short, 7, l.Shown(7)); err == nil {
		t.Error("nobody waits for the stream that is stuck")
	}
	held.Store(false)
	if err := l.Wait(ctx, 7, l.Shown(7)); err != nil {
		t.Error(err)
	}
}
