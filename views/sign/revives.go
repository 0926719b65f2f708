package sign

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// mostRevived is how many orders are named that an approval makes fillable again.
const mostRevived = 5

// revived are the account's suspended orders that wait for what the order contract is approved for.
// Where they can't be read nobody knows of any. It runs off the loop.
func revived(ctx context.Context, exchange api.Exchange, rfq, owner common.Address,
	wish describe.Wish) (list []api.OrderRecord) {
	if wish.Kind != describe.Approve || wish.Spender != rfq || wish.Allows.IsZero() ||
		len(wish.At) != 1 {
		return nil
	}
	for _, nft := range []bool{false, true} {
		open, err := views.OpenOrders(ctx, exchange, owner, nft)
		if err != nil {
			return list
		}
		for _, o := range open {
			if o.State == api.Suspended && o.MakerAsset.Address == wish.At[0] {
				list = append(list, o)
			}
		}
	}
	return list
}

// revivedChecks name them.
func revivedChecks(s *views.Session, list []api.OrderRecord) (checks []ui.Check) {
	leg := func(a api.Asset, n api.Amount, round api.Round) string {
		t, _ := s.Token(a.Address)
		if a.Kind != api.ERC20 {
			return n.String() + " × " + views.AssetName(t, a)
		}
		return format.Fine(n, t, round) + " " + views.Symbol(t)
	}
	for i, o := range list {
		if i == mostRevived {
			return append(checks, ui.Check{Level: ui.Warn, Text: fmt.Sprintf("and revives %s "+
				"more, which are SUSPENDED", ui.Counted(len(list)-i, "order"))})
		}
		checks = append(checks, ui.Check{Level: ui.Warn, Text: fmt.Sprintf("revives: order %s "+
			"gives %s for %s, as far as you hold it", format.Hash(o.Hash),
			leg(o.MakerAsset, o.FillableBalance, api.Up),
			leg(o.TakerAsset, o.TakerAmountFor(o.FillableBalance), api.Down))})
	}
	return checks
}
