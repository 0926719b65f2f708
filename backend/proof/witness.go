package proof

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
)

// Witness holds what a service tells of Delta orders against what the nodes of their networks have
// seen of them. It is safe for concurrent use.
type Witness struct {
	host string // of the service
	now  func() time.Time

	mu      sync.Mutex
	answers map[question]answer
	hashes  map[string]common.Hash // of orders by the id that the service gave them
	signed  journal
}

// NewWitness returns a witness against a service, which is called by its host. What was signed is
// kept in a file, which several processes may share; "" forgets it with the process.
func NewWitness(host string, now func() time.Time, file string) (*Witness, error) {
	w := &Witness{host: host, now: now, answers: map[question]answer{},
		hashes: map[string]common.Hash{}, signed: journal{path: file}}
	return w, w.signed.read()
}

// question is what a node is asked about: the transaction that is said to have settled an order or,
// without one, whether the order's nonce is used.
type question struct {
	chainID   uint64
	order, tx common.Hash
}

// answer is what a node has answered, and when.
type answer struct {
	found       settled
	first, last time.Time
}

// settled is what a transaction has settled of an order, by the chain.
type settled struct {
	events  []settlement.Event
	receipt *types.Receipt
	head    chain.Header // of its block
}

// Why a transaction has settled nothing: it is in a block, and failed; nobody can tell.
const (
	failed = "by the network's node that failed"
	silent = "the network's node does not answer"
)

const (
	seenAge  = time.Minute      // until what was seen is looked for again
	seenSure = 10 * time.Minute // after which it counts for good
	maxSeen  = 10_000           // answers, and ids, that are remembered
)

// Renamed says that the service tells of another order under an id than it did before, "" where it
// does not: the hash is the order, the id is the service's handle for it.
func (w *Witness) Renamed(r *api.DeltaRecord) string {
	if r.Hidden {
		return ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := w.signed.hash(r.ID)
	if !ok {
		known, ok = w.hashes[r.ID]
	}
	if ok && known != r.OrderHash {
		return fmt.Sprintf("of the Delta order %s that its hash is %s, while it was %s", r.ID,
			r.OrderHash, known)
	}
	if len(w.hashes) >= maxSeen {
		clear(w.hashes)
	}
	w.hashes[r.ID] = r.OrderHash
	return ""
}

// Repeated says that a list has an order twice, "" where it has none.
func Repeated(list []api.DeltaRecord) string {
	seen := make(map[common.Hash]bool)
	for i := range list {
		hash := list[i].OrderHash
		if !list[i].Hidden && seen[hash] {
			return fmt.Sprintf("twice of the Delta order %s", hash)
		}
		seen[hash] = true
	}
	return ""
}

// Look makes what is told of an order's settlements what the chain has of them: which there are,
// what they took and brought, and whether they settle all of it. One that the service leaves out is
// looked for once the order's nonce is used. An order that the service calls ended can still be
// settled while it is not, and then its reason says so. Without a node, which is nil then, all is
// the service's word.
func (w *Witness) Look(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord) {
	switch {
	case r.Hidden:
		return
	case node == nil:
		eip712.DeltaPromise(w.host, r, w.now())
		return
	case w.settlements(ctx, node, contract, r):
		return
	}
	_, unused := w.remembered(question{r.ChainID, r.OrderHash, common.Hash{}},
		func() (none settled, why string) { return none, w.unused(ctx, node, contract, r) })
	if unused != "" {
		eip712.DeltaPromise(w.host, r, w.now())
		return
	}
	found, err := w.search(ctx, node, contract, r)
	if err != nil {
		eip712.DeltaReason(r, "its nonce is used on chain, by what cannot be read: "+err.Error())
		return
	}
	r.Transactions = append(slices.Clip(r.Transactions), found...)
	w.settlements(ctx, node, contract, r)
}

// unused is why an order's nonce does not count as used, "" where it does.
func (w *Witness) unused(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord) string {
	answer, err := node.Call(ctx, common.Hash{}, chain.Call{To: contract,
		Data: settlement.ABI.PackIsNonceUsed(r.Order.Owner, r.Order.Nonce.Big())})
	if err != nil {
		return silent
	}
	if used, err := settlement.ABI.UnpackIsNonceUsed(answer); err != nil || !used {
		return "it is not used"
	}
	return ""
}

const (
	searchSpan = 2_000 // blocks of one search for settlements
	mostSpans  = 50    // searches of one order, from the newest block back
)

// search finds the transactions that settled an order and of which the service does not tell,
// among the blocks since it was made.
func (w *Witness) search(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord) (list []api.DeltaTransaction, err error) {
	told := make(map[common.Hash]bool)
	for _, tx := range r.Transactions {
		told[tx.Hash] = true
	}
	made := r.CreatedAt.Add(-searchBefore)
	m, none := w.remembered(question{r.ChainID, r.OrderHash, common.BytesToHash(contract[:])},
		func() (m settled, why string) {
			m.events, err = searched(ctx, node, contract, r, uint64(max(made.Unix(), 0)))
			if err != nil {
				return m, silent
			}
			return m, ""
		})
	if none != "" {
		return nil, err
	}
	for _, e := range m.events {
		if e.Order == r.OrderHash && !told[e.TxHash] {
			told[e.TxHash] = true
			list = append(list, api.DeltaTransaction{ID: e.TxHash.Hex(), Hash: e.TxHash, Status: 1,
				AuctionID: r.ID})
		}
	}
	return list, nil
}

// searchBefore is how far the service's clock and the network's may be apart.
const searchBefore = 10 * time.Minute

// searched are the settlements of an order's owner since a time, in UNIX seconds, from the newest
// block back to the one that settles all of the order.
func searched(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord, since uint64) (all []settlement.Event, err error) {
	head, err := node.Head(ctx)
	for spans := 0; err == nil && head.Time >= since && spans < mostSpans; spans++ {
		first := head.Number - min(head.Number, searchSpan-1)
		logs, failed := node.LogsBetween(ctx, first, head.Number, contract,
			settlement.TopicsOfOwner(r.Order.Owner)...)
		if failed != nil {
			return nil, failed
		}
		events, failed := settlement.Events(contract, logs)
		if failed != nil {
			return nil, failed
		}
		all = append(events, all...)
		if first == 0 {
			break
		}
		head, err = node.HeaderByNumber(ctx, first-1)
	}
	return all, err
}

// settlements puts the chain's settlements of an order in the place of those that are told, and
// tells whether they settle all of it.
func (w *Witness) settlements(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord) (whole bool) {
	var found []chainFact
	kept := r.Transactions[:0:0]
	told, unseen := make(map[common.Hash]bool), ""
	for _, tx := range r.Transactions {
		if told[tx.Hash] {
			continue
		}
		told[tx.Hash] = true
		m, why := w.ask(ctx, node, contract, question{r.ChainID, r.OrderHash, tx.Hash})
		if tx.Status != 1 {
			if why == failed || why == silent {
				kept = append(kept, tx)
			}
			continue
		}
		if why != "" {
			unseen = tx.Hash.Hex() + "; " + why
			continue
		}
		for _, e := range m.events {
			found = append(found, chainFact{tx, m, e})
		}
	}
	slices.SortFunc(found, func(a, b chainFact) int {
		return cmp.Or(cmp.Compare(a.by.head.Number, b.by.head.Number),
			cmp.Compare(a.event.Log, b.event.Log))
	})
	var all settlement.Progress
	for _, f := range found {
		all = f.event.After(&r.Order, all.Filled)
		kept = append(kept, f.transaction(all))
	}
	r.Transactions, r.FilledAmount = kept, all.Filled
	switch says := w.host + " says that it is "; {
	case all.Whole && r.Status != api.DeltaExecuted:
		r.Reason = says + string(r.Status) + "; by the network's node it is settled whole"
		r.Status = api.DeltaExecuted
	case unseen != "":
		if r.Status == api.DeltaExecuted {
			r.Status = api.DeltaExecuting
		}
		r.Reason = says + "settled by " + unseen
	case !all.Whole && r.Status == api.DeltaExecuted:
		r.Status = api.DeltaRunning
		r.Reason = says + "settled whole; by the network's node only a part is"
	}
	return all.Whole
}

// Heard leaves of what a service tells of an order's auction what the order, as the chain has it,
// does not deny: a settlement is one of the order's.
func Heard(a *api.DeltaAuction, r *api.DeltaRecord) {
	a.Status = r.Status
	a.Events = slices.DeleteFunc(a.Events, func(e api.DeltaEvent) bool {
		settles := e.To == api.DeltaExecuted || e.From == api.DeltaExecuting &&
			e.To == api.DeltaRunning
		known := func(tx api.DeltaTransaction) bool { return tx.Hash == *e.TxHash }
		return e.To == api.DeltaExecuted && r.Status != api.DeltaExecuted ||
			settles && e.TxHash != nil && !slices.ContainsFunc(r.Transactions, known)
	})
}

// chainFact is a settlement of an order on chain, with what was told of its transaction.
type chainFact struct {
	told  api.DeltaTransaction
	by    settled
	event settlement.Event
}

// transaction is what the chain has of it, given how far it fills the order.
func (f *chainFact) transaction(to settlement.Progress) api.DeltaTransaction {
	tx, e, r := f.told, &f.event, f.by.receipt
	tx.Spent, tx.FilledPercent = to.Spent, to.Percent
	tx.Received, tx.ProtocolFee, tx.PartnerFee = e.Received, e.ProtocolFee, e.PartnerFee
	tx.BlockHash, tx.BlockNumber = r.BlockHash, f.by.head.Number
	tx.Index, tx.GasUsed = r.TransactionIndex, r.GasUsed
	if r.EffectiveGasPrice != nil && r.EffectiveGasPrice.IsUint64() {
		tx.GasPrice = r.EffectiveGasPrice.Uint64()
	}
	return tx
}

// Settled is the block in which a transaction settled an order, as it was seen; ok is false where
// it was not.
func (w *Witness) Settled(r *api.DeltaRecord, tx common.Hash) (head chain.Header, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := w.answers[question{r.ChainID, r.OrderHash, tx}]
	return known.found.head, ok
}

// remembered is an answer of a node, asked for where it is not known, or only for a while. Why it
// is no answer, such as that the node has not seen a transaction, is not remembered.
func (w *Witness) remembered(key question, ask func() (settled, string)) (m settled,
	why string) {
	now := w.now()
	w.mu.Lock()
	known, ok := w.answers[key]
	w.mu.Unlock()
	if ok && (known.last.Sub(known.first) > seenSure || now.Sub(known.last) < seenAge) {
		return known.found, ""
	}
	switch m, why = ask(); {
	case why == silent && ok:
		return known.found, ""
	case why != "":
		return m, why
	}
	if !ok {
		known.first = now
	}
	known.found, known.last = m, now
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.answers) >= maxSeen {
		clear(w.answers)
	}
	w.answers[key] = known
	return m, ""
}

// ask finds what a transaction has settled of an order; why says that it has settled nothing.
func (w *Witness) ask(ctx context.Context, node *chain.Network, contract common.Address,
	key question) (settled, string) {
	return w.remembered(key, func() (m settled, why string) {
		receipt, err := node.RawReceipt(ctx, key.tx)
		switch {
		case err != nil:
			return m, silent
		case receipt == nil:
			return m, "the network's node has not seen it"
		case receipt.Status != types.ReceiptStatusSuccessful:
			return m, failed
		}
		if m.head, err = node.HeaderByHash(ctx, receipt.BlockHash); err != nil {
			return m, silent
		}
		logs := make([]types.Log, len(receipt.Logs))
		for i, l := range receipt.Logs {
			logs[i] = *l
		}
		events, err := settlement.Events(contract, logs)
		if err != nil {
			return m, "by the network's node that is no settlement"
		}
		for _, e := range events {
			if e.Order == key.order {
				m.events = append(m.events, e)
			}
		}
		if len(m.events) == 0 {
			return m, "by the network's node that settles no such order"
		}
		receipt.Logs = nil // what is remembered is small
		m.receipt = receipt
		return m, ""
	})
}
