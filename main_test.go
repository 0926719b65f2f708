package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// allowed says what each package of the module may import of the others: imports point down, and every door leads through backend/api.
// A pattern's key is matched against the importing package's path, its values against the imported one's.
var allowed = []struct{ pkg, imports string }{
	{"backend/api", ""},
	{"backend/api/*", "backend/api"},
	{"backend/contracts", ""},
	{"backend/contracts/*", "backend/contracts"},
	{"store", "backend/api"},
	{"wallet", "backend/api backend/contracts"},
	{"backend/chain", "backend/api backend/contracts wallet"},
	{"backend/chain/local", "backend/api backend/contracts wallet backend/chain"},
	{"backend/chain/local/traders", "backend/api wallet"},
	{"backend/tokens", "backend/api backend/contracts backend/chain store"},
	{"backend/swap/internal/*", "backend/api backend/swap/pool"},
	{"backend/swap/pool", "backend/api backend/contracts"},
	{"backend/swap/router", "backend/api backend/swap/pool"},
	{"backend/market", "backend/api backend/contracts backend/chain backend/tokens store"},
	{"backend/orders/internal/*", ""},
	{"backend/orders", "backend/orders/internal/* backend/api backend/contracts backend/chain backend/tokens store wallet"},
	{"backend/swap", "backend/api backend/contracts backend/chain backend/tokens backend/market backend/orders backend/swap/* store wallet"},
	{"backend/delta", "backend/api backend/contracts backend/chain backend/tokens backend/market backend/orders backend/swap backend/swap/* store wallet"},
	{"backend/httpapi", "backend/api"},
	{"backend/httpapi/*", "backend/api backend/httpapi"},
	{"backend", "backend/* backend/*/* backend/*/*/* store wallet"},
	{"ui", "backend/api"},
	{"ui/*", "backend/api ui ui/*"},
	{"views", "backend/api ui wallet"},
	{"views/sign", "backend/api ui ui/* views wallet"},
	{"views/console", "backend/api ui ui/* views views/* wallet"},
	{"views/*", "backend/api ui ui/* views views/sign wallet"},
	{"", "backend backend/* backend/*/* backend/*/*/* store ui ui/* views views/* wallet"},
}

func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
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

// mayImport takes the first row that names the package.
func mayImport(pkg, imported string) bool {
	for _, row := range allowed {
		if ok, _ := path.Match(row.pkg, pkg); !ok {
			continue
		}
		for _, pattern := range strings.Fields(row.imports) {
			if ok, _ := path.Match(pattern, imported); ok {
				return true
			}
		}
		return false
	}
	return false
}
