package orders

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// A maker can take an offer back in front of whoever fills it, and make it again behind: each block
// ends with an offer that nobody can have, and whoever counts on it sends a transaction that fails.
// So where one failed that would not have if a maker had left its offers as they were, quotes leave
// out that maker's orders for some time, which is twice as long each time. They stay in their
// books: whoever wants to can try them. Others can fill a maker's orders and hand in the permits
// that are read there, and nothing else, so that what they do in front of a transaction of theirs
// is never the maker's doing.

const (
	leftOut    = 64    // blocks, the first time
	longestOut = 7_200 // at most, and after as many without another time it is the first again
	mostOut    = 4096  // makers that are remembered
	mostNamed  = 16    // makers of a transaction that are looked at
)

// topicApproval is the event of a token's allowance.
var topicApproval = contracts.NewStandardToken().GetABI().Events["Approval"].ID

// endless is from where on tokens take an allowance for one that no use makes less.
var endless = api.MaxAmount.MulDiv(api.NewAmount(1), api.NewAmount(2))

// withdrawals are makers who took back what others counted on.
type withdrawals struct {
	mu sync.Mutex
	of map[common.Address]withdrawal
}

type withdrawal struct {
	times int
	last  uint64 // block
}

// until is the block before which quotes leave the maker out.
func (w withdrawal) until() uint64 {
	if w.times == 0 {
		return 0
	}
	return w.last + min(uint64(leftOut)<<min(w.times-1, 16), longestOut)
}

// add takes down that a maker took something back in a block.
func (l *withdrawals) add(maker common.Address, block uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.of[maker]
	if w.last+longestOut < block {
		w.times = 0
	}
	if w.times == 0 || w.last != block {
		w = withdrawal{w.times + 1, block}
	}
	if l.of == nil || len(l.of) >= mostOut {
		l.of = make(map[common.Address]withdrawal)
	}
	l.of[maker] = w
}

// out tells whether quotes leave a maker out at a block.
func (l *withdrawals) out(maker common.Address, block uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return block < l.of[maker].until()
}

// noteWithdrawn takes down which makers broke a transaction that failed by what they took back in
// front of it. Only what goes to the contracts that fill orders is looked at.
func (s *Service) noteWithdrawn(ctx context.Context, sent *types.Transaction,
	receipt *types.Receipt, block chain.Header) error {
	if sent.To() == nil || !slices.Contains([]common.Address{s.contracts.AugustusRFQ,
		s.contracts.AugustusV6, s.contracts.AugustusSwapper, s.contracts.Delta}, *sent.To()) {
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
	for _, maker := range makers {
		theirs, err := s.tookBack(ctx, maker, logs, block)
		if err != nil {
			return err
		}
		if len(theirs) == 0 {
			continue
		}
		without, err := s.cfg.Network.Without(ctx, receipt.TxHash, block, theirs)
		if err != nil {
			return err
		}
		if without.Err != nil {
			continue // it fails by itself
		}
		s.withdrawn.add(maker, block.Number)
		s.cfg.Logger.Info("a maker took back what others counted on", "chain", s.chainID,
			"maker", maker, "block", block.Number, "transaction", receipt.TxHash)
	}
	return nil
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

// tookBack are the transactions of some logs, which begin a block, by which a maker made less of
// its offers: it cancelled one, or what it can pay for one is less than if its orders had been
// filled as they were and nothing else had happened.
func (s *Service) tookBack(ctx context.Context, maker common.Address, logs []types.Log,
	block chain.Header) (theirs map[common.Hash]bool, err error) {
	theirs = make(map[common.Hash]bool)
	by := common.BytesToHash(maker[:])
	var ofMaker []*types.Log
	tokens := make(map[common.Address]bool)
	for i := range logs {
		l := &logs[i]
		if s.ofOrder(l, topicCancelled, by) {
			theirs[l.TxHash] = true
		}
		if slices.Contains(l.Topics, by) {
			ofMaker, tokens[l.Address] = append(ofMaker, l), true
		}
	}
	var keys []holdingKey
	offers := slices.DeleteFunc(s.offersOf(maker),
		func(o *offer) bool { return !tokens[o.asset.Address] })
	for _, o := range offers {
		keys = append(keys, o.holdingKey)
	}
	read, err := s.state.readFacts(ctx, block.Parent, questions{holdings: keys})
	if err != nil {
		return nil, err
	}
	for _, o := range offers {
		o.kept = read.funds[o.holdingKey]
		o.real = o.kept
		for _, l := range ofMaker {
			s.take(o, l)
		}
		if !o.isLess() {
			continue
		}
		maps.Copy(theirs, o.lessBy)
		for tx := range o.cutBy {
			permitted, err := s.isPermitOfOthers(ctx, &o.holdingKey, tx, block)
			if err != nil {
				return nil, err
			}
			if !permitted {
				theirs[tx] = true
			}
		}
	}
	return theirs, nil
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
type offered struct{ left, permit api.Amount }

// offersOf are a maker's offers of fungible tokens.
func (s *Service) offersOf(maker common.Address) (offers []*offer) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ix := s.index
	for _, n := range ix.holdings.ofOwner[maker] {
		if ix.holdings.list[n].asset.Kind != api.ERC20 {
			continue
		}
		o := &offer{holdingKey: ix.holdings.list[n].holdingKey,
			lessBy: make(map[common.Hash]bool), cutBy: make(map[common.Hash]bool)}
		ix.eachOn(n, func(_ uint32, r *row) {
			o.orders = append(o.orders,
				offered{ix.amounts.unpack(r.fillable), ix.terms(r).permit})
		})
		offers = append(offers, o)
	}
	return offers
}

// isLess tells whether less can be paid for one of the orders than if it had been kept.
func (o *offer) isLess() bool {
	return slices.ContainsFunc(o.orders, func(of offered) bool {
		kept := o.kept.available(of.permit).Min(of.left)
		return o.real.available(of.permit).Less(kept)
	})
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
