package orders

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// detailPane shows the selected order, and what is known of it beyond its record.
type detailPane struct {
	s    *views.Session
	list *listPane
	text ui.Scroller // the fills

	feed  views.Poller
	hash  common.Hash // of the order that is asked about
	known bool
	err   string
	fills []api.Fill
	ahead string // where it stands in the book
}

func newDetail(s *views.Session, list *listPane) *detailPane {
	p := &detailPane{s: s, list: list}
	p.feed = views.Poller{Pause: loadPause, Ask: p.askDetail}
	return p
}

func (*detailPane) Name() string                 { return paneDetail }
func (*detailPane) Title() (title, right string) { return "Detail", "" }

func (p *detailPane) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := p.feed.Due(m, p.s.Env); ok {
		return cmd
	}
	switch m := m.(type) {
	case tea.MouseMsg:
		p.text.Wheel(m)
	case changed, ui.Refresh:
		return p.feed.Want(p.s.Env)
	case detailed:
		return p.onDetailed(m)
	}
	return nil
}

func (p *detailPane) Actions() []ui.Action { return p.text.Actions("fills", paneDetail) }

// fillsOfOne is how many fills of an order are read.
const fillsOfOne = 100

type detailed struct {
	epoch uint64
	fills []api.Fill
	ahead string
	err   error
}

// Follow asks about the selected order once the selection has moved.
func (p *detailPane) Follow() tea.Cmd {
	r, ok := p.list.Selected()
	if !ok {
		p.hash, p.known = common.Hash{}, false
		return nil
	}
	if r.Hash == p.hash {
		return nil
	}
	p.feed.Drop()
	p.hash, p.known, p.fills, p.ahead, p.err = r.Hash, false, nil, "", ""
	p.text.SetText("")
	return p.feed.Want(p.s.Env)
}

// askDetail reads the selected order's fills and its place in the book.
func (p *detailPane) askDetail(epoch uint64) tea.Cmd {
	r, ok := p.list.Selected()
	exchange := p.s.On(r.ChainID).Exchange
	return ui.Call(p.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		d := detailed{epoch: epoch}
		if !ok {
			return d
		}
		d.fills, d.err = exchange.Fills(ctx, api.FillQuery{Order: &r.Hash, Limit: fillsOfOne})
		if d.err == nil && r.State == api.Pending && r.Type() == api.Limit && !r.NFT {
			var book api.Book
			if book, d.err = exchange.Book(
				ctx, api.Pair{Base: r.market.Base.Address,
					Quote: r.market.Quote.Address}, 0); d.err == nil {
				d.ahead = r.ahead(book)
			}
		}
		return d
	})
}

func (p *detailPane) onDetailed(m detailed) tea.Cmd {
	fresh, again := p.feed.Done(m.epoch, p.s.Env)
	if !fresh {
		return again
	}
	p.err = ""
	if m.err != nil {
		p.err = api.AsError(m.err).Details
		return again
	}
	p.known, p.fills, p.ahead = true, m.fills, m.ahead
	if r, ok := p.list.Selected(); ok {
		p.text.SetText(p.fillLines(r))
	}
	return again
}

// ahead tells how much is offered at better prices on the order's side of the book.
func (r row) ahead(b api.Book) string {
	side, sign := b.Asks, 1
	if !r.makerBase() {
		side, sign = b.Bids, -1
	}
	var sum, last = api.Amount{}, api.Price{}
	levels, found := 0, false
	for _, o := range side {
		found = found || o.Hash == r.Hash
		if sign*o.Price.Cmp(r.rate()) >= 0 {
			continue
		}
		if o.Price.Cmp(last) != 0 || levels == 0 {
			levels++
		}
		sum, last = sum.Add(o.Size), o.Price
	}
	switch {
	case !found:
		return "book  not in it at present"
	case levels == 0:
		return "book  at the best price"
	}
	verb := "offered"
	if !r.makerBase() {
		verb = "bid"
	}
	at := "them"
	if levels == 1 {
		at = "it"
	}
	return fmt.Sprintf("book  %s better · %s %s %s at %s", ui.Counted(levels, "price"),
		r.shape.Some(sum), views.Symbol(r.market.Base), verb, at)
}

func (p *detailPane) Draw(in cells.Box, _ bool) string {
	r, ok := p.list.Selected()
	if !ok {
		return cells.Fit(" "+p.s.Env.Theme.Muted.Render("Select an order to see all of it."),
			in.W, in.H)
	}
	lines := p.compact(r, in.W)
	if in.W >= cells.FullWidth-2 {
		lines = p.whole(r, in.W)
	}
	head := min(len(lines), in.H)
	lines = append(lines[:head:head],
		strings.Split(p.text.Draw(cells.Box{W: in.W, H: max(0, in.H-head)}), "\n")...)
	return cells.Fit(strings.Join(lines, "\n"), in.W, in.H)
}

// whole is the record in a wide pane.
func (p *detailPane) whole(r row, w int) []string {
	t := p.s.Env.Theme
	muted := t.Muted.Render
	title := t.Title.Render(cells.Truncate(
		cells.Clean("order "+format.Hash(r.Hash)+"  "+p.kindOf(r)+" "+r.deal()+r.where()), w-36))
	lines := []string{
		cells.Spread(" "+title, muted("y copy hash   o open JSON "), w),
		" " + muted("maker  ") + cells.Left(r.party(r.Maker), 54) + " " + muted("taker  ") +
			cells.Truncate(r.takers(), w-71),
		" " + muted("makerAsset ") + cells.Left(r.legs(r.MakerAsset, r.MakerAmount), 50) + " " +
			muted("takerAsset ") +
			cells.Truncate(r.legs(r.TakerAsset, r.TakerAmount), w-75),
		" " + p.cover(r) + "   " + muted("fill-or-kill ") + yesNo(r.FillOrKill),
		" " + muted("created ") + format.Moment(r.created()) + muted("   updated ") +
			format.Moment(time.Unix(max(r.UpdatedAt, r.CreatedAt), 0)) +
			muted("   expires ") + format.Moment(r.expires()),
		" " + muted("tx ") + transaction(r.TransactionHash),
	}
	lines = append(lines, p.executes(r)...)
	return append(append(lines, r.reason(p.s.Env.Theme, w)...), " "+p.standing())
}

// mostReason is how many lines say why an order is suspended.
const mostReason = 3

// reason says, in lines of its own, why nobody can fill the order now: what the service gives as
// the reason, such as that the contract of its token is in quarantine, and until when; and whose
// word its signature is.
func (r row) reason(t *ui.Theme, w int) []string {
	var lines []string
	for _, why := range []string{r.s.Reason(r.OrderRecord), sign.ByWord(r.OrderRecord)} {
		if why != "" {
			lines = append(lines, cells.WrapTo("! "+cells.Clean(why), w-2, mostReason)...)
		}
	}
	for i, line := range lines {
		lines[i] = " " + t.Warn.Render(line)
	}
	return lines
}

// compact is the record in a narrow pane.
func (p *detailPane) compact(r row, w int) []string {
	t := p.s.Env.Theme
	muted := t.Muted.Render
	title := format.Hash(r.Hash) + "  " + p.kindOf(r) + " " + r.deal() + r.where()
	lines := []string{
		" " + t.Title.Render(cells.Truncate(cells.Clean(title), w-2)),
		" " + p.cover(r) + muted("  age ") + ui.Age(p.s.Env.Now().Sub(r.created())),
	}
	lines = append(lines, p.executes(r)...)
	return append(append(lines, r.reason(p.s.Env.Theme, w)...),
		" "+muted("maker ")+cells.Truncate(p.s.ShortName(r.Maker), 16)+muted("  taker ")+
			cells.Truncate(r.takers(), 13)+muted("  tx ")+short(r.TransactionHash)+
			muted("  expires ")+api.Until(p.s.Env.Now(), r.expires()),
		" "+p.standing())
}

// standing is the order's place in the book and the number of its fills.
func (p *detailPane) standing() string {
	t := p.s.Env.Theme
	switch {
	case p.err != "":
		return t.Danger.Render("✗") + " " + cells.Clean(p.err) +
			t.Muted.Render("  r try again")
	case !p.known:
		return p.s.Env.Mark(ui.Working) + t.Muted.Render(" loading fills…")
	}
	text := p.filled()
	if p.ahead != "" {
		text = p.ahead + "   " + text
	}
	return cells.Clean(text)
}

// filled is how many fills the order has, and that others are not known where these come to less
// than what was filled.
func (p *detailPane) filled() string {
	text := ui.Counted(len(p.fills), "fill")
	var sum api.Amount
	for _, f := range p.fills {
		sum = sum.Add(f.MakerAmount)
	}
	r, ok := p.list.Selected()
	switch {
	case !ok || !sum.Less(r.filled):
		return text
	case len(p.fills) == fillsOfOne:
		return "the newest " + text
	case len(p.fills) == 0:
		return "filled, and by which fills is not known yet"
	}
	return text + " known, and not yet all"
}

func (p *detailPane) kindOf(r row) string {
	kind := string(r.Type())
	if r.NFT {
		kind = "NFT " + kind
	}
	if !r.mine {
		kind = "offer to you, " + kind + ":"
	}
	return kind
}

// cover tells what of the order can be taken, and whether that is all.
func (p *detailPane) cover(r row) string {
	t := p.s.Env.Theme
	muted := t.Muted.Render
	text := muted("fillable ") + r.size(r.base(r.FillableBalance))
	if !r.NFT {
		text += muted("  swappable ") + r.size(r.base(r.SwappableBalance)) +
			muted("  maker can pay ") + r.size(r.base(r.MakerBalance))
	}
	switch {
	case r.doubted() || !r.State.Open():
	case r.covered() && r.ToldBy != "":
		text += "  " + t.Warn.Render("? covered"+cells.Clean(api.ByWord(r.ToldBy)))
	case r.covered():
		text += "  " + t.OK.Render("✓ covered")
	default:
		text += "  " + t.Warn.Render("! not covered")
	}
	return text
}

// executes says at what price of the market somebody gains by filling the order.
func (p *detailPane) executes(r row) []string {
	muted := p.s.Env.Theme.Muted.Render
	if r.dust() {
		return []string{" " + muted("executes at ") + ui.Unknown +
			muted("  what is left is worth less than the gas to take it")}
	}
	at, ok := r.executesAt()
	if !ok {
		return nil
	}
	return []string{" " + muted("executes at ") + r.shape.OrderPrice(at, !r.makerBase()) +
		muted(" "+views.Symbol(r.market.Quote)+", which pays the taker's gas too")}
}

// party is an address with the name it has in this wallet.
func (r row) party(a common.Address) string {
	if known, err := r.s.Wallet.Account(a); err == nil {
		return known.Name + " " + a.Hex()
	}
	if name := r.s.ContractName(a); name != "" {
		return name + " " + a.Hex()
	}
	if name := r.s.NameOf(a); name != "" { // the address first: it is cut last
		return a.Hex() + " " + name
	}
	return a.Hex()
}

// takers says who can take the order: the intended taker, and the contract it has to come through
// where there is one.
func (r row) takers() string {
	taker, meta := r.Taker, r.TakerFromMeta()
	switch zero := (common.Address{}); {
	case taker == zero && meta == zero:
		return "anyone"
	case meta == zero || taker == meta:
		return r.party(taker)
	case taker == zero:
		return r.party(meta)
	}
	return r.party(meta) + " through " + r.party(taker)
}

// legs is one side of the order with its raw integer.
func (r row) legs(a api.Asset, n api.Amount) string {
	t, _ := r.s.Token(a.Address)
	name := cells.Clean(t.Symbol) + " " + r.s.ShortAddress(a.Address)
	if a.Kind != api.ERC20 {
		name += " " + a.Kind.String() + " id " + a.ID.String()
	}
	return cells.Truncate(name+"  "+n.String()+" raw", 52)
}

// fillLines lists the fills of an order, newest first; what is asked for least stands last, where a
// narrow pane cuts.
func (p *detailPane) fillLines(r row) string {
	var lines []string
	for _, f := range p.fills {
		base, quote := r.traded(f)
		lines = append(lines, cells.Clean(
			fmt.Sprintf(" %s  %s %s for %s %s  %s  taker %s  block %s",
				format.Moment(time.Unix(int64(f.Block.Time), 0)),
				base, r.market.Base.Symbol, quote, r.market.Quote.Symbol,
				format.Hash(f.TxHash), p.s.ShortName(f.Taker), ui.Count(f.Block.Number))))
	}
	return strings.Join(lines, "\n")
}

// traded is the base and the quote side of a fill, of which the account gets the one and pays the
// other.
func (r row) traded(f api.Fill) (base, quote string) {
	b, q, round := f.TakerAmount, f.MakerAmount, api.Down
	if r.makerBase() {
		b, q = q, b
	}
	if r.buy {
		round = api.Up // the quote is paid
	}
	return r.size(b), r.shape.Cost(q, round)
}

func transaction(h *common.Hash) string {
	if h == nil {
		return ui.Unknown
	}
	return h.Hex()
}

func short(h *common.Hash) string {
	if h == nil {
		return ui.Unknown
	}
	return format.Hash(*h)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
