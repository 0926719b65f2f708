// Package ledger has the Ethereum application of a Ledger sign: addresses, transactions and typed
// data by its two hashes. device.go speaks the application's commands (APDUs), frame.go carries
// them in reports of USB, usb.go finds the device, in builds with cgo. The application's commands
// are described in doc/ethapp.adoc of LedgerHQ/app-ethereum.
package ledger
