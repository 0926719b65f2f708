package etcd

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
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
		if session == nil {
			s, err := concurrency.NewSession(l.client, concurrency.WithTTL(nodeSeconds),
				concurrency.WithContext(ctx))
			if err != nil {
				rest(ctx, nodeEvery)
				continue
			}
			session = s
		}
		st := l.Status()
		text, err := json.Marshal(Node{Name: st.Node, Addr: l.cfg.Addr, Revision: st.Revision,
			Stored: l.storedNow(), Time: time.Now().UTC(), Problem: st.Problem})
		if err != nil {
			return err
		}
		put, cancel := context.WithTimeout(ctx, Patience)
		_, err = l.client.Put(put, l.prefix+"/nodes/"+l.cfg.Node, string(text),
			clientv3.WithLease(session.Lease()))
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

// storedNow is what all streams have on disk.
func (l *Log) storedNow() (at int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.streams {
		if at == 0 || s.stored < at {
			at = s.stored
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
	all, err := l.client.Get(ctx, l.factsPrefix(), clientv3.WithPrefix(), clientv3.WithCountOnly())
	if err != nil {
		return o, unavailable(err)
	}
	o.Revision, o.Facts = all.Header.Revision, all.Count
	nodes, err := l.client.Get(ctx, l.prefix+"/nodes/", clientv3.WithPrefix())
	if err != nil {
		return o, unavailable(err)
	}
	for _, kv := range nodes.Kvs {
		var n Node
		if err := json.Unmarshal(kv.Value, &n); err != nil {
			return o, fmt.Errorf("%s is not what a node tells: %w", kv.Key, err)
		}
		o.Nodes = append(o.Nodes, n)
	}
	leaders, err := l.client.Get(ctx, l.leaderPrefix(""), clientv3.WithPrefix(),
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
	if o.Pruned, _, err = l.pruned(ctx); err != nil {
		return o, err
	}
	for _, endpoint := range l.client.Endpoints() {
		if st, err := l.client.Status(ctx, endpoint); err == nil {
			o.Bytes, o.InUse = st.DbSize, st.DbSizeInUse
			break
		}
	}
	return o, nil
}

func (l *Log) prunedKey() string { return l.prefix + "/pruned" }

// pruned is the newest revision of a fact that has left the log, and the revision of the log.
func (l *Log) pruned(ctx context.Context) (gone, at int64, err error) {
	r, err := l.client.Get(ctx, l.prunedKey())
	if err != nil {
		return 0, 0, unavailable(err)
	}
	if len(r.Kvs) > 0 {
		gone, err = strconv.ParseInt(string(r.Kvs[0].Value), 10, 64)
	}
	return gone, r.Header.Revision, err
}

// checkBehind refuses to start where facts that this node lacks are in the log no longer, or where
// it has applied more than the log ever had.
func (l *Log) checkBehind(ctx context.Context) error {
	gone, at, err := l.pruned(ctx)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.streams {
		if s.stored > at {
			return fmt.Errorf("%w: it has applied revision %d of %s, and this etcd is at %d: "+
				"start with an empty folder or a backup of another node", facts.ErrForeign,
				s.stored, s.name, at)
		}
		if s.stored < gone && l.seen < gone {
			return fmt.Errorf("%w (facts up to revision %d of it are gone, %s has %d)",
				facts.ErrBehind, gone, s.name, s.stored)
		}
	}
	return nil
}
