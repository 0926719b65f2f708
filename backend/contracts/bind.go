//go:build ignore

// Command bind writes the Go bindings of every artifact into contracts_gen.go, and the ABIs and
// creation codes that they begin with into artifacts.gz.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi/abigen"
)

func main() {
	if err := bind("artifacts", "contracts_gen.go", "artifacts.gz"); err != nil {
		log.Fatal(err)
	}
}

// bind puts all contracts in one file, because abigen shares the structs of one run: contracts that
// speak of the same struct get one Go type.
func bind(folder, output, packed string) error {
	// sorted, so that the output is too
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return err
	}
	var names, abis, bytecodes []string
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var artifact struct {
			Name     string          `json:"name"`
			ABI      json.RawMessage `json:"abi"`
			Bytecode string          `json:"bytecode"`
		}
		if err := json.Unmarshal(raw, &artifact); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		names = append(names, artifact.Name)
		abis = append(abis, string(artifact.ABI))
		bytecodes = append(bytecodes, artifact.Bytecode)
	}
	code, err := abigen.BindV2(names, abis, bytecodes, "contracts", map[string]string{},
		map[string]string{})
	if err != nil {
		return err
	}
	code = strings.Replace(wholeEvents(ownOutputs(code, names)), "\npackage ",
		"\n//lint:file-ignore ST1005 the errors are abigen's\n\npackage ", 1)
	if err := os.WriteFile(output, []byte(read(code)), 0o644); err != nil {
		return err
	}
	return pack(packed, names, abis, bytecodes)
}

// read has a contract's metadata read from artifacts.gz: as text in the program they would be a
// megabyte of it.
func read(code string) string {
	meta := regexp.MustCompile(`bind\.MetaData\{\n\tABI: .*\n\tID: +("\w+"),\n(?:\tBin: .*\n)?\}`)
	return meta.ReplaceAllString(code, "artifact($1)")
}

// pack writes what artifact reads: three lines a contract, its name, ABI and creation code.
func pack(path string, names, abis, bytecodes []string) error {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	for i := range names {
		var abi bytes.Buffer
		if err := json.Compact(&abi, []byte(abis[i])); err != nil {
			return err
		}
		fmt.Fprintf(z, "%s\n%s\n%s\n", names[i], abi.String(), bytecodes[i])
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// wholeEvents has an event without its data refused: abigen takes one for good and leaves its
// values nil, and a node can say whatever it likes of a log's data.
func wholeEvents(code string) string {
	guard := regexp.MustCompile(`\tif len\(log\.Data\) > 0 \{\n\t(.*\n)\t(.*\n)\t(.*\n)\t\}\n`)
	return guard.ReplaceAllString(code, "$1$2$3")
}

// ownOutputs puts the contract's name before the types of its functions' outputs: abigen names them
// by the function alone, and pools of different kinds share function names.
func ownOutputs(code string, names []string) string {
	output := regexp.MustCompile(`(?m)^type (\w+Output) struct`)
	var b strings.Builder
	for i, name := range names {
		end := len(code)
		if i+1 < len(names) {
			end = strings.Index(code, "// "+names[i+1]+"MetaData contains")
		}
		section := code[:end]
		for _, match := range output.FindAllStringSubmatch(section, -1) {
			section = regexp.MustCompile(`\b`+match[1]+`\b`).ReplaceAllString(
				section, name+match[1])
		}
		b.WriteString(section)
		code = code[end:]
	}
	return b.String()
}
