package delta

import (
	"bytes"
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/delta/settlement"
)

// Code that accepts any signature by ERC-1271, and any coins; and code that takes coins.
var (
	acceptingCode = common.FromHex("631626ba7e60e01b60005260206000f3")
	takingCode    = []byte{0} // STOP
)

// Events by which an owner takes back at the Delta contract what it signed.
var (
	topicNonce     = contracts.NewDelta().GetABI().Events["NonceInvalidated"].ID
	topicPreSigned = settlement.Second.GetABI().Events["PreSignatureSet"].ID
)

// ownCodes are the accounts whose code an order runs, with code that does what is asked of it. An
// owner has code at the block of a settlement, or had before it; one that acted there, and who
// gets coins, may have had some in between.
func (s *Service) ownCodes(ctx context.Context, o *api.DeltaOrder, acted bool,
	block chain.Header) (map[common.Address][]byte, error) {
	codes := make(map[common.Address][]byte)
	for _, at := range []common.Hash{block.Parent, block.Hash} {
		code, err := s.cfg.Network.Code(ctx, at, o.Owner)
		if err != nil {
			return nil, err
		}
		if len(code) > 0 || acted {
			codes[o.Owner] = acceptingCode
		}
	}
	to := o.Beneficiary
	if o.DestToken == api.NativeToken && to != (common.Address{}) && to != o.Owner {
		codes[to] = takingCode
	}
	return codes, nil
}

// ownPartFailed tells whether a settlement failed by the code of an order's own accounts: whether
// it is good in its place where they do what is asked of them. That code, or a friend's, may do
// something else in front of it then, which the logs of what was in front would tell.
func (s *Service) ownPartFailed(ctx context.Context, o *api.DeltaOrder, acted bool,
	receipt *types.Receipt, block chain.Header, logs []types.Log) (bool, error) {
	codes, err := s.ownCodes(ctx, o, acted, block)
	if err != nil || len(codes) == 0 {
		return false, err
	}
	before, it, err := s.cfg.Network.WithCodes(ctx, receipt.TxHash, block, codes)
	if err != nil || it.Err == nil {
		return true, err
	}
	var told []types.Log
	for i := range before {
		told = append(told, before[i].Logs...)
	}
	return !slices.EqualFunc(told, logs, func(x, y types.Log) bool {
		return x.Address == y.Address && slices.Equal(x.Topics, y.Topics) &&
			bytes.Equal(x.Data, y.Data)
	}), nil
}
