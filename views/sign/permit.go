package sign

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// Permit is an allowance that is signed instead of sent: the token's own permit, which goes into an
// order or a swap and costs no gas of its own.
type Permit struct {
	Token   api.Token
	Spender common.Address
	Amount  api.Amount // at most; a permit in the style of DAI has no limit
	Until   uint64     // UNIX seconds; 0 is never
	Checks  []ui.Check
	Done    func(encoded []byte) tea.Cmd // takes the signed permit as contracts read it
	Edit    func() tea.Cmd
}

// NoPermit tells why the token's own permit cannot be signed, "" when it can: a permit counts only
// where the domain that it is signed for is the one of the token's contract.
func NoPermit(t api.Token, known *api.Permits) string {
	switch {
	case t.Permit == "":
		return views.Symbol(t) + " has no permits: approve exactly"
	case known == nil:
		return "nothing is known of permits of " + views.Symbol(t) + ": approve exactly"
	case permitDomain(t, known).Separator() != known.Separator:
		return "the permit of " + views.Symbol(t) +
			" is not as its contract says: approve exactly"
	}
	return ""
}

func permitDomain(t api.Token, known *api.Permits) eip712.Domain {
	return eip712.Domain{Name: known.Name, Version: known.Version, ChainID: t.ChainID,
		Contract: t.Address}
}

// encoder is a permit that is to be signed.
type encoder interface {
	TypedData() eip712.TypedData
	Encode(eip712.Signature) []byte
}

// of is the permit of an owner as its token wants it.
func (p Permit) of(owner common.Address, known *api.Permits) encoder {
	domain, until := permitDomain(p.Token, known), api.NewAmount(p.Until)
	if p.Token.Permit == "DAI" {
		return eip712.DAIPermit{Token: domain, Holder: owner, Spender: p.Spender,
			Nonce: known.Nonce, Expiry: until, Allowed: true}
	}
	if p.Until == 0 { // an ERC-2612 permit has no word for never
		until = api.MaxAmount
	}
	return eip712.Permit{Token: domain, Owner: owner, Spender: p.Spender, Value: p.Amount,
		Nonce: known.Nonce, Deadline: until}
}

// RunPermit reads what the token's contract says of the account's permits now, and opens the dialog
// to sign the next one, as the first of two signatures. Call it in Update.
func RunPermit(s *views.Session, p Permit) {
	exchange, owner := s.Exchange, s.Account.Address
	s.Flow().Goes()
	s.Open(&preparing{s: s, what: "sign a permit of " + views.Symbol(p.Token), edit: p.Edit,
		prepare: func(ctx context.Context) (func() Spec, error) {
			held, err := exchange.UserToken(ctx, owner, p.Token.Address)
			if err != nil {
				return nil, err
			}
			if why := NoPermit(p.Token, held.Permits); why != "" {
				return nil, api.Errorf(api.ValidationError, "%s", why)
			}
			if err := unusedPermits(ctx, exchange, owner, p.Token, held.Permits); err != nil {
				return nil, err
			}
			return func() Spec { return p.spec(p.of(owner, held.Permits)) }, nil
		}})
}

func (p Permit) spec(permit encoder) Spec {
	data := permit.TypedData()
	return Spec{Data: &data, Step: 1, Steps: 2, Checks: p.Checks, Edit: p.Edit,
		Done: func(signed Signed) tea.Cmd { return p.Done(permit.Encode(signed.Signature)) }}
}

// carried is a permit that an order of an account carries and that was not used yet.
type carried struct {
	order  string
	open   bool // the order
	permit []byte
}

// word is the n-th word of a permit.
func (c carried) word(n int) api.Amount {
	return api.AmountFromBytes32([32]byte(c.permit[32*n : 32*n+32]))
}

// unusedPermits refuses another permit of a token while an open order holds one with the same
// nonce: the first to be used would make the other worthless.
func unusedPermits(ctx context.Context, exchange api.Exchange, owner common.Address,
	t api.Token, known *api.Permits) error {
	list, err := carriedPermits(ctx, exchange, owner, t, known)
	for _, c := range list {
		if c.open {
			return api.Errorf(api.ValidationError, "your open order %s waits with a permit of %s "+
				"of the same nonce: approve exactly, or cancel it first", c.order, views.Symbol(t))
		}
	}
	return err
}

// carriedPermits are the permits of a token whose nonce is the account's next one, as far as its
// orders carry them.
func carriedPermits(ctx context.Context, exchange api.Exchange, owner common.Address,
	t api.Token, known *api.Permits) (list []carried, err error) {
	take := func(order string, open bool, permit []byte) {
		if isNext(permit, owner, t, known) {
			list = append(list, carried{order, open, permit})
		}
	}
	for _, kind := range []api.OrderType{api.Limit, api.P2P} {
		_, err := api.AllOrders(ctx, exchange, api.OrderQuery{Type: kind, Maker: &owner,
			HideSmallBalances: true}, func(o *api.OrderRecord) bool {
			if o.MakerAsset.Address == t.Address {
				take(format.Hash(o.Hash), o.Stands(), o.PermitMakerAsset)
			}
			return false
		})
		if err != nil {
			return list, err
		}
	}
	_, err = api.AllDelta(ctx, exchange, api.DeltaQuery{User: owner},
		func(o *api.DeltaRecord) bool {
			if o.Order.SrcToken == t.Address {
				take(format.ID(o.ID), !o.Status.Final(), o.Order.Permit)
			}
			return false
		})
	if api.TypeOf(err) == api.UnsupportedChain {
		return list, nil // no Delta there
	}
	return list, err
}

// cuts are the permits by which anybody who has read them can make less of an approval, by what
// they say: orders carry them, and they are good until they are used. Where they can't be read
// nobody knows of any. It runs off the loop.
func cuts(ctx context.Context, exchange api.Exchange, owner common.Address, t api.Token,
	wish describe.Wish, now time.Time) (checks []ui.Check) {
	if wish.Kind != describe.Approve || wish.Allows.IsZero() || t.Permit == "" {
		return nil
	}
	held, err := exchange.UserToken(ctx, owner, t.Address)
	if err != nil || NoPermit(t, held.Permits) != "" {
		return nil
	}
	list, _ := carriedPermits(ctx, exchange, owner, t, held.Permits)
	for _, c := range list {
		gives, until := c.word(2), c.word(3)
		if t.Permit == "DAI" { // all or nothing, and an end of 0 is none
			gives = api.MaxAmount
			if c.word(4).IsZero() {
				gives = api.Amount{}
			}
			if until.IsZero() {
				until = api.MaxAmount
			}
		}
		spender := common.BytesToAddress(c.permit[32:64])
		if spender == wish.Spender && gives.Less(wish.Allows) &&
			!until.Less(api.NewAmount(uint64(now.Unix()))) {
			checks = append(checks, ui.Check{Level: ui.Warn, Text: fmt.Sprintf("whoever hands in "+
				"the permit that order %s carries sets this to %s %s", c.order,
				format.Fine(gives, t, api.Down), views.Symbol(t))})
		}
	}
	return checks
}

// uncovers says that an allowance is less than what the account's open orders need. It runs off the
// loop.
func uncovers(ctx context.Context, exchange api.Exchange, c api.Contracts, owner common.Address,
	t api.Token, wish describe.Wish) []ui.Check {
	if wish.Kind != describe.Approve || t.Kind != api.ERC20 {
		return nil
	}
	needs, err := views.Needs(ctx, exchange, c, owner, wish.Spender, t.Address)
	switch {
	case err != nil:
		return []ui.Check{{Level: ui.Warn,
			Text: "what open orders need of it could not be read: " + api.AsError(err).Details}}
	case wish.Allows.Less(needs):
		return []ui.Check{{Level: ui.Warn, Text: fmt.Sprintf("open orders need %s %s: less leaves "+
			"them not covered", format.Fine(needs, t, api.Up), views.Symbol(t))}}
	}
	return nil
}

// isNext tells whether a signed permit is the account's next one, whose nonce is not used yet.
func isNext(permit []byte, owner common.Address, t api.Token, known *api.Permits) bool {
	const erc2612, dai = 224, 256
	word := func(i int) api.Amount {
		return api.AmountFromBytes32([32]byte(permit[32*i : 32*i+32]))
	}
	switch len(permit) {
	case dai:
		return word(2) == known.Nonce
	case erc2612:
		data := eip712.Permit{Token: permitDomain(t, known), Owner: owner,
			Spender: common.BytesToAddress(permit[32:64]), Value: word(2), Nonce: known.Nonce,
			Deadline: word(3)}.TypedData()
		v := word(4).Bytes32()
		signature := append(permit[160:erc2612:erc2612], v[31])
		return eip712.Verify(data.Hash(), signature, owner) == nil
	}
	return false
}
