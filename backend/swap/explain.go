package swap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// rfqABI is immutable.
var rfqABI = contracts.NewAugustusRFQ()

// filledOrder is a limit order of a transaction, as far as its failure is explained by it.
type filledOrder struct {
	hash        common.Hash
	maker       common.Address
	expiry      uint64
	makerAmount api.Amount
}

// explain adds to a failed simulation which of the transaction's limit orders cannot be filled any
// more on the newest block: on a lively book somebody else may have taken one meanwhile.
func (s *Service) explain(ctx context.Context, r *api.BuildRequest, err error) error {
	var e *api.Error
	if !errors.As(err, &e) || e.Type != api.TransactionFails {
		return err
	}
	list := s.ordersIn(r)
	calls := make([]chain.Call, len(list))
	for i, o := range list {
		calls[i] = chain.Call{To: s.cfg.Network.Contracts().AugustusRFQ,
			Data: rfqABI.PackRemaining(o.maker, o.hash)}
	}
	head, failure := s.cfg.Network.Head(ctx)
	if failure != nil || len(list) == 0 {
		return err // what is known already says more
	}
	answers, failure := s.cfg.Network.BatchCall(ctx, head.Hash, calls)
	if failure != nil {
		return err
	}
	var gone []string
	for i, o := range list {
		if left, failure := rfqABI.UnpackRemaining(answers[i].Data); answers[i].OK &&
			failure == nil {
			if why := o.missing(api.MustBig(left), head.Time); why != "" {
				gone = append(gone, why)
			}
		}
	}
	if len(gone) == 0 {
		return err
	}
	explained := *e
	explained.Details = strings.Join(append(gone, e.Details), "; ")
	return &explained
}

// missing says what keeps an order from being filled whole, if anything does. left is how the
// contract tells of it: nothing for one that is untouched, else a unit more than is left.
func (o *filledOrder) missing(left api.Amount, now uint64) string {
	one := api.NewAmount(1)
	switch {
	case o.expiry != 0 && o.expiry <= now:
		return fmt.Sprintf("order %s has expired", o.hash.Hex())
	case left == one:
		return fmt.Sprintf("order %s was filled or cancelled", o.hash.Hex())
	case !left.IsZero() && left.Sub(one).Less(o.makerAmount):
		return fmt.Sprintf("of order %s only %s of %s are left", o.hash.Hex(), left.Sub(one),
			o.makerAmount)
	}
	return ""
}

// ordersIn lists the limit orders that a transaction fills.
func (s *Service) ordersIn(r *api.BuildRequest) (list []filledOrder) {
	hasher := eip712.NewOrderHasher(
		s.cfg.Network.ChainID(), s.cfg.Network.Contracts().AugustusRFQ)
	for i := range r.Orders {
		o := &r.Orders[i].Order
		list = append(list, filledOrder{hasher.Hash(o), o.Maker, o.Expiry, o.MakerAmount})
	}
	route := new(api.PriceRoute)
	if json.Unmarshal(r.Route, route) != nil {
		return list
	}
	p, err := s.encoder.PlanOf(route)
	if err != nil {
		return list
	}
	for _, part := range p.Routes {
		for _, h := range part.Hops {
			for _, l := range h.Legs {
				for _, o := range l.Orders {
					list = append(list, filledOrder{o.OrderHash, o.Maker, o.Expiry, o.MakerAmount})
				}
			}
		}
	}
	return list
}
