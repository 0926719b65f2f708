package etcd

import (
	"context"
	"fmt"
	"math"
	"strconv"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
)

// seeding marks streams that are being filled: no node can have all of their facts.
const seeding = math.MaxInt64

// Seed fills an empty log with what a single machine had: fill adds the facts that shall be in the
// log, of the streams given, then keep is told the revision that the machine's store has applied
// with them. From then on every node starts from that store. One that was broken off is begun anew.
// An exchange that is there already is ErrTaken.
func (l *Log) Seed(ctx context.Context, streams []string,
	fill func(add func(facts.Fact) error) error, keep func(revision int64) error) error {
	if err := l.claim(ctx, streams); err != nil {
		return err
	}
	var group []clientv3.Op
	flush := func() error {
		if len(group) == 0 {
			return nil
		}
		_, err := l.member().Txn(ctx).Then(group...).Commit()
		group = group[:0]
		return err
	}
	size := 0
	err := fill(func(f facts.Fact) error {
		value := facts.Encode(f.Body, nil)
		if len(group) == maxOps || size+len(value) > maxGroup {
			if err := flush(); err != nil {
				return err
			}
			size = 0
		}
		size += len(value)
		group = append(group, clientv3.OpPut(l.keyOf(f.Stream, f.Name), string(value)))
		return nil
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	now, err := l.member().Get(ctx, l.prefix, clientv3.WithCountOnly())
	if err != nil {
		return err
	}
	if err := keep(now.Header.Revision); err != nil {
		return err
	}
	return l.mark(ctx, streams, now.Header.Revision)
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
		return err
	}
	o, err := l.Overview(ctx)
	if err != nil {
		return err
	}
	if o.Facts > 0 || len(o.Nodes) > 0 {
		return facts.ErrTaken
	}
	return l.mark(ctx, streams, seeding)
}

// mark says of streams up to where their facts may be missing.
func (l *Log) mark(ctx context.Context, streams []string, revision int64) error {
	ops := make([]clientv3.Op, len(streams))
	for i, stream := range streams {
		ops[i] = clientv3.OpPut(l.prunedKey(stream), strconv.FormatInt(revision, 10))
	}
	_, err := l.member().Txn(ctx).Then(ops...).Commit()
	return err
}

// Newest is the revision of the newest fact of each stream in the log.
func (l *Log) Newest(ctx context.Context) (map[string]int64, error) {
	newest, err := l.pruned(ctx, 0)
	if err != nil {
		return nil, unavailable(err)
	}
	end := clientv3.GetPrefixRangeEnd(l.factsPrefix())
	for key := l.factsPrefix(); ; {
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
			return nil, fmt.Errorf("%s is no fact", r.Kvs[0].Key)
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
