package local

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/seats"
)

// What the door keeps for those outside, and how long it waits for them.
const (
	doorConnections = 1024
	doorBytes       = 64 << 20 // of answers that are not taken
	doorHeader      = 5 * time.Second
	doorTime        = 30 * time.Second // for a request, and for its answer
	doorIdle        = 2 * time.Minute
	doorStop        = 5 * time.Second
)

// door is where others reach the JSON-RPC, by HTTP and by web sockets. The node's own has no bound
// of connections.
type door struct {
	host     string
	port     uint64
	calls    *rpc.Server
	sockets  *rpc.Server
	conns    *seats.Connections
	server   *http.Server
	listener net.Listener
}

// newDoor reads where it is to be; nil where nobody is to reach the chain.
func newDoor(addr string) (*door, error) {
	if addr == "" {
		return nil, nil
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("the address %q for the local network's JSON-RPC must be "+
			"host:port: %w", addr, err)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("the port %q for the local network's JSON-RPC must be a number "+
			"from 0 to 65535", port)
	}
	if host == "" {
		host = "127.0.0.1" // others reach the network only when asked for
	}
	return &door{host: host, port: number,
		conns: seats.NewConnections(doorConnections, doorBytes)}, nil
}

// serve says what is behind the door.
func (d *door) serve(apis []rpc.API) error {
	for _, s := range []**rpc.Server{&d.calls, &d.sockets} {
		*s = rpc.NewServer()
		(*s).SetBatchLimits(batchLimit, node.DefaultConfig.BatchResponseMaxSize)
		if err := node.RegisterApis(apis, []string{"eth", "net", "web3"}, *s); err != nil {
			return err
		}
	}
	// Any page may ask a network whose keys are public, but only under this machine's own
	// names: a name that a page rebinds is refused.
	calls := node.NewHTTPHandlerStack(d.calls, []string{"*"}, []string{"localhost", d.host}, nil,
		true)
	// A web socket has no such check, and no page has to ask before it opens one: pages of this
	// machine alone may.
	pages := []string{"localhost", "127.0.0.1", "http://[::1]", "https://[::1]"}
	if net.ParseIP(d.host) == nil || net.ParseIP(d.host).To4() != nil {
		pages = append(pages, d.host)
	}
	sockets := d.sockets.WebsocketHandler(pages)
	d.server = &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path != "/":
				http.NotFound(w, r)
			case socketWanted(r): // it waits for its client all the time
				sockets.ServeHTTP(w, r)
			default:
				seats.Busy(r.Context())
				defer seats.Release(r.Context())
				calls.ServeHTTP(w, r)
			}
		}),
		ReadHeaderTimeout: doorHeader, ReadTimeout: doorTime, WriteTimeout: doorTime,
		IdleTimeout: doorIdle, ConnContext: seats.WithConnection,
	}
	return nil
}

func socketWanted(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket") &&
		strings.Contains(strings.ToLower(r.Header.Get("Connection")), "upgrade")
}

// Start begins to listen. The node calls it.
func (d *door) Start() error {
	l, err := net.Listen("tcp", net.JoinHostPort(d.host, strconv.FormatUint(d.port, 10)))
	if err != nil {
		return err
	}
	d.listener = l
	go func() { _ = d.server.Serve(d.conns.Listen(l)) }()
	return nil
}

// Stop ends it. The node calls it before it ends what is behind.
func (d *door) Stop() error {
	d.calls.Stop()
	d.sockets.Stop()
	ctx, cancel := context.WithTimeout(context.Background(), doorStop)
	defer cancel()
	if d.server.Shutdown(ctx) != nil {
		_ = d.server.Close()
	}
	return nil
}

// url is where it listens.
func (d *door) url() string {
	if d == nil || d.listener == nil {
		return ""
	}
	return "http://" + d.listener.Addr().String()
}

// web3 is that part of the JSON-RPC, which the node keeps to itself.
type web3 struct{ name string }

// ClientVersion serves web3_clientVersion.
func (w web3) ClientVersion() string { return w.name }

// Sha3 serves web3_sha3.
func (web3) Sha3(input hexutil.Bytes) hexutil.Bytes { return crypto.Keccak256(input) }
