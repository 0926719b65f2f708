// Package wallet is the only place where money is let go of: it keeps accounts and their encrypted
// keys, hashes and signs every kind of typed data and transaction the exchange knows, and derives
// from exactly those bytes the words a person reads before signing. It knows no network.
package wallet
