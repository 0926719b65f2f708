package local_test

import (
	"errors"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/api"
	"bourse/backend/chain/local"
)

func TestReopen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := open(t, local.Config{Dir: dir})
	if err := pay(t.Context(), ethclient.NewClient(first.Client()), 3); err != nil {
		t.Fatal(err)
	}
	head, err := first.Mine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, local.Config{Dir: dir})
	if again.Head() != head {
		t.Errorf("head %v, want %v", again.Head(), head)
	}
	balance, err := ethclient.NewClient(again.Client()).BalanceAt(
		t.Context(), common.Address{0xbe, 0xef}, nil)
	if err != nil || balance.Int64() != 3 {
		t.Errorf("balance %s, %v", balance, err)
	}
}

// Every transaction sent before a block is made is in it.
func TestMineTakesAll(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{})
	client := ethclient.NewClient(c.Client())
	for range 300 {
		if err := pay(t.Context(), client, 5); err != nil {
			t.Fatal(err)
		}
		head, err := c.Mine(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n, err := client.TransactionCount(t.Context(), head.Hash); err != nil || n != 5 {
			t.Fatalf("block %d holds %d of 5 transactions, %v", head.Number, n, err)
		}
	}
}

func TestSecondProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open(t, local.Config{Dir: dir})
	_, err := local.Open(t.Context(), local.Config{Dir: dir, Now: time.Now, Accounts: users()})
	if err == nil || !strings.Contains(err.Error(), dir+" is open in another process") {
		t.Errorf("the second says %v", err)
	}
}

// A chain whose folder is taken away makes no more blocks and says so, also when another is in its
// place.
func TestLostFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "chain")
	open(t, local.Config{Dir: dir}).Close()
	if err := os.Rename(dir, dir+".other"); err != nil {
		t.Fatal(err)
	}
	c := open(t, local.Config{Dir: dir})
	if err := errors.Join(os.Rename(dir, dir+".away"), os.Rename(dir+".other", dir)); err != nil {
		t.Fatal(err)
	}
	head := c.Head()
	if err := c.Run(t.Context()); !errors.Is(err, local.ErrLost) ||
		!strings.Contains(err.Error(), dir) {
		t.Errorf("Run ends with %v", err)
	}
	if c.Head() != head {
		t.Error("a block was made that nobody will find")
	}
}

// The same clock and transactions give the same chain, whatever the machine.
func TestRepeats(t *testing.T) {
	t.Parallel()
	session := func() api.BlockRef {
		now := time.Unix(1_800_000_000, 0)
		c := open(t, local.Config{Now: func() time.Time { return now }})
		client := ethclient.NewClient(c.Client())
		var head api.BlockRef
		for range 5 {
			now = now.Add(time.Second)
			if err := pay(t.Context(), client, 4); err != nil {
				t.Fatal(err)
			}
			var err error
			if head, err = c.Mine(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		return head
	}
	if a, b := session(), session(); a != b {
		t.Errorf("two runs end at %v and %v", a, b)
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	c := open(t, local.Config{Now: func() time.Time { return now }})
	if head := c.Head(); head.Time > uint64(now.Unix()) {
		t.Errorf("deployment drags the chain to %d, the clock is at %d", head.Time, now.Unix())
	}
	for i, want := range []uint64{1_800_000_000, 1_800_000_001, 1_800_000_002} {
		if head, err := c.Mine(t.Context()); err != nil || head.Time != want {
			t.Errorf("block %d at %d, want %d (%v)", i, head.Time, want, err)
		}
	}
	now = now.Add(time.Minute)
	if head, err := c.Mine(t.Context()); err != nil || head.Time != 1_800_000_060 {
		t.Errorf("after a minute: %d, %v", head.Time, err)
	}
	if head, err := c.AdjustTime(t.Context(), time.Hour); err != nil || head.Time != 1_800_003_660 {
		t.Errorf("an hour on: %d, %v", head.Time, err)
	}
	if head, err := c.Mine(t.Context()); err != nil || head.Time != 1_800_003_661 {
		t.Errorf("after that: %d, %v", head.Time, err)
	}
}

func TestFork(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, local.Config{Dir: dir})
	client := ethclient.NewClient(c.Client())
	base := c.Head()
	if err := pay(t.Context(), client, 2); err != nil {
		t.Fatal(err)
	}
	old, err := c.Mine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Fork(t.Context(), base.Hash); err != nil || c.Head() != base {
		t.Fatalf("head %v after the fork, %v", c.Head(), err)
	}
	if err := c.DropPending(); err != nil {
		t.Fatal(err)
	}
	head, err := c.Mine(t.Context())
	if err != nil || head.Parent != base.Hash || head.Hash == old.Hash {
		t.Fatalf("new block %v on %v beside %v, %v", head, base, old, err)
	}
	if balance, err := client.BalanceAt(t.Context(), common.Address{0xbe, 0xef}, nil); err != nil ||
		balance.Sign() != 0 {
		t.Errorf("the new branch holds %s of the old one, %v", balance, err)
	}
	if err := c.Fork(t.Context(), common.Hash{1}); err == nil {
		t.Error("forked at a block that is not there")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if again := open(t, local.Config{Dir: dir}); again.Head() != head {
		t.Errorf("head %v after reopening, want %v", again.Head(), head)
	}
}

// clock is moved by the test while the chain runs.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// While the clock stands, transactions are mined at once until block times are two seconds ahead;
// the rest waits for the clock.
func TestRun(t *testing.T) {
	t.Parallel()
	watch := &clock{now: time.Unix(1_800_000_000, 0)}
	c := open(t, local.Config{Now: watch.Now})
	done := make(chan error, 1)
	ctx, cancel := cancelled(t)
	go func() { done <- c.Run(ctx) }()
	client := ethclient.NewClient(c.Client())
	waitTime(t, c, 1_800_000_000) // the empty block that is due
	for i := range uint64(4) {
		if err := client.SendTransaction(t.Context(), transfer(i)); err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			watch.advance(time.Second)
		}
		if i < 3 {
			waitTime(t, c, 1_800_000_001+i)
		}
	}
	if ahead := c.Head().Time - uint64(watch.Now().Unix()); ahead > 2 {
		t.Errorf("%d seconds ahead of the clock", ahead)
	}
	watch.advance(time.Second)
	waitTime(t, c, 1_800_000_004)
	balance, err := client.BalanceAt(t.Context(), common.Address{0xbe, 0xef}, nil)
	if err != nil || balance.Int64() != 4 {
		t.Errorf("%s of 4 transactions are mined, %v", balance, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A clock that is set back stops neither empty blocks nor transactions, and one that jumps ahead is
// followed.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	watch := &clock{now: time.Unix(1_800_000_000, 0)}
	c := open(t, local.Config{Now: watch.Now})
	done := make(chan error, 1)
	ctx, cancel := cancelled(t)
	go func() { done <- c.Run(ctx) }()
	waitTime(t, c, 1_800_000_000)
	watch.advance(time.Hour)
	waitTime(t, c, 1_800_003_600)
	watch.advance(-time.Hour)
	head := c.Head()
	soon(t, func() bool { return c.Head().Number >= head.Number+1 })
	client := ethclient.NewClient(c.Client())
	if err := client.SendTransaction(t.Context(), transfer(0)); err != nil {
		t.Fatal(err)
	}
	soon(t, func() bool {
		r, err := client.TransactionReceipt(t.Context(), transfer(0).Hash())
		return err == nil && r.Status == 1
	})
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// The files of a chain can be damaged in any way: opening it fails with advice, or works.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	whole := t.TempDir()
	c := open(t, local.Config{Dir: whole})
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, pattern := range []string{"*/*/ancient/chain/*", "*/*/ancient/chain/*/*", "*/*/CURRENT",
		"*/*/MANIFEST*", "*/blobpool/*/*"} {
		found, err := filepath.Glob(filepath.Join(whole, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	refused := 0
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || info.IsDir() || filepath.Base(file) == "FLOCK" {
			continue
		}
		for name, damage := range map[string]func([]byte) []byte{
			"flipped":        func(b []byte) []byte { b[len(b)/2] ^= 0x10; return b },
			"begins wrongly": func(b []byte) []byte { b[0] ^= 0x80; return b },
			"ends wrongly":   func(b []byte) []byte { b[len(b)-1] ^= 0x80; return b },
			"cut":            func(b []byte) []byte { return b[:len(b)/2] },
			"prolonged":      func(b []byte) []byte { return append(b, 1, 2, 3, 4, 5, 6, 7) },
		} {
			dir := filepath.Join(t.TempDir(), "chain")
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			target := filepath.Join(dir, strings.TrimPrefix(file, whole))
			data, err := os.ReadFile(target)
			if err != nil || len(data) == 0 {
				continue
			}
			if err := os.WriteFile(target, damage(data), 0o600); err != nil {
				t.Fatal(err)
			}
			again, err := local.Open(t.Context(), local.Config{Dir: dir, Now: time.Now,
				Accounts: users()})
			if err == nil {
				if err := again.Close(); err != nil {
					t.Errorf("%s %s: %v", target, name, err)
				}
				continue
			}
			refused++
			if !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), dir) {
				t.Errorf("%s %s: %v", target, name, err)
			}
		}
	}
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}

func waitTime(t *testing.T, c *local.Chain, want uint64) {
	t.Helper()
	soon(t, func() bool { return c.Head().Time >= want })
	if got := c.Head().Time; got != want {
		t.Fatalf("head at %d, want %d", got, want)
	}
}

func TestAccounts(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{})
	client := ethclient.NewClient(c.Client())
	everyone := users()
	for i := range local.Traders {
		everyone = append(everyone, crypto.PubkeyToAddress(local.House{}.Trader(i).PublicKey))
	}
	for i := range local.Agents {
		everyone = append(everyone, crypto.PubkeyToAddress(local.House{}.Agent(i).PublicKey))
	}
	want, _ := new(big.Int).SetString("10000000000000000000000", 10)
	for _, a := range everyone {
		if balance, err := client.BalanceAt(t.Context(), a, nil); err != nil ||
			balance.Cmp(want) != 0 {
			t.Errorf("%s holds %s wei, %v", a, balance, err)
		}
	}
}

// What the node logs goes to the given logger, and a chain that is new is not said to have rested.
func TestLogs(t *testing.T) {
	var mu sync.Mutex
	var out strings.Builder
	logger := slog.New(slog.NewTextHandler(writer(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return out.Write(p)
	}), &slog.HandlerOptions{Level: slog.LevelDebug}))
	open(t, local.Config{Logger: logger})
	mu.Lock()
	defer mu.Unlock()
	if s := out.String(); !strings.Contains(s, "Initialising Ethereum protocol") ||
		strings.Contains(s, "level=ERROR") || strings.Contains(s, "chain rested") {
		t.Errorf("logged %q", s)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }
