package pins

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/networks"
)

// Bounds of what a service may tell.
const (
	coinDecimals = 18 // of the coin of every network
	maxNetworks  = 256
	maxTokens    = 10_000 // of one network
	maxMarkets   = 10_000
	maxText      = 256 // bytes of a name or symbol
)

// Known is what is known of networks here, by chain id.
type Known map[uint64]*network

type network struct {
	api.Network
	tokens map[common.Address]api.Token
}

// Load returns what is known of the described networks and of the local one, which gives coins and
// tokens to accounts. Tokens of lists count as known too; they are by chain id.
func Load(described networks.Set, lists map[uint64][]api.Token, accounts []common.Address) Known {
	k := make(Known)
	for id, d := range described {
		k.add(d.Network(), append(d.Listed(), lists[id]...))
	}
	plan := local.Plan(accounts)
	k.add(plan.Network(), append(append([]api.Token(nil), plan.Tokens...), plan.Collections...))
	return k
}

func (k Known) add(n api.Network, tokens []api.Token) {
	known := &network{Network: n, tokens: make(map[common.Address]api.Token, len(tokens)+1)}
	known.tokens[api.NativeToken] = api.Token{ChainID: n.ChainID, Address: api.NativeToken,
		Symbol: n.Symbol, Decimals: coinDecimals}
	for _, t := range tokens {
		if _, twice := known.tokens[t.Address]; !twice {
			known.tokens[t.Address] = t
		}
	}
	k[n.ChainID] = known
}

// checkNetwork returns why a network that a service tells of cannot be right, "" where it can.
func (k Known) checkNetwork(told api.Network) string {
	known := k[told.ChainID]
	switch {
	case told.ChainID == 0:
		return "that a network has the chain id 0, which none has"
	case len(told.Name) > maxText || len(told.Symbol) > maxText || len(told.Explorer) > maxText:
		return fmt.Sprintf("of network %d in names of more than %d bytes", told.ChainID, maxText)
	case told.BlockTime <= 0:
		return fmt.Sprintf("that blocks of network %d come every %s", told.ChainID, told.BlockTime)
	case known == nil && told.Local:
		return fmt.Sprintf("that network %d is the local one, which is %d", told.ChainID,
			api.LocalChainID)
	case known == nil:
		return ""
	}
	return known.disagrees(told)
}

// disagrees returns in what a network is told otherwise than it is known.
func (n *network) disagrees(told api.Network) string {
	type pair struct {
		what        string
		told, known string
	}
	pairs := []pair{
		{"name", told.Name, n.Name}, {"coin", told.Symbol, n.Symbol},
		{"kind", kind(told.Local), kind(n.Local)},
	}
	t, c := told.Contracts, n.Contracts
	for _, a := range []struct {
		what        string
		told, known common.Address
	}{
		{"order contract", t.AugustusRFQ, c.AugustusRFQ},
		{"swap contract", t.AugustusV6, c.AugustusV6},
		{"swap contract v5", t.AugustusSwapper, c.AugustusSwapper},
		{"token proxy v5", t.TokenTransferProxy, c.TokenTransferProxy},
		{"Delta contract", t.Delta, c.Delta},
		{"Permit2", t.Permit2, c.Permit2},
		{"wrapped coin", t.WrappedNative, c.WrappedNative},
		{"batch reader", t.Multicall, c.Multicall},
	} {
		if a.told != (common.Address{}) { // what a service leaves out, it does not use
			pairs = append(pairs, pair{a.what, a.told.Hex(), a.known.Hex()})
		}
	}
	for name, address := range t.Executors {
		pairs = append(pairs, pair{"executor " + shorten(name), address.Hex(),
			c.Executors[name].Hex()})
	}
	for _, p := range pairs {
		if p.told != p.known {
			return fmt.Sprintf("that the %s of network %d is %q, while it is known here as %q",
				p.what, n.ChainID, p.told, p.known)
		}
	}
	return ""
}

func kind(local bool) string {
	if local {
		return "local"
	}
	return "reached through nodes"
}

// checkToken returns why a token cannot be as a service tells, "" where it can, and whether it is
// known here.
func (k Known) checkToken(chainID uint64, told api.Token) (known bool, wrong string) {
	name := tokenText(chainID, told.Address)
	switch {
	case told.ChainID != chainID:
		return false, fmt.Sprintf("%s is one of network %d", name, told.ChainID)
	case told.Decimals < 0 || told.Decimals > api.MaxDecimals:
		return false, fmt.Sprintf("%s has %d decimals, and no token has less than 0 or more "+
			"than %d", name, told.Decimals, api.MaxDecimals)
	case len(told.Symbol) > maxText || len(told.Name) > maxText:
		return false, fmt.Sprintf("%s has a name of more than %d bytes", name, maxText)
	case told.Address == api.NativeToken && told.Decimals != coinDecimals:
		return false, fmt.Sprintf("that the coin of network %d has %d decimals, and every coin "+
			"has %d", chainID, told.Decimals, coinDecimals)
	}
	n := k[chainID]
	if n == nil {
		return told.Address == api.NativeToken, ""
	}
	is, known := n.tokens[told.Address]
	switch {
	case !known:
	case told.Decimals != is.Decimals:
		wrong = name + decimalsDiffer(told.Decimals, is.Decimals,
			"it is known here as "+is.Symbol+" with")
	case told.Symbol != is.Symbol:
		wrong = fmt.Sprintf("%s has the symbol %q, while it is known here as %q", name,
			shorten(told.Symbol), is.Symbol)
	case told.Kind != is.Kind:
		wrong = fmt.Sprintf("%s (%s) is an %s, while it is known here as an %s", name,
			is.Symbol, told.Kind, is.Kind)
	}
	return known, wrong
}

func tokenText(chainID uint64, token common.Address) string {
	return fmt.Sprintf("that token %s of network %d", token.Hex(), chainID)
}

func decimalsDiffer(told, known int, by string) string {
	return fmt.Sprintf(" has %d decimals, while %s %d", told, by, known)
}

// shorten cuts a stranger's text to what an error can hold.
func shorten(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), 32)], "�")
}
