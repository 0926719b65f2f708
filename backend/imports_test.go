package backend_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// layers say what each package of the module may import of the others: imports point down, every
// door leads through backend/api, and whoever knows keys or a disk knows no network. The first row
// that names a package counts; "x/..." is x and what is below it.
var layers = []struct{ pkg, imports string }{
	{"backend/api", ""},
	{"backend/tracing", ""},
	{"backend/turns", "backend/api"},
	{"backend/api/apitest", "backend/api backend/contracts"},
	{"backend/eip712/...", "backend/api backend/eip712"},
	{"backend/contracts/...", "backend/contracts"},
	{"store/...", "backend/api store/..."},
	{"backend/chain", "backend/api backend/contracts backend/eip712 backend/tracing " +
		"backend/turns"},
	{"backend/chain/...", "backend/api backend/contracts backend/eip712 backend/chain/... " +
		"backend/seats backend/turns store/file"},
	{"backend/tokens", "backend/api backend/contracts backend/chain store"},
	{"backend/market", "backend/api backend/contracts backend/chain backend/tokens store"},
	{"backend/orders/...", "backend/api backend/contracts backend/eip712 backend/chain " +
		"backend/tokens backend/orders/... store store/facts store/file"},
	{"backend/swap/pool", ""},
	{"backend/swap/router", "backend/swap/pool"},
	{"backend/swap/...", "backend/api backend/contracts backend/eip712 backend/chain " +
		"backend/tokens backend/market backend/orders backend/swap/... backend/tracing " +
		"backend/turns store"},
	{"backend/delta/...", "backend/api backend/contracts backend/eip712 backend/chain " +
		"backend/tokens backend/market backend/orders backend/swap/... backend/delta/... " +
		"backend/tracing store store/facts"},
	{"backend/wire", "backend/api backend/eip712"},
	{"backend/client", "backend/api backend/eip712 backend/wire ui/clean"},
	{"backend/seats", "backend/api"},
	{"backend/server", "backend/api backend/eip712 backend/seats backend/tracing " +
		"backend/turns backend/wire"},
	{"backend/announce", "backend/api backend/eip712 store/file ui/clean"},
	{"backend/webhook", "backend/announce store/file"},
	{"backend/ens", ""},
	{"backend/networks", "backend/api store/file"},
	{"backend/deploy", "backend/api backend/contracts backend/chain backend/chain/local " +
		"backend/eip712 backend/networks store/file"},
	{"backend/proof", "backend/api backend/chain backend/contracts backend/delta/settlement " +
		"backend/eip712 backend/networks store/file"},
	{"backend/pins", "backend/api backend/contracts backend/chain backend/chain/local " +
		"backend/eip712 backend/networks backend/proof"},
	{"backend", "backend/api backend/contracts backend/eip712 backend/chain/... backend/tokens " +
		"backend/deploy backend/market backend/networks backend/orders backend/proof " +
		"backend/swap/... " +
		"backend/delta/... backend/traders store store/facts/..."},
	{"backend/plain", "backend backend/api backend/chain backend/eip712 backend/proof"},
	{"backend/traders", "backend/api backend/eip712"},
	{"backend/demo", "backend backend/api backend/chain/local backend/traders"},
	{"backend/command", "backend backend/api backend/chain backend/chain/local " +
		"backend/contracts backend/deploy " +
		"backend/networks backend/client backend/pins backend/plain backend/proof " +
		"backend/server backend/swap/solver backend/demo backend/ens backend/announce " +
		"backend/tracing backend/webhook store/facts/... ui/near"},
	{"ui/clean", ""},
	{"ui/near", ""},
	{"ui/cells", "ui/clean"},
	{"ui/...", "ui/..."},
	{"wallet/...", "backend/api backend/contracts backend/eip712 store/file ui/clean " +
		"wallet/..."},
	{"views", shared},
	{"views/format", "backend/api ui/cells ui"},
	{"views/book", shared},
	{"views/pairform", shared},
	{"views/ledger", shared},
	{"views/sign", shared},
	{"views/route", shared + " views/pairform views/sign"},
	{"views/alert", shared},
	{"views/grammar", shared},
	{"views/desk", shared + " views/activity views/alert views/grammar views/ledger " +
		"views/route views/sign"},
	{"views/viewtest", shared},
	{"views/console", shared + " views/... backend/announce"},
	{"views/screenshots", shared + " views/..."},
	{"views/sshd", "backend/api backend/eip712 backend/seats ui ui/style views/console wallet"},
	{"views/*", shared + screens},   // a screen
	{"views/*/*", shared + screens}, // a part of one
	{"examples/agent", "backend/api backend/client backend/contracts"},
	{"scripts/ethereum", "backend/contracts backend/contracts/published backend/chain/local " +
		"backend/networks"},
	{"commands", "backend backend/announce backend/api backend/chain/local backend/command " +
		"backend/networks backend/webhook store/file ui " +
		"ui/cells ui/style views/console views/desk views/grammar views/sign views/sshd wallet"},
	{"scripts/dev", "commands backend/api backend/command backend/demo ui/... views/console " +
		"views/screenshots wallet"},
	{"", "..."},
}

// shared is what all of views may import.
const shared = "backend/api backend/eip712 store/file wallet/... ui/... views views/format"

// screens is what screens may import beside it.
const screens = " views/book views/pairform views/sign views/ledger views/route"

func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "bourse/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	seen := 0
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		for _, imported := range p.Imports {
			if own(imported) && !mayImport(trim(p.ImportPath), trim(imported)) {
				t.Errorf("%s imports %s, which points the wrong way", p.ImportPath, imported)
			}
		}
	}
	if seen < 5 {
		t.Fatalf("saw only %d packages", seen)
	}
}

func own(p string) bool { return p == "bourse" || strings.HasPrefix(p, "bourse/") }

func trim(p string) string { return strings.TrimPrefix(strings.TrimPrefix(p, "bourse"), "/") }

// mayImport takes the first row that names the package. A screen may import its own parts.
func mayImport(pkg, imported string) bool {
	for _, row := range layers {
		if !covers(row.pkg, pkg) {
			continue
		}
		return sameScreen(pkg, imported) ||
			slices.ContainsFunc(strings.Fields(row.imports),
				func(pattern string) bool { return covers(pattern, imported) })
	}
	return false
}

// sameScreen tells whether two packages are parts of one screen.
func sameScreen(a, b string) bool {
	first, second := strings.Split(a, "/"), strings.Split(b, "/")
	return len(first) > 1 && len(second) > 1 && first[0] == "views" && second[0] == "views" &&
		first[1] == second[1]
}

// covers tells whether a pattern names a package.
func covers(pattern, pkg string) bool {
	if parent, ok := strings.CutSuffix(pattern, "..."); ok {
		return pkg == strings.TrimSuffix(parent, "/") || strings.HasPrefix(pkg, parent)
	}
	ok, err := path.Match(pattern, pkg)
	return ok && err == nil
}

// The rules that matter most, said so that a careless row above does not lift them.
func TestLayersKeepWhatMattersMost(t *testing.T) {
	t.Parallel()
	for _, wrong := range [][2]string{
		{"backend", "wallet"}, {"backend/delta/agents", "wallet"}, {"backend/chain", "store"},
		{"store", "backend/chain"}, {"wallet", "backend/chain"}, {"wallet", "backend/client"},
		{"ui", "views"}, {"ui/table", "wallet"}, {"views/swap", "views/orders"},
		{"views", "backend/client"}, {"views/swap", "store"}, {"views/sign", "backend"},
		{"backend/api", "backend/eip712"}, {"backend/orders", "backend/swap"},
		{"backend/swap", "backend/delta"}, {"backend/server", "backend"},
	} {
		if mayImport(wrong[0], wrong[1]) {
			t.Errorf("%s may import %s", wrong[0], wrong[1])
		}
	}
}
