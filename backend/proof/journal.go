package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/store/file"
)

// journal is the orders that were signed here and handed to a service, whatever that tells of them
// later. On disk it has an entry a line, to which processes add; orders of the book go once there
// are many that can't be filled any more.
type journal struct {
	path    string
	seen    fs.FileInfo // the file that was read, so many bytes and lines of it
	size    int64
	lines   int
	entries []entry
}

// entry is an order as it was when it was taken, of Delta without its signature, or the news that
// one can't be settled any more, or a transaction that cancels some.
type entry struct {
	Order   *api.DeltaRecord `json:"order,omitempty"`
	Book    *api.OrderRecord `json:"book,omitempty"`
	Ended   common.Hash      `json:"ended,omitzero"`
	Cancels []common.Hash    `json:"cancels,omitempty"` // orders of the book
	By      common.Hash      `json:"by,omitzero"`       // the transaction
	Maker   common.Address   `json:"maker,omitzero"`    // who sends it
}

const (
	mostJournal = 1 << 30 // bytes
	mostOver    = 500     // entries about orders of the book that are over
)

// read takes in what was added since the last time.
func (j *journal) read() error {
	if j.path == "" {
		return nil
	}
	now, err := os.Stat(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || j.seen == nil || !os.SameFile(now, j.seen) || now.Size() < j.size {
		j.entries, j.size, j.lines = nil, 0, 0 // another file
	}
	if j.seen = now; err == nil && now.Size() == j.size {
		return nil
	}
	text, err := j.rest()
	if err != nil {
		return fmt.Errorf("the orders that were signed here: %w", err)
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1] // more of a line may come
	for line := range bytes.Lines(text) {
		var e entry
		j.lines++
		err := json.Unmarshal(line, &e)
		var bad *json.SyntaxError
		switch {
		case err == nil && (e.Order != nil || e.Book != nil || len(e.Cancels) > 0 ||
			e.Ended != common.Hash{}):
			j.entries = append(j.entries, e)
		case err == nil:
			return j.damaged(errors.New("it tells of no order"))
		case len(bytes.TrimSpace(line)) == 0:
		case errors.As(err, &bad) && bad.Offset >= int64(len(line)-1):
			// a process ended while it wrote, and so before the order was handed on
		default:
			return j.damaged(err)
		}
	}
	j.size += int64(len(text))
	return nil
}

// rest is what was not read yet.
func (j *journal) rest() ([]byte, error) {
	if j.size == 0 {
		return file.Read(j.path, mostJournal)
	}
	f, err := os.Open(j.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.NewSectionReader(f, j.size, mostJournal))
}

// damaged is the error for the line that was read last.
func (j *journal) damaged(why error) error {
	line := j.lines
	j.seen = nil // it is read anew
	return fmt.Errorf("%s, which has the orders that were signed here, is damaged in line %d "+
		"(%w): put it back from a backup, or take that line out once its order has ended", j.path,
		line, why)
}

// add adds an entry, and returns once it is on disk. What is over at a time, in UNIX seconds, may
// go.
func (j *journal) add(e entry, now uint64) error {
	if j.path == "" {
		j.entries = append(j.entries, e)
		return nil
	}
	line, err := json.Marshal(e)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(j.path), 0o700)
	}
	if err != nil {
		return err
	}
	unlock, err := file.Lock(j.path + ".lock") // nobody adds to what is being replaced
	if err != nil {
		return err
	}
	defer unlock()
	if err := j.append(line); err != nil {
		return err
	}
	return errors.Join(j.read(), j.shorten(now))
}

func (j *journal) append(line []byte) error {
	f, err := os.OpenFile(j.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err = f.Write(slices.Concat([]byte("\n"), line, []byte("\n"))); err != nil {
		return err
	}
	return f.Sync()
}

// shorten takes out what is said of orders of the book that are over, once that is much.
func (j *journal) shorten(now uint64) error {
	stands := make(map[common.Hash]bool)
	of := make(map[common.Hash]bool) // the book
	for _, e := range j.entries {
		if e.Book != nil {
			of[e.Book.Hash] = true
			stands[e.Book.Hash] = e.Book.Expiry == 0 || now < e.Book.Expiry
		}
		delete(stands, e.Ended)
	}
	is := func(h common.Hash) bool { return stands[h] }
	kept := slices.DeleteFunc(slices.Clone(j.entries), func(e entry) bool {
		return e.Book != nil && !stands[e.Book.Hash] || of[e.Ended] && !stands[e.Ended] ||
			len(e.Cancels) > 0 && !slices.ContainsFunc(e.Cancels, is)
	})
	if len(j.entries)-len(kept) < mostOver {
		return nil
	}
	err := file.ReplaceBy(j.path, func(w io.Writer) error {
		lines := json.NewEncoder(w)
		for _, e := range kept {
			if err := lines.Encode(e); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, j.read())
}

// hash is that of the order to which the service gave an id.
func (j *journal) hash(id string) (h common.Hash, ok bool) {
	for _, e := range j.entries {
		if e.Order != nil && e.Order.ID == id {
			return e.Order.OrderHash, true
		}
	}
	return h, false
}

// has tells whether the newest entry about an order is it, by the same id.
func (j *journal) has(r *api.DeltaRecord) bool {
	for _, e := range slices.Backward(j.entries) {
		if e.Ended == r.OrderHash {
			return false
		}
		if e.Order != nil && e.Order.OrderHash == r.OrderHash {
			return e.Order.ID == r.ID
		}
	}
	return false
}

// open are the orders that a query is about and that can be settled at a time, in UNIX seconds.
func (j *journal) open(q api.DeltaQuery, now uint64) (list []api.DeltaRecord) {
	over := make(map[common.Hash]bool) // and those that are in the list, by their newest entry
	for _, e := range slices.Backward(j.entries) {
		over[e.Ended] = true
		if r := e.Order; r != nil && r.ChainID == q.ChainID && r.User == q.User &&
			now < r.Order.Deadline && !over[r.OrderHash] {
			over[r.OrderHash] = true
			list = append(list, *r)
		}
	}
	return list
}

// of are the orders that a query is about, whatever has become of them, the newest first.
func (j *journal) of(q api.DeltaQuery) (list []api.DeltaRecord) {
	seen := make(map[common.Hash]bool)
	for _, e := range slices.Backward(j.entries) {
		r := e.Order
		if r != nil && r.ChainID == q.ChainID && r.User == q.User && !seen[r.OrderHash] {
			seen[r.OrderHash] = true
			list = append(list, *r)
		}
	}
	return list
}

// beside tells whether an order of the same owner and nonce was signed here that is one of some.
func (j *journal) beside(r *api.DeltaRecord, some func(common.Hash) bool) bool {
	return slices.ContainsFunc(j.entries, func(e entry) bool {
		o := e.Order
		return o != nil && o.ChainID == r.ChainID && o.User == r.User &&
			o.Order.Nonce == r.Order.Nonce && o.OrderHash != r.OrderHash && some(o.OrderHash)
	})
}

// nonceOf is an order of the same owner and nonce that was signed here and taken by the service, or
// may be.
func (w *Witness) nonceOf(r *api.DeltaRecord) (hash common.Hash, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	over := make(map[common.Hash]bool)
	for _, e := range slices.Backward(w.signed.entries) {
		over[e.Ended] = true
		o := e.Order
		if o == nil || o.ChainID != r.ChainID || o.User != r.User ||
			o.Order.Nonce != r.Order.Nonce {
			continue
		}
		if refused := over[o.OrderHash] && o.ID == o.OrderHash.Hex(); !refused {
			return o.OrderHash, true
		}
	}
	return hash, false
}

// own is an order that was signed here, by the id that the service gave it or else by its hash.
func (w *Witness) own(id string, hash common.Hash) (r api.DeltaRecord, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if known, named := w.signed.hash(id); named {
		hash = known
	}
	for _, e := range slices.Backward(w.signed.entries) {
		if e.Order != nil && e.Order.OrderHash == hash {
			return *e.Order, true
		}
	}
	return r, false
}

// foreign marks an open order of which neither a signature of its owner is told nor known here:
// whoever lists it may have made it up.
func (w *Witness) foreign(r *api.DeltaRecord) {
	if r.Hidden || r.Status.Final() ||
		eip712.Verify(r.OrderHash, r.Signature, r.Order.Owner) == nil {
		return
	}
	if _, own := w.own("", r.OrderHash); own {
		return
	}
	r.Unsigned = true
	eip712.DeltaReason(r, "nothing here has signed it, so that no approval counts it")
}

// unheld marks an order that was signed here and not held back as it was asked to be.
func (w *Witness) unheld(r *api.DeltaRecord) {
	own, ok := w.own(r.ID, r.OrderHash)
	if ok && !r.Hidden && own.Trigger != nil && r.NotHeldAs(own.Trigger) != "" {
		r.Unheld = own.Trigger
	}
}

// sign notes an order that was signed here, and once more when the service has given it an id.
func (w *Witness) sign(r api.DeltaRecord) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.signed.read(); err != nil {
		return err
	}
	if w.signed.has(&r) {
		return nil
	}
	r.Signature = nil
	return w.note(entry{Order: &r})
}

// note adds an entry. The caller holds mu.
func (w *Witness) note(e entry) error {
	if err := w.signed.add(e, uint64(w.now().Unix())); err != nil {
		return fmt.Errorf("the order can't be noted here: %w", err)
	}
	return nil
}

// end notes that an order can't be settled any more.
func (w *Witness) end(hash common.Hash) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.note(entry{Ended: hash})
}

// complete adds to the first page of a user's orders those that were signed here and can still be
// settled, where the service leaves them out: each as it tells of it when it is asked for it or,
// where it does not, as it was when it was signed.
func (w *Witness) complete(ctx context.Context, list []api.DeltaRecord, q api.DeltaQuery,
	ask func(context.Context, string) (api.DeltaRecord, error),
	asSigned func(context.Context, *api.DeltaRecord, error) error) ([]api.DeltaRecord, error) {
	if q.Page > 1 {
		return list, nil
	}
	w.mu.Lock()
	err := w.signed.read()
	own := w.signed.open(q, uint64(w.now().Unix()))
	w.mu.Unlock()
	if err != nil {
		return list, err
	}
	full := len(list) >= q.Limit // then it may be on the next page
	added := false
	for _, o := range own {
		at := slices.IndexFunc(list, func(r api.DeltaRecord) bool {
			return r.OrderHash == o.OrderHash || r.Hidden && r.ID == o.ID
		})
		if at >= 0 {
			w.noteEnd(&list[at])
			continue
		}
		r, err := ask(ctx, o.ID)
		switch {
		case ctx.Err() != nil:
			return list, ctx.Err()
		case err != nil:
			r = o
			if err := asSigned(ctx, &r, err); err != nil {
				return list, err
			}
		case !full && !r.Status.Final():
			eip712.DeltaReason(&r, w.host+" leaves it out of its list")
		}
		w.noteEnd(&r)
		list, added = append(slices.Clip(list), r), true
	}
	if added {
		slices.SortStableFunc(list, func(x, y api.DeltaRecord) int {
			return y.CreatedAt.Compare(x.CreatedAt)
		})
	}
	return list, nil
}

// noteEnd notes that an order can't be settled any more. Where that can't be written, it is looked
// at again the next time.
func (w *Witness) noteEnd(r *api.DeltaRecord) {
	if r.Status.Final() && !r.Promised && !r.Hidden {
		_ = w.end(r.OrderHash)
	}
}

// Traded are the assets of the orders that an account has signed here, on a network.
func (w *Witness) Traded(chainID uint64, of common.Address) (list []api.Asset) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.signed.read() != nil {
		return nil // whoever needs to know says so
	}
	for _, e := range w.signed.entries {
		if r := e.Book; r != nil && r.ChainID == chainID && r.Maker == of {
			list = append(list, r.MakerAsset, r.TakerAsset)
		}
		if r := e.Order; r != nil && r.ChainID == chainID && r.User == of {
			list = append(list, api.Asset{Address: r.Order.SrcToken},
				api.Asset{Address: r.Order.DestToken})
		}
	}
	return list
}
