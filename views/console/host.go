package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/desk"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/ledger"
	"bourse/views/sign"
	"bourse/wallet"
)

// host opens the exchange and keeps what the screens share fresh. All but the commands it returns
// happens in Update.
type host struct {
	c       *Console
	ctx     context.Context // ends with the console
	opening sync.Mutex      // held while the exchange opens
	left    bool            // guarded by opening: the console has ended, and opens nothing any more
	failed  error           // why the console ended
	s       *views.Session
	log     *activity.Log
	// invented is what was said last of fills that the service invents
	invented string
	waiting  int // the newest number of what was prepared
	// taken is what was prepared and taken up last, until it is signed
	taken  *grammar.Carry
	logged uint64 // the newest line of the program's log that is in the activity log
	quote  api.Token
	head   views.Poller // the network's state and the account's balances
	prices views.Poller
	alerts alerts
	ends   ends
	news   news
	loss   views.Poller // what the day has lost, while there is a limit
	// losses are those of the day as they were read last, with a limit
	losses ledger.Losses
	// uncancelled is set where orders may be open although trading is locked, and cancelSaid is
	// what was told of the last time that they were cancelled.
	uncancelled bool
	// toldToCancel are the Delta orders that services were told to end since trading is locked;
	// true of those whose nonce was used up as that was not done.
	toldToCancel map[common.Hash]bool
	lossSilent   []string  // networks that the limit can't count at present
	lossBlind    time.Time // since when there are some
	cancelSaid   string
	early        bool // the local network has not caught up yet
	// of opening; the loading screens show it
	progress api.Progress
	problem  string         // why the network is not live
	unheard  string         // why the service tells of nothing as it happens
	work     []api.Progress // of the service, as the network's state told last
}

const (
	readTime   = 5 * time.Second
	priceTime  = 10 * time.Second
	headPause  = 300 * time.Millisecond
	pricePause = 5 * time.Second
	watchPause = 100 * time.Millisecond
)

// What the host is told.
type (
	opened struct {
		service  api.Service
		networks []api.Network
		at       entered
		err      error
	}
	// watch comes while the exchange opens.
	watch struct{}
	// tick comes once a second.
	tick struct{}
	// happened is an event of the service.
	happened struct{ api.Event }
)

func newHost(c *Console, account wallet.Account, kept *views.Preferences) *host {
	h := &host{c: c, ctx: context.Background(), log: activity.NewLog(c.cfg.Clock.Now),
		toldToCancel: make(map[common.Hash]bool)}
	h.s = &views.Session{Env: c.env, Wallet: c.cfg.Wallet, Account: account,
		Random: c.cfg.Random, Preferences: kept, Journal: h.log, Resting: c.cfg.Resting,
		Tray: views.TrayIn(c.cfg.State), Names: &views.Names{Service: c.cfg.Names}}
	h.head = views.Poller{Pause: headPause, Ask: h.askHead}
	h.prices = views.Poller{Pause: pricePause, Ask: h.askPrices}
	h.ends.feed = views.Poller{Pause: endsPause, Ask: h.askEnds}
	h.news.feed = views.Poller{Pause: newsPause, Ask: h.askNews, Always: true}
	h.alerts.feed = views.Poller{Pause: alertPause, Ask: h.askAlerts}
	h.alerts.gains = views.Poller{Pause: gainPause, Ask: h.askGains}
	h.loss = views.Poller{Pause: lossPause, Ask: h.askLoss, Always: true}
	h.uncancelled = h.s.LossDay().Locked != ""
	h.readAlerts()
	return h
}

// Init implements ui.Host.
func (h *host) Init() tea.Cmd {
	ctx, last := h.ctx, h.s.Preferences.Get(networkName)
	open := func(ctx context.Context) (api.Service, error) {
		service, err := h.c.cfg.Open(ctx)
		if err != nil {
			return nil, err
		}
		return activity.Record(h.s.Secrets.Reading(service), h.log), nil
	}
	return tea.Batch(h.onWatch(), func() tea.Msg {
		h.opening.Lock()
		defer h.opening.Unlock()
		if h.left {
			return nil
		}
		h.keepLog()
		return read(ctx, open, h.c.cfg.Network, last)
	})
}

// logName is the file of what was signed and sent, in the folder of what the screens keep.
const logName = "log/activity.jsonl"

// keepLog continues the log of earlier sessions.
func (h *host) keepLog() {
	if h.c.cfg.State == "" {
		return
	}
	if err := h.log.Keep(filepath.Join(h.c.cfg.State, logName)); err != nil {
		h.log.Add(activity.Entry{Level: activity.Warning, Component: "log",
			Text: "what happens is not kept for the next session: " + err.Error()})
	}
}

// swapEntry notes what a swap has brought.
func (h *host) swapEntry(m views.Swapped) activity.Entry {
	return activity.Entry{Level: activity.Filled, Component: "swap", Kept: true, Swap: &m,
		Text: fmt.Sprintf("swapped  %s%s  +%s%s  %s  block %s", ui.Minus,
			h.quantity(api.Asset{Address: m.Src}, m.Spent, api.Up),
			h.quantity(api.Asset{Address: m.Dest}, m.Got, api.Down), cells.Clean(m.ByWord()),
			format.Hash(m.Hash), ui.Count(m.Block.Number))}
}

// onWatch notes how far the opening is, until it has ended.
func (h *host) onWatch() tea.Cmd {
	if h.c.cfg.Progress == nil || h.s.Service != nil {
		return nil
	}
	h.progress = h.c.cfg.Progress()
	return h.s.After(watchPause, watch{})
}

// read opens the exchange and learns what every screen needs to know of it. It runs off the loop.
// begin names the network to begin on; where it is empty, last is the id of the one that was in
// front when the last session ended.
func read(ctx context.Context, open func(context.Context) (api.Service, error),
	begin, last string) (o opened) {
	if o.service, o.err = open(ctx); o.err != nil {
		return o
	}
	if o.networks, o.err = o.service.Networks(ctx); o.err != nil {
		return o
	}
	if len(o.networks) == 0 {
		o.err = errors.New("the service has no network")
		return o
	}
	front, err := views.Named(o.networks, cmp.Or(begin, last))
	if err != nil && begin != "" {
		o.err = desk.Unknown(err.Error())
		return o
	}
	if err != nil { // the one of the last session is served no more
		front = o.networks[0]
	}
	o.at.Learned, o.err = views.Learn(ctx, o.service, front)
	return o
}

// Update implements ui.Host.
func (h *host) Update(m tea.Msg) tea.Cmd {
	for _, f := range []*views.Poller{&h.head, &h.prices, &h.ends.feed, &h.news.feed,
		&h.alerts.feed, &h.alerts.gains, &h.loss} {
		if cmd, ok := f.Due(m, h.s.Env); ok {
			return cmd
		}
	}
	switch m := m.(type) {
	case opened:
		return h.onOpened(m)
	case entered:
		return h.onEntered(m)
	case networkStates:
		h.offerNetworks(m)
		return nil
	case watch:
		return h.onWatch()
	case waits:
		h.onWaits(m)
		return nil
	case whole:
		return h.onWhole(m)
	case tick:
		return h.onTick()
	case happened:
		return h.onEvent(m.Event)
	case views.Settled:
		return h.onEvent(api.Event{Topic: api.TopicAuction, ChainID: m.ChainID, Key: m.ID})
	case headRead:
		return h.onHead(m)
	case pricesRead:
		return h.onPrices(m)
	case endsRead:
		return h.onEnds(m)
	case newsRead:
		return h.onNews(m)
	case lossRead:
		return h.onLoss(m)
	case lossCancelled:
		return h.onLossCancelled(m)
	case alertMarkets:
		return h.onAlertMarkets(m)
	case alertGains:
		return h.onAlertGains(m)
	case lookedUp:
		h.s.Broadcast(views.NamesChanged{})
		return nil
	case views.GoToNetwork:
		return h.goTo(m)
	case views.AskAlert:
		h.newAlert(m.Price)
		return nil
	case views.Swapped:
		h.log.Add(h.swapEntry(m))
	case views.Told:
		h.log.Tell(m)
	case views.AccountChanged:
		return h.onAccount()
	case ui.ThemeChanged:
		return h.s.Preferences.Put(themeName, m.Name)
	case sign.Answer: // what was read before it does not know of what it is about
		h.ends.known = false
		return h.wantEnds()
	case sign.Doubted:
		return sign.Follow(h.s, m.Sent, false)
	case views.Signed:
		h.ends.known = false
		line := views.Sent{What: m.Title, Account: m.Account.Address, ChainID: m.ChainID,
			Hash: m.Hash, Tx: m.Tx}
		if m.Nonce != nil {
			line.Kind, line.Nonce = views.SentTransaction, api.NewAmount(*m.Nonce)
		}
		h.log.Add(activity.SignedLine(m.Account.Name, line))
		if w := h.news.watcher; w != nil && m.Nonce != nil {
			w.Sent(m.ChainID, m.Account.Address, m.Hash, *m.Nonce)
		}
		h.carried(m)
		return h.wantEnds()
	}
	return nil
}

// onOpened builds the screens.
func (h *host) onOpened(m opened) tea.Cmd {
	if m.err != nil {
		h.fail(m.err)
		return nil
	}
	h.s.Context = h.ctx
	unread := h.s.Secrets.Open(h.s.Preferences, h.c.cfg.Exchange)
	h.s.Service = m.service
	h.s.Networks = m.networks
	h.watchNews()
	h.early = h.progress.Total > 0 // a newcomer, who is told how to begin
	all := h.enter(m.at)
	h.listen()
	all = tea.Batch(all, h.onTick())
	h.warn()
	all = tea.Batch(all, h.takeUp())
	if unread != nil {
		h.s.Toast(ui.Bad, unread.Error())
	}
	return all
}

// takeUp follows what earlier sessions have signed and did not see the end of.
func (h *host) takeUp() tea.Cmd {
	list, err := h.s.UnderWay.Open(h.s.Preferences)
	if err != nil {
		h.s.Toast(ui.Bad, err.Error())
		return nil
	}
	var all []tea.Cmd
	for _, e := range list {
		h.log.Recover(h.s.ShortName(e.Account), e)
		if !e.Ended {
			all = append(all, sign.Follow(h.s, e, true))
		}
	}
	return tea.Batch(all...)
}

// warn says when nothing vouches for what the service tells of the network.
func (h *host) warn() {
	n := h.s.Network
	if n.ToldBy == "" {
		return
	}
	h.s.Toast(ui.Warn, cells.Clean(fmt.Sprintf("network %d is not known here: what it "+
		"is, and its contracts, is told by %s alone", n.ChainID, n.ToldBy)))
}

// fail ends the console with an error.
func (h *host) fail(err error) {
	h.failed = err
	h.s.Quit()
}

// listen follows the events of the service.
func (h *host) listen() {
	service := h.s.Service
	h.s.Listen(func(ctx context.Context, send func(string, tea.Msg)) {
		for e := range service.Subscribe(ctx, announce.Topics()...) {
			send(string(e.Topic)+e.Key, happened{e})
		}
	})
}

// onTick reads what no event tells of: ages, latency, prices, the program's log.
func (h *host) onTick() tea.Cmd {
	h.copyLog()
	return tea.Batch(h.s.After(time.Second, tick{}), h.head.Want(h.s.Env), h.prices.Want(h.s.Env),
		h.wantAlerts(), h.learnEnds(), h.wantNews(), h.keepUnseen(), h.readTray(), h.wantLoss(),
		h.lookUp())
}

func (h *host) onEvent(e api.Event) tea.Cmd {
	all := tea.Batch(h.endsEvent(e), h.newsEvent(e))
	if e.Topic == api.TopicBlock && e.ChainID == h.s.Network.ChainID {
		all = tea.Batch(all, h.head.Want(h.s.Env))
	}
	return all
}

// onAccount shows the chosen account at once and asks for what it holds.
func (h *host) onAccount() tea.Cmd {
	a := h.s.Account
	before := h.c.env.Header.Address
	if h.header(nil); a.Address.Hex() == before {
		return nil // its lock or name changed
	}
	h.head.Drop()
	h.ends.known = false // it may be one that was made just now
	return tea.Batch(h.head.Want(h.s.Env), h.wantEnds())
}

// shortChain is the network's name in narrow windows.
func shortChain(name string) string {
	word, _, _ := strings.Cut(strings.ToLower(name), " ")
	return cells.Truncate(word, 6)
}
