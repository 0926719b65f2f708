package tokens

import (
	"encoding/binary"
	"math/big"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// Tokens that anybody makes take bounded memory.
func TestUnlistedTokensAreBounded(t *testing.T) {
	t.Parallel()
	net, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{"http://127.0.0.1:1"}},
		chain.Config{ChainID: 1337}) // which nobody asks
	if err != nil {
		t.Fatal(err)
	}
	tokens := New(net, nil, nil, nil)
	for n := range 2 * maxUnknown {
		var a common.Address
		binary.BigEndian.PutUint32(a[:], uint32(n))
		tokens.remember(api.Token{Address: a})
		if h := tokens.Held(); h.Bytes > h.Most || h.Bytes == 0 {
			t.Fatalf("%d bytes of %d", h.Bytes, h.Most)
		}
	}
}

// encoded is a string as a contract returns it.
func encoded(s string) []byte {
	b := make([]byte, 64, 64+len(s)+31)
	b[31] = 32
	new(big.Int).SetInt64(int64(len(s))).FillBytes(b[32:64])
	b = append(b, s...)
	return append(b, make([]byte, -len(s)&31)...)
}

// heap is what is in use after a collection, in bytes.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// What is kept of a contract's words is bounded, however long its answers are: the words must not
// keep the answer alive.
func TestTextKeepsNothingOfTheAnswer(t *testing.T) {
	const answers = 2000
	for _, length := range []int{maxText + 1, maxAnswer - 64, 1 << 20} {
		n := min(answers, 1<<30/length/8)
		kept := make([]string, n)
		before := heap()
		for i := range kept {
			kept[i] = text(chain.Result{OK: true, Data: encoded(strings.Repeat("x", length))})
		}
		if grown := int64(heap()) - int64(before); grown > int64(n*2*maxText)+64<<10 {
			t.Errorf("%d texts of %d bytes keep %d bytes", n, length, grown)
		}
		runtime.KeepAlive(kept)
	}
}

func TestText(t *testing.T) {
	old := make([]byte, 32)
	copy(old, "MKR")
	for _, c := range []struct {
		data []byte
		want string
	}{
		{encoded("WETH"), "WETH"},
		{encoded(strings.Repeat("é", 100)), strings.Repeat("é", maxText/2)},
		{encoded("a" + strings.Repeat("é", 100)), "a" + strings.Repeat("é", maxText/2-1) + "�"},
		{encoded("bad \xff byte"), "bad � byte"},
		{old, "MKR"},
		{encoded(strings.Repeat("x", maxAnswer)), ""}, // no name is that long
		{[]byte("short"), ""},
		{nil, ""},
	} {
		got := text(chain.Result{OK: true, Data: c.data})
		if got != c.want || !utf8.ValidString(got) {
			t.Errorf("text of %.40x is %q, want %q", c.data, got, c.want)
		}
	}
	if got := text(chain.Result{Data: encoded("reverted")}); got != "" {
		t.Errorf("a revert says %q", got)
	}
}

// FuzzText holds what is kept of any answer to its bounds.
func FuzzText(f *testing.F) {
	f.Add(encoded("WETH"))
	f.Add(encoded(strings.Repeat("\xff", 70)))
	f.Add(make([]byte, 32))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s := text(chain.Result{OK: true, Data: data}); len(s) > 3*maxText ||
			!utf8.ValidString(s) {
			t.Fatalf("%q", s)
		}
	})
}
