// Package httpapi is the exchange's interface over HTTP: a server in front of an api.Service, and a client of such a server that is an
// api.Service itself.
//
// One table of routes says everything about an endpoint: the router matches by it, requests are decoded and checked by it, and API.md is
// generated from it.
package httpapi

//go:generate go test -run TestAPIPage -update .
