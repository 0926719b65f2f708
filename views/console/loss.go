package console

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/alert"
	"bourse/views/desk"
	"bourse/views/format"
	"bourse/views/ledger"
	"bourse/views/sign"
	"bourse/wallet"
	"bourse/wallet/describe"
)

const (
	lossPause  = 5 * time.Second
	lossTime   = 60 * time.Second
	cancelTime = 2 * time.Minute
)

// lossRead is what the accounts have made of the day.
type lossRead struct {
	epoch uint64
	ledger.Losses
}

// lossCancelled is what came of cancelling everything.
type lossCancelled struct {
	orders int
	// told are the Delta orders among them that the service was told to end, by their hashes: until
	// it is seen to have done so that is its word alone. spent are those whose nonce was used up.
	told, spent []common.Hash
	failed      error
}

// wantLoss reads the limit and the alerts, which another program may set, and the day's losses
// while there is a limit.
func (h *host) wantLoss() tea.Cmd {
	if h.s.Service == nil {
		return nil
	}
	return h.loss.Want(h.s.Env)
}

// askLoss reads them as the screen of gains does, by what receipts moved: of all accounts that can
// sign here, on all networks.
func (h *host) askLoss(epoch uint64) tea.Cmd {
	service, networks, kept := h.s.Service, slices.Clone(h.s.Networks), h.s.Kept()
	preferences := h.s.Preferences
	var accounts []common.Address
	for _, a := range h.s.Wallet.List() {
		if a.Kind != wallet.WatchedOnly {
			accounts = append(accounts, a.Address)
		}
	}
	now := uint64(h.s.Now().Unix())
	return ui.Call(h.ctx, lossTime, func(ctx context.Context) tea.Msg {
		m := lossRead{epoch: epoch}
		preferences.Reread(alert.Name)
		preferences.RereadContacts()
		preferences.RereadLimits()
		defer preferences.RereadLimits() // as it is once the networks have answered
		if _, set := preferences.LossLimit(); !set {
			return m
		}
		m.Losses = ledger.ReadLosses(ctx, service, networks, accounts, kept, now)
		return m
	})
}

// noteSilent keeps in Activity which networks the limit can't read, once for each that falls
// silent.
func (h *host) noteSilent(silent []api.Network) {
	var names []string
	for _, n := range silent {
		name := cells.Clean(n.Name)
		if names = append(names, name); !slices.Contains(h.lossSilent, name) {
			h.note(activity.Warning, name+" can't be read: until it answers, the loss limit of "+
				"the day counts what it is known to have lost today")
		}
	}
	h.lossSilent = names
}

// halted is what the header says of trading: that it is locked, or that the limit which would lock
// it can't tell what is lost; "" while neither is so.
func (h *host) halted() string {
	switch {
	case h.s.LossDay().Locked != "":
		return "trading locked"
	case !h.lossBlind.IsZero():
		return "loss limit blind"
	}
	return ""
}

// lossBlindText says what the limit can't read, "" while it reads all.
func (h *host) lossBlindText() string {
	if h.lossBlind.IsZero() {
		return ""
	}
	return "loss limit blind since " + format.Clock(h.lossBlind) + ": " +
		strings.Join(h.lossSilent, ", ") + " can't be read, and counts as it was read last"
}

// onLoss warns at four fifths of the limit, and stops everything at all of it.
func (h *host) onLoss(m lossRead) tea.Cmd {
	fresh, again := h.loss.Done(m.epoch, h.s.Env)
	again = tea.Batch(again, h.takeUpAlerts())
	if h.s.TakeUpContacts() {
		h.s.Broadcast(views.NamesChanged{})
	}
	limit, set := h.s.LossLimit()
	switch {
	case !set || fresh && len(m.Silent) == 0:
		h.lossBlind = time.Time{}
	case fresh && h.lossBlind.IsZero():
		h.lossBlind = h.s.Now()
	}
	if fresh && set {
		h.noteSilent(m.Silent)
	}
	if h.halted() != h.c.env.Header.Halted {
		h.header(nil)
	}
	if !fresh || !set {
		return again
	}
	h.losses = m.Losses
	if len(m.Lost) == 0 {
		return again
	}
	before := h.s.LossDay()
	day := m.Of(before, uint64(h.s.Now().Unix()))
	lost, _ := ledger.LostOf(day)
	var keep []tea.Cmd
	if !maps.Equal(before.Losses, day.Losses) || before.Start != day.Start ||
		!maps.Equal(before.Lots, day.Lots) {
		keep = append(keep, h.s.SetLossDay(day))
	}
	for _, c := range m.Corrected { // after the day: who reads one and not the other corrects twice
		keep = append(keep, h.s.Preferences.CountLots(c.Chain, c.Account, c.Lots))
	}
	again = tea.Batch(again, ui.Sequence(keep...))
	if day.Locked != "" {
		if h.uncancelled { // what failed before, or while nothing ran
			again = tea.Batch(again, h.cancelEverything())
		}
		return again
	}
	most := limit.Of(ledger.EquityOf(day))
	near := new(big.Rat).Mul(most, big.NewRat(4, 5))
	said := ledger.Said(day) + ", the limit is " + ledger.SaidOf(limit, day) +
		m.Left(day)
	switch {
	case lost.Sign() <= 0 || lost.Cmp(near) < 0:
		return again
	case lost.Cmp(most) >= 0:
		day.Locked = said
		h.note(activity.Warning, "trading is locked: "+said+"; all open orders are being cancelled")
		keep := h.s.SetLossDay(day)
		h.header(nil)
		h.s.Broadcast(views.PricesChanged{})
		h.s.Bell()
		h.s.Toast(ui.Bad, "trading is locked: "+said)
		return tea.Batch(again, keep, h.cancelEverything())
	case !day.Warned:
		day.Warned = true
		h.note(activity.Warning, "near the loss limit of the day: "+said)
		cmd := tea.Batch(again, h.s.SetLossDay(day))
		h.s.Bell()
		h.s.Toast(ui.Warn, "near the loss limit of the day: "+said)
		return cmd
	}
	return again
}

func (h *host) note(level activity.Level, text string) {
	h.log.Add(activity.Entry{Level: level, Component: "limits", Kept: true, Text: text})
}

// cancelsAlone signs cancellations and nothing else, unasked: that was agreed to with the limit.
type cancelsAlone struct{}

var errAsks = errors.New("it needs you: cancel by hand on screens 3 and 5")

// Foresee implements sign.Decider.
func (cancelsAlone) Foresee(sign.Question) error { return errAsks }

// Decide implements sign.Decider.
func (cancelsAlone) Decide(_ context.Context, q sign.Question) error {
	switch {
	case q.Act.Kind != describe.Cancel && q.Act.Kind != describe.CancelDelta:
		return errAsks
	case q.Off != "":
		return fmt.Errorf("%w: %s", errAsks, q.Off)
	case q.Word != "":
		return fmt.Errorf("%w: it asks for the word %s", errAsks, q.Word)
	}
	return nil
}

// Rest implements sign.Decider: what cancels does not wait.
func (cancelsAlone) Rest(context.Context, time.Duration) error { return nil }

// Agree implements sign.Decider.
func (cancelsAlone) Agree(context.Context, []string, string) error { return errAsks }

// Password implements sign.Decider.
func (cancelsAlone) Password(a wallet.Account) (wallet.Secret, error) {
	var none wallet.Secret
	return none, fmt.Errorf("%s is locked: unlock it and cancel its orders by hand", a.Name)
}

// cancelEverything cancels the open orders of all accounts on all networks, those that are held
// back too. A Delta order that is still open after its service was told to end it is ended on
// chain.
func (h *host) cancelEverything() tea.Cmd {
	h.uncancelled = false
	service, keys, networks := h.s.Service, h.s.Wallet, h.s.Networks
	exchange, clock, log := h.c.cfg.Exchange, h.c.cfg.Clock, h.log
	told := maps.Clone(h.toldToCancel)
	return ui.Call(h.ctx, cancelTime, func(ctx context.Context) tea.Msg {
		var m lossCancelled
		for _, a := range keys.List() {
			for _, n := range networks {
				if a.Kind == wallet.WatchedOnly {
					continue
				}
				err := m.cancelAll(ctx, desk.Config{Service: service, Wallet: keys,
					Account: a.Address.Hex(), Network: strconv.FormatUint(n.ChainID, 10),
					Exchange: exchange, Decider: cancelsAlone{}, Clock: clock, Log: log}, n,
					a.Address, told)
				m.failed = errors.Join(m.failed, err)
			}
		}
		return m
	})
}

// cancelAll cancels an account's open orders on a network: Delta orders by a signature, the others
// by a transaction, and so Delta orders that go on although their service was told to end them.
// told are those: true of one whose nonce has been used up, which is left alone.
func (m *lossCancelled) cancelAll(ctx context.Context, c desk.Config, n api.Network,
	account common.Address, told map[common.Hash]bool) (err error) {
	var open endsRead
	if err := open.read(ctx, c.Service, n, account); err != nil {
		return err
	}
	var first, again []api.DeltaRecord
	for _, r := range open.deltas {
		switch spent, before := told[r.OrderHash]; {
		case !before:
			first = append(first, r)
		case !spent && r.Status != api.DeltaCancelling:
			again = append(again, r)
		}
	}
	if len(first)+len(again)+len(open.orders) == 0 {
		return nil
	}
	d, err := desk.Open(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	say := func(line string) bool {
		_, failed := d.Say(ctx, line)
		err = errors.Join(err, failed)
		return failed == nil
	}
	const most = 100 // that a cancellation names
	for some := range slices.Chunk(first, most) {
		line := "cancel"
		for _, r := range some {
			line += " " + r.ID
			m.told = append(m.told, r.OrderHash)
		}
		if say(line) {
			m.orders += len(some)
		}
	}
	used := make(map[api.Amount]bool) // one of two with a nonce ends both
	for _, r := range again {
		if used[r.Order.Nonce] || say("invalidate "+r.ID) {
			used[r.Order.Nonce] = true
			m.orders++
			m.spent = append(m.spent, r.OrderHash)
		}
	}
	if len(open.orders) > 0 && say("cancel all") {
		m.orders += len(open.orders)
	}
	return err
}

// onLossCancelled says what came of it, and has it looked at again whether services did what they
// were told.
func (h *host) onLossCancelled(m lossCancelled) tea.Cmd {
	for _, hash := range m.told {
		h.toldToCancel[hash] = false
	}
	for _, hash := range m.spent {
		h.toldToCancel[hash] = true
	}
	text := fmt.Sprintf("trading is locked, %d open orders are cancelled", m.orders)
	if m.orders == 1 {
		text = "trading is locked, 1 open order is cancelled"
	}
	if n := len(m.told); n > 0 && m.failed == nil {
		text += ", " + strconv.Itoa(n) + " of them by the service's word: what goes on is " +
			"ended on chain"
	}
	if n := len(m.spent); n > 0 {
		text += "; the service went on with " + strconv.Itoa(n) + ", ended on chain"
	}
	level := ui.Warn
	if m.failed != nil {
		level = ui.Bad
		text += "; not all of them: " + m.failed.Error()
	}
	h.uncancelled = m.failed != nil || len(m.told) > 0 // until nothing is open any more
	if m.failed == nil && m.orders == 0 || text == h.cancelSaid {
		return h.wantEnds() // there was nothing to do, or it fails as before
	}
	h.cancelSaid = text
	h.note(activity.Warning, text)
	cmd := h.wantEnds()
	h.s.Toast(level, text)
	return cmd
}

// lossAction sets the limit, or lifts its lock.
func (h *host) lossAction() ui.Action {
	return ui.Action{Scope: "limits", ID: "loss", Key: ui.Keys(), Label: "daily loss limit",
		Quiet: true, Help: "choose what a day may lose, in USD or percent, before trading stops",
		Run: func() tea.Cmd {
			if h.s.LossDay().Locked != "" {
				h.askUnlock()
				return nil
			}
			input := ui.Input{Limit: 20, Hint: "500, 5%, or off"}
			said := "There is no limit."
			if limit, set := h.s.LossLimit(); set {
				day := h.s.LossDay()
				said = "The limit is " + ledger.SaidOf(limit, day) + "; " + ledger.Said(day) +
					h.losses.Left(day) + "."
			}
			h.s.Open(ui.NewPrompt(h.s.Env, ui.PromptSpec{
				Title: "Loss limit of the day", Input: input,
				Lines: []string{said, "It counts what the sales of the day (UTC) of all your " +
					"accounts on all networks have realised, less gas, by receipts; what is held " +
					"at a loss counts once it is sold. A share is of what they all hold. A " +
					"network that can't be read is named and counts as read last. At 80 % you " +
					"are warned. At the limit the open orders of all your accounts are " +
					"cancelled, those that are held back too, without asking: that signs " +
					"cancellations and nothing else. Then nothing is traded until you type a " +
					"word."},
				Check: func(text string) string {
					_, why := views.ReadLossLimit(text)
					return why
				},
				Run: h.setLoss,
			}))
			return nil
		}}
}

// askUnlock wants the word that lets trading go on. What was lost until then counts no more today.
func (h *host) askUnlock() {
	day := h.s.LossDay()
	h.s.Open(ui.NewConfirm(h.s.Env, ui.ConfirmSpec{Title: "Trading is locked",
		Ask: "Trade on all the same?", Level: ui.Bad, Yes: "Unlock", No: "Stay locked",
		Word: views.UnlockWord, Lines: []string{"There were " + day.Locked + ".",
			"Unlocked, the limit counts anew from what is lost by then."},
		Run: func() tea.Cmd {
			h.note(activity.Warning, "trading is unlocked by its word")
			keep := h.s.Unlock()
			h.header(nil)
			h.s.Broadcast(views.PricesChanged{})
			h.s.Toast(ui.OK, "trading goes on; the limit counts anew")
			return keep
		}}))
}

func (h *host) setLoss(text string) tea.Cmd {
	limit, why := views.ReadLossLimit(text)
	if why != "" {
		h.s.Toast(ui.Bad, why)
		return nil
	}
	said := "a day may lose whatever it does"
	if !limit.IsZero() {
		said = "a day may lose " + limit.String() + ", then trading stops"
	}
	cmd := ui.Sequence(h.s.SetLossLimit(limit)...)
	h.s.Toast(ui.OK, said)
	return tea.Batch(cmd, h.wantLoss())
}
