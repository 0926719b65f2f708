package swap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/tree"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
	"bourse/views/route"
)

// runningTotal shows parts of a sum so that what is shown adds up to the sum as shown: each part is
// the difference between two rounded running sums.
type runningTotal struct {
	token  api.Token
	places int
	round  api.Round // of the sum as it is shown
	sum    *big.Int
}

func newRunningTotal(t api.Token, whole api.Amount, r api.Round) *runningTotal {
	return &runningTotal{t, format.ScaledPlaces(whole, t), r, new(big.Int)}
}

// rounded is the running sum as it is shown.
func (t *runningTotal) rounded() *big.Int {
	step := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.token.Decimals-t.places)), nil)
	q, rest := new(big.Int).QuoRem(t.sum, step, new(big.Int))
	if t.round == api.Up && rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q.Mul(q, step)
}

// add counts a part and returns it as it is shown.
func (t *runningTotal) add(a api.Amount) api.Amount {
	before := t.rounded()
	t.sum.Add(t.sum, a.Big())
	return api.MustBig(new(big.Int).Sub(t.rounded(), before))
}

func (t *runningTotal) text(a api.Amount) string {
	return a.Format(t.token.Decimals, t.places, api.Down)
}

// token is a token of the route, with the decimals that the route says where it is not listed.
func (w *routePane) token(a common.Address, decimals int) api.Token {
	for _, known := range []api.Token{w.pair.Src, w.pair.Dest} {
		if known.Address == a {
			return known
		}
	}
	t, ok := w.s.Token(a)
	if !ok {
		t.Decimals = min(max(decimals, 0), api.MaxDecimals)
	}
	return t
}

// routePane shows the newest route as a tree.
type routePane struct {
	s     *views.Session
	pair  *pairform.Pair
	in    *inputs
	trade *route.Trade
	tree  tree.Tree
	leave func() // gives the form the focus
}

func (*routePane) Name() string { return paneRoute }

// Title says how old a route is that is not the answer to what the form says, or too old.
func (w *routePane) Title() (title, right string) {
	if w.s.Area.Wide() {
		return "Route tree", w.age()
	}
	return "Route", w.age()
}

func (w *routePane) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok && w.tree.Mouse(m) {
		return w.openLeg()
	}
	return nil
}

// Resize shapes the tree anew.
func (w *routePane) Resize(screen cells.Box) { w.grow(screen) }

func (w *routePane) Actions() []ui.Action {
	back := act("form", paneRoute, "tab", "form", "back to the form", "",
		func() tea.Cmd { w.leave(); return nil })
	back.Key = ui.Keys("tab", "shift+tab", "esc", "left")
	return append([]ui.Action{back}, w.tree.Actions(paneRoute, w.openLeg)...)
}

// grower makes the tree of a route.
type grower struct {
	w       *routePane
	compact bool
	in, out *runningTotal // of the whole swap
}

// grow shows the newest route as a tree: split, hop, venue, and below it what it comes to.
func (w *routePane) grow(area cells.Box) {
	if !w.trade.Quotes.Newest.Known {
		w.tree.Foot, w.tree.Below = nil, nil
		w.tree.Set(nil)
		return
	}
	r := w.trade.Quotes.Newest.Route
	g := grower{w, !area.Wide(), newRunningTotal(w.pair.Src, r.SrcAmount, api.Up),
		newRunningTotal(w.pair.Dest, r.DestAmount, api.Down)}
	root := tree.Node{Text: format.Scaled(r.SrcAmount, w.pair.Src, api.Up) + " " +
		w.pair.Src.Symbol}
	for i := range r.BestRoute {
		root.Kids = append(root.Kids, g.route(i, &r.BestRoute[i]))
	}
	total := "= " + format.Scaled(r.DestAmount, w.pair.Dest, api.Down) + " " + w.pair.Dest.Symbol
	w.tree.Foot = &tree.Node{
		Text:  total,
		Style: func(t *ui.Theme) ui.Style { return t.Title },
	}
	w.tree.Below = w.alternatives(&r)
	w.tree.Set([]tree.Node{root})
}

// alternatives are the best pools of the exchanges that trade both tokens, each with what the swap
// would bring, or cost, in it alone, and how far that is from the route.
func (w *routePane) alternatives(r *api.PriceRoute) []tree.Node {
	if len(r.Others) == 0 {
		return nil
	}
	root := tree.Node{Text: "one exchange alone", Right: "against it",
		Style: func(t *ui.Theme) ui.Style { return t.Muted }}
	for _, o := range r.Others {
		amount, best, token, round := o.DestAmount, r.DestAmount, w.pair.Dest, api.Down
		if r.Side == api.Buy {
			amount, best, token, round = o.SrcAmount, r.SrcAmount, w.pair.Src, api.Up
		}
		off := ui.Unknown
		if n, ok := format.AmountOffBy(amount, best); ok {
			off = format.Bps(n)
		}
		root.Kids = append(root.Kids, tree.Node{Text: o.Exchange,
			Right: format.Scaled(amount, token, round) + cells.Right(off, 8)})
	}
	return []tree.Node{root}
}

const (
	footGap   = 4  // cells of a tree's foot beside its texts
	leastRoom = 20 // beside its total, for anything else
)

// bound says how far the route is at most from the best that any could bring, rounded against the
// reader, or that this is not known, or where there was nothing to search, of which block it is. It
// fits in room cells.
func bound(r *api.PriceRoute, room int) string {
	var texts []string
	pools := ui.Counted(r.BoundPools, "pool")
	switch {
	case room < leastRoom:
	case r.BoundGapBps != nil:
		gap := strconv.FormatFloat(math.Ceil(*r.BoundGapBps*10)/10, 'f', -1, 64)
		within := "within " + gap + " bps of the best"
		texts = []string{within + " possible over " + pools, within + " of " + pools, within}
	case r.BoundPools > 0:
		best := fmt.Sprintf("not certified: the best may be over %d bps off", api.MostBoundGapBps)
		texts = []string{best + " over " + pools, best, "not certified to be near the best",
			"not certified"}
	default:
		texts = []string{"block " + ui.Count(r.BlockNumber)}
	}
	for _, text := range texts {
		if cells.Width(text) <= room {
			return text
		}
	}
	return ""
}

func (g grower) route(i int, r *api.SwapRoute) tree.Node {
	var kids []tree.Node
	var total api.Amount
	path := ""
	for k := range r.Swaps {
		hop := &r.Swaps[k]
		in, out := g.totals(r, k)
		whole := sold(hop)
		src, dest := g.w.token(hop.SrcToken, hop.SrcDecimals),
			g.w.token(hop.DestToken, hop.DestDecimals)
		node := tree.Node{Text: src.Symbol + " → " + dest.Symbol}
		if path += "→" + dest.Symbol; k == 0 {
			path = src.Symbol + "→" + dest.Symbol
		}
		for l := range hop.Exchanges {
			leg := &hop.Exchanges[l]
			from := in.add(leg.SrcAmount)
			if k == 0 {
				total = total.Add(from)
			}
			node.Kids = append(node.Kids, g.leaf(
				legID{i, k, l}, leg, percent(leg.Percent, leg.SrcAmount, whole), in.text(from),
				out.text(out.add(leg.DestAmount)), dest))
		}
		if g.compact {
			kids = append(kids, node.Kids...)
			continue
		}
		kids = append(kids, node)
	}
	share := percent(r.Percent, total, g.w.trade.Quotes.Newest.Route.SrcAmount)
	head := share + " ─ " + g.in.text(total) + " " + g.w.pair.Src.Symbol
	if g.compact {
		head = share + " " + path
	}
	return tree.Node{Text: head, Kids: kids}
}

// percent is what a part of a split says that it carries, or that it is less than the one percent
// which a price route says of each at least.
func percent(said int, part, whole api.Amount) string {
	if share := format.Share(part, whole); said == 1 && share == "<1%" {
		return share
	}
	return fmt.Sprintf("%d%%", said)
}

// sold is what goes into a hop.
func sold(hop *api.SwapHop) (sum api.Amount) {
	for _, leg := range hop.Exchanges {
		sum = sum.Add(leg.SrcAmount)
	}
	return sum
}

// tallies count what goes into and comes out of a hop: at the ends of the routes those of the whole
// swap.
func (g grower) totals(r *api.SwapRoute, k int) (in, out *runningTotal) {
	through := func(hop *api.SwapHop, into bool) *runningTotal {
		var sum api.Amount
		token := g.w.token(hop.SrcToken, hop.SrcDecimals)
		if !into {
			token = g.w.token(hop.DestToken, hop.DestDecimals)
		}
		for _, leg := range hop.Exchanges {
			if into {
				sum = sum.Add(leg.SrcAmount)
			} else {
				sum = sum.Add(leg.DestAmount)
			}
		}
		return newRunningTotal(token, sum, api.Down)
	}
	in, out = g.in, g.out
	if k > 0 {
		in = through(&r.Swaps[k], true)
	}
	if k < len(r.Swaps)-1 {
		out = through(&r.Swaps[k], false)
	}
	return in, out
}

// leaf is a venue with what goes in and comes out; where there is little room, what comes out.
func (g grower) leaf(id legID, leg *api.SwapLeg, share, in, out string,
	dest api.Token) tree.Node {
	n := tree.Node{ID: id.String(), Text: share + " " + leg.Exchange, Right: in + " → " + out}
	if dest.Address != g.w.pair.Dest.Address {
		n.Right += " " + cells.Clean(dest.Symbol)
	}
	if g.compact {
		n.Right = out
		if dest.Address != g.w.pair.Dest.Address {
			n.Right += " " + cells.Truncate(cells.Clean(dest.Symbol), 5)
		}
	}
	return n
}

// legID is a leg's place in a route.
type legID struct{ route, hop, leg int }

func (i legID) String() string { return fmt.Sprintf("%d/%d/%d", i.route, i.hop, i.leg) }

// leg finds a leg of the shown route.
func (w *routePane) leg(id string) (leg api.SwapLeg, hop api.SwapHop, ok bool) {
	for i, r := range w.trade.Quotes.Newest.Route.BestRoute {
		for k, h := range r.Swaps {
			for l, leg := range h.Exchanges {
				if (legID{i, k, l}).String() == id {
					return leg, h, true
				}
			}
		}
	}
	return leg, hop, false
}

// openLeg shows a leg in full: amounts, pools and the data object as it came.
func (w *routePane) openLeg() tea.Cmd {
	leg, hop, ok := w.leg(w.tree.Selected())
	if !ok {
		w.s.Toast(ui.Warn, "choose a venue of the route first: ↑ and ↓")
		return nil
	}
	src, dest := w.token(hop.SrcToken, hop.SrcDecimals), w.token(hop.DestToken, hop.DestDecimals)
	var b strings.Builder
	line := func(name, value string) { fmt.Fprintf(&b, "%-10s %s\n", name, value) }
	line("exchange", leg.Exchange)
	line("share", percent(leg.Percent, leg.SrcAmount, sold(&hop))+" of this hop")
	line("in", leg.SrcAmount.Units(
		src.Decimals)+" "+src.Symbol+"  (raw "+leg.SrcAmount.String()+")")
	line("out", leg.DestAmount.Units(
		dest.Decimals)+" "+dest.Symbol+"  (raw "+leg.DestAmount.String()+")")
	line("from", src.Address.Hex())
	line("to", dest.Address.Hex())
	for _, pool := range leg.PoolAddresses {
		line("pool", pool.Hex())
	}
	var data bytes.Buffer
	if json.Indent(&data, leg.Data, "", "  ") != nil {
		data.Write(leg.Data)
	}
	b.WriteString("\ndata\n" + data.String())
	w.s.Open(ui.NewViewer(w.s.Env, "Venue · "+leg.Exchange, b.String()))
	return nil
}

func (w *routePane) Draw(area cells.Box, focused bool) string {
	if !w.trade.Quotes.Newest.Known {
		return w.drawNoRoute(area)
	}
	area.W-- // amounts stand at the right: a blank before the border
	if foot := w.tree.Foot; foot != nil {
		foot.Right = bound(&w.trade.Quotes.Newest.Route, area.W-cells.Width(foot.Text)-footGap)
	}
	return w.tree.Draw(w.s.Env.Theme, area, focused)
}

func (w *routePane) drawNoRoute(area cells.Box) string {
	t := w.s.Env.Theme
	p := w.trade.Quotes.Newest.Problem
	switch {
	case p != (route.Trouble{}):
		var lines []string
		for i, l := range cells.Wrap("✗ "+p.String(), area.W-2) {
			if i > 0 {
				l = "  " + l
			}
			lines = append(lines, " "+t.Danger.Render(cells.Truncate(l, area.W-2)))
		}
		return strings.Join(append(lines, "", t.Muted.Render("   r try again")), "\n")
	case w.in.wish().Key() != "":
		return " " + ui.State{What: "the route", Loading: true}.Draw(w.s.Env, area.W-2)
	}
	return " " + t.Muted.Render(cells.Truncate("Type an amount first.", area.W-2))
}

func (w *routePane) age() string {
	switch {
	case !w.trade.Quotes.Newest.Known:
		return ""
	case !w.trade.Quotes.Fits():
		return "earlier quote"
	case w.trade.Quotes.Newest.Problem != (route.Trouble{}) || w.trade.Quotes.Stale():
		return ui.Age(w.trade.Quotes.Age()) + " old"
	}
	return "v, ⏎ for pool"
}

func (w *routePane) noRoute() string {
	if !w.trade.Quotes.Newest.Known {
		return "there is no route yet"
	}
	return ""
}

func (w *routePane) noCall() string {
	if data, _, _ := w.trade.Quotes.Newest.Sends(); len(data) == 0 || !w.trade.Quotes.Fits() {
		return "there is no transaction yet"
	}
	return ""
}

func (w *routePane) copyCall() tea.Cmd {
	data, _, _ := w.trade.Quotes.Newest.Sends()
	w.s.Copy("calldata", "0x"+common.Bytes2Hex(data))
	return nil
}

func (w *routePane) openRaw() tea.Cmd {
	text, err := json.MarshalIndent(w.trade.Quotes.Newest.Route, "", "  ")
	if err != nil {
		w.s.Toast(ui.Bad, err.Error())
		return nil
	}
	w.s.Open(ui.NewViewer(w.s.Env, "Route · raw JSON", string(text)))
	return nil
}
