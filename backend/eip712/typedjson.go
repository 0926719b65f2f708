package eip712

import (
	"bytes"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
)

// member is one key of an object whose keys keep their order.
type member struct {
	key   string
	value any
}

type object []member

func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// MarshalJSON writes the typed data as eth_signTypedData_v4 takes it. Integers are decimal strings,
// except the chain id, which wallets expect as a number.
func (t TypedData) MarshalJSON() ([]byte, error) {
	domain := t.Domain.message()
	types := object{}
	for _, s := range append([]Struct{domain}, t.Types()...) {
		fields := make([]object, len(s.Fields))
		for i, f := range s.Fields {
			fields[i] = object{{"name", f.Name}, {"type", f.Type}}
		}
		types = append(types, member{s.Type, fields})
	}
	values := domain.values()
	for i := range values {
		if values[i].key == "chainId" {
			values[i].value = t.Domain.ChainID
		}
	}
	return json.Marshal(object{
		{"primaryType", t.Message.Type}, {"domain", values}, {"message", t.Message.values()},
		{"types", types},
	})
}

func (s Struct) values() object {
	o := make(object, len(s.Fields))
	for i, f := range s.Fields {
		o[i] = member{f.Name, jsonValue(f.Value)}
	}
	return o
}

func jsonValue(v any) any {
	switch v := v.(type) {
	case api.Amount:
		return v.String()
	case common.Address:
		return v.Hex()
	case []byte:
		return hexutil.Encode(v)
	case [4]byte:
		return hexutil.Encode(v[:])
	case Struct:
		return v.values()
	}
	return v
}
