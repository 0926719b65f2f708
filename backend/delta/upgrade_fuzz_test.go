package delta

import (
	"encoding/json"
	"testing"
)

// FuzzJSONRow: whatever a row of version 0 of the store holds, reading it ends with a row that is
// written in today's form, or with an error.
func FuzzJSONRow(f *testing.F) {
	f.Add([]byte(`{"id":"x","seq":1,"sitOut":{"a":1},"award":{"round":2}}`))
	f.Add([]byte(`{"order":{"srcAmount":"1","permit":"0x00"},"award":null,"status":"ACTIVE"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var r jsonRow
		if json.Unmarshal(text, &r) != nil {
			return
		}
		b, err := rowCodec{}.Append(nil, row(r))
		if err != nil {
			return
		}
		if _, err := (rowCodec{}).Decode(b); err != nil {
			t.Fatalf("%s is written and cannot be read: %v", text, err)
		}
	})
}
