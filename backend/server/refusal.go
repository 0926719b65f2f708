package server

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"bourse/backend/api"
)

// headersTooLarge is the error type of a request whose headers are more than the server reads.
const headersTooLarge api.ErrorType = "HeadersTooLarge"

// listener gives its connections the errors of the interface where net/http answers by itself, in
// plain text, what it cannot read as a request: clients decode the body of every error.
type listener struct {
	net.Listener
	server *Server
}

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{c, l.server}, nil
}

type conn struct {
	net.Conn
	server *Server
}

// NetConn is the connection that this one is made of.
func (c *conn) NetConn() net.Conn { return c.Conn }

// Write sends what the server answers; net/http writes a refusal of its own at once.
func (c *conn) Write(b []byte) (int, error) {
	line, ok := plainRefusal(b)
	if !ok {
		return c.Conn.Write(b)
	}
	if _, err := c.Conn.Write(c.server.refusal(line)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// plainRefusal returns the status of an answer that net/http made by itself, such as "400 Bad
// Request: missing required Host header". No handler answers with such headers, and no part of a
// body looks like them, since JSON has no line breaks of this kind.
func plainRefusal(b []byte) (string, bool) {
	line, ok := bytes.CutPrefix(b, []byte("HTTP/1.1 "))
	if !ok {
		return "", false
	}
	line, headers, ok := bytes.Cut(line, []byte("\r\n"))
	ok = ok && (bytes.HasPrefix(headers,
		[]byte("Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")) ||
		bytes.HasPrefix(line, []byte("417 ")) &&
			bytes.HasPrefix(headers, []byte("Connection: close\r\n")))
	return string(line), ok
}

// CloseWrite lets net/http end an answer without cutting it off.
func (c *conn) CloseWrite() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok {
		return errors.ErrUnsupported
	}
	return half.CloseWrite()
}

// refusal is the answer in place of one of net/http's.
func (s *Server) refusal(line string) []byte {
	code, why, _ := strings.Cut(line, " ")
	status, err := strconv.Atoi(code)
	if err != nil {
		status = http.StatusBadRequest
	}
	e := api.Errorf(api.ValidationError, "the request cannot be read: %s", why)
	if status == http.StatusRequestHeaderFieldsTooLarge {
		e = api.Errorf(headersTooLarge,
			"the headers of the request are too large; at most %d bytes are read", maxHeader)
	}
	id := s.nextID()
	body := errorReply(e, id, nil).body
	s.metrics.observe(nil, "", status, 0)
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: "+
		"%d\r\nX-Request-Id: %s\r\nConnection: close\r\n\r\n%s",
		status, http.StatusText(status), len(body), id, body)
}
