// Package viewtest holds what the tests of several screens need: a session of the first development
// account on a fake clock, the header of a console whose blocks are fresh, the usual tokens, and a
// screen that stands beside the one under test.
package viewtest
