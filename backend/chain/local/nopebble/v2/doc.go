// Package pebble stands where go-ethereum's node links the store Pebble, in two versions that are a
// sixth of the whole program. The local chain is kept in the other store that the node knows,
// LevelDB, so neither is ever opened: Open and Peek refuse, and the rest is what the node's code
// names, of both versions. go.mod puts this package in the place of both.
package pebble
