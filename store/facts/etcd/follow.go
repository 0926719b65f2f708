package etcd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"golang.org/x/sync/errgroup"

	"bourse/store/facts"
)

// Run implements facts.Log.
func (l *Log) Run(ctx context.Context) error {
	for _, s := range l.streams {
		var err error
		if s.stored, err = s.to.Applied(); err != nil {
			return err
		}
	}
	all, ctx := errgroup.WithContext(ctx)
	for _, s := range l.streams {
		all.Go(func() error { return s.run(ctx) })
	}
	all.Go(func() error { return l.tell(ctx) })
	all.Go(func() error { return l.followAll(ctx) })
	all.Go(func() error { return l.prune(ctx) })
	return all.Wait()
}

// followAll follows the log, and again whenever the watch ends.
func (l *Log) followAll(ctx context.Context) error {
	from, err := l.start(ctx)
	for wait := 20 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, time.Second) {
		if err == nil {
			before := l.seenNow()
			from, err = l.watch(ctx, from)
			if l.seenNow() > before {
				wait = 20 * time.Millisecond
			}
		}
		if errors.Is(err, rpctypes.ErrCompacted) {
			from, err = l.reread(ctx)
			continue
		}
		if errors.Is(err, facts.ErrFormat) || errors.Is(err, facts.ErrBehind) ||
			errors.Is(err, facts.ErrForeign) {
			return err
		}
		if ctx.Err() == nil {
			l.trouble(fmt.Sprintf("etcd cannot be followed: %v", err))
			l.cfg.Logger.Warn("following etcd failed", "error", err)
			rest(ctx, wait)
			if l.seenNow() == 0 {
				from, err = l.start(ctx)
			} else {
				err = nil
			}
		}
	}
	return nil
}

func (l *Log) trouble(problem string) { l.change(func() { l.problem = problem }) }

func (l *Log) seenNow() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen
}

// start decides where following begins: after what all streams have stored, or with everything
// there is.
func (l *Log) start(ctx context.Context) (from int64, err error) {
	for _, s := range l.streams {
		if s.stored == 0 {
			return l.reread(ctx)
		}
		if from == 0 || s.stored < from {
			from = s.stored
		}
	}
	if err := l.checkForeign(ctx); err != nil {
		return 0, err
	}
	l.change(func() { l.seen = from })
	return from, nil
}

// pageSize is how many facts are read at a time.
const pageSize = 4096

// reread hands over everything that is in the log, oldest first: at first, and where what was
// missed has been compacted away. Appliers pass over what they know.
func (l *Log) reread(ctx context.Context) (at int64, err error) {
	if err := l.checkForeign(ctx); err != nil {
		return 0, err
	}
	var all []*mvccpb.KeyValue
	key, end := l.factsPrefix(), clientv3.GetPrefixRangeEnd(l.factsPrefix())
	for {
		options := []clientv3.OpOption{clientv3.WithRange(end), clientv3.WithLimit(pageSize)}
		if at != 0 {
			options = append(options, clientv3.WithRev(at))
		}
		r, err := l.member().Get(ctx, key, options...)
		if err != nil {
			return 0, err
		}
		if at == 0 {
			at = r.Header.Revision
		}
		all = append(all, r.Kvs...)
		if !r.More {
			break
		}
		key = string(r.Kvs[len(r.Kvs)-1].Key) + "\x00"
	}
	if err := l.checkBehind(ctx, at); err != nil {
		return 0, err
	}
	after := l.seenNow()
	all = slices.DeleteFunc(all, func(kv *mvccpb.KeyValue) bool {
		return kv.CreateRevision <= after
	})
	return at, l.deliver(ctx, all, at)
}

// deliver hands facts to their streams; everything up to a revision has then been seen. Facts of
// one revision go by their names: however they are read, all nodes apply them in the same order.
func (l *Log) deliver(ctx context.Context, list []*mvccpb.KeyValue, upTo int64) error {
	slices.SortFunc(list, func(a, b *mvccpb.KeyValue) int {
		return cmp.Or(cmp.Compare(a.CreateRevision, b.CreateRevision),
			bytes.Compare(a.Key, b.Key))
	})
	for _, s := range l.streams {
		if err := s.waitForRoom(ctx); err != nil {
			return err
		}
	}
	touched := make(map[*stream]bool)
	var failed error
	l.change(func() {
		for _, kv := range list {
			stream, name, ok := l.parse(kv.Key)
			s := l.streams[stream]
			if !ok || s == nil || kv.CreateRevision <= s.stored {
				continue // of a network that this node does not have, or applied before
			}
			body, hint, err := facts.Decode(kv.Value)
			if err != nil {
				failed = fmt.Errorf("%s: %w", kv.Key, err)
				return
			}
			f := facts.Fact{Stream: stream, Name: name, Body: body, Hint: hint}
			if n := len(s.queue); n > 0 && s.queue[n-1].revision == kv.CreateRevision {
				s.queue[n-1].list = append(s.queue[n-1].list, f)
			} else {
				s.queue = append(s.queue, arrival{kv.CreateRevision, []facts.Fact{f}})
			}
			touched[s] = true
		}
		l.seen = max(l.seen, upTo)
	})
	for s := range touched {
		select {
		case s.wake <- struct{}{}:
		default:
		}
	}
	return failed
}

// watch hands over what comes after a revision, until it fails; it returns where to go on.
func (l *Log) watch(ctx context.Context, from int64) (int64, error) {
	ctx, cancel := context.WithCancel(clientv3.WithRequireLeader(ctx))
	defer cancel()
	member := l.member()
	events := member.Watch(ctx, l.factsPrefix(), clientv3.WithPrefix(),
		clientv3.WithRev(from+1), clientv3.WithFilterDelete(), clientv3.WithProgressNotify())
	ask := time.NewTicker(levelEvery)
	defer ask.Stop()
	pendingAsk := time.Time{} // when the question that waits for an answer was put
	heard := time.Now()
	for {
		select {
		case <-ask.C:
			if !pendingAsk.IsZero() && time.Since(heard) > attemptTime &&
				time.Since(pendingAsk) > attemptTime {
				l.turn(member)
			}
			if pendingAsk.IsZero() || time.Since(pendingAsk) > Patience {
				pendingAsk = time.Now()
				go member.RequestProgress(ctx) // an answer comes as an event
			}
		case r, ok := <-events:
			if !ok {
				l.turn(member)
				return from, cmp.Or(ctx.Err(), errors.New("the watch ended"))
			}
			if err := r.Err(); err != nil {
				if transient(err) { // it knows no leader
					l.turn(member)
				}
				return from, err
			}
			heard = time.Now()
			list := make([]*mvccpb.KeyValue, 0, len(r.Events))
			for _, e := range r.Events {
				list = append(list, e.Kv)
			}
			upTo := r.Header.Revision
			if n := len(list); n > 0 {
				upTo = list[n-1].ModRevision
			}
			if err := l.deliver(ctx, list, upTo); err != nil {
				return from, err
			}
			from = max(from, upTo)
			if r.IsProgressNotify() && !pendingAsk.IsZero() {
				go l.levelAt(ctx, pendingAsk, upTo)
				pendingAsk = time.Time{}
			}
		}
	}
}

// levelAt notes, once a revision is applied, that this node knows everything of a moment.
func (l *Log) levelAt(ctx context.Context, moment time.Time, revision int64) {
	if l.Wait(ctx, revision) != nil {
		return
	}
	l.change(func() {
		if moment.After(l.level) {
			l.level, l.problem = moment, ""
		}
	})
}
