package backend_test

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// posting is a signed order on its way.
type posting struct {
	body    string
	request []byte
	hash    string
}

// newPosting signs an order.
func newPosting(key *ecdsa.PrivateKey, o *api.Order, contract common.Address) posting {
	body := orderBody(key, o, contract)
	return posting{body, orderRequest(body),
		eip712.HashOrder(api.LocalChainID, contract, o).Hex()}
}

// accepted is nil where an answer says that the order was new and is stored.
func (p *posting) accepted(status int, answer []byte) error {
	return p.in(status, http.StatusCreated, answer)
}

// in is nil where an answer has a status and holds the order's record.
func (p *posting) in(status, want int, answer []byte) error {
	if status != want || !bytes.Contains(answer, []byte(p.hash)) {
		return fmt.Errorf("%d %s: want %d and order %s", status, answer, want, p.hash)
	}
	return nil
}

// poster is a client that costs little, so that a benchmark beside the server measures the server:
// one connection that stays open, requests made before, and of an answer's head no more is read
// than is asked for here.
type poster struct {
	conn     net.Conn
	answer   *bufio.Reader
	revision string // of the last answer, if the server is a node of several
	body     []byte
}

func newPoster(url string) (*poster, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		return nil, err
	}
	return &poster{conn: conn, answer: bufio.NewReader(conn)}, nil
}

func (p *poster) close() { p.conn.Close() }

// orderRequest is the request that posts an order, as post sends it.
func orderRequest(body string) []byte {
	return fmt.Appendf(nil, "POST /ft/orders/1337 HTTP/1.1\r\nHost: localhost\r\nContent-Type: "+
		"application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

// post posts an order and checks the answer.
func (p *poster) post(order *posting) error {
	status, err := p.ask(order.request)
	if err != nil {
		return err
	}
	return order.accepted(status, p.body)
}

// read reads an order from a node that must be as far as a revision.
func (p *poster) read(order *posting, revision string) error {
	status, err := p.ask(fmt.Appendf(nil, "GET /ft/order/%s HTTP/1.1\r\nHost: localhost\r\n"+
		"X-Revision: %s\r\n\r\n", order.hash, revision))
	if err != nil {
		return err
	}
	return order.in(status, http.StatusOK, p.body)
}

// ask sends a request and reads the answer into p.
func (p *poster) ask(request []byte) (status int, err error) {
	if _, err := p.conn.Write(request); err != nil {
		return 0, err
	}
	first, err := p.answer.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(first), "HTTP/%d.%d %d", &major, &minor, &status); err != nil {
		return 0, fmt.Errorf("%q: %w", first, err)
	}
	length := -1
	for {
		line, err := p.answer.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(line) <= len("\r\n") {
			break
		}
		if text, ok := bytes.CutPrefix(line, []byte("Content-Length:")); ok {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(text))); err != nil {
				return 0, err
			}
		} else if text, ok := bytes.CutPrefix(line, []byte("X-Revision:")); ok {
			p.revision = string(bytes.TrimSpace(text))
		}
	}
	if length < 0 {
		return 0, fmt.Errorf("%d: an answer without its length", status)
	}
	p.body = slices.Grow(p.body[:0], length)[:length]
	_, err = io.ReadFull(p.answer, p.body)
	return status, err
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
