package api

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
)

// Exchange is the exchange on one network. Every error it returns is, or wraps, an *Error. All
// methods may be called at the same time.
type Exchange interface {
	// Status returns the state of the network.
	Status(ctx context.Context) (NetworkStatus, error)

	Tokens(ctx context.Context) ([]Token, error)
	Token(ctx context.Context, token common.Address) (Token, error)
	UserTokens(ctx context.Context, account common.Address) ([]UserToken, error)
	UserToken(ctx context.Context, account, token common.Address) (UserToken, error)

	Collections(ctx context.Context) ([]Token, error)
	UserNFTs(ctx context.Context, account common.Address) ([]UserNFT, error)
	UserNFT(ctx context.Context, account common.Address, asset Asset) (UserNFT, error)

	CreateOrder(ctx context.Context, r OrderRequest) (record OrderRecord, created bool, err error)
	Orders(ctx context.Context, q OrderQuery) (OrderPage, error)
	Order(ctx context.Context, hash common.Hash, nft bool) (OrderRecord, error)
	OrderBook(ctx context.Context, q BookQuery) (OrderPage, error)
	Book(ctx context.Context, pair Pair, depth int) (Book, error)
	FillableBalance(ctx context.Context, maker common.Address,
		token *common.Address) (map[common.Address]Amount, error)
	Fills(ctx context.Context, q FillQuery) ([]Fill, error)

	Prices(ctx context.Context, r PriceRequest) (PriceRoute, error)
	Swap(ctx context.Context, r SwapRequest) (PriceRoute, TxParams, error)
	BuildTransaction(ctx context.Context, r BuildRequest) (TxParams, error)
	PrepareSwap(ctx context.Context, r BuildRequest) (Transaction, error)
	Exchanges(ctx context.Context, version SwapVersion) ([]string, error)
	PoolDepth(ctx context.Context, pair Pair) (PoolDepth, error)

	DeltaQuote(ctx context.Context, r DeltaQuoteRequest) (DeltaQuote, error)
	BuildDelta(ctx context.Context, r DeltaBuildRequest) (DeltaToSign, error)
	SubmitDelta(ctx context.Context, r DeltaSubmission) (record DeltaRecord, created bool,
		err error)
	DeltaOrder(ctx context.Context, id string) (DeltaRecord, error)
	DeltaOrders(ctx context.Context, q DeltaQuery) ([]DeltaRecord, error)
	DeltaAuction(ctx context.Context, id string) (DeltaAuction, error)
	CancelDelta(ctx context.Context, ids []string, signature []byte) error
	DeltaTokenSupported(ctx context.Context, token common.Address) (bool, error)
	DeltaAgents(ctx context.Context) ([]string, error)
	DeltaPartner(ctx context.Context, partner string) (DeltaPartner, error)
	DeltaRound(ctx context.Context) (DeltaRound, error)
	BidDelta(ctx context.Context, b DeltaBid) error

	Markets(ctx context.Context) ([]Market, error)
	Trades(ctx context.Context, pair Pair, limit int) ([]Trade, error)
	Candles(ctx context.Context, q CandleQuery) ([]Candle, error)
	PriceUSD(ctx context.Context, token common.Address) (price Price, ok bool, err error)

	PrepareFill(ctx context.Context, r FillRequest) (Transaction, error)
	PrepareCancel(ctx context.Context, r CancelRequest) (Transaction, error)
	PrepareApprove(ctx context.Context, r ApproveRequest) (Transaction, error)
	PrepareWrap(ctx context.Context, r WrapRequest) (Transaction, error)
	PrepareTransfer(ctx context.Context, r TransferRequest) (Transaction, error)
	PrepareClaim(ctx context.Context, r ClaimRequest) (Transaction, error)
	PrepareReplacement(ctx context.Context, r ReplaceRequest) (Transaction, error)
	Nonces(ctx context.Context, account common.Address) (Nonces, error)
	IsContract(ctx context.Context, address common.Address) (bool, error)
	SendTransaction(ctx context.Context, raw []byte) (common.Hash, error)
	Receipt(ctx context.Context, hash common.Hash) (Receipt, error)
	Movements(ctx context.Context, account common.Address,
		hashes []common.Hash) ([]Movements, error)
}

// On returns a service's exchange on one network, whatever a request says of its network.
func On(s Service, chainID uint64) (Exchange, error) { return on{s, chainID}, nil }

// on binds a service to a network.
type on struct {
	s  Service
	id uint64
}

func (o on) Status(ctx context.Context) (NetworkStatus, error) {
	return o.s.Status(ctx, o.id)
}

func (o on) Tokens(ctx context.Context) ([]Token, error) {
	return o.s.Tokens(ctx, o.id)
}

func (o on) Token(ctx context.Context, token common.Address) (Token, error) {
	return o.s.Token(ctx, o.id, token)
}

func (o on) UserTokens(ctx context.Context, account common.Address) ([]UserToken, error) {
	return o.s.UserTokens(ctx, o.id, account)
}

func (o on) UserToken(ctx context.Context, account, token common.Address) (UserToken, error) {
	return o.s.UserToken(ctx, o.id, account, token)
}

func (o on) Collections(ctx context.Context) ([]Token, error) {
	return o.s.Collections(ctx, o.id)
}

func (o on) UserNFTs(ctx context.Context, account common.Address) ([]UserNFT, error) {
	return o.s.UserNFTs(ctx, o.id, account)
}

func (o on) UserNFT(ctx context.Context, account common.Address, asset Asset) (UserNFT, error) {
	return o.s.UserNFT(ctx, o.id, account, asset)
}

func (o on) CreateOrder(ctx context.Context, r OrderRequest) (OrderRecord, bool, error) {
	r.ChainID = o.id
	return o.s.CreateOrder(ctx, r)
}

func (o on) Orders(ctx context.Context, q OrderQuery) (OrderPage, error) {
	q.ChainID = o.id
	return o.s.Orders(ctx, q)
}

func (o on) OrderBook(ctx context.Context, q BookQuery) (OrderPage, error) {
	q.ChainID = o.id
	return o.s.OrderBook(ctx, q)
}

func (o on) Book(ctx context.Context, pair Pair, depth int) (Book, error) {
	return o.s.Book(ctx, o.id, pair, depth)
}

func (o on) FillableBalance(ctx context.Context, maker common.Address,
	token *common.Address) (map[common.Address]Amount, error) {
	return o.s.FillableBalance(ctx, o.id, maker, token)
}

func (o on) Fills(ctx context.Context, q FillQuery) ([]Fill, error) {
	q.ChainID = o.id
	return o.s.Fills(ctx, q)
}

func (o on) Prices(ctx context.Context, r PriceRequest) (PriceRoute, error) {
	r.ChainID = o.id
	return o.s.Prices(ctx, r)
}

func (o on) Swap(ctx context.Context, r SwapRequest) (PriceRoute, TxParams, error) {
	r.Price.ChainID = o.id
	return o.s.Swap(ctx, r)
}

func (o on) BuildTransaction(ctx context.Context, r BuildRequest) (TxParams, error) {
	r.ChainID = o.id
	return o.s.BuildTransaction(ctx, r)
}

func (o on) PrepareSwap(ctx context.Context, r BuildRequest) (Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareSwap(ctx, r)
}

func (o on) Exchanges(ctx context.Context, version SwapVersion) ([]string, error) {
	return o.s.Exchanges(ctx, o.id, version)
}

func (o on) PoolDepth(ctx context.Context, pair Pair) (PoolDepth, error) {
	return o.s.PoolDepth(ctx, o.id, pair)
}

func (o on) DeltaQuote(ctx context.Context, r DeltaQuoteRequest) (DeltaQuote, error) {
	r.ChainID = o.id
	return o.s.DeltaQuote(ctx, r)
}

func (o on) BuildDelta(ctx context.Context, r DeltaBuildRequest) (DeltaToSign, error) {
	r.ChainID = o.id
	return o.s.BuildDelta(ctx, r)
}

func (o on) SubmitDelta(ctx context.Context, r DeltaSubmission) (DeltaRecord, bool, error) {
	r.ChainID = o.id
	return o.s.SubmitDelta(ctx, r)
}

func (o on) DeltaTokenSupported(ctx context.Context, token common.Address) (bool, error) {
	return o.s.DeltaTokenSupported(ctx, o.id, token)
}

func (o on) DeltaAgents(ctx context.Context) ([]string, error) {
	return o.s.DeltaAgents(ctx, o.id)
}

func (o on) DeltaPartner(ctx context.Context, partner string) (DeltaPartner, error) {
	return o.s.DeltaPartner(ctx, o.id, partner)
}

func (o on) DeltaRound(ctx context.Context) (DeltaRound, error) {
	return o.s.DeltaRound(ctx, o.id)
}

func (o on) BidDelta(ctx context.Context, b DeltaBid) error {
	b.ChainID = o.id
	return o.s.BidDelta(ctx, b)
}

func (o on) Markets(ctx context.Context) ([]Market, error) {
	return o.s.Markets(ctx, o.id)
}

func (o on) Trades(ctx context.Context, pair Pair, limit int) ([]Trade, error) {
	return o.s.Trades(ctx, o.id, pair, limit)
}

func (o on) Candles(ctx context.Context, q CandleQuery) ([]Candle, error) {
	q.ChainID = o.id
	return o.s.Candles(ctx, q)
}

func (o on) PriceUSD(ctx context.Context, token common.Address) (Price, bool, error) {
	return o.s.PriceUSD(ctx, o.id, token)
}

func (o on) PrepareFill(ctx context.Context, r FillRequest) (Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareFill(ctx, r)
}

func (o on) PrepareCancel(ctx context.Context, r CancelRequest) (Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareCancel(ctx, r)
}

func (o on) PrepareApprove(ctx context.Context, r ApproveRequest) (Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareApprove(ctx, r)
}

func (o on) PrepareWrap(ctx context.Context, r WrapRequest) (Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareWrap(ctx, r)
}

func (o on) PrepareTransfer(ctx context.Context, r TransferRequest) (Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareTransfer(ctx, r)
}

func (o on) PrepareClaim(ctx context.Context, r ClaimRequest) (Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareClaim(ctx, r)
}

func (o on) PrepareReplacement(ctx context.Context, r ReplaceRequest) (Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareReplacement(ctx, r)
}

func (o on) Nonces(ctx context.Context, account common.Address) (Nonces, error) {
	return o.s.Nonces(ctx, o.id, account)
}

func (o on) IsContract(ctx context.Context, address common.Address) (bool, error) {
	return o.s.IsContract(ctx, o.id, address)
}

func (o on) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	return o.s.SendTransaction(ctx, o.id, raw)
}

func (o on) Receipt(ctx context.Context, hash common.Hash) (Receipt, error) {
	return o.s.Receipt(ctx, o.id, hash)
}

func (o on) Movements(ctx context.Context, account common.Address,
	hashes []common.Hash) ([]Movements, error) {
	return o.s.Movements(ctx, o.id, account, hashes)
}

func (o on) Order(ctx context.Context, hash common.Hash, nft bool) (OrderRecord, error) {
	return o.s.Order(ctx, hash, nft)
}

func (o on) DeltaOrder(ctx context.Context, id string) (DeltaRecord, error) {
	return o.s.DeltaOrder(ctx, id)
}

func (o on) DeltaOrders(ctx context.Context, q DeltaQuery) ([]DeltaRecord, error) {
	q.ChainID = o.id
	return o.s.DeltaOrders(ctx, q)
}

func (o on) DeltaAuction(ctx context.Context, id string) (DeltaAuction, error) {
	return o.s.DeltaAuction(ctx, id)
}

func (o on) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	return o.s.CancelDelta(ctx, ids, signature)
}
