package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"bourse/backend/api"
)

// The error types that only a transport can have.
const (
	requestTimeout api.ErrorType = "RequestTimeout"
	uriTooLong     api.ErrorType = "UriTooLong"
	hostNotServed  api.ErrorType = "HostNotServed"
)

// statusOf returns the HTTP status of an error type. Whatever has none of its own is a business
// rule that the request broke.
func statusOf(t api.ErrorType) int {
	switch t {
	case api.NotFound:
		return http.StatusNotFound
	case api.MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case requestTimeout:
		return http.StatusRequestTimeout
	case api.LengthRequired:
		return http.StatusLengthRequired
	case api.BodyTooLarge:
		return http.StatusRequestEntityTooLarge
	case uriTooLong:
		return http.StatusRequestURITooLong
	case headersTooLarge:
		return http.StatusRequestHeaderFieldsTooLarge
	case api.UnsupportedMediaType:
		return http.StatusUnsupportedMediaType
	case hostNotServed:
		return http.StatusMisdirectedRequest
	case api.RateLimited:
		return http.StatusTooManyRequests
	case api.InternalError:
		return http.StatusInternalServerError
	case api.ChainUnavailable, api.StoreUnavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// errorReply returns the reply that tells of an error, in the four fields that every error body
// has. Of a fault of ours it shows nothing.
func errorReply(err error, requestID string, at *route) reply {
	e := *api.AsError(err)
	if e.Type == api.InternalError {
		e = *api.AsError(errors.New("hidden"))
	}
	if e.Text == "" {
		e.Text = e.Details
	}
	e.RequestID = requestID
	r := reply{status: at.statusOf(e.Type)}
	if r.status == http.StatusTooManyRequests || r.status == http.StatusServiceUnavailable {
		r.retryAfter = max(1, int((e.RetryAfter+time.Second-1)/time.Second))
	}
	r.body, _ = json.Marshal(&e)
	return r
}

// panicked is what a handler's panic becomes: an internal error with the stack for the log.
func panicked(value any, stack []byte) error { return fmt.Errorf("panic: %v\n%s", value, stack) }
