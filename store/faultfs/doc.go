//go:build linux

// Package faultfs is a file system for tests that a disk's faults can be put into: it passes
// everything through to a folder, keeps a log of what is written and flushed in the order in which
// it was, and fails, shortens or loses what a test tells it to. From the log a test builds what a
// power cut would have left at any moment.
//
// The process that writes must be another one than the one that serves the mount: a page fault on a
// mapped file stops a whole thread of it until the file system answers.
//
// faultfs.go is the mount and its faults, image.go makes disks of the log. Start reading at Mount.
package faultfs
