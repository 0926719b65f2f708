// Package pairform is what the forms of Swap and Delta have in common: the two tokens, what the
// account holds of the one it sells, and how an amount, a slippage and a share are read.
package pairform

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
)

const (
	fundsPause = time.Second
	readTime   = 5 * time.Second
)

// Custom is the choice of a slippage that is typed.
const Custom = "custom"

// NewSlippage is the field of the slippage, with the same choices in every form.
func NewSlippage() *form.Field {
	return &form.Field{ID: "slippage", Label: "Slippage", Kind: form.ChoiceField,
		Choices: []string{"0.1%", "0.5%", "1%", "3%", Custom}}
}

// Funds are what the account has of the token it sells and, where the form pays gas, of the coin
// that pays for it.
type Funds struct {
	Held     api.UserToken
	Native   api.Amount
	GasPrice api.Amount // wei
	Known    bool
}

// Pair are the tokens of a form with the funds of the chosen account.
type Pair struct {
	Src, Dest api.Token
	Funds     Funds
	Problem   string // why the funds could not be read, "" where they could

	s    *views.Session
	gas  bool
	feed *views.Poller
}

// New makes the pair of a session; gas says that the form pays gas of its own.
func New(s *views.Session, gas bool) *Pair {
	p := &Pair{s: s, gas: gas}
	p.feed = &views.Poller{Pause: fundsPause, Ask: p.ask}
	return p
}

// Set chooses what is sold and bought.
func (p *Pair) Set(src, dest api.Token) {
	if p.Src.Address != src.Address {
		p.Forget()
	}
	p.Src, p.Dest = src, dest
}

// Turned returns two tokens the way round in which the form has them already, else as they came.
func (p *Pair) Turned(src, dest api.Token) (api.Token, api.Token) {
	if p.Src.Address == dest.Address && p.Dest.Address == src.Address {
		return dest, src
	}
	return src, dest
}

// Forget drops what is known of the funds: they are another account's or of another token.
func (p *Pair) Forget() {
	p.Funds, p.Problem = Funds{}, ""
	p.feed.Drop()
}

// Want asks for the funds.
func (p *Pair) Want() tea.Cmd {
	if p.Src == (api.Token{}) {
		return nil
	}
	return p.feed.Want(p.s.Env)
}

// gotFunds is what was read.
type gotFunds struct {
	pair  *Pair
	epoch uint64
	funds Funds
	err   error
}

func (p *Pair) ask(epoch uint64) tea.Cmd {
	var exchange api.Exchange = p.s.Exchange
	account, token := p.s.Account.Address, p.Src.Address
	return ui.Call(p.s.Context, readTime, func(ctx context.Context) tea.Msg {
		f, err := read(ctx, exchange, account, token, p.gas)
		return gotFunds{p, epoch, f, err}
	})
}

// read runs off the loop.
func read(ctx context.Context, exchange api.Exchange, account, token common.Address,
	gas bool) (f Funds, err error) {
	if f.Held, err = exchange.UserToken(ctx, account, token); err != nil || !gas {
		f.Known = err == nil
		return f, err
	}
	native, err := exchange.UserToken(ctx, account, api.NativeToken)
	if err != nil {
		return f, err
	}
	status, err := exchange.Status(ctx)
	f.Native, f.GasPrice, f.Known = native.Balance, status.GasPrice, err == nil
	return f, err
}

// Update takes what was asked for; ok is false for what is not the pair's, changed tells that the
// funds are others now.
func (p *Pair) Update(m tea.Msg) (cmd tea.Cmd, changed, ok bool) {
	if cmd, ok = p.feed.Due(m, p.s.Env); ok {
		return cmd, false, true
	}
	got, ok := m.(gotFunds)
	if !ok || got.pair != p {
		return nil, false, false
	}
	fresh, again := p.feed.Done(got.epoch, p.s.Env)
	if !fresh {
		return again, false, true
	}
	p.Problem = ""
	if got.err != nil {
		p.Problem = api.AsError(got.err).Details
	} else {
		p.Funds = got.funds
	}
	return again, true, true
}

// PickSell lets the token to sell be chosen; choosing the one that is bought flips the two.
func (p *Pair) PickSell(flip func() tea.Cmd, choose func(src, dest api.Token) tea.Cmd) {
	views.PickToken(p.s, "Token to sell", func(t api.Token) tea.Cmd {
		if t.Address == p.Dest.Address {
			return flip()
		}
		return choose(t, p.Dest)
	})
}

// PickBuy lets the token to buy be chosen; choosing the one that is sold flips the two.
func (p *Pair) PickBuy(flip func() tea.Cmd, choose func(src, dest api.Token) tea.Cmd) {
	views.PickToken(p.s, "Token to buy", func(t api.Token) tea.Cmd {
		if t.Address == p.Src.Address {
			return flip()
		}
		return choose(p.Src, t)
	})
}

// Amount reads what is typed for an amount; why is what is wrong with it, "" while nothing is
// typed.
func Amount(text string, t api.Token) (a api.Amount, why string) {
	if text = strings.TrimSpace(text); text == "" {
		return a, ""
	}
	a, err := api.ParseUnits(text, t.Decimals)
	switch {
	case err != nil:
		return api.Amount{}, err.Error()
	case a.IsZero():
		return a, "must be above zero"
	}
	return a, ""
}

// Slippage is the chosen one or, under Custom, the typed one, in basis points.
func Slippage(choice, typed *form.Field, most uint64) (bps int, why string) {
	text := choice.Value()
	if text == Custom {
		text = typed.Value()
	}
	return format.ParsePercent(text, most)
}

// Share is a part of an amount, as it is typed into a field.
func Share(a api.Amount, percent uint64, t api.Token) string {
	return a.MulDiv(api.NewAmount(percent), api.NewAmount(100)).Units(t.Decimals)
}

// ChooseSlippage chooses a slippage in basis points: of the choices, or as it is typed.
func ChooseSlippage(choice, typed *form.Field, bps int) {
	text := api.Percent(int64(bps))
	if slices.Contains(choice.Choices, text) {
		choice.Choose(text)
		return
	}
	choice.Choose(Custom)
	typed.Input.Fill(strings.TrimSuffix(text, "%"))
}
