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

// claims are what the account has earned as a partner, in words, by the contract that holds it.
func (w *Screen) claims() (at common.Address, what string) {
	c := w.s.Network.Contracts
	for _, contract := range []common.Address{c.FeeVault, c.FeeClaimer} {
		var parts []string
		for _, t := range w.holdings.tokens {
			if fee, ok := t.Fees[contract]; ok {
				parts = append(parts, format.Amount(fee, t.Token, api.Down)+" "+
					views.Symbol(t.Token))
			}
		}
		if len(parts) > 0 {
			return contract, strings.Join(parts, ", ")
		}
	}
	return common.Address{}, ""
}

// claimAction takes out what the account has earned, from one contract after the other.
func (w *Screen) claimAction() ui.Action {
	contract, what := w.claims()
	off := w.s.MaySign()
	if what == "" {
		off = "no fees of this account wait to be taken out"
	}
	return action("claim", "", "f", "claim fees",
		"take out what the account has earned as a partner", off, func() tea.Cmd {
			var tokens []common.Address
			for _, t := range w.holdings.tokens {
				if _, ok := t.Fees[contract]; ok {
					tokens = append(tokens, t.Address)
				}
			}
			return sign.Run(w.s, sign.Claim(w.s, "claim "+what, contract, tokens))
		})
}
