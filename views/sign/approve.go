package sign

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// ApproveFirst is Approve for something that is signed next: once it is mined, the screen that runs
// it finds what for in Mined and goes on by Next. Until then its form takes no key. It reads the
// session, so call it in Update.
func ApproveFirst(s *views.Session, token api.Token, spender common.Address, amount api.Amount,
	what any) Task {
	t := Approve(s, token, spender, amount)
	t.For, t.Step, t.Steps, t.Holds = what, 1, 2, true
	return t
}

// Next runs what was approved first. Who has left the flow meanwhile is told instead: a dialog
// would catch keys that are meant for something else.
func Next(s *views.Session, m Mined, t Task) {
	if !m.Flow.Goes() || s.Env.Hidden() {
		s.Toast(ui.OK, "approved; go back to "+t.What)
		return
	}
	t.Step, t.Steps = 2, 2
	Run(s, t)
}
