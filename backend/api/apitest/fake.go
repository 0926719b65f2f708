package apitest

import (
	"context"
	"math"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Fake is an api.Service made of functions, one for each method, and a bus for its events. A test
// sets those that it means to be called, or embeds it and writes methods of its own; calling
// another one panics. Approvals, sent transactions and receipts need no function: see miner.
type Fake struct {
	api.Bus
	miner

	OnNetworks func(context.Context) ([]api.Network, error)
	OnStatus   func(context.Context, uint64) (api.NetworkStatus, error)

	OnTokens     func(context.Context, uint64) ([]api.Token, error)
	OnToken      func(context.Context, uint64, common.Address) (api.Token, error)
	OnUserTokens func(context.Context, uint64, common.Address) ([]api.UserToken, error)
	OnUserToken  func(context.Context, uint64, common.Address, common.Address) (api.UserToken,
		error)

	OnCollections func(context.Context, uint64) ([]api.Token, error)
	OnUserNFTs    func(context.Context, uint64, common.Address) ([]api.UserNFT, error)
	OnUserNFT     func(context.Context, uint64, common.Address, api.Asset) (api.UserNFT, error)

	OnCreateOrder     func(context.Context, api.OrderRequest) (api.OrderRecord, bool, error)
	OnOrder           func(context.Context, common.Hash, bool) (api.OrderRecord, error)
	OnOrders          func(context.Context, api.OrderQuery) (api.OrderPage, error)
	OnOrderBook       func(context.Context, api.BookQuery) (api.OrderPage, error)
	OnBook            func(context.Context, uint64, api.Pair, int) (api.Book, error)
	OnFillableBalance func(context.Context, uint64, common.Address,
		*common.Address) (map[common.Address]api.Amount, error)
	OnFills func(context.Context, api.FillQuery) ([]api.Fill, error)

	OnPrices           func(context.Context, api.PriceRequest) (api.PriceRoute, error)
	OnSwap             func(context.Context, api.SwapRequest) (api.PriceRoute, api.TxParams, error)
	OnBuildTransaction func(context.Context, api.BuildRequest) (api.TxParams, error)
	OnPrepareSwap      func(context.Context, api.BuildRequest) (api.Transaction, error)
	OnExchanges        func(context.Context, uint64, api.SwapVersion) ([]string, error)

	OnDeltaQuote          func(context.Context, api.DeltaQuoteRequest) (api.DeltaQuote, error)
	OnBuildDelta          func(context.Context, api.DeltaBuildRequest) (api.DeltaToSign, error)
	OnSubmitDelta         func(context.Context, api.DeltaSubmission) (api.DeltaRecord, bool, error)
	OnDeltaOrder          func(context.Context, string) (api.DeltaRecord, error)
	OnDeltaOrders         func(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error)
	OnDeltaAuction        func(context.Context, string) (api.DeltaAuction, error)
	OnCancelDelta         func(context.Context, []string, []byte) error
	OnDeltaTokenSupported func(context.Context, uint64, common.Address) (bool, error)
	OnDeltaAgents         func(context.Context, uint64) ([]string, error)
	OnDeltaPartner        func(context.Context, uint64, string) (api.DeltaPartner, error)
	OnDeltaRound          func(context.Context, uint64) (api.DeltaRound, error)
	OnBidDelta            func(context.Context, api.DeltaBid) error

	OnMarkets   func(context.Context, uint64) ([]api.Market, error)
	OnTrades    func(context.Context, uint64, api.Pair, int) ([]api.Trade, error)
	OnCandles   func(context.Context, api.CandleQuery) ([]api.Candle, error)
	OnPoolDepth func(context.Context, uint64, api.Pair) (api.PoolDepth, error)
	OnPriceUSD  func(context.Context, uint64, common.Address) (api.Price, bool, error)

	OnPrepareFill     func(context.Context, api.FillRequest) (api.Transaction, error)
	OnPrepareCancel   func(context.Context, api.CancelRequest) (api.Transaction, error)
	OnPrepareApprove  func(context.Context, api.ApproveRequest) (api.Transaction, error)
	OnPrepareWrap     func(context.Context, api.WrapRequest) (api.Transaction, error)
	OnPrepareTransfer func(context.Context, api.TransferRequest) (api.Transaction, error)
	OnPrepareClaim    func(context.Context, api.ClaimRequest) (api.Transaction, error)

	OnPrepareInvalidation func(context.Context, api.InvalidateRequest) (api.Transaction, error)

	OnPrepareReplacement func(context.Context, api.ReplaceRequest) (api.Transaction, error)
	OnNonces             func(context.Context, uint64, common.Address) (api.Nonces, error)

	OnIsContract      func(context.Context, uint64, common.Address) (bool, error)
	OnSendTransaction func(context.Context, uint64, []byte) (common.Hash, error)
	OnReceipt         func(context.Context, uint64, common.Hash) (api.Receipt, error)
	OnMovements       func(context.Context, uint64, common.Address,
		[]common.Hash) ([]api.Movements, error)
}

var _ api.Service = (*Fake)(nil)

// Networks calls OnNetworks.
func (f *Fake) Networks(ctx context.Context) ([]api.Network, error) {
	return f.OnNetworks(ctx)
}

// Exchange is the same on every network.
func (f *Fake) Exchange(chainID uint64) (api.Exchange, error) {
	return Bound(f, chainID)
}

// Status calls OnStatus; unless it is set, what was sent is mined.
func (f *Fake) Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error) {
	if f.OnStatus == nil {
		return api.NetworkStatus{ChainID: chainID, Head: api.BlockRef{Number: MinedIn},
			Live: true}, nil
	}
	return f.OnStatus(ctx, chainID)
}

// Tokens calls OnTokens.
func (f *Fake) Tokens(ctx context.Context, chainID uint64) ([]api.Token, error) {
	return f.OnTokens(ctx, chainID)
}

// Token calls OnToken.
func (f *Fake) Token(ctx context.Context, chainID uint64, token common.Address) (api.Token, error) {
	return f.OnToken(ctx, chainID, token)
}

// UserTokens calls OnUserTokens.
func (f *Fake) UserTokens(ctx context.Context, chainID uint64,
	account common.Address) ([]api.UserToken, error) {
	return f.OnUserTokens(ctx, chainID, account)
}

// UserToken calls OnUserToken.
func (f *Fake) UserToken(ctx context.Context, chainID uint64, account common.Address,
	token common.Address) (api.UserToken, error) {
	return f.OnUserToken(ctx, chainID, account, token)
}

// Collections calls OnCollections.
func (f *Fake) Collections(ctx context.Context, chainID uint64) ([]api.Token, error) {
	return f.OnCollections(ctx, chainID)
}

// UserNFTs calls OnUserNFTs.
func (f *Fake) UserNFTs(ctx context.Context, chainID uint64, account common.Address) ([]api.UserNFT,
	error) {
	return f.OnUserNFTs(ctx, chainID, account)
}

// UserNFT calls OnUserNFT.
func (f *Fake) UserNFT(ctx context.Context, chainID uint64, account common.Address,
	asset api.Asset) (api.UserNFT, error) {
	return f.OnUserNFT(ctx, chainID, account, asset)
}

// CreateOrder calls OnCreateOrder.
func (f *Fake) CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool, error) {
	return f.OnCreateOrder(ctx, r)
}

// Order calls OnOrder.
func (f *Fake) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	return f.OnOrder(ctx, hash, nft)
}

// Orders calls OnOrders.
func (f *Fake) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	return f.OnOrders(ctx, q)
}

// OrderBook calls OnOrderBook.
func (f *Fake) OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
	page, err := f.OnOrderBook(ctx, q)
	if err == nil && q.Whole != nil {
		err, page.Orders = q.Whole(page.Orders), nil
	}
	return page, err
}

// Book calls OnBook.
func (f *Fake) Book(ctx context.Context, chainID uint64, pair api.Pair, depth int) (api.Book,
	error) {
	return f.OnBook(ctx, chainID, pair, depth)
}

// FillableBalance calls OnFillableBalance.
func (f *Fake) FillableBalance(
	ctx context.Context, chainID uint64, maker common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	return f.OnFillableBalance(ctx, chainID, maker, token)
}

// Fills calls OnFills.
func (f *Fake) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	return f.OnFills(ctx, q)
}

// Prices calls OnPrices.
func (f *Fake) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	return f.OnPrices(ctx, r)
}

// Swap calls OnSwap.
func (f *Fake) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams, error) {
	return f.OnSwap(ctx, r)
}

// BuildTransaction calls OnBuildTransaction.
func (f *Fake) BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error) {
	return f.OnBuildTransaction(ctx, r)
}

// PrepareSwap calls OnPrepareSwap.
func (f *Fake) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	return f.OnPrepareSwap(ctx, r)
}

// Exchanges calls OnExchanges.
func (f *Fake) Exchanges(ctx context.Context, chainID uint64, version api.SwapVersion) ([]string,
	error) {
	return f.OnExchanges(ctx, chainID, version)
}

// DeltaQuote calls OnDeltaQuote.
func (f *Fake) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	return f.OnDeltaQuote(ctx, r)
}

// BuildDelta calls OnBuildDelta.
func (f *Fake) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error) {
	return f.OnBuildDelta(ctx, r)
}

// SubmitDelta calls OnSubmitDelta.
func (f *Fake) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	return f.OnSubmitDelta(ctx, r)
}

// DeltaOrder calls OnDeltaOrder.
func (f *Fake) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	return f.OnDeltaOrder(ctx, id)
}

// DeltaOrders calls OnDeltaOrders.
func (f *Fake) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	return f.OnDeltaOrders(ctx, q)
}

// DeltaAuction calls OnDeltaAuction.
func (f *Fake) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	return f.OnDeltaAuction(ctx, id)
}

// CancelDelta calls OnCancelDelta.
func (f *Fake) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	return f.OnCancelDelta(ctx, ids, signature)
}

// DeltaTokenSupported calls OnDeltaTokenSupported.
func (f *Fake) DeltaTokenSupported(
	ctx context.Context, chainID uint64, token common.Address) (bool, error) {
	return f.OnDeltaTokenSupported(ctx, chainID, token)
}

// DeltaAgents calls OnDeltaAgents.
func (f *Fake) DeltaAgents(ctx context.Context, chainID uint64) ([]string, error) {
	return f.OnDeltaAgents(ctx, chainID)
}

// DeltaPartner calls OnDeltaPartner.
func (f *Fake) DeltaPartner(ctx context.Context, chainID uint64, partner string) (api.DeltaPartner,
	error) {
	return f.OnDeltaPartner(ctx, chainID, partner)
}

// DeltaRound calls OnDeltaRound.
func (f *Fake) DeltaRound(ctx context.Context, chainID uint64) (api.DeltaRound, error) {
	return f.OnDeltaRound(ctx, chainID)
}

// BidDelta calls OnBidDelta.
func (f *Fake) BidDelta(ctx context.Context, b api.DeltaBid) error {
	return f.OnBidDelta(ctx, b)
}

// Markets calls OnMarkets.
func (f *Fake) Markets(ctx context.Context, chainID uint64) ([]api.Market, error) {
	return f.OnMarkets(ctx, chainID)
}

// Trades calls OnTrades.
func (f *Fake) Trades(ctx context.Context, chainID uint64, pair api.Pair, limit int) ([]api.Trade,
	error) {
	return f.OnTrades(ctx, chainID, pair, limit)
}

// Candles calls OnCandles.
func (f *Fake) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	return f.OnCandles(ctx, q)
}

// PoolDepth calls OnPoolDepth, if it is set: else there are no pools.
func (f *Fake) PoolDepth(ctx context.Context, chainID uint64, pair api.Pair) (api.PoolDepth,
	error) {
	if f.OnPoolDepth == nil {
		return api.PoolDepth{ChainID: chainID, Base: pair.Base, Quote: pair.Quote}, nil
	}
	return f.OnPoolDepth(ctx, chainID, pair)
}

// PriceUSD calls OnPriceUSD; unless it is set, nothing tells what tokens are worth.
func (f *Fake) PriceUSD(ctx context.Context, chainID uint64, token common.Address) (api.Price, bool,
	error) {
	if f.OnPriceUSD == nil {
		return api.Price{}, false, nil
	}
	return f.OnPriceUSD(ctx, chainID, token)
}

// PrepareFill calls OnPrepareFill.
func (f *Fake) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	return f.OnPrepareFill(ctx, r)
}

// PrepareCancel calls OnPrepareCancel.
func (f *Fake) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction, error) {
	return f.OnPrepareCancel(ctx, r)
}

// PrepareApprove calls OnPrepareApprove, if it is set.
func (f *Fake) PrepareApprove(ctx context.Context, r api.ApproveRequest) (api.Transaction, error) {
	if f.OnPrepareApprove == nil {
		return f.approve(r), nil
	}
	return f.OnPrepareApprove(ctx, r)
}

// PrepareWrap calls OnPrepareWrap.
func (f *Fake) PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction, error) {
	return f.OnPrepareWrap(ctx, r)
}

// PrepareTransfer calls OnPrepareTransfer.
func (f *Fake) PrepareTransfer(
	ctx context.Context, r api.TransferRequest) (api.Transaction, error) {
	return f.OnPrepareTransfer(ctx, r)
}

// PrepareClaim calls OnPrepareClaim.
func (f *Fake) PrepareClaim(ctx context.Context, r api.ClaimRequest) (api.Transaction, error) {
	return f.OnPrepareClaim(ctx, r)
}

// PrepareInvalidation calls OnPrepareInvalidation.
func (f *Fake) PrepareInvalidation(ctx context.Context,
	r api.InvalidateRequest) (api.Transaction, error) {
	return f.OnPrepareInvalidation(ctx, r)
}

// PrepareReplacement calls OnPrepareReplacement.
func (f *Fake) PrepareReplacement(
	ctx context.Context, r api.ReplaceRequest) (api.Transaction, error) {
	return f.OnPrepareReplacement(ctx, r)
}

// Nonces calls OnNonces, if it is set; else nothing that was sent is mined yet.
func (f *Fake) Nonces(ctx context.Context, chainID uint64, account common.Address) (api.Nonces,
	error) {
	if f.OnNonces == nil {
		return api.Nonces{Next: math.MaxUint64}, nil
	}
	return f.OnNonces(ctx, chainID, account)
}

// IsContract calls OnIsContract.
func (f *Fake) IsContract(ctx context.Context, chainID uint64, a common.Address) (bool, error) {
	return f.OnIsContract(ctx, chainID, a)
}

// SendTransaction calls OnSendTransaction, if it is set.
func (f *Fake) SendTransaction(
	ctx context.Context, chainID uint64, raw []byte) (common.Hash, error) {
	if f.OnSendTransaction == nil {
		return f.send(raw)
	}
	return f.OnSendTransaction(ctx, chainID, raw)
}

// Movements calls OnMovements; without it nothing is told.
func (f *Fake) Movements(ctx context.Context, chainID uint64, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	if f.OnMovements == nil {
		return nil, nil
	}
	return f.OnMovements(ctx, chainID, account, hashes)
}

// Receipt calls OnReceipt, if it is set.
func (f *Fake) Receipt(ctx context.Context, chainID uint64, hash common.Hash) (api.Receipt, error) {
	if f.OnReceipt == nil {
		return mined(hash), nil
	}
	return f.OnReceipt(ctx, chainID, hash)
}
