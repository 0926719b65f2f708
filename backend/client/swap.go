package client

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// Prices fetches the best route of a swap.
func (c exchange) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	v := c.priceQuery(r)
	setText(v, "partner", r.Partner)
	set(v, "partnerAddress", r.PartnerAddress)
	setNumber(v, "partnerFeeBps", r.PartnerFeeBps)
	setTrue(v, "takeSurplus", r.TakeSurplus)
	set(v, "userAddress", r.User)
	var out wire.PricesReply
	err := c.fetch(ctx, &out, v, "/prices")
	return out.PriceRoute, err
}

// Swap fetches route and transaction.
func (c exchange) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams,
	error) {
	v, t := c.priceQuery(r.Price), &r.Terms
	set(v, "userAddress", t.User)
	set(v, "receiver", t.Receiver)
	setText(v, "partner", t.Partner)
	set(v, "partnerAddress", t.PartnerAddress)
	setNumber(v, "partnerFeeBps", t.PartnerFeeBps)
	setNumber(v, "slippage", t.Slippage)
	setNumber(v, "deadline", int(t.Deadline))
	setTrue(v, "takeSurplus", t.TakeSurplus)
	setTrue(v, "isSurplusToUser", t.SurplusToUser)
	setTrue(v, "isDirectFeeTransfer", t.DirectFees)
	if t.UncappedSurplus {
		v.Set("isCapSurplus", "false")
	}
	if len(t.Permit) > 0 {
		v.Set("permit", hexutil.Encode(t.Permit))
	}
	if r.Limit != nil && r.Price.Side == api.Buy {
		v.Set("srcAmount", r.Limit.String())
	} else if r.Limit != nil {
		v.Set("destAmount", r.Limit.String())
	}
	var out wire.SwapReply
	err := c.fetch(ctx, &out, v, "/swap")
	return out.PriceRoute, out.TxParams, err
}

// priceQuery writes what a route follows from.
func (c exchange) priceQuery(r api.PriceRequest) url.Values {
	v := url.Values{"network": {strconv.FormatUint(c.chainID, 10)}, "amount": {r.Amount.String()}}
	setText(v, "srcToken", r.Src)
	setText(v, "destToken", r.Dest)
	setText(v, "side", string(r.Side))
	setText(v, "version", string(r.Version))
	for name, list := range map[string][]string{
		"includeDEXS": r.IncludeExchanges, "excludeDEXS": r.ExcludeExchanges,
		"includeContractMethods": r.IncludeMethods,
		"excludeContractMethods": r.ExcludeMethods, "excludePricingMethods": r.ExcludePricing,
	} {
		setText(v, name, strings.Join(list, ","))
	}
	setText(v, "route", strings.Join(r.Route, "-"))
	var pools []string
	for _, p := range r.ExcludePools {
		pools = append(pools, api.Lower(p))
	}
	setText(v, "excludePools", strings.Join(pools, ","))
	for name, n := range map[string]*int{
		"srcDecimals": r.SrcDecimals, "destDecimals": r.DestDecimals,
		"srcTokenTransferFee": r.SrcTax, "destTokenTransferFee": r.DestTax,
		"srcTokenDexTransferFee": r.SrcDexTax, "destTokenDexTransferFee": r.DestDexTax,
	} {
		if n != nil {
			v.Set(name, strconv.Itoa(*n))
		}
	}
	setTrue(v, "otherExchangePrices", r.OtherPrices)
	setTrue(v, "ignoreBadUsdPrice", r.IgnoreBadUSDPrice)
	setTrue(v, "excludeContractMethodsWithoutFeeModel", r.NoDirectMethods)
	for name, n := range map[string]*float64{
		"maxImpact": r.MaxImpact, "maxUSDImpact": r.MaxUSDImpact} {
		if n != nil {
			v.Set(name, strconv.FormatFloat(*n, 'f', -1, 64))
		}
	}
	return v
}

// buildBody is a BuildRequest on the wire.
type buildBody struct {
	PriceRoute          json.RawMessage `json:"priceRoute,omitempty"`
	Orders              []orderBody     `json:"orders,omitempty"`
	SrcToken            string          `json:"srcToken,omitempty"`
	SrcDecimals         *int            `json:"srcDecimals,omitempty"`
	DestToken           string          `json:"destToken,omitempty"`
	DestDecimals        *int            `json:"destDecimals,omitempty"`
	SrcAmount           *api.Amount     `json:"srcAmount,omitempty"`
	DestAmount          *api.Amount     `json:"destAmount,omitempty"`
	Slippage            *int            `json:"slippage,omitempty"`
	UserAddress         common.Address  `json:"userAddress"`
	Receiver            *common.Address `json:"receiver,omitempty"`
	Permit              hexutil.Bytes   `json:"permit,omitempty"`
	Deadline            uint64          `json:"deadline,omitempty"`
	Partner             string          `json:"partner,omitempty"`
	PartnerAddress      *common.Address `json:"partnerAddress,omitempty"`
	PartnerFeeBps       int             `json:"partnerFeeBps,omitempty"`
	TakeSurplus         bool            `json:"takeSurplus,omitempty"`
	IsSurplusToUser     bool            `json:"isSurplusToUser,omitempty"`
	IsDirectFeeTransfer bool            `json:"isDirectFeeTransfer,omitempty"`
	IsCapSurplus        bool            `json:"isCapSurplus"`
}

func newBuildBody(r api.BuildRequest) buildBody {
	t := &r.Terms
	b := buildBody{
		PriceRoute: r.Route, SrcToken: r.Src, SrcDecimals: r.SrcDecimals, DestToken: r.Dest,
		DestDecimals: r.DestDecimals, SrcAmount: r.SrcAmount,
		DestAmount: r.DestAmount, UserAddress: t.User, Receiver: given(t.Receiver),
		Permit: t.Permit, Deadline: t.Deadline, Partner: t.Partner,
		PartnerAddress: given(t.PartnerAddress), PartnerFeeBps: t.PartnerFeeBps,
		TakeSurplus: t.TakeSurplus, IsSurplusToUser: t.SurplusToUser,
		IsDirectFeeTransfer: t.DirectFees, IsCapSurplus: !t.UncappedSurplus,
	}
	if r.HasSlippage {
		b.Slippage = &t.Slippage
	}
	for _, o := range r.Orders {
		b.Orders = append(b.Orders, newOrderBody(
			api.OrderRequest{Order: o.Order, Signature: o.Signature,
				PermitMakerAsset: o.PermitMakerAsset}))
	}
	return b
}

// buildQuery is what stands in the query of a BuildRequest.
func buildQuery(t *api.SwapTerms) string {
	v := url.Values{}
	for name, wei := range map[string]*api.Amount{
		"gasPrice": t.GasPrice, "maxFeePerGas": t.MaxFee, "maxPriorityFeePerGas": t.Tip} {
		if wei != nil {
			v.Set(name, wei.String())
		}
	}
	setTrue(v, "eip1559", t.DynamicFee)
	setTrue(v, "ignoreChecks", t.IgnoreChecks)
	setTrue(v, "ignoreGasEstimate", t.IgnoreGas)
	setTrue(v, "ignoreAllowance", t.IgnoreAllowance)
	setTrue(v, "onlyParams", t.OnlyParams)
	if len(v) == 0 {
		return ""
	}
	return "?" + v.Encode()
}

// BuildTransaction fetches the transaction of a route, of orders, or of both.
func (c exchange) BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error) {
	var out api.TxParams
	_, err := c.post(ctx, newBuildBody(r), &out, "/transactions/%d%s", c.chainID,
		buildQuery(&r.Terms))
	return out, err
}

// PrepareSwap fetches it simulated, with nonce and gas.
func (c exchange) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	var out api.Transaction
	_, err := c.post(ctx, newBuildBody(r), &out, "/x/%d/prepare/swap%s", c.chainID,
		buildQuery(&r.Terms))
	return out, err
}

// Exchanges fetches the names of exchanges.
func (c exchange) Exchanges(ctx context.Context, version api.SwapVersion) ([]string, error) {
	v := url.Values{"network": {strconv.FormatUint(c.chainID, 10)}}
	setText(v, "version", string(version))
	var out []string
	err := c.fetch(ctx, &out, v, "/adapters/list")
	return out, err
}

func given(a common.Address) *common.Address {
	if a == (common.Address{}) {
		return nil
	}
	return &a
}

func set(v url.Values, name string, a common.Address) { setAddress(v, name, given(a)) }

func setText(v url.Values, name, text string) {
	if text != "" {
		v.Set(name, text)
	}
}

func setNumber(v url.Values, name string, n int) {
	if n != 0 {
		v.Set(name, strconv.Itoa(n))
	}
}

func setTrue(v url.Values, name string, is bool) {
	if is {
		v.Set(name, "true")
	}
}
