package main

import (
	"context"
	"log"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/contracts/published"
)

// gas of every transaction, in wei of which nobody is short.
const gas = hexutil.Uint64(16_000_000)

// modules is where the published contracts are.
const modules = "backend/contracts/node_modules"

// node is an anvil with an unlocked account that owns all. It is a contracts.Deployer. What fails
// ends the program.
type node struct {
	client *rpc.Client
	from   common.Address
	places map[string]common.Address // where contracts stand, by what they are
}

func (n *node) ask(out any, method string, args ...any) {
	if err := n.client.CallContext(context.Background(), out, method, args...); err != nil {
		log.Fatalf("%s: %v", method, err)
	}
}

// message is a call or a transaction of the node's account.
func (n *node) message(to common.Address, value *big.Int, data []byte) map[string]any {
	return map[string]any{"from": n.from, "to": to, "gas": gas, "data": hexutil.Bytes(data),
		"value": (*hexutil.Big)(value)}
}

// send sends a transaction, has it mined and wants it to succeed.
func (n *node) send(what string, to common.Address, value *big.Int, data []byte) *types.Receipt {
	var hash common.Hash
	n.ask(&hash, "eth_sendTransaction", n.message(to, value, data))
	n.ask(new(any), "evm_mine")
	for {
		var r *types.Receipt
		n.ask(&r, "eth_getTransactionReceipt", hash)
		if r == nil {
			time.Sleep(time.Millisecond)
			continue
		}
		if r.Status != types.ReceiptStatusSuccessful {
			log.Fatalf("%s failed in transaction %s", what, hash)
		}
		return r
	}
}

// Call sends a transaction without coins.
func (n *node) Call(what string, to common.Address, data []byte) { n.send(what, to, nil, data) }

// Create runs a constructor where its contract is to stand, which for those without a place of
// their own follows from the name.
func (n *node) Create(what string, code []byte) common.Address {
	at, ok := n.places[what]
	if !ok {
		at = common.BytesToAddress(crypto.Keccak256([]byte(what)))
	}
	n.ask(new(any), "anvil_setCode", at, hexutil.Bytes(code))
	var runtime hexutil.Bytes
	n.ask(&runtime, "eth_call", n.message(at, nil, nil), "latest")
	n.Call("create "+what, at, nil)
	n.ask(new(any), "anvil_setCode", at, runtime)
	return at
}

// publish creates a contract that others published.
func (n *node) publish(name, path string, arguments ...any) contract {
	c := n.abiOf(path)
	packed, err := c.abi.Pack("", arguments...)
	if err != nil {
		log.Fatalf("%s: %v", path, err)
	}
	c.at = n.Create(name, slices.Concat(common.FromHex(c.meta.Bin), packed))
	return c
}

func (n *node) abiOf(path string) contract {
	meta, err := published.Read(modules, path)
	if err != nil {
		log.Fatal(err)
	}
	parsed, err := meta.ParseABI()
	if err != nil {
		log.Fatalf("%s: %v", path, err)
	}
	return contract{n, common.Address{}, meta, parsed}
}

// ours creates one of our contracts.
func (n *node) ours(name string, meta *bind.MetaData, arguments []byte) common.Address {
	return n.Create(name, slices.Concat(common.FromHex(meta.Bin), arguments))
}
