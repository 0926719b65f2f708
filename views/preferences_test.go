package views_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/views"
)

func TestKeptOutlivesTheSession(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "console")
	open := func() *views.Preferences {
		k, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	k := open()
	if k.Get("favourites") != "" {
		t.Error("something is kept before anything was")
	}
	first, second := k.Put("favourites", "one"), k.Put("favourites", "two")
	for _, cmd := range []tea.Cmd{second, first} {
		if m := cmd(); m != nil {
			t.Errorf("writing says %v", m)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "large"), []byte(strings.Repeat("x", 1<<20+1)),
		0o600); err != nil {
		t.Fatal(err)
	}
	if k = open(); k.Get("favourites") != "two" || k.Get("large") != "" {
		t.Errorf("kept %q", k.Get("favourites"))
	}
}

func TestNothingIsKeptWithoutAFolder(t *testing.T) {
	t.Parallel()
	var k *views.Preferences
	if k.Put("a", "b") != nil || k.Get("a") != "" {
		t.Error("nil Preferences keep something")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := views.OpenPreferences(file); err == nil {
		t.Error("a file is taken for a folder")
	}
	k, err := views.OpenPreferences(filepath.Join(file, "below"))
	if err == nil {
		if m := k.Put("a", "b")(); m == nil {
			t.Error("a write that fails says nothing")
		}
	}
}

// TestTwoConsolesKeepTheirLines: what one program with the folder keeps, another one that was open
// before does not overwrite.
func TestTwoConsolesKeepTheirLines(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open := func() *views.Preferences {
		k, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	put := func(k *views.Preferences, drop string, add ...string) {
		if m := k.ChangeLines("favourites", func(l string) bool { return l == drop },
			add...)(); m != nil {
			t.Fatal(m)
		}
	}
	first, second := open(), open()
	put(first, "", "one")
	put(second, "", "two")
	put(first, "", "three", "two")
	if got := open().Get("favourites"); got != "one\ntwo\nthree\n" {
		t.Errorf("kept %q", got)
	}
	put(second, "one")
	if got := open().Get("favourites"); got != "two\nthree\n" {
		t.Errorf("kept %q after one was taken out", got)
	}
	account := [2]common.Address{{1}, {2}}
	for i, k := range []*views.Preferences{first, second} {
		var s views.Secrets
		if err := s.Open(k, "here"); err != nil {
			t.Fatal(err)
		}
		if err := s.Keep(1337, account[i], common.Hash{byte(i + 7)}); err != nil {
			t.Fatal(err)
		}
	}
	var all views.Secrets
	if err := all.Open(open(), "here"); err != nil {
		t.Fatal(err)
	}
	for i, a := range account {
		if all.Of(1337, a) != (common.Hash{byte(i + 7)}) {
			t.Errorf("the secret of %s is lost", a)
		}
	}
}

// TestAWeekOfTransactionsIsForgotten: what has come to its end takes no room, neither in memory nor
// on disk.
func TestAWeekOfTransactionsIsForgotten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	kept, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	var u views.UnderWay
	if _, err := u.Open(kept); err != nil {
		t.Fatal(err)
	}
	day := func(n int) (bytes int64) {
		for i := range 300 {
			e := views.Sent{Kind: views.SentTransaction, Hash: common.Hash{byte(n), byte(i >> 8),
				byte(i)}, At: time.Unix(int64(n*86_400+i*288), 0), Raw: make([]byte, 400)}
			if err := u.Put(e); err != nil {
				t.Fatal(err)
			}
			u.Remove(e.Hash)
		}
		info, err := os.Stat(filepath.Join(folder, "underway"))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	first := day(1)
	for n := 2; n <= 7; n++ {
		if size := day(n); size != first || len(u.List()) != 0 {
			t.Errorf("day %d leaves %d bytes, the first %d; %d are under way", n, size, first,
				len(u.List()))
		}
	}
}
