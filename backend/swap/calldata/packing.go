package calldata

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// ABIs of the contracts that calldata is made for. They are immutable.
var (
	wrappedABI   = contracts.NewWrappedNative()
	rfqABI       = contracts.NewAugustusRFQ()
	wrapperABI   = contracts.NewRebasingTokenWrapper()
	rfqRouterABI = contracts.NewAugustusRFQRouter()
	router2ABI   = contracts.NewUniswapV2Router()
	router3ABI   = contracts.NewUniswapV3Router()
	erc20ABI     = contracts.NewStandardToken()
	genericABI   = contracts.NewAugustusV6Generic()
	v6uni2ABI    = contracts.NewAugustusV6UniswapV2()
	v6uni3ABI    = contracts.NewAugustusV6UniswapV3()
	v6curveABI   = contracts.NewAugustusV6Curve()
	v6vaultABI   = contracts.NewAugustusV6BalancerV2()
	v6rfqABI     = contracts.NewAugustusV6RFQ()
	v6psmABI     = contracts.NewAugustusV6MakerPSM()
	simpleABI    = contracts.NewSimpleSwap()
	pSimpleABI   = contracts.NewProtectedSimpleSwap()
	multiABI     = contracts.NewMultiPath()
	pMultiABI    = contracts.NewProtectedMultiPath()
	simpleNFT    = contracts.NewSimpleSwapNFT()
	vaultABI     = contracts.NewBalancerVault()
	stableABI    = contracts.NewStableSwap()
	batchSwap    = vaultABI.GetABI().Methods["batchSwap"].Inputs[1:3]
	orderInfos   = rfqABI.GetABI().Methods["tryBatchFillOrderTakerAmount"].Inputs[:1]
)

// exchangeCall sells an amount on a stable pool.
func (l *Leg) exchangeCall(amount *big.Int) []byte {
	return stableABI.PackExchange0(
		big.NewInt(int64(*l.I)), big.NewInt(int64(*l.J)), amount, new(big.Int))
}

// vaultCall swaps in the vault for an owner who also pays.
func (l *Leg) vaultCall(kind uint8, amount *big.Int, owner common.Address) []byte {
	limit := new(big.Int)
	if kind == givenOut {
		limit = maxUint()
	}
	return vaultABI.PackSwap(contracts.IBalancerVaultSingleSwap{
		PoolId: *l.PoolID, Kind: kind, AssetIn: l.Src, AssetOut: l.Dest, Amount: amount,
		UserData: []byte{},
	}, funds(owner), limit, big.NewInt(farFuture))
}

func (l *Leg) vaultStep(amount *big.Int) []contracts.IBalancerVaultBatchSwapStep {
	return []contracts.IBalancerVaultBatchSwapStep{{
		PoolId: *l.PoolID, AssetInIndex: new(big.Int), AssetOutIndex: big.NewInt(1), Amount: amount,
		UserData: []byte{},
	}}
}

func funds(owner common.Address) contracts.IBalancerVaultFundManagement {
	return contracts.IBalancerVaultFundManagement{Sender: owner, Recipient: owner}
}

// orders are the leg's limit orders for the contract, which comes to the last of them only where
// others cannot be filled.
func (l *Leg) orders() []contracts.AugustusRFQOrderInfo {
	list := make([]contracts.AugustusRFQOrderInfo, len(l.Orders))
	for i := range l.Orders {
		list[i] = l.Orders[i].info()
	}
	return list
}

// path3 is a path of the concentrated pools' router.
func path3(legs []Leg, reversed bool) []byte {
	var path []byte
	fee := func(l *Leg) []byte {
		return []byte{byte(l.Fee >> 16), byte(l.Fee >> 8), byte(l.Fee)}
	}
	if reversed {
		path = append(path, legs[len(legs)-1].Dest[:]...)
		for i := len(legs) - 1; i >= 0; i-- {
			path = slices.Concat(path, fee(&legs[i]), legs[i].Src[:])
		}
		return path
	}
	path = append(path, legs[0].Src[:]...)
	for i := range legs {
		path = slices.Concat(path, fee(&legs[i]), legs[i].Dest[:])
	}
	return path
}

// pools2 packs pools for the version 6.2 constant-product methods: token0 ‖ token1 ‖ zeros ‖
// whether token0 goes in.
func pools2(legs []Leg) []byte {
	var packed []byte
	for _, l := range legs {
		a, b, direction := l.Src, l.Dest, byte(1)
		if a.Cmp(b) > 0 {
			a, b, direction = b, a, 0
		}
		packed = slices.Concat(packed, a[:], b[:], make([]byte, 23), []byte{direction})
	}
	return packed
}

// pools3 packs pools for the version 6.2 concentrated methods: three words each, with whether
// token0 goes in as the first bit. A purchase names the last pool first.
func pools3(legs []Leg, reversed bool) []byte {
	var packed []byte
	for _, l := range legs {
		a, b, direction := l.Src, l.Dest, byte(0x80)
		if a.Cmp(b) > 0 {
			a, b, direction = b, a, 0
		}
		first := common.LeftPadBytes(a[:], 32)
		first[0] |= direction
		hop := slices.Concat(first, common.LeftPadBytes(b[:], 32),
			common.LeftPadBytes(big.NewInt(int64(l.Fee)).Bytes(), 32))
		if reversed {
			packed = slices.Concat(hop, packed)
		} else {
			packed = slices.Concat(packed, hop)
		}
	}
	return packed
}

// forkWord is a pool of the version 5 constant-product calls: what the fee leaves << 161 | (token1
// goes in) << 160 | address.
func (l *Leg) forkWord() *big.Int {
	word := new(big.Int).Lsh(big.NewInt(api.BPS-int64(l.feeBps())), 161)
	if !*l.Direction {
		word.SetBit(word, 160, 1)
	}
	return word.Add(word, new(big.Int).SetBytes(l.Pool[:]))
}
