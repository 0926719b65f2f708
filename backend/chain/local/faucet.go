package local

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// What the faucet hands out in a day at most, and how many times as much it is stocked with, since
// its deployer can mint nothing later.
const (
	faucetUSD  = 5_000_000 // of each token but the wrapped coin
	faucetWETH = 2_000
	faucetDays = 365
)

// addFaucet gives the account what it hands out. The taxed token is not among it: it would be less
// with every hand that it goes through.
func (d *Deployment) addFaucet(p *contracts.Plan, h House) {
	d.endow(p, "the faucet", address(h.Faucet()), accountCoin, faucetUSD, faucetWETH)
}

// stockFaucet gives the account enough for long.
func (d *Deployment) stockFaucet(p *contracts.Plan, h House) {
	d.endow(p, "the faucet's stock", address(h.Faucet()), accountCoin*faucetDays,
		faucetUSD*faucetDays, faucetWETH*faucetDays)
}

// FaucetPurse is what the faucet hands out of a token in a day at most.
func FaucetPurse(t api.Token) api.Amount {
	switch {
	case t.Address == api.NativeToken:
		return api.MustBig(coins(accountCoin))
	case t.Symbol == "WETH":
		return api.MustBig(coins(faucetWETH))
	case t.TransferTax > 0 || Prices()[t.Symbol] == 0:
		return api.Amount{}
	}
	s := &seeder{tokens: map[string]api.Token{t.Symbol: t}, usd: Prices()}
	return api.MustBig(s.worth(t.Symbol, faucetUSD))
}

// leave gives the faucet all tokens that the deployer still has: its key is public, and whoever has
// it can sign permits of theirs.
func (d *Deployment) leave(p *contracts.Plan, h House) {
	remainder := p.Create("Remainder", created(contracts.RemainderMetaData.Bin, nil))
	var tokens []common.Address
	for _, t := range d.Tokens {
		if t.Address == api.NativeToken {
			continue
		}
		tokens = append(tokens, t.Address)
		p.Call("let go of "+t.Symbol, t.Address,
			contracts.NewStandardToken().PackApprove(remainder, unlimited()))
	}
	p.Call("hand over what is left", remainder,
		contracts.NewRemainder().PackSend(tokens, address(h.Faucet())))
}

// endow gives an account coins, wrapped coins and so many dollars' worth of each other token that
// has no tax on transfers.
func (d *Deployment) endow(p *contracts.Plan, who string, to common.Address,
	coin, usd, weth int64) {
	s := &seeder{tokens: make(map[string]api.Token), usd: Prices()}
	p.Pay("hand out coins", to, coins(coin), nil)
	for _, t := range d.Tokens {
		if t.Address == api.NativeToken || t.TransferTax > 0 {
			continue
		}
		s.tokens[t.Symbol] = t
		if t.Symbol == "WETH" {
			wrapped := contracts.NewWrappedNative()
			p.Pay("wrap coins for "+who, t.Address, coins(weth), wrapped.PackDeposit())
			p.Call("hand out WETH", t.Address, wrapped.PackTransfer(to, coins(weth)))
			continue
		}
		p.Call("mint "+t.Symbol+" for "+who, t.Address,
			contracts.NewStandardToken().PackMint(to, s.worth(t.Symbol, usd)))
	}
}

// HandOut returns the call of the batch contract by which one transaction of an account hands out
// amounts of tokens, which it has allowed the contract to move.
func HandOut(from, to common.Address, amounts map[common.Address]api.Amount) []byte {
	token := contracts.NewStandardToken() // all tokens move alike
	var calls []contracts.Multicall3Call3
	for at, amount := range amounts {
		calls = append(calls, contracts.Multicall3Call3{
			Target: at, CallData: token.PackTransferFrom(from, to, amount.Big())})
	}
	return contracts.NewMulticall3().PackAggregate3(calls)
}
