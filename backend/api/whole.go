package api

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Lists come in pages. Whoever decides by what an account has reads all pages of them, as these do:
// each entry once, and one that is told as it was signed here, too, as the service has it.

// mostPages is how many pages of a list are read: one without an end is an error, not a part of it.
const mostPages = 50

// AllOrders are those of all pages of a list that keep wants; nil wants all.
func AllOrders(ctx context.Context, x Orders, q OrderQuery,
	keep func(*OrderRecord) bool) ([]OrderRecord, error) {
	q.Limit, q.Offset = MaxPage, 0
	return whole(keep, func(page int) ([]OrderRecord, bool, error) {
		q.Offset = page * MaxPage
		p, err := x.Orders(ctx, q)
		// what can't be so is left out of a page, which need not be full; an empty one is the last
		return p.Orders, p.HasMore && len(p.Orders) > 0, err
	}, func(o *OrderRecord) (string, bool) { return o.Hash.Hex(), o.Unshown })
}

// AllDelta are those of all pages of a user's Delta orders that keep wants; nil wants all.
func AllDelta(ctx context.Context, x Delta, q DeltaQuery,
	keep func(*DeltaRecord) bool) ([]DeltaRecord, error) {
	q.Limit = MaxPage
	return whole(keep, func(page int) ([]DeltaRecord, bool, error) {
		q.Page = 1 + page
		list, err := x.DeltaOrders(ctx, q)
		return list, len(list) >= MaxPage, err
	}, func(r *DeltaRecord) (string, bool) {
		if r.OrderHash == (common.Hash{}) { // it is held back, and its secret is not here
			return r.ID, r.Unshown
		}
		return r.OrderHash.Hex(), r.Unshown
	})
}

// AllFills are those of all pages of a list, newest first.
func AllFills(ctx context.Context, x Orders, q FillQuery) (all []Fill, err error) {
	q.Limit, q.Before = MaxPage, nil
	for {
		page, err := x.Fills(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if len(page) < MaxPage {
			return all, nil
		}
		mark := page[len(page)-1].Mark()
		if q.Before != nil && !q.Before.After(mark) {
			return all, nil // no service of a right mind
		}
		q.Before = &mark
	}
}

// whole reads a list page by page. entry is what tells an entry from others, and whether it is told
// only as it was signed.
func whole[T any](keep func(*T) bool, read func(page int) (list []T, more bool, err error),
	entry func(*T) (name string, signed bool)) (all []T, err error) {
	at := make(map[string]int)
	wanted := func(t T) bool { return keep == nil || keep(&t) }
	for page := range mostPages {
		list, more, err := read(page)
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			name, _ := entry(&t)
			if i, again := at[name]; !again && wanted(t) {
				at[name] = len(all)
				all = append(all, t)
			} else if again {
				if _, signed := entry(&all[i]); signed {
					all[i] = t
				}
			}
		}
		if !more {
			return slices.DeleteFunc(all, func(t T) bool { return !wanted(t) }), nil
		}
	}
	return nil, Errorf(ChainUnavailable, "more than %d orders of one account are told of: which "+
		"of them are open is not known", mostPages*MaxPage)
}
