package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/client"
	"bourse/backend/demo"
	"bourse/backend/deploy"
	"bourse/backend/ens"
	"bourse/backend/pins"
	"bourse/backend/plain"
	"bourse/backend/proof"
)

// Open opens the exchange of a data folder, whose local network gives coins and tokens to accounts,
// with simulated traders or without.
func (o Options) Open(ctx context.Context, dir string, accounts []common.Address, traders bool,
	log *slog.Logger) (*backend.Backend, error) {
	return o.open(ctx, dir, accounts, traders, log, opening{})
}

// opening is who is told how the opening of an exchange goes.
type opening struct {
	progress func(api.Progress)
	started  func() // once the simulated traders have begun, or have failed to
}

func (o Options) open(ctx context.Context, dir string, accounts []common.Address, traders bool,
	log *slog.Logger, tell opening) (*backend.Backend, error) {
	cfg := backend.Config{
		Dir: dir, Now: time.Now, Seed: o.Seed, Accounts: accounts, LocalRPC: o.LocalRPC,
		Logger: log, NoLocal: o.nodes.noLocal, Progress: tell.progress, Agents: o.Agents,
		Secret: true,
	}
	var err error
	cfg.Purse, _ = purseOf(o.purse) // checked when the flag was read
	if cfg.Remotes, err = o.nodes.remotes(dir); err != nil {
		return nil, Usagef("%v", err)
	}
	for _, r := range cfg.Remotes {
		delta, named := o.nodes.deltas[r.Description.ID]
		if _, own := r.Operator.Delta(delta); named && !own {
			return nil, Usagef("--delta: the Delta contract %s of network %d was not deployed "+
				"from the data folder %s, so that nothing here may settle its orders", delta,
				r.Description.ID, dir)
		}
	}
	if err := o.shares(ctx, &cfg, dir); err != nil {
		return nil, err
	}
	if traders && o.trades() {
		cfg.Drive = demo.Config{
			Seed: o.Seed, Now: time.Now, Accounts: accounts, Logger: log,
			Progress: tell.progress, Started: tell.started}.Drive
	}
	return backend.Open(ctx, cfg)
}

// shares adds what a node shares with other processes: the log of a cluster, and the local network
// of one of them.
func (o Options) shares(ctx context.Context, cfg *backend.Config, dir string) error {
	described, err := o.nodes.described(dir)
	if err != nil {
		return Usagef("%v", err)
	}
	if nodes, ok := o.nodes.local(described); ok {
		cfg.LocalNodes = nodes
	}
	if o.cluster.url == "" {
		return nil
	}
	log, err := o.cluster.open(ctx, &o, cfg.Logger)
	if err != nil {
		return err
	}
	cfg.Log = log
	return nil
}

// Local tells whether the local network is among those that are traded on.
func (o Options) Local() bool { return !o.nodes.noLocal || o.nodes.nodes[api.LocalChainID] != nil }

// trades tells whether a console's exchange has simulated traders.
func (o Options) trades() bool { return !o.NoTraders && !o.nodes.noLocal }

// Exchange is what runs behind a console: an exchange of this process, or a service elsewhere.
type Exchange struct {
	Options  Options
	Dir      string           // the data folder
	Accounts []common.Address // the user's on the local network
	Log      *slog.Logger
	Failed   func()    // ends the console
	Announce io.Writer // is told the addresses of its HTTP server; nil is told nothing
	// Keys tells whose keys are the user's, who has signed every order that is told of them; nil
	// knows of none.
	Keys func(common.Address) bool
	// Sent is told what other programs send through this exchange; nil is not told.
	Sent func(announce.Transaction)
	// Join uses the exchange of the process that has the data folder open, where one has
	Join bool

	client  *client.Client            // of a service elsewhere
	nodes   map[uint64]*chain.Network // that its answers are checked against
	backend *backend.Backend
	stop    context.CancelFunc
	unshare func() // ends the answers to other programs; nil where there are none
	ended   chan error

	progress api.Meter                       // of opening
	opened   atomic.Pointer[backend.Backend] // to be asked how far it is
}

// Progress tells how far the opening is. It may be called while Open runs.
func (x *Exchange) Progress() api.Progress {
	p := x.progress.Progress()
	if b := x.opened.Load(); b != nil && (p.Total == 0 || p.Done == p.Total) {
		if work := b.Work(); len(work) > 0 {
			return work[0]
		}
	}
	return p
}

// Open opens and starts the exchange, with its HTTP server where one was asked for. It returns once
// a new network has its past, the simulated traders' orders are there and the newest block is taken
// in.
func (x *Exchange) Open(ctx context.Context) (api.Service, error) {
	if x.Options.Backend != "" {
		return x.connect(ctx)
	}
	if x.Join {
		if x.client = reach(ctx, x.Dir); x.client != nil {
			var err error
			if x.nodes, err = x.Options.nodes.connect(ctx); err != nil {
				return nil, Usagef("%v", err)
			}
			return x.client, nil
		}
	}
	started := make(chan struct{})
	b, err := x.Options.open(ctx, x.Dir, x.Accounts, true, x.Log, opening{
		progress: x.progress.Set,
		started:  func() { close(started) },
	})
	if err != nil {
		return nil, err
	}
	x.run(ctx, b)
	x.unshare = x.Options.Share(x.Dir, b, x.others(b), x.Log)
	if x.Options.trades() {
		select {
		case <-started:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return b, b.Ready(ctx)
}

// House are the local network's own accounts, where the exchange is of this process.
func (x *Exchange) House() local.House {
	if x.backend == nil {
		return local.House{}
	}
	return x.backend.House()
}

// others is the exchange as other programs use it.
func (x *Exchange) others(b *backend.Backend) announcer {
	out := announcer{Service: b, Replayer: b, run: func(context.Context) {}}
	if x.Sent != nil {
		out.Service = announce.Sending(b, x.Sent)
	}
	return out
}

// Joined tells whether the exchange is that of another process, which has the data folder open.
func (x *Exchange) Joined() bool { return x.client != nil && x.Options.Backend == "" }

// run runs an exchange until the console's end, with its HTTP server where one was asked for.
func (x *Exchange) run(ctx context.Context, b *backend.Backend) {
	x.opened.Store(b)
	x.backend, x.ended = b, make(chan error, 1)
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	x.stop = stop
	go func() {
		defer x.Failed()
		if x.Options.Listen != "" {
			x.ended <- x.Options.run(running, b, x.others(b), x.Log,
				cmp.Or(x.Announce, io.Discard))
			return
		}
		x.ended <- b.Run(running)
	}()
}

// connect reaches a service elsewhere, whose answers are checked against what is known here and
// what the nodes say that were named.
func (x *Exchange) connect(ctx context.Context) (api.Service, error) {
	c, err := client.New(x.Options.Backend, nil)
	if err != nil {
		return nil, Usagef("--backend: %v", err)
	}
	x.client = c
	folder := strings.NewReplacer(":", "_", "[", "", "]", "").Replace(c.Host())
	folder = filepath.Join(x.Dir, "servers", folder)
	witness, err := proof.NewWitness(c.Host(), time.Now, filepath.Join(folder, "signed.jsonl"))
	if err != nil {
		return nil, err
	}
	if _, err := c.Networks(ctx); api.TypeOf(err) == api.NotFound {
		return x.connectPlain(ctx, folder, witness)
	}
	known, err := x.Options.nodes.known(x.Dir, x.Accounts)
	if err != nil {
		return nil, Usagef("%v", err)
	}
	if x.nodes, err = x.Options.nodes.connect(ctx); err != nil {
		return nil, Usagef("%v", err)
	}
	return pins.New(c, c.Host(), known, x.nodes, x.Keys, witness), nil
}

// connectPlain trades through a server that speaks the public interface alone. What it does not
// tell is read from nodes, by an exchange that is kept apart from the data folder's own.
func (x *Exchange) connectPlain(ctx context.Context, folder string, witness *proof.Witness) (
	api.Service, error) {
	if len(x.Options.nodes.nodes) == 0 {
		return nil, Usagef("%s speaks the public interface alone, which tells nothing of blocks "+
			"and balances: name a node of each network to trade on, with --rpc ID=URL",
			x.client.Host())
	}
	remotes, err := x.Options.nodes.remotes(x.Dir)
	if err != nil {
		return nil, Usagef("%v", err)
	}
	for i := range remotes {
		remotes[i].Operator, remotes[i].DeltaElsewhere = deploy.Operator{}, true
	}
	described, err := x.Options.nodes.described(x.Dir)
	if err != nil {
		return nil, Usagef("%v", err)
	}
	nodes, _ := x.Options.nodes.local(described)
	b, err := backend.Open(ctx, backend.Config{Dir: folder,
		Now: time.Now, Seed: x.Options.Seed, Logger: x.Log, NoLocal: true, Remotes: remotes,
		Accounts: x.Accounts, LocalNodes: nodes, SettledElsewhere: true})
	if err != nil {
		return nil, err
	}
	x.run(ctx, b)
	return plain.New(b, x.client, x.client.Host(), time.Now, witness), b.Ready(ctx)
}

// call makes calls by the nodes that were named with --rpc; ok is false where there is none for a
// network, or its exchange is not open yet.
func (x *Exchange) call(on api.Network) (call ens.Call, ok bool) {
	n := x.nodes[on.ChainID]
	if b := x.opened.Load(); n == nil && b != nil {
		n, _ = b.Chain(on.ChainID)
	}
	if n == nil {
		return nil, false
	}
	return func(ctx context.Context, to common.Address, data []byte) ([]byte, error) {
		answer, err := n.Call(ctx, common.Hash{}, chain.Call{To: to, Data: data})
		if revert := (*chain.Revert)(nil); errors.As(err, &revert) {
			err = ens.Refusal(revert.Data, err)
		}
		return answer, err
	}, true
}

// Names are those of the networks that are reached through nodes.
type Names struct{ exchange *Exchange }

// Names looks up names by the user's own nodes.
func (x *Exchange) Names() Names { return Names{x} }

func (n Names) book(on api.Network) (ens.Book, error) {
	call, ok := n.exchange.call(on)
	if !ok {
		return ens.Book{}, fmt.Errorf("no node of your own looks up names on %s: name one with "+
			"--rpc %d=URL", on.Name, on.ChainID)
	}
	return ens.Book{Registry: ens.Registry, Call: call}, nil
}

// Address is what a name stands for now.
func (n Names) Address(ctx context.Context, on api.Network, name string) (common.Address, error) {
	b, err := n.book(on)
	if err != nil {
		return common.Address{}, err
	}
	return b.Address(ctx, name)
}

// Name is what an address calls itself where that leads back to it.
func (n Names) Name(ctx context.Context, on api.Network, a common.Address) (string, error) {
	b, err := n.book(on)
	if err != nil {
		return "", err
	}
	return b.Name(ctx, a)
}

// Close stops what Open started.
func (x *Exchange) Close() error {
	if x.client != nil {
		x.client.Close()
	}
	for _, n := range x.nodes {
		n.Close()
	}
	if x.backend == nil {
		return nil
	}
	if x.unshare != nil {
		x.unshare()
	}
	x.stop()
	return errors.Join(<-x.ended, x.backend.Close())
}
