package tokens

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// Tokens of one network. All methods may be called at the same time.
type Tokens struct {
	net         *chain.Network
	listing     atomic.Pointer[listing]
	collections []api.Token
	minted      []api.Asset      // every token of the collections
	spenders    []common.Address // whose allowances are told
	// that hold what partners earn
	feeContracts []common.Address
	known        map[string][]api.Token // that others list, by symbol in lower case

	mu      sync.Mutex
	unknown map[common.Address]api.Token // unlisted ones, as their contracts describe themselves
	domains map[common.Address]domain    // of listed tokens with a permit
}

// listing is what the network lists. It is never changed: another takes its place.
type listing struct {
	fungible  []api.Token // the native coin first
	byAddress map[common.Address]api.Token
}

// maxUnknown bounds the memory for unlisted tokens, each of which holds at most 2 * maxText bytes
// of its contract's own: past it any of them is forgotten for the next, and read again when asked
// for.
const maxUnknown = 10_000

// Held tells how much the unlisted tokens take.
func (t *Tokens) Held() api.Held {
	t.mu.Lock()
	defer t.mu.Unlock()
	const each = int64(2 * (unsafe.Sizeof(api.Token{}) + common.AddressLength + maxText))
	return api.Held{What: "unlisted tokens", ChainID: t.net.ChainID(),
		Bytes: each * int64(len(t.unknown)), Most: each * maxUnknown}
}

// New takes the tokens a network lists, its collections of NFTs, and every token of them.
func New(net *chain.Network, listed, collections []api.Token, minted []api.Asset) *Tokens {
	t := &Tokens{net: net, collections: collections, minted: minted,
		unknown: make(map[common.Address]api.Token), domains: make(map[common.Address]domain)}
	t.list(listed)
	c := net.Contracts()
	t.spenders = c.Spenders()
	for _, holder := range []common.Address{c.FeeVault, c.FeeClaimer} {
		if holder != (common.Address{}) {
			t.feeContracts = append(t.feeContracts, holder)
		}
	}
	return t
}

// list takes fungible tokens for those that the network lists.
func (t *Tokens) list(fungible []api.Token) {
	l := &listing{fungible, make(map[common.Address]api.Token)}
	for _, token := range slices.Concat(fungible, t.collections) {
		l.byAddress[token.Address] = token
	}
	t.listing.Store(l)
}

// SetTax tells what a listed fungible token keeps of every transfer, in basis points, as was found
// by trying. Calls of it may not overlap.
func (t *Tokens) SetTax(address common.Address, bps int) {
	listed := t.List()
	for i := range listed {
		if listed[i].Address == address {
			listed[i].TransferTax = bps
		}
	}
	t.list(listed)
}

// List returns the listed fungible tokens, the native coin first.
func (t *Tokens) List() []api.Token { return slices.Clone(t.listing.Load().fungible) }

// Listed returns a listed fungible token by its address.
func (t *Tokens) Listed(address common.Address) (api.Token, bool) {
	for _, token := range t.listing.Load().fungible {
		if token.Address == address {
			return token, true
		}
	}
	return api.Token{}, false
}

// AmountText writes an amount as people read it: whole tokens and the symbol, raw units of tokens
// that are not listed.
func (t *Tokens) AmountText(a api.Amount, token common.Address) string {
	if listed, ok := t.Listed(token); ok {
		return a.Units(listed.Decimals) + " " + listed.Symbol
	}
	return a.String() + " raw units of token " + api.Lower(token)
}

// Collections returns the listed collections of NFTs.
func (t *Tokens) Collections(context.Context) ([]api.Token, error) {
	return slices.Clone(t.collections), nil
}

// Tokens implements api.Tokens.
func (t *Tokens) Tokens(context.Context) ([]api.Token, error) { return t.List(), nil }

// Find returns a listed fungible token by its symbol, in any letter case.
func (t *Tokens) Find(symbol string) (api.Token, bool) {
	for _, token := range t.listing.Load().fungible {
		if strings.EqualFold(token.Symbol, symbol) {
			return token, true
		}
	}
	return api.Token{}, false
}

// IsListed tells whether the network lists a token or a collection.
func (t *Tokens) IsListed(address common.Address) bool {
	_, ok := t.listing.Load().byAddress[address]
	return ok
}

// Token returns a token by its address. An unlisted one is read from its contract, once;
// UnsupportedToken where there is none.
func (t *Tokens) Token(ctx context.Context, address common.Address) (api.Token, error) {
	if token, ok := t.listing.Load().byAddress[address]; ok {
		return token, nil
	}
	t.mu.Lock()
	token, ok := t.unknown[address]
	t.mu.Unlock()
	if ok {
		return token, nil
	}
	token, err := t.readContract(ctx, address)
	if err != nil {
		return api.Token{}, err
	}
	t.remember(token)
	return token, nil
}

// Kind tells what a contract's tokens are: by the list, else by what it says of itself. ok is false
// where it says nothing.
func (t *Tokens) Kind(ctx context.Context, address common.Address) (kind api.AssetKind, ok bool,
	err error) {
	token, err := t.Token(ctx, address)
	var unread *chain.Quarantined
	switch {
	case api.TypeOf(err) == api.UnsupportedToken && !errors.As(err, &unread):
		return kind, false, nil
	case err != nil:
		return kind, false, err
	}
	return token.Kind, true, nil
}

// remember keeps what an unlisted token's contract said, in the place of another where there is no
// room.
func (t *Tokens) remember(token api.Token) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.unknown) >= maxUnknown {
		for other := range t.unknown {
			delete(t.unknown, other)
			break
		}
	}
	t.unknown[token.Address] = token
}

// readContract asks a contract what it is. What it says of itself is hostile text: it is cut short
// here and made safe to print by whoever prints it.
func (t *Tokens) readContract(ctx context.Context, address common.Address) (api.Token, error) {
	abi := contracts.NewStandardToken()
	answers, err := t.net.BatchCall(ctx, common.Hash{}, []chain.Call{
		{To: address, Data: abi.PackDecimals()},
		{To: address, Data: abi.PackSymbol()},
		{To: address, Data: abi.PackName()},
		{To: address, Data: supports(erc721)},
		{To: address, Data: supports(erc1155)},
	})
	if err != nil {
		return api.Token{}, err
	}
	for _, a := range answers {
		if a.Err != nil { // what it is can't be told from the others
			e := api.Errorf(api.UnsupportedToken, "%s costs too much to be read: %s",
				address.Hex(), a.Err.Error())
			return api.Token{}, e.WithCause(a.Err)
		}
	}
	token := api.Token{ChainID: t.net.ChainID(), Address: address}
	token.Symbol, token.Name = text(answers[1]), text(answers[2])
	switch {
	case answers[3].IsTrue():
		token.Kind = api.ERC721
	case answers[4].IsTrue():
		token.Kind = api.ERC1155
	default:
		decimals, err := abi.UnpackDecimals(answers[0].Data)
		if !answers[0].OK || err != nil {
			return api.Token{}, api.Errorf(
				api.UnsupportedToken, "%s is no token on network %d: its contract does not tell "+
					"its decimals", address.Hex(), token.ChainID)
		}
		token.Decimals = int(decimals)
	}
	return token, nil
}

// The interface ids of EIP-165.
var (
	erc721  = [4]byte{0x80, 0xac, 0x58, 0xcd}
	erc1155 = [4]byte{0xd9, 0xb6, 0x7a, 0x26}
)

// supports returns the calldata of supportsInterface(id).
func supports(id [4]byte) []byte {
	data := make([]byte, 4+32)
	copy(data, []byte{0x01, 0xff, 0xc9, 0xa7})
	copy(data[4:], id[:])
	return data
}

// maxText is how much of a contract's own words is kept, in bytes; maxAnswer is how long an answer
// may be to be taken for words at all.
const (
	maxText   = 64
	maxAnswer = 4096
)

// text reads a string, or the 32 bytes that some old tokens answer instead. What it returns shares
// no memory with the answer, which is as long as a stranger's contract likes.
func text(r chain.Result) string {
	if !r.OK || len(r.Data) > maxAnswer {
		return ""
	}
	s, err := contracts.NewStandardToken().UnpackSymbol(r.Data)
	if err != nil {
		if len(r.Data) != 32 {
			return ""
		}
		s = strings.TrimRight(string(r.Data), "\x00")
	}
	return strings.ToValidUTF8(strings.Clone(s[:min(len(s), maxText)]), "�")
}
