package views

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// DeltaSpender is whose allowance a Delta order uses, which the length of its permit tells.
func DeltaSpender(c api.Contracts, o api.DeltaOrder) common.Address {
	switch len(o.Permit) {
	case 1, 96, 192:
		return c.Permit2
	}
	return c.Delta
}
