package desk

import (
	"cmp"
	"context"

	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/sign"
)

func (d *Desk) send(ctx context.Context, x grammar.Send) (Result, error) {
	have, err := d.held(ctx, x.Token.Address)
	if err != nil {
		return Result{}, err
	}
	d.price(ctx, x.Token.Address)
	if err := bad(d.covers(have.Balance, x.Value, x.Token)); err != nil {
		return Result{}, err
	}
	left, err := d.left(ctx, x.Value, have.Balance, x.Token)
	if err != nil {
		return Result{}, err
	}
	name, of := views.Symbol(x.Token), views.Receiver{Known: true}
	if of.Contract, err = d.s.Exchange.IsContract(ctx, x.To); err != nil {
		of.Problem = api.AsError(err).Details
	}
	to, word := d.s.ReceiverCheck(x.To, x.Token.Address, name, of)
	if err := cmp.Or(bad(left), bad(to)); err != nil {
		return Result{}, err
	}
	task := d.sending(x)
	task.Checks, task.Word = []ui.Check{left, to}, word
	return d.run(ctx, task)
}

// left says what is left of a token once some is gone, beside what open orders need of it.
func (d *Desk) left(ctx context.Context, gone, held api.Amount, t api.Token) (ui.Check, error) {
	var promised api.Amount
	if t.Address != api.NativeToken {
		var err error
		promised, err = views.Promised(ctx, d.s.Exchange, d.s.Account.Address, t.Address)
		if err != nil {
			return ui.Check{}, err
		}
	}
	return views.LeftCheck(gone, held, promised, t, views.Symbol(t)), nil
}

func (d *Desk) sending(x grammar.Send) sign.Task {
	return sign.Send(d.s, "send "+x.Amount+" "+views.Symbol(x.Token)+" to "+d.s.ShortName(x.To),
		api.Asset{Address: x.Token.Address}, x.To, x.Value)
}

func (d *Desk) approve(ctx context.Context, x grammar.Approve) (Result, error) {
	d.price(ctx, x.Token.Address)
	return d.run(ctx, d.approval(x))
}

func (d *Desk) approval(x grammar.Approve) sign.Task {
	task := sign.Approve(d.s, x.Token, x.For.Spender(d.s.Network.Contracts), x.Value)
	if x.Amount == "" {
		task.What = "revoke the allowance of " + views.Symbol(x.Token)
	}
	return task
}

func (d *Desk) wrap(ctx context.Context, x grammar.Wrap) (Result, error) {
	wrapped := d.s.Network.Contracts.WrappedNative
	d.price(ctx, wrapped)
	task := d.wrapping(x)
	if x.Back {
		token, _ := d.s.Token(wrapped)
		have, err := d.held(ctx, wrapped)
		if err != nil {
			return Result{}, err
		}
		left, err := d.left(ctx, x.Value, have.Balance, token)
		if err = cmp.Or(err, bad(left)); err != nil {
			return Result{}, err
		}
		task.Checks = append(task.Checks, left)
	}
	return d.run(ctx, task)
}

func (d *Desk) wrapping(x grammar.Wrap) sign.Task {
	what := "wrap "
	if x.Back {
		what = "unwrap "
	}
	return sign.Wrap(d.s, what+x.Amount, x.Value, x.Back)
}

// replace takes the place of a transaction of this account that waits: its nonce is known here.
func (d *Desk) replace(ctx context.Context, x grammar.Replace) (Result, error) {
	for _, e := range d.s.UnderWay.List() {
		nonce, fits := e.Nonce.Uint64()
		if e.Hash == x.Hash && e.Kind == views.SentTransaction && fits && !e.Ended {
			var old types.Transaction
			if old.UnmarshalBinary(e.Raw) == nil && old.To() != nil {
				d.price(ctx, *old.To()) // of a token that is sent or allowed once more
			}
			return d.run(ctx, sign.Replacing(d.s, x.Hash, nonce, x.Cancel))
		}
	}
	return Result{}, api.Errorf(api.NotFound, "no transaction %s waits that was sent from here",
		format.Hash(x.Hash))
}

// nonceOf reads the nonce of a signed transaction.
func nonceOf(raw []byte) *uint64 {
	var tx types.Transaction
	if tx.UnmarshalBinary(raw) != nil {
		return nil
	}
	return new(tx.Nonce())
}
