// Package sshd serves consoles over ssh, so that many people share one exchange: visitors of a
// demo, each on an account of the local network with funds, or a desk of named people who watch.
//
// The exchange is shared; a session has a console of its own with its own wallet in memory,
// renderer, size, colours and theme, and no part of this machine: there is no shell, no forwarding
// and no file. Server is where to start: it takes connections within Limits, asks its Guests who
// comes and with which wallet, and runs a console for each. Visitors lends accounts and resets
// them, settlement moves their funds, Team reads who sits at a desk.
//
// A client that reads too slowly holds up its own console alone: while a write waits, the renderer
// keeps the newest frame only, and a write that takes too long ends the session.
package sshd
