package proof

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
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

// Witness holds what a service tells of orders against what the nodes of their networks have seen
// of them. It is safe for concurrent use.
type Witness struct {
	host string // of the service
	now  func() time.Time

	mu      sync.Mutex
	answers map[question]answer
	// settledBy are the transactions that were seen to settle orders
	settledBy map[common.Hash][]common.Hash
	nonces    map[common.Hash]nonceSeen // of orders, by their hash
	hashes    map[string]common.Hash    // of orders by the id that the service gave them
	left      map[common.Hash]leftSeen  // of orders of the book
	heads     map[uint64]headSeen       // by chain id
	signed    journal
}

// NewWitness returns a witness against a service, which is called by its host. What was signed is
// kept in a file, which several processes may share; "" forgets it with the process.
func NewWitness(host string, now func() time.Time, file string) (*Witness, error) {
	w := &Witness{host: host, now: now, answers: map[question]answer{},
		settledBy: map[common.Hash][]common.Hash{}, nonces: map[common.Hash]nonceSeen{},
		hashes: map[string]common.Hash{}, left: map[common.Hash]leftSeen{},
		heads: map[uint64]headSeen{}, signed: journal{path: file}}
	return w, w.signed.read()
}

// Now is what the witness takes for the time.
func (w *Witness) Now() time.Time { return w.now() }

// nonceSeen is whether a nonce was used at a time.
type nonceSeen struct {
	used bool
	at   time.Time
}

// question is what a node is asked about: the transaction that is said to have settled an order, or
// an owner's settlements by a contract.
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
	givenUp []api.Amount // nonces, where an owner's events were looked for
	since   uint64       // UNIX seconds, from which on they were
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

// Look makes what is told of an order's settlements what the chain has of them: which there are,
// what they took and brought, and whether they settle all of it. One that the service leaves out is
// looked for once the order's nonce is used. An order that the service calls ended can still be
// settled while it is not, and then its reason says so; one that it goes on with when its time is
// up has expired. Without a node, which is nil then, settlements are the service's word.
func (w *Witness) Look(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord) {
	if r.Hidden || node != nil && w.settlements(ctx, node, contract, r) {
		return
	}
	if node != nil {
		w.readNonces(ctx, node, contract, []*api.DeltaRecord{r})
		if w.nonceUsed(r) {
			w.searched(ctx, node, contract, r)
			return
		}
	}
	now, by := w.clock(ctx, node)
	eip712.DeltaPromise(w.host, r, now)
	if end := ending(r.Order.Deadline); !r.Status.Final() && now.After(end.Add(lateFill)) {
		eip712.DeltaReason(r, w.tooLong(end, by, string(r.Status)))
		r.Status, r.Proven = api.DeltaExpired, by == yourNode
	}
}

// unusedAge is how old the news may be that an order's nonce is not used, or that nothing of one of
// the book is.
const unusedAge = 5 * time.Second

// nonceUsed tells whether an order's nonce was seen to be used.
func (w *Witness) nonceUsed(r *api.DeltaRecord) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.nonces[r.OrderHash].used
}

// readNonces asks which nonces of orders are used, by one call for each owner. What is used stays
// so; what is not is asked again after a while.
func (w *Witness) readNonces(ctx context.Context, node *chain.Network, contract common.Address,
	orders []*api.DeltaRecord) {
	now, asked := w.now(), make(map[common.Address][]*api.DeltaRecord)
	w.mu.Lock()
	for _, r := range orders {
		known, ok := w.nonces[r.OrderHash]
		if !r.Hidden && (!ok || !known.used && now.Sub(known.at) >= unusedAge) {
			asked[r.Order.Owner] = append(asked[r.Order.Owner], r)
		}
	}
	w.mu.Unlock()
	for owner, list := range asked {
		var nonces []*big.Int
		for _, r := range list {
			nonces = append(nonces, r.Order.Nonce.Big())
		}
		answer, err := node.Call(ctx, common.Hash{}, chain.Call{To: contract,
			Data: settlement.ABI.PackAreNoncesUsed(owner, nonces)})
		if err != nil {
			continue // what was known stays, and is asked again
		}
		used, err := settlement.ABI.UnpackAreNoncesUsed(answer)
		if err != nil || len(used) != len(list) {
			continue
		}
		w.mu.Lock()
		if len(w.nonces) >= maxSeen {
			clear(w.nonces)
		}
		for i, r := range list {
			w.nonces[r.OrderHash] = nonceSeen{used[i], now}
			if used[i] { // by what was not there when its owner's settlements were looked for
				delete(w.answers, ofOwner(r, contract))
			}
		}
		w.mu.Unlock()
	}
}

const (
	searchSpan = 2_000 // blocks of one search for settlements
	mostSpans  = 50    // searches of one order, from the newest block back
	// searchBefore is how far this machine's clock and the network's may be apart
	searchBefore = 10 * time.Minute
)

// searched puts what the contract's events have of an order whose nonce is used in the place of
// what is told. Where they do not say by what it is used, the reason does.
func (w *Witness) searched(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord) {
	made := r.CreatedAt
	if own, ok := w.own("", r.OrderHash); ok {
		made = own.CreatedAt
	}
	m, none, err := w.settledFor(ctx, node, contract, r, made)
	if none != "" {
		eip712.DeltaReason(r, "its nonce is used on chain, by what cannot be read: "+err.Error())
		return
	}
	told := make(map[common.Hash]bool)
	for _, tx := range r.Transactions {
		told[tx.Hash] = true
	}
	settledThere := func(hash common.Hash) bool {
		of := func(e settlement.Event) bool { return e.Order == hash }
		return slices.ContainsFunc(m.events, of)
	}
	for _, e := range m.events {
		if e.Order == r.OrderHash && !told[e.TxHash] {
			told[e.TxHash] = true
			r.Transactions = append(slices.Clip(r.Transactions), api.DeltaTransaction{
				ID: e.TxHash.Hex(), Hash: e.TxHash, Status: 1, AuctionID: r.ID})
		}
	}
	if w.settlements(ctx, node, contract, r) {
		return
	}
	w.mu.Lock()
	known := w.signed.beside(r, settledThere)
	w.mu.Unlock()
	by := "another order of it is settled"
	if !known {
		by = "it is given up"
		known = slices.Contains(m.givenUp, r.Order.Nonce)
	}
	if !known {
		eip712.DeltaReason(r, "its nonce is used on chain, and by what is not found there: it may "+
			"be settled")
		return
	}
	if !r.Status.Final() {
		r.Status = api.DeltaCancelled
		eip712.DeltaReason(r, "its nonce is used on chain, where "+by)
	}
	r.Proven = r.Status == api.DeltaCancelled
}

// ofOwner asks for the settlements of an order's owner by a contract.
func ofOwner(r *api.DeltaRecord, contract common.Address) question {
	return question{r.ChainID, common.BytesToHash(r.Order.Owner[:]),
		common.BytesToHash(contract[:])}
}

// settledFor are the settlements of an order's owner since it was made; why says that the node does
// not tell, by its error.
func (w *Witness) settledFor(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord, made time.Time) (m settled, why string, err error) {
	since := uint64(max(made.Add(-searchBefore).Unix(), 0))
	m, why = w.remembered(ofOwner(r, contract), since, func() (m settled, why string) {
		m.since = since
		m.events, m.givenUp, err = eventsOf(ctx, node, contract, r, since)
		if err != nil {
			return m, silent
		}
		return m, ""
	})
	return m, why, err
}

// eventsOf are the settlements of an order's owner since a time, in UNIX seconds, oldest first, and
// the nonces that were given up.
func eventsOf(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord, since uint64) (all []settlement.Event, givenUp []api.Amount, err error) {
	head, err := node.Head(ctx)
	for spans := 0; err == nil && head.Time >= since && spans < mostSpans; spans++ {
		first := head.Number - min(head.Number, searchSpan-1)
		logs, err := node.LogsBetween(ctx, first, head.Number, contract,
			settlement.TopicsOfOwner(r.Order.Owner)...)
		if err != nil {
			return nil, nil, err
		}
		events, err := settlement.Events(contract, logs)
		if err != nil {
			return nil, nil, err
		}
		all = append(events, all...)
		nonces, err := settlement.NoncesGivenUp(contract, logs)
		if err != nil {
			return nil, nil, err
		}
		for _, n := range nonces {
			givenUp = append(givenUp, n.Nonce)
		}
		if first == 0 {
			break
		}
		if head, err = node.HeaderByNumber(ctx, first-1); err != nil {
			return nil, nil, err
		}
	}
	return all, givenUp, err
}

// settlements puts the chain's settlements of an order in the place of those that are told, and
// tells whether they settle all of it.
func (w *Witness) settlements(ctx context.Context, node *chain.Network, contract common.Address,
	r *api.DeltaRecord) (whole bool) {
	var found []*chainFact
	kept := r.Transactions[:0:0]
	told, unseen := make(map[common.Hash]bool), ""
	for _, tx := range append(slices.Clip(r.Transactions), w.seenOf(r)...) {
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
			found = append(found, &chainFact{tx, m, e})
		}
	}
	slices.SortFunc(found, func(a, b *chainFact) int {
		return cmp.Or(cmp.Compare(a.by.head.Number, b.by.head.Number),
			cmp.Compare(a.event.Log, b.event.Log))
	})
	var all settlement.Progress
	for _, f := range found {
		all = f.event.After(&r.Order, all.Filled)
		kept = append(kept, f.transaction(all))
	}
	r.Transactions, r.FilledAmount = kept, all.Filled
	r.Proven = all.Whole
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
// does not deny: settlements are the order's, and so is its end.
func Heard(a *api.DeltaAuction, r *api.DeltaRecord) {
	a.Status = r.Status
	known := func(e api.DeltaEvent) bool {
		return slices.ContainsFunc(r.Transactions, func(tx api.DeltaTransaction) bool {
			return tx.Hash == *e.TxHash
		})
	}
	a.Events = slices.DeleteFunc(a.Events, func(e api.DeltaEvent) bool {
		ends := e.To.Final() && e.To != r.Status
		settles := e.To == api.DeltaRunning || e.To == api.DeltaExecuted
		return ends || settles && e.TxHash != nil && !known(e)
	})
	for i := range a.Events { // such as one that is on its way
		if e := &a.Events[i]; e.TxHash != nil && !known(*e) {
			e.TxHash = nil
		}
	}
}

// seenOf are the transactions that were seen to settle an order, whether the service still tells of
// them or not.
func (w *Witness) seenOf(r *api.DeltaRecord) (list []api.DeltaTransaction) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, tx := range w.settledBy[r.OrderHash] {
		list = append(list, api.DeltaTransaction{ID: tx.Hex(), Hash: tx, Status: 1,
			AuctionID: r.ID})
	}
	return list
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

// remembered is an answer of a node, asked for where it is not known, or only for a while, or of
// what was since another time. What a transaction did counts for good after a while, what an owner
// has settled does not. Why it is no answer, such as that the node has not seen a transaction, is
// not remembered.
func (w *Witness) remembered(key question, since uint64, ask func() (settled, string)) (m settled,
	why string) {
	now := w.now()
	w.mu.Lock()
	known, ok := w.answers[key]
	w.mu.Unlock()
	ok = ok && known.found.since <= since
	sure := known.found.receipt != nil && known.last.Sub(known.first) > seenSure
	if ok && (sure || now.Sub(known.last) < seenAge) {
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
		clear(w.settledBy)
	}
	w.answers[key] = known
	if m.receipt != nil && !ok {
		w.settledBy[key.order] = append(w.settledBy[key.order], key.tx)
	}
	return m, ""
}

// ask finds what a transaction has settled of an order; why says that it has settled nothing.
func (w *Witness) ask(ctx context.Context, node *chain.Network, contract common.Address,
	key question) (settled, string) {
	return w.remembered(key, 0, func() (m settled, why string) {
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
