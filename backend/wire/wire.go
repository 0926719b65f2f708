package wire

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Fill is an api.Fill; it names assets as an NFT order record does.
type Fill struct {
	ChainID        uint64         `json:"chainId"`
	OrderHash      common.Hash    `json:"orderHash"`
	Maker          common.Address `json:"maker"`
	Taker          common.Address `json:"taker"`
	Payer          common.Address `json:"payer"`
	MakerAsset     common.Address `json:"makerAsset"`
	MakerAssetType api.AssetKind  `json:"makerAssetType"`
	MakerAssetID   api.Amount     `json:"makerAssetId"`
	TakerAsset     common.Address `json:"takerAsset"`
	TakerAssetType api.AssetKind  `json:"takerAssetType"`
	TakerAssetID   api.Amount     `json:"takerAssetId"`
	MakerAmount    api.Amount     `json:"makerAmount"`
	TakerAmount    api.Amount     `json:"takerAmount"`
	Block          api.BlockRef   `json:"block"`
	TxHash         common.Hash    `json:"transactionHash"`
	LogIndex       uint           `json:"logIndex"`
}

// FillOf returns a fill as it is sent.
func FillOf(f api.Fill) Fill {
	return Fill{f.ChainID, f.OrderHash, f.Maker, f.Taker, f.Payer,
		f.MakerAsset.Address, f.MakerAsset.Kind, f.MakerAsset.ID, f.TakerAsset.Address,
		f.TakerAsset.Kind, f.TakerAsset.ID,
		f.MakerAmount, f.TakerAmount, f.Block, f.TxHash, f.LogIndex}
}

// API returns the fill.
func (f Fill) API() api.Fill {
	return api.Fill{ChainID: f.ChainID, OrderHash: f.OrderHash, Maker: f.Maker, Taker: f.Taker,
		Payer:       f.Payer,
		MakerAsset:  api.Asset{Kind: f.MakerAssetType, Address: f.MakerAsset, ID: f.MakerAssetID},
		TakerAsset:  api.Asset{Kind: f.TakerAssetType, Address: f.TakerAsset, ID: f.TakerAssetID},
		MakerAmount: f.MakerAmount, TakerAmount: f.TakerAmount, Block: f.Block, TxHash: f.TxHash,
		LogIndex: f.LogIndex}
}

// Event is an event as the stream carries it.
type Event struct {
	Topic   api.Topic        `json:"topic"`
	ChainID uint64           `json:"chainId"`
	Key     string           `json:"key"`
	Pair    api.Pair         `json:"pair,omitzero"`
	Block   uint64           `json:"block"`
	Order   *api.OrderRecord `json:"order,omitempty"`
	Fill    *Fill            `json:"fill,omitempty"`
	Owner   common.Address   `json:"owner,omitzero"`
}

// EventOf returns an event as it is sent.
func EventOf(e api.Event) Event {
	w := Event{Topic: e.Topic, ChainID: e.ChainID, Key: e.Key, Pair: e.Pair, Block: e.Block,
		Order: e.Order, Owner: e.Owner}
	if e.Fill != nil {
		f := FillOf(*e.Fill)
		w.Fill = &f
	}
	return w
}

// API returns the event.
func (w Event) API() api.Event {
	e := api.Event{Topic: w.Topic, ChainID: w.ChainID, Key: w.Key, Pair: w.Pair, Block: w.Block,
		Order: w.Order, Owner: w.Owner}
	if w.Fill != nil {
		f := w.Fill.API()
		e.Fill = &f
	}
	return e
}

// Each converts a list; the result is never nil, so that an empty list is [] on the wire.
func Each[A, B any](list []A, convert func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = convert(v)
	}
	return out
}

// List returns the list, or an empty one for nil.
func List[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
