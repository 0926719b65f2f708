package describe_test

import (
	"math/big"
	"reflect"
	"slices"
	"strings"
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

// A contract of the description that is not proven is no known spender and no known contract: the
// right to move tokens, and a permit, are given to it only after a word, with the reason.
func TestWhatIsNotProvenIsNotKnown(t *testing.T) {
	t.Parallel()
	k := known()
	rfq, why := k.Network.Contracts.AugustusRFQ, "1.toml:12: it takes no orders"
	approve := api.Transaction{ChainID: 1337, From: me, To: usdc,
		Data: contracts.NewStandardToken().PackApprove(rfq, big.NewInt(1e6))}
	back := approve
	back.Data = contracts.NewStandardToken().PackApprove(rfq, new(big.Int))
	if w := describe.Transaction(approve, k); w.Word() != "" {
		t.Fatalf("the proven one asks for %q", w.Word())
	}
	k.Doubts = map[common.Address]string{rfq: why}
	w := describe.Transaction(approve, k)
	if w.Word() != "unproven" || !slices.ContainsFunc(w.Checks, func(c describe.Check) bool {
		return c.Level == describe.Danger && strings.Contains(c.Text, why)
	}) {
		t.Errorf("it asks for %q: %+v", w.Word(), w.Checks)
	}
	for _, c := range w.Checks {
		if strings.Contains(c.Text, "known spender") {
			t.Errorf("it says %q", c.Text)
		}
	}
	if w := describe.Transaction(back, k); w.Word() != "" {
		t.Errorf("taking the right back asks for %q", w.Word())
	}
}
