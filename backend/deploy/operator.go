package deploy

import (
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/contracts"
	"bourse/store/file"
)

// Agents is how many accounts settle Delta orders.
const Agents = 3

// secretFile is where the operator's secret is, within the data folder.
const secretFile = "operator"

// Operator is whose contracts and agents they are. The zero Operator is nobody.
type Operator struct{ secret []byte }

// ReadOperator returns the operator of a data folder; nobody where the folder has none.
func ReadOperator(dir string) (Operator, error) {
	path := filepath.Join(dir, secretFile)
	text, err := file.Read(path, file.Small)
	if errors.Is(err, fs.ErrNotExist) {
		return Operator{}, nil
	}
	if err != nil {
		return Operator{}, fmt.Errorf("read the operator's secret: %w", err)
	}
	secret, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(secret) != 32 {
		return Operator{}, fmt.Errorf("%s is no operator's secret, which is 32 bytes in hex: "+
			"put the right file there, or take it away to begin with a new one", path)
	}
	return Operator{secret}, nil
}

// EnsureOperator returns the operator of a data folder, and makes one where the folder has none.
func EnsureOperator(dir string, random io.Reader) (Operator, error) {
	o, err := ReadOperator(dir)
	if err != nil || o.Known() {
		return o, err
	}
	o.secret = make([]byte, 32)
	if _, err := io.ReadFull(random, o.secret); err != nil {
		return Operator{}, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Operator{}, fmt.Errorf("make the data folder: %w", err)
	}
	err = file.Create(filepath.Join(dir, secretFile), []byte(hex.EncodeToString(o.secret)+"\n"))
	if err != nil {
		return Operator{}, fmt.Errorf("keep the operator's secret: %w", err)
	}
	return o, nil
}

// Known tells whether there is an operator.
func (o Operator) Known() bool { return len(o.secret) > 0 }

// AgentKeys are the keys of the accounts that settle Delta orders, none where there is no operator.
func (o Operator) AgentKeys() []*ecdsa.PrivateKey {
	if !o.Known() {
		return nil
	}
	keys := make([]*ecdsa.PrivateKey, Agents)
	for i := range keys {
		keys[i] = o.key(fmt.Sprintf("agent %d", i))
	}
	return keys
}

func (o Operator) agents() (list []common.Address) {
	for _, key := range o.AgentKeys() {
		list = append(list, crypto.PubkeyToAddress(key.PublicKey))
	}
	return list
}

// Delta returns where the parts of a Delta contract of the operator's are; ok is false for one of
// somebody else's.
func (o Operator) Delta(delta common.Address) (at contracts.DeltaAddresses, ok bool) {
	_, at, ok = o.find(delta)
	return at, ok
}

// find returns by what kind of deployment a Delta contract came.
func (o Operator) find(delta common.Address) (Kind, contracts.DeltaAddresses, bool) {
	if o.Known() && delta != (common.Address{}) {
		for _, kind := range []Kind{Protocol, Market, Beside} {
			_, made := o.plan(kind, common.Address{}, common.Address{})
			if made.Delta.Delta == delta {
				return kind, made.Delta, true
			}
		}
	}
	return "", contracts.DeltaAddresses{}, false
}

// deployer is the key of the account that deploys, and owns what it deploys.
func (o Operator) deployer(kind Kind) *ecdsa.PrivateKey {
	label := "deployer: " + string(kind)
	if kind == Executor { // each of which is deployed by an account of its own
		label += " " + contracts.ExecutorCode().Hex()
	}
	return o.key(label)
}

// key derives the key of an account from its label.
func (o Operator) key(label string) *ecdsa.PrivateKey {
	k, err := crypto.ToECDSA(crypto.Keccak256(o.secret, []byte(label)))
	if err != nil {
		panic(err) // a hash outside the curve's order: one in 2^128
	}
	return k
}
