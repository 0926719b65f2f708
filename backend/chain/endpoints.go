package chain

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"bourse/backend/api"
)

// Pace of requests to nodes that are not on this machine.
const (
	defaultRate = 5 // requests a second
	paceBurst   = 60
)

// How often the nodes that are not in use are looked at: now and then, which is 4,320 requests a
// day of each, and soon where the one in use tells of no new block. Behind the best of them one may
// be maxLag blocks, or as many as come in lagTime.
const (
	probeEvery = 20 * time.Second
	probeSoon  = 5 * time.Second
	maxLag     = 3
	lagTime    = 15 * time.Second
)

// Nodes says how a network is reached. Addresses are http, https, ws or wss; they may hold keys and
// are told to nobody.
type Nodes struct {
	Read []string // best first: the first one that is healthy answers
	Send string   // where alone transactions go; empty sends them to all that answer reads
	// Rate is how many requests a second each node gets; 0 is five, and no limit for nodes on this
	// machine.
	Rate float64
}

// Connect gives access to a network through nodes elsewhere. Another one takes the place of the one
// that answers only between two rounds of the watcher. None need answer yet.
func Connect(ctx context.Context, nodes Nodes, cfg Config) (*Network, error) {
	if len(nodes.Read) == 0 {
		return nil, fmt.Errorf("network %d has no node: give the address of one", cfg.ChainID)
	}
	n := newNetwork(cfg)
	for i, address := range nodes.Read {
		e, err := n.reach(ctx, address, nodes.Rate)
		if err != nil {
			n.Close()
			return nil, fmt.Errorf("node %d of network %d: %w", i+1, cfg.ChainID, err)
		}
		n.endpoints = append(n.endpoints, e)
	}
	n.current.Store(n.endpoints[0])
	if nodes.Send != "" {
		e, err := n.reach(ctx, nodes.Send, nodes.Rate)
		if err != nil {
			n.Close()
			return nil, fmt.Errorf("the node that transactions of network %d go to: %w",
				cfg.ChainID, err)
		}
		n.relay = e
	}
	return n, nil
}

// reach prepares a connection.
func (n *nodes) reach(ctx context.Context, address string, requests float64) (*endpoint, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, errors.New("its address is not a URL such as https://host/key")
	}
	e := newEndpoint(u.Host, nil, &n.cfg)
	if requests == 0 && !loopback(u.Hostname()) {
		requests = defaultRate
	}
	if requests > 0 {
		e.pace = rate.NewLimiter(rate.Limit(requests), paceBurst)
	}
	e.client, err = dial(ctx, address, e.pause)
	return e, err
}

// Close ends the connections that Connect made.
func (n *nodes) Close() {
	for _, e := range n.endpoints {
		e.client.Close()
	}
	if n.relay != nil {
		n.relay.client.Close()
	}
}

// fromAll asks several nodes the same at once and returns what each answers, nil for none, in their
// order. The error is of the first of them, where none answers.
func fromAll[T any](nodes []*endpoint, ask func(*endpoint) (T, error)) ([]*T, error) {
	answers, failures := make([]*T, len(nodes)), make([]error, len(nodes))
	var all sync.WaitGroup
	for i, e := range nodes {
		all.Go(func() {
			if answer, err := ask(e); err == nil {
				answers[i] = &answer
			} else {
				failures[i] = err
			}
		})
	}
	all.Wait()
	for _, err := range failures {
		if err == nil {
			return answers, nil
		}
	}
	return nil, failures[0]
}

// relays are the nodes that transactions go to.
func (n *nodes) relays() []*endpoint {
	if n.relay != nil {
		return []*endpoint{n.relay}
	}
	return n.answering()
}

// answering are the nodes that can be expected to answer, first the one that answers reads, since
// its reason is told where all refuse, and with the one that transactions go to.
func (n *nodes) answering() []*endpoint {
	nodes := []*endpoint{n.node()}
	if n.relay != nil {
		nodes = append(nodes, n.relay)
	}
	for _, e := range n.endpoints {
		if e != nodes[0] && !e.out(n.cfg.Now()) {
			nodes = append(nodes, e)
		}
	}
	return nodes
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// maxPauseAsked bounds how long a node is left alone because it asks for it.
const maxPauseAsked = 5 * time.Minute

// pause leaves the node alone for as long as it asks.
func (e *endpoint) pause(d time.Duration) {
	e.breaker.pause(e.cfg.Now().Add(min(d, maxPauseAsked)))
}

// sidelined is how often in a row a node spoilt a round, and until when it therefore gets no other.
type sidelined struct {
	mu    sync.Mutex
	times int
	until time.Time
}

const firstSideline = 10 * time.Second

func (s *sidelined) sideline(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = now.Add(firstSideline << min(s.times, 5))
	s.times++
}

func (s *sidelined) forgive() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times, s.until = 0, time.Time{}
}

func (s *sidelined) out(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return now.Before(s.until)
}

// choose picks the node of the next round: the first that neither failed lately nor lags behind the
// others. Where there is none, it is the next one's turn.
func (n *nodes) choose() {
	if len(n.endpoints) == 1 {
		return
	}
	best, now := uint64(0), n.cfg.Now()
	for _, e := range n.endpoints {
		if !e.out(now) {
			best = max(best, e.head.Load())
		}
	}
	lag := uint64(maxLag)
	if t := n.cfg.BlockTime; t > 0 {
		lag = max(lag, uint64(lagTime/t))
	}
	at := 0
	for i, e := range n.endpoints {
		if !e.out(now) && e.breaker.wait(now) == 0 && e.head.Load()+lag >= best {
			n.current.Store(e)
			return
		}
		if e == n.node() {
			at = i
		}
	}
	n.current.Store(n.endpoints[(at+1)%len(n.endpoints)])
}

// ended takes in how a round with the present node ended.
func (n *nodes) ended(err error) {
	switch {
	case err == nil:
		n.node().forgive()
	case len(n.endpoints) > 1 && api.TypeOf(err) == api.ChainUnavailable:
		n.node().sideline(n.cfg.Now())
	}
}

// probe looks at the nodes that are not in use until ctx ends, so that it is known which of them
// can take over, and whether the one in use lags.
func (n *nodes) probe(ctx context.Context) {
	if len(n.endpoints) == 1 {
		return
	}
	ticker := time.NewTicker(probeSoon)
	defer ticker.Stop()
	var last time.Time
	for {
		now := n.cfg.Now()
		stands := now.UnixNano()-n.node().moved.Load() > int64(max(probeSoon, 2*n.cfg.BlockTime))
		if stands || now.Sub(last) >= probeEvery {
			last = now
			n.lookAtOthers(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// lookAtOthers asks the nodes that are not in use for their heads.
func (n *nodes) lookAtOthers(ctx context.Context) {
	for _, e := range n.endpoints {
		if e == n.node() {
			continue
		}
		if _, _, err := n.headOf(ctx, e); err != nil && ctx.Err() == nil {
			e.sideline(n.cfg.Now())
		}
	}
}

// Endpoints tells how the nodes of the network do, in the order in which they are preferred.
func (n *nodes) Endpoints() []api.NodeStatus {
	now, current := n.cfg.Now(), n.node()
	list := make([]api.NodeStatus, len(n.endpoints))
	for i, e := range n.endpoints {
		s := api.NodeStatus{Name: e.name, Current: e == current, Head: e.head.Load(),
			Latency: time.Duration(e.latency.Load())}
		switch {
		case e.breaker.wait(now) > 0:
			s.Problem = fmt.Sprintf("left alone for %s", e.breaker.wait(now).Round(time.Second))
		case e.out(now):
			s.Problem = "failed lately"
		}
		list[i] = s
	}
	return list
}
