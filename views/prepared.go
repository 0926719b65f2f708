package views

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/store/file"
)

// Prepared is a sentence that waits for a person, because whoever prepared it may not sign.
type Prepared struct {
	ID       int            `json:"id"`
	Sentence string         `json:"sentence"`
	By       string         `json:"by,omitempty"` // what whoever prepared it calls itself
	Account  common.Address `json:"account"`
	ChainID  uint64         `json:"chainId"`
	At       time.Time      `json:"at"`
}

// Tray is the folder of what was prepared, a file each, which several programs share; "" has
// nothing and takes nothing.
type Tray string

// TrayIn is the tray within the folder of what the screens keep.
func TrayIn(state string) Tray {
	if state == "" {
		return ""
	}
	return Tray(filepath.Join(state, "prepared"))
}

const (
	mostPrepared     = 50
	longestSentence  = 500
	preparedFileName = ".json"
	droppedFileName  = ".gone" // of what waited under a number, which is given to nothing else
)

// Put lays something into the tray and returns it with its number.
func (t Tray) Put(p Prepared) (Prepared, error) {
	list := t.List()
	switch {
	case t == "":
		return p, errors.New("nothing is kept here for a person to find")
	case len(p.Sentence) > longestSentence:
		return p, fmt.Errorf("a sentence has at most %d characters", longestSentence)
	case len(list) >= mostPrepared:
		return p, fmt.Errorf("%d things wait for a person already: somebody has to carry them "+
			"out or drop them first", mostPrepared)
	}
	if err := os.MkdirAll(string(t), 0o700); err != nil {
		return p, err
	}
	p.ID = t.last() + 1
	for { // another program may take the number
		text, err := json.Marshal(p)
		if err != nil {
			return p, err
		}
		err = file.Create(t.path(p.ID), text)
		if !errors.Is(err, fs.ErrExist) {
			return p, err
		}
		p.ID++
	}
}

// last is the highest number that was ever given.
func (t Tray) last() (last int) {
	files, _ := os.ReadDir(string(t)) // whoever creates one says that it can't be
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), droppedFileName)
		if id, err := strconv.Atoi(strings.TrimSuffix(name, preparedFileName)); err == nil {
			last = max(last, id)
		}
	}
	return last
}

func (t Tray) gone(id int) string {
	return filepath.Join(string(t), strconv.Itoa(id)+droppedFileName)
}

func (t Tray) path(id int) string {
	return filepath.Join(string(t), strconv.Itoa(id)+preparedFileName)
}

// List is what waits, the oldest first. What cannot be read is left out.
func (t Tray) List() (list []Prepared) {
	if t == "" {
		return nil
	}
	files, err := os.ReadDir(string(t))
	if err != nil {
		return nil
	}
	var ids []int
	for _, f := range files {
		if id, err := strconv.Atoi(strings.TrimSuffix(f.Name(), preparedFileName)); err == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		if p, err := t.Get(id); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// Get is what waits under a number.
func (t Tray) Get(id int) (p Prepared, err error) {
	none := fmt.Errorf("nothing waits under the number %d", id)
	if t == "" {
		return p, none
	}
	info, err := os.Stat(t.path(id))
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxKept {
		return p, none
	}
	text, err := os.ReadFile(t.path(id))
	if err != nil || json.Unmarshal(text, &p) != nil || p.ID != id ||
		len(p.Sentence) > longestSentence {
		return Prepared{}, none
	}
	return p, nil
}

// Drop takes something out of the tray. Its number does not come back: who has read it somewhere
// must not carry out something else by it.
func (t Tray) Drop(id int) error {
	if _, err := t.Get(id); err != nil {
		return err
	}
	if err := os.Rename(t.path(id), t.gone(id)); err != nil {
		return err
	}
	for n := range t.last() { // the highest one tells of all below it
		_ = os.Remove(t.gone(n)) // most are gone already
	}
	return nil
}

// Fits tells why a session can't carry out what was prepared: it was for another account or
// network. "" is that it can.
func (p Prepared) Fits(s *Session) string {
	switch {
	case p.ChainID != s.Network.ChainID:
		return "it was prepared for " + s.NetworkName(p.ChainID) + ": go to that network first"
	case p.Account != s.Account.Address:
		return "it was prepared for " + s.ShortName(p.Account) + ": act as that account first"
	}
	return ""
}
