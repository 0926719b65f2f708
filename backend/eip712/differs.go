package eip712

import (
	"bytes"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
)

// DeltaOrderDiffers says, field by field, in what an order that somebody built is another one than
// the order that is to be signed for a contract of a network; nothing where they have one hash.
func DeltaOrderDiffers(chainID uint64, contract common.Address, own api.DeltaOrder,
	told api.DeltaToSign) (words []string) {
	say := func(name string, is, wanted any) {
		words = append(words, fmt.Sprintf("%s is %s, not %s", name, written(is), written(wanted)))
	}
	if told.ChainID != chainID {
		say("domain.chainId", told.ChainID, chainID)
	}
	if told.Contract != contract {
		say("domain.verifyingContract", told.Contract, contract)
	}
	if is, wanted := told.Order.TypeName(), own.TypeName(); is != wanted ||
		told.Order.Form != own.Form {
		return append(words, "its type is "+is+", not "+wanted)
	}
	is, wanted := flat("", told.Order.Fields()), flat("", own.Fields())
	for i, f := range wanted {
		if !same(is[i].Value, f.Value) {
			say(f.Name, is[i].Value, f.Value)
		}
	}
	return words
}

// flat lists fields with those of their inner types, by their whole names.
func flat(prefix string, list []api.DeltaField) (all []api.DeltaField) {
	for _, f := range list {
		f.Name = prefix + f.Name
		if inner, ok := f.Value.([]api.DeltaField); ok {
			all = append(all, flat(f.Name+".", inner)...)
			continue
		}
		all = append(all, f)
	}
	return all
}

func same(a, b any) bool {
	if x, ok := a.([]byte); ok {
		return bytes.Equal(x, b.([]byte))
	}
	return a == b
}

// written is a value as an order's JSON has it, long bytes by their number.
func written(v any) string {
	const most = 40
	switch x := v.(type) {
	case []byte:
		if len(x) > most {
			return fmt.Sprintf("%d bytes", len(x))
		}
		return hexutil.Encode(x)
	case [4]byte:
		return hexutil.Encode(x[:])
	case common.Address:
		return x.Hex()
	}
	return fmt.Sprint(v)
}
