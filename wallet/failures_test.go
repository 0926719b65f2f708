package wallet_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/wallet"
)

// What a damaged or foreign folder does to keys: everything says why, and nothing is signed.
func TestKeysThatCanNotBeRead(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	a := must(w.New("main2", secret(password)))(t)
	b := must(w.New("other", secret(password)))(t)
	files := must(filepath.Glob(filepath.Join(o.Folder, "UTC--*")))(t)
	if len(files) != 2 {
		t.Fatalf("the folder holds %v", files)
	}
	first, second := must(os.ReadFile(files[0]))(t), must(os.ReadFile(files[1]))(t)
	write := func(path string, text []byte) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// Each account's file holds the other's key.
	write(files[0], second)
	write(files[1], first)
	for _, account := range []wallet.Account{a, b} {
		mustRefuse(t, w.Unlock(account.Address, secret(password)), wallet.BadInput,
			"another account's key")
		_, err := w.Sign(account.Address, someData)
		mustRefuse(t, err, wallet.Locked, "locked")
	}
	for text, says := range map[string]string{
		"": "not a version-3 keystore file", "{}": "not a version-3 keystore file",
		string(first[:len(first)/2]): "not a version-3 " +
			"keystore file",
		strings.Replace(string(first), `"kdf":"scrypt"`, `"kdf":"argon"`, 1): "key derivation",
		strings.Replace(string(first), `"cipher":"aes-128-ctr"`, `"cipher":"x"`, 1): "cannot " +
			"be read",
	} {
		write(files[0], []byte(text))
		write(files[1], []byte(text))
		_, err := w.ExportKey(a.Address, secret(password))
		mustRefuse(t, err, wallet.BadInput, says)
	}
	if err := errors.Join(os.Remove(files[0]), os.Remove(files[1])); err != nil {
		t.Fatal(err)
	}
	for _, ask := range []func() error{
		func() error { return w.Unlock(a.Address, secret(password)) },
		func() error { _, err := w.ExportKey(a.Address, secret(password)); return err },
		func() error { _, err := w.ExportKeystore(a.Address, secret(password)); return err },
	} {
		if err := ask(); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("without its file a key is %v", err)
		}
	}
}

// A folder that takes no file loses nothing and adds no account.
func TestFolderThatTakesNothing(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	if err := os.RemoveAll(o.Folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(o.Folder, nil, 0o600); err != nil { // a file stands in its place
		t.Fatal(err)
	}
	n := len(w.List())
	for name, add := range map[string]func() (wallet.Account, error){
		"new": func() (wallet.Account, error) { return w.New("a", secret(password)) },
		"key": func() (wallet.Account, error) {
			return w.ImportKey("a", secret(strings.Repeat("11", 32)), secret(password))
		},
		"watch": func() (wallet.Account, error) { return w.Watch("a", someData.Domain.Contract) },
	} {
		if _, err := add(); err == nil {
			t.Errorf("%s: an account was added that is nowhere", name)
		}
	}
	if got := len(w.List()); got != n {
		t.Errorf("%d accounts, want %d", got, n)
	}
	if _, err := wallet.Open(o); err == nil {
		t.Error("a wallet was opened in a file")
	}
	empty := o
	empty.Folder, empty.Random = t.TempDir(), strings.NewReader("too short")
	if _, err := open(t, empty).New("a", secret(password)); err == nil {
		t.Error("a mnemonic was made of too little randomness")
	}
}

// Secrets may come from a pipe: a line each, and nothing is read beyond it.
func TestSecretsFromAPipe(t *testing.T) {
	t.Parallel()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := out.WriteString("first line\nsecond without an end"); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	var prompts bytes.Buffer
	ask := wallet.AskSecret(in, &prompts)
	for _, want := range []string{"first line", "second without an end"} {
		s, err := ask("say: ")
		if err != nil || string(s.Reveal()) != want {
			t.Errorf("read %q, %v; want %q", s.Reveal(), err, want)
		}
	}
	if _, err := ask("say: "); err == nil {
		t.Error("a secret was read from an empty pipe")
	}
	if got := strings.Count(prompts.String(), "say: "); got != 3 || strings.Contains(
		prompts.String(), "line") {
		t.Errorf("the prompts are %q", prompts.String())
	}
}

func TestAddressesOfDevelopmentAccounts(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	list := must(wallet.DevelopmentAccounts())(t)
	accounts := open(t, o).List()
	if len(list) != 10 || len(accounts) != 10 {
		t.Fatalf("%d addresses of %d accounts", len(list), len(accounts))
	}
	for i, a := range accounts {
		if a.Address != list[i] || a.Index != uint32(i) {
			t.Errorf("account %d is %s, want %s", i, a.Address, list[i])
		}
	}
}
