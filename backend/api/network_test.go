package api_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// TestContractNames: every contract has a name of its own, and strangers have none.
func TestContractNames(t *testing.T) {
	t.Parallel()
	c := api.Contracts{AugustusSwapper: common.Address{1}, TokenTransferProxy: common.Address{2},
		AugustusV6: common.Address{3}, AugustusRFQ: common.Address{4}, Delta: common.Address{5},
		Permit2: common.Address{6}, WrappedNative: common.Address{7},
		Multicall: common.Address{8},
		Executors: map[string]common.Address{"Executor1": {9}}}
	seen := map[string]bool{}
	for i := byte(1); i <= 9; i++ {
		name := c.Name(common.Address{i})
		if name == "" || seen[name] {
			t.Errorf("contract %d is called %q", i, name)
		}
		seen[name] = true
	}
	if c.Name(common.Address{10}) != "" || (api.Contracts{}).Name(common.Address{}) != "" {
		t.Error("strangers and the zero address have no name")
	}
}
