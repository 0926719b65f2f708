package describe

import (
	"math/big"
	"reflect"
	"sync"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Bits of wrapETH and wrapApproveDirection.
const (
	wrapInput    = 1
	unwrapOutput = 2
	exactOutput  = 8
)

// ordersV5 are the methods of the version 5 swap contract that fill limit orders for the caller.
var ordersV5 = map[string]describeCall{
	"swapOnAugustusRFQ":                       fillThrough(fungible, false),
	"swapOnAugustusRFQWithPermit":             fillThrough(fungible, false),
	"swapOnAugustusRFQNFT":                    fillThrough(nft, false),
	"swapOnAugustusRFQNFTWithPermit":          fillThrough(nft, false),
	"partialSwapOnAugustusRFQ":                fillThrough(fungible, true),
	"partialSwapOnAugustusRFQWithPermit":      fillThrough(fungible, true),
	"partialSwapOnAugustusRFQNFT":             fillThrough(nft, true),
	"partialSwapOnAugustusRFQNFTWithPermit":   fillThrough(nft, true),
	"swapOnAugustusRFQTryBatchFill":           batchThroughV5(true),
	"swapOnAugustusRFQTryBatchFillWithPermit": batchThroughV5(true),
	"buyOnAugustusRFQTryBatchFill":            batchThroughV5(false),
	"buyOnAugustusRFQTryBatchFillWithPermit":  batchThroughV5(false),
}

var ordersV6 = map[string]describeCall{"swapOnAugustusRFQTryBatchFill": batchThroughV6}

// wrapped replaces an order's assets by the native coin where the swap contract wraps or unwraps
// it. No other token can be.
func (d *describer) wrapped(o api.Order, flags uint8) api.Order {
	native := api.Asset{Address: api.NativeToken}
	coin := api.Asset{Address: d.known.Network.Contracts.WrappedNative}
	if flags&wrapInput != 0 && o.TakerAsset != coin || flags&unwrapOutput != 0 &&
		o.MakerAsset != coin {
		d.check(Block, "it wraps or unwraps a token that is not the wrapped coin")
	}
	if flags&wrapInput != 0 {
		o.TakerAsset = native
	}
	if flags&unwrapOutput != 0 {
		o.MakerAsset = native
	}
	return o
}

// fillThrough describes the version 5 methods that fill one order: (order, signature, …, wrapETH[,
// amount][, permit]).
func fillThrough(order func(any) api.Order, partial bool) describeCall {
	return func(d *describer, c call) {
		n := c.named()
		o := order(c.args[0])
		l := leg{order: o, pay: o.TakerAmount, signed: o}
		if partial {
			l.pay = n.amount("fromAmount")
		}
		l.order = d.wrapped(l.order, pick[uint8](n, "wrapETH"))
		d.Title = "Fill an order"
		d.legs([]leg{l}, d.known.Signer, c.to)
		d.coins(terms{src: l.order.TakerAsset.Address, dest: l.order.MakerAsset.Address,
			from: l.pay}, c.value)
		d.permitInside(pick[[]byte](n, "permit"))
	}
}

// batchThroughV5 describes (orders, wrapETH, fromAmount, toAmount[, permit]).
func batchThroughV5(exactIn bool) describeCall {
	return func(d *describer, c call) {
		n := c.named()
		t := terms{from: n.amount("fromAmount", "fromAmountMax"),
			to: n.amount("toAmountMin", "toAmount")}
		d.batch(c, t, fungibleLegs(c.args[0]), pick[uint8](n, "wrapETH"), exactIn)
		d.permitInside(pick[[]byte](n, "permit"))
	}
}

func batchThroughV6(d *describer, c call) {
	n := c.named()
	flags := pick[uint8](n, "wrapApproveDirection")
	t, _ := c.terms()
	if flags&unwrapOutput != 0 { // others are paid by the orders themselves
		t.dust = 1
	}
	d.batch(c, t, fungibleLegs(c.args[1]), flags, flags&exactOutput == 0)
	d.permitInside(pick[[]byte](n, "permit"))
}

// batch says what filling orders of one pair through a swap contract pays and gets.
func (d *describer) batch(c call, t terms, legs []leg, flags uint8, exactIn bool) {
	if len(legs) == 0 {
		d.Title = "Fill orders"
		d.check(Block, "it names no order")
		return
	}
	first := d.wrapped(legs[0].order, flags)
	t.src, t.dest, t.quoted = first.TakerAsset.Address, first.MakerAsset.Address, t.to
	if !exactIn {
		t.quoted = t.from
	}
	d.swap(t, c, exactIn)
	d.fills(legs)
	d.Title, d.Act.Quoted = "Fill orders", nil
	d.onePair(legs)
	d.makers(legs, c.to)
}

func (d *describer) onePair(legs []leg) {
	for _, l := range legs[1:] {
		if l.order.MakerAsset != legs[0].order.MakerAsset ||
			l.order.TakerAsset != legs[0].order.TakerAsset {
			d.check(Block, "the orders are not all of one pair")
			return
		}
	}
}

// isV5 tells whether a call is of the version 5 swap contract, by its struct: version 6.2 has no
// single feePercent.
func (c call) isV5() bool {
	_, ok := c.named()["feePercent"]
	return ok
}

var vaultABI = sync.OnceValue(func() abi.ABI {
	parsed, err := contracts.BalancerVaultMetaData.ParseABI()
	if err != nil {
		panic(err) // the ABI is compiled in
	}
	return *parsed
})

// vaultTokens returns what a call of a Balancer vault swaps, as the swap contract reads it: one
// swap names its assets; a batch with an exact input begins with the input and ends with the
// output, one with an exact output the other way round. The zero address is the native coin. funds
// says from whom the vault takes and to whom it gives.
func vaultTokens(data []byte) (src, dest common.Address, funds reflect.Value, ok bool) {
	if len(data) < 4 {
		return src, dest, funds, false
	}
	vault := vaultABI()
	method, err := vault.MethodById(data[:4])
	if err != nil || method.Name != "swap" && method.Name != "batchSwap" {
		return src, dest, funds, false
	}
	args, err := method.Inputs.Unpack(data[4:])
	if err != nil {
		return src, dest, funds, false
	}
	if method.Name == "swap" {
		single := reflect.ValueOf(args[0])
		return coin(single.FieldByName("AssetIn")), coin(single.FieldByName("AssetOut")),
			reflect.ValueOf(args[1]), true
	}
	kind, steps, assets := args[0].(uint8), reflect.ValueOf(args[1]), args[2].([]common.Address)
	if steps.Len() == 0 {
		return src, dest, funds, false
	}
	first, last := steps.Index(0), steps.Index(steps.Len()-1)
	if kind == 1 { // exact output
		first, last = last, first
	}
	in, out := first.FieldByName("AssetInIndex").Interface().(*big.Int),
		last.FieldByName("AssetOutIndex").Interface().(*big.Int)
	n := big.NewInt(int64(len(assets)))
	if in.Cmp(n) >= 0 || out.Cmp(n) >= 0 {
		return src, dest, funds, false
	}
	return coin(reflect.ValueOf(assets[in.Int64()])),
		coin(reflect.ValueOf(assets[out.Int64()])), reflect.ValueOf(args[3]), true
}

func coin(v reflect.Value) common.Address {
	if a := v.Interface().(common.Address); a != (common.Address{}) {
		return a
	}
	return api.NativeToken
}
