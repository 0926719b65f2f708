package delta

import (
	"context"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/delta/settlement"
)

// The ABIs that coverage is read by. They are immutable.
var (
	erc20ABI   = contracts.NewStandardToken()
	permit2ABI = contracts.NewPermit2()
)

// cover is what the chain says of an order at a block.
type cover struct {
	used   bool       // its nonce
	filled api.Amount // of a fillable order
	lacks  string     // what is missing to settle it, in words; empty: nothing
	funds
}

// funds is what an owner can pay an order from, if the chain has not told otherwise since.
type funds struct {
	amount api.Amount // of the source token: the lesser of balance and allowance
	until  uint64     // the last second of an allowance that ends; 0: it does not end
	due    uint64     // the second from which the next slice may be settled
}

// questions are calls to be made in one read, each of them once.
type questions struct {
	calls []chain.Call
	place map[question]int
}

type question struct {
	from, to common.Address
	data     string
}

// ask returns the place of the answer.
func (q *questions) ask(to common.Address, data []byte) int {
	return q.askCall(chain.Call{To: to, Data: data})
}

func (q *questions) askCall(c chain.Call) int {
	key := question{c.From, c.To, string(c.Data)}
	at, asked := q.place[key]
	if !asked {
		at = len(q.calls)
		q.calls, q.place[key] = append(q.calls, c), at
	}
	return at
}

// coverQuestions are the places of what tells of an order.
type coverQuestions struct {
	nonce, filled, slices, balance, allowance, permitted, permit, count, signed int
}

// takes is what the next settlement of an order takes at most, of which some is filled.
func takes(o *api.DeltaOrder, filled api.Amount) api.Amount {
	left := o.SrcAmount.Sub(filled)
	if o.Form.Sliced() {
		return settlement.Rest(o, left).Amount
	}
	return left
}

// coverage reads what the chain says of orders at a block.
func (s *Service) coverage(ctx context.Context, at api.BlockRef, list []row) ([]cover, error) {
	q := questions{place: make(map[question]int)}
	asked := make([]coverQuestions, len(list))
	for i := range list {
		asked[i] = s.askCover(&q, &list[i])
	}
	answers, err := s.cfg.Network.BatchCall(ctx, at.Hash, q.calls)
	if err != nil {
		return nil, err
	}
	out := make([]cover, len(list))
	for i := range list {
		out[i] = s.readCover(at, &list[i], asked[i], answers)
	}
	return out, nil
}

// throughPermit2 tells whether an order's tokens are moved by Permit2, whose allowance of the token
// counts then.
func throughPermit2(o *api.DeltaOrder) bool {
	n := len(o.Permit)
	return n == 1 || n == 96 || n == 192
}

func (s *Service) askCover(q *questions, r *row) (c coverQuestions) {
	o := &r.Order
	spender := s.contracts.Delta
	if throughPermit2(o) {
		spender = s.contracts.Permit2
	}
	c.nonce = q.ask(s.contracts.Delta, settlement.ABI.PackIsNonceUsed(o.Owner, o.Nonce.Big()))
	if o.Fillable {
		c.filled = q.ask(s.contracts.Delta, settlement.FilledAmount(&r.DeltaRecord))
	}
	if o.Form.Sliced() {
		c.slices = q.ask(s.contracts.Delta, settlement.Second.PackTwapProgress(r.OrderHash))
	}
	c.balance = q.ask(o.SrcToken, erc20ABI.PackBalanceOf(o.Owner))
	c.allowance = q.ask(o.SrcToken, erc20ABI.PackAllowance(o.Owner, spender))
	if n := len(o.Permit); n == 1 || n == 192 {
		c.permitted = q.ask(s.contracts.Permit2,
			permit2ABI.PackAllowance(o.Owner, o.SrcToken, s.contracts.Delta))
	}
	if call, ok := permitCall(&s.contracts, o); ok && r.FilledAmount.IsZero() {
		c.permit = q.askCall(call)
	}
	if len(o.Permit) > 192 {
		c.count = q.ask(o.SrcToken, erc20ABI.PackNonces(o.Owner))
	}
	if signedOnChain(r) {
		c.signed = q.ask(s.contracts.Delta, settlement.Second.PackIsPreSigned(o.Owner,
			r.OrderHash))
	}
	return c
}

// signedOnChain tells whether the owner signed an order by a transaction, which another can undo.
func signedOnChain(r *row) bool {
	return r.Order.Form != api.FirstForm && len(r.Signature) == 0
}

func (s *Service) readCover(at api.BlockRef, r *row, q coverQuestions,
	answers []chain.Result) (c cover) {
	o := &r.Order
	c.used = !answers[q.nonce].Word(0).IsZero()
	if o.Fillable {
		c.filled = answers[q.filled].Word(0)
	}
	if o.Form.Sliced() {
		done, _ := answers[q.slices].Word(0).Uint64()
		last, _ := answers[q.slices].Word(1).Uint64()
		if c.filled = settlement.Taken(o, uint32(done)); done > 0 {
			c.due = last + o.Interval
		}
	}
	need := takes(o, c.filled)
	balance, allowance := answers[q.balance].Word(0), answers[q.allowance].Word(0)
	n, tried := len(o.Permit), chain.Result{OK: true}
	if c.filled.IsZero() && q.permit > 0 && answers[q.permit].Err == nil {
		tried = answers[q.permit]
	}
	signed := c.filled.IsZero() && n > 96 // the first part brings its allowance along
	own := ownPermit{o: o, tried: tried, count: answers[q.count], now: at.Time}
	given, _ := permitGives(o)
	counts := signed && (n == 192 || own.counts())
	if counts && n > 192 {
		allowance = given // in place of what there is, which a permit that fails leaves
	}
	if counts && tried.OK {
		c.until = own.ends()
	}
	c.amount = balance.Min(allowance)
	switch {
	case signedOnChain(r) && answers[q.signed].Word(0).IsZero():
		c.lacks = "the owner took back on chain that it signed the order"
	case balance.Less(need):
		c.lacks = fmt.Sprintf("the owner holds %s and the order sells %s",
			s.cfg.Tokens.AmountText(balance, o.SrcToken), s.cfg.Tokens.AmountText(need, o.SrcToken))
	case signed && !counts && allowance.Less(need):
		c.lacks = own.fault()
	case allowance.Less(need) && (throughPermit2(o) || !signed):
		spender := "the Delta contract"
		if throughPermit2(o) {
			spender = "Permit2"
		}
		c.lacks = fmt.Sprintf("the owner lets %s move %s and the order needs %s", spender,
			s.cfg.Tokens.AmountText(allowance, o.SrcToken),
			s.cfg.Tokens.AmountText(need, o.SrcToken))
	case counts && given.Less(need):
		c.lacks = fmt.Sprintf("the permit in the order allows %s and the order needs %s",
			s.cfg.Tokens.AmountText(given, o.SrcToken), s.cfg.Tokens.AmountText(need, o.SrcToken))
	case n == 96 && !tried.OK:
		c.lacks = refusedTransfer(tried)
	case signed && n == 192 && !tried.OK:
		c.lacks = s.refusedPermit(o, need, answers[q.permitted], at.Time)
	case n == 1 || n == 192 && !signed:
		permitted := answers[q.permitted].Word(0)
		c.amount = c.amount.Min(permitted)
		c.until, _ = answers[q.permitted].Word(1).Uint64()
		c.lacks = s.lacksAtPermit2(o, need, answers[q.permitted], at.Time)
	}
	return c
}

// refusedPermit says why Permit2 refuses the permit in an order, of which the contract makes a
// condition. Anybody who reads the order can hand its permit in before: it works once, and the
// allowance that it gave is there, but not for this order.
func (s *Service) refusedPermit(
	o *api.DeltaOrder, need api.Amount, allowance chain.Result, now uint64) string {
	nonce := permitWord(o, 2)
	switch {
	case allowance.Word(2) == nonce:
		return "Permit2 refuses the permit in the order: its time is over"
	case s.lacksAtPermit2(o, need, allowance, now) == "":
		return "somebody handed the permit in the order to Permit2 before its settlement, and it " +
			"works once: the allowance it gave stands, so sign the order again with the permit " +
			"0x01, which uses that"
	}
	return fmt.Sprintf("nonce %s of the permit in the order is used at Permit2, and a permit "+
		"works once: sign the order again with a new one", nonce)
}

// lacksAtPermit2 says what an existing allowance at Permit2, which is an amount and the last second
// at which it is good, lacks.
func (s *Service) lacksAtPermit2(
	o *api.DeltaOrder, need api.Amount, allowance chain.Result, now uint64) string {
	amount, expiration := allowance.Word(0), allowance.Word(1)
	switch {
	case amount.Less(need):
		return fmt.Sprintf("the allowance at Permit2 for the Delta contract is %s and the order "+
			"needs %s", s.cfg.Tokens.AmountText(amount, o.SrcToken),
			s.cfg.Tokens.AmountText(need, o.SrcToken))
	case !api.NewAmount(now).Less(expiration): // the next block is later
		seconds, _ := expiration.Uint64()
		return fmt.Sprintf("the allowance at Permit2 for the Delta contract ended at %s",
			moment(seconds))
	}
	return ""
}

// allUnreadEvery is after how many blocks the funding of each order is read again, for tokens whose
// logs do not tell of all that they move.
const allUnreadEvery = 64

// isTurn tells whether an order's funding is read again at a block: some are at each, so that no
// block waits for all.
func (r *row) isTurn(at api.BlockRef) bool {
	return (at.Number+uint64(r.OrderHash[31]))%allUnreadEvery == 0
}

// takeUnread returns the orders that wait for a settlement and whose funding may have changed since
// it was read, and those whose turn it is.
func (s *Service) takeUnread(at api.BlockRef, isTurn func(*row, api.BlockRef) bool) (list []row) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, r := range s.rows {
		f, read := s.funded[id]
		ended := f.until != 0 && f.until <= at.Time // the next block is later
		if r.inFlight() || read && !ended && !isTurn(r, at) {
			continue
		}
		s.funded[id] = funds{} // what is told from here on counts
		list = append(list, *r)
	}
	return list
}

// unread has the funding of orders read again.
func (s *Service) unread(ids ...string) {
	for _, id := range ids {
		delete(s.funded, id)
	}
}

// touched takes in logs: whatever one says of an account may have changed what its orders are paid
// from.
func (s *Service) touched(logs []types.Log) {
	for i := range logs {
		for _, topic := range logs[i].Topics[min(1, len(logs[i].Topics)):] {
			if owner := common.Address(topic[12:]); common.BytesToHash(owner[:]) == topic {
				for id := range s.owners[owner] {
					s.unread(id)
				}
			}
		}
	}
}

// refreshFunding compares orders that wait for a settlement with what the chain says, as far as
// that can have changed since it was last asked, and those whose turn it is.
func (s *Service) refreshFunding(ctx context.Context, at api.BlockRef,
	isTurn func(*row, api.BlockRef) bool) error {
	list := s.takeUnread(at, isTurn)
	covers, err := s.coverage(ctx, at, list)
	if err == nil {
		err = s.applyCovers(at, list, covers)
	}
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		for i := range list {
			s.unread(list[i].ID)
		}
	}
	return err
}

func (s *Service) applyCovers(at api.BlockRef, list []row, covers []cover) error {
	type waits struct {
		id   string
		seq  uint64
		fill api.Amount
		move
	}
	var moves []waits
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range list {
		r, c := &list[i], &covers[i]
		_, held := s.held[r.ID]
		waitsFor, _, lacked := strings.Cut(r.Reason, api.HeldLacks)
		n := waits{id: r.ID, seq: r.Seq, fill: r.FilledAmount, move: move{block: at.Number}}
		switch {
		case c.used:
			n.on, n.reason = nonceUsed, "the owner's nonce was used on chain"
		case held && c.lacks == "" && lacked:
			n.on, n.reason = heldCovered, waitsFor
		case held && c.lacks != "" && !lacked:
			n.on, n.reason = heldUncovered, waitsFor+api.HeldLacks+c.lacks
		case held:
			continue // a stranger's dust changes no reason
		case c.lacks != "" && r.Status != suspended:
			n.on, n.reason = uncovered, c.lacks
		case c.lacks == "" && r.Status != running:
			n.on, n.reason = covered, "covered by balance and allowance or permit"
		case c.lacks == "" && (r.Order.Fillable || r.Order.Form.Sliced()) &&
			c.filled != r.FilledAmount:
			n.on, n.reason, n.fill = partsFound, "the contract tells of parts settled unseen",
				c.filled
		default:
			continue
		}
		moves = append(moves, n)
	}
	for i := range list {
		if _, read := s.funded[list[i].ID]; read { // nothing was told meanwhile
			s.funded[list[i].ID] = covers[i].funds
		}
	}
	if len(moves) == 0 {
		return nil
	}
	return s.updateHeld(func(c *change) error {
		for _, n := range moves {
			r, err := c.order(n.id)
			if err != nil {
				return err
			}
			if r.Seq != n.seq {
				s.unread(n.id) // changed meanwhile: the next round looks again
				continue
			}
			r.FilledAmount = n.fill
			if err := c.move(r, n.move); err != nil {
				return err
			}
		}
		return nil
	})
}
