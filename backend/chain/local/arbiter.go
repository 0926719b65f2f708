package local

import (
	"crypto/ecdsa"

	"bourse/backend/api"
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
func (d *Deployment) addArbiter(p *plan) {
	to, s := address(ArbiterKey()), &seeder{tokens: make(map[string]api.Token), usd: Prices()}
	p.pay("hand out coins", to, coins(accountCoin), nil)
	for _, t := range d.Tokens {
		if t.Address == api.NativeToken || t.TransferTax > 0 {
			continue
		}
		s.tokens[t.Symbol] = t
		if t.Symbol == "WETH" {
			weth := contracts.NewWrappedNative()
			p.pay("wrap coins for the arbiter", t.Address, coins(arbiterWETH), weth.PackDeposit())
			p.Call("hand out WETH", t.Address, weth.PackTransfer(to, coins(arbiterWETH)))
			continue
		}
		p.Call("mint "+t.Symbol+" for the arbiter", t.Address,
			contracts.NewStandardToken().PackMint(to, s.worth(t.Symbol, arbiterUSD)))
	}
}
