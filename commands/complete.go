package commands

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bourse/backend/chain/local"
	"bourse/backend/networks"
	"bourse/ui/style"
	"bourse/views/grammar"
)

// complete says what can stand behind a flag, for the shells that ask.
func complete(root *cobra.Command) {
	chains := func(c *cobra.Command) []string { return networkIDs(c, "=") }
	for flag, words := range map[string]func(*cobra.Command) []string{
		"account": accountNames, "from": accountNames, "theme": themes, "network": networkNames,
		"rpc": chains, "rpc-send": chains, "rpc-rate": chains, "confirmations": chains,
		"delta": chains,
	} {
		each(root, func(c *cobra.Command) {
			if c.Flags().Lookup(flag) == nil && c.PersistentFlags().Lookup(flag) == nil {
				return
			}
			_ = c.RegisterFlagCompletionFunc(flag, func(c *cobra.Command, _ []string, _ string) (
				[]string, cobra.ShellCompDirective) {
				list, space := words(c), cobra.ShellCompDirectiveNoFileComp
				if len(list) > 0 && strings.Contains(list[0], "=") {
					space |= cobra.ShellCompDirectiveNoSpace
				}
				return list, space
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

// accountNames are those of the data folder that is spoken of, which a question does not make.
func accountNames(c *cobra.Command) []string {
	dir := dataFolder(c.Flags())
	if _, err := os.Stat(filepath.Join(dir, "accounts")); err != nil {
		dir = ""
	}
	w, err := OpenWallet(dir)
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

// networkNames are the words by which --network takes the networks that are known: the first of the
// name, or the id where another network has that word.
func networkNames(c *cobra.Command) []string {
	list, taken := []string{"local"}, map[string]bool{"local": true}
	known, err := networks.Load(filepath.Join(dataFolder(c.Flags()), "networks"))
	if err != nil {
		return list
	}
	for _, id := range slices.Sorted(maps.Keys(known)) {
		word, _, _ := strings.Cut(strings.ToLower(known[id].Name), " ")
		if word == "" || taken[word] {
			word = fmt.Sprint(id)
		}
		taken[word] = true
		list = append(list, word+"\t"+known[id].Name)
	}
	return list
}

// symbols are what tokens of the local network and of those that are described are called, in small
// letters unless capitals are typed.
func symbols(c *cobra.Command, typed string) []string {
	all := local.Symbols()
	known, _ := networks.Load(filepath.Join(dataFolder(c.Flags()), "networks"))
	for _, id := range slices.Sorted(maps.Keys(known)) {
		for _, t := range known[id].Tokens {
			all = append(all, t.Symbol)
		}
	}
	var list []string
	for _, symbol := range all {
		if typed == strings.ToLower(typed) {
			symbol = strings.ToLower(symbol)
		}
		if !slices.Contains(list, symbol) {
			list = append(list, symbol)
		}
	}
	return list
}

// inSentence are the words that may stand next in a sentence of a verb, as its examples have them:
// where they have a token, any token, where they have a person, any account.
func inSentence(v grammar.Verb) func(*cobra.Command, []string, string) ([]string,
	cobra.ShellCompDirective) {
	return func(c *cobra.Command, args []string, typed string) ([]string,
		cobra.ShellCompDirective) {
		var list []string
		for _, example := range v.Forms() {
			words := strings.Fields(example)[1:]
			if len(args) >= len(words) {
				continue
			}
			switch word := words[len(args)]; word {
			case "weth", "usdc", "weth/usdc":
				list = append(list, symbols(c, typed)...)
			case "bob":
				list = append(list, accountNames(c)...)
			case "orders", "swaps":
				list = append(list, "orders", "swaps", "delta")
			case "@":
				list = append(list, "at")
			case "0xORDER", "DELTA-ORDER", "0xTRANSACTION", "FILE": // nobody lists them here
			case "apes": // collections are known to their network alone
			default:
				if word[0] < '0' || word[0] > '9' {
					list = append(list, word)
				}
			}
		}
		slices.Sort(list)
		return slices.Compact(list), cobra.ShellCompDirectiveNoFileComp
	}
}
