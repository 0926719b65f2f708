package describe_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/wallet/describe"
)

func packerOf(meta *bind.MetaData) packer {
	parsed, err := meta.ParseABI()
	if err != nil {
		panic(err)
	}
	return parsed.Pack
}

// fee packs partnerAndFee of version 6.2.
func fee(partner common.Address, low uint64, bits ...uint) *big.Int {
	v := new(big.Int).Lsh(partner.Big(), 96)
	v.Or(v, new(big.Int).SetUint64(low))
	for _, b := range bits {
		v.SetBit(v, int(b), 1)
	}
	return v
}

type swapCase struct {
	to    common.Address
	value api.Amount
	data  []byte
	level describe.Level
	word  string
	parts []string
}

func checkSwaps(t *testing.T, cases map[string]swapCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := describe.Transaction(
				api.Transaction{ChainID: 1337, From: me, To: c.to, Value: c.value, Data: c.data},
				known())
			text := tell(w)
			if w.Level() != c.level || w.Word() != c.word {
				t.Errorf("level %d, word %q; want %d, %q", w.Level(), w.Word(), c.level, c.word)
			}
			for _, part := range c.parts {
				if !strings.Contains(text, part) {
					t.Errorf("%q is missing", part)
				}
			}
			if t.Failed() {
				t.Log(text)
			}
		})
	}
}

var (
	fiveThousand = big.NewInt(5_000_000_000)
	leastWETH    = amount("1640000000000000000").Big()
	quotedWETH   = amount("1650000000000000000").Big()
	noPermit     = []byte{}
)

func TestDescriptionOfSwapsV6(t *testing.T) {
	t.Parallel()
	generic, v2 := packerOf(&contracts.AugustusV6GenericMetaData),
		packerOf(&contracts.AugustusV6UniswapV2MetaData)
	curve, balancer := packerOf(&contracts.AugustusV6CurveMetaData),
		packerOf(&contracts.AugustusV6BalancerV2MetaData)
	vault := packerOf(&contracts.BalancerVaultMetaData)
	to, executor := network.Contracts.AugustusV6, network.Contracts.Executors["Executor1"]
	data := contracts.GenericData{
		SrcToken: usdc, DestToken: weth, FromAmount: fiveThousand, ToAmount: leastWETH,
		QuotedAmount: quotedWETH}
	sell := func(f func(*contracts.GenericData), fee *big.Int, executor common.Address) []byte {
		d := data
		f(&d)
		return generic.pack("swapExactAmountIn", executor, d, fee, noPermit, []byte{1})
	}
	same := func(*contracts.GenericData) {}
	single := struct {
		PoolId   [32]byte
		Kind     uint8
		AssetIn  common.Address
		AssetOut common.Address
		Amount   *big.Int
		UserData []byte
	}{AssetIn: usdc, AssetOut: weth, Amount: fiveThousand, UserData: []byte{}}
	funds := struct {
		Sender              common.Address
		FromInternalBalance bool
		Recipient           common.Address
		ToInternalBalance   bool
	}{Sender: to, Recipient: to}
	inVault := contracts.BalancerV2Data{
		FromAmount: fiveThousand, ToAmount: leastWETH, QuotedAmount: quotedWETH,
		BeneficiaryAndApproveFlag: new(big.Int).SetBit(me.Big(), 255, 1)}

	onModule := contracts.MakerPSMData{SrcToken: usdc, DestToken: weth, FromAmount: fiveThousand,
		ToAmount: leastWETH, Toll: new(big.Int), To18ConversionFactor: big.NewInt(1),
		Exchange: executor, BeneficiaryDirectionApproveFlag: new(big.Int).SetBit(me.Big(), 255, 1)}
	module := packerOf(&contracts.AugustusV6MakerPSMMetaData)
	elsewhere := onModule
	elsewhere.BeneficiaryDirectionApproveFlag = new(big.Int).SetBit(stranger.Big(), 254, 1)

	checkSwaps(t, map[string]swapCase{
		"on a stability module": {to, api.Amount{},
			module.pack("swapExactAmountInOutOnMakerPSM", onModule, noPermit), describe.OK, "",
			[]string{"Swap", "Pay at most: 5,000.00 USDC [5000000000]",
				"Get at least: 1.64 WETH [1640000000000000000]", "Executor1",
				"To: your own account main"}},
		"on a stability module, for another": {to, api.Amount{},
			module.pack("swapExactAmountInOutOnMakerPSM", elsewhere, noPermit),
			describe.Danger, "stranger", []string{"which is not your account"}},
		"sell": {to, api.Amount{}, sell(same, fee(common.Address{}, 0, 92), executor), describe.OK,
			"", []string{
				"Swap", "Sell exactly: 5,000.00 USDC [5000000000]",
				"Get at least: 1.639999 WETH [1639999999999999999] expected 1.65 WETH (worst " +
					"case −0.61%)",
				"To: your own account main", "the gain goes to the exchange, " +
					"up to 1.00%", "Executor1", "swapData.toAmount: 1640000000000000000"}},
		"sell with a partner's fee": {
			to, api.Amount{}, sell(same, fee(stranger, 100), executor), describe.OK, "", []string{
				// 1.65 less 1 %, of which the floor of 1.64 less 1 % is as far as without a fee
				"Get at least: 1.623599 WETH [1623599999999999999] expected 1.6335 WETH (worst " +
					"case −0.61%)",
				"Partner: " + stranger.Hex() + " (not known here): fee 1.00%"}},
		"a fee above the contract's limit": {
			to, api.Amount{}, sell(same, fee(stranger, 5000), executor), describe.OK, "",
			[]string{"fee 2.00%"}},
		"partner and user share": {
			to, api.Amount{}, sell(same, fee(stranger, 0, 95), executor), describe.OK, "",
			[]string{"half to the exchange, half to the partner [] none of what comes above " +
				"1.65 WETH is yours"}},
		"partner takes what counts as surplus": {
			to, api.Amount{}, sell(same, fee(stranger, 0, 92, 95), executor), describe.OK, "",
			[]string{"none of what comes above 1.65 WETH is yours, up to 1.6665 WETH"}},
		"for somebody": {to, api.Amount{},
			sell(func(d *contracts.GenericData) { d.Beneficiary = stranger }, new(big.Int),
				executor), describe.Danger, "stranger",
			[]string{"not your account"}},
		"quoted below the floor": {to, api.Amount{},
			sell(func(d *contracts.GenericData) { d.QuotedAmount = new(big.Int) }, new(big.Int),
				executor), describe.Danger, "nothing",
			[]string{"Get at least: 0.00 WETH", "nothing was quoted"}},
		"unknown executor": {to, api.Amount{}, sell(same, new(big.Int), stranger),
			describe.Warn, "",
			[]string{"not known here; it can take no more than is sold"}},
		"native coin": {to, amount("5000000000"),
			sell(func(d *contracts.GenericData) { d.SrcToken, d.DestToken = api.NativeToken, usdc },
				new(big.Int), executor), describe.OK, "",
			[]string{"Sell exactly: 0.000000005 ETH"}},
		"native coin not sent": {to, api.Amount{},
			sell(func(d *contracts.GenericData) { d.SrcToken = api.NativeToken }, new(big.Int),
				executor), describe.Block, "",
			[]string{"where the swap needs"}},
		"coin sent for nothing": {to, api.NewAmount(1), sell(same, new(big.Int), executor),
			describe.Block, "", []string{"where the swap needs 0 ETH"}},
		"other contract": {stranger, api.Amount{}, sell(same, new(big.Int), executor),
			describe.Danger, "unknown", []string{
				"is not one this program knows for swapExactAmountIn"}},
		"buy": {to, api.Amount{}, generic.pack(
			"swapExactAmountOut", executor, data, fee(stranger, 100), noPermit, []byte{1}),
			describe.OK, "",
			// 1 % comes on top of the 1.65e18 units that were quoted
			[]string{"Pay at most: 5,000.00 USDC [5000000000] expected 1,666,500,000,000.00 USDC",
				"Get at least: 1.639999 WETH [1639999999999999999]"}},
		"in pools": {to, api.Amount{},
			v2.pack("swapExactAmountInOnUniswapV2",
				contracts.UniswapV2Data{SrcToken: usdc, DestToken: weth, FromAmount: fiveThousand,
					ToAmount: leastWETH, QuotedAmount: quotedWETH,
					Pools: pair(usdc, weth)}, new(big.Int),
				make([]byte, 224)), describe.OK, "",
			[]string{"Sell exactly: 5,000.00 USDC", "With: a permit of 224 bytes"}},
		"in a stable pool": {to, api.Amount{},
			curve.pack("swapExactAmountInOnCurveV1",
				contracts.CurveV1Data{CurveData: new(big.Int), CurveAssets: big.NewInt(1),
					SrcToken: usdc, DestToken: weth, FromAmount: fiveThousand, ToAmount: leastWETH,
					QuotedAmount: quotedWETH}, new(big.Int), noPermit), describe.OK, "",
			[]string{"Get at least: 1.639999 WETH"}},
		"in the vault": {to, api.Amount{},
			balancer.pack("swapExactAmountInOnBalancerV2", inVault, new(big.Int), noPermit,
				vault.pack("swap", single, funds, big.NewInt(1), big.NewInt(oneHr))),
			describe.OK, "",
			[]string{"Sell exactly: 5,000.00 USDC", "Get at least: 1.639999 WETH",
				"To: your own account main"}},
		"in the vault, unreadable": {to, api.Amount{},
			balancer.pack("swapExactAmountInOnBalancerV2", inVault, new(big.Int), noPermit,
				[]byte{1, 2, 3, 4}),
			describe.Danger, "unknown", []string{"not one this program can read"}},
	})
}

func TestDescriptionOfSwapsV5(t *testing.T) {
	t.Parallel()
	simple, multi := packerOf(&contracts.SimpleSwapMetaData), packerOf(&contracts.MultiPathMetaData)
	nfts := packerOf(&contracts.SimpleSwapNFTMetaData)
	to := network.Contracts.AugustusSwapper
	data := contracts.UtilsSimpleData{
		FromToken: usdc, ToToken: weth, FromAmount: fiveThousand, ToAmount: leastWETH,
		ExpectedAmount: quotedWETH,
		FeePercent:     new(big.Int), Deadline: big.NewInt(oneHr), ExchangeData: []byte{},
		Permit: []byte{}}
	with := func(f func(*contracts.UtilsSimpleData)) contracts.UtilsSimpleData {
		d := data
		f(&d)
		return d
	}
	version1 := func(low int64) *big.Int { v := big.NewInt(low); return v.SetBit(v, 248, 1) }
	path := []contracts.UtilsPath{
		{To: usdc, TotalNetworkFee: new(big.Int)}, {To: weth, TotalNetworkFee: new(big.Int)}}
	mega := contracts.UtilsMegaSwapSellData{
		FromToken: taxed, FromAmount: fiveThousand, ToAmount: leastWETH, ExpectedAmount: quotedWETH,
		FeePercent: new(big.Int),
		Deadline:   big.NewInt(oneHr), Permit: []byte{},
		Path: []contracts.UtilsMegaSwapPath{
			{FromAmountPercent: big.NewInt(5000), Path: path},
			{FromAmountPercent: big.NewInt(5000), Path: path[1:]}}}
	astray := mega
	astray.Path = []contracts.UtilsMegaSwapPath{
		mega.Path[0], {FromAmountPercent: big.NewInt(5000), Path: path[:1]}}

	checkSwaps(t, map[string]swapCase{
		"sell": {to, api.Amount{}, simple.pack("simpleSwap", data), describe.OK, "",
			[]string{"Sell exactly: 5,000.00 USDC", "Get at least: 1.64 WETH [1640000000000000000]",
				"Valid until: " + anHour}},
		"sell with a fee": {to, api.Amount{},
			simple.pack("simpleSwap", with(
				func(d *contracts.UtilsSimpleData) {
					d.Partner, d.FeePercent = stranger,
						version1(100)
				})), describe.OK, "",
			[]string{"Get at least: 1.6236 WETH [1623600000000000000]", "fee 1.00%"}},
		"fee from the source": {to, api.Amount{},
			simple.pack("simpleBuy", with(
				func(d *contracts.UtilsSimpleData) {
					d.Partner, d.FeePercent = stranger,
						version1(100|1<<15)
				})), describe.OK, "",
			[]string{"Pay at most: 5,000.00 USDC", "Get at least: 1.64 WETH"}},
		"buy with a fee": {to, api.Amount{},
			simple.pack("simpleBuy", with(
				func(d *contracts.UtilsSimpleData) {
					d.Partner, d.FeePercent = stranger,
						version1(100)
				})), describe.OK, "",
			[]string{"Get at least: 1.6236 WETH"}},
		"late": {
			to, api.Amount{}, simple.pack(
				"simpleSwap", with(func(d *contracts.UtilsSimpleData) {
					d.Deadline = new(
						big.Int)
				})), describe.Block, "", []string{"expired"}},
		"mega": {
			to, api.Amount{}, multi.pack("megaSwap", mega), describe.Warn, "",
			[]string{"TAX", "Get at least: 1.64 WETH"}},
		"mega that ends in two tokens": {
			to, api.Amount{}, multi.pack("megaSwap", astray), describe.Block, "",
			[]string{"do not end in one token"}},
		"NFT": {to, api.Amount{}, nfts.pack(
			"simpleBuyNFT", contracts.UtilsSimpleBuyNFTData{
				FromToken: usdc, FromAmount: fiveThousand, ExpectedAmount: fiveThousand,
				FeePercent: new(big.Int), Deadline: big.NewInt(oneHr), ExchangeData: []byte{},
				Permit: []byte{},
				ToTokenDetails: []contracts.UtilsToTokenNFTDetails{
					{ToToken: apes.Big(), ToTokenID: big.NewInt(7), ToAmount: big.NewInt(1)}}}),
			describe.OK, "",
			[]string{"Buy NFTs", "Pay at most: 5,000.00 USDC", "Get exactly: 1 × Apes #7 (ERC721)",
				"To: your own account main"}},
	})
}

// pair is a constant-product pool as calldata names it.
func pair(in, out common.Address) []byte {
	a, b, direction := in, out, byte(1)
	if a.Cmp(b) > 0 {
		a, b, direction = b, a, 0
	}
	return slices.Concat(a[:], b[:], make([]byte, 23), []byte{direction})
}

// concentrated is a pool of the other kind.
func concentrated(in, out common.Address) []byte {
	a, b, direction := in, out, byte(0x80)
	if a.Cmp(b) > 0 {
		a, b, direction = b, a, 0
	}
	first := common.LeftPadBytes(a[:], 32)
	first[0] = direction
	return slices.Concat(first, common.LeftPadBytes(b[:], 32),
		common.LeftPadBytes([]byte{0x0b, 0xb8}, 32))
}

// The contracts take and give what the pools of a path say: where it does not begin with what is
// sold, end with what is bought, or join, nothing that the call says of its tokens counts.
func TestPathsAreWhatTheySay(t *testing.T) {
	t.Parallel()
	v2, v3 := packerOf(&contracts.AugustusV6UniswapV2MetaData),
		packerOf(&contracts.AugustusV6UniswapV3MetaData)
	direct := packerOf(&contracts.DirectSwapMetaData)
	curve := packerOf(&contracts.AugustusV6CurveMetaData)
	vault := packerOf(&contracts.AugustusV6BalancerV2MetaData)
	batch := packerOf(&contracts.BalancerVaultMetaData)
	to, none := network.Contracts.AugustusV6, new(big.Int)
	packed := func(path ...common.Address) (out []byte) {
		for i, a := range path {
			if i > 0 {
				out = append(out, 0, 0x0b, 0xb8)
			}
			out = append(out, a[:]...)
		}
		return out
	}
	chain := func(one func(in, out common.Address) []byte, reversed bool,
		path ...common.Address) (out []byte) {
		for i := range path[1:] {
			hop := one(path[i], path[i+1])
			if reversed {
				out = slices.Concat(hop, out)
			} else {
				out = slices.Concat(out, hop)
			}
		}
		return out
	}
	type dataV2 = contracts.UniswapV2Data
	type dataV3 = contracts.UniswapV3Data
	var cases []struct {
		name string
		tx   api.Transaction
		ok   bool
	}
	add := func(name string, ok bool, at common.Address, data []byte) {
		cases = append(cases, struct {
			name string
			tx   api.Transaction
			ok   bool
		}{name, api.Transaction{ChainID: 1337, From: me, To: at, Data: data}, ok})
	}
	for _, c := range []struct {
		name      string
		src, dest common.Address
		path      []common.Address
		ok        bool
	}{
		{"one pool", usdc, taxed, []common.Address{usdc, taxed}, true},
		{"two pools", usdc, taxed, []common.Address{usdc, weth, taxed}, true},
		{"into the coin", usdc, api.NativeToken, []common.Address{usdc, weth}, true},
		{"another token is taken", usdc, taxed, []common.Address{weth, taxed}, false},
		{"another token is given", usdc, taxed, []common.Address{usdc, weth}, false},
		{"the other way round", usdc, taxed, []common.Address{taxed, usdc}, false},
		{"into what is not the coin", usdc, api.NativeToken, []common.Address{usdc, taxed}, false},
	} {
		for _, exactIn := range []bool{true, false} {
			side := map[bool]string{true: "In", false: "Out"}[exactIn]
			name := func(kind string) string {
				return fmt.Sprintf("%s exact %s: %s", kind, side, c.name)
			}
			add(name("pairs"), c.ok, to, v2.pack("swapExactAmount"+side+"OnUniswapV2",
				dataV2{SrcToken: c.src, DestToken: c.dest, FromAmount: fiveThousand,
					ToAmount: leastWETH, QuotedAmount: fiveThousand,
					Pools: chain(pair, false, c.path...)}, none, noPermit))
			add(name("concentrated"), c.ok, to, v3.pack("swapExactAmount"+side+"OnUniswapV3",
				dataV3{SrcToken: c.src, DestToken: c.dest, FromAmount: fiveThousand,
					ToAmount: leastWETH, QuotedAmount: fiveThousand,
					Pools: chain(concentrated, !exactIn, c.path...)}, none, noPermit))
			path, method := slices.Clone(c.path), "directUniV3Swap"
			if !exactIn {
				method = "directUniV3Buy"
				slices.Reverse(path)
			}
			add(name("direct"), c.ok, network.Contracts.AugustusSwapper, direct.pack(method,
				contracts.UtilsDirectUniV3{FromToken: c.src, ToToken: c.dest,
					FromAmount: fiveThousand, ToAmount: leastWETH, ExpectedAmount: quotedWETH,
					FeePercent: none, Deadline: big.NewInt(oneHr), Path: packed(path...),
					Permit: noPermit}))
		}
	}
	apart := slices.Concat(concentrated(usdc, weth), concentrated(usdc, taxed))
	sale := dataV3{SrcToken: usdc, DestToken: taxed, FromAmount: fiveThousand, ToAmount: leastWETH,
		QuotedAmount: quotedWETH}
	for name, pools := range map[string][]byte{"pools apart": apart, "half a pool": apart[:100],
		"no pool": {}, "bits nobody reads": append([]byte{1}, concentrated(usdc, taxed)[1:]...)} {
		d := sale
		d.Pools = pools
		add(name, false, to, v3.pack("swapExactAmountInOnUniswapV3", d, none, noPermit))
	}
	const wrap = 161
	flag := func(n int64) *big.Int { return new(big.Int).Lsh(big.NewInt(n), wrap) }
	for name, c := range map[string]struct {
		assets, data *big.Int
		ok           bool
	}{
		"stable":              {big.NewInt(1), none, true},
		"stable with itself":  {none, none, false},
		"stable that wraps":   {big.NewInt(1), flag(1), false},
		"stable that unwraps": {big.NewInt(1), flag(2), false},
		"stable by the coin":  {big.NewInt(1), flag(3), false},
	} {
		add(name, c.ok, to, curve.pack("swapExactAmountInOnCurveV1", contracts.CurveV1Data{
			CurveData: c.data, CurveAssets: c.assets, SrcToken: usdc, DestToken: taxed,
			FromAmount: fiveThousand, ToAmount: leastWETH, QuotedAmount: quotedWETH}, none,
			noPermit))
	}
	type step struct {
		PoolId                      [32]byte
		AssetInIndex, AssetOutIndex *big.Int
		Amount                      *big.Int
		UserData                    []byte
	}
	type funds struct {
		Sender              common.Address
		FromInternalBalance bool
		Recipient           common.Address
		ToInternalBalance   bool
	}
	for name, c := range map[string]struct {
		funds funds
		ok    bool
	}{
		"vault":                  {funds{Sender: to, Recipient: to}, true},
		"vault from the owner":   {funds{Sender: me, Recipient: to}, false},
		"vault to a stranger":    {funds{Sender: to, Recipient: stranger}, false},
		"vault that keeps it":    {funds{to, false, to, true}, false},
		"vault of what it keeps": {funds{to, true, to, false}, false},
	} {
		add(name, c.ok, to, vault.pack("swapExactAmountInOnBalancerV2", contracts.BalancerV2Data{
			FromAmount: fiveThousand, ToAmount: leastWETH, QuotedAmount: quotedWETH,
			BeneficiaryAndApproveFlag: none}, none, noPermit,
			batch.pack("batchSwap", uint8(0), []step{{AssetInIndex: none,
				AssetOutIndex: big.NewInt(1), Amount: fiveThousand, UserData: []byte{}}},
				[]common.Address{usdc, taxed}, c.funds, []*big.Int{fiveThousand, none},
				big.NewInt(oneHr))))
	}
	for _, c := range cases {
		w := describe.Transaction(c.tx, known())
		if blocked := w.Blocked() != ""; blocked == c.ok || w.Word() == "unknown" {
			t.Errorf("%s: blocked %v\n%s", c.name, blocked, tell(w))
		}
	}
}

// A partner is named whatever it takes.
func TestPartnersAreNamed(t *testing.T) {
	t.Parallel()
	generic := packerOf(&contracts.AugustusV6GenericMetaData)
	for _, bits := range [][]uint{nil, {95}, {95, 90}, {94}, {94, 95, 92}} {
		w := describe.Transaction(api.Transaction{ChainID: 1337, From: me,
			To: network.Contracts.AugustusV6, Data: generic.pack("swapExactAmountIn",
				network.Contracts.Executors["Executor1"], contracts.GenericData{SrcToken: usdc,
					DestToken: weth, FromAmount: fiveThousand, ToAmount: leastWETH,
					QuotedAmount: quotedWETH}, fee(stranger, 0, bits...), noPermit, []byte{1})},
			known())
		if !strings.Contains(tell(w), "Partner: "+stranger.Hex()) {
			t.Errorf("bits %v: no partner is named\n%s", bits, tell(w))
		}
	}
}

func TestDescriptionOfOrdersThroughTheSwapContracts(t *testing.T) {
	t.Parallel()
	v5, v6 := packerOf(&contracts.AugustusRFQRouterMetaData),
		packerOf(&contracts.AugustusV6RFQMetaData)
	swapper, augustus := network.Contracts.AugustusSwapper, network.Contracts.AugustusV6
	mine := someOrder() // 2 WETH for 6,036.000001 USDC, for me alone, through the swap contract
	mine.Maker, mine.Taker, mine.NonceAndMeta = stranger, swapper,
		api.PackNonce(api.NewAmount(1), me)
	theirs := mine
	theirs.NonceAndMeta = api.PackNonce(api.NewAmount(1), friend)
	open := mine
	open.Taker, open.NonceAndMeta = common.Address{}, api.Amount{}
	sig := make([]byte, 65)
	infos := []contracts.AugustusRFQOrderInfo{
		{Order: rfqOrder(open), Signature: sig, TakerTokenFillAmount: big.NewInt(1),
			PermitTakerAsset: []byte{}, PermitMakerAsset: []byte{}}}
	data := contracts.AugustusRFQData{
		FromAmount: big.NewInt(3018000001), ToAmount: amount("1000000000000000000").Big()}
	out := data
	out.WrapApproveDirection = 4 | 8 | 2
	checkSwaps(t, map[string]swapCase{
		"for me": {swapper, api.Amount{},
			v5.pack("swapOnAugustusRFQ", rfqOrder(mine), sig, uint8(0)), describe.OK, "",
			[]string{"Fill an order", "Pay exactly: 6,036.000001 USDC", "Get exactly: 2.00 WETH"}},
		"for my friend": {swapper, api.Amount{},
			v5.pack("swapOnAugustusRFQ", rfqOrder(theirs), sig, uint8(0)), describe.Block, "",
			[]string{"the order is meant for " + friend.Hex()}},
		"part, unwrapped": {swapper, api.Amount{},
			v5.pack("partialSwapOnAugustusRFQ", rfqOrder(mine), sig, []byte{}, uint8(2),
				big.NewInt(3018000001)), describe.OK, "",
			[]string{"Pay exactly: 3,018.000001 USDC", "Get exactly: 1.00000000016567263 ETH"}},
		"batch": {swapper, api.Amount{},
			v5.pack("swapOnAugustusRFQTryBatchFill", infos, uint8(0), big.NewInt(3018000001),
				big.NewInt(1e18)), describe.OK, "",
			[]string{"Fill orders", "Sell exactly: 3,018.000001 USDC", "Get at least: 1.00 WETH"}},
		"batch, exact output": {swapper, api.Amount{},
			v5.pack("buyOnAugustusRFQTryBatchFill", infos, uint8(0), big.NewInt(3018000001),
				big.NewInt(1e18)), describe.OK, "",
			[]string{"Pay at most: 3,018.000001 USDC", "Get at least: 1.00 WETH"}},
		"batch v6": {augustus, api.Amount{},
			v6.pack("swapOnAugustusRFQTryBatchFill", data, infos, noPermit), describe.OK, "",
			[]string{"Get at least: 1.00 WETH [1000000000000000000]"}},
		"batch v6, exact output": {augustus, api.Amount{},
			v6.pack("swapOnAugustusRFQTryBatchFill", out, infos, noPermit), describe.OK, "",
			[]string{"Pay at most: 3,018.000001 USDC",
				"Get at least: 0.999999 ETH [999999999999999999]"}},
		"no orders": {augustus, api.Amount{},
			v6.pack("swapOnAugustusRFQTryBatchFill", data, infos[:0], noPermit), describe.Block, "",
			[]string{"names no order"}},
	})
}

func TestDescriptionOfOwnersCalls(t *testing.T) {
	t.Parallel()
	pack := func(abiJSON, name string, args ...any) []byte {
		parsed, err := abi.JSON(strings.NewReader(abiJSON))
		if err != nil {
			t.Fatal(err)
		}
		return packer(parsed.Pack).pack(name, args...)
	}
	uint256 := `{"name":"a","type":"uint256"}`
	nonce := pack(`[{"type":"function","name":"invalidateNonce","inputs":[`+uint256+`]}]`,
		"invalidateNonce", big.NewInt(88))
	approve := pack(`[{"type":"function","name":"approve","inputs":[{"name":"t","type":"address"},{"name":"s","type":"address"},{"name":"a","type":"uint160"},{"name":"e","type":"uint48"}]}]`,
		"approve", usdc, network.Contracts.Delta, big.NewInt(7_000_000), big.NewInt(0))
	nft := packerOf(&contracts.ERC1155CollectionMetaData)
	checkSwaps(t, map[string]swapCase{
		"cancel": {network.Contracts.Delta, api.Amount{}, nonce, describe.OK, "",
			[]string{"Cancel Delta orders", "nonce 88"}},
		"permit2": {network.Contracts.Permit2, api.Amount{}, approve, describe.OK, "",
			[]string{"May move up to: 7.00 USDC", "(Delta contract)",
				"with the block it is given in"}},
		"send NFTs": {apes, api.Amount{},
			nft.pack("safeTransferFrom", me, friend, big.NewInt(7), big.NewInt(3), []byte{}),
			describe.OK, "",
			[]string{"Send exactly: 3 × Apes #7 (ERC1155)", "your account second"}},
	})
}

func TestEveryCalldataVectorOfTheSwapContractsIsDescribed(t *testing.T) {
	t.Parallel()
	n := 0
	for _, v := range calldataVectors(t) {
		to := map[string]common.Address{
			"AugustusV6.2": network.Contracts.AugustusV6,
			"AugustusV5":   network.Contracts.AugustusSwapper}[v.Contract]
		if to == (common.Address{}) {
			continue
		}
		n++
		w := describe.Transaction(
			api.Transaction{ChainID: 1337, From: me, To: to, Data: v.Data}, known())
		if strings.Contains(w.Title, "UNKNOWN") ||
			!strings.Contains(tell(w), "method: "+v.Function+"(") {
			t.Errorf("%s:\n%s", v.Function, tell(w))
		}
	}
	if n != 5 {
		t.Errorf("%d vectors", n)
	}
}

// calldataVector is a call that an independent encoder made.
type calldataVector struct {
	Contract, Function string
	Data               hexutil.Bytes
}

func calldataVectors(t *testing.T) []calldataVector {
	t.Helper()
	raw, err := os.ReadFile("../../backend/eip712/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct{ Calldata []calldataVector }
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	return vectors.Calldata
}
