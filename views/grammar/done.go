package grammar

import (
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet/describe"
)

// Done tells whether what was signed is what a sentence asks for: it pays, gets, allows or ends
// what is named there. How much of it is up to who signed.
func Done(s Sentence, act describe.Act) bool {
	fungible := func(t api.Token) api.Asset { return api.Asset{Address: t.Address} }
	switch x := s.(type) {
	case Limit:
		if x.Side == api.Buy {
			return trades(act, fungible(x.Quote), fungible(x.Base))
		}
		return trades(act, fungible(x.Base), fungible(x.Quote))
	case NFT:
		if x.Bid {
			return trades(act, fungible(x.Token), x.Item)
		}
		return trades(act, x.Item, fungible(x.Token))
	case Sale:
		return trades(act, fungible(x.Src), fungible(x.Dest))
	case Stop:
		return trades(act, fungible(x.Src), fungible(x.Dest))
	case Send:
		return act.Kind == describe.Send && act.To == x.To
	case Approve:
		return act.Kind == describe.Approve && act.Allows.IsZero() == (x.Amount == "")
	case Wrap:
		return act.Kind == describe.Wrap && !x.Back || act.Kind == describe.Unwrap && x.Back
	case Fill:
		return act.Kind == describe.Fill && slices.ContainsFunc(act.Orders,
			func(h common.Hash) bool {
				return h == x.Order || x.Short != "" && strings.HasPrefix(h.Hex(), x.Short)
			})
	case Cancel:
		return act.Kind == describe.Cancel && (x.All ||
			slices.ContainsFunc(act.Orders, func(h common.Hash) bool {
				return slices.Contains(x.Orders, h) || slices.ContainsFunc(x.Short,
					func(short string) bool { return strings.HasPrefix(h.Hex(), short) })
			}))
	case Invalidate:
		return act.Kind == describe.CancelDelta && len(act.Nonces) > 0
	case Replace:
		return true // it is whatever was sent, once more
	}
	return false
}

// trades tells whether one asset is paid for another.
func trades(act describe.Act, pays, gets api.Asset) bool {
	of := func(want api.Asset) func(describe.Sum) bool {
		return func(s describe.Sum) bool { return s.Asset == want }
	}
	return slices.ContainsFunc(act.Pays, of(pays)) && slices.ContainsFunc(act.Gets, of(gets))
}
