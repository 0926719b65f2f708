package auction

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
)

// RoundTime is how long agents elsewhere have for a bid.
const RoundTime = 250 * time.Millisecond

// bidRound is where agents elsewhere see the open round and hand in sealed bids.
type bidRound struct {
	mu     sync.Mutex
	round  api.DeltaRound
	isOpen bool
	agents []common.Address
	bids   []Bid
}

// maxBids bounds what one agent may hand in for a round, and maxCalldata a bid.
const (
	maxBids     = 64
	maxCalldata = 32 << 10
)

func (f *bidRound) open(r api.DeltaRound, agents []common.Address) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.round, f.agents, f.bids, f.isOpen = r, agents, nil, true
}

// close takes no more bids and returns what came.
func (f *bidRound) close() []Bid {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.isOpen = false
	return f.bids
}

// shown is the round as agents see it: with its orders while it takes bids.
func (f *bidRound) shown() api.DeltaRound {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.round
	if !f.isOpen {
		r.Orders = nil
	}
	r.Orders = append([]api.DeltaRoundOrder{}, r.Orders...)
	return r
}

// take puts a bid among those of the open round.
func (f *bidRound) take(b api.DeltaBid) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case !slices.Contains(f.agents, b.Agent):
		return api.Errorf(api.ValidationError,
			"%s is not an agent of the open round: agents are registered on the contract",
			api.Lower(b.Agent))
	case !f.isOpen || f.round.Round != b.Round:
		return api.Errorf(api.OrderExpired, "round %d takes no bids: ask for the open one", b.Round)
	case len(b.Orders) == 0 || len(b.Calldata) > maxCalldata:
		return api.Invalid(api.FieldError{
			Field: "calldata", Reason: "must settle at least one order in at most 32 KiB"})
	case !settlement.Settles(b.Calldata):
		return api.Invalid(api.FieldError{
			Field: "calldata", Reason: "must be a call of the Delta contract that settles"})
	}
	for i, id := range b.Orders {
		if slices.Contains(b.Orders[:i], id) {
			return api.Invalid(api.FieldError{
				Field: "orderIds", Reason: fmt.Sprintf("has %q twice", id)})
		}
		if !slices.ContainsFunc(f.round.Orders,
			func(o api.DeltaRoundOrder) bool { return o.ID == id }) {
			return api.Invalid(api.FieldError{
				Field: "orderIds", Reason: fmt.Sprintf("has %q, which the open round has not", id)})
		}
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
	f.bids = append(f.bids, Bid{Agent: api.Lower(b.Agent), Address: b.Agent, Orders: b.Orders,
		Data: b.Calldata, Promised: b.Promised})
	return nil
}

// bytes is how much memory the bids that were handed in take, and may take.
func (f *bidRound) bytes() (held, most int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, b := range f.bids {
		held += b.bytes()
	}
	return held, int64(len(f.agents)) * maxBids * (maxCalldata + bidBytes)
}

// bidBytes is more than a bid takes beside its calldata.
const bidBytes = 16 << 10

func (b *Bid) bytes() int64 { return int64(len(b.Data)) + bidBytes }

// Held tells how much the bids of a round take.
func (a *Auctioneer) Held() api.Held {
	held, most := a.bidRound.bytes()
	return api.Held{What: "bids of a round", ChainID: a.cfg.Market.ChainID, Bytes: held,
		Most: most}
}

// OpenRound returns the round that takes bids, and the awards that wait for transactions of agents
// elsewhere.
func (a *Auctioneer) OpenRound() api.DeltaRound {
	r := a.bidRound.shown()
	r.ChainID, r.Awards = a.cfg.Market.ChainID, []api.DeltaAward{}
	for _, o := range a.cfg.Orders.InFlight() {
		if len(o.Award.Raw) == 0 {
			r.Awards = append(r.Awards, api.DeltaAward{OrderID: o.ID, Round: o.Award.Round,
				Agent: o.Award.Address, Until: o.Award.Until})
		}
	}
	return r
}

// BidHash is what an agent signs with a bid: keccak256("bourse bid" ‖ chain id ‖ round ‖
// keccak256(calldata)), numbers in 8 bytes.
func BidHash(chainID, round uint64, calldata []byte) common.Hash {
	b := binary.BigEndian.AppendUint64([]byte("bourse bid"), chainID)
	b = binary.BigEndian.AppendUint64(b, round)
	return crypto.Keccak256Hash(b, crypto.Keccak256(calldata))
}

// Bid takes a sealed bid of an agent elsewhere for the open round.
func (a *Auctioneer) Bid(b api.DeltaBid) error {
	hash := BidHash(a.cfg.Market.ChainID, b.Round, b.Calldata)
	if err := eip712.Verify(hash, b.Signature, b.Agent); err != nil {
		return api.Errorf(api.InvalidSignature,
			"the bid's signature does not verify for agent %s: %s", api.Lower(b.Agent), err)
	}
	return a.bidRound.take(b)
}
