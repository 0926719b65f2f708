package views_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/wallet"
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
		e, ok := u.Unknown(views.SentDelta, 0, common.Address{})
		return e.Nonce, ok
	}
	if nonce, ok := next(); !ok || nonce != api.NewAmount(7) {
		t.Errorf("the next has the nonce %s, %t", nonce, ok)
	}
	put(order(2, 7))
	u.Remove(common.Hash{2}) // it was taken
	if nonce, ok := next(); ok {
		t.Errorf("the next has the nonce %s, which is used", nonce)
	}
}

// One half of a pair was lost: the nonce of both is the other half's, which stands, and no other
// order takes it. Of a single order that was lost the next has it, so that only one counts.
func TestTheNonceOfAStandingOrderIsNotGivenAway(t *testing.T) {
	t.Parallel()
	s := views.Session{Network: api.Network{ChainID: 1337},
		Account: wallet.Account{Address: common.Address{2}}}
	if err := s.UnderWay.Put(views.Sent{Kind: views.SentDelta, ChainID: 1337,
		Account: common.Address{2}, Hash: common.Hash{1}, Nonce: api.NewAmount(7)}); err != nil {
		t.Fatal(err)
	}
	for _, stands := range []bool{false, true} {
		nonce, ok := s.DeltaNonce(func(n api.Amount) bool {
			return stands && n == api.NewAmount(7)
		})
		if ok == stands || ok && nonce != api.NewAmount(7) {
			t.Errorf("the other half stands: %t; the next has the nonce %s, %t", stands, nonce, ok)
		}
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
