package swap

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
)

const fundsPause = time.Second

// funds are what the account has of the token it sells, and of the coin that pays for gas.
type funds struct {
	account, token common.Address
	held           api.UserToken
	native         api.Amount
	gasPrice       api.Amount // wei
	known          bool
}

// gotFunds is what was read.
type gotFunds struct {
	epoch uint64
	funds funds
	err   error
}

func (w *Screen) askFunds(epoch uint64) ui.Cmd {
	service, chain := w.service(), w.s.Network.ChainID
	f := funds{account: w.s.Account.Address, token: w.src.Address}
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) ui.Msg {
		f, err := readFunds(ctx, service, chain, f)
		return gotFunds{epoch, f, err}
	})
}

// readFunds runs off the loop.
func readFunds(ctx context.Context, s service, chain uint64, f funds) (funds, error) {
	var err error
	if f.held, err = s.UserToken(ctx, chain, f.account, f.token); err != nil {
		return f, err
	}
	native, err := s.UserToken(ctx, chain, f.account, api.NativeToken)
	if err != nil {
		return f, err
	}
	status, err := s.Status(ctx, chain)
	f.native, f.gasPrice, f.known = native.Balance, status.GasPrice, err == nil
	return f, err
}

func (w *Screen) wantFunds() ui.Cmd {
	if w.src == (api.Token{}) {
		return nil
	}
	return w.fundsFeed.Want(w.s.Env.Now())
}

func (w *Screen) onFunds(m gotFunds) ui.Cmd {
	fresh, again := w.fundsFeed.Done(m.epoch, w.s.Env.Now())
	if !fresh {
		return again
	}
	w.fundsErr = ""
	if m.err != nil {
		w.fundsErr = api.AsError(m.err).Details
	} else {
		w.funds = m.funds
	}
	w.derive()
	return again
}

// allowed is what the route's spender may move of the token that is sold.
func (w *Screen) allowed() api.Amount {
	return w.funds.held.Allowances[w.quote.route.TokenTransferProxy]
}
