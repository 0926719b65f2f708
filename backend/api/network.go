package api

import (
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// LocalChainID is the id of the network that runs inside the process.
const LocalChainID = 1337

// BlockRef names a block.
type BlockRef struct {
	Number uint64      `json:"number"`
	Hash   common.Hash `json:"hash"`
	Parent common.Hash `json:"parent"`
	Time   uint64      `json:"time"` // UNIX seconds
}

// Contracts are the addresses clients sign for and send to on a network; a zero address is not
// deployed there.
type Contracts struct {
	AugustusSwapper common.Address `json:"augustusSwapper"` // v5
	// v5: the spender of swaps
	TokenTransferProxy common.Address `json:"tokenTransferProxy"`
	// v6.2: swapper and spender
	AugustusV6    common.Address            `json:"augustusV6"`
	AugustusRFQ   common.Address            `json:"augustusRFQ"`
	Executors     map[string]common.Address `json:"executors,omitempty"`
	Delta         common.Address            `json:"delta"`
	Permit2       common.Address            `json:"permit2"`
	WrappedNative common.Address            `json:"wrappedNative"`
	Multicall     common.Address            `json:"multicall"` // the batch reader
	// where partners take out the fees of swaps: of v5, of v6.2
	FeeClaimer common.Address `json:"feeClaimer,omitzero"`
	FeeVault   common.Address `json:"feeVault,omitzero"`
}

// OwnExecutor is what the executor of this exchange's routes is called among the executors.
const OwnExecutor = "Executor1"

// Spenders are the contracts that accounts allow to move tokens.
func (c Contracts) Spenders() (list []common.Address) {
	for _, s := range []common.Address{
		c.AugustusRFQ, c.TokenTransferProxy, c.AugustusV6, c.Delta, c.Permit2} {
		if s != (common.Address{}) {
			list = append(list, s)
		}
	}
	return list
}

// SwapSpender is the contract that moves tokens in swaps.
func (c Contracts) SwapSpender() common.Address {
	if c.TokenTransferProxy != (common.Address{}) {
		return c.TokenTransferProxy
	}
	return c.AugustusV6
}

// FillSpender returns the contract that takes what is paid for an order with a taker: that of the
// swap contract which the order goes through, or the order contract.
func (c Contracts) FillSpender(taker common.Address) common.Address {
	switch {
	case taker == (common.Address{}):
	case taker == c.AugustusSwapper:
		return c.TokenTransferProxy
	case taker == c.AugustusV6:
		return c.AugustusV6
	}
	return c.AugustusRFQ
}

// Spends tells whether a contract of the network has a use for an allowance of tokens: the one that
// fills orders, those that swap, that of Delta, and Permit2. The others have names, and no business
// with anybody's tokens.
func (c Contracts) Spends(a common.Address) bool {
	switch a {
	case common.Address{}:
		return false
	case c.AugustusRFQ, c.TokenTransferProxy, c.AugustusV6, c.Delta, c.Permit2:
		return true
	}
	return false
}

// Operates tells whether a contract of the network has a use for the right to move a collection:
// those that orders are filled through.
func (c Contracts) Operates(a common.Address) bool {
	return c.Spends(a) && a != c.Delta && a != c.Permit2
}

// Name returns what a contract of the network is called wherever people meet it, "" for one that
// is not known. Names of executors come from outside.
func (c Contracts) Name(a common.Address) string {
	if a == (common.Address{}) {
		return ""
	}
	switch a {
	case c.AugustusRFQ:
		return "order contract"
	case c.Delta:
		return "Delta contract"
	case c.AugustusV6:
		return "swap contract"
	case c.AugustusSwapper:
		return "swap contract v5"
	case c.TokenTransferProxy:
		return "token proxy v5"
	case c.Permit2:
		return "Permit2"
	case c.WrappedNative:
		return "wrapped coin"
	case c.Multicall:
		return "batch reader"
	case c.FeeClaimer:
		return "fee claimer v5"
	case c.FeeVault:
		return "fee vault"
	}
	for name, executor := range c.Executors {
		if executor == a {
			return name
		}
	}
	return ""
}

// All are the contracts that have a name, the executors by theirs.
func (c Contracts) All() []common.Address {
	all := []common.Address{c.AugustusRFQ, c.Delta, c.AugustusV6, c.AugustusSwapper,
		c.TokenTransferProxy, c.Permit2, c.WrappedNative, c.Multicall, c.FeeClaimer, c.FeeVault}
	for _, name := range slices.Sorted(maps.Keys(c.Executors)) {
		all = append(all, c.Executors[name])
	}
	return slices.DeleteFunc(all, func(a common.Address) bool { return a == common.Address{} })
}

// Network is a configured network as clients see it.
type Network struct {
	ChainID   uint64        `json:"chainId"`
	Name      string        `json:"name"`
	Symbol    string        `json:"symbol"` // of the native coin
	BlockTime time.Duration `json:"blockTimeNanos"`
	Local     bool          `json:"local"`
	Contracts Contracts     `json:"contracts"`
	Explorer  string        `json:"explorer"`
	// ToldBy is the host that told of the network where nothing else vouches for what it says, ""
	// where the network is known here.
	ToldBy string `json:"-"`
}

// NetworkStatus tells how fresh our knowledge of a network is.
type NetworkStatus struct {
	ChainID  uint64        `json:"chainId"`
	Head     BlockRef      `json:"head"`         // the last block followed
	Newest   uint64        `json:"newest"`       // the number of the newest block the node told of
	GasPrice Amount        `json:"gasPrice"`     // wei
	Latency  time.Duration `json:"latencyNanos"` // of the last read
	Live     bool          `json:"live"`         // whether the node answers
	Problem  string        `json:"problem"`      // the last error while not live
	Attempt  int           `json:"attempt"`      // reconnections tried since
	// Nodes are those the network is reached through, best first, where there are several.
	Nodes []NodeStatus `json:"nodes,omitempty"`
	// Quarantined is how many contracts, and reads of others, cost too much to be made for now.
	Quarantined int `json:"quarantined,omitempty"`
	// Denied is how much that nodes told of orders was denied by the order contract, or by other
	// nodes, since the start.
	Denied int `json:"denied,omitempty"`
	// Doubts says of contracts of the network's description why they are not proven to be what it
	// says: the chain denies it, or no node has answered yet.
	Doubts map[common.Address]string `json:"doubts,omitempty"`
	// Invented says that a service elsewhere told of what a node of one's own denies, "" where it
	// did not.
	Invented string `json:"-"`
	// Unheard says why a service elsewhere tells of nothing as it happens, so that all is read by
	// time; "" where it does.
	Unheard string `json:"-"`
	// NFTsToldBy is who alone says that an account holds no more NFTs than were listed last, where
	// a node of one's own can't list them; "" where it can, or there is none.
	NFTsToldBy string `json:"-"`
	// Work is what is being done that takes a while: catching up, finding pools, checking orders.
	Work []Progress `json:"work,omitempty"`
}

// NodeStatus tells how one node of a network does.
type NodeStatus struct {
	Name    string        `json:"name"`         // host: the rest of an address can hold a key
	Current bool          `json:"current"`      // whether it answers what is asked now
	Head    uint64        `json:"head"`         // the newest block it told of
	Latency time.Duration `json:"latencyNanos"` // of its last answer about it
	Problem string        `json:"problem"`      // why it would not be chosen, "" if it could be
}

// Progress is how far work has come that takes a while. The zero Progress is of no work.
type Progress struct {
	What  string `json:"what"` // "deploying the contracts"
	Done  int    `json:"done"` // parts of Total, which are counted as Unit says
	Total int    `json:"total"`
	Unit  string `json:"unit"` // "blocks"
}

// Meter holds the progress of work for those who want to see it meanwhile. The zero Meter is of no
// work; all methods may be called at the same time.
type Meter struct{ now atomic.Pointer[Progress] }

// Set says how far the work is; the zero Progress says that it has ended.
func (m *Meter) Set(p Progress) { m.now.Store(&p) }

// Progress is what was set last.
func (m *Meter) Progress() Progress {
	if p := m.now.Load(); p != nil {
		return *p
	}
	return Progress{}
}

// Token is a listed token.
type Token struct {
	ChainID  uint64         `json:"network"`
	Address  common.Address `json:"address"`
	Symbol   string         `json:"symbol"`
	Name     string         `json:"name"`
	Decimals int            `json:"decimals"`
	Kind     AssetKind      `json:"type"`
	// TransferTax is what the token keeps of every transfer, in basis points.
	TransferTax int `json:"transferTax,omitempty"`
	// Permit names the permit the token has: "", "ERC2612" or "DAI".
	Permit string `json:"permit,omitempty"`
	// ToldBy is the host that told of the token where nothing else vouches for its decimals and its
	// name, "" where it is known here.
	ToldBy string `json:"-"`
}

// UserToken is a token with what one account holds and has allowed.
type UserToken struct {
	Token
	Balance    Amount                    `json:"balance"`
	Allowance  Amount                    `json:"allowance"` // for the swap contract's spender
	Allowances map[common.Address]Amount `json:"allowances"`
	Permits    *Permits                  `json:"permits,omitempty"` // nil where none can be signed
	// Fees are what the account has earned as a partner and not taken out, by the contract that
	// holds it; nil where there is nothing.
	Fees map[common.Address]Amount `json:"fees,omitempty"`
}

// Owes puts what a contract holds for the account as a partner in the place of what was told of it.
func (t *UserToken) Owes(contract common.Address, amount Amount) {
	fees := maps.Clone(t.Fees)
	if delete(fees, contract); !amount.IsZero() {
		if fees == nil {
			fees = make(map[common.Address]Amount)
		}
		fees[contract] = amount
	}
	t.Fees = fees
}

// Permits is what an account needs to know to sign a permit of a token for the Delta contract.
type Permits struct {
	// The token's own EIP-712 domain, where the token has a permit. It is as the contract calls
	// itself: a permit counts only where the domain hashes to the separator.
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	// what the contract answers; zero where it has none
	Separator common.Hash `json:"separator"`
	// of the account's next permit by the token itself
	Nonce   Amount           `json:"nonce"`
	Permit2 Permit2Allowance `json:"permit2"`
}

// Permit2Allowance is what an account lets the Delta contract move of a token through Permit2.
type Permit2Allowance struct {
	Amount     Amount `json:"amount"`
	Expiration uint64 `json:"expiration"` // UNIX seconds
	Nonce      uint64 `json:"nonce"`      // of the next allowance that is signed
}

// Pair is a market: a base priced in a quote.
type Pair struct {
	Base  common.Address `json:"base"`
	Quote common.Address `json:"quote"`
}
