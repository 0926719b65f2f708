package plain

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
)

// question is what a node is asked about: the transaction that is said to have settled an order or,
// without one, whether the order's nonce is used.
type question struct {
	chainID   uint64
	order, tx common.Hash
}

// answer is what a node has answered, and when.
type answer struct {
	found       settling
	first, last time.Time
}

// settling is a settlement on chain.
type settling struct {
	event   settlement.Event
	receipt *types.Receipt
	head    chain.Header // of its block
}

const (
	seenAge  = time.Minute      // until what was seen is looked for again
	seenSure = 10 * time.Minute // after which it counts for good
	maxSeen  = 10_000           // answers that are remembered
)

// look holds what became of an order against the network. One that the server calls completed by
// what the node has not seen is still on its way; what came is as the contract says. One that it
// calls ended can still be settled while its nonce is not used.
func (s *exchange) look(ctx context.Context, contract common.Address, r *api.DeltaRecord) {
	node, ok := s.of.Chain(s.chainID)
	if !ok || r.Hidden {
		return
	}
	seen := r.Transactions[:0:0]
	for _, tx := range r.Transactions {
		if tx.Status != 1 {
			seen = append(seen, tx)
			continue
		}
		key := question{s.chainID, r.OrderHash, tx.Hash}
		m, why := s.remembered(key, func() (settling, string) {
			return settled(ctx, node, contract, key)
		})
		if why == "" {
			m.tell(&r.Order, &tx)
			seen = append(seen, tx)
			continue
		}
		if r.Status == api.DeltaExecuted {
			r.Status = api.DeltaExecuting
		}
		r.Reason = s.of.host + " says that it is settled by " + tx.Hash.Hex() + "; " + why
	}
	if len(seen) < len(r.Transactions) { // what nobody has seen has brought nothing
		r.FilledAmount = r.Order.Filled(seen)
	}
	r.Transactions = seen
	before := r.Reason
	if eip712.DeltaPromise(s.of.host, r, s.of.now()); r.Reason == before {
		return
	}
	_, open := s.remembered(question{s.chainID, r.OrderHash, common.Hash{}},
		func() (none settling, why string) {
			used, err := node.Call(ctx, common.Hash{}, chain.Call{To: contract,
				Data: settlement.ABI.PackIsNonceUsed(r.Order.Owner, r.Order.Nonce.Big())})
			yes, bad := settlement.ABI.UnpackIsNonceUsed(used)
			if err != nil || bad != nil || !yes {
				return none, "it is not used"
			}
			return none, ""
		})
	if open == "" {
		r.Reason = before
	}
}

// remembered is an answer of a node, asked for where it is not known, or only for a while. Why it
// is no answer, such as that the node has not seen a transaction, is not remembered.
func (s *exchange) remembered(key question, ask func() (settling, string)) (m settling,
	why string) {
	now := s.of.now()
	s.of.mu.Lock()
	known, ok := s.of.answers[key]
	s.of.mu.Unlock()
	if ok && (known.last.Sub(known.first) > seenSure || now.Sub(known.last) < seenAge) {
		return known.found, ""
	}
	if m, why = ask(); why != "" {
		return m, why
	}
	if !ok {
		known.first = now
	}
	known.found, known.last = m, now
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	if len(s.of.answers) >= maxSeen {
		clear(s.of.answers)
	}
	s.of.answers[key] = known
	return m, ""
}

// tell puts into a transaction what the chain has of it.
func (m *settling) tell(o *api.DeltaOrder, tx *api.DeltaTransaction) {
	e, r := &m.event, m.receipt
	tx.Received, tx.ProtocolFee, tx.PartnerFee = e.Received, e.ProtocolFee, e.PartnerFee
	if o.Buy || e.Slice > 0 {
		tx.Spent = e.Paid
	}
	tx.BlockHash, tx.BlockNumber, tx.Index = r.BlockHash, m.head.Number, r.TransactionIndex
	tx.GasUsed = r.GasUsed
	if r.EffectiveGasPrice != nil && r.EffectiveGasPrice.IsUint64() {
		tx.GasPrice = r.EffectiveGasPrice.Uint64()
	}
}

// settled finds the settlement of an order in a transaction; why says that there is none.
func settled(ctx context.Context, node *chain.Network, contract common.Address, key question) (
	m settling, why string) {
	receipt, err := node.RawReceipt(ctx, key.tx)
	switch {
	case err != nil || receipt == nil:
		return m, "the network's node has not seen it"
	case receipt.Status != types.ReceiptStatusSuccessful:
		return m, "by the network's node that failed"
	}
	if m.head, err = node.HeaderByHash(ctx, receipt.BlockHash); err != nil {
		return m, "the network's node has not seen its block"
	}
	logs := make([]types.Log, len(receipt.Logs))
	for i, l := range receipt.Logs {
		logs[i] = *l
	}
	events, err := settlement.Events(contract, logs)
	if err != nil {
		return m, "by the network's node that is no settlement"
	}
	receipt.Logs = nil // what is remembered is small
	m.receipt, why = receipt, "by the network's node that settles no such order"
	for _, e := range events {
		if e.Order == key.order {
			m.event, why = e, ""
		}
	}
	return m, why
}

// happened is what the chain tells of an order's settlements, as its auction: that of a server
// which tells nothing of auctions.
func (s *exchange) happened(r *api.DeltaRecord) api.DeltaAuction {
	a := api.DeltaAuction{ID: r.ID, Status: r.Status}
	for i := range r.Transactions {
		tx := &r.Transactions[i]
		s.of.mu.Lock()
		known, ok := s.of.answers[question{s.chainID, r.OrderHash, tx.Hash}]
		s.of.mu.Unlock()
		if !ok || tx.Status != 1 {
			continue
		}
		e := api.DeltaEvent{Order: r.ID, Seq: uint64(i + 1), To: api.DeltaRunning,
			Reason: "settled in part", Block: tx.BlockNumber, TxHash: &tx.Hash,
			Time: time.Unix(int64(known.found.head.Time), 0).UTC()}
		if i == len(r.Transactions)-1 && r.Status == api.DeltaExecuted {
			e.To, e.Reason = api.DeltaExecuted, "settled whole"
		}
		a.Events = append(a.Events, e)
	}
	return a
}
