package delta

import (
	"fmt"

	"bourse/backend/api"
)

//go:generate go test -run ^TestStatesPage$ -update .

// The states of an order.
const (
	none       api.DeltaStatus = "" // not submitted
	waiting                    = api.DeltaNotStarted
	running                    = api.DeltaRunning
	executing                  = api.DeltaExecuting
	cancelling                 = api.DeltaCancelling
	executed                   = api.DeltaExecuted
	suspended                  = api.DeltaSuspended
	expired                    = api.DeltaExpired
	cancelled                  = api.DeltaCancelled
	failed                     = api.DeltaFailed
)

// event is what can happen to an order.
type event uint8

const (
	submitted event = iota + 1
	triggered
	covered
	uncovered
	heldCovered
	heldUncovered
	awarded
	feeBumped
	settlementFailed
	settledWhole
	settledInPart
	settledByOther
	partsFound
	cancelledByOwner
	otherLetGo
	cancelledInFlight
	nonceUsed
	deadlinePassed
	unsettleable
	reorged
	reorgedInFlight
	reorgedCancelled
)

// events are what the names mean.
var events = map[event]struct{ name, meaning string }{
	submitted: {"submitted", "signature, deadline, nonce and network are good"},
	triggered: {"triggered", "the time has come, or the market's price, until which it was held " +
		"back"},
	covered:     {"covered", "balance and allowance, or a permit, cover what it sells"},
	uncovered:   {"uncovered", "they do not, or not any more"},
	heldCovered: {"heldCovered", "they do again, of an order that is held back"},
	heldUncovered: {"heldUncovered",
		"they do not, of an order that is held back: its owner is told"},
	awarded: {"awarded", "a bid won its round"},
	feeBumped: {"feeBumped", "the settlement waits for a block since fees rose, and is sent " +
		"again for a higher one"},
	settlementFailed: {"settlementFailed", "the winner's transaction reverted, was dropped or is " +
		"late"},
	settledWhole: {"settledWhole",
		"the contract tells of its settlement, whole or but for a rest " +
			"too small to settle"},
	settledInPart: {"settledInPart", "the contract tells of a part"},
	settledByOther: {"settledByOther", "the contract tells of a part, settled by another " +
		"transaction than the winner's, which is still on its way"},
	partsFound: {"partsFound",
		"the contract counts parts that were not seen in their blocks"},
	cancelledByOwner: {"cancelledByOwner", "the owner signed its cancellation"},
	otherLetGo: {"otherLetGo",
		"an order of the same nonce was let go that was held back with it"},
	cancelledInFlight: {"cancelledInFlight", "the owner signed its cancellation while a " +
		"settlement is on its way, which decides"},
	nonceUsed:      {"nonceUsed", "its nonce was given up or used by another order"},
	deadlinePassed: {"deadlinePassed", "a block came after its deadline"},
	unsettleable: {"unsettleable",
		"its owner is a contract that does not accept the signature any more"},
	reorged: {"reorged", "the block that settled or ended it left the chain"},
	reorgedInFlight: {"reorgedInFlight", "the block of its settlement left the chain, whose " +
		"transaction can come back"},
	reorgedCancelled: {"reorgedCancelled",
		"the block of a settlement left the chain, after the owner " +
			"cancelled"},
}

// String returns an event's name.
func (e event) String() string { return events[e].name }

// transition is one arrow of the life of an order.
type transition struct {
	from api.DeltaStatus
	on   event
	to   api.DeltaStatus
}

// transitions are all changes of state that there are. What the contract tells leads to EXECUTED
// from every state that is not an end, since an agent may settle an order at any moment until its
// nonce is used. An end is final: what is settled against the rules after it is told with the
// order, whose state stays, and only a reorganisation leads back.
var transitions = [...]transition{
	{none, submitted, waiting},

	{waiting, triggered, waiting},
	{waiting, heldCovered, waiting},
	{waiting, heldUncovered, waiting},
	{waiting, covered, running},
	{waiting, uncovered, suspended},
	{waiting, settledWhole, executed},
	{waiting, settledInPart, running},
	{waiting, cancelledByOwner, cancelled},
	{waiting, otherLetGo, cancelled},
	{waiting, nonceUsed, cancelled},
	{waiting, deadlinePassed, expired},
	{waiting, unsettleable, failed},

	{running, awarded, executing},
	{running, uncovered, suspended},
	{running, partsFound, running},
	{running, settledWhole, executed},
	{running, settledInPart, running},
	{running, cancelledByOwner, cancelled},
	{running, nonceUsed, cancelled},
	{running, deadlinePassed, expired},
	{running, unsettleable, failed},
	{running, reorged, running},
	{running, reorgedInFlight, running},

	{suspended, covered, running},
	{suspended, settledWhole, executed},
	{suspended, settledInPart, running},
	{suspended, cancelledByOwner, cancelled},
	{suspended, nonceUsed, cancelled},
	{suspended, deadlinePassed, expired},
	{suspended, unsettleable, failed},
	{suspended, reorged, running},
	{suspended, reorgedInFlight, running},

	{executing, feeBumped, executing},
	{executing, settlementFailed, running},
	{executing, cancelledInFlight, cancelling},
	{executing, settledWhole, executed},
	{executing, settledInPart, running},
	{executing, settledByOther, executing},
	{executing, nonceUsed, cancelled},
	{executing, reorged, executing},
	{executing, reorgedInFlight, executing},

	{cancelling, feeBumped, cancelling},
	{cancelling, settlementFailed, cancelled},
	{cancelling, settledWhole, executed},
	{cancelling, settledInPart, cancelled},
	{cancelling, settledByOther, cancelling},
	{cancelling, nonceUsed, cancelled},
	{cancelling, reorged, cancelling},
	{cancelling, reorgedInFlight, cancelling},

	{executed, reorged, running},
	{executed, reorgedInFlight, executing},
	{executed, reorgedCancelled, cancelled},

	{cancelled, settledWhole, cancelled},
	{cancelled, settledInPart, cancelled},
	{cancelled, reorged, running},
	{cancelled, reorgedInFlight, running},
	{cancelled, reorgedCancelled, cancelled},

	{expired, settledWhole, expired},
	{expired, settledInPart, expired},
	{expired, reorged, running},
	{expired, reorgedInFlight, running},

	{failed, settledWhole, failed},
	{failed, settledInPart, failed},
	{failed, reorged, running},
	{failed, reorgedInFlight, running},
}

// inFlight tells whether a settlement of an order is on its way.
func (r *row) inFlight() bool { return r.Status == executing || r.Status == cancelling }

// next returns the state that an event leads to.
func next(from api.DeltaStatus, on event) (to api.DeltaStatus, err error) {
	for _, t := range transitions {
		if t.from == from && t.on == on {
			return t.to, nil
		}
	}
	return none, fmt.Errorf("an order that is %q does not expect %s", from, on)
}
