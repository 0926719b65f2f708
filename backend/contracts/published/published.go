// Package published gives tests the contracts that others have published, as they stand on the
// networks, to hold what is computed and built here against them. They come with
//
//	npm --prefix backend/contracts install --no-save
package published

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
)

// Contract is the ABI and creation code of a compiled contract, by its path in node_modules. Where
// the packages are not installed, the test is skipped, or in the gate fails.
func Contract(t testing.TB, path string) *bind.MetaData {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(modules(t), filepath.FromSlash(path)))
	if errors.Is(err, fs.ErrNotExist) {
		const text = "the contracts of others are not installed: " +
			"npm --prefix backend/contracts install --no-save"
		if os.Getenv("BOURSE_GATE") != "" {
			t.Fatal(text)
		}
		t.Skip(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	var artifact struct {
		ABI      json.RawMessage
		Bytecode string
	}
	if err := json.Unmarshal(raw, &artifact); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return &bind.MetaData{ID: path, ABI: string(artifact.ABI), Bin: artifact.Bytecode}
}

// modules is where the packages are installed, from wherever in the module a test runs.
func modules(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "backend", "contracts", "node_modules")
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		err = errors.New("no go.mod above the test")
	}
	t.Fatal(err)
	return ""
}
