package calldata

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
	text, err := os.ReadFile("../../contracts/testdata/vectors.json")
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
		terms := api.SwapTerms{PartnerAddress: v.Partner, PartnerFeeBps: v.FeeBps,
			UncappedSurplus: true}
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
		if got := FeeWord6(&terms); got.String() != v.Value {
			t.Errorf("version 6.2, %+v: %s, want %s", v, got, v.Value)
		}
	}
	for _, v := range p.V5FeePercent {
		if v.Referrer {
			continue // the interface names no referrer
		}
		terms := api.SwapTerms{PartnerAddress: common.HexToAddress("0x22"), PartnerFeeBps: v.FeeBps,
			TakeSurplus: v.TakeSurplus}
		if got, _ := FeeWord5(&terms, api.Side(v.Side)); got.String() != v.Value {
			t.Errorf("version 5, %+v: %s, want %s", v, got, v.Value)
		}
	}
	for _, v := range p.V62UniV2Pools {
		if got := pools2([]Leg{{Src: v.Path[0], Dest: v.Path[1]}}); !bytes.Equal(got, v.Value) {
			t.Errorf("constant-product pools of %v: %x", v.Path, got)
		}
	}
	for _, v := range p.V62UniV3Pools {
		if got := pools3([]Leg{{Src: v.Path[0], Dest: v.Path[1], LegData: LegData{Fee: v.Fee}}},
			false); !bytes.Equal(got, v.Value) {
			t.Errorf("concentrated pools of %v: %x", v.Path, got)
		}
	}
	for _, v := range p.V5UniV2ForkPools {
		leg := Leg{Exchange: api.UniswapV2, Pool: v.Pool,
			LegData: LegData{Fee: v.FeeBps * 100, Direction: &v.SrcIsToken0}}
		if got := leg.forkWord(); got.String() != v.Value {
			t.Errorf("version 5 pool: %s, want %s", got, v.Value)
		}
	}
}

// version5 are the terms of the version 5 vectors.
func version5(x Terms) *Terms {
	x.Fee, x.Partner = FeeWord5(&api.SwapTerms{}, api.Sell)
	x.Receiver, x.Deadline = common.Address{}, big.NewInt(1_893_456_000)
	for i := range x.UUID {
		x.UUID[i] = 0xbb
	}
	return &x
}

// Transactions of both versions are the vectors' calldata.
func TestCalldata(t *testing.T) {
	t.Parallel()
	three, four := common.HexToAddress("0x3333333333333333333333333333333333333333"),
		common.HexToAddress("0x4444444444444444444444444444444444444444")
	x := &Terms{
		From: big.NewInt(1_000_000), To: big.NewInt(990_000), Quoted: big.NewInt(1_000_000),
		Fee: new(big.Int), Permit: []byte{},
		Receiver: common.HexToAddress("0x2222222222222222222222222222222222222222"),
	}
	for i := range x.UUID {
		x.UUID[i] = 0xaa
	}
	direction := true
	leg := Leg{Exchange: api.UniswapV3, Src: three, Dest: four,
		LegData: LegData{Fee: 500, Direction: &direction}}
	p := &Plan{Side: api.Sell, Src: three, Dest: four, Block: 0x1406f40,
		Routes: []Route{{100, []Hop{{three, four, []Leg{leg}}}}}}
	e, done := new(Encoder), 0
	for _, v := range readVectors(t).Calldata {
		var got []byte
		switch two := x.Receiver; v.Function {
		case "swapExactAmountIn":
			generic := *x
			generic.Receiver = common.Address{}
			generic.Fee = FeeWord6(&api.SwapTerms{PartnerAddress: two, PartnerFeeBps: 100})
			executor := common.HexToAddress("0x3D546f0181b78b97c1a3C33CAb23AA443E26EAB4")
			got = genericABI.PackSwapExactAmountIn(
				executor, generic.generic(p), generic.Fee, generic.Permit, []byte{0x12, 0x34})
		case "simpleSwap":
			var c calls
			c.add(two, new(big.Int), []byte{0xde, 0xad, 0xbe, 0xef})
			got = simpleABI.PackSimpleSwap(version5(*x).simple(three, four, &c))
		case "multiSwap":
			whole := big.NewInt(api.BPS)
			route := contracts.UtilsRoute{
				Index: big.NewInt(4), TargetExchange: common.HexToAddress(
					"0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57"), Percent: whole,
				Payload:    []byte{},
				NetworkFee: new(big.Int),
			}
			got = multiABI.PackMultiSwap(version5(*x).sale(
				three, []contracts.UtilsPath{{
					To: four, TotalNetworkFee: new(big.Int), Adapters: []contracts.UtilsAdapter{
						{Adapter: two, Percent: whole, NetworkFee: new(big.Int),
							Route: []contracts.UtilsRoute{route}},
					}}}))
		case "swapExactAmountInOnUniswapV3":
			got = e.packIn3(p, x)
		case "swapOnAugustusRFQTryBatchFill":
			got = e.packFill6(fillPlan(t, v.Args), &Terms{
				From: big.NewInt(1_250_000_000), To: big.NewInt(490_000_000_000_000_000),
				Receiver: x.Receiver, UUID: x.UUID, Permit: []byte{},
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
func fillPlan(t *testing.T, args json.RawMessage) *Plan {
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
	o := &Order{Most: api.NewAmount(1_250_000_000)}
	for i, into := range []any{&o.NonceAndMeta, &o.Expiry, &o.MakerAsset, &o.TakerAsset, &o.Maker,
		&o.Taker, &o.MakerAmount, &o.TakerAmount} {
		parse(fields[i], into)
	}
	parse(infos[0][1], &o.Signature)
	leg := Leg{Exchange: api.LimitOrders, Src: o.TakerAsset, Dest: o.MakerAsset,
		LegData: LegData{Orders: []Order{*o}}}
	return &Plan{
		Side: api.Sell, Src: o.TakerAsset, Dest: o.MakerAsset, Block: 0x1406f40,
		Routes: []Route{{100, []Hop{{o.TakerAsset, o.MakerAsset, []Leg{leg}}}}},
	}
}
