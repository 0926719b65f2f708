package server

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"bourse/backend/api"
	"bourse/backend/seats"
)

// reply is what a handler answers.
type reply struct {
	status      int
	contentType string // empty is JSON
	body        []byte
	retryAfter  int    // seconds, on 429 and 503
	allow       string // methods, on 405 and for OPTIONS
	stream      func() // writes the reply itself
}

// jsonReply answers with a value as JSON.
func jsonReply(status int, v any) (reply, error) {
	b, err := json.Marshal(v)
	return reply{status: status, body: b}, err
}

func ok(v any, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	return jsonReply(http.StatusOK, v)
}

// write sends a reply and returns what was sent.
func (s *Server) write(c *call, rep reply) reply {
	if len(rep.body) > largeReply && seats.UntakenOf(c.r.Context()) > s.owed {
		busy := api.Errorf(api.RateLimited, "your address has taken too little of the answers "+
			"that it was sent; ask again once it has, or for a smaller page")
		rep = errorReply(busy, c.id, c.route)
	}
	c.headers(rep)
	s.clusterHeaders(c, c.w.Header())
	c.w.WriteHeader(rep.status)
	if c.r.Method != http.MethodHead {
		_, _ = c.w.Write(rep.body) // an error means that the client has gone
	}
	return rep
}

// headers sets the headers of a reply. Any web page may read the interface: it holds nothing
// private and knows no credential that a browser would add. Extensions and operation are for
// programs, and pages cannot reach them.
func (c *call) headers(rep reply) {
	h := c.w.Header()
	h.Set("X-Request-Id", c.id)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	if rep.allow != "" {
		h.Set("Allow", rep.allow)
	}
	if c.public {
		c.share(rep)
	}
	if c.r.ContentLength < 0 {
		h.Set("Connection", "close") // nobody waits for the end of a body that is not read
	}
	if rep.status == http.StatusNoContent {
		return
	}
	if rep.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(rep.retryAfter))
	}
	contentType := rep.contentType
	if contentType == "" {
		contentType = "application/json"
	}
	h.Set("Content-Type", contentType)
	if rep.stream == nil {
		h.Set("Content-Length", strconv.Itoa(len(rep.body)))
	}
}

// share tells a browser that pages of any origin may read the reply, and what they may send.
func (c *call) share(rep reply) {
	h := c.w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, "+revisionHeader+", "+
		ageHeader)
	if c.r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", rep.allow)
		// clients may bring keys and names of their own, which mean nothing here
		h.Set("Access-Control-Allow-Headers", "*")
		h.Set("Access-Control-Max-Age", "600")
	}
}

// finish counts and logs a request that has been answered.
func (s *Server) finish(c *call, status int, err error) {
	took := s.now().Sub(c.start)
	s.metrics.observe(c.route, c.r.Method, status, took)
	level := slog.LevelDebug
	switch {
	case status == http.StatusInternalServerError:
		level = slog.LevelError
	case status == http.StatusServiceUnavailable && c.r.Context().Err() == nil:
		level = slog.LevelWarn
	}
	if !s.log.Enabled(c.r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("request", c.id), slog.String("method", c.r.Method),
		slog.String("path", c.r.URL.Path),
		slog.Int("status", status), slog.Duration("took", took),
		slog.String("client", c.r.RemoteAddr),
	}
	if id, ok := c.chain(); ok {
		attrs = append(attrs, slog.Uint64("chain", id))
	}
	if err != nil {
		attrs = append(attrs, slog.String("error", err.Error()))
		if cause := errors.Unwrap(err); cause != nil {
			attrs = append(attrs, slog.String("cause", cause.Error()))
		}
	}
	s.log.LogAttrs(c.r.Context(), level, "http request", attrs...)
}
