// Package client is the exchange on a remote server as an api.Service: what the console shows of a
// service in its own process it shows of one elsewhere.
//
// Client (client.go) sends requests and reads answers and errors; the files beside it have the
// methods of one noun each. events.go keeps the event stream open. Shapes are those of package
// wire.
package client
