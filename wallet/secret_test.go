package wallet_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"bourse/wallet"
)

// disguised is a private key under a mask, so that the tests which search for it do not find their
// own copy.
func disguised() (mask, masked []byte) {
	mask = bytes.Repeat([]byte{0x5c}, 32)
	masked = make([]byte, 32)
	for i := range masked {
		masked[i] = byte(i*7+1) ^ mask[i]
	}
	return mask, masked
}

func unmask() []byte {
	mask, masked := disguised()
	for i := range masked {
		masked[i] ^= mask[i]
	}
	return masked
}

// forms are the ways in which a key may be written down.
func forms(key []byte) map[string][]byte {
	words := slices.Clone(key) // as the little-endian words of a big.Int
	slices.Reverse(words)
	return map[string][]byte{"bytes": key, "little-endian bytes": words,
		"hex":          []byte(hex.EncodeToString(key)),
		"HEX":          bytes.ToUpper([]byte(hex.EncodeToString(key))),
		"decimal list": []byte(fmt.Sprint(key))}
}

// heap returns a dump of everything that is alive on the heap.
func heap(t *testing.T) []byte {
	t.Helper()
	for range 3 {
		runtime.GC()
	}
	path := filepath.Join(t.TempDir(), "heap")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	debug.WriteHeapDump(f.Fd())
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	key := unmask()
	s := wallet.NewSecret(slices.Clone(key))
	a := must(w.ImportKey("k", wallet.NewSecret([]byte(hex.EncodeToString(key))),
		secret(password)))(t)
	if err := w.Unlock(a.Address, secret(password)); err != nil {
		t.Fatal(err)
	}
	type holder struct {
		Name string
		S    wallet.Secret
		s    wallet.Secret
		P    *wallet.Secret
	}
	h := holder{"h", s, s, &s}
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, nil))
	text := slog.New(slog.NewTextHandler(&out, nil))
	for _, v := range []any{s, &s, h, &h, []wallet.Secret{s}, map[string]any{"s": s}, w, a,
		fmt.Errorf("wrapped: %v", s), errors.Join(fmt.Errorf("%s", s))} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
		if raw, err := json.Marshal(v); err == nil {
			out.Write(raw)
		}
		log.Info("log", "value", v)
		text.Info("log", "value", v)
	}
	_, err := w.ExportKey(a.Address, secret("wrong password"))
	fmt.Fprintln(&out, err)
	for form, b := range forms(key) {
		if bytes.Contains(out.Bytes(), b) {
			t.Errorf("the key is printed as %s", form)
		}
	}
	if !bytes.Contains(out.Bytes(), []byte("[secret]")) {
		t.Error("nothing says that a secret was left out")
	}
	s.Wipe()
	if !s.Empty() || !h.S.Empty() {
		t.Error("a copy outlives Wipe")
	}
}

// TestNoKeyIsLeftInMemory looks for the key in a dump of the heap after it was imported, used and
// locked.
func TestNoKeyIsLeftInMemory(t *testing.T) {
	o, _ := options(t)
	w := open(t, o)
	given := []byte(hex.EncodeToString(unmask()))
	digits := wallet.NewSecret(given)
	a := must(w.ImportKey("k", digits, secret(password)))(t)
	digits.Wipe()
	if err := w.Unlock(a.Address, secret(password)); err != nil {
		t.Fatal(err)
	}
	inMemory := func() (found []string) {
		raw := heap(t)
		key := unmask()
		for form, b := range forms(key) {
			if bytes.Contains(raw, b) {
				found = append(found, form)
			}
			clear(b)
		}
		return found
	}
	if len(inMemory()) == 0 {
		t.Fatal("the search does not find an unlocked key, so it proves nothing")
	}
	if _, err := w.Sign(a.Address, someData); err != nil {
		t.Fatal(err)
	}
	w.Lock(a.Address)
	if found := inMemory(); len(found) > 0 {
		t.Errorf("after locking, the heap holds the key as %v", found)
	}
	runtime.KeepAlive(given)
}

// TestNoPasswordIsLeftInMemory looks for a password in a dump of the heap after everything that
// takes one: the search finds it while it is held, and not once it is wiped.
func TestNoPasswordIsLeftInMemory(t *testing.T) {
	o, _ := options(t)
	w := open(t, o)
	// The needle is put together for each search, so that the search does not find itself.
	needle := func() []byte {
		b := unmask()
		for i := range b {
			b[i] = 'a' + b[i]%26
		}
		return b
	}
	found := func() bool {
		raw, b := heap(t), needle()
		defer clear(b)
		return bytes.Contains(raw, b)
	}
	// Held on to, so that bytes that were only let go of are found too.
	held := needle()
	typed := wallet.NewSecret(held)
	a := must(w.New("k", typed))(t)
	if !found() {
		t.Fatal("the search does not find a password that is held, so it proves nothing")
	}
	if err := w.Unlock(a.Address, typed); err != nil {
		t.Fatal(err)
	}
	for _, give := range []func() (wallet.Secret, error){
		func() (wallet.Secret, error) { return w.ExportKey(a.Address, typed) },
		func() (wallet.Secret, error) { return w.ExportMnemonic(a.Address, typed) },
	} {
		s := must(give())(t)
		s.Wipe()
	}
	must(w.Derive(a.Address, "second", typed))(t)
	_, err := w.ExportKey(a.Address, secret("another password"))
	mustRefuse(t, err, wallet.WrongPassword, "wrong password")
	typed.Wipe()
	if found() { // the account is still unlocked: that takes its key, not its password
		t.Error("the heap holds the password after it was wiped")
	}
	runtime.KeepAlive(w)
	runtime.KeepAlive(held)
}
