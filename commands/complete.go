package commands

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bourse/backend/networks"
	"bourse/ui/style"
)

// complete says what can stand behind a flag, for the shells that ask.
func complete(root *cobra.Command) {
	chains := func(c *cobra.Command) []string { return networkIDs(c, "=") }
	for flag, words := range map[string]func(*cobra.Command) []string{
		"account": accountNames, "from": accountNames, "theme": themes,
		"rpc": chains, "rpc-send": chains, "rpc-rate": chains, "confirmations": chains,
		"delta": chains,
	} {
		each(root, func(c *cobra.Command) {
			if c.Flags().Lookup(flag) == nil {
				return
			}
			space := cobra.ShellCompDirectiveNoFileComp
			if flag != "account" && flag != "from" && flag != "theme" {
				space |= cobra.ShellCompDirectiveNoSpace
			}
			_ = c.RegisterFlagCompletionFunc(flag, func(c *cobra.Command, _ []string, _ string) (
				[]string, cobra.ShellCompDirective) {
				return words(c), space
			}) // fails for a flag that is not there alone
		})
	}
	each(root, func(c *cobra.Command) {
		if c.Flags().Lookup("data") != nil || c.PersistentFlags().Lookup("data") != nil {
			_ = c.MarkFlagDirname("data")
		}
	})
}

func each(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		each(sub, do)
	}
}

// unquoted leaves out the marks around what a flag takes: shells show a usage as it stands.
func unquoted(c *cobra.Command) {
	plain := func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") }
	c.Flags().VisitAll(plain)
	c.PersistentFlags().VisitAll(plain)
}

func themes(*cobra.Command) []string { return style.ThemeNames() }

// accountNames are those of the data folder that is spoken of.
func accountNames(c *cobra.Command) []string {
	w, err := OpenWallet(dataFolder(c.Flags()))
	if err != nil {
		return nil
	}
	var names []string
	for _, a := range w.List() {
		names = append(names, a.Name)
	}
	return names
}

// networkIDs are those of the networks that are known, each with its name as what it means.
func networkIDs(c *cobra.Command, after string) []string {
	known, err := networks.Load(filepath.Join(dataFolder(c.Flags()), "networks"))
	if err != nil {
		return nil
	}
	var list []string
	for _, id := range slices.Sorted(maps.Keys(known)) {
		list = append(list, fmt.Sprintf("%d%s\t%s", id, after, cmp.Or(known[id].Name, "network")))
	}
	return list
}
