package swap

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/swap/pool"
)

// legData is what a price route says of a leg beyond its amounts; which fields depends on the exchange.
type legData struct {
	Factory   *common.Address `json:"factory,omitempty"`
	Router    *common.Address `json:"router,omitempty"`
	Fee       uint32          `json:"fee,omitempty"`       // parts per million
	Direction *bool           `json:"direction,omitempty"` // the first token of the pool goes in
	I         *int            `json:"i,omitempty"`         // position of the coin that goes in
	J         *int            `json:"j,omitempty"`
	Vault     *common.Address `json:"vault,omitempty"`
	PoolID    *common.Hash    `json:"poolId,omitempty"`
	Orders    []orderData     `json:"orders,omitempty"`   // to fill in turn; those at the end stand by for others that can not be filled any more
	Fallback  *api.SwapLeg    `json:"fallback,omitempty"` // a pool to turn to
	Gross     *api.Amount     `json:"gross,omitempty"`    // what the pool pays where a tax takes a part of it on the way
	SrcTax    int             `json:"srcTax,omitempty"`   // basis points that the source token keeps, on the first hop
	DestTax   int             `json:"destTax,omitempty"`  // that the destination token keeps, on the last hop
}

// orderData is a limit order as a leg carries it.
type orderData struct {
	OrderHash    common.Hash    `json:"orderHash"`
	NonceAndMeta api.Amount     `json:"nonceAndMeta"`
	Expiry       uint64         `json:"expiry"`
	MakerAsset   common.Address `json:"makerAsset"`
	TakerAsset   common.Address `json:"takerAsset"`
	Maker        common.Address `json:"maker"`
	Taker        common.Address `json:"taker"`
	MakerAmount  api.Amount     `json:"makerAmount"`
	TakerAmount  api.Amount     `json:"takerAmount"`
	Signature    hexutil.Bytes  `json:"signature"`
	Most         api.Amount     `json:"most"` // taker units that can be paid to it
}

// plan is a price route as the encoders need it. Tokens of hops and legs are ERC-20: the native coin is wrapped on the way in and unwrapped on
// the way out.
type plan struct {
	side      api.Side
	src, dest common.Address // as the user has them
	amountIn  *big.Int
	amountOut *big.Int
	routes    []planRoute
	taxed     bool // a token keeps a part of transfers
	srcTaxed  bool
	block     uint64
}

type planRoute struct {
	percent int
	hops    []planHop
}

type planHop struct {
	src, dest common.Address
	legs      []planLeg
}

type planLeg struct {
	exchange  string
	percent   int
	in, out   *big.Int
	pool      common.Address
	src, dest common.Address
	legData
	fallback *planLeg // nil if there is none
}

// wrapOnly tells whether the swap is nothing but wrapping or unwrapping.
func (p *plan) wrapOnly() bool { return p.routes[0].hops[0].legs[0].exchange == Wrapped }

// single returns the legs of a plan of one route with one leg a hop, nil for others.
func (p *plan) single() []planLeg {
	if len(p.routes) != 1 {
		return nil
	}
	var legs []planLeg
	for _, h := range p.routes[0].hops {
		if len(h.legs) != 1 {
			return nil
		}
		legs = append(legs, h.legs[0])
	}
	return legs
}

// oneHop returns the legs of a plan of one hop, nil for others.
func (p *plan) oneHop() []planLeg {
	if len(p.routes) != 1 || len(p.routes[0].hops) != 1 {
		return nil
	}
	return p.routes[0].hops[0].legs
}

// all tells whether every leg is on one of the exchanges.
func all(legs []planLeg, exchanges ...string) bool {
	for _, l := range legs {
		ok := false
		for _, e := range exchanges {
			ok = ok || l.exchange == e
		}
		if !ok {
			return false
		}
	}
	return len(legs) > 0
}

// planOf reads a price route. It must be one of ours: what it says of pools is taken as it is.
func (s *Service) planOf(r *api.PriceRoute) (*plan, error) {
	p := &plan{
		side: r.Side, src: r.SrcToken, dest: r.DestToken, amountIn: r.SrcAmount.Big(), amountOut: r.DestAmount.Big(), block: r.BlockNumber,
	}
	p.srcTaxed = s.tokens[p.src].TransferTax > 0
	p.taxed = p.srcTaxed || s.tokens[p.dest].TransferTax > 0 // whatever the client said
	for _, route := range r.BestRoute {
		pr := planRoute{percent: route.Percent}
		for _, hop := range route.Swaps {
			ph := planHop{src: s.wrap(hop.SrcToken), dest: s.wrap(hop.DestToken)}
			for i := range hop.Exchanges {
				l, err := planLegOf(&hop.Exchanges[i], ph.src, ph.dest)
				if err != nil {
					return nil, err
				}
				p.srcTaxed = p.srcTaxed || l.SrcTax > 0
				p.taxed = p.taxed || l.SrcTax+l.DestTax > 0
				ph.legs = append(ph.legs, *l)
			}
			pr.hops = append(pr.hops, ph)
		}
		p.routes = append(p.routes, pr)
	}
	if len(p.routes) == 0 || len(p.routes[0].hops) == 0 || len(p.routes[0].hops[0].legs) == 0 {
		return nil, fmt.Errorf("the route is empty")
	}
	return p, nil
}

func planLegOf(leg *api.SwapLeg, src, dest common.Address) (*planLeg, error) {
	l := &planLeg{exchange: leg.Exchange, percent: leg.Percent, in: leg.SrcAmount.Big(), out: leg.DestAmount.Big(), src: src, dest: dest}
	if len(leg.PoolAddresses) > 0 {
		l.pool = leg.PoolAddresses[0]
	}
	err := json.Unmarshal(leg.Data, &l.legData)
	if err != nil || !l.complete() {
		return nil, fmt.Errorf("a leg on %s lacks its data", leg.Exchange)
	}
	if l.Gross != nil {
		l.out = l.Gross.Big()
	}
	if l.Fallback != nil {
		l.fallback, err = planLegOf(l.Fallback, src, dest)
	}
	return l, err
}

// complete tells whether the leg's data is that of its exchange.
func (l *planLeg) complete() bool {
	switch l.exchange {
	case UniswapV2, UniswapV2Fork, UniswapV3:
		return l.Direction != nil && l.Router != nil
	case CurveV1:
		return l.I != nil && l.J != nil
	case BalancerV2:
		return l.PoolID != nil && l.Vault != nil
	case LimitOrders:
		return len(l.Orders) > 0
	}
	return l.exchange == Wrapped
}

// dataOf describes a leg on a pool.
func (s *Service) dataOf(l *live, in, out int) legData {
	at := &s.cfg.Contracts
	direction := in == 0
	switch l.kind {
	case pool.KindProduct:
		if l.exchange == UniswapV2 {
			return legData{Factory: &at.UniswapV2Factory, Router: &at.UniswapV2Router, Fee: l.fee, Direction: &direction}
		}
		return legData{Factory: &at.UniswapV2ForkFactory, Router: &at.UniswapV2ForkRouter, Fee: l.fee, Direction: &direction}
	case pool.KindConcentrated:
		return legData{Factory: &at.UniswapV3Factory, Router: &at.UniswapV3Router, Fee: l.fee, Direction: &direction}
	case pool.KindStable:
		return legData{I: &in, J: &out}
	}
	return legData{Vault: &at.BalancerVault, PoolID: &l.id}
}

// wrap is the ERC-20 that stands for a token in pools.
func (s *Service) wrap(token common.Address) common.Address {
	if token == api.NativeToken {
		return s.wrapped
	}
	return token
}

// info is the order for the contract.
func (o *orderData) info() contracts.AugustusRFQOrderInfo {
	return contracts.AugustusRFQOrderInfo{
		Order: contracts.AugustusRFQOrder{
			NonceAndMeta: o.NonceAndMeta.Big(), Expiry: new(big.Int).SetUint64(o.Expiry), MakerAsset: o.MakerAsset, TakerAsset: o.TakerAsset,
			Maker: o.Maker, Taker: o.Taker, MakerAmount: o.MakerAmount.Big(), TakerAmount: o.TakerAmount.Big(),
		},
		Signature: o.Signature, TakerTokenFillAmount: o.Most.Big(), PermitTakerAsset: []byte{}, PermitMakerAsset: []byte{},
	}
}
