package swap

import (
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

type vectors struct {
	Packing struct {
		V62PartnerAndFee []struct {
			Partner common.Address
			FeeBps  int
			Flags   []string
			Value   string
		}
		V5FeePercent []struct {
			FeeBps                int
			TakeSurplus, Referrer bool
			Side, Value           string
		}
		V62UniV2Pools []struct {
			Path  []common.Address
			Value hexutil.Bytes
		}
		V62UniV3Pools []struct {
			Path  []common.Address
			Fee   uint32
			Value hexutil.Bytes
		}
		V5UniV2ForkPools []struct {
			Pool        common.Address
			FeeBps      uint32
			SrcIsToken0 bool
			Value       string
		}
	}
	Calldata []struct {
		Function string
		Args     json.RawMessage
		Data     hexutil.Bytes
	}
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	text, err := os.ReadFile("../contracts/testdata/vectors.json")
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Words and packings are those of the vectors, byte for byte.
func TestPackings(t *testing.T) {
	t.Parallel()
	p := readVectors(t).Packing
	for _, v := range p.V62PartnerAndFee {
		terms := api.SwapTerms{PartnerAddress: v.Partner, PartnerFeeBps: v.FeeBps, UncappedSurplus: true}
		for _, flag := range v.Flags {
			switch flag {
			case "capSurplus(92)":
				terms.UncappedSurplus = false
			case "takeSurplus(95)":
				terms.TakeSurplus = true
			case "directTransfer(91)":
				terms.DirectFees = true
			default:
				t.Fatalf("unknown flag %s", flag)
			}
		}
		if got := feeWord6(&terms); got.String() != v.Value {
			t.Errorf("version 6.2, %+v: %s, want %s", v, got, v.Value)
		}
	}
	for _, v := range p.V5FeePercent {
		if v.Referrer {
			continue // the interface names no referrer
		}
		terms := api.SwapTerms{PartnerAddress: common.HexToAddress("0x22"), PartnerFeeBps: v.FeeBps, TakeSurplus: v.TakeSurplus}
		if got, _ := feeWord5(&terms, api.Side(v.Side)); got.String() != v.Value {
			t.Errorf("version 5, %+v: %s, want %s", v, got, v.Value)
		}
	}
	for _, v := range p.V62UniV2Pools {
		if got := pools2([]planLeg{{src: v.Path[0], dest: v.Path[1]}}); !bytes.Equal(got, v.Value) {
			t.Errorf("constant-product pools of %v: %x", v.Path, got)
		}
	}
	for _, v := range p.V62UniV3Pools {
		if got := pools3([]planLeg{{src: v.Path[0], dest: v.Path[1], legData: legData{Fee: v.Fee}}}, false); !bytes.Equal(got, v.Value) {
			t.Errorf("concentrated pools of %v: %x", v.Path, got)
		}
	}
	for _, v := range p.V5UniV2ForkPools {
		leg := planLeg{exchange: UniswapV2, pool: v.Pool, legData: legData{Fee: v.FeeBps * 100, Direction: &v.SrcIsToken0}}
		if got := leg.forkWord(); got.String() != v.Value {
			t.Errorf("version 5 pool: %s, want %s", got, v.Value)
		}
	}
}

// version5 are the terms of the version 5 vectors.
func version5(x terms) *terms {
	x.fee, x.partner = feeWord5(&api.SwapTerms{}, api.Sell)
	x.receiver, x.deadline = common.Address{}, big.NewInt(1_893_456_000)
	for i := range x.uuid {
		x.uuid[i] = 0xbb
	}
	return &x
}

// Transactions of both versions are the vectors' calldata.
func TestCalldata(t *testing.T) {
	t.Parallel()
	three, four := common.HexToAddress("0x3333333333333333333333333333333333333333"), common.HexToAddress("0x4444444444444444444444444444444444444444")
	x := &terms{
		from: big.NewInt(1_000_000), to: big.NewInt(990_000), quoted: big.NewInt(1_000_000), fee: new(big.Int), permit: []byte{},
		receiver: common.HexToAddress("0x2222222222222222222222222222222222222222"),
	}
	for i := range x.uuid {
		x.uuid[i] = 0xaa
	}
	direction := true
	leg := planLeg{exchange: UniswapV3, src: three, dest: four, legData: legData{Fee: 500, Direction: &direction}}
	p := &plan{side: api.Sell, src: three, dest: four, block: 0x1406f40, routes: []planRoute{{100, []planHop{{three, four, []planLeg{leg}}}}}}
	s, done := new(Service), 0
	for _, v := range readVectors(t).Calldata {
		var got []byte
		switch two := x.receiver; v.Function {
		case "swapExactAmountIn":
			generic := *x
			generic.receiver = common.Address{}
			generic.fee = feeWord6(&api.SwapTerms{PartnerAddress: two, PartnerFeeBps: 100})
			executor := common.HexToAddress("0x3D546f0181b78b97c1a3C33CAb23AA443E26EAB4")
			got = genericABI.PackSwapExactAmountIn(executor, generic.generic(p), generic.fee, generic.permit, []byte{0x12, 0x34})
		case "simpleSwap":
			var c calls
			c.add(two, new(big.Int), []byte{0xde, 0xad, 0xbe, 0xef})
			got = simpleABI.PackSimpleSwap(version5(*x).simple(three, four, &c))
		case "multiSwap":
			whole := big.NewInt(bpsWhole)
			route := contracts.UtilsRoute{
				Index: big.NewInt(4), TargetExchange: common.HexToAddress("0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57"), Percent: whole, Payload: []byte{},
				NetworkFee: new(big.Int),
			}
			got = multiABI.PackMultiSwap(version5(*x).sale(three, []contracts.UtilsPath{{To: four, TotalNetworkFee: new(big.Int), Adapters: []contracts.UtilsAdapter{
				{Adapter: two, Percent: whole, NetworkFee: new(big.Int), Route: []contracts.UtilsRoute{route}},
			}}}))
		case "swapExactAmountInOnUniswapV3":
			got = s.packIn3(p, x)
		case "swapOnAugustusRFQTryBatchFill":
			got = s.packFill6(fillPlan(t, v.Args), &terms{
				from: big.NewInt(1_250_000_000), to: big.NewInt(490_000_000_000_000_000), receiver: x.receiver, uuid: x.uuid, permit: []byte{},
			})
		default:
			continue
		}
		done++
		if !bytes.Equal(got, v.Data) {
			t.Errorf("%s:\n%x, want\n%x", v.Function, got, []byte(v.Data))
		}
	}
	if done != 5 {
		t.Errorf("%d of 5 vectors were found", done)
	}
}

// fillPlan reads the order of a vector's arguments.
func fillPlan(t *testing.T, args json.RawMessage) *plan {
	t.Helper()
	var list []json.RawMessage
	var infos [][]json.RawMessage
	var fields []json.RawMessage
	parse := func(from json.RawMessage, into any) {
		if err := json.Unmarshal(from, into); err != nil {
			t.Fatal(err)
		}
	}
	parse(args, &list)
	parse(list[1], &infos)
	parse(infos[0][0], &fields)
	o := &orderData{Most: api.NewAmount(1_250_000_000)}
	for i, into := range []any{&o.NonceAndMeta, &o.Expiry, &o.MakerAsset, &o.TakerAsset, &o.Maker, &o.Taker, &o.MakerAmount, &o.TakerAmount} {
		parse(fields[i], into)
	}
	parse(infos[0][1], &o.Signature)
	leg := planLeg{exchange: LimitOrders, src: o.TakerAsset, dest: o.MakerAsset, legData: legData{Orders: []orderData{*o}}}
	return &plan{
		side: api.Sell, src: o.TakerAsset, dest: o.MakerAsset, block: 0x1406f40,
		routes: []planRoute{{100, []planHop{{o.TakerAsset, o.MakerAsset, []planLeg{leg}}}}},
	}
}
