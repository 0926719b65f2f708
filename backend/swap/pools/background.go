package pools

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
)

const (
	// pairsAtATime are asked for together in the background.
	pairsAtATime = 80
	// poolsAtATime are read together in the background.
	poolsAtATime = 400
	// lookAgain is after how long Run looks for what is missing.
	lookAgain = 2 * time.Second
	// saveEvery is how often Run saves the pools, and reads some again.
	saveEvery = time.Minute
)

// finding is what is looked for in the background. The tracker's mu guards it.
type finding struct {
	round int        // of Resync, since which the rest is
	pairs []api.Pair // still to ask for
	all   int        // pairs since the last Resync
	lists bool       // the pools of any number of tokens are still to be asked for
	// found are the pools that were ever found, which need not be looked for again
	found map[string]*Info
	// done are the listed tokens that were looked for before their turn
	done map[common.Address]bool
}

// Run finds the pools, where Config leaves that to the background, and reads those again that a
// reorganisation took out of the newest snapshot. It saves them now and then and when ctx ends,
// which is when it returns, and reads some again to see that their logs told all.
func (t *Tracker) Run(ctx context.Context) error {
	if !t.cfg.Background {
		return nil
	}
	timer, saving := time.NewTimer(0), time.NewTicker(saveEvery)
	defer timer.Stop()
	defer saving.Stop()
	for {
		wait := lookAgain
		select {
		case <-ctx.Done():
			logFailure(t, "saved", t.save())
			return nil
		case <-saving.C:
			logFailure(t, "saved", t.save())
			_, err := t.prove(ctx)
			logFailure(t, "compared with the chain", err)
			continue
		case <-timer.C:
		}
		more, err := t.find(ctx)
		logFailure(t, "found", err)
		if err == nil && more {
			wait = 0
		}
		timer.Reset(wait)
	}
}

// logFailure says what was not done with the pools this time.
func logFailure(t *Tracker, done string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		t.cfg.Logger.Warn("pools were not "+done+" yet", "chain", t.cfg.Network.ChainID(),
			"error", err)
	}
}

// find takes one step; more tells that there is another at once. Pools that were found are read
// many together, since each time makes another snapshot, but for the first.
func (t *Tracker) find(ctx context.Context) (more bool, err error) {
	t.searching.Lock()
	defer t.searching.Unlock()
	if t.Newest() == nil {
		return false, nil
	}
	more, err = t.tryListed(ctx, nil)
	if logFailure(t, "tried", err); more && err == nil {
		return true, nil
	}
	pairs, round := t.unasked(nil)
	missing := t.missing(nil)
	t.mu.RLock()
	found, lists := len(t.finding.found), t.finding.lists
	t.mu.RUnlock()
	if len(missing) >= poolsAtATime ||
		len(missing) > 0 && (len(pairs) == 0 || found-len(missing) < poolsAtATime) {
		return true, t.add(ctx, missing)
	}
	last := t.Newest()
	var infos []*Info
	switch {
	case last == nil:
		return false, nil
	case len(pairs) > 0:
		infos, err = t.findPairs(ctx, last.Block.Hash, pairs)
	case lists:
		infos, err = t.findLists(ctx, last.Block.Hash)
	default:
		t.finish()
		return false, nil
	}
	if err != nil {
		return false, err
	}
	t.keep(infos)
	t.askedFor(round, pairs)
	return true, nil
}

// unasked are some of the pairs that are still to be asked for, of a token or of any, and in which
// round of the search.
func (t *Tracker) unasked(token *common.Address) (list []api.Pair, round int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, p := range t.finding.pairs {
		if token == nil || p.Base == *token || p.Quote == *token {
			list = append(list, p)
		}
		if len(list) == pairsAtATime {
			break
		}
	}
	return list, t.finding.round
}

// askedFor takes in that pairs were asked for, or all lists where there are none, unless the search
// began anew meanwhile.
func (t *Tracker) askedFor(round int, pairs []api.Pair) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := &t.finding
	if f.round != round {
		return
	}
	if len(pairs) == 0 {
		f.lists = false
	}
	done := make(map[api.Pair]bool, len(pairs))
	for _, p := range pairs {
		done[p] = true
	}
	f.pairs = slices.DeleteFunc(slices.Clone(f.pairs), func(p api.Pair) bool { return done[p] })
	f.report(&t.work)
}

// finish says that all that was found is in the newest snapshot, unless something came meanwhile.
func (t *Tracker) finish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := &t.finding
	for key, info := range f.found {
		if _, known := t.known[key]; !known && !t.barred(info) {
			return
		}
	}
	t.whole.Store(len(f.pairs) == 0 && !f.lists)
}

// keep remembers pools that were found.
func (t *Tracker) keep(infos []*Info) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, info := range infos {
		t.finding.found[info.key()] = info
		t.whole.Store(false)
	}
}

// missing are some of the pools that were found and are not in the newest snapshot: of a token, or
// of any where that is nil.
func (t *Tracker) missing(token *common.Address) (list []*Info) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for key, info := range t.finding.found {
		if _, known := t.known[key]; !known && !t.barred(info) &&
			(token == nil || slices.Contains(info.Tokens, *token)) {
			list = append(list, info)
		}
	}
	// Wrappers, which are the last of kinds, come before what counts on them.
	slices.SortFunc(list, func(a, b *Info) int {
		return cmp.Or(cmp.Compare(b.Kind, a.Kind), a.Address.Cmp(b.Address))
	})
	return list[:min(len(list), poolsAtATime)]
}

// restart looks for everything from the beginning; what was found before is kept.
func (t *Tracker) restart() {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := &t.finding
	f.round++
	f.done = make(map[common.Address]bool)
	if f.found == nil {
		f.found = make(map[string]*Info)
	}
	f.pairs, f.lists = t.pairs(), true
	t.whole.Store(false)
	f.all = len(f.pairs)
	f.report(&t.work)
}

// report tells how far the search is. The caller holds the tracker's mu.
func (f *finding) report(work *api.Meter) {
	var p api.Progress
	if left := len(f.pairs); left > 0 || f.lists {
		p = api.Progress{What: "finding pools", Done: f.all - left, Total: f.all, Unit: "pairs"}
	}
	work.Set(p)
}

// add reads pools on the block of the newest snapshot and puts them into it, again and again where
// another block comes meanwhile, and then so that blocks wait.
func (t *Tracker) add(ctx context.Context, infos []*Info) error {
	for try := range admitTries {
		done, err := t.addOnce(ctx, infos, try == admitTries-1)
		if done || err != nil {
			return err
		}
	}
	return nil
}

// addOnce does so once; done is false where another block came.
func (t *Tracker) addOnce(ctx context.Context, infos []*Info, hold bool) (done bool, err error) {
	if hold {
		t.writing.Lock()
		defer t.writing.Unlock()
	}
	at := t.Newest()
	if at == nil {
		return true, nil
	}
	list, err := t.reads.readNew(ctx, at.Block, infos)
	if err != nil {
		return false, err
	}
	if !hold {
		t.writing.Lock()
		defer t.writing.Unlock()
	}
	last := t.Newest()
	if last == nil || last.Block.Hash != at.Block.Hash {
		return false, nil
	}
	t.mu.RLock()
	list = slices.DeleteFunc(list, func(l *State) bool {
		_, known := t.known[l.key()]
		return known || t.barred(l.Info)
	})
	t.mu.RUnlock()
	return true, t.replaceNewest(last, slices.Concat(last.Pools, list))
}

// replaceNewest puts other pools into the newest snapshot. The caller holds writing.
func (t *Tracker) replaceNewest(last *Snapshot, pools []*State) error {
	s, err := t.snapshot(chain.Header{BlockRef: last.Block, BaseFee: last.BaseFee}, pools,
		last.past)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.history[0] = s
	t.index(s)
	return nil
}

// fresh are the pools of a block's logs that are not known yet.
func (t *Tracker) fresh(ctx context.Context, b chain.Block) ([]*Info, error) {
	pairs, lists := t.made(b.Logs)
	infos, err := t.findPairs(ctx, b.Hash, pairs)
	if err != nil {
		return nil, err
	}
	if lists {
		more, err := t.findLists(ctx, b.Hash)
		if err != nil {
			return nil, err
		}
		infos = append(infos, more...)
	}
	return t.strangers(append(infos, t.madeIn(b.Logs)...)), nil
}

// strangers are the pools that are not known yet, each once.
func (t *Tracker) strangers(infos []*Info) (list []*Info) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	seen := make(map[string]bool)
	for _, p := range infos {
		key := p.key()
		if _, known := t.known[key]; !known && !seen[key] && !t.barred(p) {
			seen[key], list = true, append(list, p)
		}
	}
	return list
}

// made reads the logs of factories: the pairs of known tokens that got a pool, and whether a list
// of pools grew.
func (t *Tracker) made(logs []types.Log) (pairs []api.Pair, lists bool) {
	for i := range logs {
		l := &logs[i]
		if !t.makesPool(*l) {
			continue
		}
		if !slices.Contains([]common.Hash{pairCreated, poolCreated, createdWithSpacing,
			createdForPair, madeOfKind, poolOfKindIs, binsMade}, l.Topics[0]) {
			lists = lists || l.Topics[0] != heldMade && l.Topics[0] != lockedMade
			continue
		}
		p := api.Pair{Base: common.BytesToAddress(l.Topics[1][:]),
			Quote: common.BytesToAddress(l.Topics[2][:])}
		if !slices.Contains(pairs, p) {
			pairs = append(pairs, p)
		}
	}
	return pairs, lists
}
