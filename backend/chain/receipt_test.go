package chain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// slowReceipts is a node that takes without end for receipts.
type slowReceipts struct{ begun chan struct{} }

func (*slowReceipts) ChainId() hexutil.Uint64 { return 7 } //nolint:revive // as the method is named

func (*slowReceipts) GetBalance(common.Address, any) *hexutil.Big { return new(hexutil.Big) }

func (s *slowReceipts) GetTransactionReceipt(ctx context.Context, _ common.Hash) any {
	s.begun <- struct{}{}
	<-ctx.Done()
	return nil
}

func client(last byte) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, last}) }

// However many receipts of theirs clients ask for that take too long: a node that answers
// meanwhile is not left alone for it. One that answers nothing meanwhile is.
func TestWhatClientsAskFailsNoNodeThatLives(t *testing.T) {
	t.Parallel()
	for _, lives := range []bool{true, false} {
		t.Run(fmt.Sprint(lives), func(t *testing.T) {
			t.Parallel()
			node, server := &slowReceipts{make(chan struct{}, failLimit)}, rpc.NewServer()
			t.Cleanup(server.Stop)
			if err := server.RegisterName("eth", node); err != nil {
				t.Fatal(err)
			}
			conn := rpc.DialInProc(server)
			t.Cleanup(conn.Close)
			const patience = 2 * time.Second
			n, err := New(t.Context(), conn,
				Config{ChainID: 7, Now: time.Now, Timeout: patience})
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, failLimit)
			for i := range failLimit {
				go func() {
					ctx := api.WithClient(t.Context(), client(byte(i)))
					var r *types.Receipt
					ended <- n.view.ask(ctx, &r, "eth_getTransactionReceipt", common.Hash{1})
				}()
			}
			balance := func() error {
				_, err := n.Balance(t.Context(), common.Hash{}, common.Address{})
				return err
			}
			for range failLimit {
				<-node.begun
				if lives {
					if err := balance(); err != nil {
						t.Fatal(err)
					}
				}
			}
			for range failLimit {
				if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
			}
			if err := balance(); lives == (err != nil) {
				t.Errorf("after clients' questions the node of the service's own says %v", err)
			}
		})
	}
}

// transfers is a receipt of so many transfers of a token to an account.
func transfers(to common.Address, n int) *types.Receipt {
	l := &types.Log{Address: common.Address{7}, Data: make([]byte, 32),
		Topics: []common.Hash{topicTransfer, {}, common.BytesToHash(to[:])}}
	r := &types.Receipt{BlockNumber: big.NewInt(0), EffectiveGasPrice: new(big.Int)}
	for range n {
		r.Logs = append(r.Logs, l)
	}
	return r
}

// header is a node with one block.
type header struct{}

func (header) ChainId() hexutil.Uint64 { return 7 } //nolint:revive // as the method is named

func (header) GetBlockByHash(common.Hash, bool) any {
	h := &types.Header{Number: new(big.Int), Difficulty: new(big.Int)}
	return map[string]any{"hash": h.Hash(), "number": "0x0", "parentHash": h.ParentHash,
		"timestamp": "0x0", "gasLimit": "0x0", "gasUsed": "0x0", "logsBloom": h.Bloom,
		"difficulty": "0x0", "extraData": "0x", "miner": h.Coinbase, "mixHash": h.MixDigest,
		"nonce": h.Nonce, "receiptsRoot": h.ReceiptHash, "sha3Uncles": h.UncleHash,
		"stateRoot": h.Root, "transactionsRoot": h.TxHash}
}

// A client's receipts are read in its turn, one after the other; what moved without end is told of
// one transaction at a time. This process's own questions wait for no client.
func TestReceiptsAreReadInTurns(t *testing.T) {
	t.Parallel()
	server := rpc.NewServer()
	t.Cleanup(server.Stop)
	if err := server.RegisterName("eth", header{}); err != nil {
		t.Fatal(err)
	}
	conn := rpc.DialInProc(server)
	t.Cleanup(conn.Close)
	var begun, at atomic.Int64
	let := make(chan struct{})
	owner := common.Address{9}
	h := &types.Header{Number: new(big.Int), Difficulty: new(big.Int)}
	n, err := New(t.Context(), conn, Config{ChainID: 7, Now: time.Now, Trusted: true,
		Receipt: func(ctx context.Context, hash common.Hash, wanted func(*types.Log) bool) (
			*types.Receipt, common.Address, common.Address, error) {
			if api.ClientOf(ctx).IsValid() {
				begun.Add(1)
				if at.Add(1) > 1 {
					t.Error("two receipts of one client are read at once")
				}
				<-let
				at.Add(-1)
			}
			r := transfers(owner, mostMoves/2+1)
			r.TxHash, r.BlockHash = hash, h.Hash()
			return r, common.Address{}, common.Address{}, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	mine := api.WithClient(t.Context(), client(1))
	ended := make(chan error, 2)
	ask := func(hashes ...common.Hash) {
		list, err := n.Movements(mine, owner, hashes)
		if err == nil && len(list[0].Moves) != mostMoves/2+1 {
			err = fmt.Errorf("%d moves are told", len(list[0].Moves))
		}
		ended <- err
	}
	go ask(common.Hash{1})
	go ask(common.Hash{2})
	for tick := time.NewTicker(time.Millisecond); begun.Load() == 0 ||
		!n.clients.reads.Busy(); <-tick.C {
	}
	list, err := n.Movements(t.Context(), owner, []common.Hash{{3}, {4}})
	if err != nil || len(list) != 2 || len(list[1].Moves) != mostMoves/2+1 {
		t.Errorf("of this process's own question %d are told: %v", len(list), err)
	}
	close(let)
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	ask(common.Hash{1}, common.Hash{2})
	if err := <-ended; api.TypeOf(err) != api.ValidationError {
		t.Errorf("of %d moves at once: %v", mostMoves+2, err)
	}
}
