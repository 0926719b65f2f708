package orders

import (
	"bytes"
	"context"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// A maker can take an offer back in front of whoever fills it, and make it again behind: each block
// ends with an offer that nobody can have, and whoever counts on it sends a transaction that fails.
// So where one failed, and a maker that it names had taken something back before it in its block,
// quotes leave out that maker's orders for some time, which is twice as long each time. They stay
// in their books: whoever wants to can try them.

const (
	leftOut     = 64    // blocks, the first time
	longestOut  = 7_200 // at most, and after as many without another time it is the first again
	mostOut     = 4096  // makers that are remembered
	mostInBlock = 4096  // logs in front of a transaction that are looked at
)

// topics of tokens' events.
var (
	topicApproval = crypto.Keccak256Hash([]byte("Approval(address,address,uint256)"))
	topicTransfer = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	topicUnwrap   = crypto.Keccak256Hash([]byte("Withdrawal(address,uint256)"))

	// sparse is an allowance that is not meant to last for ever.
	sparse = api.MaxAmount.MulDiv(api.NewAmount(1), api.NewAmount(2))
)

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

// noteWithdrawn takes down which of the makers that a failed transaction names took something back
// in front of it.
func (s *Service) noteWithdrawn(ctx context.Context, data []byte, receipt *types.Receipt,
	block chain.Header) error {
	makers := s.makersNamed(data)
	if len(makers) == 0 {
		return nil
	}
	logs, err := s.cfg.Network.Logs(ctx, block)
	if err != nil {
		return err
	}
	for i := range logs {
		if logs[i].TxIndex >= receipt.TransactionIndex || i == mostInBlock {
			logs = logs[:i]
			break
		}
	}
	for maker := range makers {
		if s.tookBack(maker, logs) {
			s.withdrawn.add(maker, block.Number)
			s.cfg.Logger.Info("a maker took back what others counted on", "chain", s.chainID,
				"maker", maker, "block", block.Number, "transaction", receipt.TxHash)
		}
	}
	return nil
}

// makersNamed are the accounts with orders that a transaction's data names, as they are written in
// calls.
func (s *Service) makersNamed(data []byte) map[common.Address]bool {
	const pad = 12 // bytes before an address
	named := make(map[common.Address]bool)
	s.mu.RLock()
	defer s.mu.RUnlock()
	for i := 0; i+pad+common.AddressLength <= len(data); i++ {
		if data[i+pad-1] != 0 || !bytes.Equal(data[i:i+pad], make([]byte, pad)) {
			continue
		}
		address := common.Address(data[i+pad : i+pad+common.AddressLength])
		if len(s.index.holdings.ofOwner[address]) > 0 {
			named[address] = true
		}
	}
	return named
}

// tookBack tells whether a maker made its offers less by some logs: it cancelled one, gave the
// order contract a smaller allowance, or moved a token that it offers, other than by filling its
// orders.
func (s *Service) tookBack(maker common.Address, logs []types.Log) bool {
	by := common.BytesToHash(maker[:])
	filled := make(map[common.Hash]bool) // transactions that fill orders of it
	for i := range logs {
		l := &logs[i]
		if l.Address == s.contracts.AugustusRFQ && len(l.Topics) > 2 && l.Topics[2] == by &&
			l.Topics[0] != topicCancelled {
			filled[l.TxHash] = true
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for i := range logs {
		l := &logs[i]
		switch {
		case len(l.Topics) < 2 || filled[l.TxHash]:
		case l.Address == s.contracts.AugustusRFQ:
			if l.Topics[0] == topicCancelled && len(l.Topics) > 2 && l.Topics[2] == by {
				return true
			}
		case l.Topics[1] != by || s.index.holdings.tokens[l.Address] == nil:
		case l.Topics[0] == topicTransfer || l.Topics[0] == topicUnwrap:
			return true
		case l.Topics[0] == topicApproval && len(l.Topics) > 2 && len(l.Data) == 32:
			rfq := common.BytesToHash(s.contracts.AugustusRFQ[:])
			given := api.AmountFromBytes32([32]byte(l.Data))
			if l.Topics[2] == rfq && given.Less(sparse) {
				return true
			}
		}
	}
	return false
}
