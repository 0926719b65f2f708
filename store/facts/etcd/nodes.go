package etcd

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"bourse/store/facts"
)

// Node is what a node tells of itself.
type Node struct {
	Name     string    `json:"name"`
	Addr     string    `json:"addr"`
	Revision int64     `json:"revision"` // applied
	Stored   int64     `json:"stored"`   // of that on its disk by all streams
	Time     time.Time `json:"time"`     // when it told
	Problem  string    `json:"problem,omitempty"`
	Format   int       `json:"format,omitempty"` // the newest of facts that it reads; 0 is 1
}

// nodeEvery is how often a node tells how far it is, and nodeSeconds for how long that holds.
const (
	nodeEvery   = time.Second
	nodeSeconds = 5
)

// tell puts what this node tells of itself where the others see it, until ctx ends.
func (l *Log) tell(ctx context.Context) error {
	var session *concurrency.Session
	defer func() {
		if session != nil {
			session.Close()
		}
	}()
	for ctx.Err() == nil {
		if _, err := l.follows(); err != nil {
			rest(ctx, levelEvery) // what is there is none of this node's business
			continue
		}
		if session == nil {
			s, err := concurrency.NewSession(l.member(), concurrency.WithTTL(nodeSeconds),
				concurrency.WithContext(ctx))
			if err != nil {
				l.told(err)
				rest(ctx, nodeEvery)
				continue
			}
			session = s
		}
		st := l.Status()
		text, err := json.Marshal(Node{Name: st.Node, Addr: l.cfg.Addr, Revision: st.Revision,
			Stored: l.storedNow(), Time: time.Now().UTC(), Problem: st.Problem,
			Format: facts.Format})
		if err != nil {
			return err
		}
		put, cancel := context.WithTimeout(ctx, Patience)
		_, err = l.member().Put(put, l.prefix+"/nodes/"+l.cfg.Node, string(text),
			clientv3.WithLease(session.Lease()))
		l.told(err)
		if err == nil {
			err = l.agree(put)
		}
		cancel()
		select {
		case <-session.Done():
			session = nil
		default:
		}
		if err == nil {
			rest(ctx, nodeEvery)
		} else {
			rest(ctx, levelEvery)
		}
	}
	return nil
}

// told notes whether this node could tell of itself.
func (l *Log) told(err error) {
	problem := ""
	if err != nil {
		problem = unavailable(err).Error()
	}
	l.change(func() { l.refused = problem })
}

// agree finds out whether all nodes that are alive read facts with a hint.
func (l *Log) agree(ctx context.Context) error {
	nodes, err := l.alive(ctx)
	l.hints.Store(err == nil && !slices.ContainsFunc(nodes,
		func(n Node) bool { return n.Format < facts.Format }))
	return err
}

// alive is what nodes told that are alive.
func (l *Log) alive(ctx context.Context) (list []Node, err error) {
	r, err := l.member().Get(ctx, l.prefix+"/nodes/", clientv3.WithPrefix())
	if err != nil {
		return nil, unavailable(err)
	}
	for _, kv := range r.Kvs {
		var n Node
		if err := json.Unmarshal(kv.Value, &n); err != nil {
			return nil, fmt.Errorf("%s is not what a node tells: %w", kv.Key, err)
		}
		list = append(list, n)
	}
	return list, nil
}

// storedNow is what all streams have on disk.
func (l *Log) storedNow() (at int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.streams {
		if at == 0 || s.stored.Revision < at {
			at = s.stored.Revision
		}
	}
	return at
}

// Overview is how an exchange's log and its nodes stand.
type Overview struct {
	Revision int64             // of etcd
	Facts    int64             // in the log
	Bytes    int64             // of etcd's database, on the first endpoint that answers
	InUse    int64             // of these
	Nodes    []Node            // alive
	Leaders  map[string]string // node, by what it leads
	Pruned   int64             // facts up to here may have left the log
}

// Overview asks etcd how the exchange stands.
func (l *Log) Overview(ctx context.Context) (Overview, error) {
	o := Overview{Leaders: make(map[string]string)}
	all, err := l.member().Get(ctx, l.markKey()+"\x00", clientv3.WithCountOnly(),
		clientv3.WithRange(clientv3.GetPrefixRangeEnd(l.factsPrefix())))
	if err != nil {
		return o, unavailable(err)
	}
	o.Revision, o.Facts = all.Header.Revision, all.Count
	if o.Nodes, err = l.alive(ctx); err != nil {
		return o, err
	}
	leaders, err := l.member().Get(ctx, l.leaderPrefix(""), clientv3.WithPrefix(),
		clientv3.WithSort(clientv3.SortByCreateRevision, clientv3.SortAscend))
	if err != nil {
		return o, unavailable(err)
	}
	for _, kv := range leaders.Kvs {
		rest := strings.TrimPrefix(string(kv.Key), l.leaderPrefix(""))
		name := rest[:max(0, strings.LastIndexByte(rest, '/'))]
		if _, first := o.Leaders[name]; !first {
			o.Leaders[name] = string(kv.Value)
		}
	}
	gone, err := l.pruned(ctx, 0)
	if err != nil {
		return o, err
	}
	for _, at := range gone {
		o.Pruned = max(o.Pruned, at)
	}
	for _, endpoint := range l.cfg.Endpoints {
		if st, err := l.member().Status(ctx, endpoint); err == nil {
			o.Bytes, o.InUse = st.DbSize, st.DbSizeInUse
			break
		}
	}
	return o, nil
}
