package local_test

import (
	"context"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/chain/local"
)

func open(t testing.TB, dir string) *local.Chain {
	t.Helper()
	c, err := local.Open(context.Background(), local.Config{Dir: dir, Now: time.Now, Accounts: []common.Address{{1}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestReopen(t *testing.T) {
	dir := t.TempDir()
	s := time.Now()
	c := open(t, dir)
	t.Log("first", time.Since(s))
	for range 3 {
		s = time.Now()
		b, err := c.Mine(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		t.Log(b, time.Since(s))
	}
	s = time.Now()
	h := c.Head()
	c.Close()
	t.Log("close", time.Since(s))
	s = time.Now()
	c = open(t, dir)
	t.Log("again", time.Since(s))
	if c.Head() != h {
		t.Fatal(c.Head(), h)
	}
}

func TestMem(t *testing.T) {
	s := time.Now()
	c := open(t, "")
	t.Log("first", time.Since(s))
	for range 3 {
		s = time.Now()
		b, err := c.Mine(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		t.Log(b, time.Since(s))
	}
}
