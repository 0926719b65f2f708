package uitest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// AssertPure fails the test if drawing changes the model: what the shell and its screens hold is
// the same after another frame a moment later as it was after the first. The first may lay out what
// came since the last one, such as how far a list is scrolled.
func (k *Kit) AssertPure() {
	k.T.Helper()
	k.Root.View()
	before := modelOf(k.Root)
	k.Clock.Move(time.Millisecond)
	k.Root.View()
	after := modelOf(k.Root)
	for at := range before {
		if before[at] != after[at] {
			k.T.Fatalf("%s, %d × %d: drawing it changes %s from %s to %s\n%s", k.Root.Active(), k.w,
				k.h, at, before[at], after[at], k.Frame())
		}
	}
	for at := range after {
		if _, was := before[at]; !was {
			k.T.Fatalf("%s, %d × %d: drawing it makes %s = %s\n%s", k.Root.Active(), k.w, k.h, at,
				after[at], k.Frame())
		}
	}
}

// modelOf are the values that a model holds, by where they are in it. What belongs to the
// components of a screen is looked into, as far as they belong to the loop: what several goroutines
// share has a lock.
func modelOf(root any) map[string]string {
	m := &modelReader{values: make(map[string]string), seen: make(map[uintptr]bool)}
	m.read("model", reflect.ValueOf(root))
	return m.values
}

type modelReader struct {
	values map[string]string
	seen   map[uintptr]bool
}

func (m *modelReader) read(at string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && ours(v.Type().Elem()) && !m.seen[v.Pointer()] {
			m.seen[v.Pointer()] = true
			m.read(at, v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			m.read(at, v.Elem())
		}
	case reflect.Struct:
		m.fields(at, v)
	case reflect.Slice, reflect.Array:
		m.values[at+".len"] = fmt.Sprint(v.Len())
		for i := range v.Len() {
			m.read(fmt.Sprintf("%s[%d]", at, i), v.Index(i))
		}
	case reflect.Map:
		m.values[at+".len"] = fmt.Sprint(v.Len())
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64, reflect.String:
		m.values[at] = fmt.Sprint(v)
	}
}

func (m *modelReader) fields(at string, v reflect.Value) {
	t := v.Type()
	if t == reflect.TypeFor[time.Time]() {
		m.values[at] = fmt.Sprint(v.Field(0), v.Field(1)) // without its place
		return
	}
	for i := range t.NumField() {
		if strings.HasPrefix(t.Field(i).Type.String(), "sync.") {
			return // it is shared with goroutines
		}
	}
	for i := range t.NumField() {
		m.read(at+"."+t.Field(i).Name, v.Field(i))
	}
}

// ours tells whether a type is part of what is drawn.
func ours(t reflect.Type) bool {
	return slices.ContainsFunc([]string{"bourse/ui", "bourse/views", "github.com/charmbracelet/"},
		func(of string) bool { return strings.HasPrefix(t.PkgPath(), of) }) &&
		!strings.HasPrefix(t.PkgPath(), "bourse/ui/headless")
}
