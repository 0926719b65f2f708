// Package apitest holds what every api.Service must do, so that the embedded service and a client
// of a remote one are proven by the same tests: whatever a console can do in process it can do
// against a server.
//
// Run (apitest.go) proves a World; the files beside it have a part of the suite each. For tests of
// what uses a service, Fake (fake.go) is a Service made of functions, and Echo (echo.go) one that
// remembers what it was asked.
package apitest
