package server

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// kind is a type of parameter: what it is called, how its text is read, and what the result is in
// Go.
type kind int

// The kinds, with the Go type of their values.
const (
	integer   kind = iota // uint64
	amount                // api.Amount
	address               // common.Address
	hash                  // common.Hash
	hexData               // []byte
	boolean               // bool
	word                  // string
	hashes                // []common.Hash, in bodies only
	objects               // []input, in bodies only
	number                // float64
	rawObject             // json.RawMessage, in bodies only: an object as it was sent
	texts                 // []string, in bodies only
)

func (k kind) String() string {
	return [...]string{"integer", "decimal string", "address", "hash", "hex string", "boolean",
		"string", "array of hashes", "array of objects", "number", "object", "array of strings"}[k]
}

// place says where a parameter is read from.
type place string

// The places of a parameter.
const (
	inPath  place = "path"
	inQuery place = "query"
	inBody  place = "body"
	inHead  place = "header" // hashes, apart by commas
)

// param is one parameter of a route.
type param struct {
	name     string
	in       place
	kind     kind
	required bool
	instead  string   // the query parameter that may be given in place of a required one
	standard string   // the default as a client would write it
	min, max uint64   // bounds of an integer; max 0 is none
	words    []string // the values a word may have; none is any
	numeric  bool     // words are numbers, however they are written; an amount may be one, too
	fields   []param  // of each object
	notes    string
}

func path(name string, k kind, notes string) param {
	return param{name: name, in: inPath, kind: k, required: true, notes: notes}
}

func query(name string, k kind, notes string) param {
	return param{name: name, in: inQuery, kind: k, notes: notes}
}

// body declares a field of the request's JSON object; it is required unless optional is called.
func body(name string, k kind, notes string) param {
	return param{name: name, in: inBody, kind: k, required: true, notes: notes}
}

func (p param) need() param { p.required = true; return p }
func (p param) needUnless(other string) param {
	p.required, p.instead = true, other
	return p
}

func (p param) optional() param { p.required = false; return p }

func (p param) or(standard string) param { p.standard = standard; return p }

func (p param) within(low, high uint64) param { p.min, p.max = low, high; return p }

func (p param) oneOf(words ...string) param { p.words = words; return p }

// byNumber lets the words of oneOf be written as any number that equals one: 5 as 5.0; and lets
// bodies have an amount as a number.
func (p param) byNumber() param { p.numeric = true; return p }

func (p param) of(fields ...param) param { p.fields = fields; return p }

func header(name string, k kind, notes string) param {
	return param{name: name, in: inHead, kind: k, notes: notes}
}

// parse reads the text of a scalar, or of a header's list.
func (p *param) parse(s string) (any, error) {
	switch p.kind {
	case hashes:
		return parseHashes(s)
	case integer:
		return p.parseInteger(s)
	case amount:
		return api.ParseAmount(s)
	case address:
		return api.ParseAddress(s)
	case hash:
		return api.ParseHash(s)
	case hexData:
		return api.ParseHex(s)
	case boolean:
		if s != "true" && s != "false" {
			return nil, fmt.Errorf("must be true or false, got %s", quote(s))
		}
		return s == "true", nil
	case number:
		n, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, fmt.Errorf("must be a number, got %s", quote(s))
		}
		return n, nil
	case word:
		if n, err := strconv.ParseFloat(s, 64); p.numeric && err == nil {
			s = strconv.FormatFloat(n, 'f', -1, 64)
		}
		if len(p.words) > 0 && !slices.Contains(p.words, s) {
			return nil, fmt.Errorf("must be one of %s, got %s", strings.Join(p.words, ", "),
				quote(s))
		}
		return s, nil
	}
	return nil, fmt.Errorf("must be an %s", p.kind)
}

// mostHashes is how many hashes a header may list.
const mostHashes = 16

func parseHashes(s string) (list []common.Hash, err error) {
	for _, text := range strings.Split(s, ",") {
		h, err := api.ParseHash(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		if list = append(list, h); len(list) > mostHashes {
			return nil, fmt.Errorf("must be at most %d hashes", mostHashes)
		}
	}
	return list, nil
}

func (p *param) parseInteger(s string) (any, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return nil, fmt.Errorf("%s is too large", quote(s))
	case err != nil:
		return nil, fmt.Errorf("must be a whole number, got %s", quote(s))
	case n < p.min:
		return nil, fmt.Errorf("must be at least %d, got %d", p.min, n)
	case p.max > 0 && n > p.max:
		return nil, fmt.Errorf("must be at most %d, got %d", p.max, n)
	}
	return n, nil
}

// quote shows a client's text in an error, cut to a length that is still readable.
func quote(s string) string { return strconv.Quote(cut(s)) }

func cut(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// input holds what a request gave for a list of parameters, in their order; nil where it gave
// nothing and there is no default.
type input struct {
	params []param
	values []any
}

func newInput(params []param) input {
	return input{params: params, values: make([]any, len(params))}
}

// index returns the position of a parameter, or -1. Lists are short enough that looking along them
// beats a map.
func (in input) index(at place, name string) int {
	for i := range in.params {
		if in.params[i].in == at && in.params[i].name == name {
			return i
		}
	}
	return -1
}

// complete fills in defaults and reports what is missing.
func (in input) complete(prefix string, f *faults) {
	for i := range in.params {
		p := &in.params[i]
		switch {
		case in.values[i] != nil:
		case p.standard != "":
			in.values[i], _ = p.parse(p.standard)
		case p.instead != "" && in.given(p.instead):
		case p.required && !f.has(prefix+p.name):
			f.add(prefix+p.name, "is required")
		}
	}
}

// given tells whether the request's query named a parameter.
func (in input) given(name string) bool {
	i := in.index(inQuery, name)
	return i >= 0 && in.values[i] != nil
}

// get returns the value of a parameter; its zero value where the request gave none. A name that the
// route does not declare, or another type than its kind has, is a mistake in the table and panics.
func get[T any](in input, name string) T {
	v, _ := lookup(in, name).(T)
	return v
}

// opt returns a pointer to the value of a parameter; nil where the request gave none.
func opt[T any](in input, name string) *T {
	v := lookup(in, name)
	if v == nil {
		return nil
	}
	t := v.(T)
	return &t
}

func lookup(in input, name string) any {
	for i := range in.params {
		if in.params[i].name == name {
			return in.values[i]
		}
	}
	panic("no parameter " + name + " in the route's table")
}

// Shorthands for the parameters that most routes have.
func (in input) chainID() uint64                    { return get[uint64](in, "chainId") }
func (in input) integer(name string) int            { return int(get[uint64](in, name)) }
func (in input) address(name string) common.Address { return get[common.Address](in, name) }
func (in input) maybe(name string) *common.Address  { return opt[common.Address](in, name) }
func (in input) amount(name string) api.Amount      { return get[api.Amount](in, name) }

// faults collects every faulty field of a request, so that a client learns of all at once.
type faults struct{ list []api.FieldError }

// maxFaults bounds what a hostile list of objects can make us write back.
const maxFaults = 32

func (f *faults) add(field, reason string) {
	if len(f.list) < maxFaults {
		f.list = append(f.list, api.FieldError{Field: field, Reason: reason})
	}
}

func (f *faults) has(field string) bool {
	return slices.ContainsFunc(f.list, func(e api.FieldError) bool { return e.Field == field })
}

func (f *faults) err() error {
	if len(f.list) == 0 {
		return nil
	}
	return api.Invalid(f.list...)
}
