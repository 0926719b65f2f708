package pins_test

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/pins"
)

// forgetful connects to a network by a node that finds no logs.
func forgetful(t *testing.T, url string) *chain.Network {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, _ := io.ReadAll(r.Body)
		for _, event := range []string{ // Transfer and TransferSingle
			"ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
			"c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62"} {
			asked = bytes.ReplaceAll(asked, []byte(event), bytes.Repeat([]byte("f"), len(event)))
		}
		answer, err := http.Post(url, "application/json", bytes.NewReader(asked))
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.Copy(w, answer.Body)
	}))
	t.Cleanup(web.Close)
	n, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{web.URL}},
		chain.Config{ChainID: api.LocalChainID, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

// remote is a service whose network is not known here.
type remote struct{ api.Service }

func (r remote) Networks(ctx context.Context) ([]api.Network, error) {
	list, err := r.Service.Networks(ctx)
	for i := range list {
		list[i].Local = false
	}
	return list, err
}

// Of collections of which nothing is known here, the node's logs tell what came to an account,
// whatever the service hides. Where they don't tell it all, the list is said to be its word.
func TestHiddenNFTsAreFound(t *testing.T) {
	t.Parallel()
	w := newTraders(t)
	node, _ := w.b.Chain(api.LocalChainID)
	for range 3 {
		if _, err := w.b.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	is, err := w.on.UserNFTs(t.Context(), w.keys.List()[0].Address)
	if err != nil || len(is) < 2 {
		t.Fatal(len(is), err)
	}
	byID := func(a, b api.UserNFT) int {
		return cmp.Or(a.Address.Cmp(b.Address), a.ID.Cmp(b.ID))
	}
	slices.SortFunc(is, byID)
	hides := &liar{Service: w.b, nfts: func([]api.UserNFT) []api.UserNFT { return nil }}
	for _, c := range []struct {
		name string
		node *chain.Network
		list []api.UserNFT
		by   string
	}{{"by logs", node, is, ""}, {"by no logs", forgetful(t, w.b.LocalRPC()), nil, "there"}} {
		on := apitest.On(pins.New(remote{hides}, "there", pins.Known{},
			map[uint64]*chain.Network{api.LocalChainID: c.node}, nil, witness(t, "there")),
			api.LocalChainID)
		if _, err := on.Collections(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 2 { // also from what is remembered
			list, err := on.UserNFTs(t.Context(), w.keys.List()[0].Address)
			slices.SortFunc(list, byID)
			if err != nil || !slices.Equal(list, c.list) {
				t.Errorf("%s: %v, there are %v, %v", c.name, list, c.list, err)
			}
			status, err := on.Status(t.Context())
			if err != nil || status.NFTsToldBy != c.by {
				t.Errorf("%s: the list is the word of %q, not %q, %v", c.name, status.NFTsToldBy,
					c.by, err)
			}
		}
	}
}
