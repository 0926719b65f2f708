package etcd_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
	"bourse/store/facts/factstest"
)

// keep is how long final facts stay in these tests.
const keep = 100 * time.Millisecond

func openKeeping(t *testing.T, endpoints []string, exchange, node string) *etcd.Log {
	t.Helper()
	l, err := etcd.Open(t.Context(), etcd.Config{Endpoints: endpoints, Name: exchange, Node: node,
		Keep: keep})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	limit, ticker := time.After(5*time.Minute), time.NewTicker(20*time.Millisecond)
	defer ticker.Stop()
	for !holds() {
		select {
		case <-limit:
			t.Fatal("never came: ", what)
		case <-ticker.C:
		}
	}
}

func add(t *testing.T, l *etcd.Log, names ...string) {
	t.Helper()
	var list []facts.Fact
	for _, name := range names {
		list = append(list, fact(name))
	}
	if _, _, err := l.Append(t.Context(), nil, list...); err != nil {
		t.Fatal(err)
	}
}

func overview(t *testing.T, l *etcd.Log) etcd.Overview {
	t.Helper()
	o, err := l.Overview(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestFinalFactsLeaveTheLog has facts that end leave a log whose nodes all have them: an empty node
// is refused then, and so is one that was away meanwhile, while one from a copy of another goes on.
func TestFinalFactsLeaveTheLog(t *testing.T) {
	t.Parallel()
	endpoints := etcdtest.Run(t, etcdtest.Options{Size: 1}).Endpoints()
	ended := func(name string) bool { return strings.HasPrefix(name, "ended") }
	first, second, away := &factstest.Recorder{Over: ended}, &factstest.Recorder{Over: ended},
		&factstest.Recorder{Over: ended}
	a := openKeeping(t, endpoints, "prune", "a")
	run(t, a, first)
	stop := run(t, openKeeping(t, endpoints, "prune", "c"), away)
	add(t, a, "open0", "ended0")
	until(t, "c has it", func() bool { return len(away.Facts()) == 2 })
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	b := openKeeping(t, endpoints, "prune", "b")
	var held atomic.Bool
	held.Store(true)
	second.Fail = func() error {
		if held.Load() {
			return errors.New("not now")
		}
		return nil
	}
	run(t, b, second)
	until(t, "b is alive", func() bool {
		return slices.ContainsFunc(overview(t, a).Nodes,
			func(n etcd.Node) bool { return n.Name == "b" })
	})
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprint("ended", i+1))
	}
	add(t, a, names...)
	add(t, a, "open1")
	written := time.Now()
	until(t, "a has told of itself, long after", func() bool {
		return slices.ContainsFunc(overview(t, a).Nodes, func(n etcd.Node) bool {
			return n.Name == "a" && n.Time.After(written.Add(4*keep))
		})
	})
	if n := overview(t, a).Facts; n != 303 {
		t.Errorf("%d facts of 303 are left, and b has none of the new ones", n)
	}
	held.Store(false)
	until(t, "all that ended left", func() bool { return overview(t, a).Facts == 2 })
	if x, y := len(first.Facts()), len(second.Facts()); x != 303 || y != 303 {
		t.Errorf("the nodes have %d and %d facts", x, y)
	}
	for name, r := range map[string]*factstest.Recorder{"empty": {}, "c": away} {
		l := openKeeping(t, endpoints, "prune", name)
		l.Follow(factstest.Stream, r)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := l.Run(ctx); !errors.Is(err, facts.ErrBehind) {
			t.Errorf("node %s: %v", name, err)
		}
		cancel()
	}
	copied, fresh := new(factstest.Recorder), openKeeping(t, endpoints, "prune", "d")
	at, err := first.Applied()
	if err == nil {
		err = copied.Apply(t.Context(), at, first.Facts())
	}
	if err != nil {
		t.Fatal(err)
	}
	run(t, fresh, copied)
	add(t, a, "open2")
	until(t, "d goes on", func() bool { return len(copied.Facts()) == 304 })
}

// TestCompactedUnderANode compacts an etcd past a node that is away: nothing has left, so that it
// reads everything again.
func TestCompactedUnderANode(t *testing.T) {
	t.Parallel()
	c := etcdtest.Run(t, etcdtest.Options{Size: 1})
	var r, other factstest.Recorder
	stop := run(t, open(t, c.Endpoints(), "compact", "a"), &r)
	b := open(t, c.Endpoints(), "compact", "b")
	run(t, b, &other)
	add(t, b, "one", "two")
	until(t, "a has them", func() bool { return len(r.Facts()) == 2 })
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	add(t, b, "three")
	add(t, b, "four")
	if _, err := client(t, c).Compact(t.Context(), overview(t, b).Revision); err != nil {
		t.Fatal(err)
	}
	run(t, open(t, c.Endpoints(), "compact", "a"), &r)
	until(t, "all four", func() bool { return len(r.Facts()) == 4 })
}

func client(t *testing.T, c *etcdtest.Cluster) *clientv3.Client {
	t.Helper()
	cl, err := clientv3.New(clientv3.Config{Endpoints: c.Endpoints()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cl.Close() })
	return cl
}

// TestFullEtcd fills etcd up to its quota: what is appended is refused and named, what is there is
// read, and it heals once there is space.
func TestFullEtcd(t *testing.T) {
	t.Parallel()
	c := etcdtest.Run(t, etcdtest.Options{Size: 1, Quota: 4 << 20})
	var r factstest.Recorder
	l := open(t, c.Endpoints(), "full", "a")
	run(t, l, &r)
	add(t, l, "before")
	cl := client(t, c)
	etcdtest.Fill(t, cl)
	_, _, err := l.Append(t.Context(), nil, fact("refused"))
	if !errors.Is(err, facts.ErrUnavailable) || !strings.Contains(err.Error(), "etcd is full") {
		t.Errorf("a full etcd: %v", err)
	}
	if body, ok, err := r.Find("before"); err != nil || !ok {
		t.Errorf("reading: %q %v %v", body, ok, err)
	}
	etcdtest.Empty(t, cl)
	until(t, "a fact is taken again", func() bool {
		_, _, err := l.Append(t.Context(), nil, fact("refused"))
		return err == nil
	})
	alarms, err := cl.AlarmList(t.Context())
	if err != nil || slices.ContainsFunc(alarms.Alarms, func(m *etcdserverpb.AlarmMember) bool {
		return m.Alarm == etcdserverpb.AlarmType_NOSPACE
	}) {
		t.Errorf("alarms %v, %v", alarms, err)
	}
}

// TestSlowEtcd stops etcd for a fifth of a second again and again, as a slow disk would: all that
// is appended arrives, once.
func TestSlowEtcd(t *testing.T) {
	t.Parallel()
	c := etcdtest.Run(t, etcdtest.Options{Size: 1})
	var r factstest.Recorder
	l := open(t, c.Endpoints(), "slow", "a")
	run(t, l, &r)
	var writing sync.WaitGroup
	for w := range 4 {
		writing.Go(func() {
			for i := range 5 {
				f := fact(fmt.Sprint(w, "-", i))
				if _, created, err := l.Append(t.Context(), nil, f); err != nil || !created[0] {
					t.Errorf("%s: %v %v", f.Name, created, err)
				}
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		writing.Wait()
	}()
	for range 4 {
		if err := c.Members[0].Pause(); err != nil {
			t.Fatal(err)
		}
		<-time.After(200 * time.Millisecond) // what the disk takes
		if err := c.Members[0].Resume(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ended:
		case <-time.After(5 * time.Millisecond):
		}
	}
	<-ended
	if n := len(r.Facts()); n != 20 {
		t.Errorf("%d facts of 20", n)
	}
}
