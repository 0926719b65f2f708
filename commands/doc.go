// Package commands is what the program does beside trading that needs keys or a screen: `bourse
// wallet`, `bourse screenshots`, `bourse record`, `bourse surplus` and consoles over ssh. It exists
// so that main is flags and wiring.
//
// Each command has a file of its name and a function that takes the arguments after it; what it can
// not be called with is a command.UsageError. Commands that need neither are in backend/command.
package commands
