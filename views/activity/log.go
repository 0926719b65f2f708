package activity

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// Level is the kind of an entry.
type Level uint8

// The levels, from the gravest to the least.
const (
	Error Level = iota
	Warning
	Signed
	Filled
	Info
	Debug
)

var levelNames = [...]string{"ERR", "WARN", "SIGN", "FILL", "INFO", "DEBUG"}

func (l Level) String() string { return levelNames[l] }

// Entry is one thing that happened.
type Entry struct {
	ID        uint64        `json:"-"` // counts from 1
	Time      time.Time     `json:"time"`
	Level     Level         `json:"-"`
	Component string        `json:"component"` // wallet, book, orders, chain, …
	Text      string        `json:"text"`
	Took      time.Duration `json:"took,omitempty"`
	What      string        `json:"what,omitempty"` // what happened, for a failure
	Do        string        `json:"do,omitempty"`   // what to do about it
	ErrorType string        `json:"errorType,omitempty"`
	Request   string        `json:"request,omitempty"` // JSON without secrets and signatures
	Response  string        `json:"response,omitempty"`
	ChainID   uint64        `json:"chainId,omitempty"` // of the network it is of; 0 is of none

	// Kept entries outlive the session: what was signed and sent, and how it ended.
	Kept    bool           `json:"-"`
	Earlier bool           `json:"-"` // of an earlier session
	Signer  *Signer        `json:"signer,omitempty"`
	Receipt *api.Receipt   `json:"receipt,omitempty"`
	Lost    *common.Hash   `json:"lost,omitempty"` // a transaction that never will be mined
	Swap    *views.Swapped `json:"swap,omitempty"`
}

// Signer is whose key has signed what has a hash.
type Signer struct {
	Account common.Address `json:"account"`
	ChainID uint64         `json:"chainId"`
	Hash    common.Hash    `json:"hash"`
	Nonce   *uint64        `json:"nonce,omitempty"` // of a transaction
	// MaxFee is the most that it can pay for gas, in wei; 0 is not known
	MaxFee api.Amount `json:"maxFee,omitzero"`
}

// kept is how many entries are remembered.
const kept = 2000

// Log remembers the newest entries, and all swaps and receipts of what was signed. It may be used
// from many goroutines.
type Log struct {
	now      func() time.Time
	mu       sync.Mutex
	entries  []Entry // oldest first
	bytes    int     // of their texts
	last     uint64
	kept     *keeper // nil keeps nothing
	path     string  // of the file that others write to as well, "" is none
	read     int64   // its bytes that were taken in
	swaps    []views.Swapped
	swapped  map[swapper]bool // whose swaps they are
	receipts []api.Receipt
	// ended are transactions with a receipt, which is true, and those lost: one that was refused
	// may get a receipt yet
	ended   map[common.Hash]bool
	signers map[common.Hash]signedBy
	// transactions that were signed, by their hash whole and shortened
	transactions map[string]common.Hash
}

// swapper is whose swap a transaction is.
type swapper struct {
	hash    common.Hash
	account common.Address
}

type signedBy struct {
	account common.Address
	chain   uint64
	maxFee  api.Amount
}

// Bounds of the texts, which can hold what others said: of one, and of all that are remembered.
const (
	maxEntryText = 64 << 10
	maxBytes     = 8 << 20
)

// texts are all of an entry.
func (e *Entry) texts() []*string {
	return []*string{&e.Component, &e.Text, &e.What, &e.Do, &e.ErrorType, &e.Request, &e.Response}
}

func (e *Entry) bytes() (n int) {
	for _, s := range e.texts() {
		n += len(*s)
	}
	return n
}

// cut shortens texts that are too long, in memory of their own.
func (e *Entry) cut() {
	for _, s := range e.texts() {
		if len(*s) > maxEntryText {
			*s = strings.ToValidUTF8((*s)[:maxEntryText], "") + "…"
		}
	}
}

// NewLog makes an empty log on a clock.
func NewLog(now func() time.Time) *Log {
	return &Log{now: now, ended: map[common.Hash]bool{}, signers: map[common.Hash]signedBy{},
		transactions: map[string]common.Hash{}, swapped: map[swapper]bool{}}
}

// Add appends an entry and fills in its id and, where it is missing, its time.
func (l *Log) Add(e Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.learn(&e) {
		return // somebody has asked again
	}
	if e.ChainID == 0 {
		e.ChainID = l.chainOf(&e)
	}
	l.last++
	e.ID = l.last
	if e.Time.IsZero() {
		e.Time = l.now()
	}
	e.cut()
	for l.bytes += e.bytes(); l.bytes > maxBytes && len(l.entries) > 0; {
		l.bytes -= l.entries[0].bytes()
		l.entries[0] = Entry{}
		l.entries = l.entries[1:]
	}
	if len(l.entries) >= 2*kept {
		for i := range l.entries[:len(l.entries)-kept] {
			l.bytes -= l.entries[i].bytes()
		}
		l.entries = append(l.entries[:0], l.entries[len(l.entries)-kept:]...)
	}
	l.entries = append(l.entries, e)
	if e.Kept && l.kept != nil {
		l.kept.put(e)
	}
}

// learn takes in what an entry tells of transactions; fresh is false where its receipt is known.
// The caller holds the lock.
func (l *Log) learn(e *Entry) (fresh bool) {
	if e.Receipt != nil && e.Receipt.Block != nil {
		if l.ended[e.Receipt.Hash] {
			return false
		}
		l.ended[e.Receipt.Hash] = true
		l.receipts = append(l.receipts, *e.Receipt)
	}
	if e.Lost != nil && !l.ended[*e.Lost] {
		l.ended[*e.Lost] = false
	}
	if e.Signer != nil {
		l.signers[e.Signer.Hash] = signedBy{e.Signer.Account, e.Signer.ChainID,
			e.Signer.MaxFee}
		if e.Signer.Nonce != nil {
			l.transactions[e.Signer.Hash.Hex()] = e.Signer.Hash
			l.transactions[format.Hash(e.Signer.Hash)] = e.Signer.Hash
		}
	}
	if e.Swap != nil {
		if by := (swapper{e.Swap.Hash, e.Swap.Account}); !l.swapped[by] {
			l.swapped[by] = true
			l.swaps = append(l.swaps, *e.Swap)
		}
	}
	return true
}

// chainOf is the network that an entry is of by what it holds.
func (l *Log) chainOf(e *Entry) uint64 {
	switch {
	case e.Signer != nil:
		return e.Signer.ChainID
	case e.Swap != nil:
		return e.Swap.ChainID
	case e.Receipt != nil:
		return l.signers[e.Receipt.Hash].chain
	case e.Lost != nil:
		return l.signers[*e.Lost].chain
	}
	return 0
}

// Lost implements views.Journal.
func (l *Log) Lost(hash common.Hash, why string) {
	l.Add(Entry{Level: Warning, Component: "chain", Kept: true, Lost: &hash,
		Text: "transaction " + format.Hash(hash) + " " + why})
}

// Tell implements views.Journal.
func (l *Log) Tell(m views.Told) {
	level := Info
	switch m.Level {
	case ui.Warn:
		level = Warning
	case ui.Bad:
		level = Error
	}
	l.Add(Entry{Level: level, Component: m.Component, Kept: true, Text: m.Text})
}

// Recover adds the line of what an account has signed where there is none, since the program that
// signed it ended before it could write it: what a transaction has moved counts for who signed it.
func (l *Log) Recover(account string, e views.Sent) {
	l.catchUp()
	l.mu.Lock()
	_, known := l.signers[e.Hash]
	l.mu.Unlock()
	if !known {
		l.Add(SignedLine(account, e))
	}
}

// SignedLine is the line of what an account has signed.
func SignedLine(account string, e views.Sent) Entry {
	by, hash := Signer{Account: e.Account, ChainID: e.ChainID, Hash: e.Hash, MaxFee: e.MaxFee()},
		"digest"
	if nonce, fits := e.Nonce.Uint64(); fits && e.Kind == views.SentTransaction {
		by.Nonce, hash = &nonce, "hash"
	}
	return Entry{Level: Signed, Component: "wallet", Kept: true, Time: e.At, Signer: &by,
		Text: fmt.Sprintf("%s signed %s  %s %s  chain %d", account, e.What, hash,
			format.Hash(e.Hash), e.ChainID)}
}

// saidAlready tells whether the newest entry about a request says the same.
func (l *Log) saidAlready(e *Entry) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, old := range slices.Backward(l.entries) {
		if old.Request == e.Request && old.Component == e.Component {
			return old.Text == e.Text
		}
	}
	return false
}

// onItsWay tells whether an entry is of a transaction of which nothing is known but that it was
// sent.
func (l *Log) onItsWay(e *Entry) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.Signer == nil || e.Signer.Nonce == nil {
		return false
	}
	_, ended := l.ended[e.Signer.Hash]
	return !ended
}

// Transaction returns the transaction that was signed here whose hash a text is, whole or as
// format.Hash shortens it, and the network that it is of.
func (l *Log) Transaction(text string) (hash common.Hash, chainID uint64, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	hash, ok = l.transactions[text]
	return hash, l.signers[hash].chain, ok
}

// waiting takes the lines that are still to be written.
func (l *Log) waiting(k *keeper) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := bytes.Clone(k.lines.Bytes())
	k.lines.Reset()
	return text
}

// Since returns the entries after an id, oldest first, as far as they are remembered, and the
// newest id.
func (l *Log) Since(id uint64) ([]Entry, uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := int(min(l.last-id, uint64(len(l.entries))))
	return append([]Entry(nil), l.entries[len(l.entries)-n:]...), l.last
}
