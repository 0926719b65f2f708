package etcd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
)

const (
	// pruning is what the node leads that takes final facts out of the log.
	pruning = "pruning"
	// pruneEvery is how often it looks for them at most.
	pruneEvery = 30 * time.Second
	// pruneRest is its rest between pages, for whoever appends meanwhile.
	pruneRest = 20 * time.Millisecond
)

// prune has one node at a time take out of the log what is final and stored by all nodes that are
// alive, and compact it up to there. A node that comes back later and lacks some of it learns so
// from the marks of its streams, once etcd cannot tell it what was there.
func (l *Log) prune(ctx context.Context) error {
	for ctx.Err() == nil {
		_, err := l.follows()
		if err != nil {
			rest(ctx, time.Second)
			continue
		}
		err = l.pruneTerm(ctx)
		if ctx.Err() == nil {
			l.change(func() { l.vitals.pruning.Failed++ })
			l.cfg.Logger.Warn("pruning the log failed", "error", err)
			rest(ctx, time.Second)
		}
	}
	return nil
}

// level is what all nodes had stored at a moment.
type level struct {
	moment   time.Time
	revision int64
}

func (l *Log) pruneTerm(ctx context.Context) error {
	term, err := l.Campaign(ctx, pruning)
	if err != nil {
		return err
	}
	defer term.Resign(context.WithoutCancel(ctx)) //nolint:errcheck // its lease ends it too
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-term.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	var levels []level
	var upTo, done int64
	for ctx.Err() == nil {
		at, err := l.storedByAll(ctx)
		if err != nil {
			return err
		}
		levels = append(levels, level{time.Now(), at})
		for len(levels) > 0 && time.Since(levels[0].moment) >= l.cfg.Keep {
			upTo, levels = levels[0].revision, levels[1:]
		}
		if upTo > done {
			if err := l.pruneUpTo(ctx, term, upTo); err != nil {
				return err
			}
			l.change(func() { l.vitals.pruning.Done++ })
			done = upTo
		}
		rest(ctx, min(l.cfg.Keep/4, pruneEvery))
	}
	return facts.ErrDeposed
}

// storedByAll is the revision that every node which is alive has on its disk.
func (l *Log) storedByAll(ctx context.Context) (at int64, err error) {
	nodes, err := l.alive(ctx)
	for i, n := range nodes {
		if i == 0 || n.Stored < at {
			at = n.Stored
		}
	}
	return at, err
}

func (l *Log) pruneUpTo(ctx context.Context, term *facts.Term, upTo int64) error {
	for _, s := range l.streams {
		if err := l.pruneStream(ctx, term, s, upTo); err != nil {
			return err
		}
	}
	_, err := l.follows()
	if err == nil {
		_, err = l.member().Compact(ctx, upTo)
	}
	if errors.Is(err, rpctypes.ErrCompacted) || errors.Is(err, rpctypes.ErrPermissionDenied) {
		return nil // as etcd does of itself where nodes may not (--auto-compaction-retention)
	}
	return err
}

// pruneStream goes through the names of a stream's facts.
func (l *Log) pruneStream(ctx context.Context, term *facts.Term, s *stream, upTo int64) error {
	key := l.keyOf(s.name, "")
	end := clientv3.GetPrefixRangeEnd(key)
	for {
		r, err := l.member().Get(ctx, key, clientv3.WithRange(end), clientv3.WithLimit(pageSize),
			clientv3.WithKeysOnly())
		if err != nil {
			return err
		}
		if err := l.remove(ctx, term, s, final(r.Kvs, s, upTo)); err != nil {
			return err
		}
		if !r.More {
			return nil
		}
		key = string(r.Kvs[len(r.Kvs)-1].Key) + "\x00"
		rest(ctx, pruneRest)
	}
}

// final selects from facts those that may leave.
func final(list []*mvccpb.KeyValue, s *stream, upTo int64) (gone []*mvccpb.KeyValue) {
	var old []*mvccpb.KeyValue
	var names []string
	for _, kv := range list {
		if _, name, ok := s.log.parse(kv.Key); ok && kv.ModRevision <= upTo {
			old, names = append(old, kv), append(names, name)
		}
	}
	for i, over := range s.to.Final(names) {
		if over {
			gone = append(gone, old[i])
		}
	}
	return gone
}

// remove marks how far facts may be missing, then removes them. Whoever reads the log at a revision
// at which one is missing finds the mark there.
func (l *Log) remove(ctx context.Context, term *facts.Term, s *stream,
	list []*mvccpb.KeyValue) error {
	if len(list) == 0 {
		return nil
	}
	marks, err := l.pruned(ctx, 0)
	if err != nil {
		return err
	}
	mark := marks[s.name]
	for _, kv := range list {
		mark = max(mark, kv.ModRevision)
	}
	if mark > marks[s.name] {
		put := clientv3.OpPut(l.prunedKey(s.name), strconv.FormatInt(mark, 10))
		if err := l.asLeader(ctx, term, put); err != nil {
			return err
		}
	}
	for len(list) > 0 {
		n := min(len(list), maxOps)
		ops := make([]clientv3.Op, n)
		for i, kv := range list[:n] {
			ops[i] = clientv3.OpDelete(string(kv.Key))
		}
		if err := l.asLeader(ctx, term, ops...); err != nil {
			return err
		}
		l.change(func() { l.vitals.pruning.Facts += uint64(n) })
		list = list[n:]
	}
	return nil
}

// asLeader does something in etcd while a term is this node's.
func (l *Log) asLeader(ctx context.Context, term *facts.Term, ops ...clientv3.Op) error {
	at, err := l.follows()
	if err != nil {
		return err
	}
	still := append(l.unless(at, l.ruleNow()),
		clientv3.Compare(clientv3.CreateRevision(term.Key), "=", term.Revision))
	r, err := l.member().Txn(ctx).If(still...).Then(ops...).Commit()
	if err == nil && !r.Succeeded {
		return facts.ErrDeposed
	}
	return err
}

func (l *Log) prunedKey(stream string) string { return l.prefix + "/pruned/" + stream }

// pruned is the newest revision of a fact that has left the log, by streams, as of a revision; 0 is
// now.
func (l *Log) pruned(ctx context.Context, revision int64) (map[string]int64, error) {
	r, err := l.member().Get(ctx, l.prunedKey(""), clientv3.WithPrefix(),
		clientv3.WithRev(revision))
	if err != nil {
		return nil, err
	}
	gone := make(map[string]int64)
	for _, kv := range r.Kvs {
		name := strings.TrimPrefix(string(kv.Key), l.prunedKey(""))
		if gone[name], err = strconv.ParseInt(string(kv.Value), 10, 64); err != nil {
			return nil, fmt.Errorf("%s is no revision: %w", kv.Key, err)
		}
	}
	return gone, nil
}

// checkBehind refuses to go on with what the log has at a revision where facts that this node lacks
// are there no longer.
func (l *Log) checkBehind(ctx context.Context, at int64) error {
	gone, err := l.pruned(ctx, at)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.streams {
		if gone[s.name] == seeding {
			return fmt.Errorf("%w: an import into this exchange has not ended: wait for it, or "+
				"run it again", facts.ErrBehind)
		}
		if have := max(s.stored.Revision, l.seen); have < gone[s.name] {
			return fmt.Errorf("%w (facts of %s up to revision %d are gone, this node has %d)",
				facts.ErrBehind, s.name, gone[s.name], have)
		}
	}
	return nil
}
