package calldata

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// What the methods of version 5 for one exchange cost beside their pools, against those of version
// 6.2; as measured on the local network.
const (
	forkGas     = -28_000
	directGas   = 28_000
	curveGas    = 12_000
	balancerGas = 12_000
	rfq5Gas     = 15_000
	avoidFills  = 30_000 // of orders, which have no pool to turn to
)

var (
	forkABI   = contracts.NewUniswapV2ForkRouter()
	directABI = contracts.NewDirectSwap()
	noLimit   = new(big.Int).Lsh(big.NewInt(1), 200) // of what the vault moves
)

// direct5 are the methods of version 5 that trade on one exchange without adapters. Those whose
// names begin with direct take fees and pay any receiver.
func (e *Encoder) direct5() []Method {
	var list []Method
	add := func(side api.Side, sh Shape, name string, gas int, general bool,
		pack func(*Plan, *Terms) []byte) {
		fits := func(p *Plan) bool {
			return !p.taxed && all(p.single(), sh.Only...) && (!general || routed(p.single()))
		}
		if sh.Limits.Tokens == 2 {
			fits = func(p *Plan) bool {
				return !p.taxed && len(p.OneHop()) == 1 && all(p.OneHop(), sh.Only...) &&
					p.ownCoins()
			}
		}
		if one := fits; name == "directCurveV2Swap" {
			fits = func(p *Plan) bool { return one(p) && !p.tradesCoins() }
		}
		list = append(list, Method{Name: name, Version: api.Version5, Side: side,
			General: general, Shapes: []Shape{sh}, gas: gas, fits: fits, pack: pack})
	}
	forks, uniV3 := chainOf(e.named(api.UniswapV2)...), chainOf(api.UniswapV3)
	curve, balancer := oneLeg(e.named(api.CurveV1)...), oneLeg(e.named(api.BalancerV2)...)
	orders := oneLeg(api.LimitOrders)
	add(api.Sell, forks, "swapOnUniswapV2Fork", forkGas, false, e.packFork)
	add(api.Buy, forks, "buyOnUniswapV2Fork", forkGas, false, e.packFork)
	add(api.Sell, uniV3, "directUniV3Swap", directGas, true, e.packDirectUniV3)
	add(api.Buy, uniV3, "directUniV3Buy", directGas, true, e.packDirectUniV3)
	add(api.Sell, curve, "directCurveV1Swap", curveGas, true, e.packDirectCurve1)
	add(api.Sell, curve, "directCurveV2Swap", curveGas, true, e.packDirectCurve2)
	add(api.Sell, balancer, "directBalancerV2GivenInSwap", balancerGas, true, e.packDirectVault)
	add(api.Buy, balancer, "directBalancerV2GivenOutSwap", balancerGas, true, e.packDirectVault)
	add(api.Sell, orders, "swapOnAugustusRFQTryBatchFill", rfq5Gas, false, e.packFill5)
	add(api.Buy, orders, "buyOnAugustusRFQTryBatchFill", rfq5Gas, false, e.packFill5)
	list = slices.DeleteFunc(list, func(m Method) bool { return m.idle() })
	for i := range list {
		if list[i].gas == rfq5Gas {
			list[i].avoid = avoidFills
		}
	}
	return list
}

// packFork swaps along constant-product pools of any factories. The wrapped coin is named where one
// of the ends is native.
func (e *Encoder) packFork(p *Plan, t *Terms) []byte {
	var weth common.Address
	if isNative(p.Src) || isNative(p.Dest) {
		weth = e.Wrapped
	}
	var pools []*big.Int
	for _, l := range p.single() {
		pools = append(pools, l.forkWord())
	}
	permit := len(t.Permit) > 0
	switch {
	case p.Side == api.Buy && permit:
		return forkABI.PackBuyOnUniswapV2ForkWithPermit(
			p.Src, t.From, t.To, weth, pools, t.Permit)
	case p.Side == api.Buy:
		return forkABI.PackBuyOnUniswapV2Fork(p.Src, t.From, t.To, weth, pools)
	case permit:
		return forkABI.PackSwapOnUniswapV2ForkWithPermit(
			p.Src, t.From, t.To, weth, pools, t.Permit)
	}
	return forkABI.PackSwapOnUniswapV2Fork(p.Src, t.From, t.To, weth, pools)
}

func (e *Encoder) packDirectUniV3(p *Plan, t *Terms) []byte {
	legs := p.single()
	d := contracts.UtilsDirectUniV3{
		FromToken: p.Src, ToToken: p.Dest, Exchange: *legs[0].Router, FromAmount: t.From,
		ToAmount: t.To, ExpectedAmount: t.Quoted, FeePercent: t.Fee, Deadline: t.Deadline,
		Partner: t.Partner, Beneficiary: t.Receiver, Path: path3(legs, p.Side == api.Buy),
		Permit: t.Permit, Uuid: t.UUID,
	}
	if p.Side == api.Buy {
		return directABI.PackDirectUniV3Buy(d)
	}
	return directABI.PackDirectUniV3Swap(d)
}

func (e *Encoder) packDirectCurve1(p *Plan, t *Terms) []byte {
	l := p.OneHop()[0]
	return directABI.PackDirectCurveV1Swap(contracts.UtilsDirectCurveV1{
		FromToken: p.Src, ToToken: p.Dest, Exchange: l.Pool, FromAmount: t.From, ToAmount: t.To,
		ExpectedAmount: t.Quoted, FeePercent: t.Fee, I: big.NewInt(int64(*l.I)),
		J: big.NewInt(int64(*l.J)), Partner: t.Partner, Beneficiary: t.Receiver,
		NeedWrapNative: p.wraps(), Permit: t.Permit, Uuid: t.UUID,
	})
}

func (e *Encoder) packDirectCurve2(p *Plan, t *Terms) []byte {
	l := p.OneHop()[0]
	return directABI.PackDirectCurveV2Swap(contracts.UtilsDirectCurveV2{
		FromToken: p.Src, ToToken: p.Dest, Exchange: l.Pool, PoolAddress: l.Pool,
		FromAmount: t.From, ToAmount: t.To, ExpectedAmount: t.Quoted, FeePercent: t.Fee,
		I: big.NewInt(int64(*l.I)), J: big.NewInt(int64(*l.J)), Partner: t.Partner,
		Beneficiary: t.Receiver, NeedWrapNative: p.wraps(),
		Permit: t.Permit, Uuid: t.UUID,
	})
}

// packDirectVault trades in the vault, which sees the native coin as the zero address.
func (e *Encoder) packDirectVault(p *Plan, t *Terms) []byte {
	l := p.OneHop()[0]
	amount := t.From
	if p.Side == api.Buy {
		amount = t.To
	}
	if isNative(p.Src) {
		l.Src = common.Address{}
	}
	if isNative(p.Dest) {
		l.Dest = common.Address{}
	}
	d := contracts.UtilsDirectBalancerV2{
		Swaps: l.vaultStep(amount), Assets: []common.Address{l.Src, l.Dest},
		Funds: funds(e.Contracts.AugustusSwapper), Limits: []*big.Int{noLimit, noLimit},
		FromAmount: t.From, ToAmount: t.To, ExpectedAmount: t.Quoted, Deadline: t.Deadline,
		FeePercent: t.Fee, Vault: *l.Vault, Partner: t.Partner, Beneficiary: t.Receiver,
		Permit: t.Permit, Uuid: t.UUID,
	}
	if p.Side == api.Buy {
		return directABI.PackDirectBalancerV2GivenOutSwap(d)
	}
	return directABI.PackDirectBalancerV2GivenInSwap(d)
}

func (e *Encoder) packFill5(p *Plan, t *Terms) []byte {
	l := p.OneHop()[0]
	native, permit := uint8(p.wrapFlag()), len(t.Permit) > 0
	switch {
	case p.Side == api.Buy && permit:
		return rfqRouterABI.PackBuyOnAugustusRFQTryBatchFillWithPermit(
			l.orders(), native, t.From, t.To, t.Permit)
	case p.Side == api.Buy:
		return rfqRouterABI.PackBuyOnAugustusRFQTryBatchFill(l.orders(), native, t.From, t.To)
	case permit:
		return rfqRouterABI.PackSwapOnAugustusRFQTryBatchFillWithPermit(
			l.orders(), native, t.From, t.To, t.Permit)
	}
	return rfqRouterABI.PackSwapOnAugustusRFQTryBatchFill(l.orders(), native, t.From, t.To)
}
