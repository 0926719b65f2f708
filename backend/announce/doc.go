// Package announce finds out what happened to accounts: fills, offers, orders that ended, stops
// that fired, settlements and transactions that failed on chain. It looks at lists and compares
// them with what it saw before, so that nothing is missed while nobody listened, over restarts too;
// the events of a service only tell it where to look.
//
// Start reading with watcher.go. What to do with an announcement is up to others: a console shows
// it, package webhook posts it.
package announce
