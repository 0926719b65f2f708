package local

import "bourse/backend/contracts"

// What the account that closes gaps between the prices of the local network holds.
const (
	arbiterUSD  = 40_000_000 // of each token but the wrapped coin
	arbiterWETH = 15_000
)

// addArbiter gives the account what it trades with.
func (d *Deployment) addArbiter(p *contracts.Plan, h House) {
	d.endow(p, "the arbiter", address(h.Arbiter()), accountCoin, arbiterUSD, arbiterWETH)
}
