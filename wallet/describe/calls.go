package describe

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
	where    contractKind
	describe describeCall
}

// contractKind is the kind of contract that a method belongs to.
type contractKind int

const (
	atOrders  contractKind = iota // the order contract
	atToken                       // a listed fungible token
	atNFT                         // a listed collection
	atWrapped                     // the wrapped native coin
	atSwapV6                      // the swap contract, version 6.2
	atSwapV5                      // the swap contract, version 5
	atDelta                       // the Delta contract
	atPermit2                     // Permit2
	atFees                        // a contract that holds what partners earn
)

// knownCalls is the table of methods with words: one line a method. ERC-20 and ERC-721 share the
// selector of approve, so a selector may have several entries, which are told apart by where.
var knownCalls = sync.OnceValue(func() map[[4]byte][]knownCall {
	table := make(map[[4]byte][]knownCall)
	add := func(meta *bind.MetaData, where contractKind, words map[string]describeCall) {
		parsed, err := meta.ParseABI()
		if err != nil {
			panic(err) // the ABIs are compiled in
		}
		for name, describe := range words {
			m, ok := parsed.Methods[name]
			if !ok {
				panic("describe: " + meta.ID + " has no method " + name)
			}
			id := [4]byte(m.ID)
			table[id] = append(table[id], knownCall{m, where, describe})
		}
	}
	add(&contracts.AugustusRFQMetaData, atOrders, orderCalls())
	add(&contracts.StandardTokenMetaData, atToken, map[string]describeCall{
		"approve": approveToken, "transfer": transferToken, "transferFrom": transferTokenFrom,
	})
	add(&contracts.WrappedNativeMetaData, atWrapped,
		map[string]describeCall{"deposit": wrap, "withdraw": unwrap})
	add(&contracts.ERC721CollectionMetaData, atNFT, map[string]describeCall{
		"approve": approveOneNFT, "setApprovalForAll": approveCollection,
		"transferFrom": transferNFT, "safeTransferFrom": transferNFT,
	})
	add(&contracts.ERC1155CollectionMetaData, atNFT,
		map[string]describeCall{"safeTransferFrom": transferNFTs})
	add(&bind.MetaData{ABI: deltaOwnerABI, ID: "Delta"}, atDelta, map[string]describeCall{
		"invalidateNonce": cancelDelta, "invalidateNonces": cancelDeltas,
	})
	add(&bind.MetaData{ABI: permit2OwnerABI, ID: "Permit2"}, atPermit2,
		map[string]describeCall{"approve": approvePermit2})
	add(&contracts.FeeVaultMetaData, atFees,
		map[string]describeCall{"batchWithdrawAllERC20": claimFees})
	for meta, words := range map[*bind.MetaData]map[string]describeCall{
		&contracts.AugustusV6GenericMetaData:    swapsV6,
		&contracts.AugustusV6UniswapV2MetaData:  swapsV6UniswapV2,
		&contracts.AugustusV6UniswapV3MetaData:  swapsV6UniswapV3,
		&contracts.AugustusV6CurveMetaData:      swapsV6Curve,
		&contracts.AugustusV6BalancerV2MetaData: swapsV6BalancerV2,
		&contracts.AugustusV6MakerPSMMetaData:   swapsV6Module,
		&contracts.AugustusV6RFQMetaData:        ordersV6,
	} {
		add(meta, atSwapV6, words)
	}
	for meta, words := range map[*bind.MetaData]map[string]describeCall{
		&contracts.SimpleSwapMetaData: swapsV5Simple, &contracts.MultiPathMetaData: swapsV5Multi,
		&contracts.DirectSwapMetaData: swapsV5Direct, &contracts.SimpleSwapNFTMetaData: swapsV5NFT,
		&contracts.ProtectedSimpleSwapMetaData: swapsV5ProtectedSimple,
		&contracts.ProtectedMultiPathMetaData:  swapsV5ProtectedMulti,
		&contracts.AugustusRFQRouterMetaData:   ordersV5,
		&contracts.UniswapV2ForkRouterMetaData: swapsV5Fork,
	} {
		add(meta, atSwapV5, words)
	}
	return table
})

// decodeCall finds the words for calldata and decodes its arguments. ok is false for selectors
// without words and data that does not decode.
func (k Context) decodeCall(to common.Address, data []byte) (c call, known knownCall, ok bool) {
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
	// Bytes that do not mean anything, or bits beyond a value's width, would be signed but not
	// shown.
	if packed, err := known.method.Inputs.Pack(args...); err != nil ||
		string(packed) != string(data[4:]) {
		return c, known, false
	}
	return call{method: known.method, args: args, to: to}, known, true
}

// isAt tells whether an address is a contract of the given kind.
func (k Context) isAt(where contractKind, to common.Address) bool {
	t, listed := k.Tokens[to]
	c := k.Network.Contracts
	wrapped := to == c.WrappedNative && to != (common.Address{})
	switch where {
	case atToken:
		return listed && t.Kind == api.ERC20 || wrapped
	case atNFT:
		return listed && t.Kind != api.ERC20
	case atFees:
		return to != (common.Address{}) && (to == c.FeeVault || to == c.FeeClaimer)
	}
	home := map[contractKind]common.Address{
		atOrders: c.AugustusRFQ, atWrapped: c.WrappedNative, atSwapV6: c.AugustusV6,
		atSwapV5: c.AugustusSwapper,
		atDelta:  c.Delta, atPermit2: c.Permit2}[where]
	return to == home && to != (common.Address{})
}

// convert converts a decoded argument to the Go type of the bindings, which has the same fields.
func convert[T any](arg any) T { return *abi.ConvertType(arg, new(T)).(*T) }
