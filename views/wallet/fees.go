package wallet

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// claim is what one contract holds for the account as a partner, in words.
type claim struct {
	contract common.Address
	what     string
}

// claims are those of all contracts, and what they come to together.
func (f *funds) claims() (list []claim, all string) {
	c := f.s.Network.Contracts
	sums := make([]api.Amount, len(f.holdings.tokens))
	for _, contract := range []common.Address{c.FeeVault, c.FeeClaimer} {
		held := make([]api.Amount, len(f.holdings.tokens))
		for i, t := range f.holdings.tokens {
			held[i] = t.Fees[contract]
			sums[i] = sums[i].Add(held[i])
		}
		if what := f.amountsText(held); what != "" {
			list = append(list, claim{contract, what})
		}
	}
	return list, f.amountsText(sums)
}

// amountsText lists amounts of the account's tokens that are not zero.
func (f *funds) amountsText(of []api.Amount) string {
	var parts []string
	for i, t := range f.holdings.tokens {
		if !of[i].IsZero() {
			parts = append(parts, format.Amount(of[i], t.Token, api.Down)+" "+
				views.Symbol(t.Token))
		}
	}
	return strings.Join(parts, ", ")
}

// claimAction takes out what the account has earned, from one contract after the other.
func (f *funds) claimAction() ui.Action {
	list, _ := f.claims()
	off := f.s.MaySign()
	if len(list) == 0 {
		list, off = []claim{{}}, "no fees of this account wait to be taken out"
	}
	contract, what := list[0].contract, list[0].what
	return action("claim", "", "f", "claim fees",
		"take out what the account has earned as a partner", off, func() tea.Cmd {
			var tokens []common.Address
			for _, t := range f.holdings.tokens {
				if _, ok := t.Fees[contract]; ok {
					tokens = append(tokens, t.Address)
				}
			}
			task := sign.Claim(f.s, "claim "+what, contract, tokens)
			task.Checks = append(task.Checks,
				ui.Check{Level: ui.OK, Text: "it holds " + what + " of yours"})
			if len(list) > 1 {
				task.Checks = append(task.Checks, ui.Check{Level: ui.Plain,
					Text: "another contract holds " + list[1].what + ": claim again for that"})
			}
			sign.Run(f.s, task)
			return nil
		})
}
