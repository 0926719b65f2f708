package sshd

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet"
)

// Team is a desk of named people. Each watches accounts without a key of them.
type Team struct {
	members []member
	now     func() time.Time
}

// member is a line of a desk's file.
type member struct {
	name    string
	key     ssh.PublicKey
	watches []common.Address
}

// ReadTeam reads who sits at a desk out of the text of a file. A line is that of an authorized_keys
// file whose comment is the name and whose options are the accounts to watch; # begins a comment
// line:
//
//	account="0x70997970C51812dc3A010C7d01b50e0d17dc79C8" ssh-ed25519 AAAA… alice
//
// Mistakes are reported with their line numbers, the first few of many.
func ReadTeam(path string, text []byte, now func() time.Time) (*Team, error) {
	t := &Team{now: now}
	var wrong []error
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := t.add(line); err != nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: %w", path, i+1, err))
		}
	}
	if len(t.members) == 0 && len(wrong) == 0 {
		wrong = append(wrong, fmt.Errorf("%s names nobody", path))
	}
	const most = 5
	if more := len(wrong) - most; more > 0 {
		wrong = append(wrong[:most], fmt.Errorf("and %d more such lines", more))
	}
	return t, errors.Join(wrong...)
}

func (t *Team) add(line string) error {
	key, name, options, _, err := ssh.ParseAuthorizedKey([]byte(line))
	if err != nil {
		return errors.New("this is not account=\"0x…\" TYPE KEY NAME, with a public key as " +
			"ssh-keygen writes it")
	}
	m := member{name: name, key: key}
	for _, o := range options {
		value, ok := strings.CutPrefix(o, "account=")
		if !ok {
			return fmt.Errorf("there is no option %q: account=\"0x…\" is known", o)
		}
		address, err := api.ParseAddress(strings.Trim(value, `"`))
		if err != nil {
			return fmt.Errorf("account: %w", err)
		}
		m.watches = append(m.watches, address)
	}
	if len(m.watches) == 0 {
		return fmt.Errorf(
			"say which account %q watches: account=\"0x…\" before the key, once for each", name)
	}
	if t.find(key) != nil {
		return errors.New("this key is there already")
	}
	if _, err := m.wallet(t.now); err != nil {
		return err
	}
	t.members = append(t.members, m)
	return nil
}

// wallet has what a member watches.
func (m *member) wallet(now func() time.Time) (*wallet.Wallet, error) {
	w, err := wallet.Open(wallet.Options{Now: now, Random: rand.Reader})
	if err != nil {
		return nil, err
	}
	for i, a := range m.watches {
		name := m.name
		if i > 0 {
			name = fmt.Sprintf("%s %d", m.name, i+1)
		}
		if _, err := w.Watch(name, a); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (t *Team) find(key ssh.PublicKey) *member {
	if key == nil {
		return nil
	}
	for i, m := range t.members {
		if bytes.Equal(m.key.Marshal(), key.Marshal()) {
			return &t.members[i]
		}
	}
	return nil
}

// Named implements Guests.
func (t *Team) Named() bool { return true }

// Knows implements Guests.
func (t *Team) Knows(key ssh.PublicKey) bool { return t.find(key) != nil }

// Admit implements Guests.
func (t *Team) Admit(key ssh.PublicKey, _ string) (Guest, error) {
	m := t.find(key)
	if m == nil {
		return Guest{}, errors.New("your key is not at this desk")
	}
	w, err := m.wallet(t.now)
	return Guest{Name: m.name, Wallet: w}, err
}
