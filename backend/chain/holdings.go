package chain

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

var (
	permit2ABI = contracts.NewPermit2()
	feesABI    = contracts.NewFeeVault() // that of both contracts that hold fees
)

// Permit2Call asks what the Delta contract of a network may move of an account's token through
// Permit2.
func Permit2Call(c api.Contracts, account, token common.Address) Call {
	return Call{To: c.Permit2, Data: permit2ABI.PackAllowance(account, token, c.Delta)}
}

// Permit2 reads the answer to Permit2Call; ok is false where it is none.
func (r Result) Permit2() (p api.Permit2Allowance, ok bool) {
	a, err := permit2ABI.UnpackAllowance(r.Data)
	if !r.OK || err != nil {
		return p, false
	}
	return api.Permit2Allowance{Amount: api.MustBig(a.Amount), Expiration: a.Expiration.Uint64(),
		Nonce: a.Nonce.Uint64()}, true
}

// FeesCall asks what a contract holds of tokens for an account as a partner.
func FeesCall(holder, account common.Address, tokens []common.Address) Call {
	return Call{To: holder, Data: feesABI.PackBatchGetBalance(tokens, account)}
}

// Fees reads the answer to FeesCall, of each token in turn; nothing where it is none.
func (r Result) Fees(tokens int) []api.Amount {
	list := make([]api.Amount, tokens)
	amounts, err := feesABI.UnpackBatchGetBalance(r.Data)
	if !r.OK || err != nil || len(amounts) != tokens {
		return list
	}
	for i, amount := range amounts {
		list[i] = api.MustBig(amount)
	}
	return list
}
