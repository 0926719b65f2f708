package wallet_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/wallet"
)

// run carries out a command whose questions are answered in order, and returns what it prints and
// asks.
func run(w *wallet.Wallet, args []string, answers ...string) (out, asked string, err error) {
	var b bytes.Buffer
	var prompts strings.Builder
	ask := func(prompt string) (wallet.Secret, error) {
		prompts.WriteString(prompt)
		if len(answers) == 0 {
			return wallet.Secret{}, errors.New("nobody answers")
		}
		s := secret(answers[0])
		answers = answers[1:]
		return s, nil
	}
	err = wallet.Command{Wallet: w, Out: &b, Ask: ask}.Run(args)
	return b.String(), prompts.String(), err
}

func TestCommands(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	o.Development = false
	w := open(t, o)
	const words = "abandon abandon abandon abandon abandon abandon abandon abandon abandon " +
		"abandon abandon about"
	key := strings.Repeat("01", 32)
	folder := t.TempDir()
	keyFile, wordFile, keystoreFile := filepath.Join(folder, "key"), filepath.Join(folder, "words"),
		filepath.Join(folder, "keystore")

	step := func(want string, args []string, answers ...string) string {
		t.Helper()
		out, asked, err := run(w, args, answers...)
		said := out + asked
		if err != nil {
			said += err.Error()
		}
		if !strings.Contains(said, want) {
			t.Errorf("%v says %q, want %q", args, said, want)
		}
		for _, s := range append(answers, words, key) {
			if s != "" && strings.Contains(said, s) {
				t.Errorf("%v shows a secret: %q", args, said)
			}
		}
		return out
	}
	step("say what to do; it goes:\n\nbourse wallet list", nil)
	step("bourse wallet list", []string{"destroy"})
	step("new is 0x", []string{"new", "new"}, password, password)
	step("Back it up", []string{"new", "second"}, password, password)
	step("passwords differ", []string{"new", "third"}, password, password+"!")
	step("nobody answers", []string{"new", "third"}, password)
	step("k is 0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1", []string{"import", "k", "key"}, key,
		password, password)
	step("64 hex digits", []string{"import", "k2", "key"}, "zz") // before a password is asked for
	step("already an account named", []string{"new", "K"})
	step("already an account named", []string{"import", "K", "key"})
	step("a name cannot start with 0x", []string{"import", "0xk", "mnemonic"})
	step("checksum", []string{"import", "k2", "mnemonic"}, strings.Repeat("abandon ", 12))
	step("m is 0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0",
		[]string{"import", "m", "mnemonic", "--index", "1"}, words, password, password)
	step("--index N alone", []string{"import", "m", "mnemonic", "--indx", "1"})
	step("whale is 0xd8dA", []string{
		"import", "whale", "watch", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"})
	step("EIP-55", []string{"import", "typo", "watch",
		"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046"})
	step("import knows", []string{"import", "x", "horoscope"})

	raw := step(`"version":3`, []string{"export", "k"}, password)
	if err := os.WriteFile(keystoreFile, []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	step("wrong password", []string{"export", "k"}, "not the password")
	step("owns the account", []string{"export", "k", "key", keyFile}, password)
	step("already there", []string{"export", "k", "key", keyFile}, password)
	step("owns the account", []string{"export", "M", "mnemonic", wordFile}, password)
	step("export knows", []string{"export", "k", "horoscope", keyFile})
	step("did not come from a mnemonic", []string{"export", "k", "mnemonic", keyFile}, password)
	step("no account", []string{"export", "nobody"}, password)
	for path, want := range map[string]string{keyFile: "0x" + key + "\n", wordFile: words + "\n"} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s holds something else, %v", path, err)
		}
	}
	list := step("watch", []string{"list"})
	for _, part := range []string{"new ", "m/44'/60'/0'/0/1", "keystore", "whale"} {
		if !strings.Contains(list, part) {
			t.Errorf("%q is missing in\n%s", part, list)
		}
	}

	o.Folder = filepath.Join(folder, "other")
	w = open(t, o)
	step("again is 0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1",
		[]string{"import", "again", "keystore", keystoreFile}, password)
}

// TestImportUnderANewPassword: other programs take short passwords. What is wrong with the file or
// its password is said before a new one is asked for, which then protects the key.
func TestImportUnderANewPassword(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	o.Development = false
	w := open(t, o)
	key, err := crypto.HexToECDSA(strings.Repeat("03", 32))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := keystore.EncryptKey(&keystore.Key{Address: crypto.PubkeyToAddress(key.PublicKey),
		PrivateKey: key}, "pw", 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, asked, err := run(w, []string{"import", "old", "keystore", os.DevNull}); err == nil ||
		asked != "" || err.Error() != os.DevNull+" is a pipe or a device, not a file" {
		t.Errorf("what is no file: asked %q, %v", asked, err)
	}
	args := []string{"import", "old", "keystore", file}
	if _, asked, err := run(w, args, "pv"); !errors.Is(err, wallet.WrongPassword) ||
		strings.Contains(asked, "New password") {
		t.Errorf("a wrong password: asked %q, %v", asked, err)
	}
	says := common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
	other := strings.Replace(string(raw), fmt.Sprintf("%x", crypto.PubkeyToAddress(key.PublicKey)),
		fmt.Sprintf("%x", says), 1)
	if err := os.WriteFile(file, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := run(w, args, "pw"); err == nil || !strings.Contains(err.Error(), "has the key "+
		"of "+says.Hex()+" and has that of "+crypto.PubkeyToAddress(key.PublicKey).Hex()) {
		t.Errorf("a file that says another address than its key's: %v", err)
	}
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	out, asked, err := run(w, args, "pw", "long enough", "long enough")
	if err != nil || !strings.Contains(asked, "New password") ||
		!strings.Contains(out, crypto.PubkeyToAddress(key.PublicKey).Hex()) {
		t.Fatalf("said %q, asked %q, %v", out, asked, err)
	}
	a := must(w.Find("old"))(t)
	if err := w.Unlock(a.Address, secret("pw")); !errors.Is(err, wallet.WrongPassword) {
		t.Errorf("the old password opens it: %v", err)
	}
	if err := w.Unlock(a.Address, secret("long enough")); err != nil {
		t.Error(err)
	}
	out, _, err = run(w, []string{"rename", "old", "savings"})
	if err != nil || !strings.Contains(out, "old is called savings") {
		t.Errorf("said %q, %v", out, err)
	}
	must(w.Find("savings"))(t)
}

// TestTheEndOfTheInputSaysWhatWasExpected rather than the name of an error.
func TestTheEndOfTheInputSaysWhatWasExpected(t *testing.T) {
	t.Parallel()
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	_, err = wallet.AskSecret(in, io.Discard)("Private key (64 hex digits): ")
	if err == nil || !strings.Contains(err.Error(), "Private key (64 hex digits)") ||
		strings.Contains(err.Error(), "EOF") {
		t.Errorf("it says %v", err)
	}
}

// TestRemove: what is lost is said, the name is asked for, and the key is kept aside under its
// password, from where it comes back. Two accounts of one mnemonic share it until the last goes.
func TestRemove(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	first := must(w.New("first", secret(password)))(t)
	second := must(w.Derive(first.Address, "second", secret(password)))(t)
	eye := must(w.Watch("eye", crypto.PubkeyToAddress(must(crypto.GenerateKey())(t).PublicKey)))(t)
	if out, asked, err := run(w, []string{"remove", "eye"}); err != nil || asked != "" ||
		!strings.Contains(out, "nothing but its name is lost") {
		t.Errorf("an address: %q, asked %q, %v", out, asked, err)
	}
	if _, err := w.Account(eye.Address); err == nil {
		t.Error("the address is still there")
	}
	if _, _, err := run(w, []string{"remove", "main"}); err == nil {
		t.Error("a development account was removed")
	}
	if _, _, err := run(w, []string{"remove", "first"}, "second"); err == nil {
		t.Error("removed by another name")
	}
	out, _, err := run(w, []string{"remove", "first"}, "first")
	aside, _ := filepath.Glob(filepath.Join(o.Folder, "removed", "*"))
	if err != nil || len(aside) != 1 || !strings.Contains(out, aside[0]) ||
		!strings.Contains(out, "loses what the account holds") {
		t.Fatalf("%q, %v; aside: %q", out, err, aside)
	}
	if _, _, err := run(w, []string{"export", "second", "mnemonic",
		filepath.Join(t.TempDir(), "words")}, password); err != nil {
		t.Errorf("the mnemonic of the other account: %v", err)
	}
	again := open(t, o) // another start finds it no more
	if _, err := again.Account(first.Address); err == nil {
		t.Error("it is still there")
	}
	if _, _, err := run(again, []string{"import", "back", "keystore", aside[0]},
		password); err != nil {
		t.Errorf("it does not come back: %v", err)
	}
	if back := must(again.Find("back"))(t); back.Address != first.Address {
		t.Errorf("%s came back", back.Address)
	}
	before := aside
	out, _, err = run(again, []string{"remove", "second"}, "second")
	if err != nil {
		t.Error(err)
	}
	aside, _ = filepath.Glob(filepath.Join(o.Folder, "removed", "*"))
	if _, err := again.Account(second.Address); err == nil || len(aside) != 3 {
		t.Errorf("the last of a mnemonic leaves %q", aside)
	}
	for _, file := range aside { // the words of what is lost name each of them
		if !slices.Contains(before, file) && !strings.Contains(out, filepath.Base(file)) ||
			!strings.Contains(out, filepath.Dir(file)) ||
			!strings.Contains(out, "loses both files") || !strings.Contains(out, "the mnemonic") {
			t.Errorf("it does not say what is in %s and that it must not be lost: %s", file, out)
		}
	}
}

// TestChangePassword: the old password is proven before a new one is asked for; afterwards the new
// one alone opens key and mnemonic.
func TestChangePassword(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	a := must(w.New("a", secret(password)))(t)
	fresh := "another one"
	if _, asked, err := run(w, []string{"password", "a"}, "wrong one"); !errors.Is(err,
		wallet.WrongPassword) || strings.Contains(asked, "New") {
		t.Errorf("a wrong password: asked %q, %v", asked, err)
	}
	if _, asked, err := run(w, []string{"password", "a"}, password, "short"); !errors.Is(err,
		wallet.ShortPassword) || strings.Contains(asked, "again") {
		t.Errorf("a short one: asked %q, %v", asked, err)
	}
	if out, _, err := run(w, []string{"password", "a"}, password, fresh, fresh); err != nil ||
		!strings.Contains(out, "a has a new password") {
		t.Fatalf("%q, %v", out, err)
	}
	w = open(t, o)
	for pass, opens := range map[string]bool{password: false, fresh: true} {
		key, words := w.Unlock(a.Address, secret(pass)), error(nil)
		_, words = w.ExportMnemonic(a.Address, secret(pass))
		if (key == nil) != opens || (words == nil) != opens {
			t.Errorf("%q: key %v, mnemonic %v", pass, key, words)
		}
	}
	b := must(w.Derive(a.Address, "b", secret(fresh)))(t)
	if said, err := w.ChangePassword(b.Address, secret(fresh), secret(password)); err != nil ||
		!strings.Contains(said, "mnemonic keeps the old one") {
		t.Errorf("%q, %v", said, err)
	}
	if _, err := w.ExportMnemonic(a.Address, secret(fresh)); err != nil {
		t.Errorf("the mnemonic of the first: %v", err)
	}
}
