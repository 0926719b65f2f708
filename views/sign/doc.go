// Package sign is the one door through which money leaves the console: a dialog that shows in words
// what a key is about to sign, and the way of a transaction from its preparation to its receipt.
// Every screen that signs anything opens this dialog.
//
// Run prepares a transaction and opens the dialog; Open shows typed data or a prepared transaction.
// dialog.go owns the states of the dialog (words read, armed, signing, sent), flow.go what follows
// the signature, prepare.go what comes before it. The words are those of wallet/describe, made from
// the bytes that are signed. Start reading with spec.go, then dialog.go.
package sign
