package calldata

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Fields of curveData and wrapApproveDirection in version 6.2.
const (
	wrapInput   = 1
	unwrap      = 2
	payCoin     = 3
	approveBit  = 4
	exactOutBit = 8
	curveWrapAt = 161

	// what a swap through the executor costs beyond the methods of one exchange
	executorGas = 40_000
	// what a batch fill of orders does; it has no pool to turn to, so that the executor is
	// preferred to it
	batchGas   = 12_000
	avoidBatch = 48_000
	askGas     = 18_000 // of asking what a leg of a purchase costs
	sellLegGas = -5_000 // pools pay each other
	pairsGas   = -10_000
	moduleCost = -31_000 // the module pays the receiver, nothing passes the swap contract
)

// ModuleMethod trades on a stability module, and it alone does.
const ModuleMethod = "swapExactAmountInOutOnMakerPSM"

// methods6 are those of version 6.2.
func (e *Encoder) methods6() []Method {
	sell := func(name string, sh Shape, fits func(*Plan) bool,
		pack func(*Plan, *Terms) []byte) Method {
		return Method{Name: name, Version: api.Version62, Side: api.Sell, General: true,
			Shapes: []Shape{sh}, fits: fits, pack: pack}
	}
	buy := func(name string, sh Shape, fits func(*Plan) bool,
		pack func(*Plan, *Terms) []byte) Method {
		return Method{Name: name, Version: api.Version62, Side: api.Buy, General: true,
			Shapes: []Shape{sh}, fits: fits, pack: pack}
	}
	chain := func(exchange string) func(*Plan) bool {
		return func(p *Plan) bool { return !p.taxed && all(p.single(), exchange) }
	}
	one := func(exchanges ...string) func(*Plan) bool {
		return func(p *Plan) bool {
			return !p.taxed && len(p.OneHop()) == 1 && all(p.OneHop(), exchanges...) &&
				p.ownCoins()
		}
	}
	curves, vaults := e.named(api.CurveV1), e.named(api.BalancerV2)
	crypto := e.named(api.CurveV2)
	if e.StableByUint256 {
		crypto = slices.Concat(crypto, curves)
	}
	byUint256 := func(p *Plan) bool { return one(crypto...)(p) && !p.tradesCoins() }
	module := func(side api.Side) Method {
		return Method{
			Name: ModuleMethod, Version: api.Version62, Side: side,
			Shapes: []Shape{oneLeg(api.MakerPSM)}, pack: e.packModule, fits: one(api.MakerPSM),
			gas: moduleCost,
		}
	}
	fills := func(side api.Side) Method {
		return Method{
			Name: "swapOnAugustusRFQTryBatchFill", Version: api.Version62, Side: side,
			Shapes: []Shape{oneLeg(api.LimitOrders)}, pack: e.packFill6,
			fits: one(api.LimitOrders), gas: batchGas, avoid: avoidBatch,
		}
	}
	list := []Method{
		sell("swapExactAmountInOnUniswapV3", chainOf(api.UniswapV3), chain(api.UniswapV3),
			e.packIn3),
		sell("swapExactAmountInOnUniswapV2", chainOf(api.UniswapV2), chain(api.UniswapV2),
			e.packIn2),
		sell("swapExactAmountInOnCurveV1", oneLeg(curves...), one(curves...), e.packCurve1),
		sell("swapExactAmountInOnCurveV2", oneLeg(crypto...), byUint256, e.packCurve2),
		sell("swapExactAmountInOnBalancerV2", oneLeg(vaults...), one(vaults...), e.packInVault),
		fills(api.Sell),
		sell("swapExactAmountIn", anything, e.within, e.packIn),
		buy("swapExactAmountOutOnUniswapV3", chainOf(api.UniswapV3), chain(api.UniswapV3),
			e.packOut3),
		buy("swapExactAmountOutOnUniswapV2", chainOf(api.UniswapV2), chain(api.UniswapV2),
			e.packOut2),
		buy("swapExactAmountOutOnBalancerV2", oneLeg(vaults...), one(vaults...), e.packOutVault),
		fills(api.Buy),
		{
			Name: "swapExactAmountOut", Version: api.Version62, Side: api.Buy, General: true,
			Shapes: []Shape{purchases},
			fits:   func(p *Plan) bool { return canBuy(p) && e.within(p) }, pack: e.packOut,
		},
	}
	if len(e.named(api.MakerPSM)) > 0 {
		list = append(list, module(api.Sell), module(api.Buy))
	}
	for i := range list {
		if list[i].Name == "swapExactAmountInOnUniswapV2" {
			list[i].gas = pairsGas
		}
		if name := list[i].Name; name == "swapExactAmountIn" || name == "swapExactAmountOut" {
			list[i].gas, list[i].executed = executorGas, true
			if list[i].legGas = sellLegGas; list[i].Side == api.Buy {
				list[i].legGas = askGas
			}
		}
	}
	list = slices.DeleteFunc(list, func(m Method) bool { return m.idle() })
	if e.Contracts.Executor == (common.Address{}) {
		list = slices.DeleteFunc(list, func(m Method) bool { return m.gas == executorGas })
	}
	return list
}

// canBuy tells whether a program can buy along a plan: orders, which can't be asked for a cost,
// stand only where what is bought is fixed; and nobody knows what must be sent of a taxed token.
func canBuy(p *Plan) bool {
	if p.srcTaxed {
		return false
	}
	for _, r := range p.Routes {
		legs := 0
		for _, h := range r.Hops {
			legs += len(h.Legs)
			for _, l := range h.Legs {
				if l.Exchange == api.LimitOrders && len(r.Hops) > 1 {
					return false
				}
			}
		}
		if legs > maxRouteLegs {
			return false
		}
	}
	return true
}

func (e *Encoder) programmer(p *Plan) *programmer {
	at, _ := e.Executor()
	return &programmer{plan: p, executor: at, swapper: e.Contracts.AugustusV6, rfq: e.RFQ,
		weth: e.Wrapped}
}

func (t *Terms) generic(p *Plan) contracts.GenericData {
	return contracts.GenericData{
		SrcToken: p.Src, DestToken: p.Dest, FromAmount: t.From, ToAmount: t.To,
		QuotedAmount: t.Quoted, Metadata: t.metadata(p.Block),
		Beneficiary: t.Receiver,
	}
}

func (e *Encoder) packIn(p *Plan, t *Terms) []byte {
	w := e.programmer(p)
	return genericABI.PackSwapExactAmountIn(
		w.executor, t.generic(p), t.Fee, t.Permit, w.sale())
}

func (e *Encoder) packOut(p *Plan, t *Terms) []byte {
	w := e.programmer(p)
	return genericABI.PackSwapExactAmountOut(
		w.executor, t.generic(p), t.Fee, t.Permit, w.purchase())
}

func (t *Terms) uni2(p *Plan) contracts.UniswapV2Data {
	return contracts.UniswapV2Data{
		SrcToken: p.Src, DestToken: p.Dest, FromAmount: t.From, ToAmount: t.To,
		QuotedAmount: t.Quoted, Metadata: t.metadata(p.Block),
		Beneficiary: t.Receiver, Pools: pools2(p.single()),
	}
}

func (t *Terms) uni3(p *Plan, reversed bool) contracts.UniswapV3Data {
	return contracts.UniswapV3Data{
		SrcToken: p.Src, DestToken: p.Dest, FromAmount: t.From, ToAmount: t.To,
		QuotedAmount: t.Quoted, Metadata: t.metadata(p.Block),
		Beneficiary: t.Receiver, Pools: pools3(p.single(), reversed),
	}
}

func (e *Encoder) packIn2(p *Plan, t *Terms) []byte {
	return v6uni2ABI.PackSwapExactAmountInOnUniswapV2(t.uni2(p), t.Fee, t.Permit)
}

func (e *Encoder) packOut2(p *Plan, t *Terms) []byte {
	return v6uni2ABI.PackSwapExactAmountOutOnUniswapV2(t.uni2(p), t.Fee, t.Permit)
}

func (e *Encoder) packIn3(p *Plan, t *Terms) []byte {
	return v6uni3ABI.PackSwapExactAmountInOnUniswapV3(t.uni3(p, false), t.Fee, t.Permit)
}

func (e *Encoder) packOut3(p *Plan, t *Terms) []byte {
	return v6uni3ABI.PackSwapExactAmountOutOnUniswapV3(t.uni3(p, true), t.Fee, t.Permit)
}

// wrapFlag says what the swap contract does with native coins: 1 wraps the input, 2 unwraps the
// output.
func (p *Plan) wrapFlag() int64 {
	switch api.NativeToken {
	case p.Src:
		return wrapInput
	case p.Dest:
		return unwrap
	}
	return 0
}

// wraps tells whether the pool of a plan of one leg has the wrapped coin where the user has or
// wants the native one.
func (p *Plan) wraps() bool {
	l := &p.OneHop()[0]
	return isNative(p.Src) && !l.CoinIn || isNative(p.Dest) && !l.CoinOut
}

// curveData is address | approve << 160 | wrap << 161. A pool that is sent the native coin needs no
// approval.
func (p *Plan) curveData() *big.Int {
	l := &p.OneHop()[0]
	flag, approve := int64(0), uint(1)
	switch {
	case p.wraps():
		flag = p.wrapFlag()
	case l.CoinIn:
		flag, approve = payCoin, 0
	}
	word := new(big.Int).Lsh(big.NewInt(flag), curveWrapAt)
	word.SetBit(word, 160, approve)
	return word.Add(word, new(big.Int).SetBytes(l.Pool[:]))
}

func (e *Encoder) packCurve1(p *Plan, t *Terms) []byte {
	l := p.OneHop()[0]
	assets := new(big.Int).Lsh(big.NewInt(int64(*l.I)), 128)
	return v6curveABI.PackSwapExactAmountInOnCurveV1(contracts.CurveV1Data{
		CurveData: p.curveData(), CurveAssets: assets.Add(assets, big.NewInt(int64(*l.J))),
		SrcToken: p.Src, DestToken: p.Dest, FromAmount: t.From,
		ToAmount: t.To, QuotedAmount: t.Quoted, Metadata: t.metadata(p.Block),
		Beneficiary: t.Receiver,
	}, t.Fee, t.Permit)
}

func (e *Encoder) packCurve2(p *Plan, t *Terms) []byte {
	l := p.OneHop()[0]
	return v6curveABI.PackSwapExactAmountInOnCurveV2(contracts.CurveV2Data{
		CurveData: p.curveData(), I: big.NewInt(int64(*l.I)), J: big.NewInt(int64(*l.J)),
		PoolAddress: l.Pool, SrcToken: p.Src, DestToken: p.Dest,
		FromAmount: t.From, ToAmount: t.To, QuotedAmount: t.Quoted, Metadata: t.metadata(p.Block),
		Beneficiary: t.Receiver,
	}, t.Fee, t.Permit)
}

// vault packs the arguments of the vault's methods, who see the native coin as the zero address.
func (e *Encoder) vault(p *Plan, t *Terms, kind uint8) (contracts.BalancerV2Data, []byte) {
	l := p.OneHop()[0]
	amount := t.From
	if kind == givenOut {
		amount = t.To
	}
	if p.Src == api.NativeToken {
		l.Src = common.Address{}
	}
	if p.Dest == api.NativeToken {
		l.Dest = common.Address{}
	}
	word := new(big.Int).SetBytes(t.Receiver[:])
	return contracts.BalancerV2Data{
		FromAmount: t.From, ToAmount: t.To, QuotedAmount: t.Quoted, Metadata: t.metadata(p.Block),
		BeneficiaryAndApproveFlag: word.SetBit(word, 255, 1),
	}, l.vaultCall(kind, amount, e.Contracts.AugustusV6)
}

func (e *Encoder) packInVault(p *Plan, t *Terms) []byte {
	data, call := e.vault(p, t, givenIn)
	return v6vaultABI.PackSwapExactAmountInOnBalancerV2(data, t.Fee, t.Permit, call)
}

func (e *Encoder) packOutVault(p *Plan, t *Terms) []byte {
	data, call := e.vault(p, t, givenOut)
	return v6vaultABI.PackSwapExactAmountOutOnBalancerV2(data, t.Fee, t.Permit, call)
}

// packModule trades on a stability module, which pays the receiver itself.
func (e *Encoder) packModule(p *Plan, t *Terms) []byte {
	l := p.OneHop()[0]
	word := new(big.Int).SetBytes(t.Receiver[:])
	word.SetBit(word, 255, 1)
	if p.Side == api.Buy {
		word.SetBit(word, 254, 1)
	}
	return v6psmABI.PackSwapExactAmountInOutOnMakerPSM(contracts.MakerPSMData{
		SrcToken: p.Src, DestToken: p.Dest, FromAmount: t.From, ToAmount: t.To,
		Toll: l.Toll.Big(), To18ConversionFactor: l.To18.Big(), Exchange: l.Pool,
		GemJoinAddress: *l.GemJoin, Metadata: t.metadata(p.Block),
		BeneficiaryDirectionApproveFlag: word,
	}, t.Permit)
}

func (e *Encoder) packFill6(p *Plan, t *Terms) []byte {
	flags := uint8(p.wrapFlag()) | approveBit
	if p.Side == api.Buy {
		flags |= exactOutBit
	}
	return v6rfqABI.PackSwapOnAugustusRFQTryBatchFill(contracts.AugustusRFQData{
		FromAmount: t.From, ToAmount: t.To, WrapApproveDirection: flags,
		Metadata: t.metadata(p.Block), Beneficiary: t.Receiver,
	}, p.OneHop()[0].orders(), t.Permit)
}
