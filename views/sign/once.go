package sign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
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
	e.Act = views.DataAct(*p.Data)
	for _, f := range p.Data.Message.Fields {
		n, _ := f.Value.(api.Amount)
		switch f.Name {
		case "nonceAndMeta":
			b := n.Bytes32()
			var nonce [32]byte
			copy(nonce[20:], b[:12])
			e.Kind, e.Nonce = views.SentOrder, api.AmountFromBytes32(nonce)
		case "makerAssetId":
			e.Kind = views.SentNFTOrder
		case "expectedDestAmount", "expectedAmount", "numSlices": // of Delta's forms
			e.Kind = views.SentDelta
		case "nonce":
			e.Nonce = n
		case "expiry", "deadline":
			e.Expiry, _ = n.Uint64()
		}
	}
	return e, e.Kind != ""
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
	if !same {
		e, ok = s.UnderWay.Unknown(mine.Kind, mine.ChainID, mine.Account)
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
		e, ok = u.Unknown(views.SentTransaction, tx.ChainID, tx.From)
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
		signed.told = !u.Remove(e.Hash)
	case api.Refused(err):
		u.Refuse(e.Hash)
	default:
		u.Doubt(e.Hash)
		return true, err
	}
	return false, err
}

// Found says that the service has what may have been sent. Whoever still shows it goes on with it
// and sets Shown.
type Found struct {
	Sent  views.Sent
	Shown *bool
}

const (
	lookPause = 3 * time.Second
	// claimPause is between looks for what never will be mined, by the service's word
	claimPause = 15 * time.Second
	// resendLooks is after how many looks a transaction that no node knows is handed on once more
	resendLooks = 10
	lookTime    = 10 * time.Second
	// refusedTime is for how long a service is asked for what it has refused
	refusedTime = time.Hour
	// endless is for how long is looked for what has no end that is known: an order that never
	// expires, a transaction whose nonce is used by the service's word
	endless = 24 * time.Hour
)

// Follow looks, until the chain or the clock has decided it, what has become of something that was
// signed and may have been handed on, and tells. Whoever owns the session runs it; earlier is of a
// session before.
func Follow(s *views.Session, e views.Sent, earlier bool) tea.Cmd {
	f := follower{service: s.Service, clock: s.Env.Clock, under: &s.UnderWay, session: s.Context,
		journal: s.Journal, sent: e}
	if earlier {
		f.since = "since an earlier session: "
	}
	return f.look
}

// follower follows one thing that was signed. Its methods run off the loop.
type follower struct {
	service api.Service
	clock   ui.Clock
	under   *views.UnderWay
	session context.Context
	journal views.Journal
	sent    views.Sent
	since   string
}

// look looks for it until it is found, or never can be.
func (f follower) look() tea.Msg {
	for looks := 0; f.session.Err() == nil; looks++ {
		if e, kept := f.under.Entry(f.sent.Hash); kept {
			f.sent.Refused = f.sent.Refused || e.Refused // what was answered meanwhile
		} else if f.sent.Kind != views.SentTransaction {
			return nil // so was this, and it was told
		}
		ctx, cancel := context.WithTimeout(f.session, lookTime)
		found, over := look(ctx, f.service, f.under, f.sent, f.clock.Now())
		pause, claimed := lookPause, over == claimed
		if claimed {
			over = ""
		}
		if claimed || f.sent.Refused {
			pause = claimPause
		}
		// after a start nothing else hands it on, however it is said to wait
		begins := found && f.since != "" && looks == 0
		var refused error
		if begins || !found && over == "" && !claimed && looks%resendLooks == 0 {
			if e, ok := f.under.Again(f.sent.Hash, f.clock.Now()); ok {
				// the very same, of which the chain takes one
				refused = f.resend(ctx, e)
			}
		}
		cancel()
		if refused != nil && !found {
			if f.journal != nil {
				f.journal.Lost(f.sent.Hash, "was refused: "+sentence(refused))
			}
			return tea.BatchMsg{message(f.tell(ui.Bad, "handed on once more it was refused, and "+
				"is handed on no more: "+sentence(refused))), f.look}
		}
		switch {
		case f.settled():
			return nil
		case found:
			if f.sent.Refused { // the same once more is told of it
				f.under.Doubt(f.sent.Hash)
			}
			f.under.Took(f.sent.Hash)
			shown := new(bool)
			return ui.Event{Msg: Found{f.sent, shown}, Then: func() tea.Msg {
				if *shown {
					return nil
				}
				return f.end()
			}}
		case over != "":
			return f.lost(over)
		case claimed && f.under.Claim(f.sent.Hash):
			nonce, _ := f.sent.Nonce.Uint64()
			return tea.BatchMsg{message(f.tell(ui.Warn, claim(nonce))), f.look}
		}
		select {
		case <-f.clock.After(pause):
		case <-f.session.Done():
		}
	}
	return nil
}

// settled tells whether nobody asks any more what became of something that was refused: its nonce
// was used, or that was long ago.
func (f follower) settled() bool {
	e, kept := f.under.Entry(f.sent.Hash)
	return f.sent.Refused && (!kept || e.Ended || f.clock.Now().Sub(e.At) > refusedTime)
}

// resend hands a transaction on once more. What comes of it the next look tells, but that it is
// refused: then it is handed on no more, as it is not where the first answer says so.
func (f follower) resend(ctx context.Context, e views.Sent) (refused error) {
	exchange, err := f.service.Exchange(e.ChainID)
	if err != nil {
		return nil
	}
	if _, err = exchange.SendTransaction(ctx, e.Raw); !api.Refused(err) {
		return nil
	}
	f.under.Refuse(e.Hash)
	return err
}

// end tells how it goes on with what was found.
func (f follower) end() tea.Msg {
	e := f.sent
	if e.Kind != views.SentTransaction {
		if !f.under.Remove(e.Hash) {
			return nil // the answer has come meanwhile, and was told
		}
		if e.Refused {
			return f.tell(ui.Warn, "the service has it, though it said that it refused it")
		}
		return f.tell(ui.OK, "the service has it")
	}
	return telling(f.session, f.await, func(why string) tea.Msg { return f.tell(ui.Warn, why) })()
}

// await tells how a transaction ended.
func (f follower) await(ctx context.Context, told func(string)) tea.Msg {
	e := f.sent
	nonce, _ := e.Nonce.Uint64()
	r, err := Await(ctx, f.service, f.under,
		api.Transaction{ChainID: e.ChainID, From: e.Account, Nonce: nonce}, e.Hash, told)
	var lost *Lost
	switch {
	case errors.As(err, &lost) && lost.Replaced:
		return f.lost(lost.Why)
	case err != nil:
		return f.look()
	}
	f.under.Mined(e.Hash, &r)
	if !r.Success {
		return f.tell(ui.Bad, "reverted in block "+ui.Count(r.Block.Number)+
			cells.Clean(r.ByWord())+": "+cells.Clean(r.Reason))
	}
	done := "done in block " + ui.Count(r.Block.Number)
	if brought := f.brought(ctx); brought != "" {
		done = brought + ", block " + ui.Count(r.Block.Number)
	}
	return f.tell(doneLevel(r), done+cells.Clean(r.ByWord()))
}

// brought says what a transaction has traded, by what it moved: one listed token, or the coin, for
// another one; "" of others.
func (f follower) brought(ctx context.Context) string {
	exchange, err := f.service.Exchange(f.sent.ChainID)
	if err != nil {
		return ""
	}
	list, err := exchange.Movements(ctx, f.sent.Account, []common.Hash{f.sent.Hash})
	if err != nil || len(list) != 1 || !list[0].Success {
		return ""
	}
	tokens, err := exchange.Tokens(ctx)
	if err != nil {
		return ""
	}
	out, in := list[0].Traded()
	part := func(of map[common.Address]api.Amount, r api.Round) string {
		for _, t := range tokens {
			if n, ok := of[t.Address]; ok && len(of) == 1 && t.Address != list[0].To {
				return format.Fine(n, t, r) + " " + views.Symbol(t)
			}
		}
		return ""
	}
	gave, got := part(out, api.Up), part(in, api.Down)
	if gave == "" || got == "" {
		return ""
	}
	return "sold " + gave + " for " + got
}

// lost says why it never can arrive.
func (f follower) lost(why string) tea.Msg {
	f.under.Remove(f.sent.Hash)
	if f.sent.Kind == views.SentTransaction && f.journal != nil {
		f.journal.Lost(f.sent.Hash, why)
	}
	if f.sent.Refused || strings.HasPrefix(why, spedUp) {
		return nil // as was said when it was refused, or is by the other
	}
	return f.tell(ui.Warn, why)
}

// tell says it in the message row, and keeps it for later sessions.
func (f follower) tell(level ui.Level, how string) tea.Msg {
	text := f.since + strings.TrimSpace(cells.Clean(f.sent.What)+" "+format.Hash(f.sent.Hash)) +
		": " + how
	return ui.Event{Msg: views.Told{Component: "wallet", Text: text, Level: level},
		Then: message(ui.Note{Level: level, Text: text})}
}

// spedUp is how it has ended where another one does the same, which tells of itself.
const spedUp = "sped up by "

// claimed is how it has ended by the service's word alone.
const claimed = "another took its nonce, the service says"

// look asks for what was signed; over says how it has ended where it never can arrive, which is
// claimed where only the service says so.
func look(ctx context.Context, service api.Service, u *views.UnderWay, e views.Sent,
	now time.Time) (found bool, over string) {
	exchange, err := service.Exchange(e.ChainID)
	if err != nil {
		return false, ""
	}
	if e.Kind != views.SentTransaction {
		return lookOrder(ctx, exchange, e, now)
	}
	r, err := exchange.Receipt(ctx, e.Hash)
	if err != nil {
		return false, ""
	}
	if r.Block != nil || r.Waits {
		return true, ""
	}
	counts, err := exchange.Nonces(ctx, e.Account)
	nonce, _ := e.Nonce.Uint64()
	if err != nil || counts.Mined <= nonce {
		return false, ""
	}
	// it may have been mined between the two questions
	if r, err = exchange.Receipt(ctx, e.Hash); err != nil || r.Block != nil {
		return err == nil, ""
	}
	if by, r := minedBeside(ctx, exchange, u, e); r.Block != nil {
		over = instead(e, by, r)
		switch {
		case over == "":
			return false, spedUp + format.Hash(by.Hash)
		case r.ToldBy == "":
			return false, over
		}
	}
	if now.Sub(e.At) > endless {
		return false, "it was not seen for a day"
	}
	return false, claimed
}

func lookOrder(ctx context.Context, exchange api.Exchange, e views.Sent,
	now time.Time) (found bool, over string) {
	if e.Kind == views.SentDelta {
		list, _ := api.AllDelta(ctx, exchange, api.DeltaQuery{User: e.Account},
			func(r *api.DeltaRecord) bool {
				return r.OrderHash == e.Hash || r.Order.Nonce == e.Nonce && r.User == e.Account
			})
		for _, r := range list {
			switch {
			case r.OrderHash == e.Hash:
				found = found || !r.Unshown
			case r.Status == api.DeltaExecuted:
				over = "another order has used its nonce " + e.Nonce.String()
			}
		}
	} else {
		r, err := exchange.Order(ctx, e.Hash, e.Kind == views.SentNFTOrder)
		found = err == nil && !r.Unshown
	}
	switch {
	case found:
		return true, ""
	case over != "":
	case e.Expiry > 0 && e.Expiry <= uint64(now.Unix()):
		return false, "it has expired"
	case e.Expiry == 0 && now.Sub(e.At) > endless:
		return false, "it was not seen for a day"
	}
	return false, over
}
