package pins

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/eip712"
)

// An order is its maker's where the maker's key has signed its hash. A maker may be a contract
// too, which judges signatures in a way of its own (ERC-1271): that is asked at a node of one's
// own; without one it is the service's word, which the order says.

const (
	// signatures is of how many orders it is remembered that their makers' keys signed them
	signatures = 20_000
	// judgeGas is what a maker's contract may use to judge a signature
	judgeGas = 300_000
)

// ownOrder is an order of the user on a network.
type ownOrder struct {
	api.Order
	chainID uint64
}

// sift leaves out of a list the orders that are not so, which the network's status says.
func (s *exchange) sift(ctx context.Context, list []api.OrderRecord) ([]api.OrderRecord, error) {
	faults, err := s.faults(ctx, list)
	if err != nil {
		return nil, err
	}
	kept := list[:0:0]
	for i, wrong := range faults {
		if wrong == "" {
			kept = append(kept, list[i])
			continue
		}
		s.pins.invents(s.chainID, "order", s.pins.host+" says "+wrong+": it is left out")
	}
	return kept, nil
}

// checkOrder refuses an order that is not so.
func (s *exchange) checkOrder(ctx context.Context, o *api.OrderRecord) error {
	list := []api.OrderRecord{*o}
	faults, err := s.faults(ctx, list)
	if err != nil {
		return err
	}
	*o = list[0]
	return s.pins.lie(faults[0])
}

// faults are why orders cannot be as they are told, "" of those that can: their hash is not that of
// what is told of them, or their maker has not signed it.
func (s *exchange) faults(ctx context.Context, list []api.OrderRecord) ([]string, error) {
	faults := make([]string, len(list))
	if len(list) == 0 {
		return faults, nil
	}
	c, err := s.contracts(ctx)
	if err != nil {
		return nil, err
	}
	hasher := eip712.NewOrderHasher(s.chainID, c.AugustusRFQ)
	var others []int // that no key of their maker has signed
	for i := range list {
		o, of := &list[i], "of order "+list[i].Hash.Hex()
		o.ToldBy = ""
		mine := s.pins.keys(o.Maker)
		switch {
		case o.ChainID != s.chainID:
			faults[i] = of + " that it is of another network"
		case hasher.Hash(&o.Order) != o.Hash:
			faults[i] = of + " what is not in its hash"
		case s.pins.signedByKey(o):
			if mine {
				s.pins.own.Add(o.Hash, &ownOrder{o.Order, s.chainID})
			}
		case mine:
			faults[i] = of + " that you made it, which you have not signed"
		default:
			others = append(others, i)
		}
	}
	s.judge(ctx, list, others, faults)
	return faults, ctx.Err()
}

// signedByKey tells whether the key of an order's maker has signed its hash.
func (s *Service) signedByKey(o *api.OrderRecord) bool {
	key := crypto.Keccak256Hash(o.Hash[:], o.Signature)
	if s.signed.Contains(key) {
		return true
	}
	if eip712.Verify(o.Hash, o.Signature, o.Maker) != nil {
		return false
	}
	s.signed.Add(key, struct{}{})
	return true
}

// judge asks the makers of orders that no key of theirs has signed: one without code has not signed
// it at all, and nobody can fill one that its maker's contract does not accept. What no node of
// one's own tells is the service's word.
func (s *exchange) judge(ctx context.Context, list []api.OrderRecord, which []int,
	faults []string) {
	if len(which) == 0 {
		return
	}
	var calls []chain.Call
	for _, i := range which {
		calls = append(calls, chain.Call{To: list[i].Maker, Gas: judgeGas,
			Data: eip712.ERC1271Call(list[i].Hash, list[i].Signature)})
	}
	answers := make([]chain.Result, len(calls))
	node := s.pins.nodes[s.chainID]
	var err error
	if node != nil {
		answers, err = node.BatchCall(ctx, common.Hash{}, calls)
	}
	for k, i := range which {
		switch o := &list[i]; {
		case node == nil || err != nil || answers[k].Err != nil:
			o.ToldBy = s.pins.host
		case answers[k].OK && len(answers[k].Data) == 0:
			faults[i] = "of order " + o.Hash.Hex() + " that " + o.Maker.Hex() +
				" made it, who has not signed it"
		case o.State.Open() && (!answers[k].OK || !eip712.ERC1271Accepts(answers[k].Data)):
			o.State, o.StateReason = api.Suspended, "the contract that made it does not accept "+
				"its signature"
			o.MakerBalance, o.SwappableBalance = api.Amount{}, api.Amount{}
		}
	}
}

// invents keeps the first that the service has said of a kind which is not so.
func (s *Service) invents(chainID uint64, kind, says string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.invented[chainID] == nil {
		s.invented[chainID] = make(map[string]string)
	}
	if s.invented[chainID][kind] == "" {
		s.invented[chainID][kind] = says
	}
}
