package server

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// eventStream is the media type of server-sent events.
const eventStream = "text/event-stream"

// outlet is what a stream is written to.
type outlet interface {
	// begin tells that nothing is missed from now on.
	begin() error
	// event writes an event; an empty id is none.
	event(id, name string, data []byte) error
	// events writes some together.
	events(list []telling) error
	// quiet tells that the stream is there, and how far it is.
	quiet(id string) error
	// end says why no more comes; "" gives no reason.
	end(why string)
}

// outletFor answers a request with a stream: a web socket where one is asked for, server-sent
// events else. gone is called when the client of a web socket has left.
func (s *Server) outletFor(c *call, gone context.CancelFunc) (outlet, error) {
	if websocket.IsWebSocketUpgrade(c.r) {
		return s.socket(c, gone)
	}
	c.headers(reply{status: http.StatusOK, contentType: eventStream, stream: func() {}})
	s.clusterHeaders(c, c.w.Header())
	c.w.WriteHeader(http.StatusOK)
	return s.sentTo(c.w), nil
}

// sentEvents writes server-sent events. Each is sent at once, and fails when the client has not
// taken it in time.
type sentEvents struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	wait    time.Duration
}

// streamWriter returns what sends text at once, and fails when the client has not taken it in time.
func (s *Server) streamWriter(w http.ResponseWriter) func(string) error {
	return s.sentTo(w).send
}

func (s *Server) sentTo(w http.ResponseWriter) *sentEvents {
	return &sentEvents{w: w, control: http.NewResponseController(w), wait: s.times.write}
}

func (o *sentEvents) send(text string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.control.SetWriteDeadline(time.Now().Add(o.wait)); err != nil {
		return err
	}
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.control.Flush()
}

// mostAtOnce is how many bytes of events are written together.
const mostAtOnce = 16 << 10

func (o *sentEvents) event(id, name string, data []byte) error {
	return o.events([]telling{{id, name, data}})
}

func (o *sentEvents) events(list []telling) error {
	var text strings.Builder
	for _, e := range list {
		if text.Len() >= mostAtOnce { // there is a deadline for each
			if err := o.send(text.String()); err != nil {
				return err
			}
			text.Reset()
		}
		if e.id != "" {
			text.WriteString("id: " + e.id + "\n")
		}
		text.WriteString("event: " + e.name + "\ndata: ")
		text.Write(e.data)
		text.WriteString("\n\n")
	}
	return o.send(text.String())
}

func (o *sentEvents) begin() error { return o.send(": connected\n\n") }

func (o *sentEvents) quiet(id string) error {
	if id != "" {
		id = "id: " + id + "\n"
	}
	return o.send(id + ": still here\n\n")
}

func (o *sentEvents) end(why string) {
	if why != "" {
		_ = o.send(": " + why + "\n\n")
	}
}

// socketMessage is what a web socket carries. Without an event it tells how far the stream is.
type socketMessage struct {
	ID    string          `json:"id,omitempty"`
	Event string          `json:"event,omitempty"`
	Data  json.RawMessage `json:"data,omitempty"`
}

// maxSocketRead bounds what a client may send, which has nothing to say.
const maxSocketRead = 4096

// socket answers with a web socket. Pages of other origins get none, as they can read no extension.
func (s *Server) socket(c *call, gone context.CancelFunc) (outlet, error) {
	up := websocket.Upgrader{HandshakeTimeout: s.times.header, EnableCompression: false}
	conn, err := up.Upgrade(c.w, c.r, http.Header{"X-Request-Id": {c.id}})
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(maxSocketRead)
	silent := 2*s.times.heartbeat + s.times.write
	heard := func() error { return conn.SetReadDeadline(time.Now().Add(silent)) }
	conn.SetPongHandler(func(string) error { return heard() })
	if err := heard(); err != nil {
		return nil, err
	}
	go func() {
		defer gone()
		for {
			if _, _, err := conn.NextReader(); err != nil {
				return
			}
		}
	}()
	return &socket{conn: conn, wait: s.times.write}, nil
}

type socket struct {
	mu   sync.Mutex
	conn *websocket.Conn
	wait time.Duration
	told string
}

func (o *socket) send(m socketMessage) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.conn.SetWriteDeadline(time.Now().Add(o.wait)); err != nil {
		return err
	}
	return o.conn.WriteJSON(m)
}

func (o *socket) event(id, name string, data []byte) error {
	return o.send(socketMessage{ID: id, Event: name, Data: data})
}

func (o *socket) events(list []telling) error {
	for _, e := range list {
		if err := o.event(e.id, e.name, e.data); err != nil {
			return err
		}
	}
	return nil
}

// begin needs no message: the reader knows by the first.
func (o *socket) begin() error { return nil }

func (o *socket) quiet(id string) error {
	if id != "" && id != o.told {
		o.told = id
		return o.send(socketMessage{ID: id})
	}
	return o.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(o.wait))
}

func (o *socket) end(why string) {
	if why == "" {
		why = "the stream ends: open it again"
	}
	bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, why)
	_ = o.conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second))
	_ = o.conn.Close()
}
