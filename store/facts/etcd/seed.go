package etcd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"golang.org/x/sync/errgroup"

	"bourse/store/facts"
)

// seeding marks streams that are being filled: no node can have all of their facts.
const seeding = math.MaxInt64

// Filler adds facts to a log.
type Filler func(add func(facts.Fact) error) error

// Seed fills an empty log with what a single machine had: fill adds the facts that shall be in the
// log, of the streams given, then keep is told the position that the machine's store has with them.
// From then on every node starts from that store. One that was broken off is begun anew. An
// exchange that is there already is ErrTaken.
func (l *Log) Seed(ctx context.Context, streams []string, fill Filler,
	keep func(facts.Position) error) error {
	if err := l.claim(ctx, streams); err != nil {
		return err
	}
	if err := l.fill(ctx, fill, seedInFlight); err != nil {
		return err
	}
	at, err := l.newest(ctx)
	if err == nil {
		err = keep(at)
	}
	if err != nil {
		return err
	}
	return l.prunedUpTo(ctx, streams, at.Revision)
}

// Store is what a log is repaired by: a store that has of the streams what all nodes had together.
type Store struct {
	Streams []string
	Has     func(stream, name string) (bool, error)
	Open    Filler                     // the facts that it has and that are not final
	Keep    func(facts.Position) error // is told the position of the store
	Others  Filler                     // facts of nodes that it does not have
}

// ErrAlive says that nodes follow a log that is to be repaired.
var ErrAlive = errors.New("nodes of this exchange are running: stop all of them first")

// Repair puts a log together again that was lost, or lost something, around a store from a copy of
// which every node starts then: the store's facts come first, and after its position what it does
// not have, of the log and of other nodes. It takes nothing out of the log. The log gets a new
// identity, so that no node goes on with what it knew. One that was broken off is begun anew.
func (l *Log) Repair(ctx context.Context, s Store) error {
	if err := l.quiet(ctx); err != nil {
		return err
	}
	there, err := l.left(ctx)
	if err != nil {
		return err
	}
	gone, err := l.pruned(ctx, 0)
	if err != nil {
		return unavailable(err)
	}
	if err := l.prunedUpTo(ctx, s.Streams, seeding); err != nil {
		return err
	}
	if err := l.renew(ctx); err != nil {
		return err
	}
	if err := l.fill(ctx, s.Open, seedInFlight); err != nil {
		return err
	}
	at, err := l.newest(ctx)
	if err == nil {
		err = s.Keep(at)
	}
	if err == nil {
		err = l.reput(ctx, there, s.Has)
	}
	if err == nil {
		err = l.fill(ctx, s.Others, 1)
	}
	if err != nil {
		return err
	}
	for stream := range gone {
		if slices.Contains(s.Streams, stream) {
			continue
		}
		if _, err := l.member().Delete(ctx, l.prunedKey(stream)); err != nil {
			return unavailable(err) // the log has all of it then
		}
	}
	return l.prunedUpTo(ctx, s.Streams, at.Revision)
}

// quiet waits until no node is alive, as long as one that was stopped counts as such.
func (l *Log) quiet(ctx context.Context) error {
	for limit := time.Now().Add(2 * nodeSeconds * time.Second); ; {
		nodes, err := l.alive(ctx)
		if err != nil || len(nodes) == 0 {
			return err
		}
		if time.Now().After(limit) {
			var names []string
			for _, n := range nodes {
				names = append(names, n.Name)
			}
			return fmt.Errorf("%w (%s)", ErrAlive, strings.Join(names, ", "))
		}
		rest(ctx, levelEvery)
	}
}

// reput puts facts of the log that a store does not have after its position, in their order.
func (l *Log) reput(ctx context.Context, there []found,
	has func(stream, name string) (bool, error)) error {
	by := l.ruleNow()
	for len(there) > 0 {
		n := 1
		for n < len(there) && there[n].revision == there[0].revision {
			n++
		}
		var group []clientv3.Op
		for _, f := range there[:n] {
			known, err := has(f.Stream, f.Name)
			if err != nil {
				return err
			}
			if !known {
				group = append(group, clientv3.OpPut(l.keyOf(f.Stream, f.Name),
					by.encode(f.Fact)))
			}
		}
		if err := l.put(ctx, group); err != nil {
			return err
		}
		there = there[n:]
	}
	return nil
}

// found is a fact that a log has.
type found struct {
	facts.Fact
	revision int64
}

// left is what a log has that is to be repaired, in its order. What is no fact is left out.
func (l *Log) left(ctx context.Context) (list []found, err error) {
	all, _, err := l.everything(ctx)
	if err == nil {
		err = l.judgeAsLeft(ctx, all)
	}
	if err != nil {
		return nil, unavailable(err)
	}
	slices.SortFunc(all, func(a, b *mvccpb.KeyValue) int {
		return int(a.ModRevision - b.ModRevision)
	})
	for _, kv := range all {
		stream, name, ok := l.parse(kv.Key)
		if !ok {
			continue
		}
		f, err := l.judge(stream, name, kv.Value, kv.ModRevision)
		if errors.Is(err, facts.ErrBroken) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, found{f, kv.ModRevision})
	}
	return list, nil
}

// judgeAsLeft has this tool judge by the rule of the log that is to be repaired. Where somebody
// took the rule away, all facts must be signed.
func (l *Log) judgeAsLeft(ctx context.Context, all []*mvccpb.KeyValue) error {
	_, err := l.learn(ctx)
	switch {
	case errors.Is(err, errNoLog):
		return nil
	case err != nil && !errors.Is(err, facts.ErrUnsigned):
		return err
	}
	if len(l.rules) > 0 || len(l.cfg.Keys) == 0 || err == nil && !slices.ContainsFunc(all,
		func(kv *mvccpb.KeyValue) bool {
			_, _, err := facts.Decode(kv.Value)
			return err == nil && facts.IsSigned(kv.Value)
		}) {
		return nil
	}
	now, err := l.stands(ctx)
	l.rules = []*rule{l.newRule(now.id, 0, unsigned)}
	return err
}

// renew gives the log a new identity, and where this tool has a key, its rule: what comes after is
// signed.
func (l *Log) renew(ctx context.Context) error {
	now, err := l.stands(ctx)
	if err != nil {
		return unavailable(err)
	}
	id := rand.Text()
	ops := []clientv3.Op{clientv3.OpPut(l.idKey(), id), clientv3.OpPut(l.markKey(), rand.Text())}
	var rules []*rule
	if len(l.cfg.Keys) > 0 {
		rules = []*rule{l.newRule(id, now.revision, unsigned)}
		ops = append(ops, clientv3.OpPut(l.ruleKey(), rules[0].text))
	}
	if err := l.put(ctx, ops); err != nil {
		return err
	}
	l.change(func() { l.id, l.rules = id, rules })
	return nil
}

// seedInFlight is how many transactions are on their way at a time while a log is filled with what
// no node has to take in, so that their order is nobody's business.
const seedInFlight = 16

// tellEvery is how often an operator is told how far the filling of a log is.
const tellEvery = 2 * time.Second

// fill puts facts into the log, whether they are there or not: in their order where one transaction
// is on its way at a time.
func (l *Log) fill(ctx context.Context, with Filler, inFlight int) error {
	puts, ctx := errgroup.WithContext(ctx)
	puts.SetLimit(inFlight)
	var group []clientv3.Op
	var done atomic.Int64
	size, by, told := 0, l.ruleNow(), time.Now()
	flush := func() {
		ops := group
		group, size = nil, 0
		puts.Go(func() error {
			defer done.Add(int64(len(ops)))
			return l.put(ctx, ops)
		})
		if l.cfg.Filled != nil && time.Since(told) >= tellEvery {
			told = time.Now()
			l.cfg.Filled(int(done.Load()))
		}
	}
	err := with(func(f facts.Fact) error {
		f.Hint = nil
		value := by.encode(f)
		if len(group) == maxOps || size+len(value) > maxGroup {
			flush()
		}
		size += len(value)
		group = append(group, clientv3.OpPut(l.keyOf(f.Stream, f.Name), value))
		return context.Cause(ctx)
	})
	if err == nil {
		flush()
	}
	if failed := puts.Wait(); failed != nil {
		return failed
	}
	return err
}

func (l *Log) put(ctx context.Context, group []clientv3.Op) error {
	if len(group) == 0 {
		return nil
	}
	_, err := l.member().Txn(ctx).Then(group...).Commit()
	if err != nil {
		return unavailable(err)
	}
	return nil
}

// newest is the position of a store that has all of the log.
func (l *Log) newest(ctx context.Context) (facts.Position, error) {
	now, err := l.stands(ctx)
	if err != nil {
		return facts.Position{}, unavailable(err)
	}
	return facts.Position{Log: now.id, Revision: now.revision, Mark: now.mark,
		Rule: now.rule}, nil
}

// claim sees that the log is empty, or what is left of a Seed that was broken off, and marks it.
func (l *Log) claim(ctx context.Context, streams []string) error {
	begun, err := l.pruned(ctx, 0)
	if err != nil {
		return err
	}
	for _, stream := range streams {
		if len(begun) > 0 && begun[stream] != seeding {
			return facts.ErrTaken
		}
	}
	if len(begun) > 0 {
		if _, err := l.member().Delete(ctx, l.factsPrefix(),
			clientv3.WithPrefix()); err != nil {
			return unavailable(err)
		}
		return l.renew(ctx)
	}
	o, err := l.Overview(ctx)
	if err != nil {
		return err
	}
	if o.Facts > 0 || len(o.Nodes) > 0 {
		return facts.ErrTaken
	}
	if err := l.renew(ctx); err != nil {
		return err
	}
	return l.prunedUpTo(ctx, streams, seeding)
}

// prunedUpTo says of streams up to where their facts may be missing.
func (l *Log) prunedUpTo(ctx context.Context, streams []string, revision int64) error {
	ops := make([]clientv3.Op, len(streams))
	for i, stream := range streams {
		ops[i] = clientv3.OpPut(l.prunedKey(stream), strconv.FormatInt(revision, 10))
	}
	return l.put(ctx, ops)
}

// Newest is the revision of the newest fact of each stream in the log.
func (l *Log) Newest(ctx context.Context) (map[string]int64, error) {
	newest, err := l.pruned(ctx, 0)
	if err != nil {
		return nil, unavailable(err)
	}
	end := clientv3.GetPrefixRangeEnd(l.factsPrefix())
	for key := l.markKey() + "\x00"; ; {
		r, err := l.member().Get(ctx, key, clientv3.WithRange(end), clientv3.WithLimit(1),
			clientv3.WithKeysOnly())
		if err != nil {
			return nil, unavailable(err)
		}
		if len(r.Kvs) == 0 {
			return newest, nil
		}
		stream, _, ok := l.parse(r.Kvs[0].Key)
		if !ok {
			key = string(r.Kvs[0].Key) + "\x00"
			continue
		}
		last, err := l.member().Get(ctx, l.keyOf(stream, ""), clientv3.WithKeysOnly(),
			clientv3.WithPrefix(), clientv3.WithLimit(1),
			clientv3.WithSort(clientv3.SortByModRevision, clientv3.SortDescend))
		if err != nil {
			return nil, unavailable(err)
		}
		for _, kv := range last.Kvs {
			newest[stream] = max(newest[stream], kv.ModRevision)
		}
		key = clientv3.GetPrefixRangeEnd(l.keyOf(stream, ""))
	}
}
