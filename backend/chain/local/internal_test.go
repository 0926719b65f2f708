package local

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// A crash between a block's record and its publication leaves the node's own head behind; the next
// start goes on from the block.
func TestRecoverHead(t *testing.T) {
	t.Parallel()
	cfg := Config{Dir: t.TempDir(), Now: time.Now}
	c := mustOpen(t, cfg)
	block, err := c.build(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.record(block); err != nil {
		t.Fatal(err)
	}
	before := c.Head()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = mustOpen(t, cfg)
	if c.Head().Hash != block.Hash() || c.Head().Parent != before.Hash {
		t.Errorf("head %v, want %s on %v", c.Head(), block.Hash(), before)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// A deployment that was cut short goes on where it stopped, and ends as one that was not.
func TestDeploymentResumes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	accounts := []common.Address{{1}, {2}, {3}, {4}, {5}, {6}}
	whole := mustOpen(t, Config{Now: time.Now, Accounts: accounts})
	defer whole.Close()
	want, err := whole.eth.BlockChain().State()
	if err != nil {
		t.Fatal(err)
	}
	full, made := deployment(accounts, House{})
	for _, cut := range []int{1, 7, len(full.Steps) / 2, made.before - 1, made.before} {
		cfg := Config{Dir: t.TempDir(), Now: time.Now, Accounts: accounts}
		deployPart(t, cfg, &contracts.Plan{Deployer: full.Deployer,
			Steps: full.Steps[:cut]})
		var told []api.Progress
		cfg.Progress = func(p api.Progress) { told = append(told, p) }
		c := mustOpen(t, cfg)
		if len(told) == 0 || told[0].Done != cut || told[0].Total != len(full.Steps) {
			t.Errorf("cut at %d: told to be at %v", cut, told)
		}
		got, err := c.eth.BlockChain().State()
		if err != nil {
			t.Fatal(err)
		}
		if got.GetNonce(full.Deployer) != uint64(len(full.Steps)) {
			t.Errorf("cut at %d: %d of %d steps done", cut, got.GetNonce(full.Deployer),
				len(full.Steps))
		}
		// The deployer counts its steps: who registers agents must be another account.
		owner := common.BytesToAddress(got.GetState(made.Delta.Registry, common.Hash{}).Bytes())
		if owner != address(House{}.Registrar()) || got.GetBalance(owner).IsZero() {
			t.Errorf("cut at %d: the registry is %s's, which has %s wei", cut, owner,
				got.GetBalance(owner))
		}
		for _, token := range append(made.Tokens[1:], made.Collections...) {
			if root := got.GetStorageRoot(token.Address); root != want.GetStorageRoot(
				token.Address) {
				t.Errorf("cut at %d: %s has other contents", cut, token.Symbol)
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A chain with other contracts than this program's is refused, with the way on.
func TestContractsOfAnotherVersion(t *testing.T) {
	t.Parallel()
	plan, _ := deployment(nil, House{})
	other := &contracts.Plan{Deployer: plan.Deployer, Steps: slices.Clone(plan.Steps[:9])}
	cfg := Config{Dir: t.TempDir(), Now: time.Now}
	other.Steps[6].Gas++ // of each step all counts
	deployPart(t, cfg, other)
	_, err := Open(t.Context(), cfg)
	if err == nil || !strings.Contains(err.Error(), cfg.Dir+" was begun by another version") ||
		!strings.Contains(err.Error(), plan.Steps[6].What) {
		t.Errorf("the chain of another version: %v", err)
	}
}

func deployPart(t *testing.T, cfg Config, p *contracts.Plan) {
	t.Helper()
	cfg.Free = freeSpace
	c, err := start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.deploy(t.Context(), p, len(p.Steps), func(api.Progress) {}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// On a disk that is nearly full no block is begun; once there is room the chain goes on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	c := mustOpen(t, Config{Dir: t.TempDir(), Now: time.Now})
	defer c.Close()
	var left uint64 = minFree - 1
	c.free = func(string) (uint64, error) { return left, nil }
	before := c.Head()
	if _, err := c.Mine(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "has only 63 MiB left") {
		t.Errorf("made a block on a full disk: %v", err)
	}
	if c.Head() != before {
		t.Error("the head moved")
	}
	left = minFree
	if _, err := c.Mine(t.Context()); err != nil {
		t.Error(err)
	}
}

// While the disk is full Run says so once, and goes on when there is room.
func TestRunOutlivesFullDisk(t *testing.T) {
	t.Parallel()
	var full atomic.Bool
	var log syncBuffer
	c := mustOpen(t, Config{Dir: t.TempDir(), Now: time.Now})
	defer c.Close()
	c.logger = slog.New(slog.NewTextHandler(&log, nil))
	c.free = func(string) (uint64, error) {
		if full.Load() {
			return 0, nil
		}
		return minFree, nil
	}
	full.Store(true)
	before := c.Head()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	wait(t, func() bool { return log.count("stands still") == 1 })
	full.Store(false)
	wait(t, func() bool { return c.Head().Number > before.Number })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := log.count("stands still"); n != 1 {
		t.Errorf("told %d times", n)
	}
}

type syncBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) count(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.b.String(), what)
}

func wait(t *testing.T, holds func() bool) {
	t.Helper()
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	limit := time.After(5 * time.Minute)
	for !holds() {
		select {
		case <-limit:
			t.Fatal("the condition never came to hold")
		case <-ticker.C:
		}
	}
}

func TestUntilNext(t *testing.T) {
	t.Parallel()
	var clock time.Time
	c := mustOpen(t, Config{Now: func() time.Time { return clock }})
	defer c.Close()
	head := time.Unix(int64(c.Head().Time), 0)
	for _, tc := range []struct {
		name    string
		clock   time.Duration // after the head
		pending bool
		want    time.Duration
	}{
		{"empty, at the head's time", 0, false, time.Second},
		{"empty, half a second later", 500 * time.Millisecond, false, 500 * time.Millisecond},
		{"empty, a second later", time.Second, false, 0},
		{"empty, long after", time.Hour, false, 0},
		{"empty, clock behind", -time.Hour, false, time.Second},
		{"transactions, at the head's time", 0, true, 0},
		{"transactions, head one second ahead", -time.Second, true, 0},
		{"transactions, head two seconds ahead", -2 * time.Second, true, time.Second},
		{"transactions, head almost two seconds ahead", -1500 * time.Millisecond, true,
			500 * time.Millisecond},
		{"transactions, clock far behind", -time.Hour, true, time.Second},
	} {
		clock = head.Add(tc.clock)
		if got := c.untilNext(tc.pending); got != tc.want {
			t.Errorf("%s: wait %s, want %s", tc.name, got, tc.want)
		}
	}
}

func mustOpen(t *testing.T, cfg Config) *Chain {
	t.Helper()
	c, err := Open(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A reorganisation that is deeper than what the node has put away as final replaces that too.
func TestForkBehindFinalBlocks(t *testing.T) {
	t.Parallel()
	c := mustOpen(t, Config{Now: time.Now})
	defer c.Close()
	base := c.Head()
	mine := func(blocks int) {
		t.Helper()
		for range blocks {
			if _, err := c.Mine(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	mine(finalizedBehind + 5)
	// what the node does every minute, at once
	db := reflect.ValueOf(c.eth.ChainDb()).Elem().FieldByName("Database").Interface()
	if err := db.(interface{ Freeze() error }).Freeze(); err != nil {
		t.Fatal(err)
	}
	if n, err := c.eth.ChainDb().Ancients(); err != nil || n <= base.Number+1 {
		t.Fatalf("%d blocks are put away: %v", n, err)
	}
	if err := c.Fork(t.Context(), base.Hash); err != nil {
		t.Fatal(err)
	}
	mine(finalizedBehind + 6)
	blocks := c.eth.BlockChain()
	for at := blocks.CurrentBlock(); at.Number.Uint64() > base.Number; {
		parent := blocks.GetHeaderByNumber(at.Number.Uint64() - 1)
		if parent == nil || parent.Hash() != at.ParentHash {
			t.Fatalf("block %d is not on the block of the number before", at.Number)
		}
		at = parent
	}
}

// What the system refuses is not damage, however the library hands it on; what is, is called so.
func TestRefusalsAreNoDamage(t *testing.T) {
	t.Parallel()
	for number, advice := range map[syscall.Errno]string{
		syscall.EMFILE: "raise the limit (ulimit -n)", syscall.ENFILE: "end other programs",
		syscall.ENOSPC: "make room", syscall.EACCES: "see whose they are",
		syscall.EROFS: "takes no writes",
	} {
		for _, err := range []error{&fs.PathError{Op: "open", Path: "p", Err: number},
			errors.New("freezer: " + number.Error())} {
			got := damaged(err).Error()
			if strings.Contains(got, "damaged") || !strings.Contains(got, advice) {
				t.Errorf("%v: %s", err, got)
			}
		}
	}
	if got := damaged(io.ErrUnexpectedEOF).Error(); !strings.Contains(got, "are damaged") {
		t.Error(got)
	}
	c := &Chain{dir: t.TempDir()}
	for why, want := range map[error]string{nil: "lacks block 7: its folder is damaged",
		syscall.EMFILE: "can't read block 7: too many open files: raise the limit"} {
		if got := c.lacks("block 7", why).Error(); !strings.Contains(got, want) {
			t.Errorf("%v: %s", why, got)
		}
	}
}
