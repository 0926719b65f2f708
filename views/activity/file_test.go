package activity_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/activity"
)

var trader = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cfffFb92266")

// openLog continues the log in a file.
func openLog(t *testing.T, path string) *activity.Log {
	t.Helper()
	log := activity.NewLog(start)
	if err := log.Keep(path); err != nil {
		t.Fatal(err)
	}
	return log
}

// TestLogOutlivesTheSession signs, sends and swaps, and looks at the next session's screen and
// journal. What a crash has cut short is passed by, and the file is only ever appended to.
func TestLogOutlivesTheSession(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log", "activity.jsonl")
	log := openLog(t, path)
	hash := common.Hash{1, 2}
	log.Add(activity.Entry{Time: uitest.Start.Add(-48 * time.Hour), Level: activity.Signed,
		Component: "wallet", Text: "main signed Swap", Kept: true,
		Signer: &activity.Signer{Account: trader, ChainID: 1337, Hash: hash}})
	receipt := api.Receipt{Hash: hash, Success: true, Block: &api.BlockRef{Number: 9, Time: 77},
		GasUsed: 100, GasPrice: api.NewAmount(3)}
	for range 2 { // asked twice, noted once
		log.Add(activity.Entry{Level: activity.Info, Component: "chain", Kept: true,
			Text: "transaction 0x0102…0000 done in block 9", Receipt: &receipt})
	}
	swap := views.Swapped{Account: trader, ChainID: 1337, Hash: hash, Spent: api.NewAmount(5),
		Got: api.NewAmount(7)}
	log.Add(activity.Entry{Level: activity.Filled, Component: "swap", Text: "swapped", Kept: true,
		Swap: &swap})
	log.Add(activity.Entry{Level: activity.Info, Component: "book", Text: "of this session only"})
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil || strings.Count(string(before), "\n") != 3 {
		t.Fatalf("the file holds (%v)\n%s", err, before)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"time":"2026-11-`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}

	log = openLog(t, path)
	k := newScreen(t, log)
	k.Shows("3 of 3", "SIGN", "main signed Swap", "swapped", "done in block 9", "11-19 16:41")
	k.Hides("of this session only", "Nothing has happened")
	k.Press("G")
	k.Shows("an earlier session")
	if gas := log.Gas(trader, 1337); len(gas) != 1 || gas[0].Cost != api.NewAmount(300) ||
		gas[0].Block.Number != 9 {
		t.Errorf("gas %+v", gas)
	}
	if swaps := log.Swaps(trader, 1337); len(swaps) != 1 || swaps[0] != swap {
		t.Errorf("swaps %+v", swaps)
	}
	if len(log.Swaps(trader, 1)) != 0 || len(log.Gas(common.Address{}, 1337)) != 0 {
		t.Error("others have swaps and gas too")
	}
	// What another console or the command line did with the same keys counts here at once.
	other := openLog(t, path)
	hash, swapped := common.Hash{0x77}, swap
	swapped.Hash = hash
	nonce := uint64(8)
	other.Add(activity.Entry{Level: activity.Signed, Kept: true, Text: "main signed Swap",
		Signer: &activity.Signer{Account: trader, ChainID: 1337, Hash: hash, Nonce: &nonce}})
	other.Add(activity.Entry{Level: activity.Info, Kept: true, Text: "swapped", Swap: &swapped})
	other.Add(activity.Entry{Level: activity.Info, Kept: true, Text: "done", Receipt: &api.Receipt{
		Hash: hash, Block: &api.BlockRef{Number: 12}, GasUsed: 5, GasPrice: api.NewAmount(7)}})
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // once, however often it is asked for
		if gas := log.Gas(trader, 1337); len(gas) != 2 || gas[1].Cost != api.NewAmount(35) {
			t.Errorf("with what another one spent: gas %+v", gas)
		}
		if swaps := log.Swaps(trader, 1337); len(swaps) != 2 || swaps[1] != swapped {
			t.Errorf("with what another one swapped: %+v", swaps)
		}
	}
	if before, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	log.Add(activity.Entry{Level: activity.Signed, Text: "one more", Kept: true})
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(after), string(before)) ||
		!strings.HasSuffix(string(after), "\n") || !strings.Contains(string(after), "one more") {
		t.Errorf("the file holds (%v)\n%s", err, after)
	}
	newScreen(t, openLog(t, path)).Shows("7 of 7", "one more")
}

// TestLongEntriesWrap: the detail pane shows all of a text.
func TestLongEntriesWrap(t *testing.T) {
	t.Parallel()
	log := activity.NewLog(start)
	log.Add(activity.Entry{Level: activity.Warning, Component: "alert", Text: "WETH/USDC has " +
		"reached 3009: the last price is 3,009.50, and this goes on for longer than a row of the " +
		"window is wide, up to its last word"})
	k := newScreen(t, log)
	k.Resize(80, 24)
	k.Shows("its last word")
}
