package server

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"bourse/backend/api"
)

// object is a JSON object; its keys are written in alphabetical order.
type object = map[string]any

// TestOpenAPI holds openapi.json to the table of routes, and to the rules of OpenAPI.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	text, err := json.MarshalIndent(openAPI(routes()), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile("openapi.json", text, 0o644); err != nil {
			t.Fatal(err)
		}
		if have, err := unpacked(); err != nil || string(have) != string(text) {
			if err := os.WriteFile("openapi.json.gz", packed(t, text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return // what is served was compiled in
	}
	have, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != string(text) {
		t.Fatal("openapi.json differs from the table of routes: run go generate ./backend/server")
	}
	doc, err := openapi3.NewLoader().LoadFromData(have)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	srv := httptest.NewServer(New(newNetworked(true), Options{}))
	t.Cleanup(srv.Close)
	if a := ask(t, srv, "GET", "/openapi.json", ""); a.status != 200 ||
		a.header.Get("Content-Type") != "application/json" || string(a.body) != string(have) {
		t.Errorf("/openapi.json answers %d, %d bytes", a.status, len(a.body))
	}
	for _, r := range routes() {
		item := doc.Paths.Find(openAPIPath(r.path))
		if item == nil || item.GetOperation(r.method) == nil {
			t.Errorf("openapi.json lacks %s %s", r.method, r.path)
		}
	}
}

// packed is the document as it is compiled in.
func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func openAPI(table []route) object {
	paths := make(map[string]object)
	for _, r := range table {
		path := openAPIPath(r.path)
		if paths[path] == nil {
			paths[path] = make(object)
		}
		paths[path][strings.ToLower(r.method)] = operation(r)
	}
	return object{
		"openapi": "3.0.3",
		"info": object{"title": "bourse", "version": "1",
			"description": "Made from the table of routes; API.md says the same in words."},
		"tags": []object{{"name": string(contract)}, {"name": string(extension)},
			{"name": string(operations)}},
		"paths": paths,
		"components": object{
			"schemas": object{"Error": object{
				"type":     "object",
				"required": []string{"errorType", "details", "error", "requestId"},
				"properties": object{
					"errorType": object{"type": "string"}, "details": object{"type": "string"},
					"error": object{"type": "string"}, "requestId": object{"type": "string"},
					"fields": object{"type": "array", "items": object{
						"type": "object", "required": []string{"field", "reason"},
						"properties": object{"field": object{"type": "string"},
							"reason": object{"type": "string"}}}},
				},
			}},
		},
	}
}

// openAPIPath writes the parameters of a path in braces.
func openAPIPath(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if name, ok := strings.CutPrefix(s, ":"); ok {
			segments[i] = "{" + name + "}"
		}
	}
	return strings.Join(segments, "/")
}

func operation(r route) object {
	o := object{
		"operationId": strings.ToLower(r.method) + strings.NewReplacer(
			"/:", "_", "/", "_", "-", "_", ".", "_").Replace(r.path),
		"summary": r.summary, "tags": []string{string(r.group)}, "responses": responses(r),
	}
	var params []object
	for _, p := range r.params {
		if p.in == inBody {
			continue
		}
		where := "query"
		switch p.in {
		case inPath:
			where = "path"
		case inHead:
			where = "header"
		}
		params = append(params, object{"name": p.name, "in": where, "description": p.notes,
			"required": p.in == inPath || p.required && p.instead == "", "schema": schema(p)})
	}
	if params != nil {
		o["parameters"] = params
	}
	if r.hasBody() {
		o["requestBody"] = object{"required": !r.spare, "content": object{
			"application/json": object{"schema": objectSchema(slices.DeleteFunc(
				slices.Clone(r.params), func(p param) bool { return p.in != inBody }))}}}
	}
	return o
}

// responses are the successes with their shape in words, and every error type by its status.
func responses(r route) object {
	media := "application/json"
	switch {
	case r.reply == "text":
		media = "text/plain"
	case strings.HasPrefix(r.reply, "events"):
		media = "text/event-stream"
	}
	success := object{"description": r.reply, "content": object{media: object{
		"schema": object{}}}}
	out := object{"200": success}
	if strings.HasPrefix(r.reply, "201") {
		out["201"] = success
	}
	names := make(map[string][]string)
	for _, t := range append([]api.ErrorType{api.ValidationError, api.RateLimited,
		api.InternalError}, r.errors...) {
		status := fmt.Sprint(r.statusOf(t))
		if !slices.Contains(names[status], string(t)) {
			names[status] = append(names[status], string(t))
		}
	}
	failure := func(what string) object {
		return object{"description": what, "content": object{"application/json": object{
			"schema": object{"$ref": "#/components/schemas/Error"}}}}
	}
	for status, types := range names {
		out[status] = failure(strings.Join(types, ", "))
	}
	out["default"] = failure("one of the errors of any request")
	return out
}

func objectSchema(params []param) object {
	properties, required := make(object), []string(nil)
	for _, p := range params {
		s := schema(p)
		if p.notes != "" {
			s["description"] = p.notes
		}
		properties[p.name] = s
		if p.required && p.instead == "" {
			required = append(required, p.name)
		}
	}
	o := object{"type": "object", "properties": properties}
	if required != nil {
		o["required"] = required
	}
	return o
}

// schema is the type of a parameter.
func schema(p param) object {
	pattern := func(text string) object { return object{"type": "string", "pattern": text} }
	var s object
	switch p.kind {
	case integer:
		s = object{"type": "integer", "minimum": p.min}
		if p.max > 0 {
			s["maximum"] = p.max
		}
	case amount:
		s = pattern("^[0-9]+$")
	case address:
		s = pattern("^0x[0-9a-fA-F]{40}$")
	case hash:
		s = pattern("^0x[0-9a-fA-F]{64}$")
	case hexData:
		s = pattern("^0x([0-9a-fA-F]{2})*$")
	case boolean:
		s = object{"type": "boolean"}
	case number:
		s = object{"type": "number"}
	case rawObject:
		s = object{"type": "object"}
	case hashes:
		s = object{"type": "array", "items": schema(param{kind: hash})}
	case texts:
		s = object{"type": "array", "items": schema(param{kind: word})}
	case objects:
		s = object{"type": "array", "items": objectSchema(p.fields)}
	default:
		s = object{"type": "string"}
		if len(p.words) > 0 {
			s["enum"] = p.words
		}
	}
	if p.standard != "" {
		s["default"] = standardOf(p)
	}
	return s
}

// standardOf is a default in the parameter's own type.
func standardOf(p param) any {
	var v any
	if p.kind == integer || p.kind == boolean || p.kind == number {
		if err := json.Unmarshal([]byte(p.standard), &v); err != nil {
			panic(err) // the table is compiled in
		}
		return v
	}
	return p.standard
}
