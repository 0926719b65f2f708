package server

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"bourse/backend/api"
)

// history is a service of an owner with some parts of ended orders.
type history struct {
	parts int

	mu           sync.Mutex
	read         int // parts
	atWork, most int // in parts after the first
	begun        chan struct{}
	goOn         chan struct{} // what reads a part after the first waits for it; nil for nothing
}

func (h *history) orders(_ context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	later := q.Page > 1
	h.mu.Lock()
	h.read++
	if later {
		h.atWork++
		h.most = max(h.most, h.atWork)
	}
	h.mu.Unlock()
	if later && h.goOn != nil {
		h.begun <- struct{}{}
		<-h.goOn
	}
	if later {
		h.mu.Lock()
		h.atWork--
		h.mu.Unlock()
	}
	if q.Page > h.parts {
		return nil, nil
	}
	list := make([]api.DeltaRecord, q.Limit)
	for i := range list {
		list[i] = api.DeltaRecord{ID: fmt.Sprint(q.Page, i), Status: api.DeltaExpired}
	}
	return list, nil
}

const historyPath = "/delta/orders?chainId=1337&userAddress=" +
	"0x71C7656EC7ab88b098defB751B7401B5f6d8976F"

// Of an owner with many orders no more is read than the page needs.
func TestAListReadsNoMoreThanItsPage(t *testing.T) {
	t.Parallel()
	service, srv := newServer(t, Options{})
	for _, tc := range []struct {
		query string
		parts int // that hold what is asked for
	}{
		{"&status=EXPIRED&limit=10", 1},
		{"&status=EXPIRED&limit=1000", 1},
		{"&status=EXPIRED&limit=1000&page=2", 2},
		{"&status=EXECUTED&limit=10", 5}, // none: the last part is empty
	} {
		h := &history{parts: 4}
		service.OnDeltaOrders = h.orders
		a := ask(t, srv, http.MethodGet, historyPath+tc.query, "")
		if a.status != http.StatusOK || h.read != tc.parts {
			t.Errorf("%s: status %d, %d parts read, want %d", tc.query, a.status, h.read, tc.parts)
		}
	}
}

// Who asks for many long lists has one turn at a time; a list's first page waits for nobody.
func TestLongListsWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	service, srv := newServer(t, Options{})
	const asked = 8
	h := &history{parts: 2, begun: make(chan struct{}, 4*asked), goOn: make(chan struct{})}
	service.OnDeltaOrders = h.orders
	answers := make(chan answer, asked)
	for range asked {
		go func() { answers <- ask(t, srv, http.MethodGet, historyPath+"&status=EXECUTED", "") }()
	}
	select {
	case <-h.begun:
	case a := <-answers:
		t.Fatalf("a long list: status %d: %s", a.status, a.body)
	}
	if a := ask(t, srv, http.MethodGet, historyPath+"&status=EXPIRED&limit=10", ""); a.status !=
		http.StatusOK {
		t.Errorf("a page beside long lists: status %d: %s", a.status, a.body)
	}
	close(h.goOn)
	for range asked {
		if a := <-answers; a.status != http.StatusOK {
			t.Errorf("a long list: status %d: %s", a.status, a.body)
		}
	}
	if h.most > 1 {
		t.Errorf("one client reads %d parts at the same time", h.most)
	}
}
