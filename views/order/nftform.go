package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/sign"
)

// nftForm is the form for orders in which at least one side is an NFT.
type nftForm struct {
	s    *views.Session
	area cells.Box // the room of the screen that it is shaped for
	form *form.Form
	open bool // it was in front at least once; before that it asks nothing

	kind, expiry, until, taker *form.Field
	give, get                  nftSide

	told  map[common.Address]api.Token // what unlisted contracts say of themselves
	mine  []api.UserNFT
	funds nftFunds
	book  collectionBook
	err   string
	feed  *views.Poller
	pause ui.Debouncer
	sent  views.Handed
}

// nftFunds is what the account has of what it would give.
type nftFunds struct {
	account  common.Address
	asset    api.Asset
	balance  api.Amount
	allowed  api.Amount
	claimed  api.Amount // by open orders, of a fungible token
	approved bool       // of a collection: the order contract may move it
	known    bool
}

// collectionBook is what the book says of the collection that the order is about.
type collectionBook struct {
	of     common.Address
	market views.NFTMarket
	known  bool
}

type gotNFT struct {
	epoch uint64
	funds nftFunds
	book  collectionBook
	told  map[common.Address]api.Token
	mine  []api.UserNFT
	err   error
}

func newNFTForm(s *views.Session) *nftForm {
	n := &nftForm{s: s, told: map[common.Address]api.Token{},
		kind: &form.Field{ID: "kind", Label: "Kind", Kind: form.ChoiceField,
			Choices: []string{kindLimit, kindP2P, kindNFT}, Chosen: 2},
		give: newNFTSide("give", "You give", api.ERC721, api.ERC1155, api.ERC20),
		get:  newNFTSide("get", "You get", api.ERC20, api.ERC721, api.ERC1155),
		expiry: &form.Field{ID: "expiry", Label: "Expiry", Kind: form.ChoiceField,
			Choices: []string{oneDay, oneHour, oneWeek, never, custom}},
		until: newUntil(s.Env),
		taker: &form.Field{ID: "taker", Label: "Taker", Kind: form.TextField,
			Input: ui.Input{Hint: "anyone, or 0x… of the one"}, Width: 47},
	}
	fields := append(append([]*form.Field{n.kind}, n.give.fields()...), n.get.fields()...)
	n.form = form.New(n.s.Env, append(fields, n.expiry, n.until, n.taker)...)
	n.form.Extra = n.signs
	n.form.Changed = func(*form.Field) tea.Cmd { return n.change() }
	n.feed = &views.Poller{Pause: 300 * time.Millisecond, Ask: n.ask}
	n.clear()
	return n
}

// clear empties the form.
func (n *nftForm) clear() tea.Cmd {
	n.give.set(api.Asset{Kind: api.ERC721}, api.Token{}, "")
	weth := api.Asset{Address: n.s.Network.Contracts.WrappedNative}
	token, _ := n.s.Token(weth.Address)
	n.get.set(weth, token, "")
	n.taker.Input.Set("")
	n.until.Input.Set("")
	n.expiry.Choose(oneDay)
	n.form.Focus(n.give.token.ID)
	return n.change()
}

// begin takes over what was chosen elsewhere.
func (n *nftForm) begin(m views.NewNFTOrder) tea.Cmd {
	n.clear()
	put := func(s nftSide, a api.Asset, count string) {
		token, _ := n.tokenOf(a)
		if _, listed := n.s.Token(a.Address); !listed {
			token = api.Token{} // goes by its address
		}
		if count == "" && a.Kind == api.ERC1155 {
			count = "1"
		}
		s.set(a, token, count)
	}
	put(n.give, m.Give, m.GiveAmount)
	if m.Get != (api.Asset{}) {
		put(n.get, m.Get, m.GetAmount)
	}
	n.derive() // which fields there are
	switch {
	case m.Give.Address == (common.Address{}):
		n.form.Focus(n.give.token.ID)
	case m.Give.Kind == api.ERC721 && !n.get.count.Hidden:
		n.form.Focus(n.get.count.ID)
	case m.Give.Kind == api.ERC721:
		n.form.Focus(n.get.id.ID)
	default:
		n.form.Focus(n.give.count.ID)
	}
	return n.change()
}

// copy starts from an order as it was signed.
func (n *nftForm) copy(r api.OrderRecord) tea.Cmd {
	cmd := n.begin(views.NewNFTOrder{Give: r.MakerAsset, Get: r.TakerAsset})
	for _, side := range []struct {
		fields nftSide
		asset  api.Asset
		amount api.Amount
	}{{n.give, r.MakerAsset, r.MakerAmount}, {n.get, r.TakerAsset, r.TakerAmount}} {
		token, _ := n.tokenOf(side.asset)
		side.fields.count.Input.Fill(side.amount.Units(token.Decimals))
	}
	if to := r.TakerFromMeta(); to != (common.Address{}) {
		n.taker.Input.Set(to.Hex())
	}
	return tea.Batch(cmd, n.change())
}

// Resize implements ui.Sizer.
func (n *nftForm) Resize(area cells.Box) {
	n.area = area
	n.derive()
}

func (*nftForm) Name() string                 { return paneNFT }
func (*nftForm) Title() (title, right string) { return "New NFT order", "step 1 of 2" }

func (n *nftForm) Draw(area cells.Box, focused bool) string {
	return n.form.Draw(n.s.Env, area, focused)
}

func (n *nftForm) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := n.feed.Due(m, n.s.Env); ok {
		return cmd
	}
	if n.pause.Due(m) {
		n.derive()
		n.feed.Drop()
		return n.feed.Want(n.s.Env)
	}
	switch m := m.(type) {
	case tea.KeyMsg, ui.Shown:
		return n.form.Update(m)
	case tea.MouseMsg:
		cmd := n.form.Mouse(m)
		n.derive()
		return cmd
	case views.AccountChanged:
		n.funds, n.book, n.mine = nftFunds{}, collectionBook{}, nil
		n.feed.Drop()
		n.derive()
		return n.want()
	case changed:
		if !m.book {
			return n.want()
		}
	case sign.Found:
		if n.sent.Holds(n.content(), m.Sent.Hash) {
			return n.clear()
		}
	case sign.Mined, ui.Refresh:
		return n.want()
	case gotNFT:
		return n.onGot(m)
	}
	return nil
}

// want reads again, once the form has been looked at.
func (n *nftForm) want() tea.Cmd {
	if !n.open {
		return nil
	}
	return n.feed.Want(n.s.Env)
}

// change says at once what is wrong with what is typed, and asks for the rest when typing pauses.
func (n *nftForm) change() tea.Cmd {
	n.derive()
	return n.pause.Change(n.s.Env)
}

// ask reads what the account has of what it would give, and what the contracts are that are not
// listed.
func (n *nftForm) ask(epoch uint64) tea.Cmd {
	exchange, rfq := api.Exchange(n.s.Exchange),
		n.s.Network.Contracts.AugustusRFQ
	give, get := n.read(n.give), n.read(n.get)
	f := nftFunds{account: n.s.Account.Address, asset: give.asset}
	var unknown []common.Address
	for _, h := range []half{give, get} {
		if _, told := n.told[h.asset.Address]; !h.listed && !told &&
			h.asset.Address != (common.Address{}) {
			unknown = append(unknown, h.asset.Address)
		}
	}
	book := collectionBook{of: traded(give, get).asset.Address}
	return ui.Call(n.s.Context, readTime, func(ctx context.Context) tea.Msg {
		g := gotNFT{epoch: epoch, told: map[common.Address]api.Token{}, book: book}
		for _, a := range unknown {
			if t, err := exchange.Token(ctx, a); err == nil {
				g.told[a] = t
			}
		}
		if g.mine, g.err = exchange.UserNFTs(ctx, f.account); g.err == nil &&
			f.asset.Address != (common.Address{}) {
			g.funds, g.err = readNFTFunds(ctx, exchange, rfq, f)
		}
		if g.err == nil && book.of != (common.Address{}) {
			g.book.market, g.err = views.ReadNFTMarket(ctx, exchange, book.of)
			g.book.known = g.err == nil
		}
		return g
	})
}

// readNFTFunds runs off the loop.
func readNFTFunds(ctx context.Context, exchange api.Exchange, rfq common.Address,
	f nftFunds) (nftFunds, error) {
	if f.asset.Kind != api.ERC20 {
		u, err := exchange.UserNFT(ctx, f.account, f.asset)
		f.balance, f.approved, f.known = u.Balance, u.Approved, err == nil
		return f, err
	}
	t, err := exchange.UserToken(ctx, f.account, f.asset.Address)
	if err != nil {
		return f, err
	}
	f.claimed, err = views.Claimed(ctx, exchange, f.account, f.asset.Address)
	f.balance, f.allowed, f.known = t.Balance, t.Allowances[rfq], err == nil
	return f, err
}

func (n *nftForm) onGot(m gotNFT) tea.Cmd {
	fresh, again := n.feed.Done(m.epoch, n.s.Env)
	if !fresh {
		return again
	}
	for a, t := range m.told {
		n.told[a] = t
	}
	n.mine, n.funds, n.book, n.err = m.mine, m.funds, m.book, ""
	if m.err != nil {
		n.err = api.AsError(m.err).Details
	}
	n.derive()
	return again
}

// Captures implements ui.Capturer.
func (n *nftForm) Captures(k tea.KeyMsg) bool { return n.form.Captures(k) }

// Unsaved implements ui.Unsaved: quitting asks while something was typed that may become an order,
// right or wrong. An NFT to give alone, as its screen hands over, is nobody's work.
func (n *nftForm) Unsaved() string {
	typed := n.read(n.get).whole || n.get.count.Value() != "" || n.taker.Value() != "" ||
		n.until.Value() != ""
	for _, f := range slices.Concat(n.give.fields(), n.get.fields()) {
		typed = typed || f.Value() != "" && f.Problem != ""
	}
	if !typed {
		return ""
	}
	return n.s.Unsigned(n.sent, n.content(), "an NFT order")
}

// content tells drafts apart.
func (n *nftForm) content() string {
	return fmt.Sprint(n.read(n.give), n.read(n.get), n.taker.Value())
}

// WindowTitle implements ui.Titler.
func (*nftForm) WindowTitle() string { return "NFT order" }

// Status implements ui.StatusProvider: the gravest check.
func (n *nftForm) Status() ui.Note { return n.s.Env.Gravest(n.form.Checks) }
