package announce

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store/file"
)

// remembered is how long what has ended is remembered. What is older is not announced any more.
const remembered = 30 * 24 * time.Hour

// seen is what accounts have been told, as the file has it. Watcher.mu guards it, and Watcher.Keep
// writes it.
type seen struct {
	Accounts []known `json:"accounts"`
	Sent     []sent  `json:"sent"`
}

// known is what was seen of one account on one network.
type known struct {
	ChainID uint64         `json:"chainId"`
	Account common.Address `json:"account"`
	// Since is the place of the newest fill there was when the account was looked at first.
	Since  api.FillMark          `json:"since"`
	Fills  map[string]int64      `json:"fills"`  // ids of those told, and their times
	Orders map[string]orderSeen  `json:"orders"` // own ones and offers, by hash
	Deltas map[string]*deltaSeen `json:"deltas"` // by id
}

// orderSeen is how an order stood.
type orderSeen struct {
	State   api.OrderState `json:"state"`
	Updated int64          `json:"updated"`
	Told    bool           `json:"told,omitempty"` // an offer that was announced
}

// deltaSeen is how a Delta order stood.
type deltaSeen struct {
	Status  api.DeltaStatus `json:"status"`
	Updated int64           `json:"updated"` // in milliseconds
	Held    bool            `json:"held,omitempty"`
	Settled []common.Hash   `json:"settled,omitempty"` // transactions
	Unshown bool            `json:"unshown,omitempty"` // it was announced as that
}

// sent is a transaction that is in no block yet.
type sent struct {
	ChainID uint64         `json:"chainId"`
	Account common.Address `json:"account"`
	Hash    common.Hash    `json:"hash"`
	Nonce   uint64         `json:"nonce"`
	At      int64          `json:"at"`
	// Elsewhere is that of its announcement.
	Elsewhere bool `json:"elsewhere,omitempty"`
}

// of returns what is known of an account, to be changed and put back; primed is false of one that
// was never looked at.
func (s *seen) of(t target) (k known, primed bool) {
	for _, k := range s.Accounts {
		if k.ChainID == t.chain && k.Account == t.account {
			k.Fills, k.Orders = maps.Clone(k.Fills), maps.Clone(k.Orders)
			k.Deltas = maps.Clone(k.Deltas)
			return k.ready(), true
		}
	}
	k = known{ChainID: t.chain, Account: t.account}
	return k.ready(), false
}

// ready has maps, also where the file had none.
func (k known) ready() known {
	if k.Fills == nil {
		k.Fills = map[string]int64{}
	}
	if k.Orders == nil {
		k.Orders = map[string]orderSeen{}
	}
	if k.Deltas == nil {
		k.Deltas = map[string]*deltaSeen{}
	}
	return k
}

// put takes the place of what was known of an account. The caller holds Watcher.mu, and says in
// Watcher.changed whether that is to be kept.
func (s *seen) put(t target, k known) {
	same := func(o known) bool { return o.ChainID == t.chain && o.Account == t.account }
	if i := slices.IndexFunc(s.Accounts, same); i >= 0 {
		s.Accounts[i] = k
		return
	}
	s.Accounts = append(s.Accounts, k)
}

// forget drops what ended before a time.
func (k *known) forget(before time.Time) {
	maps.DeleteFunc(k.Fills, func(_ string, at int64) bool { return at < before.Unix() })
	maps.DeleteFunc(k.Orders, func(_ string, o orderSeen) bool {
		return !o.State.Open() && o.Updated < before.Unix()
	})
	maps.DeleteFunc(k.Deltas, func(_ string, d *deltaSeen) bool {
		return d.Status.Final() && d.Updated < before.UnixMilli()
	})
}

// read takes over what was seen before. A file that cannot be read is an error: what happened
// meanwhile would be lost without a word. w.mu is held.
func (w *Watcher) read() error {
	if w.loaded || w.cfg.Path == "" {
		return nil
	}
	text, err := file.Read(w.cfg.Path, 1<<30)
	var before seen
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err == nil:
		err = json.Unmarshal(text, &before)
	}
	if err != nil {
		return fmt.Errorf("what was announced cannot be read: %w; remove %s to begin anew", err,
			w.cfg.Path)
	}
	w.loaded = true
	before.Sent = append(before.Sent, w.seen.Sent...) // by this process already
	w.seen = before
	return nil
}

// Keep writes down what has been seen. A crash before it has the same found again.
func (w *Watcher) Keep() error {
	w.mu.Lock()
	if !w.changed || w.cfg.Path == "" {
		w.mu.Unlock()
		return nil
	}
	text, err := json.Marshal(w.seen)
	w.changed = false
	w.mu.Unlock()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(w.cfg.Path), 0o700)
	}
	if err == nil {
		err = file.Replace(w.cfg.Path, text)
	}
	if err != nil {
		w.mu.Lock()
		w.changed = true
		w.mu.Unlock()
		return fmt.Errorf("what was announced cannot be kept: %w", err)
	}
	return nil
}
