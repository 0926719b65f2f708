package traders

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// opposeUsers has a trader want the opposite of a user's newest Delta order, once for each order,
// so that agents may settle the two against each other.
func (t *Traders) opposeUsers(ctx context.Context) error {
	var errs []error
	for _, user := range t.Users {
		list, err := t.exchange.DeltaOrders(
			ctx, api.DeltaQuery{User: user, Page: 1, Limit: 1})
		if err != nil || len(list) == 0 {
			errs = append(errs, err)
			continue
		}
		o := &list[0]
		if o.Status != api.DeltaNotStarted && o.Status != api.DeltaRunning ||
			t.intents.answered[user] == o.ID {
			continue
		}
		t.intents.answered[user] = o.ID
		errs = append(errs, t.oppose(ctx, o))
	}
	return errors.Join(errs...)
}

// oppose places an order of about the same worth the other way round, by a trader who can do so at
// once.
func (t *Traders) oppose(ctx context.Context, o *api.DeltaRecord) error {
	src, dest := t.asset(o.Order.DestToken), t.asset(o.Order.SrcToken)
	if src == nil || dest == nil {
		return nil
	}
	percent := 95 + t.intents.rand.Uint64N(11)
	amount := round(src.amount(dest.value(o.Order.SrcAmount).MulDiv(
		api.NewAmount(percent), api.NewAmount(100))))
	for _, i := range t.intents.rand.Perm(len(t.accounts)) {
		owner := t.accounts[i]
		held, err := t.exchange.UserToken(ctx, owner.address, src.Address)
		if err != nil {
			return err
		}
		if !amount.IsZero() && !held.Balance.Less(amount) &&
			!held.Allowances[t.intents.contract].Less(amount) {
			return t.submit(ctx, []intent{{owner, src, dest, amount, o.PartiallyFillable}})
		}
	}
	return nil
}

// answers remembers the last order of each user that was answered.
type answers map[common.Address]string
