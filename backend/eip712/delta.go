package eip712

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
)

// DeltaDomain returns the domain of Delta orders for the Delta contract of a network.
func DeltaDomain(chainID uint64, contract common.Address) Domain {
	return Domain{Name: "Portikus", Version: "2.0.0", ChainID: chainID, Contract: contract}
}

// DeltaTypedData returns a Delta order as the typed data its owner signs, of the type of its form:
// FillableOrder where it may be settled in parts.
func DeltaTypedData(chainID uint64, contract common.Address, o api.DeltaOrder) TypedData {
	return TypedData{DeltaDomain(chainID, contract), structOf(o.TypeName(), o.Fields()), o}
}

func structOf(name string, list []api.DeltaField) Struct {
	s := Struct{Type: name}
	for _, f := range list {
		if nested, ok := f.Value.([]api.DeltaField); ok {
			f.Value = structOf(f.Type, nested)
		}
		s.Fields = append(s.Fields, Field(f))
	}
	return s
}

// CancellationsTypedData returns the typed data by which an owner cancels Delta orders without a
// transaction.
func CancellationsTypedData(chainID uint64, contract common.Address, orderIDs []string) TypedData {
	return TypedData{DeltaDomain(chainID, contract),
		Struct{"OrderCancellations", []Field{{"orderIds", "string[]", orderIDs}}}, noDeed{}}
}

// PartnerAndFee packs partner << 96 | takesSurplus << 8 | bps of a Delta order; a zero partner
// gives 0. A partner that takes surplus has no flat fee: the contract would charge that instead.
func PartnerAndFee(partner common.Address, bps uint8, takesSurplus bool) api.Amount {
	if partner == (common.Address{}) {
		return api.Amount{}
	}
	var b [32]byte
	copy(b[:20], partner[:])
	if takesSurplus {
		b[30], bps = 1, 0
	}
	b[31] = bps
	return api.AmountFromBytes32(b)
}

// SplitPartnerAndFee is the inverse of PartnerAndFee. Bits that mean nothing are not reported.
func SplitPartnerAndFee(v api.Amount) (partner common.Address, bps uint8, takesSurplus bool) {
	b := v.Bytes32()
	return common.BytesToAddress(b[:20]), b[31], b[30]&1 == 1
}

// HeldOrdersTypedData returns the typed data of whose signature the owner of Delta orders that are
// held back makes the secret by which it reads them at one exchange. No contract takes it.
func HeldOrdersTypedData(chainID uint64, contract, owner common.Address,
	exchange string) TypedData {
	return TypedData{DeltaDomain(chainID, contract), Struct{"ReadHeldOrders", []Field{
		{"owner", "address", owner}, {"exchange", "string", exchange}}}, noDeed{}}
}

// HeldOrdersSecret makes the secret of a signature over HeldOrdersTypedData. Whoever knows it does
// not know the signature.
func HeldOrdersSecret(s Signature) common.Hash {
	return crypto.Keccak256Hash([]byte("bourse held orders"), s.Compact())
}

// capSurplus is the bit of partnerAndFee by which an order of the second form bounds its surplus.
var capSurplus = api.NewAmount(1 << 9)

// CapSurplus sets in partnerAndFee of an order of the second form that no more than a hundredth of
// what was expected counts as surplus.
func CapSurplus(partnerAndFee api.Amount) api.Amount {
	if CapsSurplus(partnerAndFee) {
		return partnerAndFee
	}
	return partnerAndFee.Add(capSurplus)
}

// CapsSurplus tells whether CapSurplus was set.
func CapsSurplus(partnerAndFee api.Amount) bool {
	return partnerAndFee.Bytes32()[30]&2 != 0
}
