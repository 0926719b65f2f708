// Package commands is the command line: one table of commands, their flags, what stands behind
// them, and the doors that need keys or a screen. It exists so that main is one line and that help,
// completion, man pages, the page of flags and config.toml all follow from the same table.
//
// Root has the table and the exit codes; config.go gives flags their values from the environment
// and the data folder's file; help.go prints; complete.go is asked by shells; console.go, ssh.go,
// deploy.go and wallet.go are what commands do; do.go, plain.go and mcp.go are doors without a
// screen, over door.go. What needs neither keys nor a screen is in backend/command. Start reading
// at Root.
package commands

//go:generate go run ../scripts/dev flags ../docs/flags.md
