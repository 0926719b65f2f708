package pins_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/pins"
	"bourse/backend/proof"
)

// The newest block is the own node's: by its time orders end. That of a service that is behind it
// counts, since it knows of nothing newer, and so does one that goes on when the node has stopped.
func TestTheNewestBlockIsTheOwnNodes(t *testing.T) {
	t.Parallel()
	w := newTraders(t)
	node, _ := w.b.Chain(api.LocalChainID)
	is, err := node.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const day = 24 * 60 * 60
	moved := func(blocks, seconds int) func(*api.BlockRef) {
		return func(b *api.BlockRef) {
			b.Number, b.Time = uint64(int(b.Number)+blocks), uint64(int(b.Time)+seconds)
		}
	}
	for name, c := range map[string]struct {
		told         func(*api.BlockRef)
		clock        int // of this machine, in seconds after the newest block
		number, time int // after it
	}{
		"honest":         {moved(0, 0), 1, 0, 0},
		"a day ahead":    {moved(0, day), 1, 0, 0},
		"a day back":     {moved(0, -day), 1, 0, 0},
		"blocks ahead":   {moved(5, 60), 1, 0, 0},
		"behind":         {moved(-5, -60), 1, -5, -60},
		"behind, ahead":  {moved(-5, day), 1, -5, 0},
		"a stopped node": {moved(9, 600), 601, 9, 600},
	} {
		at, err := proof.NewWitness("there", func() time.Time {
			return time.Unix(int64(is.Time)+int64(c.clock), 0)
		}, "")
		if err != nil {
			t.Fatal(err)
		}
		l := &liar{Service: w.b, head: c.told}
		own := apitest.On(pins.New(l, "there", load(t),
			map[uint64]*chain.Network{api.LocalChainID: node}, nil, at), api.LocalChainID)
		status, err := own.Status(t.Context())
		if err != nil || int(status.Head.Number)-int(is.Number) != c.number ||
			int(status.Head.Time)-int(is.Time) != c.time {
			t.Errorf("%s: %+v beside %+v, %v", name, status.Head, is.BlockRef, err)
		}
	}
}

// Without a node a block of the future is not believed: what is signed would be good for longer.
func TestABlockOfTheFutureIsRefused(t *testing.T) {
	t.Parallel()
	f := new(apitest.Fake)
	for ahead, refused := range map[time.Duration]bool{-time.Hour: false, 0: false,
		15 * time.Second: false, time.Hour: true} {
		f.OnStatus = func(_ context.Context, id uint64) (api.NetworkStatus, error) {
			return api.NetworkStatus{ChainID: id, Live: true, Head: api.BlockRef{Number: 7,
				Time: uint64(time.Now().Add(ahead).Unix())}}, nil
		}
		_, err := apitest.On(pins.New(f, "there", load(t), nil, nil, witness(t, "there")),
			1).Status(t.Context())
		if (err != nil) != refused || refused && !strings.Contains(err.Error(),
			"there says that its newest block was made at ") {
			t.Errorf("%s ahead of the clock: %v", ahead, err)
		}
	}
}
