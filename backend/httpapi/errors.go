package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"bourse/backend/api"
)

// The error types that only a transport can have.
const (
	requestTimeout api.ErrorType = "RequestTimeout"
	uriTooLong     api.ErrorType = "UriTooLong"
	hostNotServed  api.ErrorType = "HostNotServed"
)

// statusOf returns the HTTP status of an error type. Whatever has none of its own is a business rule that the request broke.
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

// errorReply returns the reply that tells of an error, in the four fields that every error body has. Of a fault of ours it shows nothing.
func errorReply(err error, requestID string) reply {
	e := *api.AsError(err)
	if e.Type == api.InternalError {
		e = *api.AsError(errors.New("hidden"))
	}
	if e.Text == "" {
		e.Text = e.Details
	}
	e.RequestID = requestID
	r := reply{status: statusOf(e.Type)}
	if r.status == http.StatusTooManyRequests || r.status == http.StatusServiceUnavailable {
		r.retryAfter = max(1, int((e.RetryAfter+time.Second-1)/time.Second))
	}
	r.body, _ = json.Marshal(&e)
	return r
}

// errorFromReply is the inverse for a client: the error that an answer with a status of 400 or more tells of.
func errorFromReply(status int, header http.Header, body []byte) *api.Error {
	e := new(api.Error)
	if json.Unmarshal(body, e) != nil || e.Type == "" {
		e = api.Errorf(foreignType(status), "the server answered %d %s without an error of this interface: check that its address is a bourse server's",
			status, http.StatusText(status))
	}
	if seconds, err := strconv.Atoi(header.Get("Retry-After")); err == nil && seconds > 0 {
		e.RetryAfter = time.Duration(seconds) * time.Second
	}
	return e
}

// foreignType guesses the type of an error that something between us and the server made.
func foreignType(status int) api.ErrorType {
	switch {
	case status == http.StatusTooManyRequests:
		return api.RateLimited
	case status == http.StatusNotFound:
		return api.NotFound
	case status >= http.StatusInternalServerError:
		return api.ChainUnavailable
	}
	return api.ValidationError
}

// panicked is what a handler's panic becomes: an internal error with the stack for the log.
func panicked(value any, stack []byte) error { return fmt.Errorf("panic: %v\n%s", value, stack) }
