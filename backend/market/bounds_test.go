package market

import (
	"encoding/binary"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// pairOf makes a pair of tokens that nobody lists.
func pairOf(n int) api.Pair {
	p := api.Pair{Base: common.Address{1}, Quote: common.Address{2}}
	binary.BigEndian.PutUint32(p.Base[16:], uint32(n))
	return p
}

// Trades of tokens that anybody makes take bounded memory: the pairs traded last stay, and the
// listed ones always.
func TestUnlistedPairsAreBounded(t *testing.T) {
	t.Parallel()
	listed := pairOf(1 << 30)
	m := &Markets{Config: Config{Listed: []api.Pair{listed}}, pairs: make(map[api.Pair]*series)}
	one := api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}
	m.remember(api.Trade{Pair: listed, Time: 1, Price: one})
	now := uint64(1_000_000)
	trade := func(p api.Pair) {
		now += minute
		m.remember(api.Trade{Pair: p, Time: now, Price: one})
		if h := m.Held(); h.Bytes > h.Most || m.others > maxOthers {
			t.Fatalf("%d pairs take %d bytes of %d", m.others, h.Bytes, h.Most)
		}
	}
	for n := range 2 * maxOthers { // many of a trade each
		trade(pairOf(n))
	}
	for n := range 60 { // few of many
		for range 2000 {
			trade(pairOf(n))
		}
	}
	sum := 0
	for p, s := range m.pairs {
		if p != listed {
			sum += s.bytes()
		}
	}
	if int64(sum) != m.Held().Bytes {
		t.Errorf("%d bytes are held, %d are told", sum, m.Held().Bytes)
	}
	if m.pairs[listed] == nil || m.pairs[pairOf(59)] == nil ||
		m.pairs[pairOf(2*maxOthers-1)] != nil {
		t.Error("other pairs are remembered than the listed ones and those traded last")
	}
	years := &series{}
	for day := range uint64(3 * 365) {
		years.add(api.Trade{Time: day * 24 * hour, Price: one})
	}
	if first := years.hours[0].Start; first+keepHours+31*24*hour < 3*365*24*hour {
		t.Errorf("hours go back to %d", first)
	}
}
