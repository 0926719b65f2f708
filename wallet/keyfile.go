package wallet

import (
	"crypto/ecdsa"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
)

// keyFile is a version-3 keystore file, as go-ethereum and most wallets read and write it. A seed
// file has the same form with a mnemonic as the encrypted data.
type keyFile struct {
	Address string              `json:"address"`
	Crypto  keystore.CryptoJSON `json:"crypto"`
	ID      string              `json:"id"`
	Version int                 `json:"version"`
}

// Scrypt is the cost of deriving a file's key from a password.
type Scrypt struct{ N, P int }

// StandardScrypt takes about a second and 256 MB; it is what real accounts use.
var StandardScrypt = Scrypt{keystore.StandardScryptN, keystore.StandardScryptP}

// encrypt returns the key file that holds data under the password.
func encrypt(data, password Secret, address common.Address, cost Scrypt) ([]byte, error) {
	c, err := keystore.EncryptDataV3(data.Reveal(), password.Reveal(), cost.N, cost.P)
	if err != nil {
		return nil, err
	}
	return json.Marshal(keyFile{Address: hex.EncodeToString(address[:]), Crypto: c,
		ID: uuid.NewString(), Version: 3})
}

// decrypt returns what a key file holds. It goes around keystore.DecryptKey because that leaves
// copies of the key behind.
func decrypt(raw []byte, password Secret) (Secret, error) {
	var f keyFile
	if err := json.Unmarshal(raw, &f); err != nil || f.Version != 3 {
		return Secret{}, refuse(BadInput,
			"this is not a version-3 keystore file: it must be the JSON that wallets export as "+
				"\"keystore\" or \"UTC\" file")
	}
	if err := f.check(); err != nil {
		return Secret{}, err
	}
	data, err := keystore.DecryptDataV3(f.Crypto, string(password.Reveal()))
	if errors.Is(err, keystore.ErrDecrypt) {
		return Secret{}, errWrongPassword()
	}
	if err != nil {
		return Secret{}, refuse(BadInput, "the keystore file cannot be read: %v", err)
	}
	return NewSecret(data), nil
}

// checkOwner refuses a key file that says it is of another account than its key: whoever hands it
// over means the one that it says.
func checkOwner(raw []byte, key Secret) error {
	var f keyFile
	if err := json.Unmarshal(raw, &f); err != nil {
		return err
	}
	address, err := addressOf(key)
	if err != nil {
		return err
	}
	if says := f.Address; common.IsHexAddress(says) && common.HexToAddress(says) != address {
		return refuse(BadInput, "the file says that it has the key of %s and has that of %s: look "+
			"for the right file, or take the address out of this one to import its key",
			common.HexToAddress(says).Hex(), address.Hex())
	}
	return nil
}

// maxScryptMemory bounds what an imported file may make us spend; standard scrypt takes 256 MB.
const maxScryptMemory = 1 << 30

// check refuses files that would make the decryption fail badly: a file to import may come from
// anyone.
func (f keyFile) check() error {
	number := func(name string) float64 { n, _ := f.Crypto.KDFParams[name].(float64); return n }
	salt, ok := f.Crypto.KDFParams["salt"].(string)
	iv, err := hex.DecodeString(f.Crypto.CipherParams.IV)
	ok = ok && salt != "" && err == nil && len(iv) == 16 && number("dklen") == 32
	switch f.Crypto.KDF {
	case "scrypt":
		n, r, p := number("n"), number("r"), number("p")
		ok = ok && n > 1 && r >= 1 && p >= 1 && p <= 16 && 128*n*r <= maxScryptMemory
	case "pbkdf2":
		prf, _ := f.Crypto.KDFParams["prf"].(string)
		ok = ok && prf == "hmac-sha256" && number("c") >= 1 && number("c") <= 10_000_000
	default:
		ok = false
	}
	if !ok {
		return refuse(BadInput, "the keystore file's key derivation is unknown, damaged or too "+
			"expensive: export it again from the wallet that made it")
	}
	return nil
}

// parseKey reads 64 hex digits, with or without 0x, as a private key.
func parseKey(digits Secret) (Secret, error) {
	b := digits.Reveal()
	if len(b) > 2 && b[0] == '0' && (b[1] == 'x' || b[1] == 'X') {
		b = b[2:]
	}
	key := make([]byte, hex.DecodedLen(len(b)))
	if _, err := hex.Decode(key, b); err != nil || len(key) != 32 {
		clear(key)
		return Secret{}, refuse(BadInput, "a private key is 64 hex digits, with or without 0x")
	}
	return NewSecret(key), nil
}

// withKey lends the parsed form of a private key to use and wipes it after.
func withKey(key Secret, use func(*ecdsa.PrivateKey) error) error {
	k, err := crypto.ToECDSA(key.Reveal())
	if err != nil {
		return refuse(BadInput, "this is no private key: it must be from 1 to the order of "+
			"secp256k1")
	}
	defer wipeKey(k)
	return use(k)
}

func wipeKey(k *ecdsa.PrivateKey) {
	clear(k.D.Bits()) //lint:ignore SA1019 there is no other way to overwrite the number
}

func addressOf(key Secret) (address common.Address, err error) {
	err = withKey(key, func(k *ecdsa.PrivateKey) error {
		address = crypto.PubkeyToAddress(k.PublicKey)
		return nil
	})
	return address, err
}

// keyFileName is the name that go-ethereum gives its files, which sort by time.
func keyFileName(now time.Time, address common.Address) string {
	return "UTC--" + strings.ReplaceAll(
		now.UTC().Format("2006-01-02T15-04-05.000000000Z"), ".", "-") + "--" +
		hex.EncodeToString(address[:])
}
