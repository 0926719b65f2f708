package views

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
)

type (
	// NetworksShown says that Session.AllNetworks is another: lists show what is on all networks,
	// or only what is on the one in front.
	NetworksShown struct{}
	// GoToNetwork asks for another network in front, and then for a screen that is told Then.
	GoToNetwork struct {
		ChainID uint64
		Screen  ui.ScreenID
		Then    tea.Msg
	}
)

// Learned is what has to be known of a network to name what is there.
type Learned struct {
	Network  api.Network
	Exchange api.Exchange
	Tokens   []api.Token // and collections
	Markets  []api.Market
}

// Learn reads what has to be known of a network. It runs off the loop.
func Learn(ctx context.Context, s api.Service, n api.Network) (l Learned, err error) {
	l.Network = n
	if l.Exchange, err = s.Exchange(n.ChainID); err != nil {
		return l, err
	}
	if l.Tokens, err = l.Exchange.Tokens(ctx); err != nil {
		return l, err
	}
	collections, err := l.Exchange.Collections(ctx)
	if err != nil {
		return l, err
	}
	l.Tokens = append(l.Tokens, collections...)
	// Nothing but prices is missing without them, and who shows those asks again and says why: a
	// cancellation does not wait for a list of prices.
	if markets, err := l.Exchange.Markets(ctx); err == nil {
		l.Markets = markets
	}
	return l, ctx.Err()
}

// FindOrder returns what finds an order of either kind by its hash, on whichever network it is:
// that in front is asked first. It is called in Update; what it returns runs off the loop.
func (s *Session) FindOrder(hash common.Hash) func(context.Context) (api.OrderRecord, error) {
	service, front, others := s.Service, s.Exchange, slices.Clone(s.Networks)
	others = slices.DeleteFunc(others,
		func(n api.Network) bool { return n.ChainID == s.Network.ChainID })
	return func(ctx context.Context) (api.OrderRecord, error) {
		r, err := findOrder(ctx, front, hash)
		for _, n := range others {
			if api.TypeOf(err) != api.NotFound {
				break
			}
			var exchange api.Exchange
			if exchange, err = service.Exchange(n.ChainID); err == nil {
				r, err = findOrder(ctx, exchange, hash)
			}
		}
		return r, err
	}
}

// findOrder finds an order of either kind on one network.
func findOrder(ctx context.Context, exchange api.Exchange, hash common.Hash) (api.OrderRecord,
	error) {
	r, err := exchange.Order(ctx, hash, false)
	if api.TypeOf(err) == api.NotFound {
		r, err = exchange.Order(ctx, hash, true)
	}
	return r, err
}

// ShownNetworks are those that lists show: the one in front, or all with that one first.
func (s *Session) ShownNetworks() []api.Network {
	out := []api.Network{s.Network}
	for _, n := range s.Networks {
		if s.AllNetworks && n.ChainID != s.Network.ChainID {
			out = append(out, n)
		}
	}
	return out
}

// NetworksAction is the key that has lists show all networks, or only the one in front.
func (s *Session) NetworksAction(scope string) ui.Action {
	a := ui.Action{Scope: scope, ID: "chains", Key: ui.Keys("N"), Label: "networks",
		Help: "show what is on all networks, or on this one only", Run: func() tea.Cmd {
			s.AllNetworks = !s.AllNetworks
			s.Broadcast(NetworksShown{})
			return nil
		}}
	if len(s.Networks) < 2 {
		a.Off, a.Quiet = "there is no other network: name one with --rpc ID=URL", true
	}
	return a
}

// On is the session on a network, to name and to read what is there: itself in front, else one
// that knows what was Learned so far, and has no Exchange before. Nothing is signed through it.
func (s *Session) On(chainID uint64) *Session {
	if chainID == s.Network.ChainID {
		return s
	}
	if there := s.elsewhere[chainID]; there != nil {
		return there
	}
	there := s.bare()
	there.Network = s.NetworkOf(chainID)
	return there
}

// bare is a session that knows of no network's tokens.
func (s *Session) bare() *Session {
	return &Session{Env: s.Env, Service: s.Service, Wallet: s.Wallet, Preferences: s.Preferences,
		Networks: s.Networks, Names: s.Names}
}

// Keep remembers what was learned of another network than the one in front.
func (s *Session) Keep(l Learned) {
	if s.elsewhere == nil {
		s.elsewhere = map[uint64]*Session{}
	}
	there := s.bare()
	there.settle(l)
	s.elsewhere[l.Network.ChainID] = there
}

// Named is a network by its name, the beginning of it, or its id.
func Named(list []api.Network, name string) (api.Network, error) {
	text := strings.ToLower(name)
	whole := func(n api.Network) bool {
		return strings.ToLower(n.Name) == text || text == strconv.FormatUint(n.ChainID, 10)
	}
	begins := func(n api.Network) bool { return strings.HasPrefix(strings.ToLower(n.Name), text) }
	for _, is := range []func(api.Network) bool{whole, begins} {
		if i := slices.IndexFunc(list, is); i >= 0 {
			return list[i], nil
		}
	}
	var names []string
	for _, n := range list {
		names = append(names, (&Session{Networks: list}).NetworkName(n.ChainID))
	}
	return api.Network{}, fmt.Errorf("network %q is not served; there are: %s", name,
		strings.Join(names, ", "))
}

// NetworkName is a network in a word or two.
func (s *Session) NetworkName(chainID uint64) string {
	if name := cells.Clean(s.NetworkOf(chainID).Name); name != "" {
		return name
	}
	return fmt.Sprintf("network %d", chainID)
}

// AskToGo asks whether to go to the network that something is on, which a screen shows there: what
// is signed is signed for the network in front.
func (s *Session) AskToGo(what string, to GoToNetwork) {
	name := s.NetworkName(to.ChainID)
	s.Open(ui.NewConfirm(s.Env, ui.ConfirmSpec{Title: "Another network",
		Ask: fmt.Sprintf("%s is on %s (%d). Go there?", what, name, to.ChainID),
		Lines: []string{fmt.Sprintf("In front is %s (%d). All screens follow; nothing is signed.",
			s.NetworkName(s.Network.ChainID), s.Network.ChainID)},
		Level: ui.Warn, Yes: "Go to " + name,
		Run: func() tea.Cmd {
			s.Broadcast(to)
			return nil
		}}))
}

// Silent says which networks do not answer, "" where all do: what is there is in no list or sum.
func Silent(names []string, what string) string {
	if len(names) == 0 {
		return ""
	}
	verb := " does not answer: "
	if len(names) > 1 {
		verb = " do not answer: "
	}
	return strings.Join(names, ", ") + verb + what
}

// LearnOthers returns what learns a network that is not known yet, and adds it to those just
// learned; one that does not answer is left out. It is called in Update; what it returns runs off
// the loop.
func (s *Session) LearnOthers() func(context.Context, uint64, []Learned) []Learned {
	service, tried := s.Service, map[uint64]bool{s.Network.ChainID: true}
	for id := range s.elsewhere {
		tried[id] = true
	}
	networks := s.Networks
	return func(ctx context.Context, chainID uint64, learned []Learned) []Learned {
		i := slices.IndexFunc(networks, func(n api.Network) bool { return n.ChainID == chainID })
		if tried[chainID] || i < 0 {
			return learned
		}
		tried[chainID] = true
		if l, err := Learn(ctx, service, networks[i]); err == nil {
			learned = append(learned, l)
		}
		return learned
	}
}

// otherTime is how long a network that is not in front has to answer.
const otherTime = 8 * time.Second

// Part is what was read of one network of several.
type Part[T any] struct {
	Learned  *Learned // where it was not known before
	Network  api.Network
	Exchange api.Exchange
	Data     T
	Err      error
}

// ReadNetworks returns what reads the networks shown, all at once. Those that are not in front are
// learned first where they are not known, and have less time. It is called in Update; what it
// returns runs off the loop.
func ReadNetworks[T any](s *Session, read func(context.Context, Part[T], []api.Token) (T,
	error)) func(context.Context) []Part[T] {
	service, parts := s.Service, make([]Part[T], 0, 1)
	tokens := map[uint64][]api.Token{}
	for _, n := range s.ShownNetworks() {
		known := s.On(n.ChainID)
		parts = append(parts, Part[T]{Network: n, Exchange: known.Exchange})
		if known.byAddr != nil {
			tokens[n.ChainID] = known.Tokens()
		}
	}
	return func(ctx context.Context) []Part[T] {
		var all sync.WaitGroup
		for i := range parts {
			p := &parts[i]
			list, known := tokens[p.Network.ChainID]
			all.Go(func() {
				ctx := ctx
				if i > 0 {
					var stop context.CancelFunc
					ctx, stop = context.WithTimeout(ctx, otherTime)
					defer stop()
				}
				if !known && i > 0 {
					l, err := Learn(ctx, service, p.Network)
					if p.Err = err; err != nil {
						return
					}
					p.Learned, p.Exchange, list = &l, l.Exchange, l.Tokens
				}
				p.Data, p.Err = read(ctx, *p, list)
			})
		}
		all.Wait()
		return parts
	}
}

// TakeNetworks keeps what was learned of networks, and returns those that have answered and the
// names of the others; where none has, the error of the one in front.
func TakeNetworks[T any](s *Session, parts []Part[T]) (read []Part[T], silent []string, err error) {
	for _, p := range parts {
		if p.Learned != nil {
			s.Keep(*p.Learned)
		}
		if p.Err == nil {
			read = append(read, p)
		} else {
			silent = append(silent, s.NetworkName(p.Network.ChainID))
		}
	}
	if len(read) == 0 {
		return nil, nil, parts[0].Err
	}
	return read, silent, nil
}
