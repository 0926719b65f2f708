// Package compose is the form of a Delta order: what is sold, its quote, the right by which the
// contract takes it, and the signature.
//
// Form is the pane of the fields, beside that of the quote (quotepane.go). It joins its parts, each
// of which knows only those before it: inputs (what is typed), quoter (the newest quote), rights
// (by what right the contract takes the tokens), checker, and signer, which leads the order to its
// signature. Start reading with form.go, then sign.go.
package compose
