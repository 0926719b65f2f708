package eip712_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/eip712"
)

// Whatever transaction a stranger makes has a sender or none: for a network, for all, or for one
// that there is not.
func TestSendersOfAnyTransaction(t *testing.T) {
	t.Parallel()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	owner := crypto.PubkeyToAddress(key.PublicKey)
	legacy := &types.LegacyTx{Gas: 21_000, To: &common.Address{1}, GasPrice: big.NewInt(1)}
	for name, tx := range map[string]*types.Transaction{
		"for all networks": types.MustSignNewTx(key, types.HomesteadSigner{}, legacy),
		"EIP-155":          types.MustSignNewTx(key, types.NewEIP155Signer(big.NewInt(5)), legacy),
		"EIP-1559": types.MustSignNewTx(key, types.LatestSignerForChainID(big.NewInt(5)),
			&types.DynamicFeeTx{ChainID: big.NewInt(5), Gas: 21_000, To: &common.Address{1}}),
	} {
		if from, err := eip712.Sender(tx); err != nil || from != owner {
			t.Errorf("%s: %s, %v", name, from, err)
		}
	}
	for name, tx := range map[string]types.TxData{
		"no network": &types.DynamicFeeTx{ChainID: new(big.Int), Gas: 21_000, R: big.NewInt(1),
			S: big.NewInt(1), V: new(big.Int)},
		"no network named":   &types.DynamicFeeTx{Gas: 21_000},
		"an unsigned legacy": legacy,
	} {
		if from, err := eip712.Sender(types.NewTx(tx)); err == nil {
			t.Errorf("%s: sent by %s", name, from)
		} else if name != "an unsigned legacy" && !errors.Is(err, eip712.ErrNoNetwork) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
