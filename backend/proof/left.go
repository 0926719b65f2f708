package proof

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// leave puts in the place of what was told of open orders what a node says is left of them and can
// be had of it. Without one, or an answer of it, no more is left than was signed.
func (t Told) leave(ctx context.Context, open []*api.OrderRecord) (err error) {
	left, answered := make(map[common.Hash]api.Amount, len(open)), false
	for _, r := range open {
		left[r.Hash] = r.MakerAmount
	}
	var can map[common.Hash]api.Amount
	if t.Node != nil && len(open) > 0 {
		if left, answered, err = t.remains(ctx, open, 0); err != nil {
			return err
		}
		if can, err = t.covered(ctx, open); err != nil {
			return err
		}
	}
	for _, r := range open {
		n := left[r.Hash]
		none := n.IsZero()
		if !answered {
			n = n.Min(r.FillableBalance)
		}
		r.FillableBalance = n
		r.MakerBalance, r.SwappableBalance = r.MakerBalance.Min(n), r.SwappableBalance.Min(n)
		if none {
			t.over(r)
			continue
		}
		// what a permit will allow, no balance tells
		if n, known := can[r.Hash]; known && len(r.PermitMakerAsset) == 0 {
			t.canBeHad(r, r.FillableBalance.Min(n))
		}
	}
	return nil
}

// over ends an order of which nothing is left.
func (t Told) over(r *api.OrderRecord) {
	r.State = api.Fulfilled
	t.mu.Lock()
	if len(t.signed.cancelledBy(r)) > 0 {
		r.State = api.Cancelled
	}
	t.mu.Unlock()
	r.StateReason = "nothing is left of it by your node, though " + t.host + " calls it open"
}

// canBeHad says of an order how much its maker holds and allows of what is left.
func (t Told) canBeHad(r *api.OrderRecord, maker api.Amount) {
	r.MakerBalance, r.SwappableBalance = maker, maker
	if r.FillOrKill && maker.Less(r.FillableBalance) {
		r.SwappableBalance = api.Amount{}
	}
	switch {
	case r.State == api.Suspended && r.Takable():
		said := ""
		if r.StateReason != "" {
			said = "; it says: " + r.StateReason
		}
		r.Promised = true
		r.StateReason = "whoever has the signature can fill it " + until(r) + ": your node says " +
			"that its maker holds and allows it, and that it is suspended is the word of " +
			t.host + " alone" + said
	case r.State == api.Pending && r.SwappableBalance.IsZero():
		r.State = api.Suspended
		r.StateReason = "its maker holds or allows too little of it by your node, though " +
			t.host + " says that it can be filled"
	}
}

// covered is how much of what they sell the makers of orders hold and let the order contract move,
// by the node; an order is left out where it does not say it.
func (t Told) covered(ctx context.Context, open []*api.OrderRecord) (
	can map[common.Hash]api.Amount, err error) {
	can = make(map[common.Hash]api.Amount, len(open))
	head, err := t.Node.Head(ctx)
	if err != nil {
		return can, ctx.Err()
	}
	abi, rfq := contracts.NewStandardToken(), t.Network.Contracts.AugustusRFQ
	nfts := make(map[common.Address][]*api.OrderRecord) // that sell them, by maker
	var tokens []*api.OrderRecord
	var calls []chain.Call
	for _, r := range open {
		if r.MakerAsset.Kind != api.ERC20 {
			nfts[r.Maker] = append(nfts[r.Maker], r)
			continue
		}
		tokens = append(tokens, r)
		calls = append(calls,
			chain.Call{To: r.MakerAsset.Address, Data: abi.PackBalanceOf(r.Maker)},
			chain.Call{To: r.MakerAsset.Address, Data: abi.PackAllowance(r.Maker, rfq)})
	}
	answers, err := t.Node.BatchCall(ctx, head.Hash, calls)
	if err != nil {
		return can, ctx.Err()
	}
	for i, r := range tokens {
		held, allowed := answers[2*i], answers[2*i+1]
		if held.Err == nil && allowed.Err == nil {
			can[r.Hash] = held.Word(0).Min(allowed.Word(0))
		}
	}
	for maker, list := range nfts {
		assets := make([]api.Asset, len(list))
		for i, r := range list {
			assets[i] = r.MakerAsset
		}
		held, err := t.Node.NFTs(ctx, head.Hash, maker, rfq, assets)
		if err != nil {
			return can, ctx.Err()
		}
		for i, r := range list {
			if held[i].Answered {
				can[r.Hash] = api.Amount{}
			}
			if held[i].Answered && held[i].Approved {
				can[r.Hash] = held[i].Balance
			}
		}
	}
	return can, nil
}

// leftSeen is how much of an order was left at a time; nothing stays nothing.
type leftSeen struct {
	left api.Amount
	at   time.Time
}

// remains is what can be filled of orders: by their contract or, without a node that says it, by
// the fills and the cancellations that the service tells of. What was asked for less than age ago
// is not asked again; answered is whether there was an answer for the others.
func (t Told) remains(ctx context.Context, list []*api.OrderRecord, age time.Duration) (
	left map[common.Hash]api.Amount, answered bool, err error) {
	left = make(map[common.Hash]api.Amount)
	var asked []*api.OrderRecord
	now := t.now()
	t.mu.Lock()
	for _, r := range list {
		known, ok := t.Witness.left[r.Hash]
		if left[r.Hash] = known.left; !ok || !known.left.IsZero() &&
			now.Sub(known.at) >= age {
			left[r.Hash] = r.MakerAmount // as long as nothing says another
			asked = append(asked, r)
		}
	}
	t.mu.Unlock()
	if len(asked) == 0 {
		return left, true, nil
	}
	if t.Node != nil {
		err = t.byContract(ctx, asked, left)
	} else {
		err = t.byFills(ctx, asked, left)
	}
	if err != nil {
		return left, false, ctx.Err() // what is not known to be over stands
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.Witness.left) >= maxSeen {
		clear(t.Witness.left)
	}
	for _, r := range asked {
		if r.Dust(left[r.Hash]) {
			left[r.Hash] = api.Amount{}
		}
		t.Witness.left[r.Hash] = leftSeen{left[r.Hash], now}
		if left[r.Hash].IsZero() && t.signed.stands(r.Hash) {
			_ = t.note(entry{Ended: r.Hash})
		}
	}
	return left, true, nil
}

// byContract asks the contract: it tells nothing of an untouched order, else a unit more than is
// left.
func (t Told) byContract(ctx context.Context, asked []*api.OrderRecord,
	left map[common.Hash]api.Amount) error {
	rfq, of := contracts.NewAugustusRFQ(), make(map[common.Address][]*api.OrderRecord)
	for _, r := range asked {
		of[r.Maker] = append(of[r.Maker], r)
	}
	for maker, list := range of {
		var hashes [][32]byte
		for _, r := range list {
			hashes = append(hashes, r.Hash)
		}
		answer, err := t.Node.Call(ctx, common.Hash{}, chain.Call{
			To:   t.Network.Contracts.AugustusRFQ,
			Data: rfq.PackGetRemainingOrderBalance(maker, hashes)})
		if err != nil {
			return err
		}
		told, err := rfq.UnpackGetRemainingOrderBalance(answer)
		if err != nil || len(told) != len(list) {
			return fmt.Errorf("%d answers for %d orders: %w", len(told), len(list), err)
		}
		for i, r := range list {
			if n := api.MustBig(told[i]); !n.IsZero() {
				left[r.Hash] = n.Sub(api.NewAmount(1))
			}
		}
	}
	return nil
}

// byFills takes the service at its word where that says it twice: fills that add up to an order, or
// the end of a transaction that was signed here to cancel it.
func (t Told) byFills(ctx context.Context, asked []*api.OrderRecord,
	left map[common.Hash]api.Amount) error {
	makers := make(map[common.Address]bool)
	for _, r := range asked {
		makers[r.Maker] = true
	}
	take := func(list []api.Fill, of func(common.Hash) bool) {
		for _, f := range list {
			if n, ok := left[f.OrderHash]; ok && of(f.OrderHash) {
				left[f.OrderHash] = n.Sub(n.Min(f.MakerAmount))
			}
		}
	}
	for maker := range makers {
		list, err := t.Server.Fills(ctx, api.FillQuery{Account: &maker, Limit: api.MaxPage})
		if err != nil {
			return err
		}
		take(list, func(h common.Hash) bool {
			return slices.ContainsFunc(asked, func(r *api.OrderRecord) bool { return r.Hash == h })
		})
	}
	older := mostAsked // orders, whose fills may be no more in such a list
	for _, r := range asked {
		if left[r.Hash].IsZero() {
			continue
		}
		if t.cancelled(ctx, r) {
			left[r.Hash] = api.Amount{}
			continue
		}
		if r.State != api.Fulfilled || older == 0 {
			continue
		}
		older--
		list, err := t.Server.Fills(ctx, api.FillQuery{Order: &r.Hash, Limit: api.MaxPage})
		if err != nil {
			return err
		}
		left[r.Hash] = r.MakerAmount
		take(list, func(h common.Hash) bool { return h == r.Hash })
	}
	return nil
}

// cancelled tells whether a transaction that cancels an order, and was signed here, is done by the
// word of the service.
func (t Told) cancelled(ctx context.Context, r *api.OrderRecord) bool {
	t.mu.Lock()
	by := t.signed.cancelledBy(r)
	t.mu.Unlock()
	return slices.ContainsFunc(by, func(tx common.Hash) bool {
		receipt, err := t.Server.Receipt(ctx, tx)
		return err == nil && receipt.Block != nil && receipt.Success
	})
}
