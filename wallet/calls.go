package wallet

import (
	"sync"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// call is a decoded contract call.
type call struct {
	method abi.Method
	args   []any
	to     common.Address
	value  api.Amount
}

// describeCall says what a call does.
type describeCall func(d *describer, c call)

// knownCall is a method that has words. where names the contracts it is expected at.
type knownCall struct {
	method   abi.Method
	where    place
	describe describeCall
}

// place is the kind of contract that a method belongs to.
type place int

const (
	atOrders  place = iota // the order contract
	atToken                // a listed fungible token
	atNFT                  // a listed collection
	atWrapped              // the wrapped native coin
)

// knownCalls is the table of methods with words: one line a method. ERC-20 and ERC-721 share the selector of approve, so a selector may have
// several entries, which are told apart by where.
var knownCalls = sync.OnceValue(func() map[[4]byte][]knownCall {
	table := make(map[[4]byte][]knownCall)
	add := func(meta *bind.MetaData, where place, words map[string]describeCall) {
		parsed, err := meta.ParseABI()
		if err != nil {
			panic(err) // the ABIs are compiled in
		}
		for name, describe := range words {
			m, ok := parsed.Methods[name]
			if !ok {
				panic("wallet: " + meta.ID + " has no method " + name)
			}
			id := [4]byte(m.ID)
			table[id] = append(table[id], knownCall{m, where, describe})
		}
	}
	add(&contracts.AugustusRFQMetaData, atOrders, orderCalls())
	add(&contracts.StandardTokenMetaData, atToken, map[string]describeCall{
		"approve": approveToken, "transfer": transferToken, "transferFrom": transferTokenFrom,
	})
	add(&contracts.WrappedNativeMetaData, atWrapped, map[string]describeCall{"deposit": wrap, "withdraw": unwrap})
	add(&contracts.ERC721CollectionMetaData, atNFT, map[string]describeCall{
		"approve": approveOneNFT, "setApprovalForAll": approveCollection, "transferFrom": transferNFT,
	})
	return table
})

// decodeCall finds the words for calldata and decodes its arguments. ok is false for selectors without words and data that does not decode.
func (k Known) decodeCall(to common.Address, data []byte) (c call, known knownCall, ok bool) {
	if len(data) < 4 {
		return c, known, false
	}
	entries := knownCalls()[[4]byte(data[:4])]
	if len(entries) == 0 {
		return c, known, false
	}
	known = entries[0]
	for _, e := range entries {
		if k.isAt(e.where, to) {
			known = e
		}
	}
	args, err := known.method.Inputs.Unpack(data[4:])
	if err != nil {
		return c, known, false
	}
	// Bytes that do not mean anything, or bits beyond a value's width, would be signed but not shown.
	if packed, err := known.method.Inputs.Pack(args...); err != nil || string(packed) != string(data[4:]) {
		return c, known, false
	}
	return call{method: known.method, args: args, to: to}, known, true
}

// isAt tells whether an address is a contract of the given kind.
func (k Known) isAt(where place, to common.Address) bool {
	t, listed := k.Tokens[to]
	switch where {
	case atOrders:
		return to == k.Network.Contracts.AugustusRFQ
	case atWrapped:
		return to == k.Network.Contracts.WrappedNative
	case atNFT:
		return listed && t.Kind != api.ERC20
	}
	return listed && t.Kind == api.ERC20 || to == k.Network.Contracts.WrappedNative
}

// read converts a decoded argument to the Go type of the bindings, which has the same fields.
func read[T any](arg any) T { return *abi.ConvertType(arg, new(T)).(*T) }
