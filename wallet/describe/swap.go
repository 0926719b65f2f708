package describe

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// swapCalls are the swap methods of version 6.2 by name: whether the input is exact.
var (
	swapsV6 = map[string]describeCall{
		"swapExactAmountIn": swapV6(true), "swapExactAmountInPro": swapV6(true),
		"swapExactAmountOut": swapV6(false), "swapExactAmountOutPro": swapV6(false),
	}
	swapsV6UniswapV2 = map[string]describeCall{
		"swapExactAmountInOnUniswapV2":  swapV6(true),
		"swapExactAmountOutOnUniswapV2": swapV6(false)}
	swapsV6UniswapV3 = map[string]describeCall{
		"swapExactAmountInOnUniswapV3":  swapV6(true),
		"swapExactAmountOutOnUniswapV3": swapV6(false)}
	swapsV6Curve = map[string]describeCall{
		"swapExactAmountInOnCurveV1": swapV6(true), "swapExactAmountInOnCurveV2": swapV6(true)}
	swapsV6BalancerV2 = map[string]describeCall{
		"swapExactAmountInOnBalancerV2":  swapV6(true),
		"swapExactAmountOutOnBalancerV2": swapV6(false)}
	swapsV6Module = map[string]describeCall{"swapExactAmountInOutOnMakerPSM": swapOnModule}
	// Version 5.
	swapsV5Simple = map[string]describeCall{
		"simpleSwap": swapV5(true), "simpleBuy": swapV5(false)}
	swapsV5Multi = map[string]describeCall{
		"multiSwap": swapV5(true), "megaSwap": swapV5(true), "buy": swapV5(false)}
	swapsV5ProtectedSimple = map[string]describeCall{
		"protectedSimpleSwap": swapV5(true), "protectedSimpleBuy": swapV5(false)}
	swapsV5ProtectedMulti = map[string]describeCall{
		"protectedMultiSwap": swapV5(true), "protectedMegaSwap": swapV5(true)}
	swapsV5NFT    = map[string]describeCall{"simpleBuyNFT": buyNFT}
	swapsV5Direct = map[string]describeCall{
		"directUniV3Swap": swapV5(true), "directUniV3Buy": swapV5(false),
		"directCurveV1Swap": swapV5(true), "directCurveV2Swap": swapV5(true),
		"directBalancerV2GivenInSwap":  swapV5(true),
		"directBalancerV2GivenOutSwap": swapV5(false),
	}
	swapsV5Fork = map[string]describeCall{
		"swapOnUniswapV2Fork": swapFork(true), "swapOnUniswapV2ForkWithPermit": swapFork(true),
		"buyOnUniswapV2Fork": swapFork(false), "buyOnUniswapV2ForkWithPermit": swapFork(false),
	}
)

// terms are what a swap pays, gets and gives away.
type terms struct {
	src, dest        common.Address
	from, to, quoted api.Amount
	beneficiary      common.Address
	partner          common.Address
	bps              uint64 // of what is got (of what is paid where feeFromSource)
	feeFromSource    bool
	surplus          string // who keeps what is better than quoted
	gains, uncapped  bool   // see Partner
	kept             bool   // none of the surplus is the user's
	dust             uint64 // what stays behind of the output
}

// minOut is the least that arrives of an exact input. The contract compares what the pools gave
// with `to` before it takes what is better than quoted, then the fee, then the dust.
func (t terms) minOut() api.Amount {
	least := t.to.Min(t.quoted)
	if !t.feeFromSource {
		least = least.Sub(least.BPSUp(t.bps))
	}
	return least.Sub(api.NewAmount(t.dust))
}

// fee is the partner's of what was quoted, rounded down as the contracts do.
func (t terms) fee(quoted api.Amount) api.Amount {
	return quoted.BPS(t.bps)
}

// named holds decoded arguments by name, members of structs beside the others.
type named map[string]reflect.Value

func (c call) named() named {
	n := named{}
	for i, in := range c.method.Inputs {
		v := reflect.ValueOf(c.args[i])
		if in.Type.T != abi.TupleTy {
			n[in.Name] = v
			continue
		}
		for j, name := range in.Type.TupleRawNames {
			n[name] = v.Field(j)
		}
	}
	return n
}

// pick returns the first of the names that is there as a T; the zero value where none is.
func pick[T any](n named, names ...string) (v T) {
	for _, name := range names {
		if x, ok := n[name]; ok {
			if v, ok := x.Interface().(T); ok {
				return v
			}
		}
	}
	return v
}

func (n named) amount(names ...string) api.Amount {
	if b := pick[*big.Int](n, names...); b != nil {
		return api.MustBig(b)
	}
	return api.Amount{}
}

func (c call) terms() (terms, named) {
	n := c.named()
	return terms{
		src:  pick[common.Address](n, "srcToken", "fromToken"),
		dest: pick[common.Address](n, "destToken", "toToken"),
		from: n.amount("fromAmount"), to: n.amount("toAmount"),
		quoted:      n.amount("quotedAmount", "expectedAmount"),
		beneficiary: pick[common.Address](n, "beneficiary"),
		partner:     pick[common.Address](n, "partner"),
	}, n
}

func swapV6(exactIn bool) describeCall {
	return func(d *describer, c call) {
		t, n := c.terms()
		t.dust = 1
		fee := n.amount("partnerAndFee")
		b := fee.Bytes32()
		t.partner = common.BytesToAddress(b[:20])
		t.bps, t.surplus = feeV6(fee)
		t.gains = t.surplus != "" && t.partner != (common.Address{}) && bit(fee, 94, 95) &&
			(bit(fee, 94) || !bit(fee, 90))
		t.uncapped = t.surplus != "" && !bit(fee, 92)
		t.kept = t.gains && !bit(fee, 94)
		// Balancer: the tokens are in the vault's calldata
		if packed, ok := n["beneficiaryAndApproveFlag"]; ok {
			word := common.BigToHash(packed.Interface().(*big.Int))
			t.beneficiary = common.BytesToAddress(word[12:])
			var known bool
			var funds reflect.Value
			if t.src, t.dest, funds, known = vaultTokens(pick[[]byte](n, "data")); !known {
				d.Title = "UNKNOWN swap"
				d.add("Does", "UNKNOWN: this program cannot read which tokens are swapped in "+
					"the vault").Level = Danger
				d.danger("unknown", "the call to the vault inside is not one this program can read")
				return
			}
			d.inVault(c, funds)
		}
		if executor, ok := n["executor"]; ok {
			d.executor(executor.Interface().(common.Address))
		}
		d.pools(c, t, n, exactIn)
		d.swap(t, c, exactIn)
		d.permitInside(pick[[]byte](n, "permit"))
	}
}

// swapOnModule describes a swap on a stability module, which pays the receiver itself: the swap
// contract checks what arrives and gives back what the module leaves of the input.
func swapOnModule(d *describer, c call) {
	t, n := c.terms()
	word := common.BigToHash(pick[*big.Int](n, "beneficiaryDirectionApproveFlag"))
	t.beneficiary = common.BytesToAddress(word[12:])
	d.Title, d.Act.Kind = "Swap", Swap
	d.give("Pay at most", t.from, api.Asset{Address: t.src})
	d.get("Get at least", t.to, api.Asset{Address: t.dest})
	d.add("Exchanged by", d.party(pick[common.Address](n, "exchange")))
	d.beneficiaryOf(t)
	d.coins(t, c.value)
	d.permitInside(pick[[]byte](n, "permit"))
}

// maxFlatFee is the most that version 6.2 takes for a partner, in basis points.
const maxFlatFee = 200

// feeV6 reads the low half of partnerAndFee: bits 0–13 basis points, of which at most 200 are
// charged, and the flags that say who keeps what is better than quoted.
func feeV6(fee api.Amount) (bps uint64, surplus string) {
	v := fee.U256()
	capped := ""
	if bit(fee, 92) {
		capped = ", up to 1.00%"
	}
	b := fee.Bytes32()
	switch {
	case common.BytesToAddress(b[:20]) == common.Address{}:
		return 0, "to the exchange" + capped
	case v.Uint64()&0x3fff > 0:
		return min(v.Uint64()&0x3fff, maxFlatFee), ""
	case bit(fee, 94):
		return 0, "half to the exchange, a quarter to the referrer, the rest to you" + capped
	case !bit(fee, 95):
		return 0, "to the exchange" + capped
	case bit(fee, 90):
		return 0, "half to the exchange, half to you" + capped
	}
	return 0, "half to the exchange, half to the partner" + capped
}

// bit tells whether any of some bits is set.
func bit(word api.Amount, any ...int) bool {
	return slices.ContainsFunc(any, func(i int) bool { return word.Big().Bit(i) == 1 })
}

func swapV5(exactIn bool) describeCall {
	return func(d *describer, c call) {
		t, n := c.terms()
		// one that is packed stands beside the token that is bought
		if path, ok := n["path"]; ok && path.Type().Elem().Kind() == reflect.Struct {
			t.dest = endOf(d, path)
		}
		if steps, ok := n["swaps"]; ok {
			t.src, t.dest = d.inSteps(c, n, steps, exactIn)
		}
		t.bps, t.feeFromSource, t.surplus = feeV5(t.partner, n.amount("feePercent").Big())
		t.gains = t.partner != (common.Address{}) &&
			t.surplus == "in part to the exchange and the partner"
		d.pools(c, t, n, exactIn)
		d.swap(t, c, exactIn)
		if _, ok := n["deadline"]; ok {
			d.until("Valid until", n.amount("deadline"))
		}
		d.permitInside(pick[[]byte](n, "permit"))
	}
}

// swapFork describes version 5 along constant-product pools, which the call names by address alone:
// what they give is certain only where the swap contract unwraps it, which fails of anything else.
func swapFork(exactIn bool) describeCall {
	return func(d *describer, c call) {
		n := c.named()
		t := terms{src: pick[common.Address](n, "tokenIn"),
			from: n.amount("amountIn", "amountInMax"), to: n.amount("amountOutMin", "amountOut")}
		coin, wrapped := pick[common.Address](n, "weth"), d.known.Network.Contracts.WrappedNative
		if sells := t.src == api.NativeToken; (sells || coin != common.Address{}) &&
			coin != wrapped {
			d.check(Block, "it wraps or unwraps a token that is not the wrapped coin")
		} else if !sells && coin == wrapped {
			t.dest = api.NativeToken
		}
		if len(pick[[]*big.Int](n, "pools")) == 0 {
			d.check(Block, "it names no pool: it would fail")
		}
		d.permitInside(pick[[]byte](n, "permit"))
		if t.dest == api.NativeToken {
			if t.quoted = t.to; !exactIn {
				t.quoted = t.from
			}
			d.swap(t, c, exactIn)
			d.Act.Quoted = nil
			return
		}
		d.Title, d.Act.Kind = "Swap", Swap
		d.give("Pay at most", t.from, api.Asset{Address: t.src})
		d.add("Get at least", "UNKNOWN: "+t.to.String()+" raw units of a token that the call "+
			"does not name").Level = Danger
		d.danger("unknown", "its pools are named by address alone: nobody can say what they give")
		d.beneficiaryOf(t)
		d.coins(t, c.value)
	}
}

// feeV5 reads a feePercent word: bits 0–13 basis points, bit 15 fee from the source token, bit 16
// share of the surplus only, bits 248–255 version; version 0 is basis points alone.
func feeV5(partner common.Address, fee *big.Int) (bps uint64, fromSource bool, surplus string) {
	versioned := fee.BitLen() > 248
	switch {
	case partner == common.Address{}:
		return 0, false, "in part to the exchange"
	case versioned && fee.Bit(16) == 1:
		return 0, false, "in part to the exchange and the partner"
	case versioned:
		bps = new(big.Int).And(fee, big.NewInt(0x3fff)).Uint64()
	case fee.IsUint64():
		bps = fee.Uint64()
	default:
		bps = 10_000
	}
	if bps == 0 {
		return 0, false, "in part to the exchange"
	}
	return min(bps, 10_000), versioned && fee.Bit(15) == 1, ""
}

// endOf returns the token in which a multi-hop or split swap ends: every branch must end in the
// same one.
func endOf(d *describer, path reflect.Value) common.Address {
	if path.Len() == 0 {
		d.check(Block, "the swap has no path: it would fail")
		return common.Address{}
	}
	last := path.Index(path.Len() - 1)
	if to := last.FieldByName("To"); to.IsValid() {
		return to.Interface().(common.Address)
	}
	var end common.Address
	for i := range path.Len() {
		e := endOf(d, path.Index(i).FieldByName("Path"))
		if i > 0 && e != end {
			d.check(Block, "the branches of the swap do not end in one token")
		}
		end = e
	}
	return end
}

// swap says what a swap pays and gets, to whom, and who else gets a part.
func (d *describer) swap(t terms, c call, exactIn bool) {
	src, dest := api.Asset{Address: t.src}, api.Asset{Address: t.dest}
	d.Title, d.Act.Kind, d.Act.Quoted = "Swap", Swap, &t.quoted
	d.Act.Partner = Partner{Address: t.partner, Bps: t.bps, Gains: t.gains, Uncapped: t.uncapped}
	if exactIn {
		d.give("Sell exactly", t.from, src)
		minOut := t.minOut()
		arrives := t.quoted
		if !t.feeFromSource {
			arrives = arrives.Sub(t.fee(arrives))
		}
		d.get("Get at least", minOut, dest).Note = d.expected(minOut, arrives, dest)
		if minOut.IsZero() {
			d.danger("nothing", "it accepts nothing in return")
		}
	} else {
		pays, least := t.quoted, t.to.Sub(api.NewAmount(t.dust))
		if t.feeFromSource || !c.isV5() {
			pays = pays.Add(t.fee(pays))
		} else {
			least = least.Sub(least.BPSUp(t.bps))
		}
		d.give("Pay at most", t.from, src).Note = "expected " + d.known.quantity(pays, src, api.Up)
		d.get("Get at least", least, dest)
	}
	d.beneficiaryOf(t)
	if t.partner != (common.Address{}) {
		text := "no fee"
		switch {
		case t.bps > 0:
			text = "fee " + api.Percent(int64(t.bps))
		case t.surplus != "":
			text = "no fee but of a better price"
		}
		d.add("Partner", d.party(t.partner)+": "+text)
	}
	if t.surplus != "" {
		l := d.add("Better price", "the gain goes "+t.surplus)
		if t.kept {
			l.Note = d.notYours(t, src, dest, exactIn)
		}
	}
	d.coins(t, c.value)
}

// notYours says in amounts what a swap keeps from its user that is better than quoted.
func (d *describer) notYours(t terms, src, dest api.Asset, exactIn bool) string {
	const percents = 100
	most := t.quoted.MulDiv(api.NewAmount(1), api.NewAmount(percents)) // that counts as surplus
	if exactIn {
		text := "none of what comes above " + d.known.quantity(t.quoted, dest, api.Down) +
			" is yours"
		if !t.uncapped {
			text += ", up to " + d.known.quantity(t.quoted.Add(most), dest, api.Down)
		}
		return text
	}
	text := "none of what it costs less than " + d.known.quantity(t.quoted, src, api.Up) +
		" is yours"
	if !t.uncapped {
		text += ", down to " + d.known.quantity(t.quoted.Sub(most), src, api.Up)
	}
	return text
}

// beneficiaryOf says who receives; zero is the caller.
func (d *describer) beneficiaryOf(t terms) {
	if t.beneficiary == (common.Address{}) {
		d.yourself("To")
		return
	}
	d.target(t.beneficiary)
}

// expected says what arrives as quoted and how much worse the minOut is.
func (d *describer) expected(minOut, quoted api.Amount, asset api.Asset) string {
	if quoted.IsZero() {
		return "nothing was quoted"
	}
	text := "expected " + d.known.quantity(quoted, asset, api.Down)
	if minOut.Less(quoted) {
		text += worstCase(minOut, quoted)
	}
	return text
}

// coins checks that native coin is sent exactly where the swap sells it.
func (d *describer) coins(t terms, value api.Amount) {
	want := api.Amount{}
	if t.src == api.NativeToken {
		want = t.from
	}
	if value != want {
		d.check(Block, "it sends "+d.known.exact(
			value, api.NativeToken)+" where the swap needs "+d.known.exact(want, api.NativeToken))
	}
	if t.src == t.dest {
		d.check(Block, "both sides are the same token")
	}
}

// executor says which contract carries a route out; the swap contract checks the result whatever it
// does.
func (d *describer) executor(a common.Address) {
	if _, ok := d.known.contract(a); ok {
		d.add("Carried out by", d.party(a))
		return
	}
	d.add("Carried out by", d.party(a)).Level = Warn
	d.check(Warn, "the contract that carries the route out is not known here; it can take no "+
		"more than is sold")
}

func (d *describer) permitInside(permit []byte) {
	if d.Act.Permit = permit; len(permit) > 0 {
		d.add("With", fmt.Sprintf("a permit of %d bytes for the tokens", len(permit)))
	}
}

// buyNFT describes a swap that pays for NFTs; bit 160 of a token tells an ERC1155 from an ERC721.
func buyNFT(d *describer, c call) {
	t, n := c.terms()
	d.Title, d.Act.Kind = "Buy NFTs", "a purchase of NFTs"
	d.give("Pay at most", t.from, api.Asset{Address: t.src})
	for _, x := range convert[[]contracts.UtilsToTokenNFTDetails](n["toTokenDetails"].Interface()) {
		asset := api.Asset{Kind: api.ERC721, Address: common.BigToAddress(x.ToToken),
			ID: api.MustBig(x.ToTokenID)}
		if x.ToToken.Bit(160) == 1 {
			asset.Kind = api.ERC1155
		}
		d.get("Get exactly", api.MustBig(x.ToAmount), asset)
	}
	d.beneficiaryOf(t)
	d.coins(t, c.value)
	d.until("Valid until", n.amount("deadline"))
	d.permitInside(pick[[]byte](n, "permit"))
}
