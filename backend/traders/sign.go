package traders

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

func (a *account) signOrder(chainID uint64, contract common.Address, o *api.Order) ([]byte, error) {
	hash := eip712.HashOrder(chainID, contract, o)
	signature, err := crypto.Sign(hash[:], a.key)
	if err != nil {
		return nil, err
	}
	signature[64] += 27
	return signature, nil
}

// send signs a prepared transaction and relays it.
func (t *Traders) send(ctx context.Context, a *account, tx api.Transaction) error {
	signed, err := types.SignTx(tx.Unsigned(),
		types.LatestSignerForChainID(new(big.Int).SetUint64(tx.ChainID)), a.key)
	if err != nil {
		return err
	}
	raw, err := signed.MarshalBinary()
	if err != nil {
		return err
	}
	a.pending, err = t.exchange.SendTransaction(ctx, raw)
	return err
}
