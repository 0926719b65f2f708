package views

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// Sent is something that a key of this console has signed to be handed on: from before the first
// attempt to do so until it is known what has become of it.
type Sent struct {
	What    string         `json:"what"`
	Kind    SentKind       `json:"kind"`
	Account common.Address `json:"account"`
	ChainID uint64         `json:"chainId"`
	Hash    common.Hash    `json:"hash"`
	Nonce   api.Amount     `json:"nonce"`            // of a transaction, or in an order
	Expiry  uint64         `json:"expiry,omitempty"` // of an order, UNIX seconds; 0 is never
	Act     common.Hash    `json:"act"`              // the same for all that do the same
	At      time.Time      `json:"at"`
	Taken   bool           `json:"taken,omitempty"`   // the service has it
	Doubted bool           `json:"doubted,omitempty"` // it was unknown for a while whether it has
	Refused bool           `json:"refused,omitempty"` // the service has said that it has it not
	Ended   bool           `json:"ended,omitempty"`
	// Claimed is that a service has said that another transaction took its nonce, which nothing
	// that was signed here bears out.
	Claimed bool `json:"claimed,omitempty"`

	// Raw is a signed transaction, to be handed on once more, until it has come to its end.
	Raw hexutil.Bytes `json:"raw,omitempty"`

	Tx *api.Transaction `json:"-"` // of this session

	does common.Hash // what a transaction does; see TransactionAct
}

// Does compares what two transactions that were signed here do; ok is false where that is not
// known. Nothing is done by one that only uses its nonce up.
func (e Sent) Does(o Sent) (same, nothing, ok bool) {
	nothing = e.does == TransactionAct(api.Transaction{ChainID: e.ChainID, From: e.Account,
		To: e.Account})
	return e.does == o.does, nothing, e.does != common.Hash{} && o.does != common.Hash{}
}

// transaction is what was signed, as far as that is kept.
func (e Sent) transaction() (tx api.Transaction, ok bool) {
	if e.Tx != nil {
		return *e.Tx, true
	}
	signed := new(types.Transaction)
	if signed.UnmarshalBinary(e.Raw) != nil || signed.Hash() != e.Hash || signed.To() == nil {
		return tx, false
	}
	return api.Transaction{ChainID: e.ChainID, From: e.Account, To: *signed.To(),
		Value: api.MustBig(signed.Value()), Data: signed.Data(), Nonce: signed.Nonce(),
		Gas: signed.Gas(), GasPrice: api.MustBig(signed.GasFeeCap()),
		Tip: api.MustBig(signed.GasTipCap())}, true
}

// read takes in what a transaction does.
func (e *Sent) read() {
	if tx, ok := e.transaction(); ok && e.Kind == SentTransaction {
		e.does = TransactionAct(tx)
	}
}

// parse reads what was kept on disk.
func parse(text string) (list []Sent, err error) {
	err = json.Unmarshal([]byte(text), &list)
	for i := range list {
		list[i].read()
	}
	return list, err
}

// mostL1 is by how much what a rollup charges for the chain below may be more than was foreseen: no
// signature bounds it.
const mostL1 = 10

// MaxFee is the most that a transaction of this session can have paid for gas, in wei; 0 is not
// known.
func (e Sent) MaxFee() api.Amount {
	if e.Tx == nil {
		return api.Amount{}
	}
	more := e.Tx.L1Fee.MulDiv(api.NewAmount(mostL1-1), api.NewAmount(1))
	return e.Tx.MaxFee().Add(more)
}

// SentKind is what was signed.
type SentKind string

// What is handed on.
const (
	SentTransaction SentKind = "transaction"
	SentOrder       SentKind = "order"
	SentNFTOrder    SentKind = "nft order"
	SentDelta       SentKind = "delta order"
)

// Name names it in messages.
func (k SentKind) Name() string {
	switch k {
	case SentTransaction:
		return "transaction"
	case SentDelta:
		return "Delta order"
	}
	return "order"
}

const (
	underWayName = "underway"
	mostUnderWay = 100
	// recalled is for how long what was doubted is told apart from something new
	recalled = time.Hour
)

// UnderWay is what was signed here and has not come to its end. It is on disk before it is handed
// on, so that it is followed over restarts, and a second try of the same never becomes a second
// deed, whichever program with this folder makes it. It may be used from many goroutines; the zero
// value keeps nothing on disk.
type UnderWay struct {
	mu   sync.Mutex
	kept *Preferences
	list []Sent // oldest first
	gone []Sent // that were taken out of the list, as long as others may ask for them
	used map[sender]uint64
}

// sender is an account on a network.
type sender struct {
	chainID uint64
	account common.Address
}

// Open takes up what earlier sessions left, and returns it.
func (u *UnderWay) Open(kept *Preferences) ([]Sent, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.kept = kept
	text := kept.Get(underWayName)
	if text == "" {
		return nil, nil
	}
	var err error
	if u.list, err = parse(text); err != nil {
		return nil, fmt.Errorf("%s, which has what was signed and not decided yet, is damaged "+
			"(%w): put it back from a backup, or see in Activity that all is done and take it away",
			filepath.Join(kept.folder, underWayName), err)
	}
	return slices.Clone(u.list), nil
}

// write puts the list on disk, beside what another program with this folder is still to see the
// end of. The caller holds mu. Where it would become longer than a session reads, the oldest can't
// be handed on once more, and is followed all the same.
func (u *UnderWay) write() error { return u.kept.alone(u.merge) }

// merge is write while nobody else writes.
func (u *UnderWay) merge() error {
	u.list = u.list[max(0, len(u.list)-mostUnderWay):]
	all := append(u.others(), u.list...)
	all = all[max(0, len(all)-mostUnderWay):]
	for oldest := 0; ; oldest++ {
		text, err := json.Marshal(all)
		if err != nil {
			panic(err) // plain data always has a JSON form
		}
		if len(text) <= maxKept || oldest == len(all) {
			return u.kept.Keep(underWayName, string(text))
		}
		all[oldest].Raw = nil
	}
}

// others are what stands on disk and was neither signed nor taken up here.
func (u *UnderWay) others() (list []Sent) {
	all, err := parse(u.kept.reread(underWayName))
	if err != nil {
		return nil
	}
	for _, e := range all {
		if u.at(e.Hash) < 0 && !slices.ContainsFunc(u.gone, func(o Sent) bool {
			return o.Hash == e.Hash
		}) {
			list = append(list, e)
		}
	}
	return list
}

// Put notes what is about to be handed on, and returns once that is on disk. Call it off the loop.
func (u *UnderWay) Put(e Sent) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at := u.at(e.Hash); at >= 0 {
		return nil // another try of the very same
	}
	e.read()
	u.list = append(u.list, e)
	return u.write()
}

func (u *UnderWay) at(hash common.Hash) int {
	return slices.IndexFunc(u.list, func(e Sent) bool { return e.Hash == hash })
}

// change changes an entry. Call it off the loop.
func (u *UnderWay) change(hash common.Hash, to func(*Sent)) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at := u.at(hash); at >= 0 {
		to(&u.list[at])
		_ = u.write() // the next session asks anew
	}
}

// Took notes that the service has it. What it refused of the same nonce is over: the next order has
// a nonce of its own. Call it off the loop.
func (u *UnderWay) Took(hash common.Hash) {
	u.change(hash, func(e *Sent) {
		e.Taken = true
		u.orderUsesNonce(*e)
	})
}

// orderUsesNonce is usesNonce of an order that a service has; a transaction uses its nonce once it
// is mined. The caller holds mu.
func (u *UnderWay) orderUsesNonce(e Sent) {
	if e.Kind != SentTransaction {
		u.usesNonce(e)
	}
}

// usesNonce ends what else was signed with a nonce that one has used: the chain takes one
// transaction of a nonce, a contract one order, of which a service may yet have another that it has
// not refused. The caller holds mu.
func (u *UnderWay) usesNonce(e Sent) {
	for i := range u.list {
		o := &u.list[i]
		switch {
		case !beside(*o, e):
		case e.Kind == SentTransaction:
			o.Ended, o.Doubted = true, false
		case o.Refused:
			o.Ended = true
		}
	}
}

// Doubt notes that nobody knows whether the service has it, or has it still. Call it off the loop.
func (u *UnderWay) Doubt(hash common.Hash) {
	u.change(hash, func(e *Sent) { e.Doubted, e.Taken = true, false })
}

// Refuse notes that the service does not take it. It may know better, so that its nonce stays what
// the next of its kind has. Call it off the loop.
func (u *UnderWay) Refuse(hash common.Hash) {
	u.change(hash, func(e *Sent) { e.Refused = true })
}

// Claim notes that a service says that another transaction took its nonce; fresh is whether it is
// the first time. Call it off the loop.
func (u *UnderWay) Claim(hash common.Hash) (fresh bool) {
	u.change(hash, func(e *Sent) {
		fresh = !e.Claimed
		e.Claimed, e.Doubted, e.Taken = true, true, false
	})
	return fresh
}

// Mined notes that a transaction is in a block, so that no other with its nonce ever will be. Where
// a service alone says that it reverted, which may be a lie, who wants the same again is told of
// it. Call it off the loop.
func (u *UnderWay) Mined(hash common.Hash, r *api.Receipt) {
	if !r.Success && r.ToldBy != "" {
		u.Doubt(hash)
	}
	u.change(hash, func(e *Sent) {
		if r.ToldBy == "" { // by a word alone the others may be mined yet
			u.usesNonce(*e)
		}
		by := sender{e.ChainID, e.Account}
		if nonce, fits := e.Nonce.Uint64(); fits && nonce >= u.used[by] {
			if u.used == nil {
				u.used = make(map[sender]uint64)
			}
			u.used[by] = nonce + 1
		}
	})
	u.Remove(hash)
}

// Remove notes that it has come to its end; first is whether it had not. What was doubted is
// recalled for a while, so that who has missed the news does not do it again unawares. Call it off
// the loop.
func (u *UnderWay) Remove(hash common.Hash) (first bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	at := u.at(hash)
	if at < 0 {
		return false
	}
	first = !u.list[at].Ended
	newest := u.list[len(u.list)-1].At
	u.list[at].Ended = true
	u.orderUsesNonce(u.list[at])
	for i := range u.list {
		if u.list[i].Ended {
			u.list[i].Raw = nil
		}
	}
	u.list = slices.DeleteFunc(u.list, func(e Sent) bool {
		over := e.Ended && (!e.Doubted || newest.Sub(e.At) > recalled)
		if over {
			u.gone = append(u.gone, e)
		}
		return over
	})
	u.gone = slices.Clone(u.gone[max(0, len(u.gone)-mostUnderWay):])
	_ = u.write() // the next session asks anew
	return first
}

// Entry is what is known of something that was signed; ok is false where nothing is.
func (u *UnderWay) Entry(hash common.Hash) (e Sent, ok bool) {
	return u.newest(func(e Sent) bool { return e.Hash == hash })
}

// Again is a signed transaction that may be handed on once more: it was not refused, has not come
// to its end, and nothing else was signed with its nonce since. ok is false for none.
func (u *UnderWay) Again(hash common.Hash, now time.Time) (e Sent, ok bool) {
	e, ok = u.Entry(hash)
	if !ok || len(e.Raw) == 0 || e.Refused || now.Sub(e.At) > recalled {
		return e, false
	}
	last, _ := u.newest(func(o Sent) bool {
		return o.Kind == e.Kind && o.ChainID == e.ChainID && o.Account == e.Account &&
			o.Nonce == e.Nonce
	})
	return e, last.Hash == hash
}

// Of is what a transaction does that was signed here, in this session or an earlier one, and has
// not come to its end.
func (u *UnderWay) Of(hash common.Hash) (tx api.Transaction, ok bool) {
	e, ok := u.newest(func(e Sent) bool { return e.Hash == hash && !e.Ended })
	if !ok {
		return tx, false
	}
	return e.transaction()
}

// WithNonce finds one with the nonce of a transaction that waits for its block.
func (u *UnderWay) WithNonce(tx api.Transaction) (hash common.Hash, ok bool) {
	e, ok := u.newest(func(e Sent) bool {
		return e.waits(tx.ChainID, tx.From) && e.Nonce == api.NewAmount(tx.Nonce)
	})
	return e.Hash, ok
}

// waits tells whether it is a transaction of an account that waits for its block.
func (e Sent) waits(chainID uint64, account common.Address) bool {
	return e.Kind == SentTransaction && e.ChainID == chainID && e.Account == account && e.Taken &&
		!e.Ended
}

// Gap tells how many transactions must still be sent before one, from which nonce on. Those below
// next need not, nor those that are known here to wait or to be mined.
func (u *UnderWay) Gap(tx api.Transaction, next uint64) (missing, from uint64) {
	waits := make(map[uint64]bool)
	for _, e := range u.List() {
		if nonce, fits := e.Nonce.Uint64(); fits && e.waits(tx.ChainID, tx.From) {
			waits[nonce] = true
		}
	}
	u.mu.Lock()
	next = max(next, u.used[sender{tx.ChainID, tx.From}])
	u.mu.Unlock()
	for waits[next] {
		next++
	}
	if tx.Nonce <= next {
		return 0, next
	}
	missing = tx.Nonce - next
	for nonce := range waits {
		if next < nonce && nonce < tx.Nonce {
			missing--
		}
	}
	return missing, next
}

// Behind is how many transactions of its account are mined before one, where none is missing:
// those that are in blocks, by the count that is told or by what is known here, are not.
func (u *UnderWay) Behind(tx api.Transaction, mined uint64) uint64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	mined = max(mined, u.used[sender{tx.ChainID, tx.From}])
	return tx.Nonce - min(mined, tx.Nonce)
}

// Unknown is the newest signed of a kind by an account of which nobody knows whether the service
// has it; ok is false for none. A transaction in whose place another one waits is none.
func (u *UnderWay) Unknown(kind SentKind, chainID uint64, account common.Address) (e Sent,
	ok bool) {
	all := u.List()
	return newest(all, func(e Sent) bool {
		return e.Kind == kind && e.ChainID == chainID && e.Account == account && !e.Taken &&
			!e.Ended && !slices.ContainsFunc(all, func(o Sent) bool {
			return beside(o, e) && o.waits(chainID, account)
		})
	})
}

// Replaced tells whether another transaction was signed here since in the place of one, and nobody
// has refused that.
func (u *UnderWay) Replaced(e Sent) bool {
	last, ok := u.newest(func(o Sent) bool {
		return o.Hash == e.Hash || beside(o, e) && !o.Refused && !o.Ended
	})
	return ok && last.Hash != e.Hash
}

// Did finds what did the same as something with a nonce, and may have been done: it waits, or it
// was doubted not long ago, or it was refused and yet its nonce is used, by nothing that is known.
func (u *UnderWay) Did(act common.Hash, nonce api.Amount, now time.Time) (e Sent, ok bool) {
	all := u.List()
	return newest(all, func(e Sent) bool {
		return e.Act == act && (!e.Refused || e.Doubted || passed(all, e, nonce)) &&
			(!e.Ended || now.Sub(e.At) < recalled)
	})
}

// passed tells whether a transaction that was refused may have been mined all the same, since the
// account's next nonce is beyond its own and no other of all is known to have that.
func passed(all []Sent, e Sent, next api.Amount) bool {
	return e.Kind == SentTransaction && !e.Ended && e.Nonce.Less(next) &&
		!slices.ContainsFunc(all, func(o Sent) bool {
			return beside(o, e) && !o.Refused
		})
}

// beside tells whether one of two has the other's nonce.
func beside(a, b Sent) bool {
	return a.Kind == b.Kind && a.ChainID == b.ChainID && a.Account == b.Account &&
		a.Nonce == b.Nonce && a.Hash != b.Hash
}

// Beside lists the other transactions that were signed here with the nonce of one, and those that
// have come to their end.
func (u *UnderWay) Beside(e Sent) (list []Sent) {
	u.mu.Lock()
	gone := slices.Clone(u.gone)
	u.mu.Unlock()
	for _, o := range slices.Concat(gone, u.List()) {
		if beside(o, e) {
			list = append(list, o)
		}
	}
	return list
}

// Tried tells whether the nonce of a transaction was tried once more, and refused.
func (u *UnderWay) Tried(e Sent) bool {
	return e.Refused || slices.ContainsFunc(u.Beside(e), func(o Sent) bool { return o.Refused })
}

func (u *UnderWay) newest(is func(Sent) bool) (Sent, bool) { return newest(u.List(), is) }

func newest(all []Sent, is func(Sent) bool) (Sent, bool) {
	for _, e := range slices.Backward(all) {
		if is(e) {
			return e, true
		}
	}
	return Sent{}, false
}

// Waiting counts the transactions of a network that wait for their blocks.
func (u *UnderWay) Waiting(chainID uint64) (n int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, e := range u.list {
		if e.Kind == SentTransaction && e.ChainID == chainID && !e.Ended {
			n++
		}
	}
	return n
}

// List is all of it, with what other programs with this folder signed, oldest first.
func (u *UnderWay) List() []Sent {
	u.mu.Lock()
	defer u.mu.Unlock()
	all := slices.Concat(u.others(), u.list)
	slices.SortStableFunc(all, func(x, y Sent) int { return x.At.Compare(y.At) })
	return all
}

// TransactionAct tells transactions that do the same.
func TransactionAct(tx api.Transaction) common.Hash {
	value := tx.Value.Bytes32()
	return crypto.Keccak256Hash(fmt.Appendf(nil, "%d %s %s %x %x", tx.ChainID, tx.From, tx.To,
		value, tx.Data))
}

// DataAct tells orders that want the same, whenever they are made and at whatever quote.
func DataAct(d eip712.TypedData) common.Hash {
	text := fmt.Appendf(nil, "%d %s", d.Domain.ChainID, d.Domain.Contract)
	quoted := "destAmount" // what the market says of an order that sells
	if buys(d) {
		quoted = "srcAmount"
	}
	for _, f := range d.Message.Fields {
		switch f.Name {
		case quoted, "expiry", "deadline", "nonce", "expectedDestAmount", "expectedAmount",
			"destAmountPerSlice", "maxSrcAmount", "permit", "bridge":
			continue
		case "nonceAndMeta":
			meta, _ := f.Value.(api.Amount)
			f.Value = api.Order{NonceAndMeta: meta}.TakerFromMeta()
		}
		text = fmt.Appendf(text, " %s=%v", f.Name, f.Value)
	}
	return crypto.Keccak256Hash(text)
}

// buys tells whether an order is for an exact amount of what it buys.
func buys(d eip712.TypedData) bool {
	return slices.ContainsFunc(d.Message.Fields, func(f eip712.Field) bool {
		kind, _ := f.Value.(api.Amount)
		return f.Name == "kind" && kind == api.NewAmount(1)
	})
}

// DeltaNonce is the nonce of a Delta order that may have been posted already, or was refused: the
// next one has it too, since the contract settles one of a nonce. One that an order has which
// stands, such as the other half of a pair, is not given to another.
func (s *Session) DeltaNonce(stands func(nonce api.Amount) bool) (nonce api.Amount, ok bool) {
	e, ok := s.UnderWay.Unknown(SentDelta, s.Network.ChainID, s.Account.Address)
	return e.Nonce, ok && !stands(e.Nonce)
}

// SameOrder is an order as it was signed before, where that one may have been posted already: with
// its nonce and its end it is the same order, which no book holds twice.
func (s *Session) SameOrder(o api.Order) api.Order {
	kind := SentOrder
	if o.NFT {
		kind = SentNFTOrder
	}
	act := DataAct(eip712.OrderTypedData(s.Network.ChainID, s.Network.Contracts.AugustusRFQ, o))
	e, ok := s.UnderWay.newest(func(e Sent) bool {
		return e.Kind == kind && !e.Taken && !e.Ended && e.Act == act
	})
	// an end that was chosen anew is another wish
	const slack = time.Minute
	moved := time.Duration(o.Expiry-e.Expiry) * time.Second
	switch since := s.Env.Now().Sub(e.At); {
	case !ok || (o.Expiry == 0) != (e.Expiry == 0),
		o.Expiry < e.Expiry || moved > since+slack,
		e.Expiry > 0 && e.Expiry <= uint64(s.Env.Now().Unix()):
		return o
	}
	o.NonceAndMeta, o.Expiry = api.PackNonce(e.Nonce, o.TakerFromMeta()), e.Expiry
	return o
}
