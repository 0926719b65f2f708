package api

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
)

// Service hands out the exchange on each network. The embedded service and a client of a remote one
// both implement it. Every error it returns is, or wraps, an *Error. All methods may be called at
// the same time.
type Service interface {
	// Networks lists the configured networks.
	Networks(ctx context.Context) ([]Network, error)
	// Exchange is the exchange on one network; UnsupportedChain for others, unless it is said with
	// the first question.
	Exchange(chainID uint64) (Exchange, error)
	// Subscribe returns events of the topics (all if none is named) until ctx ends.
	Subscribe(ctx context.Context, topics ...Topic) <-chan Event
}

// Exchange is the exchange on one network. Every error it returns is, or wraps, an *Error. All
// methods may be called at the same time.
type Exchange interface {
	// Status returns the state of the network.
	Status(ctx context.Context) (NetworkStatus, error)
	Tokens
	NFTs
	Orders
	Swaps
	Delta
	Markets
	Transactions
}

// Tokens lists tokens and what accounts hold of them.
type Tokens interface {
	// Tokens returns the listed tokens, the native coin first.
	Tokens(ctx context.Context) ([]Token, error)
	// Token returns a listed token, or reads an unlisted one from its contract; UnsupportedToken if
	// there is none.
	Token(ctx context.Context, token common.Address) (Token, error)
	// UserTokens returns the listed fungible tokens with an account's balances and allowances.
	UserTokens(ctx context.Context, account common.Address) ([]UserToken, error)
	// UserToken does the same for one token, listed or not.
	UserToken(ctx context.Context, account, token common.Address) (UserToken, error)
}

// Orders takes, keeps and shows limit, P2P and NFT orders.
type Orders interface {
	// CreateOrder checks and stores a signed order. created is false where the same order was
	// stored already.
	CreateOrder(ctx context.Context, r OrderRequest) (record OrderRecord, created bool, err error)
	// Order returns one order by hash; NotFound if there is none of that kind.
	Order(ctx context.Context, hash common.Hash, nft bool) (OrderRecord, error)
	// Orders returns a page of a maker's or taker's orders.
	Orders(ctx context.Context, q OrderQuery) (OrderPage, error)
	// OrderBook returns a page of the open LIMIT orders that can be filled, best price for the
	// taker first.
	OrderBook(ctx context.Context, q BookQuery) (OrderPage, error)
	// Book returns both sides of a pair, at most depth orders each (0 is all).
	Book(ctx context.Context, pair Pair, depth int) (Book, error)
	// FillableBalance sums what an account's open orders may still take, by token; for one token
	// where it is given.
	FillableBalance(ctx context.Context, maker common.Address,
		token *common.Address) (map[common.Address]Amount, error)
	// Fills returns fills, newest first.
	Fills(ctx context.Context, q FillQuery) ([]Fill, error)
	PrepareFill(ctx context.Context, r FillRequest) (Transaction, error)
	PrepareCancel(ctx context.Context, r CancelRequest) (Transaction, error)
}

// Markets shows what was traded at which price.
type Markets interface {
	// Markets lists the pairs of a network, most traded first.
	Markets(ctx context.Context) ([]Market, error)
	// Trades returns the last trades of a pair, newest first.
	Trades(ctx context.Context, pair Pair, limit int) ([]Trade, error)
	// Candles returns candles of a pair, oldest first.
	Candles(ctx context.Context, q CandleQuery) ([]Candle, error)
	// PriceUSD returns what one whole token is worth in USD, as a price whose quote has 18
	// decimals; ok is false if no market tells.
	PriceUSD(ctx context.Context, token common.Address) (price Price, ok bool,
		err error)
}

// Transactions prepares and simulates transactions and relays signed ones. A transaction that would
// revert is refused with the reason.
type Transactions interface {
	PrepareApprove(ctx context.Context, r ApproveRequest) (Transaction, error)
	PrepareWrap(ctx context.Context, r WrapRequest) (Transaction, error)
	PrepareTransfer(ctx context.Context, r TransferRequest) (Transaction, error)
	PrepareClaim(ctx context.Context, r ClaimRequest) (Transaction, error)
	// PrepareInvalidation uses up the nonce of a Delta order, so that nobody can settle it.
	PrepareInvalidation(ctx context.Context, r InvalidateRequest) (Transaction, error)
	// PrepareReplacement speeds up or cancels a transaction that waits to be mined.
	PrepareReplacement(ctx context.Context, r ReplaceRequest) (Transaction, error)
	// Nonces tells how far an account's transactions are.
	Nonces(ctx context.Context, account common.Address) (Nonces, error)
	// IsContract tells whether there is code at an address: what is sent there may be out of
	// everybody's reach.
	IsContract(ctx context.Context, address common.Address) (bool, error)
	// SendTransaction relays a signed transaction and returns its hash once the node has accepted
	// it. One that would fail by now is refused with the reason.
	SendTransaction(ctx context.Context, raw []byte) (common.Hash, error)
	// Receipt tells how a transaction stands.
	Receipt(ctx context.Context, hash common.Hash) (Receipt, error)
	// Movements tells what transactions, at most MostMovements, have moved to and from an account,
	// in the order they are asked for.
	Movements(ctx context.Context, account common.Address,
		hashes []common.Hash) ([]Movements, error)
}
