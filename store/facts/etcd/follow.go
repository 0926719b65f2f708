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
	all.Go(func() error { return l.look(ctx) })
	return all.Wait()
}

// followAll follows the log, and again whenever the watch ends. A log that is not what it was is
// looked at again: it may be that of another address for a while.
func (l *Log) followAll(ctx context.Context) error {
	const soon = 20 * time.Millisecond
	for wait := soon; ctx.Err() == nil; wait = min(2*wait, time.Second) {
		before := l.seenNow()
		err := l.follow(ctx)
		l.change(func() { l.vitals.breaks++ })
		if l.seenNow() > before {
			wait = soon
		}
		switch {
		case err == nil || ctx.Err() != nil:
			continue
		case errors.Is(err, facts.ErrFormat), errors.Is(err, facts.ErrBehind),
			isLost(err) && l.seenNow() == 0:
			return err
		case isLost(err):
			l.lose(err)
		default:
			l.trouble(fmt.Sprintf("etcd cannot be followed: %v", err))
			l.cfg.Logger.Warn("following etcd failed", "error", err)
		}
		rest(ctx, wait)
	}
	return nil
}

// follow proves the log and follows it until something fails.
func (l *Log) follow(ctx context.Context) error {
	if err := l.join(ctx); err != nil {
		return err
	}
	if l.seenNow() == 0 {
		if err := l.start(ctx); err != nil {
			return err
		}
	}
	l.joinedNow()
	err := l.watch(ctx)
	if errors.Is(err, rpctypes.ErrCompacted) {
		return l.reread(ctx)
	}
	return err
}

func (l *Log) trouble(problem string) { l.change(func() { l.problem = problem }) }

func (l *Log) seenNow() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen
}

// start decides where following begins: after what all streams have stored, or with everything
// there is.
func (l *Log) start(ctx context.Context) error {
	var from facts.Position
	for _, s := range l.streams {
		if s.stored.Revision == 0 {
			return l.reread(ctx)
		}
		if from.Revision == 0 || s.stored.Revision < from.Revision {
			from = s.stored
		}
	}
	l.change(func() { l.seen, l.mark = from.Revision, from.Mark })
	return nil
}

// pageSize is how many facts are read at a time.
const pageSize = 4096

// reread hands over everything that is in the log, oldest first: at first, and where what was
// missed has been compacted away. Appliers pass over what they know.
func (l *Log) reread(ctx context.Context) error {
	all, at, err := l.everything(ctx)
	if err != nil {
		return err
	}
	if err := l.checkBehind(ctx, at); err != nil {
		return err
	}
	after := l.seenNow()
	all = slices.DeleteFunc(all, func(kv *mvccpb.KeyValue) bool {
		return kv.ModRevision <= after && string(kv.Key) != l.markKey()
	})
	return l.deliver(ctx, all, at, facts.Mark{})
}

// everything is all that is below the prefix of facts at a revision.
func (l *Log) everything(ctx context.Context) (all []*mvccpb.KeyValue, at int64, err error) {
	key, end := l.factsPrefix(), clientv3.GetPrefixRangeEnd(l.factsPrefix())
	for {
		r, err := l.member().Get(ctx, key, clientv3.WithRange(end), clientv3.WithLimit(pageSize),
			clientv3.WithRev(at))
		if err != nil {
			return nil, 0, err
		}
		if at == 0 {
			at = r.Header.Revision
		}
		all = append(all, r.Kvs...)
		if !r.More {
			return all, at, nil
		}
		key = string(r.Kvs[len(r.Kvs)-1].Key) + "\x00"
	}
}

// deliver hands facts to their streams; everything up to a revision has then been seen, the newest
// mark of which is in the list or the one given. Facts of one revision go by their names: however
// they are read, all nodes apply them in the same order. What is no fact is passed over, by all
// nodes alike.
func (l *Log) deliver(ctx context.Context, list []*mvccpb.KeyValue, upTo int64,
	mark facts.Mark) error {
	slices.SortFunc(list, func(a, b *mvccpb.KeyValue) int {
		return cmp.Or(cmp.Compare(a.ModRevision, b.ModRevision), bytes.Compare(a.Key, b.Key))
	})
	for _, s := range l.streams {
		if err := s.waitForRoom(ctx); err != nil {
			return err
		}
	}
	touched := make(map[*stream]bool)
	broken := make(map[string]error)
	var failed error
	l.change(func() {
		for _, kv := range list {
			switch string(kv.Key) {
			case l.markKey():
				mark = facts.Mark{Revision: kv.ModRevision, Token: string(kv.Value)}
				continue
			case l.ruleKey():
				if failed = l.newRuleLocked(kv); failed != nil {
					return
				}
				continue
			}
			stream, name, ok := l.parse(kv.Key)
			s := l.streams[stream]
			if !ok || s == nil || kv.ModRevision <= s.stored.Revision {
				continue // of a network that this node does not have, or applied before
			}
			f, err := l.judge(stream, name, kv.Value, kv.ModRevision)
			if errors.Is(err, facts.ErrBroken) {
				broken[string(kv.Key)] = err
				continue
			}
			if err != nil {
				failed = fmt.Errorf("%s: %w", kv.Key, err)
				return
			}
			at := facts.Position{Log: l.id, Revision: kv.ModRevision, Mark: mark,
				Rule: l.ruleText(kv.ModRevision)}
			if n := len(s.queue); n > 0 && s.queue[n-1].at.Revision == at.Revision {
				s.queue[n-1].list = append(s.queue[n-1].list, f)
			} else {
				s.queue = append(s.queue, arrival{at, []facts.Fact{f}})
			}
			touched[s] = true
		}
		l.seen = max(l.seen, upTo)
		if mark.Revision > l.mark.Revision {
			l.mark = mark
		}
	})
	for key, why := range broken {
		stream, name, _ := l.parse([]byte(key))
		l.SetAside(facts.Fact{Stream: stream, Name: name}, why)
	}
	for s := range touched {
		select {
		case s.wake <- struct{}{}:
		default:
		}
	}
	return failed
}

// watch hands over what comes after what was seen, until it fails.
func (l *Log) watch(ctx context.Context) error {
	ctx, cancel := context.WithCancel(clientv3.WithRequireLeader(ctx))
	defer cancel()
	member := l.member()
	l.mu.Lock()
	from := l.positionLocked()
	l.mu.Unlock()
	events := member.Watch(ctx, l.factsPrefix(), clientv3.WithPrefix(), clientv3.WithPrevKV(),
		clientv3.WithRev(from.Revision+1), clientv3.WithFilterDelete(),
		clientv3.WithProgressNotify())
	last, lost := from.Mark, make(chan error, 1)
	go func() { lost <- l.keepLevel(ctx, member) }()
	silent := time.NewTimer(Patience)
	defer silent.Stop()
	for {
		select {
		case err := <-lost:
			return cmp.Or(err, ctx.Err())
		case <-silent.C:
			l.turn(member)
			return errors.New("the watch tells nothing")
		case r, ok := <-events:
			if !ok {
				l.turn(member)
				return cmp.Or(ctx.Err(), errors.New("the watch ended"))
			}
			if err := r.Err(); err != nil {
				if transient(err) { // it knows no leader
					l.turn(member)
				}
				return err
			}
			silent.Reset(Patience)
			upTo := r.Header.Revision
			list, before := make([]*mvccpb.KeyValue, 0, len(r.Events)), last
			for _, e := range r.Events {
				if err := l.chained(&last, e); err != nil {
					return err
				}
				list = append(list, e.Kv)
				upTo = e.Kv.ModRevision
			}
			if err := l.deliver(ctx, list, upTo, before); err != nil {
				return err
			}
		}
	}
}

// chained proves that a mark takes the place of the last one, and makes it the last one. What it
// took the place of may have been compacted.
func (l *Log) chained(last *facts.Mark, e *clientv3.Event) error {
	if string(e.Kv.Key) != l.markKey() {
		return nil
	}
	if before := e.PrevKv; before != nil && last.Revision != 0 &&
		*last != (facts.Mark{Revision: before.ModRevision, Token: string(before.Value)}) {
		return fmt.Errorf("%w (another history leads to revision %d)", facts.ErrLost,
			e.Kv.ModRevision)
	}
	*last = facts.Mark{Revision: e.Kv.ModRevision, Token: string(e.Kv.Value)}
	return nil
}

// keepLevel proves the log, and that this node knows all of it, again and again until ctx ends. An
// error is that the log is not what it was.
func (l *Log) keepLevel(ctx context.Context, member *clientv3.Client) error {
	every := time.NewTicker(levelEvery)
	defer every.Stop()
	for {
		select {
		case <-every.C:
		case <-ctx.Done():
			return nil
		}
		l.mu.Lock()
		at := l.positionLocked()
		l.mu.Unlock()
		moment := time.Now()
		now, err := l.stands(ctx)
		if err == nil {
			why := cmp.Or(now.has(at), now.isSignedAs(l.ruleNow()))
			if why != nil && !l.putBack(ctx, member, now) {
				return why
			}
			if _, lost := l.follows(); why != nil || lost != nil {
				return cmp.Or(lost, why) // follow it anew, as it stands
			}
			l.change(func() { l.vitals.newest = now.mark.Revision })
			go l.levelAt(ctx, moment, now.revision)
		}
		member.RequestProgress(ctx) //nolint:errcheck // the answer comes as an event
	}
}

// levelAt notes, once a revision is applied, that this node knows everything of a moment.
func (l *Log) levelAt(ctx context.Context, moment time.Time, revision int64) {
	if l.Wait(ctx, 0, revision) != nil {
		return
	}
	var away time.Duration
	l.change(func() {
		if moment.After(l.level) {
			if l.problem != "" && !l.level.IsZero() {
				away = moment.Sub(l.level)
			}
			l.level, l.problem = moment, ""
		}
	})
	if away > 0 {
		l.cfg.Logger.Info("level with the log again", "after", away.Round(time.Millisecond))
	}
}
