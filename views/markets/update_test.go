package markets

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views/viewtest"
)

// fullBook has as many orders on a side as the screen reads, each at a price of
// its own, with sizes that depend on the version.
func fullBook(version int) api.Book {
	side := func(step int64) []api.BookOrder {
		out := make([]api.BookOrder, bookDepth)
		for i := range out {
			out[i] = api.BookOrder{
				Price: api.Price{Base: api.NewAmount(1e17),
					Quote: api.NewAmount(uint64(302_000_000 + step*int64(i+1)))},
				Size: api.NewAmount(uint64(1+(i+version)%7) * 3e17),
				Hash: common.Hash{byte(step), byte(i >> 8), byte(i)}}
		}
		return out
	}
	return api.Book{Asks: side(50_000), Bids: side(-50_000)}
}

// BenchmarkUpdateFullBook measures what Update takes for a book of full depth
// in which every size has changed. Less than 1 ms is promised.
func BenchmarkUpdateFullBook(b *testing.B) {
	s := viewtest.Session(b, nil, api.Network{ChainID: 1337}, viewtest.WETH(), viewtest.USDC())
	s.Market = api.Market{ChainID: 1337, Base: viewtest.WETH(), Quote: viewtest.USDC()}
	m := New(s, nil)
	m.Resize(cells.Box{W: 200, H: 56})
	m.ladder.pair = s.Pair()
	var epoch uint64
	m.ladder.feed.Ask = func(e uint64) tea.Cmd { epoch = e; return nil }
	m.ladder.feed.want()
	books := [2]api.Book{fullBook(0), fullBook(3)}
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		m.Update(answer[bookRead]{epoch, bookRead{Book: books[n%2]}, nil})
		n++
	}
	if m.Draw(cells.Box{W: 200, H: 56}) == "" || len(m.ladder.book.Asks) != bookDepth {
		b.Fatal("the book was not taken in")
	}
}
