package etcd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
)

// The log has an identity, a random id; and every transaction of facts puts a random mark in the
// place of the one before. A node stores both with what it has applied. So it knows the log that it
// follows from another one, and from what it was before: etcd that was wiped, another exchange's
// etcd, or etcd as it was when a snapshot was made, also where revisions are past that again. A
// node that does not find what it knows acknowledges nothing and goes on reading until the log is
// there again. It proves the log
//
//   - where it begins to follow, or begins again: there must be its mark, and the history of it;
//   - four times a second, by a question that a majority answers;
//   - with each mark that comes, which names the one that it takes the place of;
//   - in each transaction of facts, which an older mark or another id refuses.
//
// etcd's own cluster id would tell less: a snapshot that was restored at the same addresses keeps
// it, and one that was restored elsewhere without loss is the same log.

func (l *Log) idKey() string { return l.prefix + "/log" }

// markKey is among the facts, so that the watch brings it, and before all of them, so that those of
// its revision come after it.
func (l *Log) markKey() string { return l.factsPrefix() + ".mark" }

// standing is what the log is at a moment.
type standing struct {
	id       string
	revision int64
	mark     facts.Mark
	rule     string // by which facts are signed; empty for none
}

// standingGets asks for what standingOf reads.
func (l *Log) standingGets() []clientv3.Op {
	return []clientv3.Op{clientv3.OpGet(l.idKey()), clientv3.OpGet(l.markKey()),
		clientv3.OpGet(l.ruleKey())}
}

// stands asks a majority what the log is.
func (l *Log) stands(ctx context.Context) (now standing, err error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	err = l.attempt(ctx, func(ctx context.Context, c *clientv3.Client) error {
		r, err := c.Txn(ctx).Then(l.standingGets()...).Commit()
		if err == nil {
			now = standingOf(r, 0)
		}
		return err
	})
	return now, err
}

// standingOf reads the answers to standingGets, the first of which has a number.
func standingOf(r *clientv3.TxnResponse, first int) standing {
	now := standing{revision: r.Header.Revision}
	for _, kv := range r.Responses[first].GetResponseRange().Kvs {
		now.id = string(kv.Value)
	}
	for _, kv := range r.Responses[first+1].GetResponseRange().Kvs {
		now.mark = facts.Mark{Revision: kv.ModRevision, Token: string(kv.Value)}
	}
	for _, kv := range r.Responses[first+2].GetResponseRange().Kvs {
		now.rule = string(kv.Value)
	}
	return now
}

// has tells why a log, as it stands, is not the one of a position; nil if it may be.
func (now *standing) has(at facts.Position) error {
	switch {
	case at.Revision == 0:
		return nil
	case at.Log == "" && at.Revision > now.revision:
		return fmt.Errorf("%w: it has applied revision %d, and this etcd is at %d",
			facts.ErrForeign, at.Revision, now.revision)
	case at.Log == "":
		return nil // it was followed before logs had an identity
	case now.id == "":
		return fmt.Errorf("%w (etcd has no log of this name)", facts.ErrLost)
	case now.id != at.Log:
		return fmt.Errorf("%w: it follows log %s, and etcd has %s: see to --cluster, or start "+
			"from a backup of a node of that exchange", facts.ErrForeign, at.Log, now.id)
	case now.revision < at.Revision || now.mark.Revision < at.Mark.Revision:
		return fmt.Errorf("%w (etcd is at revision %d, this node at %d)", facts.ErrLost,
			min(now.revision, now.mark.Revision), max(at.Revision, at.Mark.Revision))
	case now.mark.Revision == at.Mark.Revision && now.mark != at.Mark:
		return fmt.Errorf("%w (another history leads to revision %d)", facts.ErrLost,
			at.Mark.Revision)
	}
	return nil
}

// prove finds out whether the log has a position in its history. What was compacted is believed.
func (l *Log) prove(ctx context.Context, now standing, at facts.Position) error {
	err := now.has(at)
	if err != nil || at.Mark.Revision == 0 || now.mark.Revision == at.Mark.Revision {
		return err
	}
	was, err := l.markAt(ctx, at.Revision)
	if err == nil && was.Revision == 0 { // it was taken away meanwhile, see putBack
		was, err = l.markAt(ctx, at.Mark.Revision)
	}
	if errors.Is(err, rpctypes.ErrCompacted) {
		return nil
	}
	if err != nil || was == at.Mark {
		return err
	}
	return fmt.Errorf("%w (another history leads to revision %d)", facts.ErrLost, at.Revision)
}

// join proves that the log is the one that this node follows, or begins a new one.
func (l *Log) join(ctx context.Context) error {
	now, err := l.stands(ctx)
	if err != nil {
		return err
	}
	l.mu.Lock()
	known := []facts.Position{l.positionLocked()}
	if known[0].Revision == 0 {
		known = known[:0]
		for _, s := range l.streams {
			known = append(known, s.stored)
		}
	}
	l.mu.Unlock()
	for _, at := range known {
		if err := l.prove(ctx, now, at); err != nil {
			return err
		}
	}
	if now.id == "" {
		if now, err = l.found(ctx); err != nil {
			return err
		}
	}
	l.mu.Lock()
	have := l.rules
	l.mu.Unlock()
	rules, err := l.rulesFor(now, now.id, known, have)
	if err != nil {
		return err
	}
	l.change(func() { l.id, l.rules, l.lost = now.id, rules, nil })
	return nil
}

// found gives a log its identity, unless it has one, and returns how it stands then. Where this
// node has a key, all facts of a log that has none yet are signed.
func (l *Log) found(ctx context.Context) (standing, error) {
	nodes, err := l.alive(ctx)
	if err != nil {
		return standing{}, err
	}
	for i := range nodes {
		if nodes[i].Process != "" { // an older program did not give logs an identity
			return standing{}, fmt.Errorf("node %s follows a log that etcd has no more, or is "+
				"about to put back", nodes[i].Name)
		}
	}
	fresh := rand.Text()
	puts := []clientv3.Op{clientv3.OpPut(l.idKey(), fresh),
		clientv3.OpPut(l.markKey(), rand.Text())}
	there, err := l.member().Get(ctx, l.factsPrefix(), clientv3.WithPrefix(),
		clientv3.WithCountOnly())
	if err != nil {
		return standing{}, err
	}
	if len(l.cfg.Keys) > 0 && there.Count == 0 {
		puts = append(puts, clientv3.OpPut(l.ruleKey(), l.newRule(fresh, 0, unsigned).text))
	}
	if _, err := l.member().Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(l.idKey()), "=", 0)).
		Then(puts...).Commit(); err != nil {
		return standing{}, err
	}
	return l.stands(ctx)
}

// positionLocked is what this node has seen of the log.
func (l *Log) positionLocked() facts.Position {
	return facts.Position{Log: l.id, Revision: l.seen, Mark: l.mark, Rule: l.ruleText(l.seen)}
}

// follows returns what this node has seen, or why it does not follow a log now.
func (l *Log) follows() (facts.Position, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.lost != nil:
		return facts.Position{}, l.lost
	case l.id == "":
		return facts.Position{}, errors.New("this node does not follow the log yet")
	}
	return l.positionLocked(), nil
}

// unless is what keeps a transaction out of a log that is not the one of a position, or has another
// rule.
func (l *Log) unless(at facts.Position, by *rule) []clientv3.Cmp {
	ruled := clientv3.Compare(clientv3.CreateRevision(l.ruleKey()), "=", 0)
	if by != nil {
		ruled = clientv3.Compare(clientv3.Value(l.ruleKey()), "=", by.text)
	}
	return []clientv3.Cmp{
		clientv3.Compare(clientv3.Value(l.idKey()), "=", at.Log),
		clientv3.Compare(clientv3.ModRevision(l.markKey()), ">", at.Mark.Revision-1), ruled,
	}
}

// isSignedAs is an error where a log had a rule and has none.
func (now *standing) isSignedAs(by *rule) error {
	if by != nil && now.rule == "" {
		return facts.ErrUnsigned
	}
	return nil
}

// putBack puts back what says which log this is, where somebody who can write to etcd took that
// away and the log is the same otherwise: its identity, its newest mark, the rule by which facts
// are signed. It is the same where it has this node's mark, or had it before that was taken away. A
// rule is put back by a node that has seen all that was there before: not by one that has yet to
// hear of a newer rule.
func (l *Log) putBack(ctx context.Context, member *clientv3.Client, now standing) bool {
	at, err := l.caughtUp(ctx, member, now.revision)
	by := l.ruleNow()
	switch {
	case err != nil, at.Log == "", at.Mark.Revision == 0, now.id != "" && now.id != at.Log,
		now.rule != "" && now.rule != ruleText(by):
		return false
	case now.mark.Revision == 0:
		if was, err := l.markAt(ctx, at.Mark.Revision); err != nil || was != at.Mark {
			return false
		}
	case now.mark != at.Mark:
		return false
	}
	same := []clientv3.Cmp{
		clientv3.Compare(clientv3.ModRevision(l.markKey()), "=", now.mark.Revision)}
	var puts []clientv3.Op
	put := func(key, is, value string) {
		if is != "" {
			same = append(same, clientv3.Compare(clientv3.Value(key), "=", is))
		} else if value != "" {
			same = append(same, clientv3.Compare(clientv3.CreateRevision(key), "=", 0))
			puts = append(puts, clientv3.OpPut(key, value))
		}
	}
	put(l.idKey(), now.id, at.Log)
	put(l.ruleKey(), now.rule, ruleText(by))
	if now.mark.Revision == 0 {
		puts = append(puts, clientv3.OpPut(l.markKey(), rand.Text()))
	}
	r, err := l.member().Txn(ctx).If(same...).Then(puts...).Commit()
	if err != nil || !r.Succeeded {
		return false // or another node was faster, which the next look tells
	}
	l.cfg.Logger.Error("what says which log this is had been taken away and is put back: find " +
		"out who can write to etcd")
	return true
}

// caughtUp waits until this node has seen a revision, and returns what it has seen.
func (l *Log) caughtUp(ctx context.Context, member *clientv3.Client,
	revision int64) (facts.Position, error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	for ctx.Err() == nil && l.seenNow() < revision {
		member.RequestProgress(ctx) //nolint:errcheck // the answer comes as an event
		rest(ctx, levelEvery/10)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.positionLocked(), ctx.Err()
}

// markAt is the newest mark that the log had at a revision, the zero one for none.
func (l *Log) markAt(ctx context.Context, revision int64) (facts.Mark, error) {
	r, err := l.member().Get(ctx, l.markKey(), clientv3.WithRev(revision))
	if err != nil || len(r.Kvs) == 0 {
		return facts.Mark{}, err
	}
	return facts.Mark{Revision: r.Kvs[0].ModRevision, Token: string(r.Kvs[0].Value)}, nil
}

// lose notes that the log is not the one that this node follows.
func (l *Log) lose(why error) {
	fresh := false
	l.change(func() { fresh, l.lost = l.lost == nil, why })
	if fresh {
		l.cfg.Logger.Error("the log of the exchange is not what it was", "error", why)
	}
}

// isLost tells whether an error is of a log that is not the one that a node follows, or that it
// cannot judge.
func isLost(err error) bool {
	return errors.Is(err, facts.ErrLost) || errors.Is(err, facts.ErrForeign) ||
		errors.Is(err, facts.ErrUnsigned) || errors.Is(err, facts.ErrRotated) ||
		errors.Is(err, facts.ErrSealed) || errors.Is(err, facts.ErrKey)
}
