package desk

import "reflect"

// whole is a result in whose document no list is null: whoever goes through one asks nothing first.
func whole(r Result, err error) (Result, error) {
	if r.Data != nil {
		r.Data = lists(reflect.ValueOf(r.Data)).Interface()
	}
	return r, err
}

// lists is a copy of a value with empty lists where it has none. What has bytes stays as it is.
func lists(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(lists(v.Index(i)))
		}
		return out
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		if v.Kind() == reflect.Interface {
			out.Set(lists(v.Elem()))
			return out
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(lists(v.Elem()))
		out.Set(to)
		return out
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeMap(v.Type())
		for _, key := range v.MapKeys() {
			out.SetMapIndex(key, lists(v.MapIndex(key)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(lists(v.Field(i)))
			}
		}
		return out
	}
	return v
}
