package etcd

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"bourse/backend/api"
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
	Format   int       `json:"format,omitempty"`  // the newest of facts that it reads; 0 is 1
	Process  string    `json:"process,omitempty"` // random
	Keys     []string  `json:"keys,omitempty"`    // ids of those that it has, the newest first
	Aside    int64     `json:"aside,omitempty"`   // what is no fact, passed over since its start
	AsideAt  time.Time `json:"asideAt,omitzero"`  // when that was last
	MAC      []byte    `json:"mac,omitempty"`     // of name and time, by the first of Keys
}

// ErrName says that two nodes have one name.
var ErrName = errors.New("another node of this name is running: name each one, with --node")

// nodeEvery is how often a node tells how far it is, and nodeSeconds for how long that holds.
const (
	nodeEvery   = time.Second
	nodeSeconds = 5
	// nameSeconds is how long a name may still be that of a process that was killed.
	nameSeconds = 2 * nodeSeconds
)

// tell puts what this node tells of itself where the others see it, until ctx ends. The error is
// ErrName where another one has the name.
func (l *Log) tell(ctx context.Context) error {
	var session *concurrency.Session
	process, key := rand.Text(), l.prefix+"/nodes/"+l.cfg.Node
	var claimed int64   // revision at which the name became this process's, 0 while it is not
	var taken time.Time // since when it is another one's
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
		n := Node{Name: st.Node, Addr: l.cfg.Addr, Revision: st.Revision,
			Stored: l.storedNow(), Time: l.cfg.Now().UTC(), Problem: st.Problem,
			Format: facts.Format, Process: process, Keys: l.cfg.Keys.IDs(), Aside: st.Aside,
			AsideAt: l.asideLast()}
		if len(l.cfg.Keys) > 0 {
			n.MAC = l.clockMAC(&l.cfg.Keys[0], &n)
		}
		text, err := json.Marshal(n)
		if err != nil {
			return err
		}
		put, cancel := context.WithTimeout(ctx, Patience)
		r, err := l.member().Txn(put).
			If(clientv3.Compare(clientv3.CreateRevision(key), "=", claimed)).
			Then(clientv3.OpPut(key, string(text), clientv3.WithLease(session.Lease()))).
			Else(clientv3.OpGet(key)).Commit()
		switch {
		case err != nil:
		case !r.Succeeded:
			claimed, err = claimOf(r.Responses[0].GetResponseRange().Kvs, process)
		case claimed == 0:
			claimed = r.Header.Revision
		}
		if !errors.Is(err, ErrName) {
			taken = time.Time{}
		} else if taken.IsZero() {
			taken = time.Now()
		} else if time.Since(taken) > nameSeconds*time.Second {
			cancel()
			return fmt.Errorf("%w (%s)", err, l.cfg.Node)
		}
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

// claimOf is at which revision a name became a process's, 0 if it is free.
func claimOf(kvs []*mvccpb.KeyValue, process string) (int64, error) {
	if len(kvs) == 0 {
		return 0, errors.New("the name of this node has just become free")
	}
	var n Node
	if err := json.Unmarshal(kvs[0].Value, &n); err != nil || n.Process != process {
		return 0, ErrName
	}
	return kvs[0].CreateRevision, nil
}

// told notes whether this node could tell of itself.
func (l *Log) told(err error) {
	problem := ""
	if err != nil {
		problem = unavailable(err).Error()
	}
	l.change(func() { l.refused = problem })
}

// agree finds out whether all nodes that are alive read facts with a hint, and what their clocks
// say.
func (l *Log) agree(ctx context.Context) error {
	nodes, err := l.alive(ctx)
	l.compare(nodes, l.cfg.Now())
	l.hints.Store(err == nil && !slices.ContainsFunc(nodes,
		func(n Node) bool { return n.Format < facts.Hinted }))
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

// asideLast is when this node passed last over what is no fact.
func (l *Log) asideLast() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asideAt
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
	Log      string // its identity
	Signed   string // id of the key by which facts are signed; empty for none
	Revision int64  // of etcd
	Newest   int64  // of the newest fact: a node that has applied it is level
	Facts    int64  // in the log
	Members  []api.ClusterMember
	Nodes    []Node            // alive
	Leaders  map[string]string // node, by what it leads
	Pruned   int64             // facts up to here may have left the log
}

// Level tells whether a node has applied all facts.
func (o *Overview) Level(n *Node) bool { return n.Revision >= o.Newest }

// asideNews is for how long an operator is told of what is no fact.
const asideNews = time.Hour

// Troubles is what an operator should see to, as of a time.
func (o *Overview) Troubles(now time.Time) (list []string) {
	if len(o.Nodes) == 0 {
		list = append(list, "no node is alive")
	}
	for i := range o.Nodes {
		n := &o.Nodes[i]
		if n.Problem != "" {
			list = append(list, n.Name+": "+n.Problem)
		}
		if o.Signed != "" && len(n.Keys) > 0 && !slices.Contains(n.Keys, o.Signed) {
			list = append(list, fmt.Sprintf("%s has another key than the exchange (%s)", n.Name,
				o.Signed))
		}
		if n.Aside > 0 && now.Sub(n.AsideAt) < asideNews {
			list = append(list, fmt.Sprintf("%s found %d keys that are no facts: see who can "+
				"write to etcd", n.Name, n.Aside))
		}
		if !o.Level(n) {
			list = append(list, n.Name+" is behind")
		}
		if off := now.Sub(n.Time); off < -2*time.Second || off > (nodeSeconds+2)*time.Second {
			list = append(list, fmt.Sprintf("the clocks of %s and of this machine differ by %s",
				n.Name, off.Abs().Round(time.Second)))
		}
	}
	for i := range o.Members {
		m := &o.Members[i]
		if !m.Up {
			list = append(list, fmt.Sprintf("etcd at %s does not answer", m.Addr))
		}
		if m.Full() {
			list = append(list, fmt.Sprintf("etcd at %s has used %.0f %% of its quota", m.Addr,
				100*float64(m.Bytes)/float64(m.Quota)))
		}
	}
	return list
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
	now, err := l.stands(ctx)
	if err != nil {
		return o, unavailable(err)
	}
	o.Log, o.Newest = now.id, now.mark.Revision
	if now.rule != "" {
		var r rule
		if json.Unmarshal([]byte(now.rule), &r) != nil || r.Key == "" {
			return o, facts.ErrUnsigned
		}
		o.Signed = r.Key
	}
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
	o.Members = l.lookAt(ctx)
	return o, nil
}
