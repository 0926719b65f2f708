// Package webhook posts announcements to an address: each at least once, under an id that stays the
// same, signed, and tried again for as long as it takes. What waits is on disk before anybody else
// forgets it.
//
// Start reading with outbox.go, which holds what waits; journal.go keeps it on disk and post.go
// sends it.
package webhook
