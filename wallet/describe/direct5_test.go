package describe_test

import (
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/wallet/describe"
)

// Every method that the encoder of swaps packs has words: its code names them all.
func TestEveryPackedSwapHasWords(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../backend/swap/calldata/*.go")
	if err != nil {
		t.Fatal(err)
	}
	packed := regexp.MustCompile(`(directABI|forkABI|simpleABI|multiABI|pSimpleABI|pMultiABI|` +
		`rfqRouterABI|v6\w+ABI|genericABI)\.Pack(\w+)`)
	seen := map[string]bool{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range packed.FindAllStringSubmatch(string(text), -1) {
			seen[strings.ToLower(m[2][:1])+m[2][1:]] = true
		}
	}
	words := describe.MethodsWithWords()
	for name := range seen {
		if !words[name] {
			t.Errorf("%s has no words", name)
		}
	}
	if len(seen) < 28 {
		t.Errorf("%d methods are packed", len(seen))
	}
}

// What version 5 trades in the vault, or unwraps from pairs, passes its wish and no other.
func TestDirectSwapsV5MeetTheirWish(t *testing.T) {
	t.Parallel()
	to := network.Contracts.AugustusSwapper
	direct, fork := packerOf(&contracts.DirectSwapMetaData),
		packerOf(&contracts.UniswapV2ForkRouterMetaData)
	against := func(dest common.Address, data []byte) string {
		tx := api.Transaction{ChainID: 1337, From: me, To: to, Data: data}
		sum := func(a common.Address, v *big.Int) []describe.Sum {
			return []describe.Sum{{Asset: api.Asset{Address: a}, Amount: api.MustBig(v)}}
		}
		wish := describe.Wish{Kind: describe.Swap, At: []common.Address{to}, To: me,
			Pays: sum(usdc, fiveThousand), Gets: sum(dest, leastWETH)}
		return describe.Transaction(tx, known()).Against(wish, tx, known()).Blocked()
	}
	type vault = contracts.UtilsDirectBalancerV2
	step := contracts.IBalancerVaultBatchSwapStep{AssetInIndex: new(big.Int),
		AssetOutIndex: big.NewInt(1), Amount: fiveThousand, UserData: []byte{}}
	apart := contracts.IBalancerVaultBatchSwapStep{AssetInIndex: big.NewInt(1),
		AssetOutIndex: big.NewInt(1), Amount: new(big.Int), UserData: []byte{}}
	none := new(big.Int)
	for _, method := range []string{"directBalancerV2GivenInSwap", "directBalancerV2GivenOutSwap"} {
		for name, change := range map[string]func(*vault){
			"":         func(*vault) {},
			"sold":     func(d *vault) { d.Assets[0] = taxed },
			"bought":   func(d *vault) { d.Assets[1] = taxed },
			"paid":     func(d *vault) { d.FromAmount = leastWETH },
			"least":    func(d *vault) { d.ToAmount = big.NewInt(1) },
			"receiver": func(d *vault) { d.Beneficiary = stranger },
			"partner":  func(d *vault) { d.Partner = stranger },
			"funds":    func(d *vault) { d.Funds.Recipient = stranger },
			"no asset": func(d *vault) { d.Assets = d.Assets[:1] },
			"no step":  func(d *vault) { d.Swaps = nil },
			"apart": func(d *vault) {
				d.Assets = []common.Address{usdc, weth, taxed}
				d.Swaps = []contracts.IBalancerVaultBatchSwapStep{step, apart}
				d.Swaps[1].AssetInIndex = big.NewInt(2)
				if strings.HasSuffix(method, "OutSwap") {
					d.Swaps[0], d.Swaps[1] = d.Swaps[1], d.Swaps[0]
				}
			},
		} {
			d := vault{Swaps: []contracts.IBalancerVaultBatchSwapStep{step},
				Assets: []common.Address{usdc, weth},
				Funds:  contracts.IBalancerVaultFundManagement{Sender: to, Recipient: to},
				Limits: []*big.Int{none, none}, FromAmount: fiveThousand, ToAmount: leastWETH,
				ExpectedAmount: quotedWETH, Deadline: big.NewInt(oneHr), FeePercent: none,
				Beneficiary: me, Permit: noPermit}
			change(&d)
			if why := against(weth, direct.pack(method, d)); (why == "") != (name == "") {
				t.Errorf("%s, other %q: blocked by %q", method, name, why)
			}
		}
	}
	pools := []*big.Int{stranger.Big()}
	for _, method := range []string{"swapOnUniswapV2Fork", "buyOnUniswapV2Fork"} {
		for name, c := range map[string]struct {
			src, coin, dest common.Address
			from, to        *big.Int
			pools           []*big.Int
		}{
			"":         {usdc, weth, api.NativeToken, fiveThousand, leastWETH, pools},
			"sold":     {taxed, weth, api.NativeToken, fiveThousand, leastWETH, pools},
			"unwraps":  {usdc, taxed, api.NativeToken, fiveThousand, leastWETH, pools},
			"paid":     {usdc, weth, api.NativeToken, leastWETH, leastWETH, pools},
			"least":    {usdc, weth, api.NativeToken, fiveThousand, none, pools},
			"no pools": {usdc, weth, api.NativeToken, fiveThousand, leastWETH, nil},
			"unnamed":  {usdc, common.Address{}, weth, fiveThousand, leastWETH, pools},
		} {
			why := against(c.dest, fork.pack(method, c.src, c.from, c.to, c.coin, c.pools))
			if (why == "") != (name == "") {
				t.Errorf("%s, other %q: blocked by %q", method, name, why)
			}
		}
	}
}

// A server may name no token at all: what stands in its place is read as what it is.
func TestSwapsThatBuyNothingAreDescribed(t *testing.T) {
	t.Parallel()
	direct := packerOf(&contracts.DirectSwapMetaData)
	w := describe.Transaction(api.Transaction{ChainID: 1337, From: me,
		To: network.Contracts.AugustusSwapper, Data: direct.pack("directUniV3Swap",
			contracts.UtilsDirectUniV3{FromToken: usdc, FromAmount: fiveThousand,
				ToAmount: leastWETH, ExpectedAmount: quotedWETH, FeePercent: new(big.Int),
				Deadline: big.NewInt(oneHr), Path: make([]byte, 43), Permit: noPermit})}, known())
	if why := w.Blocked(); !strings.Contains(why, "its first pool takes") {
		t.Errorf("blocked by %q:\n%s", why, tell(w))
	}
}

// What a contract counts is its own word, not an order's: a fungible order over a collection pays
// with whichever token has the amount for its id.
func TestKindsAreTheContracts(t *testing.T) {
	t.Parallel()
	rfq := packerOf(&contracts.AugustusRFQMetaData)
	const says = "Apes is counted as ERC721, not as ERC20"
	for name, change := range map[string]func(*api.Order){
		"sold":   func(o *api.Order) { o.MakerAsset.Address = apes },
		"bought": func(o *api.Order) { o.TakerAsset.Address = apes },
	} {
		o := someOrder()
		change(&o)
		signed := describe.TypedData(eip712.OrderTypedData(1337, network.Contracts.AugustusRFQ, o),
			known())
		if why := signed.Blocked(); why != says {
			t.Errorf("%s, an order: blocked by %q", name, why)
		}
		filled := describe.Transaction(api.Transaction{ChainID: 1337, From: me,
			To: network.Contracts.AugustusRFQ, Data: rfq.pack("partialFillOrderWithTarget",
				rfqOrder(o), make([]byte, 65), o.TakerAmount.Big(), me)}, known())
		if why := filled.Blocked(); why != says {
			t.Errorf("%s, a fill: blocked by %q", name, why)
		}
	}
}

// The order contract refuses to fill nothing.
func TestFillsOfNothingAreBlocked(t *testing.T) {
	t.Parallel()
	rfq := packerOf(&contracts.AugustusRFQMetaData)
	infos := []contracts.AugustusRFQOrderInfo{{Order: rfqOrder(someOrder()),
		Signature: make([]byte, 65), TakerTokenFillAmount: big.NewInt(1),
		PermitTakerAsset: []byte{}, PermitMakerAsset: []byte{}}}
	for _, method := range []string{"tryBatchFillOrderTakerAmount",
		"tryBatchFillOrderMakerAmount"} {
		w := describe.Transaction(api.Transaction{ChainID: 1337, From: me,
			To: network.Contracts.AugustusRFQ, Data: rfq.pack(method, infos, new(big.Int), me)},
			known())
		if !strings.Contains(tell(w), "an amount is zero: the contract refuses it") {
			t.Errorf("%s:\n%s", method, tell(w))
		}
	}
}

// Times beyond the year 9999 are marked; the year's last second is a date.
func TestTimesBeyondTheYear9999AreMarked(t *testing.T) {
	t.Parallel()
	const last = 253402300799
	simple := packerOf(&contracts.SimpleSwapMetaData)
	for at, says := range map[int64]string{last: "9999-12-31 23:59:59 UTC",
		last + 1: "never expires (a time beyond the year 9999)"} {
		w := describe.Transaction(api.Transaction{ChainID: 1337, From: me,
			To: network.Contracts.AugustusSwapper, Data: simple.pack("simpleSwap",
				contracts.UtilsSimpleData{FromToken: usdc, ToToken: weth,
					FromAmount: fiveThousand, ToAmount: leastWETH, ExpectedAmount: quotedWETH,
					FeePercent: new(big.Int), Deadline: big.NewInt(at), ExchangeData: []byte{},
					Permit: []byte{}})}, known())
		if text := tell(w); !strings.Contains(text, "Valid until: "+says) {
			t.Errorf("%d is not %q:\n%s", at, says, text)
		}
	}
}
