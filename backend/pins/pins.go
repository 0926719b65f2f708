package pins

import (
	"fmt"
	"reflect"
	"slices"
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
	listed []api.Token // those of them that are the network's own, whoever tells of it
	minted []api.Asset // what its collections have, where that is known
	venues venues
}

// Load returns what is known of the described networks and of the local one, which gives coins and
// tokens to accounts. Tokens of lists count as known too; they are by chain id.
func Load(set networks.Set, lists map[uint64][]api.Token, accounts []common.Address) Known {
	k := make(Known)
	for id, d := range set {
		collections, minted := d.ListedNFTs()
		k.add(d.Network(), append(d.Listed(), collections...), lists[id], described(d))
		k[id].minted = minted
	}
	plan := local.Plan(accounts)
	k.add(plan.Network(), slices.Concat(plan.Tokens, plan.Collections), nil, planned(&plan))
	k[api.LocalChainID].minted = plan.NFTs
	return k
}

func (k Known) add(n api.Network, listed, others []api.Token, v venues) {
	known := &network{Network: n, venues: v, listed: listed,
		tokens: make(map[common.Address]api.Token, len(listed)+len(others)+1)}
	known.tokens[api.NativeToken] = api.Token{ChainID: n.ChainID, Address: api.NativeToken,
		Symbol: n.Symbol, Decimals: coinDecimals}
	for _, t := range slices.Concat(listed, others) {
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

// free are the fields of a network that are not compared, and why.
var free = map[string]string{
	"ChainID":   "it says which of the known networks is meant",
	"BlockTime": "a network may be run faster or slower, and nothing is signed by it",
	"Explorer":  "what is known here takes its place",
	"ToldBy":    "no service tells it",
}

// disagrees returns in what a network is told otherwise than it is known: in whichever field there
// is, but those that are free.
func (n *network) disagrees(told api.Network) string {
	t, k := reflect.ValueOf(told), reflect.ValueOf(n.Network)
	for i := range t.NumField() {
		field := t.Type().Field(i).Name
		if free[field] != "" {
			continue
		}
		for _, p := range pairs(field, t.Field(i), k.Field(i)) {
			if p.told != p.known {
				return fmt.Sprintf("that the %s of network %d is %q, while it is known here as %q",
					p.what, n.ChainID, p.told, p.known)
			}
		}
	}
	return ""
}

// pair is one value as it is told and as it is known.
type pair struct{ what, told, known string }

// pairs takes what is told and known of a field apart, down to single values. Contracts that are
// not told are no pairs: what a service leaves out, it does not use.
func pairs(what string, told, known reflect.Value) (list []pair) {
	if a, is := told.Interface().(common.Address); is {
		if a != (common.Address{}) {
			list = []pair{{called(what), a.Hex(), known.Interface().(common.Address).Hex()}}
		}
		return list
	}
	switch told.Kind() {
	case reflect.Struct:
		for i := range told.NumField() {
			list = append(list, pairs(told.Type().Field(i).Name, told.Field(i), known.Field(i))...)
		}
	case reflect.Map:
		for _, key := range told.MapKeys() {
			is := reflect.Zero(told.Type().Elem())
			if v := known.MapIndex(key); v.IsValid() {
				is = v
			}
			name := called(what) + " " + shorten(key.String())
			list = append(list, pairs(name, told.MapIndex(key), is)...)
		}
	case reflect.Bool:
		list = []pair{{called(what), kind(told.Bool()), kind(known.Bool())}}
	default:
		list = []pair{{called(what), fmt.Sprint(told), fmt.Sprint(known)}}
	}
	return list
}

// called is what fields are called whose own names say less.
func called(field string) string {
	if name := map[string]string{
		"Symbol": "coin", "Local": "kind", "AugustusRFQ": "order contract",
		"AugustusV6": "swap contract", "AugustusSwapper": "swap contract v5",
		"TokenTransferProxy": "token proxy v5", "Delta": "Delta contract",
		"WrappedNative": "wrapped coin", "Multicall": "batch reader", "Executors": "executor",
		"FeeClaimer": "fee claimer v5", "FeeVault": "fee vault",
	}[field]; name != "" {
		return name
	}
	return field
}

func kind(local bool) string {
	if local {
		return "local"
	}
	return "reached through nodes"
}

// lacks are the tokens of a network that are its own and that a list leaves out: fungible ones, or
// collections.
func (k Known) lacks(chainID uint64, told []api.Token, fungible bool) (missing []api.Token) {
	n := k[chainID]
	if n == nil {
		return nil
	}
	there := make(map[common.Address]bool, len(told))
	for _, t := range told {
		there[t.Address] = true
	}
	coin := n.tokens[api.NativeToken]
	for _, t := range append([]api.Token{coin}, n.listed...) {
		if (t.Kind == api.ERC20) == fungible && !there[t.Address] {
			there[t.Address] = true
			missing = append(missing, t)
		}
	}
	return missing
}

// checkToken returns why a token cannot be as a service tells, "" where it can, and whether it is
// known here. Of one that is, what is known takes the place of what is told.
func (k Known) checkToken(chainID uint64, told *api.Token) (known bool, wrong string) {
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
	default:
		own(told, is)
	}
	return known, wrong
}

// namesake returns that a token which is listed, but not known here, is called as a token that is:
// who names that one would trade the other. It is "" of others.
func (k Known) namesake(chainID uint64, told api.Token) string {
	n := k[chainID]
	if n == nil {
		return ""
	}
	if _, known := n.tokens[told.Address]; known {
		return ""
	}
	for at, is := range n.tokens {
		if strings.EqualFold(is.Symbol, told.Symbol) && is.Kind == told.Kind {
			return fmt.Sprintf("%s is called %s, which is known here as %s",
				tokenText(chainID, told.Address), is.Symbol, at)
		}
	}
	return ""
}

// own puts what is known of a token in the place of what is told, where it is known: lists know
// neither taxes nor permits, and call tokens by their symbols. A collection is called by its name.
func own(told *api.Token, known api.Token) {
	if known.TransferTax != 0 {
		told.TransferTax = known.TransferTax
	}
	if known.Permit != "" {
		told.Permit = known.Permit
	}
	if known.Kind != api.ERC20 && known.Name != "" {
		told.Name = known.Name
	}
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
