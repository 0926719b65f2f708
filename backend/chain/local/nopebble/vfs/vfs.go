// Package vfs stands where the store Pebble has its file system.
package vfs

// Default is the file system of the machine.
var Default any
