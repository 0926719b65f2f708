package eip712

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
)

// TypedData is an EIP-712 message with its domain. It describes itself: types, hash, JSON and words
// are all derived from this one value, so that what is shown is what is signed.
type TypedData struct {
	Domain  Domain
	Message Struct
	source  any // what it was made of, which tells what it does
}

// Struct is a value of an EIP-712 struct type, fields in the order of the type.
type Struct struct {
	Type   string
	Fields []Field
}

// Field is one member of a Struct. Value is an api.Amount (uint…), common.Address (address),
// common.Hash (bytes32), [4]byte (bytes4), int8, []byte (bytes), string, bool, []string (string[])
// or Struct (its own type name).
type Field struct {
	Name  string
	Type  string
	Value any
}

// Domain is the EIP-712 domain. An empty Version leaves the field out of the domain type, as
// Permit2 does.
type Domain struct {
	Name     string
	Version  string
	ChainID  uint64
	Contract common.Address
}

func (d Domain) message() Struct {
	fields := []Field{{"name", "string", d.Name}}
	if d.Version != "" {
		fields = append(fields, Field{"version", "string", d.Version})
	}
	return Struct{Type: "EIP712Domain", Fields: append(fields,
		Field{"chainId", "uint256", api.NewAmount(d.ChainID)},
		Field{"verifyingContract", "address", d.Contract})}
}

// Separator returns the domain separator.
func (d Domain) Separator() common.Hash { return d.message().Hash() }

// Hash returns the digest that is signed: keccak256(0x1901 ‖ domain separator ‖ struct hash).
func (t TypedData) Hash() common.Hash { return digest(t.Domain.Separator(), t.Message.Hash()) }

func digest(separator, structHash common.Hash) common.Hash {
	var b [66]byte
	b[0], b[1] = 0x19, 0x01
	copy(b[2:], separator[:])
	copy(b[34:], structHash[:])
	return crypto.Keccak256Hash(b[:])
}

// Types returns the struct types the message is made of, the primary one first and then those it
// refers to in alphabetical order, each once.
func (t TypedData) Types() []Struct { return t.Message.types() }

func (s Struct) types() []Struct {
	seen := map[string]Struct{}
	s.collect(seen)
	delete(seen, s.Type)
	names := make([]string, 0, len(seen))
	for name := range seen {
		names = append(names, name)
	}
	slices.Sort(names)
	types := []Struct{s}
	for _, name := range names {
		types = append(types, seen[name])
	}
	return types
}

func (s Struct) collect(seen map[string]Struct) {
	seen[s.Type] = s
	for _, f := range s.Fields {
		if inner, ok := f.Value.(Struct); ok {
			inner.collect(seen)
		}
	}
}

// EncodeType returns the message's type as EIP-712 writes it: the primary type, then those it
// refers to.
func (t TypedData) EncodeType() string { return t.Message.encodeType() }

// encodeType returns the type as EIP-712 writes it, for example "Mail(address to,string contents)".
func (s Struct) encodeType() string {
	var b strings.Builder
	for _, t := range s.types() {
		b.WriteString(t.Type)
		b.WriteByte('(')
		for i, f := range t.Fields {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(f.Type)
			b.WriteByte(' ')
			b.WriteString(f.Name)
		}
		b.WriteByte(')')
	}
	return b.String()
}

// Hash returns the struct's hash (hashStruct).
func (s Struct) Hash() common.Hash {
	b := make([]byte, 0, 32*(len(s.Fields)+1))
	b = append(b, crypto.Keccak256([]byte(s.encodeType()))...)
	for _, f := range s.Fields {
		word := f.encode()
		b = append(b, word[:]...)
	}
	return crypto.Keccak256Hash(b)
}

// encode returns the field as the 32 bytes of EIP-712's encodeData. A value that is not of the
// field's type panics: typed data is made by this program, and hashing something else than what is
// shown must not happen.
func (f Field) encode() common.Hash {
	switch f.Type {
	case "address":
		a := f.Value.(common.Address)
		return common.BytesToHash(a[:])
	case "bytes32":
		return f.Value.(common.Hash)
	case "bytes4":
		v := f.Value.([4]byte)
		return common.Hash{v[0], v[1], v[2], v[3]}
	case "int8": // two's complement in all 32 bytes
		v := f.Value.(int8)
		var h common.Hash
		for i := range h {
			h[i] = byte(v >> 7)
		}
		h[31] = byte(v)
		return h
	case "bytes":
		return crypto.Keccak256Hash(f.Value.([]byte))
	case "string":
		return crypto.Keccak256Hash([]byte(f.Value.(string)))
	case "bool":
		if f.Value.(bool) {
			return common.Hash{31: 1}
		}
		return common.Hash{}
	case "string[]":
		var b []byte
		for _, s := range f.Value.([]string) {
			b = append(b, crypto.Keccak256([]byte(s))...)
		}
		return crypto.Keccak256Hash(b)
	}
	if strings.HasPrefix(f.Type, "uint") {
		return f.Value.(api.Amount).Bytes32()
	}
	if inner := f.Value.(Struct); inner.Type == f.Type {
		return inner.Hash()
	}
	panic(fmt.Sprintf("eip712: field %s of type %s has a value of type %T", f.Name, f.Type,
		f.Value))
}
