package calldata

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// BpsOfPercent is how many basis points are a percent.
const BpsOfPercent = 100

// LegData is what a price route says of a leg beyond its amounts; which fields depends on the
// exchange.
type LegData struct {
	Factory   *common.Address `json:"factory,omitempty"`
	Router    *common.Address `json:"router,omitempty"`
	Fee       uint32          `json:"fee,omitempty"`         // parts per million
	Direction *bool           `json:"direction,omitempty"`   // the first token of the pool goes in
	Spacing   int             `json:"tickSpacing,omitempty"` // of a pool that a manager holds
	I         *int            `json:"i,omitempty"`           // position of the coin that goes in
	J         *int            `json:"j,omitempty"`
	// The pool takes, or pays, the native coin where the wrapped one stands in the route.
	CoinIn  bool `json:"nativeIn,omitempty"`
	CoinOut bool `json:"nativeOut,omitempty"`
	// Told is what a stable pool says that it pays, where it may pay a unit less (purchases)
	Told   *api.Amount     `json:"told,omitempty"`
	Vault  *common.Address `json:"vault,omitempty"`
	PoolID *common.Hash    `json:"poolId,omitempty"`
	// of a stability module: Direction says that its gem goes in, Toll has 18 decimals, To18 is how
	// many units of dai are worth a unit of the gem, which GemJoin takes
	Toll    *api.Amount     `json:"toll,omitempty"`
	To18    *api.Amount     `json:"to18ConversionFactor,omitempty"`
	GemJoin *common.Address `json:"gemJoinAddress,omitempty"`
	// basis points of its hop that it carries, where they are not its percent
	Share int `json:"share,omitempty"`
	// to fill in turn; those at the end stand by for others that cannot be filled any more
	Orders   []Order      `json:"orders,omitempty"`
	Fallback *api.SwapLeg `json:"fallback,omitempty"` // a pool to turn to
	// what the pool pays where a tax takes a part of it on the way
	Gross *api.Amount `json:"gross,omitempty"`
	// basis points that the source token keeps, on the first hop
	SrcTax int `json:"srcTax,omitempty"`
	// that the destination token keeps, on the last hop
	DestTax int `json:"destTax,omitempty"`
	// that it keeps of the move to the receiver
	UserTax int `json:"userTax,omitempty"`
	// units by which less may arrive of a transfer of what the pool pays, by rounding
	Loss uint64 `json:"loss,omitempty"`
}

// Order is a limit order as a leg carries it.
type Order struct {
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

// Leg is one swap on one pool, or the fill of limit orders.
type Leg struct {
	Exchange  string
	like      string // the exchange of api whose pools the leg's is like
	In, Out   *big.Int
	Pool      common.Address
	Src, Dest common.Address
	LegData
	instead *Leg // to turn to where orders cannot be filled; nil if there is none
}

func (e *Encoder) legOf(leg *api.SwapLeg, src, dest common.Address) (*Leg, error) {
	l := &Leg{Exchange: leg.Exchange, like: e.like(leg.Exchange), In: leg.SrcAmount.Big(),
		Out: leg.DestAmount.Big(), Src: src, Dest: dest}
	if len(leg.PoolAddresses) > 0 {
		l.Pool = leg.PoolAddresses[0]
	}
	err := json.Unmarshal(leg.Data, &l.LegData)
	if err != nil || !l.complete() {
		return nil, fmt.Errorf("a leg on %s lacks its data", leg.Exchange)
	}
	if l.Share == 0 {
		l.Share = leg.Percent * BpsOfPercent
	}
	if l.Gross != nil {
		l.Out = l.Gross.Big()
	}
	if l.Fallback != nil {
		l.instead, err = e.legOf(l.Fallback, src, dest)
	}
	return l, err
}

// complete tells whether the leg's data is that of its exchange.
func (l *Leg) complete() bool {
	switch l.like {
	case api.UniswapV2, api.UniswapV3, api.WstETH, api.ERC4626:
		return l.Direction != nil
	case api.UniswapV4:
		return l.Direction != nil && l.Spacing > 0
	case api.Solidly, api.LiquidityBook:
		return l.Direction != nil
	case api.CurveV1, api.CurveV2:
		return l.I != nil && l.J != nil
	case api.BalancerV3:
		return l.Vault != nil
	case api.BalancerV2:
		return l.PoolID != nil && l.Vault != nil
	case api.LimitOrders:
		return len(l.Orders) > 0
	case api.MakerPSM:
		return l.Toll != nil && l.To18 != nil && l.GemJoin != nil
	}
	return l.like == api.WrappedCoin
}

// routed tells whether every leg can be performed by a call of its exchange, for which pools of two
// tokens need a router.
func routed(legs []Leg) bool {
	return !slices.ContainsFunc(legs,
		func(l Leg) bool { return l.Factory != nil && l.Router == nil })
}

// routed tells whether every leg of the plan can be performed by a call of its exchange.
func (p *Plan) routed() bool {
	for _, r := range p.Routes {
		for _, h := range r.Hops {
			if !routed(h.Legs) {
				return false
			}
		}
	}
	return true
}

// info is the order for the contract.
func (o *Order) info() contracts.AugustusRFQOrderInfo {
	return contracts.AugustusRFQOrderInfo{
		Order: contracts.AugustusRFQOrder{
			NonceAndMeta: o.NonceAndMeta.Big(), Expiry: new(big.Int).SetUint64(o.Expiry),
			MakerAsset: o.MakerAsset, TakerAsset: o.TakerAsset,
			Maker: o.Maker, Taker: o.Taker, MakerAmount: o.MakerAmount.Big(),
			TakerAmount: o.TakerAmount.Big(),
		},
		Signature: o.Signature, TakerTokenFillAmount: o.Most.Big(), PermitTakerAsset: []byte{},
		PermitMakerAsset: []byte{},
	}
}
