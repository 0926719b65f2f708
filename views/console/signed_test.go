package console

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/activity"
)

// TestActivityNamesWhatWasSigned as its dialog does: typed data by its digest, a transaction by its
// hash.
func TestActivityNamesWhatWasSigned(t *testing.T) {
	t.Parallel()
	k, c := start(t, &exchange{status: at(7)})
	nonce := uint64(7)
	c.host.s.Broadcast(views.Signed{Title: "Limit order", ChainID: 1337,
		Hash: common.Hash{0xa1, 31: 0xf3}})
	k.Do(nil)
	c.host.s.Broadcast(views.Signed{Title: "Swap", ChainID: 1337, Nonce: &nonce,
		Hash: common.Hash{0xbe, 31: 0xef}})
	k.Do(nil)
	k.Press("f8")
	k.Shows("signed Limit order  digest 0xa100…00f3", "signed Swap  hash 0xbe00…00ef")
}

// TestWhatWasSignedBeforeAKillIsJournalled: a program ended after it had signed and before it could
// write that down. The next session takes it up with whose it was, so that what it moved and cost
// counts.
func TestWhatWasSignedBeforeAKillIsJournalled(t *testing.T) {
	t.Parallel()
	folder, hash := t.TempDir(), common.Hash{0xbe, 31: 0xef}
	main := common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	kept, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	before := new(views.UnderWay)
	if _, err := before.Open(kept); err != nil {
		t.Fatal(err)
	}
	if err := before.Put(views.Sent{What: "Swap", Kind: views.SentTransaction, Account: main,
		ChainID: 1337, Hash: hash, Nonce: api.NewAmount(7), At: uitest.Start}); err != nil {
		t.Fatal(err)
	}
	x := &exchange{status: at(7), receipts: map[common.Hash]api.Receipt{hash: {Hash: hash,
		Block: &api.BlockRef{Number: 6}, Success: true, GasUsed: 100,
		GasPrice: api.NewAmount(3)}}}
	k, c := reopen(t, x, folder, nil)
	k.Advance(time.Second)
	k.Press("f8")
	k.Shows("main signed Swap  hash 0xbe00…00ef", "done in block 6")
	if err := c.host.log.Close(); err != nil { // what it keeps is written beside what is shown
		t.Fatal(err)
	}
	log := activity.NewLog(time.Now)
	if err := log.Keep(filepath.Join(folder, "log", "activity.jsonl")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	if gas := log.Gas(main, 1337); len(gas) != 1 || gas[0].Hash != hash ||
		gas[0].Cost != api.NewAmount(300) {
		t.Errorf("the account's gas is %+v", gas)
	}
}
