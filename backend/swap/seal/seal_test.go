package seal_test

import (
	"crypto/rand"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"bourse/backend/swap/seal"
	"bourse/store"
)

type price struct {
	Amount string          `json:"amount"`
	Fee    float64         `json:"fee"`
	Data   json.RawMessage `json:"data"`
	Hmac   string          `json:"hmac"`
}

func open(t *testing.T, path string) (*store.Store, *seal.Seal) {
	t.Helper()
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := seal.Open(db, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return db, s
}

func TestSealKnowsItsOwn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	db, s := open(t, path)
	p := price{Amount: "115792089237316195423570985008687907853269984665640564039457584007913129639935", Fee: 0.15, Data: json.RawMessage(`{"b":[1,2],"a":null}`)}
	var err error
	if p.Hmac, err = s.Sign(p); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	same := []string{
		string(text), " " + string(text) + "\n", strings.Replace(string(text), `{"b":[1,2],"a":null}`, `{"a": null, "b": [1, 2]}`, 1),
		`{"hmac":"` + p.Hmac + `","data":{"b":[1,2],"a":null},"fee":0.15,"amount":"` + p.Amount + `"}`,
	}
	for _, form := range same {
		if !s.Check([]byte(form)) {
			t.Errorf("not known: %s", form)
		}
	}
	for _, change := range [][2]string{
		{"0.15", "0.16"}, {"0.15", `"0.15"`}, {`"fee":0.15,`, ""}, {`"fee"`, `"x":1,"fee"`}, {"[1,2]", "[2,1]"}, {"null", "0"}, {p.Hmac, strings.Repeat("0", 64)},
		{p.Hmac, ""}, {p.Hmac, p.Hmac[1:]}, {`"hmac":"` + p.Hmac + `"`, `"hmac":null`}, {"0.15", "1.5e-1"}, {"}", "}{}"},
	} {
		if changed := strings.Replace(string(text), change[0], change[1], 1); s.Check([]byte(changed)) {
			t.Errorf("known though changed: %s", changed)
		}
	}
	for _, form := range []string{"", "null", "[]", `"x"`, "{}", "{", `{"hmac":"zz"}`} {
		if s.Check([]byte(form)) {
			t.Errorf("known: %q", form)
		}
	}

	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db, again := open(t, path)
	defer db.Close()
	if !again.Check(text) {
		t.Error("not known after a restart")
	}
	other, stranger := open(t, filepath.Join(t.TempDir(), "other.db"))
	defer other.Close()
	if stranger.Check(text) {
		t.Error("another store knows it too")
	}
}

func FuzzCheck(f *testing.F) {
	db, err := store.Open(filepath.Join(f.TempDir(), "store.db"), store.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { db.Close() })
	s, err := seal.Open(db, rand.Reader)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"a":1,"hmac":"00"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if s.Check(text) {
			t.Fatalf("known: %q", text)
		}
	})
}
