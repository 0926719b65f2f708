package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/ledger"
	"bourse/wallet"
)

// Settings are what bounds and delays what is signed here.
type Settings struct {
	CapUSD string `json:"capUsd,omitempty"` // "" where there is none
	Undo   int    `json:"undoSeconds"`
	Loss   string `json:"lossLimit,omitempty"` // USD, or a share with %; "" where there is none
	Locked string `json:"locked,omitempty"`    // why nothing is traded, "" while all is
	// LossUSD is the limit as it is now, in USD, also where it is a share
	LossUSD string `json:"lossLimitUsd,omitempty"`
	// Lost is what the day has lost that counts, in USD, below zero of a gain: with a limit
	Lost string `json:"lostUsd,omitempty"`
}

// lostToday says what the day may lose and has lost, of all accounts that can sign here, on all
// networks: it is read, and what is kept of it stays as a console that is open has it.
func (d *Desk) lostToday(ctx context.Context, limit views.LossLimit,
	into *Settings) string {
	var accounts []common.Address
	for _, a := range d.s.Wallet.List() {
		if a.Kind != wallet.WatchedOnly {
			accounts = append(accounts, a.Address)
		}
	}
	now := uint64(d.s.Now().Unix())
	read := ledger.ReadLosses(ctx, d.s.Service, d.s.Networks, accounts, d.s.Kept(), now)
	d.s.Preferences.RereadLimits() // a console that is open may have corrected the day meanwhile
	day := read.Of(d.s.LossDay(), now)
	lost, _ := ledger.LostOf(day)
	into.Lost = lost.FloatString(format.USDDecimals)
	into.LossUSD = limit.Of(ledger.EquityOf(day)).FloatString(format.USDDecimals)
	return "a day may lose " + ledger.SaidOf(limit, day) +
		", then a console that is open stops trading; " + ledger.Said(day) + read.Left(day)
}

// unlock wants the word that lets trading go on, where the day has lost what it may.
func (d *Desk) unlock(ctx context.Context) error {
	locked := d.s.LossDay().Locked
	if locked == "" {
		return nil
	}
	lines := []string{"trading is locked: there were " + locked,
		"Unlocked, the limit counts anew from what is lost by then."}
	if err := d.by.Agree(ctx, lines, views.UnlockWord); err != nil {
		return err
	}
	return kept(d.s.Unlock())
}

// kept keeps preferences, or says why they could not be.
func kept(keep ...tea.Cmd) error {
	for _, put := range keep {
		if put == nil {
			continue
		}
		if note, failed := put().(ui.Note); failed {
			return errors.New(note.Text)
		}
	}
	return nil
}

// set changes a setting, where the sentence says to what, and tells it.
func (d *Desk) set(ctx context.Context, x grammar.Set) (Result, error) {
	var keep []tea.Cmd
	switch {
	case x.To == "":
	case x.What == grammar.Cap:
		most, why := views.ReadOrderCap(x.To)
		if why != "" {
			return Result{}, &Misread{Why: why}
		}
		keep = []tea.Cmd{d.s.SetOrderCap(most)}
	case x.What == grammar.Loss:
		limit, why := views.ReadLossLimit(x.To)
		if why != "" {
			return Result{}, &Misread{Why: why}
		}
		if err := d.unlock(ctx); err != nil {
			return Result{}, err
		}
		keep = d.s.SetLossLimit(limit)
	default:
		long, why := views.ReadRest(x.To)
		if why != "" {
			return Result{}, &Misread{Why: why}
		}
		keep = []tea.Cmd{d.s.SetRest(long)}
	}
	if err := kept(keep...); err != nil {
		return Result{}, err
	}
	now := Settings{Undo: int(d.s.Rests() / time.Second)}
	line := fmt.Sprintf("an order that is agreed to can be taken back for %d s", now.Undo)
	if now.Undo == 0 {
		line = "an order is signed as soon as it is agreed to"
	}
	most, capped := d.s.OrderCap()
	if capped {
		now.CapUSD = most.Units(format.USDDecimals)
	}
	if x.What == grammar.Cap {
		line = "there is no cap for an order"
		if capped {
			line = "what pays more than " + format.Worth(most, api.Down) + " wants the word cap"
		}
	}
	if x.What == grammar.Loss {
		line = "a day may lose whatever it does"
	}
	if limit, set := d.s.LossLimit(); set {
		now.Loss = limit.Text()
		if x.What == grammar.Loss {
			line = d.lostToday(ctx, limit, &now)
		}
	}
	lines := []string{line}
	if now.Locked = d.s.LossDay().Locked; now.Locked != "" && x.What == grammar.Loss {
		lines = append(lines, "trading is locked: there were "+now.Locked)
	}
	if x.To != "" {
		lines = append(lines, "a console that is open takes it up within seconds")
	}
	return Result{lines, now}, nil
}
