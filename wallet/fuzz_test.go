package wallet_test

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/tyler-smith/go-bip39/wordlists"

	"bourse/wallet"
)

// someone is an account that only the index knows.
var someone = common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")

// FuzzIndex opens a folder with a key and any accounts.json. It is refused with the file's name, or
// the key is there unless the file says something of it, and an account more is kept beside what
// was read.
func FuzzIndex(f *testing.F) {
	const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
	for _, seed := range []string{``, `{`, `{"version":2}`, `{"version":1,"accounts":null}`,
		`{"version":1,"accounts":[{"name":"a","address":"` + other + `","kind":0}]}`,
		`{"version":1,"accounts":[{"name":"a","address":"` + other + `","kind":2},
			{"name":"A","address":"` + other + `","kind":1,"file":"../UTC--x"}]}`,
		`{"version":1,"accounts":[{"name":"\u001b[2J","address":"0x","kind":-1}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		o, _ := options(t)
		o.Development = false
		a := must(open(t, o).New("mine", secret(password)))(t)
		path := filepath.Join(o.Folder, "accounts.json")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		w, err := wallet.Open(o)
		if err != nil {
			if !strings.Contains(err.Error(), path) {
				t.Errorf("%q is refused with %v", raw, err)
			}
			return
		}
		text := strings.ToLower(string(raw))
		if !strings.Contains(text, strings.ToLower(a.Address.Hex()[2:])) &&
			!strings.Contains(text, `\u`) { // which may hide it
			if err := w.Unlock(a.Address, secret(password)); err != nil {
				t.Errorf("beside %q the key is lost: %v", raw, err)
			}
		}
		before := w.List()
		if _, err := w.Watch("one more of these", someone); err != nil {
			return
		}
		after := open(t, o).List()
		for _, was := range before {
			if !slices.ContainsFunc(after, func(now wallet.Account) bool {
				return now.Address == was.Address && now.Name == was.Name
			}) && was.Address != someone {
				t.Errorf("%q loses %+v", raw, was)
			}
		}
	})
}

// FuzzMnemonic imports words: exactly those are taken that BIP-39 lets pass, reckoned here bit by
// bit.
func FuzzMnemonic(f *testing.F) {
	const good = "test test test test test test test test test test test junk"
	for _, seed := range []string{"", good, strings.ToUpper(good), " " + good + "\n",
		good + " test", strings.Replace(good, "junk", "test", 1),
		strings.Repeat("abandon ", 23) + "art", strings.Repeat("abandon ", 14) + "address",
		"ａbandon " + good} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, words string) {
		o, _ := options(t)
		o.Development = false
		_, err := open(t, o).ImportMnemonic("m", secret(words), 0, secret(password))
		if want := isMnemonic(words); (err == nil) != want {
			t.Errorf("%q: BIP-39 says %v, the import %v", words, want, err)
		}
		for _, word := range strings.Fields(words) {
			if err != nil && len(word) > 9 && strings.Contains(err.Error(), word) {
				t.Errorf("the refusal tells a word: %v", err)
			}
		}
	})
}

func isMnemonic(words string) bool {
	list := strings.Fields(strings.ToLower(words))
	if len(list) < 12 || len(list) > 24 || len(list)%3 != 0 {
		return false
	}
	bits := ""
	for _, w := range list {
		i := slices.Index(wordlists.English, w)
		if i < 0 {
			return false
		}
		bits += fmt.Sprintf("%011b", i)
	}
	n := len(bits) * 32 / 33
	entropy, ok := new(big.Int).SetString(bits[:n], 2)
	if !ok {
		return false
	}
	sum := sha256.Sum256(entropy.FillBytes(make([]byte, n/8)))
	return strings.HasPrefix(fmt.Sprintf("%08b", sum[0]), bits[n:])
}
