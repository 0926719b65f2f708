package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bourse/backend/command"
	"bourse/commands"
)

// flags writes the page of all commands and flags.
func flags() *cobra.Command {
	return &cobra.Command{
		Use:   "flags FILE.md",
		Short: "The page of all commands and flags",
		Args:  command.Arguments("FILE.md"),
		RunE: func(_ *cobra.Command, args []string) error {
			var b bytes.Buffer
			b.WriteString("<!-- made by go generate ./commands -->\n# Commands and flags\n\n" +
				commands.Precedence + "\n")
			for _, c := range all(commands.Root()) {
				describe(&b, c)
			}
			b.WriteString("\n## Exit codes\n\n| code | meaning |\n|---|---|\n")
			for _, code := range commands.ExitCodes {
				fmt.Fprintf(&b, "| %d | %s |\n", code.Code, code.Meaning)
			}
			return os.WriteFile(args[0], b.Bytes(), 0o644)
		},
	}
}

// all lists a command and those below it that help names.
func all(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
			list = append(list, all(sub)...)
		}
	}
	return list
}

func describe(b *bytes.Buffer, c *cobra.Command) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n", c.CommandPath(), c.Short)
	if c.Long != "" {
		fmt.Fprintf(b, "\n%s\n", c.Long)
	}
	if c.Example != "" {
		fmt.Fprintf(b, "\n```sh\n%s\n```\n", c.Example)
	}
	for _, g := range commands.FlagGroups(c) {
		fmt.Fprintf(b, "\n| %s | |\n|---|---|\n", strings.ToLower(g.Title))
		for _, f := range g.Flags {
			name, usage := pflag.UnquoteUsage(f)
			fmt.Fprintf(b, "| `--%s` | %s |\n", strings.TrimSpace(f.Name+" "+name),
				strings.ReplaceAll(usage, "|", "\\|"))
		}
	}
}
