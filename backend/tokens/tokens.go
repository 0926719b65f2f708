// Package tokens knows the tokens of a network: those it lists, what an unlisted contract says of itself, and what accounts hold and have
// allowed of them.
package tokens

import (
	"context"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// Tokens of one network. All methods may be called at the same time.
type Tokens struct {
	net         *chain.Network
	listed      []api.Token // fungible, the native coin first
	collections []api.Token
	minted      []api.Asset      // every token of the collections
	spenders    []common.Address // whose allowances are told

	mu      sync.Mutex
	byToken map[common.Address]api.Token // listed ones and those read from their contracts
	domains map[common.Address]domain    // of listed tokens with a permit
}

// maxRead bounds the memory for unlisted tokens: past it they are read again each time.
const maxRead = 10_000

// New takes the tokens a network lists, its collections of NFTs, and every token of them.
func New(net *chain.Network, listed, collections []api.Token, minted []api.Asset) *Tokens {
	t := &Tokens{net: net, listed: listed, collections: collections, minted: minted, byToken: make(map[common.Address]api.Token),
		domains: make(map[common.Address]domain)}
	for _, list := range [][]api.Token{listed, collections} {
		for _, token := range list {
			t.byToken[token.Address] = token
		}
	}
	c := net.Contracts()
	for _, s := range []common.Address{c.AugustusRFQ, c.TokenTransferProxy, c.AugustusV6, c.Delta, c.Permit2} {
		if s != (common.Address{}) {
			t.spenders = append(t.spenders, s)
		}
	}
	return t
}

// List returns the listed fungible tokens, the native coin first.
func (t *Tokens) List() []api.Token { return append([]api.Token(nil), t.listed...) }

// Collections returns the listed collections of NFTs.
func (t *Tokens) Collections() []api.Token { return append([]api.Token(nil), t.collections...) }

// Find returns a listed fungible token by its symbol, in any letter case.
func (t *Tokens) Find(symbol string) (api.Token, bool) {
	for _, token := range t.listed {
		if strings.EqualFold(token.Symbol, symbol) {
			return token, true
		}
	}
	return api.Token{}, false
}

// Token returns a token by its address. An unlisted one is read from its contract, once; UnsupportedToken where there is none.
func (t *Tokens) Token(ctx context.Context, address common.Address) (api.Token, error) {
	t.mu.Lock()
	token, ok := t.byToken[address]
	t.mu.Unlock()
	if ok {
		return token, nil
	}
	token, err := t.read(ctx, address)
	if err != nil {
		return api.Token{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.byToken) < maxRead {
		t.byToken[address] = token
	}
	return token, nil
}

// read asks a contract what it is. What it says of itself is hostile text: it is cut short here and made safe to print by whoever prints it.
func (t *Tokens) read(ctx context.Context, address common.Address) (api.Token, error) {
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
	token := api.Token{ChainID: t.net.ChainID(), Address: address}
	token.Symbol, token.Name = text(answers[1]), text(answers[2])
	switch {
	case yes(answers[3]):
		token.Kind = api.ERC721
	case yes(answers[4]):
		token.Kind = api.ERC1155
	default:
		decimals, err := abi.UnpackDecimals(answers[0].Data)
		if !answers[0].OK || err != nil {
			return api.Token{}, api.Errorf(api.UnsupportedToken, "%s is no token on network %d: its contract does not tell its decimals", address.Hex(), token.ChainID)
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

func yes(r chain.Result) bool {
	return r.OK && len(r.Data) == 32 && common.BytesToHash(r.Data) == common.BigToHash(common.Big1)
}

// maxText is how much of a contract's own words is kept, in bytes.
const maxText = 64

// text reads a string, or the 32 bytes that some old tokens answer instead.
func text(r chain.Result) string {
	if !r.OK {
		return ""
	}
	s, err := contracts.NewStandardToken().UnpackSymbol(r.Data)
	if err != nil {
		if len(r.Data) != 32 {
			return ""
		}
		s = strings.TrimRight(string(r.Data), "\x00")
	}
	return strings.ToValidUTF8(s[:min(len(s), maxText)], "�")
}
