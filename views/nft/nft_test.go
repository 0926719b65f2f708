package nft_test

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.CheckActions()
	st.Goldens("normal")
	st.EveryFrame()
	st.Resize(80, 24)
	st.Press("f")
	st.Golden("filters_80x24")

	st = newStage(t, &service{})
	st.Goldens("empty")
	st.EveryFrame()
	st.serv.fails = api.Errorf(api.ChainUnavailable, "the node does not answer; try again")
	st.Press("r")
	st.Advance(2 * time.Second)
	st.Goldens("error")
	st.EveryFrame()
}

func BenchmarkFrame(b *testing.B) { newStage(b, &service{orders: many()}).Bench(b) }

func TestWhatTheListTells(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Shows("9 orders", "Apes #981", "12.1000 WETH", "Apes #5530", "Passes #2 ×4", "ERC1155 ×6",
		"0.0800 WETH ea", "36,000.00 USDC", "Apes #4172", "you", "anyone",
		"expired", "in 9h 00m", "never", "◆", "collections")
	st.on(1)
	st.Shows("Apes #981 · ERC721", "≈ 36,300.00 USD", "at the floor",
		apes.Address.Hex()+"  ✓ listed", "2<<160", "✓ the maker holds it",
		"✓ approved to the order contract",
		"✓ you hold 100.0000 WETH to pay with")
	st.on(4)
	st.Shows("6 of 10 × Passes #2")
	st.on(7)
	st.Shows("is yours: x cancels it", "✓ you hold it")
	st.on(6)
	st.Shows("This offer is for you alone")
}

// An order to which a server gives no hash is asked about once, not for ever.
func TestOrderWithoutHash(t *testing.T) {
	t.Parallel()
	orders := many()
	for i := range orders {
		orders[i].Hash = common.Hash{}
	}
	st := newStage(t, &service{orders: orders})
	st.Shows("✓ you hold it")
}

// TestHostileNames holds a contract's words to their own cell: the frame is the same but for it,
// and nothing of it reaches the terminal.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.on(3)
	st.Shows("#115792…39935", "! not listed", "漢字")
	for _, bad := range []string{"\x1b]0", "\x1b[2J", "\x1b[31m", "\u202e", "\x00", "owned"} {
		if strings.Contains(st.Styled(), bad) {
			t.Errorf("the frame holds %q", bad)
		}
	}
	st.EveryFrame()
	st.Goldens("hostile")
	st.on(1)
	polite := newStage(t, &service{orders: many(), polite: true})
	polite.on(1)
	others := strings.Split(polite.Frame(), "\n")
	for i, line := range strings.Split(st.Frame(), "\n") {
		if strings.Contains(line, "0x0000…aD00") || strings.Contains(line, "0x0000…Ad00") {
			continue // its own cells
		}
		if line != others[i] {
			t.Errorf("row %d is\n%s\nand beside a polite name\n%s", i, line, others[i])
		}
	}
}

func TestFiltersAreTheQuery(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.ClickOn("( ) ERC1155")
	st.Advance(2 * time.Second)
	last := st.serv.queries[len(st.serv.queries)-1]
	if last.MakerAssetKind == nil || *last.MakerAssetKind != api.ERC1155 ||
		last.TakerAssetKind != nil || last.MakerAsset != nil || last.TakerAsset != nil ||
		!last.NFT {
		t.Fatalf("asked %+v", last)
	}
	st.Shows("2 orders · filtered", "Passes #2", "Passes #1")
	st.Hides("Apes #981", "Apes #4172")
	st.Press("F")
	st.Advance(2 * time.Second)
	st.Shows("9 orders")
	st.ClickOn("Apes     ") // the collection
	st.Advance(2 * time.Second)
	last = st.serv.queries[len(st.serv.queries)-1]
	if last.MakerAsset == nil || *last.MakerAsset != apes.Address {
		t.Fatalf("asked %+v", last)
	}
	st.Shows("filtered", "floor 12.1000 WETH")
	st.Hides("Passes #1 ")
	st.Press("F")
	st.ClickOn("[ ] only named to me")
	st.Advance(2 * time.Second)
	st.Shows("2 orders", "Apes #4172", "Apes #77")
	st.ClickOn("[ ] hide expired")
	st.Shows("1 order ")
	st.Press("F")
	st.ClickOn("contract asked")
	st.Press("F")
}

func TestFilterByContract(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Resize(80, 24)
	st.Press("f")
	st.Type("contract asked")
	st.Press("enter")
	st.Type("nonsense")
	st.Press("enter")
	st.Shows("no listed contract is called so")
	st.Press("ctrl+u")
	st.Type("apes")
	st.Press("enter")
	st.Advance(2 * time.Second)
	last := st.serv.queries[len(st.serv.queries)-1]
	if last.TakerAsset == nil || *last.TakerAsset != apes.Address {
		t.Fatalf("asked %+v", last)
	}
	st.Shows("1 order ", "36,000.00 USDC")
}

func TestTakeWithApproval(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many(), unapproved: true})
	st.on(1)
	st.Press("enter")
	if a := st.serv.Approvals(); len(a) != 1 || a[0].Kind != api.ERC20 || a[0].Spender != rfq ||
		a[0].Amount != units("14.1", weth) {
		t.Fatalf("approved %+v, want the price and what open orders need", a)
	}
	st.accept()
	if f := st.serv.takes; len(f) != 1 || f[0].Taker != main ||
		f[0].Legs[0].Hash != (common.Hash{1}) || !f[0].Legs[0].TakerAmount.IsZero() {
		t.Fatalf("took %v", f)
	}
	st.Advance(2 * time.Second)
	st.Shows("2 of 2", "[ Cancel ]◂")
	st.Press("S", "enter")
	st.Advance(time.Second)
	if note := st.Root.Note(); note.Text != "took Apes #981 for 12.1000 WETH, block 7" {
		t.Errorf("the message row says %+v", note)
	}
	st.on(5) // a bid for an Ape: all of the collection is approved
	st.Press("enter")
	if a := st.serv.Approvals(); len(a) != 2 || a[1].Kind != api.ERC721 ||
		a[1].Token != apes.Address {
		t.Fatalf("approved %+v", a)
	}
}

func TestTakeThroughTheSwapContract(t *testing.T) {
	t.Parallel()
	o := order(1, dev1, one(apes, 5), 1, api.Asset{Address: weth.Address}, units("3", weth), 0)
	o.Taker = swapper
	st := newStage(t, &service{orders: []api.OrderRecord{o}, unapproved: true})
	st.Shows("anyone")
	st.Press("enter")
	if a := st.serv.Approvals(); len(a) != 1 || a[0].Spender != proxy ||
		a[0].Amount != units("3", weth) {
		t.Fatalf("approved %+v", a)
	}
}

func TestTakeSomeOfSeveral(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.on(4)
	st.Press("enter")
	st.Shows("How many Passes #2 to get, at most 6?", "for 0.4800 WETH")
	st.Press("ctrl+u")
	st.Type("7")
	st.Press("enter")
	st.Shows("at most 6 can be had")
	st.Press("esc", "enter")
	st.Type("4") // takes the place of the number that was proposed
	st.Press("enter")
	if f := st.serv.takes; len(f) != 1 || f[0].Legs[0].TakerAmount != units("0.32", weth) {
		t.Fatalf("took %+v", f)
	}
	st.accept()
	st.Advance(time.Second)
	if note := st.Root.Note(); note.Text != "took Passes #2 ×4 for 0.3200 WETH, block 7" {
		t.Errorf("the message row says %+v", note)
	}
}

// TestTheDialogOfATokenThatMovedAway: who reads it for long is told before anything is signed.
func TestTheDialogOfATokenThatMovedAway(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.on(1)
	st.Press("enter")
	st.Shows("SIGN and SEND transaction")
	st.serv.mu.Lock()
	st.serv.orders[0].State = api.Suspended
	st.serv.mu.Unlock()
	st.Send(ui.Refresh{})
	st.Advance(2 * time.Second)
	st.Hides("SIGN and SEND transaction")
	if note := st.Root.Note(); !strings.Contains(note.Text, "can't be taken any more") {
		t.Errorf("the message row says %+v", note)
	}
}

// TestTinyAmountsOfCoins: neither side of an order reads as nothing, or as more than it is.
func TestTinyAmountsOfCoins(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: []api.OrderRecord{order(1, dev1,
		api.Asset{Address: weth.Address}, 100, api.Asset{Address: usdc.Address}, api.NewAmount(1),
		0)}})
	st.Shows("<0.00000001 WETH", "0.000001 USDC")
	st.Hides("0.0000 WETH", "0.01 USDC")
}

// TestSizesThatCanBeHad: what the maker no longer holds is not offered, asked for or counted.
func TestSizesThatCanBeHad(t *testing.T) {
	t.Parallel()
	coin := api.Asset{Address: weth.Address}
	some := order(1, dev1, one(passes, 1), 6, coin, units("6", weth), 0)
	some.SwappableBalance = api.NewAmount(4)
	none := order(2, dev2, one(passes, 1), 11, coin, units("1", weth), 0)
	none.SwappableBalance = api.Amount{}
	st := newStage(t, &service{orders: []api.OrderRecord{some, none}})
	st.on(1)
	st.Shows("ERC1155 ×4", "4 of 6 × Passes #1", "asks 4.0000 WETH", "at the floor")
	st.Press("enter")
	st.Shows("at most 4?", "Passes #1 ×4 for 4.0000 WETH")
	st.Press("ctrl+u")
	st.Type("5")
	st.Press("enter")
	st.Shows("at most 4 can be had")
	st.Press("ctrl+u")
	st.Type("4")
	st.Press("enter")
	if f := st.serv.takes; len(f) != 1 || f[0].Legs[0].TakerAmount != units("4", weth) {
		t.Fatalf("took %+v", f)
	}
}

// A bid for several says what it pays for each, as offers say what they ask.
func TestABidForSeveralSaysItsPrice(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: []api.OrderRecord{order(1, dev1,
		api.Asset{Address: weth.Address}, 146e15, one(passes, 1), api.NewAmount(2), 0)}})
	st.Shows("0.1460 WETH", "0.0730 ea", "Passes #1 ×2", "you hold Passes #1 ×10 to pay with")
}

func TestWholeUnitsOnly(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: []api.OrderRecord{
		order(1, dev1, one(passes, 1), 10, one(passes, 2), api.NewAmount(3), 0)}})
	st.Press("enter")
	st.Press("ctrl+u")
	st.Type("4")
	st.Press("enter")
	st.Shows("not exactly 4: paying 2 gets 6")
	st.Press("ctrl+u")
	st.Type("6")
	st.Press("enter")
	if f := st.serv.takes; len(f) != 1 || f[0].Legs[0].TakerAmount != api.NewAmount(2) {
		t.Fatalf("took %+v", f)
	}
}

func TestWhyNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		serv *service
		on   byte
		says string
	}{
		"own":       {&service{orders: many()}, 7, "it is your own: x cancels it"},
		"suspended": {&service{orders: many()}, 8, "it is your own"},
		"expired":   {&service{orders: many()}, 9, "it has expired"},
		"poor": {&service{orders: many(), poor: true}, 1,
			"it costs 12.1000 WETH and you hold 0.5000 WETH"},
		"wrong kind": {&service{orders: []api.OrderRecord{
			order(1, dev1, api.Asset{Address: apes.Address}, 3, api.Asset{Address: weth.Address},
				units("1", weth), 0)}}, 1,
			"for ERC20, but it is ERC721"},
		"no Ape": {&service{orders: many(), poor: true}, 5,
			"it asks for Apes #1, which you do not own"},
		"no Passes": {&service{orders: many(), poor: true}, 2,
			"it costs Passes #2 ×4 and you hold 0"},
		"stranger": {&service{orders: []api.OrderRecord{
			named(order(1, main, one(apes, 1), 1, api.Asset{Address: weth.Address},
				api.NewAmount(1), 0), dev2)}}, 1, "it is your own"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t, c.serv)
			st.on(c.on)
			st.Press("enter")
			if note := st.Root.Note(); !strings.Contains(note.Text, c.says) {
				t.Errorf("the message row says %q", note.Text)
			}
			if len(c.serv.takes) != 0 {
				t.Errorf("took %v", c.serv.takes)
			}
		})
	}
	st := newStage(t, &service{orders: many(), sold: true})
	st.on(1)
	st.Shows("✗ the maker does not own it at present")
}

func TestCancelMine(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.on(1)
	st.Press("x")
	if note := st.Root.Note(); !strings.Contains(note.Text, "only its maker can cancel it") {
		t.Errorf("the message row says %q", note.Text)
	}
	st.on(8)
	st.Press("x")
	st.Advance(600 * time.Millisecond)
	st.Shows("it offers Apes #3 for 14.0000 WETH")
	st.accept()
	if c := st.serv.cancels; len(c) != 1 || c[0].Hashes[0] != (common.Hash{8}) ||
		c[0].Maker != main {
		t.Fatalf("cancelled %v", c)
	}
}

func TestSellAndBidGoToTheForm(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Press("o")
	st.Shows("Sell which?", "Apes #1", "Passes #2", "ERC1155 ×10  ✓ approved")
	st.Press("enter")
	want := views.NewNFTOrder{Give: one(apes, 1)}
	if len(st.next.got) == 0 || st.next.got[len(st.next.got)-1] != tea.Msg(want) {
		t.Fatalf("the form got %v", st.next.got)
	}
	st.Press("1")
	st.on(1)
	st.Press("b")
	want = views.NewNFTOrder{Give: api.Asset{Address: weth.Address}, Get: one(apes, 981)}
	if st.next.got[len(st.next.got)-1] != tea.Msg(want) {
		t.Fatalf("the form got %v", st.next.got)
	}
}

func TestRandomKeys(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many()})
	st.Fuzz(7, 400, "q")
}

// TestShowsAnOrderWhenItComes opens the screen on an order that the service has just taken.
func TestShowsAnOrderWhenItComes(t *testing.T) {
	t.Parallel()
	all := many()
	st := newStage(t, &service{orders: all[:3]})
	st.on(4)
	st.serv.mu.Lock()
	st.serv.orders = all
	st.serv.mu.Unlock()
	st.Send(ui.Refresh{})
	st.Advance(2 * time.Second)
	st.Shows("6 of 10 × Passes #2")
}

func TestApproveWhatAnOrderGives(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many(), unapproved: true})
	st.on(8)
	st.Shows("✗ not approved to the order contract   a approve")
	st.Press("a")
	if a := st.serv.Approvals(); len(a) != 1 || a[0].Token != apes.Address ||
		a[0].Kind != api.ERC721 || a[0].Spender != rfq || a[0].Amount.IsZero() {
		t.Fatalf("approved %+v", a)
	}
	st.Press("esc")
	st.on(1)
	st.Press("a")
	if note := st.Root.Note(); !strings.Contains(note.Text, "no order of yours") ||
		len(st.serv.Approvals()) != 1 {
		t.Errorf("the message row says %q", note.Text)
	}
}

// TestDustIsNoFloor: what is worth less than the gas of a fill is no measure of a collection, and
// does not read as zero.
func TestDustIsNoFloor(t *testing.T) {
	t.Parallel()
	coin, wei := api.Asset{Address: weth.Address}, api.NewAmount(1)
	st := newStage(t, &service{orders: []api.OrderRecord{
		order(1, dev1, one(apes, 1), 1, coin, units("12.1", weth), 0),
		order(2, dev1, one(apes, 2), 1, coin, units("14", weth), 0),
		order(3, dev2, one(apes, 3), 1, coin, wei, 0),
		order(4, dev2, one(passes, 1), 5, coin, api.NewAmount(5), 0)}})
	st.s.Prices[api.NativeToken] = st.s.Prices[weth.Address]
	st.s.GasPrice = api.NewAmount(2e9)
	st.Send(ui.Refresh{})
	st.Advance(20 * time.Second)
	st.on(4)
	st.Shows("<0.0001 WETH ea")
	st.Hides(" 0.0000 WETH", " 0.0001 WETH")
	st.on(1)
	st.Shows("at the floor")
	st.on(2)
	st.Press("enter")
	st.Shows("price 15.71% worse than the floor of 12.1000 WETH")
}

// What is taken far above the floor asks for the collection's name first, and an offer that nobody
// can take is not said to be taken by a key.
func TestTakingIsCheckedAgainstTheFloor(t *testing.T) {
	t.Parallel()
	coin := api.Asset{Address: weth.Address}
	gone := named(order(3, dev1, one(apes, 9), 1, coin, units("12", weth), 0), main)
	gone.State = api.Suspended
	st := newStage(t, &service{orders: []api.OrderRecord{
		order(1, dev1, one(apes, 1), 1, coin, units("12.1", weth), 0),
		order(2, dev1, one(apes, 2), 1, coin, units("14", weth), 0), gone}})
	st.on(2)
	st.Press("enter")
	st.Shows("price 15.71% worse than the floor of 12.1000 WETH")
	st.accept()
	st.Shows(`type "Apes"`)
	if len(st.serv.takes) > 1 {
		t.Fatalf("took %+v", st.serv.takes)
	}
	st.Press("esc")
	st.on(3)
	st.Advance(20 * time.Second)
	st.Shows("for you alone, but cannot be taken: its maker does not hold it")
	st.Hides("⏎ takes it")
	st.Resize(80, 24)
	st.Shows("For you alone, but its maker does not hold it, or has not approved it.")
}

// Who is in the address book goes by the label.
func TestLabelsStandForAddresses(t *testing.T) {
	t.Parallel()
	stranger := common.HexToAddress("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
	st := newStage(t, &service{orders: []api.OrderRecord{order(1, stranger, one(apes, 1), 1,
		api.Asset{Address: weth.Address}, units("12", weth), 0)}})
	st.Shows("0xfB69…d359")
	st.s.SetContact(stranger, "bob")
	st.Send(views.ContactsChanged{})
	st.Shows("bob")
	st.Hides("0xfB69…d359")
}

// That the end of an order is the word of a service alone is read whole, in narrow windows too.
func TestAServicesWordIsReadable(t *testing.T) {
	t.Parallel()
	r := order(11, main, one(apes, 7), 1, api.Asset{Address: weth.Address}, units("2", weth),
		0)
	r.Promised, r.StateReason = true, "whoever has the signature can fill it until 2027-11-21 "+
		"12:00 UTC: its end is the word of 127.0.0.1:42003 alone, unless it is cancelled on chain"
	st := newStage(t, &service{orders: append(many(), r)})
	for _, size := range [][2]int{{80, 24}, {80, 36}} {
		st.Resize(size[0], size[1])
		st.on(11)
		text := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ").Replace(
			st.Frame())), " ")
		if !strings.Contains(text, r.StateReason) {
			t.Errorf("%v: it does not say %q:\n%s", size, r.StateReason, st.Frame())
		}
	}
}
