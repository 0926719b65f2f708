package backend_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/store/facts/etcd/etcdtest"
)

// A stream of events that breaks goes on at another node, which tells of what came meanwhile and of
// nothing that it would have to have read anew.
func TestStreamsGoOnAtAnotherNode(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1})
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	post := func(node int) (hash string) {
		t.Helper()
		status, text, _ := p.post(node, signedOrder(key, random, p.contract))
		var answer struct{ Order struct{ OrderHash string } }
		if err := json.Unmarshal([]byte(text), &answer); status/100 != 2 || err != nil {
			t.Fatal(status, text, err)
		}
		return answer.Order.OrderHash
	}
	// listen returns what gives the next event of an order, with its id, and what ends the stream.
	listen := func(node int, lastID string) (next func() (id, key string), end func()) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
			p.url(node)+"/x/events?topics=order", nil)
		if err != nil {
			t.Fatal(err)
		}
		if lastID != "" {
			r.Header.Set("Last-Event-ID", lastID)
		}
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(reply.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() && lines.Text() != ": connected" {
		}
		return func() (id, key string) {
			t.Helper()
			for lines.Scan() {
				name, value, _ := strings.Cut(lines.Text(), ": ")
				if name == "id" {
					id = value
				}
				if name != "data" {
					continue
				}
				var e struct{ Key string }
				if err := json.Unmarshal([]byte(value), &e); err != nil {
					t.Fatal(err)
				}
				return id, e.Key
			}
			t.Fatal("the stream ends: ", lines.Err())
			return "", ""
		}, func() { reply.Body.Close() }
	}
	next, end := listen(0, "")
	first := post(0)
	id, hash := next()
	end()
	if hash != first || id == "" {
		t.Fatalf("told of %q with the id %q, want %s", hash, id, first)
	}
	missed := map[string]bool{post(0): true, post(1): true}
	for node := range p.nodes {
		next, end := listen(node, id)
		told := make(map[string]bool)
		for len(told) < len(missed) {
			_, hash := next()
			if hash == "" {
				t.Fatalf("node %d lost what happened", node)
			}
			if missed[hash] {
				told[hash] = true
			}
		}
		end()
	}
}
