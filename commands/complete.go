package commands

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/command"
	"bourse/backend/networks"
	"bourse/ui/style"
	"bourse/views/desk"
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

// inSentence are the words that may stand next in a sentence of a verb, as those of its forms have
// them that agree with what stands there: for a token any token, for a person any account, for an
// order those of the program that has the exchange open. Where nobody can list what comes next, the
// forms are told.
func inSentence(v grammar.Verb) func(*cobra.Command, []string, string) ([]string,
	cobra.ShellCompDirective) {
	return func(c *cobra.Command, args []string, typed string) ([]string,
		cobra.ShellCompDirective) {
		var list, told []string
		asked := map[string]bool{}
		for _, form := range v.Forms() {
			words := strings.Fields(form)[1:]
			if len(args) >= len(words) || !agrees(words, args) {
				continue
			}
			if !strings.Contains(form, "% ") { // which zsh takes for a sign of its own
				told = append(told, form)
			}
			before, word, next := "", words[len(args)], ""
			if len(args) > 0 {
				before = words[len(args)-1]
			}
			if len(args)+1 < len(words) {
				next = words[len(args)+1]
			}
			if isOrder(word) {
				word, next = "0xORDER", "" // they are asked for once
			}
			if key := before + " " + word + " " + next; !asked[key] {
				asked[key] = true
				list = append(list, standsFor(c, v, before, word, next, typed)...)
			}
		}
		slices.Sort(list)
		list = slices.Compact(list)
		if len(list) == 0 || len(args) == 0 {
			for _, form := range told {
				list = cobra.AppendActiveHelp(list, form)
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// standsFor are the words for which one of a form stands, between the one before and the next.
func standsFor(c *cobra.Command, v grammar.Verb, before, word, next, typed string) []string {
	switch word {
	case "weth", "usdc", "link", "weth/usdc":
		return symbols(c, typed)
	case "bob":
		return accountNames(c)
	case "orders", "swaps":
		return []string{"orders", "swaps", "delta"}
	case "@":
		return []string{"at"}
	case "0xORDER":
		return openOrders(c, v)
	case "0xTRANSACTION", "FILE", "apes", "passes", "3%": // nobody lists them here
		return nil
	case "7d":
		return []string{"1h", "1d", "7d"}
	case "0.5%", "1%":
		return []string{"0.1%", "0.5%", "1%"}
	}
	if !isNumber(word) {
		return []string{word}
	}
	isPrice := before == "@" || before == "at"
	wraps := next == "" && (v.Name == "wrap" || v.Name == "unwrap")
	if isToken(next) && !isPrice || next == "@" || wraps {
		return []string{"0.1", "1", "10", "100"}
	}
	return nil
}

// agrees tells whether words that were typed can be the first ones of a form.
func agrees(form, typed []string) bool {
	for i, word := range typed {
		is := form[i]
		free := isNumber(is) || isToken(is) || isOrder(is) ||
			slices.Contains([]string{"bob", "apes", "passes", "orders", "swaps", "delta",
				"0xTRANSACTION", "FILE", "coinbase"}, is)
		if is == "delta" {
			free = slices.Contains([]string{"orders", "swaps", "delta"}, strings.ToLower(word))
		}
		if !free && !strings.EqualFold(is, word) && (is != "@" || !strings.EqualFold(word, "at")) {
			return false
		}
		if isNumber(is) && !isNumber(word) {
			return false
		}
	}
	return true
}

func isNumber(word string) bool {
	return word != "" && strings.ContainsRune("0123456789.", rune(word[0])) && !isOrder(word)
}

func isToken(word string) bool {
	return slices.Contains([]string{"weth", "usdc", "link", "weth/usdc"}, word)
}

// isOrder tells whether a word of a form, or one that was typed, names an order.
func isOrder(word string) bool {
	return word == "DELTA-ORDER" || strings.HasPrefix(word, "0x") && word != "0xTRANSACTION"
}

// openOrders are orders for a verb that names one, each with what it is, where a program that runs
// tells them within a moment: for who fills one those of the book, else the account's own. Nothing
// is opened for it.
func openOrders(c *cobra.Command, v grammar.Verb) []string {
	ctx, cancel := context.WithTimeout(c.Context(), completionTime)
	defer cancel()
	flag := func(name string) string { text, _ := c.Flags().GetString(name); return text }
	service := command.Running(ctx, flag("backend"), dataFolder(c.Flags()))
	if service == nil {
		return cobra.AppendActiveHelp(nil, "no console and no service is running here that tells "+
			"which orders are open")
	}
	defer service.Close()
	w, err := OpenWallet(dataFolder(c.Flags()))
	if err != nil {
		return nil
	}
	at, err := desk.Open(ctx, desk.Config{Service: service, Wallet: w, Account: flag("account"),
		Network: flag("network")})
	if err != nil {
		return nil
	}
	questions := map[string][]string{"fill": {"book"}, "invalidate": {"auctions"}}[v.Name]
	if questions == nil {
		questions = []string{"orders", "auctions"}
	}
	var list []string
	for _, question := range questions {
		said, err := at.Say(ctx, question)
		if err != nil {
			continue
		}
		for _, line := range said.Lines {
			if name, what := named(line); name != "" {
				list = append(list, name+"\t"+what)
			}
		}
	}
	return list
}

// completionTime is how long whoever presses Tab waits for orders.
const completionTime = time.Second

// named takes the hash or the id out of a line about an order; orders that have ended have none.
func named(line string) (name, rest string) {
	words := strings.Fields(desk.Plain(line))
	for i, word := range words {
		word = strings.TrimSuffix(word, ",")
		whole := len(word) == 66 && strings.HasPrefix(word, "0x") ||
			len(word) == 36 && strings.Count(word, "-") == 4
		if !whole {
			continue
		}
		if status := api.DeltaStatus(words[0]); i == 1 && status.Final() {
			return "", ""
		}
		others := append(slices.Clone(words[:i]), words[i+1:]...)
		if i == 1 { // behind its state, which is that it is open
			others = words[2:]
		}
		return word, strings.TrimSuffix(strings.Join(others, " "), ", order")
	}
	return "", ""
}
