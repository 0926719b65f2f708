package describe_test

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/backend/eip712/eip712test"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// The cast of the words tests.
var (
	me       = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	friend   = common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
	stranger = common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	weth     = common.HexToAddress("0xe000000000000000000000000000000000000001")
	usdc     = common.HexToAddress("0xe000000000000000000000000000000000000002")
	taxed    = common.HexToAddress("0xe000000000000000000000000000000000000003")
	apes     = common.HexToAddress("0xe000000000000000000000000000000000000004")
	evil     = common.HexToAddress("0xe000000000000000000000000000000000000005")
	network  = api.Network{ChainID: 1337, Name: "local", Symbol: "ETH", Contracts: api.Contracts{
		AugustusRFQ:     common.HexToAddress("0xc000000000000000000000000000000000000001"),
		WrappedNative:   weth,
		AugustusSwapper: common.HexToAddress("0xc000000000000000000000000000000000000002"),
		AugustusV6:      common.HexToAddress("0xc000000000000000000000000000000000000003"),
		Delta:           common.HexToAddress("0xc000000000000000000000000000000000000004"),
		Permit2:         common.HexToAddress("0xc000000000000000000000000000000000000005"),
		Executors: map[string]common.Address{
			"Executor1": common.HexToAddress("0xc000000000000000000000000000000000000006")},
	}}
)

const (
	noon   = 1_795_262_400 // 2026-11-21 12:00:00 UTC
	oneHr  = noon + 3600
	anHour = "2026-11-21 13:00:00 UTC (in 1h 00m)"
)

func known() describe.Context {
	return describe.NewContext(network, me,
		[]wallet.Account{{Name: "main", Address: me}, {Name: "second", Address: friend}},
		[]api.Token{
			{Address: weth, Symbol: "WETH", Decimals: 18},
			{Address: usdc, Symbol: "USDC", Decimals: 6},
			{Address: taxed, Symbol: "TAX", Decimals: 18, TransferTax: 150},
			{Address: apes, Symbol: "Apes", Kind: api.ERC721},
			{Address: evil, Symbol: "\x1b[31mUSDC\u202e with a very long tail", Decimals: 6},
		}, noon)
}

func amount(s string) api.Amount {
	a, err := api.ParseAmount(s)
	if err != nil {
		panic(err)
	}
	return a
}

func someOrder() api.Order {
	return api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(7), common.Address{}), Expiry: oneHr, Maker: me,
		MakerAsset: api.Asset{Address: weth}, TakerAsset: api.Asset{Address: usdc},
		MakerAmount: amount("2000000000000000000"), TakerAmount: amount("6036000001"),
	}
}

// tell writes words as one text, for tests to look into.
func tell(w describe.Description) string {
	var b strings.Builder
	fmt.Fprintln(&b, w.Title)
	for _, group := range [][]describe.Line{w.Essence, w.Domain, w.Fields} {
		for _, l := range group {
			fmt.Fprintf(&b, "%s: %s [%s] %s\n", l.Label, l.Value, l.Raw, l.Note)
		}
	}
	for _, c := range w.Checks {
		fmt.Fprintf(&b, "check %d %s\n", c.Level, c.Text)
	}
	return b.String()
}

// TestOrderToOneTaker: the first sentence says who can take what and pays what.
func TestOrderToOneTaker(t *testing.T) {
	t.Parallel()
	const general = "whoever holds the signature can fill it"
	swapper, none := network.Contracts.AugustusSwapper, common.Address{}
	for _, c := range []struct {
		taker, meta common.Address
		want        string
	}{
		{none, none, general}, {none, friend, general}, {swapper, none, general},
		{stranger, friend, general}, // nobody could fill it: the checks say so
		{friend, friend, "an order to your account second (0x7099…79C8) alone."},
		{stranger, none, "an order to 0xd8dA…6045 alone."},
		{swapper, friend, "they can take 2.00 WETH of yours and pay you 6,036.000001 USDC for it"},
	} {
		o := someOrder()
		o.Taker, o.NonceAndMeta = c.taker, api.PackNonce(api.NewAmount(7), c.meta)
		w := describe.TypedData(
			eip712.OrderTypedData(1337, network.Contracts.AugustusRFQ, o), known())
		if !strings.Contains(w.Lead, c.want) {
			t.Errorf("taker %s, meant for %s: %q", c.taker, c.meta, w.Lead)
		}
	}
}

func TestDescriptionOfOrders(t *testing.T) {
	t.Parallel()
	change := func(f func(*api.Order)) api.Order {
		o := someOrder()
		f(&o)
		return o
	}
	p2p := func(taker, meta common.Address) api.Order {
		return change(func(o *api.Order) {
			o.Taker, o.NonceAndMeta = taker,
				api.PackNonce(api.NewAmount(7), meta)
		})
	}
	swapper := network.Contracts.AugustusSwapper
	for name, c := range map[string]struct {
		order api.Order
		level describe.Level
		parts []string
	}{
		"plain": {someOrder(), describe.OK, []string{
			"Sell exactly: 2.00 WETH [2000000000000000000]",
			"Get at least: 6,036.000001 USDC [6036000001]",
			"Taker: anyone may take it", "Valid until: " + anHour,
			"Nonce: 7",
			"chain: 1337 local [] same as session",
			"contract: 0xC000000000000000000000000000000000000001 [] order contract",
			"makerAsset: " + weth.Hex() + " [] ERC20 WETH",
			"makerAmount: 2000000000000000000 [] 2 WETH", "maker: " + me.Hex() + " [] you, main",
			"you are the maker",
		}},
		"what is exact is all digits, getting is rounded down": {change(func(o *api.Order) {
			o.MakerAmount, o.TakerAsset, o.TakerAmount = amount("1000000000000000001"),
				api.Asset{Address: taxed}, amount("1999999999999999999")
		}), describe.Warn, []string{"Sell exactly: 1.000000000000000001 WETH [1000000000000000001]",
			"Get at least: 1.999999 TAX [1999999999999999999]", "TAX keeps 1.50%"}},
		"dust is exact": {change(func(o *api.Order) { o.MakerAmount = api.NewAmount(1) }),
			describe.OK,
			[]string{"Sell exactly: 0.000000000000000001 WETH"}},
		"never expires": {change(func(o *api.Order) { o.Expiry = 0 }), describe.Warn,
			[]string{"Valid until: never expires"}},
		"expired": {change(func(o *api.Order) { o.Expiry = noon - 1 }), describe.Block,
			[]string{"(expired)", "it has expired already"}},
		"p2p through the swapper": {p2p(swapper, stranger), describe.OK,
			[]string{"Taker: only " + stranger.Hex() +
				" (not known here), through the swap contract v5"}},
		"p2p directly": {p2p(friend, friend), describe.OK,
			[]string{"Taker: only " + friend.Hex() + " (your account second)"}},
		"p2p that anyone can take": {p2p(common.Address{}, friend), describe.Warn,
			[]string{"only a wish"}},
		"p2p that nobody can take": {p2p(friend, stranger), describe.Danger,
			[]string{"the two takers differ"}},
		"limit for one": {p2p(friend, common.Address{}), describe.OK,
			[]string{"Taker: only " + friend.Hex()}},
		"through the swapper": {p2p(swapper, common.Address{}), describe.OK,
			[]string{"Taker: anyone, through the swap contract v5"}},
		"for nothing": {change(func(o *api.Order) { o.TakerAmount = api.Amount{} }),
			describe.Block, []string{"zero"}},
		"same asset": {change(func(o *api.Order) { o.TakerAsset = o.MakerAsset }),
			describe.Block, []string{"same asset"}},
		"another maker": {change(func(o *api.Order) { o.Maker = friend }), describe.Block,
			[]string{"the maker is " + friend.Hex()}},
		"unlisted token": {change(func(o *api.Order) { o.TakerAsset.Address = stranger }),
			describe.Danger,
			[]string{"6036000001 raw units of " + stranger.Hex(), "is not listed"}},
		"hostile symbol": {change(func(o *api.Order) { o.TakerAsset.Address = evil }), describe.OK,
			[]string{"6,036.000001 USDC with a ver…"}},
		"NFT": {change(func(o *api.Order) {
			o.NFT, o.MakerAmount = true, api.NewAmount(1)
			o.MakerAsset = api.Asset{Kind: api.ERC721, Address: apes, ID: api.NewAmount(1027)}
		}), describe.OK, []string{"NFT order", "Sell exactly: 1 × Apes #1027 (ERC721) [1]",
			"Get at least: 6,036.000001 USDC"}},
		"two of one NFT": {change(func(o *api.Order) {
			o.NFT, o.MakerAmount = true, api.NewAmount(2)
			o.MakerAsset = api.Asset{Kind: api.ERC721, Address: apes, ID: api.NewAmount(1027)}
		}), describe.Block, []string{"exists once"}},
	} {
		t.Run(name, func(t *testing.T) {
			data := eip712.OrderTypedData(1337, network.Contracts.AugustusRFQ, c.order)
			w := describe.TypedData(data, known())
			if w.Level() != c.level || w.Hash != data.Hash() || w.Transaction {
				t.Errorf("level %d, want %d", w.Level(), c.level)
			}
			text := tell(w)
			for _, part := range c.parts {
				if !strings.Contains(text, part) {
					t.Errorf("%q is missing", part)
				}
			}
			if strings.ContainsAny(text, "\x1b\u202e") {
				t.Error("a hostile symbol got through")
			}
			if t.Failed() {
				t.Log(text)
			}
		})
	}
}

func TestDescriptionBlocksWrongChainAndContract(t *testing.T) {
	t.Parallel()
	for _, data := range []eip712.TypedData{
		eip712.OrderTypedData(1, network.Contracts.AugustusRFQ, someOrder()),
		eip712.OrderTypedData(1337, stranger, someOrder()),
		eip712.OrderTypedData(1337, network.Contracts.Delta, someOrder()),
		eip712.DeltaTypedData(1337, network.Contracts.AugustusRFQ, api.DeltaOrder{Owner: me}),
		eip712.Permit2Transfer{}.TypedData(1337, stranger),
	} {
		if w := describe.TypedData(data, known()); w.Blocked() == "" {
			t.Errorf("not blocked:\n%s", tell(w))
		}
	}
	for _, chain := range []uint64{0, 1} { // a server answers whatever it likes
		tx := api.Transaction{ChainID: chain, From: me, To: stranger, Gas: 21_000}
		if w := describe.Transaction(tx, known()); !strings.HasPrefix(w.Blocked(), "it is for ") {
			t.Errorf("chain %d is not blocked:\n%s", chain, tell(w))
		}
	}
	unknown := eip712.OrderTypedData(1337, network.Contracts.AugustusRFQ, someOrder())
	unknown.Message.Fields = unknown.Message.Fields[1:]
	if w := describe.TypedData(unknown, known()); w.Word() != "unknown" ||
		w.Title != "Unknown typed data" {
		t.Errorf("a type with a field less passes:\n%s", tell(w))
	}
}

func TestDescriptionOfDeltaAndPermits(t *testing.T) {
	t.Parallel()
	contract, permit2 := network.Contracts.Delta, network.Contracts.Permit2
	order := func(f func(*api.DeltaOrder)) eip712.TypedData {
		o := api.DeltaOrder{Owner: me, SrcToken: usdc, DestToken: weth,
			SrcAmount: amount("5000000000"), DestAmount: amount("1637479800000000000"),
			ExpectedDestAmount: amount("1654020000000000000"), Deadline: oneHr,
			Nonce: api.NewAmount(88), Permit: []byte{}}
		f(&o)
		return eip712.DeltaTypedData(1337, contract, o)
	}
	second := func(f func(*api.DeltaOrder)) eip712.TypedData {
		return order(func(o *api.DeltaOrder) {
			o.Form, o.Beneficiary, o.PartnerAndFee = api.SecondForm, me,
				eip712.CapSurplus(api.Amount{})
			f(o)
			o.Complete()
		})
	}
	buying := func(o *api.DeltaOrder) {
		o.Buy, o.ExpectedDestAmount, o.DestAmount = true, amount("4950000000"),
			amount("1500000000000000000")
	}
	sliced := func(o *api.DeltaOrder) {
		o.Form, o.Slices, o.Interval, o.Deadline = api.SlicedForm, 3, 600, noon+1200
		o.SrcAmount, o.SliceAmount = amount("5000000001"), amount("500000000000000000")
	}
	token := eip712.Domain{Name: "USD Coin", Version: "2", ChainID: 1337, Contract: usdc}
	hour := api.NewAmount(oneHr)
	own := func(owner, spender common.Address, value string) []byte {
		return eip712.Permit{Token: token, Owner: owner, Spender: spender, Value: amount(value),
			Deadline: hour}.Encode(eip712.Signature{})
	}
	for name, c := range map[string]struct {
		data  eip712.TypedData
		level describe.Level
		word  string
		parts []string
	}{
		"order": {order(func(*api.DeltaOrder) {}), describe.OK, "",
			[]string{"Delta order", "Sell exactly: 5,000.00 USDC [5000000000]",
				"Get at least: 1.637479 WETH [1637479800000000000] expected 1.65402 WETH (worst " +
					"case −1.00%)", "To: your own account",
				"Valid until: " + anHour + " [] nonce 88",
				"the allowance you have given the Delta contract",
				"destAmount: 1637479800000000000 [] 1.6374798 WETH"}},
		"second form": {second(func(*api.DeltaOrder) {}), describe.OK, "",
			[]string{"Sell exactly: 5,000.00 USDC [5000000000]",
				"Get at least: 1.637479 WETH [1637479800000000000] expected 1.65402 WETH (worst " +
					"case −1.00%)", "kind: 0 [] sells", "bridge.scalingFactor: 0",
				"partnerAndFee: 512 [] no partner; surplus counts up to 1% of what is expected"}},
		"buying": {second(buying), describe.OK, "",
			[]string{"Buy exactly: 1.50 WETH [1500000000000000000]",
				"Spend at most: 5,000.00 USDC [5000000000] expected 4,950.00 USDC; all of it is " +
					"taken first", "kind: 1 [] buys", "expectedAmount: 4950000000 [] 4950 USDC"}},
		"buying with all as surplus": {second(func(o *api.DeltaOrder) {
			buying(o)
			o.ExpectedDestAmount = amount("5000000001")
		}), describe.Danger, "surplus", []string{"half is not yours"}},
		"the floor as surplus": {second(func(o *api.DeltaOrder) {
			o.ExpectedDestAmount = amount("1637479799999999999")
		}), describe.Danger, "surplus", []string{"half is not yours"}},
		"in slices": {second(sliced), describe.OK, "",
			[]string{"Sell exactly: 5,000.000001 USDC [5000000001]",
				"Get at least: 1.50 WETH [1500000000000000000] what comes above that is yours",
				"Slices: 3, at least 10 minutes apart",
				"Each slice: 1,666.666667 USDC for at least 0.50 WETH",
				"interval: 600 [] seconds between two slices"}},
		"in slices a minute apart": {second(func(o *api.DeltaOrder) {
			sliced(o)
			o.Interval = 60
		}), describe.OK, "", []string{"Slices: 3, at least 1 minute apart"}},
		"in slices at odd seconds": {second(func(o *api.DeltaOrder) {
			sliced(o)
			o.Interval = 90
		}), describe.OK, "", []string{"Slices: 3, at least 90 seconds apart"}},
		"in slices for a partner's surplus": {second(func(o *api.DeltaOrder) {
			sliced(o)
			o.PartnerAndFee = eip712.PartnerAndFee(common.Address{4}, 0, true)
		}), describe.OK, "", []string{"nothing: slices have no surplus"}},
		"in slices too late": {second(func(o *api.DeltaOrder) {
			sliced(o)
			o.Deadline--
		}), describe.Warn, "", []string{"before the last slice can be due"}},
		"buying in slices": {second(func(o *api.DeltaOrder) {
			sliced(o)
			o.Form, o.DestAmount, o.SrcAmount = api.SlicedBuyForm, amount("1000000000000000000"),
				amount("3100000000")
		}), describe.OK, "", []string{"Buy exactly: 1.00 WETH [1000000000000000000]",
			"Spend at most: 3,100.00 USDC [3100000000]", "for at most 1,033.33"}},
		"one slice": {second(func(o *api.DeltaOrder) {
			sliced(o)
			o.Slices = 1
		}), describe.Block, "", []string{"needs two slices"}},
		"to another chain": {second(func(o *api.DeltaOrder) {
			o.Bridge.DestinationChainID = 8453
		}), describe.Block, "", []string{"Bridge: to chain 8453"}},
		"to a chain of more than 64 bits": {func() eip712.TypedData {
			data := second(func(*api.DeltaOrder) {})
			bridge := data.Message.Fields[13].Value.(eip712.Struct)
			bridge.Fields[1].Value = amount("18446744073709551616")
			return data
		}(), describe.Block, "", []string{"to another chain"}},
		"more slices than there can be": {func() eip712.TypedData {
			data := second(sliced)
			data.Message.Fields[8].Value = amount("4294967298")
			return data
		}(), describe.Warn, "", []string{"Slices: 4294967295"}},
		"with metadata": {second(func(o *api.DeltaOrder) { o.Metadata = []byte{1, 2} }),
			describe.Warn, "", []string{"Metadata: 2 bytes", "metadata: 0x0102"}},
		"odd bits": {second(func(o *api.DeltaOrder) {
			o.PartnerAndFee = o.PartnerAndFee.Add(api.NewAmount(1 << 10))
		}), describe.Block, "", []string{"bits that mean nothing"}},
		"to own other": {order(func(o *api.DeltaOrder) { o.Beneficiary = friend }), describe.OK,
			"", []string{"To: " + friend.Hex() + " (your account second)"}},
		"to stranger": {order(func(o *api.DeltaOrder) { o.Beneficiary = stranger }),
			describe.Danger, "stranger", []string{"To: " + stranger.Hex()}},
		"for nothing": {order(func(o *api.DeltaOrder) { o.DestAmount = api.Amount{} }),
			describe.Danger, "nothing", []string{"accepts nothing"}},
		"in parts": {order(func(o *api.DeltaOrder) {
			o.Fillable, o.PartnerAndFee = true, eip712.PartnerAndFee(stranger, 255, false)
		}), describe.Warn, "",
			[]string{"several parts", "Partner: " + stranger.Hex() + " (not known here): fee 2.00%",
				"at most 2.00%", "expected 1.620939 WETH"}}, // 1.65402 less 2 %
		"for a partner's surplus": {order(
			func(o *api.DeltaOrder) {
				o.PartnerAndFee = eip712.PartnerAndFee(
					stranger, 255, true)
			}), describe.OK, "",
			[]string{"(not known here): half of what comes above the expected, the protocol the " +
				"other half: none of it is yours; no other fee"}},
		"native": {order(func(o *api.DeltaOrder) { o.SrcToken = api.NativeToken }),
			describe.Block, "", []string{"wrap it first"}},
		"odd permit": {order(func(o *api.DeltaOrder) { o.Permit = make([]byte, 95) }),
			describe.Block, "", []string{"95 bytes"}},
		"2612 permit": {order(func(o *api.DeltaOrder) {
			o.Permit = own(
				me, contract, "5000000000")
		}), describe.OK, "",
			[]string{"Taken by: the token's own permit (ERC-2612) in the order, of 5,000.00 USDC",
				"to be used by " + anHour}},
		"2612 permit, small": {order(func(
			o *api.DeltaOrder) {
			o.Permit = own(me, contract, "4999999999")
		}), describe.Warn, "",
			[]string{"allows less than is sold"}},
		"2612 permit for a stranger": {
			order(func(o *api.DeltaOrder) { o.Permit = own(me, stranger, "5000000000") }),
			describe.Block, "",
			[]string{"lets " + stranger.Hex() + " move your tokens"}},
		"2612 permit of another": {order(
			func(o *api.DeltaOrder) { o.Permit = own(friend, contract, "5000000000") }),
			describe.Block, "",
			[]string{"is of " + friend.Hex() + ", not of the order's owner"}},
		"dai permit": {order(func(o *api.DeltaOrder) {
			o.Permit = eip712.DAIPermit{Token: token, Holder: me, Spender: contract, Expiry: hour,
				Allowed: true}.Encode(eip712.Signature{})
		}), describe.OK, "", []string{"in the style of DAI in the order, without a limit"}},
		"permit2 transfer inside": {order(func(o *api.DeltaOrder) {
			o.Permit = eip712.Permit2Transfer{Nonce: api.NewAmount(9)}.Encode(eip712.Signature{})
		}), describe.OK, "", []string{
			"Taken by: a Permit2 transfer in the order, of exactly what " +
				"is sold [] nonce 9"}},
		"permit2 allowance inside": {order(func(o *api.DeltaOrder) {
			o.Permit = eip712.Permit2Allowance{
				Amount: amount("6000000000"), Expiration: oneHr, Nonce: 4,
				SigDeadline: hour}.Encode(eip712.Signature{})
		}), describe.OK, "", []string{"Taken by: a Permit2 allowance in the order, of 6,000.00 " +
			"USDC [] it ends " + anHour + ", nonce 4"}},
		"permit2 allowance": {order(func(o *api.DeltaOrder) { o.Permit = []byte{1} }), describe.OK,
			"", []string{"you have given Permit2"}},
		"expired": {order(func(o *api.DeltaOrder) { o.Deadline = noon - 1 }),
			describe.Block, "", []string{"expired already"}},
		"cancellations": {eip712.CancellationsTypedData(
			1337, contract, []string{"a-1", "b\x1b"}), describe.OK, "",
			[]string{"2 Delta orders", ": a-1", `b\x1b`}},
		"no cancellations": {eip712.CancellationsTypedData(1337, contract, nil), describe.Block, "",
			[]string{"names no order"}},
		"permit": {eip712.Permit{Token: token, Owner: me, Spender: contract,
			Value: amount("5000000000"), Deadline: hour}.TypedData(), describe.OK, "",
			[]string{"Spender: " + contract.Hex() + " (Delta contract)",
				"May move up to: 5,000.00 USDC [5000000000]", anHour}},
		"unlimited permit": {eip712.Permit{
			Token: token, Owner: me, Spender: contract, Value: api.MaxAmount,
			Deadline: hour}.TypedData(), describe.Danger, "unlimited",
			[]string{"UNLIMITED USDC"}},
		"permit for a stranger": {eip712.Permit{
			Token: token, Owner: me, Spender: stranger, Value: amount("1"),
			Deadline: hour}.TypedData(), describe.Danger, "unknown",
			[]string{"not a known contract"}},
		"permit of another": {eip712.Permit{
			Token: token, Owner: friend, Spender: contract, Value: amount("1"),
			Deadline: hour}.TypedData(), describe.Block, "",
			[]string{"the owner is"}},
		"dai": {eip712.DAIPermit{Token: token, Holder: me, Spender: contract, Expiry: hour,
			Allowed: true}.TypedData(), describe.Danger, "unlimited",
			[]string{"UNLIMITED"}},
		"dai revoke": {eip712.DAIPermit{
			Token: token, Holder: me, Spender: stranger, Expiry: hour}.TypedData(), describe.OK, "",
			[]string{"takes the right away"}},
		"permit2 transfer": {eip712.Permit2Transfer{
			Token: usdc, Amount: amount("7"), Spender: contract, Deadline: hour}.TypedData(
			1337, permit2), describe.OK, "",
			[]string{"May move up to: 0.000007 USDC [7]", "How often: once"}},
		"permit2 unlimited": {eip712.Permit2Allowance{
			Token: usdc, Amount: amount("1461501637330902918203684832716283019655932542975"),
			Expiration: oneHr,
			Spender:    contract, SigDeadline: hour}.TypedData(1337, permit2), describe.Danger,
			"unlimited", []string{"UNLIMITED USDC", "Allowance ends: " + anHour}},
	} {
		t.Run(name, func(t *testing.T) {
			w := describe.TypedData(c.data, known())
			text := tell(w)
			if w.Level() != c.level || w.Word() != c.word {
				t.Errorf("level %d, word %q; want %d, %q", w.Level(), w.Word(), c.level, c.word)
			}
			for _, part := range c.parts {
				if !strings.Contains(text, part) {
					t.Errorf("%q is missing", part)
				}
			}
			if strings.Contains(text, "\x1b") {
				t.Error("an escape got through")
			}
			if t.Failed() {
				t.Log(text)
			}
		})
	}
}

// packer packs calls by an ABI.
type packer func(name string, args ...any) ([]byte, error)

func (p packer) pack(name string, args ...any) []byte {
	b, err := p(name, args...)
	if err != nil {
		panic(err)
	}
	return b
}

func packers(t testing.TB) (rfq, erc20, weth, erc721 packer) {
	t.Helper()
	a, err1 := contracts.AugustusRFQMetaData.ParseABI()
	b, err2 := contracts.StandardTokenMetaData.ParseABI()
	c, err3 := contracts.WrappedNativeMetaData.ParseABI()
	d, err4 := contracts.ERC721CollectionMetaData.ParseABI()
	for _, err := range []error{err1, err2, err3, err4} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return a.Pack, b.Pack, c.Pack, d.Pack
}

func rfqOrder(o api.Order) contracts.AugustusRFQOrder {
	return contracts.AugustusRFQOrder{
		NonceAndMeta: o.NonceAndMeta.Big(), Expiry: new(big.Int).SetUint64(o.Expiry),
		MakerAsset: o.MakerAsset.Address,
		TakerAsset: o.TakerAsset.Address, Maker: o.Maker, Taker: o.Taker,
		MakerAmount: o.MakerAmount.Big(), TakerAmount: o.TakerAmount.Big()}
}

func TestDescriptionOfTransactions(t *testing.T) {
	t.Parallel()
	rfq, erc20, wrapped, erc721 := packers(t)
	orders := network.Contracts.AugustusRFQ
	ask := someOrder() // 2 WETH for 6,036.000001 USDC
	ask.Maker = stranger
	cheap := ask
	cheap.TakerAmount = amount("6000000000")
	late, p2p := ask, ask
	late.Expiry, p2p.Taker = noon-1, friend
	info := func(o api.Order, pay string) contracts.AugustusRFQOrderInfo {
		return contracts.AugustusRFQOrderInfo{
			Order: rfqOrder(o), Signature: make([]byte, 65),
			TakerTokenFillAmount: amount(pay).Big(),
			PermitTakerAsset:     []byte{}, PermitMakerAsset: []byte{}}
	}
	nftOrder := contracts.AugustusRFQOrderNFT{NonceAndMeta: big.NewInt(0), Expiry: big.NewInt(0),
		MakerAsset:   (api.Asset{Kind: api.ERC721, Address: apes}).Pack().Big(),
		MakerAssetId: big.NewInt(77), TakerAsset: usdc.Big(), TakerAssetId: big.NewInt(0),
		Maker: stranger, MakerAmount: big.NewInt(1), TakerAmount: big.NewInt(50_000_000)}
	sig := make([]byte, 65)
	one := amount("1000000000000000000")
	for name, c := range map[string]struct {
		to    common.Address
		value api.Amount
		data  []byte
		level describe.Level
		word  string
		parts []string
	}{
		"approve exact": {usdc, api.Amount{}, erc20.pack("approve", orders, big.NewInt(5e9)),
			describe.OK, "",
			[]string{"Approve", "Spender: " + orders.Hex() + " (order contract)",
				"May move up to: 5,000.00 USDC [5000000000]",
				"method: approve(address,uint256) [] 0x095ea7b3",
				"max fee: 0.001 ETH [1000000000000000] gas limit 500000 at 2 gwei, simulated " +
					"450000 in block 12"}},
		"approve unlimited": {usdc, api.Amount{},
			erc20.pack("approve", orders, api.MaxAmount.Big()), describe.Danger, "unlimited",
			[]string{"UNLIMITED USDC"}},
		"revoke": {usdc, api.Amount{}, erc20.pack("approve", stranger, new(big.Int)),
			describe.OK, "", []string{"Revoke an approval", "takes the right away"}},
		"approve stranger": {usdc, api.Amount{}, erc20.pack("approve", stranger, big.NewInt(1)),
			describe.Danger, "unknown", []string{"not a known contract"}},
		"approve at an unknown token": {
			stranger, api.Amount{}, erc20.pack("approve", orders, big.NewInt(1)), describe.Danger,
			"unlisted",
			[]string{"is not one this program knows for approve"}},
		"approve at an NFT": {apes, api.Amount{}, erc721.pack("approve", orders, big.NewInt(1027)),
			describe.OK, "",
			[]string{"Approve one NFT", "Token: 1 × Apes #1027 (ERC721)"}},
		"approve a collection": {apes, api.Amount{}, erc721.pack("setApprovalForAll", orders, true),
			describe.Warn, "", []string{"EVERY token of"}},
		"revoke a collection": {apes, api.Amount{},
			erc721.pack("setApprovalForAll", stranger, false), describe.OK, "",
			[]string{"any more"}},
		"transfer": {usdc, api.Amount{},
			erc20.pack("transfer", friend, big.NewInt(1e6)), describe.OK, "",
			[]string{"Send exactly: 1.00 USDC", "your account second"}},
		"transfer to stranger": {usdc, api.Amount{},
			erc20.pack("transfer", stranger, big.NewInt(1e6)), describe.Danger, "stranger",
			[]string{"not your account"}},
		"transfer to nobody": {usdc, api.Amount{},
			erc20.pack("transfer", common.Address{}, big.NewInt(1e6)), describe.Block, "",
			[]string{"lost"}},
		"wrap": {weth, one, wrapped.pack("deposit"), describe.OK, "",
			[]string{"Wrap ETH", "Pay exactly: 1.00 ETH", "Get exactly: 1.00 WETH"}},
		"unwrap": {weth, api.Amount{}, wrapped.pack("withdraw", one.Big()), describe.OK,
			"", []string{"Unwrap ETH", "Get exactly: 1.00 ETH"}},
		"value to a method that takes none": {
			usdc, one, erc20.pack("approve", orders, big.NewInt(1)), describe.Block, "",
			[]string{"takes none"}},
		"plain coin": {friend, one, nil, describe.OK, "",
			[]string{"Send ETH", "Send exactly: 1.00 ETH"}},
		"fill": {orders, api.Amount{}, rfq.pack("fillOrder", rfqOrder(ask), sig), describe.OK,
			"", []string{"Pay exactly: 6,036.000001 USDC", "Get exactly: 2.00 WETH",
				"To: your own account", "From: " + stranger.Hex(),
				"order.makerAmount: 2000000000000000000"}},
		"fill target": {orders, api.Amount{},
			rfq.pack("fillOrderWithTarget", rfqOrder(ask), sig, friend), describe.OK, "",
			[]string{"To: " + friend.Hex()}},
		"fill for a stranger": {orders, api.Amount{},
			rfq.pack("fillOrderWithTarget", rfqOrder(ask), sig, stranger), describe.Danger,
			"stranger",
			[]string{"not your account"}},
		"fill part": {orders, api.Amount{},
			rfq.pack("partialFillOrder", rfqOrder(ask), sig, big.NewInt(3018000000)),
			describe.OK, "",
			[]string{"Pay exactly: 3,018.00 USDC [3018000000]",
				"Get exactly: 0.999999999834327369 WETH [999999999834327369]"}},
		"fill part with permit": {orders, api.Amount{},
			rfq.pack("partialFillOrderWithTargetPermit", rfqOrder(ask), sig, big.NewInt(3018000000),
				me, []byte{}, []byte{}),
			describe.OK, "", []string{"Pay exactly: 3,018.00 USDC"}},
		"fill dust": {orders, api.Amount{},
			rfq.pack("partialFillOrder", rfqOrder(ask), sig, big.NewInt(0)), describe.Block, "",
			[]string{"gets nothing"}},
		"fill late": {orders, api.Amount{}, rfq.pack("fillOrder", rfqOrder(late), sig),
			describe.Block, "", []string{"the order has expired"}},
		"fill p2p of another": {orders, api.Amount{}, rfq.pack("fillOrder", rfqOrder(p2p), sig),
			describe.Block, "",
			[]string{"the order is for " + friend.Hex()}},
		"fill batch": {orders, api.Amount{},
			rfq.pack("batchFillOrderWithTarget",
				[]contracts.AugustusRFQOrderInfo{
					info(ask, "6036000001"), info(cheap, "3000000000")}, me),
			describe.OK, "", []string{"Fill 2 orders", "Pay exactly: 9,036.000001 USDC",
				"Get exactly: 3.00 WETH"}},
		"try batch, pay": {orders, api.Amount{},
			rfq.pack("tryBatchFillOrderTakerAmount",
				[]contracts.AugustusRFQOrderInfo{info(ask, "1"), info(cheap, "1")},
				big.NewInt(3018000000), me),
			describe.OK, "", []string{"Pay exactly: 3,018.00 USDC",
				"Get at least: 0.999999 WETH [999999999834327367]"}},
		"try batch, get": {orders, api.Amount{},
			rfq.pack("tryBatchFillOrderMakerAmount",
				[]contracts.AugustusRFQOrderInfo{info(cheap, "1"), info(ask, "1")}, one.Big(), me),
			describe.OK, "", []string{"Pay at most: 3,018.000003 USDC [3018000003]",
				"Get exactly: 1.00 WETH"}},
		"try batch, the dear one in part": {orders, api.Amount{},
			rfq.pack("tryBatchFillOrderMakerAmount", []contracts.AugustusRFQOrderInfo{
				info(cheap, "6000000000"), info(ask, "1509000001")}, one.Big(), me),
			describe.OK, "", []string{"Pay at most: 3,009.000003 USDC [3009000003]",
				"Get exactly: 1.00 WETH", "order 1: at most 2.00 WETH for 6,000.00 USDC",
				"order 2: at most 0.50 WETH for 1,509.000001 USDC"}},
		"fill NFT": {orders, api.Amount{}, rfq.pack("fillOrderNFT", nftOrder, sig), describe.OK,
			"", []string{"Pay exactly: 50.00 USDC", "Get exactly: 1 × Apes #77 (ERC721)"}},
		"cancel": {orders, api.Amount{}, rfq.pack("cancelOrder", [32]byte{1}), describe.OK, "",
			[]string{"Cancel an order", common.Hash{1}.Hex()}},
		"cancel many": {orders, api.Amount{}, rfq.pack("cancelOrders", [][32]byte{{1}, {2}}),
			describe.OK, "", []string{"Cancel 2 orders", common.Hash{2}.Hex()}},
		"right call, wrong contract": {
			stranger, api.Amount{}, rfq.pack("cancelOrder", [32]byte{1}), describe.Danger,
			"unknown",
			[]string{"is not one this program knows for cancelOrder"}},
		"unknown selector": {orders, api.Amount{}, []byte{0xde, 0xad, 0xbe, 0xef, 1},
			describe.Danger,
			"unknown", []string{"UNKNOWN contract call", "0xdeadbeef"}},
		"short data": {orders, api.Amount{}, []byte{0x7f}, describe.Danger, "unknown",
			[]string{"UNKNOWN"}},
		"truncated": {orders, api.Amount{}, rfq.pack("cancelOrder", [32]byte{1})[:20],
			describe.Danger, "unknown", []string{"UNKNOWN"}},
		"trailing bytes": {orders, api.Amount{}, append(rfq.pack("cancelOrder", [32]byte{1}), 0),
			describe.Danger, "unknown", []string{"UNKNOWN"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := describe.Transaction(
				api.Transaction{ChainID: 1337, From: me, To: c.to, Value: c.value, Data: c.data,
					Nonce: 3, Gas: 500_000,
					GasPrice: api.NewAmount(2e9), Block: 12, GasUsed: 450_000}, known())
			text := tell(w)
			if w.Level() != c.level || w.Word() != c.word || !w.Transaction {
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

func TestEveryCalldataVectorOfTheOrderContractIsDescribed(t *testing.T) {
	t.Parallel()
	n := 0
	for _, v := range calldataVectors(t) {
		if v.Contract != "AugustusRFQ" {
			continue
		}
		n++
		w := describe.Transaction(
			api.Transaction{ChainID: 1337, From: me, To: network.Contracts.AugustusRFQ,
				Data: v.Data}, known())
		if strings.Contains(w.Title, "UNKNOWN") ||
			!strings.Contains(tell(w), "method: "+v.Function+"(") {
			t.Errorf("%s:\n%s", v.Function, tell(w))
		}
	}
	if n != 5 {
		t.Errorf("%d vectors", n)
	}
}

// Whatever the order, the words hold the exact integers that are hashed.
func TestDescriptionShowsEverySignedInteger(t *testing.T) {
	t.Parallel()
	rapid.Check(t, showsEverySignedInteger)
}

// A fee that nobody pays asks for a word: whoever prepared the transaction may have made it up.
func TestAbsurdFee(t *testing.T) {
	t.Parallel()
	for gwei, word := range map[uint64]string{30: "", 100_000: "fee"} {
		w := describe.Transaction(api.Transaction{ChainID: 1337, From: me, To: friend, Gas: 21_000,
			Value:    api.NewAmount(1),
			GasPrice: api.NewAmount(gwei * 1_000_000_000)}, known())
		if w.Word() != word {
			t.Errorf("at %d gwei the word is %q:\n%s", gwei, w.Word(), tell(w))
		}
	}
}

// FuzzTypedData is the same for typed data that fuzzing finds.
func FuzzTypedData(f *testing.F) { f.Fuzz(rapid.MakeFuzz(showsEverySignedInteger)) }

func showsEverySignedInteger(t *rapid.T) {
	data := eip712test.TypedData.Draw(t, "data")
	text := tell(describe.TypedData(data, known()))
	var visit func(eip712.Struct)
	visit = func(s eip712.Struct) {
		for _, f := range s.Fields {
			var want string
			switch v := f.Value.(type) {
			case api.Amount:
				want = v.String()
			case common.Address:
				want = v.Hex()
			case []byte:
				want = hex.EncodeToString(v)
			case eip712.Struct:
				visit(v)
			}
			if !strings.Contains(text, want) {
				t.Fatalf("%s %s is not shown in\n%s", f.Name, want, text)
			}
		}
	}
	visit(data.Message)
}

// FuzzTransaction: no calldata makes the words panic, and words always come with a level.
func FuzzTransaction(f *testing.F) {
	rfq, erc20, _, _ := packers(f)
	f.Add(rfq.pack("fillOrder", rfqOrder(someOrder()), make([]byte, 65)))
	f.Add(rfq.pack("cancelOrders", [][32]byte{{1}}))
	f.Add(erc20.pack("approve", me, big.NewInt(1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, to := range []common.Address{
			network.Contracts.AugustusRFQ, usdc, apes, weth, stranger} {
			w := describe.Transaction(
				api.Transaction{ChainID: 1337, From: me, To: to, Data: data}, known())
			if w.Title == "" || w.Level() == describe.Plain {
				t.Fatalf("no words for %x", data)
			}
		}
	})
}

// TestTimesAreInTheZoneOfTheContext: words tell times as the screens do, with the zone's name.
func TestTimesAreInTheZoneOfTheContext(t *testing.T) {
	k := known()
	for _, c := range []struct {
		zone *time.Location
		want string
	}{
		{time.FixedZone("CET", 3600), "Valid until: 2026-11-21 14:00:00 CET (in 1h 00m)"},
		{time.FixedZone("", -5*3600), "Valid until: 2026-11-21 08:00:00 UTC-0500 (in 1h 00m)"},
	} {
		k.Zone = c.zone
		data := eip712.OrderTypedData(1337, network.Contracts.AugustusRFQ, someOrder())
		if text := tell(describe.TypedData(data, k)); !strings.Contains(text, c.want) {
			t.Errorf("not %q:\n%s", c.want, text)
		}
	}
}

// TestWhatHasExpiredByABlockOfTheFuture: that the newest block is two hours ahead of the clock is
// said where something has expired by it alone.
func TestWhatHasExpiredByABlockOfTheFuture(t *testing.T) {
	k := known()
	k.Now, k.Clock = noon+7200, noon
	for expiry, want := range map[uint64]string{
		noon + 3600: "it has expired already, by the newest block, which is said to be of " +
			"14:00:00 UTC, while this machine's clock says 12:00:00 UTC: set the clock, or leave " +
			"this service if the clock is right",
		noon - 3600: "it has expired already: make it again with a later time"} {
		o := someOrder()
		o.Expiry = expiry
		data := eip712.OrderTypedData(1337, network.Contracts.AugustusRFQ, o)
		if why := describe.TypedData(data, k).Blocked(); why != want {
			t.Errorf("%q, not %q", why, want)
		}
	}
}
