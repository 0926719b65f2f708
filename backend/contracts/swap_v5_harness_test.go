package contracts_test

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// trade5 is a trade through one of the version 5 methods. Its terms are for the pack function to
// put in place.
type trade5 struct {
	src, dest         common.Address
	from, to          *big.Int // for a purchase `from` is the most to spend
	expected          *big.Int
	fee               *big.Int
	partner, receiver common.Address
	permit            []byte
	deadline          int64
}

func (s trade5) value() *big.Int {
	if s.src == native {
		return s.from
	}
	return nil
}

// sell5 is a sale without fees to the receiver.
func sell5(src, dest common.Address, from, to *big.Int) trade5 {
	return trade5{src: src, dest: dest, from: from, to: to, expected: to, fee: noFeeWord,
		receiver: receiver, deadline: farFuture}
}

// calls is a list of calls for the simple methods.
type calls struct {
	callees []common.Address
	data    []byte
	starts  []*big.Int
	values  []*big.Int
}

func (l *calls) add(callee common.Address, value *big.Int, data []byte) {
	l.callees = append(l.callees, callee)
	l.starts = append(l.starts, big.NewInt(int64(len(l.data))))
	l.values = append(l.values, value)
	l.data = append(l.data, data...)
}

// approve lets a spender take the swap contract's tokens.
func (l *calls) approve(c *swapChain, token, spender common.Address) {
	l.add(token, new(big.Int), c.erc20.PackApprove(spender, maxUint256))
}

func (l calls) ends() []*big.Int { return append(l.starts, big.NewInt(int64(len(l.data)))) }

func simpleData(s trade5, l calls) contracts.UtilsSimpleData {
	return contracts.UtilsSimpleData{
		FromToken: s.src, ToToken: s.dest, FromAmount: s.from, ToAmount: s.to,
		ExpectedAmount: s.expected, Callees: l.callees,
		ExchangeData: l.data, StartIndexes: l.ends(), Values: l.values, Beneficiary: s.receiver,
		Partner: s.partner, FeePercent: s.fee,
		Permit: s.permit, Deadline: big.NewInt(s.deadline), Uuid: uuid,
	}
}

func sellData(s trade5, path ...contracts.UtilsPath) contracts.UtilsSellData {
	return contracts.UtilsSellData{
		FromToken: s.src, FromAmount: s.from, ToAmount: s.to, ExpectedAmount: s.expected,
		Beneficiary: s.receiver, Path: path,
		Partner: s.partner, FeePercent: s.fee, Permit: s.permit, Deadline: big.NewInt(s.deadline),
		Uuid: uuid,
	}
}

// Kinds of exchange of the adapters.
const (
	onUniswapV2 = 1 + iota
	onUniswapV3
	onCurveV1
	onCurveV2
	onBalancerV2
	onLimitOrders
	onWrapped
)

func route(index int64, target common.Address, percent int64, payload []byte) contracts.UtilsRoute {
	return contracts.UtilsRoute{Index: big.NewInt(index), TargetExchange: target,
		Percent: big.NewInt(percent), Payload: payload, NetworkFee: new(big.Int)}
}

func (c *swapChain) hop5(to common.Address, routes ...contracts.UtilsRoute) contracts.UtilsPath {
	return contracts.UtilsPath{To: to, TotalNetworkFee: new(big.Int),
		Adapters: []contracts.UtilsAdapter{
			{Adapter: c.Adapter, Percent: big.NewInt(10_000), NetworkFee: new(big.Int),
				Route: routes},
		}}
}

// Payloads of the adapters.

func (c *swapChain) pairPayload(words ...*big.Int) []byte {
	values := []any{big.NewInt(32), big.NewInt(int64(len(words)))}
	for _, word := range words {
		values = append(values, word)
	}
	return encode(c.t, values...)
}

func (c *swapChain) pathPayload(path []byte) []byte {
	return append(encode(c.t, big.NewInt(32), big.NewInt(int64(len(path)))),
		common.RightPadBytes(path, (len(path)+31)/32*32)...)
}

var nativePool = new(big.Int).Lsh(big.NewInt(1), 255)

func (c *swapChain) curveV1Payload(i, j int64, swapType, dx *big.Int) []byte {
	return encode(c.t, big.NewInt(i), big.NewInt(j), swapType, dx)
}

func (c *swapChain) curveV2Payload(i, j int64, dx *big.Int) []byte {
	return encode(c.t, big.NewInt(i), big.NewInt(j), new(big.Int), noAddress, dx)
}

// weightedPayload takes the arguments of the vault's batchSwap that the adapter wants, out of
// packed calldata: steps and assets.
func (c *swapChain) weightedPayload(src, dest common.Address) []byte {
	c.t.Helper()
	batch := parseABI(c.t, contracts.BalancerVaultMetaData.ABI).Methods["batchSwap"].Inputs
	packed, err := batch[1:3].Pack(c.balancerStep(new(big.Int)), []common.Address{src, dest})
	if err != nil {
		c.t.Fatal(err)
	}
	return packed
}

func (c *swapChain) ordersPayload(orders []contracts.AugustusRFQOrderInfo) []byte {
	c.t.Helper()
	method := parseABI(c.t, contracts.AugustusRFQMetaData.ABI).
		Methods["tryBatchFillOrderTakerAmount"]
	packed, err := method.Inputs[:1].Pack(orders)
	if err != nil {
		c.t.Fatal(err)
	}
	return packed
}

// checkSale5 demands that the receiver gets what the pools pay, to the wei, and that nothing stays
// behind.
func (c *swapChain) checkSale5(name string, s trade5, data []byte) {
	c.t.Helper()
	same(c.t, name, c.trade(c.AugustusSwapper, s.value(), data, s.dest, s.receiver), s.to)
	c.checkSwapperEmpty(name)
}

// checkPurchase5 demands that the receiver gets what was ordered and the caller pays the cost, both
// to the wei. The expected amount is the cost.
func (c *swapChain) checkPurchase5(name string, s trade5, data []byte) {
	c.t.Helper()
	before := c.holds(s.dest, s.receiver)
	spent := new(big.Int).Neg(c.trade(c.AugustusSwapper, s.value(), data, s.src, c.taker.addr))
	same(c.t, name+": spent", spent, s.expected)
	same(c.t, name+": bought", new(big.Int).Sub(c.holds(s.dest, s.receiver), before), s.to)
	c.checkSwapperEmpty(name)
}

func (c *swapChain) checkSwapperEmpty(name string) {
	c.t.Helper()
	for _, coin := range []common.Address{native, c.weth, c.usdc, c.dai, c.steth} {
		same(c.t, name+": left on the swap contract", c.holds(coin, c.AugustusSwapper),
			new(big.Int))
	}
}

func (c *swapChain) refuses5(value *big.Int, data []byte, reason string) {
	c.t.Helper()
	if _, err := c.exec(c.taker, c.AugustusSwapper, value, data); err == nil ||
		err.Error() != reason {
		c.t.Fatalf("want %q, got %v", reason, err)
	}
}
