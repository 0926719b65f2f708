package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"
	"github.com/go-json-experiment/json/jsontext"
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
	d := &bodyDecoder{text: text, faults: f, dec: jsontext.NewDecoder(bytes.NewBuffer(text),
		jsontext.AllowInvalidUTF8(true))} // half a surrogate pair in an escape reads as U+FFFD
	first, err := d.token()
	if err != nil {
		return err
	}
	if first.Kind() != jsontext.KindBeginObject {
		return errors.New("must be one JSON object")
	}
	if err := d.object(in, ""); err != nil {
		return err
	}
	if _, err := d.dec.ReadToken(); err != io.EOF {
		return errors.New("must hold nothing after its JSON object")
	}
	return nil
}

type bodyDecoder struct {
	text   []byte
	dec    *jsontext.Decoder
	faults *faults
}

// token returns the next token, which is good until the one after it is asked for.
func (d *bodyDecoder) token() (jsontext.Token, error) {
	t, err := d.dec.ReadToken()
	var faulty *jsontext.SyntacticError
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &faulty):
		return t, fmt.Errorf("has the key %s twice", quote(faulty.JSONPointer.LastToken()))
	case err != nil:
		return t, fmt.Errorf("is not valid JSON at byte %d", d.dec.InputOffset())
	case d.dec.StackDepth() > maxDepth:
		return t, fmt.Errorf("nests deeper than %d levels", maxDepth)
	}
	return t, nil
}

// members calls value for each member of an object whose opening brace has been read.
func (d *bodyDecoder) members(value func(key string) error) error {
	for {
		t, err := d.token()
		if err != nil || t.Kind() == jsontext.KindEndObject {
			return err
		}
		if err := value(t.String()); err != nil {
			return err
		}
	}
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
func (d *bodyDecoder) skip(t jsontext.Token) error {
	if k := t.Kind(); k != jsontext.KindBeginObject && k != jsontext.KindBeginArray {
		return nil
	}
	for outside := d.dec.StackDepth() - 1; d.dec.StackDepth() > outside; {
		if _, err := d.token(); err != nil {
			return err
		}
	}
	return nil
}

func (d *bodyDecoder) elements(element func(i int) error) error {
	for i := 0; d.dec.PeekKind() != jsontext.KindEndArray; i++ {
		if err := element(i); err != nil {
			return err
		}
	}
	_, err := d.token()
	return err
}

// value reads one parameter's value; null reads as not given.
func (d *bodyDecoder) value(p *param, field string) (any, error) {
	start := d.dec.InputOffset() // before the colon
	t, err := d.token()
	if err != nil || t.Kind() == jsontext.KindNull {
		return nil, err
	}
	switch k := t.Kind(); {
	case k == jsontext.KindBeginObject && p.kind == rawObject:
		err := d.skip(t)
		return json.RawMessage(bytes.TrimLeft(d.text[start:d.dec.InputOffset()], ": \t\r\n")), err
	case k == jsontext.KindBeginArray && (p.kind == hashes || p.kind == objects || p.kind == texts):
		return d.list(p, field)
	}
	if !p.comesAs(t.Kind()) {
		d.faults.add(field, fmt.Sprintf("must be %s, got %s", jsonForm(p.kind), jsonType(t)))
		return nil, d.skip(t)
	}
	v, err := p.parse(t.String())
	if err != nil {
		d.faults.add(field, err.Error())
		return nil, nil
	}
	return v, nil
}

// comesAs tells whether a JSON scalar of that kind is one that the parameter may come as.
func (p *param) comesAs(k jsontext.Kind) bool {
	switch k {
	case jsontext.KindString:
		return p.kind != boolean && p.kind != rawObject
	case jsontext.KindNumber:
		return p.kind == integer || p.kind == number || p.kind == amount && p.numeric
	case jsontext.KindTrue, jsontext.KindFalse:
		return p.kind == boolean
	}
	return false
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

func jsonType(t jsontext.Token) string {
	switch t.Kind() {
	case jsontext.KindString:
		return "a string"
	case jsontext.KindNumber:
		return "the number " + cut(t.String())
	case jsontext.KindTrue, jsontext.KindFalse:
		return t.String()
	case jsontext.KindBeginArray:
		return "an array"
	case jsontext.KindNull:
		return "null"
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
		if t.Kind() != jsontext.KindBeginObject {
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
