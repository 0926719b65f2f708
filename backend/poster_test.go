package backend_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// poster is a client that costs little, so that a benchmark beside the server measures the server:
// one connection that stays open, requests made before, and of an answer no more is read than tells
// where it ends.
type poster struct {
	conn   net.Conn
	answer *bufio.Reader
}

func newPoster(url string) (*poster, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		return nil, err
	}
	return &poster{conn, bufio.NewReader(conn)}, nil
}

func (p *poster) close() { p.conn.Close() }

// orderRequest is the request that posts an order, as post sends it.
func orderRequest(body string) []byte {
	return fmt.Appendf(nil, "POST /ft/orders/1337 HTTP/1.1\r\nHost: localhost\r\nContent-Type: "+
		"application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

// post sends a request and waits for the end of its answer, which must have the status 201.
func (p *poster) post(request []byte) error {
	if _, err := p.conn.Write(request); err != nil {
		return err
	}
	first, err := p.answer.ReadSlice('\n')
	if err != nil {
		return err
	}
	status, length := string(first), -1
	for {
		line, err := p.answer.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) <= len("\r\n") {
			break
		}
		if name, value, _ := strings.Cut(string(line), ":"); name == "Content-Length" {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return err
			}
		}
	}
	if length < 0 {
		return fmt.Errorf("%s: an answer without its length", status)
	}
	if strings.Contains(status, strconv.Itoa(http.StatusCreated)) {
		_, err = p.answer.Discard(length)
		return err
	}
	text := make([]byte, length)
	_, err = io.ReadFull(p.answer, text)
	return fmt.Errorf("%s %s (%v)", status, text, err)
}

// posters are clients of a server.
func posters(n int, url func(client int) string) (list []*poster, err error) {
	for c := range n {
		p, err := newPoster(url(c))
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// coreTime is how long this process has used a core.
func coreTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it only fails for arguments that are none
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
