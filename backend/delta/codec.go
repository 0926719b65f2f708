package delta

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/google/uuid"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/store"
)

// The first byte of a stored row: a plain one, and one that ends with what held its order back.
const (
	rowFormat  = 1
	heldFormat = 2
)

// statuses are numbered by their place here, which records hold.
var statuses = [...]api.DeltaStatus{
	none, waiting, running, executing, executed, suspended, expired, cancelled, failed,
	cancelling}

// rowCodec stores orders in as few bytes as they have. What follows from other fields is not
// stored: the user is the owner, the end the deadline.
type rowCodec struct{}

// Append implements store.Codec.
func (rowCodec) Append(b []byte, r row) ([]byte, error) {
	id, err := uuid.Parse(r.ID)
	if err != nil {
		return nil, fmt.Errorf("order %q: %w", r.ID, err)
	}
	format := byte(rowFormat)
	if r.Held != nil {
		format = heldFormat
	}
	b = append(append(b, format, byte(slices.Index(statuses[:], r.Status)),
		bit(r.PartiallyFillable, 0)|bit(r.ByOwner, 1)|bit(r.Award != nil, 2)|bit(r.ByContract, 3)|
			bit(r.Lock != nil, 4)|bit(r.Order.Form != api.FirstForm, 5)|bit(r.Loose > 0, 6)|
			bit(r.Outside > 0, 7)),
		id[:]...)
	b = appendOrder(b, &r.Order)
	b = append(b, r.OrderHash[:]...)
	b = store.AppendBytes(b, r.Signature)
	b = binary.AppendUvarint(b, r.ChainID)
	for _, text := range []string{r.DeltaVersion, r.Reason, r.Partner} {
		b = store.AppendBytes(b, []byte(text))
	}
	b = appendAmount(b, r.FilledAmount)
	b = binary.AppendUvarint(b, uint64(r.CreatedAt.UnixMilli()))
	b = binary.AppendUvarint(b, uint64(r.UpdatedAt.UnixNano()))
	b = binary.AppendUvarint(binary.AppendUvarint(b, r.Seq), r.Block)
	if r.Award != nil {
		b = appendAward(b, r.Award)
	}
	b = binary.AppendUvarint(b, uint64(len(r.Cooldown)))
	for _, agent := range slices.Sorted(maps.Keys(r.Cooldown)) {
		b = binary.AppendUvarint(store.AppendBytes(b, []byte(agent)), r.Cooldown[agent])
	}
	b = binary.AppendUvarint(b, uint64(len(r.Transactions)))
	for i := range r.Transactions {
		if b, err = appendTransaction(b, &r.Transactions[i]); err != nil {
			return nil, err
		}
	}
	if r.Lock != nil {
		b = append(b, r.Lock[:]...)
	}
	if r.Order.Form != api.FirstForm {
		b = appendSecond(b, &r)
	}
	if r.Loose > 0 {
		b = binary.AppendUvarint(b, r.Loose)
	}
	if r.Outside > 0 {
		b = binary.AppendUvarint(b, r.Outside)
	}
	if r.Held != nil {
		b = appendHeld(b, r.Held)
	}
	return b, nil
}

// Decode implements store.Codec.
func (rowCodec) Decode(b []byte) (r row, err error) {
	f := reader{store.FieldsOf(b)}
	format := f.Byte()
	if format != rowFormat && format != heldFormat {
		f.Fail()
	}
	if s := int(f.Byte()); s < len(statuses) {
		r.Status = statuses[s]
	} else {
		f.Fail()
	}
	has := f.Byte()
	r.PartiallyFillable, r.ByOwner, r.ByContract = has&1 != 0, has&2 != 0, has&8 != 0
	r.ID = f.uuid()
	f.order(&r.Order)
	r.Order.Fillable, r.User = r.PartiallyFillable, r.Order.Owner
	r.ExpiresAt = time.Unix(int64(r.Order.Deadline), 0).UTC()
	f.Fill(r.OrderHash[:])
	r.Signature = f.Bytes()
	r.ChainID = f.Uvarint()
	r.DeltaVersion, r.Reason, r.Partner = f.Text(), f.Text(), f.Text()
	r.FilledAmount = f.amount()
	r.CreatedAt = time.UnixMilli(int64(f.Uvarint())).UTC()
	r.UpdatedAt = time.Unix(0, int64(f.Uvarint())).UTC()
	r.Seq, r.Block = f.Uvarint(), f.Uvarint()
	if has&4 != 0 {
		r.Award = f.award()
	}
	for n := f.Count(2); n > 0; n-- {
		if r.Cooldown == nil {
			r.Cooldown = make(map[string]uint64, n)
		}
		agent := f.Text()
		r.Cooldown[agent] = f.Uvarint()
	}
	n := f.Count(transactionSize)
	r.Transactions = make([]api.DeltaTransaction, n)
	for i := range n {
		f.transaction(&r.Transactions[i])
		r.Transactions[i].AuctionID = r.ID
	}
	if has&16 != 0 {
		r.Lock = new(common.Hash)
		f.Fill(r.Lock[:])
	}
	if has&32 != 0 {
		f.second(&r)
	}
	if has&64 != 0 {
		r.Loose = f.Uvarint()
	}
	if has&128 != 0 {
		r.Outside = f.Uvarint()
	}
	if format == heldFormat {
		r.Held = f.held()
	}
	return r, f.Done()
}

func bit(on bool, n int) byte {
	if on {
		return 1 << n
	}
	return 0
}

func appendAmount(b []byte, a api.Amount) []byte {
	w := a.Bytes32()
	return store.AppendNumber(b, w[:])
}

func appendOrder(b []byte, o *api.DeltaOrder) []byte {
	b = append(append(append(append(b, o.Owner[:]...), o.Beneficiary[:]...), o.SrcToken[:]...),
		o.DestToken[:]...)
	for _, a := range []api.Amount{
		o.SrcAmount, o.DestAmount, o.ExpectedDestAmount, o.Nonce, o.PartnerAndFee} {
		b = appendAmount(b, a)
	}
	return store.AppendBytes(binary.AppendUvarint(b, o.Deadline), o.Permit)
}

// appendSecond adds what only orders of the other forms than the first have. None has a bridge:
// such orders are refused.
func appendSecond(b []byte, r *row) []byte {
	o := &r.Order
	b = append(b, byte(o.Form), bit(o.Buy, 0)|bit(r.Type == limitType, 1))
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(o.Slices)), o.Interval)
	return store.AppendBytes(appendAmount(b, o.SliceAmount), o.Metadata)
}

func (f reader) second(r *row) {
	o := &r.Order
	form, is := api.DeltaForm(f.Byte()), f.Byte()
	if o.Form = form; form == api.FirstForm || form > api.SlicedBuyForm {
		f.Fail()
	}
	slices := f.Uvarint()
	if slices > math.MaxUint32 {
		f.Fail()
	}
	o.Buy, o.Slices, o.Interval = is&1 != 0, uint32(slices), f.Uvarint()
	o.SliceAmount, o.Metadata = f.amount(), f.Bytes()
	r.tell(is&2 != 0)
}

// The types of orders of all forms but the first.
const (
	marketType = "MARKET"
	limitType  = "LIMIT"
)

// tell sets what is told of orders of all forms but the first.
func (r *row) tell(limit bool) {
	r.OnChainOrderType, r.Type = r.Order.TypeName(), marketType
	r.Unbridged = new(api.Unbridged)
	if limit {
		r.Type = limitType
	}
}

func appendHeld(b []byte, h *api.DeltaHeld) []byte {
	b = append(b, bit(h.Below, 0)|bit(h.Fired, 1)|bit(h.Trail.Buys, 2))
	b = binary.AppendUvarint(binary.AppendUvarint(b, h.NotBefore), h.Trail.Bps)
	return appendAmount(appendAmount(appendAmount(b, h.Worth), h.Trail.Price), h.Trail.From)
}

func (f reader) held() *api.DeltaHeld {
	is, h := f.Byte(), new(api.DeltaHeld)
	h.Below, h.Fired, h.Trail.Buys = is&1 != 0, is&2 != 0, is&4 != 0
	h.NotBefore, h.Trail.Bps = f.Uvarint(), f.Uvarint()
	h.Worth, h.Trail.Price, h.Trail.From = f.amount(), f.amount(), f.amount()
	return h
}

func appendAward(b []byte, a *auction.Award) []byte {
	b = store.AppendBytes(binary.AppendUvarint(b, a.Round), []byte(a.Agent))
	b = append(append(b, a.Address[:]...), a.TxHash[:]...)
	b = store.AppendBytes(b, a.Raw)
	for _, v := range []uint64{a.Nonce, a.Block, a.Until} {
		b = binary.AppendUvarint(b, v)
	}
	b = binary.AppendUvarint(b, uint64(len(a.Former)))
	for _, hash := range a.Former {
		b = append(b, hash[:]...)
	}
	return appendAmount(appendAmount(b, a.Received), a.Spent)
}

// transactionSize is the least that a stored transaction takes.
const transactionSize = 16 + 32 + 32 + 20 + 20

func appendTransaction(b []byte, tx *api.DeltaTransaction) ([]byte, error) {
	id, err := uuid.Parse(tx.ID)
	if err != nil {
		return nil, fmt.Errorf("transaction %q: %w", tx.ID, err)
	}
	b = append(append(append(append(append(b, id[:]...), tx.Hash[:]...), tx.BlockHash[:]...),
		tx.From[:]...), tx.To[:]...)
	for _, v := range []uint64{
		tx.BlockNumber, tx.GasUsed, tx.GasPrice, tx.BlobGasUsed, tx.BlobGasPrice, uint64(tx.Index),
		tx.Status, tx.FilledPercent,
	} {
		b = binary.AppendUvarint(b, v)
	}
	for _, a := range []api.Amount{tx.Received, tx.Spent, tx.ProtocolFee, tx.PartnerFee} {
		b = appendAmount(b, a)
	}
	return store.AppendBytes(b, []byte(tx.Agent)), nil
}

// reader reads what the functions above append.
type reader struct{ *store.Fields }

func (f reader) amount() api.Amount {
	var w [32]byte
	f.Number(w[:])
	return api.AmountFromBytes32(w)
}

func (f reader) uuid() string {
	var id uuid.UUID
	f.Fill(id[:])
	return id.String()
}

func (f reader) order(o *api.DeltaOrder) {
	f.Fill(o.Owner[:])
	f.Fill(o.Beneficiary[:])
	f.Fill(o.SrcToken[:])
	f.Fill(o.DestToken[:])
	o.SrcAmount, o.DestAmount, o.ExpectedDestAmount, o.Nonce, o.PartnerAndFee = f.amount(),
		f.amount(), f.amount(), f.amount(), f.amount()
	o.Deadline, o.Permit = f.Uvarint(), f.Bytes()
}

func (f reader) award() *auction.Award {
	a := &auction.Award{Round: f.Uvarint(), Agent: f.Text()}
	f.Fill(a.Address[:])
	f.Fill(a.TxHash[:])
	a.Raw = f.Bytes()
	a.Nonce, a.Block, a.Until = f.Uvarint(), f.Uvarint(), f.Uvarint()
	for n := f.Count(common.HashLength); n > 0; n-- {
		var hash common.Hash
		f.Fill(hash[:])
		a.Former = append(a.Former, hash)
	}
	a.Received, a.Spent = f.amount(), f.amount()
	return a
}

func (f reader) transaction(tx *api.DeltaTransaction) {
	tx.ID = f.uuid()
	f.Fill(tx.Hash[:])
	f.Fill(tx.BlockHash[:])
	f.Fill(tx.From[:])
	f.Fill(tx.To[:])
	tx.BlockNumber, tx.GasUsed, tx.GasPrice, tx.BlobGasUsed, tx.BlobGasPrice = f.Uvarint(),
		f.Uvarint(), f.Uvarint(), f.Uvarint(), f.Uvarint()
	tx.Index, tx.Status, tx.FilledPercent = uint(f.Uvarint()), f.Uvarint(), f.Uvarint()
	tx.Received, tx.Spent, tx.ProtocolFee, tx.PartnerFee = f.amount(), f.amount(), f.amount(),
		f.amount()
	tx.Agent = f.Text()
}
