package server

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// deltaFilter is which orders a list is to have.
type deltaFilter struct {
	match    func(*api.DeltaRecord) bool
	filtered bool // whether any are left out
	open     bool // whether all are that are done
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
		return (!some || slices.Contains(statuses, r.Status)) &&
			(kind == "" || kind == cmp.Or(r.Type, "MARKET")) &&
			(onChain == "" || onChain == r.Order.TypeName())
	}
	return f, nil
}

// deltaOrders is a page of the orders of a user on some networks, on all where none is named, that
// match, newest first, and how many match. What is held back is not among them for who can't read
// it: that tells neither its type nor its token.
func (s *Server) deltaOrders(c *call, chains []uint64, f deltaFilter) (
	list []api.DeltaRecord, total int, err error) {
	exchanges, err := s.exchanges(c.ctx, chains)
	if err != nil {
		return nil, 0, err
	}
	page, limit := c.in.integer("page"), c.in.integer("limit")
	for _, exchange := range exchanges {
		of, q := 0, api.DeltaQuery{User: c.in.address("userAddress"), Open: f.open}
		if err := eachDelta(c, exchange, q, func(r *api.DeltaRecord) {
			if r.Hidden || !f.match(r) {
				return
			}
			if of++; of <= page*limit {
				list = append(list, *r)
			}
		}); err != nil {
			return nil, 0, err
		}
		total += of
	}
	if len(exchanges) > 1 {
		sortNewest(list)
	}
	list = list[min((page-1)*limit, len(list)):]
	return list[:min(limit, len(list))], total, nil
}

// eachDelta hands on all orders that a query asks for, newest first.
func eachDelta(c *call, exchange api.Exchange, q api.DeltaQuery,
	take func(*api.DeltaRecord)) error {
	q.Limit = api.MaxPage
	for q.Page = 1; ; q.Page++ {
		part, err := exchange.DeltaOrders(c.withSecrets(), q)
		if err != nil {
			return err
		}
		for i := range part {
			take(&part[i])
		}
		if len(part) < q.Limit {
			return nil
		}
	}
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
func deltaBalances(c *call) (map[common.Address]api.Amount, error) {
	sums := make(map[common.Address]api.Amount)
	q := api.DeltaQuery{User: c.in.address("userAddress"), Open: true}
	err := eachDelta(c, c.exchange, q, func(r *api.DeltaRecord) {
		if !r.Hidden && !r.Status.Final() {
			token := r.Order.SrcToken
			sums[token] = sums[token].Add(r.Order.SrcAmount.Sub(r.FilledAmount))
		}
	})
	return sums, err
}

func deltaBalanceRoute(prefix string) route {
	return read(prefix+"/fillablebalance/:chainId/:userAddress", contract,
		"Sum what a user's open Delta orders may still take, by token").heavy().
		takes(chainIDParam(), path("userAddress", address, "owner of the orders"), secretParam()).
		answers("`{<token>: <decimal string>}`: of an order that buys the most that it spends, of "+
			"one in slices all that are left", func(s *Server, c *call) (reply, error) {
			sums, err := deltaBalances(c)
			return ok(balancesOf(sums), err)
		}).refuses(api.UnsupportedChain)
}

func deltaBalanceOfRoute(prefix string) route {
	return read(prefix+"/fillablebalance/:chainId/:userAddress/:token", contract,
		"The same for one token").heavy().
		takes(chainIDParam(), path("userAddress", address, "owner of the orders"),
			path("token", address, "token to sum"), secretParam()).
		answers("`{<token>: <decimal string>}`", func(s *Server, c *call) (reply, error) {
			sums, err := deltaBalances(c)
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
