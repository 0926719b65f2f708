package markets

import (
	"fmt"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
	"bourse/views/sign"
)

// cancel goes straight to the signature for one order of the account, whose review is the question;
// it asks first, with a list, for several.
func (m *taker) cancel(orders []ownOrder) tea.Cmd {
	if why := m.s.MaySign(); why != "" || len(orders) == 0 {
		m.s.Toast(ui.Warn, "cannot cancel: "+why)
		return nil
	}
	run := ui.Asking(func() { m.cancelNow(orders) })
	if len(orders) == 1 {
		return run()
	}
	lines := make([]string, len(orders))
	for i, o := range orders {
		lines[i] = m.describe(o)
	}
	count := strconv.Itoa(len(orders))
	m.s.Open(ui.NewConfirm(m.s.Env,
		ui.ConfirmSpec{Title: "Cancel " + count + " orders", Lines: lines, Level: ui.Warn,
			Yes: "Cancel " + count + " orders", Ended: m.ended(orders), Run: run}))
	return nil
}

// ended tells that none of these orders is open any more, "" while one is.
func (m *taker) ended(orders []ownOrder) func() string {
	return func() string {
		if m.mine.State.Loading || m.mine.State.Err != "" {
			return ""
		}
		for _, open := range m.mine.All() {
			if slices.ContainsFunc(orders, func(o ownOrder) bool { return o.Hash == open.Hash }) {
				return ""
			}
		}
		return "order " + format.Hash(orders[0].Hash) + " has ended meanwhile"
	}
}

func (m *taker) describe(o ownOrder) string {
	side, p := "sell", m.ladder.Pair
	if o.bid {
		side = "buy"
	}
	return fmt.Sprintf("%s %s %s %s at %s", format.Hash(o.Hash), side, p.Size(o.left, api.Down),
		cells.Clean(p.Base), p.OrderPrice(o.price, o.bid))
}

func (m *taker) cancelNow(orders []ownOrder) {
	var hashes []common.Hash
	what, checks := fmt.Sprintf("cancel %d orders", len(orders)), []ui.Check(nil)
	if len(orders) == 1 { // several were listed before
		what = "cancel order " + format.Hash(orders[0].Hash)
		checks = []ui.Check{{Text: "cancels " + m.describe(orders[0])}}
	}
	for _, o := range orders {
		hashes = append(hashes, o.Hash)
	}
	task := sign.Cancel(m.s, what, hashes...)
	task.Checks, task.Ended = checks, m.ended(orders)
	sign.Run(m.s, task)
}
