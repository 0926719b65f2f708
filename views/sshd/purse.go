package sshd

import (
	"fmt"
	"sync"
	"time"

	"bourse/backend/api"
)

// fillTime is how long the purse of a token takes to be full again.
const fillTime = 24 * time.Hour

// Parts of a full purse. Whoever comes begins with a share; where most of the purse is gone, with a
// part of what is left, so that it is never empty. What is lent to all places at once leaves half
// of it: as long as accounts come back, all visitors begin with the same.
const (
	shares = 256
	parts  = 128
)

// purse bounds what visitors take away of a token: what is lent and has not come back is missing in
// it, and is made up for evenly within a day.
type purse struct {
	full api.Amount
	out  api.Amount
	at   time.Time // until when what is made up for is counted
}

// lend takes out what the next visitor begins with, at most a part of what the faucet holds.
func (p *purse) lend(held api.Amount, now time.Time) api.Amount {
	p.fill(now)
	part := func(of api.Amount, n uint64) api.Amount {
		return of.MulDiv(api.NewAmount(1), api.NewAmount(n))
	}
	share := part(p.full, shares).Min(part(p.full.Sub(p.out), parts)).Min(part(held, parts))
	p.out = p.out.Add(share)
	return share
}

// back puts in what a visitor has left.
func (p *purse) back(amount api.Amount, now time.Time) {
	p.fill(now)
	p.out = p.out.Sub(amount)
}

// fill counts what is made up for by now. Where the clock goes back nothing is until it has caught
// up.
func (p *purse) fill(now time.Time) {
	part := uint64(min(max(now.Sub(p.at), 0), fillTime))
	made := p.full.MulDiv(api.NewAmount(part), api.NewAmount(uint64(fillTime)))
	if p.at.IsZero() || p.out.IsZero() || !made.IsZero() {
		p.at, p.out = now, p.out.Sub(made)
	}
}

// What visitors from one address may take away: so many accounts with all that is in them, of which
// one is made up for in each such time. A visit costs as much of an account as did not come back.
const (
	mostLost = 64
	forgiven = 4 * time.Hour / mostLost
	whole    = 1000 // parts of an account that losses are counted in
)

// tabs count what did not come back of the accounts lent to each address.
type tabs struct {
	mu    sync.Mutex
	owes  map[string]tab
	swept time.Time
}

type tab struct {
	parts int64
	at    time.Time // until when what is forgiven is counted
}

func (t tab) by(now time.Time) tab {
	made := min(max(now.Sub(t.at), 0), mostLost*forgiven) * whole / forgiven
	if made == 0 {
		return t
	}
	return tab{max(t.parts-int64(made), 0), now}
}

// enter lends an account to an address: it counts as lost until it has come back.
func (t *tabs) enter(address string, now time.Time) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.owes == nil {
		t.owes = map[string]tab{}
	}
	if now.Sub(t.swept) > forgiven {
		t.swept = now
		for a, owed := range t.owes {
			if owed.by(now).parts == 0 {
				delete(t.owes, a)
			}
		}
	}
	owed, known := t.owes[address]
	if !known {
		owed.at = now
	}
	owed = owed.by(now)
	if over := owed.parts + whole - mostLost*whole; over > 0 {
		wait := time.Duration(over) * forgiven / whole
		return fmt.Errorf("too little came back of the accounts that were lent to your address: "+
			"come again in %s", (wait + time.Minute - 1).Truncate(time.Minute))
	}
	owed.parts += whole
	t.owes[address] = owed
	return nil
}

// leave counts what part of an account is lost.
func (t *tabs) leave(address string, lost int64, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	owed := t.owes[address].by(now)
	if owed.parts -= whole - lost; owed.parts <= 0 {
		delete(t.owes, address)
		return
	}
	t.owes[address] = owed
}
