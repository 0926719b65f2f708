package activity

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// line is an entry as the file has it: one JSON object a line.
type line struct {
	Entry
	Level string `json:"level"`
}

// maxLine bounds the bytes of a line.
const maxLine = 1 << 20

// Keep continues the log of earlier sessions, in a file that is only ever appended to: its entries
// are taken over, and those to be kept are written to it from now on. Lines that cannot be read,
// such as one that a crash has cut short, are passed by and stay. It is called once, before
// anything is added, and may read for a while.
func (l *Log) Keep(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	old, read, whole, err := readLines(path, 0)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if !whole {
		if _, err := f.WriteString("\n"); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	for _, e := range old {
		l.Add(e)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	k := &keeper{file: f, wake: make(chan struct{}, 1), ended: make(chan error, 1)}
	k.next = func() []byte { return l.waiting(k) }
	l.kept, l.path, l.read = k, path, read
	go k.run()
	return nil
}

// catchUp takes in what transactions others have signed and seen end who write to the same file, as
// a second console and the command line do: gains and losses count whatever the account's keys did.
// What cannot be read now is read the next time.
func (l *Log) catchUp() {
	l.mu.Lock()
	path, from := l.path, l.read
	l.mu.Unlock()
	if path == "" {
		return
	}
	list, read, _, err := readLines(path, from)
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range list {
		l.learn(&list[i])
	}
	l.read = max(l.read, read)
}

// readLines reads the entries of a file from a byte on; read is where its last whole line ends, and
// whole tells whether nothing comes after it.
func readLines(path string, from int64) (entries []Entry, read int64, whole bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, from, true, nil
	}
	if err != nil {
		return nil, from, false, err
	}
	defer f.Close()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return nil, from, false, err
	}
	r := bufio.NewReaderSize(f, maxLine)
	whole, read = true, from
	at := from
	for {
		text, err := r.ReadSlice('\n')
		at += int64(len(text))
		if len(text) > 0 {
			whole = bytes.HasSuffix(text, []byte("\n"))
		}
		if whole {
			read = at
		}
		if e, ok := readLine(text); ok && err == nil {
			entries = append(entries, e)
		}
		switch {
		case errors.Is(err, io.EOF):
			return entries, read, whole, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return nil, from, false, fmt.Errorf(
				"the log of earlier sessions cannot be read: %w", err)
		}
	}
}

func readLine(text []byte) (Entry, bool) {
	var in line
	if json.Unmarshal(text, &in) != nil || in.Time.IsZero() {
		return Entry{}, false
	}
	for l, name := range levelNames {
		if name == in.Level {
			in.Entry.Level, in.Entry.Earlier = Level(l), true
			return in.Entry, true
		}
	}
	return Entry{}, false
}

// keeper writes lines to the file, off the loop.
type keeper struct {
	file  *os.File
	lines bytes.Buffer // that wait; the log's lock guards them
	wake  chan struct{}
	ended chan error
	next  func() []byte // takes the lines
}

// put hands over an entry. The caller holds the log's lock.
func (k *keeper) put(e Entry) {
	text, err := json.Marshal(line{e, e.Level.String()})
	if err != nil {
		return // an entry is made of texts and numbers
	}
	k.lines.Write(append(text, '\n'))
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// run writes what waits until there is no more to come.
func (k *keeper) run() {
	var failed error
	for range k.wake {
		text := k.next()
		if len(text) == 0 {
			continue
		}
		_, err := k.file.Write(text)
		failed = errors.Join(failed, err, k.file.Sync())
	}
	k.ended <- errors.Join(failed, k.file.Close())
}

// Close writes what waits and closes the file. Nothing is added afterwards.
func (l *Log) Close() error {
	l.mu.Lock()
	k := l.kept
	l.kept = nil
	l.mu.Unlock()
	if k == nil {
		return nil
	}
	k.wake <- struct{}{}
	close(k.wake)
	return <-k.ended
}

// Swaps implements views.Journal.
func (l *Log) Swaps(account common.Address, chainID uint64) (out []views.Swapped) {
	l.catchUp()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.swaps {
		if s.Account == account && s.ChainID == chainID {
			out = append(out, s)
		}
	}
	return out
}

// Gas implements views.Journal.
func (l *Log) Gas(account common.Address, chainID uint64) (out []views.GasPaid) {
	l.catchUp()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.receipts {
		from, ok := l.signers[r.Hash]
		if !ok || from.account != account || from.chain != chainID {
			continue
		}
		out = append(out, views.GasPaid{Hash: r.Hash, Block: *r.Block, Most: from.maxFee,
			Cost: api.NewAmount(r.GasUsed).MulDiv(r.GasPrice, api.NewAmount(1))})
	}
	return out
}
