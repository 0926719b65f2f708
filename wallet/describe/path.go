package describe

import (
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// The contracts read what is taken from the pools that a call names: the callback of a concentrated
// pool takes that pool's first token straight from the caller, whatever the call says of what it
// sells. So the words hold only where pools and tokens agree.

// hop is a pool on a path: what goes in and what comes out.
type hop struct{ in, out common.Address }

// joined checks that a path begins with what a swap sells and ends with what it buys, and that its
// hops join. ok says whether the path could be read.
func (d *describer) joined(t terms, path []hop, ok bool) {
	if !ok || len(path) == 0 {
		d.check(Block, "the pools that it names cannot be read: nobody can say what it takes")
		return
	}
	if first, src := path[0].in, d.inPools(t.src); first != src {
		d.check(Block, "its first pool takes "+d.party(first)+" from you, while it says "+
			"that it sells "+d.party(src))
	}
	if last, dest := path[len(path)-1].out, d.inPools(t.dest); last != dest {
		d.check(Block, "its last pool gives "+d.party(last)+", while it says that it buys "+
			d.party(dest))
	}
	for i := range path[1:] {
		if path[i].out != path[i+1].in {
			d.check(Block, "its pools do not join: one gives "+d.party(path[i].out)+
				", the next takes "+d.party(path[i+1].in))
		}
	}
}

// inPools is what stands in pools for a token: the wrapped coin for the coin.
func (d *describer) inPools(token common.Address) common.Address {
	if token == api.NativeToken {
		return d.known.Network.Contracts.WrappedNative
	}
	return token
}

// pairsOf reads the pools of a constant-product swap: two addresses, and in the last bit of 64
// bytes whether the first token goes in.
func pairsOf(pools []byte) (path []hop, ok bool) {
	const size = 64
	for len(pools) >= size {
		h := hop{common.BytesToAddress(pools[20:40]), common.BytesToAddress(pools[:20])}
		if pools[size-1]&1 == 1 {
			h.in, h.out = h.out, h.in
		}
		if pools[size-1] > 1 || !zeros(pools[40:size-1]) {
			return nil, false
		}
		path, pools = append(path, h), pools[size:]
	}
	return path, len(pools) == 0
}

// poolsOf reads the pools of a concentrated swap: two addresses and a fee, a word each, and in the
// first bit whether the first token goes in. An exact output names its last pool first.
func poolsOf(pools []byte, exactIn bool) (path []hop, ok bool) {
	const size = 96
	for len(pools) >= size {
		h := hop{common.BytesToAddress(pools[44:64]), common.BytesToAddress(pools[12:32])}
		if pools[0]&0x80 != 0 {
			h.in, h.out = h.out, h.in
		}
		if pools[0]&0x7f != 0 || !zeros(pools[1:12]) || !zeros(pools[32:44]) ||
			!zeros(pools[64:93]) {
			return nil, false
		}
		path, pools = append(path, h), pools[size:]
	}
	if !exactIn {
		slices.Reverse(path)
	}
	return path, len(pools) == 0
}

// packedPath reads a path as routers of concentrated pools take it: addresses with three bytes of
// fee between them. An exact output begins with what is bought.
func packedPath(packed []byte, exactIn bool) (path []hop, ok bool) {
	const address, step = 20, 23
	for len(packed) >= step+address {
		path = append(path, hop{common.BytesToAddress(packed[:address]),
			common.BytesToAddress(packed[step : step+address])})
		packed = packed[step:]
	}
	if !exactIn {
		slices.Reverse(path)
		for i := range path {
			path[i].in, path[i].out = path[i].out, path[i].in
		}
	}
	return path, len(packed) == address
}

func zeros(b []byte) bool { return !slices.ContainsFunc(b, func(x byte) bool { return x != 0 }) }

// pools checks what a swap's pools take and give, as far as its calldata tells.
func (d *describer) pools(c call, t terms, n named, exactIn bool) {
	if _, ok := n["pools"]; ok {
		packed := pick[[]byte](n, "pools")
		path, ok := poolsOf(packed, exactIn)
		if strings.HasSuffix(c.method.Name, "OnUniswapV2") {
			path, ok = pairsOf(packed)
		}
		d.joined(t, path, ok)
	}
	if packed, is := n["path"]; is && packed.Kind() == reflect.Slice &&
		packed.Type().Elem().Kind() == reflect.Uint8 {
		path, ok := packedPath(packed.Bytes(), exactIn)
		d.joined(t, path, ok)
	}
	d.indices(t, n)
}

// indices checks how a stable pool is asked: another token goes in than comes out, and the coin is
// wrapped or unwrapped where it is sold or bought only.
func (d *describer) indices(t terms, n named) {
	i, j := n.amount("i"), n.amount("j")
	if packed, ok := n["curveAssets"]; ok {
		word := common.BigToHash(packed.Interface().(*big.Int))
		i, j = api.MustBig(new(big.Int).SetBytes(word[:16])),
			api.MustBig(new(big.Int).SetBytes(word[16:]))
	} else if _, ok := n["i"]; !ok {
		return
	}
	if i == j {
		d.check(Block, "it asks a pool for the token that it gives it")
	}
	packed, ok := n["curveData"]
	if !ok {
		return
	}
	const wrapAt = 161
	flag := new(big.Int).Rsh(packed.Interface().(*big.Int), wrapAt).Uint64() & 3
	sells, buys := t.src == api.NativeToken, t.dest == api.NativeToken
	const payNative = 3
	if (flag == wrapInput || flag == payNative) && !sells || flag == unwrapOutput && !buys {
		d.check(Block, "it wraps or unwraps a coin that it neither sells nor buys")
	}
}

// inVault checks that what a vault swaps is taken from the swap contract and comes back to it.
func (d *describer) inVault(c call, funds reflect.Value) {
	own := func(field string) bool {
		return funds.FieldByName(field).Interface().(common.Address) == c.to
	}
	inside := func(field string) bool { return funds.FieldByName(field).Bool() }
	if !own("Sender") || !own("Recipient") || inside("FromInternalBalance") ||
		inside("ToInternalBalance") {
		d.check(Block, "what it swaps in the vault does not come back to the swap contract")
	}
}

// inSteps checks the steps in a vault that a call names itself, and returns what they swap.
func (d *describer) inSteps(c call, n named, steps reflect.Value, exactIn bool) (src,
	dest common.Address) {
	assets := pick[[]common.Address](n, "assets")
	size, known := big.NewInt(int64(len(assets))), true
	asset := func(step reflect.Value, field string) common.Address {
		i := step.FieldByName(field).Interface().(*big.Int)
		if known = known && i.Cmp(size) < 0; !known {
			return common.Address{}
		}
		return coin(reflect.ValueOf(assets[i.Int64()]))
	}
	var path []hop
	for i := range steps.Len() {
		path = append(path, hop{asset(steps.Index(i), "AssetInIndex"),
			asset(steps.Index(i), "AssetOutIndex")})
	}
	if !exactIn {
		slices.Reverse(path)
	}
	if known && len(path) > 0 {
		src, dest = path[0].in, path[len(path)-1].out
	}
	for i := range path {
		path[i] = hop{d.inPools(path[i].in), d.inPools(path[i].out)}
	}
	d.joined(terms{src: src, dest: dest}, path, known)
	d.inVault(c, n["funds"])
	return src, dest
}
