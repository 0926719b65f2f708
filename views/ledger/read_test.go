package ledger

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/views"
)

// A node that can't tell of many transactions at once, since somebody has put a flood of logs into
// some of them, is asked for fewer, and what was read is not asked for again.
func TestWhatCantBeReadTogetherIsReadInParts(t *testing.T) {
	t.Parallel()
	const all, most = 60, 3 // transactions, and those that are told of at once
	var src Sources
	for i := range all {
		src.Gas = append(src.Gas, views.GasPaid{Hash: common.Hash{1, byte(i)}})
	}
	var answers, after, told int // told are transactions
	exchange := apitest.On(&apitest.Fake{OnMovements: func(_ context.Context, _ uint64,
		_ common.Address, hashes []common.Hash) (list []api.Movements, err error) {
		if len(hashes) > most || answers == after {
			return nil, api.Errorf(api.ChainUnavailable, "too much")
		}
		answers, told = answers+1, told+len(hashes)
		for _, h := range hashes {
			list = append(list, api.Movements{Hash: h, Success: true,
				Block: &api.BlockRef{Number: 1_000 * uint64(1+h[1])}})
		}
		return list, nil
	}}, 1337)
	past := new(views.Past)
	read := func(before int) (int, error) {
		answers, after, told = 0, before, 0
		moved, err := readMoved(t.Context(), exchange, api.Network{ChainID: 1337}, src, past)
		return len(moved), err
	}
	if _, err := read(10); api.TypeOf(err) != api.ChainUnavailable {
		t.Fatalf("a node that fails half way: %v", err)
	}
	first := told
	n, err := read(-1)
	if err != nil || n != all {
		t.Fatalf("%d of %d transactions are read after that: %v", n, all, err)
	}
	if told > all-first+1 { // of the newest that was read it was not known that it is final
		t.Errorf("%d were read, and then %d of %d: what was read is asked for again", first, told,
			all)
	}
}
