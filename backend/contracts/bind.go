//go:build ignore

// Command bind writes the Go bindings of the artifacts into contracts_gen.go, and the ABIs and
// creation codes that they begin with into artifacts.gz: those of the program here, those that only
// tests deploy in contracttest. What no Go file of the module names is not bound.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi/abigen"
)

func main() {
	words, err := named("../..")
	if err != nil {
		log.Fatal(err)
	}
	forTests := func(source string) bool { return strings.HasPrefix(source, "src/test/") }
	forAll := func(source string) bool { return !forTests(source) }
	if err := bind("contracts", ".", forAll, words); err != nil {
		log.Fatal(err)
	}
	if err := bind("contracttest", "contracttest", forTests, words); err != nil {
		log.Fatal(err)
	}
}

// named are the words of the module's Go files, without those that this command writes.
func named(root string) (map[string]bool, error) {
	words := map[string]bool{}
	word := regexp.MustCompile(`\w+`)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || entry.Name() == "contracts_gen.go" {
			return nil
		}
		code, err := os.ReadFile(path)
		for _, w := range word.FindAll(code, -1) {
			words[string(w)] = true
		}
		return err
	})
	return words, err
}

// bind puts all contracts of a package in one file, because abigen shares the structs of one run:
// contracts that speak of the same struct get one Go type.
func bind(pkg, folder string, belongs func(source string) bool, words map[string]bool) error {
	// sorted, so that the output is too
	paths, err := filepath.Glob("artifacts/*.json")
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
			Source   string          `json:"source"`
			ABI      json.RawMessage `json:"abi"`
			Bytecode string          `json:"bytecode"`
		}
		if err := json.Unmarshal(raw, &artifact); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if !belongs(artifact.Source) {
			continue
		}
		names = append(names, artifact.Name)
		abis = append(abis, string(artifact.ABI))
		bytecodes = append(bytecodes, artifact.Bytecode)
	}
	code, err := abigen.BindV2(names, abis, bytecodes, pkg, map[string]string{},
		map[string]string{})
	if err != nil {
		return err
	}
	code = read(wholeEvents(ownOutputs(code, names)))
	if code, err = prune(code, words); err != nil {
		return err
	}
	code = strings.Replace(code, "\npackage ",
		"\n//lint:file-ignore ST1005 the errors are abigen's\n\npackage ", 1)
	output := filepath.Join(folder, "contracts_gen.go")
	if err := os.WriteFile(output, []byte(code), 0o644); err != nil {
		return err
	}
	return pack(filepath.Join(folder, "artifacts.gz"), names, abis, bytecodes)
}

// prune leaves out the declarations that neither words nor what is left of the code names: of
// eighty contracts' methods the module calls a fourth.
func prune(code string, words map[string]bool) (string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", code, parser.ParseComments)
	if err != nil {
		return "", err
	}
	kept := map[ast.Decl]bool{}
	needed := maps.Clone(words)
	for more := true; more; {
		more = false
		for _, decl := range file.Decls {
			if kept[decl] || !isNamed(decl, needed) {
				continue
			}
			kept[decl], more = true, true
			ast.Inspect(decl, func(node ast.Node) bool {
				if id, ok := node.(*ast.Ident); ok {
					needed[id.Name] = true
				}
				return true
			})
		}
	}
	var out strings.Builder
	at := 0
	for _, decl := range file.Decls {
		begin, end := files.Position(start(decl)).Offset, files.Position(decl.End()).Offset
		out.WriteString(code[at:begin])
		if kept[decl] {
			out.WriteString(code[begin:end])
		}
		at = end
	}
	out.WriteString(code[at:])
	tidy, err := format.Source([]byte(out.String()))
	return string(tidy), err
}

// isNamed is whether one of the names that the declaration makes is among words. A method's name
// says enough: two contracts that have it keep it both.
func isNamed(decl ast.Decl, words map[string]bool) bool {
	if f, ok := decl.(*ast.FuncDecl); ok {
		return words[f.Name.Name]
	}
	d := decl.(*ast.GenDecl)
	return d.Tok == token.IMPORT || slices.ContainsFunc(d.Specs, func(spec ast.Spec) bool {
		if t, ok := spec.(*ast.TypeSpec); ok {
			return words[t.Name.Name]
		}
		name := spec.(*ast.ValueSpec).Names[0].Name
		return name == "_" || words[name]
	})
}

// start is where a declaration begins with its comment.
func start(decl ast.Decl) token.Pos {
	var doc *ast.CommentGroup
	switch d := decl.(type) {
	case *ast.FuncDecl:
		doc = d.Doc
	case *ast.GenDecl:
		doc = d.Doc
	}
	if doc != nil {
		return doc.Pos()
	}
	return decl.Pos()
}

// read has a contract's metadata read from artifacts.gz: as text in the program they would be a
// megabyte of it.
func read(code string) string {
	meta := regexp.MustCompile(`bind\.MetaData\{\n\tABI: .*\n\tID: +("\w+"),\n(?:\tBin: .*\n)?\}`)
	return meta.ReplaceAllString(code, "artifacts.Of($1)")
}

// pack writes what Unpack reads: three lines a contract, its name, ABI and creation code.
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
