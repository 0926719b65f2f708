package views

import (
	"bourse/backend/api"
	"bourse/ui/cells"
)

// OneOfTwo tells of the other order of two that were signed as a stop or a profit; "" where none of
// those known is it.
func OneOfTwo(r api.DeltaRecord, known []api.DeltaRecord) string {
	other := Twin(r, known)
	if other == "" {
		return ""
	}
	return "one cancels the other: " + other
}

// Twin names the order that was signed beside r over the same nonce, such as "take profit 1f0c9a,
// NOT_STARTED"; "" where none of those known is. The contract settles one order of a nonce.
func Twin(r api.DeltaRecord, known []api.DeltaRecord) string {
	if other, ok := twinOf(r, known); ok {
		return twinText(other)
	}
	return ""
}

// twinText tells an order by its kind, the beginning of its id and its status.
func twinText(other api.DeltaRecord) string {
	kind := "order" // of which nobody tells what held it
	switch {
	case other.Trigger != nil:
		kind = other.Trigger.Name()
	case other.Held != nil:
		kind = other.Held.Name()
	}
	return kind + " " + shortID(other) + ", " + DeltaStatus(other)
}

// DeltaStatus is the service's own word of an order, or that it does not show it.
func DeltaStatus(r api.DeltaRecord) string {
	if r.NotShown() {
		return "not shown"
	}
	return cells.Clean(string(r.Status))
}

// GoingTwin is Twin of an order that somebody shows and that has not ended, as far as is known.
func GoingTwin(r api.DeltaRecord, known []api.DeltaRecord) string {
	other, ok := twinOf(r, known)
	if !ok || other.Status.Final() || other.NotShown() {
		return ""
	}
	return twinText(other)
}

func twinOf(r api.DeltaRecord, known []api.DeltaRecord) (other api.DeltaRecord, ok bool) {
	if r.Hidden || r.Order.Nonce.IsZero() {
		return other, false
	}
	for _, other = range known {
		if other.ID != r.ID && !other.Hidden && other.ChainID == r.ChainID &&
			other.Order.Owner == r.Order.Owner && other.Order.Nonce == r.Order.Nonce {
			return other, true
		}
	}
	return api.DeltaRecord{}, false
}
