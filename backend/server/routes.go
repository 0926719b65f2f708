package server

import (
	"maps"
	"net/http"

	"bourse/backend/api"
)

// routes returns the table of all endpoints, in the order of the API page.
func routes() []route {
	var table []route
	for _, part := range [][]route{
		orderRoutes(fungible), orderRoutes(nonFungible), tokenRoutes(), swapRoutes(), deltaRoutes(),
		deltaV2Routes(),
		networkRoutes(), marketRoutes(), nftRoutes(), transactionRoutes(), operationRoutes(),
	} {
		table = append(table, part...)
	}
	return table
}

// Parameters that many routes share.
func chainIDParam() param { return path("chainId", integer, "network id") }

func pairParams() []param {
	return []param{
		chainIDParam(),
		path("base", address, "token whose amounts are counted"),
		path("quote", address, "token that prices are in"),
	}
}

func pairOf(in input) api.Pair {
	return api.Pair{Base: in.address("base"), Quote: in.address("quote")}
}

// limitParam bounds a list.
func limitParam() param {
	return query("limit", integer, "maximum count of entries").or("100").within(1, api.MaxPage)
}

func read(path string, g group, summary string) route {
	return route{method: http.MethodGet, path: path, group: g, summary: summary}
}

func post(path string, g group, summary string) route {
	return route{method: http.MethodPost, path: path, group: g, summary: summary}
}

func (r route) takes(params ...param) route { r.params = append(r.params, params...); return r }

func (r route) answers(shape string, h handler) route { r.reply, r.handle = shape, h; return r }

func (r route) refuses(types ...api.ErrorType) route {
	r.errors = append(r.errors, types...)
	return r
}

// with gives an error type another status at this route.
func (r route) with(status int, t api.ErrorType) route {
	r.statuses = maps.Clone(r.statuses)
	if r.statuses == nil {
		r.statuses = make(map[api.ErrorType]int)
	}
	r.statuses[t] = status
	return r
}

// withoutBody lets the body be left out.
func (r route) withoutBody() route { r.spare = true; return r }

// heavy puts a route under the stricter rate limit.
func (r route) heavy() route { r.costly = true; return r }
