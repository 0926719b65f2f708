package eip712_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/eip712/eip712test"
)

// The vectors of the second form were made by public libraries and by a Solidity contract.
func TestVectorsOfTheSecondForm(t *testing.T) {
	t.Parallel()
	key, err := crypto.ToECDSA(bytes.Repeat([]byte{0x11}, 32))
	if err != nil {
		t.Fatal(err)
	}
	repeated := func(b byte) common.Address {
		return common.BytesToAddress(bytes.Repeat([]byte{b}, 20))
	}
	amount := func(text string) api.Amount {
		a, err := api.ParseAmount(text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	common0 := api.DeltaOrder{Form: api.SecondForm, Owner: crypto.PubkeyToAddress(key.PublicKey),
		SrcToken: repeated(0x55), DestToken: repeated(0x66), SrcAmount: amount("1000000"),
		DestAmount: amount("497500"), ExpectedDestAmount: amount("500000"), Deadline: 1900000000,
		PartnerAndFee: amount("512")}
	common0.Beneficiary = common0.Owner
	live := common.HexToAddress("0x0000000000bbf5c5fd284e657f01bd000933c96d")
	partner := "30877890463284318779618929335650108760871995910816356233851551912085222851097"
	for name, v := range map[string]struct {
		nonce                      string
		change                     func(o *api.DeltaOrder)
		typeHash, structHash, hash string
		signature                  string
	}{
		"V1": {"1700000000001", func(*api.DeltaOrder) {},
			"0xc75d848e51cd0f81113e24c5a62c9b8566b0ff0d476245a7882709315eefbbf7",
			"0xce2cc3dee4d50c7774d34536bfacab95892d924b00f7cded7605dbe79f6d8cf8",
			"0x3ada44d5143caf282bf006a975f50b53368c69290b049180de212bc507516eb1",
			"0x50cdae67d557ed13ffe1ec6992f3a857f70b905406a2c6531c1ad5b7fb481424" +
				"55d6fbb8ee9ea02a6c66f9cb15e5b99731ec3bed67483b62ee327a5e741981be"},
		"V2": {"1700000000002", func(o *api.DeltaOrder) {
			o.Buy, o.Permit, o.PartnerAndFee = true, []byte{1}, amount(partner)
			o.SrcAmount, o.DestAmount, o.ExpectedDestAmount = amount("2020"), amount("1000"),
				amount("2000")
		}, "0xc75d848e51cd0f81113e24c5a62c9b8566b0ff0d476245a7882709315eefbbf7",
			"0x1885cfdb58f18a0099fba0c90e8f089840a8589fc45b644ae98416dcb8e59e64",
			"0x810bd15a8be862da86fdc976fb8728075c0c952eab50d904c137f0d97b45eb97",
			"0x88456a8d6872cc286fa04e61ab587c7dc3a74fc73e1b53e82c1497410fe56c2e" +
				"7cf9cb97950668196c56945e27734add5b5943174a82364f425ef79e7a5f649d"},
		"V3": {"1700000000001", func(o *api.DeltaOrder) { o.Fillable = true },
			"0xe9c0719dc3d5cb1a78318dfcf50c0b5d86013bc715805be49f4154bb98b994c8",
			"0x02cf7a99440a13c9e94f46a9fb14bd0bc9380672d4551dcb6f8c394c79396435",
			"0x2dffe1f7b41c4f8866b17065451896d3a2d9b06a5e6ed71efcb0a5479f64c40e",
			"0x6452d25b8dc559117902640c69487891c54d6f2ec64cc7c9253b797027162e44" +
				"bf8a2e287bc1d061f3ce697f8c5550b970d1a20179060dbc4fe9c2778706779f"},
		"V4": {"1700000000004", func(o *api.DeltaOrder) {
			o.Metadata = hexutil.MustDecode("0xdeadbeef")
			o.Bridge = api.DeltaBridge{ProtocolSelector: [4]byte{0x12, 0x34, 0x56, 0x78},
				DestinationChainID: 8453, OutputToken: repeated(0x77), ScalingFactor: -12,
				ProtocolData: []byte{1, 2, 3, 4, 5}}
		}, "0xc75d848e51cd0f81113e24c5a62c9b8566b0ff0d476245a7882709315eefbbf7",
			"0x48316bcb124d7cdfd4e06d8dfff5214f9011f6b4badf9cc850a4c487a89ab4a1",
			"0xcdbafc99bdf37bed12e0b67644f12728f12a1a02bd8276a3596f38f30d443ff3",
			"0xfeaf17a8af38b06610b1a5e8fb4fb7581dad0e7c0efa57cbfda72e01e2c44220" +
				"43f9a4c7811197121e98a73cf8a8c1539115e2ae55c72a159f378cf7c2644760"},
		"V5": {"1700000000005", func(o *api.DeltaOrder) {
			o.Form, o.Interval, o.Slices = api.SlicedForm, 60, 4
			o.SrcAmount, o.SliceAmount = amount("1000003"), amount("124375")
		}, "0x5e34daadd9f596f8e87f967578f77bb4c7300cab4752439916904d044e85d6b9",
			"0xe59e5783d60a42a8a283cf77a5e25b2ee3f4b153deb9a2f25664f649a67cece0",
			"0xb28f05dc86ec4e20cc9b32e853cdebda5afa54c3566ece0e929a6cc674906b7f",
			"0x936ff63958f889c047070334021f1d7e37e85b4c572158b75c73fd0cf3ec5eab" +
				"d683907bbb60ffeb1e0048376ef73b06cd34ab5498034eafdd5f9d06ca729824"},
		"V6": {"1700000000006", func(o *api.DeltaOrder) {
			o.Form, o.Interval, o.Slices = api.SlicedBuyForm, 60, 4
			o.DestAmount, o.SrcAmount = amount("4000"), amount("9045")
		}, "0x46c5b80d6e30aa1ef6ce10eaf2afba9aa53e9f88d6a80fbd49d4dd5ca2f12011",
			"0x13f02ac2896b03083e2d1dbabc07d20ae8741e9e86e7af3b9536730b07f43574",
			"0x3540bf5d333b085bee79687edd596ac53dab03c3f8e1271a8e7a3ac9f3fe0a6b",
			"0x9e466a9f8d4b8e1d4d09f6f54ac657104fa8058bc50c5900717ce29cc1c21014" +
				"80b9deaa79ffb1397f16d86f921f10d397b2f068094482ef5d8d8f71420c099f"},
	} {
		o := common0
		o.Nonce = amount(v.nonce)
		v.change(&o)
		o.Complete()
		chain, contract := uint64(1337), repeated(0x11)
		if name == "V4" {
			chain, contract = 1, live
		}
		data := eip712.DeltaTypedData(chain, contract, o)
		if got := crypto.Keccak256Hash([]byte(data.EncodeType())).Hex(); got != v.typeHash {
			t.Errorf("%s: type hash %s, want %s", name, got, v.typeHash)
		}
		if got := data.Message.Hash().Hex(); got != v.structHash {
			t.Errorf("%s: struct hash %s, want %s", name, got, v.structHash)
		}
		if got := data.Hash().Hex(); got != v.hash {
			t.Errorf("%s: hash %s, want %s", name, got, v.hash)
		}
		if err := eip712.Verify(data.Hash(), hexutil.MustDecode(v.signature),
			o.Owner); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for ids, want := range map[string]string{
		`["45ae8649-4ba1-4017-9cdf-4d4b351cad3c"]`: "0x3da54128781b513252ffbcfc0c13bc1a" +
			"3241630d07a5114d4a7cec5c3afccd41",
		`["45ae8649-4ba1-4017-9cdf-4d4b351cad3c","97629103-bb47-4223-bb67-9da83eddbbd1"]`: "0x" +
			"c4b5ae5ebbf7eaf5c403abfdb4d7266fc2d7dde30aa6471ce1ed210380e2323c",
	} {
		var list []string
		if err := json.Unmarshal([]byte(ids), &list); err != nil {
			t.Fatal(err)
		}
		if got := eip712.CancellationsTypedData(1337, repeated(0x11),
			list).Hash().Hex(); got != want {
			t.Errorf("cancellation of %s: %s, want %s", ids, got, want)
		}
	}
}

// What partners get is packed with what bounds a surplus, as the public SDK packs it.
func TestPackingOfTheSecondForm(t *testing.T) {
	t.Parallel()
	fours := common.BytesToAddress(bytes.Repeat([]byte{0x44}, 20))
	for want, got := range map[string]api.Amount{
		"512": eip712.CapSurplus(eip712.PartnerAndFee(common.Address{}, 0, false)),
		"0":   eip712.PartnerAndFee(common.Address{}, 0, false),
		"30877890463284318779618929335650108760871995910816356233851551912085222851097": eip712.
			CapSurplus(eip712.PartnerAndFee(fours, 25, false)),
	} {
		if got.String() != want {
			t.Errorf("packs %s, want %s", got, want)
		}
		partner, bps, takes := eip712.SplitPartnerAndFee(got)
		if capped := eip712.CapsSurplus(got); capped == (want == "0") || takes ||
			(partner == fours) != (bps == 25) {
			t.Errorf("%s splits into %s, %d, %v, %v", got, partner, bps, takes, capped)
		}
	}
}

// An order of any form comes back from its JSON as it was, and hashes alike.
func TestDeltaOrdersComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := eip712test.DeltaOrder.Draw(t, "order")
		to := api.DeltaToSign{ChainID: 1337, Contract: common.Address{1}, Order: o}
		text, err := json.Marshal(to)
		if err != nil {
			t.Fatal(err)
		}
		var back api.DeltaToSign
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got, want := eip712.DeltaTypedData(1337, common.Address{1}, back.Order).Hash(),
			eip712.DeltaTypedData(1337, common.Address{1}, o).Hash(); got != want {
			t.Fatalf("%s hashes to %s, want %s", text, got, want)
		}
		back.Order.Permit, back.Order.Metadata, back.Order.Bridge.ProtocolData = o.Permit,
			o.Metadata, o.Bridge.ProtocolData // nil or empty
		if !reflect.DeepEqual(back.Order, o) {
			t.Fatalf("%+v came back as %+v", o, back.Order)
		}
	})
}

// hashers are the libraries that most web pages sign with: where each is installed, and how a line
// of a program hashes typed data by it.
var hashers = map[string]struct{ dir, program string }{
	"ethers": {"../../examples/agent", `import { TypedDataEncoder } from 'ethers';
const hash = ({ domain, types, value }) => TypedDataEncoder.hash(domain, types, value);`},
	"viem": {"../testdata/sdk", `import { hashTypedData } from 'viem';
const hash = ({ domain, types, primaryType, value }) =>
  hashTypedData({ domain, types, primaryType, message: value });`},
}

// Ten thousand orders of all forms hash as the libraries hash them.
func TestOrdersHashAsLibrariesDo(t *testing.T) {
	t.Parallel()
	const orders = 10_000
	var sent bytes.Buffer
	var want []common.Hash
	for i := range orders {
		to := api.DeltaToSign{ChainID: 1337, Contract: common.Address{1},
			Order: eip712test.DeltaOrder.Example(i)}
		if err := json.NewEncoder(&sent).Encode(to); err != nil {
			t.Fatal(err)
		}
		want = append(want, eip712.DeltaTypedData(to.ChainID, to.Contract, to.Order).Hash())
	}
	for name, library := range hashers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(library.dir + "/node_modules/" + name); err != nil {
				if os.Getenv("BOURSE_GATE") != "" {
					t.Fatal(name + " is missing: .ci/run packages installs it")
				}
				t.Skip(name + " needs npm install in " + library.dir)
			}
			cmd := exec.CommandContext(t.Context(), "node", "--input-type=module", "-e",
				library.program+`
let text = '';
for await (const part of process.stdin) text += part;
for (const line of text.trim().split('\n'))
  console.log(hash(JSON.parse(line.replace(/(:)(\d{16,})([,}])/g, '$1"$2"$3'))));`)
			cmd.Dir, cmd.Stdin, cmd.Stderr = library.dir, bytes.NewReader(sent.Bytes()), os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.Fields(out)
			if len(lines) != orders {
				t.Fatalf("%d hashes of %d orders", len(lines), orders)
			}
			for i, line := range lines {
				if got := string(line); got != want[i].Hex() {
					t.Fatalf("order %d hashes to %s, %s has %s", i, want[i], name, got)
				}
			}
		})
	}
}

// FuzzDeltaOrder reads an order of any text: what it takes it writes as the same order.
func FuzzDeltaOrder(f *testing.F) {
	for i := range 8 {
		text, err := json.Marshal(eip712test.DeltaOrder.Example(i))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var o, back api.DeltaOrder
		if json.Unmarshal(text, &o) != nil {
			return
		}
		again, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &back); err != nil {
			t.Fatalf("%s: %v", again, err)
		}
		if eip712.DeltaTypedData(1, common.Address{}, o).Hash() !=
			eip712.DeltaTypedData(1, common.Address{}, back).Hash() {
			t.Fatalf("%s is read as another order than %s", again, text)
		}
	})
}

// Where a partner has a flat fee, what an order expects is without it, as the contract compares: by
// hand, 2 % of 1,020 that go out are 20, and of 980 that are left 20 came off 1,000. A service may
// expect the price itself, and nothing else.
func TestAPartnersFeeIsNotExpected(t *testing.T) {
	t.Parallel()
	partner := common.Address{19: 7}
	for side, want := range map[api.Side]uint64{api.Sell: 1000, api.Buy: 1000} {
		r := api.DeltaBuildRequest{ChainID: 1, PartnerAddress: partner, PartnerFeeBps: 200,
			Slippage: new(int), Terms: &api.DeltaTerms{Type: api.DeltaTypeOrder, Side: side,
				Src: common.Address{1}, Dest: common.Address{2}, Input: api.NewAmount(1020),
				Output: api.NewAmount(980)}}
		o := eip712.DeltaOrderOf(&r)
		if o.ExpectedDestAmount != api.NewAmount(want) {
			t.Errorf("%s: it expects %s, want %d", side, o.ExpectedDestAmount, want)
		}
		if o.Buy && eip712.ExpectedSpend(o) != r.Terms.Input {
			t.Errorf("it expects to spend %s in all", eip712.ExpectedSpend(o))
		}
		for expected, refused := range map[uint64]bool{want: false, want - 1: true,
			map[api.Side]uint64{api.Sell: 980, api.Buy: 1020}[side]: false, 979: true} {
			told := o
			told.ExpectedDestAmount = api.NewAmount(expected)
			if words := eip712.DeltaBuiltDiffers(&r, common.Address{}, api.DeltaToSign{ChainID: 1,
				Order: told}); len(words) > 0 != refused {
				t.Errorf("%s: one that expects %d: %v", side, expected, words)
			}
		}
	}
}
