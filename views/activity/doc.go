// Package activity is the screen that tells what happened: every request, signature, fill and
// warning, newest first, with what to do about each failure.
//
// The log (log.go) takes entries from everywhere and is bounded; what was signed and sent, and how
// it ended, goes to a file that is only appended to (file.go) and begins the next session's log;
// record.go turns what the service does into entries; list.go and detail.go are the panes. Start
// reading with log.go.
package activity
