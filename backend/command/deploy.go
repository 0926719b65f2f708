package command

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/deploy"
)

// Payer is an account of the user's that pays for a deployment.
type Payer interface {
	// Account returns the address of an account by its name or address.
	Account(name string) (common.Address, error)
	// Sign signs a transaction of that account and returns it as it is relayed.
	Sign(tx api.Transaction) ([]byte, error)
}

// pollPaid is how often the node is asked whether a payment is mined.
const pollPaid = 200 * time.Millisecond

// ErrDeclined is the error where a person was asked and did not agree.
var ErrDeclined = errors.New("that was not agreed to")

// errStopped is the error where a person stops it while it waits for coins.
var errStopped = errors.New("stopped before the coins had come: the same again goes on")

// Deploy is `bourse deploy --rpc ID=URL`.
type Deploy struct {
	In    io.Reader // answers questions
	Out   io.Writer
	Payer func(ctx context.Context, signers []string, data string) (Payer, error)

	nodes              nodeFlags
	data, from, to     string
	refund             string
	name, symbol       string
	market, yes        bool
	signers            []string
	network            *chain.Network
	payer              Payer
	paying, marketUser common.Address
	payments           *deploy.Payments
}

// Command is the command that deploys.
func (d *Deploy) Command() *cobra.Command {
	c := &cobra.Command{
		Use:   "deploy --rpc ID=URL",
		Short: "Put on a chain what it lacks for all of this, Delta included",
		Long: "Shows what the deployment costs, asks, has it paid once, writes the network's " +
			"description into the data folder, and gives back what is left. Interrupted, it goes " +
			"on where it was.",
		Example: "bourse deploy --rpc 31337=http://127.0.0.1:8545 --from main --market",
		Args:    Arguments(),
		RunE: func(c *cobra.Command, _ []string) error {
			d.In, d.Out = c.InOrStdin(), c.OutOrStdout()
			return d.run(c.Context())
		},
	}
	f := c.Flags()
	d.nodes.define(f)
	f.StringVar(&d.data, "data", "", "keep everything in `DIR`")
	f.StringVar(&d.from, "from", "", "the account `NAME` (or address) pays")
	f.BoolVar(&d.market, "market", false, "put tokens, NFTs and pools there too, to try it with")
	f.StringVar(&d.to, "to", "", "`ADDRESS` gets the tokens of --market, instead of who pays")
	f.StringVar(&d.refund, "refund", "", "`ADDRESS` gets what is left, instead of who paid")
	f.StringVar(&d.name, "name", "", "what the network is called: `NAME`")
	f.StringVar(&d.symbol, "symbol", "ETH", "`COIN` of the network")
	f.BoolVar(&d.yes, "yes", false, "do not ask")
	f.Func("signer", "find the account that pays at the signer at `URL`; repeatable",
		func(s string) error {
			d.signers = append(d.signers, s)
			return nil
		})
	return c
}

func (d *Deploy) run(ctx context.Context) error {
	if err := d.check(); err != nil {
		return err
	}
	dir, _, err := Options{Data: d.data}.Folder()
	if err != nil {
		return err
	}
	if err := d.choosePayer(ctx, dir); err != nil {
		return err
	}
	release, err := deploy.Hold(dir, d.id())
	if err != nil {
		return err
	}
	defer release()
	if d.payments, err = deploy.ReadPayments(dir, d.id()); err != nil {
		return err
	}
	set, err := d.nodes.described(dir)
	if err != nil {
		return Usagef("%v", err)
	}
	operator, err := deploy.EnsureOperator(dir, rand.Reader)
	if err != nil {
		return err
	}
	id := d.id()
	cfg := chain.Config{ChainID: id, Now: time.Now}
	if set[id] != nil {
		cfg.L1Oracle = set[id].L1Oracle()
	}
	if d.network, err = chain.Connect(ctx, *d.nodes.nodes[id], cfg); err != nil {
		return Usagef("%v", err)
	}
	defer d.network.Close()
	head, err := d.network.Head(ctx)
	if err != nil {
		return err
	}
	blocks, err := d.blockTime(ctx, head)
	if err != nil {
		return err
	}
	work, err := deploy.Open(ctx, deploy.Config{Network: d.network, Operator: operator,
		Known: set[id], Name: d.name, Symbol: d.symbol, BlockTime: blocks, Market: d.market,
		User: d.marketUser})
	if err != nil {
		return err
	}
	return d.perform(ctx, work, dir)
}

// check refuses values that cannot be.
func (d *Deploy) check() error {
	if len(d.nodes.nodes) != 1 || len(d.nodes.nodes[d.id()].Read) == 0 {
		return Usagef("deploy on one network at a time, through --rpc ID=URL")
	}
	for flag, value := range map[string]string{"to": d.to, "refund": d.refund} {
		if value == "" {
			continue
		}
		if _, err := api.ParseAddress(value); err != nil {
			return Usagef("--%s takes an address: %v", flag, err)
		}
	}
	d.marketUser = common.HexToAddress(d.to)
	return nil
}

// id is that of the network that was named.
func (d *Deploy) id() uint64 {
	for id := range maps.Keys(d.nodes.nodes) {
		return id
	}
	return 0
}

// choosePayer finds the account that pays, where one was named, and who gets tokens to try the
// market with.
func (d *Deploy) choosePayer(ctx context.Context, dir string) (err error) {
	if d.from != "" {
		if d.payer, err = d.Payer(ctx, d.signers, dir); err != nil {
			return err
		}
		if d.paying, err = d.payer.Account(d.from); err != nil {
			return Usagef("%v", err)
		}
	}
	if d.market && d.marketUser == (common.Address{}) {
		if d.marketUser = d.paying; d.payer == nil {
			return Usagef("--market hands out tokens: name who gets them, with --to ADDRESS or " +
				"--from ACCOUNT")
		}
	}
	return nil
}

// blockTime is how long a block has taken lately.
func (d *Deploy) blockTime(ctx context.Context, head chain.Header) (time.Duration, error) {
	const span = 20
	if head.Number <= span {
		return deploy.DefaultBlockTime, nil
	}
	earlier, err := d.network.HeaderByNumber(ctx, head.Number-span)
	if err != nil {
		return 0, err
	}
	each := time.Duration(head.Time-earlier.Time) * time.Second / span
	return min(max(each.Round(100*time.Millisecond), 200*time.Millisecond), 15*time.Second), nil
}

// perform shows the cost, asks, and deploys.
func (d *Deploy) perform(ctx context.Context, work *deploy.Deployment, dir string) error {
	done, all := work.Steps()
	what := map[deploy.Kind]string{
		deploy.Protocol: "all contracts of the exchange",
		deploy.Market: "all contracts of the exchange, and tokens, NFTs and pools to try them " +
			"with",
		deploy.Beside: "an executor and a Delta contract, beside the contracts that stand there",
		deploy.Executor: "an executor that trades on more exchanges, beside the one that stands " +
			"there",
	}[work.Kind()]
	fmt.Fprintf(d.Out, "network %d: %s\n%d transactions by %s, %d of them done\n", d.id(), what,
		all, work.Deployer(), done)
	if done < all {
		if err := d.fund(ctx, work); err != nil {
			return err
		}
	}
	shown := -1
	described, err := work.Run(ctx, func(p api.Progress) {
		if percent := p.Done * 100 / p.Total; percent/10 > shown/10 || percent == 100 {
			fmt.Fprintf(d.Out, "%3d %%\n", percent)
			shown = percent
		}
	})
	if err != nil {
		return err
	}
	path, err := described.Write(filepath.Join(dir, "networks"))
	if err != nil {
		return err
	}
	fmt.Fprintf(d.Out, "everything stands on network %d, which is described in %s\n"+
		"agents of this data folder settle its Delta orders; keep the folder's file \"operator\" "+
		"secret\n", d.id(), path)
	return d.giveBack(ctx, work)
}

// giveBack sends what is left of the coins to who paid, or says where they are.
func (d *Deploy) giveBack(ctx context.Context, work *deploy.Deployment) error {
	to := d.paying
	if paid := d.payments.To(work.Deployer()); len(paid) > 0 {
		to = paid[len(paid)-1].From
	}
	if d.refund != "" {
		to = common.HexToAddress(d.refund)
	}
	if to == (common.Address{}) {
		left, err := work.Left(ctx)
		if err == nil && !left.IsZero() {
			fmt.Fprintf(d.Out, "%s %s are left at %s: the same with --refund ADDRESS sends them "+
				"there\n", left.Format(18, 6, api.Down), d.symbol, work.Deployer())
		}
		return err
	}
	sent, err := work.GiveBack(ctx, to)
	if err != nil {
		return fmt.Errorf("give back what is left: %w", err)
	}
	if !sent.IsZero() {
		fmt.Fprintf(d.Out, "%s %s that were left went back to %s\n",
			sent.Format(18, 6, api.Down), d.symbol, to)
	}
	return d.payments.Forget()
}

// fund shows what the deployment costs, asks, and sees to it that the deployer has as much.
func (d *Deploy) fund(ctx context.Context, work *deploy.Deployment) error {
	cost, have, err := work.Cost(ctx)
	if err != nil {
		return err
	}
	waiting, err := d.waiting(ctx, work.Deployer())
	if err != nil {
		return err
	}
	fmt.Fprintf(d.Out, "it takes at most %s %s, of which %s has %s\n",
		cost.Format(18, 6, api.Up), d.symbol, work.Deployer(), have.Format(18, 6, api.Down))
	for _, p := range waiting {
		value := api.MustBig(p.Value())
		fmt.Fprintf(d.Out, "%s %s of %s are signed for already, in transaction %s\n",
			value.Format(18, 6, api.Down), d.symbol, p.From, p.Hash())
	}
	if err := d.confirm(); err != nil {
		return err
	}
	for _, p := range waiting {
		if err := d.send(ctx, p); err != nil {
			return err
		}
	}
	if cost, have, err = work.Cost(ctx); err != nil || !have.Less(cost) {
		return err
	}
	if d.payer != nil {
		return d.pay(ctx, work.Deployer(), cost.Sub(have))
	}
	fmt.Fprintf(d.Out, "send %s %s to %s: this waits for it\n",
		cost.Sub(have).Format(18, 6, api.Up), d.symbol, work.Deployer())
	for {
		if cost, have, err = work.Cost(ctx); err != nil || !have.Less(cost) {
			return stopped(ctx, err)
		}
		select {
		case <-ctx.Done():
			return errStopped
		case <-time.After(time.Second):
		}
	}
}

// stopped is what became of a wait for coins.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return errStopped
	}
	return err
}

// waiting returns the payments that an earlier run signed and that may still be mined.
func (d *Deploy) waiting(ctx context.Context, to common.Address) (list []deploy.Payment,
	err error) {
	for _, p := range d.payments.To(to) {
		open, err := d.open(ctx, p)
		if err != nil {
			return nil, err
		}
		if open {
			list = append(list, p)
		}
	}
	return list, nil
}

// open tells whether a payment may still be mined: it is not, and no other transaction took its
// nonce.
func (d *Deploy) open(ctx context.Context, p deploy.Payment) (bool, error) {
	nonces, err := d.network.Nonces(ctx, p.From)
	if err != nil {
		return false, err
	}
	return p.Nonce() >= nonces.Mined, nil
}

func (d *Deploy) confirm() error {
	if d.yes {
		return nil
	}
	fmt.Fprint(d.Out, "deploy? [y/N] ")
	line, err := bufio.NewReader(d.In).ReadString('\n')
	if err != nil && line == "" || !slices.Contains([]string{"y", "yes"},
		strings.ToLower(strings.TrimSpace(line))) {
		return fmt.Errorf("nothing was deployed: %w", ErrDeclined)
	}
	return nil
}

// pay sends coins of the paying account to the deployer and waits until it has them. The signed
// transaction is on disk before it is sent: a run that goes on sends this one, and no second one.
func (d *Deploy) pay(ctx context.Context, to common.Address, amount api.Amount) error {
	tx, err := d.network.Prepare(ctx, chain.Call{From: d.paying, To: to, Value: amount})
	if err != nil {
		return err
	}
	raw, err := d.payer.Sign(tx)
	if err != nil {
		return err
	}
	payment, err := d.payments.Add(raw)
	if err != nil {
		return err
	}
	return d.send(ctx, payment)
}

// send sends a payment, which may be sent already, and waits until it is mined.
func (d *Deploy) send(ctx context.Context, p deploy.Payment) error {
	nonces, err := d.network.Nonces(ctx, p.From)
	if err != nil {
		return err
	}
	if p.Nonce() > nonces.Next {
		return fmt.Errorf("the payment %s has nonce %d, and %s has sent nothing with %d: send "+
			"that first, or take %s away to have another one signed", p.Hash(), p.Nonce(), p.From,
			nonces.Next, d.payments.Path())
	}
	raw, err := p.MarshalBinary()
	if err != nil {
		return err
	}
	if _, err := d.network.SendRaw(ctx, raw); err != nil {
		if open, lost := d.open(ctx, p); lost == nil && !open {
			return nil // it, or what took its place, is mined
		}
		return fmt.Errorf("send the payment, which is kept in %s: %w", d.payments.Path(), err)
	}
	fmt.Fprintf(d.Out, "paid by %s in transaction %s\n", p.From, p.Hash())
	for {
		if open, err := d.open(ctx, p); err == nil && !open {
			return nil
		}
		select {
		case <-ctx.Done():
			return errStopped
		case <-time.After(pollPaid):
		}
	}
}
