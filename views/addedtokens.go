package views

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
)

const (
	addedName = "tokens" // under which they are kept: a line for each, see addedLine
	mostAdded = 50
)

// addedTokens are the tokens that the user has added by address, on the session's network.
type addedTokens struct {
	list []api.Token // with the symbols that their contracts tell
	set  []api.Token // the same, called so that they are taken for no other
	read bool
}

// addedLine is how a token is kept: network, address, decimals, symbol.
func addedLine(t api.Token) string {
	return fmt.Sprintf("%d %s %d %s", t.ChainID, t.Address.Hex(), t.Decimals, t.Symbol)
}

func readAdded(line string) (t api.Token, ok bool) {
	w := strings.Fields(line)
	if len(w) != 4 || !common.IsHexAddress(w[1]) {
		return t, false
	}
	chain, err := strconv.ParseUint(w[0], 10, 64)
	decimals, err2 := strconv.ParseUint(w[2], 10, 8)
	return api.Token{ChainID: chain, Address: common.HexToAddress(w[1]), Decimals: int(decimals),
		Symbol: w[3], Name: w[3]}, err == nil && err2 == nil
}

// AddedTokens are those that the user has added by address. Nobody lists them: any contract can
// call itself what it likes, so that a symbol that is another's has digits of the address.
func (s *Session) AddedTokens() []api.Token {
	if !s.added.read {
		s.added.read = true
		for line := range strings.Lines(s.Preferences.Get(addedName)) {
			if t, ok := readAdded(line); ok && t.ChainID == s.Network.ChainID &&
				len(s.added.list) < mostAdded {
				s.added.list = append(s.added.list, t)
			}
		}
		s.added.set = setApart(s.added.list, s.tokens, true)
	}
	return s.added.set
}

// AddToken takes a coin among those that the session knows, and keeps it.
func (s *Session) AddToken(t api.Token) tea.Cmd {
	if _, listed := s.byAddr[t.Address]; listed || slices.ContainsFunc(s.AddedTokens(),
		func(o api.Token) bool { return o.Address == t.Address }) {
		return nil
	}
	t.Symbol = strings.Join(strings.Fields(cells.Truncate(cells.Clean(t.Symbol), 12)), "")
	if t.Symbol == "" {
		t.Symbol = "?"
	}
	s.added.list = append(s.added.list, t)
	s.added.set = setApart(s.added.list, s.tokens, true)
	return s.Preferences.ChangeLines(addedName, func(line string) bool {
		o, ok := readAdded(line)
		return ok && o.ChainID == t.ChainID && o.Address == t.Address
	}, addedLine(t))
}

// AskToken asks for the address of a token that nobody lists, reads its contract, adds it and goes
// on with it.
func (s *Session) AskToken(run func(api.Token) tea.Cmd) {
	s.Open(ui.NewPrompt(s.Env, ui.PromptSpec{
		Title: "Token by address", Input: ui.Input{Hint: "0x…"},
		Lines: []string{"Nobody lists it: any contract can call itself what it likes. Compare " +
			"the address with a source you trust."},
		Check: s.addedProblem,
		Run: func(text string) tea.Cmd {
			a, _ := api.ParseAddress(strings.TrimSpace(text)) // Check has read it
			s.Open(&tokenLookup{s: s, address: a, run: run})
			return nil
		},
	}))
}

func (s *Session) addedProblem(text string) string {
	a, err := api.ParseAddress(strings.TrimSpace(text))
	switch {
	case err != nil:
		return "the address " + err.Error()
	case len(s.AddedTokens()) >= mostAdded:
		return fmt.Sprintf("%d tokens are added already", mostAdded)
	}
	if t, listed := s.byAddr[a]; listed {
		return "it is listed already, as " + Symbol(t)
	}
	return ""
}

// tokenLookup is open while a token's contract is read.
type tokenLookup struct {
	s       *Session
	address common.Address
	run     func(api.Token) tea.Cmd
	problem string
}

type lookedUp struct {
	token api.Token
	err   error
}

// Init implements ui.Starter.
func (l *tokenLookup) Init() tea.Cmd {
	exchange, a := l.s.Exchange, l.address
	return ui.Call(l.s.Context, readTokenTime, func(ctx context.Context) tea.Msg {
		t, err := exchange.Token(ctx, a)
		return lookedUp{t, err}
	})
}

// Update implements ui.Dialog.
func (l *tokenLookup) Update(m tea.Msg) tea.Cmd {
	got, ok := m.(lookedUp)
	switch {
	case !ok:
		return nil
	case got.err != nil:
		l.problem = api.AsError(got.err).Details
		return nil
	case got.token.Kind != api.ERC20:
		l.problem = "it is " + got.token.Kind.String() + ", not a coin"
		return nil
	}
	t := got.token
	t.ChainID, t.Address = l.s.Network.ChainID, l.address
	listed, same := l.s.sameSymbol(t)
	l.s.CloseThen(func() tea.Cmd {
		if same {
			l.s.Open(l.another(t, listed))
			return nil
		}
		return l.add(t)
	})
	return nil
}

// another asks before a token is added that calls itself what a listed one is called.
func (l *tokenLookup) another(t, listed api.Token) ui.Dialog {
	name := markedSymbol(t)
	return ui.NewConfirm(l.s.Env, ui.ConfirmSpec{Title: "Another " + Symbol(listed), Level: ui.Warn,
		Ask: "This is not the " + Symbol(listed) + " that is listed. Add it all the same?",
		Lines: []string{"listed  " + listed.Address.Hex(), "this    " + t.Address.Hex(),
			"It will be called " + name + "; " + Symbol(listed) + " stays the listed one."},
		Yes: "Add " + name, Run: func() tea.Cmd { return l.add(t) }})
}

func (l *tokenLookup) add(t api.Token) tea.Cmd {
	cmd := l.s.AddToken(t)
	t, _ = l.s.Token(t.Address)
	l.s.Toast(ui.OK, t.Symbol+" is added")
	return tea.Batch(cmd, l.run(t))
}

// Title implements ui.Dialog.
func (l *tokenLookup) Title() string { return "Token by address" }

// Size implements ui.Dialog.
func (l *tokenLookup) Size(area cells.Box) (w, h int) { return min(64, area.W), 4 }

// Draw implements ui.Dialog.
func (l *tokenLookup) Draw(area cells.Box) string {
	text := l.address.Hex() + "\n\n" + l.s.Env.Mark(ui.Working) + " reading its contract…"
	if l.problem != "" {
		lines := cells.Wrap("✗ "+cells.Clean(l.problem), area.W)
		for i := range lines {
			lines[i] = l.s.Env.Theme.Danger.Render(lines[i])
		}
		text = l.address.Hex() + "\n\n" + strings.Join(lines, "\n")
	}
	return cells.Fit(text, area.W, area.H)
}

// Actions implements ui.Dialog.
func (l *tokenLookup) Actions() []ui.Action {
	return []ui.Action{{Scope: "token", ID: "close", Key: ui.Keys("esc", "enter"), Label: "close",
		Help: "add nothing", Run: ui.Asking(l.s.Close)}}
}
