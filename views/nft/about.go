package nft

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

// aboutPane shows the selected order, and whether both sides could change hands at this moment.
type aboutPane struct {
	ui.Display
	s      *views.Session
	market *market
	list   *listPane

	feed     views.Poller
	selected bool // an order, whatever hash a server gives it
	hash     common.Hash
	known    bool
	err      string
	checks   []ui.Check
	closed   bool // the maker has not approved the order contract
}

func newAbout(s *views.Session, m *market, l *listPane) *aboutPane {
	p := &aboutPane{s: s, market: m, list: l}
	p.feed = views.Poller{Pause: loadPause, Ask: p.askHoldings}
	return p
}

func (*aboutPane) Title() (title, right string) { return "Selected", "" }

func (p *aboutPane) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := p.feed.Due(m, p.s.Env); ok {
		return cmd
	}
	if m, ok := m.(holdings); ok {
		return p.onHoldings(m)
	}
	return nil
}

type holdings struct {
	epoch  uint64
	checks []ui.Check
	closed bool
	err    error
}

// holding is what an account has of an asset and lets a contract move.
type holding struct {
	balance, allowed api.Amount
	all              bool // of a collection: all of it may be moved
}

// hold reads a holding. It runs off the loop.
func hold(ctx context.Context, exchange api.Exchange, account common.Address, a api.Asset,
	spender common.Address) (h holding, err error) {
	if a.Kind != api.ERC20 {
		n, err := exchange.UserNFT(ctx, account, a)
		return holding{balance: n.Balance, all: n.Approved}, err
	}
	t, err := exchange.UserToken(ctx, account, a.Address)
	return holding{balance: t.Balance, allowed: t.Allowances[spender]}, err
}

// covers tells whether there is enough, and whether it may be moved.
func (h holding) covers(n api.Amount) (held, approved bool) {
	return !h.balance.Less(n), h.all || !h.allowed.Less(n)
}

// Follow asks about the selected order once the selection has moved.
func (p *aboutPane) Follow() tea.Cmd {
	r, ok := p.list.Selected()
	if r.Hash == p.hash && ok == p.selected {
		return nil
	}
	p.feed.Drop()
	p.selected, p.hash = ok, r.Hash
	p.known, p.err, p.checks = false, "", nil
	if !ok {
		return nil
	}
	return p.feed.Want(p.s.Env)
}

// askHoldings reads who holds what of the selected order.
func (p *aboutPane) askHoldings(epoch uint64) tea.Cmd {
	r, ok := p.list.Selected()
	exchange, account, rfq := p.s.Exchange, p.s.Account.Address,
		p.s.Network.Contracts.AugustusRFQ
	spender := p.s.Network.Contracts.FillSpender(r.Taker)
	return ui.Call(p.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		j := holdings{epoch: epoch}
		if !ok {
			return j
		}
		maker, err := hold(ctx, exchange, r.Maker, r.MakerAsset, rfq)
		if err != nil {
			j.err = err
			return j
		}
		_, approved := maker.covers(r.FillableBalance)
		j.checks, j.closed = r.makerChecks(maker), !approved
		if r.Maker != account {
			var taker holding
			if taker, j.err = hold(ctx, exchange, account, r.TakerAsset,
				spender); j.err == nil {
				j.checks = append(j.checks, r.takerChecks(taker)...)
			}
		}
		return j
	})
}

func (r row) makerChecks(h holding) []ui.Check {
	held, approved := h.covers(r.FillableBalance)
	owns, lost := "the maker holds ", "the maker does not own it at present"
	if r.mine() {
		owns, lost = "you hold ", "you do not own it at present"
	}
	out := []ui.Check{{Level: ui.OK, Text: owns + "it"},
		{Level: ui.OK, Text: "approved to the order contract"}}
	if !held {
		out[0] = ui.Check{Level: ui.Bad,
			Text: owns + "only " + r.gives.plain(h.balance) + " of " +
				r.gives.plain(r.FillableBalance)}
		if r.gives.Kind == api.ERC721 {
			out[0].Text = lost
		}
	}
	if !approved {
		out[1] = ui.Check{Level: ui.Bad, Text: "not approved to the order contract"}
		if r.mine() && r.gives.Kind != api.ERC20 {
			out[1].Key = "a approve"
		}
	}
	return out
}

func (r row) takerChecks(h holding) []ui.Check {
	least := r.TakerAmountFor(api.NewAmount(1))
	if !r.parts() {
		least = r.cost()
	}
	held, approved := h.covers(least)
	out := []ui.Check{
		{Level: ui.OK, Text: "you hold " + r.asks.amount(h.balance, api.Down) + " to pay with"},
		{Level: ui.OK, Text: "approved by you"}}
	if r.asks.Kind == api.ERC721 {
		out[0].Text = "you own " + r.asks.amount(least, api.Up)
	}
	if !held && r.asks.Kind == api.ERC721 {
		out[0] = ui.Check{Level: ui.Warn, Text: "you do not own " + r.asks.amount(least, api.Up)}
	} else if !held {
		out[0] = ui.Check{Level: ui.Warn,
			Text: "you hold " + r.asks.plain(h.balance) + " of the " + r.asks.plain(least) +
				" it asks"}
	}
	if !approved {
		out[1] = ui.Check{Level: ui.Warn, Text: "⏎ asks you to approve what you pay first"}
	}
	return out
}

// plain is an amount of the asset without its name where a sentence names it already.
func (s side) plain(n api.Amount) string {
	if s.Kind == api.ERC20 {
		return s.amount(n, api.Down)
	}
	return ui.Thousands(n.String())
}

func (p *aboutPane) onHoldings(m holdings) tea.Cmd {
	fresh, again := p.feed.Done(m.epoch, p.s.Env)
	if !fresh {
		return again
	}
	p.err = ""
	if m.err != nil {
		p.err = api.AsError(m.err).Details
		return again
	}
	p.known, p.checks, p.closed = true, m.checks, m.closed
	return again
}

func (p *aboutPane) Draw(area cells.Box, _ bool) string {
	t := p.s.Env.Theme
	r, ok := p.list.Selected()
	if !ok {
		return cells.Fit(" "+t.Muted.Render("Select an order to see all of it."), area.W, area.H)
	}
	muted, w := t.Muted.Render, area.W-2
	head := r.gives.amount(r.left(), api.Down)
	if r.gives.Kind == api.ERC1155 {
		head = ui.Thousands(r.left().String()) + " of " + ui.Thousands(r.MakerAmount.String()) +
			" × " + r.gives.name() + " " + r.gives.id()
	}
	right := "order " + format.Hash(r.Hash) + "  " + string(r.state(p.s.Env.Now()))
	if r.Unshown {
		right = "order " + format.Hash(r.Hash) + "  not shown"
	}
	asks := "asks " + r.asks.amount(r.cost(), api.Up)
	if usd := r.usd(p.s.Prices); usd != "" {
		asks += "  ≈ " + usd + " USD"
	}
	if off := p.market.overFloor(r); off != "" {
		asks += "  " + off
	}
	made := ""
	if r.mine() {
		made = "you, "
	}
	lines := []string{
		cells.Spread(t.Title.Render(cells.Truncate(head+" · "+r.gives.Kind.String(), w-28)),
			muted(right), w),
		muted("gives ") + r.gives.contract(w-6),
		muted("asks  ") + r.asks.contract(w-6),
		cells.Truncate(asks, w),
		muted("for ") + r.takerLine() + muted("   expires ") + r.until(p.s.Env),
		muted("maker ") + made + r.Maker.Hex(),
		p.drawChecks(w),
	}
	said := lines[3:4]
	if r.Unshown || r.Promised {
		said = cells.WrapTo("! "+cells.Clean(p.s.Reason(r.OrderRecord)), w, 2)
		for i := range said {
			said[i] = t.Warn.Render(said[i])
		}
		lines = slices.Replace(lines, 3, 4, said...)
	}
	if area.W >= cells.FullWidth-30 && area.H > 8 {
		lines = append(lines, muted("Names come from the token contracts: they are shown as "+
			"plain text and trusted in nothing."))
	} else if area.H < 7 {
		lines = slices.Concat(lines[:1], said, lines[len(lines)-1:])
	}
	return cells.Fit(" "+strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n "), area.W, area.H)
}

func (p *aboutPane) drawChecks(w int) string {
	checks := p.checks
	switch {
	case p.err != "":
		checks = []ui.Check{{Level: ui.Bad, Text: "could not read who holds it: " + p.err}}
	case !p.known:
		checks = []ui.Check{{Level: ui.Working, Text: "reading who holds it"}}
	}
	return ui.Checks(p.s.Env, w, true, checks)
}

// contract is an asset's contract in full, whether it is listed, and how the order packs it.
func (s side) contract(w int) string {
	listed := "✓ listed"
	if s.token.ToldBy != "" {
		listed = "told by " + cells.Clean(s.token.ToldBy)
	}
	if !s.listed {
		listed = "! not listed"
	}
	packed := map[api.AssetKind]string{
		api.ERC20: "0", api.ERC1155: "1<<160", api.ERC721: "2<<160"}[s.Kind]
	if s.wrong() != "" {
		listed += "  ✗ is " + s.token.Kind.String() + ", not"
	}
	text := s.Address.Hex() + "  " + listed + "  " + s.Kind.String() + " packed " + packed
	if s.Kind != api.ERC20 {
		text += "  id " + s.ID.String()
	}
	return cells.Truncate(text+s.claim(), w)
}

func (r row) takerLine() string {
	if a := r.to; a != (common.Address{}) && a != r.account {
		return a.Hex() + " only"
	}
	return r.taker()
}

func (r row) until(e *ui.Env) string {
	if r.Expiry == 0 {
		return "never"
	}
	return format.Moment(r.expires()) + " (" + r.expiry(e.Now()) + ")"
}

// usd is what the order asks in USD at the last known prices.
func (r row) usd(prices views.Prices) string {
	p, ok := prices[r.asks.Address]
	if !ok || !p.Known() || r.asks.Kind != api.ERC20 {
		return ""
	}
	return p.QuoteFor(r.cost(), api.Up).Format(18, 2, api.Up)
}
