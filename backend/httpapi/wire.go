package httpapi

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// fillJSON names assets as an NFT order record does.
type fillJSON struct {
	ChainID        uint64         `json:"chainId"`
	OrderHash      common.Hash    `json:"orderHash"`
	Maker          common.Address `json:"maker"`
	Taker          common.Address `json:"taker"`
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

func fillToWire(f api.Fill) fillJSON {
	return fillJSON{f.ChainID, f.OrderHash, f.Maker, f.Taker,
		f.MakerAsset.Address, f.MakerAsset.Kind, f.MakerAsset.ID, f.TakerAsset.Address, f.TakerAsset.Kind, f.TakerAsset.ID,
		f.MakerAmount, f.TakerAmount, f.Block, f.TxHash, f.LogIndex}
}

func (f fillJSON) api() api.Fill {
	return api.Fill{ChainID: f.ChainID, OrderHash: f.OrderHash, Maker: f.Maker, Taker: f.Taker,
		MakerAsset:  api.Asset{Kind: f.MakerAssetType, Address: f.MakerAsset, ID: f.MakerAssetID},
		TakerAsset:  api.Asset{Kind: f.TakerAssetType, Address: f.TakerAsset, ID: f.TakerAssetID},
		MakerAmount: f.MakerAmount, TakerAmount: f.TakerAmount, Block: f.Block, TxHash: f.TxHash, LogIndex: f.LogIndex}
}

// eventJSON is an event as the stream carries it.
type eventJSON struct {
	Topic   api.Topic        `json:"topic"`
	ChainID uint64           `json:"chainId"`
	Key     string           `json:"key"`
	Pair    api.Pair         `json:"pair,omitzero"`
	Block   uint64           `json:"block"`
	Order   *api.OrderRecord `json:"order,omitempty"`
	Fill    *fillJSON        `json:"fill,omitempty"`
}

func eventToWire(e api.Event) eventJSON {
	w := eventJSON{Topic: e.Topic, ChainID: e.ChainID, Key: e.Key, Pair: e.Pair, Block: e.Block, Order: e.Order}
	if e.Fill != nil {
		f := fillToWire(*e.Fill)
		w.Fill = &f
	}
	return w
}

func (w eventJSON) api() api.Event {
	e := api.Event{Topic: w.Topic, ChainID: w.ChainID, Key: w.Key, Pair: w.Pair, Block: w.Block, Order: w.Order}
	if w.Fill != nil {
		f := w.Fill.api()
		e.Fill = &f
	}
	return e
}

// each converts a list; the result is never nil, so that an empty list is [] on the wire.
func each[A, B any](list []A, convert func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = convert(v)
	}
	return out
}

// some returns the list, or an empty one for nil.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
