package sign

import (
	"context"
	"fmt"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// readNonce compares the nonce of a prepared transaction with how far the account is, and with what
// this console has sent that waits. One beyond the next waits for others that nobody has sent; one
// that waits already takes another's place. That transactions wait which were not signed here is
// believed of a node of one's own, of nobody else. A wish that names its nonce is held against it
// elsewhere.
func readNonce(ctx context.Context, exchange api.Exchange, waits *views.UnderWay,
	tx api.Transaction, wish describe.Wish) (checks []ui.Check, word string) {
	if wish.Nonce != nil {
		return nil, ""
	}
	counts, err := exchange.Nonces(ctx, tx.From)
	warn := func(text string) []ui.Check { return []ui.Check{{Level: ui.Warn, Text: text}} }
	if hash, taken := waits.WithNonce(tx); taken {
		return warn(fmt.Sprintf("its nonce %d is that of %s, which waits: it takes its place",
			tx.Nonce, format.Hash(hash))), "instead"
	}
	next := counts.Next
	if counts.ToldBy != "" {
		next = counts.Mined
	}
	missing, from := waits.Gap(tx, next)
	switch {
	case err != nil:
		return warn(fmt.Sprintf("whether others must come before its nonce %d can't be told (%s)",
			tx.Nonce, sentence(err))), ""
	case missing > 0 && tx.Nonce <= counts.Next:
		return warn(fmt.Sprintf("its nonce %d leaves a gap, unless others that were not signed "+
			"here wait from nonce %d on, as %s says", tx.Nonce, from,
			cells.Clean(counts.ToldBy))), "gap"
	case missing > 0:
		return warn(fmt.Sprintf("its nonce %d leaves a gap: it waits until %d others are sent "+
			"from nonce %d on", tx.Nonce, missing, from)), "gap"
	case tx.Nonce < counts.Mined:
		return warn(fmt.Sprintf("its nonce %d is used already: it can never be mined",
			tx.Nonce)), ""
	}
	if n := waits.Behind(tx, counts.Mined); n > 0 {
		return []ui.Check{{Text: "waits behind " + ui.Counted(int(n), "transaction") +
			" of this account"}}, ""
	}
	return nil, ""
}
