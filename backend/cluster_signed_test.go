package backend_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/delta"
	"bourse/backend/orders"
	"bourse/store/facts"
	"bourse/store/facts/etcd/etcdtest"
)

// etcdWriter is somebody who can write to the etcd of an exchange, and is no node of it.
type etcdWriter struct {
	*sharedExchange
	etcd *clientv3.Client
}

func (p *sharedExchange) stranger() *etcdWriter {
	p.Helper()
	c, err := clientv3.New(clientv3.Config{Endpoints: p.etcd.Endpoints()})
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { c.Close() })
	return &etcdWriter{p, c}
}

const clusterFactsAt = "/bourse/test/facts/"

// all is the facts of a stream, oldest first.
func (s *etcdWriter) all(stream string) (list [][]byte) {
	s.Helper()
	r, err := s.etcd.Get(s.Context(), clusterFactsAt+stream+"/", clientv3.WithPrefix(),
		clientv3.WithSort(clientv3.SortByCreateRevision, clientv3.SortAscend))
	if err != nil || len(r.Kvs) == 0 {
		s.Fatal(stream, err)
	}
	for _, kv := range r.Kvs {
		body, _, err := facts.Decode(kv.Value)
		if err != nil {
			s.Fatal(err)
		}
		list = append(list, body)
	}
	return list
}

func (s *etcdWriter) put(stream, name string, body []byte) {
	s.Helper()
	if _, err := s.etcd.Put(s.Context(), clusterFactsAt+stream+"/"+name,
		string(facts.Encode(body, nil))); err != nil {
		s.Fatal(err)
	}
}

// invents writes an order that nobody posted, and the end of a Delta order that is open. It returns
// the hash of the first, and how many facts those were.
func (s *etcdWriter) invents() (hash common.Hash, n int) {
	s.Helper()
	limit := orders.Stream(api.LocalChainID)
	body := append([]byte{}, s.all(limit)[0]...)
	hash = crypto.Keccak256Hash([]byte("invented"))
	copy(body[2:], hash[:]) // a record begins with two bytes and the hash
	s.put(limit, hash.Hex(), body)

	stream := delta.Stream(api.LocalChainID)
	var submitted struct{ Submit struct{ Row []byte } }
	for _, body := range s.all(stream) {
		if err := json.Unmarshal(body, &submitted); err != nil {
			s.Fatal(err)
		}
		if len(submitted.Submit.Row) > 0 {
			break
		}
	}
	const failed = 8 // the number of the state, in the second byte of a row
	submitted.Submit.Row[1] = failed
	const most = 20
	for was := range most { // whatever event the order is at
		text, err := json.Marshal(map[string]any{"change": map[string]any{
			"rows": []any{map[string]any{"was": was, "row": submitted.Submit.Row}}}})
		if err != nil {
			s.Fatal(err)
		}
		s.put(stream, fmt.Sprintf("change-1-%d", was), text)
	}
	return hash, 1 + most
}

// TestStrangersInventNothing has somebody who can write to etcd invent an order and end another one
// in the nodes' name: where three nodes have a key, none of them takes any of it, each counts it,
// and an order that is posted afterwards is taken by all; without a key, all believe it.
func TestStrangersInventNothing(t *testing.T) {
	t.Parallel()
	for what, keys := range map[string]facts.Keys{"a key": {{1}}, "none": nil} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p := &sharedExchange{T: t, keys: keys,
				etcd: etcdtest.Run(t, etcdtest.Options{Size: 1})}
			p.startHost("127.0.0.1:0")
			p.start(p.elsewhere())
			p.start(p.elsewhere())
			key, err := crypto.GenerateKey()
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(31, 1))
			if status, text, _ := p.post(0, signedOrder(key, random, p.contract)); status/100 != 2 {
				t.Fatal(status, text)
			}
			owner := &session{p.nodes[0], openWallet(t)}
			signed := owner.signedDelta(t, p.nodes[1])
			on := func(node int) api.Exchange { return apitest.On(p.nodes[node], api.LocalChainID) }
			open, _, err := on(1).SubmitDelta(t.Context(), signed)
			if err != nil {
				t.Fatal(err)
			}
			p.level()
			hash, n := p.stranger().invents()
			status, text, h := p.post(1, signedOrder(key, random, p.contract))
			if status/100 != 2 {
				t.Fatal(status, text)
			}
			for node := range p.nodes {
				status, text, _ := p.get(node, "/ft/order/"+hash.Hex(), h.Get("X-Revision"))
				r, err := on(node).DeltaOrder(t.Context(), open.ID)
				if err != nil {
					t.Fatal(err)
				}
				_, metrics, _ := p.get(node, "/metrics", "")
				if keys == nil {
					if status != http.StatusOK || r.Status != api.DeltaFailed {
						t.Errorf("this test invents nothing that node %d believes: %d %s, %s", node,
							status, text, r.Status)
					}
					continue
				}
				if status != http.StatusNotFound || r.Status.Final() {
					t.Errorf("node %d believes a stranger: %d %s; the Delta order is %s", node,
						status, text, r.Status)
				}
				if want := fmt.Sprintf("bourse_cluster_set_aside_total %d\n", n); !strings.Contains(
					metrics, want) {
					t.Errorf("node %d does not count %d facts", node, n)
				}
			}
			p.same([]string{api.Lower(crypto.PubkeyToAddress(key.PublicKey))})
		})
	}
}
