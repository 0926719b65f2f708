package route_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/views"
	"bourse/views/route"
	"bourse/views/sign"
	"bourse/wallet/describe"
)

// ask is something that a screen asks for, with what somebody agreed to by it.
type ask struct {
	name  string
	run   func() tea.Cmd
	terms terms
	nonce bool // it names its nonce, and no other will do
}

// asks is the ask for what a task does.
func (d *desk) asks(name string, task sign.Task, t terms) ask {
	return ask{name: name, run: func() tea.Cmd {
		sign.Run(d.s, task)
		return nil
	}, terms: t}
}

// everything asks for all kinds of transactions that a console signs.
func (d *desk) everything() (list []ask) {
	me, c, chain := d.s.Account.Address, d.s.Network.Contracts, d.s.Network.ChainID
	thing := func(symbol string) api.Asset { return api.Asset{Address: d.at(symbol)} }
	coin, some := api.Asset{Address: api.NativeToken}, d.units("7", "USDC")
	usdc, weth := thing("USDC"), thing("WETH")
	ape := api.Asset{Kind: api.ERC721, Address: d.at("APE"), ID: api.NewAmount(1)}
	theirs := api.Asset{Kind: api.ERC721, Address: d.at("APE"), ID: api.NewAmount(4)}
	pass := api.Asset{Kind: api.ERC1155, Address: d.at("PASS"), ID: api.NewAmount(2)}
	one := api.NewAmount(1)
	pays := func(a api.Asset, n api.Amount) map[api.Asset]api.Amount {
		return map[api.Asset]api.Amount{a: n}
	}
	gets := func(who common.Address, a api.Asset, n api.Amount) map[holding]api.Amount {
		return map[holding]api.Amount{{who, a}: n}
	}
	add := func(name string, task sign.Task, p map[api.Asset]api.Amount,
		g map[holding]api.Amount) {
		list = append(list, d.asks(name, task, terms{me, p, g}))
	}
	for symbol, to := range map[string]common.Address{"USDC": c.AugustusRFQ, "DAI": c.Delta,
		"WETH": c.AugustusV6, "LINK": c.TokenTransferProxy} {
		add("approve "+symbol, sign.Approve(d.s, d.tokens[symbol], to, some), nil, nil)
	}
	add("revoke", sign.Approve(d.s, d.tokens["USDC"], c.AugustusRFQ, api.Amount{}), nil, nil)
	add("approve a collection", sign.Approve(d.s, d.tokens["APE"], c.AugustusRFQ, one), nil, nil)
	add("revoke a collection", sign.Approve(d.s, d.tokens["PASS"], c.AugustusRFQ, api.Amount{}),
		nil, nil)
	add("approve for orders", sign.ApproveOrders(d.s, d.tokens["PASS"], pass), nil, nil)
	add("wrap", sign.Wrap(d.s, "wrap", one, false), pays(coin, one), gets(me, weth, one))
	add("unwrap", sign.Wrap(d.s, "unwrap", one, true), pays(weth, one), gets(me, coin, one))
	for name, what := range map[string]struct {
		asset api.Asset
		n     api.Amount
	}{"coins": {coin, some}, "tokens": {usdc, some}, "an NFT": {ape, one},
		"some NFTs": {pass, api.NewAmount(3)}} {
		add("send "+name, sign.Send(d.s, "send", what.asset, d.other, what.n),
			pays(what.asset, what.n), gets(d.other, what.asset, what.n))
	}
	order := func(sells, wants api.Asset, size, price string) api.OrderRecord {
		o := api.Order{MakerAsset: sells, TakerAsset: wants, MakerAmount: one, TakerAmount: one}
		if o.NFT = sells.Kind != api.ERC20; !o.NFT {
			o.MakerAmount = d.units(size, "WETH")
		}
		o.TakerAmount = d.units(price, "USDC")
		return d.post(d.other, o)
	}
	first, second := order(weth, usdc, "2", "6200"), order(weth, usdc, "1", "3150")
	add("take all of an order", sign.Fill(d.s, first, api.Amount{}),
		pays(usdc, first.TakerAmount), gets(me, weth, first.MakerAmount))
	add("take a part", sign.Fill(d.s, first, d.units("3100", "USDC")),
		pays(usdc, d.units("3100", "USDC")), gets(me, weth, d.units("1", "WETH")))
	for name, asset := range map[string]api.Asset{"an NFT": theirs, "a pass": pass} {
		o := order(asset, usdc, "1", "50")
		add("take "+name, sign.Fill(d.s, o, api.Amount{}), pays(usdc, o.TakerAmount),
			gets(me, asset, one))
	}
	both := []api.FillLeg{{Hash: first.Hash}, {Hash: second.Hash}}
	for side, total := range map[api.Side]api.Amount{api.Sell: d.units("7000", "USDC"),
		api.Buy: d.units("2", "WETH")} {
		take := sign.Take{Request: api.FillRequest{Taker: me, Legs: both,
			Side: side, Total: total},
			Pays: describe.Sum{Asset: usdc, Amount: d.units("7000", "USDC")},
			Gets: describe.Sum{Asset: weth, Amount: d.units("2", "WETH")}}
		if side == api.Sell {
			take.Least = total
		}
		add("sweep "+string(side), sign.FillAll(d.s, "sweep", take), pays(usdc, take.Pays.Amount),
			gets(me, weth, take.Gets.Amount))
	}
	var hashes []common.Hash
	for range 3 {
		hashes = append(hashes, d.post(me, api.Order{MakerAsset: weth, TakerAsset: usdc,
			MakerAmount: some, TakerAmount: some}).Hash)
	}
	add("cancel an order", sign.Cancel(d.s, "cancel", hashes[0]), nil, nil)
	add("cancel orders", sign.Cancel(d.s, "cancel", hashes...), nil, nil)
	add("claim", sign.Claim(d.s, "claim", c.FeeVault, []common.Address{usdc.Address}), nil,
		gets(me, usdc, one))
	list = append(list, d.swaps()...)
	waits := d.wait(apitest.On(d.exchange, chain).PrepareTransfer(d.t.Context(),
		api.TransferRequest{
			Owner: me, Asset: usdc, To: d.other, Amount: some}))
	nonce, _ := waits.Nonce.Uint64()
	for name, cancel := range map[string]bool{"speed up": false, "cancel a transaction": true} {
		a := ask{name: name, nonce: true, terms: terms{me, pays(usdc, some), gets(d.other, usdc,
			some)}, run: func() tea.Cmd {
			sign.Replace(d.s, waits.Hash, nonce, cancel)
			return nil
		}}
		if cancel {
			a.terms = terms{account: me}
		}
		list = append(list, a)
	}
	return list
}

// wait sends a transaction that waits for its block, as the console keeps it, and returns it.
func (d *desk) wait(tx api.Transaction, err error) views.Sent {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
	raw, hash, err := d.s.Wallet.SignTransaction(tx.From, tx)
	if err != nil {
		d.t.Fatal(err)
	}
	e := views.Sent{Kind: views.SentTransaction, Account: tx.From, ChainID: tx.ChainID, Hash: hash,
		Nonce: api.NewAmount(tx.Nonce), At: d.Clock.Now(), Act: views.TransactionAct(tx), Tx: &tx}
	if err := d.s.UnderWay.Put(e); err != nil {
		d.t.Fatal(err)
	}
	if _, err := apitest.On(d.s.Service, tx.ChainID).SendTransaction(d.t.Context(),
		raw); err != nil {
		d.t.Fatal(err)
	}
	d.s.UnderWay.Took(hash)
	return e
}

// swaps are by every method of both versions of the swap contract.
func (d *desk) swaps() (list []ask) {
	for _, c := range []struct {
		version            api.SwapVersion
		side               api.Side
		method             string
		src, dest, amount  string
		exchange, path     string
		partner, elsewhere bool
	}{
		{"6.2", "SELL", "swapExactAmountIn", "USDC", "WETH", "5000", "", "", true, false},
		{"6.2", "SELL", "swapExactAmountIn", "ETH", "USDC", "2", "", "", false, true},
		{"6.2", "BUY", "swapExactAmountOut", "USDC", "WETH", "1", "", "", true, false},
		{"6.2", "BUY", "swapExactAmountOut", "WETH", "USDC", "900", "", "", false, true},
		{"6.2", "SELL", "swapExactAmountInOnUniswapV2", "USDC", "WETH", "500", "UniswapV2", "",
			true, false},
		{"6.2", "SELL", "swapExactAmountInOnUniswapV2", "USDC", "DAI", "500", "UniswapV2",
			"USDC-WETH-DAI", false, false},
		{"6.2", "BUY", "swapExactAmountOutOnUniswapV2", "USDC", "ETH", "1", "UniswapV2", "", false,
			true},
		{"6.2", "SELL", "swapExactAmountInOnUniswapV3", "WETH", "USDC", "1", "UniswapV3", "",
			false, false},
		{"6.2", "SELL", "swapExactAmountInOnUniswapV3", "USDC", "DAI", "400", "UniswapV3",
			"USDC-WETH-DAI", true, false},
		{"6.2", "BUY", "swapExactAmountOutOnUniswapV3", "USDC", "WETH", "1", "UniswapV3", "",
			false, false},
		{"6.2", "SELL", "swapExactAmountInOnCurveV1", "USDC", "DAI", "500", "CurveV1", "", false,
			false},
		{"6.2", "SELL", "swapExactAmountInOnCurveV2", "USDC", "DAI", "500", "CurveV1", "", true,
			false},
		{"6.2", "SELL", "swapExactAmountInOnBalancerV2", "USDC", "WETH", "50", "BalancerV2", "",
			false, false},
		{"6.2", "BUY", "swapExactAmountOutOnBalancerV2", "USDC", "WETH", "0.01", "BalancerV2", "",
			false, false},
		{"6.2", "SELL", "swapOnAugustusRFQTryBatchFill", "USDC", "WETH", "3100", "LimitOrders",
			"", false, false},
		{"6.2", "BUY", "swapOnAugustusRFQTryBatchFill", "USDC", "WETH", "1", "LimitOrders", "",
			false, false},
		{"5", "SELL", "simpleSwap", "USDC", "WETH", "500", "UniswapV2", "USDC-WETH", true, false},
		{"5", "BUY", "simpleBuy", "USDC", "WETH", "1", "UniswapV2", "USDC-WETH", true, false},
		{"5", "SELL", "multiSwap", "USDC", "DAI", "400", "", "USDC-WETH-DAI", false, true},
		{"5", "SELL", "megaSwap", "USDC", "WETH", "5000", "", "", false, false},
		{"5", "BUY", "buy", "USDC", "WETH", "1", "UniswapV3", "USDC-WETH", false, false},
		{"5", "SELL", "protectedSimpleSwap", "ETH", "USDC", "1", "UniswapV3", "ETH-USDC", false,
			false},
		{"5", "SELL", "protectedMultiSwap", "ETH", "DAI", "1", "", "ETH-USDC-DAI", false, false},
		{"5", "SELL", "protectedMegaSwap", "USDC", "WETH", "900", "", "", false, false},
		{"5", "BUY", "protectedSimpleBuy", "USDC", "WETH", "1", "UniswapV3", "USDC-WETH", false,
			false},
		{"5", "SELL", "swapOnUniswapV2Fork", "USDC", "ETH", "500", "UniswapV2", "", false, false},
		{"5", "BUY", "buyOnUniswapV2Fork", "USDC", "ETH", "1", "UniswapV2", "", false, false},
		{"5", "SELL", "directUniV3Swap", "USDC", "WETH", "500", "UniswapV3", "USDC-WETH", true,
			false},
		{"5", "BUY", "directUniV3Buy", "ETH", "USDC", "1000", "UniswapV3", "ETH-USDC", false,
			true},
		{"5", "SELL", "directCurveV1Swap", "USDC", "DAI", "500", "CurveV1", "USDC-DAI", true,
			false},
		{"5", "SELL", "directCurveV2Swap", "USDC", "DAI", "500", "CurveV1", "USDC-DAI", false,
			false},
		{"5", "SELL", "directBalancerV2GivenInSwap", "USDC", "WETH", "30", "BalancerV2",
			"USDC-WETH", false, false},
		{"5", "BUY", "directBalancerV2GivenOutSwap", "ETH", "USDC", "10", "BalancerV2",
			"ETH-USDC", false, false},
		{"5", "SELL", "swapOnAugustusRFQTryBatchFill", "USDC", "WETH", "3100", "LimitOrders", "",
			false, false},
		{"5", "BUY", "buyOnAugustusRFQTryBatchFill", "USDC", "WETH", "1", "LimitOrders", "", false,
			false},
	} {
		counted := c.src
		if c.side == api.Buy {
			counted = c.dest
		}
		p := api.PriceRequest{Src: c.src, Dest: c.dest, Amount: d.units(c.amount, counted),
			Side: c.side, Version: c.version, IncludeMethods: []string{c.method}}
		if c.exchange != "" {
			p.IncludeExchanges = []string{c.exchange}
		}
		if c.path != "" {
			p.Route = strings.Split(c.path, "-")
		}
		t := api.SwapTerms{User: d.s.Account.Address, Slippage: 100}
		if c.partner {
			t.PartnerAddress, t.PartnerFeeBps = d.other, 50
		}
		if c.elsewhere {
			t.Receiver = d.other
		}
		list = append(list, d.swap(c.method, p, t))
	}
	return list
}

// swap asks for a swap as the form does.
func (d *desk) swap(name string, p api.PriceRequest, t api.SwapTerms) ask {
	d.t.Helper()
	p.PartnerAddress, p.PartnerFeeBps = t.PartnerAddress, t.PartnerFeeBps
	r, raw := d.route(p)
	if r.ContractMethod != name {
		d.t.Fatalf("%s: by %s", name, r.ContractMethod)
	}
	b := api.BuildRequest{ChainID: d.s.Network.ChainID, Terms: t, Src: r.SrcToken.Hex(),
		Dest: r.DestToken.Hex(), SrcDecimals: &r.SrcDecimals, DestDecimals: &r.DestDecimals,
		HasSlippage: true, Route: raw}
	if b.DestAmount = &r.DestAmount; r.Side == api.Sell {
		b.SrcAmount, b.DestAmount = &r.SrcAmount, nil
	}
	to := t.Receiver
	if to == (common.Address{}) {
		to = t.User
	}
	o := route.Offer{Route: r, Slippage: t.Slippage, Fee: t.PartnerFeeBps}
	// a hundredth of it may be lost, the partner's part, and what rounding takes
	const whole, rounding = 10_000, 3
	part := func(a api.Amount, bps int) api.Amount {
		return a.MulDiv(api.NewAmount(uint64(bps)), api.NewAmount(whole))
	}
	most, least := r.SrcAmount, part(part(r.DestAmount, whole-t.Slippage), whole-t.PartnerFeeBps)
	if r.Side == api.Buy {
		least = r.DestAmount
		most = part(part(r.SrcAmount, whole+t.Slippage), whole+t.PartnerFeeBps).Add(
			api.NewAmount(rounding))
	}
	return d.asks(fmt.Sprintf("%s %s %s", r.Version, name, p.Side),
		sign.Swap(d.s, "swap", b, route.Wants(d.s.Network.Contracts, r.SrcToken, r.DestToken, to,
			o, b)),
		terms{t.User, map[api.Asset]api.Amount{{Address: r.SrcToken}: most},
			map[holding]api.Amount{{to, api.Asset{Address: r.DestToken}}: least.Sub(
				api.NewAmount(rounding))}})
}

// The contracts of a thief, of which one says yes to everything and one tells of riches.
var (
	yes  = common.HexToAddress("0x00000000000000000000000000000000000bad01")
	much = common.HexToAddress("0x00000000000000000000000000000000000bad02")
	bad  = map[common.Address][]byte{yes: yesMan, much: muchMan}
)

// lie alters one thing of a transaction, and says what.
func (d *desk) lie(random *rand.Rand, a ask, tx *api.Transaction) string {
	words := (len(tx.Data) + 27) / 32
	if words < 1 || random.IntN(12) == 0 {
		switch n := random.IntN(6); {
		case n == 0:
			tx.To = yes
			return "called"
		case n == 1:
			tx.To = d.s.Network.Contracts.AugustusSwapper
			return "called"
		case n == 2:
			tx.Value = tx.Value.Add(api.NewAmount(1 + random.Uint64N(1e18)))
			return "value"
		case n == 3:
			tx.From = d.other
			return "from"
		case n == 4 && a.nonce:
			tx.Nonce++
			return "nonce"
		case n == 4:
			tx.ChainID++
			return "chain"
		case words < 1:
			tx.Data = []byte{0xde, 0xad, 0xbe, 0xef}
			return "selector"
		}
		tx.Data[random.IntN(4)] ^= 1 << random.IntN(8)
		return "selector"
	}
	n := random.IntN(words)
	word := tx.Data[4+32*n : min(36+32*n, len(tx.Data))]
	before := string(word)
	put := func(a common.Address) { copy(word, common.LeftPadBytes(a[:], len(word))) }
	how := random.IntN(11)
	switch how {
	case 0:
		word[random.IntN(len(word))] ^= 1 << random.IntN(8)
	case 1:
		clear(word)
	case 2:
		put(yes)
	case 3:
		put(much)
	case 4:
		put([]common.Address{d.at("WETH"), d.at("USDC"), d.at("DAI"), api.NativeToken}[random.IntN(
			4)])
	case 5:
		put([]common.Address{d.other, d.s.Account.Address, d.s.Network.Contracts.AugustusV6,
			d.s.Network.Contracts.AugustusRFQ}[random.IntN(4)])
	case 6: // twice as much
		carry := byte(0)
		for i := len(word) - 1; i >= 0; i-- {
			word[i], carry = word[i]<<1|carry, word[i]>>7
		}
	case 7:
		if len(word) == 32 {
			binary.BigEndian.PutUint64(word[24:], binary.BigEndian.Uint64(word[24:])+1)
		}
	case 8:
		if len(word) == 32 {
			binary.BigEndian.PutUint64(word[24:], binary.BigEndian.Uint64(word[24:])-1)
		}
	case 9:
		tx.Data = tx.Data[:4+32*n]
		return fmt.Sprintf("tail from word %d", n)
	default: // a word of another place
		m := random.IntN(words)
		copy(word, tx.Data[4+32*m:min(36+32*m, len(tx.Data))])
	}
	if string(word) == before {
		return ""
	}
	return fmt.Sprintf("word %d (%d)", n, how)
}

// refused opens the dialog for what is asked, presses the key that aims at Sign, and says why that
// does not move there.
func (d *desk) refused(a ask) (why string) {
	d.hear()
	d.Do(a.run())
	d.Advance(500 * time.Millisecond) // keys in flight count for nothing
	switch frame := d.Frame(); {
	case !strings.Contains(frame, "SIGN and SEND") && !strings.Contains(frame, "CANNOT BE SIGNED"):
		d.t.Fatalf("%s is not prepared:\n%s", a.name, frame)
	case len(d.Root.Dialogs()) == 0:
		d.t.Fatalf("%s opens nothing", a.name)
	}
	d.Press("S")
	if frame := d.Frame(); strings.Contains(frame, "[ Cancel ]◂") ||
		strings.Contains(frame, "[ Close ]◂") {
		why = strings.TrimPrefix(d.Root.Note().Text, "move to Sign: ")
	}
	for len(d.Root.Dialogs()) > 0 {
		d.Press("esc")
	}
	return why
}

// tally is what became of alterations.
type tally struct{ tried, refused, fails, same, within int }

// TestNoLieIsSigned: a proxy between console and exchange alters what is prepared, of every kind.
// Where what it leaves can be signed, the chain carries it out, and nothing more leaves the account
// than was agreed to, nothing less comes, and nobody gets a right. BOURSE_LIES says how many
// alterations are tried; each night 10,000.
func TestNoLieIsSigned(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	lies := 500
	if n, err := strconv.Atoi(os.Getenv("BOURSE_LIES")); err == nil {
		lies = n
	}
	random, all := rand.New(rand.NewPCG(uint64(lies), 2)), tally{}
	const aDay = 1000 // on one exchange: what is prepared is for some minutes
	for all.tried < lies && !t.Failed() {
		newDesk(t).lied(random, min(aDay, lies-all.tried), &all)
	}
	t.Logf("%d alterations: %d refused; of the others %d fail on the chain, %d do the same and "+
		"%d keep to the terms", all.tried, all.refused, all.fails, all.same, all.within)
	if all.refused < lies/2 {
		t.Error("the proxy alters next to nothing")
	}
}

// lied tries alterations.
func (d *desk) lied(random *rand.Rand, lies int, all *tally) {
	t := d.t
	d.give()
	asks := d.everything()
	honest, nonces := make([]ran, len(asks)), make([]uint64, len(asks))
	for i, a := range asks {
		if why := d.refused(a); why != "" {
			t.Errorf("%s: the honest answer is refused: %s", a.name, why)
		}
		honest[i], nonces[i] = d.run(d.proxy.answered(), nil), d.proxy.answered().Nonce
		if why := a.terms.breach(honest[i], ran{}); honest[i].failed != "" ||
			why != "" && len(a.terms.gets) > 0 {
			t.Errorf("%s: the honest answer breaks the terms: %s %s", a.name, why,
				honest[i].failed)
		}
	}
	for range lies {
		i := all.tried % len(asks)
		a, what := asks[i], ""
		all.tried++
		d.proxy.altered(func(tx *api.Transaction) {
			for n := 0; what == "" && n < 9; n++ {
				what = d.lie(random, a, tx)
			}
		})
		if d.refused(a) != "" {
			all.refused++
			continue
		}
		is := d.run(d.proxy.answered(), bad)
		why := a.terms.breach(is, honest[i])
		if a.nonce && d.proxy.answered().Nonce != nonces[i] {
			why = "it takes the place of nothing"
		}
		if why != "" {
			t.Errorf("%s, other %s: can be signed, and %s:\n%s", a.name, what, why,
				d.proxy.answered().Data)
		}
		switch {
		case is.failed != "":
			all.fails++
		case slices.Equal(is.logs, honest[i].logs):
			all.same++
		default:
			all.within++
		}
	}
}

// give gives the account and the other one what they need for everything: rights without bounds,
// as many have who ever gave one, and a partner's fee.
func (d *desk) give() {
	me, c := d.s.Account.Address, d.s.Network.Contracts
	for _, symbol := range []string{"USDC", "WETH", "DAI"} {
		d.allow(me, symbol, c.AugustusRFQ, c.AugustusV6, c.TokenTransferProxy, c.Delta)
		d.allow(d.other, symbol, c.AugustusRFQ)
	}
	d.allow(d.other, "APE", c.AugustusRFQ)
	d.allow(d.other, "PASS", c.AugustusRFQ)
	d.earn()
}

// earn lets the account earn a partner's fee.
func (d *desk) earn() {
	d.t.Helper()
	r, raw := d.route(api.PriceRequest{Src: "WETH", Dest: "USDC", Side: api.Sell,
		Amount: d.units("1", "WETH"), Version: api.Version62})
	d.send(apitest.On(d.exchange, d.s.Network.ChainID).PrepareSwap(d.t.Context(), api.BuildRequest{
		Src: r.SrcToken.Hex(), Dest: r.DestToken.Hex(), SrcDecimals: &r.SrcDecimals,
		DestDecimals: &r.DestDecimals, SrcAmount: &r.SrcAmount, HasSlippage: true, Route: raw,
		Terms: api.SwapTerms{User: d.s.Account.Address, Slippage: 100,
			PartnerAddress: d.s.Account.Address, PartnerFeeBps: 100}}))
}
