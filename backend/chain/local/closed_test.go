package local_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto/kzg4844"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain/local"
)

// dial is a client of a chain's JSON-RPC.
func dial(t *testing.T, url string) *rpc.Client {
	t.Helper()
	client, err := rpc.DialContext(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// A contract that reads another slot whenever its access list is another one has none: who asks
// for it is told, and others are answered.
func TestEndlessAccessList(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{RPCAddr: "127.0.0.1:0"})
	const gas = 60_000_000
	// A slot is read where the gas that is left says that no list was paid for, and none else.
	code := fmt.Sprintf("0x63%08x5a1115600f57600154505b61ffff5a11600f5700", gas-21_000-1_000)
	contract, sender := common.Address{0x99}, common.Address{0x88}
	socket := strings.Replace(c.RPCURL(), "http", "ws", 1)
	stranger, honest := dial(t, socket), dial(t, socket)
	ended := make(chan error, 1)
	go func() {
		ended <- stranger.CallContext(context.WithoutCancel(t.Context()), nil,
			"eth_createAccessList", map[string]any{"to": contract, "from": sender,
				"gas": hexutil.Uint64(gas), "gasPrice": "0x77359400"}, "latest",
			map[common.Address]any{contract: map[string]string{"code": code},
				sender: map[string]string{"balance": "0x" + strings.Repeat("f", 40)}})
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := <-ended
	if err == nil || !strings.Contains(err.Error(), "no access list was found within") {
		t.Errorf("an endless list: %v", err)
	}
	var answer hexutil.Bytes
	if err := honest.CallContext(ctx, &answer, "eth_call", map[string]any{
		"to": common.BytesToAddress([]byte{4}), "data": "0x2a"}, "latest"); err != nil ||
		len(answer) != 1 || answer[0] != 0x2a {
		t.Errorf("a call after it: %s, %v", answer, err)
	}
}

// Blobs fill memory and make a start slow, and nothing reads them here.
func TestNoBlobs(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{RPCAddr: "127.0.0.1:0"})
	client, err := ethclient.DialContext(t.Context(), c.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var blob kzg4844.Blob
	commitment, err := kzg4844.BlobToCommitment(&blob)
	if err != nil {
		t.Fatal(err)
	}
	proofs, err := kzg4844.ComputeCellProofs(&blob)
	if err != nil {
		t.Fatal(err)
	}
	sidecar := types.NewBlobTxSidecar(types.BlobSidecarVersion1, []kzg4844.Blob{blob},
		[]kzg4844.Commitment{commitment}, proofs)
	tx := types.MustSignNewTx(c.House().Trader(0),
		types.LatestSignerForChainID(big.NewInt(api.LocalChainID)), &types.BlobTx{
			ChainID: uint256.NewInt(api.LocalChainID), Gas: 21_000, To: common.Address{1},
			GasTipCap: uint256.NewInt(1e9), GasFeeCap: uint256.NewInt(1e11),
			BlobFeeCap: uint256.NewInt(1e9), BlobHashes: sidecar.BlobHashes(), Sidecar: sidecar})
	err = client.SendTransaction(t.Context(), tx)
	if err == nil || !strings.Contains(err.Error(), "takes no blobs") {
		t.Errorf("a transaction with a blob: %v", err)
	}
}

// A transaction for no network is refused in words.
func TestTransactionsForNoNetwork(t *testing.T) {
	t.Parallel()
	client := dial(t, open(t, local.Config{RPCAddr: "127.0.0.1:0", Secret: true}).RPCURL())
	tx := types.NewTx(&types.DynamicFeeTx{ChainID: new(big.Int), Gas: 21_000,
		To: &common.Address{1}, R: big.NewInt(1), S: big.NewInt(1), V: new(big.Int)})
	raw, err := tx.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	err = client.CallContext(t.Context(), nil, "eth_sendRawTransaction", hexutil.Bytes(raw))
	if err == nil || !strings.Contains(err.Error(), "network 0") {
		t.Errorf("a transaction for network 0: %v", err)
	}
}

// What would sign, or send or work out a transaction by a way of its own, is refused.
func TestClosedMethods(t *testing.T) {
	t.Parallel()
	client := dial(t, open(t, local.Config{RPCAddr: "127.0.0.1:0"}).RPCURL())
	tx := map[string]string{"from": "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", "data": "0x5b"}
	for method, args := range map[string][]any{
		"eth_sendRawTransactionSync": {"0x02"}, "eth_sendTransaction": {tx},
		"eth_signTransaction": {tx}, "eth_fillTransaction": {tx},
		"eth_resend": {tx, "0x1", "0x1"}, "eth_sign": {tx["from"], "0x01"},
	} {
		var answer json.RawMessage
		err := client.CallContext(t.Context(), &answer, method, args...)
		if err == nil || !strings.Contains(err.Error(), "signs nothing") {
			t.Errorf("%s: %s, %v", method, answer, err)
		}
	}
}
