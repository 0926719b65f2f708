package swap

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
	adapterGas   = 22_000

	adapterLegGas = 8_000
)

// methods5 are those of version 5. A protected twin does the same and also gives back native coins that exchanges leave.
func (s *Service) methods5() []method {
	var list []method
	add := func(side api.Side, fits func(*plan) bool, shapes []shape, name string, pack func(*plan, *terms) []byte) {
		m := method{name: name, version: api.Version5, side: side, plain: true, shapes: shapes, fits: fits, pack: pack}
		if strings.Contains(strings.ToLower(name), "simple") {
			m.gas, m.legGas = simpleGas, simpleLegGas
		} else {
			m.gas, m.legGas = adapterGas, adapterLegGas
		}
		list = append(list, m)
	}
	hop, path, any := []shape{oneHop}, []shape{oneRoute}, []shape{anything, oneRoute}
	simple := func(pack func(contracts.UtilsSimpleData) []byte) func(*plan, *terms) []byte {
		return func(p *plan, t *terms) []byte { return pack(s.simple(p, t)) }
	}
	add(api.Sell, simpleSells, hop, "simpleSwap", simple(simpleABI.PackSimpleSwap))
	add(api.Sell, multiSells, path, "multiSwap", func(p *plan, t *terms) []byte { return multiABI.PackMultiSwap(s.multi(p, t)) })
	add(api.Sell, megaSells, any, "megaSwap", func(p *plan, t *terms) []byte { return multiABI.PackMegaSwap(s.mega(p, t)) })
	add(api.Sell, simpleSells, hop, "protectedSimpleSwap", simple(pSimpleABI.PackProtectedSimpleSwap))
	add(api.Sell, multiSells, path, "protectedMultiSwap", func(p *plan, t *terms) []byte { return pMultiABI.PackProtectedMultiSwap(s.multi(p, t)) })
	add(api.Sell, megaSells, any, "protectedMegaSwap", func(p *plan, t *terms) []byte { return pMultiABI.PackProtectedMegaSwap(s.mega(p, t)) })
	add(api.Buy, simpleBuys, hop, "simpleBuy", simple(simpleABI.PackSimpleBuy))
	buys := []shape{oneHop, chainOf(UniswapV2, UniswapV2Fork), chainOf(UniswapV3)}
	add(api.Buy, adapterBuys, buys, "buy", func(p *plan, t *terms) []byte { return multiABI.PackBuy(s.buyData(p, t)) })
	add(api.Buy, simpleBuys, hop, "protectedSimpleBuy", simple(pSimpleABI.PackProtectedSimpleBuy))
	return list
}

func isNative(token common.Address) bool { return token == api.NativeToken }

// The simple methods are calls of fixed amounts: one hop, since what a second one has to sell is known only then, and no native output, since
// what there is to unwrap is not known either.
func simpleSells(p *plan) bool {
	return len(p.oneHop()) > 0 && (!isNative(p.dest) || p.wrapOnly())
}

func simpleBuys(p *plan) bool {
	return len(p.oneHop()) > 0 && !p.taxed && (p.wrapOnly() || !isNative(p.src) && !isNative(p.dest))
}

// A path sells what was asked for, so that a taxed token, of which less arrives, must go through the last path of a megaSwap, which sells all.
func multiSells(p *plan) bool { return len(p.routes) == 1 && !p.srcTaxed }
func megaSells(p *plan) bool {
	return !p.srcTaxed || len(p.routes) == 1 && len(p.routes[0].hops[0].legs) >= 1
}

func adapterBuys(p *plan) bool {
	switch {
	case p.taxed || len(p.routes) != 1:
		return false
	case len(p.oneHop()) > 0:
		return true
	}
	return all(p.single(), UniswapV2, UniswapV2Fork) || all(p.single(), UniswapV3)
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

// on calls an exchange after letting it take the swap contract's tokens. The allowance of some tokens changes only from or to zero.
func (c *calls) on(token, spender common.Address, data []byte) {
	c.add(token, new(big.Int), erc20ABI.PackApprove(spender, new(big.Int)))
	c.add(token, new(big.Int), erc20ABI.PackApprove(spender, maxUint()))
	c.add(spender, new(big.Int), data)
}

func (c *calls) ends() []*big.Int { return append(c.starts, big.NewInt(int64(len(c.data)))) }

func (s *Service) simple(p *plan, t *terms) contracts.UtilsSimpleData {
	var c calls
	hop := p.oneHop()
	switch {
	case p.wrapOnly() && isNative(p.src):
		c.add(s.wrapped, hop[0].in, wrappedABI.PackDeposit())
	case p.wrapOnly():
		c.add(s.wrapped, new(big.Int), wrappedABI.PackWithdraw(hop[0].in))
	default:
		if isNative(p.src) {
			c.add(s.wrapped, p.amountIn, wrappedABI.PackDeposit())
		}
		s.addLegs(&c, p, hop)
	}
	return t.simple(p.src, p.dest, &c)
}

// simple are calls that swap one token for another.
func (t *terms) simple(src, dest common.Address, c *calls) contracts.UtilsSimpleData {
	return contracts.UtilsSimpleData{
		FromToken: src, ToToken: dest, FromAmount: t.from, ToAmount: t.to, ExpectedAmount: t.quoted, Callees: c.callees, ExchangeData: c.data,
		StartIndexes: c.ends(), Values: c.values, Beneficiary: t.receiver, Partner: t.partner, FeePercent: t.fee, Permit: t.permit,
		Deadline: t.deadline, Uuid: t.uuid,
	}
}

func (s *Service) addLegs(c *calls, p *plan, legs []planLeg) {
	at := s.cfg.Contracts.AugustusSwapper
	for i := range legs {
		l := &legs[i]
		if p.side == api.Buy {
			s.addPurchase(c, l, at)
		} else {
			s.addSale(c, l, at)
		}
	}
}

func (s *Service) addSale(c *calls, l *planLeg, at common.Address) {
	switch l.exchange {
	case UniswapV2, UniswapV2Fork:
		c.on(l.src, *l.Router, router2ABI.PackSwapExactTokensForTokens(l.in, new(big.Int), []common.Address{l.src, l.dest}, at, big.NewInt(farFuture)))
	case UniswapV3:
		c.on(l.src, *l.Router, router3ABI.PackExactInput(contracts.UniswapV3RouterExactInputParams{
			Path: path3([]planLeg{*l}, false), Recipient: at, Deadline: big.NewInt(farFuture), AmountIn: l.in, AmountOutMinimum: new(big.Int),
		}))
	case CurveV1:
		c.on(l.src, l.pool, l.exchangeCall(l.in))
	case BalancerV2:
		c.on(l.src, *l.Vault, l.vaultCall(givenIn, l.in, at))
	case LimitOrders:
		rfq := s.cfg.Network.Contracts().AugustusRFQ
		c.on(l.src, rfq, rfqABI.PackTryBatchFillOrderTakerAmount(l.orders(), l.in, at))
	}
}

func (s *Service) addPurchase(c *calls, l *planLeg, at common.Address) {
	switch l.exchange {
	case UniswapV2, UniswapV2Fork:
		c.on(l.src, *l.Router, router2ABI.PackSwapTokensForExactTokens(l.out, maxUint(), []common.Address{l.src, l.dest}, at, big.NewInt(farFuture)))
	case UniswapV3:
		c.on(l.src, *l.Router, router3ABI.PackExactOutput(contracts.UniswapV3RouterExactOutputParams{
			Path: path3([]planLeg{*l}, true), Recipient: at, Deadline: big.NewInt(farFuture), AmountOut: l.out, AmountInMaximum: maxUint(),
		}))
	case CurveV1:
		c.on(l.src, l.pool, l.exchangeCall(l.in))
	case BalancerV2:
		c.on(l.src, *l.Vault, l.vaultCall(givenOut, l.out, at))
	case LimitOrders:
		rfq := s.cfg.Network.Contracts().AugustusRFQ
		c.on(l.src, rfq, rfqABI.PackTryBatchFillOrderMakerAmount(l.orders(), l.out, at))
	}
}

func (s *Service) multi(p *plan, t *terms) contracts.UtilsSellData {
	return t.sale(p.src, s.path(p, &p.routes[0]))
}

// sale sells along a path.
func (t *terms) sale(src common.Address, path []contracts.UtilsPath) contracts.UtilsSellData {
	return contracts.UtilsSellData{
		FromToken: src, FromAmount: t.from, ToAmount: t.to, ExpectedAmount: t.quoted, Beneficiary: t.receiver, Path: path,
		Partner: t.partner, FeePercent: t.fee, Permit: t.permit, Deadline: t.deadline, Uuid: t.uuid,
	}
}

func (s *Service) mega(p *plan, t *terms) contracts.UtilsMegaSwapSellData {
	d := contracts.UtilsMegaSwapSellData{
		FromToken: p.src, FromAmount: t.from, ToAmount: t.to, ExpectedAmount: t.quoted, Beneficiary: t.receiver, Partner: t.partner,
		FeePercent: t.fee, Permit: t.permit, Deadline: t.deadline, Uuid: t.uuid,
	}
	for i := range p.routes {
		d.Path = append(d.Path, contracts.UtilsMegaSwapPath{
			FromAmountPercent: big.NewInt(int64(p.routes[i].percent * bps)), Path: s.path(p, &p.routes[i]),
		})
	}
	return d
}

// path is a route's hops for the adapter.
func (s *Service) path(p *plan, r *planRoute) []contracts.UtilsPath {
	var path []contracts.UtilsPath
	for k, h := range r.hops {
		to := h.dest
		if k == len(r.hops)-1 {
			to = p.dest
		}
		routes := make([]contracts.UtilsRoute, len(h.legs))
		for i := range h.legs {
			routes[i] = s.route5(h.legs[i:i+1], h.legs[i].percent, false)
		}
		path = append(path, contracts.UtilsPath{To: to, TotalNetworkFee: new(big.Int), Adapters: []contracts.UtilsAdapter{
			{Adapter: s.cfg.Contracts.Adapter, Percent: big.NewInt(bpsWhole), NetworkFee: new(big.Int), Route: routes},
		}})
	}
	return path
}

func (s *Service) buyData(p *plan, t *terms) contracts.UtilsBuyData {
	var routes []contracts.UtilsRoute
	if hop := p.oneHop(); len(hop) > 0 {
		for i := range hop {
			routes = append(routes, s.route5(hop[i:i+1], hop[i].percent, true))
		}
	} else {
		routes = append(routes, s.route5(p.single(), 100, true))
	}
	return contracts.UtilsBuyData{
		Adapter: s.cfg.Contracts.BuyAdapter, FromToken: p.src, ToToken: p.dest, FromAmount: t.from, ToAmount: t.to, ExpectedAmount: t.quoted,
		Beneficiary: t.receiver, Route: routes, Partner: t.partner, FeePercent: t.fee, Permit: t.permit, Deadline: t.deadline, Uuid: t.uuid,
	}
}

// route5 is a leg for the adapters, or several of one kind in a row.
func (s *Service) route5(legs []planLeg, percent int, buy bool) contracts.UtilsRoute {
	l := &legs[0]
	r := contracts.UtilsRoute{Percent: big.NewInt(int64(percent * bps)), NetworkFee: new(big.Int), TargetExchange: l.pool}
	index := int64(0)
	switch l.exchange {
	case UniswapV2, UniswapV2Fork:
		values := []*big.Int{big.NewInt(32), big.NewInt(int64(len(legs)))}
		for i := range legs {
			values = append(values, legs[i].forkWord())
		}
		index, r.TargetExchange, r.Payload = onUniswapV2, *l.Router, encodeWords(values...)
	case UniswapV3:
		path := path3(legs, buy)
		payload := append(encodeWords(big.NewInt(32), big.NewInt(int64(len(path)))), path...)
		index, r.TargetExchange, r.Payload = onUniswapV3, *l.Router, append(payload, make([]byte, -len(path)&31)...)
	case CurveV1:
		index, r.Payload = onCurveV1, encodeWords(big.NewInt(int64(*l.I)), big.NewInt(int64(*l.J)), new(big.Int), l.in)
	case BalancerV2:
		index, r.TargetExchange = onBalancerV2, *l.Vault
		r.Payload = must(batchSwap.Pack(l.vaultStep(new(big.Int)), []common.Address{l.src, l.dest}))
	case LimitOrders:
		index, r.TargetExchange = onLimitOrders, s.cfg.Network.Contracts().AugustusRFQ
		r.Payload = must(orderInfos.Pack(l.orders()))
	case Wrapped:
		index, r.TargetExchange, r.Payload = onWrapped, s.wrapped, []byte{}
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
