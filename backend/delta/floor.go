package delta

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/wallet"
)

// floor is where agents elsewhere see the open round and hand in sealed bids.
type floor struct {
	mu     sync.Mutex
	round  api.DeltaRound
	isOpen bool
	agents []common.Address
	bids   []Bid
	awards map[string]api.DeltaAward // by order
}

// maxBids bounds what one agent may hand in for a round, and maxCalldata a bid.
const (
	maxBids     = 64
	maxCalldata = 32 << 10
)

func newFloor() *floor { return &floor{awards: make(map[string]api.DeltaAward)} }

func (f *floor) open(r api.DeltaRound, agents []common.Address) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.round, f.agents, f.bids, f.isOpen = r, agents, nil, true
}

// close takes no more bids and returns what came.
func (f *floor) close() []Bid {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.isOpen = false
	return f.bids
}

func (f *floor) award(orders []string, a award) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range orders {
		f.awards[id] = api.DeltaAward{OrderID: id, Round: a.Round, Agent: a.Address, Until: a.Until}
	}
}

func (f *floor) forget(order string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.awards, order)
}

// DeltaRound returns the open round, and the awards that wait for their agents' transactions.
func (s *Service) DeltaRound() api.DeltaRound {
	s.floor.mu.Lock()
	defer s.floor.mu.Unlock()
	r := s.floor.round
	r.ChainID = s.chainID
	if !s.floor.isOpen {
		r.Orders = nil
	}
	r.Orders = append([]api.DeltaRoundOrder{}, r.Orders...)
	r.Awards = []api.DeltaAward{}
	for _, a := range s.floor.awards {
		r.Awards = append(r.Awards, a)
	}
	return r
}

// BidHash is what an agent signs with a bid: keccak256("bourse bid" ‖ chain id ‖ round ‖ keccak256(calldata)), numbers in 8 bytes.
func BidHash(chainID, round uint64, calldata []byte) common.Hash {
	b := binary.BigEndian.AppendUint64([]byte("bourse bid"), chainID)
	b = binary.BigEndian.AppendUint64(b, round)
	return crypto.Keccak256Hash(b, crypto.Keccak256(calldata))
}

// Bid takes a sealed bid of an agent elsewhere for the open round.
func (s *Service) Bid(b api.DeltaBid) error {
	if err := wallet.Verify(BidHash(s.chainID, b.Round, b.Calldata), b.Signature, b.Agent); err != nil {
		return api.Errorf(api.InvalidSignature, "the bid's signature does not verify for agent %s: %s", api.Lower(b.Agent), err)
	}
	f := s.floor
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case !slices.Contains(f.agents, b.Agent):
		return api.Errorf(api.ValidationError, "%s is not an agent of the open round: agents are registered on the contract", api.Lower(b.Agent))
	case !f.isOpen || f.round.Round != b.Round:
		return api.Errorf(api.OrderExpired, "round %d takes no bids: ask for the open one", b.Round)
	case len(b.Orders) == 0 || len(b.Calldata) > maxCalldata:
		return api.Invalid(api.FieldError{Field: "calldata", Reason: "must settle at least one order in at most 32 KiB"})
	}
	given := 0
	for _, bid := range f.bids {
		if bid.Address == b.Agent {
			given++
		}
	}
	if given == maxBids {
		return api.Errorf(api.TooManyOrders, "an agent may hand in %d bids a round", maxBids)
	}
	f.bids = append(f.bids, Bid{Agent: api.Lower(b.Agent), Address: b.Agent, Orders: b.Orders, Data: b.Calldata, Promised: b.Promised})
	return nil
}
