package api

import (
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

// Contracts are the addresses clients sign for and send to on a network; a zero address is not deployed there.
type Contracts struct {
	AugustusSwapper    common.Address            `json:"augustusSwapper"`    // v5
	TokenTransferProxy common.Address            `json:"tokenTransferProxy"` // v5: the spender of swaps
	AugustusV6         common.Address            `json:"augustusV6"`         // v6.2: swapper and spender
	AugustusRFQ        common.Address            `json:"augustusRFQ"`
	Executors          map[string]common.Address `json:"executors,omitempty"`
	Delta              common.Address            `json:"delta"`
	Permit2            common.Address            `json:"permit2"`
	WrappedNative      common.Address            `json:"wrappedNative"`
	Multicall          common.Address            `json:"multicall"` // the batch reader
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
}

// NetworkStatus tells how fresh our knowledge of a network is.
type NetworkStatus struct {
	ChainID  uint64        `json:"chainId"`
	Head     BlockRef      `json:"head"`         // the last block followed
	GasPrice Amount        `json:"gasPrice"`     // wei
	Latency  time.Duration `json:"latencyNanos"` // of the last read
	Live     bool          `json:"live"`         // whether the node answers
	Problem  string        `json:"problem"`      // the last error while not live
	Attempt  int           `json:"attempt"`      // reconnections tried since
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
}

// UserToken is a token with what one account holds and has allowed.
type UserToken struct {
	Token
	Balance    Amount                    `json:"balance"`
	Allowance  Amount                    `json:"allowance"` // for the swap contract's spender
	Allowances map[common.Address]Amount `json:"allowances"`
	Permits    *Permits                  `json:"permits,omitempty"` // nil where none can be signed
}

// Permits is what an account needs to know to sign a permit of a token for the Delta contract.
type Permits struct {
	// The token's own EIP-712 domain, where the token has a permit. It is as the contract calls itself: a permit counts only where the domain
	// hashes to the separator.
	Name      string           `json:"name,omitempty"`
	Version   string           `json:"version,omitempty"`
	Separator common.Hash      `json:"separator"` // what the contract answers; zero where it has none
	Nonce     Amount           `json:"nonce"`     // of the account's next permit by the token itself
	Permit2   Permit2Allowance `json:"permit2"`
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
