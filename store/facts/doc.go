// Package facts is the log of what an exchange cannot find out by itself: what people signed, and
// what was decided about it. Everything else, such as the state of an order, follows from the facts
// and the chain, and each node works it out on its own.
//
// A Fact is immutable and has a name that nothing else has, so that a second attempt to append it
// changes nothing. A Log takes facts in one order and carries them to the Applier of their stream,
// on every node in that same order: appliers may number what arrives, and two nodes give the same
// numbers. An applier stores the position that it has come to in the transaction of the facts
// themselves and goes on from there after any crash.
//
// Append returns once the fact cannot be lost any more and is applied on this node, so that
// whoever wrote it reads it. Campaign makes one of all nodes the leader of something; what a leader
// appends as such is refused once another one leads, however long the first was asleep.
//
// There are two logs. Local is that of a single machine: the appliers' own store is all it needs,
// and it costs nothing. Package etcd has the log of several machines. The suite of package
// factstest holds both to what is said here.
//
// Nodes differ in nothing but time: a node that has applied a revision answers like any other that
// has. Limits of what one client may do, such as the number of its open orders or requests a
// second, are looked after by each node on its own and can be exceeded by what arrives at several
// nodes in the same moment.
package facts
