package views

import (
	"encoding/json"
	"math/big"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/views/format"
)

// The names under which the loss limit of a day and what has come of it are kept.
const (
	lossLimitName = "loss-limit"
	lossDayName   = "loss-day"
)

// LossLimit is what a day (UTC) may lose before trading stops, of all accounts on all networks: a
// sum, or a share of what they are worth.
type LossLimit struct {
	USD *big.Rat // nil where it is a share
	Bps uint64
}

// LossLimit is the limit that is set; ok is false where there is none.
func (k *Preferences) LossLimit() (l LossLimit, ok bool) {
	l, why := ReadLossLimit(k.Get(lossLimitName))
	return l, why == "" && !l.IsZero()
}

// LossLimit is that of the preferences.
func (s *Session) LossLimit() (l LossLimit, ok bool) { return s.Preferences.LossLimit() }

// IsZero tells whether nothing is limited.
func (l LossLimit) IsZero() bool { return l.USD == nil && l.Bps == 0 }

// ReadLossLimit reads a limit as it is typed: a sum in USD, a share in percent, or off.
func ReadLossLimit(text string) (l LossLimit, why string) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "off" {
		return l, ""
	}
	const help = "a sum in USD from 0.01, such as 500; a share of what you hold from 0.01% to " +
		"100%, such as 5%; or off"
	share, percent := strings.CutSuffix(strings.TrimPrefix(text, "$"), "%")
	n, err := api.ParseUnits(share, 2)
	hundredths, small := n.Uint64()
	switch {
	case err != nil && strings.Contains(share, ","):
		return l, "the sum " + err.Error()
	case err != nil || n.IsZero() || !small:
		return l, help
	case percent && hundredths > api.BPS:
		return l, help
	case percent:
		l.Bps = hundredths
	default:
		l.USD = big.NewRat(1, 100)
		l.USD.Mul(l.USD, new(big.Rat).SetUint64(hundredths))
	}
	return l, ""
}

// SetLossLimit keeps a limit for this session and those after it, and warns anew: by commands that
// run one after the other.
func (s *Session) SetLossLimit(l LossLimit) []tea.Cmd {
	day := s.LossDay()
	day.Warned = false
	return []tea.Cmd{s.Preferences.Put(lossLimitName, l.Text()), s.SetLossDay(day)}
}

// Text is a limit as ReadLossLimit reads it, "" where there is none.
func (l LossLimit) Text() string {
	switch {
	case l.Bps != 0:
		return api.NewAmount(l.Bps).Units(2) + "%"
	case l.USD != nil:
		return l.USD.FloatString(2)
	}
	return ""
}

// Unlock lets trading go on once the word was typed. What was lost until then counts no more today.
func (s *Session) Unlock() tea.Cmd {
	day := s.LossDay()
	day.Forgiven, day.Locked, day.Warned = map[string]string{}, "", false
	for of, lost := range day.Losses {
		day.Forgiven[of] = lost
		all, ok := new(big.Rat).SetString(lost)
		corrected, is := new(big.Rat).SetString(day.Corrected[of])
		if ok && is {
			day.Forgiven[of] = all.Sub(all, corrected).FloatString(format.USDDecimals)
		}
	}
	return s.SetLossDay(day)
}

// UnlockWord lets trading go on after a day has lost what it may.
const UnlockWord = "UNLOCK"

func (l LossLimit) String() string {
	if l.Bps != 0 {
		return api.Percent(int64(l.Bps)) + " of what you hold"
	}
	return "$" + format.Rat(l.USD, 2, false)
}

// Of is the limit in USD for somebody who began the day with so much.
func (l LossLimit) Of(equity *big.Rat) *big.Rat {
	if l.Bps == 0 {
		return l.USD
	}
	share := new(big.Rat).SetFrac64(int64(l.Bps), api.BPS)
	return share.Mul(share, equity)
}

// LossDay is what has come of the limit.
type LossDay struct {
	Start  uint64 `json:"start"`            // of the day, in UNIX seconds
	Warned bool   `json:"warned,omitempty"` // that it is near
	// Forgiven are what accounts had lost when the word was typed, in USD by address and network:
	// the limit counts from there for the rest of the day.
	Forgiven map[string]string `json:"forgiven,omitempty"`
	// Corrected are what changes of lots have made of the losses of this day, in USD by address and
	// network, which is in none of what counts: they correct the books. Lots are the digests of
	// those that the losses were counted with.
	Corrected map[string]string `json:"corrected,omitempty"`
	Lots      map[string]string `json:"lots,omitempty"`
	// Locked is why nothing is traded until the word is typed, "" while it is.
	Locked string `json:"locked,omitempty"`
	// Losses are what was lost when it was read last, for Forgiven and while a network is silent,
	// and Equity what it was a share of.
	Losses map[string]string `json:"losses,omitempty"`
	Equity map[string]string `json:"equity,omitempty"`
}

// LossDay is what is kept of it, over restarts.
func (s *Session) LossDay() (d LossDay) {
	if json.Unmarshal([]byte(s.Preferences.Get(lossDayName)), &d) != nil {
		return LossDay{}
	}
	return d
}

// SetLossDay keeps it.
func (s *Session) SetLossDay(d LossDay) tea.Cmd {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // texts and numbers alone
	}
	return s.Preferences.Put(lossDayName, string(text))
}

// RereadLimits takes up the limits, the day and how long orders rest as another program of the same
// folder has changed them. It waits for the disk: call it off the loop.
func (k *Preferences) RereadLimits() {
	for _, name := range []string{lossLimitName, lossDayName, orderCapName, restName} {
		k.Reread(name)
	}
}

// MayTrade tells why nothing may be traded: what MaySign says, or that the day has lost what it
// may; "" while all may be signed.
func (s *Session) MayTrade() string {
	if locked := s.LossDay().Locked; locked != "" {
		return locked + ": “loss” in the palette unlocks"
	}
	return s.MaySign()
}
