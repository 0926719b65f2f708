package describe_test

import (
	"math/big"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/wallet/describe"
)

// A name is no right to spend: of all contracts that a network can have, those alone that take
// tokens count as spenders, and those that fill orders as operators of collections.
func TestANameIsNoRight(t *testing.T) {
	t.Parallel()
	spends := map[string]bool{"AugustusRFQ": true, "AugustusV6": true, "TokenTransferProxy": true,
		"Delta": true, "Permit2": true}
	operates := map[string]bool{"AugustusRFQ": true, "AugustusV6": true,
		"TokenTransferProxy": true}
	k := known()
	all := reflect.ValueOf(&k.Network.Contracts).Elem()
	who := map[string]common.Address{}
	for i := range all.NumField() {
		name, at := all.Type().Field(i).Name, common.BigToAddress(big.NewInt(int64(0xabc0+i)))
		who[name] = at
		if all.Field(i).Kind() == reflect.Map {
			all.Field(i).Set(reflect.ValueOf(map[string]common.Address{"Executor1": at}))
			continue
		}
		all.Field(i).Set(reflect.ValueOf(at))
	}
	token, nft := contracts.NewStandardToken(), contracts.NewERC721Collection()
	for name, at := range who {
		if k.Network.Contracts.Name(at) == "" {
			t.Errorf("%s has no name", name)
		}
		for _, c := range []struct {
			kind  string
			to    common.Address
			data  []byte
			right bool
		}{
			{"approve", usdc, token.PackApprove(at, big.NewInt(1e6)), spends[name]},
			{"setApprovalForAll", apes, nft.PackSetApprovalForAll(at, true), operates[name]},
			{"approve one", apes, nft.PackApprove(at, big.NewInt(7)), operates[name]},
		} {
			w := describe.Transaction(api.Transaction{ChainID: 1337, From: me, To: c.to,
				Data: c.data}, k)
			if asks := w.Word() == "unknown"; asks == c.right {
				t.Errorf("%s to %s: right %v, asks for a word %v", c.kind, name, c.right, asks)
			}
		}
	}
}
