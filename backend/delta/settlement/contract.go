package settlement

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// ABI packs calls of the settlement contract. It is immutable.
var ABI = contracts.NewDelta()

// Second packs calls of the contract for orders of the second form. It is immutable.
var Second = contracts.NewDeltaSecond()

// Topics of the settlement contract's events.
var (
	topicSettled = ABI.GetABI().Events["OrderSettled"].ID
	topicPartly  = ABI.GetABI().Events["OrderPartiallyFilled"].ID
	topicSlice   = Second.GetABI().Events["TWAPSliceSettled"].ID
	topicInvalid = ABI.GetABI().Events["NonceInvalidated"].ID
)

// Event is the contract's word that all or a part of an order was settled. What the part took is
// not said: it is what the total grew by.
type Event struct {
	Order                   common.Hash
	Received                api.Amount // for the owner, fees taken off
	ProtocolFee, PartnerFee api.Amount // of the destination token
	Total                   api.Amount // spent so far; zero: the order is settled whole
	// Paid is what the owner paid for this settlement with all fees, as far as it is told: where an
	// order is settled whole, or a slice of it.
	Paid   api.Amount
	Slice  uint32 // of one that is settled in slices, from 1; 0 of others
	TxHash common.Hash
	Log    uint // its place in the block
}

// SpentOf is what a settlement took of an order, given what earlier ones had taken. An order that
// buys counts with the most that it might have spent.
func (e Event) SpentOf(o *api.DeltaOrder, before api.Amount) api.Amount {
	if e.Slice > 0 {
		return Taken(o, e.Slice).Sub(Taken(o, e.Slice-1))
	}
	if e.Total.IsZero() {
		return o.SrcAmount.Sub(before)
	}
	return e.Total.Sub(before)
}

// Progress is how a settlement moves an order on.
type Progress struct {
	Spent   api.Amount // of the source token, with all fees
	Percent uint64     // of the whole order, in basis points
	Filled  api.Amount // of SrcAmount, by this and all earlier settlements
	Whole   bool       // no part can be settled any more
}

// After is how a settlement moves an order on, given what earlier ones had taken.
func (e Event) After(o *api.DeltaOrder, before api.Amount) (p Progress) {
	n := uint64(o.Slices)
	switch {
	case e.Slice > 0 && n > 0:
		p.Spent, p.Percent, p.Filled = e.Paid, api.BPS/n, Taken(o, e.Slice)
		if uint64(e.Slice) == n {
			p.Percent = api.BPS - (n-1)*(api.BPS/n)
		}
	case o.Buy:
		p.Spent, p.Percent, p.Filled = e.Paid, api.BPS, o.SrcAmount
	default:
		p.Spent, p.Filled = e.SpentOf(o, before), o.SrcAmount
		p.Percent = p.Spent.InBPS(o.SrcAmount)
		if !e.Total.IsZero() {
			p.Filled = e.Total
		}
	}
	p.Whole = !p.Filled.Less(o.SrcAmount) ||
		!o.Form.Sliced() && Rest(o, o.SrcAmount.Sub(p.Filled)).Amount.IsZero()
	return p
}

// Events reads the settlements among the logs of a settlement contract.
func Events(contract common.Address, logs []types.Log) (list []Event, err error) {
	slices := make(map[common.Hash]bool) // the last of which tells of the whole order too
	for i := range logs {
		l := &logs[i]
		if l.Address != contract || len(l.Topics) == 0 {
			continue
		}
		out := Event{TxHash: l.TxHash, Log: l.Index}
		switch l.Topics[0] {
		case topicSettled:
			e, err := ABI.UnpackOrderSettledEvent(l)
			if err != nil {
				return nil, fmt.Errorf("settlement in log %d of %s: %w", l.Index, l.TxHash, err)
			}
			out.Order, out.Received = e.OrderHash, api.MustBig(e.ReturnAmount)
			out.ProtocolFee, out.PartnerFee = api.MustBig(e.ProtocolFee), api.MustBig(e.PartnerFee)
			out.Paid = api.MustBig(e.SrcAmount)
			if slices[out.Order] {
				continue
			}
		case topicSlice:
			e, err := Second.UnpackTWAPSliceSettledEvent(l)
			if err != nil {
				return nil, fmt.Errorf("slice in log %d of %s: %w", l.Index, l.TxHash, err)
			}
			out.Order, out.Received = e.OrderHash, api.MustBig(e.ReturnAmount)
			out.ProtocolFee, out.PartnerFee = api.MustBig(e.ProtocolFee), api.MustBig(e.PartnerFee)
			out.Paid, out.Slice = api.MustBig(e.SpentAmount), e.Slice+1
			slices[out.Order] = true
		case topicPartly:
			e, err := ABI.UnpackOrderPartiallyFilledEvent(l)
			if err != nil {
				return nil, fmt.Errorf("settlement in log %d of %s: %w", l.Index, l.TxHash, err)
			}
			out.Order, out.Received = e.OrderHash, api.MustBig(e.ReturnAmount)
			out.ProtocolFee, out.PartnerFee, out.Total = api.MustBig(e.ProtocolFee),
				api.MustBig(e.PartnerFee), api.MustBig(e.TotalFilledAmount)
		default:
			continue
		}
		list = append(list, out)
	}
	return list, nil
}

// GivenUp is a nonce that its owner made unusable on chain.
type GivenUp struct {
	Owner  common.Address
	Nonce  api.Amount
	TxHash common.Hash
}

// TopicsOfOwner are the topics of the events that tell of an owner's settlements, and of the nonces
// that the owner has given up.
func TopicsOfOwner(owner common.Address) [][]common.Hash {
	return [][]common.Hash{{topicSettled, topicPartly, topicSlice, topicInvalid},
		{common.BytesToHash(owner[:])}}
}

// NoncesGivenUp reads the nonces given up among the logs of a settlement contract.
func NoncesGivenUp(contract common.Address, logs []types.Log) (list []GivenUp, err error) {
	for i := range logs {
		l := &logs[i]
		if l.Address != contract || len(l.Topics) == 0 || l.Topics[0] != topicInvalid {
			continue
		}
		e, err := ABI.UnpackNonceInvalidatedEvent(l)
		if err != nil {
			return nil, fmt.Errorf("nonce given up in log %d of %s: %w", l.Index, l.TxHash, err)
		}
		list = append(list, GivenUp{e.Owner, api.MustBig(e.Nonce), l.TxHash})
	}
	return list, nil
}

// OnChain is an order as the contracts take it.
func OnChain(r *api.DeltaRecord) contracts.DeltaOrderWithSig {
	o := &r.Order
	return contracts.DeltaOrderWithSig{Signature: r.Signature, Order: contracts.DeltaOrder{
		Owner: o.Owner, Beneficiary: o.Beneficiary, SrcToken: o.SrcToken, DestToken: o.DestToken,
		SrcAmount: o.SrcAmount.Big(), DestAmount: o.DestAmount.Big(),
		ExpectedDestAmount: o.ExpectedDestAmount.Big(),
		Deadline:           Big(o.Deadline), Nonce: o.Nonce.Big(),
		PartnerAndFee: o.PartnerAndFee.Big(),
		Permit:        bytesOf(o.Permit),
	}}
}

// bytesOf is data as the ABI takes it.
func bytesOf(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func bridgeOf(b *api.DeltaBridge) contracts.Bridge {
	return contracts.Bridge{ProtocolSelector: b.ProtocolSelector,
		DestinationChainId: Big(b.DestinationChainID), OutputToken: b.OutputToken,
		ScalingFactor: b.ScalingFactor, ProtocolData: bytesOf(b.ProtocolData)}
}

// SecondOnChain is an order of the second form as the contracts take it.
func SecondOnChain(r *api.DeltaRecord) contracts.SecondOrderWithSig {
	o := &r.Order
	kind := uint8(0)
	if o.Buy {
		kind = 1
	}
	return contracts.SecondOrderWithSig{Signature: bytesOf(r.Signature), Cosignature: []byte{},
		BridgeOverride: contracts.BridgeOverride{Data: []byte{}},
		Order: contracts.SecondOrder{
			Owner: o.Owner, Beneficiary: o.Beneficiary, SrcToken: o.SrcToken,
			DestToken: o.DestToken, SrcAmount: o.SrcAmount.Big(), DestAmount: o.DestAmount.Big(),
			ExpectedAmount: o.ExpectedDestAmount.Big(), Deadline: Big(o.Deadline), Kind: kind,
			Nonce: o.Nonce.Big(), PartnerAndFee: o.PartnerAndFee.Big(),
			Permit: bytesOf(o.Permit), Metadata: bytesOf(o.Metadata), Bridge: bridgeOf(&o.Bridge),
		}}
}

func slicedOnChain(r *api.DeltaRecord) contracts.TWAPOrderWithSig {
	o := &r.Order
	return contracts.TWAPOrderWithSig{Signature: bytesOf(r.Signature), Order: contracts.TWAPOrder{
		Owner: o.Owner, Beneficiary: o.Beneficiary, SrcToken: o.SrcToken, DestToken: o.DestToken,
		Nonce: o.Nonce.Big(), PartnerAndFee: o.PartnerAndFee.Big(), Deadline: o.Deadline,
		Interval: o.Interval, NumSlices: o.Slices, DestAmountPerSlice: o.SliceAmount.Big(),
		TotalSrcAmount: o.SrcAmount.Big(), Permit: bytesOf(o.Permit),
		Metadata: bytesOf(o.Metadata), Bridge: bridgeOf(&o.Bridge)}}
}

func slicedBuyOnChain(r *api.DeltaRecord) contracts.TWAPBuyOrderWithSig {
	o := &r.Order
	return contracts.TWAPBuyOrderWithSig{Signature: bytesOf(r.Signature),
		Order: contracts.TWAPBuyOrder{
			Owner: o.Owner, Beneficiary: o.Beneficiary, SrcToken: o.SrcToken,
			DestToken: o.DestToken, Nonce: o.Nonce.Big(), PartnerAndFee: o.PartnerAndFee.Big(),
			Deadline: o.Deadline, Interval: o.Interval, NumSlices: o.Slices,
			TotalDestAmount: o.DestAmount.Big(), MaxSrcAmount: o.SrcAmount.Big(),
			Permit: bytesOf(o.Permit), Metadata: bytesOf(o.Metadata),
			Bridge: bridgeOf(&o.Bridge)}}
}

// Brings is what a settlement brings the owner in the order's measure.
func (e Event) Brings(o *api.DeltaOrder, spent api.Amount) api.Amount {
	if o.Buy {
		return spent.Sub(e.Paid)
	}
	return e.Received
}

// Settles tells whether calldata is a whole call of the contract that settles orders.
func Settles(calldata []byte) bool {
	if len(calldata) < 4 {
		return false
	}
	for _, of := range []abi.ABI{ABI.GetABI(), Second.GetABI()} {
		method, err := of.MethodById(calldata)
		if err != nil || !strings.Contains(strings.ToLower(method.Name), "settle") {
			continue
		}
		if _, err := method.Inputs.Unpack(calldata[4:]); err == nil {
			return true
		}
	}
	return false
}

// SwapSettlePart is the call that settles a part of an order by an executor.
func SwapSettlePart(r *api.DeltaRecord, data []byte, executor common.Address,
	percent uint64) []byte {
	if r.Order.Form == api.FirstForm {
		return ABI.PackSwapSettleFillable(OnChain(r), data, executor, Big(percent))
	}
	return Second.PackSwapSettleFillable(SecondOnChain(r), data, executor, Big(percent))
}

// FilledAmount is the call that tells how much of an order that is settled in parts is.
func FilledAmount(r *api.DeltaRecord) []byte {
	if r.Order.Form == api.FirstForm {
		return ABI.PackSwapFilledAmount(OnChain(r).Order)
	}
	return Second.PackSwapFilledAmount(SecondOnChain(r).Order)
}

// DirectSettle is the call that settles orders of one form, which sell, against the agent's tokens
// for amounts; percents are of orders that are settled in parts, nil for whole ones.
func DirectSettle(records []*api.DeltaRecord, amounts, percents []*big.Int) []byte {
	if records[0].Order.Form == api.FirstForm {
		var list []contracts.DeltaOrderWithSig
		for _, r := range records {
			list = append(list, OnChain(r))
		}
		if percents != nil {
			return ABI.PackDirectSettleFillableBatch(list, percents, amounts)
		}
		return ABI.PackDirectSettleBatch(list, amounts)
	}
	var list []contracts.SecondOrderWithSig
	for _, r := range records {
		list = append(list, SecondOnChain(r))
	}
	if percents != nil {
		return Second.PackDirectSettleFillableBatch(list, percents, amounts)
	}
	return Second.PackDirectSettleBatch(list, amounts)
}

// SwapSettle is the call that settles a whole order, or the next slice of one, by an executor.
func SwapSettle(r *api.DeltaRecord, data []byte, executor common.Address) []byte {
	switch o := &r.Order; {
	case o.Form == api.FirstForm:
		return ABI.PackSwapSettle(OnChain(r), data, executor)
	case o.Form == api.SlicedForm:
		return Second.PackTwapSettle(slicedOnChain(r), data, executor)
	case o.Form == api.SlicedBuyForm:
		return Second.PackTwapBuySettle(slicedBuyOnChain(r), data, executor)
	case o.Buy:
		return Second.PackBuySettle(SecondOnChain(r), data, executor, []byte{})
	}
	return Second.PackSwapSettle(SecondOnChain(r), data, executor, []byte{})
}

// Big is v as the ABI takes it.
func Big(v uint64) *big.Int { return new(big.Int).SetUint64(v) }
