package server

import (
	"context"
	"net/http"
	"runtime/debug"
	"time"

	"bourse/backend/api"
	"bourse/backend/seats"
	"bourse/backend/tracing"
)

// call is one request on its way through the server.
type call struct {
	w     http.ResponseWriter
	r     *http.Request
	ctx   context.Context // ends with the request, or when its time is up
	id    string
	start time.Time
	route *route // nil until the path has been matched
	in    input
	// exchange is that on the network that the request has to name; nil where it has not
	exchange api.Exchange
	// public lets web pages of any origin read the answer.
	public bool
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &call{w: w, r: r, id: s.nextID(), start: s.now()}
	defer seats.Release(r.Context())
	if s.stop.Err() != nil {
		w.Header().Set("Connection", "close")
	}
	ctx, span := tracing.Request(r, "request")
	c.r = r.WithContext(ctx)
	rep, err := s.answer(c)
	if err != nil {
		allow := rep.allow
		rep = errorReply(err, c.id, c.route)
		rep.allow = allow
	}
	if rep.stream != nil && r.Method == http.MethodGet {
		rep.stream()
	} else {
		rep = s.write(c, rep)
		s.limits.spend(r.RemoteAddr, len(rep.body))
	}
	s.finish(c, rep.status, err)
	c.tell(span, rep.status, err)
}

// tell says of the part of a trace that is the request what it was.
func (c *call) tell(span tracing.Span, status int, err error) {
	if c.route != nil {
		span.Name(c.r.Method + " " + c.route.path)
	}
	if id, ok := c.chain(); ok {
		span.Number("chain", id)
	}
	span.Text("request", c.id)
	span.Number("http.response.status_code", uint64(status))
	if status < http.StatusInternalServerError {
		err = nil // whoever asked was told what is wrong with the question
	}
	span.End(err)
}

// answer does everything but write. A panic on the way becomes an error.
func (s *Server) answer(c *call) (rep reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked(p, debug.Stack())
		}
	}()
	if err := s.admit(c); err != nil {
		return reply{}, err
	}
	rep, texts, err := s.find(c)
	if err := s.limits.take(c.r.RemoteAddr, c.route != nil && c.route.costly); err != nil {
		return reply{}, err
	}
	if err != nil || c.route == nil {
		return rep, err
	}
	if err := c.decode(texts); err != nil {
		return reply{}, err
	}
	ctx, cancel := context.WithTimeout(c.r.Context(), s.times.handler)
	defer cancel()
	c.ctx = api.WithClient(ctx, seats.Client(c.r.RemoteAddr))
	if err := s.awaitRevision(c); err != nil {
		return reply{}, err
	}
	if err := s.enter(c); err != nil {
		return reply{}, err
	}
	seats.Busy(c.r.Context())
	return c.route.handle(s, c)
}

// enter finds the exchange on the network that a request has to name.
func (s *Server) enter(c *call) (err error) {
	if id, ok := c.chain(); ok {
		c.exchange, err = s.svc.Exchange(id)
	}
	return err
}

// chain is the network that a request has to name, once the request has been read.
func (c *call) chain() (id uint64, ok bool) {
	for i, p := range c.in.params {
		if p.name == "chainId" && p.required && i < len(c.in.values) {
			id, ok = c.in.values[i].(uint64)
		}
	}
	return id, ok
}

// admit refuses what no route should see.
func (s *Server) admit(c *call) error {
	if err := s.hosts.check(c.r.Host); err != nil {
		return err
	}
	if len(c.r.RequestURI) > maxURI {
		return api.Errorf(uriTooLong, "the address of the request has %d bytes; at most %d are "+
			"read", len(c.r.RequestURI), maxURI)
	}
	return nil
}

// find matches path and method. c.route stays nil where there is nothing to handle: on an error, or
// for OPTIONS.
func (s *Server) find(c *call) (reply, []string, error) {
	n, texts := s.root.match(c.r.URL.EscapedPath())
	c.public = n == nil || n.group == contract
	if n == nil {
		return reply{}, nil, api.Errorf(
			api.NotFound, "there is nothing at %s; the API page lists every path",
			quote(c.r.URL.EscapedPath()))
	}
	if c.r.Method == http.MethodOptions {
		return reply{status: http.StatusNoContent, allow: n.allow()}, nil, nil
	}
	c.route = n.route(c.r.Method)
	if c.route == nil {
		return reply{allow: n.allow()}, nil,
			api.Errorf(api.MethodNotAllowed, "%s is not a method of this path; it takes %s",
				quote(c.r.Method), n.allow())
	}
	return reply{}, texts, nil
}
