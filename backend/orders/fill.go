package orders

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// maxLegs is how many orders one transaction fills or cancels, within what a block has room for.
const maxLegs = 100

// leg is one order of a fill, with what is paid to it.
type leg struct {
	record
	status
	funds funds
	pay   api.Amount // of the taker asset
}

// filler reads what a fill or a cancellation is about and says why it cannot be. It changes
// nothing.
type filler struct{ s *Service }

// PrepareFill returns the simulated transaction that fills orders, wholly or in part. A fill that
// would fail is OrderNotFillable with the reason.
func (s *Service) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	if len(r.Legs) == 0 || len(r.Legs) > maxLegs {
		return api.Transaction{}, api.Errorf(
			api.ValidationError, "a fill takes 1 to %d orders, got %d", maxLegs, len(r.Legs))
	}
	if r.Target == (common.Address{}) {
		r.Target = r.Taker
	}
	f := filler{s}
	legs, err := f.legs(r)
	if err != nil {
		return api.Transaction{}, err
	}
	call, err := f.fillCallOf(legs, r)
	if err != nil {
		return api.Transaction{}, err
	}
	if err := f.canPay(ctx, legs, r.Taker, call.spender, payment(legs, r)); err != nil {
		return api.Transaction{}, err
	}
	s.Prepared(call.data)
	t, err := s.cfg.Network.Prepare(ctx, chain.Call{From: r.Taker, To: call.to, Data: call.data})
	return t, notFillable(err)
}

// legs plans the legs of a fill: each as it says, or those that together come to a total.
func (f filler) legs(r api.FillRequest) ([]*leg, error) {
	var legs []*leg
	used := make(map[holdingKey]api.Amount)
	for _, want := range r.Legs {
		l, err := f.leg(want.Hash)
		if err == nil && r.Side != "" && f.s.isSwapper(l.order.Taker) {
			continue // the order contract fills it for the swap contract only
		}
		if err == nil {
			err = f.mayFill(l, legs, r.Taker)
		}
		if err == nil {
			err = l.plan(f.s.contracts.AugustusRFQ, want.TakerAmount, used)
		}
		switch {
		case err == nil:
			legs = append(legs, l)
		case r.Side == "" || api.TypeOf(err) == api.ValidationError:
			return nil, err
		}
	}
	if r.Side == "" {
		return legs, nil
	}
	return covering(legs, r)
}

// leg reads an order with what its maker holds.
func (f filler) leg(hash common.Hash) (*leg, error) {
	f.s.mu.RLock()
	defer f.s.mu.RUnlock()
	ix := f.s.index
	id := ix.find(hash)
	if id == 0 {
		return nil, api.Errorf(api.NotFound, "no order %s on network %d", hash, f.s.chainID)
	}
	return &leg{record: ix.record(id), status: ix.status(id),
		funds: ix.holdings.list[ix.row(id).holding].funds}, nil
}

// whyClosed says why an order in a final state can't be filled or cancelled.
var whyClosed = [stateCount]string{
	fulfilled: "is filled already", cancelled: "was cancelled by its maker", expired: "has expired",
}

// mayFill refuses orders that the account can't fill, or that don't go together in one transaction.
func (f filler) mayFill(l *leg, before []*leg, taker common.Address) error {
	o := &l.order
	switch intended := o.TakerFromMeta(); {
	case !l.state.open():
		return api.Errorf(api.OrderNotFillable, "order %s %s", l.hash, whyClosed[l.state])
	case l.unfillable, l.refused, l.blamed:
		return api.Errorf(api.OrderNotFillable, "order %s can't be filled: %s", l.hash,
			suspension(&l.record, status{state: suspended, refused: l.refused, blamed: l.blamed},
				l.funds, ""))
	case intended != (common.Address{}) && intended != taker:
		return api.Errorf(api.OrderNotFillable,
			"order %s is for %s only: fill it from that account", l.hash, api.Lower(intended))
	case o.Taker != (common.Address{}) && o.Taker != taker && !f.s.isSwapper(o.Taker):
		return api.Errorf(api.OrderNotFillable,
			"order %s is for %s only: fill it from that account", l.hash, api.Lower(o.Taker))
	}
	for _, b := range before {
		if b.hash == l.hash {
			return api.Errorf(api.ValidationError, "order %s is in the fill twice", l.hash)
		}
		if b.order.NFT != o.NFT || b.order.MakerAsset.Address != o.MakerAsset.Address ||
			b.order.TakerAsset != o.TakerAsset {
			return api.Errorf(api.ValidationError,
				"orders %s and %s trade different assets: fill them one by one", b.hash, l.hash)
		}
		if f.s.isSwapper(b.order.Taker) || f.s.isSwapper(o.Taker) {
			return api.Errorf(api.ValidationError,
				"an order that names the swap contract as its taker is filled on its own")
		}
	}
	return nil
}

// plan decides what is paid: what is asked for if it can be had, or as much as can be filled if
// nothing is said. used is what other legs take of the same holdings.
func (l *leg) plan(contract common.Address, ask api.Amount,
	used map[holdingKey]api.Amount) error {
	key := l.holding()
	// what other legs take of the holding is as good as gone
	left := funds{l.funds.balance.Sub(used[key]), l.funds.allowance.Sub(used[key])}
	_, give := l.terms(l.status, contract).balances(l.fillable, left)
	if give.IsZero() {
		return api.Errorf(api.OrderNotFillable,
			"order %s can't be filled now: its maker's balance or allowance does not cover it",
			l.hash)
	}
	o := &l.order
	most := o.PayFor(give)
	if l.pay = ask; ask.IsZero() {
		l.pay = most
	}
	get := o.Gets(l.pay)
	switch {
	case get.IsZero():
		return api.Errorf(api.OrderNotFillable,
			"paying %s to order %s buys less than one unit of the maker's asset: pay more", l.pay,
			l.hash)
	case give.Less(get):
		return api.Errorf(api.OrderNotFillable,
			"order %s can give %s units now, %s were asked for: pay at most %s", l.hash, give,
			get, most)
	case most.Less(l.pay): // what is paid beyond that would buy nothing
		return api.Errorf(api.OrderNotFillable, "order %s can give %s units now: pay at most %s",
			l.hash, give, most)
	case o.MakerAsset.Kind == api.ERC1155 && o.PayFor(get).Less(l.pay):
		return api.Errorf(api.OrderNotFillable, "paying %s to order %s buys %s whole units, "+
			"which cost %s: pay that", l.pay, l.hash, get, o.PayFor(get))
	case l.fillOrKill && get != l.fillable:
		return api.Errorf(api.OrderNotFillable, "order %s is filled whole or not at all: pay %s",
			l.hash, most)
	}
	used[key] = used[key].Add(get)
	return nil
}

// canPay refuses a fill that the taker has not the assets or the allowance for.
func (f filler) canPay(ctx context.Context, legs []*leg, taker, spender common.Address,
	pay api.Amount) error {
	at, err := f.s.cfg.Network.Head(ctx)
	if err != nil {
		return err
	}
	key := holdingKey{taker, legs[0].order.TakerAsset}
	reader := chainState{net: f.s.cfg.Network, contract: spender}
	readings, err := reader.readFacts(ctx, at.Hash, questions{holdings: []holdingKey{key}})
	if err != nil {
		return err
	}
	switch have := readings.funds[key]; {
	case readings.unread[key] != nil:
		return refuseUnread("takerAsset", readings.unread[key], f.s.cfg.Now())
	case readings.mute[key] && have.balance.Min(have.allowance).Less(pay):
		return api.Errorf(api.OrderNotFillable, "%s, or what it allows", mute(key))
	case have.balance.Less(pay):
		return api.Errorf(api.OrderNotFillable, "%s holds %s units of %s and would pay %s",
			api.Lower(taker), have.balance, api.Lower(key.asset.Address), pay)
	case have.allowance.Less(pay):
		return api.Errorf(api.OrderNotFillable,
			"%s lets %s take %s units of %s and would pay %s: approve it first",
			api.Lower(taker), api.Lower(spender), have.allowance, api.Lower(key.asset.Address), pay)
	}
	return nil
}

// PrepareCancel returns the simulated transaction that cancels a maker's orders.
func (s *Service) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction, error) {
	if len(r.Hashes) == 0 || len(r.Hashes) > maxLegs {
		return api.Transaction{}, api.Errorf(
			api.ValidationError, "a cancellation takes 1 to %d orders, got %d", maxLegs,
			len(r.Hashes))
	}
	hashes := make([][32]byte, len(r.Hashes))
	for i, hash := range r.Hashes {
		l, err := filler{s}.leg(hash)
		if err != nil {
			return api.Transaction{}, err
		}
		if l.order.Maker != r.Maker {
			return api.Transaction{}, api.Errorf(
				api.ValidationError, "order %s is by %s, and only its maker can cancel it", hash,
				api.Lower(l.order.Maker))
		}
		if !l.state.open() {
			return api.Transaction{}, api.Errorf(
				api.OrderNotFillable, "order %s %s: there is nothing to cancel", hash,
				whyClosed[l.state])
		}
		hashes[i] = hash
	}
	rfq := contracts.NewAugustusRFQ()
	data := rfq.PackCancelOrders(hashes)
	if len(hashes) == 1 {
		data = rfq.PackCancelOrder(hashes[0])
	}
	return s.cfg.Network.Prepare(ctx,
		chain.Call{From: r.Maker, To: s.contracts.AugustusRFQ, Data: data})
}

// reasons puts the order contract's words into sentences.
var reasons = map[string]string{
	"Order already filled or expired": "it was filled, cancelled or filled in part in " +
		"the meantime: read it again",
	"Order expired": "its expiry has passed",
	"Invalid Signature": "the contract does not accept its maker's " +
		"signature any more",
	"Access denied":                           "it is for another taker",
	"Maker token fill amount cannot be 0":     "so little is paid that it buys nothing",
	"Permit failed":                           "the maker's permit in it is not valid any more",
	"Couldn't swap the requested fill amount": "less of it is left than asked for",
	"Invalid amount for ERC721 transfer":      "an ERC721 token is traded whole",
}

// notFillable tells a fill that would fail from a node that can't say.
func notFillable(err error) error {
	var revert *chain.Revert
	if api.TypeOf(err) != api.TransactionFails {
		return err
	}
	if !errors.As(err, &revert) {
		e := *api.AsError(err)
		e.Type = api.OrderNotFillable
		return &e
	}
	reason := revert.Reason
	if words, ok := reasons[reason]; ok {
		reason = words
	}
	return api.Errorf(api.OrderNotFillable, "the order can't be filled: %s", reason).WithCause(err)
}
