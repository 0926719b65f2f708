package etcd

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend/api"
	"bourse/store/facts"
)

// Config says where the log is.
type Config struct {
	Endpoints []string // HOST:PORT
	Name      string   // of the exchange; several can use one etcd
	Node      string   // of this node, unlike all others; see Nodes
	Addr      string   // at which this node is reached, for Nodes
	TLS       *tls.Config
	// Keep is how long a fact at least stays that every node has and that is final; 0 is
	// DefaultKeep.
	Keep time.Duration
	// Keys sign the facts and seal the secrets that nodes share; without any, whoever can write to
	// etcd can append facts, and who can read it has the secrets.
	Keys   facts.Keys
	Logger *slog.Logger
	// Filled is told now and then how many facts Seed or Repair have put into the log in one go.
	Filled func(facts int)
	Now    func() time.Time // the clock of this node; nil is this machine's
}

const (
	// Patience is how long Append tries.
	Patience = 2 * time.Second
	// DefaultKeep is how long a node may be away and go on without a backup of another one, unless
	// etcd is compacted earlier.
	DefaultKeep = 10 * time.Minute
	// leaseSeconds is how long a leader that died is waited for.
	leaseSeconds = 2
	// levelEvery is how often etcd is asked which revision it is at.
	levelEvery = 250 * time.Millisecond
	maxMessage = 64 << 20
)

// Log is an exchange's facts in etcd: a facts.Log.
type Log struct {
	cfg    Config
	prefix string // of all keys
	gather gather
	hints  atomic.Bool // every node that is alive reads facts with a hint
	ahead  atomic.Int64

	client  atomic.Pointer[clientv3.Client] // of the member that is talked to
	turning sync.Mutex                      // guards the change of it
	at      int                             // its number
	closed  bool

	joined    chan struct{} // closed once this node follows the log
	joinedNow func()

	mu      sync.Mutex
	streams map[string]*stream
	id      string     // of the log; empty before it is known
	rules   []*rule    // by which facts are judged, oldest first
	lost    error      // why what is in etcd is not that log; nil if it is
	seen    int64      // everything up to here has been handed to the streams
	mark    facts.Mark // the newest of that
	aside   int64      // what is no fact, passed over since the start
	asideAt time.Time  // when that was last
	level   time.Time  // when everything up to a revision that etcd named was applied last
	problem string
	refused string           // why this node could not tell of itself last: nor can it append
	leads   map[string]int64 // what this node leads, with the terms' revisions
	vitals  vitals
}

var _ facts.Log = (*Log)(nil)

// Open connects to etcd, which must answer now.
func Open(ctx context.Context, cfg Config) (*Log, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if len(cfg.Endpoints) == 0 {
		return nil, errors.New("the log of an exchange needs the address of an etcd")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Keep == 0 {
		cfg.Keep = DefaultKeep
	}
	if cfg.Name == "" || strings.Contains(cfg.Name, "/") {
		return nil, fmt.Errorf("an exchange's name in etcd is a word without /, not %q", cfg.Name)
	}
	l := &Log{cfg: cfg, prefix: "/bourse/" + cfg.Name, streams: make(map[string]*stream),
		leads: make(map[string]int64), joined: make(chan struct{}),
		vitals: vitals{clocks: make(map[string]*clock)}}
	l.joinedNow = sync.OnceFunc(func() { close(l.joined) })
	first := fnv.New32a()
	first.Write([]byte(cfg.Node)) //nolint:errcheck // a hash takes everything
	l.at = int(first.Sum32() % uint32(len(cfg.Endpoints)))
	client, err := l.connect(l.at)
	if err != nil {
		return nil, err
	}
	l.client.Store(client)
	if err := l.answers(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Follow implements facts.Log.
func (l *Log) Follow(name string, to facts.Applier) {
	l.streams[name] = &stream{log: l, name: name, to: to, wake: make(chan struct{}, 1),
		room: make(chan struct{}, 1)}
}

func (l *Log) factsPrefix() string { return l.prefix + "/facts/" }

// keyOf is where a fact is. Names may hold any bytes but /.
func (l *Log) keyOf(stream, name string) string { return l.factsPrefix() + stream + "/" + name }

// parse is the way back; ok is false for keys that are no facts.
func (l *Log) parse(key []byte) (stream, name string, ok bool) {
	rest, ok := strings.CutPrefix(string(key), l.factsPrefix())
	i := strings.LastIndexByte(rest, '/')
	if !ok || i < 0 {
		return "", "", false
	}
	return rest[:i], rest[i+1:], true
}

// Revision implements facts.Log.
func (l *Log) Revision() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.appliedLocked()
}

// Shown implements facts.Log: what the furthest stream has applied.
func (l *Log) Shown(network uint64) (at int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.streams {
		if s.isOf(network) {
			at = max(at, s.upTo(l.seen))
		}
	}
	return at
}

// appliedLocked is up to where all streams have applied everything.
func (l *Log) appliedLocked() int64 {
	at := l.seen
	for _, s := range l.streams {
		at = min(at, s.upTo(l.seen))
	}
	return at
}

// Wait implements facts.Log.
func (l *Log) Wait(ctx context.Context, network uint64, revision int64) error {
	for _, s := range l.streams {
		if !s.isOf(network) {
			continue
		}
		upTo := func() int64 { return s.upTo(l.seen) }
		if err := l.await(ctx, &s.waiting, upTo, revision); err != nil {
			return err
		}
	}
	return nil
}

// Status implements facts.Log.
func (l *Log) Status() api.ClusterStatus {
	appended, groups := l.gather.counts()
	l.mu.Lock()
	defer l.mu.Unlock()
	s := api.ClusterStatus{Shared: true, Node: l.cfg.Node, Revision: l.appliedLocked(),
		Problem: l.problem, Appended: appended, Groups: groups, Aside: l.aside}
	if l.lost != nil {
		s.Problem = l.lost.Error()
	}
	if !l.level.IsZero() {
		s.Age = time.Since(l.level)
	} else {
		s.Age = never
	}
	for name := range l.leads {
		s.Leads = append(s.Leads, name)
	}
	slices.Sort(s.Leads)
	for _, st := range l.streams {
		if s.Problem == "" {
			s.Problem = st.problem
		}
	}
	s.Problem = cmp.Or(s.Problem, l.refused)
	return s
}

// never is the age of a node that was not level with the log since it started.
const never = 365 * 24 * time.Hour

// SetAside implements facts.Log.
func (l *Log) SetAside(f facts.Fact, why error) {
	l.change(func() { l.aside, l.asideAt = l.aside+1, time.Now() })
	l.cfg.Logger.Error("this is no fact and is passed over", "key",
		l.keyOf(f.Stream, f.Name), "error", why)
}

// Secret implements facts.Log.
func (l *Log) Secret(ctx context.Context, name string, fresh []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*Patience)
	defer cancel()
	rule, err := l.member().Get(ctx, l.ruleKey())
	if err != nil {
		return nil, unavailable(err)
	}
	by, value := l.sealing(rule.Kvs), facts.Encode(fresh, nil)
	if by != nil {
		value = by.Seal(name, fresh)
	}
	key := l.secretKey(name)
	r, err := l.member().Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, string(value))).
		Else(clientv3.OpGet(key)).Commit()
	if err != nil {
		return nil, unavailable(err)
	}
	if r.Succeeded {
		return fresh, nil
	}
	there := r.Responses[0].GetResponseRange().Kvs[0]
	shared, plain, err := l.cfg.Keys.Open(name, there.Value)
	switch {
	case err != nil || !plain || by == nil:
		return shared, err
	case len(rule.Kvs) > 0:
		return nil, fmt.Errorf("%w (%s is open)", facts.ErrOpen, key)
	}
	if err := l.seal(ctx, name, shared, there.ModRevision, by); err != nil {
		return nil, unavailable(err)
	}
	return shared, nil
}

// sealing is the key that secrets are sealed by: that of the log's rule, which all nodes have, or
// this node's newest; nil where it has none.
func (l *Log) sealing(kvs []*mvccpb.KeyValue) *facts.Key {
	for _, kv := range kvs {
		var r rule
		if json.Unmarshal(kv.Value, &r) == nil {
			if key := l.cfg.Keys.Named(r.Key); key != nil {
				return key
			}
		}
	}
	if len(l.cfg.Keys) == 0 {
		return nil
	}
	return &l.cfg.Keys[0]
}
