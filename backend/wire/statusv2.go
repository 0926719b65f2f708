package wire

import (
	"slices"

	"bourse/backend/api"
)

// StatusV2 is where an order stands, in the words of the second interface.
type StatusV2 string

// statusesV2 are the words for each status. Some statuses that clients know never occur here, since
// there are no bridges, and orders without a signature are taken once they are signed on chain.
var statusesV2 = []struct {
	word  StatusV2
	means []api.DeltaStatus
}{
	{"PENDING", []api.DeltaStatus{api.DeltaNotStarted}},
	{"AWAITING_SIGNATURE", nil},
	{"ACTIVE", []api.DeltaStatus{api.DeltaRunning, api.DeltaExecuting}},
	{"SUSPENDED", []api.DeltaStatus{api.DeltaSuspended}},
	{"CANCELLING", []api.DeltaStatus{api.DeltaCancelling}},
	{"BRIDGING", nil},
	{"REFUNDING", nil},
	{"REFUNDED", nil},
	{"COMPLETED", []api.DeltaStatus{api.DeltaExecuted}},
	{"FAILED", []api.DeltaStatus{api.DeltaFailed}},
	{"EXPIRED", []api.DeltaStatus{api.DeltaExpired}},
	{"CANCELLED", []api.DeltaStatus{api.DeltaCancelled}},
}

// StatusV2Of returns the word for a status.
func StatusV2Of(s api.DeltaStatus) StatusV2 {
	for _, w := range statusesV2 {
		if slices.Contains(w.means, s) {
			return w.word
		}
	}
	return ""
}

// Means lists the statuses that a word stands for; known is false where it is none.
func (s StatusV2) Means() (list []api.DeltaStatus, known bool) {
	for _, w := range statusesV2 {
		if w.word == s {
			return w.means, true
		}
	}
	return nil, false
}

// API returns the status that a word stands for; known is false where it is none. An order that is
// on its way over a bridge is being settled, one whose tokens came back has failed.
func (s StatusV2) API() (status api.DeltaStatus, known bool) {
	switch s {
	case "AWAITING_SIGNATURE":
		return api.DeltaNotStarted, true
	case "BRIDGING", "REFUNDING":
		return api.DeltaExecuting, true
	case "REFUNDED":
		return api.DeltaFailed, true
	}
	list, _ := s.Means()
	if len(list) == 0 {
		return "", false
	}
	return list[0], true
}

// StatusMeans lists the statuses that a word of the first interface's filter stands for; known is
// false where it is none.
func StatusMeans(word string) (list []api.DeltaStatus, known bool) {
	switch word {
	case "ACTIVE":
		return []api.DeltaStatus{api.DeltaNotStarted, api.DeltaRunning, api.DeltaExecuting,
			api.DeltaCancelling, api.DeltaSuspended}, true
	case "INACTIVE":
		return []api.DeltaStatus{api.DeltaExecuted, api.DeltaFailed, api.DeltaExpired,
			api.DeltaCancelled}, true
	case "INSUFFICIENT_BALANCE", "INSUFFICIENT_ALLOWANCE":
		return []api.DeltaStatus{api.DeltaSuspended}, true
	case "INVALIDATED":
		return []api.DeltaStatus{api.DeltaFailed}, true
	case "AWAITING_PRE_SIGNATURE", "REFUNDED":
		return nil, true
	}
	if s := api.DeltaStatus(word); StatusV2Of(s) != "" {
		return []api.DeltaStatus{s}, true
	}
	return nil, false
}

// The words of both filters.
var (
	StatusWordsV2 = wordsV2()
	StatusWords   = []string{"NOT_STARTED", "AWAITING_PRE_SIGNATURE", "RUNNING", "EXECUTING",
		"CANCELLING", "SUSPENDED", "EXECUTED", "FAILED", "EXPIRED", "CANCELLED", "REFUNDED",
		"INSUFFICIENT_BALANCE", "INSUFFICIENT_ALLOWANCE", "INVALIDATED", "ACTIVE", "INACTIVE"}
)

func wordsV2() (list []string) {
	for _, w := range statusesV2 {
		list = append(list, string(w.word))
	}
	return list
}
