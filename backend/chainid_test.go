package backend_test

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// spellers are the packages whose functions may take the id of a network, and why: elsewhere a
// network is a value, an api.Exchange or an api.Network, which is chosen in one place. What is
// below one of the first rows may too.
var spellers = map[string]string{
	"backend/api/...":    "hands out a network by its id",
	"backend/server/...": "HTTP names networks by their ids",
	"backend/eip712/...": "typed data is signed with the id of its network",
	"store/...":          "keys of tables begin with the id of a network",

	"backend":               "has all networks, by their ids",
	"backend/wire":          "JSON names networks by their ids",
	"backend/pins":          "knows networks by their ids, and what is told of them",
	"backend/client":        "hears of all networks in one stream of events",
	"backend/proof":         "its journal is of all networks that one server tells of",
	"backend/announce":      "tells what happens on all networks at once",
	"backend/networks":      "finds descriptions by the id of a network",
	"backend/deploy":        "knows which networks post their data to another",
	"backend/traders":       "signs orders",
	"backend/delta":         "keys of its tables and facts begin with the id of a network",
	"backend/delta/auction": "bids are signed with the id of their network",
	"backend/market":        "keys of its tables begin with the id of a network",
	"backend/orders":        "keys of its tables and facts begin with the id of a network",
	"backend/swap/pools":    "keys of its table begin with the id of a network",
	"backend/swap/seal":     "seals hold for one network",
	"wallet":                "keys act on some networks alone",
	"wallet/describe":       "typed data names the network it is for",
	"views":                 "goes to a network by its id, and keeps things by it",
	"views/activity":        "its log is of all networks",
	"views/console":         "names the network that is in front, and others",
	"views/route":           "logs of a receipt say nothing of their network",
	"views/sign":            "events of all networks come in one stream",
	"examples/agent":        "bids are signed with the id of their network",
}

// spelled is a parameter that is the id of a network.
func spelled(f *ast.Field) bool {
	kind, ok := f.Type.(*ast.Ident)
	if !ok || kind.Name != "uint64" {
		return false
	}
	for _, name := range f.Names {
		switch strings.ToLower(name.Name) {
		case "chain", "chainid":
			return true
		}
	}
	return false
}

// spellings are the places of a file where a function takes the id of a network, but for those that
// hand out the exchange on it.
func spellings(file *ast.File) (places []token.Pos) {
	ast.Inspect(file, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncType)
		if !ok || handsOut(f) {
			return true
		}
		for _, p := range f.Params.List {
			if spelled(p) {
				places = append(places, p.Pos())
			}
		}
		return true
	})
	return places
}

// questions are the types by which an exchange is asked and that carry the id of its network all
// the same, and why.
var questions = map[string]string{
	"DeltaQuery":        "is of all networks where it has none",
	"DeltaBuildRequest": "what is built is held against it, with the network that was meant",
	"DeltaSubmission":   byFakes,
	"DeltaQuoteRequest": byFakes,
	"FillQuery":         byFakes,
	"OrderQuery":        byFakes,
	"CandleQuery":       byFakes,
	"PriceRequest":      byFakes,
	"BuildRequest":      byFakes,
	"OrderRequest":      byFakes,
}

const byFakes = "fakes of several networks tell them by it"

// asks are the types of a file whose name says that an exchange is asked by them, with the id of a
// network among their fields.
func asks(file *ast.File) map[string]token.Pos {
	found := map[string]token.Pos{}
	ast.Inspect(file, func(n ast.Node) bool {
		t, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		s, ok := t.Type.(*ast.StructType)
		name := t.Name.Name
		if !ok || !strings.HasSuffix(name, "Request") && !strings.HasSuffix(name, "Query") &&
			!strings.HasSuffix(name, "Submission") {
			return true
		}
		if slices.ContainsFunc(s.Fields.List, spelled) {
			found[name] = t.Pos()
		}
		return true
	})
	return found
}

// handsOut tells whether a function is that of api.Service which hands out exchanges.
func handsOut(f *ast.FuncType) bool {
	if f.Results == nil || len(f.Results.List) != 2 {
		return false
	}
	kind, ok := f.Results.List[0].Type.(*ast.SelectorExpr)
	return ok && kind.Sel.Name == "Exchange"
}

// TestANetworkIsAValue holds the ids of networks to where they are data: what trades on a network
// is handed the network.
func TestANetworkIsAValue(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads the sources, which run nothing")
	}
	list, files := sources()
	needed := map[string]bool{}
	for _, s := range list {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		for _, at := range spellings(s.file) {
			row := speller(path.Dir(s.path))
			if needed[row] = true; row == "" {
				t.Errorf("%s: a function takes the id of a network; hand it an api.Exchange or an "+
					"api.Network", files.Position(at))
			}
		}
	}
	carried := map[string]bool{}
	for _, s := range list {
		if path.Dir(s.path) != "backend/api" || strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		for name, at := range asks(s.file) {
			if carried[name] = true; questions[name] == "" {
				t.Errorf("%s: %s carries the id of a network, which the exchange that is asked "+
					"knows", files.Position(at), name)
			}
		}
	}
	for name := range questions {
		if !carried[name] {
			t.Errorf("%s carries no id of a network any more: strike it from the list", name)
		}
	}
	for row := range spellers {
		if !needed[row] && !strings.HasSuffix(row, "/...") {
			t.Errorf("%s takes no id of a network any more: strike it from the list", row)
		}
	}
}

// speller is the row of a package that may take the ids of networks, "" for one that may not.
func speller(pkg string) string {
	for row := range spellers {
		if covers(row, pkg) {
			return row
		}
	}
	return ""
}
