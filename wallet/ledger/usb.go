package ledger

import (
	"errors"
	"fmt"

	"github.com/ethereum/hid"
)

// vendor is Ledger's number at USB.
const vendor = 0x2c97

// The interface of a device that takes commands: by its usage page where the system tells that
// (macOS, Windows), by its number elsewhere. The others are its keyboard and its security key.
const (
	usagePage        = 0xffa0
	commandInterface = 0
)

// USB opens the Ledger that is attached to this machine.
func USB() (Port, error) {
	if !hid.Supported() {
		return nil, errors.New("this build can't reach USB devices: build it with cgo, or let " +
			"clef reach the Ledger")
	}
	found, err := hid.Enumerate(vendor, 0)
	if err != nil {
		return nil, fmt.Errorf("USB devices can't be listed: %w", err)
	}
	for _, info := range found {
		if info.UsagePage != usagePage && info.Interface != commandInterface {
			continue
		}
		port, err := info.Open()
		if err != nil {
			return nil, fmt.Errorf("the Ledger can't be opened: close other programs that use "+
				"it, and see that you may (on Linux by Ledger's udev rules): %w", err)
		}
		return port, nil
	}
	return nil, errors.New("there is no Ledger: attach it, unlock it and open its Ethereum " +
		"application")
}
