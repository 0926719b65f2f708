package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"net/http"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// Filter says which logs are wanted: all of some contracts, and those of any contract whose first
// topic is one of some.
type Filter struct {
	Contracts []common.Address
	Topics    []common.Hash
}

// maxFilter is how many contracts a node is asked about at a time.
const maxFilter = 1000

// and returns what either filter wants.
func (f Filter) and(g Filter) Filter {
	contracts := slices.Concat(f.Contracts, g.Contracts)
	slices.SortFunc(contracts, common.Address.Cmp)
	topics := slices.Concat(f.Topics, g.Topics)
	slices.SortFunc(topics, common.Hash.Cmp)
	return Filter{slices.Compact(contracts), slices.Compact(topics)}
}

// queries are what a node is asked for to get what the filter wants.
func (f Filter) queries() (list []logQuery) {
	for part := range slices.Chunk(f.Contracts, maxFilter) {
		list = append(list, logQuery{"address": part})
	}
	if len(f.Topics) > 0 {
		list = append(list, logQuery{"topics": [][]common.Hash{f.Topics}})
	}
	return list
}

// wants tells whether a log is one of those that the filter asks for.
func (f Filter) wants(l *types.Log) bool {
	_, named := slices.BinarySearchFunc(f.Contracts, l.Address, common.Address.Cmp)
	return named || len(l.Topics) > 0 && slices.Contains(f.Topics, l.Topics[0])
}

// mostFalse is the chance that a bloom speaks of something that the block does not have, up to
// which it is worth a question.
const mostFalse = 0.05

// lacks tells whether a block's bloom speaks of logs that are wanted and not among logs. Where the
// bloom is so full that it would speak of nearly anything, it is not asked.
func (f Filter) lacks(bloom types.Bloom, logs []types.Log) bool {
	set := 0
	for _, b := range bloom {
		set += bits.OnesCount8(b)
	}
	full := float64(set) / types.BloomBitLength
	if full*full*full*float64(len(f.Contracts)+len(f.Topics)) > mostFalse {
		return false
	}
	return slices.ContainsFunc(f.Contracts, func(a common.Address) bool {
		return bloom.Test(a[:]) && !slices.ContainsFunc(logs,
			func(l types.Log) bool { return l.Address == a })
	}) || slices.ContainsFunc(f.Topics, func(topic common.Hash) bool {
		return bloom.Test(topic[:]) && !slices.ContainsFunc(logs,
			func(l types.Log) bool { return slices.Contains(l.Topics, topic) })
	})
}

// logQuery is the filter of an eth_getLogs, without its blocks.
type logQuery map[string]any

func (q logQuery) in(blocks logQuery) logQuery {
	all := logQuery{}
	for _, part := range []logQuery{q, blocks} {
		for k, v := range part {
			all[k] = v
		}
	}
	return all
}

// LogsBetween returns a contract's logs of some blocks, both ends included, in their order. topics
// are what each topic may be, any where a list is empty. Unlike Logs nothing proves that they are
// complete.
func (v *view) LogsBetween(ctx context.Context, from, to uint64, contract common.Address,
	topics ...[]common.Hash) ([]types.Log, error) {
	query := logQuery{"address": contract}
	wanted := make([]any, len(topics))
	for i, list := range topics {
		if len(list) > 0 {
			wanted[i] = list
		}
	}
	if len(wanted) > 0 {
		query["topics"] = wanted
	}
	logs, err := v.node().logsBetween(ctx, from, to, []logQuery{query})
	for i := range logs {
		if l := &logs[i]; err == nil && l.Address != contract {
			err = fmt.Errorf("log %d is of %s, asked for were those of %s", i, l.Address, contract)
		}
	}
	if err != nil {
		return nil, v.readError("search logs", err)
	}
	return logs, nil
}

// maxSpan is how many blocks a node is asked about at a time that was not seen to refuse it.
const maxSpan = 2_000

// logsBetween searches blocks, both ends included, in parts as large as the node takes.
func (e *endpoint) logsBetween(ctx context.Context, from, to uint64,
	queries []logQuery) (all []types.Log, err error) {
	for learned := false; from <= to; {
		last := min(to, from+uint64(e.span.Load())-1)
		part, err := e.searchLogs(ctx, queries, logQuery{
			"fromBlock": hexutil.Uint64(from), "toBlock": hexutil.Uint64(last)})
		switch {
		case err == nil && slices.ContainsFunc(part, func(l types.Log) bool {
			return l.BlockNumber < from || l.BlockNumber > last
		}):
			return nil, fmt.Errorf("logs of other blocks than %d to %d", from, last)
		case err == nil:
			all, from = append(all, part...), last+1
		case last > from && refusesSpan(err):
			e.span.Store(int64(last-from+1) / 2)
			learned = true
		default:
			if learned {
				e.span.Store(maxSpan) // it was not the number
			}
			return nil, err
		}
	}
	return all, nil
}

// searchLogs asks for the logs of some blocks by several queries and puts them in order.
func (e *endpoint) searchLogs(ctx context.Context, queries []logQuery, blocks logQuery) (
	all []types.Log, err error) {
	elems, found := make([]rpc.BatchElem, len(queries)), make([][]types.Log, len(queries))
	for i, q := range queries {
		elems[i] = rpc.BatchElem{Method: "eth_getLogs", Args: []any{q.in(blocks)},
			Result: &found[i]}
	}
	if err := e.askAll(ctx, elems); err != nil {
		return nil, err
	}
	for i := range elems {
		if err := elems[i].Error; err != nil {
			return nil, err
		}
		if err := inOrder(found[i]); err != nil {
			return nil, err
		}
		all = append(all, found[i]...)
	}
	if len(queries) < 2 {
		return all, nil
	}
	slices.SortFunc(all, compareLogs)
	return slices.CompactFunc(all,
		func(a, b types.Log) bool { return compareLogs(a, b) == 0 }), nil
}

func compareLogs(a, b types.Log) int {
	return cmp.Or(cmp.Compare(a.BlockNumber, b.BlockNumber), cmp.Compare(a.Index, b.Index))
}

// inOrder checks that logs are told once, one after the other.
func inOrder(logs []types.Log) error {
	for i := range logs {
		if logs[i].Removed || i > 0 && compareLogs(logs[i-1], logs[i]) >= 0 {
			return fmt.Errorf("log %d of block %d is out of order", i, logs[i].BlockNumber)
		}
	}
	return nil
}

// refusesSpan tells whether a node refuses a search since it is of too many blocks, or finds too
// much: by its status or its words, since codes say other things too.
func refusesSpan(err error) bool {
	var status rpc.HTTPError
	if errors.As(err, &status) && (status.StatusCode == http.StatusRequestEntityTooLarge ||
		status.StatusCode == http.StatusBadRequest) || errors.Is(err, errTooLarge) {
		return true
	}
	said := strings.ToLower(err.Error())
	return slices.ContainsFunc([]string{"range", "results", "too large", "response size",
		"more than", "exceed", "limited to", "too many blocks", "query timeout"},
		func(words string) bool { return strings.Contains(said, words) })
}

// searchSpan reads what a filter wants of the blocks after one up to h. Of a block alone its logs
// are named by its hash; those of several by numbers, and what shows that they are of h's branch
// is that the next blocks link to h.
func (v *view) searchSpan(ctx context.Context, after uint64, h Header, f Filter) (
	[]types.Log, error) {
	e, queries := v.node(), f.queries()
	if len(queries) == 0 {
		return nil, nil
	}
	var logs []types.Log
	var err error
	alone := after+1 == h.Number
	if alone && h.Bloom == (types.Bloom{}) && !v.foreignHeaders(nil) {
		return nil, nil
	}
	byHash := alone && !e.noHashes.Load()
	if byHash {
		logs, err = e.searchLogs(ctx, queries, logQuery{"blockHash": h.Hash})
	}
	if !byHash || refusesHash(err) {
		logs, err = e.logsBetween(ctx, after+1, h.Number, queries)
		e.noHashes.CompareAndSwap(false, byHash && err == nil)
	}
	if err == nil {
		err = checkSpan(logs, h, f)
	}
	if err == nil && !v.foreignHeaders(nil) {
		err = spokenOf(h, logs)
	}
	if err != nil {
		return nil, v.readError("read the logs of a block", err)
	}
	last := slices.IndexFunc(logs, func(l types.Log) bool { return l.BlockNumber == h.Number })
	if last < 0 {
		last = len(logs)
	}
	if !v.foreignHeaders(nil) && f.lacks(h.Bloom, logs[last:]) {
		all, err := v.Logs(ctx, h) // which are proven to be complete
		if err != nil {
			return nil, err
		}
		logs = append(logs[:last:last],
			slices.DeleteFunc(all, func(l types.Log) bool { return !f.wants(&l) })...)
	}
	return logs, nil
}

// spokenOf checks that a block's bloom, which its hash proves, speaks of those of some logs that
// are of the block: a node that invents one has to invent the block.
func spokenOf(h Header, logs []types.Log) error {
	for i := range logs {
		l := &logs[i]
		if l.BlockNumber == h.Number && (!h.Bloom.Test(l.Address[:]) || slices.ContainsFunc(
			l.Topics, func(t common.Hash) bool { return !h.Bloom.Test(t[:]) })) {
			return fmt.Errorf("the bloom of block %d does not speak of log %d of %s", h.Number,
				l.Index, l.Address)
		}
	}
	return nil
}

// CheckLog checks that a log is of a block and that the block's bloom speaks of it.
func (v *view) CheckLog(h Header, l *types.Log) (err error) {
	if h.Hash != l.BlockHash || h.Number != l.BlockNumber {
		err = fmt.Errorf("log %d is of block %s, block %d is %s", l.Index, l.BlockHash, h.Number,
			h.Hash)
	} else if !v.foreignHeaders(nil) {
		err = spokenOf(h, []types.Log{*l})
	}
	if err != nil {
		return v.readError("prove a log", err)
	}
	return nil
}

// checkSpan checks that logs are of those that were asked for, as far as they show it.
func checkSpan(logs []types.Log, h Header, f Filter) error {
	for i := range logs {
		l := &logs[i]
		switch {
		case l.BlockNumber > h.Number || l.BlockNumber == h.Number && l.BlockHash != h.Hash:
			return fmt.Errorf("log %d of block %s belongs to block %s", i, h.Hash, l.BlockHash)
		case !f.wants(l):
			return fmt.Errorf("log %d is of %s, which was not asked for", i, l.Address)
		}
	}
	return nil
}
