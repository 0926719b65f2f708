// Package sshd serves consoles over ssh, so that many people share one exchange: visitors of a
// demo, each on an account of the local network with funds, or a desk of named people who watch.
//
// The exchange is shared; a session has a console of its own with its own wallet in memory,
// renderer, size, colours and theme, and no part of this machine: there is no shell, no forwarding
// and no file. Server is where to start: it takes connections within Limits, asks its Guests who
// comes and with which wallet, and runs a console for each. Visitors lends each one an account of
// their own, settlement moves what is in it, purse and tabs bound what is lost of it, Team reads
// who sits at a desk.
//
// A client that reads too slowly holds up its own console alone: while a write waits, the renderer
// keeps the newest frame only, and a write that takes too long ends the session.
package sshd
