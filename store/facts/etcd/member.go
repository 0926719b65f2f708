package etcd

import (
	"context"
	"fmt"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
)

// A member that stands still keeps its connections open, so that only the missing answers tell:
// after attemptTime the node turns to the next member, and whatever waits for the last one ends
// with an error and is tried again.

// attemptTime is how long a member may take for an answer that it owes.
const attemptTime = 700 * time.Millisecond

// quickly is how a connection that broke is made again.
var quickly = grpc.ConnectParams{MinConnectTimeout: time.Second,
	Backoff: backoff.Config{BaseDelay: 50 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2,
		MaxDelay: 500 * time.Millisecond}}

// connect reaches the member with a number.
func (l *Log) connect(member int) (*clientv3.Client, error) {
	c, err := clientv3.New(clientv3.Config{
		Endpoints: l.cfg.Endpoints[member : member+1], TLS: l.cfg.TLS, DialTimeout: Patience,
		DialKeepAliveTime: time.Second, DialKeepAliveTimeout: time.Second,
		MaxCallRecvMsgSize: maxMessage, // members refuse pings of whom follows nothing
		BackoffWaitBetween: 25 * time.Millisecond, Logger: zap.NewNop(),
		DialOptions: []grpc.DialOption{grpc.WithConnectParams(quickly)},
	})
	if err != nil {
		return nil, fmt.Errorf("etcd: %w", err)
	}
	return c, nil
}

// member is the one that this node talks to.
func (l *Log) member() *clientv3.Client { return l.client.Load() }

// turn leaves a member that did not answer, unless that has happened already. What waits for it
// ends. The only member is waited for.
func (l *Log) turn(from *clientv3.Client) {
	l.turning.Lock()
	defer l.turning.Unlock()
	if len(l.cfg.Endpoints) == 1 || l.client.Load() != from || l.closed {
		return
	}
	next := (l.at + 1) % len(l.cfg.Endpoints)
	c, err := l.connect(next)
	if err != nil {
		l.cfg.Logger.Warn("turning to another member of etcd failed", "error", err)
		return
	}
	l.at = next
	l.client.Store(c)
	go from.Close() // ends what waits
}

// attempt has the member do something within attemptTime, and turns to the next one if it does not
// answer.
func (l *Log) attempt(ctx context.Context, do func(context.Context, *clientv3.Client) error) error {
	c := l.member()
	try, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	err := do(try, c)
	if err != nil && ctx.Err() == nil && transient(err) {
		l.turn(c)
	}
	return err
}

// answers waits until a member does, for as long as an election of their own may take.
func (l *Log) answers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*Patience)
	defer cancel()
	for {
		err := l.attempt(ctx, func(ctx context.Context, c *clientv3.Client) error {
			_, err := c.Get(ctx, l.idKey(), clientv3.WithCountOnly())
			return err
		})
		if err == nil {
			return nil
		}
		if !l.again(ctx, err) {
			return fmt.Errorf("etcd at %s does not answer, look whether it runs and is reached "+
				"from here: %w", strings.Join(l.cfg.Endpoints, ", "), err)
		}
	}
}

// Close lets go of etcd. What this node led, it leads no more once its lease has run out.
func (l *Log) Close() error {
	l.turning.Lock()
	defer l.turning.Unlock()
	l.closed = true
	return l.client.Load().Close()
}
