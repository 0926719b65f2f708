package console

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/style"
	"bourse/views"
)

// verb is a command of the palette that takes arguments. What it reads becomes a filled form or a
// choice, never a signature.
type verb struct {
	usage string // the whole command, as an example
	where string
	// read takes the words after the verb; why is what is not understood of them
	read func(h *host, words []string) (title string, run func() tea.Cmd, why string)
}

// verbs are the first words that are understood.
var verbs = map[string]verb{
	"buy": {"buy 1 weth @ 3000", "order", func(h *host, w []string) (string, func() tea.Cmd,
		string) {
		return h.readOrder(api.Buy, w)
	}},
	"sell": {"sell 1 weth @ 3000", "order", func(h *host, w []string) (string, func() tea.Cmd,
		string) {
		return h.readOrder(api.Sell, w)
	}},
	"swap": {"swap 2 weth usdc", "swap", func(h *host, w []string) (string, func() tea.Cmd,
		string) {
		return h.readSale(views.Swap, "Swap", w)
	}},
	"delta": {"delta 2 weth usdc", "delta", func(h *host, w []string) (string, func() tea.Cmd,
		string) {
		return h.readSale(views.Delta, "Delta order", w)
	}},
	"send":  {"send 5 usdc bob", "wallet", (*host).readSend},
	"alert": {"alert 3005, alert +5% again", "alerts", (*host).readAlertWords},
	"theme": {"theme " + strings.Join(style.ThemeNames(), " | "), "colours",
		func(*host, []string) (string, func() tea.Cmd, string) {
			return "", nil, "no theme is called that"
		}},
	"network": {"network ethereum", "network", readNetwork},
	"goto":    {"goto link/usdc, goto swap", "", (*host).readGoto},
}

// Interpret implements ui.Interpreter: what the palette shows for a text that begins with a verb.
func (h *host) Interpret(text string) (c ui.Command, ok bool) {
	words := strings.Fields(strings.NewReplacer("@", " @ ", "→", " → ").Replace(text))
	if len(words) == 0 || h.s.Service == nil {
		return c, false
	}
	name := strings.ToLower(words[0])
	if name == "theme" && nameOfTheme(words[1:]) {
		return c, false // the palette has them by name
	}
	v, ok := verbs[name]
	if !ok {
		return c, false
	}
	title, run, why := v.read(h, words[1:])
	if why != "" {
		return ui.Command{Title: v.usage, Where: v.where, Off: why}, true
	}
	return ui.Command{Title: title, Where: v.where, Run: run}, true
}

// without drops the first word where it is one of those that only connect.
func without(words []string, fillers ...string) []string {
	if len(words) > 0 {
		for _, f := range fillers {
			if strings.EqualFold(words[0], f) {
				return words[1:]
			}
		}
	}
	return words
}

// readOrder reads "1 weth @ 3000": the amount of the base, the pair where it is not the chosen one,
// and the price.
func (h *host) readOrder(side api.Side, w []string) (string, func() tea.Cmd, string) {
	if len(w) == 0 {
		return "", nil, "say how much"
	}
	amount, rest := w[0], w[1:]
	base, quote := h.s.Market.Base, h.s.Market.Quote
	if len(rest) > 0 && rest[0] != "@" && !strings.EqualFold(rest[0], "at") {
		var why string
		if base, quote, why = h.readPair(rest[0]); why != "" {
			return "", nil, why
		}
		rest = rest[1:]
	}
	if base.Address == quote.Address {
		return "", nil, "no pair is chosen: name one, such as weth/usdc"
	}
	size, why := positive(amount, base)
	if why != "" {
		return "", nil, why
	}
	m := views.NewOrder{Pair: api.Pair{Base: base.Address, Quote: quote.Address}, Side: side,
		Size: size}
	verb := map[api.Side]string{api.Buy: "Buy ", api.Sell: "Sell "}[side]
	title := verb + amount + " " + views.Symbol(base)
	if len(rest) > 0 {
		if rest = without(rest, "@", "at"); len(rest) != 1 {
			return "", nil, "after @ comes the price, and nothing more"
		}
		price, err := api.ParsePrice(rest[0], base.Decimals, quote.Decimals)
		switch {
		case err != nil:
			return "", nil, "the price " + err.Error()
		case !price.Known():
			return "", nil, "the price must be above zero"
		}
		m.Price = price
		title += " @ " + rest[0] + " " + views.Symbol(quote)
	}
	return title + " on " + views.Symbol(base) + "/" + views.Symbol(quote) + "…", func() tea.Cmd {
		return h.s.Goto(views.Order, m)
	}, ""
}

// readPair reads "weth/usdc", or a token that trades against the quote of the chosen pair.
func (h *host) readPair(text string) (base, quote api.Token, why string) {
	first, second, both := strings.Cut(text, "/")
	if base, why = h.readToken(first); why != "" {
		return base, quote, why
	}
	quote = h.s.Market.Quote
	if both {
		quote, why = h.readToken(second)
	}
	if why == "" && base.Address == quote.Address {
		why = "name the pair, such as " + strings.ToLower(text) + "/weth"
	}
	return base, quote, why
}

func (h *host) readToken(text string) (api.Token, string) {
	t, ok := h.s.FindToken(text)
	if !ok || t.Kind != api.ERC20 {
		return t, "there is no token " + text
	}
	return t, ""
}

// positive reads an amount of a token.
func positive(text string, t api.Token) (a api.Amount, why string) {
	a, err := api.ParseUnits(text, t.Decimals)
	switch {
	case err != nil:
		return a, "the amount " + err.Error()
	case a.IsZero():
		return a, "the amount must be above zero"
	}
	return a, ""
}

// readSale reads "2 weth usdc": what is sold, and for what.
func (h *host) readSale(to ui.ScreenID, what string, w []string) (string, func() tea.Cmd,
	string) {
	if len(w) < 3 {
		return "", nil, "say how much of which token for which"
	}
	rest := without(w[2:], "to", "for", "into", "→", "->")
	if len(rest) != 1 {
		return "", nil, "an amount and two tokens, and nothing more"
	}
	src, why := h.readToken(w[1])
	if why != "" {
		return "", nil, why
	}
	dest, why := h.readToken(rest[0])
	switch {
	case why != "":
		return "", nil, why
	case src.Address == dest.Address:
		return "", nil, "choose two different tokens"
	}
	if _, why = positive(w[0], src); why != "" {
		return "", nil, why
	}
	m := views.NewSale{Src: src, Dest: dest, Amount: w[0]}
	return what + " " + w[0] + " " + views.Symbol(src) + " for " + views.Symbol(dest) + "…",
		func() tea.Cmd { return h.s.Goto(to, m) }, ""
}

// readSend reads "5 usdc bob".
func (h *host) readSend(w []string) (string, func() tea.Cmd, string) {
	if len(w) < 2 {
		return "", nil, "say how much of which token, and to whom"
	}
	token, why := h.readToken(w[1])
	if why != "" {
		return "", nil, why
	}
	if _, why = positive(w[0], token); why != "" {
		return "", nil, why
	}
	name := strings.Join(without(w[2:], "to", "→", "->"), " ") // a label may have several words
	if name == "" {
		return "", nil, "say to whom: an address, an account or a label"
	}
	to, why := h.s.ResolveAddress(name)
	switch {
	case why != "":
		return "", nil, name + ": " + why
	case to == common.Address{}:
		return "", nil, "say to whom"
	}
	m := views.SendAsset{Asset: api.Asset{Address: token.Address}, Amount: w[0], To: name}
	return "Send " + w[0] + " " + views.Symbol(token) + " to " + name + " " +
			h.s.ShortName(to) + "…", func() tea.Cmd { return h.s.Goto(views.Wallet, m) },
		h.s.MaySign()
}

// readAlertWords reads what the dialog for alerts takes.
func (h *host) readAlertWords(w []string) (string, func() tea.Cmd, string) {
	text, m := strings.Join(w, " "), h.s.Market
	if why := h.alertProblem(m, text); why != "" {
		return "", nil, why
	}
	a, _ := parseAlert(h.s, priced(m), text) // alertProblem has read it
	return "Alert on " + a.of(h.s) + ": " + a.words(), func() tea.Cmd {
		return h.addAlert(m, text)
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
			return "Go to " + s.title, func() tea.Cmd { return h.s.Goto(s.id, nil) }, ""
		}
	}
	base, quote, why := h.readPair(w[0])
	if why != "" {
		return "", nil, why
	}
	return "Go to market " + views.Symbol(base) + "/" + views.Symbol(quote), func() tea.Cmd {
		return tea.Batch(h.s.Choose(base, quote), h.s.Goto(views.Markets, nil))
	}, ""
}
