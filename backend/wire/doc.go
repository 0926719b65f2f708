// Package wire holds the JSON shapes of the interface over HTTP that are not those of package api
// itself, and the segments of its paths: what server and client must agree on.
package wire
