package pools

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// How a trial went, as contracts/src/util/TokenProbe.sol tells it.
const (
	trialUnknown = iota
	trialBoth
	trialUnsold
	trialUnbought
)

// try buys and sells a token that nobody lists on a pool of it, as a call that leaves nothing
// behind. It sets what the token keeps of transfers, and returns the pools that trade it so; why
// says what keeps it from being traded at all. A token that no pool lets be tried is taken for an
// honest one, as whoever asks for it does.
func (t reader) try(ctx context.Context, block common.Hash, token *api.Token, found []*Info) (
	pools []*Info, why, err error) {
	if slices.ContainsFunc(found, func(p *Info) bool { return p.rebases(token.Address) }) {
		return found, nil, nil // by what its wrapper says
	}
	i := slices.IndexFunc(found, func(p *Info) bool {
		return p.Kind == pool.KindProduct || p.Kind == pool.KindConcentrated
	})
	if i < 0 {
		return found, nil, nil
	}
	data := slices.Concat(common.FromHex(contracts.TokenProbeMetaData.Bin),
		contracts.NewTokenProbe().PackConstructor(found[i].Address, token.Address,
			found[i].Kind == pool.KindConcentrated))
	out, err := t.net.Call(ctx, block, chain.Call{Data: data, Create: true, Gas: trialGas})
	var revert *chain.Revert
	if errors.As(err, &revert) || err == nil && len(out) != 4*32 {
		return found, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	var words [4]uint256.Int
	for i := range words {
		words[i].SetBytes(out[32*i : 32*i+32])
	}
	if token.TransferTax, why = verdict(token.Symbol, words); token.TransferTax > 0 {
		// which only pairs account for
		found = slices.DeleteFunc(found, func(p *Info) bool { return p.Kind != pool.KindProduct })
	}
	return found, why, nil
}

// trialGas is what buying and selling a token may take, with the code that does it.
const trialGas = 5_000_000

// verdict reads a trial: what the token keeps of every transfer, in basis points.
func verdict(symbol string, words [4]uint256.Int) (tax int, why error) {
	sent, arrived, back := &words[1], &words[2], &words[3]
	refuse := func(text string) (int, error) {
		return 0, api.Errorf(api.NoRoute, "%s", symbol+" "+text)
	}
	switch {
	case words[0] == *uint256.NewInt(trialUnsold):
		return refuse("cannot be sold: in a trial its contract refused to pass it on to a pool")
	case words[0] == *uint256.NewInt(trialUnbought):
		return refuse("cannot be bought: in a trial its contract refused to pass it on from a pool")
	case words[0] != *uint256.NewInt(trialBoth), *sent == *arrived && *arrived == *back:
		return 0, nil
	}
	bought, sold := kept(sent, arrived), kept(arrived, back)
	if bought != sold || bought < 0 || pool.AfterTax(*sent, uint16(bought)) != *arrived ||
		pool.AfterTax(*arrived, uint16(sold)) != *back {
		return refuse(fmt.Sprintf("is not traded: in a trial it kept %s of a purchase and %s of a "+
			"sale, and only what is the same for every transfer is accounted for",
			percent(bought), percent(sold)))
	}
	return bought, nil
}

// kept is how many basis points of an amount did not arrive, rounded to the nearest; −1 if more
// arrived than was sent.
func kept(sent, arrived *uint256.Int) int {
	if arrived.Gt(sent) || sent.IsZero() {
		return -1
	}
	lost := new(big.Int).Sub(sent.ToBig(), arrived.ToBig())
	lost.Mul(lost, big.NewInt(20_000))
	lost.Add(lost, sent.ToBig())
	lost.Div(lost, new(big.Int).Mul(sent.ToBig(), big.NewInt(2)))
	return int(lost.Int64())
}

// percent is so many basis points in words.
func percent(bps int) string {
	if bps < 0 {
		return "less than nothing"
	}
	return fmt.Sprintf("%g %%", float64(bps)/100)
}
