package views_test

import (
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/views"
)

// Of two orders over one nonce each names the other, whatever has become of it; only one that is
// shown and has not ended goes on.
func TestTwinsNameEachOther(t *testing.T) {
	t.Parallel()
	stop := api.DeltaRecord{ID: "aaaaaabb", Status: api.DeltaNotStarted,
		Trigger: &api.DeltaTrigger{Below: true, Worth: api.NewAmount(1)},
		Order:   api.DeltaOrder{Nonce: api.NewAmount(7)}}
	profit := stop
	profit.ID, profit.Trigger = "bbbbbbcc", &api.DeltaTrigger{Worth: api.NewAmount(2)}
	other := stop
	other.ID, other.Order.Nonce = "cccccc", api.NewAmount(8)
	free := api.DeltaRecord{ID: "dddddd"}
	known := []api.DeltaRecord{other, free, stop, profit}
	if got := views.GoingTwin(stop, known); got != "take profit bbbbbb, NOT_STARTED" {
		t.Errorf("beside the stop: %q", got)
	}
	if got := views.OneOfTwo(profit, known); !strings.HasSuffix(got, ": stop aaaaaa, NOT_STARTED") {
		t.Errorf("beside the profit: %q", got)
	}
	hidden := profit
	hidden.Unshown = true
	lost := []api.DeltaRecord{other, stop, hidden}
	if going, named := views.GoingTwin(stop, lost), views.Twin(stop, lost); going != "" ||
		named != "take profit bbbbbb, not shown" {
		t.Errorf("beside the stop: %q, %q", going, named)
	}
	stop.Status, stop.Trigger = api.DeltaCancelled, nil
	known[2] = stop
	if going, named := views.GoingTwin(profit, known), views.Twin(profit, known); going != "" ||
		named != "order aaaaaa, CANCELLED" {
		t.Errorf("beside the profit: %q, %q", going, named)
	}
	stop.Held = &api.DeltaHeld{DeltaTrigger: api.DeltaTrigger{Below: true,
		Worth: api.NewAmount(1), Trail: api.DeltaTrail{Bps: 300}}}
	known[2] = stop
	if named := views.Twin(profit, known); named != "trailing stop aaaaaa, CANCELLED" {
		t.Errorf("beside the profit: %q", named)
	}
	for _, alone := range []api.DeltaRecord{other, free, {ID: "eeeeee"}} {
		if got := views.Twin(alone, known); got != "" {
			t.Errorf("beside %s: %q", alone.ID, got)
		}
	}
}
