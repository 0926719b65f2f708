package backend_test

import (
	"crypto/ecdsa"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// sharedInput is what a client did: it created an order, or read it at a revision that it knew of.
type sharedInput struct {
	order  int
	create bool
}

// unanswered is the outcome of a creation that nobody told: it may be at any time after it began.
const unanswered = 0

// sharedModel is one order, which is there or not: a creation makes it if it was not there.
var sharedModel = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		of := make(map[int][]porcupine.Operation)
		for _, o := range history {
			n := o.Input.(sharedInput).order
			of[n] = append(of[n], o)
		}
		var parts [][]porcupine.Operation
		for _, p := range of {
			parts = append(parts, p)
		}
		return parts
	},
	Init: func() any { return false },
	Step: func(state, input, output any) (bool, any) {
		there, status := state.(bool), output.(int)
		switch {
		case status == unanswered:
			return true, true
		case input.(sharedInput).create && there:
			return status == http.StatusOK, true
		case input.(sharedInput).create:
			return status == http.StatusCreated, true
		case there:
			return status == http.StatusOK, true
		}
		return status == http.StatusNotFound, false
	},
}

// linearizable has clients create and read the same orders at all nodes, each asking for the newest
// revision that any of them has seen, and looks for one order of events that explains what they
// saw.
func (p *sharedExchange) linearizable() {
	p.Helper()
	const orders, clients, each = 40, 6, 60
	bodies, paths := p.contested(orders)
	var newest atomic.Int64
	var unknown sync.Map // orders that a node could not say of whether it took them
	history := make([][]porcupine.Operation, clients)
	began := time.Now()
	var all sync.WaitGroup
	for c := range clients {
		random := rand.New(rand.NewPCG(9, uint64(c)))
		all.Go(func() {
			for i := range each {
				order := min(orders-1, i*orders/each+random.IntN(3)) // all at the same ones
				in := sharedInput{order, random.IntN(3) == 0}
				node, call := random.IntN(len(p.urls)), time.Since(began)
				var status int
				var text string
				var h http.Header
				if in.create {
					status, text, h = p.post(node, bodies[in.order])
				} else {
					status, text, h = p.get(node, paths[in.order], fmt.Sprint(newest.Load()))
				}
				if status == http.StatusServiceUnavailable {
					unknown.Store(order, true)
					continue
				}
				back := time.Since(began)
				revision, err := strconv.ParseInt(h.Get("X-Revision"), 10, 64)
				if err != nil {
					p.Errorf("%d %s: %v", status, text, err)
				}
				for old := newest.Load(); old < revision &&
					!newest.CompareAndSwap(old, revision); old = newest.Load() {
				}
				history[c] = append(history[c], porcupine.Operation{ClientId: c, Input: in,
					Call: int64(call), Output: status, Return: int64(back)})
			}
		})
	}
	all.Wait()
	var list []porcupine.Operation
	for _, h := range history {
		list = append(list, h...)
	}
	list = slices.DeleteFunc(list, func(o porcupine.Operation) bool {
		_, is := unknown.Load(o.Input.(sharedInput).order)
		return is
	})
	if !porcupine.CheckOperations(sharedModel, list) {
		p.Errorf("no order of events explains what %d clients saw", clients)
	}
	if len(list) < clients*each*9/10 {
		p.Errorf("only %d of %d requests were answered", len(list), clients*each)
	}
}

// contested is orders that several clients create and read, and where each is read.
func (p *sharedExchange) contested(orders int) (bodies, paths []string) {
	p.Helper()
	bodies, paths = make([]string, orders), make([]string, orders)
	var key *ecdsa.PrivateKey
	for i := range orders {
		if i%200 == 0 { // a maker may not have many more
			var err error
			if key, err = crypto.GenerateKey(); err != nil {
				p.Fatal(err)
			}
		}
		o := api.Order{
			NonceAndMeta: api.PackNonce(api.NewAmount(uint64(i+1)), common.Address{}),
			Maker:        crypto.PubkeyToAddress(key.PublicKey),
			MakerAsset:   api.Asset{Address: common.HexToAddress("0xaa")},
			TakerAsset:   api.Asset{Address: common.HexToAddress("0xbb")},
			MakerAmount:  api.NewAmount(1), TakerAmount: api.NewAmount(1),
		}
		hash := eip712.HashOrder(api.LocalChainID, p.contract, &o)
		bodies[i] = orderBody(key, &o, p.contract)
		paths[i] = "/ft/order/" + hexutil.Encode(hash[:])
	}
	return bodies, paths
}

// observe has clients create and read the same orders at all nodes, each asking for the newest
// revision that any of them has seen, until stop is closed: while faults are made. check then looks
// for one order of events that explains what they saw.
func (p *sharedExchange) observe(clients int, stop <-chan struct{}) (check func()) {
	p.Helper()
	const orders, each, pace = 4000, 50 * time.Millisecond, 5 * time.Millisecond
	bodies, paths := p.contested(orders)
	var newest atomic.Int64
	history := make([][]porcupine.Operation, clients)
	began := time.Now()
	var all sync.WaitGroup
	for c := range clients {
		random := rand.New(rand.NewPCG(26, uint64(c)))
		all.Go(func() {
			for {
				order := int(time.Since(began)/each) + random.IntN(3)
				select {
				case <-stop:
					return
				case <-time.After(pace):
				}
				if order >= orders {
					continue
				}
				in := sharedInput{order, random.IntN(3) == 0}
				node, call := random.IntN(3), time.Since(began)
				var status int
				var text string
				var h http.Header
				var err error
				if in.create {
					status, text, h, err = p.tryPost(node, bodies[order])
				} else {
					status, text, h, err = p.tryGet(node, paths[order],
						fmt.Sprint(newest.Load()))
				}
				var back int64
				switch {
				case err != nil || status == http.StatusServiceUnavailable:
					if !in.create {
						continue
					}
					status, back = unanswered, math.MaxInt64
				default:
					revision, err := strconv.ParseInt(h.Get("X-Revision"), 10, 64)
					if err != nil {
						p.Errorf("%d %s: %v", status, text, err)
					}
					for old := newest.Load(); old < revision &&
						!newest.CompareAndSwap(old, revision); old = newest.Load() {
					}
					back = int64(time.Since(began)) // from here on others ask for it
				}
				history[c] = append(history[c], porcupine.Operation{ClientId: c, Input: in,
					Call: int64(call), Output: status, Return: back})
			}
		})
	}
	return func() {
		p.Helper()
		all.Wait()
		list := slices.Concat(history...)
		for _, part := range sharedModel.Partition(list) {
			if !porcupine.CheckOperations(sharedModel, part) {
				p.Errorf("no order of events explains what %d clients saw: %+v", clients, part)
			}
		}
		p.Logf("%d requests for the same orders have an order of events", len(list))
	}
}
