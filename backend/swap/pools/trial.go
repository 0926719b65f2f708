package pools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

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

const (
	// trialsAtATime are made by one call, which may take trialGas with the code that does it.
	trialsAtATime = 8
	trialGas      = 10_000_000
	// triedAtATime are tried together in the background.
	triedAtATime = 64
	// maxTrials is on how many pools a token is tried of which the others let it not be tried.
	maxTrials = 3
)

// trial is a token to be tried, and what came of it: the token with what it keeps of transfers, and
// what keeps it from being traded at all.
type trial struct {
	token api.Token
	pools []*Info // by which it can be tried, best first
	done  bool
	why   error
}

// triable tells whether a token can be tried by a pool: one that hands out before it is paid.
func (p *Info) triable() bool {
	return p.Kind == pool.KindProduct || p.Kind == pool.KindConcentrated && !p.Family.Held()
}

// try buys and sells tokens on pools of them, as calls that leave nothing behind. A token that no
// pool lets be tried is taken for an honest one.
func (t reader) try(ctx context.Context, block common.Hash, list []trial) error {
	for round := range maxTrials {
		var asked []*trial
		for i := range list {
			if x := &list[i]; !x.done && round < len(x.pools) {
				asked = append(asked, x)
			}
		}
		for some := range slices.Chunk(asked, trialsAtATime) {
			words, err := t.trials(ctx, block, some, round)
			if err != nil {
				return err
			}
			for i, x := range some {
				x.decide(words[4*i : 4*i+4])
			}
		}
	}
	return nil
}

// trials asks for one trial of each token: four words for each, as the contract tells them, zeros
// where the node can't run it.
func (t reader) trials(ctx context.Context, block common.Hash, list []*trial, round int) (
	[]uint256.Int, error) {
	asked := make([]contracts.Trial, len(list))
	for i, x := range list {
		p := x.pools[round]
		asked[i] = contracts.Trial{Pool: p.Address, Token: x.token.Address,
			Concentrated: p.Kind == pool.KindConcentrated}
	}
	out, err := t.net.Call(ctx, block, chain.Call{Create: true, Gas: trialGas, Data: slices.Concat(
		common.FromHex(contracts.TokenProbeMetaData.Bin),
		contracts.NewTokenProbe().PackConstructor(asked))})
	words := make([]uint256.Int, 4*len(list))
	var revert *chain.Revert
	if errors.As(err, &revert) || err == nil && len(out) != 32*len(words) {
		return words, nil
	}
	if err != nil {
		return nil, err
	}
	for i := range words {
		words[i].SetBytes(out[32*i : 32*i+32])
	}
	return words, nil
}

// decide takes in how a trial went.
func (x *trial) decide(words []uint256.Int) {
	if x.done = words[0] != *uint256.NewInt(trialUnknown); x.done {
		x.token.TransferTax, x.why = verdict(x.token.Symbol, [4]uint256.Int(words))
	}
}

// tryListed tries the listed tokens whose pools were found since, of one token's pools or of all
// where it is nil: lists name tokens that keep a part of transfers, too, and some that cannot be
// sold. More tells that there are others at once. Those that a node does not let be tried are taken
// for honest ones until it does. The caller holds searching.
func (t *Tracker) tryListed(ctx context.Context, only *common.Address) (more bool, err error) {
	last := t.Newest()
	if last == nil {
		return false, nil
	}
	if time.Now().Before(t.tryAgain) {
		return false, nil
	}
	list := t.untried(only)
	if len(list) == 0 {
		return false, nil
	}
	if more = len(list) > triedAtATime; more {
		list = list[:triedAtATime]
	}
	if err := t.reads.try(ctx, last.Block.Hash, list); err != nil {
		t.tryAgain = time.Now().Add(saveEvery)
		return false, err
	}
	t.writing.Lock()
	defer t.writing.Unlock()
	for _, x := range list {
		x.pools = nil
		t.setTried(x.token.Address, x)
		if x.token.TransferTax > 0 {
			t.setTokens(x.token, true)
			t.cfg.Tokens.SetTax(x.token.Address, x.token.TransferTax)
		}
	}
	return more, t.leave()
}

// untried are the listed tokens of pools that were found which have not been tried, but for those
// of wrappers, which are traded by what these say.
func (t *Tracker) untried(only *common.Address) (list []trial) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	f := &t.finding
	wrapped := make(map[common.Address]bool)
	for _, p := range f.found {
		if p.Kind == pool.KindWrapper {
			wrapped[p.Tokens[0]] = true
		}
	}
	by := make(map[common.Address][]*Info)
	for _, p := range f.found {
		if !p.triable() || only != nil && !slices.Contains(p.Tokens, *only) {
			continue
		}
		for _, a := range p.Tokens {
			if _, done := t.tried[a]; !done && !wrapped[a] && a != t.wrapped {
				by[a] = append(by[a], p)
			}
		}
	}
	for _, a := range slices.SortedFunc(maps.Keys(by), common.Address.Cmp) {
		pools := by[a]
		if token, listed := t.cfg.Tokens.Listed(a); listed {
			slices.SortFunc(pools, func(a, b *Info) int {
				return cmp.Or(cmp.Compare(a.Kind, b.Kind), a.Address.Cmp(b.Address))
			})
			list = append(list, trial{token: token, pools: pools})
		}
	}
	return list
}

// trials are those that were made of tokens, the newest of each.
type trials map[common.Address]trial

// barred tells whether a pool is not traded: by what trials of its tokens showed, since one of them
// is not followed any more, or since nothing is to be sent to it, its router, or what found it,
// which are not what they are said to be. The caller holds mu.
func (t *Tracker) barred(p *Info) bool {
	return t.tried.bar(p) || slices.ContainsFunc(p.Tokens, func(a common.Address) bool {
		_, followed := t.tokens[a]
		return !followed
	}) || slices.ContainsFunc(
		[]common.Address{p.Address, p.Router, p.Factory},
		func(at common.Address) bool { return t.cfg.Network.Refused(at) != nil })
}

// Leave drops the pools that are barred from the newest snapshot.
func (t *Tracker) Leave() error {
	t.writing.Lock()
	defer t.writing.Unlock()
	return t.leave()
}

// leave does so, if there are any. The caller holds writing.
func (t *Tracker) leave() error {
	last := t.Newest()
	if last == nil {
		return nil
	}
	t.mu.RLock()
	kept := slices.DeleteFunc(slices.Clone(last.Pools),
		func(l *State) bool { return t.barred(l.Info) })
	t.mu.RUnlock()
	if len(kept) == len(last.Pools) {
		return nil
	}
	return t.replaceNewest(last, kept)
}

// bar tells whether trials keep a pool from being traded: by a token that can't be, or one that
// keeps a part of transfers, which only pairs account for.
func (t trials) bar(p *Info) bool {
	return slices.ContainsFunc(p.Tokens, func(a common.Address) bool {
		x := t[a]
		return x.why != nil || x.token.TransferTax > 0 && p.Kind != pool.KindProduct
	})
}

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
	if bought == 0 && sold == 0 {
		return refuse("is not traded: in a trial some units less arrived than were sent")
	}
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
