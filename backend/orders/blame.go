package orders

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/store"
)

// A maker's contract may accept a signature in every simulation and refuse it on chain: it sees
// what nobody knows before, as a block's randomness, or a state that flips. Whoever counts on its
// order sends a transaction that fails. So an order of such a maker counts for quotes once a fill
// of the maker was seen, or where it was filled in part, since when its signature is not asked
// about; and where a transaction failed, the orders that it would fill are tried in its place. The
// order that is refused there is suspended until it is filled, and nothing of its maker is quoted.

// standing is what is known of a maker that is a contract, by all its orders.
type standing struct {
	filled int // that were filled in part or whole
	blamed int // that were refused on chain alone
}

// rate adds an order's part of what is counted of all, and of its maker's standing, or takes it
// away.
func (ix *index) rate(r *row, n int) {
	if r.state.open() {
		foreign := ix.isForeign(r.makerToken)
		ix.tally.count(counted[uint32]{r.maker, r.makerToken, foreign, r.state}, n)
	}
	if !r.is(isByContract) || r.state == absent {
		return
	}
	of := ix.standings[r.maker]
	if ix.touched(r) {
		of.filled += n
	}
	if r.is(isBlamed) {
		of.blamed += n
	}
	if ix.standings[r.maker] = of; of == (standing{}) {
		delete(ix.standings, r.maker)
	}
}

// touched tells whether an order was filled in part or whole.
func (ix *index) touched(r *row) bool {
	return r.state == fulfilled || r.state != cancelled &&
		ix.amounts.unpack(r.fillable).Less(ix.amounts.unpack(r.makerAmount))
}

// quoted tells whether quotes may count on an order.
func (ix *index) quoted(r *row) bool {
	if !r.is(isByContract) || ix.touched(r) {
		return true
	}
	of := ix.standings[r.maker]
	return of.filled > 0 && of.blamed == 0
}

// countsOn tells whether quotes may count on an order now. mu is held.
func (s *Service) countsOn(r *row) bool {
	if len(s.recent) == 0 {
		return s.index.quoted(r)
	}
	maker := s.index.addresses.list[r.maker]
	return s.index.quoted(r) && !s.withdrawn.out(r.hash, maker, s.recent[0].Number)
}

// Quotable is the orders of a network as quotes see them: those of makers that are contracts only
// where they may be counted on, and after others of their price.
type Quotable struct{ *Service }

// OrderBook is a page of what may be counted on of a book. Orders that only what their maker has
// paid for others with would pay for are left out, so that nobody fills the top of a book by one
// balance.
func (q Quotable) OrderBook(ctx context.Context, b api.BookQuery) (api.OrderPage, error) {
	if b.NFT || b.Whole != nil || b.MakerAsset == nil || b.TakerAsset == nil {
		return q.Service.OrderBook(ctx, b)
	}
	limit := b.Limit
	if limit <= 0 || limit > api.MaxPage {
		limit = api.MaxPage
	}
	page := api.OrderPage{Limit: limit, Offset: max(0, b.Offset)}
	spent, skip := make(map[uint32]api.Amount), page.Offset
	for offset, more := 0, true; more && !page.HasMore; offset += sweepPart {
		if err := ctx.Err(); err != nil {
			return page, err
		}
		more = q.countOn(b, offset, &page, spent, &skip)
	}
	return page, nil
}

// countOn adds to a page what may be counted on of a part of a book; more tells that there is
// another part.
func (q Quotable) countOn(b api.BookQuery, offset int, page *api.OrderPage,
	spent map[uint32]api.Amount, skip *int) (more bool) {
	q.mu.RLock()
	defer q.mu.RUnlock()
	ix := q.index
	book := q.bookFor(b)
	if book == nil {
		return false
	}
	page.Total = book.Len(false)
	ids := book.Page(nil, offset, sweepPart, false, ix.byPrice)
	ix.fetchRows(ids)
	var counted []uint32
	for _, id := range ids {
		r := ix.row(id)
		if !q.countsOn(r) || !ix.isPaidFor(r, spent) {
			continue
		}
		if *skip > 0 {
			*skip--
			continue
		}
		if len(page.Orders)+len(counted) == page.Limit {
			page.HasMore = true
			break
		}
		counted = append(counted, id)
	}
	slices.SortStableFunc(counted, func(x, y uint32) int {
		return cmp.Or(ix.amounts.cmpPrice(ix.row(x), ix.row(y)),
			cmp.Compare(ix.row(x).flags&isByContract, ix.row(y).flags&isByContract))
	})
	page.Orders = append(page.Orders, q.showAll(counted)...)
	return offset+len(ids) < page.Total
}

// isPaidFor tells whether its maker has something left for an order after better ones, and counts
// what it takes of that. What not everybody can fill takes nothing.
func (ix *index) isPaidFor(r *row, spent map[uint32]api.Amount) bool {
	if r.whole() || r.is(hasPermit) || r.taker != 0 && ix.addresses.list[r.taker] != noTaker {
		return true
	}
	h := &ix.holdings.list[r.holding]
	before := spent[r.holding]
	if !before.Less(h.available(api.Amount{})) {
		return false
	}
	spent[r.holding] = before.Add(ix.swappable(r))
	return true
}

var noTaker common.Address

// Book is both sides of a pair, with those of its orders that may be counted on.
func (q Quotable) Book(_ context.Context, pair api.Pair, depth int) (api.Book, error) {
	return q.bookOf(pair, depth, q.countsOn)
}

// suspects are failed transactions that are looked at in turn.
type suspects struct {
	queue chan common.Hash
	mu    sync.Mutex
	seen  lru.BasicLRU[common.Hash, bool]
}

const (
	maxSuspects = 64   // transactions that wait to be looked at
	maxSeen     = 4096 // that are known to have been
	maxTried    = 16   // orders that are tried for one transaction
)

func newSuspects() suspects {
	return suspects{queue: make(chan common.Hash, maxSuspects),
		seen: lru.NewBasicLRU[common.Hash, bool](maxSeen)}
}

// isNew notes a transaction.
func (l *suspects) isNew(tx common.Hash) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := l.seen.Contains(tx)
	l.seen.Add(tx, true)
	return !known
}

// Suspect has a transaction that failed looked at some time soon.
func (s *Service) Suspect(tx common.Hash) {
	select {
	case s.suspects.queue <- tx:
	default: // it will be asked about again, or another one fails
	}
}

// judgeAll looks at suspects until ctx ends.
func (s *Service) judgeAll(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case tx := <-s.suspects.queue:
			if err := s.Judge(ctx, tx); err != nil && ctx.Err() == nil {
				s.cfg.Logger.Warn("why a fill failed can't be told", "chain", s.chainID,
					"transaction", tx, "error", err)
			}
		}
	}
}

// Judge tries the orders of contracts that a transaction which failed would fill in its place, and
// suspends those whose makers refuse there. Those that broke it since their makers took back what
// pays for them before it in its block are left out of quotes for some time.
func (s *Service) Judge(ctx context.Context, tx common.Hash) error {
	if !s.suspects.isNew(tx) {
		return nil
	}
	sent, _, err := s.cfg.Network.Transaction(ctx, tx)
	if err != nil || sent == nil {
		return err
	}
	receipt, err := s.cfg.Network.RawReceipt(ctx, tx)
	if err != nil || receipt == nil || receipt.Status == types.ReceiptStatusSuccessful {
		return err
	}
	header, err := s.cfg.Network.HeaderByHash(ctx, receipt.BlockHash)
	if err != nil {
		return err
	}
	if err := s.noteWithdrawn(ctx, sent, receipt, header); err != nil {
		return err
	}
	ids := s.named(sent.Data())
	if len(ids) == 0 {
		return nil
	}
	calls := make([]chain.Call, len(ids))
	rfq := contracts.NewAugustusRFQ()
	s.mu.RLock()
	for i, id := range ids {
		rec := s.index.record(id)
		calls[i] = chain.Call{To: s.contracts.AugustusRFQ, Gas: erc1271Gas + permitGas,
			Data: rfq.PackFillOrder(ContractOrder(rec.order), rec.signature)}
	}
	s.mu.RUnlock()
	tried, err := s.cfg.Network.InPlaceOf(ctx, tx, header, calls)
	if err != nil {
		return err
	}
	var guilty []uint32
	for i, id := range ids {
		var revert *chain.Revert
		if errors.As(tried[i].Err, &revert) && revert.Reason == refusal {
			guilty = append(guilty, id)
		}
	}
	return s.blame(guilty)
}

// refusal is what the order contract says of a signature that a maker's contract does not accept.
const refusal = "Invalid Signature"

// named are the open orders of contracts whose makers a transaction names: of all that it fills.
func (s *Service) named(data []byte) (ids []uint32) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, id := range s.index.checkable.ids {
		r := s.index.row(id)
		maker := s.index.addresses.list[r.maker]
		if r.is(isByContract) && !r.is(isNFT|isP2P|isNamed|isBlamed) && !s.index.touched(r) &&
			bytes.Contains(data, maker[:]) {
			if ids = append(ids, id); len(ids) == maxTried {
				break
			}
		}
	}
	return ids
}

// blame suspends orders until they are filled.
func (s *Service) blame(ids []uint32) error {
	if len(ids) == 0 {
		return nil
	}
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	if len(s.recent) == 0 {
		return nil
	}
	cs, err := s.buildChangeset(s.recent[0], func(cs *changeset) error {
		for _, id := range ids {
			c := cs.orderChange(id)
			c.now.blamed = true
			cs.applyCoverage(c)
			cs.s.cfg.Logger.Warn("a maker's contract accepts in simulations alone", "chain",
				cs.s.chainID, "order", c.record.hash, "maker", c.record.order.Maker)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return cs.commit(s.recent, func(tx *store.Tx) error { return cs.journal(tx) })
}
