package views

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/cells"
)

// NameService reads the names of networks by nodes of the person's own: what a service says of a
// name is not asked for. Its methods run off the loop.
type NameService interface {
	// Address is what a name stands for now.
	Address(ctx context.Context, on api.Network, name string) (common.Address, error)
	// Name is what an address calls itself where that leads back to it, "" where it does not.
	Name(ctx context.Context, on api.Network, a common.Address) (string, error)
}

// Names is what was read of the names of networks, and what is to be read. The zero Names knows
// none and reads nothing.
type Names struct {
	Service NameService

	mu      sync.Mutex // screens ask while they are drawn
	forward map[nameKey]named
	reverse map[addressKey]named
	wanted  map[nameKey]bool // and addressKey's as their hex
	typing  nameKey          // what stands in a field, and was not looked up yet
	typed   map[addressKey]string
}

type nameKey struct {
	chain uint64
	name  string
}

type addressKey struct {
	chain uint64
	of    common.Address
}

// named is an answer about a name, or about an address.
type named struct {
	address common.Address
	name    string
	problem string
	at      time.Time
	asked   time.Time // once more, while this answer stands
}

// How old an answer about a name is before it is asked for again where the name is used: soon where
// it is why there is no address.
const (
	problemAge = 3 * time.Second
	answerAge  = time.Minute
)

// stale tells whether an answer is to be asked for again.
func (a named) stale(now time.Time) bool {
	age := answerAge
	if a.problem != "" {
		age = problemAge
	}
	return now.Sub(a.at) >= age && now.Sub(a.asked) >= age
}

// Question is a name, or an address in hex, that is to be looked up on a network.
type Question struct {
	On api.Network
	Of string
}

// mostNames is how many answers are kept, before all are asked for anew.
const mostNames = 4096

// NamesChanged says that more is known of names.
type NamesChanged struct{}

// looksLikeName tells whether a text can be a name of a name service.
func looksLikeName(text string) bool { return strings.Contains(strings.Trim(text, "."), ".") }

// address is what a name stands for as it was read last, which is read again where that is long
// ago; why it is not known.
func (n *Names) address(chain uint64, name string, now time.Time) (a common.Address, why string) {
	if n == nil || n.Service == nil {
		return a, "no account or label is called that: type 0x and 40 digits; names are looked " +
			"up by a node of your own, --rpc"
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	key := nameKey{chain, name}
	got, known := n.forward[key]
	if !known {
		n.typing = key
		return a, "looking up " + name
	}
	if got.stale(now) {
		got.asked = now
		n.forward[key] = got
		n.want(chain, name)
	}
	if got.problem == "" {
		n.typed[addressKey{chain, got.address}] = name
	}
	return got.address, got.problem
}

// NameOf is what an address calls itself on the network in front, which is no proof of whose it
// is, "" while nobody knows.
func (s *Session) NameOf(a common.Address) string {
	n := s.Names
	if n == nil || n.Service == nil || a == (common.Address{}) {
		return ""
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	got, known := n.reverse[addressKey{s.Network.ChainID, a}]
	if !known {
		n.want(s.Network.ChainID, a.Hex())
	}
	return got.name
}

func (n *Names) want(chain uint64, of string) {
	if n.wanted == nil {
		n.wanted = map[nameKey]bool{}
	}
	n.wanted[nameKey{chain, of}] = true
}

// TypedNames are the names by which addresses were typed last on the network in front.
func (s *Session) TypedNames() map[string]common.Address {
	out := map[string]common.Address{}
	if s.Names == nil {
		return out
	}
	s.Names.mu.Lock()
	defer s.Names.mu.Unlock()
	for k, name := range s.Names.typed {
		if k.chain == s.Network.ChainID {
			out[name] = k.of
		}
	}
	return out
}

// NameMoved tells why a name no longer stands for an address, "" while it does; read is when that
// was read last. It is looked up again where that is some seconds ago.
func (s *Session) NameMoved(name string, was common.Address) (why string, read time.Time) {
	const fresh = 3 * time.Second
	n := s.Names
	n.mu.Lock()
	defer n.mu.Unlock()
	got := n.forward[nameKey{s.Network.ChainID, name}]
	if s.Now().Sub(got.at) >= fresh {
		n.want(s.Network.ChainID, name)
	}
	switch {
	case got.problem != "":
		why = name + " cannot be looked up any more: " + got.problem
	case got.address != was:
		why = name + " is " + got.address.Hex() + " by now, not " + was.Hex()
	}
	return why, got.at
}

// Questions are what is to be looked up on some networks, each once.
func (n *Names) Questions(networks []api.Network) (list []Question) {
	if n == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.typing.name != "" { // of what was typed on its way to it nothing is asked
		n.want(n.typing.chain, n.typing.name)
		n.typing = nameKey{}
	}
	for _, on := range networks {
		for k := range n.wanted {
			if k.chain == on.ChainID {
				list = append(list, Question{on, k.name})
			}
		}
	}
	clear(n.wanted)
	return list
}

// NameTime is for how long a node may take to tell whom a name stands for.
const NameTime = 10 * time.Second

// Answer looks a question up, for NameTime at most, and keeps what it finds. It runs off the loop.
func (n *Names) Answer(ctx context.Context, q Question, now time.Time) {
	ctx, cancel := context.WithTimeout(ctx, NameTime)
	defer cancel()
	var got named
	var err error
	of := common.HexToAddress(q.Of)
	byAddress := common.IsHexAddress(q.Of)
	if byAddress {
		got.name, err = n.Service.Name(ctx, q.On, of)
	} else {
		got.address, err = n.Service.Address(ctx, q.On, q.Of)
	}
	if got.at = now; err != nil {
		got.problem = cells.Clean(err.Error())
		if errors.Is(err, context.DeadlineExceeded) {
			got.problem = "the node does not answer"
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.forward == nil || len(n.forward)+len(n.reverse) > mostNames {
		n.forward, n.reverse = map[nameKey]named{}, map[addressKey]named{}
		n.typed = map[addressKey]string{}
	}
	if byAddress {
		got.name = cells.Clean(got.name)
		n.reverse[addressKey{q.On.ChainID, of}] = got
		return
	}
	n.forward[nameKey{q.On.ChainID, q.Of}] = got
}
