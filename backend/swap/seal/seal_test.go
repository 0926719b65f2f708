package seal_test

import (
	"crypto/rand"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/backend/swap/seal"
	"bourse/store"
)

type price struct {
	Amount string          `json:"amount"`
	Fee    float64         `json:"fee"`
	Data   json.RawMessage `json:"data"`
	Hmac   string          `json:"hmac"`
}

// clock is what tests age objects by.
var clock = time.Unix(1_800_000_000, 0)

func now() time.Time { return clock }

func open(t *testing.T, path string) (*store.Store, *seal.Seal) {
	t.Helper()
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := seal.Open(db, rand.Reader, now, seal.PriceRoute, 1337)
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
		string(text), " " + string(text) + "\n",
		strings.Replace(string(text), `{"b":[1,2],"a":null}`, `{"a": null, "b": [1, 2]}`, 1),
		`{"hmac":"` + p.Hmac + `","data":{"b":[1,2],"a":null},"fee":0.15,"amount":"` +
			p.Amount + `"}`,
	}
	for _, form := range same {
		if err := s.Check([]byte(form)); err != nil {
			t.Errorf("not known: %s", form)
		}
	}
	for _, change := range [][2]string{
		{"0.15", "0.16"}, {"0.15", `"0.15"`}, {`"fee":0.15,`, ""}, {`"fee"`, `"x":1,"fee"`},
		{"[1,2]", "[2,1]"}, {"null", "0"}, {p.Hmac, strings.Repeat("0", 64)},
		{p.Hmac, ""}, {p.Hmac, p.Hmac[1:]}, {`"hmac":"` + p.Hmac + `"`, `"hmac":null`},
		{"0.15", "1.5e-1"}, {"}", "}{}"},
	} {
		if changed := strings.Replace(string(text), change[0], change[1], 1); s.Check(
			[]byte(changed)) != seal.ErrForeign {
			t.Errorf("known though changed: %s", changed)
		}
	}
	for _, form := range []string{"", "null", "[]", `"x"`, "{}", "{", `{"hmac":"zz"}`} {
		if s.Check([]byte(form)) != seal.ErrForeign {
			t.Errorf("known: %q", form)
		}
	}

	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db, again := open(t, path)
	defer db.Close()
	if again.Check(text) != nil {
		t.Error("not known after a restart")
	}
	other, stranger := open(t, filepath.Join(t.TempDir(), "other.db"))
	defer other.Close()
	if stranger.Check(text) == nil {
		t.Error("another store knows it too")
	}
}

// A seal is of one kind of object on one network, and wears off.
func TestSealBindsKindNetworkAndTime(t *testing.T) {
	t.Parallel()
	db, err := store.Open(filepath.Join(t.TempDir(), "store.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	made := clock
	at := made
	of := func(kind seal.Kind, chain uint64) *seal.Seal {
		s, err := seal.Open(db, rand.Reader, func() time.Time { return at }, kind, chain)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	p, s := price{Amount: "1"}, of(seal.PriceRoute, 1)
	if p.Hmac, err = s.Sign(p); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	later := strings.Replace(string(text), p.Hmac[:16], "000001a3185c5fff", 1)
	for _, tc := range []struct {
		name string
		s    *seal.Seal
		text string
		age  time.Duration
		want error
	}{
		{"at once", s, string(text), 0, nil},
		{"just in time", s, string(text), seal.MaxAge, nil},
		{"too late", s, string(text), seal.MaxAge + time.Millisecond, seal.ErrStale},
		{"another time", s, later, 0, seal.ErrForeign},
		{"another kind", of(seal.DeltaPrice, 1), string(text), 0, seal.ErrForeign},
		{"another network", of(seal.PriceRoute, 10), string(text), 0, seal.ErrForeign},
	} {
		at = made.Add(tc.age)
		if err := tc.s.Check([]byte(tc.text)); err != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, err, tc.want)
		}
	}
}

func FuzzCheck(f *testing.F) {
	db, err := store.Open(filepath.Join(f.TempDir(), "store.db"), store.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { db.Close() })
	s, err := seal.Open(db, rand.Reader, now, seal.PriceRoute, 1337)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"a":1,"hmac":"00"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if s.Check(text) == nil {
			t.Fatalf("known: %q", text)
		}
	})
}
