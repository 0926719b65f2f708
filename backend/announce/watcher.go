package announce

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// Config is what a watcher needs.
type Config struct {
	Service api.Service
	Now     func() time.Time
	// Path is the file of what it has seen; "" forgets it at the end of the process.
	Path string
}

// Watcher knows what accounts have been told.
type Watcher struct {
	cfg   Config
	began time.Time

	looking sync.Mutex // one look at a time; guards the two that follow
	refused error      // why the service wants to be left alone
	until   time.Time  // when that is over

	mu       sync.Mutex // guards what follows; held over no request
	accounts []common.Address
	makers   []common.Address // of others, see WatchMakers
	dirty    map[target]part  // what is to be looked at
	networks []uint64
	tokens   map[tokenKey]api.Token
	loaded   bool // the file was read
	seen     seen
	changed  bool // since the file was written
}

// part is what is to be looked at of an account.
type part uint8

const (
	partOrders part = 1 << iota
	partFills
	partDeltas
	partSent
	everything = partOrders | partFills | partDeltas | partSent
)

// target is an account on a network.
type target struct {
	chain   uint64
	account common.Address
}

// New returns a watcher that goes on where the one before it stopped, once it looks.
func New(cfg Config) *Watcher {
	return &Watcher{cfg: cfg, began: cfg.Now(), dirty: map[target]part{},
		tokens: map[tokenKey]api.Token{}}
}

// Topics are those of the events that Hear wants.
func Topics() []api.Topic {
	return []api.Topic{api.TopicOrder, api.TopicFill, api.TopicAuction, api.TopicBlock}
}

// Watch replaces the accounts that are looked after, and tells whether any is new. Of such a one
// what happened before is not told.
func (w *Watcher) Watch(accounts []common.Address) (fresh bool) {
	return w.replace(&w.accounts, accounts)
}

// WatchMakers replaces the addresses of others whose doings are told too, orders that they make or
// cancel among them, and tells whether any is new. Of such a one what happened before is not told.
func (w *Watcher) WatchMakers(makers []common.Address) (fresh bool) {
	return w.replace(&w.makers, makers)
}

// replace has others looked after in the place of some of them.
func (w *Watcher) replace(some *[]common.Address, others []common.Address) (fresh bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range others {
		if !slices.Contains(*some, a) {
			w.markAll(a)
			fresh = true
		}
	}
	*some = slices.Clone(others)
	return fresh
}

// all are those whose doings are told. w.mu is held.
func (w *Watcher) all() []common.Address { return slices.Concat(w.accounts, w.makers) }

// theirs tells whether an address is somebody else's who is watched.
func (w *Watcher) theirs(a common.Address) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !slices.Contains(w.accounts, a)
}

// All has everything looked at again.
func (w *Watcher) All() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.all() {
		w.markAll(a)
	}
}

func (w *Watcher) markAll(a common.Address) {
	for _, chain := range w.networks {
		w.dirty[target{chain, a}] = everything
	}
}

// Hear takes an event in and tells whether there is something to look at.
func (w *Watcher) Hear(e api.Event) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	heard := false
	for _, a := range w.all() {
		if p := w.concerns(e, a); p != 0 {
			w.dirty[target{e.ChainID, a}] |= p
			heard = true
		}
	}
	return heard
}

// concerns tells what of an account an event may be about.
func (w *Watcher) concerns(e api.Event, a common.Address) part {
	sentBy := func(s sent) bool { return s.ChainID == e.ChainID && s.Account == a }
	o, f := e.Order, e.Fill
	switch {
	case e.Topic == api.TopicOrder && (o == nil || o.Maker == a || o.Taker == a ||
		o.TakerFromMeta() == a):
		return partOrders
	case e.Topic == api.TopicFill && (f == nil || f.Maker == a || f.Taker == a):
		return partFills
	case e.Topic == api.TopicAuction && (e.Owner == common.Address{} || e.Owner == a):
		return partDeltas
	case e.Topic == api.TopicBlock && slices.ContainsFunc(w.seen.Sent, sentBy):
		return partSent
	}
	return 0
}

// Sent has a transaction watched until it is in a block: one that fails there is announced.
func (w *Watcher) Sent(chainID uint64, account common.Address, hash common.Hash, nonce uint64) {
	w.send(sent{ChainID: chainID, Account: account, Hash: hash, Nonce: nonce})
}

// SentElsewhere is Sent of a transaction of another program, of which nobody here is told
// otherwise.
func (w *Watcher) SentElsewhere(t Transaction) {
	w.send(sent{ChainID: t.ChainID, Account: t.Account, Hash: t.Hash, Nonce: t.Nonce,
		Elsewhere: true})
}

func (w *Watcher) send(s sent) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s.At = w.cfg.Now().Unix()
	known := func(o sent) bool { return o.Hash == s.Hash }
	if slices.ContainsFunc(w.seen.Sent, known) || !slices.Contains(w.accounts, s.Account) {
		return
	}
	w.seen.Sent = append(w.seen.Sent, s)
	w.changed = true
	w.dirty[target{s.ChainID, s.Account}] |= partSent
}

// Sending returns a service that tells the watcher of the transactions that are sent through it.
func (w *Watcher) Sending(s api.Service) api.Service {
	return Sending(s, func(t Transaction) { w.Sent(t.ChainID, t.Account, t.Hash, t.Nonce) })
}

// Transaction is one that was sent.
type Transaction struct {
	ChainID uint64
	Account common.Address // who has sent it
	Hash    common.Hash
	Nonce   uint64
}

// Sending returns a service that tells of the transactions that are sent through it, from the
// goroutines that send them.
func Sending(s api.Service, tell func(Transaction)) api.Service { return &sending{s, tell} }

type sending struct {
	api.Service
	tell func(Transaction)
}

// sendingOn is sending on one network.
type sendingOn struct {
	api.Exchange
	tell    func(Transaction)
	chainID uint64
}

// Exchange implements api.Service.
func (s *sending) Exchange(chainID uint64) (api.Exchange, error) {
	exchange, err := s.Service.Exchange(chainID)
	return &sendingOn{exchange, s.tell, chainID}, err
}

// SendTransaction implements api.Exchange.
func (s *sendingOn) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	hash, err := s.Exchange.SendTransaction(ctx, raw)
	var tx types.Transaction
	if err != nil || tx.UnmarshalBinary(raw) != nil {
		return hash, err
	}
	from, bad := eip712.Sender(&tx)
	if bad == nil {
		s.tell(Transaction{s.chainID, from, hash, tx.Nonce()})
	}
	return hash, err
}

// Look returns what has happened since the last look, oldest first. What could not be read is
// looked at next time; the error says why. A service that says how long it wants to be left alone
// is asked nothing for as long. Call Keep once the announcements are in safe hands.
func (w *Watcher) Look(ctx context.Context) ([]Announcement, error) {
	w.looking.Lock()
	defer w.looking.Unlock()
	if w.cfg.Now().Before(w.until) {
		return nil, w.refused
	}
	out, err := w.lookAtAll(ctx)
	if wait := retryAfter(err); wait > 0 {
		w.refused, w.until = err, w.cfg.Now().Add(wait)
	}
	return out, err
}

// retryAfter is how long the service wants to be left alone.
func retryAfter(err error) time.Duration {
	var e *api.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.RetryAfter
}

func (w *Watcher) lookAtAll(ctx context.Context) ([]Announcement, error) {
	if err := w.learn(ctx); err != nil {
		return nil, err
	}
	var failed error
	w.mu.Lock()
	dirty := w.dirty
	w.dirty = map[target]part{}
	w.mu.Unlock()
	var out []Announcement
	for t, p := range dirty {
		if !w.watches(t.account) {
			continue
		}
		var news []Announcement
		err := failed
		if retryAfter(failed) == 0 {
			news, err = w.look(ctx, t, p)
		}
		out = append(out, news...)
		if err != nil {
			failed = cmp.Or(failed, err)
			w.mu.Lock()
			w.dirty[t] |= p
			w.mu.Unlock()
		}
	}
	for i := range out {
		out[i].Text = w.words(ctx, &out[i])
	}
	slices.SortStableFunc(out, func(a, b Announcement) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.ID, b.ID))
	})
	return out, failed
}

func (w *Watcher) watches(a common.Address) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Contains(w.all(), a)
}

// learn reads the file, and which networks there are, once.
func (w *Watcher) learn(ctx context.Context) error {
	w.mu.Lock()
	err, known := w.read(), len(w.networks) > 0
	w.mu.Unlock()
	if known || err != nil {
		return err
	}
	list, err := w.cfg.Service.Networks(ctx)
	if err != nil {
		return err
	}
	w.mu.Lock()
	for _, n := range list {
		w.networks = append(w.networks, n.ChainID)
	}
	w.mu.Unlock()
	w.All()
	return nil
}

// look finds what is new of one account on one network. What it has found before an error counts.
func (w *Watcher) look(ctx context.Context, t target, p part) ([]Announcement, error) {
	w.mu.Lock()
	old, primed := w.seen.of(t)
	w.mu.Unlock()
	exchange, err := w.cfg.Service.Exchange(t.chain)
	if err != nil {
		return nil, err
	}
	g := gathering{w: w, exchange: exchange, target: t, known: old, silent: !primed,
		stale: w.cfg.Now().Add(-remembered), theirs: w.theirs(t.account)}
	if !primed {
		p = everything
	}
	for _, look := range []struct {
		part part
		run  func(context.Context) error
	}{{partOrders, g.orders}, {partFills, g.fills}, {partDeltas, g.deltas},
		{partSent, g.transactions}} {
		if p&look.part != 0 && retryAfter(err) == 0 {
			err = errors.Join(err, look.run(ctx))
		}
	}
	if err != nil && !primed {
		return nil, err // else what happened before would be news next time
	}
	g.known.forget(g.stale)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen.put(t, g.known)
	w.changed = w.changed || g.changed || !primed
	return g.news, err
}
