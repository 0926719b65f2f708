// Package describe says in words what is about to be signed. The words are derived from exactly the
// bytes that a key would sign, never from what a screen meant them to be, so that a person who
// reads them reads the truth.
//
// TypedData and Transaction are the two ways in; both fill a Description with what a Context makes
// known. calls.go holds the table of contract methods that have words, one line a method; the files
// beside it say what each kind gives, gets and allows.
package describe
