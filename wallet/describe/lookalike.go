package describe

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Resembles tells whether one address can be taken for another: both begin and end with the same
// three digits, which is what people compare, or most of their digits are the same. Of addresses
// that nobody has made on purpose one in sixteen million resembles another.
func Resembles(a, b common.Address) bool {
	const last, most = common.AddressLength - 1, 20
	if a == b {
		return false
	}
	if a[0] == b[0] && a[1]>>4 == b[1]>>4 && a[last] == b[last] && a[last-1]&15 == b[last-1]&15 {
		return true
	}
	same := 0 // digits, without the zeros that all made-up addresses share
	for i := range a {
		if x := a[i] ^ b[i]; x>>4 == 0 && a[i]>>4 != 0 {
			same++
		}
		if x := a[i] ^ b[i]; x&15 == 0 && a[i]&15 != 0 {
			same++
		}
	}
	return same >= most
}

// FirstDifference is where two addresses differ first: the place of a digit behind 0x, from 0.
func FirstDifference(a, b common.Address) int {
	for i := range a {
		switch x := a[i] ^ b[i]; {
		case x>>4 != 0:
			return 2 * i
		case x != 0:
			return 2*i + 1
		}
	}
	return 2 * common.AddressLength
}

// Differences says in which digits of the forty behind 0x two addresses differ.
func Differences(a, b common.Address) string {
	var at []int
	for i := range a {
		if x := a[i] ^ b[i]; x != 0 {
			if x>>4 != 0 {
				at = append(at, 2*i+1)
			}
			if x&15 != 0 {
				at = append(at, 2*i+2)
			}
		}
	}
	switch len(at) {
	case 0:
		return "no digit"
	case 1:
		return fmt.Sprintf("digit %d", at[0])
	case 2:
		return fmt.Sprintf("digits %d and %d", at[0], at[1])
	}
	return fmt.Sprintf("%d digits, the first is digit %d", len(at), at[0])
}

// looksLike says what an address that is not known can be taken for, "" for nothing.
func (k Context) looksLike(a common.Address) string {
	for _, known := range [][]common.Address{keys(k.Accounts), keys(k.Contacts),
		k.Network.Contracts.All(), keys(k.Tokens)} {
		for _, b := range known {
			if name, ok := k.name(b); ok && Resembles(a, b) {
				return "looks like " + name + ", but differs in " + Differences(a, b)
			}
		}
	}
	return ""
}

// keys are the addresses of a map, always in one order.
func keys[V any](m map[common.Address]V) []common.Address {
	return slices.SortedFunc(maps.Keys(m), common.Address.Cmp)
}

// party returns an address in full with what it is known as, and asks for a word where it can be
// taken for another.
func (d *describer) party(a common.Address) string {
	if _, ok := d.known.name(a); !ok {
		if like := d.known.looksLike(a); like != "" {
			c := Check{Level: Danger, Word: "lookalike", Text: a.Hex() + " " + like}
			if !slices.Contains(d.Checks, c) {
				d.Checks = append(d.Checks, c)
			}
		}
	}
	return d.known.party(a)
}
