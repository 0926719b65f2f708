package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"bourse/store/file"
)

// journal is the file of what waits: a line for each change, so that a letter costs no more where
// many others wait. Once most of it is about letters that are gone, a file of those that wait takes
// its place. Once the outbox is open, whoever calls its methods holds Outbox.mu.
type journal struct {
	folder string
	size   int
	enough int  // the size from which on it is written anew
	broken bool // how it ends is not known
}

// entry is a line of the journal.
type entry struct {
	Put  []letter `json:"put,omitempty"`
	Gone []string `json:"gone,omitempty"` // ids, of letters that it puts as well
}

const (
	journalFile = "waiting.jsonl"
	listFile    = "waiting.json"
	journalRoom = 1 << 20 // bytes about letters that are gone, beside as many as wait
	journalMost = 1 << 28
)

func (j *journal) path() string { return filepath.Join(j.folder, journalFile) }

// read returns what waits, in the order in which it came. A last line that a crash has cut short
// was acknowledged to nobody.
func (j *journal) read() (list []letter, err error) {
	text, err := file.Read(j.path(), journalMost)
	if errors.Is(err, fs.ErrNotExist) {
		return j.readList()
	}
	if err != nil {
		return nil, err
	}
	var all []letter
	waits := make(map[string]bool)
	for line := range bytes.Lines(text[:bytes.LastIndexByte(text, '\n')+1]) {
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, err
		}
		for _, l := range e.Put {
			all = append(all, l)
			waits[l.ID] = true
		}
		for _, id := range e.Gone {
			delete(waits, id)
		}
	}
	for _, l := range all {
		if waits[l.ID] {
			list = append(list, l)
			delete(waits, l.ID) // one that came again is the same
		}
	}
	return list, nil
}

// readList returns what waits as versions before the journal kept it.
func (j *journal) readList() (list []letter, err error) {
	text, err := file.Read(filepath.Join(j.folder, listFile), journalMost)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	return list, err
}

// add writes a change down, after which so much waits: at the end of the file, or with a file anew
// where that is large or nobody knows how it ends.
func (j *journal) add(e entry, waiting []letter) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if j.broken || j.size+len(line) >= j.enough {
		return j.replace(waiting)
	}
	j.broken = true
	f, err := os.OpenFile(j.path(), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err != nil {
		return err
	}
	j.broken = false
	j.size += len(line) + 1
	return nil
}

// replace writes what waits alone.
func (j *journal) replace(waiting []letter) error {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	for _, l := range waiting {
		if err := lines.Encode(entry{Put: []letter{l}}); err != nil {
			return err
		}
	}
	j.broken = true
	if err := file.Replace(j.path(), text.Bytes()); err != nil {
		return err
	}
	j.broken = false
	j.size, j.enough = text.Len(), 2*text.Len()+journalRoom
	return nil
}
