package local_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"bourse/backend/chain/local"
)

// A process that may open few files opens its chain or says what to raise, whichever file is one
// too many: nothing is damaged.
func TestFewFilesAreNoDamage(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a process has no such limit there")
	}
	dir := t.TempDir()
	c := open(t, local.Config{Dir: dir})
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for limit := 12; limit <= 40; limit += 4 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$0"`, limit),
			os.Args[0])
		cmd.Env = append(os.Environ(), openerDir+"="+dir)
		out, err := cmd.CombinedOutput()
		cancel()
		said := string(out)
		if err == nil && strings.Contains(said, "open\n") {
			continue
		}
		refused++
		if strings.Contains(said, "damaged") || !strings.Contains(said,
			"too many open files: raise the limit (ulimit -n)") {
			t.Errorf("%d files: %v, %s", limit, err, said)
		}
	}
	if refused == 0 {
		t.Error("no limit was met")
	}
}
