package commands

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"bourse/backend/command"
	"bourse/views/grammar"
)

// FlagGroup is flags that belong together in the help.
type FlagGroup struct {
	Title string
	Flags []*pflag.Flag
}

// flagGroups says which flags belong together.
var flagGroups = []struct{ title, flags string }{
	{"Console", "account network theme signer plain no-mouse no-motion utc"},
	{"Exchange", "data demo seed no-traders no-local agent purse log log-format log-level traces"},
	{"Doors", "serve listen rate-limit ssh desk local-rpc backend webhook announce"},
	{"Networks", "rpc rpc-send rpc-rate confirmations delta tokens"},
	{"Several machines", "cluster node cluster-cert cluster-key cluster-ca cluster-insecure " +
		"cluster-secret cluster-keep drain"},
}

// FlagGroups are the flags of a command; those of the program itself by what they belong to.
func FlagGroups(c *cobra.Command) []FlagGroup {
	var list []FlagGroup
	seen := make(map[string]bool)
	add := func(title string, of func(*pflag.Flag) bool) {
		group := FlagGroup{Title: title}
		c.Flags().AddFlagSet(c.PersistentFlags())
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" && f.Name != "version" && !seen[f.Name] && of(f) {
				seen[f.Name] = true
				group.Flags = append(group.Flags, f)
			}
		})
		if len(group.Flags) > 0 {
			list = append(list, group)
		}
	}
	if !c.HasParent() {
		for _, g := range flagGroups {
			names := strings.Fields(g.flags)
			add(g.title, func(f *pflag.Flag) bool { return slices.Contains(names, f.Name) })
		}
	}
	add("Flags", func(*pflag.Flag) bool { return true })
	return list
}

// helpWidth is how many columns the help takes: COLUMNS, else those of the terminal, and no more
// than are read with ease.
func helpWidth() int {
	const most, usual, least = 100, 80, 40
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || width <= 0 {
		width, _, err = term.GetSize(int(os.Stdout.Fd()))
	}
	if err != nil {
		return usual // a file, or another program
	}
	return max(least, min(width, most))
}

// help prints what a command does, what it consists of, and its flags.
func help(c *cobra.Command, _ []string) {
	w := c.OutOrStdout()
	prose := func(text string) {
		fmt.Fprintln(w, strings.Join(wrapped(text, helpWidth()), "\n"))
	}
	prose(c.Short + ".")
	if c.Long != "" {
		prose(c.Long)
	}
	if c.HasParent() && !c.HasAvailableSubCommands() {
		fmt.Fprintln(w)
		prose("Usage: " + c.UseLine())
	}
	if c.Example != "" {
		fmt.Fprintln(w)
		for line := range strings.Lines(c.Example) {
			for _, part := range shellLines(strings.TrimRight(line, "\n"), helpWidth()-2) {
				fmt.Fprintf(w, "  %s\n", part)
			}
		}
	}
	for _, g := range c.Groups() {
		printCommands(w, c, g.Title, g.ID)
	}
	if len(c.Groups()) == 0 && c.HasAvailableSubCommands() {
		printCommands(w, c, "Commands", "")
	}
	for _, g := range FlagGroups(c) {
		fmt.Fprintf(w, "\n%s\n", g.Title)
		printFlags(w, g.Flags)
	}
	if c.HasAvailableSubCommands() {
		form := strings.Replace(c.CommandPath(), "bourse", "bourse help", 1)
		fmt.Fprintln(w)
		prose(form + " COMMAND tells more of one.")
	}
}

func printCommands(w io.Writer, c *cobra.Command, title, group string) {
	fmt.Fprintf(w, "\n%s\n", title)
	var names, texts []string
	for _, sub := range c.Commands() {
		if sub.GroupID != group || !sub.IsAvailableCommand() && sub.Name() != "help" {
			continue
		}
		name := sub.Name()
		if group == "" {
			name = sub.Use
		}
		names, texts = append(names, name), append(texts, sub.Short)
	}
	columns(w, names, texts)
}

func printFlags(w io.Writer, flags []*pflag.Flag) {
	var names, texts []string
	for _, f := range flags {
		value, text := pflag.UnquoteUsage(f)
		if f.Value.Type() == "bool" {
			value = ""
		}
		if d := f.DefValue; d != "" && d != "false" && d != "0" {
			text += " (" + d + ")"
		}
		names = append(names, strings.TrimSpace("--"+f.Name+" "+value))
		texts = append(texts, text)
	}
	columns(w, names, texts)
}

// columns prints names beside texts, which are wrapped. A long name has a line of its own.
func columns(w io.Writer, names, texts []string) {
	const longest = 24
	left := 0
	for _, name := range names {
		if n := ansi.StringWidth(name); n <= longest {
			left = max(left, n)
		}
	}
	for i, name := range names {
		if ansi.StringWidth(name) > left {
			fmt.Fprintf(w, "  %s\n", name)
			name = ""
		}
		for _, line := range wrapped(texts[i], helpWidth()-left-4) {
			fmt.Fprintf(w, "  %s%s  %s\n", name,
				strings.Repeat(" ", left-ansi.StringWidth(name)), line)
			name = ""
		}
	}
}

// shellLines divides a command that is too wide so that a shell takes the lines as they stand: what
// it means comes before it, and the lines of the command are continued.
func shellLines(line string, width int) (lines []string) {
	if ansi.StringWidth(line) <= width {
		return []string{line}
	}
	command, comment, said := strings.Cut(line, " # ")
	if said {
		for _, part := range wrapped(comment, width-2) {
			lines = append(lines, "# "+part)
		}
	}
	parts := wrapped(command, width-4)
	for i, part := range parts {
		if i > 0 {
			part = "  " + part
		}
		if i < len(parts)-1 {
			part += " \\"
		}
		lines = append(lines, part)
	}
	return lines
}

// wrapped divides a text into lines at its blanks alone, since flags have dashes in them.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && ansi.StringWidth(line)+1+ansi.StringWidth(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// flagError says what is wrong with a flag, and which one may have been meant.
func flagError(c *cobra.Command, err error) error {
	var without *pflag.ValueRequiredError
	if errors.As(err, &without) {
		name, usage := pflag.UnquoteUsage(without.GetFlag())
		return command.Usagef("--%s: %s is missing: %s; see %s --help", without.GetFlag().Name,
			cmp.Or(name, "a value"), usage, c.CommandPath())
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return command.Usagef("%v; see %s --help", command.WrongValue(err), c.CommandPath())
	}
	name := unknown.GetSpecifiedName()
	if v, ok := grammar.Find(c.Name()); ok && below(name) {
		name = cmp.Or(unknown.GetSpecifiedShortnames(), name)
		before := strings.Join(append([]string{v.Name}, c.Flags().Args()...), " ")
		if v.Name == "alert" { // which also waits for losses
			return command.Usagef("what is below zero stands in quotes: bourse do \"%s -%s\"",
				before, name)
		}
		return command.Usagef("after %q comes what is above zero, not -%s: it goes %s", before,
			name, v.Usage)
	}
	if below(name) {
		return command.Usagef("-%s: nothing here is below zero; see %s --help",
			cmp.Or(unknown.GetSpecifiedShortnames(), name), c.CommandPath())
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return command.Usagef("there is no flag --%s%s; see %s --help", name,
		command.Meant(name, names, "--"), c.CommandPath())
}

// below tells whether a text that a dash stands before is a number.
func below(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// twoDashes takes flags with one dash, such as -serve, for those with two.
func twoDashes(root *cobra.Command, args []string) []string {
	known := settable(root)
	args = slices.Clone(args)
	for i, arg := range args {
		if arg == "--" {
			break
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") &&
			(known[name] != nil || name == "help" || name == "version" || name == "yes") {
			args[i] = "-" + arg
		}
	}
	return args
}
