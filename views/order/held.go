package order

import (
	"strings"

	"bourse/ui"
	"bourse/ui/cells"
)

// heldPane lists the account's NFTs.
type heldPane struct {
	ui.Display
	n *nftForm
}

func (*heldPane) Title() (title, right string) { return "You hold", "" }

func (v *heldPane) Draw(area cells.Box, _ bool) string {
	t := v.n.s.Env.Theme
	if len(v.n.mine) == 0 {
		return cells.Fit(" "+t.Muted.Render("nothing of the listed collections"), area.W, area.H)
	}
	var lines []string
	for _, m := range v.n.mine {
		token, _ := v.n.s.Token(m.Asset.Address)
		right := "! not approved "
		if m.Approved {
			right = "✓ approved "
			if v.n.s.ToldBy != "" {
				right = "approved "
			}
		}
		if !v.n.s.Area.Wide() {
			right, _, _ = strings.Cut(right, " ")
		}
		lines = append(lines, cells.Spread(
			" "+half{asset: m.Asset, token: token, listed: true, amount: m.Balance}.words(),
			t.Muted.Render(right), area.W))
	}
	return cells.Fit(
		strings.Join(append(lines, "", t.Muted.Render(" ⌃o puts one of them in")), "\n"),
		area.W, area.H)
}
