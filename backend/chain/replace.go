package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// PrepareReplacement completes a transaction that takes the place of one that waits, with its
// nonce and for fees at least an eighth above: the same once more, or with cancel one that does
// nothing. Either of the two is mined, never both. What can't be replaced is TransactionFails with
// the reason.
func (o *outbox) PrepareReplacement(ctx context.Context, hash common.Hash,
	cancel bool) (api.Transaction, error) {
	old, from, err := o.view.waiting(ctx, hash)
	if err != nil {
		return api.Transaction{}, err
	}
	c := Call{From: from, To: from}
	if !cancel {
		c = Call{From: from, To: *old.To(), Value: api.MustBig(old.Value()), Data: old.Data()}
	}
	p, err := o.newPreparation(ctx, from)
	if err != nil {
		return api.Transaction{}, err
	}
	if old.Nonce() < p.mined {
		return api.Transaction{}, api.Errorf(api.TransactionFails,
			"another transaction with nonce %d is mined already, so that %s never will be",
			old.Nonce(), hash)
	}
	p.fees.Tip = raised(api.MustBig(old.GasTipCap()), p.fees.Fast)
	p.fees.Max = raised(api.MustBig(old.GasFeeCap()), p.fees.atMost(p.fees.Tip))
	return p.complete(ctx, c, old.Nonce())
}

// waiting returns a transaction that a node holds and that is in no block, and its sender.
func (v *view) waiting(ctx context.Context, hash common.Hash) (*types.Transaction,
	common.Address, error) {
	fails := func(format string, args ...any) (*types.Transaction, common.Address, error) {
		return nil, common.Address{}, api.Errorf(api.TransactionFails, format, args...)
	}
	answers, err := fromAll(v.answering(), func(e *endpoint) (known knownTransaction, err error) {
		known.tx, known.mined, err = e.transaction(ctx, hash)
		return known, err
	})
	if err != nil {
		return nil, common.Address{}, v.readError("read a transaction", err)
	}
	var tx *types.Transaction
	for _, a := range answers {
		switch {
		case a == nil || a.tx == nil:
		case a.mined:
			return fails("transaction %s is mined already: nothing can take its place", hash)
		default:
			tx = a.tx
		}
	}
	switch {
	case tx == nil:
		return fails("no node of network %d knows transaction %s: it was dropped, another took "+
			"its place, or it was not handed on; what was signed may still be mined, so look at "+
			"what becomes of it before you make it anew", v.cfg.ChainID, hash)
	case tx.Type() > types.DynamicFeeTxType || tx.To() == nil:
		return fails("transaction %s is of a kind that is not made here: replace it where it "+
			"was made", hash)
	}
	from, err := eip712.Sender(tx)
	if err != nil {
		return nil, from, v.readError("read a transaction", err)
	}
	return tx, from, nil
}

// knownTransaction is what one node knows of a transaction; tx is nil where it is nothing.
type knownTransaction struct {
	tx    *types.Transaction
	mined bool
}
