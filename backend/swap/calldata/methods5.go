package calldata

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Kinds of exchange of the version 5 adapters.
const (
	onUniswapV2 = 1 + iota
	onUniswapV3
	onCurveV1
	_
	onBalancerV2
	onLimitOrders
	onWrapped
)

const (
	simpleGas    = 10_000
	simpleLegGas = 32_000 // two approvals before each call, and the exchange's router
	adapterGas   = 33_000

	adapterLegGas = 5_000
)

// methods5 are those of version 5. A protected twin does the same and also gives back native coins
// that exchanges leave.
func (e *Encoder) methods5() []Method {
	var list []Method
	add := func(side api.Side, fits func(*Plan) bool, shapes []Shape, name string,
		pack func(*Plan, *Terms) []byte) {
		m := Method{Name: name, Version: api.Version5, Side: side, General: true, Shapes: shapes,
			fits: fits, pack: pack}
		if strings.Contains(strings.ToLower(name), "simple") {
			m.gas, m.legGas = simpleGas, simpleLegGas
		} else {
			m.gas, m.legGas = adapterGas, adapterLegGas
		}
		list = append(list, m)
	}
	hop, path, any := []Shape{oneHop}, []Shape{oneRoute}, []Shape{anything, oneRoute}
	simple := func(pack func(contracts.UtilsSimpleData) []byte) func(*Plan, *Terms) []byte {
		return func(p *Plan, t *Terms) []byte { return pack(e.simple(p, t)) }
	}
	add(api.Sell, simpleSells, hop, "simpleSwap", simple(simpleABI.PackSimpleSwap))
	adapter := e.Contracts.Adapter != (common.Address{})
	if adapter {
		add(api.Sell, multiSells, path, "multiSwap",
			func(p *Plan, t *Terms) []byte { return multiABI.PackMultiSwap(e.multi(p, t)) })
		add(api.Sell, megaSells, any, "megaSwap",
			func(p *Plan, t *Terms) []byte { return multiABI.PackMegaSwap(e.mega(p, t)) })
	}
	add(api.Sell, simpleSells, hop, "protectedSimpleSwap",
		simple(pSimpleABI.PackProtectedSimpleSwap))
	if adapter {
		add(api.Sell, multiSells, path, "protectedMultiSwap", func(p *Plan, t *Terms) []byte {
			return pMultiABI.PackProtectedMultiSwap(e.multi(p, t))
		})
		add(api.Sell, megaSells, any, "protectedMegaSwap", func(p *Plan, t *Terms) []byte {
			return pMultiABI.PackProtectedMegaSwap(e.mega(p, t))
		})
	}
	add(api.Buy, simpleBuys, hop, "simpleBuy", simple(simpleABI.PackSimpleBuy))
	if e.Contracts.BuyAdapter != (common.Address{}) {
		buys := []Shape{oneHop, chainOf(api.UniswapV3)}
		if pairs := e.named(api.UniswapV2); len(pairs) > 0 {
			buys = append(buys, chainOf(pairs...))
		}
		add(api.Buy, e.adapterBuys, buys, "buy",
			func(p *Plan, t *Terms) []byte { return multiABI.PackBuy(e.buyData(p, t)) })
	}
	add(api.Buy, simpleBuys, hop, "protectedSimpleBuy", simple(pSimpleABI.PackProtectedSimpleBuy))
	return list
}

func isNative(token common.Address) bool { return token == api.NativeToken }

// The simple methods are calls of fixed amounts: one hop, since what a second one has to sell is
// known only then, and no output to wrap or unwrap, since how much that is is not known either.
func simpleSells(p *Plan) bool {
	hop, paying := p.OneHop(), 0
	if isNative(p.Dest) {
		paying = len(hop)
	}
	_, out := coins(hop)
	return len(hop) > 0 && routed(hop) && (out == paying || p.WrapOnly())
}

func simpleBuys(p *Plan) bool {
	in, _ := coins(p.OneHop())
	return simpleSells(p) && !p.taxed &&
		(p.WrapOnly() || !isNative(p.Src) || in == len(p.OneHop()))
}

// A path sells what was asked for, so that a taxed token, of which less arrives, must go through
// the last path of a megaSwap, which sells all.
func multiSells(p *Plan) bool { return len(p.Routes) == 1 && !p.srcTaxed && p.routed() }
func megaSells(p *Plan) bool {
	return p.routed() &&
		(!p.srcTaxed || len(p.Routes) == 1 && len(p.Routes[0].Hops[0].Legs) >= 1)
}

func (e *Encoder) adapterBuys(p *Plan) bool {
	switch {
	case p.taxed || len(p.Routes) != 1 || !p.routed():
		return false
	case len(p.OneHop()) > 0:
		return p.ownCoins()
	}
	return all(p.single(), e.named(api.UniswapV2)...) || all(p.single(), api.UniswapV3)
}

// calls is a list of calls for the simple methods.
type calls struct {
	callees []common.Address
	data    []byte
	starts  []*big.Int
	values  []*big.Int
}

func (c *calls) add(callee common.Address, value *big.Int, data []byte) {
	c.callees = append(c.callees, callee)
	c.starts = append(c.starts, big.NewInt(int64(len(c.data))))
	c.values = append(c.values, value)
	c.data = append(c.data, data...)
}

// on calls an exchange after letting it take the swap contract's tokens. The allowance of some
// tokens changes only from or to zero.
func (c *calls) on(token, spender common.Address, data []byte) {
	c.add(token, new(big.Int), erc20ABI.PackApprove(spender, new(big.Int)))
	c.add(token, new(big.Int), erc20ABI.PackApprove(spender, maxUint()))
	c.add(spender, new(big.Int), data)
}

func (c *calls) ends() []*big.Int { return append(c.starts, big.NewInt(int64(len(c.data)))) }

func (e *Encoder) simple(p *Plan, t *Terms) contracts.UtilsSimpleData {
	var c calls
	hop := p.OneHop()
	switch {
	case p.WrapOnly() && isNative(p.Src):
		c.add(e.Wrapped, hop[0].In, wrappedABI.PackDeposit())
	case p.WrapOnly():
		c.add(e.Wrapped, new(big.Int), wrappedABI.PackWithdraw(hop[0].In))
	default:
		e.addInput(&c, p, hop)
		e.addLegs(&c, p, hop)
	}
	return t.simple(p.Src, p.Dest, &c)
}

// simple are calls that swap one token for another.
func (t *Terms) simple(src, dest common.Address, c *calls) contracts.UtilsSimpleData {
	return contracts.UtilsSimpleData{
		FromToken: src, ToToken: dest, FromAmount: t.From, ToAmount: t.To, ExpectedAmount: t.Quoted,
		Callees: c.callees, ExchangeData: c.data,
		StartIndexes: c.ends(), Values: c.values, Beneficiary: t.Receiver, Partner: t.Partner,
		FeePercent: t.Fee, Permit: t.Permit,
		Deadline: t.Deadline, Uuid: t.UUID,
	}
}

// addInput wraps what pools do not take of the native coin, or unwraps what they take of it.
func (e *Encoder) addInput(c *calls, p *Plan, legs []Leg) {
	wrapped, coins := new(big.Int), new(big.Int)
	for i := range legs {
		if legs[i].CoinIn {
			coins.Add(coins, legs[i].In)
		} else {
			wrapped.Add(wrapped, legs[i].In)
		}
	}
	switch {
	case isNative(p.Src) && wrapped.Sign() > 0:
		c.add(e.Wrapped, wrapped, wrappedABI.PackDeposit())
	case !isNative(p.Src) && coins.Sign() > 0:
		c.add(e.Wrapped, new(big.Int), wrappedABI.PackWithdraw(coins))
	}
}

// exchange sells on a stable pool what the leg does.
func (c *calls) exchange(l *Leg) {
	if data := l.exchangeCall(l.In); l.CoinIn {
		c.add(l.Pool, l.In, data)
	} else {
		c.on(l.Src, l.Pool, data)
	}
}

func (e *Encoder) addLegs(c *calls, p *Plan, legs []Leg) {
	at := e.Contracts.AugustusSwapper
	for i := range legs {
		l := &legs[i]
		if p.Side == api.Buy {
			e.addPurchase(c, l, at)
		} else {
			e.addSale(c, l, at)
		}
	}
}

func (e *Encoder) addSale(c *calls, l *Leg, at common.Address) {
	switch l.like {
	case api.UniswapV2:
		sale := router2ABI.PackSwapExactTokensForTokens
		if l.SrcTax > 0 {
			sale = router2ABI.PackSwapExactTokensForTokensSupportingFeeOnTransferTokens
		}
		c.on(l.Src, *l.Router, sale(
			l.In, new(big.Int), []common.Address{l.Src, l.Dest}, at, big.NewInt(farFuture)))
	case api.UniswapV3:
		c.on(l.Src, *l.Router, router3ABI.PackExactInput(contracts.UniswapV3RouterExactInputParams{
			Path: path3([]Leg{*l}, false), Recipient: at, Deadline: big.NewInt(farFuture),
			AmountIn: l.In, AmountOutMinimum: new(big.Int),
		}))
	case api.CurveV1:
		c.exchange(l)
	case api.BalancerV2:
		c.on(l.Src, *l.Vault, l.vaultCall(givenIn, l.In, at))
	case api.LimitOrders:
		rfq := e.RFQ
		c.on(l.Src, rfq, rfqABI.PackTryBatchFillOrderTakerAmount(l.orders(), l.In, at))
	}
}

func (e *Encoder) addPurchase(c *calls, l *Leg, at common.Address) {
	switch l.like {
	case api.UniswapV2:
		c.on(l.Src, *l.Router, router2ABI.PackSwapTokensForExactTokens(
			l.Out, maxUint(), []common.Address{l.Src, l.Dest}, at, big.NewInt(farFuture)))
	case api.UniswapV3:
		c.on(l.Src, *l.Router, router3ABI.PackExactOutput(
			contracts.UniswapV3RouterExactOutputParams{
				Path: path3([]Leg{*l}, true), Recipient: at, Deadline: big.NewInt(farFuture),
				AmountOut: l.Out, AmountInMaximum: maxUint(),
			}))
	case api.CurveV1:
		c.exchange(l)
	case api.BalancerV2:
		c.on(l.Src, *l.Vault, l.vaultCall(givenOut, l.Out, at))
	case api.LimitOrders:
		rfq := e.RFQ
		c.on(l.Src, rfq, rfqABI.PackTryBatchFillOrderMakerAmount(l.orders(), l.Out, at))
	}
}

func (e *Encoder) multi(p *Plan, t *Terms) contracts.UtilsSellData {
	return t.sale(p.Src, e.path(p, &p.Routes[0]))
}

// sale sells along a path.
func (t *Terms) sale(src common.Address, path []contracts.UtilsPath) contracts.UtilsSellData {
	return contracts.UtilsSellData{
		FromToken: src, FromAmount: t.From, ToAmount: t.To, ExpectedAmount: t.Quoted,
		Beneficiary: t.Receiver, Path: path,
		Partner: t.Partner, FeePercent: t.Fee, Permit: t.Permit, Deadline: t.Deadline, Uuid: t.UUID,
	}
}

func (e *Encoder) mega(p *Plan, t *Terms) contracts.UtilsMegaSwapSellData {
	d := contracts.UtilsMegaSwapSellData{
		FromToken: p.Src, FromAmount: t.From, ToAmount: t.To, ExpectedAmount: t.Quoted,
		Beneficiary: t.Receiver, Partner: t.Partner,
		FeePercent: t.Fee, Permit: t.Permit, Deadline: t.Deadline, Uuid: t.UUID,
	}
	for i := range p.Routes {
		d.Path = append(d.Path, contracts.UtilsMegaSwapPath{
			FromAmountPercent: big.NewInt(int64(p.Routes[i].Share)),
			Path:              e.path(p, &p.Routes[i]),
		})
	}
	return d
}

// path is a route's hops for the adapter. Between hops the coin is native where a pool on either
// side has it so: the adapter wraps and unwraps for the others. At the ends it is what the user
// has.
func (e *Encoder) path(p *Plan, r *Route) []contracts.UtilsPath {
	var path []contracts.UtilsPath
	at := p.Src
	hop := func(to common.Address, legs []Leg) {
		routes := make([]contracts.UtilsRoute, len(legs))
		for i := range legs {
			routes[i] = e.route5(legs[i:i+1], legs[i].Share, false)
		}
		path = append(path, contracts.UtilsPath{
			To: to, TotalNetworkFee: new(big.Int), Adapters: []contracts.UtilsAdapter{
				{Adapter: e.Contracts.Adapter, Percent: big.NewInt(api.BPS),
					NetworkFee: new(big.Int), Route: routes},
			}})
		at = to
	}
	wrapping := []Leg{{Exchange: api.WrappedCoin, like: api.WrappedCoin,
		LegData: LegData{Share: api.BPS}}}
	last := len(r.Hops) - 1
	for k, h := range r.Hops {
		in, out := coins(h.Legs)
		if in > 0 && !isNative(at) {
			hop(api.NativeToken, wrapping)
		}
		to := h.Dest
		if k == last {
			to = p.Dest
		} else if next, _ := coins(r.Hops[k+1].Legs); next > 0 {
			to = api.NativeToken
		}
		if out > 0 {
			to = api.NativeToken
		}
		hop(to, h.Legs)
	}
	if at != p.Dest {
		hop(p.Dest, wrapping)
	}
	return path
}

func (e *Encoder) buyData(p *Plan, t *Terms) contracts.UtilsBuyData {
	var routes []contracts.UtilsRoute
	if hop := p.OneHop(); len(hop) > 0 {
		for i := range hop {
			routes = append(routes, e.route5(hop[i:i+1], hop[i].Share, true))
		}
	} else {
		routes = append(routes, e.route5(p.single(), api.BPS, true))
	}
	return contracts.UtilsBuyData{
		Adapter: e.Contracts.BuyAdapter, FromToken: p.Src, ToToken: p.Dest, FromAmount: t.From,
		ToAmount: t.To, ExpectedAmount: t.Quoted,
		Beneficiary: t.Receiver, Route: routes, Partner: t.Partner, FeePercent: t.Fee,
		Permit: t.Permit, Deadline: t.Deadline, Uuid: t.UUID,
	}
}

// route5 is a leg for the adapters, or several of one kind in a row.
func (e *Encoder) route5(legs []Leg, share int, buy bool) contracts.UtilsRoute {
	l := &legs[0]
	r := contracts.UtilsRoute{Percent: big.NewInt(int64(share)), NetworkFee: new(big.Int),
		TargetExchange: l.Pool}
	index := int64(0)
	switch l.like {
	case api.UniswapV2:
		values := []*big.Int{big.NewInt(32), big.NewInt(int64(len(legs)))}
		for i := range legs {
			values = append(values, legs[i].forkWord())
		}
		index, r.TargetExchange, r.Payload = onUniswapV2, *l.Router, encodeWords(values...)
	case api.UniswapV3:
		path := path3(legs, buy)
		payload := append(encodeWords(big.NewInt(32), big.NewInt(int64(len(path)))), path...)
		index, r.TargetExchange, r.Payload = onUniswapV3, *l.Router,
			append(payload, make([]byte, -len(path)&31)...)
	case api.CurveV1:
		swapType := new(big.Int)
		if l.CoinIn || l.CoinOut {
			swapType.SetBit(swapType, 255, 1)
		}
		index, r.Payload = onCurveV1, encodeWords(
			big.NewInt(int64(*l.I)), big.NewInt(int64(*l.J)), swapType, l.In)
	case api.BalancerV2:
		index, r.TargetExchange = onBalancerV2, *l.Vault
		r.Payload = must(batchSwap.Pack(l.vaultStep(new(big.Int)), []common.Address{l.Src, l.Dest}))
	case api.LimitOrders:
		index, r.TargetExchange = onLimitOrders, e.RFQ
		r.Payload = must(orderInfos.Pack(l.orders()))
	case api.WrappedCoin:
		index, r.TargetExchange, r.Payload = onWrapped, e.Wrapped, []byte{}
	}
	r.Index = big.NewInt(index)
	return r
}

func encodeWords(values ...*big.Int) []byte {
	out := make([]byte, 0, 32*len(values))
	for _, v := range values {
		out = append(out, common.LeftPadBytes(v.Bytes(), 32)...)
	}
	return out
}

// must is for values of our own that always fit their ABI.
func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
