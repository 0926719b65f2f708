package api

import (
	"encoding/hex"
	"encoding/json"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/go-json-experiment/json/jsontext"
)

// orderJSON is the record's shape on the wire as it is read; fields of the other kind of order are
// left out. AppendJSON writes it.
type orderJSON struct {
	Expiry           uint64         `json:"expiry"`
	CreatedAt        int64          `json:"createdAt"`
	UpdatedAt        *int64         `json:"updatedAt,omitempty"`
	TransactionHash  *common.Hash   `json:"transactionHash"`
	ChainID          uint64         `json:"chainId"`
	NonceAndMeta     Amount         `json:"nonceAndMeta"`
	Maker            common.Address `json:"maker"`
	Taker            common.Address `json:"taker"`
	TakerFromMeta    common.Address `json:"takerFromMeta"`
	MakerAsset       common.Address `json:"makerAsset"`
	MakerAssetID     *Amount        `json:"makerAssetId,omitempty"`
	MakerAssetType   *AssetKind     `json:"makerAssetType,omitempty"`
	TakerAsset       common.Address `json:"takerAsset"`
	TakerAssetID     *Amount        `json:"takerAssetId,omitempty"`
	TakerAssetType   *AssetKind     `json:"takerAssetType,omitempty"`
	MakerAmount      Amount         `json:"makerAmount"`
	FillableBalance  Amount         `json:"fillableBalance"`
	SwappableBalance *Amount        `json:"swappableBalance,omitempty"`
	MakerBalance     *Amount        `json:"makerBalance,omitempty"`
	IsFillOrKill     *bool          `json:"isFillOrKill,omitempty"`
	TakerAmount      Amount         `json:"takerAmount"`
	Signature        hexutil.Bytes  `json:"signature"`
	OrderHash        common.Hash    `json:"orderHash"`
	PermitMakerAsset *hexutil.Bytes `json:"permitMakerAsset"`
	Type             OrderType      `json:"type"`
	State            OrderState     `json:"state"`
	StateReason      string         `json:"stateReason,omitempty"`
}

// MarshalJSON writes the record as LimitOrder or NFTOrder of the interface, as lists show it.
func (r OrderRecord) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

// AppendJSON appends what MarshalJSON writes. Pages have a thousand records, and encoding/json
// takes several times as long for one.
func (r *OrderRecord) AppendJSON(b []byte) []byte { return r.append(b, true) }

// AppendCreated appends the record as the reply to its creation, which leaves isFillOrKill out.
func (r *OrderRecord) AppendCreated(b []byte) []byte { return r.append(b, false) }

func (r *OrderRecord) append(b []byte, listed bool) []byte {
	taker := r.TakerFromMeta()
	o := jsonObject(append(b, '{'))
	o = o.number("expiry", r.Expiry).signed("createdAt", r.CreatedAt)
	if !r.NFT {
		o = o.signed("updatedAt", r.UpdatedAt)
	}
	if o = o.name("transactionHash"); r.TransactionHash == nil {
		o = append(o, "null"...)
	} else {
		o = o.hex(r.TransactionHash[:])
	}
	o = o.number("chainId", r.ChainID).amount("nonceAndMeta", r.NonceAndMeta).
		bytes("maker", r.Maker[:]).bytes("taker", r.Taker[:]).bytes("takerFromMeta", taker[:]).
		bytes("makerAsset", r.MakerAsset.Address[:])
	if r.NFT {
		o = o.amount("makerAssetId", r.MakerAsset.ID).
			number("makerAssetType", uint64(r.MakerAsset.Kind))
	}
	o = o.bytes("takerAsset", r.TakerAsset.Address[:])
	if r.NFT {
		o = o.amount("takerAssetId", r.TakerAsset.ID).
			number("takerAssetType", uint64(r.TakerAsset.Kind))
	}
	o = o.amount("makerAmount", r.MakerAmount).amount("fillableBalance", r.FillableBalance)
	o = o.amount("swappableBalance", r.SwappableBalance).amount("makerBalance", r.MakerBalance)
	if listed && !r.NFT {
		o = strconv.AppendBool(o.name("isFillOrKill"), r.FillOrKill)
	}
	o = o.amount("takerAmount", r.TakerAmount).bytes("signature", r.Signature).
		bytes("orderHash", r.Hash[:])
	if o = o.name("permitMakerAsset"); len(r.PermitMakerAsset) == 0 {
		o = append(o, "null"...)
	} else {
		o = o.hex(r.PermitMakerAsset)
	}
	if o = o.text("type", string(r.Type())).text("state", string(r.State)); r.StateReason != "" {
		o = o.text("stateReason", r.StateReason)
	}
	return append(o, '}')
}

// jsonObject is a JSON object being written, to which each method appends a member.
type jsonObject []byte

// name appends the name of a member, whose value comes next.
func (o jsonObject) name(name string) jsonObject {
	if o[len(o)-1] != '{' {
		o = append(o, ',')
	}
	return append(append(append(o, '"'), name...), `":`...)
}

func (o jsonObject) number(name string, n uint64) jsonObject {
	return strconv.AppendUint(o.name(name), n, 10)
}

func (o jsonObject) signed(name string, n int64) jsonObject {
	return strconv.AppendInt(o.name(name), n, 10)
}

func (o jsonObject) amount(name string, a Amount) jsonObject {
	o = append(o.name(name), '"')
	if n, fits := a.Uint64(); fits {
		o = strconv.AppendUint(o, n, 10)
	} else {
		o = append(o, a.String()...)
	}
	return append(o, '"')
}

func (o jsonObject) bytes(name string, b []byte) jsonObject { return o.name(name).hex(b) }

func (o jsonObject) hex(b []byte) jsonObject {
	return append(hex.AppendEncode(append(o, `"0x`...), b), '"')
}

func (o jsonObject) text(name, s string) jsonObject {
	// what is no UTF-8 becomes U+FFFD, as in encoding/json; there is no other error
	b, _ := jsontext.AppendQuote([]byte(o.name(name)), s)
	return b
}

// UnmarshalJSON reads either shape back.
func (r *OrderRecord) UnmarshalJSON(b []byte) error {
	var w orderJSON
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	*r = OrderRecord{
		Order: Order{
			NFT: w.MakerAssetType != nil, NonceAndMeta: w.NonceAndMeta, Expiry: w.Expiry,
			Maker: w.Maker, Taker: w.Taker,
			MakerAsset: Asset{Kind: value(w.MakerAssetType), Address: w.MakerAsset,
				ID: value(w.MakerAssetID)},
			TakerAsset: Asset{Kind: value(w.TakerAssetType), Address: w.TakerAsset,
				ID: value(w.TakerAssetID)},
			MakerAmount: w.MakerAmount, TakerAmount: w.TakerAmount,
		},
		ChainID: w.ChainID, Hash: w.OrderHash, Signature: w.Signature,
		PermitMakerAsset: value(w.PermitMakerAsset),
		FillOrKill:       value(w.IsFillOrKill), State: w.State, StateReason: w.StateReason,
		CreatedAt:       w.CreatedAt,
		UpdatedAt:       value(w.UpdatedAt),
		TransactionHash: w.TransactionHash, FillableBalance: w.FillableBalance,
		MakerBalance: value(w.MakerBalance), SwappableBalance: value(w.SwappableBalance),
	}
	if r.NFT && w.SwappableBalance == nil && w.State == Pending {
		// the interface has it of other orders alone: by their state these can be filled
		r.MakerBalance, r.SwappableBalance = r.FillableBalance, r.FillableBalance
	}
	return nil
}

func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
