package deploy

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/eip712"
	"bourse/store/file"
)

// Payments are the signed transactions that paid for the deployment on a network, kept in the data
// folder from before they are first sent, so that one that was interrupted is sent again, the very
// same, and none is signed beside it.
type Payments struct {
	path string
	list []Payment
}

// Payment is one of them.
type Payment struct {
	*types.Transaction
	From common.Address
}

// ReadPayments returns those of a data folder for a network.
func ReadPayments(dir string, chainID uint64) (*Payments, error) {
	p := &Payments{path: filepath.Join(dir, fmt.Sprintf("deploy-%d.payments", chainID))}
	text, err := file.Read(p.path, file.Small)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what was paid: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		raw, err := hex.DecodeString(strings.TrimSpace(line))
		var one Payment
		if err == nil {
			one, err = payment(raw)
		}
		if err != nil {
			return nil, fmt.Errorf("%s is no list of signed transactions: look in the paying "+
				"account's history whether it has paid, then take the file away: %w", p.path, err)
		}
		p.list = append(p.list, one)
	}
	return p, nil
}

func payment(raw []byte) (p Payment, err error) {
	p.Transaction = new(types.Transaction)
	if err = p.UnmarshalBinary(raw); err != nil {
		return p, err
	}
	p.From, err = eip712.Sender(p.Transaction)
	return p, err
}

// Path is that of the file that keeps them.
func (p *Payments) Path() string { return p.path }

// To returns those that pay an account, the oldest first.
func (p *Payments) To(account common.Address) (list []Payment) {
	for _, one := range p.list {
		if one.Transaction.To() != nil && *one.Transaction.To() == account {
			list = append(list, one)
		}
	}
	return list
}

// Add keeps a signed transaction: once it has returned, it is on disk and may be sent.
func (p *Payments) Add(raw []byte) (Payment, error) {
	one, err := payment(raw)
	if err != nil {
		return one, err
	}
	list := append(p.list, one)
	var text strings.Builder
	for _, each := range list {
		raw, err := each.MarshalBinary()
		if err != nil {
			return one, err
		}
		fmt.Fprintf(&text, "%x\n", raw)
	}
	if err := file.Replace(p.path, []byte(text.String())); err != nil {
		return one, fmt.Errorf("keep the payment before it is sent: %w", err)
	}
	p.list = list
	return one, nil
}

// Forget takes the file away, once what is left was given back.
func (p *Payments) Forget() error {
	p.list = nil
	if err := os.Remove(p.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget what was paid: %w", err)
	}
	return nil
}
