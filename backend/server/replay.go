package server

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"

	"bourse/backend/api"
	"bourse/backend/turns"
	"bourse/backend/wire"
)

// What streams missed is told in parts, one part at a time for all streams, by turns of their
// clients: a request of a line can ask for every order there is. After a part nobody has a turn for
// so many times as long as it took, and for so long for each of its events, so that replays take
// a small part of a processor, and of what clients can be sent.
const (
	replayRest  = 8
	replayEvent = 200 * time.Microsecond
	replayPause = 100 * time.Millisecond // at most
	// replayPatience is how long a stream waits for its turn. Then, and after so many events, its
	// client is told to read everything again, in pages.
	replayPatience = 10 * time.Second
	mostReplayed   = 50_000
	// mostSpoken is how many events are kept as JSON: streams that miss the same are told the same
	// parts one after the other.
	mostSpoken = 2048
)

var errLongReplay = errors.New("too much was missed to be told again")

func newReplays() *turns.Queue { return turns.New(1, 1, replayPatience) }

// telling is an event as it is written.
type telling struct {
	id, name string
	data     []byte
}

// retell tells what changed since a position; see api.Replayer.
func (f *eventStreamer) retell(ctx context.Context, from api.Position) (at api.Position, known bool,
	err error) {
	client := api.WithClient(ctx, f.client)
	back, err := f.server.replays.Take(client, nil)
	if err != nil {
		return at, false, err
	}
	begun, sum := f.server.now(), 0
	rest := func(events int) {
		took := f.server.now().Sub(begun)
		pause := max(replayRest*took, time.Duration(events)*replayEvent)
		time.AfterFunc(min(pause, replayPause), back)
		back = nil
	}
	defer func() {
		if back != nil {
			rest(0)
		}
	}()
	return f.replay.Since(ctx, from, func(events []api.Event) error {
		if sum += len(events); sum > mostReplayed {
			return errLongReplay
		}
		list, err := f.tell(events)
		if rest(len(events)); err == nil {
			err = f.out.events(list)
		}
		if err == nil {
			back, err = f.server.replays.Take(client, nil)
			begun = f.server.now()
		}
		return err
	})
}

// tell makes what is written of some events: of those that are wanted.
func (f *eventStreamer) tell(events []api.Event) (list []telling, err error) {
	for _, e := range events {
		if !slices.Contains(f.wanted, e.Topic) {
			continue
		}
		data, err := f.server.spoken.say(e)
		if err != nil {
			return nil, err
		}
		list = append(list, telling{f.idOf(e), string(e.Topic), data})
	}
	return list, nil
}

// spoken keeps the newest events as JSON, which is made once for all streams.
type spoken struct{ known *lru.Cache[spokenKey, []byte] }

func newSpoken() spoken { return spoken{lru.NewCache[spokenKey, []byte](mostSpoken)} }

// spokenKey is all that can differ in what is said of an order or a fill: what was signed does not.
type spokenKey struct {
	chainID, block               uint64
	order                        common.Hash
	fill                         api.Fill
	state                        api.OrderState
	reason                       string
	updated                      int64
	transaction                  common.Hash
	fillable, balance, swappable api.Amount
}

// say is an event as JSON.
func (s spoken) say(e api.Event) ([]byte, error) {
	key := spokenKey{chainID: e.ChainID, block: e.Block}
	switch {
	case e.Order != nil && e.Fill == nil:
		o := e.Order
		key.order, key.state, key.reason, key.updated = o.Hash, o.State, o.StateReason, o.UpdatedAt
		key.fillable, key.balance, key.swappable = o.FillableBalance, o.MakerBalance,
			o.SwappableBalance
		if o.TransactionHash != nil {
			key.transaction = *o.TransactionHash
		}
	case e.Fill != nil && e.Order == nil:
		key.fill = *e.Fill
	default:
		return json.Marshal(wire.EventOf(e))
	}
	if data, ok := s.known.Get(key); ok {
		return data, nil
	}
	data, err := json.Marshal(wire.EventOf(e))
	if err == nil {
		s.known.Add(key, data)
	}
	return data, err
}
