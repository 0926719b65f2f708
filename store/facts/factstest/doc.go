// Package factstest proves that a log of facts does what package facts says of it.
package factstest
