// Package etcd is the log of facts that several machines share: an etcd cluster holds it, and every
// node applies it to a store of its own.
//
// A fact is a key, made by a transaction that wants the key to be absent. Facts that are appended
// at the same time go into one transaction (append.go), whose revision they share. One watch
// carries all facts to this node, in the order in which etcd took them, and a queue for each stream
// to its applier (follow.go, stream.go): a stream whose network cannot be read holds up no other
// one. Append returns when the watch has brought the fact back and it is applied, so that the order
// is the same for whoever wrote a fact and whoever reads it elsewhere.
//
// The node is level with the log when everything up to a revision that etcd named is applied. How
// long that was ago is the age of what it answers. A node that etcd cannot be reached from goes on
// reading and refuses to append within Patience.
//
// A node talks to one member at a time and turns to the next where an answer does not come
// (member.go).
//
// Where nodes have a key, they sign facts and take in no others (signed.go).
//
// Leaders are elections of the etcd client (term.go): a lease of a few seconds, and the revision of
// a key, which what a leader appends is compared with. nodes.go has what nodes tell of themselves,
// prune.go how final facts leave the log; a node that lacks some of them needs a copy of the store
// of another.
package etcd
