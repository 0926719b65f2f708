package orders

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// A maker can take an offer back in front of whoever fills it, and make it again behind: each block
// ends with an offer that nobody can have, and whoever counts on it sends a transaction that fails.
// So where one failed that would not have if a maker had left what it pays with as it was, quotes
// leave out its orders that the transaction was to fill for some time, which is twice as long each
// time, and after some times all that it has. They stay in their books: whoever wants to can try
// them.
//
// Who sees that a maker moves what is its own can send a fill behind, to have it fail. So only
// what was prepared here counts, or is sent by agents, and it costs the orders that it names alone.
// An order that is cancelled is gone, which costs its maker nothing more: it can't be made again
// behind. Others can fill a maker's orders and hand in the permits that are read there, and nothing
// else, so that what they do in front of a transaction of theirs is never the maker's doing.

const (
	leftOut      = 64     // blocks, the first time
	longestOut   = 7_200  // at most, and after as many without another time it is the first again
	patience     = 4      // times until a maker is left out with all that it has
	mostOut      = 4096   // orders, and makers, that are remembered
	mostNamed    = 16     // makers of a transaction that are looked at
	mostPrepared = 65_536 // transactions that are known to have been prepared here
)

// topicApproval is the event of a token's allowance.
var topicApproval = contracts.NewStandardToken().GetABI().Events["Approval"].ID

// endless is from where on tokens take an allowance for one that no use makes less.
var endless = api.MaxAmount.MulDiv(api.NewAmount(1), api.NewAmount(2))

// withdrawals are offers that were taken back when others counted on them, and their makers.
type withdrawals struct {
	mu     sync.Mutex
	orders outs[common.Hash]
	makers outs[common.Address]
}

// outs is how often something was broken.
type outs[K comparable] map[K]withdrawal

type withdrawal struct {
	times int
	last  uint64 // block
}

// until is the block before which quotes leave out what was broken more often than is borne.
func (w withdrawal) until(borne int) uint64 {
	if w.times <= borne {
		return 0
	}
	return w.last + min(uint64(leftOut)<<min(w.times-borne-1, 16), longestOut)
}

// add takes down that something was broken in a block.
func (l *outs[K]) add(what K, block uint64) {
	w := (*l)[what]
	if w.last+longestOut < block {
		w.times = 0
	}
	if w.times == 0 || w.last != block {
		w = withdrawal{w.times + 1, block}
	}
	if *l == nil || len(*l) >= mostOut {
		*l = make(outs[K])
	}
	(*l)[what] = w
}

// add takes down that a maker took back what it pays for some of its orders with.
func (l *withdrawals) add(maker common.Address, orders []common.Hash, block uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.makers.add(maker, block)
	for _, hash := range orders {
		l.orders.add(hash, block)
	}
}

// out tells whether quotes leave an order out at a block.
func (l *withdrawals) out(order common.Hash, maker common.Address, block uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return block < max(l.orders[order].until(0), l.makers[maker].until(patience-1))
}

// prepared are the newest transactions that were prepared here, by the hashes of their data.
type prepared struct {
	mu   sync.Mutex
	data lru.BasicLRU[common.Hash, bool]
}

func newPrepared() prepared {
	return prepared{data: lru.NewBasicLRU[common.Hash, bool](mostPrepared)}
}

// Prepared takes down what was prepared for somebody to send: whoever counted on orders in it
// did so by what this service said of them.
func (s *Service) Prepared(data []byte) {
	s.prepared.mu.Lock()
	defer s.prepared.mu.Unlock()
	s.prepared.data.Add(crypto.Keccak256Hash(data), true)
}

// isOurs tells whether a transaction fills orders as was prepared here, or settles Delta orders.
func (s *Service) isOurs(sent *types.Transaction) bool {
	switch {
	case sent.To() == nil:
		return false
	case *sent.To() == s.contracts.Delta:
		return true
	case !slices.Contains([]common.Address{s.contracts.AugustusRFQ, s.contracts.AugustusV6,
		s.contracts.AugustusSwapper}, *sent.To()):
		return false
	}
	s.prepared.mu.Lock()
	defer s.prepared.mu.Unlock()
	return s.prepared.data.Contains(crypto.Keccak256Hash(sent.Data()))
}

// noteWithdrawn takes down which makers broke a transaction that failed by what they took back in
// front of it.
func (s *Service) noteWithdrawn(ctx context.Context, sent *types.Transaction,
	receipt *types.Receipt, block chain.Header) error {
	if !s.isOurs(sent) {
		return nil
	}
	makers := s.makersNamed(sent.Data())
	if len(makers) == 0 {
		return nil
	}
	logs, err := s.cfg.Network.Logs(ctx, block)
	if err != nil {
		return err
	}
	for i := range logs {
		if logs[i].TxIndex >= receipt.TransactionIndex {
			logs = logs[:i]
			break
		}
	}
	words := wordsOf(sent.Data())
	for _, maker := range makers {
		theirs, orders, err := s.tookBack(ctx, maker, words, logs, block)
		if err != nil {
			return err
		}
		if len(theirs) == 0 || len(orders) == 0 {
			continue
		}
		without, err := s.cfg.Network.Without(ctx, receipt.TxHash, block, theirs)
		if err != nil {
			return err
		}
		if without.Err != nil {
			continue // it fails by itself
		}
		s.withdrawn.add(maker, orders, block.Number)
		s.cfg.Logger.Info("a maker took back what others counted on", "chain", s.chainID,
			"maker", maker, "orders", len(orders), "block", block.Number,
			"transaction", receipt.TxHash)
	}
	return nil
}

// wordsOf are all words of a transaction's data, wherever they begin.
func wordsOf(data []byte) map[common.Hash]bool {
	words := make(map[common.Hash]bool, len(data))
	for i := 0; i+common.HashLength <= len(data); i++ {
		words[common.Hash(data[i:i+common.HashLength])] = true
	}
	return words
}

// makersNamed are the accounts with orders that a transaction's data names, as they are written in
// calls.
func (s *Service) makersNamed(data []byte) (makers []common.Address) {
	const pad = 12 // bytes before an address
	s.mu.RLock()
	defer s.mu.RUnlock()
	for i := 0; i+pad+common.AddressLength <= len(data) && len(makers) < mostNamed; i++ {
		if data[i+pad-1] != 0 || !bytes.Equal(data[i:i+pad], make([]byte, pad)) {
			continue
		}
		address := common.Address(data[i+pad : i+pad+common.AddressLength])
		if len(s.index.holdings.ofOwner[address]) > 0 && !slices.Contains(makers, address) {
			makers = append(makers, address)
		}
	}
	return makers
}

// tookBack are the transactions of some logs, which begin a block, by which what a maker can pay
// for orders that some words name became less than if its orders had been filled as they were and
// nothing else had happened; and these orders.
func (s *Service) tookBack(ctx context.Context, maker common.Address, words map[common.Hash]bool,
	logs []types.Log, block chain.Header) (theirs map[common.Hash]bool, orders []common.Hash,
	err error) {
	theirs = make(map[common.Hash]bool)
	by := common.BytesToHash(maker[:])
	var ofMaker []*types.Log
	tokens := make(map[common.Address]bool)
	for i := range logs {
		if l := &logs[i]; slices.Contains(l.Topics, by) {
			ofMaker, tokens[l.Address] = append(ofMaker, l), true
		}
	}
	var keys []holdingKey
	offers := slices.DeleteFunc(s.offersOf(maker, words),
		func(o *offer) bool { return !tokens[o.asset.Address] })
	for _, o := range offers {
		keys = append(keys, o.holdingKey)
	}
	read, err := s.state.readFacts(ctx, block.Parent, questions{holdings: keys})
	if err != nil {
		return nil, nil, err
	}
	for _, o := range offers {
		o.kept = read.funds[o.holdingKey]
		o.real = o.kept
		for _, l := range ofMaker {
			s.take(o, l)
		}
		less := o.less()
		if len(less) == 0 {
			continue
		}
		orders = append(orders, less...)
		maps.Copy(theirs, o.lessBy)
		for tx := range o.cutBy {
			permitted, err := s.isPermitOfOthers(ctx, &o.holdingKey, tx, block)
			if err != nil {
				return nil, nil, err
			}
			if !permitted {
				theirs[tx] = true
			}
		}
	}
	return theirs, orders, nil
}

// isPermitOfOthers tells whether a transaction of a block that cut an allowance handed in a permit
// of the owner, and was sent by somebody else: the token has counted one in that block.
func (s *Service) isPermitOfOthers(ctx context.Context, h *holdingKey, tx common.Hash,
	block chain.Header) (bool, error) {
	sent, _, err := s.cfg.Network.Transaction(ctx, tx)
	if err != nil || sent == nil {
		return false, err
	}
	from, err := eip712.Sender(sent)
	if err != nil || from == h.owner {
		return false, err
	}
	count := []chain.Call{{To: h.asset.Address,
		Data: contracts.NewStandardToken().PackNonces(h.owner)}}
	before, err := s.cfg.Network.BatchCall(ctx, block.Parent, count)
	if err != nil {
		return false, err
	}
	after, err := s.cfg.Network.BatchCall(ctx, block.Hash, count)
	if err != nil {
		return false, err
	}
	return before[0].OK && after[0].OK && !bytes.Equal(before[0].Data, after[0].Data), nil
}

// ofOrder tells whether a log is an event of an order of a maker.
func (s *Service) ofOrder(l *types.Log, event, maker common.Hash) bool {
	return l.Address == s.contracts.AugustusRFQ && len(l.Topics) > 2 && l.Topics[0] == event &&
		l.Topics[2] == maker
}

// offer is what a maker has of a token, and the open orders that stand on it.
type offer struct {
	holdingKey
	orders []offered
	kept   funds                // as it would be if its orders had been filled and no more
	real   funds                // as it is
	lessBy map[common.Hash]bool // transactions that moved some of it otherwise
	cutBy  map[common.Hash]bool // transactions that made its allowance less otherwise
}

// offered is an open order: what is left of it, and the allowance that its permit gives.
type offered struct {
	hash         common.Hash
	left, permit api.Amount
}

// offersOf are a maker's offers of fungible tokens, with the orders whose nonce is among some
// words.
func (s *Service) offersOf(maker common.Address, words map[common.Hash]bool) (offers []*offer) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ix := s.index
	for _, n := range ix.holdings.ofOwner[maker] {
		if ix.holdings.list[n].asset.Kind != api.ERC20 {
			continue
		}
		o := &offer{holdingKey: ix.holdings.list[n].holdingKey,
			lessBy: make(map[common.Hash]bool), cutBy: make(map[common.Hash]bool)}
		ix.eachOn(n, func(id uint32, r *row) {
			if rec := ix.record(id); words[rec.order.NonceAndMeta.Bytes32()] {
				o.orders = append(o.orders,
					offered{r.hash, ix.amounts.unpack(r.fillable), ix.terms(r).permit})
			}
		})
		offers = append(offers, o)
	}
	return offers
}

// less are the orders for which less can be paid than if the offer had been kept.
func (o *offer) less() (orders []common.Hash) {
	for _, of := range o.orders {
		kept := o.kept.available(of.permit).Min(of.left)
		if o.real.available(of.permit).Less(kept) {
			orders = append(orders, of.hash)
		}
	}
	return orders
}

// take takes in what a log does to an offer.
func (s *Service) take(o *offer, l *types.Log) {
	owner := common.BytesToHash(o.owner[:])
	const words = 4 // of a fill: asset and amount of the maker, then of the taker
	switch {
	case s.ofOrder(l, topicFilled, owner) && len(l.Data) == words*32:
		if common.BytesToAddress(l.Data[:32]) == o.asset.Address {
			o.fill(api.AmountFromBytes32([32]byte(l.Data[32:64])))
		}
	case l.Address != o.asset.Address:
	case len(l.Topics) == 3 && l.Topics[0] == topicApproval && l.Topics[1] == owner &&
		common.BytesToAddress(l.Topics[2][:]) == s.contracts.AugustusRFQ && len(l.Data) == 32:
		given := api.AmountFromBytes32([32]byte(l.Data))
		if given.Less(o.real.allowance) {
			o.cutBy[l.TxHash] = true
		}
		o.real.allowance = given
	default:
		for _, m := range s.cfg.Network.MovesOf(l, o.owner) {
			o.move(l.TxHash, m)
		}
	}
}

// fill takes in that so much was paid for an order.
func (o *offer) fill(amount api.Amount) {
	o.kept.balance = o.kept.balance.Sub(amount)
	if o.kept.allowance.Less(endless) {
		o.kept.allowance = o.kept.allowance.Sub(amount)
	}
	if o.real.allowance.Less(endless) {
		o.real.allowance = o.real.allowance.Sub(amount)
	}
}

func (o *offer) move(tx common.Hash, m api.Move) {
	if m.In {
		o.real.balance = o.real.balance.Add(m.Amount)
		return
	}
	o.real.balance = o.real.balance.Sub(m.Amount)
	o.lessBy[tx] = o.lessBy[tx] || !m.Amount.IsZero()
}
