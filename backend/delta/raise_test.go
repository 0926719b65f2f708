package delta_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts/contracttest"
)

// fillBlock sends transactions that pay more than others and burn all the gas of the next block.
func (w *world) fillBlock(from, burner common.Address) {
	w.Helper()
	const most = 16_000_000 // of a transaction
	head, err := w.rpc.HeaderByNumber(w.Context(), nil)
	if err != nil {
		w.Fatal(err)
	}
	nonce, err := w.rpc.PendingNonceAt(w.Context(), from)
	if err != nil {
		w.Fatal(err)
	}
	price := new(big.Int).Mul(head.BaseFee, big.NewInt(50))
	price.Add(price, big.NewInt(1e11))
	for left := head.GasLimit; left > 50_000; nonce++ {
		gas := min(left, most)
		left -= gas
		w.send(api.Transaction{ChainID: api.LocalChainID, From: from, To: burner, Nonce: nonce,
			Data: contracttest.NewHostileOwner().PackIsValidSignature(common.Hash{}, nil),
			Gas:  gas, GasPrice: api.MustBig(price)}, nil)
	}
}

// A settlement that no block takes, since others pay more, is sent again for a higher fee: the
// order is settled once, by one of its transactions, and the events tell of all of them.
func TestASettlementIsSentForAHigherFee(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	caller, burners := w.hostileOwners(1)
	w.mood(caller, burners, burns)
	r := w.submit(w.build(w.users[0], "1000", "USDC", "WETH"))
	r = w.await(r.ID, api.DeltaExecuting)
	raised := func() (n int) {
		a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range a.Events {
			if strings.Contains(e.Reason, "higher fee") {
				n++
			}
		}
		return n
	}
	for range 12 {
		if raised() > 0 {
			break
		}
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.fillBlock(w.users[4], burners[0])
		w.mine()
	}
	if raised() == 0 {
		t.Fatal("the settlement waits, and its fee is not raised")
	}
	r = w.await(r.ID, api.DeltaExecuted)
	if len(r.Transactions) != 1 || r.Transactions[0].Spent != r.Order.SrcAmount ||
		r.Transactions[0].Agent != "router" {
		t.Errorf("settled by %+v", r.Transactions)
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	sent := make(map[common.Hash]bool)
	for _, e := range a.Events {
		if e.To == api.DeltaExecuting && e.TxHash != nil {
			sent[*e.TxHash] = true
		}
	}
	if len(sent) < 2 || !sent[r.Transactions[0].Hash] {
		t.Errorf("settled by %s, sent were %v", r.Transactions[0].Hash, sent)
	}
	w.history(r)
}
