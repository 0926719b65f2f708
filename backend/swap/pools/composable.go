package pools

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// What composable stable pools answer, and the contracts that tell their tokens' rates.
var (
	lastJoinExit  = selector("getLastJoinExitData()") // which tells them from other pools
	rateProviders = selector("getRateProviders()")
	amplification = selector("getAmplificationParameter()")
	pausedState   = selector("getPausedState()")
	recoveryMode  = selector("inRecoveryMode()")
	rateCache     = selector("getTokenRateCache(address)")
	currentRate   = selector("getRate()")
)

var errComposable = errors.New("the composable pool is not one whose arithmetic is known")

// vaulted tells whether a pool is in a vault, which names it by its id.
func (p *Info) vaulted() bool {
	return p.Kind == pool.KindWeighted || p.Kind == pool.KindComposable || p.Family.Held()
}

// fixComposable takes in the tokens that the vault has of a pool and what tells their rates. The
// pool's own token is not traded.
func (p *Info) fixComposable(tokens []common.Address, r chain.Result) {
	own := slices.Index(tokens, p.Address)
	if own < 0 || !r.OK || len(r.Data) != common.HashLength*(2+len(tokens)) {
		return
	}
	p.Kind, p.Tokens = pool.KindComposable, slices.Delete(slices.Clone(tokens), own, own+1)
	for i := range tokens {
		if word := r.Data[common.HashLength*(2+i):]; i != own {
			p.providers = append(p.providers, common.BytesToAddress(word[:common.HashLength]))
		}
	}
}

// Figures of a composable pool, as composableCalls asks for them before the rates.
const (
	figureBalances = iota
	figureSwapFee
	figureAmplifier
	figurePaused
	figureRecovery
	composableFigures
)

// composableCalls read a pool's balances and figures, and of each token that has one its rate, as
// the pool keeps it and as it is now.
func (p *Info) composableCalls(vault common.Address) []chain.Call {
	calls := []chain.Call{{To: vault, Data: vaultABI.PackGetPoolTokens(p.ID)},
		{To: p.Address, Data: weightedABI.PackGetSwapFeePercentage()},
		{To: p.Address, Data: amplification}, {To: p.Address, Data: pausedState},
		{To: p.Address, Data: recoveryMode}}
	for i, at := range p.providers {
		if at != (common.Address{}) {
			calls = append(calls, chain.Call{To: p.Address,
				Data: slices.Concat(rateCache, common.LeftPadBytes(p.Tokens[i][:], 32))},
				chain.Call{To: at, Data: currentRate})
		}
	}
	return calls
}

// composable makes a pool of the answers of composableCalls, as it trades at a time: a swap first
// takes up anew the rates that have expired, which fresh counts.
func (l *State) composable(r []chain.Result, at uint64) (p *pool.Composable, fresh int, err error) {
	for i, a := range r[:composableFigures] {
		if !answers(a) || i > figureAmplifier && firstWord(a) != (uint256.Int{}) {
			return nil, 0, errComposable // which may be paused, or in recovery mode
		}
	}
	// What an amplification that changes will be in the next block is told nowhere.
	amplifier := firstWord(r[figureAmplifier])
	changing := r[figureAmplifier].Data[common.HashLength:]
	if !amplifier.IsUint64() || len(changing) < common.HashLength ||
		changing[common.HashLength-1] != 0 {
		return nil, 0, errComposable
	}
	told, err := vaultABI.UnpackGetPoolTokens(r[figureBalances].Data)
	if err != nil {
		return nil, 0, err
	}
	params := pool.ComposableParams{Amplifier: amplifier.Uint64(), Fee: firstWord(r[figureSwapFee])}
	for i, token := range told.Tokens {
		if token != l.Address && i < len(told.Balances) {
			params.Balances = append(params.Balances, word(told.Balances[i]))
		}
	}
	r = r[composableFigures:]
	for i, decimals := range l.Decimals {
		scale, rate := word(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(18-decimals)), nil)),
			*uint256.NewInt(1e18)
		if l.providers[i] != (common.Address{}) {
			expired := false
			if rate, expired, err = rateAt(r[0], r[1], at); err != nil {
				return nil, 0, err
			}
			if expired {
				params.Fresh++
			}
			r = r[2:]
		}
		params.Rates = append(params.Rates, *rate.Mul(&rate, &scale))
	}
	p, err = pool.NewComposable(params)
	return p, params.Fresh, err
}

// rateAt is a token's rate at a time, by what the pool keeps of it and what it is now, which it is
// once that has expired.
func rateAt(kept, now chain.Result, at uint64) (rate uint256.Int, expired bool, err error) {
	if !kept.OK || len(kept.Data) != 4*common.HashLength {
		return rate, false, errComposable
	}
	rate.SetBytes(kept.Data[:32])
	expires := new(uint256.Int).SetBytes(kept.Data[96:])
	if expired = expires.LtUint64(at); expired {
		if !answers(now) {
			return rate, true, errComposable
		}
		rate = firstWord(now)
	}
	if rate.BitLen() > 96 {
		return rate, expired, errComposable
	}
	return rate, expired, nil
}

// tries are sales on pools, each of a part of what they hold, with what is computed that they pay.
type tries struct {
	calls []chain.Call
	of    []*State
	pays  []uint256.Int
}

// add adds three sales on a pool as it is at the time of its block, unless it was tried before and
// there is no new rate, which the contract that tells it may tell the pool otherwise.
func (t *tries) add(vault common.Address, l *State, r []chain.Result, at uint64) {
	p, fresh, err := l.composable(r, at)
	if err != nil || l.proven && fresh == 0 {
		return
	}
	l.proven = false
	n := len(l.Tokens)
	for i, part := range []uint{20, 10, 4} {
		in, out := i%n, (i+1)%n
		var now pool.State
		p.Init(&now)
		amount := p.Balance(in)
		amount.Rsh(&amount, part)
		q, err := p.ExactIn(&now, in, out, amount)
		if err != nil {
			continue // which is not offered either
		}
		t.calls = append(t.calls, chain.Call{To: vault, Data: vaultABI.PackQueryBatchSwap(0,
			[]contracts.IBalancerVaultBatchSwapStep{{PoolId: l.ID, AssetInIndex: new(big.Int),
				AssetOutIndex: big.NewInt(1), Amount: amount.ToBig()}},
			[]common.Address{l.Tokens[in], l.Tokens[out]},
			contracts.IBalancerVaultFundManagement{})})
		t.of, t.pays = append(t.of, l), append(t.pays, q.Out)
	}
}

// run asks the vault what it would pay. A pool of which it says the same as is computed is proven;
// others are not traded on.
func (t *tries) run(ctx context.Context, net *chain.Network, block api.BlockRef) error {
	told, err := net.BatchCall(ctx, block.Hash, t.calls)
	if err != nil {
		return err
	}
	failed := make(map[*State]bool)
	for i, r := range told {
		moved, err := vaultABI.UnpackQueryBatchSwap(r.Data)
		l := t.of[i]
		l.proven = true
		failed[l] = failed[l] || !r.OK || err != nil || len(moved) != 2 ||
			word(new(big.Int).Neg(moved[1])) != t.pays[i]
	}
	for l, f := range failed {
		l.proven = !f
	}
	return nil
}
