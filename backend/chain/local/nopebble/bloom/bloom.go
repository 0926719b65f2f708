// Package bloom stands where the store Pebble has its filters.
package bloom

// FilterPolicy is a filter with so many bits a key.
type FilterPolicy int
