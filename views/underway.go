package views

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// parse reads what was kept on disk.
func parse(text string) (list []Sent, err error) {
	err = json.Unmarshal([]byte(text), &list)
	for i := range list {
		list[i].read()
	}
	return list, err
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
	others := u.others()
	for _, e := range u.onDisk() { // as another program has noted it
		if at := u.at(e.Hash); at >= 0 {
			u.list[at].Shared = max(u.list[at].Shared, e.Shared)
		}
	}
	u.share(u.list)
	u.share(others)
	all := append(others, u.list...)
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

// share notes of orders that others have their nonce which the service has. The caller holds mu.
func (u *UnderWay) share(list []Sent) {
	for i := range list {
		e := &list[i]
		for _, o := range slices.Concat(u.gone, u.list) {
			if e.Kind == SentDelta && beside(o, *e) && o.Taken {
				e.Shared = max(e.Shared, o.Expiry)
			}
		}
	}
}

// others are what stands on disk and was neither signed nor taken up here.
func (u *UnderWay) others() (list []Sent) {
	for _, e := range u.onDisk() {
		if u.at(e.Hash) < 0 && !slices.ContainsFunc(u.gone, func(o Sent) bool {
			return o.Hash == e.Hash
		}) {
			list = append(list, e)
		}
	}
	return list
}

// onDisk is what stands there; what can't be read is nothing.
func (u *UnderWay) onDisk() []Sent {
	all, err := parse(u.kept.reread(underWayName))
	if err != nil {
		return nil
	}
	return all
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

// Void notes that it has come to its end, and that nothing came of it and never will. Call it off
// the loop.
func (u *UnderWay) Void(hash common.Hash) {
	u.change(hash, func(e *Sent) { e.Doubted = false })
	u.Remove(hash)
}

// Used notes that the service has refused an order because its nonce is used. Where that was given
// to it since another one may have been sent, that is claimed of both: the next has a nonce of its
// own. Call it off the loop.
func (u *UnderWay) Used(hash common.Hash) {
	u.change(hash, func(e *Sent) {
		for i := range u.list {
			if o := &u.list[i]; beside(*o, *e) && !o.Ended {
				o.Claimed, e.Claimed = true, true
			}
		}
	})
}

// Has notes that what was refused is there all the same. Call it off the loop.
func (u *UnderWay) Has(hash common.Hash) {
	u.change(hash, func(e *Sent) { e.Taken, e.Refused = true, false })
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

// List is all of it, with what other programs with this folder signed, oldest first.
func (u *UnderWay) List() []Sent {
	u.mu.Lock()
	defer u.mu.Unlock()
	all := slices.Concat(u.others(), u.list)
	slices.SortStableFunc(all, func(x, y Sent) int { return x.At.Compare(y.At) })
	return all
}
