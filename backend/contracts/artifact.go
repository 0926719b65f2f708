package contracts

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
)

// packed holds the contracts as Unpack reads them. bind.go writes it.
//
//go:embed artifacts.gz
var packed []byte

// artifacts are read when the program starts, as the variables of contracts_gen.go begin with
// them: some eight milliseconds, for a megabyte less of program.
var artifacts = Unpack(packed)

// Artifacts are contracts by name.
type Artifacts map[string]compiled

type compiled struct{ abi, code string }

// Unpack reads a file that bind.go wrote: three lines a contract, its name, its ABI and its
// creation code.
func Unpack(packed []byte) Artifacts {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // it is compiled in
	}
	var text strings.Builder
	if _, err := io.Copy(&text, z); err != nil {
		panic(err)
	}
	lines := strings.Split(text.String(), "\n")
	read := make(Artifacts, len(lines)/3)
	for i := 0; i+2 < len(lines); i += 3 {
		read[lines[i]] = compiled{abi: lines[i+1], code: lines[i+2]}
	}
	return read
}

// Of is the contract of that name.
func (a Artifacts) Of(name string) bind.MetaData {
	c, ok := a[name]
	if !ok {
		panic("no artifact of " + name + ": run go generate ./backend/contracts")
	}
	return bind.MetaData{ID: name, ABI: c.abi, Bin: c.code}
}
