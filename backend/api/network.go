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
	AugustusSwapper    common.Address // v5
	TokenTransferProxy common.Address // v5: the spender of swaps
	AugustusV6         common.Address // v6.2: swapper and spender
	AugustusRFQ        common.Address
	Executors          map[string]common.Address
	Delta              common.Address
	Permit2            common.Address
	WrappedNative      common.Address
	Multicall          common.Address // the batch reader
}

// Network is a configured network as clients see it.
type Network struct {
	ChainID   uint64
	Name      string
	Symbol    string // of the native coin
	BlockTime time.Duration
	Local     bool
	Contracts Contracts
	Explorer  string
}

// NetworkStatus tells how fresh our knowledge of a network is.
type NetworkStatus struct {
	ChainID  uint64
	Head     BlockRef      // the last block followed
	GasPrice Amount        // wei
	Latency  time.Duration // of the last read
	Live     bool          // whether the node answers
	Problem  string        // the last error while not live
	Attempt  int           // reconnections tried since
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
	Name    string           `json:"name,omitempty"` // of the token's own EIP-712 domain; empty where the token has no permit
	Version string           `json:"version,omitempty"`
	Nonce   Amount           `json:"nonce"` // of the account's next permit by the token itself
	Permit2 Permit2Allowance `json:"permit2"`
}

// Permit2Allowance is what an account lets the Delta contract move of a token through Permit2.
type Permit2Allowance struct {
	Amount     Amount `json:"amount"`
	Expiration uint64 `json:"expiration"` // UNIX seconds
	Nonce      uint64 `json:"nonce"`      // of the next allowance that is signed
}

// Pair is a market: a base priced in a quote.
type Pair struct{ Base, Quote common.Address }
