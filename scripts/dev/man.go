package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bourse/backend/command"
	"bourse/commands"
)

// man writes man pages, dated by SOURCE_DATE_EPOCH where that is said.
func man() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Man pages of all commands",
		Args:  command.Arguments("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			date := time.Now()
			if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
				unix, err := strconv.ParseInt(epoch, 10, 64)
				if err != nil {
					return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
				}
				date = time.Unix(unix, 0)
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			for _, c := range all(commands.Root()) {
				page := manPage(c, date.UTC().Format(time.DateOnly))
				name := filepath.Join(args[0], manName(c)+".1")
				if err := os.WriteFile(name, page, 0o644); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// manName is how the page of a command is called.
func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage describes a command in the macros of man(7).
func manPage(c *cobra.Command, date string) []byte {
	var b bytes.Buffer
	name := manName(c)
	fmt.Fprintf(&b, ".TH %s 1 %s bourse bourse\n", strings.ToUpper(name), date)
	b.WriteString(".SH NAME\n")
	filled(&b, name+" - "+c.Short)
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", escaped(c.UseLine()))
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, ".br\n.B %s COMMAND\n", escaped(c.CommandPath()))
	}
	b.WriteString(".SH DESCRIPTION\n")
	filled(&b, c.Short+".")
	if c.Long != "" {
		b.WriteString(".PP\n")
		filled(&b, c.Long)
	}
	if c.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" {
				fmt.Fprintf(&b, ".TP\n.B %s\n", escaped(sub.Name()))
				filled(&b, sub.Short+".")
			}
		}
	}
	for i, g := range commands.FlagGroups(c) {
		if i == 0 {
			b.WriteString(".SH OPTIONS\n")
		}
		if !c.HasParent() {
			fmt.Fprintf(&b, ".SS %s\n", escaped(g.Title))
		}
		for _, f := range g.Flags {
			value, usage := pflag.UnquoteUsage(f)
			fmt.Fprintf(&b, ".TP\n.B %s\n", escaped(strings.TrimSpace("--"+f.Name+" "+value)))
			filled(&b, usage)
		}
	}
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.EX\n%s\n.EE\n", escaped(c.Example))
	}
	if !c.HasParent() {
		b.WriteString(".SH ENVIRONMENT AND FILES\n")
		filled(&b, strings.ReplaceAll(commands.Precedence, "`", ""))
		b.WriteString(".SH EXIT STATUS\n")
		for _, code := range commands.ExitCodes {
			fmt.Fprintf(&b, ".TP\n.B %d\n", code.Code)
			filled(&b, code.Meaning)
		}
	}
	var others []string
	for _, other := range all(c)[1:] {
		others = append(others, manName(other))
	}
	if c.HasParent() {
		others = append([]string{manName(c.Parent())}, others...)
	}
	b.WriteString(".SH SEE ALSO\n")
	for i, other := range others {
		comma := " ,"
		if i == len(others)-1 {
			comma = ""
		}
		fmt.Fprintf(&b, ".BR %s (1)%s\n", escaped(other), comma)
	}
	return b.Bytes()
}

// filled writes a text in lines that a page of this kind may have.
func filled(b *bytes.Buffer, text string) {
	const width = 66
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			fmt.Fprintln(b, escaped(line))
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	fmt.Fprintln(b, escaped(line))
}

// escaped writes a text so that it stands on a page as it is.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
