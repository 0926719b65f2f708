package published

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
)

// compiler compiles a source whose imports are found in a folder, with the compiler of the packages
// and how the contracts here are compiled.
const compiler = `
const fs = require("node:fs"), path = require("node:path"), [modules, from] = process.argv.slice(1)
const solc = require(path.join(modules, "solc"))
const settings = JSON.parse(fs.readFileSync(path.join(modules, "../settings.json"), "utf8"))
const input = {
	language: "Solidity", sources: { "it.sol": { content: fs.readFileSync(0, "utf8") } },
	settings: { ...settings,
		outputSelection: { "it.sol": { "*": ["abi", "evm.bytecode.object"] } } },
}
const read = name => ({ contents: fs.readFileSync(path.join(modules, from, name), "utf8") })
const out = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
const wrong = (out.errors ?? []).filter(e => e.severity === "error")
if (wrong.length) throw new Error(wrong.map(e => e.formattedMessage).join("\n"))
process.stdout.write(JSON.stringify(Object.values(out.contracts["it.sol"])[0]))
`

// Compile compiles a contract that is made of published sources: source imports them by their paths
// in the folder from of node_modules. Where they are not installed, or there is no Node, the test
// is skipped, or in the gate fails.
func Compile(t testing.TB, from, source string) *bind.MetaData {
	t.Helper()
	folder := modules(t)
	_, missing := os.Stat(filepath.Join(folder, filepath.FromSlash(from)))
	node, noNode := exec.LookPath("node")
	if err := errors.Join(missing, noNode); err != nil {
		if os.Getenv("BOURSE_GATE") != "" || missing != nil && !errors.Is(missing, fs.ErrNotExist) {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	c := exec.CommandContext(t.Context(), node, "-e", compiler, folder, from)
	c.Stdin = strings.NewReader(source)
	var said strings.Builder
	c.Stderr = &said
	raw, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	var made struct {
		ABI json.RawMessage
		EVM struct{ Bytecode struct{ Object string } }
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		t.Fatal(err)
	}
	return &bind.MetaData{ID: from, ABI: string(made.ABI), Bin: made.EVM.Bytecode.Object}
}
