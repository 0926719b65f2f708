package screenshots_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui/cells"
)

// signature is something signed that has left the console, as the service was handed it.
type signature struct {
	digest common.Hash
	signer common.Address
	sells  api.Amount // of an order, in raw units
	kind   string
}

// spy stands between the console and its service. It keeps what was signed, computed from the bytes
// that came, and counts what was asked for.
type spy struct {
	api.Service
	t      *testing.T
	signed []signature
	asked  int
}

func (s *spy) Exchange(chainID uint64) (api.Exchange, error) {
	exchange, err := s.Service.Exchange(chainID)
	return &spying{exchange, s, chainID}, err
}

// spying is the spy on one network.
type spying struct {
	api.Exchange
	*spy
	chainID uint64
}

func (s *spy) put(kind string, digest common.Hash, sig []byte, signer common.Address,
	sells api.Amount) {
	if err := eip712.Verify(digest, sig, signer); err != nil {
		s.t.Errorf("%s: the signature is not of %s by %s: %v", kind, digest, signer, err)
	}
	s.signed = append(s.signed, signature{digest, signer, sells, kind})
}

func (s *spy) contracts(ctx context.Context, chainID uint64) api.Contracts {
	list, err := s.Networks(ctx)
	for _, n := range list {
		if n.ChainID == chainID {
			return n.Contracts
		}
	}
	s.t.Errorf("chain %d is unknown: %v", chainID, err)
	return api.Contracts{}
}

func (s *spying) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	var tx types.Transaction
	if err := tx.UnmarshalBinary(raw); err != nil {
		s.t.Errorf("no transaction: %v", err)
		return common.Hash{}, err
	}
	signer := types.LatestSignerForChainID(tx.ChainId())
	from, err := types.Sender(signer, &tx)
	if err != nil {
		s.t.Error(err)
	}
	s.signed = append(s.signed, signature{digest: signer.Hash(&tx), signer: from, kind: "tx"})
	return s.Exchange.SendTransaction(ctx, raw)
}

func (s *spying) CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool,
	error) {
	data := eip712.OrderTypedData(s.chainID, s.contracts(ctx, s.chainID).AugustusRFQ, r.Order)
	kind := "order"
	if r.Order.NFT {
		kind = "NFT order"
	}
	s.put(kind, data.Hash(), r.Signature, r.Order.Maker, r.Order.MakerAmount)
	return s.Exchange.CreateOrder(ctx, r)
}

func (s *spying) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	data := eip712.DeltaTypedData(s.chainID, s.contracts(ctx, s.chainID).Delta, r.Order)
	s.put("Delta order", data.Hash(), r.Signature, r.Order.Owner, r.Order.SrcAmount)
	return s.Exchange.SubmitDelta(ctx, r)
}

func (s *spying) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	s.asked++
	return s.Exchange.PrepareFill(ctx, r)
}

func (s *spying) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction, error) {
	s.asked++
	return s.Exchange.PrepareCancel(ctx, r)
}

func (s *spying) PrepareApprove(ctx context.Context, r api.ApproveRequest) (api.Transaction,
	error) {
	s.asked++
	return s.Exchange.PrepareApprove(ctx, r)
}

func (s *spying) PrepareWrap(ctx context.Context, r api.WrapRequest) (api.Transaction, error) {
	s.asked++
	return s.Exchange.PrepareWrap(ctx, r)
}

func (s *spying) PrepareTransfer(ctx context.Context, r api.TransferRequest) (api.Transaction,
	error) {
	s.asked++
	return s.Exchange.PrepareTransfer(ctx, r)
}

func (s *spying) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	s.asked++
	return s.Exchange.PrepareSwap(ctx, r)
}

func (s *spying) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error) {
	s.asked++
	return s.Exchange.BuildDelta(ctx, r)
}

// review is a dialog that asks for a signature, as it was when it opened.
type review struct {
	title  string
	digest common.Hash
	words  []string             // all that has to be read, without blanks
	since  map[string]time.Time // since when those that are in sight are
	stood  map[string]bool
	form   string // the frame in which the flow began
	barred bool   // it says that nothing can be signed at present
}

// barred is what a dialog says as long as blocks are late. It is gone before anything is signed,
// and a dialog that opened with it is read without it.
const barred = "cannot sign at present"

// standsFor is how long a word has to be in sight to count as read, to the press before.
const standsFor = 250 * time.Millisecond

// hand presses keys at random on a desk, and watches what they sign.
type hand struct {
	*desk
	spy     *spy
	rand    *rand.Rand
	size    cells.Box
	open    *review
	form    string // the frame before the last press that could begin a flow
	asked   int
	presses int
	last    []string       // presses
	block   time.Time      // when the newest was made
	kinds   map[string]int // what was signed
	seen    map[common.Hash]bool
	past    map[common.Hash]*review
}

func isReview(title string) bool {
	return strings.HasPrefix(title, "SIGN typed data") || strings.HasPrefix(title, "SIGN and SEND")
}

// isStep tells whether a dialog is one of a flow under way.
func isStep(title string) bool {
	return isReview(title) || strings.HasPrefix(title, "Prepare ·") ||
		title == "The next step waits"
}

// inside is what stands in the dialog with a title, line by line.
func inside(frame, title string) (out []string) {
	left, right := -1, -1
	for _, line := range strings.Split(frame, "\n") {
		cells := []rune(line)
		if at := strings.Index(line, "┏━ "+cut(title, 12)); left < 0 && at >= 0 {
			left = len([]rune(line[:at]))
			right = left + slices.Index(cells[left:], '┓')
			continue
		}
		switch {
		case left < 0:
		case len(cells) <= left || right >= len(cells) || cells[left] == '┗':
			return out
		default:
			out = append(out, string(cells[left+1:right]))
		}
	}
	return out
}

// joined is a text without blanks and ends of lines, as whose parts words are found wherever a line
// ends.
func joined(lines []string) string {
	return strings.ReplaceAll(strings.Join(lines, ""), " ", "")
}

func cut(s string, n int) string { return string([]rune(s)[:min(n, len([]rune(s)))]) }

var (
	ruled  = regexp.MustCompile(`^ *─+ *$`)
	digest = regexp.MustCompile(`digest(0x[0-9a-f]{64})`)
)

// look reads the whole dialog at once, in a window that holds all of it, in no time.
func (h *hand) look() {
	r := &review{title: h.front(), since: map[string]time.Time{}, stood: map[string]bool{},
		form: h.form}
	h.Driver.Resize(250, 900)
	lines := inside(h.Frame(), r.title)
	h.Driver.Resize(h.size.W, h.size.H)
	parts := 0
	for _, l := range lines {
		if ruled.MatchString(l) {
			parts++
			continue
		}
		if parts < 3 && !strings.Contains(l, barred) { // what it does, the words, the checks
			r.words = append(r.words, strings.Fields(l)...)
		}
	}
	if m := digest.FindStringSubmatch(joined(lines)); m != nil {
		r.digest = common.HexToHash(m[1])
	}
	if parts < 3 || r.digest == (common.Hash{}) || len(r.words) < 10 {
		h.t.Fatalf("%d parts and digest %s of %q:\n%s", parts, r.digest, r.title,
			strings.Join(lines, "\n"))
	}
	if h.open != nil && h.open.digest == r.digest {
		return // the very same dialog
	}
	h.open, h.past[r.digest] = r, r
}

// watch takes in what the last press has led to.
func (h *hand) watch() {
	h.Quit = false
	for _, s := range h.spy.signed {
		h.check(s)
	}
	signed := len(h.spy.signed) > 0
	h.spy.signed = nil
	title := h.front()
	if !isReview(title) {
		h.open, h.asked = nil, h.spy.asked
		return
	}
	if h.open == nil || signed || h.asked != h.spy.asked || h.open.title != title {
		h.look()
	}
	h.asked = h.spy.asked
	h.sight()
}

// sight notes which words stand.
func (h *hand) sight() {
	if h.open == nil || !isReview(h.front()) {
		return
	}
	text, now := joined(inside(h.Frame(), h.open.title)), h.Clock.Now()
	h.open.barred = strings.Contains(text, strings.ReplaceAll(barred, " ", ""))
	for _, w := range h.open.words {
		switch at, is := h.open.since[w]; {
		case !strings.Contains(text, w):
			delete(h.open.since, w)
		case !is:
			h.open.since[w] = now
		case now.Sub(at) >= standsFor:
			h.open.stood[w] = true
		}
	}
}

var (
	payField  = regexp.MustCompile(`You pay +\[ ([0-9.]+)[ ▁]*\] +(\w+)`)
	sellField = regexp.MustCompile(`Sell +\[ ([0-9.]+)[ ▁]*\] +(\w+)`)
	countFld  = regexp.MustCompile(`Orders +\[ ([0-9]+)[ ▁]*\]`)
)

// check holds what was signed against what stood on the screen.
func (h *hand) check(s signature) {
	h.t.Helper()
	if h.seen[s.digest] {
		return // the very same, handed on once more
	}
	h.seen[s.digest] = true
	r := h.open
	if held := h.past[s.digest]; held != nil && s.kind == "order" {
		r = held // it waited until the one that it replaces was cancelled
	}
	switch {
	case r == nil:
		h.t.Errorf("press %d: %s signed with no dialog open", h.presses, s.kind)
		return
	case r.digest != s.digest:
		h.t.Errorf("press %d: signed %s, and the dialog %q opened with %s; it said\n%s\nlast: %q",
			h.presses, s.digest, r.title, r.digest, strings.Join(r.words, " "), h.last)
	}
	if r.barred {
		h.t.Errorf("press %d: %q signed although it said that it cannot be", h.presses, r.title)
	}
	h.kinds[strings.TrimPrefix(strings.TrimPrefix(r.title, "SIGN typed data · "),
		"SIGN and SEND transaction · ")]++
	for _, w := range r.words {
		if !r.stood[w] {
			h.t.Errorf("press %d: %q signed at %v, and %q never stood on the screen; it said\n%s\n"+
				"last: %q\n%s", h.presses, r.title, h.size, w, strings.Join(r.words, " "), h.last,
				h.Frame())
			break
		}
	}
	field, parts := payField, uint64(1)
	if s.kind == "Delta order" {
		field = sellField
		m := countFld.FindStringSubmatch(r.form)
		if m != nil && !strings.Contains(r.form, "one signature for "+m[1]+" slices") {
			parts, _ = strconv.ParseUint(m[1], 10, 32)
		}
	}
	m := field.FindStringSubmatch(r.form)
	if m == nil || s.kind == "tx" || s.kind == "NFT order" {
		return
	}
	decimals := map[string]int{"USDC": 6, "USDT": 6, "WBTC": 8}[m[2]]
	if decimals == 0 {
		decimals = 18
	}
	typed, err := api.ParseUnits(m[1], decimals)
	if err != nil {
		h.t.Errorf("press %d: %q was signed: %v", h.presses, m[1], err)
	}
	if typed = typed.MulDiv(api.NewAmount(1), api.NewAmount(max(1, parts))); typed != s.sells {
		h.t.Errorf("press %d: %s sells %s, and the form said %s %s in %d parts when it began:\n%s",
			h.presses, s.kind, s.sells, m[1], m[2], parts, r.form)
	}
}

// do counts an act and looks what has come of it.
func (h *hand) do(act func()) {
	h.sight()
	act()
	h.presses++
	h.watch()
}

func (h *hand) press(k string) {
	if slices.Contains([]string{"enter", "a", "p"}, k) {
		h.begins()
	}
	h.last = append(h.last[max(0, len(h.last)-40):], k)
	h.do(func() { h.Press(k) })
}

// begins keeps what the form says before something that may begin a flow.
func (h *hand) begins() {
	if !isStep(h.front()) {
		h.form = h.Frame()
	}
}

// wait lets time pass, and blocks come while it does: nothing is signed over an old one.
func (h *hand) wait(d time.Duration) {
	if now := h.Clock.Now(); now.Sub(h.block) >= 3*time.Second {
		h.block = now
		if err := h.stage.Step(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
	}
	const look = 100 * time.Millisecond // what comes and goes in between is seen
	for ; d > look; d -= look {
		h.Advance(look)
		h.hear()
		h.watch()
	}
	h.Advance(d)
	h.hear()
	h.watch()
}

// flows are the ways to what is signed.
var flows = [][]string{
	{"f2", "ctrl+l", "0", ".", "5", "tab", "2", "9", "0", "0", "enter"},
	{"f2", "ctrl+l", "5", "0", "tab", "2", "9", "0", "0", "a"},
	{"f1", "g", "b", "1", "0", "0", "enter"},
	{"f1", "g", "down", "down", "s", "0", ".", "1", "enter", "enter"},
	{"f2", "ctrl+l", "up", "up", "right", "down", "down", "4", "0", "tab", "2", "8", "0", "0",
		"down", "down", "down", "paste", "enter"},
	{"f6", "g", "s", "0", ".", "2", "enter"},
	{"f6", "g", "down", "enter", "enter"},
	{"f1", "g", "enter", "enter", "0", ".", "1", "enter"},
	{"f1", "g", "enter", "t", "enter", "enter"},
	{"f3", "g", "m", "alt+4", "enter"},
	{"f3", "g", "x"},
	{"f3", "g", "down", "x", "enter"},
	{"f4", "ctrl+l", "1", "0", "enter"},
	{"f4", "ctrl+l", "1", "0", "a"},
	{"f5", "ctrl+l", "2", "0", "0", "enter"},
	{"f5", "ctrl+l", "2", "0", "0", "tab", "tab", "tab", "right", "tab", "2", "9", "0", "0",
		"enter"},
	{"f5", "ctrl+l", "2", "0", "0", "tab", "tab", "tab", "right", "right", "tab", "3", "3", "0",
		"0", "tab", "3", "4", "0", "0", "enter"},
	{"f5", "ctrl+l", "2", "0", "0", "tab", "tab", "tab", "left", "tab", "3", "enter"},
	{"f7", "tab", "g", ">", "1", "tab", "d", "e", "v", "1", "enter"},
	{"f7", "w", "0", ".", "1", "enter"},
	{"f7", "tab", "tab", "g", "R"},
	{"f7", "tab", "tab", "g", "down", "R"},
}

// noise is any key that does not end the program.
var noise = append(strings.Split("abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789.,>:",
	""), "enter", "enter", "esc", "tab", "shift+tab", "up", "down", "left", "right", "space",
	"pgdown", "pgup", "backspace", "ctrl+l", "ctrl+o", "ctrl+u", "alt+1", "alt+4", "f1", "f2",
	"f3", "f4", "f5", "f6", "f7", "f8", "f9", "S", "S")

var windows = []cells.Box{{W: 80, H: 24}, {W: 120, H: 36}, {W: 250, H: 70}, {W: 100, H: 30},
	{W: 60, H: 12}}

// random does something that nobody meant.
func (h *hand) random() {
	switch n := h.rand.IntN(20); {
	case n < 13:
		h.press(noise[h.rand.IntN(len(noise))])
	case n < 15:
		text := []string{"7", "0.3", somebody, "S\n", "\n\n", "enter"}[h.rand.IntN(6)]
		h.begins()
		h.do(func() { h.Paste(text) })
	case n < 16:
		h.size = windows[h.rand.IntN(len(windows))]
		h.do(func() { h.Resize(h.size.W, h.size.H) })
	case n < 18:
		x, y := h.rand.IntN(h.size.W), h.rand.IntN(h.size.H)
		h.begins()
		h.do(func() { h.Click(x, y) })
	default:
		h.do(func() { h.Wheel(h.rand.IntN(h.size.W), h.rand.IntN(h.size.H), 1-2*h.rand.IntN(2)) })
	}
}

var asksFor = regexp.MustCompile(`Type "([^"]+)" to go on`)

// towards goes for a signature, too fast as often as not.
func (h *hand) towards() {
	for range 24 {
		title := h.front()
		if title == "" || h.rand.IntN(60) == 0 {
			return
		}
		if h.rand.IntN(8) == 0 {
			h.random()
		}
		if h.rand.IntN(2) == 0 {
			h.wait(time.Duration(h.rand.IntN(4)) * 200 * time.Millisecond)
		} else {
			h.wait(2600 * time.Millisecond)
		}
		frame := h.Frame()
		m := asksFor.FindStringSubmatch(frame)
		switch {
		case m != nil && h.rand.IntN(2) == 0:
			h.press("S")
			for _, k := range m[1] {
				h.press(string(k))
			}
			h.press("enter")
		case strings.Contains(frame, "to read before signing") && h.rand.IntN(2) == 0:
			h.press("space")
		case strings.Contains(frame, "⏎ signs") && h.rand.IntN(2) == 0:
			h.press("enter")
		default:
			h.press([]string{"S", "S", "S", "enter", "space", "down", "tab"}[h.rand.IntN(7)])
		}
	}
}

// fuzzPresses is how many presses the test makes; BOURSE_FUZZ_PRESSES has more.
const fuzzPresses = 2000

// TestNothingUnreadIsSigned presses keys, pastes, resizes, clicks and turns the wheel at random
// moments on the way through everything that signs, in the program over the exchange of the demo.
// Whatever is signed is what the dialog said when it opened, sells what the form said when the flow
// began, and stood on the screen word by word.
func TestNothingUnreadIsSigned(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	most, seed := fuzzPresses, uint64(1)
	if text := os.Getenv("BOURSE_FUZZ_PRESSES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		most = n
	}
	if text := os.Getenv("BOURSE_FUZZ_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Chdir(t.TempDir()) // for what stray keys write
	watcher := &spy{t: t}
	d := openDesk(t, func(s api.Service) api.Service {
		watcher.Service = s
		return watcher
	})
	watcher.signed = nil // of the past that it was given
	h := &hand{desk: d, spy: watcher, rand: rand.New(rand.NewPCG(seed, 0)),
		size:  cells.Box{W: 120, H: 36},
		kinds: map[string]int{}, seen: map[common.Hash]bool{}, past: map[common.Hash]*review{}}
	for n := 0; h.presses < most && !t.Failed(); n++ {
		for range 4 {
			h.press("esc")
		}
		h.wait(time.Second)
		h.size = windows[n%2]
		h.do(func() { h.Resize(h.size.W, h.size.H) })
		wild := h.rand.IntN(3) == 0
		for _, k := range flows[n%len(flows)] {
			if wild && h.rand.IntN(6) == 0 {
				h.random()
			}
			if k == "paste" {
				h.do(func() { h.Paste(somebody) })
				continue
			}
			if !wild && (k == "enter" || k == "R" || k == "a") { // what was asked for comes
				h.wait(1200 * time.Millisecond)
			}
			h.press(k)
			if h.rand.IntN(4) == 0 || k == "enter" {
				h.wait(time.Duration(h.rand.IntN(600)) * time.Millisecond)
			}
		}
		h.wait(time.Second)
		h.towards()
	}
	total := 0
	for _, n := range h.kinds {
		total += n
	}
	t.Logf("%d presses, %d signatures: %v", h.presses, total, h.kinds)
	if least := min(most/100, 20); total < least && !t.Failed() {
		t.Errorf("%d signatures, which is too few to say anything: %s", total,
			fmt.Sprint(h.kinds))
	}
}
