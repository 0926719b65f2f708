package ledger

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
)

// Device is a Ledger whose Ethereum application is open. It is for one caller at a time.
type Device struct {
	port  Port
	limit time.Duration
	now   func() time.Time
}

// New returns the device at a port, which has so long for each answer: a person may have to approve
// it.
func New(port Port, limit time.Duration, now func() time.Time) (*Device, error) {
	return &Device{port, limit, now}, drain(port)
}

// Close ends the connection.
func (d *Device) Close() error { return d.port.Close() }

// The application's commands. The class of all is 0xe0.
const (
	class           = 0xe0
	getAddress      = 0x02
	signTransaction = 0x04
	signHashes      = 0x0c // typed data by its hashes

	firstPart = 0x00
	laterPart = 0x80
)

// Address returns the account at a path.
func (d *Device) Address(path accounts.DerivationPath) (a common.Address, err error) {
	answer, err := d.exchange(getAddress, firstPart, encode(path))
	if err != nil {
		return a, err
	}
	_, rest, ok := field(answer) // the public key
	if ok {
		answer, _, ok = field(rest)
	}
	if !ok || len(answer) != hex.EncodedLen(len(a)) {
		return a, errGarbled
	}
	if _, err := hex.Decode(a[:], answer); err != nil {
		return a, errGarbled
	}
	return a, nil
}

// field takes what a length of one byte precedes off an answer.
func field(b []byte) (value, rest []byte, ok bool) {
	if len(b) == 0 || len(b) < 1+int(b[0]) {
		return nil, nil, false
	}
	return b[1 : 1+int(b[0])], b[1+int(b[0]):], true
}

// SignTransaction has a person approve a transaction and returns r and s of its signature. payload
// is what is hashed for it; legacy says that this is a list without a type before it.
func (d *Device) SignTransaction(path accounts.DerivationPath, payload []byte, legacy bool) (
	[64]byte, error) {
	const most = 255
	rest := append(encode(path), payload...)
	part := most
	// The application takes a legacy transaction for ended where only the chain id and two zeros
	// are missing, so these must not be a part of their own.
	for legacy && len(rest) > part && len(rest)%part <= 3+8 {
		part--
	}
	var answer []byte
	for p1 := byte(firstPart); len(rest) > 0; p1 = laterPart {
		n := min(part, len(rest))
		var err error
		if answer, err = d.exchange(signTransaction, p1, rest[:n]); err != nil {
			return [64]byte{}, err
		}
		rest = rest[n:]
	}
	return signature(answer)
}

// SignTypedData has a person approve typed data, which the device shows by the hashes of its domain
// and of its message, and returns r and s of the signature.
func (d *Device) SignTypedData(path accounts.DerivationPath, domain, message common.Hash) (
	[64]byte, error) {
	request := append(append(encode(path), domain[:]...), message[:]...)
	answer, err := d.exchange(signHashes, firstPart, request)
	if err != nil {
		return [64]byte{}, err
	}
	return signature(answer)
}

// signature takes r and s out of an answer. What stands before them is the parity, which the
// application cuts to a byte for large chain ids: whoever knows the account finds it anew.
func signature(answer []byte) (rs [64]byte, err error) {
	if len(answer) != 65 {
		return rs, errGarbled
	}
	return [64]byte(answer[1:]), nil
}

func encode(path accounts.DerivationPath) []byte {
	b := []byte{byte(len(path))}
	for _, step := range path {
		b = binary.BigEndian.AppendUint32(b, step)
	}
	return b
}

// exchange runs a command and returns its answer without the status.
func (d *Device) exchange(command, p1 byte, data []byte) ([]byte, error) {
	apdu := append([]byte{class, command, p1, 0, byte(len(data))}, data...)
	if err := write(d.port, apdu); err != nil {
		return nil, err
	}
	answer, err := read(d.port, d.now().Add(d.limit), d.now)
	if err != nil {
		return nil, err
	}
	if len(answer) < 2 {
		return nil, errGarbled
	}
	data, status := answer[:len(answer)-2], binary.BigEndian.Uint16(answer[len(answer)-2:])
	if status != 0x9000 {
		return nil, refusal(status)
	}
	return data, nil
}

// refusal puts a status of the device into words.
func refusal(status uint16) error {
	switch status {
	case 0x6985, 0x5501:
		return errors.New("it was refused on the Ledger; nothing was sent")
	case 0x5515, 0x6982, 0x6804, 0x530c:
		return errors.New("the Ledger is locked: unlock it and try again")
	case 0x6511, 0x6d00, 0x6d02, 0x6e00, 0x6e01:
		return errors.New("the Ethereum application is not open on the Ledger: open it, or " +
			"install its newest version, and try again")
	case 0x6a80:
		return errors.New("the Ledger does not take this: switch on blind signing in the " +
			"settings of its Ethereum application, and try again")
	}
	return fmt.Errorf("the Ledger failed with status %#04x: try again", status)
}
