package sign

import (
	"context"
	"fmt"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// Lost is how a transaction ended of which no block is known: another took its place, or the
// service says so, or no node holds it any more.
type Lost struct {
	Why string
	// Replaced tells whether another with its nonce that was signed here is mined, so that it never
	// can be.
	Replaced bool
	// Claimed tells whether nothing but the service's word says so.
	Claimed bool
}

func (l *Lost) Error() string { return l.Why }

// claim is what a service says that counts a nonce as used by a transaction that was not signed
// here.
func claim(nonce uint64) string {
	return fmt.Sprintf("the service says that another transaction of the account took its nonce "+
		"%d: if that is so, it never will be mined", nonce)
}

// lostBlocks is for how many blocks in a row a transaction must be gone before it counts as lost:
// nodes behind one address do not learn of a block at the same time.
const lostBlocks = 3

// Await returns a transaction's receipt once it is mined, or that of the one that sped it up. One
// that never will be mined ends it with a *Lost. told is told at most once why it takes so long.
func Await(ctx context.Context, service api.Service, under *views.UnderWay,
	tx api.Transaction, hash common.Hash, told func(string)) (api.Receipt, error) {
	exchange, err := service.Exchange(tx.ChainID)
	if err != nil {
		return api.Receipt{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e, kept := under.Entry(hash)
	if !kept {
		e = views.Sent{Kind: views.SentTransaction, ChainID: tx.ChainID, Account: tx.From,
			Nonce: api.NewAmount(tx.Nonce), Hash: hash}
	}
	next := newOccasion(ctx, service, tx.ChainID, api.TopicBlock)
	var once sync.Once
	for gone, block := 0, true; ; {
		r, err := exchange.Receipt(ctx, hash)
		if err == nil && r.Block != nil {
			return r, nil
		}
		if err != nil && api.TypeOf(err) != api.NotFound &&
			api.TypeOf(err) != api.ChainUnavailable {
			return r, err
		}
		if err == nil && r.Unseen {
			once.Do(func() { told(unseen) })
		}
		if err == nil {
			var lost *Lost
			if r, lost = missing(ctx, exchange, under, e, r.Waits); r.Block != nil {
				return r, nil
			}
			switch {
			case lost == nil:
				gone = 0
			case block:
				gone++
			}
			if gone >= lostBlocks {
				return r, lost
			}
		}
		if block, err = next.come(ctx); err != nil {
			return r, err
		}
	}
}

// unseen is what a transaction waits for that a service has and that one's own node has not.
const unseen = "your own node has not seen it: it gets it too once the service had it for two " +
	"minutes"

// telling carries out what awaits, and says meanwhile what that tells, once.
func telling(ctx context.Context, await func(ctx context.Context, told func(string)) tea.Msg,
	say func(string) tea.Msg) tea.Cmd {
	heard := make(chan string, 1)
	return tea.Batch(ui.Call(ctx, mineTime, func(ctx context.Context) tea.Msg {
		defer close(heard)
		return await(ctx, func(text string) { heard <- text })
	}), func() tea.Msg {
		if text, told := <-heard; told {
			return say(text)
		}
		return nil
	})
}

// missing looks what has become of a transaction that is in no block: nil where it waits, or where
// that can't be told. The receipt is of the one that sped it up, where that is mined. One that a
// node holds waits, for others before it where its nonce leaves a gap; so does one in whose place
// another was signed here, which no node holds any more.
func missing(ctx context.Context, exchange api.Exchange, under *views.UnderWay, e views.Sent,
	waits bool) (api.Receipt, *Lost) {
	counts, err := exchange.Nonces(ctx, e.Account)
	nonce, _ := e.Nonce.Uint64()
	switch {
	case err != nil:
		return api.Receipt{}, nil
	case counts.Mined > nonce:
		by, r := minedBeside(ctx, exchange, under, e)
		if r.Block == nil {
			return r, &Lost{Claimed: true, Why: claim(nonce)}
		}
		if how := instead(e, by, r); how != "" {
			return api.Receipt{}, &Lost{Replaced: r.ToldBy == "", Claimed: r.ToldBy != "", Why: how}
		}
		return r, nil
	case counts.Next <= nonce && !waits && !under.Replaced(e):
		return api.Receipt{}, &Lost{Why: "no node holds it any more: it was dropped; look " +
			"whether it is still wanted, and do it again"}
	}
	return api.Receipt{}, nil
}

// minedBeside finds the other transaction with one's nonce that was signed here and is in a block;
// that of the receipt is nil where none is.
func minedBeside(ctx context.Context, exchange api.Exchange, under *views.UnderWay,
	e views.Sent) (by views.Sent, r api.Receipt) {
	for _, o := range under.Beside(e) {
		if r, err := exchange.Receipt(ctx, o.Hash); err == nil && r.Block != nil {
			return o, r
		}
	}
	return by, api.Receipt{}
}

// instead says what it means for a transaction that another one with its nonce is mined: "" where
// that does the same. r is the other's receipt.
func instead(e, by views.Sent, r api.Receipt) string {
	switch same, nothing, known := by.Does(e); {
	case known && same:
		return ""
	case nothing:
		return fmt.Sprintf("cancelled by %s in block %d%s", format.Hash(by.Hash), r.Block.Number,
			r.ByWord())
	}
	nonce, _ := e.Nonce.Uint64()
	return fmt.Sprintf("%s took its nonce %d in block %d%s: it never will be mined",
		format.Hash(by.Hash), nonce, r.Block.Number, r.ByWord())
}

const (
	// firstPause and longestPause are between two questions while no block is told of: longer and
	// longer, up to what the slowest networks take for a block
	firstPause, longestPause = time.Second, 12 * time.Second
)

// occasion is what makes somebody ask once more: an event of a network, and time, since a service
// may tell of nothing as it happens.
type occasion struct {
	events  <-chan api.Event
	chainID uint64
	pause   time.Duration
}

// newOccasion has to be made before the first question, so that nothing is missed between.
func newOccasion(ctx context.Context, service api.Service, chainID uint64,
	topics ...api.Topic) *occasion {
	return &occasion{service.Subscribe(ctx, topics...), chainID, firstPause}
}

// come returns when it is time to ask. block tells whether a block has come: one that was told of,
// or as much time as one takes.
func (o *occasion) come(ctx context.Context) (block bool, err error) {
	late := time.NewTimer(o.pause)
	defer late.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, api.Errorf(api.ChainUnavailable,
				"it was waited for long enough").WithCause(ctx.Err())
		case <-late.C:
			block = o.pause == longestPause
			o.pause = min(2*o.pause, longestPause)
			return block, nil
		case e, ok := <-o.events:
			if !ok {
				return false, api.Errorf(api.ChainUnavailable,
					"the service has stopped telling about blocks")
			}
			if e.ChainID == o.chainID {
				return true, nil
			}
		}
	}
}

// headTime is how long a service may take for a block that its node has.
const headTime = 10 * time.Second

// awaitHead waits until the service has taken in a block: from then on what it answers is of the
// block or newer. Where that can't be told it is not waited for.
func awaitHead(ctx context.Context, service api.Service, chainID uint64, block api.BlockRef) {
	exchange, err := service.Exchange(chainID)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, headTime)
	defer cancel()
	next := newOccasion(ctx, service, chainID, api.TopicBlock)
	for {
		status, err := exchange.Status(ctx)
		if err != nil || status.Head.Number >= block.Number {
			return
		}
		if _, err := next.come(ctx); err != nil {
			return
		}
	}
}
