package order

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// derive says what is wrong, makes the list of checks and tells whether the order can be reviewed.
func (n *nftForm) derive() {
	n.give.shape()
	n.get.shape()
	give, get := n.read(n.give), n.read(n.get)
	n.until.Hidden = n.expiry.Value() != custom
	n.until.Problem, n.taker.Problem, n.expiry.Suffix = "", "", ""
	at, err := n.expiryAt()
	if err != nil && n.until.Value() != "" {
		n.until.Problem = err.Error()
	}
	if err == nil && at != 0 {
		n.expiry.Suffix = when(at, n.s.Env.Now())
	}
	if _, why := n.intended(); why != "" {
		n.taker.Problem = why
	}
	if give.asset.Kind == api.ERC20 {
		n.give.count.Suffix = cells.Clean(nameOf(give.token))
	} else {
		n.give.count.Suffix = ""
	}
	n.get.count.Suffix = ""
	if get.asset.Kind == api.ERC20 {
		n.get.count.Suffix = cells.Clean(nameOf(get.token))
		if give.asset.Kind == api.ERC1155 {
			n.get.count.Suffix += " for all of them"
		}
	}
	n.form.Checks = n.checks(give, get)
	n.form.Buttons = []form.Button{
		{ID: "review", Label: "Review & sign ⏎", Off: n.off(give, get), Run: n.review},
		{ID: "clear", Label: "Clear ⌃l", Run: n.clear},
	}
}

// signs shows how the order names its assets.
func (n *nftForm) signs(cells.Box) string {
	t, give, get := n.s.Env.Theme, n.read(n.give), n.read(n.get)
	if n.area.H < 28 {
		return ""
	}
	lines := []string{""}
	for _, l := range []struct {
		what string
		half half
	}{{"makerAsset", give}, {"takerAsset", get}} {
		text := ui.Unknown
		if l.half.asset.Address != (common.Address{}) {
			text = l.half.packed()
		}
		lines = append(lines, t.Muted.Render(" "+l.what+"  "+text))
	}
	return strings.Join(lines, "\n")
}

func (n *nftForm) expiryAt() (uint64, error) {
	return expiryOf(n.expiry.Value(), n.until.Value(), n.s.Env.Now())
}

// intended is the named taker, the zero address for anyone, or what is wrong with what was typed.
func (n *nftForm) intended() (a common.Address, why string) {
	text := strings.TrimSpace(n.taker.Value())
	if text == "" || strings.EqualFold(text, "anyone") {
		return a, ""
	}
	return namedTaker(n.s, text)
}

// checks are a fixed list.
func (n *nftForm) checks(give, get half) []ui.Check {
	list := []ui.Check{n.ownCheck(give), n.approvalCheck(give)}
	market, _ := n.marketChecks(give, get)
	list = append(list, market...)
	if to, why := n.intended(); why == "" && to != (common.Address{}) {
		check := ui.Check{Level: ui.OK, Text: "only " + n.s.ShortName(to) + " can fill it"}
		if like := n.s.LooksLike(to); like != "" {
			check = ui.Check{Level: ui.Warn, Text: "the taker " + like}
		}
		list = append(list, check)
	}
	return list
}

// read tells whether what is known is about what is typed.
func (f nftFunds) of(account common.Address, a api.Asset) bool {
	return f.known && f.account == account && f.asset == a
}

func (n *nftForm) ownCheck(give half) ui.Check {
	f := n.funds
	switch {
	case n.err != "":
		return ui.Check{Level: ui.Bad, Text: "could not read what you hold: " + n.err}
	case !give.whole:
		return ui.Check{Text: "you hold what you give"}
	case !f.of(n.s.Account.Address, give.asset):
		return ui.Check{Level: ui.Working, Text: "you hold what you give"}
	case f.balance.Less(give.amount) && give.asset.Kind == api.ERC721:
		return ui.Check{Level: ui.Bad, Text: "you do not own " + give.words()}
	case f.balance.Less(give.amount):
		have := give
		have.amount = f.balance
		return ui.Check{Level: ui.Bad, Text: "you hold " + have.words()}
	case f.balance.Less(give.amount.Add(f.claimed)):
		coin, _ := n.s.Token(give.asset.Address)
		return ui.Check{Level: ui.Warn, Text: "you hold " +
			format.Amount(f.balance, coin, api.Down) + " of the " +
			format.Amount(give.amount.Add(f.claimed), coin, api.Up) + " " + views.Symbol(coin) +
			" that this and your open orders need"}
	case give.asset.Kind == api.ERC721:
		return ui.Check{Level: ui.OK, Text: "you own it"}
	}
	return ui.Check{Level: ui.OK, Text: "you hold enough of it"}
}

// approved tells whether the order contract may move what is given, with what other open orders
// need.
func (n *nftForm) approved(give half) bool {
	return n.funds.approved || give.asset.Kind == api.ERC20 &&
		!n.funds.allowed.Less(give.amount.Add(n.funds.claimed))
}

func (n *nftForm) approvalCheck(give half) ui.Check {
	switch {
	case !give.whole:
		return ui.Check{Text: "approved to the order contract"}
	case !n.funds.of(n.s.Account.Address, give.asset):
		return ui.Check{Level: ui.Working, Text: "approved to the order contract"}
	case n.approved(give):
		return ui.Check{Level: ui.OK, Text: "approved to the order contract"}
	}
	return ui.Check{Level: ui.Warn, Text: "not approved: nobody could fill it",
		Key: ui.KeyName(n.approveKeys()[0]) + " approve"}
}

// traded is the side that is an NFT, the given one where both are.
func traded(give, get half) half {
	if give.asset.Kind == api.ERC20 {
		return get
	}
	return give
}

// marketChecks hold the order against the market of its collection; word is typed before a price
// far off is signed.
func (n *nftForm) marketChecks(give, get half) (checks []ui.Check, word string) {
	nft, known := traded(give, get), n.book.known
	var market views.NFTMarket
	if known = known && n.book.of == nft.asset.Address; known {
		market = n.book.market
	}
	x := views.NFTMaking{Order: api.Order{Maker: n.s.Account.Address, MakerAsset: give.asset,
		TakerAsset: get.asset}, Owns: n.mine,
		Told: func(a common.Address) (api.Token, bool) {
			if a == give.asset.Address {
				return give.token, give.listed
			}
			return get.token, get.listed
		}}
	if give.whole {
		x.Order.MakerAmount = give.amount
	}
	if get.whole {
		x.Order.TakerAmount = get.amount
	}
	switch coins := give.asset.Kind == api.ERC20; {
	case give.whole && get.whole && known:
		return market.CheckMaking(n.s, x)
	case nft.asset.Kind == api.ERC20, coins == (get.asset.Kind == api.ERC20):
	case give.whole && get.whole:
		checks = []ui.Check{{Level: ui.Working, Text: "price against the floor"}}
	default:
		checks = []ui.Check{{Text: "price against the floor"}}
	}
	return append(checks, market.CheckTwice(n.s, x)...), ""
}

// off tells why the order cannot be reviewed, "" when it can.
func (n *nftForm) off(give, get half) string {
	for _, f := range n.form.Fields {
		if !f.Hidden && f.Problem != "" {
			return strings.TrimSpace(f.Label) + ": " + f.Problem
		}
	}
	switch {
	case give.asset.Kind == api.ERC20 && get.asset.Kind == api.ERC20:
		return "one side must be an NFT: the kinds Limit and P2P trade tokens"
	case !give.whole:
		return "say what you give"
	case !get.whole:
		return "say what you get"
	case give.asset == get.asset:
		return "both sides are the same"
	}
	if _, err := n.expiryAt(); err != nil {
		return "expiry: " + err.Error()
	}
	for _, c := range n.form.Checks {
		if c.Level == ui.Bad {
			return c.Text
		}
	}
	if !n.funds.of(n.s.Account.Address, give.asset) {
		return "what you hold is being read"
	}
	if !n.book.known || n.book.of != traded(give, get).asset.Address {
		return "the market of the collection is being read"
	}
	return n.s.MayTrade()
}

// review shows the order in words to be signed.
func (n *nftForm) review() tea.Cmd {
	n.derive()
	give, get := n.read(n.give), n.read(n.get)
	if why := n.off(give, get); why != "" {
		n.s.Toast(ui.Warn, "cannot review it: "+why)
		return nil
	}
	nonce, err := n.s.Nonce()
	if err != nil {
		n.s.Toast(ui.Bad, err.Error())
		return nil
	}
	taker, _ := n.intended()
	expiry, _ := n.expiryAt() // off has read it
	order := api.Order{
		NFT: true, NonceAndMeta: api.PackNonce(nonce, taker), Expiry: expiry,
		Maker: n.s.Account.Address, Taker: taker,
		MakerAsset: give.asset, TakerAsset: get.asset, MakerAmount: give.amount,
		TakerAmount: get.amount,
	}
	order = n.s.SameOrder(order)
	exchange, chain := api.Exchange(n.s.Exchange), n.s.Network.ChainID
	data := eip712.OrderTypedData(chain, n.s.Network.Contracts.AugustusRFQ, order)
	_, word := n.marketChecks(give, get)
	sign.Open(n.s, sign.Spec{
		Data: &data, Checks: n.form.Checks, Word: word,
		Submit: func(ctx context.Context, signed sign.Signed) (any, error) {
			record, _, err := exchange.CreateOrder(
				ctx, api.OrderRequest{Order: order, Type: order.Type(),
					Signature: signed.Signature[:]})
			return record, err
		},
		Done:   func(signed sign.Signed) tea.Cmd { return n.done(signed, n.approved(give)) },
		Unsure: func(hash common.Hash) { n.sent.Unsure(n.content(), hash) },
		Edit:   func() tea.Cmd { n.form.Focus(n.get.count.ID); return nil },
	})
	return nil
}

// done empties the form, tells of the accepted order and goes to where it rests.
func (n *nftForm) done(signed sign.Signed, approved bool) tea.Cmd {
	cmd := n.clear()
	r, ok := signed.Result.(api.OrderRecord)
	if !ok {
		return cmd
	}
	level, fate := ui.OK, "is in the NFT book"
	switch {
	case !approved:
		level, fate = ui.Warn, "is accepted, but nobody can fill it until you approve the order "+
			"contract (⌃a in the form)"
	case r.Type() == api.P2P:
		fate = "is accepted for " + n.s.ShortName(r.TakerFromMeta())
	}
	n.s.Toast(level, "order "+format.Hash(r.Hash)+" "+fate)
	n.s.Goto(views.NFT, views.ShowOrder{Hash: r.Hash})
	return cmd
}

// approve lets the order contract move the collection, or of a fungible token exactly what this
// order and the open ones need.
func (n *nftForm) approve() tea.Cmd {
	give := n.read(n.give)
	token := give.token
	token.Kind, token.Address = give.asset.Kind, give.asset.Address
	amount := give.amount
	if token.Kind == api.ERC20 {
		amount = amount.Add(n.funds.claimed)
	}
	task := sign.Approve(n.s, token, n.s.Network.Contracts.AugustusRFQ, amount)
	task.Holds = true
	sign.Run(n.s, task)
	return nil
}

// pick offers the account's NFTs to give.
func (n *nftForm) pick() tea.Cmd {
	var items []menu.Item
	for _, m := range n.mine {
		token, _ := n.s.Token(m.Asset.Address)
		items = append(items, menu.Item{
			Title: half{asset: m.Asset, token: token, listed: true, amount: m.Balance}.words(),
			Run: func() tea.Cmd {
				count := ""
				if m.Kind == api.ERC1155 {
					count = "1"
				}
				n.give.set(m.Asset, token, count)
				return n.change()
			}})
	}
	n.s.Open(menu.New(n.s.Env, "Give which?", items))
	return nil
}

// approveKeys are the keys to approve, first the one that works in the focused field.
func (n *nftForm) approveKeys() []string {
	const letter, anywhere = "a", "ctrl+a"
	if f := n.form.Focused(); f != nil && f.Kind == form.TextField {
		return []string{anywhere, letter}
	}
	return []string{letter, anywhere}
}

func (n *nftForm) Actions() []ui.Action {
	act := func(id string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "nftorder", ID: id, Key: ui.Keys(key), Label: label, Help: help,
			Off: off, Run: run}
	}
	give, approve, none := n.read(n.give), n.s.MaySign(), ""
	switch {
	case !give.whole:
		approve = "it is not said what you give"
	case !n.funds.of(n.s.Account.Address, give.asset):
		approve = "what you hold is being read"
	case n.approved(give):
		approve = "it is approved"
	}
	if len(n.mine) == 0 {
		none = "you hold nothing of the listed collections"
	}
	allow := act("approve", "", "approve", "let the order contract move what you give", approve,
		n.approve)
	allow.Key = ui.Keys(n.approveKeys()...)
	out := []ui.Action{
		allow,
		act("pick", "ctrl+o", "choose mine", "choose one of your NFTs to give", none, n.pick),
	}
	fields := n.form.Actions("")
	for i, f := range fields {
		fields[i].Run = func() tea.Cmd { // the checks name the key of the field in focus
			cmd := f.Run()
			n.derive()
			return cmd
		}
		if fields[i].ID == "press" {
			fields[i].Label, fields[i].Help = "review", "show the order in words to be signed"
		}
	}
	return append(append(out, fields...),
		act("clear", "ctrl+l", "clear", "empty the form", "", n.clear))
}
