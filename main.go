// Command bourse is a trading console for the terminal with a complete exchange inside: orders,
// markets and an embedded chain in one process, with or without a screen.
package main

import (
	"os"

	"bourse/commands"
	_ "bourse/ui/early" // before the terminal library, which else waits for the terminal
)

func main() { os.Exit(commands.Main(os.Args[1:])) }
