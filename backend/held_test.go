package backend_test

import (
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// checkHeld wants the metrics of a server to tell of every cache, queue and window how much it
// takes and may take, and none to take more.
func checkHeld(t *testing.T, url string) {
	t.Helper()
	res, err := http.Get(url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	page, err := parser.TextToMetricFamilies(res.Body)
	if err != nil {
		body, _ := io.ReadAll(res.Body)
		t.Fatal(err, string(body))
	}
	byWhat := func(name string) map[string]float64 {
		out := make(map[string]float64)
		for _, m := range page[name].GetMetric() {
			for _, l := range m.GetLabel() {
				if l.GetName() == "what" {
					out[l.GetValue()] = m.GetGauge().GetValue()
				}
			}
		}
		return out
	}
	held, most := byWhat("bourse_held_bytes"), byWhat("bourse_held_most_bytes")
	var names []string
	for what, bytes := range held {
		if bound, ok := most[what]; bytes > bound || bytes < 0 || !ok {
			t.Errorf("%s take %.0f bytes of %.0f", what, bytes, bound)
		}
		names = append(names, what)
	}
	slices.Sort(names)
	want := []string{"answers", "bids of a round", "books read for swaps", "budgets of clients",
		"connections", "costs of strangers' contracts", "event streams",
		"events that wait for readers", "logs of the newest blocks", "senders of transactions",
		"trades of unlisted pairs", "unlisted tokens", "versions of books"}
	if !slices.Equal(names, want) || len(most) != len(held) {
		t.Errorf("the metrics tell of\n%q, want\n%q", names, want)
	}
	// logs are kept of nodes elsewhere alone
	for _, what := range []string{"senders of transactions", "versions of books",
		"budgets of clients"} {
		if held[what] == 0 {
			t.Errorf("%s take nothing after all that was done", what)
		}
	}
}
