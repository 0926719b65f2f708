package contracts_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/contracts"
)

// The interfaces that outside programs rely on, entry by entry: selectors and topics, and also what
// is returned, what may be paid and which event fields are indexed, none of which a selector shows.
func TestContractsHaveTheReferenceABI(t *testing.T) {
	t.Parallel()
	modules := []*bind.MetaData{
		&contracts.DeltaAdapterMetaData, &contracts.SwapSettlementModuleMetaData,
		&contracts.DirectSettlementModuleMetaData,
		&contracts.FillableSwapSettlementModuleMetaData,
		&contracts.FillableDirectSettlementModuleMetaData,
		&contracts.NonceManagementModuleMetaData, &contracts.FeeClaimerModuleMetaData,
	}
	// Errors of libraries that the deployed contract was built with; this one cannot meet them.
	unthrown := []string{"error InvalidShortString()", "error StringTooLong(string)",
		"error InsufficientValue()"}
	// Errors that it reverts with from a library and its ABI does not list.
	unlisted := []string{"error TransferFailed()", "error TransferFromFailed()",
		"error ETHTransferFailed()", "error Permit2AmountOverflow()"}
	for _, c := range []struct {
		name, reference string
		meta            []*bind.MetaData // together they answer the reference
		missing, extra  []string
	}{
		{"limit orders", "augustus_rfq.json", []*bind.MetaData{&contracts.AugustusRFQMetaData},
			nil, nil},
		{"delta registry", "portikus_v2_registry.json",
			[]*bind.MetaData{&contracts.PortikusV2MetaData}, nil, nil},
		{"delta binding", "delta_v1_adapter.json", []*bind.MetaData{&contracts.DeltaMetaData},
			unthrown, unlisted},
		{"delta modules", "delta_v1_adapter.json", modules, unthrown,
			append([]string{"function selectors()"}, unlisted...)},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join("testdata", c.reference))
			if err != nil {
				t.Fatal(err)
			}
			want := describe(t, string(raw))
			got := map[string]string{}
			for _, meta := range c.meta {
				for signature, description := range describe(t, meta.ABI) {
					got[signature] = description
				}
			}
			for signature, description := range want {
				if got[signature] != description && !slices.Contains(c.missing, signature) {
					t.Errorf("%s:\n got %q\nwant %q", signature, got[signature], description)
				}
			}
			for signature := range got {
				if _, ok := want[signature]; !ok && !slices.Contains(c.extra, signature) {
					t.Errorf("%s is not part of the reference", signature)
				}
			}
		})
	}
}

// describe maps each function, event and error to all that the ABI says about it but names of
// arguments.
func describe(t *testing.T, text string) map[string]string {
	t.Helper()
	parsed, err := abi.JSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string]string{}
	for _, m := range parsed.Methods {
		entries["function "+m.Sig] = fmt.Sprintf(
			"%x %s %s", m.ID, m.StateMutability, typeList(m.Outputs))
	}
	for _, e := range parsed.Events {
		entries["event "+e.Sig] = fmt.Sprintf("%x %s", e.ID, typeList(e.Inputs))
	}
	for _, e := range parsed.Errors {
		entries["error "+e.Sig] = fmt.Sprintf("%x", e.ID[:4])
	}
	return entries
}

func typeList(arguments abi.Arguments) string {
	var list []string
	for _, argument := range arguments {
		list = append(list, fmt.Sprintf("%s indexed=%t", argument.Type, argument.Indexed))
	}
	return strings.Join(list, ",")
}

// What the program and its tests carry are the artifacts, and nothing else.
func TestCarriesTheArtifacts(t *testing.T) {
	t.Parallel()
	program, tests := unpacked(t, "artifacts.gz"), unpacked(t, "contracttest/artifacts.gz")
	paths, err := filepath.Glob("artifacts/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no artifacts: %v", err)
	}
	for _, path := range paths {
		var artifact struct {
			Name     string
			Source   string
			ABI      json.RawMessage
			Bytecode string
		}
		readJSON(t, path, &artifact)
		if artifact.Name+".json" != filepath.Base(path) {
			t.Errorf("%s holds %s", path, artifact.Name)
		}
		if _, err := os.Stat(artifact.Source); err != nil {
			t.Errorf("%s: its source is missing: %v", path, err)
		}
		var abi bytes.Buffer
		if err := json.Compact(&abi, artifact.ABI); err != nil {
			t.Fatal(err)
		}
		in := program
		if strings.HasPrefix(artifact.Source, "src/test/") {
			in = tests
		}
		held := fmt.Sprintf("\n%s\n%s\n%s\n", artifact.Name, &abi, artifact.Bytecode)
		if !strings.Contains(in, held) {
			t.Errorf("%s is not what is carried: run go generate", path)
		}
	}
	lines := strings.Count(program, "\n") + strings.Count(tests, "\n")
	if lines != 2+3*len(paths) {
		t.Errorf("both artifacts.gz have %d lines for %d artifacts", lines, len(paths))
	}
}

// unpacked is the text of a file, after an empty line.
func unpacked(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return "\n" + string(text)
}

func TestPacksTheReferenceCalldata(t *testing.T) {
	t.Parallel()
	var vectors struct {
		Calldata []struct {
			Contract, Function, Data string
			Args                     json.RawMessage
		}
	}
	readJSON(t, "testdata/vectors.json", &vectors)
	parsed, err := contracts.AugustusRFQMetaData.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, v := range vectors.Calldata {
		if v.Contract != "AugustusRFQ" {
			continue
		}
		checked++
		data := common.FromHex(v.Data)
		method, err := parsed.MethodById(data)
		if err != nil || method.Name != v.Function {
			t.Fatalf("%s: selector %x is %v (%v)", v.Function, data[:4], method, err)
		}
		arguments, err := method.Inputs.Unpack(data[4:])
		if err != nil {
			t.Fatalf("%s: %v", v.Function, err)
		}
		packed, err := parsed.Pack(v.Function, arguments...)
		if err != nil || !bytes.Equal(packed, data) {
			t.Errorf("%s: packed again it is %x (%v)", v.Function, packed, err)
		}
		if got := flatten(t, arguments); got != flattenJSON(t, v.Args) {
			t.Errorf("%s: decoded %s, want %s", v.Function, got, flattenJSON(t, v.Args))
		}
	}
	if checked != 5 {
		t.Fatalf("%d vectors of the limit-order contract, want 5", checked)
	}
}

// flatten writes the leaves of decoded arguments in the manner of the vectors: decimal integers,
// lower-case hex.
func flatten(t *testing.T, value any) string {
	t.Helper()
	switch v := value.(type) {
	case *big.Int:
		return v.String()
	case common.Address:
		return strings.ToLower(v.Hex())
	case []byte:
		return hexutil.Encode(v)
	case [32]byte:
		return hexutil.Encode(v[:])
	}
	var parts []string
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			parts = append(parts, flatten(t, v.Index(i).Interface()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			parts = append(parts, flatten(t, v.Field(i).Interface()))
		}
	default:
		t.Fatalf("unexpected %T", value)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func flattenJSON(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		t.Fatal(err)
	}
	return strings.ToLower(strings.ReplaceAll(compact.String(), `"`, ""))
}
