package book_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
	"bourse/views/book"
	"bourse/views/format"
)

// bookOrders makes n orders of one side, best first, around 3,020 in an
// 18/6-decimals pair.
func bookOrders(n int, ask bool) []api.BookOrder {
	out := make([]api.BookOrder, n)
	for i := range out {
		price := uint64(302_000_000) // quote units per 0.1 base
		if ask {
			price += uint64(i+1) * 50_000
		} else {
			price -= uint64(i+1) * 50_000
		}
		out[i] = api.BookOrder{Price: api.Price{
			Quote: api.NewAmount(price), Base: api.NewAmount(1e17)},
			Size: api.NewAmount(uint64(1+i%7) * 3e17)}
		out[i].Hash[0] = byte(i)
	}
	return out
}

func pair() format.Pair {
	return format.Pair{Base: "ETH", Quote: "USDC", BaseDecimals: 18, QuoteDecimals: 6,
		PricePlaces: 2, SizePlaces: 3, QuotePlaces: 2}
}

// candlePoints is a wave of n candles, 15 minutes each.
func candlePoints(n int) []book.Candle {
	out := make([]book.Candle, n)
	last := 3000.0
	for i := range out {
		next := 3000 + 30*math.Sin(float64(i)/9) + 8*math.Cos(float64(i)*1.7)
		out[i] = book.Candle{At: uitest.Start.Add(time.Duration(i-n) * 15 * time.Minute),
			Open: last, Close: next,
			High: max(last, next) + 4, Low: min(last, next) - 5, Volume: float64(1 + i*7%11)}
		last = next
	}
	return out
}

func newEnv() *ui.Env {
	env, _ := uitest.NewEnv()
	return env
}

// TestTheyFillTheirArea draws everything in boxes from nothing to large.
func TestTheyFillTheirArea(t *testing.T) {
	t.Parallel()
	env := newEnv()
	ladder := book.NewLadder(pair())
	ladder.SetBook(env, bookOrders(60, true), bookOrders(60, false))
	asks, bids := ladder.Levels()
	odd := []book.Candle{{Open: math.NaN(), High: math.Inf(1), Low: math.Inf(-1), Close: 1,
		Volume: math.NaN()}}
	for _, w := range []int{0, 1, 2, 5, 11, 13, 24, 37, 48, 80, 118, 200} {
		for _, h := range []int{0, 1, 2, 3, 5, 9, 18, 30, 56} {
			a := cells.Box{W: w, H: h}
			for _, points := range [][]book.Candle{nil, candlePoints(1), candlePoints(300), odd} {
				uitest.Exact(t, book.Candles{Points: points, Volume: a.H%2 == 0}.Draw(
					env.Theme, a), a)
			}
			uitest.Exact(t, book.Depth{Bids: bids, Asks: asks, Pair: pair(), Cursor: a.W / 2}.Draw(
				env.Theme, a), a)
			uitest.Exact(t, book.Depth{Bids: bids[:1], Cursor: -1}.Draw(env.Theme, a), a)
			uitest.Exact(t, book.Depth{Asks: asks}.Draw(env.Theme, a), a)
			uitest.Exact(t, book.Depth{}.Draw(env.Theme, a), a)
			uitest.Exact(t, ladder.Draw(env, a, true), a)
			uitest.Exact(t, book.NewLadder(pair()).Draw(env, a, false), a)
		}
	}
}

func TestCandleGlyphs(t *testing.T) {
	env := newEnv()
	rising := []book.Candle{{At: uitest.Start, Open: 2, Close: 6, High: 8, Low: 0}}
	got := book.Candles{Points: rising, Label: func(float64) string { return "" }}.Draw(
		env.Theme, cells.Box{W: 12, H: 6})
	var column []string
	for _, line := range uitest.Lines(got)[:4] {
		r := []rune(line)
		column = append(column, string(r[len(r)-2:]))
	}
	want := []string{"┤│", "│┃", "┤┃", "││"}
	for i := range want {
		if column[i] != want[i] {
			t.Errorf("row %d shows %q, want %q", i, column[i], want[i])
		}
	}
}

// The times below candles are of the zone in which crosshair and tape tell theirs.
func TestCandlesAreInTheZone(t *testing.T) {
	defer ui.SetZone(time.UTC)
	ui.SetZone(time.FixedZone("+0545", 5*3600+45*60))
	points := candlePoints(12)
	for i := range points {
		points[i].At = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	}
	got := book.Candles{Points: points}.Draw(newEnv().Theme, cells.Box{W: 40, H: 8})
	if lines := uitest.Lines(got); !strings.Contains(strings.Join(lines, "\n"), "17:45") {
		t.Errorf("noon UTC is not 17:45: %q", lines)
	}
}

func TestDepthChart(t *testing.T) {
	env := newEnv()
	l := newLadder(env)
	asks, bids := l.Levels()
	area := cells.Box{W: 60, H: 14}
	d := book.Depth{Bids: bids, Asks: asks, Pair: pair(), Cursor: -1}
	got := strings.Join(uitest.Lines(d.Draw(env.Theme, area)), "\n")
	uitest.Golden(t, "depth_60x14.txt", got)
	if n := strings.Count(got, "◆"); n != 3 { // the legend and one on either side
		t.Errorf("%d marks of own orders", n)
	}
	if p := d.PriceAt(0, area); p.String() != "300000" {
		t.Errorf("the first column is at %s", p)
	}
	if low, high := d.PriceAt(-5, area), d.PriceAt(500, area); low.Cmp(high) >= 0 {
		t.Errorf("from %s to %s", low, high)
	}
}

// BenchmarkSetBook is an update of a book of 600 levels, and of one whose levels hold many orders.
func BenchmarkSetBook(b *testing.B) {
	for _, each := range []int{1, 10} {
		b.Run(fmt.Sprintf("%d orders", 600*each), func(b *testing.B) {
			env := newEnv()
			l := book.NewLadder(pair())
			var asks, bids []api.BookOrder
			for i, o := range bookOrders(300, true) {
				for range each {
					asks, bids = append(asks, o), append(bids, bookOrders(300, false)[i])
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				l.SetBook(env, asks, bids)
			}
		})
	}
}

// TestOneOutlierLeavesTheOtherVolumesTheirBars: forty quarters of an hour trade 10 to 40, one 900.
func TestOneOutlierLeavesTheOtherVolumesTheirBars(t *testing.T) {
	t.Parallel()
	points := candlePoints(40)
	for i := range points {
		points[i].Volume = float64(10 + 10*(i%4))
	}
	points[39].Volume = 900
	drawn := ansi.Strip(book.Candles{Points: points, Volume: true}.Draw(newEnv().Theme,
		cells.Box{W: 80, H: 30}))
	var rows []string // of volume, the last beside its name
	for row := range strings.Lines(drawn) {
		rows = append(rows, row)
		if strings.Contains(row, "vol ") {
			break
		}
	}
	foot := rows[len(rows)-1]
	low, high := strings.Count(foot, "▁"), 0
	for _, bar := range "▃▄▅▆▇█" {
		high += strings.Count(foot, string(bar))
	}
	if low > 12 || high < 20 {
		t.Errorf("%d bars are flat, %d are not:\n%s", low, high, drawn)
	}
	if !strings.Contains(strings.Join(rows[len(rows)-3:], ""), "▲") {
		t.Errorf("the cut bar has no mark:\n%s", drawn)
	}
}
