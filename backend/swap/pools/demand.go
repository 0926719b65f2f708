package pools

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

const (
	// maxNamed is how many unlisted tokens are followed.
	maxNamed = 500
	// askAgain is after how many blocks a token without pools is looked for once more.
	askAgain = 20
	maxAsked = 10_000
)

// lookup is what came of looking for the pools of a token that is not listed.
type lookup struct {
	block uint64
	why   error // it has pools and is not traded; nil where it has none
}

// Learn finds the pools of a token that is not listed, so that routes from the newest snapshot on
// pass them, or those of a listed one that the search in the background has not come to. A token
// without pools, or one that a trial shows to be untradable, is not looked for again for some
// blocks. Since it is called by whoever asks for prices, pools whose figures move without a log are
// read here, once a block.
func (t *Tracker) Learn(ctx context.Context, token api.Token) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	last := t.Newest()
	if last == nil {
		return nil
	}
	if t.moved != last.Block.Hash {
		pools, err := t.reads.moving(ctx, last)
		if err == nil && pools != nil {
			err = t.replaceNewest(last, pools)
			last = t.Newest()
		}
		if err != nil {
			return err
		}
		t.moved = last.Block.Hash
	}
	if t.follows(last, token.Address) {
		if err := t.hurry(ctx, last, token.Address); err != nil {
			return err
		}
		return t.tried[token.Address].why
	}
	if l, ok := t.asked[token.Address]; ok && last.Block.Number < l.block+askAgain {
		return l.why
	}
	if len(t.traded) >= len(t.cfg.Tokens.List())+maxNamed {
		return api.Errorf(api.NoRoute, "%d tokens that are not listed are traded already, which "+
			"is as many as this server follows", maxNamed)
	}
	t.setTokens(token, true)
	found, err := t.findOf(ctx, last.Block.Hash, token.Address)
	x := []trial{{token: token, pools: slices.DeleteFunc(slices.Clone(found),
		func(p *Info) bool { return !p.triable() })}}
	// One that has a wrapper is traded by what that says.
	if err == nil && !slices.ContainsFunc(found,
		func(p *Info) bool { return p.rebases(token.Address) }) {
		err = t.reads.try(ctx, last.Block.Hash, x)
	}
	why := x[0].why
	if err != nil || why != nil || len(found) == 0 {
		t.setTokens(token, false)
		if err == nil {
			t.asked[token.Address] = lookup{last.Block.Number, why}
			if len(t.asked) > maxAsked {
				clear(t.asked)
			}
		}
		return cmp.Or(err, why)
	}
	t.tried[token.Address] = trial{token: x[0].token}
	t.setTokens(x[0].token, true) // with what it keeps of transfers
	if err = t.add(ctx, last, slices.DeleteFunc(found, t.tried.bar)); err != nil {
		t.setTokens(token, false)
	}
	return err
}

// hurry finds the pools of a listed token before those of others, and reads them, with those that
// the search in the background found and has not read yet.
func (t *Tracker) hurry(ctx context.Context, last *Snapshot, token common.Address) error {
	if token == api.NativeToken {
		token = t.wrapped
	}
	f := &t.finding
	var now, later []api.Pair
	for _, p := range f.pairs {
		if len(now) < pairsAtATime && (p.Base == token || p.Quote == token) {
			now = append(now, p)
		} else {
			later = append(later, p)
		}
	}
	if len(now) > 0 {
		infos, err := t.findPairs(ctx, last.Block.Hash, now)
		if err != nil {
			return err
		}
		f.keep(infos)
		f.pairs = later
		f.report(&t.work)
	}
	if f.read {
		return nil
	}
	_, err := t.tryListed(ctx, last, &token)
	logFailure(t, "tried", err)
	last = t.Newest()
	if unread := t.missing(&token); len(unread) > 0 {
		return t.add(ctx, last, unread)
	}
	return nil
}

// setTokens adds a token to those that are known, or takes it away again.
func (t *Tracker) setTokens(token api.Token, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	// Readers may hold the ones of before.
	t.tokens, t.traded = maps.Clone(t.tokens), slices.Clone(t.traded)
	delete(t.tokens, token.Address)
	t.traded = slices.DeleteFunc(t.traded,
		func(a common.Address) bool { return a == token.Address })
	if known {
		t.tokens[token.Address], t.traded = token, append(t.traded, token.Address)
	}
}

// follows tells whether a token is listed, or a snapshot has pools of it: one of before a
// reorganisation may have none.
func (t *Tracker) follows(s *Snapshot, token common.Address) bool {
	if _, listed := t.cfg.Tokens.Listed(token); listed {
		return true
	}
	return slices.ContainsFunc(s.Pools, func(p *State) bool {
		return slices.Contains(p.Tokens, token)
	})
}

// findOf finds the pools of one token with others that are known.
func (t *Tracker) findOf(ctx context.Context, block common.Hash, token common.Address) ([]*Info,
	error) {
	var pairs []api.Pair
	for _, other := range t.traded {
		if other != token && t.sought(token, other) {
			pairs = append(pairs, api.Pair{Base: token, Quote: other})
		}
	}
	found, err := t.findPairs(ctx, block, pairs)
	if err != nil {
		return nil, err
	}
	lists, err := t.findLists(ctx, block)
	for _, info := range lists {
		if slices.Contains(info.Tokens, token) {
			found = append(found, info)
		}
	}
	return found, err
}
