package local

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
)

// The disk has the transactions that were taken and wait, those alone, and what took another's
// place instead of it: through blocks, reorganisations and starts.
func TestSentTransactionsOnDisk(t *testing.T) {
	t.Parallel()
	cfg := Config{Dir: t.TempDir(), Now: time.Now}
	c := mustOpen(t, cfg)
	base := c.Head()
	onDisk := func(what string, want ...*types.Transaction) {
		t.Helper()
		txs, err := c.intake.sent.all()
		if err != nil || len(txs) != len(want) {
			t.Fatalf("%s: %d transactions on disk, want %d (%v)", what, len(txs), len(want), err)
		}
		for i := range want {
			if txs[i].Hash() != want[i].Hash() {
				t.Errorf("%s: transaction %d is %s, want %s", what, i, txs[i].Hash(),
					want[i].Hash())
			}
		}
	}
	send := func(nonce, tip uint64) *types.Transaction {
		t.Helper()
		tx := payment(nonce, tip)
		raw, err := tx.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.intake.SendRawTransaction(t.Context(), raw); err != nil {
			t.Fatal(err)
		}
		return tx
	}
	mine := func() {
		t.Helper()
		if _, err := c.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	first, second, gap := send(0, 1), send(1, 1), send(7, 1)
	onDisk("sent", first, second, gap)
	second = send(1, 2)
	onDisk("replaced", first, second, gap)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = mustOpen(t, cfg)
	onDisk("started again", first, second, gap)
	mine()
	onDisk("mined", gap)
	if err := c.Fork(t.Context(), base.Hash); err != nil {
		t.Fatal(err)
	}
	onDisk("out of the chain", first, second, gap)
	mine()
	if err := errors.Join(c.DropPending(), c.Close()); err != nil {
		t.Fatal(err)
	}
	c = mustOpen(t, cfg)
	defer c.Close()
	onDisk("dropped")
	c.free = func(string) (uint64, error) { return minFree - 1, nil }
	raw, err := payment(2, 1).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.intake.SendRawTransaction(t.Context(), raw); err == nil ||
		!strings.Contains(err.Error(), "make room") {
		t.Errorf("a transaction is taken that the disk has no room for: %v", err)
	}
	onDisk("refused")
}

// payment sends a wei from the first trader.
func payment(nonce, gwei uint64) *types.Transaction {
	id := big.NewInt(api.LocalChainID)
	fee := new(big.Int).SetUint64(gwei * params.GWei)
	return types.MustSignNewTx(House{}.Trader(0), types.LatestSignerForChainID(id),
		&types.DynamicFeeTx{ChainID: id, Nonce: nonce, Gas: params.TxGas,
			To: &stranger, Value: big.NewInt(1), GasTipCap: fee,
			GasFeeCap: new(big.Int).Mul(fee, big.NewInt(10))})
}

var stranger = address(House{}.key("nobody of the network"))
