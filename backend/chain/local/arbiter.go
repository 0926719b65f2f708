package local

import (
	"crypto/ecdsa"

	"bourse/backend/contracts"
)

// What the account that closes gaps between the prices of the local network holds.
const (
	arbiterUSD  = 40_000_000 // of each token but the wrapped coin
	arbiterWETH = 15_000
)

// ArbiterKey returns the key of the account that closes gaps between prices. Like all keys here it
// is worth nothing on another network.
func ArbiterKey() *ecdsa.PrivateKey { return key("arbiter") }

// addArbiter gives the account what it trades with.
func (d *Deployment) addArbiter(p *contracts.Plan) {
	d.endow(p, "the arbiter", address(ArbiterKey()), accountCoin, arbiterUSD, arbiterWETH)
}
