package apitest

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Asked is a fake of all networks at once: it is asked with the id of one.
type Asked interface {
	Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error)
	Tokens(ctx context.Context, chainID uint64) ([]api.Token, error)
	Token(ctx context.Context, chainID uint64, token common.Address) (api.Token, error)
	UserTokens(ctx context.Context, chainID uint64, account common.Address) ([]api.UserToken,
		error)
	UserToken(ctx context.Context, chainID uint64, account common.Address,
		token common.Address) (api.UserToken, error)
	Collections(ctx context.Context, chainID uint64) ([]api.Token, error)
	UserNFTs(ctx context.Context, chainID uint64, account common.Address) ([]api.UserNFT, error)
	UserNFT(ctx context.Context, chainID uint64, account common.Address,
		asset api.Asset) (api.UserNFT, error)
	CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool, error)
	Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error)
	Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error)
	OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error)
	Book(ctx context.Context, chainID uint64, pair api.Pair, depth int) (api.Book, error)
	FillableBalance(ctx context.Context, chainID uint64, maker common.Address,
		token *common.Address) (map[common.Address]api.Amount, error)
	Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error)
	Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error)
	Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams, error)
	BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error)
	PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error)
	Exchanges(ctx context.Context, chainID uint64, version api.SwapVersion) ([]string, error)
	DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error)
	BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error)
	SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool, error)
	DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error)
	DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error)
	DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error)
	CancelDelta(ctx context.Context, ids []string, signature []byte) error
	DeltaTokenSupported(ctx context.Context, chainID uint64, token common.Address) (bool, error)
	DeltaAgents(ctx context.Context, chainID uint64) ([]string, error)
	DeltaPartner(ctx context.Context, chainID uint64, partner string) (api.DeltaPartner, error)
	DeltaRound(ctx context.Context, chainID uint64) (api.DeltaRound, error)
	BidDelta(ctx context.Context, b api.DeltaBid) error
	Markets(ctx context.Context, chainID uint64) ([]api.Market, error)
	Trades(ctx context.Context, chainID uint64, pair api.Pair, limit int) ([]api.Trade, error)
	Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error)
	PoolDepth(ctx context.Context, chainID uint64, pair api.Pair) (api.PoolDepth, error)
	PriceUSD(ctx context.Context, chainID uint64, token common.Address) (api.Price, bool, error)
	PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error)
	PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction, error)
	PrepareApprove(ctx context.Context, r api.ApproveRequest) (api.Transaction, error)
	PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction, error)
	PrepareTransfer(ctx context.Context, r api.TransferRequest) (api.Transaction, error)
	PrepareClaim(ctx context.Context, r api.ClaimRequest) (api.Transaction, error)
	PrepareInvalidation(ctx context.Context, r api.InvalidateRequest) (api.Transaction, error)
	PrepareReplacement(ctx context.Context, r api.ReplaceRequest) (api.Transaction, error)
	Nonces(ctx context.Context, chainID uint64, account common.Address) (api.Nonces, error)
	IsContract(ctx context.Context, chainID uint64, a common.Address) (bool, error)
	SendTransaction(ctx context.Context, chainID uint64, raw []byte) (common.Hash, error)
	Movements(ctx context.Context, chainID uint64, account common.Address,
		hashes []common.Hash) ([]api.Movements, error)
	Receipt(ctx context.Context, chainID uint64, hash common.Hash) (api.Receipt, error)
}

// Bound is a fake's exchange on one network, whatever a request says of its network.
func Bound(fake Asked, chainID uint64) (api.Exchange, error) { return bound{fake, chainID}, nil }

// bound is a fake on one network.
type bound struct {
	s  Asked
	id uint64
}

func (o bound) Status(ctx context.Context) (api.NetworkStatus, error) {
	return o.s.Status(ctx, o.id)
}

func (o bound) Tokens(ctx context.Context) ([]api.Token, error) {
	return o.s.Tokens(ctx, o.id)
}

func (o bound) Token(ctx context.Context, token common.Address) (api.Token, error) {
	return o.s.Token(ctx, o.id, token)
}

func (o bound) UserTokens(ctx context.Context, account common.Address) ([]api.UserToken, error) {
	return o.s.UserTokens(ctx, o.id, account)
}

func (o bound) UserToken(ctx context.Context, account, token common.Address) (api.UserToken,
	error) {
	return o.s.UserToken(ctx, o.id, account, token)
}

func (o bound) Collections(ctx context.Context) ([]api.Token, error) {
	return o.s.Collections(ctx, o.id)
}

func (o bound) UserNFTs(ctx context.Context, account common.Address) ([]api.UserNFT, error) {
	return o.s.UserNFTs(ctx, o.id, account)
}

func (o bound) UserNFT(ctx context.Context, account common.Address, asset api.Asset) (api.UserNFT,
	error) {
	return o.s.UserNFT(ctx, o.id, account, asset)
}

func (o bound) CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool, error) {
	r.ChainID = o.id
	return o.s.CreateOrder(ctx, r)
}

func (o bound) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	q.ChainID = o.id
	return o.s.Orders(ctx, q)
}

func (o bound) OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
	return o.s.OrderBook(ctx, q)
}

func (o bound) Book(ctx context.Context, pair api.Pair, depth int) (api.Book, error) {
	return o.s.Book(ctx, o.id, pair, depth)
}

func (o bound) FillableBalance(ctx context.Context, maker common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	return o.s.FillableBalance(ctx, o.id, maker, token)
}

func (o bound) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	q.ChainID = o.id
	return o.s.Fills(ctx, q)
}

func (o bound) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	r.ChainID = o.id
	return o.s.Prices(ctx, r)
}

func (o bound) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams, error) {
	r.Price.ChainID = o.id
	return o.s.Swap(ctx, r)
}

func (o bound) BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error) {
	r.ChainID = o.id
	return o.s.BuildTransaction(ctx, r)
}

func (o bound) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	r.ChainID = o.id
	return o.s.PrepareSwap(ctx, r)
}

func (o bound) Exchanges(ctx context.Context, version api.SwapVersion) ([]string, error) {
	return o.s.Exchanges(ctx, o.id, version)
}

func (o bound) PoolDepth(ctx context.Context, pair api.Pair) (api.PoolDepth, error) {
	return o.s.PoolDepth(ctx, o.id, pair)
}

func (o bound) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	r.ChainID = o.id
	return o.s.DeltaQuote(ctx, r)
}

func (o bound) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error) {
	r.ChainID = o.id
	return o.s.BuildDelta(ctx, r)
}

func (o bound) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	r.ChainID = o.id
	return o.s.SubmitDelta(ctx, r)
}

func (o bound) DeltaTokenSupported(ctx context.Context, token common.Address) (bool, error) {
	return o.s.DeltaTokenSupported(ctx, o.id, token)
}

func (o bound) DeltaAgents(ctx context.Context) ([]string, error) {
	return o.s.DeltaAgents(ctx, o.id)
}

func (o bound) DeltaPartner(ctx context.Context, partner string) (api.DeltaPartner, error) {
	return o.s.DeltaPartner(ctx, o.id, partner)
}

func (o bound) DeltaRound(ctx context.Context) (api.DeltaRound, error) {
	return o.s.DeltaRound(ctx, o.id)
}

func (o bound) BidDelta(ctx context.Context, b api.DeltaBid) error {
	b.ChainID = o.id
	return o.s.BidDelta(ctx, b)
}

func (o bound) Markets(ctx context.Context) ([]api.Market, error) {
	return o.s.Markets(ctx, o.id)
}

func (o bound) Trades(ctx context.Context, pair api.Pair, limit int) ([]api.Trade, error) {
	return o.s.Trades(ctx, o.id, pair, limit)
}

func (o bound) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	q.ChainID = o.id
	return o.s.Candles(ctx, q)
}

func (o bound) PriceUSD(ctx context.Context, token common.Address) (api.Price, bool, error) {
	return o.s.PriceUSD(ctx, o.id, token)
}

// of puts a transaction on the network, as far as the fake does not say on which it is.
func (o bound) of(tx api.Transaction, err error) (api.Transaction, error) {
	if tx.ChainID == 0 {
		tx.ChainID = o.id
	}
	return tx, err
}

func (o bound) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	return o.of(o.s.PrepareFill(ctx, r))
}

func (o bound) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction, error) {
	return o.of(o.s.PrepareCancel(ctx, r))
}

func (o bound) PrepareApprove(ctx context.Context, r api.ApproveRequest) (api.Transaction, error) {
	return o.of(o.s.PrepareApprove(ctx, r))
}

func (o bound) PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction, error) {
	return o.of(o.s.PrepareWrap(ctx, r))
}

func (o bound) PrepareTransfer(ctx context.Context, r api.TransferRequest) (api.Transaction,
	error) {
	return o.of(o.s.PrepareTransfer(ctx, r))
}

func (o bound) PrepareClaim(ctx context.Context, r api.ClaimRequest) (api.Transaction, error) {
	return o.of(o.s.PrepareClaim(ctx, r))
}

func (o bound) PrepareInvalidation(ctx context.Context,
	r api.InvalidateRequest) (api.Transaction, error) {
	return o.of(o.s.PrepareInvalidation(ctx, r))
}

func (o bound) PrepareReplacement(ctx context.Context, r api.ReplaceRequest) (api.Transaction,
	error) {
	return o.of(o.s.PrepareReplacement(ctx, r))
}

func (o bound) Nonces(ctx context.Context, account common.Address) (api.Nonces, error) {
	return o.s.Nonces(ctx, o.id, account)
}

func (o bound) IsContract(ctx context.Context, address common.Address) (bool, error) {
	return o.s.IsContract(ctx, o.id, address)
}

func (o bound) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	return o.s.SendTransaction(ctx, o.id, raw)
}

func (o bound) Receipt(ctx context.Context, hash common.Hash) (api.Receipt, error) {
	return o.s.Receipt(ctx, o.id, hash)
}

func (o bound) Movements(ctx context.Context, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	return o.s.Movements(ctx, o.id, account, hashes)
}

func (o bound) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	return o.s.Order(ctx, hash, nft)
}

func (o bound) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	return o.s.DeltaOrder(ctx, id)
}

func (o bound) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	q.ChainID = o.id
	return o.s.DeltaOrders(ctx, q)
}

func (o bound) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	return o.s.DeltaAuction(ctx, id)
}

func (o bound) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	return o.s.CancelDelta(ctx, ids, signature)
}
