package pools

import (
	"context"
	"math"
	"net/netip"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// maxNamed is how many tokens are followed because somebody named them.
const maxNamed = 500

// named are these tokens. Each takes a place of a client that asked for it. Where no place is left
// the client that has most of them loses the one that was asked for least lately, so that whoever
// names many, from however many addresses of a network, takes places of nobody but himself.
type named struct {
	mu    sync.Mutex
	asks  uint64
	list  map[common.Address]naming
	holds map[netip.Prefix]int // places, by networks and addresses
}

// naming is who has a token's place, and when it was asked for last.
type naming struct {
	client netip.Addr
	last   uint64
}

// placed is the client whose place a token takes that is asked for. This process is one, too.
func placed(ctx context.Context) netip.Addr {
	if client := api.ClientOf(ctx); client.IsValid() {
		return client
	}
	return netip.IPv6Unspecified()
}

func newNamed() named {
	return named{list: make(map[common.Address]naming), holds: make(map[netip.Prefix]int)}
}

// ask notes that a client asks for a token, if it has a place: the client's from now on where that
// one has fewer than who has it.
func (n *named) ask(token common.Address, client netip.Addr) {
	n.mu.Lock()
	defer n.mu.Unlock()
	had, ok := n.list[token]
	if !ok {
		return
	}
	if had.client != client && n.fewer(client, had.client) {
		n.drop(token)
		n.put(token, client)
		return
	}
	n.asks++
	n.list[token] = naming{had.client, n.asks}
}

// fewer tells whether a client, with one place more, has fewer than another one: its network, or
// what it is in that.
func (n *named) fewer(client, than netip.Addr) bool {
	theirs := api.Networks(than)
	for i, own := range api.Networks(client) {
		if own != theirs[i] {
			return n.holds[own]+1 < n.holds[theirs[i]]
		}
	}
	return false
}

// take gives a token a place of a client's, unless it has one.
func (n *named) take(token common.Address, client netip.Addr) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, has := n.list[token]; !has {
		n.put(token, client)
	}
}

func (n *named) put(token common.Address, client netip.Addr) {
	n.asks++
	n.list[token] = naming{client, n.asks}
	for _, of := range api.Networks(client) {
		n.holds[of]++
	}
}

// leave takes a token's place away.
func (n *named) leave(token common.Address) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.drop(token)
}

func (n *named) drop(token common.Address) {
	for _, of := range api.Networks(n.list[token].client) {
		if n.holds[of]--; n.holds[of] == 0 {
			delete(n.holds, of)
		}
	}
	delete(n.list, token)
}

// giver is the token that loses its place to another one; ok is false where there is room. One that
// stays does so while there are others.
func (n *named) giver(to common.Address, stays func(common.Address) bool) (gives common.Address,
	ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, has := n.list[to]; has || len(n.list) < maxNamed {
		return gives, false
	}
	list := make(map[common.Address]naming, len(n.list))
	for token, of := range n.list {
		if !stays(token) {
			list[token] = of
		}
	}
	if len(list) == 0 {
		list = n.list
	}
	return leastLately(n.ofMost(list)), true
}

// ofMost are those of some tokens that the client has which has most places: of the widest network
// that has, in that of the narrower one, and so on.
func (n *named) ofMost(list map[common.Address]naming) map[common.Address]naming {
	for level := range api.Networks(netip.Addr{}) {
		of := make(map[netip.Prefix]map[common.Address]naming)
		for token, by := range list {
			home := api.Networks(by.client)[level]
			if of[home] == nil {
				of[home] = make(map[common.Address]naming)
			}
			of[home][token] = by
		}
		var first uint64 = math.MaxUint64
		most := 0
		for home, some := range of {
			last := some[leastLately(some)].last
			if n.holds[home] > most || n.holds[home] == most && last < first {
				most, first, list = n.holds[home], last, some
			}
		}
	}
	return list
}

// leastLately is the one of some tokens that was asked for least lately.
func leastLately(list map[common.Address]naming) (token common.Address) {
	var first uint64 = math.MaxUint64
	for a, of := range list {
		if of.last < first {
			first, token = of.last, a
		}
	}
	return token
}
