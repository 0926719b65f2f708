package etcd

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc/codes"

	"bourse/store/facts"
)

const (
	// maxOps is how many operations a transaction of etcd takes by default.
	maxOps = 128
	// maxFacts is how many of them are facts: what the log is takes three, a term one.
	maxFacts = maxOps - 4
	// aroundFact is how many bytes a fact takes besides its body and hint, at most.
	aroundFact = 64
	// maxGroup bounds the bytes of a transaction; etcd takes 1.5 MiB.
	maxGroup = 1 << 20
	// inFlight is how many transactions are on their way at a time: more make smaller groups
	inFlight = 1
)

// pending is a fact on its way into the log.
type pending struct {
	key     string
	fact    facts.Fact
	kept    facts.Fact // what is there now
	over    int64      // revision of what is there and is no fact; 0 for nothing
	created bool
	at      int64 // revision of the transaction
	err     error
	done    chan struct{}
}

func (p *pending) size() int { return len(p.fact.Body) + len(p.fact.Hint) + aroundFact }

// gather puts facts that are appended at the same time into one transaction.
type gather struct {
	mu       sync.Mutex
	waiting  []*pending
	busy     int
	appended uint64
	took     stopwatch // of transactions
}

func (g *gather) counts() (appended, groups uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.appended, g.took.count
}

// take returns the facts of the next transaction, none when there is nothing to do.
func (g *gather) take() (group []*pending) {
	g.mu.Lock()
	defer g.mu.Unlock()
	size, keys, rest := 0, make(map[string]bool), g.waiting[:0:0]
	for _, p := range g.waiting {
		full := len(group) == maxFacts || len(group) > 0 && size+p.size() > maxGroup
		if full || keys[p.key] { // a transaction can't write a key twice
			rest = append(rest, p)
			continue
		}
		size += p.size()
		keys[p.key] = true
		group = append(group, p)
	}
	g.waiting = rest
	if len(group) == 0 {
		g.busy--
	}
	return group
}

// Append implements facts.Log.
func (l *Log) Append(ctx context.Context, term *facts.Term, list ...facts.Fact) (kept []facts.Fact,
	created []bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	select {
	case <-l.joined:
	case <-ctx.Done():
		return nil, nil, unavailable(ctx.Err())
	}
	group := make([]*pending, len(list))
	for i, f := range list {
		f.Hint = l.hintOf(f)
		group[i] = &pending{key: l.keyOf(f.Stream, f.Name), fact: f, done: make(chan struct{})}
	}
	if term != nil {
		if len(group) > maxFacts {
			return nil, nil, fmt.Errorf("a leader appends at most %d facts together", maxFacts)
		}
		l.commit(ctx, group, term)
	} else {
		l.submit(group)
	}
	kept, created = slices.Clone(list), make([]bool, len(list))
	for i, p := range group {
		select {
		case <-p.done:
		case <-ctx.Done():
			return nil, nil, unavailable(ctx.Err())
		}
		if p.err != nil {
			return nil, nil, p.err
		}
		created[i] = p.created
		if !p.created {
			kept[i] = p.kept
		}
	}
	return kept, created, l.applied(ctx, list[0].Stream, group)
}

// hintOf is the hint that goes with a fact into the log: none while a node is alive whose program
// does not read hints.
func (l *Log) hintOf(f facts.Fact) []byte {
	if !l.hints.Load() {
		return nil
	}
	return f.Hint
}

// applied waits until facts that are in the log are applied on this node.
func (l *Log) applied(ctx context.Context, name string, group []*pending) error {
	var at, made int64
	for _, p := range group {
		at = max(at, p.at)
		if p.created {
			made = max(made, p.at)
		}
	}
	s := l.streams[name]
	if s == nil {
		return fmt.Errorf("nothing here takes in facts of %s", name)
	}
	upTo := func() int64 { return s.upTo(l.seen) }
	if err := l.await(ctx, &s.waiting, upTo, at); err != nil {
		return fmt.Errorf("%w: revision %d is not applied here", facts.ErrUnapplied, at)
	}
	seen, err := l.follows()
	if err == nil && seen.Mark.Revision < made { // it was another log that came to this revision
		err = facts.ErrLost
		l.lose(err)
	}
	if err != nil {
		return unavailable(err)
	}
	return nil
}

// submit hands facts to the transactions that are made next.
func (l *Log) submit(group []*pending) {
	g := &l.gather
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, group...)
	if g.busy < inFlight {
		g.busy++
		go l.drain() // ends when nobody waits
	}
}

func (l *Log) drain() {
	for {
		runtime.Gosched() // writers that are about to append join this transaction
		group := l.gather.take()
		if len(group) == 0 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), Patience)
		l.commit(ctx, group, nil)
		cancel()
	}
}

// commit appends facts by one transaction, and by another one without them where some are there
// already. It answers all of them.
func (l *Log) commit(ctx context.Context, group []*pending, term *facts.Term) {
	var marks []string // of the attempts
	for len(group) > 0 {
		started := time.Now()
		at, err := l.follows()
		if err != nil {
			finish(group, func(p *pending) { p.err = unavailable(err) })
			return
		}
		by := l.ruleNow()
		mark := rand.Text()
		r, err := l.create(ctx, group, term, at, by, mark)
		switch {
		case err != nil && l.again(ctx, err):
			marks = append(marks, mark)
			continue
		case err != nil:
			finish(group, func(p *pending) { p.err = unavailable(err) })
			return
		case r.Succeeded:
			l.gather.counted(len(group), time.Since(started))
			finish(group, func(p *pending) { p.created, p.at = true, r.Header.Revision })
			return
		}
		now := standingOf(r, len(group))
		if err := cmp.Or(now.has(at), now.isSignedAs(by)); err != nil {
			l.lose(err)
			finish(group, func(p *pending) { p.err = unavailable(err) })
			return
		}
		if now.rule != ruleText(by) { // which the watch is about to bring
			if err := errNewRule; !l.again(ctx, err) {
				finish(group, func(p *pending) { p.err = unavailable(err) })
				return
			}
			continue
		}
		if term != nil && len(r.Responses[len(group)+3].GetResponseRange().Kvs) == 0 {
			finish(group, func(p *pending) { p.err = facts.ErrDeposed })
			return
		}
		group = l.resolve(ctx, group, r, marks)
	}
}

// errNewRule says that another rule holds than this node has heard of.
var errNewRule = errors.New("this node does not know yet by which key facts are signed now")

// create makes facts that are absent, in the log that this node has seen up to a position, by a
// rule, and leave a mark.
func (l *Log) create(ctx context.Context, group []*pending, term *facts.Term, at facts.Position,
	by *rule, mark string) (r *clientv3.TxnResponse, err error) {
	absent := l.unless(at, by)
	puts := []clientv3.Op{clientv3.OpPut(l.markKey(), mark)}
	var gets []clientv3.Op
	for _, p := range group {
		absent = append(absent, clientv3.Compare(clientv3.ModRevision(p.key), "=", p.over))
		puts = append(puts, clientv3.OpPut(p.key, by.encode(p.fact)))
		gets = append(gets, clientv3.OpGet(p.key))
	}
	gets = append(gets, l.standingGets()...)
	if term != nil {
		absent = append(absent,
			clientv3.Compare(clientv3.CreateRevision(term.Key), "=", term.Revision))
		gets = append(gets, clientv3.OpGet(term.Key, clientv3.WithMinCreateRev(term.Revision),
			clientv3.WithMaxCreateRev(term.Revision)))
	}
	err = l.attempt(ctx, func(ctx context.Context, c *clientv3.Client) (err error) {
		r, err = c.Txn(ctx).If(absent...).Then(puts...).Else(gets...).Commit()
		return err
	})
	return r, err
}

// transient tells whether an error is of the moment, or of the member, and not of what was asked.
func transient(err error) bool {
	var known rpctypes.EtcdError
	return !errors.As(err, &known) || known.Code() == codes.Unavailable
}

// again tells whether a transaction may be tried once more, after a moment: facts that became known
// by the first attempt are found by the second.
func (l *Log) again(ctx context.Context, err error) bool {
	if !transient(err) {
		return false
	}
	timer := time.NewTimer(20 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// resolve answers the facts that are there already and returns the others, in whose places there
// may be what is no fact. An attempt before this one, which left one of some marks, may have made
// them.
func (l *Log) resolve(ctx context.Context, group []*pending, r *clientv3.TxnResponse,
	marks []string) (left []*pending) {
	for i, p := range group {
		kvs := r.Responses[i].GetResponseRange().Kvs
		if len(kvs) == 0 {
			p.over, left = 0, append(left, p)
			continue
		}
		l.mu.Lock()
		kept, err := l.judge(p.fact.Stream, p.fact.Name, kvs[0].Value, kvs[0].ModRevision)
		l.mu.Unlock()
		if errors.Is(err, facts.ErrBroken) {
			p.over, left = kvs[0].ModRevision, append(left, p)
			continue
		}
		p.kept, p.at, p.err = kept, kvs[0].ModRevision, err
		p.created = len(marks) > 0 && bytes.Equal(kept.Body, p.fact.Body) &&
			l.isMarked(ctx, p.at, marks)
		close(p.done)
	}
	return left
}

// isMarked tells whether one of some marks was left at a revision: what was made there was made by
// this node, and not by another one that was told the same. Where that is not known any more it is
// taken to be so.
func (l *Log) isMarked(ctx context.Context, revision int64, marks []string) bool {
	var r *clientv3.GetResponse
	err := l.attempt(ctx, func(ctx context.Context, c *clientv3.Client) (err error) {
		r, err = c.Get(ctx, l.markKey(), clientv3.WithRev(revision))
		return err
	})
	if err != nil {
		return true
	}
	return len(r.Kvs) == 1 && r.Kvs[0].ModRevision == revision &&
		slices.Contains(marks, string(r.Kvs[0].Value))
}

func finish(group []*pending, with func(p *pending)) {
	for _, p := range group {
		with(p)
		close(p.done)
	}
}

func (g *gather) counted(n int, took time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.appended += uint64(n)
	g.took.note(took)
}

// unavailable says in the words of this project what etcd could not do.
func unavailable(err error) error {
	switch {
	case errors.Is(err, rpctypes.ErrNoSpace):
		return fmt.Errorf("%w: etcd is full: compact and defragment it, or raise its quota, then "+
			"disarm its alarm", facts.ErrUnavailable)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: a majority of etcd did not answer within %s", facts.ErrUnavailable,
			Patience)
	}
	return fmt.Errorf("%w: %w", facts.ErrUnavailable, err)
}
