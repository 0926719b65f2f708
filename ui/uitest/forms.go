package uitest

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/form"
)

// OrderForm is a form with fields of every kind and checks; what the user
// changes is noted in changed.
func OrderForm(env *ui.Env, changed *[]string) *form.Form {
	pay := &form.Field{ID: "pay", Label: "You pay", Kind: form.NumberField, Input: ui.Number(),
		Suffix: "USDC  free 9,461.82",
		Below:  "10%  25%  50%  75%  MAX", Gap: true, Check: func(v string) string {
			if v == "" {
				return "how much?"
			}
			return ""
		}}
	for _, v := range []string{"946.18", "2365.45", "9461.82"} {
		pay.Presets = append(pay.Presets, func() string { return v })
	}
	f := form.New(env,
		&form.Field{ID: "note", Label: "", Kind: form.StaticField, Text: "static"},
		&form.Field{ID: "kind", Label: "Kind", Kind: form.ChoiceField,
			Choices: []string{"Limit", "P2P", "NFT"}},
		pay,
		&form.Field{ID: "taker", Label: "Taker", Hidden: true},
		&form.Field{ID: "get", Label: "You get", Kind: form.NumberField, Input: ui.Number(),
			Derived: true, Suffix: "ETH"})
	f.Changed = func(x *form.Field) tea.Cmd {
		*changed = append(*changed, x.ID+"="+x.Value())
		return nil
	}
	f.Checks = []ui.Check{{Level: ui.OK, Text: "balance covers 6,036.00 USDC"},
		{Level: ui.Warn, Text: "allowance 5,000.00", Key: "a approve"}}
	return f
}
