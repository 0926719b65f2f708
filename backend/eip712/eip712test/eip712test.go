// Package eip712test draws random typed data for tests of whatever hashes, signs or shows it.
package eip712test

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// What can be drawn.
var (
	// Amount draws a 256-bit integer.
	Amount = rapid.Custom(func(t *rapid.T) api.Amount {
		b := rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "amount")
		return api.MustBig(new(big.Int).SetBytes(b))
	})
	// Address draws an address.
	Address = rapid.Custom(func(t *rapid.T) common.Address {
		return common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "address"))
	})
	// Order draws a limit or NFT order.
	Order = rapid.Custom(func(t *rapid.T) api.Order {
		o := api.Order{
			NFT: rapid.Bool().Draw(t, "nft"), NonceAndMeta: Amount.Draw(t, "nonce"),
			Expiry:     rapid.Uint64().Draw(t, "expiry"),
			MakerAsset: api.Asset{Address: Address.Draw(t, "makerAsset")},
			TakerAsset: api.Asset{Address: Address.Draw(t, "takerAsset")},
			Maker:      Address.Draw(t, "maker"), Taker: Address.Draw(t, "taker"),
			MakerAmount: Amount.Draw(t, "makerAmount"),
			TakerAmount: Amount.Draw(t, "takerAmount"),
		}
		if o.NFT {
			for _, a := range []*api.Asset{&o.MakerAsset, &o.TakerAsset} {
				a.Kind, a.ID = api.AssetKind(rapid.IntRange(0, 2).Draw(t, "kind")),
					Amount.Draw(t, "id")
			}
		}
		return o
	})
	// DeltaOrder draws a Delta order of any form.
	DeltaOrder = rapid.Custom(func(t *rapid.T) api.DeltaOrder {
		amount := func(name string) api.Amount { return Amount.Draw(t, name) }
		data := func(name string, most int) []byte {
			return rapid.SliceOfN(rapid.Byte(), 0, most).Draw(t, name)
		}
		o := api.DeltaOrder{
			Form:  api.DeltaForm(rapid.IntRange(0, 3).Draw(t, "form")),
			Owner: Address.Draw(t, "owner"), Beneficiary: Address.Draw(t, "beneficiary"),
			SrcToken: Address.Draw(t, "src"), DestToken: Address.Draw(t, "dest"),
			SrcAmount: amount("srcAmount"), DestAmount: amount("destAmount"),
			ExpectedDestAmount: amount("expected"),
			Deadline:           rapid.Uint64().Draw(t, "deadline"), Nonce: amount("nonce"),
			PartnerAndFee: amount("partner"), Permit: data("permit", 300),
		}
		if o.Form != api.FirstForm {
			o.Metadata = data("metadata", 40)
			o.Bridge = api.DeltaBridge{DestinationChainID: rapid.Uint64().Draw(t, "chain"),
				OutputToken:   Address.Draw(t, "output"),
				ScalingFactor: rapid.Int8().Draw(t, "factor"), ProtocolData: data("bridge", 40)}
			copy(o.Bridge.ProtocolSelector[:], data("selector", 4))
		}
		if o.Form == api.SecondForm {
			o.Buy = rapid.Bool().Draw(t, "buy")
		}
		if o.Form.Sliced() {
			o.Slices = rapid.Uint32().Draw(t, "slices")
			o.Interval = rapid.Uint64().Draw(t, "interval")
			if o.Form == api.SlicedForm {
				o.DestAmount, o.SliceAmount = api.Amount{}, amount("slice")
			}
			o.Complete()
		} else {
			o.Fillable = rapid.Bool().Draw(t, "fillable")
		}
		return o
	})
	// TypedData draws a message of every kind that is signed.
	TypedData = rapid.Custom(func(t *rapid.T) eip712.TypedData {
		chain, contract := rapid.Uint64Range(1, 1<<40).Draw(t, "chain"),
			Address.Draw(t, "contract")
		amount := func(name string) api.Amount { return Amount.Draw(t, name) }
		address := func(name string) common.Address { return Address.Draw(t, name) }
		// The oracle takes an empty name for none.
		token := eip712.Domain{Name: rapid.StringN(1, -1, -1).Draw(t, "name"), Version: "1",
			ChainID: chain, Contract: contract}
		uint48 := rapid.Uint64Range(0, 1<<48-1)
		switch rapid.IntRange(0, 7).Draw(t, "type") {
		case 0:
			return eip712.OrderTypedData(chain, contract, Order.Draw(t, "order"))
		case 1:
			return eip712.DeltaTypedData(chain, contract, DeltaOrder.Draw(t, "order"))
		case 2:
			return eip712.CancellationsTypedData(
				chain, contract, rapid.SliceOf(rapid.String()).Draw(t, "ids"))
		case 7:
			return eip712.HeldOrdersTypedData(chain, contract, address("owner"),
				rapid.String().Draw(t, "exchange"))
		case 3:
			return eip712.Permit{Token: token, Owner: address("owner"), Spender: address("spender"),
				Value: amount("value"),
				Nonce: amount("nonce"), Deadline: amount("deadline")}.TypedData()
		case 4:
			return eip712.DAIPermit{Token: token, Holder: address("holder"),
				Spender: address("spender"), Nonce: amount("nonce"),
				Expiry: amount("expiry"), Allowed: rapid.Bool().Draw(t, "allowed")}.TypedData()
		case 5:
			return eip712.Permit2Transfer{
				Token: address("token"), Amount: amount("amount"), Spender: address("spender"),
				Nonce: amount("nonce"), Deadline: amount("deadline")}.TypedData(chain, contract)
		}
		return eip712.Permit2Allowance{
			Token: address("token"), Amount: api.MustBig(address("amount").Big()),
			Expiration: uint48.Draw(t, "expiration"), Nonce: uint48.Draw(t, "nonce"),
			Spender:     address("spender"),
			SigDeadline: amount("deadline")}.TypedData(chain, contract)
	})
)
