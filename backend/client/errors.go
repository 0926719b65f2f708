package client

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"bourse/backend/api"
)

// maxDetails bounds what is shown of a server's sentence, in bytes.
const maxDetails = 4 << 10

// errorFromReply returns the error that an answer with a status of 400 or more
// tells of.
func errorFromReply(status int, header http.Header, body []byte) *api.Error {
	e := new(api.Error)
	if json.Unmarshal(body, e) != nil || e.Type == "" || e.Details == "" {
		e = api.Errorf(foreignType(status),
			"the server answered %d %s without an error of this interface: check that its "+
				"address is a bourse server's",
			status, http.StatusText(status))
	}
	if len(e.Details) > maxDetails {
		e.Details = strings.ToValidUTF8(e.Details[:maxDetails], "") + "…"
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
