package server

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"os"
	"strings"

	"bourse/backend/api"
)

// decode reads and checks all parameters of the route; an error names every faulty one.
func (c *call) decode(texts []string) error {
	c.in = newInput(c.route.params)
	f := new(faults)
	c.readPath(texts, f)
	c.readHeaders(f)
	if err := c.readQuery(f); err != nil {
		return err
	}
	if c.route.hasBody() && !(c.route.spare && c.r.ContentLength == 0) {
		text, err := c.readBody()
		if err != nil {
			return err
		}
		if err := decodeBody(text, c.in, f); err != nil {
			f.add("body", err.Error())
			return f.err()
		}
	}
	c.in.complete("", f)
	return f.err()
}

// readPath takes the texts of the path's parameters, which the table lists in the order of the
// path.
func (c *call) readPath(texts []string, f *faults) {
	for i := range c.in.params {
		p := &c.in.params[i]
		if p.in == inPath {
			c.set(i, texts[0], f)
			texts = texts[1:]
		}
	}
}

func (c *call) readHeaders(f *faults) {
	for i := range c.in.params {
		p := &c.in.params[i]
		if p.in != inHead {
			continue
		}
		if texts := c.r.Header.Values(p.name); len(texts) > 0 {
			c.set(i, strings.Join(texts, ","), f)
		}
	}
}

func (c *call) readQuery(f *faults) error {
	if c.r.URL.RawQuery == "" {
		return nil
	}
	values, err := url.ParseQuery(c.r.URL.RawQuery)
	if err != nil {
		return api.Invalid(api.FieldError{
			Field: "query", Reason: "has a wrong escape or a semicolon: separate parameters by &"})
	}
	for _, name := range sortedKeys(values) {
		i, texts := c.in.index(inQuery, name), values[name]
		switch {
		case len(texts) > 1:
			f.add(cut(name), "is given more than once")
		case i >= 0:
			c.set(i, texts[0], f)
		}
	}
	return nil
}

func (c *call) set(i int, text string, f *faults) {
	p := &c.in.params[i]
	v, err := p.parse(text)
	if err != nil {
		f.add(p.name, err.Error())
		return
	}
	c.in.values[i] = v
}

// readBody reads the whole body within the limits of size and time. Memory grows with what has
// arrived, not with what was announced.
func (c *call) readBody() ([]byte, error) {
	if err := checkBodyHeaders(c.r); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Grow(int(min(c.r.ContentLength, 2048)) + bytes.MinRead)
	_, err := b.ReadFrom(c.r.Body)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, api.Errorf(requestTimeout,
			"the body did not arrive in time; send the request again")
	case err != nil:
		return nil, api.Invalid(api.FieldError{
			Field: "body", Reason: "ended before the announced length"})
	}
	return b.Bytes(), nil
}

func checkBodyHeaders(r *http.Request) error {
	switch media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); {
	case err != nil || media != "application/json":
		return api.Errorf(api.UnsupportedMediaType,
			"the body must come as Content-Type: application/json")
	case r.Header.Get("Content-Encoding") != "":
		return api.Errorf(api.UnsupportedMediaType, "the body must come without Content-Encoding")
	case r.ContentLength < 0:
		return api.Errorf(api.LengthRequired,
			"the length of the body must be given by Content-Length")
	case r.ContentLength > maxBody:
		return api.Errorf(api.BodyTooLarge, "the body has %d bytes; at most %d are read",
			r.ContentLength, maxBody)
	case r.ContentLength == 0:
		return api.Invalid(api.FieldError{Field: "body", Reason: "is empty: send one JSON object"})
	}
	return nil
}
