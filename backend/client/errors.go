package client

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"bourse/backend/api"
	"bourse/ui/clean"
)

// maxDetails bounds what is shown of a server's sentence, in characters.
const maxDetails = 4 << 10

// errorFromReply returns the error that an answer with a status of 400 or more
// tells of.
func errorFromReply(status int, header http.Header, body []byte) *api.Error {
	e := new(api.Error)
	read := json.Unmarshal(body, e) == nil
	e.Type = api.ErrorType(clean.Text(string(e.Type))) // which may be anything
	e.Details, e.Text = clean.TextUpTo(e.Details, maxDetails), clean.TextUpTo(e.Text, maxDetails)
	if !read || e.Type == "" || e.Details == "" {
		e = api.Errorf(foreignType(status),
			"the server answered %d %s without an error of this interface: check that its "+
				"address is a bourse server's",
			status, http.StatusText(status))
	}
	for i, f := range e.Fields {
		e.Fields[i] = api.FieldError{Field: clean.Text(f.Field), Reason: clean.Text(f.Reason)}
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
