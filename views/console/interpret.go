package console

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/style"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
)

// verb is a command of the palette that only a console has.
type verb struct {
	usage string // the whole command, as an example
	where string
	// read takes the words after the verb; why is what is not understood of them
	read func(h *host, words []string) (title string, run func() tea.Cmd, why string)
}

// verbs are the first words that are understood beside those of the grammar.
var verbs = map[string]verb{
	"p2p": {"p2p", "order", func(h *host, w []string) (string, func() tea.Cmd, string) {
		if len(w) > 0 {
			return "", nil, "the form asks for the rest"
		}
		return "P2P order…", func() tea.Cmd {
			h.s.Goto(views.Order, views.NewOrder{P2P: true})
			return nil
		}, ""
	}},
	"account": {"account main", "accounts", (*host).readAccount},
	"theme": {"theme " + strings.Join(style.ThemeNames(), " | "), "colours",
		func(*host, []string) (string, func() tea.Cmd, string) {
			return "", nil, "no theme is called that"
		}},
	"network": {"network ethereum", "network", readNetwork},
	"goto":    {"goto link/usdc, goto swap", "", (*host).readGoto},
}

// asks are the verbs here that are an action's name as well.
var asks = map[string]bool{"account": true}

// Interpret implements ui.Interpreter: what the palette shows for a text that begins with a verb.
func (h *host) Interpret(text string) (c ui.Command, ok bool) {
	words := grammar.Words(text)
	if len(words) == 0 || h.s.Service == nil {
		return c, false
	}
	if v, sentence, why, ok := grammar.Read(h.s, text); ok {
		return h.offer(v, sentence, why)
	}
	name := strings.ToLower(words[0])
	if name == "theme" && nameOfTheme(words[1:]) {
		return c, false // the palette has them by name
	}
	v, ok := verbs[name]
	if !ok || asks[name] && len(words) == 1 { // the action of that name asks
		return c, false
	}
	title, run, why := v.read(h, words[1:])
	if why != "" {
		return ui.Command{Title: v.usage, Where: v.where, Off: why}, true
	}
	return ui.Command{Title: title, Where: v.where, Run: run}, true
}

// offer is what the palette shows for a sentence: a filled form, a choice, or the dialog of a
// signature. What a screen has an action for is left to that.
func (h *host) offer(v grammar.Verb, sentence grammar.Sentence, why string) (ui.Command, bool) {
	if why != "" {
		return ui.Command{Title: v.Usage, Where: v.Where, Off: why, Last: !forms[v.Name]}, true
	}
	if x, ok := sentence.(grammar.Carry); ok {
		return h.offerCarry(x), true
	}
	run := h.does(sentence)
	if run == nil {
		return ui.Command{}, false
	}
	if grammar.Short(sentence) {
		run = h.makeWhole(sentence)
	}
	c := ui.Command{Title: sentence.Title() + "…", Where: v.Where, Run: run}
	switch x := sentence.(type) {
	case grammar.Send:
		c.Off = h.s.MaySign()
	case grammar.Limit, grammar.Fill:
		c.Off = h.s.MayTrade()
	case grammar.Sale:
		if c.Off = h.s.MayTrade(); bound(x) != nil && (!x.Delta || x.Slices > 0) {
			c.Off = "the form asks for a slippage, not for a least or most: leave that out"
		}
	case grammar.Stop:
		if x.Life != 0 && views.DeltaLife(x.Life) == "" {
			c.Off = "the form ends it after 5m, 30m, 1h, 1d or 7d: say until one of them"
		}
	case grammar.Cancel:
		if len(x.Delta) > 0 {
			c.Off = deltaElsewhere
		}
	case grammar.Set:
		if x.What == grammar.Loss && h.s.LossDay().Locked != "" {
			c.Off = "trading is locked: “loss” asks for the word first"
		}
	case grammar.Lot:
		if x.Forget > 0 || x.Sale > 0 {
			c.Title = "Lots and sales: x forgets a lot, ⏎ chooses those of a sale…"
		}
	case grammar.Alert:
		c.Title, c.Off = h.alertOffer(x)
	case grammar.Approve, grammar.Wrap, grammar.Replace, grammar.Invalidate:
		c.Off = h.s.MaySign()
	}
	return c, true
}

// whole is a sentence that names its orders whole, or why it can't.
type whole struct {
	sentence grammar.Sentence
	err      error
}

// makeWhole looks up the orders that a sentence names by their beginnings, and carries it out.
func (h *host) makeWhole(sentence grammar.Sentence) func() tea.Cmd {
	return func() tea.Cmd {
		find := grammar.Whole(h.s, sentence)
		return ui.Call(h.s.Context, wholeTime, func(ctx context.Context) tea.Msg {
			s, err := find(ctx)
			return whole{s, err}
		})
	}
}

const wholeTime = 10 * time.Second

func (h *host) onWhole(m whole) tea.Cmd {
	if m.err != nil {
		h.s.Toast(ui.Warn, m.err.Error())
		return nil
	}
	if x, ok := m.sentence.(grammar.Cancel); ok && len(x.Delta) > 0 {
		h.s.Toast(ui.Warn, deltaElsewhere)
		return nil
	}
	return h.does(m.sentence)()
}

const deltaElsewhere = "Delta orders are cancelled on their screen"

// bound is the least or the most that a sentence says, nil where it says none.
func bound(x grammar.Sale) *api.Amount {
	if x.Buy {
		return x.Most
	}
	return x.Least
}

// forms are the verbs that are never an action's name as well.
var forms = map[string]bool{"buy": true, "sell": true, "swap": true, "delta": true, "send": true,
	"carry": true, "drop": true, "cap": true, "undo": true, "loss": true, "alert": true,
	"lot": true, "invalidate": true}

// does is what a sentence runs in a console, nil where its screen is the place for it.
func (h *host) does(sentence grammar.Sentence) func() tea.Cmd {
	s := h.s
	goTo := func(to ui.ScreenID, m tea.Msg) func() tea.Cmd {
		return ui.Asking(func() { s.Goto(to, m) })
	}
	switch x := sentence.(type) {
	case grammar.Limit:
		return goTo(views.Order, views.NewOrder{Side: x.Side, Size: x.Size, Price: x.Price,
			Pair: api.Pair{Base: x.Base.Address, Quote: x.Quote.Address}, Life: x.Life})
	case grammar.Sale:
		to := views.Swap
		if x.Delta {
			to = views.Delta
		}
		return goTo(to, views.NewSale{Src: x.Src, Dest: x.Dest, Amount: x.Amount,
			Slippage: x.Slippage, Buy: x.Buy, Slices: x.Slices, Every: x.Every, Bound: bound(x)})
	case grammar.Stop:
		typed := views.TypedTrigger{Profit: x.Profit, Trail: !x.Trail.IsZero(), At: x.At,
			Least: x.Bound, Life: x.Life}
		if x.Or != nil {
			typed.OrAt, typed.OrLeast = x.Or.At, x.Or.Bound
		}
		return goTo(views.Delta, views.NewSale{Src: x.Src, Dest: x.Dest, Amount: x.Amount,
			Trigger: &typed})
	case grammar.Fill:
		return goTo(views.Orders, views.TakeOrder{Hash: x.Order, Pay: x.Pay, Token: x.Token})
	case grammar.Cancel:
		if x.All {
			return goTo(views.Orders, views.CancelAll{})
		}
		return ui.Asking(func() { h.cancel(x.Orders) })
	case grammar.Invalidate:
		return goTo(views.Delta, views.InvalidateOrder{ID: x.ID})
	case grammar.Approve:
		return ui.Asking(func() { h.approve(x) })
	case grammar.Wrap:
		return ui.Asking(func() { h.wrap(x) })
	case grammar.Replace:
		return ui.Asking(func() { h.replace(x) })
	case grammar.NFT:
		return goTo(views.Order, typedNFT(x))
	case grammar.Drop:
		return ui.Asking(func() { h.drop(x.Prepared) })
	case grammar.Set:
		switch {
		case x.To == "": // the action of that name asks
			return nil
		case x.What == grammar.Cap:
			return func() tea.Cmd { return h.setCap(x.To) }
		case x.What == grammar.Loss:
			return func() tea.Cmd { return h.setLoss(x.To) }
		}
		return func() tea.Cmd { return h.setRest(x.To) }
	case grammar.Lot:
		return h.lot(x)
	case grammar.Alert:
		return func() tea.Cmd { return h.addAlert(h.s.Market, alertText(x)) }
	case grammar.Send:
		return goTo(views.Wallet, views.SendAsset{
			Asset: api.Asset{Address: x.Token.Address}, Amount: x.Amount, To: x.Name})
	case grammar.Look:
		switch x.At {
		case grammar.Book:
			return h.toMarket(x.Base, x.Quote)
		case grammar.Quote:
			return goTo(views.Swap, views.NewSale{Src: x.Sale.Src, Dest: x.Sale.Dest,
				Amount: x.Sale.Amount})
		case grammar.Lots:
			return goTo(views.Positions, views.TypedLot{})
		case grammar.Waiting:
			return h.offerPrepared
		case grammar.Alerts:
			return ui.Asking(func() { h.newAlert("") })
		case grammar.Status:
			return h.status
		}
		return goTo(answers[x.At], nil)
	}
	return nil
}

// answers are the screens that answer what a sentence asks of the account and the market.
var answers = map[grammar.Subject]ui.ScreenID{
	grammar.Orders: views.Orders, grammar.Fills: views.Orders, grammar.Auctions: views.Delta,
	grammar.Balances: views.Wallet, grammar.NFTs: views.NFT, grammar.Gains: views.Positions,
	grammar.Prices: views.Markets,
}

// status tells where the session is, in the words of the other doors.
func (h *host) status() tea.Cmd {
	h.s.Toast(ui.OK, fmt.Sprintf("%s (%d), block %s; acting as %s %s",
		h.s.NetworkName(h.s.Network.ChainID), h.s.Network.ChainID,
		ui.Count(h.s.Header.Block), cells.Clean(h.s.Account.Name),
		h.s.Account.Address.Hex()))
	return nil
}

// lot does something about lots on their screen, where those that are listed are chosen by hand.
func (h *host) lot(x grammar.Lot) func() tea.Cmd {
	return func() tea.Cmd {
		h.s.Goto(views.Positions, views.TypedLot{Enter: x.Enter, Import: x.Import})
		return nil
	}
}

// toMarket shows a pair.
func (h *host) toMarket(base, quote api.Token) func() tea.Cmd {
	return func() tea.Cmd {
		h.s.Choose(base, quote)
		h.s.Goto(views.Markets, nil)
		return nil
	}
}

// readAccount reads the name of an account of the wallet.
func (h *host) readAccount(w []string) (string, func() tea.Cmd, string) {
	a, err := h.s.Wallet.Find(strings.Join(w, " "))
	if err != nil {
		return "", nil, err.Error()
	}
	return "Trade as " + a.Name + " " + format.Address(a.Address), func() tea.Cmd {
		h.s.TradeAs(a)
		return nil
	}, ""
}

// nameOfTheme is true for how the name of a theme begins.
func nameOfTheme(w []string) bool {
	begin := strings.ToLower(strings.Join(w, " "))
	return slices.ContainsFunc(style.ThemeNames(), func(name string) bool {
		return strings.HasPrefix(name, begin)
	})
}

// readGoto reads a pair or the title of a screen.
func (h *host) readGoto(w []string) (string, func() tea.Cmd, string) {
	if len(w) != 1 {
		return "", nil, "name a pair or a screen"
	}
	for _, s := range screens() {
		if strings.EqualFold(s.title, w[0]) {
			return "Go to " + s.title, ui.Asking(func() { h.s.Goto(s.id, nil) }), ""
		}
	}
	base, quote, why := grammar.Pair(h.s, w[0])
	if why != "" {
		return "", nil, why
	}
	return "Go to market " + views.Symbol(base) + "/" + views.Symbol(quote),
		h.toMarket(base, quote), ""
}
