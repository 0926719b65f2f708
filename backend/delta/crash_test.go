package delta_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"bourse/backend/api"
	"bourse/backend/delta"
	"bourse/backend/delta/auction"
	"bourse/store"
)

// What tells a test binary to be a process that dies: the data folder, and where.
const (
	crashDir   = "BOURSE_TEST_DELTA_DIR"
	crashPoint = "BOURSE_TEST_DELTA_POINT"
	// longRun makes every point be met twenty times.
	longRun = "BOURSE_TEST_LONG"
)

// TestDie is the process that dies: it submits an order and settles it until it comes to the point.
func TestDie(t *testing.T) {
	dir, point := os.Getenv(crashDir), os.Getenv(crashPoint)
	if dir == "" {
		t.Skip("runs as a process of its own")
	}
	submitted := make(chan struct{})
	w := openWorld(t, dir, func(at string) {
		select {
		case <-submitted:
		default:
			return // not yet
		}
		if at == point {
			die(t)
		}
	})
	r := w.submit(w.build(w.users[0], "1000", "USDC", "WETH"))
	close(submitted)
	w.await(r.ID, api.DeltaExecuted)
	t.Fatalf("settled without passing %s", point)
}

// die ends the process as kill -9 does.
func die(t *testing.T) {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		t.Error(err)
	}
	select {}
}

// An award survives the death of the process at every named point: no order is lost, none is
// settled twice, and no status contradicts the chain.
func TestAwardsSurviveCrashes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("kills processes")
	}
	points := []string{
		auction.BeforeAward, auction.AfterAward, auction.AfterSend, delta.BeforeReceipt,
		delta.AfterReceipt, store.BeforeCommit, store.AfterCommit,
	}
	times := 1
	if os.Getenv(longRun) != "" {
		times = 20
	}
	dir := t.TempDir()
	t.Run("prepare", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		w.approve(w.users[0], "USDC", w.contracts.Delta)
		w.mine()
	})
	for i, point := range points {
		for n := range times {
			t.Run(fmt.Sprintf("%s %d", point, n+1), func(t *testing.T) {
				cmd := exec.Command(os.Args[0], "-test.run=^TestDie$")
				cmd.Env = append(os.Environ(), crashDir+"="+dir, crashPoint+"="+point)
				if out, err := cmd.CombinedOutput(); err == nil || cmd.ProcessState.Exited() {
					t.Fatalf("the process was not killed: %v\n%s", err, out)
				}
				w := openWorld(t, dir, nil)
				w.settledOnce(w.users[0], i*times+n+1)
			})
		}
	}
}
