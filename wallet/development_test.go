package wallet_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/wallet"
)

// A development key signs for the local network alone, by whichever door it came in.
func TestDevelopmentKeysStayLocal(t *testing.T) {
	t.Parallel()
	const words = "test test test test test test test test test test test junk"
	const digits = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
	o, _ := options(t)
	o.Development = false
	memory := o
	memory.Folder = ""
	for name, in := range map[string]func(*wallet.Wallet) (wallet.Account, error){
		"key": func(w *wallet.Wallet) (wallet.Account, error) {
			return w.ImportKey("in", secret(digits), secret(password))
		},
		"keystore": func(w *wallet.Wallet) (wallet.Account, error) {
			return w.ImportKeystore("in", keystoreOf(t, digits), secret(password))
		},
		"mnemonic": func(w *wallet.Wallet) (wallet.Account, error) {
			return w.ImportMnemonic("in", secret(words), 42, secret(password))
		},
		"derived": func(w *wallet.Wallet) (wallet.Account, error) {
			a, err := w.ImportMnemonic("first", secret(words), 11, secret(password))
			if err != nil {
				return a, err
			}
			return w.Derive(a.Address, "in", secret(password))
		},
		"session": func(*wallet.Wallet) (wallet.Account, error) {
			return open(t, memory).Hold("in", wallet.NewSecret(common.FromHex(digits)))
		},
	} {
		o.Folder = t.TempDir()
		w := open(t, o)
		a, err := in(w)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		mustRefuse(t, a.CanSign(1), wallet.WrongChain, "local network")
		if name == "session" {
			continue // that wallet is gone
		}
		for again := range 2 { // the second time from the folder
			if again == 1 {
				w = open(t, o)
			}
			if err := w.Unlock(a.Address, secret(password)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := w.Sign(a.Address, someData); err != nil {
				t.Errorf("%s does not sign for the local network: %v", name, err)
			}
			refusesElsewhere(t, w, a.Address, "everyone knows", 0, 1, 10, 8453)
		}
	}
	o.Folder = t.TempDir()
	_, err := open(t, o).ImportMnemonic("in", secret(words), 100, secret(password))
	mustRefuse(t, err, wallet.BadInput, "everyone knows")
}

// keystoreOf is the keystore file of a key.
func keystoreOf(t *testing.T, digits string) []byte {
	t.Helper()
	key, err := crypto.HexToECDSA(digits)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := keystore.EncryptKey(&keystore.Key{Address: crypto.PubkeyToAddress(key.PublicKey),
		PrivateKey: key}, password, keystore.LightScryptN, keystore.LightScryptP)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
