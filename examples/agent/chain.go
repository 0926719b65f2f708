package main

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// settleGas is more than settling an order from an agent's tokens uses.
const settleGas = 600_000

// account is an agent's on chain.
type account struct {
	key     *ecdsa.PrivateKey
	address common.Address
	node    *ethclient.Client
	chainID *big.Int
	delta   common.Address // the settlement contract
}

func newAccount(ctx context.Context, node string, key *ecdsa.PrivateKey) (*account, error) {
	c, err := ethclient.DialContext(ctx, node)
	if err != nil {
		return nil, err
	}
	a := &account{key: key, address: crypto.PubkeyToAddress(key.PublicKey), node: c}
	a.chainID, err = c.ChainID(ctx)
	return a, err
}

// provide makes sure that the agent holds an amount of a token which the contract may take. Where
// it may not yet, the approval is sent and there is no bid until it is mined.
func (a *account) provide(ctx context.Context, token common.Address, amount api.Amount) error {
	erc20 := contracts.NewStandardToken()
	balance, err := a.read(ctx, token, erc20.PackBalanceOf(a.address))
	if err != nil {
		return err
	}
	if balance.Cmp(amount.Big()) < 0 {
		return fmt.Errorf("the stock of %s is %s, it takes %s", token, balance, amount)
	}
	allowance, err := a.read(ctx, token, erc20.PackAllowance(a.address, a.delta))
	if err != nil || allowance.Cmp(amount.Big()) >= 0 {
		return err
	}
	_, err = a.send(ctx, token, erc20.PackApprove(a.delta, api.MaxAmount.Big()))
	if err != nil {
		return err
	}
	return fmt.Errorf("the contract may not take %s yet; the approval is on its way", token)
}

// read calls a contract that answers with a number.
func (a *account) read(ctx context.Context, to common.Address, data []byte) (*big.Int, error) {
	answer, err := a.node.CallContract(ctx, ethereum.CallMsg{To: &to, Data: data}, nil)
	return new(big.Int).SetBytes(answer), err
}

// send signs a transaction and hands it to the node.
func (a *account) send(ctx context.Context, to common.Address, data []byte) (common.Hash, error) {
	nonce, err := a.node.PendingNonceAt(ctx, a.address)
	if err != nil {
		return common.Hash{}, err
	}
	tip, err := a.node.SuggestGasTipCap(ctx)
	if err != nil {
		return common.Hash{}, err
	}
	head, err := a.node.HeaderByNumber(ctx, nil)
	if err != nil {
		return common.Hash{}, err
	}
	most := new(big.Int).Add(tip, new(big.Int).Lsh(head.BaseFee, 1))
	tx, err := types.SignNewTx(a.key, types.LatestSignerForChainID(a.chainID),
		&types.DynamicFeeTx{ChainID: a.chainID, Nonce: nonce, To: &to, Data: data, Gas: settleGas,
			GasFeeCap: most, GasTipCap: tip})
	if err != nil {
		return common.Hash{}, err
	}
	return tx.Hash(), a.node.SendTransaction(ctx, tx)
}
