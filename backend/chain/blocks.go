package chain

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// windowBlocks is how many blocks stay in memory: enough for followers that take the deepest
// reorganisation one after another.
const windowBlocks = 4 * Depth

// Anybody can fill a block with logs, so only as many are kept as take up a bounded number of
// bytes: maxLogBytes in all, and those of a block beyond
// maxBlockLogBytes only while the followers take it in.
const (
	maxLogBytes      = 32 << 20
	maxBlockLogBytes = 2 << 20
)

// blocks fetches headers and logs once for all followers. It is used by one goroutine.
type blocks struct {
	view    *view
	headers map[common.Hash]Header
	order   []common.Hash // of arrival, for forgetting
	logs    lru.BasicLRU[common.Hash, []types.Log]
	bytes   int          // of logs
	held    atomic.Int64 // bytes, for whoever asks from elsewhere
	// the block whose logs were fetched last and are too many to be kept
	large     common.Hash
	largeLogs []types.Log
	// what the followers of the round want of a node of others, and the last span that was read
	filter   Filter
	from, to common.Hash
	spanned  []types.Log
	heard    chan json.RawMessage // headers that the node told of by itself
	rand     func() float64
}

func newBlocks(r *view, rand func() float64) *blocks {
	return &blocks{view: r, headers: make(map[common.Hash]Header), rand: rand,
		heard: make(chan json.RawMessage, windowBlocks),
		logs:  lru.NewBasicLRU[common.Hash, []types.Log](windowBlocks)}
}

// hear takes a header that the node tells of by itself. Any goroutine may call it.
func (b *blocks) hear(header json.RawMessage) {
	select {
	case b.heard <- header:
	default: // nobody needs all of them
	}
}

// takeHeard adds the headers that were heard. Those that are not whole are left out.
func (b *blocks) takeHeard() {
	for {
		select {
		case raw := <-b.heard:
			if h, err := b.view.header(raw); err == nil {
				b.add(h)
			}
		default:
			return
		}
	}
}

func (b *blocks) add(h Header) {
	if _, ok := b.headers[h.Hash]; ok {
		return
	}
	b.headers[h.Hash] = h
	b.order = append(b.order, h.Hash)
	if len(b.order) > windowBlocks {
		delete(b.headers, b.order[0])
		b.order = b.order[1:]
	}
}

func (b *blocks) header(ctx context.Context, hash common.Hash) (Header, error) {
	if h, ok := b.headers[hash]; ok {
		return h, nil
	}
	h, err := b.view.HeaderByHash(ctx, hash)
	if err == nil {
		b.add(h)
	}
	return h, err
}

// block returns the blocks after one up to h with the logs that a follower wants.
func (b *blocks) block(ctx context.Context, after api.BlockRef, h Header, f Follower) (Block,
	error) {
	if b.view.cfg.Logs != nil {
		logs, err := b.view.logs(ctx, h, f.Wants)
		return Block{Header: h, After: after.Hash, Logs: logs}, err
	}
	var all []types.Log
	var err error
	if b.view.cfg.Trusted {
		all, err = b.allLogs(ctx, h)
	} else {
		all, err = b.spanLogs(ctx, after, h)
	}
	if err != nil {
		return Block{}, err
	}
	out := Block{Header: h, After: after.Hash}
	for i := range all {
		if f.Wants(&all[i]) {
			out.Logs = append(out.Logs, all[i])
		}
	}
	return out, nil
}

func (b *blocks) allLogs(ctx context.Context, h Header) ([]types.Log, error) {
	if all, ok := b.logs.Get(h.Hash); ok {
		return all, nil
	}
	if h.Hash == b.large {
		return b.largeLogs, nil
	}
	all, err := b.view.Logs(ctx, h)
	if err != nil {
		return nil, err
	}
	b.keep(h.Hash, all)
	return all, nil
}

// keep keeps a block's logs, and of others as many as there is room for beside them.
func (b *blocks) keep(hash common.Hash, logs []types.Log) {
	size := logBytes(logs)
	defer func() { b.held.Store(int64(b.bytes)) }()
	if size > maxBlockLogBytes {
		b.large, b.largeLogs = hash, logs
		return
	}
	if b.logs.Len() == windowBlocks { // adding one drops the oldest
		b.dropOldest()
	}
	b.logs.Add(hash, logs)
	for b.bytes += size; b.bytes > maxLogBytes; {
		b.dropOldest()
	}
}

func (b *blocks) dropOldest() {
	if _, gone, ok := b.logs.RemoveOldest(); ok {
		b.bytes -= logBytes(gone)
	}
}

// begin prepares a round.
func (b *blocks) begin(head Header, followers []Follower) {
	b.takeHeard()
	b.add(head)
	b.filter = Filter{}
	for _, f := range followers {
		b.filter = b.filter.and(f.Filter())
	}
}

// spanLogs reads what the followers want of the blocks after one up to h, once for all of them.
func (b *blocks) spanLogs(ctx context.Context, after api.BlockRef, h Header) ([]types.Log, error) {
	if b.from == after.Hash && b.to == h.Hash {
		return b.spanned, nil
	}
	logs, err := b.view.searchSpan(ctx, after.Number, h, b.filter)
	if err == nil {
		err = b.dateLogs(ctx, after, h, logs)
	}
	if err == nil && !b.view.foreignHeaders(nil) {
		err = b.checkWithin(ctx, after, h, logs)
	}
	if err != nil {
		return nil, err
	}
	b.from, b.to, b.spanned = after.Hash, h.Hash, logs
	return logs, nil
}

// Of how many blocks within spans, whose headers are not at hand, one is read to compare its bloom,
// and the most that are read for a span.
const (
	sampleOf    = 1024
	mostSamples = 8
)

// checkWithin compares the logs of the blocks within a span, without its last one, with their
// blooms: all of which the headers are at hand, and a sample of the others.
func (b *blocks) checkWithin(ctx context.Context, after api.BlockRef, h Header,
	logs []types.Log) error {
	var err error
	check := func(h Header) {
		if err == nil {
			err = b.checkComplete(ctx, h, logs)
		}
	}
	from := after.Number + 1
	oldest := b.back(h, from, check)
	for _, first := range b.headers {
		if first.Number == from && first.Number < oldest.Number && first.Parent == after.Hash {
			check(first)
			from++
			break
		}
	}
	if err != nil || oldest.Number <= from {
		return err
	}
	unknown := oldest.Number - from
	for range min(mostSamples, int(float64(unknown)/sampleOf+b.rand())) {
		sample, err := b.view.HeaderByNumber(ctx, from+uint64(b.rand()*float64(unknown)))
		if err == nil {
			err = b.checkComplete(ctx, sample, logs)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// checkComplete checks that a span's logs have all that is wanted of a block. What a bloom speaks
// of may be another contract's, so that all logs of the block are read before the node is blamed.
func (b *blocks) checkComplete(ctx context.Context, h Header, logs []types.Log) error {
	begin, _ := slices.BinarySearchFunc(logs, h.Number,
		func(l types.Log, number uint64) int { return cmp.Compare(l.BlockNumber, number) })
	told := logs[begin:]
	end := slices.IndexFunc(told, func(l types.Log) bool { return l.BlockNumber != h.Number })
	if end >= 0 {
		told = told[:end]
	}
	if err := spokenOf(h, told); err != nil {
		return b.view.readError("tell logs of its blocks", err)
	}
	if !b.filter.lacks(h.Bloom, told) {
		return nil
	}
	all, err := b.view.Logs(ctx, h)
	if err != nil {
		return err
	}
	wanted := 0
	for i := range all {
		if b.filter.wants(&all[i]) {
			wanted++
		}
	}
	if wanted != len(told) {
		return b.view.readError("tell all logs of its blocks", fmt.Errorf(
			"%d of %d logs of block %d were told", len(told), wanted, h.Number))
	}
	return nil
}

// dateLogs completes the times of logs whose node does not tell them, or tells times that are not
// of the span.
func (b *blocks) dateLogs(ctx context.Context, after api.BlockRef, h Header,
	logs []types.Log) error {
	for i := range logs {
		l := &logs[i]
		if l.BlockNumber == h.Number ||
			l.BlockTimestamp >= after.Time && l.BlockTimestamp <= h.Time {
			continue
		}
		in, err := b.header(ctx, l.BlockHash)
		if err != nil {
			return err
		}
		l.BlockTimestamp = in.Time
	}
	return nil
}

// forgetLarge lets go of logs that are too many to be kept, once the followers have them.
func (b *blocks) forgetLarge() {
	b.large, b.largeLogs = common.Hash{}, nil
	b.from, b.to, b.spanned = common.Hash{}, common.Hash{}, nil
}

// logBytes returns about how much memory logs take.
func logBytes(logs []types.Log) int {
	size := 0
	for i := range logs {
		size += int(unsafe.Sizeof(logs[i])) + len(logs[i].Data) +
			len(logs[i].Topics)*common.HashLength
	}
	return size
}

// back walks from a block along the headers at hand down to a height, visits those below the block,
// and returns the oldest one.
func (b *blocks) back(h Header, number uint64, visit func(Header)) Header {
	for h.Number > number {
		parent, ok := b.headers[h.Parent]
		if !ok || parent.Number+1 != h.Number {
			break
		}
		h = parent
		visit(h)
	}
	return h
}

// span finds the newest block in recent that target's branch has, no deeper than reorganisations
// are undone, and returns the way from there to target, which is a single step. What shows that a
// block is there still is the header of the next one, whose bloom can be compared too.
func (b *blocks) span(ctx context.Context, recent []api.BlockRef, target Header) (path []Header,
	ancestor api.BlockRef, found bool, err error) {
	for _, r := range recent {
		if r.Number+Depth < recent[0].Number {
			break
		}
		if r.Number >= target.Number {
			continue
		}
		next := b.back(target, r.Number+1, func(Header) {})
		if above := next; above.Number > r.Number+1 {
			if next, err = b.view.HeaderByNumber(ctx, r.Number+1); err != nil {
				return nil, api.BlockRef{}, false, err
			}
			if next.Number+1 == above.Number && next.Hash != above.Parent {
				return nil, api.BlockRef{}, false,
					b.view.readError("link its blocks", errUnlinked)
			}
			b.add(next)
		}
		if next.Parent == r.Hash {
			return []Header{target}, r, true, nil
		}
	}
	return nil, api.BlockRef{}, false, nil
}

// connect walks back from target by parents to the newest block that is also in recent. It returns
// the path from there to target, newest first, and that block; found is false where target's branch
// left the chain before all of recent.
func (b *blocks) connect(ctx context.Context, recent []api.BlockRef, target Header) (path []Header,
	ancestor api.BlockRef, found bool, err error) {
	known := make(map[common.Hash]api.BlockRef, len(recent))
	for _, r := range recent {
		known[r.Hash] = r
	}
	oldest := recent[len(recent)-1].Number
	for h := target; ; {
		if r, ok := known[h.Hash]; ok {
			return path, r, true, nil
		}
		if h.Number <= oldest {
			return nil, api.BlockRef{}, false, nil
		}
		path = append(path, h)
		parent, err := b.header(ctx, h.Parent)
		if err != nil {
			return nil, api.BlockRef{}, false, err
		}
		if parent.Number+1 != h.Number {
			return nil, api.BlockRef{}, false,
				b.view.readError("link its blocks", errUnlinked)
		}
		h = parent
	}
}
