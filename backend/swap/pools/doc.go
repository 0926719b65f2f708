// Package pools keeps the pools of a network: it finds them, follows their logs, and holds the last
// blocks' states as immutable snapshots, so that a search may run on any of them and be repeated.
//
// Tracker (tracker.go) is the follower of the chain and owns the history. Pools are found by asking
// factories (discover.go), in the background where a network has many (background.go), and by the
// logs of those who make new ones (logs.go); what the vault lists nowhere is stored (weighted.go).
// Pools of tokens that somebody names come first (demand.go). What quotes wait for is read once for
// all of them (shared.go). The states of pools are read in batched calls (read.go, scan.go,
// stable.go, composable.go, vault.go, solidly.go, crypto.go, bins.go; families.go and held.go have
// what exchanges of concentrated pools differ in, fees.go measures fees that only a swap shows),
// follow their logs (replay.go), are kept for the next start (kept.go) and become a Snapshot
// (snapshot.go), which also tells what tokens are worth in USD. Swaps on pools are told to the
// market as trades (trade.go). The arithmetic of pools is package pool, searches are package
// router. Start reading at Tracker.Apply.
package pools
