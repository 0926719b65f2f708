package etcd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"

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
	Keep   time.Duration
	Logger *slog.Logger
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
	client *clientv3.Client
	prefix string // of all keys
	gather gather

	mu      sync.Mutex
	streams map[string]*stream
	seen    int64     // everything up to here has been handed to the streams
	level   time.Time // when everything up to a revision that etcd named was applied last
	waiting waiters   // for all streams
	problem string
	leads   map[string]int64 // what this node leads, with the terms' revisions
}

var _ facts.Log = (*Log)(nil)

// Open connects to etcd, which must answer now.
func Open(ctx context.Context, cfg Config) (*Log, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Keep == 0 {
		cfg.Keep = DefaultKeep
	}
	if cfg.Name == "" || strings.Contains(cfg.Name, "/") {
		return nil, fmt.Errorf("an exchange's name in etcd is a word without /, not %q", cfg.Name)
	}
	client, err := clientv3.New(clientv3.Config{
		Endpoints: cfg.Endpoints, TLS: cfg.TLS, DialTimeout: Patience,
		DialKeepAliveTime: time.Second, DialKeepAliveTimeout: time.Second,
		PermitWithoutStream: true, MaxCallRecvMsgSize: maxMessage,
		BackoffWaitBetween: 25 * time.Millisecond, Logger: zap.NewNop(),
		DialOptions: []grpc.DialOption{grpc.WithConnectParams(quickly)},
	})
	if err != nil {
		return nil, fmt.Errorf("etcd: %w", err)
	}
	l := &Log{cfg: cfg, client: client, prefix: "/bourse/" + cfg.Name,
		streams: make(map[string]*stream), leads: make(map[string]int64)}
	if err := l.answers(ctx); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return l, nil
}

// answers waits until etcd does, for as long as an election of its own may take.
func (l *Log) answers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*Patience)
	defer cancel()
	if _, err := l.client.Get(ctx, l.prefix, clientv3.WithCountOnly()); err != nil {
		return fmt.Errorf("etcd at %s does not answer: %w", strings.Join(l.cfg.Endpoints, ", "),
			err)
	}
	return nil
}

// Close lets go of etcd. What this node led, it leads no more once its lease has run out.
func (l *Log) Close() error { return l.client.Close() }

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

// appliedLocked is up to where all streams have applied everything.
func (l *Log) appliedLocked() int64 {
	at := l.seen
	for _, s := range l.streams {
		at = min(at, s.upTo(l.seen))
	}
	return at
}

// Wait implements facts.Log.
func (l *Log) Wait(ctx context.Context, revision int64) error {
	return l.await(ctx, &l.waiting, l.appliedLocked, revision)
}

// Status implements facts.Log.
func (l *Log) Status() api.ClusterStatus {
	appended, groups, latency := l.gather.counts()
	l.mu.Lock()
	defer l.mu.Unlock()
	s := api.ClusterStatus{Shared: true, Node: l.cfg.Node, Revision: l.appliedLocked(),
		Problem: l.problem, Appended: appended, Groups: groups, Latency: latency}
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
	return s
}

// never is the age of a node that was not level with the log since it started.
const never = 365 * 24 * time.Hour

// Secret implements facts.Log.
func (l *Log) Secret(ctx context.Context, name string, fresh []byte) ([]byte, error) {
	key := l.prefix + "/secrets/" + name
	ctx, cancel := context.WithTimeout(ctx, 5*Patience)
	defer cancel()
	r, err := l.client.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, string(facts.Encode(fresh)))).
		Else(clientv3.OpGet(key)).Commit()
	if err != nil {
		return nil, unavailable(err)
	}
	if r.Succeeded {
		return fresh, nil
	}
	return facts.Decode(r.Responses[0].GetResponseRange().Kvs[0].Value)
}
