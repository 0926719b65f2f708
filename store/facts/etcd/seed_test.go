package etcd_test

import (
	"fmt"
	"strings"
	"testing"

	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
	"bourse/store/facts/factstest"
)

// TestSeedDoesNotWaitForEachTransaction fills a log while etcd stands still: more facts are taken
// meanwhile than one transaction has. All of them are there in the end, and a node that starts from
// the store has none of them to take in.
func TestSeedDoesNotWaitForEachTransaction(t *testing.T) {
	t.Parallel()
	c := etcdtest.Run(t, etcdtest.Options{Size: 1})
	tool := open(t, c.Endpoints(), "seed", "tool")
	const many, ahead = 3000, 1000
	var to factstest.Recorder
	err := tool.Seed(t.Context(), []string{factstest.Stream},
		func(add func(facts.Fact) error) error {
			if err := c.Members[0].Pause(); err != nil {
				return err
			}
			for n := range many {
				if n == ahead {
					if err := c.Members[0].Resume(); err != nil {
						return err
					}
				}
				if err := add(fact(fmt.Sprint("fact", n))); err != nil {
					return err
				}
			}
			return nil
		}, func(at facts.Position) error { return to.Apply(t.Context(), at, nil) })
	if err != nil {
		t.Fatal(err)
	}
	if n := overview(t, tool).Facts; n != many {
		t.Errorf("%d of %d facts are in the log", n, many)
	}
	node := open(t, c.Endpoints(), "seed", "a")
	run(t, node, &to)
	add(t, node, "later")
	if list := to.Facts(); len(list) != 1 {
		t.Errorf("the node took in %d facts", len(list))
	}
}

// A log is filled as fast as etcd takes large transactions.
func BenchmarkSeed(b *testing.B) {
	c := etcdtest.Run(b, etcdtest.Options{Size: 3})
	body := []byte(strings.Repeat("x", 400))
	const many = 20_000
	n := 0
	defer func() { b.ReportMetric(float64(n*many)/b.Elapsed().Seconds(), "facts/s") }()
	for b.Loop() {
		n++
		name := fmt.Sprint("seed", n)
		tool, err := etcd.Open(b.Context(), etcd.Config{Endpoints: c.Endpoints(), Name: name,
			Node: "tool"})
		if err != nil {
			b.Fatal(err)
		}
		if err := tool.Seed(b.Context(), []string{factstest.Stream},
			func(add func(facts.Fact) error) error {
				for i := range many {
					if err := add(facts.Fact{Stream: factstest.Stream, Name: fmt.Sprint(i),
						Body: body}); err != nil {
						return err
					}
				}
				return nil
			}, func(facts.Position) error { return nil }); err != nil {
			b.Fatal(err)
		}
		if err := tool.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
