package describe

import (
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/clean"
	"bourse/wallet"
)

// Context is what the words may rely on beside the data itself.
type Context struct {
	Network  api.Network // the session's, with its contracts
	ChainID  uint64      // the session's
	Signer   common.Address
	Accounts map[common.Address]string // the wallet's accounts, by name
	Contacts map[common.Address]string // labels of the address book
	Tokens   map[common.Address]api.Token
	Added    map[common.Address]bool   // tokens that the user has added, which nobody lists
	Doubts   map[common.Address]string // why contracts of the network are not proven
	Now      uint64                    // UNIX seconds of the chain's head
	Clock    uint64                    // those of this machine; 0 is not known
	Zone     *time.Location            // in which times are told; nil is UTC
}

// NewContext gathers what is known in a session on a network, for an account that would sign.
func NewContext(n api.Network, signer common.Address, accounts []wallet.Account, tokens []api.Token,
	now uint64) Context {
	k := Context{Network: n, ChainID: n.ChainID, Signer: signer, Now: now,
		Accounts: make(map[common.Address]string, len(accounts)),
		Tokens:   make(map[common.Address]api.Token, len(tokens))}
	for _, a := range accounts {
		k.Accounts[a.Address] = a.Name
	}
	for _, t := range tokens {
		k.Tokens[t.Address] = t
	}
	return k
}

// token is a listed token whose strings are safe to show.
type token struct{ api.Token }

// symbol is what the screens call it: coins go by their symbol, collections by their name.
func (t token) symbol() string {
	if t.Kind != api.ERC20 && t.Name != "" {
		return printable(t.Name)
	}
	return printable(t.Symbol)
}

func (k Context) token(a common.Address) (token, bool) {
	t, ok := k.Tokens[a]
	if !ok && a == api.NativeToken {
		return token{k.native()}, true
	}
	return token{t}, ok
}

func (k Context) native() api.Token {
	return api.Token{ChainID: k.ChainID, Address: api.NativeToken, Symbol: k.Network.Symbol,
		Decimals: 18}
}

// printable makes a name from outside harmless, and short.
func printable(s string) string { return printableUpTo(s, 16) }

func printableUpTo(s string, most int) string {
	if s = strings.TrimSpace(clean.TextUpTo(s, most)); s == "" {
		return "(no name)"
	}
	return s
}

func (k Context) chain(id uint64) string {
	if id == k.Network.ChainID && k.Network.Name != "" {
		return fmt.Sprintf("%d %s", id, printable(k.Network.Name))
	}
	return fmt.Sprint(id)
}

// contract returns what a well-known contract of the network is called.
func (k Context) contract(a common.Address) (string, bool) {
	name := k.Network.Contracts.Name(a)
	if name == "" {
		return "", false
	}
	return printable(name), true
}

// toldBy returns the host that alone tells what an address is, "" where that is known here.
func (k Context) toldBy(a common.Address) string {
	if k.own(a) {
		return ""
	}
	if t, ok := k.Tokens[a]; ok {
		return printableHost(t.ToldBy)
	}
	return printableHost(k.Network.ToldBy)
}

// level is how much what an address is known as counts.
func (k Context) level(a common.Address) Level {
	if k.Doubts[a] != "" {
		return Danger
	}
	if k.toldBy(a) != "" {
		return Warn
	}
	return OK
}

// printableHost is printable for the name of a host.
func printableHost(s string) string {
	if s == "" {
		return ""
	}
	return printableUpTo(s, 64)
}

// name returns what an address is known as: an own account, a contract or a listed token.
func (k Context) name(a common.Address) (string, bool) {
	if a == k.Signer && k.Accounts[a] != "" {
		return "you, " + k.Accounts[a], true
	}
	if n, ok := k.Accounts[a]; ok {
		return "your account " + n, true
	}
	if label, ok := k.Contacts[a]; ok {
		return printable(label) + " in your address book", true
	}
	n, ok := k.contract(a)
	if t, listed := k.Tokens[a]; listed {
		n, ok = t.Kind.String()+" "+token{t}.symbol(), true
	}
	if host := k.toldBy(a); ok && host != "" {
		n += ", told by " + host
	}
	return n, ok
}

// party returns an address in full with what it is known as.
func (k Context) party(a common.Address) string {
	if n, ok := k.name(a); ok {
		return a.Hex() + " (" + n + ")"
	}
	if like := k.looksLike(a); like != "" {
		return a.Hex() + " (" + like + ")"
	}
	return a.Hex() + " (not known here)"
}

// short is who an address belongs to in the middle of a sentence; a line of its own has all of it.
func (k Context) short(a common.Address) string {
	hex := a.Hex()
	hex = hex[:6] + "…" + hex[len(hex)-4:]
	if n, ok := k.name(a); ok {
		return n + " (" + hex + ")"
	}
	return hex
}

// own tells whether an address is one of the wallet's accounts.
func (k Context) own(a common.Address) bool {
	_, ok := k.Accounts[a]
	return ok || a == k.Signer
}

// quantity returns an amount of an asset in words: "5,000.00 USDC", "1 × Apes #1027".
func (k Context) quantity(amount api.Amount, asset api.Asset, r api.Round) string {
	t, listed := k.token(asset.Address)
	if asset.Kind != api.ERC20 {
		name := "contract " + asset.Address.Hex()
		if listed {
			name = t.symbol()
		}
		return fmt.Sprintf("%s × %s #%s (%s)", amount, name, asset.ID, asset.Kind)
	}
	if !listed {
		return fmt.Sprintf("%s raw units of %s", amount, asset.Address.Hex())
	}
	return round(amount, t.Decimals, r) + " " + t.symbol()
}

// round returns an amount in whole tokens with two to six digits after the point; smaller amounts
// than a hundredth exactly.
func round(a api.Amount, decimals int, r api.Round) string {
	exact := a.Units(decimals)
	if whole, frac, _ := strings.Cut(exact, "."); whole == "0" && strings.HasPrefix(frac, "00") {
		return exact
	}
	return trim(a.Format(decimals, min(decimals, 6), r))
}

// trim takes zeros from the end of a fraction but leaves two digits of it.
func trim(s string) string {
	point := strings.IndexByte(s, '.')
	for point >= 0 && len(s)-point > 3 && strings.HasSuffix(s, "0") {
		s = s[:len(s)-1]
	}
	return s
}

// exact returns what a raw amount of a token is in whole tokens.
func (k Context) exact(amount api.Amount, token common.Address) string {
	t, listed := k.token(token)
	if !listed {
		return ""
	}
	return amount.Units(t.Decimals) + " " + t.symbol()
}

const never = "never expires"

// endless tells whether a time is so far off that it never comes.
func endless(seconds api.Amount) bool {
	at, small := seconds.Uint64()
	return !small || at > 253402300799 // the end of the year 9999
}

// expired tells whether a time has passed by the chain's head; by is what to say of that where this
// machine's clock says that it has not.
func (k Context) expired(at uint64) (is bool, by string) {
	if at >= k.Now || k.Clock == 0 || at < k.Clock {
		return at < k.Now, ""
	}
	tell := func(seconds uint64) string {
		t, zone := k.at(seconds)
		return t.Format(time.TimeOnly) + " " + zone
	}
	return true, fmt.Sprintf(", by the newest block, which is said to be of %s, while this "+
		"machine's clock says %s: set the clock, or leave this service if the clock is right",
		tell(k.Now), tell(k.Clock))
}

// at is a time in the zone of the context, and what that is called.
func (k Context) at(seconds uint64) (t time.Time, zone string) {
	t = time.Unix(int64(seconds), 0).UTC()
	if k.Zone != nil {
		t = t.In(k.Zone)
	}
	if zone = t.Format("MST"); strings.HasPrefix(zone, "+") || strings.HasPrefix(zone, "-") {
		zone = "UTC" + zone
	}
	return t, zone
}

// when returns a time in words, in the zone of the context: "2026-11-21 17:41:20 UTC (in 59 min)".
func (k Context) when(seconds api.Amount) string {
	if endless(seconds) {
		return never + " (a time beyond the year 9999)"
	}
	at, _ := seconds.Uint64()
	t, zone := k.at(at)
	return t.Format("2006-01-02 15:04:05 ") + zone + " (" +
		api.Until(time.Unix(int64(k.Now), 0), t) + ")"
}
