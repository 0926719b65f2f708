package sign

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

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
		is := look(ctx, f.service, f.under, f.sent, f.clock.Now())
		pause := lookPause
		if is.claimed || f.sent.Refused {
			pause = claimPause
		}
		// after a start nothing else hands it on, however it is said to wait
		begins := is.found && f.since != "" && looks == 0
		var refused error
		if begins || is == (fate{}) && looks%resendLooks == 0 {
			if e, ok := f.under.Again(f.sent.Hash, f.clock.Now()); ok {
				// the very same, of which the chain takes one
				refused = f.resend(ctx, e)
			}
		}
		cancel()
		if refused != nil && !is.found {
			if f.journal != nil {
				f.journal.Lost(f.sent.Hash, "was refused: "+sentence(refused))
			}
			return tea.BatchMsg{message(f.tell(ui.Bad, "handed on once more it was refused, and "+
				"is handed on no more: "+sentence(refused))), f.look}
		}
		switch {
		case f.settled():
			return nil
		case is.found:
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
		case is.over != "":
			return f.lost(is)
		case is.claimed && f.under.Claim(f.sent.Hash):
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
		return f.lost(fate{over: lost.Why})
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
func (f follower) lost(is fate) tea.Msg {
	is.end(f.under, f.sent.Hash)
	why := is.over
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
