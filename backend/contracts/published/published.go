package published

import (
	"encoding/json"
	"errors"
	"fmt"
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
	meta, err := Read(modules(t), path)
	if errors.Is(err, fs.ErrNotExist) && os.Getenv("BOURSE_GATE") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return meta
}

// Read is the ABI and creation code of a compiled contract, by its path in the folder of packages.
// Where they are not installed the error is fs.ErrNotExist.
func Read(modules, path string) (*bind.MetaData, error) {
	raw, err := os.ReadFile(filepath.Join(modules, filepath.FromSlash(path)))
	if err != nil {
		return nil, fmt.Errorf("the contracts of others are not installed: "+
			"npm --prefix backend/contracts install --no-save: %w", err)
	}
	var artifact struct {
		ABI          json.RawMessage
		Bytecode     bytecode
		CreationCode string
	}
	if err := json.Unmarshal(raw, &artifact); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if artifact.CreationCode != "" { // which has its ABI in a folder beside
		dir, name := filepath.Split(filepath.Join(modules, filepath.FromSlash(path)))
		if artifact.ABI, err = os.ReadFile(filepath.Join(dir, "..", "abi", name)); err != nil {
			return nil, err
		}
		artifact.Bytecode = bytecode(artifact.CreationCode)
	}
	return &bind.MetaData{ID: path, ABI: string(artifact.ABI), Bin: string(artifact.Bytecode)}, nil
}

// bytecode is creation code as some compilers write it, or as the object that others write.
type bytecode string

// UnmarshalJSON implements json.Unmarshaler.
func (b *bytecode) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, (*string)(b))
	}
	var in struct{ Object string }
	err := json.Unmarshal(text, &in)
	*b = bytecode(in.Object)
	return err
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
