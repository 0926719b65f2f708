package client

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// orderBody is an order as it is posted. Assets are addresses, or packed integers in an NFT order.
type orderBody struct {
	Maker            common.Address `json:"maker"`
	Taker            common.Address `json:"taker"`
	NonceAndMeta     api.Amount     `json:"nonceAndMeta"`
	Expiry           uint64         `json:"expiry"`
	MakerAsset       string         `json:"makerAsset"`
	MakerAssetID     *api.Amount    `json:"makerAssetId,omitempty"`
	TakerAsset       string         `json:"takerAsset"`
	TakerAssetID     *api.Amount    `json:"takerAssetId,omitempty"`
	MakerAmount      api.Amount     `json:"makerAmount"`
	TakerAmount      api.Amount     `json:"takerAmount"`
	Signature        hexutil.Bytes  `json:"signature"`
	PermitMakerAsset hexutil.Bytes  `json:"permitMakerAsset,omitempty"`
	IsFillOrKill     bool           `json:"isFillOrKill,omitempty"`
}

func newOrderBody(r api.OrderRequest) orderBody {
	o := r.Order
	b := orderBody{
		Maker: o.Maker, Taker: o.Taker, NonceAndMeta: o.NonceAndMeta, Expiry: o.Expiry,
		MakerAsset: api.Lower(o.MakerAsset.Address), TakerAsset: api.Lower(o.TakerAsset.Address),
		MakerAmount: o.MakerAmount, TakerAmount: o.TakerAmount,
		Signature: r.Signature, PermitMakerAsset: r.PermitMakerAsset, IsFillOrKill: r.FillOrKill,
	}
	if o.NFT {
		b.MakerAsset, b.MakerAssetID = o.MakerAsset.Pack().String(), &o.MakerAsset.ID
		b.TakerAsset, b.TakerAssetID = o.TakerAsset.Pack().String(), &o.TakerAsset.ID
	}
	return b
}

// CreateOrder posts a signed order.
func (c exchange) CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool,
	error) {
	var out struct {
		Order api.OrderRecord `json:"order"`
	}
	status, err := c.post(ctx, newOrderBody(r), &out, "%s%s/%d", wire.OrderPrefix(r.Order.NFT),
		wire.OrderSegment(r.Type), c.chainID)
	if err != nil {
		return api.OrderRecord{}, false, err
	}
	if status == http.StatusCreated {
		out.Order.FillOrKill = r.FillOrKill // a creation's reply leaves it out
		return out.Order, true, nil
	}
	stored, err := c.Order(ctx, out.Order.Hash, r.Order.NFT)
	if err != nil { // it has said all the same that it has the order
		return out.Order, false, nil
	}
	return stored, false, nil
}

// Order fetches one order. A server finds it on whatever network it is: one of another network is
// none here.
func (c exchange) Order(ctx context.Context, h common.Hash, nft bool) (api.OrderRecord, error) {
	var out api.OrderRecord
	err := c.fetch(ctx, &out, nil, "%s/order/%s", wire.OrderPrefix(nft), h)
	if err == nil && out.ChainID != 0 && out.ChainID != c.chainID {
		return api.OrderRecord{}, api.Errorf(api.NotFound, "order %s is none of network %d: it is "+
			"of %d", h, c.chainID, out.ChainID)
	}
	return out, err
}

// Orders fetches a page of a maker's or taker's orders.
func (c exchange) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	side, account := "maker", q.Maker
	if account == nil {
		side, account = "taker", q.Taker
	}
	if account == nil {
		return api.OrderPage{}, api.Invalid(
			api.FieldError{Field: "address", Reason: "is required: name a maker or a taker"})
	}
	v := url.Values{"limit": {strconv.Itoa(q.Limit)}, "offset": {strconv.Itoa(q.Offset)}}
	if q.OrderBy != "" {
		v.Set("orderBy", string(q.OrderBy))
	}
	if q.HideSmallBalances {
		v.Set("hideSmallBalances", "true")
	}
	var out api.OrderPage
	err := c.fetch(ctx, &out, v, "%s%s/%d/%s/%s", wire.OrderPrefix(q.NFT),
		wire.OrderSegment(q.Type),
		c.chainID, side, api.Lower(*account))
	return out, err
}

// OrderBook fetches a page of the open orders that can be filled.
func (c exchange) OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
	v := url.Values{}
	setAddress(v, "makerAsset", q.MakerAsset)
	setAddress(v, "takerAsset", q.TakerAsset)
	setKind(v, "makerAssetType", q.MakerAssetKind)
	setKind(v, "takerAssetType", q.TakerAssetKind)
	if q.Whole == nil {
		limit := q.Limit
		if limit == 0 {
			limit = api.MaxPage
		}
		v.Set("limit", strconv.Itoa(limit))
		if q.Offset != 0 {
			v.Set("offset", strconv.Itoa(q.Offset))
		}
	}
	var out api.OrderPage
	err := c.fetch(ctx, &out, v, "%s/orders/%d/orderbook/", wire.OrderPrefix(q.NFT), c.chainID)
	if err != nil {
		return out, err
	}
	if out.Limit == 0 { // a book that is whole says nothing of pages
		out.Limit, out.Total = api.MaxPage, len(out.Orders)
	}
	if q.Whole != nil {
		err, out.Orders = q.Whole(out.Orders), nil
	}
	return out, err
}

// Book fetches both sides of a pair.
func (c exchange) Book(ctx context.Context, pair api.Pair, depth int) (api.Book, error) {
	var out api.Book
	err := c.fetch(ctx, &out, url.Values{"depth": {strconv.Itoa(depth)}}, "/x/%d/book/%s",
		c.chainID,
		pairPath(pair))
	return out, err
}

// FillableBalance fetches what a maker's open orders may still take.
func (c exchange) FillableBalance(
	ctx context.Context, maker common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	one := ""
	if token != nil {
		one = "/" + api.Lower(*token)
	}
	var out map[common.Address]api.Amount
	err := c.fetch(ctx, &out, nil, "/ft/fillablebalance/%d/%s%s", c.chainID, api.Lower(maker), one)
	return out, err
}

// Fills fetches fills, newest first.
func (c exchange) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	v := url.Values{}
	if q.Limit != 0 {
		v.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Order != nil {
		v.Set("orderHash", q.Order.Hex())
	}
	setAddress(v, "account", q.Account)
	if q.Before != nil {
		v.Set("beforeBlock", strconv.FormatUint(q.Before.Block, 10))
		v.Set("beforeLog", strconv.FormatUint(uint64(q.Before.LogIndex), 10))
	}
	var out wire.FillsReply
	err := c.fetch(ctx, &out, v, "/x/%d/fills", c.chainID)
	return wire.Each(out.Fills, wire.Fill.API), err
}

func pairPath(p api.Pair) string { return api.Lower(p.Base) + "/" + api.Lower(p.Quote) }

func setAddress(v url.Values, name string, a *common.Address) {
	if a != nil {
		v.Set(name, api.Lower(*a))
	}
}

func setKind(v url.Values, name string, k *api.AssetKind) {
	if k != nil {
		v.Set(name, strconv.Itoa(int(*k)))
	}
}
