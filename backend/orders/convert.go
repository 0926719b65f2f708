package orders

import (
	"math/big"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Batchable tells whether the order contract can reckon with an order's amounts in a purchase over
// several orders, which multiplies them: one beyond 256 bits fails the others too.
func Batchable(o api.Order) bool {
	n := new(big.Int).Add(o.TakerAmount.Big(), big.NewInt(1))
	return n.Mul(n, o.MakerAmount.Big()).BitLen() <= 256
}

// ContractOrder returns a fungible order as the contracts' bindings take it.
func ContractOrder(o api.Order) contracts.AugustusRFQOrder {
	return contracts.AugustusRFQOrder{
		NonceAndMeta: o.NonceAndMeta.Big(), Expiry: new(big.Int).SetUint64(o.Expiry),
		MakerAsset: o.MakerAsset.Address, TakerAsset: o.TakerAsset.Address, Maker: o.Maker,
		Taker:       o.Taker,
		MakerAmount: o.MakerAmount.Big(), TakerAmount: o.TakerAmount.Big(),
	}
}

// ContractOrderNFT returns an NFT order as the contracts' bindings take it.
func ContractOrderNFT(o api.Order) contracts.AugustusRFQOrderNFT {
	return contracts.AugustusRFQOrderNFT{
		NonceAndMeta: o.NonceAndMeta.Big(), Expiry: new(big.Int).SetUint64(o.Expiry),
		MakerAsset: o.MakerAsset.Pack().Big(), MakerAssetId: o.MakerAsset.ID.Big(),
		TakerAsset: o.TakerAsset.Pack().Big(), TakerAssetId: o.TakerAsset.ID.Big(), Maker: o.Maker,
		Taker:       o.Taker,
		MakerAmount: o.MakerAmount.Big(), TakerAmount: o.TakerAmount.Big(),
	}
}
