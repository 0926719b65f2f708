package command

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bourse/ui/near"
)

// UsageError is a mistake in how the program was called, told in a sentence.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error { return UsageError(fmt.Sprintf(format, args...)) }

// WrongValue says of which flag a value cannot be, and why. It repeats of the value only what the
// flag itself does: an address of a node may hold a key.
func WrongValue(err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) {
		return UsageError(err.Error())
	}
	return Usagef("--%s: %v", wrong.GetFlag().Name, Reason(err))
}

// Reason is what is wrong with a value, without the name of the flag.
func Reason(err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) {
		return err
	}
	takes := map[string]string{"bool": "true or false", "uint32": "a whole number",
		"uint64": "a whole number", "duration": "a time such as 90s or 48h"}
	if what := takes[wrong.GetFlag().Value.Type()]; what != "" {
		return fmt.Errorf("it takes %s, not %q", what, wrong.GetValue())
	}
	return wrong.Unwrap()
}

// Arguments wants just the arguments that are named.
func Arguments(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		form := strings.Join(append([]string{c.CommandPath()}, names...), " ")
		switch {
		case len(args) < len(names):
			return Usagef("%s is missing: it goes %s", names[len(args)], form)
		case len(args) > len(names):
			return Usagef("%q is too much: it goes %s", args[len(names)], form)
		}
		return nil
	}
}

// Group is a command that consists of others and does nothing by itself.
func Group(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	c.AddCommand(commands...)
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return Unknown(c, args[0])
	}
	if c.RunE == nil {
		c.RunE = func(c *cobra.Command, _ []string) error {
			return Usagef("say what to do: %s", strings.Join(forms(c), ", "))
		}
	}
	return c
}

// Unknown is the error about a word that is none of a command's. A flag without its dashes is one.
func Unknown(c *cobra.Command, word string) error {
	names := make(map[string]string)
	for _, sub := range c.Commands() {
		names[sub.Name()] = c.CommandPath() + " "
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, there := names[f.Name]; !there {
			names[f.Name] = c.CommandPath() + " --"
		}
	})
	if !c.HasParent() { // what stands one deeper, such as the verbs of do
		for _, sub := range c.Commands() {
			for _, inner := range sub.Commands() {
				if _, there := names[inner.Name()]; !there {
					names[inner.Name()] = inner.Parent().CommandPath() + " "
				}
			}
		}
	}
	if meant := near.Word(word, slices.Sorted(maps.Keys(names))); meant != "" {
		return Usagef("%q is not a command: do you mean %s%s?", word, names[meant], meant)
	}
	if len(c.Groups()) == 0 {
		return Usagef("%q is not a command; there are %s", word, strings.Join(forms(c), ", "))
	}
	return Usagef("%q is not a command; see bourse help", word)
}

// Meant proposes the nearest of some words, if one is near, with what stands before it.
func Meant(word string, words []string, before string) string {
	if meant := near.Word(word, words); meant != "" {
		return fmt.Sprintf(" (do you mean %s%s?)", before, meant)
	}
	return ""
}

// forms says how the parts of a command go.
func forms(c *cobra.Command) []string {
	var list []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, c.CommandPath()+" "+sub.Use)
		}
	}
	return list
}
