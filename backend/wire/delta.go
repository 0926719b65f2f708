package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// PrefixV2 is what the paths of the second form's interface begin with.
const PrefixV2 = "/v2"

// TokenV2 is a token of a network.
type TokenV2 struct {
	ChainID uint64         `json:"chainId"`
	Address common.Address `json:"address"`
}

// AmountV2 is so much of a token.
type AmountV2 struct {
	Token     TokenV2    `json:"token"`
	Amount    api.Amount `json:"amount"`
	AmountUSD string     `json:"amountUSD"` // ten decimals, "0" where no market tells
}

// SwapV2 is what goes in and what comes out.
type SwapV2 struct {
	Input  AmountV2 `json:"input"`
	Output AmountV2 `json:"output"`
}

// RouteV2 is a way from one token to another, of which an order is made. Bridge is always null.
type RouteV2 struct {
	Origin      SwapV2          `json:"origin"`
	Destination SwapV2          `json:"destination"`
	Bridge      json.RawMessage `json:"bridge"`
	Fees        struct {
		Gas    AmountV2   `json:"gas"`
		Bridge []AmountV2 `json:"bridge"`
	} `json:"fees"`
}

// PriceV2 is a Delta price.
type PriceV2 struct {
	ID           string    `json:"id"`
	Side         api.Side  `json:"side"`
	InputToken   TokenV2   `json:"inputToken"`
	OutputToken  TokenV2   `json:"outputToken"`
	Route        RouteV2   `json:"route"`
	Alternatives []RouteV2 `json:"alternatives"`
	Partner      struct {
		Name       string  `json:"name"`
		FeePercent float64 `json:"feePercent"`
	} `json:"partner"`
	Spender common.Address `json:"spender"`
}

// PriceV2Of returns a price as it is sent. Gas is in the native coin, whatever its units.
func PriceV2Of(id string, chainID uint64, spender common.Address, p *api.DeltaPrice) PriceV2 {
	out := PriceV2{ID: id, Side: p.Side, Spender: spender, Alternatives: []RouteV2{},
		InputToken:  TokenV2{chainID, p.SrcToken},
		OutputToken: TokenV2{chainID, p.DestToken}}
	if out.Side == "" {
		out.Side = api.Sell
	}
	r := &out.Route
	r.Origin = SwapV2{AmountV2{out.InputToken, p.SrcAmount, p.SrcUSD},
		AmountV2{out.OutputToken, p.DestAmount, p.DestUSD}}
	r.Destination = SwapV2{r.Origin.Output, r.Origin.Output}
	r.Fees.Gas = AmountV2{TokenV2{chainID, api.NativeToken}, p.GasWei, p.GasCostUSD}
	r.Fees.Bridge = []AmountV2{}
	out.Partner.Name, out.Partner.FeePercent = p.Partner, p.PartnerFee
	return out
}

// API returns the price.
func (p *PriceV2) API() *api.DeltaPrice {
	in, out := p.Route.Origin.Input, p.Route.Origin.Output
	before := out.Amount // of a price that buys it is what is bought
	if fee := uint64(math.Round(p.Partner.FeePercent * 100)); p.Side != api.Buy && fee < api.BPS {
		before = before.MulDivUp(api.NewAmount(api.BPS), api.NewAmount(api.BPS-fee))
	}
	return &api.DeltaPrice{SrcToken: in.Token.Address, DestToken: out.Token.Address,
		SrcAmount: in.Amount, DestAmount: out.Amount, DestAmountBeforeFee: before,
		SrcUSD: in.AmountUSD, DestUSD: out.AmountUSD, DestUSDBeforeFee: out.AmountUSD,
		GasCostUSD: p.Route.Fees.Gas.AmountUSD, GasCostUSDBeforeFee: p.Route.Fees.Gas.AmountUSD,
		GasWei: p.Route.Fees.Gas.Amount, Partner: p.Partner.Name, PartnerFee: p.Partner.FeePercent,
		Side: p.Side, Bridge: &api.DeltaBridge{}, Spender: p.Spender}
}

// QuoteV2 holds one of the two prices.
type QuoteV2 struct {
	Delta          *PriceV2            `json:"delta,omitempty"`
	DeltaAddress   *common.Address     `json:"deltaAddress,omitempty"`
	Market         json.RawMessage     `json:"market,omitempty"`
	FallbackReason *api.FallbackReason `json:"fallbackReason,omitempty"`
}

// BuiltV2 is an order to sign, with its hash.
type BuiltV2 struct {
	ToSign    api.DeltaToSign `json:"toSign"`
	OrderHash common.Hash     `json:"orderHash"`
}

// LegV2 is one side of an order: Amount alone where that is fixed, else the others. Clients tell
// the two apart by whether there is an amount.
type LegV2 struct {
	ChainID uint64
	Token   common.Address
	Amount  *api.Amount

	ExpectedAmount api.Amount
	MinAmount      *api.Amount // of what comes in
	MaxAmount      *api.Amount // of what is spent
	ExecutedAmount *api.Amount // nil until something settled
}

// MarshalJSON implements json.Marshaler.
func (l LegV2) MarshalJSON() ([]byte, error) {
	if l.Amount != nil {
		return json.Marshal(struct {
			ChainID uint64         `json:"chainId"`
			Token   common.Address `json:"token"`
			Amount  *api.Amount    `json:"amount"`
		}{l.ChainID, l.Token, l.Amount})
	}
	return json.Marshal(struct {
		ChainID        uint64         `json:"chainId"`
		Token          common.Address `json:"token"`
		ExpectedAmount api.Amount     `json:"expectedAmount"`
		MinAmount      *api.Amount    `json:"minAmount,omitempty"`
		MaxAmount      *api.Amount    `json:"maxAmount,omitempty"`
		ExecutedAmount *api.Amount    `json:"executedAmount"`
	}{l.ChainID, l.Token, l.ExpectedAmount, l.MinAmount, l.MaxAmount, l.ExecutedAmount})
}

// SettlementV2 is a settlement of an order or of a part.
type SettlementV2 struct {
	OriginTx      common.Hash     `json:"originTx"`
	DestinationTx *common.Hash    `json:"destinationTx"`
	FilledPercent json.RawMessage `json:"filledPercent"` // 0 to 100, two decimals
	Spent         api.Amount      `json:"spentAmount"`
	Received      api.Amount      `json:"receivedAmount"`
}

// RecordV2 is an order with what became of it.
type RecordV2 struct {
	ID               string         `json:"id"`
	Status           StatusV2       `json:"status"`
	StateReason      string         `json:"stateReason,omitempty"`
	Side             api.Side       `json:"side"`
	Type             string         `json:"type"`
	OnChainOrderType string         `json:"onChainOrderType"`
	Input            LegV2          `json:"input"`
	Output           LegV2          `json:"output"`
	Owner            common.Address `json:"owner"`
	Beneficiary      common.Address `json:"beneficiary"`
	OrderHash        common.Hash    `json:"orderHash"`
	Partner          string         `json:"partner"`
	Order            api.DeltaOrder `json:"order"`
	Transactions     []SettlementV2 `json:"transactions"`
	Refunds          []struct{}     `json:"refunds"`
	CreatedAt        time.Time      `json:"createdAt"`
	UpdatedAt        time.Time      `json:"updatedAt"`
	ExpiresAt        time.Time      `json:"expiresAt"`
}

// RecordsV2 is a page of orders.
type RecordsV2 struct {
	Data    []RecordV2 `json:"data"`
	Total   int        `json:"total"`
	Page    int        `json:"page"`
	Limit   int        `json:"limit"`
	HasMore bool       `json:"hasMore"`
}

// CancelledV2 is what was cancelled, in both forms that clients look for.
type CancelledV2 struct {
	Cancelled []string `json:"cancelled"`
	Success   bool     `json:"success"`
}

// RecordV2Of returns an order as it is sent.
func RecordV2Of(r *api.DeltaRecord) RecordV2 {
	o := &r.Order
	out := RecordV2{ID: r.ID, Status: StatusV2Of(r.Status), StateReason: r.Reason, Side: api.Sell,
		Type: r.Type, OnChainOrderType: o.TypeName(), Owner: o.Owner, Beneficiary: o.Beneficiary,
		OrderHash: r.OrderHash, Partner: r.Partner, Order: *o, Refunds: []struct{}{},
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, ExpiresAt: r.ExpiresAt}
	if out.Type == "" {
		out.Type = "MARKET"
	}
	if out.Beneficiary == (common.Address{}) {
		out.Beneficiary = o.Owner
	}
	var spent, received *api.Amount
	out.Transactions, spent, received = settlementsV2(r)
	out.Input = LegV2{ChainID: r.ChainID, Token: o.SrcToken}
	out.Output = LegV2{ChainID: r.ChainID, Token: o.DestToken}
	if o.Buy {
		out.Side = api.Buy
		out.Input.ExpectedAmount, out.Input.MaxAmount = o.ExpectedDestAmount, &o.SrcAmount
		out.Input.ExecutedAmount, out.Output.Amount = spent, &o.DestAmount
		return out
	}
	least := o.DestAmount
	if o.Form == api.SlicedForm {
		least = o.SliceAmount.MulDiv(api.NewAmount(uint64(o.Slices)), api.NewAmount(1))
	}
	out.Input.Amount = &o.SrcAmount
	out.Output.ExpectedAmount, out.Output.MinAmount = o.ExpectedDestAmount, &least
	out.Output.ExecutedAmount = received
	if o.Form == api.SlicedForm {
		out.Output.ExpectedAmount = least
	}
	return out
}

// API returns an order as the first interface tells of it. What this one leaves out, such as fees
// and the block of a settlement, is zero.
func (r *RecordV2) API() (out api.DeltaRecord, err error) {
	status, known := r.Status.API()
	if !known {
		return out, fmt.Errorf("order %s has the status %q, which is none", r.ID, r.Status)
	}
	out = api.DeltaRecord{ID: r.ID, DeltaVersion: "2.0.0", Status: status,
		Reason: r.StateReason, User: r.Owner, Order: r.Order, OrderHash: r.OrderHash,
		ChainID: r.Input.ChainID, Partner: r.Partner, Type: r.Type,
		OnChainOrderType: r.OnChainOrderType, ExpiresAt: r.ExpiresAt, CreatedAt: r.CreatedAt,
		UpdatedAt: r.UpdatedAt}
	o := &out.Order
	out.PartiallyFillable = r.OnChainOrderType == "FillableOrder"
	o.Fillable = out.PartiallyFillable
	for _, tx := range r.Transactions {
		var percent float64
		if err := json.Unmarshal(tx.FilledPercent, &percent); err != nil || percent < 0 {
			return out, fmt.Errorf("order %s is filled to %q percent", r.ID, tx.FilledPercent)
		}
		out.Transactions = append(out.Transactions, api.DeltaTransaction{ID: tx.OriginTx.Hex(),
			Hash: tx.OriginTx, Status: 1, Spent: tx.Spent, Received: tx.Received,
			FilledPercent: uint64(math.Round(min(percent, 100) * 100)), AuctionID: r.ID})
	}
	out.FilledAmount = o.Filled(out.Transactions)
	if status == api.DeltaExecuted {
		out.FilledAmount = o.SrcAmount
	}
	return out, nil
}

// settlementsV2 are the settlements of an order with what all of them together spent and brought.
// The shares of one that is done add up to 100.
func settlementsV2(r *api.DeltaRecord) (list []SettlementV2, spent, received *api.Amount) {
	list = []SettlementV2{}
	var paid, got api.Amount
	left := uint64(api.BPS)
	for _, tx := range r.Transactions {
		if tx.Status == 0 {
			continue
		}
		paid, got = paid.Add(tx.Spent), got.Add(tx.Received)
		share := min(tx.FilledPercent, left)
		left -= share
		list = append(list, SettlementV2{OriginTx: tx.Hash, FilledPercent: percent(share),
			Spent: tx.Spent, Received: tx.Received})
		if n := len(list) - 1; r.Status == api.DeltaExecuted && tx.ID == lastSettled(r) {
			list[n].FilledPercent = percent(share + left)
		}
	}
	if len(list) == 0 {
		return list, nil, nil
	}
	return list, &paid, &got
}

func lastSettled(r *api.DeltaRecord) (id string) {
	for _, tx := range r.Transactions {
		if tx.Status != 0 {
			id = tx.ID
		}
	}
	return id
}

// percent writes basis points as a number of percent.
func percent(bps uint64) json.RawMessage {
	if bps%100 == 0 {
		return fmt.Appendf(nil, "%d", bps/100)
	}
	return fmt.Appendf(nil, "%d.%02d", bps/100, bps%100)
}

// CancellationV2 is what an owner signs to cancel orders, with its hash.
type CancellationV2 struct {
	ToSign struct {
		Domain struct {
			Name     string         `json:"name"`
			Version  string         `json:"version"`
			ChainID  uint64         `json:"chainId"`
			Contract common.Address `json:"verifyingContract"`
		} `json:"domain"`
		Types map[string][]FieldV2 `json:"types"`
		Value struct {
			OrderIDs []string `json:"orderIds"`
		} `json:"value"`
	} `json:"toSign"`
	Hash common.Hash `json:"hash"`
}

// FieldV2 is a field of a type.
type FieldV2 struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// CancellationV2Of returns what the owner of orders signs to cancel them.
func CancellationV2Of(chainID uint64, contract common.Address, ids []string) CancellationV2 {
	data := eip712.CancellationsTypedData(chainID, contract, ids)
	var out CancellationV2
	d := &out.ToSign.Domain
	d.Name, d.Version, d.ChainID, d.Contract = data.Domain.Name, data.Domain.Version, chainID,
		contract
	out.ToSign.Types = map[string][]FieldV2{"OrderCancellations": {{"orderIds", "string[]"}}}
	out.ToSign.Value.OrderIDs = ids
	out.Hash = data.Hash()
	return out
}
