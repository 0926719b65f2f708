package contracts

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
)

// packed holds three lines a contract: its name, its ABI and its creation code. bind.go writes it.
//
//go:embed artifacts.gz
var packed []byte

// artifacts are the contracts by name. They are read when the program starts, as the variables of
// contracts_gen.go begin with them: some eight milliseconds, for a megabyte less of program.
var artifacts = unpack()

type compiled struct{ abi, code string }

func unpack() map[string]compiled {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // it is compiled in
	}
	var text strings.Builder
	if _, err := io.Copy(&text, z); err != nil {
		panic(err)
	}
	lines := strings.Split(text.String(), "\n")
	read := make(map[string]compiled, len(lines)/3)
	for i := 0; i+2 < len(lines); i += 3 {
		read[lines[i]] = compiled{abi: lines[i+1], code: lines[i+2]}
	}
	return read
}

// artifact is the contract of that name.
func artifact(name string) bind.MetaData {
	a, ok := artifacts[name]
	if !ok {
		panic("no artifact of " + name + ": run go generate ./backend/contracts")
	}
	return bind.MetaData{ID: name, ABI: a.abi, Bin: a.code}
}
