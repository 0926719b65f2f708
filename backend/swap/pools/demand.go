package pools

import (
	"context"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"golang.org/x/time/rate"

	"bourse/backend/api"
	"bourse/backend/turns"
)

const (
	// askAgain is after how many blocks a token without pools is looked for once more.
	askAgain = 20
	maxAsked = 10_000
	// patience is how long a client that names a token that is not known waits until it is.
	patience = time.Second
	// lookTime is how long looking for one may take.
	lookTime = 30 * time.Second
	// A client may have so many tokens looked for at once, and one more each askEvery.
	maxLooked = 8
	askEvery  = 5 * time.Second
	// maxClients bounds of how many clients is remembered what they asked for.
	maxClients = 4096
)

// lookup is what came of looking for the pools of a token that is not listed.
type lookup struct {
	token api.Token
	block uint64
	why   error // it has pools and is not traded; nil where it has none
}

// Learn returns what is known of a fungible token, and why it can't be traded if it can't. What is
// known is told at once and without asking the node. A token that nobody has named is looked for
// when it is the client's turn: it may take longer than anybody waits, who is told to ask again. A
// token without pools, or one that a trial shows to be untradable, is not looked for again for some
// blocks.
func (t *Tracker) Learn(ctx context.Context, address common.Address) (api.Token, error) {
	if token, why, known := t.recall(address); known {
		t.named.ask(address, placed(ctx))
		return token, why
	}
	if _, listed := t.cfg.Tokens.Listed(address); listed {
		return t.hurrying.ask(ctx, t, address)
	}
	return t.looking.ask(ctx, t, address)
}

// Freshen has the pools whose figures move without a log read on the newest block, once a block. It
// waits for that as long as ctx allows.
func (t *Tracker) Freshen(ctx context.Context) error {
	last := t.Newest()
	if last == nil || t.isFresh(last) {
		return nil
	}
	return t.moving.do(ctx, last.Block.Hash.String(), func(ctx context.Context) error {
		return t.readMoving(ctx, last)
	})
}

// isFresh tells whether the pools that move were read on a snapshot's block.
func (t *Tracker) isFresh(s *Snapshot) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.moved == s.Block.Hash
}

// readMoving puts pools that move into the newest snapshot as they are on its block, unless another
// snapshot took its place meanwhile: whoever asks next reads them on that.
func (t *Tracker) readMoving(ctx context.Context, last *Snapshot) error {
	pools, err := t.reads.moving(ctx, last)
	if err != nil {
		return err
	}
	t.writing.Lock()
	defer t.writing.Unlock()
	if t.Newest() != last {
		return nil
	}
	if pools != nil {
		if err := t.replaceNewest(last, pools); err != nil {
			return err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moved = last.Block.Hash
	return nil
}

// recall tells what is known of a token, if nothing has to be read to know more.
func (t *Tracker) recall(address common.Address) (token api.Token, why error, known bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	token = t.tokens[address]
	if len(t.history) == 0 {
		return token, nil, token.Address == address
	}
	last := t.history[0]
	if t.follows(last, address) {
		_, listed := t.cfg.Tokens.Listed(address)
		return token, t.tried[address].why,
			!listed || t.whole.Load() || t.finding.done[address]
	}
	l, asked := t.asked[address]
	return l.token, l.why, asked && last.Block.Number < l.block+askAgain
}

// hurryListed finds the pools of a listed token that the search in the background has not come to.
func (t *Tracker) hurryListed(ctx context.Context, address common.Address) error {
	t.searching.Lock()
	defer t.searching.Unlock()
	if t.Newest() == nil {
		return nil
	}
	_, round := t.unasked(nil)
	if err := t.hurry(ctx, address); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := &t.finding; f.round == round && f.done != nil {
		f.done[address] = true
	}
	return t.tried[address].why
}

// looking is the search for tokens that somebody named, one after the other, clients in turn.
// Nobody holds a lock meanwhile that other quotes or blocks wait for.
type looking struct {
	turns   *turns.Queue
	mu      sync.Mutex
	waiting map[netip.Addr]int // looks, by client
	looks   map[common.Address]*look
	budgets lru.BasicLRU[netip.Addr, *rate.Limiter]
}

// look is a token that is looked for.
type look struct {
	address common.Address
	done    chan struct{} // closed when what follows is known
	token   api.Token
	err     error
}

func newLooking() looking {
	return looking{turns: turns.New(1, 1, 0), waiting: make(map[netip.Addr]int),
		looks:   make(map[common.Address]*look),
		budgets: lru.NewBasicLRU[netip.Addr, *rate.Limiter](maxClients)}
}

// ask has a token looked for and waits for it: a client a while, who asks in this process as long
// as it likes.
func (l *looking) ask(ctx context.Context, t *Tracker, address common.Address) (api.Token,
	error) {
	k, err := l.join(ctx, t, address)
	if err != nil {
		return api.Token{}, err
	}
	var over <-chan time.Time
	if api.ClientOf(ctx).IsValid() {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-k.done:
		return k.token, k.err
	case <-ctx.Done():
		return api.Token{}, ctx.Err()
	case <-over:
	}
	e := api.Errorf(api.ChainUnavailable, "the token %s and its pools are being looked for: ask "+
		"again in a second", api.Lower(address))
	e.RetryAfter = time.Second
	return api.Token{}, e
}

// join puts a token among those that are looked for, unless it is. What is asked for in this
// process has no budget, nor has what is listed.
func (l *looking) join(ctx context.Context, t *Tracker, address common.Address) (*look, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if k := l.looks[address]; k != nil {
		return k, nil
	}
	client := api.ClientOf(ctx)
	if _, listed := t.cfg.Tokens.Listed(address); client.IsValid() && !listed {
		budget, ok := l.budgets.Get(client)
		if !ok {
			budget = rate.NewLimiter(rate.Every(askEvery), 2*maxLooked)
			l.budgets.Add(client, budget)
		}
		if l.waiting[client] >= maxLooked || !budget.Allow() {
			e := api.Errorf(api.RateLimited, "too many tokens that are not listed are looked for "+
				"from your address: one each %v", askEvery)
			e.RetryAfter = askEvery
			return nil, e
		}
	}
	k := &look{address: address, done: make(chan struct{})}
	l.looks[address] = k
	l.waiting[client]++
	go l.work(context.WithoutCancel(ctx), t, k)
	return k, nil
}

// work looks for a token when it is its turn.
func (l *looking) work(ctx context.Context, t *Tracker, k *look) {
	back, err := l.turns.Take(ctx, nil)
	client := api.ClientOf(ctx)
	l.mu.Lock()
	if l.waiting[client]--; l.waiting[client] == 0 {
		delete(l.waiting, client)
	}
	l.mu.Unlock()
	if err == nil {
		limit, cancel := context.WithTimeout(ctx, lookTime)
		k.token, k.err = t.look(limit, k.address)
		cancel()
		back()
	} else {
		e := api.Errorf(api.RateLimited, "more tokens are named than can be looked for; wait as "+
			"long as Retry-After says")
		e.RetryAfter = askEvery
		k.err = e
	}
	l.mu.Lock()
	delete(l.looks, k.address)
	l.mu.Unlock()
	close(k.done)
}

// look finds the pools of a token that is not listed, so that routes from the newest snapshot on
// pass them. Blocks go on meanwhile.
func (t *Tracker) look(ctx context.Context, address common.Address) (api.Token, error) {
	if token, why, known := t.recall(address); known {
		return token, why
	}
	if _, listed := t.cfg.Tokens.Listed(address); listed {
		err := t.hurryListed(ctx, address)
		token, _ := t.Token(address)
		return token, err
	}
	token, err := t.cfg.Tokens.Token(ctx, address)
	last := t.Newest()
	if err != nil || last == nil || token.Kind != api.ERC20 {
		return token, err
	}
	found, err := t.findOf(ctx, last.Block.Hash, token)
	x := []trial{{token: token, pools: slices.DeleteFunc(slices.Clone(found),
		func(p *Info) bool { return !p.triable() })}}
	// One that has a wrapper is traded by what that says.
	if err == nil && !slices.ContainsFunc(found,
		func(p *Info) bool { return p.rebases(address) }) {
		err = t.reads.try(ctx, last.Block.Hash, x)
	}
	if err != nil {
		return token, err
	}
	if why := x[0].why; why != nil || len(found) == 0 {
		t.writing.Lock()
		defer t.writing.Unlock()
		t.mu.Lock()
		defer t.mu.Unlock()
		if len(t.asked) > maxAsked {
			clear(t.asked)
		}
		t.asked[address] = lookup{token, last.Block.Number, why}
		return token, why
	}
	return x[0].token, t.admit(ctx, x[0].token, found)
}

// admitTries is how often pools are read for the newest block, of which one can come meanwhile.
const admitTries = 8

// admit puts a token and its pools into the newest snapshot.
func (t *Tracker) admit(ctx context.Context, token api.Token, found []*Info) error {
	mine := trials{token.Address: {token: token}} // with what it keeps of transfers
	found = slices.DeleteFunc(found, mine.bar)
	for range admitTries {
		last := t.Newest()
		list, err := t.reads.readNew(ctx, last.Block, found)
		if err != nil {
			return err
		}
		done, err := t.admitAt(placed(ctx), last.Block.Hash, token, list)
		if done || err != nil {
			return err
		}
	}
	e := api.Errorf(api.ChainUnavailable, "blocks came faster than the pools of %s could be read: "+
		"ask again in a second", token.Symbol)
	e.RetryAfter = time.Second
	return e
}

// admitAt does so with pools as they are at a block, unless another one came, and in the place of
// another token where there is no room for more.
func (t *Tracker) admitAt(client netip.Addr, block common.Hash, token api.Token,
	list []*State) (done bool, err error) {
	t.writing.Lock()
	defer t.writing.Unlock()
	last := t.Newest()
	if last.Block.Hash != block {
		return false, nil
	}
	gives, full := t.named.giver(token.Address, func(a common.Address) bool {
		_, valued := last.rates[a] // by what stands in its pools
		return valued
	})
	t.setTokens(token, true)
	t.setTried(token.Address, trial{token: token})
	list = slices.DeleteFunc(list, func(l *State) bool {
		_, known := t.known[l.key()]
		return known || t.barred(l.Info)
	})
	list = slices.Concat(last.Pools, list)
	if full {
		list = slices.DeleteFunc(list, func(l *State) bool {
			return slices.Contains(l.Tokens, gives)
		})
	}
	if err = t.replaceNewest(last, list); err != nil {
		t.setTokens(token, false)
		return true, err
	}
	t.named.take(token.Address, client)
	if full {
		t.forget(gives)
	}
	return true, nil
}

// forget drops what is known of a token that somebody named, of which the newest snapshot has no
// pools any more.
func (t *Tracker) forget(token common.Address) {
	t.named.leave(token)
	t.setTokens(api.Token{Address: token}, false)
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.tried, token)
	maps.DeleteFunc(t.finding.found, func(_ string, p *Info) bool {
		return slices.Contains(p.Tokens, token)
	})
}

// hurry finds the pools of a listed token before those of others, and reads them, with those that
// the search in the background found and has not read yet. The caller holds searching.
func (t *Tracker) hurry(ctx context.Context, token common.Address) error {
	if token == api.NativeToken {
		token = t.wrapped
	}
	now, round := t.unasked(&token)
	if len(now) > 0 {
		infos, err := t.findPairs(ctx, t.Newest().Block.Hash, now)
		if err != nil {
			return err
		}
		t.keep(infos)
		t.askedFor(round, now)
	}
	if t.whole.Load() {
		return nil
	}
	_, err := t.tryListed(ctx, &token)
	logFailure(t, "tried", err)
	if unread := t.missing(&token); len(unread) > 0 {
		return t.add(ctx, unread)
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

// setTried notes what came of a trial.
func (t *Tracker) setTried(token common.Address, x trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tried[token] = x
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
func (t *Tracker) findOf(ctx context.Context, block common.Hash, token api.Token) ([]*Info,
	error) {
	t.mu.RLock()
	traded := t.traded
	t.mu.RUnlock()
	var pairs []api.Pair
	for _, other := range traded {
		if other != token.Address && t.sought(token.Address, other) {
			pairs = append(pairs, api.Pair{Base: token.Address, Quote: other})
		}
	}
	found, err := t.findPairs(ctx, block, pairs)
	if err != nil {
		return nil, err
	}
	lists, err := t.findLists(ctx, block, token)
	for _, info := range lists {
		if slices.Contains(info.Tokens, token.Address) {
			found = append(found, info)
		}
	}
	return found, err
}
