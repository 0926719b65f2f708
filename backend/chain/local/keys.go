package local

import (
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/store/file"
)

// How many accounts of the program's own the network has.
const (
	Agents  = 3 // settle Delta orders
	Traders = 8 // simulate a market
)

// House are the accounts of the program's own on a local network. Its zero value is the public one:
// everybody knows its keys, which follow from what the accounts are for. Where others can send
// transactions, a network needs a house with a secret. No key is worth anything on another network.
type House struct{ secret string }

// Agent returns the key of agent i, 0 ≤ i < Agents.
func (h House) Agent(i int) *ecdsa.PrivateKey { return h.key(fmt.Sprintf("agent %d", i)) }

// Trader returns the key of simulated trader i, 0 ≤ i < Traders.
func (h House) Trader(i int) *ecdsa.PrivateKey { return h.key(fmt.Sprintf("trader %d", i)) }

// Registrar returns the key of the account that owns the registry of the agents.
func (h House) Registrar() *ecdsa.PrivateKey { return h.key("registrar") }

// Faucet returns the key of the account that visitors are given coins and tokens from.
func (h House) Faucet() *ecdsa.PrivateKey { return h.key("faucet") }

// Arbiter returns the key of the account that closes gaps between prices.
func (h House) Arbiter() *ecdsa.PrivateKey { return h.key("arbiter") }

// DeployerKey returns the key of the account that owns the network's contracts but for the registry
// of the agents. It deploys and does nothing else: its nonce is how much of that is done. All
// networks have the same one, since the contracts' addresses follow from it; where the house has a
// secret, nothing that it signs is taken once all is deployed (see intake).
func DeployerKey() *ecdsa.PrivateKey { return House{}.key("deployer") }

// key derives the key of an account of the program's own from its label.
func (h House) key(label string) *ecdsa.PrivateKey {
	k, err := crypto.ToECDSA(crypto.Keccak256(
		[]byte("bourse local network: "+label), []byte(h.secret)))
	if err != nil {
		panic(err) // a hash outside the curve's order: one in 2^128
	}
	return k
}

func address(k *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(k.PublicKey) }

// staff returns the addresses of agents and traders.
func (h House) staff() (all []common.Address) {
	for i := range Agents {
		all = append(all, address(h.Agent(i)))
	}
	for i := range Traders {
		all = append(all, address(h.Trader(i)))
	}
	return all
}

// secretFile keeps the secret of a chain's house in its folder, in hexadecimal.
const secretFile = "house.key"

// HouseIn returns the house whose secret is in a chain's folder, the public one where there is
// none.
func HouseIn(folder string) (House, error) {
	path := filepath.Join(folder, secretFile)
	text, err := file.Read(path, file.Small)
	if errors.Is(err, fs.ErrNotExist) {
		return House{}, nil
	}
	if err != nil {
		return House{}, fmt.Errorf("read the secret of the local network's own accounts: %w", err)
	}
	secret := strings.TrimSpace(string(text))
	if b, err := hex.DecodeString(secret); err != nil || len(b) != 32 {
		return House{}, fmt.Errorf("the secret of the local network's own accounts in %s is "+
			"damaged: put it back from a backup", path)
	}
	return House{secret}, nil
}

// houseOf returns the house of a chain, begun or not. A new one gets a secret where one is wanted.
func houseOf(cfg Config, begun bool) (House, error) {
	var h House
	var err error
	if cfg.Dir != "" {
		h, err = HouseIn(cfg.Dir)
	}
	if err != nil || !cfg.Secret || h != (House{}) {
		return h, err
	}
	if begun {
		cfg.Logger.Warn("everybody knows the keys of this network's agents and of its faucet, " +
			"since its chain was begun without a secret: before others may send transactions, " +
			"begin a new one in another folder, with --data")
		return h, nil
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	h = House{hex.EncodeToString(secret)}
	if cfg.Dir != "" {
		err = file.Create(filepath.Join(cfg.Dir, secretFile), []byte(h.secret+"\n"))
	}
	return h, err
}
