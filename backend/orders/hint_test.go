package orders

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/store"
	"bourse/store/facts"
)

// toldLog is a single machine's log that remembers what it was told last.
type toldLog struct {
	*facts.Local
	last facts.Fact
}

func (l *toldLog) Append(ctx context.Context, term *facts.Term,
	list ...facts.Fact) ([]facts.Fact, []bool, error) {
	l.last = list[len(list)-1]
	return l.Local.Append(ctx, term, list...)
}

// TestNodesAtOneBlockReadOnce brings an order into the book of another node by what the first one
// read for it, which is changed on the way so that it can be told from the chain's own word: it
// counts at the block that it was read at, and at no other.
func TestNodesAtOneBlockReadOnce(t *testing.T) {
	w := newWorld(t)
	w.approveAll(0)
	log := &toldLog{Local: facts.NewLocal()}
	db, err := store.Open(filepath.Join(t.TempDir(), "first.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	first, err := Open(t.Context(), Config{Store: db, Log: log, Network: w.net, Bus: w.bus,
		Listed: w.isListed, Now: func() time.Time { return time.Unix(w.clock.Load(), 0) }})
	if err != nil {
		t.Fatal(err)
	}
	watcher := w.watch(first)
	post := func(symbol string) (f facts.Fact, truth api.OrderRecord) {
		if err := watcher.Wait(t.Context(), w.chain.Head()); err != nil {
			t.Fatal(err)
		}
		r := w.sell(0, 1, 2000, func(o *api.Order) {
			o.MakerAsset.Address, o.TakerAsset.Address = w.tokens[symbol], w.tokens["WETH"]
		})
		truth, created, err := first.CreateOrder(t.Context(), r)
		if err != nil || !created || len(log.last.Hint) == 0 {
			t.Fatal(created, err, log.last.Hint)
		}
		return log.last, truth
	}
	position := facts.Position{Revision: 7}
	said := api.NewAmount(12_345e9)
	arrives := func(f facts.Fact, truth api.OrderRecord) api.OrderRecord {
		g := sightingOf(f.Hint)
		f.Hint = appendAmount(appendAmount(append([]byte{}, g.block[:]...), said), said)
		if err := (intake{w.orders}).Apply(t.Context(), position, []facts.Fact{f}); err != nil {
			t.Fatal(err)
		}
		return w.get(truth.Hash)
	}
	if rec := arrives(post("USDC")); rec.MakerBalance != said || rec.State != api.Pending {
		t.Errorf("at the block itself: %s of balance, %s", rec.MakerBalance, rec.State)
	}
	f, truth := post("DAI")
	w.mine()
	if rec := arrives(f, truth); rec.MakerBalance != truth.MakerBalance ||
		rec.State != api.Pending {
		t.Errorf("a block later: %s of balance, %s; the chain says %s", rec.MakerBalance, rec.State,
			truth.MakerBalance)
	}
	f, truth = post("LINK")
	f.Hint = f.Hint[:len(f.Hint)-1]
	if err := (intake{w.orders}).Apply(t.Context(), position, []facts.Fact{f}); err != nil {
		t.Fatal(err)
	}
	if rec := w.get(truth.Hash); rec.MakerBalance != truth.MakerBalance {
		t.Errorf("by half a hint: %s of balance; the chain says %s", rec.MakerBalance,
			truth.MakerBalance)
	}
}
