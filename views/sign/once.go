package sign

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// What a key has signed may have been handed on, whatever was answered, so that a second try of the
// same wish must never be a second deed: it has the nonce of the first, of which the chain takes
// one only, or it is the very same order, of which a book takes one only.

// sent is how what is to be signed is kept; ok is false for what is not handed on by itself.
func (p Spec) sent(what string, account common.Address, now time.Time) (e views.Sent, ok bool) {
	e = views.Sent{What: what, Account: account, ChainID: p.chainID(), At: now}
	if tx := p.Tx; tx != nil {
		e.Tx, e.Kind, e.Nonce, e.Act = tx, views.SentTransaction,
			api.NewAmount(tx.Nonce), act(*tx, p.Wish)
		return e, true
	}
	if p.Submit == nil {
		return e, false
	}
	e, ok = views.SentOrderOf(*p.Data, p.Chosen)
	e.What, e.Account, e.At = what, account, now
	return e, ok
}

// act tells transactions that carry out the same wish. Of a trade that is its exact amount, its
// assets and its receiver: asked for once more it has another quote, or other orders. Orders count
// where they were chosen, which a rate tells.
func act(tx api.Transaction, wish describe.Wish) common.Hash {
	trade := wish.Kind == describe.Swap || wish.Kind == describe.Fill
	if !trade || len(wish.Pays) != 1 || len(wish.Gets) != 1 {
		return views.TransactionAct(tx)
	}
	exact, selling := wish.Gets[0].Amount, wish.Selling
	if wish.Kind == describe.Fill {
		selling = !wish.Least.IsZero()
	}
	if selling {
		exact = wish.Least
	}
	var chosen []common.Hash
	if wish.Rate != nil {
		chosen = wish.Orders
	}
	return crypto.Keccak256Hash(fmt.Appendf(nil, "%d %s %s %v %v %t %s %s %s", tx.ChainID, tx.From,
		wish.Kind, wish.Pays[0].Asset, wish.Gets[0].Asset, selling, exact, wish.To, chosen))
}

// beside is for how long another order than one that may have been posted asks for a word.
const beside = 10 * time.Minute

// once says how what is to be signed stands to what may have been handed on already.
func (p Spec) once(s *views.Session) Spec {
	now := s.Env.Now()
	mine, ok := p.sent("", s.Account.Address, now)
	if !ok {
		return p
	}
	e, same := s.UnderWay.Did(mine.Act, mine.Nonce, now)
	if e, lied := s.UnderWay.DoneThough(mine); lied && !same && now.Sub(e.At) < beside {
		p.Checks = append(slices.Clone(p.Checks), ui.Check{Level: ui.Warn, Text: mine.Kind.Name() +
			" " + format.Hash(e.Hash) + allTheSame + ". This would be another one beside it"})
		p.Word = words(p.Word, "beside")
		return p
	}
	if !same {
		e, ok = s.UnderWay.Unknown(mine.Kind, mine.ChainID, mine.Account, now)
		if !ok || e.Refused && (e.Kind == views.SentTransaction || e.Nonce == mine.Nonce) {
			return p
		}
	}
	name := mine.Kind.Name() + " " + format.Hash(e.Hash)
	ask := func(word, text string) {
		p.Checks = append(slices.Clone(p.Checks), ui.Check{Level: ui.Warn, Text: text})
		p.Word = words(p.Word, word)
	}
	book := mine.Kind == views.SentOrder || mine.Kind == views.SentNFTOrder
	switch {
	case e.Nonce == mine.Nonce && (e.Taken || e.Ended): // it is sped up, and says so
	case e.Nonce == mine.Nonce && book:
		ask("", "it is "+name+" itself, which may be posted already: there is only one of it")
	case e.Nonce == mine.Nonce:
		ask("", "it has the nonce of "+name+", which may have been sent: either of the two "+
			"counts, never both")
	case same && e.Refused && !e.Doubted:
		ask("twice", fmt.Sprintf("the same was signed as %s and refused, and yet its nonce %s is "+
			"used, by nothing that was signed here: it may have been done. Ask another node first",
			format.Hash(e.Hash), e.Nonce))
	case mine.Kind == views.SentDelta && e.Claimed && !e.Ended:
		word := ""
		if now.Sub(e.At) < beside {
			word = "twice"
		}
		ask(word, fmt.Sprintf("%s may have been sent, and the service alone says that its nonce "+
			"%s is used: if that is not so, both will be done. Ask another node first", name,
			e.Nonce))
	case same && e.Claimed && !e.Ended:
		ask("twice", fmt.Sprintf("the same was sent as %s, and the service alone says that "+
			"another transaction took its nonce %s: if that is not so, both will be done. Ask "+
			"another node first", format.Hash(e.Hash), e.Nonce))
	case same && e.Kind == views.SentTransaction && !e.Ended:
		ask("again", "the same was sent as "+format.Hash(e.Hash)+" and waits for its block: this "+
			"would do it again")
	case same:
		ask("again", "the same was signed as "+format.Hash(e.Hash)+" "+ui.Age(now.Sub(e.At))+
			" ago: this would do it again")
	case now.Sub(e.At) >= beside:
	case e.Refused:
		ask("", name+" was signed and refused: if it is posted all the same, this is another one "+
			"beside it")
	default:
		ask("beside", name+" may be posted as well: this would be another one beside it")
	}
	return p
}

// keepNonce gives a transaction the nonce of one that may have been sent, as long as neither that
// nor another with its nonce is mined: of one whose answer was lost, or of one that does the same
// and that the service does not show any more. That a nonce is used is the service's word: what
// does the same tries it once all the same. It runs off the loop.
func keepNonce(ctx context.Context, exchange api.Exchange, u *views.UnderWay, tx api.Transaction,
	wish describe.Wish, now time.Time) (api.Transaction, error) {
	e, same := u.Did(act(tx, wish), api.NewAmount(tx.Nonce), now)
	same = same && !e.Ended
	if same {
		r, err := exchange.Receipt(ctx, e.Hash)
		same = err != nil || r.Block == nil && !r.Waits && !u.Replaced(e)
	}
	ok := same
	if !same {
		e, ok = u.Unknown(views.SentTransaction, tx.ChainID, tx.From, now)
	}
	nonce, fits := e.Nonce.Uint64()
	if !ok || !fits {
		return nextNonce(ctx, exchange, u, tx), nil
	}
	if nonce == tx.Nonce {
		return tx, nil
	}
	counts, err := exchange.Nonces(ctx, tx.From)
	if err != nil {
		return tx, err
	}
	if counts.Mined <= nonce || same && !u.Tried(e) {
		tx.Nonce = nonce
	}
	return tx, nil
}

// nextNonce gives a transaction the first nonce from its own on that none has which a node knows.
func nextNonce(ctx context.Context, exchange api.Exchange, u *views.UnderWay,
	tx api.Transaction) api.Transaction {
	for {
		hash, taken := u.WithNonce(tx)
		if !taken {
			return tx
		}
		if r, err := exchange.Receipt(ctx, hash); err != nil || r.Block == nil && !r.Waits {
			return tx
		}
		tx.Nonce++
	}
}

// Post hands an order on that was signed before, as a dialog does: it is kept from before the first
// attempt on, and followed as long as nobody knows whether the service has it. It runs off the
// loop.
func Post(ctx context.Context, exchange api.Exchange, u *views.UnderWay, data eip712.TypedData,
	r api.OrderRequest, now time.Time) (record api.OrderRecord, e views.Sent, err error) {
	p := Spec{Data: &data, Submit: func(ctx context.Context, _ Signed) (any, error) {
		record, _, err := exchange.CreateOrder(ctx, r)
		return record, err
	}}
	e, _ = p.sent("new order", r.Order.Maker, now)
	signed := Signed{Hash: data.Hash()}
	e.Hash = signed.Hash
	_, err = p.handOn(ctx, exchange, u, e, &signed)
	record, _ = signed.Result.(api.OrderRecord)
	return record, e, err
}

// handOn keeps what is signed on disk and hands it on, off the loop; unsure tells whether it may
// have arrived although there is an error.
func (p Spec) handOn(ctx context.Context, exchange api.Exchange, u *views.UnderWay, e views.Sent,
	signed *Signed) (unsure bool, err error) {
	kept := e.Kind != ""
	if kept {
		e.Hash, e.Raw = signed.Hash, signed.Raw
		if err := u.Put(e); err != nil {
			return false, fmt.Errorf("nothing was sent: %w", err)
		}
	}
	switch {
	case p.Submit != nil:
		signed.Result, err = p.Submit(ctx, *signed)
	case p.Tx != nil:
		err = relay(ctx, exchange, *signed)
	}
	switch {
	case !kept:
	case err == nil && e.Kind == views.SentTransaction:
		u.Took(e.Hash)
	case err == nil:
		u.Took(e.Hash)
		signed.told = !u.Remove(e.Hash)
	case api.Refused(err):
		u.Refuse(e.Hash)
		if e.Kind == views.SentDelta && api.TypeOf(err) == api.OrderNotFillable {
			u.Used(e.Hash)
		}
	default:
		u.Doubt(e.Hash)
		return true, err
	}
	return false, err
}
