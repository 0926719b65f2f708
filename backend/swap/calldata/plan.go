package calldata

import (
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Plan is a price route as methods need it. Tokens of hops and legs are ERC-20: the native coin is
// wrapped on the way in and unwrapped on the way out.
type Plan struct {
	Side      api.Side
	Src, Dest common.Address // as the user has them
	AmountIn  *big.Int
	AmountOut *big.Int
	Routes    []Route
	Block     uint64
	taxed     bool // a token keeps a part of transfers
	srcTaxed  bool
	userTax   uint16     // of the move to the receiver, in basis points
	arrives   api.Amount // at the contract, of which that is kept
	loss      uint64     // units by which less may arrive of each transfer of the destination
}

// Route is a part of a plan along a sequence of tokens.
type Route struct {
	Share int // of what the plan sells, in basis points; 0 in purchases
	Hops  []Hop
}

// Hop swaps one token for the next.
type Hop struct {
	Src, Dest common.Address
	Legs      []Leg
}

// Taxed tells whether a token of the plan keeps a part of transfers.
func (p *Plan) Taxed() bool { return p.taxed }

// WrapOnly tells whether the swap is nothing but wrapping or unwrapping.
func (p *Plan) WrapOnly() bool { return p.Routes[0].Hops[0].Legs[0].Exchange == api.WrappedCoin }

// single returns the legs of a plan of one route with one leg a hop, nil for others.
func (p *Plan) single() []Leg {
	if len(p.Routes) != 1 {
		return nil
	}
	var legs []Leg
	for _, h := range p.Routes[0].Hops {
		if len(h.Legs) != 1 {
			return nil
		}
		legs = append(legs, h.Legs[0])
	}
	return legs
}

// OneHop returns the legs of a plan of one hop, nil for others.
func (p *Plan) OneHop() []Leg {
	if len(p.Routes) != 1 || len(p.Routes[0].Hops) != 1 {
		return nil
	}
	return p.Routes[0].Hops[0].Legs
}

// coins counts the legs whose pools take the native coin and those whose pools pay it.
func coins(legs []Leg) (in, out int) {
	for i := range legs {
		if legs[i].CoinIn {
			in++
		}
		if legs[i].CoinOut {
			out++
		}
	}
	return in, out
}

// ownCoins tells whether pools of a plan of one hop take and pay the native coin only where that is
// what the user has or wants, so that nothing is wrapped or unwrapped for them.
func (p *Plan) ownCoins() bool {
	in, out := coins(p.OneHop())
	return (in == 0 || isNative(p.Src)) && (out == 0 || isNative(p.Dest))
}

// tradesCoins tells whether a pool of a plan of one hop takes or pays the native coin, for which
// pools name positions by int128.
func (p *Plan) tradesCoins() bool {
	in, out := coins(p.OneHop())
	return in+out > 0
}

// all tells whether every leg is on one of the exchanges.
func all(legs []Leg, exchanges ...string) bool {
	for _, l := range legs {
		ok := false
		for _, e := range exchanges {
			ok = ok || l.Exchange == e
		}
		if !ok {
			return false
		}
	}
	return len(legs) > 0
}

// PlanOf reads a price route. It must be one of ours: what it says of pools is taken as it is.
func (e *Encoder) PlanOf(r *api.PriceRoute) (*Plan, error) {
	p := &Plan{
		Side: r.Side, Src: r.SrcToken, Dest: r.DestToken, AmountIn: r.SrcAmount.Big(),
		AmountOut: r.DestAmount.Big(), Block: r.BlockNumber,
	}
	p.srcTaxed = e.Taxed(p.Src)
	p.taxed = p.srcTaxed || e.Taxed(p.Dest) // whatever the client said
	for _, route := range r.BestRoute {
		var pr Route
		for k, hop := range route.Swaps {
			ph := Hop{Src: e.wrap(hop.SrcToken), Dest: e.wrap(hop.DestToken)}
			for i := range hop.Exchanges {
				l, err := e.legOf(&hop.Exchanges[i], ph.Src, ph.Dest)
				if err != nil {
					return nil, err
				}
				p.srcTaxed = p.srcTaxed || l.SrcTax > 0
				p.taxed = p.taxed || l.SrcTax+l.DestTax > 0
				if k == len(route.Swaps)-1 {
					p.userTax, p.loss = uint16(l.UserTax), l.Loss
					p.arrives = p.arrives.Add(hop.Exchanges[i].DestAmount)
				}
				ph.Legs = append(ph.Legs, *l)
			}
			pr.Hops = append(pr.Hops, ph)
		}
		p.Routes = append(p.Routes, pr)
	}
	if p.Side != api.Buy {
		p.share()
	}
	if len(p.Routes) == 0 || len(p.Routes[0].Hops) == 0 || len(p.Routes[0].Hops[0].Legs) == 0 {
		return nil, errors.New("the route is empty")
	}
	return p, nil
}

// share finds the basis points that the routes of a sale were given, of what all of them sell: the
// least by which each gets what it sells, and what is left for the last.
func (p *Plan) share() {
	parts, all := make([]*big.Int, len(p.Routes)), new(big.Int)
	for i, r := range p.Routes {
		parts[i] = new(big.Int)
		for _, h := range r.Hops[:min(1, len(r.Hops))] {
			for _, l := range h.Legs {
				parts[i].Add(parts[i], l.In)
			}
		}
		all.Add(all, parts[i])
	}
	if all.Sign() == 0 {
		return
	}
	left := api.BPS
	for i, part := range parts[:len(parts)-1] {
		share, rest := part.Mul(part, big.NewInt(api.BPS)).QuoRem(part, all, new(big.Int))
		p.Routes[i].Share = int(share.Int64()) + rest.Sign()
		left -= p.Routes[i].Share
	}
	p.Routes[len(parts)-1].Share = left
}

// wrap is the ERC-20 that stands for a token in pools.
func (e *Encoder) wrap(token common.Address) common.Address {
	if token == api.NativeToken {
		return e.Wrapped
	}
	return token
}
