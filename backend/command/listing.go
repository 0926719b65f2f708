package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/spf13/cobra"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/deploy"
	"bourse/backend/networks"
	"bourse/backend/proof"
)

// Networks is `bourse networks`.
func Networks() *cobra.Command {
	var o Options
	var asJSON bool
	c := &cobra.Command{
		Use:   "networks",
		Short: "What is known of each network, and whether its contracts stand there",
		Example: "bourse networks\n" +
			"bourse networks --rpc 1=https://eth.example --rpc 10=http://127.0.0.1:8545",
		Args: Arguments(),
		RunE: func(c *cobra.Command, _ []string) error {
			out, list := c.OutOrStdout(), []listed{}
			tell := func(n listed) { n.print(out) }
			if asJSON {
				tell = func(n listed) { list = append(list, n) }
			}
			err := o.networks(c.Context(), tell)
			if asJSON && (err == nil || len(list) > 0) {
				text, _ := json.MarshalIndent(map[string]any{"networks": list}, "", "  ")
				fmt.Fprintln(out, string(text))
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	o.defineData(c.Flags())
	o.nodes.define(c.Flags())
	return c
}

// listed is what is told of one network.
type listed struct {
	ChainID uint64        `json:"chainId"`
	Name    string        `json:"name"`
	State   state         `json:"state"`
	Says    string        `json:"says"`           // of the state, in words
	Head    *api.BlockRef `json:"head,omitempty"` // of a node that answers
	Wrong   int           `json:"wrong"`          // things in its description that the chain denies
	Lines   []string      `json:"lines"`          // what else there is to say
}

type state string

const (
	isLocal   state = "local"
	unknown   state = "unknown" // nothing describes it
	noNode    state = "known"   // and no node of it is named
	noAnswer  state = "unreachable"
	reachable state = "reachable"
)

func (n *listed) line(format string, args ...any) {
	n.Lines = append(n.Lines, fmt.Sprintf(format, args...))
}

func (n listed) print(out io.Writer) {
	fmt.Fprintf(out, "%9d  %s\n", n.ChainID, strings.TrimPrefix(n.Name+": "+n.Says, ": "))
	for _, line := range n.Lines {
		fmt.Fprintf(out, "%9s  %s\n", "", line)
	}
}

// networks tells what is known of each network, and, of those with nodes, whether these answer and
// whether everything stands on the chain that the network's description names. A network that lacks
// something is not an error: it is what was asked; a description that the chain denies is one.
func (o *Options) networks(ctx context.Context, tell func(listed)) error {
	dir, done, err := o.Folder()
	if err != nil {
		return err
	}
	defer done()
	known, err := o.nodes.described(dir)
	if err != nil {
		return err
	}
	lists, err := o.nodes.tokens()
	if err != nil {
		return err
	}
	operator, err := deploy.ReadOperator(dir)
	if err != nil {
		return err
	}
	ids := slices.Collect(maps.Keys(o.nodes.nodes))
	for id := range known {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if !slices.Contains(ids, api.LocalChainID) {
		ids = append(ids, api.LocalChainID)
	}
	slices.Sort(ids)
	wrong := 0
	for _, id := range ids {
		d, n := known[id], listed{ChainID: id, Lines: []string{}}
		if d != nil {
			n.Name = d.Name
		}
		switch {
		case d == nil && id == api.LocalChainID:
			n.Name, n.State, n.Says = "Local", isLocal, o.localNetwork(dir)
		case d == nil:
			n.State, n.Says = unknown, "unknown: describe it in "+
				filepath.Join(dir, "networks", fmt.Sprint(id, ".toml"))
		case o.nodes.nodes[id] == nil:
			n.State, n.Says = noNode, fmt.Sprintf("known; name a node with --rpc %d=URL to trade "+
				"there", id)
		default:
			err := n.inspect(ctx, d, *o.nodes.nodes[id], lists[id], operator)
			if err != nil {
				return err
			}
			n.followed(dir, d)
		}
		wrong += n.Wrong
		tell(n)
	}
	if wrong > 0 {
		return fmt.Errorf("the descriptions have %d things wrong: what is not proven gets no "+
			"allowance", wrong)
	}
	return nil
}

// localNetwork says where the local network runs.
func (o *Options) localNetwork(dir string) string {
	if o.nodes.nodes[api.LocalChainID] != nil {
		return "another program's, through the node that --rpc names"
	}
	const here = "it runs in the program itself, unless --no-local leaves it out; "
	chain := filepath.Join(dir, "chain")
	if _, err := os.Stat(chain); err != nil {
		return here + "its chain is not begun yet"
	}
	return here + "its chain is in " + chain
}

// nodeTimeout is how long a node may take to answer one question of inspect.
const nodeTimeout = 5 * time.Second

// inspect finds out how a network does, and counts what its description has wrong.
func (l *listed) inspect(ctx context.Context, d *networks.Description, nodes chain.Nodes,
	more []api.Token, operator deploy.Operator) error {
	n, err := chain.Connect(ctx, nodes, chain.Config{ChainID: d.ID, Now: time.Now,
		BlockTime: time.Duration(d.BlockTime), Timeout: nodeTimeout})
	if err != nil {
		return err
	}
	defer n.Close()
	head, err := n.Head(ctx)
	if err != nil {
		l.State, l.Says = noAnswer, "no node answers: "+reason(err)
		return nil
	}
	l.State, l.Head = reachable, &head.BlockRef
	l.Says = fmt.Sprintf("at block %d, %s old", head.Number,
		time.Since(time.Unix(int64(head.Time), 0)).Round(time.Second))
	if far := chain.Apart(head.Time, time.Now()); far != "" {
		l.line("%s", far)
	}
	findings, err := proof.Of(ctx, n, head.Hash, d)
	for _, f := range findings {
		l.line("%s", f.Says)
		if f.Kind == proof.Wrong {
			l.Wrong++
		}
	}
	if err != nil {
		l.line("not all was read: %s", reason(err))
	}
	for _, t := range more {
		decimals, err := readDecimals(ctx, n, head.Hash, t.Address)
		switch {
		case err != nil:
			l.line("token %s at %s does not tell its decimals: %s", t.Symbol, t.Address,
				reason(err))
		case decimals != t.Decimals:
			l.line("token %s at %s has %d decimals, not %d as listed", t.Symbol, t.Address,
				decimals, t.Decimals)
		}
	}
	inspectDelta(ctx, n, d, operator, l.line)
	return nil
}

// followed tells how many pools of each exchange the data folder follows, and how old what it
// knows of them is: all are of one block, which is saved once a minute.
func (l *listed) followed(dir string, d *networks.Description) {
	at, count, err := backend.KeptPools(dir, d.ID)
	switch {
	case err != nil:
		l.line("the pools that are followed are not known: %v", err)
		return
	case at == (api.BlockRef{}):
		l.line("no pools are followed yet: a console or service with --rpc %d=URL finds them", d.ID)
		return
	}
	var names, none []string
	for _, e := range d.Exchanges {
		list := &none
		if count[e.Name] > 0 {
			list = &names
		}
		// Stability modules are no pools: they are read when a trade on one is asked for.
		if e.Kind != networks.Stability && !slices.Contains(*list, e.Name) {
			*list = append(*list, e.Name)
		}
	}
	l.line("pools as of block %d, %s old:", at.Number,
		time.Since(time.Unix(int64(at.Time), 0)).Round(time.Second))
	for _, name := range names {
		l.line("%7d of %s", count[name], name)
	}
	if len(none) > 0 {
		l.line("%7d of %s", 0, strings.Join(none, ", "))
	}
}

// inspectDelta tells whether Delta orders are settled, and what the agents have for gas.
func inspectDelta(ctx context.Context, n *chain.Network, d *networks.Description,
	operator deploy.Operator, line func(format string, args ...any)) {
	at, own := operator.Delta(common.Address(d.Contracts.Delta))
	if !own {
		line("Delta is off: its agents are not of this data folder; \"bourse deploy --rpc "+
			"%d=URL\" puts a contract there that they settle on", d.ID)
		return
	}
	if err := n.CanSimulate(ctx); err != nil {
		line("Delta is off: %s", reason(err))
	}
	for _, key := range operator.AgentKeys() {
		agent := crypto.PubkeyToAddress(key.PublicKey)
		answer, err := n.Call(ctx, common.Hash{}, chain.Call{To: at.Registry,
			Data: registry.PackIsAgentRegistered(agent)})
		registered, _ := registry.UnpackIsAgentRegistered(answer)
		coins, failed := n.Balance(ctx, common.Hash{}, agent)
		switch {
		case err != nil || failed != nil:
			line("Delta agent %s was not read: %s", agent, reason(cmp.Or(err, failed)))
		case !registered:
			line("Delta agent %s is not registered: run \"bourse deploy --rpc %d=URL\" to its "+
				"end", agent, d.ID)
		default:
			line("Delta agent %s has %s %s for gas", agent, coins.Format(18, 6, api.Down), d.Symbol)
		}
	}
}

// reason is what an error says without its type.
func reason(err error) string {
	if e := (*api.Error)(nil); errors.As(err, &e) {
		return e.Details
	}
	return err.Error()
}

var erc20, registry = contracts.NewStandardToken(), contracts.NewPortikusV2()

func readDecimals(ctx context.Context, n *chain.Network, block common.Hash,
	token common.Address) (int, error) {
	answer, err := n.Call(ctx, block, chain.Call{To: token, Data: erc20.PackDecimals()})
	if err != nil {
		return 0, err
	}
	decimals, err := erc20.UnpackDecimals(answer)
	return int(decimals), err
}
