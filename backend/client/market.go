package client

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// Networks fetches the configured networks.
func (c *Client) Networks(ctx context.Context) ([]api.Network, error) {
	var out wire.NetworksReply
	err := c.fetch(ctx, &out, nil, "/x/networks")
	if err == nil {
		c.hearings.tell(out.Networks)
	}
	return out.Networks, err
}

// Exchange is the exchange on a network, which the server is asked about with the first question.
func (c *Client) Exchange(chainID uint64) (api.Exchange, error) { return exchange{c, chainID}, nil }

// exchange is a server's exchange on one network.
type exchange struct {
	*Client
	chainID uint64
}

// Status fetches how fresh the server's knowledge of a network is.
func (c exchange) Status(ctx context.Context) (api.NetworkStatus, error) {
	var out api.NetworkStatus
	err := c.fetch(ctx, &out, nil, "/x/%d/status", c.chainID)
	out.Unheard = c.hearings.why(c.chainID, out.Head.Number)
	return out, err
}

// Tokens fetches the listed tokens.
func (c exchange) Tokens(ctx context.Context) ([]api.Token, error) {
	var out wire.TokensReply
	err := c.fetch(ctx, &out, nil, "/tokens/%d", c.chainID)
	return out.Tokens, err
}

// Token fetches one token.
func (c exchange) Token(ctx context.Context, token common.Address) (api.Token, error) {
	var out wire.TokenReply
	err := c.fetch(ctx, &out, nil, "/x/%d/tokens/%s", c.chainID, api.Lower(token))
	return out.Token, err
}

// UserTokens fetches the listed tokens with an account's balances.
func (c exchange) UserTokens(ctx context.Context,
	account common.Address) ([]api.UserToken, error) {
	var out wire.UserTokensReply
	err := c.fetch(ctx, &out, nil, "/users/tokens/%d/%s", c.chainID, api.Lower(account))
	return out.Tokens, err
}

// UserToken fetches one token with an account's balance.
func (c exchange) UserToken(ctx context.Context, account,
	token common.Address) (api.UserToken, error) {
	var out wire.UserTokenReply
	err := c.fetch(ctx, &out, nil, "/users/tokens/%d/%s/%s", c.chainID, api.Lower(account),
		api.Lower(token))
	return out.Token, err
}

// Markets fetches the pairs of a network.
func (c exchange) Markets(ctx context.Context) ([]api.Market, error) {
	var out wire.MarketsReply
	err := c.fetch(ctx, &out, nil, "/x/%d/markets", c.chainID)
	return out.Markets, err
}

// Trades fetches the last trades of a pair.
func (c exchange) Trades(ctx context.Context, pair api.Pair, limit int) ([]api.Trade, error) {
	var out wire.TradesReply
	err := c.fetch(ctx, &out, url.Values{"limit": {strconv.Itoa(limit)}}, "/x/%d/trades/%s",
		c.chainID, pairPath(pair))
	return out.Trades, err
}

// Candles fetches candles of a pair. Intervals are whole seconds.
func (c exchange) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	v := url.Values{
		"interval": {strconv.FormatInt(int64(q.Interval/time.Second), 10)},
		"until":    {strconv.FormatUint(q.Until, 10)},
		"limit":    {strconv.Itoa(q.Limit)},
	}
	var out wire.CandlesReply
	err := c.fetch(ctx, &out, v, "/x/%d/candles/%s", c.chainID, pairPath(q.Pair))
	return out.Candles, err
}

// PoolDepth fetches what the pools of a pair trade.
func (c exchange) PoolDepth(ctx context.Context, pair api.Pair) (api.PoolDepth, error) {
	var out api.PoolDepth
	err := c.fetch(ctx, &out, nil, "/x/%d/depth/%s", c.chainID, pairPath(pair))
	return out, err
}

// PriceUSD fetches what one whole token is worth.
func (c exchange) PriceUSD(ctx context.Context, token common.Address) (api.Price, bool, error) {
	var out wire.PriceReply
	if err := c.fetch(ctx, &out, nil, "/x/%d/usd/%s", c.chainID, api.Lower(token)); err != nil ||
		out.Price == nil {
		return api.Price{}, false, err
	}
	return *out.Price, true, nil
}

type legBody struct {
	OrderHash   common.Hash `json:"orderHash"`
	TakerAmount api.Amount  `json:"takerAmount"`
}

func legToWire(l api.FillLeg) legBody { return legBody{l.Hash, l.TakerAmount} }

// PrepareFill asks for the transaction that fills orders.
func (c exchange) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	return c.prepare(ctx, "fill", struct {
		Taker  common.Address `json:"taker"`
		Target common.Address `json:"target"`
		Legs   []legBody      `json:"legs"`
		Side   api.Side       `json:"side,omitempty"`
		Total  api.Amount     `json:"total"`
	}{r.Taker, r.Target, wire.Each(r.Legs, legToWire), r.Side, r.Total})
}

// PrepareCancel asks for the transaction that cancels orders.
func (c exchange) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction, error) {
	return c.prepare(ctx, "cancel", struct {
		Maker       common.Address `json:"maker"`
		OrderHashes []common.Hash  `json:"orderHashes"`
	}{r.Maker, wire.List(r.Hashes)})
}

// PrepareApprove asks for the transaction that lets a spender move a token.
func (c exchange) PrepareApprove(
	ctx context.Context, r api.ApproveRequest) (api.Transaction, error) {
	return c.prepare(ctx, "approve", struct {
		Owner   common.Address `json:"owner"`
		Token   common.Address `json:"token"`
		Type    api.AssetKind  `json:"type"`
		Spender common.Address `json:"spender"`
		Amount  api.Amount     `json:"amount"`
	}{r.Owner, r.Token, r.Kind, r.Spender, r.Amount})
}

// PrepareWrap asks for the transaction that wraps or unwraps native coin.
func (c exchange) PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction, error) {
	return c.prepare(ctx, "wrap", struct {
		Owner  common.Address `json:"owner"`
		Amount api.Amount     `json:"amount"`
		Unwrap bool           `json:"unwrap"`
	}{r.Owner, r.Amount, r.Unwrap})
}

// PrepareInvalidation asks for the transaction that uses up a nonce of Delta orders.
func (c exchange) PrepareInvalidation(ctx context.Context,
	r api.InvalidateRequest) (api.Transaction, error) {
	return c.prepare(ctx, "invalidate", struct {
		Owner common.Address `json:"owner"`
		Nonce api.Amount     `json:"nonce"`
	}{r.Owner, r.Nonce})
}

// PrepareClaim asks for the transaction that takes out what a partner has earned.
func (c exchange) PrepareClaim(ctx context.Context, r api.ClaimRequest) (api.Transaction, error) {
	return c.prepare(ctx, "claim", struct {
		Owner    common.Address `json:"owner"`
		Contract common.Address `json:"contract"`
	}{r.Owner, r.Contract})
}

// PrepareTransfer asks for the transaction that sends a token, an NFT or native coin.
func (c exchange) PrepareTransfer(
	ctx context.Context, r api.TransferRequest) (api.Transaction, error) {
	return c.prepare(ctx, "transfer", struct {
		Owner   common.Address `json:"owner"`
		To      common.Address `json:"to"`
		Token   common.Address `json:"token"`
		Type    api.AssetKind  `json:"type"`
		TokenID api.Amount     `json:"tokenId"`
		Amount  api.Amount     `json:"amount"`
	}{r.Owner, r.To, r.Asset.Address, r.Asset.Kind, r.Asset.ID, r.Amount})
}

// PrepareReplacement asks for the transaction that speeds up or cancels one that waits.
func (c exchange) PrepareReplacement(
	ctx context.Context, r api.ReplaceRequest) (api.Transaction, error) {
	return c.prepare(ctx, "replacement", struct {
		Hash   common.Hash `json:"transactionHash"`
		Cancel bool        `json:"cancel"`
	}{r.Hash, r.Cancel})
}

// Nonces asks how far an account's transactions are.
func (c exchange) Nonces(ctx context.Context, a common.Address) (api.Nonces, error) {
	var out api.Nonces
	err := c.fetch(ctx, &out, nil, "/x/%d/nonces/%s", c.chainID, a)
	return out, err
}

// IsContract asks whether there is code at an address.
func (c exchange) IsContract(ctx context.Context, a common.Address) (bool, error) {
	var out wire.ContractReply
	err := c.fetch(ctx, &out, nil, "/x/%d/contracts/%s", c.chainID, a)
	return out.Contract, err
}

func (c exchange) prepare(ctx context.Context, what string, body any) (api.Transaction, error) {
	var out api.Transaction
	_, err := c.post(ctx, body, &out, "/x/%d/prepare/%s", c.chainID, what)
	return out, err
}

// SendTransaction relays a signed transaction.
func (c exchange) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	var out wire.HashReply
	_, err := c.post(ctx, map[string]hexutil.Bytes{"raw": raw}, &out, "/x/%d/transactions",
		c.chainID)
	return out.Hash, err
}

// Movements fetches what transactions have moved to and from an account, in parts where they moved
// too much for one answer.
func (c exchange) Movements(ctx context.Context, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	list := make([]string, len(hashes))
	for i, h := range hashes {
		list[i] = h.Hex()
	}
	var out wire.MovementsReply
	err := c.fetch(ctx, &out, url.Values{"hashes": {strings.Join(list, ",")}},
		"/x/%d/movements/%s", c.chainID, account)
	if half := len(hashes) / 2; half > 0 && api.TypeOf(err) == api.ValidationError {
		first, err := c.Movements(ctx, account, hashes[:half])
		if err != nil {
			return nil, err
		}
		others, err := c.Movements(ctx, account, hashes[half:])
		return append(first, others...), err
	}
	return out.Movements, err
}

// Receipt fetches how a transaction stands.
func (c exchange) Receipt(ctx context.Context, h common.Hash) (api.Receipt, error) {
	var out api.Receipt
	err := c.fetch(ctx, &out, nil, "/x/%d/transactions/%s", c.chainID, h)
	return out, err
}
