package swap

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Fields of curveData and wrapApproveDirection in version 6.2.
const (
	wrapInput   = 1
	unwrap      = 2
	approveBit  = 4
	exactOutBit = 8
	curveWrapAt = 161

	executorGas = 40_000 // what a swap through the executor costs beyond the methods of one exchange
	batchGas    = 60_000 // what a batch fill of orders does; it has no pool to turn to, so that the executor is preferred to it
	askGas      = 15_000 // of asking what a leg of a purchase costs
)

// methods6 are those of version 6.2.
func (s *Service) methods6() []method {
	sell := func(name string, sh shape, fits func(*plan) bool, pack func(*plan, *terms) []byte) method {
		return method{name: name, version: api.Version62, side: api.Sell, plain: true, shapes: []shape{sh}, fits: fits, pack: pack}
	}
	buy := func(name string, sh shape, fits func(*plan) bool, pack func(*plan, *terms) []byte) method {
		return method{name: name, version: api.Version62, side: api.Buy, plain: true, shapes: []shape{sh}, fits: fits, pack: pack}
	}
	chain := func(exchange string) func(*plan) bool {
		return func(p *plan) bool { return !p.taxed && all(p.single(), exchange) }
	}
	one := func(exchange string) func(*plan) bool {
		return func(p *plan) bool { return !p.taxed && len(p.oneHop()) == 1 && all(p.oneHop(), exchange) }
	}
	fills := func(side api.Side) method {
		return method{
			name: "swapOnAugustusRFQTryBatchFill", version: api.Version62, side: side, shapes: []shape{oneLeg(LimitOrders)}, pack: s.packFill6,
			fits: one(LimitOrders), gas: batchGas,
		}
	}
	list := []method{
		sell("swapExactAmountInOnUniswapV3", chainOf(UniswapV3), chain(UniswapV3), s.packIn3),
		sell("swapExactAmountInOnUniswapV2", chainOf(UniswapV2), chain(UniswapV2), s.packIn2),
		sell("swapExactAmountInOnCurveV1", oneLeg(CurveV1), one(CurveV1), s.packCurve1),
		sell("swapExactAmountInOnCurveV2", oneLeg(CurveV1), one(CurveV1), s.packCurve2),
		sell("swapExactAmountInOnBalancerV2", oneLeg(BalancerV2), one(BalancerV2), s.packInVault),
		fills(api.Sell),
		sell("swapExactAmountIn", anything, func(*plan) bool { return true }, s.packIn),
		buy("swapExactAmountOutOnUniswapV3", chainOf(UniswapV3), chain(UniswapV3), s.packOut3),
		buy("swapExactAmountOutOnUniswapV2", chainOf(UniswapV2), chain(UniswapV2), s.packOut2),
		buy("swapExactAmountOutOnBalancerV2", oneLeg(BalancerV2), one(BalancerV2), s.packOutVault),
		fills(api.Buy),
		{
			name: "swapExactAmountOut", version: api.Version62, side: api.Buy, plain: true, shapes: []shape{purchases},
			fits: canBuy, pack: s.packOut,
		},
	}
	for i := range list {
		if name := list[i].name; name == "swapExactAmountIn" || name == "swapExactAmountOut" {
			list[i].gas = executorGas
			if list[i].side == api.Buy {
				list[i].legGas = askGas
			}
		}
	}
	return list
}

// canBuy tells whether a program can buy along a plan: orders, which can't be asked for a cost, stand only where what is bought is fixed; and
// nobody knows what must be sent of a taxed token.
func canBuy(p *plan) bool {
	if p.srcTaxed {
		return false
	}
	for _, r := range p.routes {
		legs := 0
		for _, h := range r.hops {
			legs += len(h.legs)
			for _, l := range h.legs {
				if l.exchange == LimitOrders && len(r.hops) > 1 {
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

func (s *Service) programmer(p *plan) *programmer {
	return &programmer{plan: p, executor: s.cfg.Contracts.Executor, rfq: s.cfg.Network.Contracts().AugustusRFQ, weth: s.wrapped}
}

func (t *terms) generic(p *plan) contracts.GenericData {
	return contracts.GenericData{
		SrcToken: p.src, DestToken: p.dest, FromAmount: t.from, ToAmount: t.to, QuotedAmount: t.quoted, Metadata: t.metadata(p.block),
		Beneficiary: t.receiver,
	}
}

func (s *Service) packIn(p *plan, t *terms) []byte {
	return genericABI.PackSwapExactAmountIn(s.cfg.Contracts.Executor, t.generic(p), t.fee, t.permit, s.programmer(p).sale())
}

func (s *Service) packOut(p *plan, t *terms) []byte {
	return genericABI.PackSwapExactAmountOut(s.cfg.Contracts.Executor, t.generic(p), t.fee, t.permit, s.programmer(p).purchase())
}

func (t *terms) uni2(p *plan) contracts.UniswapV2Data {
	return contracts.UniswapV2Data{
		SrcToken: p.src, DestToken: p.dest, FromAmount: t.from, ToAmount: t.to, QuotedAmount: t.quoted, Metadata: t.metadata(p.block),
		Beneficiary: t.receiver, Pools: pools2(p.single()),
	}
}

func (t *terms) uni3(p *plan, reversed bool) contracts.UniswapV3Data {
	return contracts.UniswapV3Data{
		SrcToken: p.src, DestToken: p.dest, FromAmount: t.from, ToAmount: t.to, QuotedAmount: t.quoted, Metadata: t.metadata(p.block),
		Beneficiary: t.receiver, Pools: pools3(p.single(), reversed),
	}
}

func (s *Service) packIn2(p *plan, t *terms) []byte {
	return v6uni2ABI.PackSwapExactAmountInOnUniswapV2(t.uni2(p), t.fee, t.permit)
}

func (s *Service) packOut2(p *plan, t *terms) []byte {
	return v6uni2ABI.PackSwapExactAmountOutOnUniswapV2(t.uni2(p), t.fee, t.permit)
}

func (s *Service) packIn3(p *plan, t *terms) []byte {
	return v6uni3ABI.PackSwapExactAmountInOnUniswapV3(t.uni3(p, false), t.fee, t.permit)
}

func (s *Service) packOut3(p *plan, t *terms) []byte {
	return v6uni3ABI.PackSwapExactAmountOutOnUniswapV3(t.uni3(p, true), t.fee, t.permit)
}

// wrapFlag says what the swap contract does with native coins: 1 wraps the input, 2 unwraps the output.
func (p *plan) wrapFlag() int64 {
	switch api.NativeToken {
	case p.src:
		return wrapInput
	case p.dest:
		return unwrap
	}
	return 0
}

// curveData is address | approve << 160 | wrap << 161.
func (p *plan) curveData() *big.Int {
	pool := p.oneHop()[0].pool
	word := new(big.Int).Lsh(big.NewInt(p.wrapFlag()), curveWrapAt)
	word.SetBit(word, 160, 1)
	return word.Add(word, new(big.Int).SetBytes(pool[:]))
}

func (s *Service) packCurve1(p *plan, t *terms) []byte {
	l := p.oneHop()[0]
	assets := new(big.Int).Lsh(big.NewInt(int64(*l.I)), 128)
	return v6curveABI.PackSwapExactAmountInOnCurveV1(contracts.CurveV1Data{
		CurveData: p.curveData(), CurveAssets: assets.Add(assets, big.NewInt(int64(*l.J))), SrcToken: p.src, DestToken: p.dest, FromAmount: t.from,
		ToAmount: t.to, QuotedAmount: t.quoted, Metadata: t.metadata(p.block), Beneficiary: t.receiver,
	}, t.fee, t.permit)
}

func (s *Service) packCurve2(p *plan, t *terms) []byte {
	l := p.oneHop()[0]
	return v6curveABI.PackSwapExactAmountInOnCurveV2(contracts.CurveV2Data{
		CurveData: p.curveData(), I: big.NewInt(int64(*l.I)), J: big.NewInt(int64(*l.J)), PoolAddress: l.pool, SrcToken: p.src, DestToken: p.dest,
		FromAmount: t.from, ToAmount: t.to, QuotedAmount: t.quoted, Metadata: t.metadata(p.block), Beneficiary: t.receiver,
	}, t.fee, t.permit)
}

// vault packs the arguments of the vault's methods, who see the native coin as the zero address.
func (s *Service) vault(p *plan, t *terms, kind uint8) (contracts.BalancerV2Data, []byte) {
	l := p.oneHop()[0]
	amount := t.from
	if kind == givenOut {
		amount = t.to
	}
	if p.src == api.NativeToken {
		l.src = common.Address{}
	}
	if p.dest == api.NativeToken {
		l.dest = common.Address{}
	}
	word := new(big.Int).SetBytes(t.receiver[:])
	return contracts.BalancerV2Data{
		FromAmount: t.from, ToAmount: t.to, QuotedAmount: t.quoted, Metadata: t.metadata(p.block), BeneficiaryAndApproveFlag: word.SetBit(word, 255, 1),
	}, l.vaultCall(kind, amount, s.cfg.Contracts.AugustusV6)
}

func (s *Service) packInVault(p *plan, t *terms) []byte {
	data, call := s.vault(p, t, givenIn)
	return v6vaultABI.PackSwapExactAmountInOnBalancerV2(data, t.fee, t.permit, call)
}

func (s *Service) packOutVault(p *plan, t *terms) []byte {
	data, call := s.vault(p, t, givenOut)
	return v6vaultABI.PackSwapExactAmountOutOnBalancerV2(data, t.fee, t.permit, call)
}

func (s *Service) packFill6(p *plan, t *terms) []byte {
	flags := uint8(p.wrapFlag()) | approveBit
	if p.side == api.Buy {
		flags |= exactOutBit
	}
	return v6rfqABI.PackSwapOnAugustusRFQTryBatchFill(contracts.AugustusRFQData{
		FromAmount: t.from, ToAmount: t.to, WrapApproveDirection: flags, Metadata: t.metadata(p.block), Beneficiary: t.receiver,
	}, p.oneHop()[0].orders(), t.permit)
}
