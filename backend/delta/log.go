package delta

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
	"bourse/store/facts"
)

// In a cluster an order's life is told by the log of facts: what owners signed, which any node
// appends, and what one node, the leader of the network, made of it and of the chain. All nodes
// apply the same entries in the same order, so that they tell the same of every order, to the
// letter. A leader's entry holds whole records and the events they were at before: where an owner
// cancelled meanwhile, or another leader was faster, it comes to nothing on every node, and the
// leader looks again. What it appends is refused once another node leads.
//
// A single machine writes the same changes to its store at once.

// entry is a fact of the Delta orders: one of its fields.
type entry struct {
	Submit *submission   `json:"submit,omitempty"`
	Cancel *cancellation `json:"cancel,omitempty"`
	Change *written      `json:"change,omitempty"`
}

// submission is an order that a node accepted.
type submission struct {
	row     row
	Row     []byte            `json:"row"` // by rowCodec
	Trigger *api.DeltaTrigger `json:"trigger,omitempty"`
	Reason  string            `json:"reason"`
	Block   uint64            `json:"block"`
}

// cancellation is signed by the owner of the orders.
type cancellation struct {
	IDs       []string  `json:"ids"`
	Signature []byte    `json:"signature,omitempty"`
	Block     uint64    `json:"block"`
	Time      time.Time `json:"time"`
}

// written is what a change writes.
type written struct {
	Rows     []rowWrite       `json:"rows,omitempty"` // only for the log
	Events   []api.DeltaEvent `json:"events,omitempty"`
	Rounds   []roundWrite     `json:"rounds,omitempty"`
	Round    uint64           `json:"round,omitempty"` // the last one
	Triggers []triggerWrite   `json:"triggers,omitempty"`
	Position *positionWrite   `json:"position,omitempty"`
}

type rowWrite struct {
	Was uint64 `json:"was"` // the last event of the order that the change was made on
	Row []byte `json:"row"` // by rowCodec
}

type roundWrite struct {
	Order string              `json:"order"`
	Round uint64              `json:"round"`
	Entry api.DeltaRoundEntry `json:"entry"`
}

type triggerWrite struct {
	Order   string            `json:"order"`
	Trigger *api.DeltaTrigger `json:"trigger,omitempty"` // nil lets go of the order
}

// positionWrite is a way from one block to another.
type positionWrite struct {
	From api.BlockRef `json:"from"`
	Way  way          `json:"way"`
	To   api.BlockRef `json:"to"`
}

// way is how a position changes.
type way uint8

const (
	forward  way = iota + 1 // to the next block
	backward                // to one of those before
	afresh                  // to any block
)

// along returns the position after a step; nil if it can't be made.
func along(recent []api.BlockRef, w way, to api.BlockRef) []api.BlockRef {
	switch w {
	case forward:
		return chain.Remember(recent, to)
	case backward:
		return chain.Forget(recent, to)
	}
	return []api.BlockRef{to}
}

// goTo changes the position.
func (c *change) goTo(w way, to api.BlockRef) {
	p := positionWrite{Way: w, To: to}
	if len(c.s.recent) > 0 {
		p.From = c.s.recent[0]
	}
	c.recent, c.out.Position = along(c.s.recent, w, to), &p
}

// put writes what is in no record of an order.
func (w *written) put(t *tables, tx *store.Tx) error {
	for _, e := range w.Events {
		if err := t.events.Put(tx, entryKey{e.Order, e.Seq}, e); err != nil {
			return err
		}
	}
	for _, r := range w.Rounds {
		if err := t.rounds.Put(tx, entryKey{r.Order, r.Round}, r.Entry); err != nil {
			return err
		}
	}
	last, err := t.counters.Get(tx, roundKey)
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	case w.Round <= last: // none, or one that is told again
		return nil
	}
	return t.counters.Put(tx, roundKey, w.Round)
}

// intake is the orders as nodes of a cluster change them: it appends entries to the log and takes
// in those of all nodes, as a facts.Applier.
type intake struct{ *Service }

// Stream names the facts of a network's Delta orders.
func Stream(chainID uint64) string { return fmt.Sprintf("delta/%d", chainID) }

// shared tells whether other nodes change these orders too.
func (s *Service) shared() bool { return s.cfg.Log != nil && s.cfg.Log.Status().Shared }

// take has an entry applied, here or on all nodes; created is false if there was one of its name.
func (s intake) take(ctx context.Context, name string, e entry) (created bool, err error) {
	if !s.shared() {
		return created, s.update(func(c *change) (err error) {
			created, err = c.enter(&e)
			return err
		})
	}
	if e.Submit != nil {
		if err := s.checkOpen(e.Submit.row.User, e.Submit.row.ByContract); err != nil {
			return false, err
		}
		if e.Submit.Row, err = (rowCodec{}).Append(nil, e.Submit.row); err != nil {
			return false, err
		}
	}
	return s.append(ctx, nil, name, e)
}

func (s intake) append(ctx context.Context, term *facts.Term, name string, e entry) (created bool,
	err error) {
	body, err := json.Marshal(e)
	if err != nil {
		return false, err
	}
	_, fresh, err := s.cfg.Log.Append(ctx, term,
		facts.Fact{Stream: Stream(s.chainID), Name: name, Body: body})
	if err != nil {
		return false, facts.Refusal(err)
	}
	return fresh[0], nil
}

// errFollows says that another node makes the changes.
var errFollows = errors.New("another node leads the auctions of this network")

// updateAll makes a change on all nodes, if this one leads. s.mu is held, but not while the log
// takes the change: it is made only if none of its orders changed meanwhile, nor the position.
func (s intake) updateAll(fn func(c *change) error) error {
	term, c := s.term, newChange(s.Service)
	if term == nil {
		return errFollows
	}
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		c.tx = tx
		return fn(c)
	})
	if err != nil {
		return storeError(err)
	}
	for _, id := range c.changed() {
		text, err := rowCodec{}.Append(nil, *c.rows[id])
		if err != nil {
			return err
		}
		c.out.Rows = append(c.out.Rows, rowWrite{Was: c.was[id], Row: text})
	}
	for id, t := range c.triggers {
		c.out.Triggers = append(c.out.Triggers, triggerWrite{id, t})
	}
	if len(c.out.Rows)+len(c.out.Rounds)+len(c.out.Triggers) == 0 && c.out.Position == nil {
		c.remember()
		return nil
	}
	s.changes++
	name := fmt.Sprintf("change-%d-%d", term.Revision, s.changes)
	s.mu.Unlock()
	_, err = s.append(context.Background(), term, name, entry{Change: &c.out})
	s.mu.Lock()
	if s.cannotLead(err) {
		go term.Resign(context.Background()) // ends runTerm, should it not know yet
	}
	if err != nil {
		return err
	}
	if s.voided[name] {
		delete(s.voided, name)
		return errGone
	}
	c.remember()
	return nil
}

// cannotLead tells whether a node whose change failed gives up the lead. Who can't write doesn't
// lead: blocks pass it by, and what else follows the chain doesn't wait for what Delta orders can't
// take in. A node whose store is slow leads on until it is so far behind that it isn't ready.
func (s intake) cannotLead(err error) bool {
	if errors.Is(err, facts.ErrUnapplied) {
		return s.cfg.Log.Status().Age > api.MaxLag
	}
	return errors.Is(err, facts.ErrDeposed) || errors.Is(err, facts.ErrUnavailable)
}

// look calls fn with a change that nothing is written of.
func (s intake) look(fn func(c *change) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := newChange(s.Service)
	return storeError(s.cfg.Store.View(func(tx *store.Tx) error {
		c.tx = tx
		return fn(c)
	}))
}

// enter makes the change that an entry is; made is false where it comes to nothing.
func (c *change) enter(e *entry) (made bool, err error) {
	switch {
	case e.Submit != nil:
		return c.submit(e.Submit)
	case e.Cancel != nil:
		return true, c.cancel(e.Cancel)
	case e.Change != nil:
		return c.follow(e.Change)
	}
	return false, fmt.Errorf("%w: an entry of the Delta orders is empty", facts.ErrBroken)
}

func (c *change) submit(n *submission) (made bool, err error) {
	fresh := n.row
	if fresh.ID == "" {
		if fresh, err = (rowCodec{}).Decode(n.Row); err != nil {
			return false, errors.Join(facts.ErrBroken, err)
		}
	}
	if _, twin, err := c.s.tables.find(c.tx, fresh.OrderHash); err != nil || twin {
		return false, err
	}
	if known, err := c.isKnown(fresh.ID); err != nil || known || !fresh.isNew() {
		return false, err
	}
	if !c.s.shared() {
		if err := c.s.checkOpenHeld(fresh.User, fresh.ByContract); err != nil {
			return false, err
		}
	}
	if c.s.shared() && !c.s.isSigned(&fresh) {
		return false, nil
	}
	c.at = fresh.CreatedAt
	c.added = append(c.added, fresh)
	c.hold(fresh.ID, n.Trigger)
	return true, c.move(&fresh, move{on: submitted, reason: n.Reason, block: n.Block})
}

func (c *change) cancel(n *cancellation) error {
	c.at = n.Time
	for _, id := range n.IDs {
		r, err := c.order(id)
		if errors.Is(err, store.ErrNotFound) {
			return errors.Join(facts.ErrBroken, err)
		}
		if err != nil {
			return err
		}
		if r.Status.Final() || r.Status == cancelling || c.s.loose(r) || // sent is not called back
			c.s.shared() && !c.s.signedBy(n, r) {
			continue
		}
		m := move{on: cancelledByOwner, reason: "cancelled by the owner's signature",
			block: n.Block}
		if r.Status == executing { // what was sent can't be called back
			if r.Order.Form == api.FirstForm {
				continue
			}
			m.on, m.reason = cancelledInFlight, "cancelled by the owner's signature, unless "+
				"the settlement that is on its way succeeds"
		}
		r.ByOwner = true
		if err := c.move(r, m); err != nil {
			return err
		}
	}
	return nil
}

// follow makes a leader's change, if everything is as it was when the leader made it.
func (c *change) follow(w *written) (made bool, err error) {
	rows := make([]row, len(w.Rows))
	for i := range w.Rows {
		if rows[i], err = (rowCodec{}).Decode(w.Rows[i].Row); err != nil {
			return false, errors.Join(facts.ErrBroken, err)
		}
		now, err := c.s.tables.orders.Get(c.tx, rows[i].ID)
		if errors.Is(err, store.ErrNotFound) || err == nil && now.Seq != w.Rows[i].Was {
			return false, nil
		}
		back := w.Position != nil && w.Position.Way != forward
		if err != nil || !now.signedAlike(&rows[i]) || !now.mayBecome(&rows[i], back) {
			return false, err
		}
	}
	if p := w.Position; p != nil {
		var at api.BlockRef
		if len(c.s.recent) > 0 {
			at = c.s.recent[0]
		}
		if at.Hash != p.From.Hash {
			return false, nil
		}
		if c.recent = along(c.s.recent, p.Way, p.To); c.recent == nil {
			return false, nil
		}
	}
	for i := range rows {
		c.rows[rows[i].ID] = &rows[i]
		c.news = append(c.news, rows[i].ID)
	}
	for _, t := range w.Triggers {
		if t.Trigger == nil || c.holds(t.Order) { // what was let go meanwhile stays so
			c.triggers[t.Order] = t.Trigger
		}
	}
	c.out = *w
	return true, nil
}

// Applied implements facts.Applier.
func (s intake) Applied() (facts.Position, error) { return s.tables.applied.Of(s.cfg.Store) }

// Find implements facts.Applier. Entries are not kept as they came.
func (s intake) Find(string) ([]byte, bool, error) { return nil, false, nil }

// Final implements facts.Applier. Entries build upon each other: where the first have left the log,
// those that stay are worth nothing without a store that has them.
func (s intake) Final(names []string) []bool {
	list := make([]bool, len(names))
	for i := range list {
		list[i] = true
	}
	return list
}

// Apply implements facts.Applier. Entries reach the disk one by one and the position with the last
// of them: one that is applied again after a crash finds that it was made, and comes to nothing.
func (s intake) Apply(_ context.Context, to facts.Position, list []facts.Fact) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(list) == 0 {
		return s.updateHere(to, func(*change) error { return nil })
	}
	for i, f := range list {
		var at facts.Position
		if i == len(list)-1 {
			at = to
		}
		if err := s.apply(f, at); err != nil {
			return err
		}
	}
	return nil
}

// apply makes the change that a fact is, which brings the store to a position. What is no change is
// set aside.
func (s intake) apply(f facts.Fact, at facts.Position) error {
	var e entry
	made := false
	err := json.Unmarshal(f.Body, &e)
	if err != nil {
		err = errors.Join(facts.ErrBroken, err)
	} else {
		err = s.updateHere(at, func(c *change) (err error) {
			made, err = c.enter(&e)
			return err
		})
	}
	if errors.Is(err, facts.ErrBroken) {
		s.cfg.Log.SetAside(f, err)
		err = s.updateHere(at, func(*change) error { return nil })
	}
	if err != nil {
		return err
	}
	if !made && s.term != nil && strings.HasPrefix(f.Name,
		fmt.Sprintf("change-%d-", s.term.Revision)) {
		s.voided[f.Name] = true
	}
	return nil
}

// passes tells whether a block is none of this node's business, since another one leads. It lets
// the block pass.
func (s intake) passes(w way, to api.BlockRef) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.shared() || s.term != nil {
		return false
	}
	s.passed = along(s.passed, w, to)
	return true
}

// restTerm is how long a node waits before it asks to lead again, and mostRest how long where it
// was refused again and again.
const (
	restTerm = 200 * time.Millisecond
	mostRest = time.Second
)

// runTerms leads whenever it is this node's turn, until ctx ends.
func (s intake) runTerms(ctx context.Context) error {
	rest, said := restTerm, ""
	for ctx.Err() == nil {
		var err error
		if s.cfg.Follows() {
			err = s.runTerm(ctx)
		}
		if rest = min(2*rest, mostRest); err == nil {
			rest, said = restTerm, ""
		} else if text := err.Error(); text != said && ctx.Err() == nil {
			s.cfg.Logger.Warn("leading failed", "chain", s.chainID, "error", err)
			said = text // once, and not each second of an outage
		}
		timer := time.NewTimer(rest)
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return nil
}

func (s intake) runTerm(ctx context.Context) error {
	term, err := s.cfg.Log.Campaign(ctx, Stream(s.chainID))
	if err != nil {
		return err
	}
	// what the last leader wrote must be known here
	if err := s.cfg.Log.Wait(ctx, s.chainID, term.Revision); err != nil {
		return errors.Join(err, term.Resign(context.WithoutCancel(ctx)))
	}
	s.begin(term)
	s.cfg.Logger.Info("this node leads", "stream", Stream(s.chainID))
	leading, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer stop()
		s.whileFollowing(leading, term)
	}()
	err = s.auction.Run(leading)
	s.begin(nil)
	return errors.Join(err, term.Resign(context.WithoutCancel(ctx)))
}

// mostBlind is how long a leader's chain may be out of reach before it gives the lead up, to a node
// that may reach it.
const mostBlind = 800 * time.Millisecond

// whileFollowing returns when a term has ended, or this node does not follow its chain any more.
func (s intake) whileFollowing(ctx context.Context, term *facts.Term) {
	look := time.NewTicker(mostBlind / 8)
	defer look.Stop()
	for seen := time.Now(); time.Since(seen) < mostBlind; {
		select {
		case <-look.C:
			if s.cfg.Follows() {
				seen = time.Now()
			}
		case <-term.Done():
			return
		case <-ctx.Done():
			return
		}
	}
	s.cfg.Logger.Warn("this node does not follow its chain, or is about to stop, and gives up the "+
		"lead", "stream", Stream(s.chainID))
}

// begin starts or ends a term. What was remembered of an earlier one counts no more.
func (s intake) begin(term *facts.Term) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.term, s.passed, s.voided = term, nil, make(map[string]bool)
	clear(s.funded)
	clear(s.signed)
	clear(s.last)
	for _, a := range s.cfg.Agents {
		a.Sender.Reset()
	}
}
