package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"
)

// maxDepth bounds how deep objects and arrays of a body may nest.
const maxDepth = 16

// decodeBody reads one JSON object into the body parameters of in, in a single walk over its
// tokens. Faulty fields go to f; an error is returned where the text is not one JSON object without
// duplicate keys. Unknown fields are checked in the same way and dropped.
func decodeBody(text []byte, in input, f *faults) error {
	if !utf8.Valid(text) {
		return errors.New("must be UTF-8")
	}
	d := &bodyDecoder{text: text, dec: json.NewDecoder(bytes.NewReader(text)), faults: f}
	d.dec.UseNumber()
	first, err := d.token()
	if err != nil {
		return err
	}
	if first != json.Delim('{') {
		return errors.New("must be one JSON object")
	}
	if err := d.object(in, ""); err != nil {
		return err
	}
	if _, err := d.dec.Token(); err != io.EOF {
		return errors.New("must hold nothing after its JSON object")
	}
	return nil
}

type bodyDecoder struct {
	text   []byte
	dec    *json.Decoder
	depth  int
	faults *faults
}

// token returns the next token and keeps count of the depth.
func (d *bodyDecoder) token() (json.Token, error) {
	t, err := d.dec.Token()
	if err != nil {
		return nil, fmt.Errorf("is not valid JSON at byte %d", d.dec.InputOffset())
	}
	switch t {
	case json.Delim('{'), json.Delim('['):
		if d.depth++; d.depth > maxDepth {
			return nil, fmt.Errorf("nests deeper than %d levels", maxDepth)
		}
	case json.Delim('}'), json.Delim(']'):
		d.depth--
	}
	return t, nil
}

// members calls value for each member of an object whose opening brace has been read.
func (d *bodyDecoder) members(value func(key string) error) error {
	seen := make(map[string]bool, 16)
	for d.dec.More() {
		t, err := d.token()
		if err != nil {
			return err
		}
		key := t.(string)
		if seen[key] {
			return fmt.Errorf("has the key %s twice", quote(key))
		}
		seen[key] = true
		if err := value(key); err != nil {
			return err
		}
	}
	_, err := d.token()
	return err
}

// object reads the members of an object into in.
func (d *bodyDecoder) object(in input, prefix string) error {
	return d.members(func(key string) error {
		i := in.index(inBody, key)
		if i < 0 {
			t, err := d.token()
			if err != nil {
				return err
			}
			return d.skip(t)
		}
		v, err := d.value(&in.params[i], prefix+key)
		in.values[i] = v
		return err
	})
}

// skip passes over the rest of a value that begins with t.
func (d *bodyDecoder) skip(t json.Token) error {
	next := func() error {
		t, err := d.token()
		if err != nil {
			return err
		}
		return d.skip(t)
	}
	switch t {
	case json.Delim('{'):
		return d.members(func(string) error { return next() })
	case json.Delim('['):
		return d.elements(func(int) error { return next() })
	}
	return nil
}

func (d *bodyDecoder) elements(element func(i int) error) error {
	for i := 0; d.dec.More(); i++ {
		if err := element(i); err != nil {
			return err
		}
	}
	_, err := d.token()
	return err
}

// value reads one parameter's value; null reads as not given.
func (d *bodyDecoder) value(p *param, field string) (any, error) {
	start := d.dec.InputOffset() // of the colon before the value
	t, err := d.token()
	if err != nil || t == nil {
		return nil, err
	}
	if t == json.Delim('{') && p.kind == rawObject {
		err := d.skip(t)
		return json.RawMessage(bytes.TrimLeft(d.text[start:d.dec.InputOffset()], ": \t\r\n")), err
	}
	if t == json.Delim('[') && (p.kind == hashes || p.kind == objects || p.kind == texts) {
		return d.list(p, field)
	}
	text, fault := scalarText(p, t)
	if fault != nil {
		d.faults.add(field, fault.Error())
		return nil, d.skip(t)
	}
	v, err := p.parse(text)
	if err != nil {
		d.faults.add(field, err.Error())
		return nil, nil
	}
	return v, nil
}

// scalarText returns the text of a scalar token if its JSON type is one that the kind may come as.
func scalarText(p *param, t json.Token) (string, error) {
	switch v := t.(type) {
	case string:
		if p.kind != boolean && p.kind != rawObject {
			return v, nil
		}
	case json.Number:
		if p.kind == integer || p.kind == number {
			return v.String(), nil
		}
	case bool:
		if p.kind == boolean {
			return strconv.FormatBool(v), nil
		}
	}
	return "", fmt.Errorf("must be %s, got %s", jsonForm(p.kind), jsonType(t))
}

func jsonForm(k kind) string {
	switch k {
	case integer:
		return "a whole number"
	case boolean:
		return "true or false"
	case amount:
		return "a decimal string in quotes"
	case hashes, objects, rawObject, texts:
		return "an " + k.String()
	case number:
		return "a number"
	}
	return "a string"
}

func jsonType(t json.Token) string {
	switch v := t.(type) {
	case string:
		return "a string"
	case json.Number:
		return "the number " + cut(v.String())
	case bool:
		return strconv.FormatBool(v)
	case json.Delim:
		if v == '[' {
			return "an array"
		}
	}
	return "an object"
}

func (d *bodyDecoder) list(p *param, field string) (any, error) {
	switch p.kind {
	case hashes:
		return listOf[common.Hash](d, hash, field)
	case texts:
		return listOf[string](d, word, field)
	}
	list := []input{}
	err := d.elements(func(i int) error {
		at := fmt.Sprintf("%s[%d]", field, i)
		t, err := d.token()
		if err != nil {
			return err
		}
		if t != json.Delim('{') {
			d.faults.add(at, "must be an object, got "+jsonType(t))
			return d.skip(t)
		}
		in := newInput(p.fields)
		if err := d.object(in, at+"."); err != nil {
			return err
		}
		in.complete(at+".", d.faults)
		list = append(list, in)
		return nil
	})
	return list, err
}

// listOf reads an array of scalars.
func listOf[T any](d *bodyDecoder, k kind, field string) (any, error) {
	list := []T{}
	element := &param{kind: k}
	err := d.elements(func(i int) error {
		at := fmt.Sprintf("%s[%d]", field, i)
		v, err := d.value(element, at)
		if err != nil {
			return err
		}
		if t, ok := v.(T); ok {
			list = append(list, t)
		} else if !d.faults.has(at) {
			d.faults.add(at, "must be a "+k.String()+", got null")
		}
		return nil
	})
	return list, err
}
