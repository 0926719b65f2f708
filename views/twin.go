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

// Twin names the order that was signed beside r as a stop or a profit, such as "take profit 1f0c9a,
// NOT_STARTED"; "" where none of those known has the nonce of r. The contract settles one order of
// a nonce.
func Twin(r api.DeltaRecord, known []api.DeltaRecord) string {
	if r.Hidden || r.Trigger == nil {
		return ""
	}
	for _, other := range known {
		if other.ID == r.ID || other.Hidden || other.Trigger == nil || other.ChainID != r.ChainID ||
			other.Order.Owner != r.Order.Owner || other.Order.Nonce != r.Order.Nonce {
			continue
		}
		kind := "take profit"
		if other.Trigger.Below {
			kind = "stop"
		}
		id := cells.Clean(other.ID)
		return kind + " " + id[:min(6, len(id))] + ", " +
			cells.Clean(string(other.Status))
	}
	return ""
}
