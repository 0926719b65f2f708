// Package contracttest binds the contracts that only tests deploy: owners, makers and tokens that
// do harm, wallets that are contracts, and pools of kinds that the local network has not.
package contracttest

import (
	_ "embed"

	"bourse/backend/contracts"
)

//go:embed artifacts.gz
var packed []byte

var artifacts = contracts.Unpack(packed)
