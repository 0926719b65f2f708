package local

import (
	"crypto/ecdsa"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// How many accounts of the program's own the network has.
const (
	Agents  = 3 // settle Delta orders
	Traders = 8 // simulate a market
)

// AgentKey returns the key of agent i, 0 ≤ i < Agents. Like all keys here it is public knowledge
// and worth nothing on another network.
func AgentKey(i int) *ecdsa.PrivateKey { return key(fmt.Sprintf("agent %d", i)) }

// TraderKey returns the key of simulated trader i, 0 ≤ i < Traders.
func TraderKey(i int) *ecdsa.PrivateKey { return key(fmt.Sprintf("trader %d", i)) }

// DeployerKey returns the key of the account that owns the network's contracts but for the registry
// of the agents. It deploys and does nothing else: its nonce is how much of that is done.
func DeployerKey() *ecdsa.PrivateKey { return key("deployer") }

// RegistrarKey returns the key of the account that owns the registry of the agents.
func RegistrarKey() *ecdsa.PrivateKey { return key("registrar") }

// key derives the key of an account of the program's own from its label.
func key(label string) *ecdsa.PrivateKey {
	k, err := crypto.ToECDSA(crypto.Keccak256([]byte("bourse local network: " + label)))
	if err != nil {
		panic(err) // a hash outside the curve's order: one in 2^128, and the labels are fixed
	}
	return k
}

func address(k *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(k.PublicKey) }

// staff returns the addresses of agents and traders.
func staff() []common.Address {
	var all []common.Address
	for i := range Agents {
		all = append(all, address(AgentKey(i)))
	}
	for i := range Traders {
		all = append(all, address(TraderKey(i)))
	}
	return all
}
