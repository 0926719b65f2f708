package webhook

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"bourse/backend/announce"
	"bourse/store/file"
)

// Config is what an outbox needs.
type Config struct {
	URL    string
	Folder string // of what waits and of the key
	Now    func() time.Time
	// After is a clock's; nil is time.After
	After func(time.Duration) <-chan time.Time
	Log   *slog.Logger
	// Client sends; nil is one of its own. For tests.
	Client *http.Client
}

// Outbox keeps announcements until the other side has taken them.
type Outbox struct {
	cfg  Config
	key  []byte
	wake chan struct{}

	mu      sync.Mutex // guards what follows; held while the journal is written
	waiting []letter   // in the order in which they are tried
	journal journal
}

// letter is an announcement that waits, as it is posted: every try has the same bytes.
type letter struct {
	ID    string          `json:"id"`
	Body  json.RawMessage `json:"body"`
	Since time.Time       `json:"since"`
	// Others says that others' doing is announced, as offers are: anybody can have many of them.
	Others bool `json:"others,omitempty"`
	// Order is that of the account's which somebody else has filled.
	Order string `json:"order,omitempty"`
}

// Bounds of what waits: beyond them the oldest is given up, and that is said. What others do has
// few places of its own and comes after what happened to the accounts, so that it takes none of
// those and holds none up. Fills of one order are others' doing where many wait: whoever pays its
// price makes as many as he likes.
const (
	mostWaiting = 10_000
	mostOthers  = 500
	mostOfOrder = 32
	longest     = 7 * 24 * time.Hour
)

const (
	keyFile  = "key"
	keyBytes = 32
)

// Open returns an outbox with what waits since an earlier process. The key is made at the first
// start.
func Open(cfg Config) (*Outbox, error) {
	if cfg.After == nil {
		cfg.After = time.After
	}
	if cfg.Client == nil {
		cfg.Client = newClient()
	}
	o := &Outbox{cfg: cfg, wake: make(chan struct{}, 1)}
	if err := os.MkdirAll(cfg.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("webhook: %w", err)
	}
	var err error
	if o.key, err = readKey(filepath.Join(cfg.Folder, keyFile)); err != nil {
		return nil, err
	}
	o.journal.folder = cfg.Folder
	list, err := o.journal.read()
	if err != nil {
		return nil, fmt.Errorf("what waits for the webhook cannot be read: %w; remove waiting.* "+
			"in %s to give it up", err, cfg.Folder)
	}
	for _, l := range list {
		o.insert(l)
	}
	if err := o.journal.replace(o.waiting); err != nil {
		return nil, fmt.Errorf("webhook: %w", err)
	}
	os.Remove(filepath.Join(cfg.Folder, listFile)) // else it is read by nobody any more
	return o, nil
}

// readKey reads the key that bodies are signed with, or makes one.
func readKey(path string) ([]byte, error) {
	text, err := file.Read(path, file.Small)
	if errors.Is(err, fs.ErrNotExist) {
		key := make([]byte, keyBytes)
		if _, err := rand.Read(key); err != nil {
			return nil, err
		}
		return key, file.Create(path, []byte(hex.EncodeToString(key)+"\n"))
	}
	if err != nil {
		return nil, fmt.Errorf("the webhook's key cannot be read: %w", err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) < 16 {
		return nil, fmt.Errorf("%s holds no key: it takes 16 bytes or more, in hex", path)
	}
	return key, nil
}

// Put takes announcements in, and returns once they are on disk. One that waits already is not
// taken twice.
func (o *Outbox) Put(list []announce.Announcement) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	known, fills := make(map[string]bool, len(o.waiting)), make(map[string]int)
	for _, l := range o.waiting {
		known[l.ID] = true
		fills[l.Order]++
	}
	var fresh []letter
	for _, a := range list {
		if known[a.ID] {
			continue
		}
		known[a.ID] = true
		body, err := json.Marshal(a)
		if err != nil {
			return err
		}
		l := letter{ID: a.ID, Body: body, Since: o.cfg.Now(),
			Others: a.Kind == announce.Offer || a.Watched}
		if a.Kind == announce.Fill && a.Maker {
			l.Order = a.Order
			fills[l.Order]++
			l.Others = l.Others || fills[l.Order] > mostOfOrder
		}
		fresh = append(fresh, l)
		o.insert(l)
	}
	if err := o.keep(entry{Put: fresh, Gone: o.giveUp()}); err != nil {
		return err
	}
	select {
	case o.wake <- struct{}{}:
	default:
	}
	return nil
}

// insert puts a letter in its place. o.mu is held.
func (o *Outbox) insert(l letter) {
	at := len(o.waiting)
	if !l.Others {
		at = o.firstOf(func(l letter) bool { return l.Others })
	}
	o.waiting = slices.Insert(o.waiting, at, l)
}

// firstOf is the place of the first letter of some, or the end. o.mu is held.
func (o *Outbox) firstOf(some func(letter) bool) int {
	if i := slices.IndexFunc(o.waiting, some); i >= 0 {
		return i
	}
	return len(o.waiting)
}

// giveUp drops what is too old, and the oldest of too many, and tells which. o.mu is held.
func (o *Outbox) giveUp() (gone []string) {
	drop := func(some func(letter) bool) {
		o.waiting = slices.DeleteFunc(o.waiting, func(l letter) bool {
			if some(l) {
				gone = append(gone, l.ID)
				return true
			}
			return false
		})
	}
	drop(o.isOld)
	drop(o.oldestOf(mostOthers, func(l letter) bool { return l.Others }))
	drop(o.oldestOf(mostWaiting, func(letter) bool { return true }))
	if len(gone) > 0 {
		o.cfg.Log.Error("announcements are given up: the webhook has not taken them",
			"component", "webhook", "announcements", len(gone))
	}
	return gone
}

func (o *Outbox) isOld(l letter) bool { return o.cfg.Now().Sub(l.Since) > longest }

// oldestOf tells the oldest of some letters beyond so many from the others, each asked about once.
// o.mu is held.
func (o *Outbox) oldestOf(most int, some func(letter) bool) func(letter) bool {
	var ages []time.Time
	for _, l := range o.waiting {
		if some(l) {
			ages = append(ages, l.Since)
		}
	}
	over := len(ages) - most
	if over <= 0 {
		return func(letter) bool { return false }
	}
	slices.SortFunc(ages, time.Time.Compare)
	last := ages[over-1]
	return func(l letter) bool {
		gone := over > 0 && some(l) && !l.Since.After(last)
		if gone {
			over--
		}
		return gone
	}
}

// keep writes what has changed. o.mu is held.
func (o *Outbox) keep(e entry) error {
	if err := o.journal.add(e, o.waiting); err != nil {
		return fmt.Errorf("what waits for the webhook cannot be kept: %w", err)
	}
	return nil
}

// Waiting is how many announcements wait.
func (o *Outbox) Waiting() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.waiting)
}

// next is what is tried next.
func (o *Outbox) next() (letter, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.waiting) > 0 && o.isOld(o.waiting[0]) {
		if err := o.keep(entry{Gone: o.giveUp()}); err != nil {
			o.cfg.Log.Error(err.Error(), "component", "webhook")
		}
	}
	if len(o.waiting) == 0 {
		return letter{}, false
	}
	return o.waiting[0], true
}

// taken drops what the other side has, and behind puts at the end what it has not.
func (o *Outbox) taken(id string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting = slices.DeleteFunc(o.waiting, func(l letter) bool { return l.ID == id })
	return o.keep(entry{Gone: []string{id}})
}

func (o *Outbox) behind(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.IndexFunc(o.waiting, func(l letter) bool { return l.ID == id })
	if i < 0 {
		return
	}
	l := o.waiting[i]
	o.waiting = append(slices.Delete(o.waiting, i, i+1), l)
}

// The pauses after tries that failed: each is twice the one before.
const (
	firstPause   = time.Second
	longestPause = 10 * time.Minute
)

// Run posts what waits until ctx ends.
func (o *Outbox) Run(ctx context.Context) error {
	pause := time.Duration(0)
	for {
		l, ok := o.next()
		if !ok {
			select {
			case <-ctx.Done():
				return nil
			case <-o.wake:
			}
			continue
		}
		err := o.post(ctx, l)
		switch {
		case ctx.Err() != nil:
			return nil // it is posted again by the next process
		case err == nil:
			pause = 0
			if err := o.taken(l.ID); err != nil {
				o.cfg.Log.Error(err.Error(), "component", "webhook")
			}
			continue
		}
		pause = min(max(2*pause, firstPause), longestPause)
		o.cfg.Log.Warn(fmt.Sprintf("the webhook did not take an announcement: %v; again in %s, "+
			"%d wait", err, pause, o.Waiting()), "component", "webhook", "id", l.ID)
		o.behind(l.ID)
		select {
		case <-ctx.Done():
			return nil
		case <-o.cfg.After(pause):
		}
	}
}
