// Package record says what the record of a Delta order means: what it sold and brought, whether it
// has ended, and the words and marks for it that the form, the auction and the history share.
//
// record.go has the arithmetic of what was settled, words.go the sentences, fills.go the
// settlements, compare.go what the ways to settle bring, band.go the price band. Nothing here keeps
// anything.
package record
