// Package server is the exchange's interface over HTTP: it answers requests from an api.Service. A
// client of such a server, in package client, is an api.Service itself.
//
// One table of routes says everything about an endpoint: the router matches by it, requests are
// decoded and checked by it, and API.md and openapi.json are generated from it. Start reading at
// routes.go, where the table is put together from one file for each part of the service, and
// call.go, which takes a request through it. param.go, request.go and body.go read what was sent;
// reply.go, errors.go and refusal.go answer; ratelimit.go and hosts.go keep out what no route
// should see.
package server

//go:generate go test -run TestAPIPage|TestOpenAPI -update .
