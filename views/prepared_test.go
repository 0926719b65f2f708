package views_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// What was prepared is found by every program with the folder until it is dropped; what somebody
// else wrote there stops nothing.
func TestTray(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	tray, other := views.TrayIn(state), views.TrayIn(state)
	put := func(tray views.Tray, sentence string) int {
		t.Helper()
		p, err := tray.Put(views.Prepared{Sentence: sentence, Account: common.Address{1},
			ChainID: 1337})
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}
	if a, b := put(tray, "wrap 1"), put(other, "wrap 2"); a != 1 || b != 2 {
		t.Errorf("the numbers are %d and %d", a, b)
	}
	for name, text := range map[string]string{"3.json": "{", "4.json": `{"id":5}`, "x.json": "",
		"7.json": `{"id":7,"sentence":"` + strings.Repeat("a", 501) + `"}`} {
		if err := os.WriteFile(filepath.Join(state, "prepared", name), []byte(text),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	if list := other.List(); len(list) != 2 || list[0].Sentence != "wrap 1" ||
		list[1].Sentence != "wrap 2" {
		t.Errorf("there are %+v", list)
	}
	if id := put(tray, "wrap 3"); id != 8 { // past the numbers that are taken
		t.Errorf("the number is %d", id)
	}
	if err := other.Drop(1); err != nil {
		t.Error(err)
	}
	if _, err := tray.Get(1); err == nil {
		t.Error("what was dropped waits")
	}
	if err := tray.Drop(1); err == nil {
		t.Error("it is dropped twice")
	}
	if _, err := tray.Put(views.Prepared{Sentence: strings.Repeat("a", 501)}); err == nil {
		t.Error("a sentence has any length")
	}
	if err := tray.Drop(8); err != nil {
		t.Error(err)
	}
	if id := put(other, "wrap 3"); id != 9 {
		t.Errorf("the number %d has come back", id)
	}
	for range 48 {
		put(tray, "wrap 4")
	}
	if _, err := tray.Put(views.Prepared{Sentence: "wrap 5"}); err == nil {
		t.Error("any number waits")
	}
	if _, err := views.TrayIn("").Put(views.Prepared{Sentence: "wrap 1"}); err == nil {
		t.Error("it is kept nowhere")
	}
}

// Two programs with one folder forget nothing of what the other one signed.
func TestUnderWayOfTwo(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open := func() (*views.UnderWay, []views.Sent) {
		t.Helper()
		kept, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		u := &views.UnderWay{}
		list, err := u.Open(kept)
		if err != nil {
			t.Fatal(err)
		}
		return u, list
	}
	console, _ := open()
	door, _ := open()
	put := func(u *views.UnderWay, hash byte) {
		t.Helper()
		if err := u.Put(views.Sent{Kind: views.SentTransaction,
			Hash: common.Hash{hash}}); err != nil {
			t.Fatal(err)
		}
	}
	put(console, 1)
	put(door, 2)
	put(console, 3)
	console.Remove(common.Hash{1})
	if list := console.List(); len(list) != 2 {
		t.Errorf("the console knows of %d", len(list))
	}
	put(door, 4)
	_, list := open()
	var left []byte
	for _, e := range list {
		left = append(left, e.Hash[0])
	}
	if len(left) != 3 || strings.ContainsRune(string(left), 1) {
		t.Errorf("what is followed after both: %v", left)
	}
}

// What the service refused has the nonce of the next order, which is the only one of both that a
// contract takes. Once that is taken, it is nobody's any more.
func TestTheRefusedNonceIsUsedOnce(t *testing.T) {
	t.Parallel()
	var u views.UnderWay
	order := func(hash byte, nonce uint64) views.Sent {
		return views.Sent{Kind: views.SentDelta, Hash: common.Hash{hash},
			Nonce: api.NewAmount(nonce)}
	}
	put := func(e views.Sent) {
		t.Helper()
		if err := u.Put(e); err != nil {
			t.Fatal(err)
		}
	}
	put(order(1, 7))
	u.Refuse(common.Hash{1})
	next := func() (nonce api.Amount, ok bool) {
		e, ok := u.Unknown(views.SentDelta, 0, common.Address{}, time.Unix(0, 0))
		return e.Nonce, ok
	}
	if nonce, ok := next(); !ok || nonce != api.NewAmount(7) {
		t.Errorf("the next has the nonce %s, %t", nonce, ok)
	}
	put(order(2, 7))
	u.Took(common.Hash{2})
	u.Remove(common.Hash{2})
	if nonce, ok := next(); ok {
		t.Errorf("the next has the nonce %s, which is used", nonce)
	}
}

// An order was lost, and another one of its nonce is answered, before or after: that one stands
// until its deadline, in every program with the folder, and no other order takes its nonce.
func TestTheNonceOfAStandingOrderIsNotGivenAway(t *testing.T) {
	t.Parallel()
	const chain, deadline = 1337, 1000
	order := func(hash byte) views.Sent {
		return views.Sent{Kind: views.SentDelta, ChainID: chain, Account: common.Address{2},
			Hash: common.Hash{hash}, Nonce: api.NewAmount(7), Expiry: deadline}
	}
	for name, hashes := range map[string][]byte{"lost first": {1, 2}, "lost second": {2, 1},
		"lost alone": {1}} {
		folder := t.TempDir()
		open := func() *views.UnderWay {
			kept, err := views.OpenPreferences(folder)
			if err != nil {
				t.Fatal(err)
			}
			u := &views.UnderWay{}
			if _, err := u.Open(kept); err != nil {
				t.Fatal(err)
			}
			return u
		}
		u := open()
		for _, hash := range hashes {
			if err := u.Put(order(hash)); err != nil {
				t.Fatal(err)
			}
			if hash == 1 {
				u.Doubt(common.Hash{1})
				continue
			}
			u.Took(common.Hash{2})
			u.Remove(common.Hash{2})
		}
		for at, stands := range map[int64]bool{deadline - 1: len(hashes) == 2, deadline: false} {
			nonce, ok := open().DeltaNonce(chain, common.Address{2}, time.Unix(at, 0),
				func(views.Sent) bool { return false })
			if ok == stands || ok && nonce != api.NewAmount(7) {
				t.Errorf("%s, at %d: the next has the nonce %s, %t", name, at, nonce, ok)
			}
		}
	}
}

// What can't be settled any more gives its nonce to no other order.
func TestANonceThatIsUsedIsNotGivenAgain(t *testing.T) {
	t.Parallel()
	var u views.UnderWay
	for i := byte(1); i < 3; i++ {
		if err := u.Put(views.Sent{Kind: views.SentDelta, Hash: common.Hash{i},
			Nonce: api.NewAmount(uint64(i))}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		over  []byte
		nonce uint64
	}{{nil, 2}, {[]byte{2}, 1}, {[]byte{1, 2}, 0}} {
		nonce, ok := u.DeltaNonce(0, common.Address{}, time.Unix(0, 0), func(e views.Sent) bool {
			return slices.Contains(c.over, e.Hash[0])
		})
		if ok != (c.nonce > 0) || nonce != api.NewAmount(c.nonce) {
			t.Errorf("of two, %v are over: the next has the nonce %s, %t", c.over, nonce, ok)
		}
	}
	// the service says that it is used, of one that was given it since another may be there
	if err := u.Put(views.Sent{Kind: views.SentDelta, Hash: common.Hash{9},
		Nonce: api.NewAmount(2)}); err != nil {
		t.Fatal(err)
	}
	u.Refuse(common.Hash{9})
	u.Used(common.Hash{9})
	if nonce, _ := u.DeltaNonce(0, common.Address{}, time.Unix(0, 0), func(views.Sent) bool {
		return false
	}); nonce != api.NewAmount(1) {
		t.Errorf("the next has the nonce %s, which was refused as used", nonce)
	}
}

// A number that was given is given to nothing else, also once all that waited is gone.
func TestNumbersOfTheTrayDoNotComeBack(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	for want := 1; want < 6; want++ {
		p, err := views.TrayIn(state).Put(views.Prepared{Sentence: "wrap 1"})
		if err != nil || p.ID != want {
			t.Fatalf("number %d instead of %d, %v", p.ID, want, err)
		}
		if err := views.TrayIn(state).Drop(p.ID); err != nil {
			t.Fatal(err)
		}
		if len(views.TrayIn(state).List()) != 0 {
			t.Fatal("what was dropped waits")
		}
	}
	if files, err := os.ReadDir(filepath.Join(state, "prepared")); err != nil || len(files) != 1 {
		t.Errorf("%d files tell of one number, %v", len(files), err)
	}
}
