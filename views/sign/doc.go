// Package sign is the one door through which money leaves the console: a dialog that shows in words
// what a key is about to sign, and the way of a transaction from its preparation to its receipt.
// Every screen that signs anything opens this dialog.
//
// Run prepares a transaction and opens the dialog; Open shows typed data or a prepared transaction.
// asks.go makes the tasks that screens run, flow.go takes one from its preparation over what is
// signed to its receipt, prepare.go is the dialog that waits for the preparation, dialog.go owns
// the states of the dialog that signs (words read, armed, signing, sent), once.go hands on what was
// signed so that it happens once, and await.go finds its block. outright.go does the same without a
// screen. The words are those of wallet/describe, made from the bytes that are signed. Start
// reading with spec.go, then dialog.go.
package sign
