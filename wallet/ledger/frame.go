package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// Port is the connection to a device: reports of 64 bytes.
type Port interface {
	Write(report []byte) (int, error)
	// ReadTimeout reads the next report, or nothing after so many milliseconds.
	ReadTimeout(report []byte, timeout int) (int, error)
	Close() error
}

const reportSize = 64

// header begins every report: the channel and the tag of commands. The report's number follows, and
// in the first one the length of what is carried.
var header = [3]byte{0x01, 0x01, 0x05}

var (
	errLate = errors.New("the Ledger did not answer in time: approve it there and try again; " +
		"nothing was sent")
	errGarbled = errors.New("the Ledger's answer is garbled: detach it, attach it and try again")
)

// write sends a command in as many reports as it takes.
func write(port Port, command []byte) error {
	rest := binary.BigEndian.AppendUint16(nil, uint16(len(command)))
	rest = append(rest, command...)
	for number := uint16(0); len(rest) > 0; number++ {
		report := binary.BigEndian.AppendUint16(header[:], number)
		n := min(len(rest), reportSize-len(report))
		report = append(report, rest[:n]...)
		rest = rest[n:]
		report = append(report, make([]byte, reportSize-len(report))...)
		if _, err := port.Write(report); err != nil {
			return fmt.Errorf("the Ledger was not reached: %w", err)
		}
	}
	return nil
}

// read returns an answer, for which a person may have to press a button, until a time.
func read(port Port, until time.Time, now func() time.Time) ([]byte, error) {
	var answer []byte
	for number, length := 0, 1; len(answer) < length; number++ {
		var report [reportSize]byte
		n, err := port.ReadTimeout(report[:], int(max(1, until.Sub(now()).Milliseconds())))
		body := report[len(header)+2:]
		switch {
		case err != nil:
			return nil, fmt.Errorf("the Ledger was not reached: %w", err)
		case n == 0:
			return nil, errLate
		case n != reportSize || [3]byte(report[:]) != header ||
			int(binary.BigEndian.Uint16(report[len(header):])) != number:
			return nil, errGarbled
		case number == 0:
			length, body = int(binary.BigEndian.Uint16(body)), body[2:]
		}
		answer = append(answer, body[:min(len(body), length-len(answer))]...)
	}
	return answer, nil
}

// drain drops the answer to a command that nobody waited for to the end.
func drain(port Port) error {
	for range 256 { // more than the longest answer
		var report [reportSize]byte
		if n, err := port.ReadTimeout(report[:], 1); n == 0 || err != nil {
			return err
		}
	}
	return errGarbled
}
