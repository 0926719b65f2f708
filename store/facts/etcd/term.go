package etcd

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"go.etcd.io/etcd/client/v3/concurrency"

	"bourse/store/facts"
)

// Campaign implements facts.Log. The lease of a term is kept alive by the client; where that fails
// the term is over.
func (l *Log) Campaign(ctx context.Context, name string) (*facts.Term, error) {
	session, err := concurrency.NewSession(l.member(), concurrency.WithTTL(leaseSeconds),
		concurrency.WithContext(ctx))
	if err != nil {
		return nil, unavailable(err)
	}
	election := concurrency.NewElection(session, l.leaderPrefix(name))
	lost := make(chan error, 1)
	campaign, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			cancel()
		case <-campaign.Done():
		}
		lost <- nil
	}()
	err = election.Campaign(campaign, l.cfg.Node)
	cancel()
	<-lost
	if err != nil {
		session.Orphan()
		return nil, errors.Join(ctx.Err(),
			unavailable(fmt.Errorf("campaign for %s: %w", name, err)))
	}
	l.change(func() { l.leads[name] = election.Rev() })
	go func() {
		<-session.Done()
		l.change(func() {
			if l.leads[name] == election.Rev() {
				delete(l.leads, name)
			}
		})
	}()
	resign := sync.OnceValue(session.Close)
	return facts.NewTerm(election.Key(), election.Rev(), session.Done(),
		func(context.Context) error { return resign() }), nil
}

func (l *Log) leaderPrefix(name string) string { return l.prefix + "/leaders/" + name }
