package delta

import "bourse/backend/api"

// transition is one arrow of the life of an order.
type transition struct {
	from, to api.DeltaStatus
	trigger  string
}

const (
	none      api.DeltaStatus = ""
	waiting                   = api.DeltaNotStarted
	running                   = api.DeltaRunning
	executing                 = api.DeltaExecuting
	executed                  = api.DeltaExecuted
	suspended                 = api.DeltaSuspended
	expired                   = api.DeltaExpired
	cancelled                 = api.DeltaCancelled
	failed                    = api.DeltaFailed
)

// transitions are all changes of status that there are. Chain facts lead to EXECUTED from everywhere, since an agent may settle an order at any
// moment until its nonce is used, and reorganisations lead back.
var transitions = [...]transition{
	{none, waiting, "submission accepted"},

	{waiting, running, "a round opens and the order is covered"},
	{waiting, suspended, "not covered"},
	{waiting, executed, "settled on chain"},
	{waiting, expired, "deadline passed"},
	{waiting, cancelled, "owner's cancellation or nonce used"},
	{waiting, failed, "can never settle"},

	{running, running, "settled in part on chain, or such a settlement left the chain"},
	{running, suspended, "not covered"},
	{running, executing, "a bid won"},
	{running, executed, "settled on chain"},
	{running, expired, "deadline passed"},
	{running, cancelled, "owner's cancellation or nonce used"},
	{running, failed, "can never settle"},

	{suspended, running, "covered again, or settled in part on chain"},
	{suspended, executed, "settled on chain"},
	{suspended, expired, "deadline passed"},
	{suspended, cancelled, "owner's cancellation or nonce used"},
	{suspended, failed, "can never settle"},

	{executing, running, "settled in part, or the winner did not settle"},
	{executing, executed, "settled on chain"},
	{executing, cancelled, "owner's cancellation or nonce used"},
	{executing, executing, "the settlement is sent for a higher fee, or left the chain before it was known to hold"},

	{cancelled, executed, "a transaction in flight settled it"},
	{cancelled, cancelled, "a transaction in flight settled a part of it"},
	{expired, executed, "a transaction in flight settled it"},
	{expired, expired, "a transaction in flight settled a part of it"},

	{executed, executing, "the settlement left the chain and its transaction can come back"},
	{executed, running, "the settlement left the chain"},
	{expired, running, "the block that passed the deadline left the chain"},
	{cancelled, running, "the block that used the nonce left the chain"},
	{failed, running, "the block that made it impossible left the chain"},
	{failed, executed, "settled on chain"},
}

// allowed tells whether there is an arrow.
func allowed(from, to api.DeltaStatus) bool {
	for _, t := range transitions {
		if t.from == from && t.to == to {
			return true
		}
	}
	return false
}
