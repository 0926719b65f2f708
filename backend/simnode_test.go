package backend

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"

	"github.com/ethereum/go-ethereum/rpc"
)

// simNode stands between an exchange and its chain's node and reads every message. It answers what
// comes as the simulation tells it to.
type simNode struct {
	mu     sync.Mutex
	down   bool   // requests are refused
	frozen uint64 // the block that it says is the newest; 0 says the truth
	line   net.Conn
	client *rpc.Client
}

func (n *simNode) set(down bool, frozen uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down, n.frozen = down, frozen
}

// connect is a Config.Node.
func (n *simNode) connect(server *rpc.Server) (*rpc.Client, error) {
	client, front := net.Pipe()
	back, node := net.Pipe()
	go server.ServeCodec(rpc.NewCodec(node), 0)
	var writing sync.Mutex
	answer := func(message []byte) error {
		writing.Lock()
		defer writing.Unlock()
		_, err := front.Write(append(message, '\n'))
		return err
	}
	go pump(back, answer)
	go func() {
		pump(front, func(message []byte) error {
			refused, message := n.judge(message)
			if refused {
				return answer(message)
			}
			_, err := back.Write(append(message, '\n'))
			return err
		})
		back.Close() // the client has gone
	}()
	dialed, err := rpc.DialIO(context.Background(), client, client)
	n.mu.Lock()
	n.line, n.client = client, dialed
	n.mu.Unlock()
	return dialed, err
}

// hangUp ends the client, which a process that died did not, and its connection, which a client of
// DialIO leaves open.
func (n *simNode) hangUp() {
	n.mu.Lock()
	line, client := n.line, n.client
	n.mu.Unlock()
	if client != nil {
		line.Close()
		client.Close()
	}
}

// pump hands messages on until the connection ends.
func pump(from net.Conn, take func([]byte) error) {
	defer from.Close()
	d := json.NewDecoder(from)
	for {
		var message json.RawMessage
		if d.Decode(&message) != nil || take(message) != nil {
			return
		}
	}
}

// judge changes a request, or refuses it with the answer that it returns.
func (n *simNode) judge(message []byte) (refused bool, out []byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.frozen > 0 {
		message = bytes.ReplaceAll(message, []byte(`"params":["latest",false]`),
			fmt.Appendf(nil, `"params":["%#x",false]`, n.frozen))
	}
	if !n.down {
		return false, message
	}
	type request struct {
		ID json.RawMessage `json:"id"`
	}
	refusal := func(r request) map[string]any {
		return map[string]any{"jsonrpc": "2.0", "id": r.ID,
			"error": map[string]any{"code": -32603, "message": "internal error"}}
	}
	var batch []request
	if json.Unmarshal(message, &batch) == nil {
		answers := make([]any, len(batch))
		for i := range batch {
			answers[i] = refusal(batch[i])
		}
		out, _ = json.Marshal(answers)
		return true, out
	}
	var one request
	_ = json.Unmarshal(message, &one) // it came from the client, so it is one
	out, _ = json.Marshal(refusal(one))
	return true, out
}
