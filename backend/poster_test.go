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

// posting is a signed order on its way: the request, and what its answer must hold.
type posting struct {
	body    string
	request []byte
	hash    []byte // as the record in the answer has it
}

// newPosting signs an order.
func newPosting(key *ecdsa.PrivateKey, o *api.Order, contract common.Address) posting {
	body := orderBody(key, o, contract)
	return posting{body, orderRequest(body), fmt.Appendf(nil, `"orderHash":%q`,
		eip712.HashOrder(api.LocalChainID, contract, o))}
}

// accepted is nil where an answer says that the order was new and is stored.
func (p *posting) accepted(status int, answer []byte) error {
	if status != http.StatusCreated || !bytes.Contains(answer, p.hash) {
		return fmt.Errorf("%d %s: want %d and %s", status, answer, http.StatusCreated, p.hash)
	}
	return nil
}

// poster is a client that costs little, so that a benchmark beside the server measures the server:
// one connection that stays open, requests made before, and of an answer's head no more is read
// than its status and length.
type poster struct {
	conn   net.Conn
	answer *bufio.Reader
	body   []byte
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
	if _, err := p.conn.Write(order.request); err != nil {
		return err
	}
	first, err := p.answer.ReadSlice('\n')
	if err != nil {
		return err
	}
	var major, minor, status int
	if _, err := fmt.Sscanf(string(first), "HTTP/%d.%d %d", &major, &minor, &status); err != nil {
		return fmt.Errorf("%q: %w", first, err)
	}
	length := -1
	for {
		line, err := p.answer.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) <= len("\r\n") {
			break
		}
		if text, ok := bytes.CutPrefix(line, []byte("Content-Length:")); ok {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(text))); err != nil {
				return err
			}
		}
	}
	if length < 0 {
		return fmt.Errorf("%d: an answer without its length", status)
	}
	p.body = slices.Grow(p.body[:0], length)[:length]
	if _, err := io.ReadFull(p.answer, p.body); err != nil {
		return err
	}
	return order.accepted(status, p.body)
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
