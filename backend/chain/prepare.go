package chain

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// outbox prepares transactions and sends them.
type outbox struct {
	*nodes
	view      *view
	gas       *gas
	simulator *simulator

	pending pendingNonces
	refused sync.Map // of contracts' addresses, why nothing is prepared for them
}

// Refuse has nothing prepared that calls a contract, or gives it an allowance, any more.
func (o *outbox) Refuse(contract common.Address, why string) { o.refused.Store(contract, why) }

// Refused is the TransactionFails of a contract that is refused, nil for others.
func (o *outbox) Refused(contract common.Address) error {
	why, refused := o.refused.Load(contract)
	if !refused {
		return nil
	}
	return api.Errorf(api.TransactionFails, "%s", why)
}

// Prepare simulates a transaction and completes it with nonce, gas limit and fees, so that its
// sender has only to sign it. One that would fail, or that the sender can't pay, is
// TransactionFails with the reason. It is run on the head, and as it would run if it were sent in
// the block after that, so that no contract is told by its gas price or its block that it is only
// tried; a node that can't do that runs it on the head alone, at the price of its gas.
func (o *outbox) Prepare(ctx context.Context, c Call) (api.Transaction, error) {
	if err := o.Refused(c.To); err != nil {
		return api.Transaction{}, err
	}
	p, err := o.newPreparation(ctx, c.From)
	if err != nil {
		return api.Transaction{}, err
	}
	nonce, err := o.view.Nonce(ctx, c.From)
	if err != nil {
		return api.Transaction{}, err
	}
	nonce = o.pending.after(c.From, nonce, o.cfg.Now())
	if p.delegate != nil && nonce > p.mined {
		return api.Transaction{}, api.Errorf(api.TransactionFails,
			"%s has named %s as its delegate, and nodes take one waiting transaction of such an "+
				"account: wait for the one with nonce %d, or speed it up", c.From.Hex(),
			p.delegate.Hex(), p.mined)
	}
	return p.complete(ctx, c, nonce)
}

// preparation is what a transaction of an account is prepared on.
type preparation struct {
	box      *outbox
	head     Header
	fees     Fees
	balance  api.Amount
	mined    uint64          // the nonce after the account's last transaction in a block
	delegate *common.Address // whose code runs as the account's own (EIP-7702)
}

// newPreparation reads the head, the fees there and what an account can do.
func (o *outbox) newPreparation(ctx context.Context,
	account common.Address) (*preparation, error) {
	p := &preparation{box: o}
	var (
		err   error
		wei   hexutil.Big
		mined hexutil.Uint64
		code  hexutil.Bytes
	)
	if p.head, err = o.view.Head(ctx); err != nil {
		return nil, err
	}
	if p.fees, err = o.gas.Fees(ctx); err != nil {
		return nil, err
	}
	at := blockParam(p.head.Hash)
	batch := []rpc.BatchElem{
		{Method: "eth_getBalance", Args: []any{account, at}, Result: &wei},
		{Method: "eth_getTransactionCount", Args: []any{account, at}, Result: &mined},
		{Method: "eth_getCode", Args: []any{account, at}, Result: &code},
	}
	err = o.askAll(ctx, batch)
	for _, b := range batch {
		err = errors.Join(err, b.Error)
	}
	if err == nil {
		p.balance, err = api.AmountFromBig(wei.ToInt())
	}
	if err != nil {
		return nil, o.readError("read an account", err)
	}
	p.mined = uint64(mined)
	if delegate, ok := types.ParseDelegation(code); ok {
		p.delegate = &delegate
	}
	return p, nil
}

// complete simulates a call and makes the transaction that its sender can pay.
func (p *preparation) complete(ctx context.Context, c Call, nonce uint64) (api.Transaction,
	error) {
	if p.balance.Less(c.Value) {
		return api.Transaction{}, insufficientFunds(c.From, p.balance, c.Value)
	}
	ctx, done, err := p.box.view.clients.take(ctx, gasOf(c), p.box.view.clients.preparing())
	if err != nil {
		return api.Transaction{}, err
	}
	defer done()
	e, err := p.box.simulator.estimate(ctx, p.head, p.paid(c))
	if err != nil {
		return api.Transaction{}, err
	}
	t := api.Transaction{
		ChainID: p.box.cfg.ChainID, From: c.From, To: c.To, Value: c.Value, Data: c.Data,
		Nonce: nonce, Gas: e.Gas * gasMarginPercent / 100, GasPrice: p.fees.Max, Tip: p.fees.Tip,
		BaseFee: p.fees.Base, Block: e.Block.Number, GasUsed: e.Gas, Delegate: p.delegate,
	}
	if t.L1Fee, err = p.l1Fee(ctx, t); err != nil {
		return api.Transaction{}, overtime(ctx, err)
	}
	if cost := t.MaxFee().Add(c.Value); p.balance.Less(cost) {
		return api.Transaction{}, insufficientFunds(c.From, p.balance, cost)
	}
	c.Gas = t.Gas
	return t, overtime(ctx, p.try(ctx, c))
}

// paid is a call at the price of its gas, where its sender can pay the most that it may use.
func (p *preparation) paid(c Call) Call {
	gas := c.Gas
	if gas == 0 {
		gas = min(p.head.GasLimit, MaxTxGas)
	}
	most := p.fees.Max.MulDiv(api.NewAmount(gas), api.NewAmount(1)).Add(c.Value)
	if !p.balance.Less(most) {
		c.MaxFee, c.Tip = p.fees.Max, p.fees.Tip
	}
	return c
}

// try runs a call with its limit of gas as it would run in the next block.
func (p *preparation) try(ctx context.Context, c Call) error {
	c.MaxFee, c.Tip = p.fees.Max, p.fees.Tip
	list, err := p.box.simulator.SimulateBundle(ctx, p.head.BlockRef, c)
	switch {
	case errors.Is(err, errNoSimulation):
		return nil // what no node can tell keeps nobody from sending
	case err != nil:
		used(ctx, 0)
		return err
	}
	used(ctx, list[0].Paid)
	return list[0].Err
}

// Try prepares anew what somebody else has prepared, with its nonce and for no higher fees: the
// limit of gas, the base fee, the fee of the chain below and the delegate are those that this node
// knows of. It returns the head that it ran on, with an error too. One that would fail is
// TransactionFails with the reason.
func (o *outbox) Try(ctx context.Context, t api.Transaction) (api.Transaction, api.BlockRef,
	error) {
	p, err := o.newPreparation(ctx, t.From)
	if err != nil {
		return t, api.BlockRef{}, err
	}
	own := p.fees
	p.fees = Fees{Base: own.Base, Tip: t.Tip, Max: t.GasPrice}
	switch {
	case own.Base.IsZero(): // it is signed in the old form
		p.fees.Tip = t.GasPrice
	case t.BaseFee.IsZero(): // which pays all of its price, here for nothing
		p.fees.Tip = own.Tip.Min(t.GasPrice)
	}
	out, err := p.complete(ctx, Call{From: t.From, To: t.To, Value: t.Value, Data: t.Data},
		t.Nonce)
	return out, p.head.BlockRef, err
}

func insufficientFunds(account common.Address, holds, needs api.Amount) error {
	return api.Errorf(api.TransactionFails,
		"%s holds %s coins and needs up to %s for this transaction and its fees: add coins",
		account.Hex(), holds.Format(18, 6, api.Down), needs.Format(18, 6, api.Up))
}

// l1Selector is of getL1Fee(bytes), which is given the transaction without its signature.
var l1Selector = crypto.Keccak256([]byte("getL1Fee(bytes)"))[:4]

// l1Fee returns what the chain below charges for a transaction, 0 where it charges nothing beside
// gas.
func (p *preparation) l1Fee(ctx context.Context, t api.Transaction) (api.Amount, error) {
	o := p.box
	if o.cfg.L1Oracle == (common.Address{}) {
		return api.Amount{}, nil
	}
	raw, err := t.Unsigned().MarshalBinary()
	if err != nil {
		return api.Amount{}, err
	}
	word := func(v int) []byte { return common.LeftPadBytes(big.NewInt(int64(v)).Bytes(), 32) }
	padding := make([]byte, (32-len(raw)%32)%32)
	answer, err := o.view.Call(ctx, p.head.Hash, Call{To: o.cfg.L1Oracle,
		Data: bytes.Join([][]byte{l1Selector, word(32), word(len(raw)), raw, padding}, nil)})
	if err == nil && len(answer) != 32 {
		err = errors.New("the oracle's answer is no number")
	}
	if err != nil {
		return api.Amount{}, o.readError("tell the fee of the chain below", err)
	}
	return api.AmountFromBig(new(big.Int).SetBytes(answer))
}
