package local_test

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/chain/local"
)

// A process that mines is killed at random moments. Every block that one of its subscribers was
// told of is still in the chain, at its place, with its state.
func TestKill(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	cycles, dir := 15, t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	var told []common.Hash
	for range cycles {
		told = append(told, runAndKill(t, minerDir, dir, 1+random.IntN(25),
			time.Duration(random.IntN(3_000))*time.Microsecond)...)
	}
	t.Logf("%d blocks told of in %d cycles", len(told), cycles)
	c := open(t, local.Config{Dir: dir})
	client := ethclient.NewClient(c.Client())
	for _, hash := range told {
		mustStand(t, client, hash)
	}
}

// runAndKill runs a process of main_test.go on a folder, kills it some time after it told of a
// number of things and returns those it told of.
func runAndKill(t *testing.T, what, dir string, count int,
	after time.Duration) (told []common.Hash) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), what+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil || line != "open\n" {
		t.Fatalf("the process says %q, %v", line, err)
	}
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			break // what comes before it is not a whole line
		}
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, common.HexToHash(strings.TrimSpace(line)))
		if len(told) == count {
			defer time.AfterFunc(after, func() { cmd.Process.Kill() }).Stop()
		}
	}
	cmd.Wait() // says that it was killed
	if len(told) < count {
		t.Fatalf("the process ended by itself, told %d", len(told))
	}
	return told
}

func mustStand(t *testing.T, client *ethclient.Client, hash common.Hash) {
	t.Helper()
	block, err := client.BlockByHash(t.Context(), hash)
	if err != nil {
		t.Fatalf("block %s: %v", hash, err)
	}
	there, err := client.HeaderByNumber(t.Context(), block.Number())
	if err != nil || there.Hash() != hash {
		t.Fatalf("block %d is %s, %s was told (%v)", block.Number(), there.Hash(), hash, err)
	}
	if _, err := client.BalanceAtHash(t.Context(), common.Address{0xbe, 0xef}, hash); err != nil {
		t.Fatalf("state of block %d: %v", block.Number(), err)
	}
	for _, tx := range block.Transactions() {
		receipt, err := client.TransactionReceipt(t.Context(), tx.Hash())
		if err != nil || receipt.BlockHash != hash {
			t.Fatalf("receipt of a transaction of block %d: %v", block.Number(), err)
		}
	}
}

// A process that takes transactions is killed at random moments. Every one whose hash it answered
// is in the chain afterwards, or waits for the next block.
func TestKillAfterSend(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	dir, random := t.TempDir(), rand.New(rand.NewPCG(3, 4))
	var told []common.Hash
	kill := func() {
		told = append(told, runAndKill(t, senderDir, dir, 1+random.IntN(40),
			time.Duration(random.IntN(3_000))*time.Microsecond)...)
	}
	for range 15 {
		kill()
	}
	t.Logf("%d transactions answered", len(told))
	var c *local.Chain
	var client *ethclient.Client
	for waiting, tries := 0, 1; waiting == 0; tries++ { // the last kill can have come after a block
		c = open(t, local.Config{Dir: dir})
		client = ethclient.NewClient(c.Client())
		for i, hash := range told {
			_, pending, err := client.TransactionByHash(t.Context(), hash)
			if err != nil {
				t.Fatalf("transaction %d, %s: %v", i, hash, err)
			}
			if pending {
				waiting++
			}
		}
		if waiting > 0 {
			break
		}
		if tries == 20 {
			t.Fatal("no transaction was waiting when its process was killed")
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		kill()
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, hash := range told {
		if r, err := client.TransactionReceipt(t.Context(), hash); err != nil || r.Status != 1 {
			t.Fatalf("transaction %s after the next block: %v", hash, err)
		}
	}
}
