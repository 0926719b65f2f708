package solver_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"bourse/backend/swap/solver"
)

// FuzzAuction hands a solver the public cases with a figure changed, or two: each is answered or
// refused, and what is answered can be settled.
func FuzzAuction(f *testing.F) {
	text, err := os.ReadFile("testdata/public.json")
	if err != nil {
		f.Fatal(err)
	}
	var cases []struct{ Auction json.RawMessage }
	if err := json.Unmarshal(text, &cases); err != nil {
		f.Fatal(err)
	}
	for i, value := range []string{"0", "1", "-1", "1e9", "0.999999", "x", strings.Repeat("9", 77),
		"340282366920938463463374607431768211456", "1000000000000000000"} {
		f.Add(uint8(i), uint16(7*i), value, uint16(11*i), "1")
	}
	s := &solver.Solver{Native: wrapped[1]}
	handler := s.Handler(slog.New(slog.DiscardHandler))
	f.Fuzz(func(t *testing.T, which uint8, first uint16, value string, second uint16,
		other string) {
		var tree any
		if err := json.Unmarshal(cases[int(which)%len(cases)].Auction, &tree); err != nil {
			t.Fatal(err)
		}
		leaves := texts(tree, nil)
		leaves[int(first)%len(leaves)](value)
		leaves[int(second)%len(leaves)](other)
		body, err := json.Marshal(tree)
		if err != nil {
			t.Skip(err)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/solve",
			bytes.NewReader(body)))
		if w.Code != http.StatusOK {
			if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "error") {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			return
		}
		var a auction
		var r struct{ Solutions []solution }
		if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if json.Unmarshal(body, &a) != nil {
			return // written otherwise than the reference writes it
		}
		for _, one := range r.Solutions {
			settle(t, a, one)
		}
	})
}

// texts are the texts of a document, each with what changes it, in the order of their keys.
func texts(tree any, list []func(string)) []func(string) {
	add := func(v any, set func(string)) {
		if _, ok := v.(string); ok {
			list = append(list, set)
		} else {
			list = texts(v, list)
		}
	}
	switch v := tree.(type) {
	case []any:
		for i := range v {
			add(v[i], func(s string) { v[i] = s })
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			add(v[key], func(s string) { v[key] = s })
		}
	}
	return list
}
