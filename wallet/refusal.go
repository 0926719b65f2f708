package wallet

import "fmt"

// Reason is why the wallet refuses, for programs: errors.Is(err, wallet.WrongPassword).
type Reason string

func (r Reason) Error() string { return string(r) }

// The reasons.
const (
	UnknownAccount Reason = "unknown account"
	Locked         Reason = "locked"
	WatchOnly      Reason = "watch only"
	WrongChain     Reason = "wrong chain"
	WrongAccount   Reason = "wrong account"
	WrongPassword  Reason = "wrong password"
	ShortPassword  Reason = "short password"
	BadInput       Reason = "bad input"
	Taken          Reason = "taken"
	SignerFailed   Reason = "signer failed"
)

// Refusal is every error of the wallet that a person can do something about: a reason for programs,
// a sentence for people. It never holds any part of a secret.
type Refusal struct {
	Reason   Reason
	Sentence string
}

func (r *Refusal) Error() string { return r.Sentence }

// Is matches the reason of the refusal.
func (r *Refusal) Is(target error) bool { return target == r.Reason }

func refuse(reason Reason, format string, args ...any) error {
	return &Refusal{reason, fmt.Sprintf(format, args...)}
}

// errWrongPassword is the same for every account and file, so that it tells nothing but that.
func errWrongPassword() error {
	return refuse(WrongPassword, "wrong password: try again; nothing was changed")
}
