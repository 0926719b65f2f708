package server

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/eip712/eip712test"
)

// A signed order is read as what was signed, whichever form it has; what is missing or is of no
// form that is settled here is named.
func TestReadDeltaOrder(t *testing.T) {
	t.Parallel()
	forms := make(map[api.DeltaForm]string)
	for i := range 60 {
		o := eip712test.DeltaOrder.Example(i)
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		back, err := readDeltaOrder(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		back.Fillable = o.Fillable
		if got, want := eip712.DeltaTypedData(1, o.Owner, back).Hash(),
			eip712.DeltaTypedData(1, o.Owner, o).Hash(); got != want {
			t.Fatalf("%s is read as %+v", text, back)
		}
		forms[o.Form] = string(text)
	}
	if len(forms) != 4 {
		t.Fatalf("%d forms were drawn", len(forms))
	}
	for form, cases := range map[api.DeltaForm]map[string]string{
		api.FirstForm: {`"expectedDestAmount"`: "order.expectedDestAmount"},
		api.SecondForm: {`"kind"`: "order.kind", `"metadata"`: "order.metadata",
			`"scalingFactor":`: "order.bridge", `"beneficiary"`: "order",
			`"expectedAmount"`: "order.expectedAmount"},
		api.SlicedForm:    {`"interval"`: "order.interval", `"bridge"`: "order.bridge"},
		api.SlicedBuyForm: {`"maxSrcAmount"`: "order.maxSrcAmount"},
	} {
		for key, field := range cases {
			other := strings.Replace(forms[form], key, `"other"`, 1)
			if strings.HasSuffix(key, ":") {
				other = strings.Replace(forms[form], key, key+`"x",`+`"other":`, 1)
			}
			if key == `"beneficiary"` { // of an order that somebody handles
				other = strings.Replace(forms[form], key, `"handler"`, 1)
			}
			_, err := readDeltaOrder([]byte(other))
			var refusal *api.Error
			if !errors.As(err, &refusal) || refusal.Type != api.ValidationError ||
				len(refusal.Fields) == 0 || refusal.Fields[0].Field != field {
				t.Errorf("%s: %v, want %s to be named", other, err, field)
			}
		}
	}
}
