package command

import (
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/pflag"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/server"
)

// DefaultListen is where --serve listens unless told otherwise.
const DefaultListen = "127.0.0.1:8080"

// Options are the flags of an exchange and its console.
type Options struct {
	Demo, Serve, Plain, NoMouse, NoMotion, NoTraders, UTC bool
	Seed                                                  uint64
	Listen, LocalRPC, Backend                             string
	Data, Account, Network, Theme                         string
	SSH, Desk                                             string // see checkSSH

	Drain time.Duration // how long a service that is told to stop goes on, unready

	Signers []string         // where accounts are whose keys are not here
	Agents  []common.Address // elsewhere, which may settle Delta orders on the local network

	rate, purse, traces string
	log                 logFlags
	nodes               nodeFlags
	cluster             clusterFlags
	webhook             webhookFlags
}

// Define defines the flags of an exchange and its console, which is drawn in one of some themes.
// Each looks at its own value; Check looks at them together.
func (o *Options) Define(f *pflag.FlagSet, themes []string) {
	o.Seed = mathrand.Uint64()
	f.BoolVar(&o.Demo, "demo", false, "a lively session in a throwaway folder, or in --data DIR")
	f.Func("seed", "`N` from which every random choice of the simulation follows",
		func(s string) (err error) {
			if o.Seed, err = strconv.ParseUint(s, 10, 64); err != nil {
				return fmt.Errorf("it takes a whole number from 0 to 2^64-1, not %q", s)
			}
			return nil
		})
	f.BoolVar(&o.Serve, "serve", false, "serve without a screen")
	f.DurationVar(&o.Drain, "drain", 0, "with --serve: told to stop, go on for `DURATION` with "+
		"/readyz at 503, so that a balancer sends requests elsewhere first; a node of a --cluster "+
		"hands over what it leads at once")
	textVar(f, &o.Listen, "listen", "", "serve HTTP on `ADDR`, beside the console or with "+
		"--serve (which listens on "+DefaultListen+" otherwise)", address)
	textVar(f, &o.SSH, "ssh", "", "serve consoles over ssh on `ADDR`: to visitors of a --demo, "+
		"or to a --desk", address)
	f.StringVar(&o.Desk, "desk", "", "the people of `FILE` watch over ssh, nobody else")
	textVar(f, &o.LocalRPC, "local-rpc", "", "serve the local network's JSON-RPC on `ADDR`",
		address)
	f.Func("agent", "let the program with the account `ADDRESS` bid for Delta orders of the local "+
		"network and settle them; repeatable", func(s string) error {
		a, err := api.ParseAddress(s)
		if err == nil {
			o.Agents = append(o.Agents, a)
		}
		return err
	})
	o.nodes.define(f)
	o.cluster.define(f)
	o.webhook.define(f)
	textVar(f, &o.Backend, "backend", "", "trade at the service at `URL`, not in the data folder",
		webAddress)
	o.defineData(f)
	f.StringVar(&o.Account, "account", "", "act as the account `NAME` (or address)")
	f.StringVar(&o.Network, "network", "", "trade on the network `NAME` (or id); the console "+
		"begins there")
	last := len(themes) - 1
	textVar(f, &o.Theme, "theme", "", "colours: `NAME` is "+
		strings.Join(themes[:last], ", ")+" or "+themes[last],
		oneOf(append(slices.Clone(themes), "default")))
	f.Func("signer", "use the accounts of the signer at `URL` (clef, or a wallet that signs over "+
		"JSON-RPC), who approves each signature; ledger is the Ledger at USB, ledger:PATH one "+
		"of its accounts; repeatable", func(s string) error {
		o.Signers = append(o.Signers, s)
		return nil
	})
	f.BoolVar(&o.Plain, "plain", false, "no screen but lines of text, for screen readers and "+
		"braille displays")
	f.BoolVar(&o.NoMouse, "no-mouse", false, "leave the mouse to the terminal")
	f.BoolVar(&o.NoMotion, "no-motion", false, "no flashes and no moving spinner")
	f.BoolVar(&o.UTC, "utc", false, "tell and read times in UTC, not in the zone of this machine")
	f.BoolVar(&o.NoTraders, "no-traders", false, "no simulated traders on the local network")
	textVar(f, &o.rate, "rate-limit", strconv.Itoa(server.DefaultRateLimit),
		"requests a second for each client: `N` or off", func(s string) error {
			_, err := ratePerSecond(s)
			return err
		})
	textVar(f, &o.purse, "purse", "0.5", "what settlements that fail on chain may cost the agents "+
		"of a network: `COINS` at once, which come back within a day, and a tenth of it for one "+
		"order", func(s string) error {
		_, err := purseOf(s)
		return err
	})
	o.log.define(f)
	textVar(f, &o.traces, "traces", "", "tell the collector at `URL`, which speaks OTLP over "+
		"gRPC, how long requests, routes, simulations, blocks and auctions take", collector)
}

// defineData defines the one flag that every command with a data folder has.
func (o *Options) defineData(f *pflag.FlagSet) {
	f.StringVar(&o.Data, "data", "", "keep everything in `DIR`")
}

// Check refuses flags that do not go together.
func (o *Options) Check() error {
	if o.Backend != "" && (o.Serve || o.Demo || o.Listen != "" || o.LocalRPC != "") {
		return Usagef("--backend shows a service that runs elsewhere: it goes with neither " +
			"--serve, --demo, --listen nor --local-rpc")
	}
	switch {
	case o.Drain < 0:
		return Usagef("--drain takes a time above zero, not %s", o.Drain)
	case o.Drain > 0 && !o.Serve:
		return Usagef("--drain is a time for --serve")
	}
	if o.traces != "" && !o.Serve {
		return Usagef("--traces is for --serve")
	}
	if o.Plain && (o.Serve || o.SSH != "") {
		return Usagef("--plain is a console: it goes with neither --serve nor --ssh")
	}
	if len(o.Agents) > 0 && (o.Backend != "" || o.nodes.noLocal) {
		return Usagef("--agent registers on the local network of this process: it goes with " +
			"neither --backend nor --no-local")
	}
	return errors.Join(o.nodes.check(o), o.checkSSH(), o.checkSigners(), o.cluster.check(o),
		o.webhook.check(o))
}

// checkSigners refuses signers where nobody signs.
func (o Options) checkSigners() error {
	if len(o.Signers) > 0 && o.Serve {
		return Usagef("--signer is for the console: a service signs nothing for anybody")
	}
	return nil
}

// Folder returns the data folder and what removes it at the end, if it is a throwaway one.
func (o Options) Folder() (dir string, done func(), err error) {
	if o.Data != "" {
		return o.Data, func() {}, nil
	}
	if o.Demo {
		if dir, err = os.MkdirTemp("", "bourse-demo-"); err != nil {
			err = fmt.Errorf("make a throwaway folder, or name one with --data DIR: %w", err)
		}
		return dir, func() { os.RemoveAll(dir) }, err
	}
	if dir, err = backend.DefaultDir(); err != nil {
		err = Usagef("%v: name one with --data DIR", err)
	}
	return dir, func() {}, err
}

// Mode is the word in the header.
func (o Options) Mode() string {
	switch {
	case o.Backend != "" || len(o.nodes.nodes) > 0:
		return "LIVE"
	case o.Demo:
		return "DEMO"
	}
	return "LOCAL"
}

// Ends tells whether the exchange ends with the console.
func (o Options) Ends() bool { return o.Backend == "" }

// Leaving says what becomes of open orders when the console is left.
func (o Options) Leaving() string {
	const ends = "The exchange ends with this console"
	switch {
	case !o.Ends():
		return "Running auctions and open orders go on without this console."
	case o.Demo && o.Data == "":
		return ends + ", and the folder of this demo with it: nothing is kept."
	}
	return ends + ": no stop is watched, and auctions and open orders rest, until it is " +
		"started again."
}
