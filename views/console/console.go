package console

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/menu"
	"bourse/ui/style"
	"bourse/views"
	"bourse/wallet"
)

// Config is what a console is made of.
type Config struct {
	// Open opens the exchange. It runs off the loop, so that the first frame waits for nothing; its
	// error ends the console and comes out of Run.
	Open func(context.Context) (api.Service, error)
	// Progress tells how far Open is, while it runs; nil does not.
	Progress func() api.Progress
	Wallet   *wallet.Wallet
	Account  string // name or address; "" is the first account
	Network  string // name or id; "" is the one that was in front last
	Mode     string // DEMO, LOCAL or LIVE; an account that is only watched makes it READ-ONLY
	Theme    string // "" leaves it to the settings
	NoMouse  bool
	NoMotion bool
	Clock    ui.Clock
	Zone     *time.Location // in which times are told; nil, or the setting utc, is UTC
	Profile  ui.Profile
	Random   io.Reader // for nonces; nil is crypto/rand
	Settings string    // path of the settings file; "" has none
	// Own are lines of settings, separated by semicolons, of a session without a file
	Own string
	// folder of what the screens keep from one session to the next; "" keeps nothing
	State   string
	Export  string // folder of exported files
	Reports string // folder of crash reports
	// Remote says why the session has no part of this machine; see ui.Env. Then Export is unused.
	Remote string
	Log    *ui.LogRing
	Getenv func(string) string
	In     io.Reader // nil: the terminal
	Out    io.Writer // nil: standard output; see ui.ProgramOptions
	// Sizes tells each size of a terminal elsewhere, the first one too; nil is a terminal of this
	// machine, which tells by itself. It is closed when the terminal is gone.
	Sizes <-chan Size
	// shortest time between two frames that only data has changed; see ui.ProgramOptions
	Redraw func() time.Duration
	// Exchange is the host of the exchange with its port; "" is one of this process. By it the
	// secrets of held orders are told apart.
	Exchange string
	// Names looks up names by nodes of the user's own; nil looks up none.
	Names views.NameService
	// Post hands on what was announced, and returns once that is in safe hands; nil hands on
	// nothing. It may wait for a disk.
	Post func([]announce.Announcement) error
	// Resting is how long an order rests before it is signed, while it can be taken back, until the
	// user chooses; 0 does not rest.
	Resting time.Duration
	// Leaving says what becomes of open orders without this console.
	Leaving string
	// Ends says that the orders of the wallet's accounts do not go on without this console: then
	// quitting names them.
	Ends bool
}

// Size is a terminal's, in cells.
type Size struct{ W, H int }

// Console is a session with a person.
type Console struct {
	cfg      Config
	settings ui.Settings
	env      *ui.Env
	root     *ui.Root
	host     *host
}

// New prepares a console. Mistakes in the settings, an unknown theme or account are errors.
func New(cfg Config) (*Console, error) {
	settings, err := cfg.settings()
	if err != nil {
		return nil, err
	}
	var kept *views.Preferences
	if cfg.State != "" {
		if kept, err = views.OpenPreferences(cfg.State); err != nil {
			return nil, err
		}
	}
	theme, err := chooseTheme(cfg.Theme, settings.Theme, kept, style.NewRenderer(cfg.Profile))
	if err != nil {
		return nil, err
	}
	account, err := find(cfg.Wallet, cfg.Account)
	if err != nil {
		return nil, err
	}
	if cfg.Zone != nil && !settings.UTC {
		ui.SetZone(cfg.Zone)
	}
	c := &Console{cfg: cfg, settings: settings, env: ui.NewEnv(cfg.Clock, theme)}
	c.env.Motion = settings.Motion && !cfg.NoMotion
	c.env.ExportDir, c.env.Remote = cmp.Or(kept.Get(exportName), cfg.Export), cfg.Remote
	c.env.Header = ui.Header{Mode: c.mode(account, 0), Account: account.Name,
		Address: account.Address.Hex(), Locked: locked(account), Conn: ui.Reconnecting}
	c.host = newHost(c, account, kept)
	c.root = ui.NewRoot(ui.Config{
		Env: c.env, Host: c.host, Brand: "BOURSE",
		Tabs:    opening(c.env, &c.host.progress, cfg.Exchange),
		NoMouse: cfg.NoMouse || !settings.Mouse, Words: words(), Leaving: cfg.Leaving,
		Dialogs: dialogs(c.env),
	})
	return c, nil
}

// settings are those of the session itself, or of the file.
func (cfg Config) settings() (ui.Settings, error) {
	if cfg.Own != "" {
		return ui.ParseSettings("settings", []byte(strings.ReplaceAll(cfg.Own, ";", "\n")))
	}
	return ui.LoadSettings(cfg.Settings)
}

// dialogs are those of which the screens open many, for the table of keys.
func dialogs(env *ui.Env) []ui.Dialog { return []ui.Dialog{menu.New(env, "", nil)} }

// mode is the word in the header: an account without a key can only look on, and what the local
// network has is worth nothing, whoever serves it.
func (c *Console) mode(a wallet.Account, chainID uint64) string {
	switch {
	case a.Kind == wallet.WatchedOnly:
		return "READ-ONLY"
	case c.cfg.Mode == "LIVE" && chainID == api.LocalChainID:
		return "LOCAL"
	}
	return c.cfg.Mode
}

// themeName is the name under which the colours that were last chosen are kept.
const themeName = "theme"

// chooseTheme takes the colours of the command line, else those chosen last, else those of the
// settings.
func chooseTheme(flag, settings string, kept *views.Preferences,
	terminal *lipgloss.Renderer) (*ui.Theme, error) {
	if flag != "" {
		return style.NewTheme(flag, terminal)
	}
	if name := kept.Get(themeName); slices.Contains(style.ThemeNames(), name) {
		return style.NewTheme(name, terminal)
	}
	return style.NewTheme(settings, terminal)
}

func find(w *wallet.Wallet, name string) (wallet.Account, error) {
	if name != "" {
		return w.Find(name)
	}
	if list := w.List(); len(list) > 0 {
		return list[0], nil
	}
	return wallet.Account{}, errors.New("the wallet has no account: make one with " +
		w.Says("new NAME"))
}

// Run shows the console until it is quit or ctx ends. Once it returns, Open has returned too.
func (c *Console) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.host.ctx = ctx
	program := ui.NewProgram(ctx, c.root, ui.ProgramOptions{
		In: c.cfg.In, Out: c.cfg.Out, Getenv: c.cfg.Getenv, Log: c.cfg.Log,
		ReportDir: c.cfg.Reports, Redraw: c.cfg.Redraw,
	})
	if c.cfg.Sizes != nil {
		go resize(ctx, program, c.cfg.Sizes)
	}
	err := program.Run()
	cancel()
	c.host.opening.Lock() // an opening that has begun is waited for; one may never begin
	c.host.left = true
	c.host.opening.Unlock()
	return errors.Join(c.host.failed, err, c.host.log.Close())
}

// resize hands on the sizes of a terminal elsewhere until it or the program ends.
func resize(ctx context.Context, p *ui.Program, sizes <-chan Size) {
	for {
		select {
		case <-ctx.Done():
			return
		case s, ok := <-sizes:
			if !ok {
				return
			}
			p.Resize(s.W, s.H)
		}
	}
}

// Sent tells the console of what another program has sent through its exchange: one of an account
// of the wallet that fails is announced. It may be called from everywhere, before the console runs
// too.
func (c *Console) Sent(t announce.Transaction) {
	c.host.news.elsewhere.add(t)
}

// Attach returns the shell for a driver without a terminal, in place of Run; what the console does
// ends with ctx.
func (c *Console) Attach(ctx context.Context) *ui.Root {
	c.host.ctx = ctx
	return c.root
}

// Theme returns the colours that are shown.
func (c *Console) Theme() *ui.Theme { return c.env.Theme }

// Err returns why the console ended, nil while it goes on and after it was quit.
func (c *Console) Err() error { return c.host.failed }

// words explain what is on every screen.
func words() []ui.Word {
	return []ui.Word{
		{Term: "maker", Means: "who signed an order and waits for it to be taken"},
		{Term: "taker", Means: "who takes an order by a transaction, and pays for its gas"},
		{Term: "limit order", Means: "an order for anyone at a fixed price; signing it costs " +
			"nothing"},
		{Term: "P2P order", Means: "an order that only one taker can fill"},
		{Term: "stale", Means: "the newest block is old, so nothing can be quoted, taken or " +
			"signed"},
	}
}
