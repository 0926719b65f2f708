package sign

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// Replace speeds up a transaction with a nonce that waits on the session's network, or cancels it.
// Call it in Update.
func Replace(s *views.Session, hash common.Hash, nonce uint64, cancel bool) {
	Run(s, Replacing(s, hash, nonce, cancel))
}

// Replacing is the task of Replace. It reads the session, so call it in Update.
func Replacing(s *views.Session, hash common.Hash, nonce uint64, cancel bool) Task {
	what, does := "speed up ", "does the same for higher fees"
	_, known := s.UnderWay.Of(hash)
	switch {
	case cancel:
		what, does = "cancel ", "sends nothing to the account itself"
	case !known:
		does = "may do something else"
	}
	return Task{
		What: what + format.Hash(hash), asked: replacement(s, hash, nonce, cancel),
		Review: func(tx api.Transaction) []ui.Check {
			return []ui.Check{{Level: ui.Warn, Text: fmt.Sprintf("it takes the place of %s (nonce "+
				"%d) and %s: either of the two is mined, never both", format.Hash(hash), tx.Nonce,
				does)}}
		},
	}
}
