package server

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/turns"
)

// deltaFilter is which orders a list is to have.
type deltaFilter struct {
	match    func(*api.DeltaRecord) bool
	filtered bool // whether any are left out
	open     bool // whether all are that are done
	counted  bool // whether it is told how many match
}

// deltaFilterOf reads which orders a list is to have. means tells what statuses a word stands for.
func deltaFilterOf(in input, means func(string) ([]api.DeltaStatus, bool)) (deltaFilter, error) {
	kind, onChain := get[string](in, "type"), get[string](in, "onChainOrderType")
	words, some := get[string](in, "status"), false
	var statuses []api.DeltaStatus
	for _, word := range strings.Split(words, ",") {
		if word == "" {
			continue
		}
		list, known := means(word)
		if !known {
			return deltaFilter{}, api.Invalid(api.FieldError{Field: "status",
				Reason: quote(word) + " is no status"})
		}
		statuses, some = append(statuses, list...), true
	}
	f := deltaFilter{filtered: some || kind != "" || onChain != "",
		open: some && !slices.ContainsFunc(statuses, api.DeltaStatus.Final)}
	f.match = func(r *api.DeltaRecord) bool {
		return !r.Hidden && (!some || slices.Contains(statuses, r.Status)) &&
			(kind == "" || kind == cmp.Or(r.Type, "MARKET")) &&
			(onChain == "" || onChain == r.Order.TypeName())
	}
	return f, nil
}

// deltaOrders is a page of the orders of a user on some networks, on all where none is named, that
// match, newest first, and how many match. What is held back is not among them for who can't read
// it: that tells neither its type nor its token. What comes after the page is read to count it
// alone.
func (s *Server) deltaOrders(c *call, chains []uint64, f deltaFilter) (
	list []api.DeltaRecord, total int, err error) {
	exchanges, err := s.exchanges(c.ctx, chains)
	if err != nil {
		return nil, 0, err
	}
	page, limit := c.in.integer("page"), c.in.integer("limit")
	before := (page - 1) * limit
	alone := len(exchanges) == 1 // what comes before the page needs not be sorted
	for _, exchange := range exchanges {
		of, q := 0, api.DeltaQuery{User: c.in.address("userAddress"), Open: f.open}
		if err := s.eachDelta(c, exchange, q, func(r *api.DeltaRecord) (more bool) {
			if !f.match(r) {
				return true
			}
			if of++; of <= before+limit && (of > before || !alone) {
				list = append(list, *r)
			}
			return f.counted || of < before+limit
		}); err != nil {
			return nil, 0, err
		}
		total += of
	}
	if !alone {
		sortNewest(list)
		list = list[min(before, len(list)):]
	}
	return list[:min(limit, len(list))], total, nil
}

// eachDelta hands on the orders that a query asks for, newest first, until take wants no more. An
// owner can have any number of orders for nothing, so that all parts but the first are read by
// turns of clients.
func (s *Server) eachDelta(c *call, exchange api.Exchange, q api.DeltaQuery,
	take func(*api.DeltaRecord) (more bool)) error {
	q.Limit = api.MaxPage
	for q.Page = 1; ; q.Page++ {
		part, err := s.deltaPart(c, exchange, q)
		if err != nil {
			return err
		}
		for i := range part {
			if !take(&part[i]) {
				return nil
			}
		}
		if len(part) < q.Limit {
			return nil
		}
	}
}

// listPatience is how long a client waits for its turn to read one more part of a long list.
const listPatience = 10 * time.Second

func (s *Server) deltaPart(c *call, exchange api.Exchange, q api.DeltaQuery) ([]api.DeltaRecord,
	error) {
	if q.Page > 1 {
		back, err := s.lists.Take(c.ctx, nil)
		if errors.Is(err, turns.ErrBusy) {
			busy := api.Errorf(api.RateLimited, "too many long lists are asked for; ask for the "+
				"newest orders alone, or wait as long as Retry-After says")
			busy.RetryAfter = time.Second
			err = busy
		}
		if err != nil {
			return nil, err
		}
		defer back()
	}
	return exchange.DeltaOrders(c.withSecrets(), q)
}

// chainList reads network ids apart by commas.
func chainList(in input, name string) (list []uint64, err error) {
	for _, text := range strings.Split(get[string](in, name), ",") {
		if text == "" {
			continue
		}
		id, err := (&param{kind: integer}).parse(text)
		if err != nil {
			return nil, api.Invalid(api.FieldError{Field: name, Reason: err.Error()})
		}
		if !slices.Contains(list, id.(uint64)) {
			list = append(list, id.(uint64))
		}
	}
	return list, nil
}

// deltaBalances are what the open orders of a user still take of each token, at the most.
func (s *Server) deltaBalances(c *call) (map[common.Address]api.Amount, error) {
	sums := make(map[common.Address]api.Amount)
	q := api.DeltaQuery{User: c.in.address("userAddress"), Open: true}
	err := s.eachDelta(c, c.exchange, q, func(r *api.DeltaRecord) (more bool) {
		if !r.Hidden && !r.Status.Final() {
			token := r.Order.SrcToken
			sums[token] = sums[token].Add(r.Order.SrcAmount.Sub(r.FilledAmount))
		}
		return true
	})
	return sums, err
}

func deltaBalanceRoute(prefix string) route {
	return read(prefix+"/fillablebalance/:chainId/:userAddress", contract,
		"Sum what a user's open Delta orders may still take, by token").heavy().
		takes(chainIDParam(), path("userAddress", address, "owner of the orders"), secretParam()).
		answers("`{<token>: <decimal string>}`: of an order that buys the most that it spends, of "+
			"one in slices all that are left", func(s *Server, c *call) (reply, error) {
			sums, err := s.deltaBalances(c)
			return ok(balancesOf(sums), err)
		}).refuses(api.UnsupportedChain)
}

func deltaBalanceOfRoute(prefix string) route {
	return read(prefix+"/fillablebalance/:chainId/:userAddress/:token", contract,
		"The same for one token").heavy().
		takes(chainIDParam(), path("userAddress", address, "owner of the orders"),
			path("token", address, "token to sum"), secretParam()).
		answers("`{<token>: <decimal string>}`", func(s *Server, c *call) (reply, error) {
			sums, err := s.deltaBalances(c)
			token := c.in.address("token")
			return ok(balancesOf(map[common.Address]api.Amount{token: sums[token]}), err)
		}).refuses(api.UnsupportedChain)
}

// balancesOf names tokens as answers do.
func balancesOf(sums map[common.Address]api.Amount) map[string]api.Amount {
	out := make(map[string]api.Amount, len(sums))
	for token, sum := range sums {
		out[api.Lower(token)] = sum
	}
	return out
}
