package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/pflag"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/deploy"
	"bourse/backend/networks"
	"bourse/backend/pins"
)

// nodeFlags say which networks are reached through nodes, and how. Addresses of nodes can hold
// keys, so no error repeats one.
type nodeFlags struct {
	nodes         map[uint64]*chain.Nodes
	confirmations map[uint64]uint64
	deltas        map[uint64]common.Address // Delta contracts in the place of those described
	lists         []string                  // files with tokens
	noLocal       bool
}

func (n *nodeFlags) define(f *pflag.FlagSet) {
	n.nodes, n.confirmations = make(map[uint64]*chain.Nodes), make(map[uint64]uint64)
	n.deltas = make(map[uint64]common.Address)
	f.Func("rpc", "reach network ID through the nodes at `ID=URL[,URL…]`, the first healthy one "+
		"first; repeatable", func(s string) error {
		return each(s, func(id uint64, value string) error {
			for _, address := range strings.Split(value, ",") {
				if err := nodeAddress(address); err != nil {
					return err
				}
				n.of(id).Read = append(n.of(id).Read, strings.TrimSpace(address))
			}
			return nil
		})
	})
	f.Func("rpc-send", "send transactions of network ID only to the node at `ID=URL`",
		func(s string) error {
			return each(s, func(id uint64, value string) error {
				n.of(id).Send = value
				return nodeAddress(value)
			})
		})
	f.Func("rpc-rate", "requests a second for each node of network ID: `ID=N`; 5 unless the node "+
		"is on this machine", func(s string) error {
		return each(s, func(id uint64, value string) error {
			rate, err := strconv.ParseFloat(value, 64)
			if err != nil || !(rate > 0 && rate <= 100_000) {
				return fmt.Errorf("it takes a number of requests a second, not %q", value)
			}
			n.of(id).Rate = rate
			return nil
		})
	})
	f.Func("confirmations", "blocks that must stand on one of network ID before it counts: `ID=N`",
		func(s string) error {
			return each(s, func(id uint64, value string) error {
				count, err := strconv.ParseUint(value, 10, 8)
				if err != nil {
					return fmt.Errorf("it takes a number of blocks from 0 to 255, not %q", value)
				}
				n.confirmations[id] = count
				return nil
			})
		})
	f.Func("delta", "the Delta contract of network ID is the one at `ID=ADDRESS`, which \"bourse "+
		"deploy\" put there", func(s string) error {
		return each(s, func(id uint64, value string) error {
			a, err := api.ParseAddress(value)
			if err == nil {
				n.deltas[id] = a
			}
			return err
		})
	})
	f.Func("tokens", "list the tokens of `FILE` (in the form of tokenlists.org) too; "+
		"repeatable", func(s string) error {
		n.lists = append(n.lists, s)
		_, err := networks.ReadTokens(s) // they are read where they are needed
		return err
	})
	f.BoolVar(&n.noLocal, "no-local", false, "leave the local network out")
}

// of returns what was said of a network's nodes.
func (n *nodeFlags) of(id uint64) *chain.Nodes {
	if n.nodes[id] == nil {
		n.nodes[id] = new(chain.Nodes)
	}
	return n.nodes[id]
}

// nodeAddress says what is wrong with an address of a node, without what may be a key in it.
func nodeAddress(text string) error {
	u, err := url.Parse(strings.TrimSpace(text))
	if err == nil && u.Host != "" &&
		slices.Contains([]string{"http", "https", "ws", "wss"}, u.Scheme) {
		return nil
	}
	return errors.New("a node has an address that begins with http://, https://, ws:// or wss://")
}

// each takes a value of the form ID=VALUE apart.
func each(s string, take func(id uint64, value string) error) error {
	number, value, ok := strings.Cut(s, "=")
	id, err := strconv.ParseUint(number, 10, 64)
	if !ok || err != nil || id == 0 || value == "" {
		return errors.New("it takes the id of a network, =, and a value, such as 1=…")
	}
	return take(id, value)
}

// check refuses flags that do not go together.
func (n *nodeFlags) check(o *Options) error {
	for _, id := range slices.Sorted(maps.Keys(n.nodes)) {
		switch {
		case len(n.nodes[id].Read) == 0:
			return Usagef("network %d has no node to read from: name one with --rpc %d=URL", id, id)
		case id == api.LocalChainID && !n.noLocal && o.Backend == "":
			return Usagef("network %d runs in this process: --rpc %d=URL needs --no-local", id, id)
		}
	}
	for id := range n.confirmations {
		if n.nodes[id] == nil {
			return Usagef("--confirmations is for networks that are reached through nodes: name "+
				"one with --rpc %d=URL", id)
		}
	}
	switch {
	case o.Backend != "" && n.noLocal:
		return Usagef("--backend shows a service that runs elsewhere: it goes without --no-local")
	case n.noLocal && len(n.nodes) == 0:
		return Usagef("--no-local leaves no network: name another one with --rpc ID=URL")
	case n.noLocal && (o.Demo || o.LocalRPC != ""):
		return Usagef("--no-local goes with neither --demo nor --local-rpc")
	}
	return nil
}

// tokens reads the lists that were named, by chain id.
func (n *nodeFlags) tokens() (map[uint64][]api.Token, error) {
	all := make(map[uint64][]api.Token)
	for _, file := range n.lists {
		tokens, err := networks.ReadTokens(file)
		if err != nil {
			return nil, err
		}
		for id, list := range tokens {
			all[id] = append(all[id], list...)
		}
	}
	return all, nil
}

// described returns the known networks, those of a data folder and the Delta contracts that were
// named among them.
func (n *nodeFlags) described(dir string) (networks.Set, error) {
	set, err := networks.Load(filepath.Join(dir, "networks"))
	if err != nil {
		return nil, err
	}
	for id, delta := range n.deltas {
		if set[id] == nil {
			return nil, fmt.Errorf("--delta names network %d, which is not known", id)
		}
		d := *set[id]
		d.Contracts.Delta = networks.Address(delta)
		set[id] = &d
	}
	return set, nil
}

// known returns what is known of networks in a data folder whose local network gives coins and
// tokens to accounts.
func (n *nodeFlags) known(dir string, accounts []common.Address) (pins.Known, error) {
	described, err := n.described(dir)
	if err != nil {
		return nil, err
	}
	lists, err := n.tokens()
	if err != nil {
		return nil, err
	}
	return pins.Load(described, lists, accounts), nil
}

// connect reaches the networks that were named through their nodes, which need not answer yet.
func (n *nodeFlags) connect(ctx context.Context) (map[uint64]*chain.Network, error) {
	all := make(map[uint64]*chain.Network, len(n.nodes))
	for id, nodes := range n.nodes {
		network, err := chain.Connect(ctx, *nodes, chain.Config{ChainID: id, Now: time.Now})
		if err != nil {
			return all, err
		}
		all[id] = network
	}
	return all, nil
}

// local returns the nodes of another process's local network, if they were named and the network is
// not described otherwise.
func (n *nodeFlags) local(described map[uint64]*networks.Description) (nodes chain.Nodes, ok bool) {
	if given := n.nodes[api.LocalChainID]; given != nil && described[api.LocalChainID] == nil {
		return *given, true
	}
	return chain.Nodes{}, false
}

// remotes describes the networks that were named, but for a local one of another process.
// Descriptions come from the folder networks of the data folder where they are there.
func (n *nodeFlags) remotes(dir string) ([]backend.Remote, error) {
	if len(n.nodes) == 0 {
		return nil, nil
	}
	known, err := n.described(dir)
	if err != nil {
		return nil, err
	}
	operator, err := deploy.ReadOperator(dir)
	if err != nil {
		return nil, err
	}
	extra, err := n.tokens()
	if err != nil {
		return nil, err
	}
	var list []backend.Remote
	_, elsewhere := n.local(known)
	for _, id := range slices.Sorted(maps.Keys(n.nodes)) {
		if elsewhere && id == api.LocalChainID {
			continue
		}
		if known[id] == nil {
			return nil, fmt.Errorf("network %d is not known: describe it in %s, or have \"bourse "+
				"deploy\" put everything there", id,
				filepath.Join(dir, "networks", fmt.Sprint(id, ".toml")))
		}
		list = append(list, backend.Remote{Description: known[id], Nodes: *n.nodes[id],
			Tokens: extra[id], Confirmations: n.confirmations[id], Operator: operator})
	}
	return list, nil
}
