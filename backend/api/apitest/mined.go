package apitest

import (
	"context"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// miner is what a Fake does with approvals and transactions that no function is set for: it
// prepares the approval, takes what is sent, and has it mined at once.
type miner struct {
	mu        sync.Mutex
	approvals []api.ApproveRequest
	sent      []*types.Transaction
	listening chan struct{}
}

// MinedIn is the block in which a Fake mines.
const MinedIn = 1234

func (m *miner) approve(r api.ApproveRequest) api.Transaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.approvals = append(m.approvals, r)
	data := contracts.NewStandardToken().PackApprove(r.Spender, r.Amount.Big())
	if r.Kind != api.ERC20 {
		data = contracts.NewERC721Collection().PackSetApprovalForAll(r.Spender,
			!r.Amount.IsZero())
	}
	return api.Transaction{From: r.Owner, To: r.Token, Data: data,
		Gas: 60_000, GasPrice: api.NewAmount(2e9), GasUsed: 46_000}
}

func (m *miner) send(raw []byte) (common.Hash, error) {
	var tx types.Transaction
	err := tx.UnmarshalBinary(raw)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, &tx)
	return tx.Hash(), err
}

func mined(hash common.Hash) api.Receipt {
	return api.Receipt{Hash: hash, Success: true, Block: &api.BlockRef{Number: MinedIn},
		GasUsed: 46_000, GasPrice: api.NewAmount(2e9)}
}

// heard is closed once somebody listens.
func (m *miner) heard() chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.listening == nil {
		m.listening = make(chan struct{})
	}
	return m.listening
}

// Approvals are those that were asked for.
func (f *Fake) Approvals() []api.ApproveRequest {
	f.miner.mu.Lock()
	defer f.miner.mu.Unlock()
	return f.approvals
}

// Sent are the transactions that were sent.
func (f *Fake) Sent() []*types.Transaction {
	f.miner.mu.Lock()
	defer f.miner.mu.Unlock()
	return f.sent
}

// Listening is closed once somebody listens.
func (f *Fake) Listening() <-chan struct{} { return f.heard() }

// Subscribe implements api.Service by the bus.
func (f *Fake) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	events := f.Bus.Subscribe(ctx, topics...)
	listening := f.heard()
	f.miner.mu.Lock()
	defer f.miner.mu.Unlock()
	select {
	case <-listening:
	default:
		close(listening)
	}
	return events
}
