package etcd_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
	"bourse/store/facts/factstest"
)

func TestMain(m *testing.M) {
	etcdtest.Main()
	os.Exit(m.Run())
}

// one is a member that tests of this package share, each with an exchange of its own.
var one = sync.OnceValues(func() (*etcdtest.Cluster, error) {
	dir, err := os.MkdirTemp("", "etcd-test-")
	if err != nil {
		return nil, err
	}
	c, err := etcdtest.New(etcdtest.Options{Dir: dir, Size: 1})
	if err != nil {
		return nil, err
	}
	return c, c.Start()
})

func shared(t testing.TB) []string {
	t.Helper()
	c, err := one()
	if err != nil {
		t.Fatal(err)
	}
	return c.Endpoints()
}

func open(t testing.TB, endpoints []string, exchange, node string) *etcd.Log {
	t.Helper()
	l, err := etcd.Open(t.Context(), etcd.Config{Endpoints: endpoints, Name: exchange, Node: node})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// run runs a log with an applier until the test ends, or stop is called.
func run(t testing.TB, l *etcd.Log, to facts.Applier) (stop func() error) {
	t.Helper()
	l.Follow(factstest.Stream, to)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { stop() })
	return stop
}

func TestOneMember(t *testing.T) {
	t.Parallel()
	endpoints := shared(t)
	factstest.Conform(t, func(t *testing.T, node string) facts.Log {
		return open(t, endpoints, "conform", node)
	})
}

func TestThreeMembers(t *testing.T) {
	if testing.Short() {
		t.Skip("three etcd members take some seconds")
	}
	t.Parallel()
	c := etcdtest.Run(t, etcdtest.Options{Size: 3})
	factstest.Conform(t, func(t *testing.T, node string) facts.Log {
		return open(t, c.Endpoints(), "conform", node)
	})
	t.Run("OneStandsStill", func(t *testing.T) { oneStandsStill(t, c) })
}

// oneStandsStill pauses one member after the other: its connections stay, and no answer comes. A
// node goes on by the others, after an election of theirs where it was the leader.
func oneStandsStill(t *testing.T, c *etcdtest.Cluster) {
	var r factstest.Recorder
	l := open(t, c.Endpoints(), "still", "a")
	run(t, l, &r)
	add(t, l, "before")
	for _, m := range c.Members {
		if err := m.Pause(); err != nil {
			t.Fatal(err)
		}
		started := time.Now()
		until(t, "a fact is taken", func() bool {
			_, _, err := l.Append(t.Context(), nil, fact(m.Name))
			return err == nil
		})
		if took := time.Since(started); took > time.Minute {
			t.Errorf("with %s standing still it took %s", m.Name, took)
		}
		if err := m.Resume(); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(r.Facts()); n != 4 {
		t.Errorf("%d facts of 4", n)
	}
}

func fact(name string) facts.Fact {
	return facts.Fact{Stream: factstest.Stream, Name: name, Body: []byte("body of " + name)}
}

// TestANodeGoesOnWhereItWas stops a node, writes by another one, and starts the first again.
func TestANodeGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	endpoints := shared(t)
	var kept, other factstest.Recorder
	stop := run(t, open(t, endpoints, "resume", "a"), &kept)
	b := open(t, endpoints, "resume", "b")
	run(t, b, &other)
	write := func(from, to int) {
		var list []facts.Fact
		for i := from; i < to; i++ {
			list = append(list, fact(fmt.Sprint(i)))
		}
		if _, _, err := b.Append(t.Context(), nil, list...); err != nil {
			t.Fatal(err)
		}
	}
	write(0, 10)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	write(10, 300) // several transactions
	again := open(t, endpoints, "resume", "a")
	run(t, again, &kept)
	if err := again.Wait(t.Context(), 0, b.Revision()); err != nil {
		t.Fatal(err)
	}
	if n := len(kept.Facts()); n != 300 {
		t.Errorf("%d facts of 300", n)
	}
}

// TestASlowNodeKnowsThatTheLogTookIt appends at a node that cannot apply: the error tells so.
func TestASlowNodeKnowsThatTheLogTookIt(t *testing.T) {
	t.Parallel()
	var stuck atomic.Bool
	stuck.Store(true)
	r := factstest.Recorder{Fail: func() error {
		if stuck.Load() {
			return errors.New("the disk is slow")
		}
		return nil
	}}
	l := open(t, shared(t), fmt.Sprint("slow", time.Now().UnixNano()), "a")
	run(t, l, &r)
	until(t, "the fact is in the log", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, _, err := l.Append(ctx, nil, fact("x"))
		if !errors.Is(err, facts.ErrUnavailable) {
			t.Fatalf("appended: %v", err)
		}
		return errors.Is(err, facts.ErrUnapplied)
	})
	stuck.Store(false)
	until(t, "it is applied", func() bool { return len(r.Facts()) == 1 })
}

// TestAnotherLog starts a node whose applier has seen more than the log ever had.
func TestAnotherLog(t *testing.T) {
	t.Parallel()
	var r factstest.Recorder
	if err := r.Apply(t.Context(), facts.Position{Revision: 1 << 40}, nil); err != nil {
		t.Fatal(err)
	}
	l := open(t, shared(t), "another", "a")
	l.Follow(factstest.Stream, &r)
	if err := l.Run(t.Context()); !errors.Is(err, facts.ErrForeign) {
		t.Errorf("the node runs: %v", err)
	}
}

// TestFactsOfANewerProgramStopTheNode has a program of the next version write beside this one: the
// node that does not know the format ends with a sentence, and cannot be started either; what it
// had stays as it was.
func TestFactsOfANewerProgramStopTheNode(t *testing.T) {
	t.Parallel()
	endpoints := shared(t)
	l := open(t, endpoints, "newer", "a")
	var r factstest.Recorder
	stop := run(t, l, &r)
	add(t, l, "of this version")
	value := facts.Encode([]byte("of the next version"), []byte("hint"))
	value = value[:len(value)-4]
	value[0] = facts.Format + 1
	value = binary.BigEndian.AppendUint32(value,
		crc32.Checksum(value, crc32.MakeTable(crc32.Castagnoli)))
	c, err := clientv3.New(clientv3.Config{Endpoints: endpoints})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Put(t.Context(), "/bourse/newer/facts/"+factstest.Stream+"/x",
		string(value)); err != nil {
		t.Fatal(err)
	}
	until(t, "the node is stuck", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, _, err := l.Append(ctx, nil, fact("y"))
		return errors.Is(err, facts.ErrUnavailable)
	})
	if err := stop(); !errors.Is(err, facts.ErrFormat) {
		t.Errorf("the node went on: %v", err)
	}
	again := open(t, endpoints, "newer", "a")
	again.Follow(factstest.Stream, &r)
	if err := again.Run(t.Context()); !errors.Is(err, facts.ErrFormat) ||
		!strings.Contains(err.Error(), "upgrade this node") {
		t.Errorf("the node started again: %v", err)
	}
	if list := r.Facts(); len(list) != 1 {
		t.Errorf("it has %d facts", len(list))
	}
}

// TestHintsWaitForOlderNodes has facts carry hints as long as every node that is alive reads them:
// beside a node of an older program they are written as that one reads them.
func TestHintsWaitForOlderNodes(t *testing.T) {
	t.Parallel()
	endpoints, name := shared(t), fmt.Sprint("hints", time.Now().UnixNano())
	a, b := open(t, endpoints, name, "a"), open(t, endpoints, name, "b")
	var here, there factstest.Recorder
	run(t, a, &here)
	run(t, b, &there)
	n := 0
	arrives := func() (hint string) {
		n++
		f := fact(fmt.Sprint(n))
		f.Hint = []byte("seen")
		if _, _, err := a.Append(t.Context(), nil, f); err != nil {
			t.Fatal(err)
		}
		if err := b.Wait(t.Context(), 0, a.Revision()); err != nil {
			t.Fatal(err)
		}
		list := there.Facts()
		got := list[len(list)-1]
		if got.Name != f.Name || string(got.Body) != string(f.Body) {
			t.Fatalf("%s: %q", got.Name, got.Body)
		}
		return string(got.Hint)
	}
	until(t, "hints are told", func() bool { return arrives() == "seen" })
	c, err := clientv3.New(clientv3.Config{Endpoints: endpoints})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	older := "/bourse/" + name + "/nodes/older"
	if _, err := c.Put(t.Context(), older, `{"name":"older"}`); err != nil {
		t.Fatal(err)
	}
	until(t, "hints are kept back", func() bool { return arrives() == "" })
	r, err := c.Get(t.Context(), fmt.Sprintf("/bourse/%s/facts/%s/%d", name,
		factstest.Stream, n))
	if err != nil || len(r.Kvs) != 1 || r.Kvs[0].Value[0] != 1 {
		t.Errorf("the older node reads %v (%v)", r, err)
	}
	if _, err := c.Delete(t.Context(), older); err != nil {
		t.Fatal(err)
	}
	until(t, "hints are told again", func() bool { return arrives() == "seen" })
}
