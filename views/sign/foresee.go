package sign

import (
	"cmp"
	"math"
	"slices"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/wallet/describe"
)

// What needs an approval first is decided on before the approval is sent, as far as it is known by
// then: an approval of something that is then not signed stays behind on the chain.

// Foresee is the question of a spec that something else has to be signed for first.
func Foresee(s *views.Session, spec Spec) Question {
	return newDialog(s, s.Account, Known(s), spec.once(s)).question()
}

// ForeseeTask is the same of a task, which cannot be prepared without the approval: what it pays by
// its wish, and what it costs with so much gas.
func ForeseeTask(s *views.Session, t Task, gas uint64) Question {
	wish := t.asked.wish
	two := api.NewAmount(2) // a base fee may double before it is mined
	tx := api.Transaction{ChainID: s.Network.ChainID, From: s.Account.Address, Gas: gas,
		GasPrice: s.GasPrice.MulDiv(two, api.NewAmount(1)), Nonce: math.MaxUint64}
	if e, ok := s.UnderWay.Unknown(views.SentTransaction, tx.ChainID, tx.From,
		s.Env.Now()); ok {
		tx.Nonce, _ = e.Nonce.Uint64() // which it will have
	}
	spec := Spec{Tx: &tx, Wish: wish, Checks: t.Checks, Word: t.Word}.once(s)
	fee, dear := feeChecks(s, tx, wish.Pays)
	over, capped := capChecks(s, describe.Act{Pays: wish.Pays})
	q := Question{Account: s.Account, ChainID: tx.ChainID, Tx: &tx, Step: 2, Steps: 2,
		Checks: slices.Concat(spec.Checks, fee, over), Word: words(spec.Word, dear, capped)}
	q.Title, q.Transaction, q.Act = t.What, true, describe.Act{Kind: wish.Kind, Pays: wish.Pays}
	q.Essence = wish.Words(Known(s))
	q.Lead = "It needs an approval first, which is sent only for what will be agreed to as well."
	q.Off = lossLock(s, q.Act)
	for _, c := range q.Checks {
		if c.Level == ui.Bad && t.Word == "" {
			q.Off = cmp.Or(q.Off, c.Text)
		}
	}
	return q
}
