// Package command is the command line of the program as far as it needs no screen and no keys: the
// flags, the service without a screen, and the commands store and surplus. What they cannot be
// called with is a UsageError; whoever runs them ends the program with code 2 for it.
//
// Start reading at Options (flags.go); serve.go runs an exchange with its HTTP server until it is
// told to stop.
package command
