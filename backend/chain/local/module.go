package local

import (
	"math/big"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

const (
	// moduleToll is what the stability module keeps both ways, with 18 decimals: two basis points,
	// so that it is the best way for amounts that move the stable pools by more.
	moduleToll = 2e14
	// moduleUSD is how many whole tokens of both kinds it holds.
	moduleUSD = 20_000_000
)

// addModule adds a peg stability module between DAI and USDC.
func (d *Deployment) addModule(p *contracts.Plan) {
	tokens := make(map[string]api.Token)
	for _, t := range d.Tokens {
		tokens[t.Symbol] = t
	}
	dai, gem := tokens["DAI"], tokens["USDC"]
	module := p.Create("StabilityModule", created(contracts.StabilityModuleMetaData.Bin,
		contracts.NewStabilityModule().PackConstructor(dai.Address, gem.Address,
			units(1, dai.Decimals-gem.Decimals), big.NewInt(moduleToll))))
	for _, t := range []api.Token{dai, gem} {
		p.Call("mint "+t.Symbol+" for the stability module", t.Address,
			contracts.NewStandardToken().PackMint(module, units(moduleUSD, t.Decimals)))
	}
	d.Swap.StabilityModule = module
}
