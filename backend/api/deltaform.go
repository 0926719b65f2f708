package api

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// DeltaForm is which fields of a Delta order are signed. All forms have one domain and one
// contract address; they differ by their types.
type DeltaForm uint8

// The forms.
const (
	// FirstForm has eleven fields and sells.
	FirstForm DeltaForm = iota
	// SecondForm has fourteen fields: it sells or buys, and has room for a bridge.
	SecondForm
	// SlicedForm (TWAPOrder) sells a total in slices, which are at least an interval apart.
	SlicedForm
	// SlicedBuyForm (TWAPBuyOrder) buys a total in such slices.
	SlicedBuyForm
)

// Sliced tells whether orders of a form are settled slice by slice.
func (f DeltaForm) Sliced() bool { return f == SlicedForm || f == SlicedBuyForm }

// DeltaBridge is where an order's tokens go after they were bought. The zero DeltaBridge is the
// chain of the order, which is all that this service settles.
type DeltaBridge struct {
	ProtocolSelector   [4]byte
	DestinationChainID uint64
	OutputToken        common.Address
	ScalingFactor      int8
	ProtocolData       hexutil.Bytes
}

// MarshalJSON writes the fields that are signed.
func (b DeltaBridge) MarshalJSON() ([]byte, error) { return appendFields(nil, b.fields()), nil }

// UnmarshalJSON is the inverse of MarshalJSON.
func (b *DeltaBridge) UnmarshalJSON(text []byte) error {
	var in struct {
		ProtocolSelector   hexutil.Bytes
		DestinationChainID uint64
		OutputToken        common.Address
		ScalingFactor      int8
		ProtocolData       hexutil.Bytes
	}
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	if len(in.ProtocolSelector) != 4 {
		return Errorf(ValidationError, "a bridge's protocolSelector has 4 bytes")
	}
	*b = DeltaBridge{[4]byte(in.ProtocolSelector), in.DestinationChainID, in.OutputToken,
		in.ScalingFactor, in.ProtocolData}
	return nil
}

func (b *DeltaBridge) fields() []DeltaField {
	return []DeltaField{
		{"protocolSelector", "bytes4", b.ProtocolSelector},
		{"destinationChainId", "uint256", NewAmount(b.DestinationChainID)},
		{"outputToken", "address", b.OutputToken},
		{"scalingFactor", "int8", b.ScalingFactor},
		{"protocolData", "bytes", []byte(b.ProtocolData)},
	}
}

// IsZero tells whether an order stays on its chain.
func (b *DeltaBridge) IsZero() bool {
	return b.ProtocolSelector == [4]byte{} && b.DestinationChainID == 0 &&
		b.OutputToken == (common.Address{}) && b.ScalingFactor == 0 && len(b.ProtocolData) == 0
}

// DeltaField is a field of an order as it is signed. Value is an Amount, a common.Address, []byte,
// [4]byte, int8, or the fields of a type of its own.
type DeltaField struct {
	Name, Type string
	Value      any
}

// numbers are the fields that JSON has as numbers.
var numbers = map[string]bool{"deadline": true, "kind": true, "interval": true, "numSlices": true,
	"destinationChainId": true}

// Fields are what is signed of an order, in the order of its type.
func (o *DeltaOrder) Fields() (list []DeltaField) {
	add := func(name, kind string, value any) {
		list = append(list, DeltaField{name, kind, value})
	}
	add("owner", "address", o.Owner)
	add("beneficiary", "address", o.Beneficiary)
	add("srcToken", "address", o.SrcToken)
	add("destToken", "address", o.DestToken)
	switch o.Form {
	case FirstForm:
		add("srcAmount", "uint256", o.SrcAmount)
		add("destAmount", "uint256", o.DestAmount)
		add("expectedDestAmount", "uint256", o.ExpectedDestAmount)
		add("deadline", "uint256", NewAmount(o.Deadline))
		add("nonce", "uint256", o.Nonce)
		add("partnerAndFee", "uint256", o.PartnerAndFee)
		add("permit", "bytes", []byte(o.Permit))
		return list
	case SecondForm:
		kind := uint64(0)
		if o.Buy {
			kind = 1
		}
		add("srcAmount", "uint256", o.SrcAmount)
		add("destAmount", "uint256", o.DestAmount)
		add("expectedAmount", "uint256", o.ExpectedDestAmount)
		add("deadline", "uint256", NewAmount(o.Deadline))
		add("kind", "uint8", NewAmount(kind))
		add("nonce", "uint256", o.Nonce)
		add("partnerAndFee", "uint256", o.PartnerAndFee)
	default:
		add("nonce", "uint256", o.Nonce)
		add("partnerAndFee", "uint256", o.PartnerAndFee)
		add("deadline", "uint64", NewAmount(o.Deadline))
		add("interval", "uint64", NewAmount(o.Interval))
		add("numSlices", "uint32", NewAmount(uint64(o.Slices)))
		if o.Form == SlicedForm {
			add("destAmountPerSlice", "uint256", o.SliceAmount)
			add("totalSrcAmount", "uint256", o.SrcAmount)
		} else {
			add("totalDestAmount", "uint256", o.DestAmount)
			add("maxSrcAmount", "uint256", o.SrcAmount)
		}
	}
	add("permit", "bytes", []byte(o.Permit))
	add("metadata", "bytes", []byte(o.Metadata))
	add("bridge", "Bridge", o.Bridge.fields())
	return list
}

// TypeName is the type that an order is signed as.
func (o *DeltaOrder) TypeName() string {
	switch {
	case o.Form == SlicedForm:
		return "TWAPOrder"
	case o.Form == SlicedBuyForm:
		return "TWAPBuyOrder"
	case o.Fillable:
		return "FillableOrder"
	}
	return "Order"
}

// Complete works out what follows from the signed fields of a sliced order: what all slices bring
// together, and that no more than that is expected.
func (o *DeltaOrder) Complete() {
	switch o.Form {
	case SlicedForm:
		o.DestAmount = Amount{}
		if o.Slices > 0 {
			_, least := o.Slice(o.Slices - 1)
			o.DestAmount = o.SliceAmount.MulDiv(NewAmount(uint64(o.Slices-1)),
				NewAmount(1)).Add(least)
		}
		o.ExpectedDestAmount = o.DestAmount
	case SlicedBuyForm:
		o.Buy, o.ExpectedDestAmount = true, o.SrcAmount
	}
}

// Filled is how much of what an order sells, or spends at most, settlements took. What buys in one
// is filled by nothing less than its end.
func (o *DeltaOrder) Filled(settled []DeltaTransaction) (sum Amount) {
	for _, tx := range settled {
		switch {
		case tx.Status != 1:
		case !o.Buy:
			sum = sum.Add(tx.Spent)
		case o.Form.Sliced(): // each took its share of the most
			most, _ := o.Slice(0)
			sum = sum.Add(most)
		}
	}
	return sum
}

// Slice is what slice i of a sliced order sells and brings, from 0: one sells its amount exactly,
// the other buys its amount exactly and spends no more than its share of the most. The last slice
// takes what division left over, and owes its share, rounded up.
func (o *DeltaOrder) Slice(i uint32) (src, dest Amount) {
	n, last := NewAmount(uint64(o.Slices)), i == o.Slices-1
	part := func(total Amount) (unit, amount Amount) {
		unit = total.MulDiv(NewAmount(1), n)
		if !last {
			return unit, unit
		}
		return unit, total.Sub(unit.MulDiv(NewAmount(uint64(i)), NewAmount(1)))
	}
	if o.Form == SlicedBuyForm {
		_, dest = part(o.DestAmount)
		return o.SrcAmount.MulDiv(dest, o.DestAmount), dest
	}
	unit, src := part(o.SrcAmount)
	return src, o.SliceAmount.MulDivUp(src, unit)
}

// MarshalJSON writes the fields that are signed, in their order.
func (o DeltaOrder) MarshalJSON() ([]byte, error) { return appendFields(nil, o.Fields()), nil }

func appendFields(b []byte, list []DeltaField) []byte {
	b = append(b, '{')
	for i, f := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, f.Name), ':')
		switch v := f.Value.(type) {
		case Amount:
			text := v.String()
			if !numbers[f.Name] {
				text = strconv.Quote(text)
			}
			b = append(b, text...)
		case common.Address:
			b = strconv.AppendQuote(b, Lower(v))
		case []byte:
			b = strconv.AppendQuote(b, hexutil.Encode(v))
		case [4]byte:
			b = strconv.AppendQuote(b, hexutil.Encode(v[:]))
		case int8:
			b = strconv.AppendInt(b, int64(v), 10)
		case []DeltaField:
			b = appendFields(b, v)
		}
	}
	return append(b, '}')
}

// UnmarshalJSON reads an order of any form, which it tells by the fields that are there. Whether it
// may be settled in parts stands beside it, and stays as it is.
func (o *DeltaOrder) UnmarshalJSON(b []byte) error {
	var in struct {
		Owner, Beneficiary, SrcToken, DestToken       common.Address
		SrcAmount, DestAmount, Nonce, PartnerAndFee   Amount
		DestAmountPerSlice                            Amount
		ExpectedDestAmount, ExpectedAmount            *Amount
		TotalSrcAmount, TotalDestAmount, MaxSrcAmount *Amount
		Deadline, Interval                            uint64
		NumSlices                                     *uint32
		Kind                                          uint8
		Permit, Metadata                              hexutil.Bytes
		Bridge                                        *DeltaBridge
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*o = DeltaOrder{Owner: in.Owner, Beneficiary: in.Beneficiary, SrcToken: in.SrcToken,
		DestToken: in.DestToken, SrcAmount: in.SrcAmount, DestAmount: in.DestAmount,
		Deadline: in.Deadline, Nonce: in.Nonce, PartnerAndFee: in.PartnerAndFee,
		Permit: in.Permit, Metadata: in.Metadata, Fillable: o.Fillable}
	switch {
	case in.NumSlices != nil && in.TotalSrcAmount != nil:
		o.Form, o.SrcAmount, o.SliceAmount = SlicedForm, *in.TotalSrcAmount, in.DestAmountPerSlice
	case in.NumSlices != nil && in.TotalDestAmount != nil && in.MaxSrcAmount != nil:
		o.Form, o.SrcAmount, o.DestAmount = SlicedBuyForm, *in.MaxSrcAmount, *in.TotalDestAmount
	case in.ExpectedAmount != nil:
		o.Form, o.Buy, o.ExpectedDestAmount = SecondForm, in.Kind == 1, *in.ExpectedAmount
	case in.ExpectedDestAmount != nil:
		o.ExpectedDestAmount = *in.ExpectedDestAmount
	}
	if o.Form != FirstForm && (in.Bridge == nil || in.Kind > 1) {
		return Errorf(ValidationError, "an order of the second form has a bridge of five fields "+
			"and the kind 0 or 1")
	}
	if o.Form != FirstForm {
		o.Interval = in.Interval
		o.Bridge = *in.Bridge
	}
	if o.Form.Sliced() {
		o.Slices = *in.NumSlices
	}
	o.Complete()
	return nil
}

// appendTypes writes the types of an order as EIP-712 describes them: its own and, where it has
// one, that of its bridge.
func appendTypes(b *bytes.Buffer, name string, list []DeltaField) {
	b.WriteString(strconv.Quote(name) + ":[")
	var inner []DeltaField
	var innerName string
	for i, f := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`{"name":` + strconv.Quote(f.Name) + `,"type":` + strconv.Quote(f.Type) + `}`)
		if nested, ok := f.Value.([]DeltaField); ok {
			innerName, inner = f.Type, nested
		}
	}
	b.WriteByte(']')
	if inner != nil {
		b.WriteByte(',')
		appendTypes(b, innerName, inner)
	}
}

// Measure is the token by which settlements of an order are compared: what its owner gets of the
// token that it buys or, where that is fixed, what is left of the token that it sells.
func (o *DeltaOrder) Measure() common.Address {
	if o.Buy {
		return o.SrcToken
	}
	return o.DestToken
}
