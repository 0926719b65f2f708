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
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

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
	if err := l.fill(ctx, fill); err != nil {
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
	there, _, err := l.everything(ctx)
	if err != nil {
		return unavailable(err)
	}
	gone, err := l.pruned(ctx, 0)
	if err != nil {
		return unavailable(err)
	}
	if err := l.prunedUpTo(ctx, s.Streams, seeding); err != nil {
		return err
	}
	if _, err := l.member().Txn(ctx).Then(clientv3.OpPut(l.idKey(), rand.Text()),
		clientv3.OpPut(l.markKey(), rand.Text())).Commit(); err != nil {
		return unavailable(err)
	}
	if err := l.fill(ctx, s.Open); err != nil {
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
		err = l.fill(ctx, s.Others)
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
func (l *Log) reput(ctx context.Context, there []*mvccpb.KeyValue,
	has func(stream, name string) (bool, error)) error {
	slices.SortFunc(there, func(a, b *mvccpb.KeyValue) int {
		return int(a.ModRevision - b.ModRevision)
	})
	for len(there) > 0 {
		n := 1
		for n < len(there) && there[n].ModRevision == there[0].ModRevision {
			n++
		}
		var group []clientv3.Op
		for _, kv := range there[:n] {
			stream, name, ok := l.parse(kv.Key)
			if !ok {
				continue
			}
			known, err := has(stream, name)
			if err != nil {
				return err
			}
			if !known {
				group = append(group, clientv3.OpPut(string(kv.Key), string(kv.Value)))
			}
		}
		if err := l.put(ctx, group); err != nil {
			return err
		}
		there = there[n:]
	}
	return nil
}

// fill puts facts into the log, whether they are there or not.
func (l *Log) fill(ctx context.Context, with Filler) error {
	var group []clientv3.Op
	size := 0
	err := with(func(f facts.Fact) error {
		value := facts.Encode(f.Body, nil)
		if len(group) == maxOps || size+len(value) > maxGroup {
			if err := l.put(ctx, group); err != nil {
				return err
			}
			group, size = group[:0], 0
		}
		size += len(value)
		group = append(group, clientv3.OpPut(l.keyOf(f.Stream, f.Name), string(value)))
		return nil
	})
	if err != nil {
		return err
	}
	return l.put(ctx, group)
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
	return facts.Position{Log: now.id, Revision: now.revision, Mark: now.mark}, nil
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
		_, err := l.member().Delete(ctx, l.factsPrefix(), clientv3.WithPrefix())
		if err == nil {
			_, err = l.found(ctx)
		}
		if err == nil {
			_, err = l.member().Put(ctx, l.markKey(), rand.Text())
		}
		return err
	}
	o, err := l.Overview(ctx)
	if err != nil {
		return err
	}
	if o.Facts > 0 || len(o.Nodes) > 0 {
		return facts.ErrTaken
	}
	if _, err := l.found(ctx); err != nil {
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
