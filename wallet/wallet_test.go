package wallet_test

import (
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/wallet"
)

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// light makes tests fast; only TestStandardScrypt pays the real cost.
var light = wallet.Scrypt{N: 2, P: 1}

func options(t *testing.T) (wallet.Options, *clock) {
	c := &clock{t: time.Unix(1_790_000_000, 0)}
	return wallet.Options{Folder: filepath.Join(t.TempDir(), "keystore"), Scrypt: light, Now: c.now,
		Random: rand.Reader, Development: true}, c
}

func open(t *testing.T, o wallet.Options) *wallet.Wallet {
	t.Helper()
	w, err := wallet.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func secret(s string) wallet.Secret { return wallet.NewSecret([]byte(s)) }

const password = "correct horse"

func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func mustRefuse(t *testing.T, err error, reason wallet.Reason, part string) {
	t.Helper()
	if !errors.Is(err, reason) || !strings.Contains(err.Error(), part) {
		t.Errorf("got %v, want a refusal because of %s with %q", err, reason, part)
	}
}

var someData = eip712.OrderTypedData(
	api.LocalChainID, common.Address{1},
	api.Order{MakerAmount: api.NewAmount(1), TakerAmount: api.NewAmount(2)})

func TestAccountsLiveThroughRestart(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	made := must(w.New("savings", secret(password)))(t)
	words := must(w.ExportMnemonic(made.Address, secret(password)))(t)
	if n := len(strings.Fields(string(words.Reveal()))); n != 12 {
		t.Errorf("a new mnemonic has %d words", n)
	}
	derived := must(w.Derive(made.Address, "savings 2", secret(password)))(t)
	again := must(w.Derive(made.Address, "savings 3", secret(password)))(t)
	if derived.Index != 1 || again.Index != 2 || derived.Address == made.Address ||
		again.Address == derived.Address {
		t.Errorf("derived %+v and %+v", derived, again)
	}
	watched := must(w.Watch("whale",
		common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")))(t)
	must(w.Rename(again.Address, "rainy day"))(t)

	w = open(t, o)
	var names []string
	for _, a := range w.List() {
		names = append(names, a.Name)
	}
	if got := strings.Join(names, ","); got !=
		"main,dev1,dev2,dev3,dev4,dev5,dev6,dev7,dev8,dev9,savings,savings 2,rainy day,whale" {
		t.Errorf("after a restart there are %s", got)
	}
	if a, err := w.Find("SAVINGS"); err != nil || a.Address != made.Address || a.Open || !a.Seeded {
		t.Errorf("savings is %+v, %v", a, err)
	}
	if a, err := w.Find(strings.ToLower(watched.Address.Hex())); err != nil || a.Name != "whale" ||
		a.Kind != wallet.WatchedOnly {
		t.Errorf("whale is %+v, %v", a, err)
	}
	if got := must(w.ExportMnemonic(derived.Address, secret(password)))(t); string(
		got.Reveal()) != string(words.Reveal()) {
		t.Error("the kept mnemonic is another one")
	}
	_, err := w.Find("nobody")
	mustRefuse(t, err, wallet.UnknownAccount, "main, dev1")
}

func newKey(t *testing.T) (*ecdsa.PrivateKey, common.Address) {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key, crypto.PubkeyToAddress(key.PublicKey)
}

func TestKeystoreFilesAreWhatOtherWalletsRead(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	key, address := newKey(t)
	a := must(w.ImportKey("imported", secret("0x"+hex.EncodeToString(crypto.FromECDSA(key))),
		secret(password)))(t)
	if a.Address != address {
		t.Fatalf("imported %s, want %s", a.Address, address)
	}
	file := must(w.ExportKeystore(address, secret(password)))(t)
	theirs, err := keystore.DecryptKey(file, password)
	if err != nil || theirs.Address != address {
		t.Fatalf("go-ethereum reads %v, %v", theirs, err)
	}
	digits := must(w.ExportKey(address, secret(password)))(t)
	if string(digits.Reveal()) != "0x"+hex.EncodeToString(crypto.FromECDSA(key)) {
		t.Error("the exported key is another one")
	}

	other, theirAddress := newKey(t)
	raw, err := keystore.EncryptKey(
		&keystore.Key{Address: theirAddress, PrivateKey: other}, password, light.N, light.P)
	if err != nil {
		t.Fatal(err)
	}
	if got := must(w.ImportKeystore(
		"theirs", raw, secret(password)))(t); got.Address != theirAddress {
		t.Errorf("go-ethereum's file gives %s, want %s", got.Address, theirAddress)
	}
	files, err := filepath.Glob(filepath.Join(o.Folder, "*"))
	if err != nil || len(files) != 3 {
		t.Fatalf("the folder holds %v, %v", files, err)
	}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v", f, info.Mode(), err)
		}
	}
	if info, _ := os.Stat(o.Folder); info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v", info.Mode())
	}
}

func TestKeysWithoutIndexAreFound(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	a := must(w.New("lost", secret(password)))(t)
	if err := os.Remove(filepath.Join(o.Folder, "accounts.json")); err != nil {
		t.Fatal(err)
	}
	w = open(t, o)
	found := must(w.Account(a.Address))(t)
	if found.Name != "key-"+a.Address.Hex()[2:8] {
		t.Errorf("found %+v", found)
	}
	if err := w.Unlock(a.Address, secret(password)); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(o.Folder, "accounts.json"), []byte("{"),
		0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := wallet.Open(o); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged index gives %v", err)
	}
}

func TestUnlockAndIdleLock(t *testing.T) {
	t.Parallel()
	o, clock := options(t)
	w := open(t, o)
	a := must(w.New("hot", secret(password)))(t)
	_, err := w.Sign(a.Address, someData)
	mustRefuse(t, err, wallet.Locked, "hot is locked")
	err = w.Unlock(a.Address, secret("wrong password"))
	mustRefuse(t, err, wallet.WrongPassword, "wrong password")
	isOpen := func() bool { return must(w.Account(a.Address))(t).Open }

	if err := w.Unlock(a.Address, secret(password)); err != nil || !isOpen() {
		t.Fatalf("unlock: %v", err)
	}
	sig := must(w.Sign(a.Address, someData))(t)
	if err := eip712.Verify(someData.Hash(), sig.Bytes(), a.Address); err != nil {
		t.Error(err)
	}
	clock.add(9 * time.Minute)
	if !isOpen() {
		t.Error("locked before ten idle minutes")
	}
	w.Touch(clock.now())
	w.Touch(clock.now().Add(-time.Hour))
	clock.add(9 * time.Minute)
	if !isOpen() {
		t.Error("locked although someone was there")
	}
	clock.add(time.Minute)
	_, err = w.Sign(a.Address, someData)
	mustRefuse(t, err, wallet.Locked, "hot is locked")
	if isOpen() {
		t.Error("open after ten idle minutes")
	}

	if err := w.Unlock(a.Address, secret(password)); err != nil {
		t.Fatal(err)
	}
	w.Lock(a.Address)
	if isOpen() {
		t.Error("open after Lock")
	}
	if err := w.Unlock(a.Address, secret(password)); err != nil {
		t.Fatal(err)
	}
	w.LockAll()
	_, err = w.Sign(a.Address, someData)
	mustRefuse(t, err, wallet.Locked, "hot is locked")
}

func TestDevelopmentAccounts(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	// The addresses every development network gives to this mnemonic.
	for name, want := range map[string]string{
		"main": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
		"dev1": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
		"dev9": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
	} {
		a := must(w.Find(name))(t)
		if a.Address != common.HexToAddress(want) || !a.Open || a.Kind != wallet.Development {
			t.Errorf("%s is %+v, want %s", name, a, want)
		}
		if sig, err := w.Sign(a.Address, someData); err != nil ||
			eip712.Verify(someData.Hash(), sig.Bytes(), a.Address) != nil {
			t.Errorf("%s does not sign: %v", name, err)
		}
		refusesElsewhere(t, w, a.Address, "local network", 0, 1, 137, 31337)
		w.Lock(a.Address)
		if _, err := w.Sign(a.Address, someData); err != nil {
			t.Errorf("%s can be locked: %v", name, err)
		}
		_, err := w.Watch("copy", a.Address)
		mustRefuse(t, err, wallet.Taken, "already here")
		_, err = w.Rename(a.Address, "mine")
		mustRefuse(t, err, wallet.UnknownAccount, "keep their names")
	}
	o.Development = false
	if list := open(t, o).List(); len(list) != 0 {
		t.Errorf("without development accounts there are %v", list)
	}
}

func TestSignTransaction(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	main := must(w.Find("main"))(t)
	tx := api.Transaction{ChainID: 1337, From: main.Address, To: common.Address{0xaa},
		Value: api.NewAmount(5), Data: []byte{1, 2, 3}, Nonce: 7,
		Gas: 50_000, GasPrice: api.NewAmount(2_000_000_000)}
	raw, hash, err := w.SignTransaction(main.Address, tx)
	if err != nil {
		t.Fatal(err)
	}
	var got types.Transaction
	if err := got.UnmarshalBinary(raw); err != nil {
		t.Fatal(err)
	}
	from, err := types.Sender(types.LatestSignerForChainID(got.ChainId()), &got)
	if err != nil || from != main.Address || got.Hash() != hash || got.ChainId().Uint64() != 1337 ||
		*got.To() != tx.To || got.Nonce() != 7 ||
		got.Gas() != 50_000 || got.GasPrice().Uint64() != 2_000_000_000 ||
		got.Value().Uint64() != 5 || string(got.Data()) != string(tx.Data) {
		t.Errorf("signed %x by %s, %v", raw, from, err)
	}
	tx.BaseFee, tx.Tip = api.NewAmount(1), api.NewAmount(3) // there is a base fee
	if raw, _, err = w.SignTransaction(main.Address, tx); err != nil {
		t.Fatal(err)
	}
	if err := got.UnmarshalBinary(raw); err != nil || got.Type() != types.DynamicFeeTxType ||
		got.GasTipCap().Uint64() != 3 || got.GasFeeCap().Uint64() != 2_000_000_000 {
		t.Errorf("with a base fee signed %x, %v", raw, err)
	}
	tx.From = common.Address{1}
	_, _, err = w.SignTransaction(main.Address, tx)
	mustRefuse(t, err, wallet.WrongAccount, "cannot be signed by")
}

func TestWatchOnlyNeverSigns(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	key, address := newKey(t)
	must(w.Watch("eye", address))(t)
	_, err := w.Sign(address, someData)
	mustRefuse(t, err, wallet.WatchOnly, "eye is watch-only")
	_, _, err = w.SignTransaction(address, api.Transaction{From: address, ChainID: 1337})
	mustRefuse(t, err, wallet.WatchOnly, "eye is watch-only")
	mustRefuse(t, w.Unlock(address, secret(password)), wallet.WatchOnly, "no key")
	_, err = w.ExportKey(address, secret(password))
	mustRefuse(t, err, wallet.WatchOnly, "no key")
	_, err = w.Derive(address, "more", secret(password))
	mustRefuse(t, err, wallet.BadInput, "mnemonic")
	// Importing its key makes it whole.
	a := must(w.ImportKey("eye", secret(hex.EncodeToString(crypto.FromECDSA(key))),
		secret(password)))(t)
	if a.Kind != wallet.Keystore || len(w.List()) != 11 {
		t.Errorf("after import: %+v of %d", a, len(w.List()))
	}
}

func TestBadInputIsRefusedWithASentence(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	const words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
	key := func(name, digits, pass string) error {
		_, err := w.ImportKey(name, secret(digits), secret(pass))
		return err
	}
	mnemonic := func(words string) error {
		_, err := w.ImportMnemonic("m", secret(words), 0, secret(password))
		return err
	}
	file := func(raw string) error {
		_, err := w.ImportKeystore("f", []byte(raw), secret(password))
		return err
	}
	one := strings.Repeat("01", 32)
	if err := key("first", one, password); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		err    error
		reason wallet.Reason
		part   string
	}{
		"short key": {key("k", "01", password), wallet.BadInput, "64 hex digits"},
		"not hex": {key("k", strings.Repeat("zz", 32), password), wallet.BadInput,
			"64 hex digits"},
		"zero key": {key("k", strings.Repeat("00", 32), password), wallet.BadInput,
			"no private key"},
		"key over the order": {key("k", strings.Repeat("ff", 32), password), wallet.BadInput,
			"no private key"},
		"short password": {key("k", strings.Repeat("02", 32), "1234567"), wallet.ShortPassword,
			"at least 8"},
		"no name": {key("  ", one, password), wallet.BadInput, "needs a name"},
		"long name": {key(strings.Repeat("n", 25), one, password), wallet.BadInput,
			"at most 24"},
		"name like address": {key("0xabc", one, password), wallet.BadInput, "0x"},
		"escape in name":    {key("a\x1b[31m", one, password), wallet.BadInput, "letters, digits"},
		"bidi in name":      {key("a\u202eb", one, password), wallet.BadInput, "letters, digits"},
		"same key":          {key("k", one, password), wallet.Taken, `"first"`},
		"same name": {key("FIRST", strings.Repeat("02", 32), password), wallet.Taken,
			`"first"`},
		"development name": {key("Main", strings.Repeat("02", 32), password), wallet.Taken,
			`"main"`},
		"eleven words": {mnemonic(words[:len(words)-7]), wallet.BadInput, "has 11"},
		"misspelt word": {mnemonic(strings.Replace(words, "thank", "thnak", 1)),
			wallet.BadInput, "word 3"},
		"wrong checksum": {mnemonic(strings.Replace(words, "yellow", "year", 1)),
			wallet.BadInput, "checksum"},
		"not JSON":  {file("hello"), wallet.BadInput, "version-3"},
		"version 1": {file(`{"version":"1"}`), wallet.BadInput, "version-3"},
		"no kdf": {file(`{"version":3,"crypto":{"cipher":"aes-128-ctr"}}`),
			wallet.BadInput, "key derivation"},
		"terabyte kdf": {file(`{"version":3,"crypto":{"cipher":"aes-128-ctr",` +
			`"cipherparams":{"iv":"` +
			strings.Repeat("00", 16) +
			`"},"kdf":"scrypt","kdfparams":{"n":1073741824,"r":8,"p":1,"dklen":32,"salt":"00"}}}`),
			wallet.BadInput, "too expensive"},
		"kdf of strings": {file(`{"version":3,"crypto":{"cipher":"aes-128-ctr",` +
			`"cipherparams":{"iv":"` +
			strings.Repeat("00", 16) +
			`"},"kdf":"scrypt","kdfparams":{"n":"2","r":8,"p":1,"dklen":32,"salt":5}}}`),
			wallet.BadInput, "key derivation"},
	} {
		if c.err == nil {
			t.Errorf("%s is accepted", name)
			continue
		}
		mustRefuse(t, c.err, c.reason, c.part)
	}
}

// FuzzImportKeystore: no file makes the import panic or take long, but for those that ask for it,
// which are left out: deriving a key takes as long as the file says.
func FuzzImportKeystore(f *testing.F) {
	key, err := crypto.GenerateKey()
	if err != nil {
		f.Fatal(err)
	}
	good, err := keystore.EncryptKey(&keystore.Key{PrivateKey: key}, password, 2, 1)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	w, err := wallet.Open(wallet.Options{Folder: f.TempDir(), Scrypt: light, Now: time.Now,
		Random: rand.Reader})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"version":3,"crypto":{"kdf":"pbkdf2","kdfparams":{"c":1,` +
		`"prf":"hmac-sha256","dklen":32,"salt":"00"}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var cost struct {
			Crypto struct{ KDFParams map[string]any }
		}
		_ = json.Unmarshal(raw, &cost)
		work := 1.0
		for _, name := range []string{"n", "c", "p", "r"} {
			if n, _ := cost.Crypto.KDFParams[name].(float64); n > 1 {
				work *= n
			}
		}
		if work > 1<<10 {
			return
		}
		if _, err := w.ImportKeystore("f", raw, secret(password)); err != nil && err.Error() == "" {
			t.Fatal("an error without a sentence")
		}
	})
}

func TestStandardScrypt(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	o, _ := options(t)
	o.Scrypt = wallet.Scrypt{}
	w := open(t, o)
	a := must(w.ImportKey("real", secret(strings.Repeat("01", 32)), secret(password)))(t)
	var file struct {
		Crypto struct {
			KDF       string
			KDFParams struct{ N, R, P, DKLen int }
		}
		Version int
	}
	if err := json.Unmarshal(must(
		os.ReadFile(must(filepath.Glob(filepath.Join(o.Folder, "UTC--*")))(t)[0]))(t),
		&file); err != nil {
		t.Fatal(err)
	}
	if p := file.Crypto.KDFParams; file.Version != 3 || file.Crypto.KDF != "scrypt" ||
		p.N != 1<<18 || p.R != 8 || p.P != 1 || p.DKLen != 32 {
		t.Errorf("the key is protected by %+v", file)
	}
	if err := w.Unlock(a.Address, secret(password)); err != nil {
		t.Error(err)
	}
}

func TestMnemonicDerivesAsOtherWalletsDo(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	// Known addresses of the all-"abandon" mnemonic on the Ethereum path; spelling is forgiven for
	// case and space.
	a := must(w.ImportMnemonic("a0",
		secret("  Abandon abandon abandon abandon abandon abandon\nabandon abandon abandon "+
			"abandon abandon ABOUT "), 0, secret(password)))(t)
	if want := common.HexToAddress(
		"0x9858EfFD232B4033E47d90003D41EC34EcaEda94"); a.Address != want {
		t.Errorf("account 0 is %s, want %s", a.Address, want)
	}
	b := must(w.Derive(a.Address, "a1", secret(password)))(t)
	if want := common.HexToAddress(
		"0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0"); b.Address != want {
		t.Errorf("account 1 is %s, want %s", b.Address, want)
	}
}

// No network has the id 0: nothing is signed for it, whoever asks.
func TestNothingIsSignedForNetworkZero(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	a := must(w.New("savings", secret(password)))(t)
	if err := w.Unlock(a.Address, secret(password)); err != nil {
		t.Fatal(err)
	}
	_, _, err := w.SignTransaction(a.Address, api.Transaction{From: a.Address})
	mustRefuse(t, err, wallet.WrongChain, "network 0")
}

// refusesElsewhere has an account sign nothing on other networks, and the reason have some words.
func refusesElsewhere(t *testing.T, w *wallet.Wallet, account common.Address, words string,
	chains ...uint64) {
	t.Helper()
	for _, chain := range chains {
		data := someData
		data.Domain.ChainID = chain
		_, err := w.Sign(account, data)
		mustRefuse(t, err, wallet.WrongChain, words)
		_, _, err = w.SignTransaction(account, api.Transaction{From: account, ChainID: chain})
		mustRefuse(t, err, wallet.WrongChain, words)
	}
}
