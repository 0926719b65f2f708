package wallet_test

import (
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/wallet"
)

// sendTo opens the dialog for an asset of the balances and types how much and to whom.
func (st *stage) sendTo(asset, amount, to string) {
	st.Press("esc")
	st.focus("balances")
	st.Press("g")
	for range 10 {
		frame := st.Frame()
		if strings.Contains(frame, "▸ "+asset) || strings.Contains(frame, "▸!"+asset) {
			break
		}
		st.Press("down")
	}
	st.Press(">")
	if amount != "" {
		st.Type(amount)
		st.Press("tab")
	}
	st.Type(to)
}

// review goes on to the signature and signs.
func (st *stage) review(word string) {
	st.Press("enter")
	st.settle()
	st.Press("S")
	if word != "" {
		st.Press("enter")
		st.Hides("sent as")
		st.Type(word)
		st.Press("enter")
	}
	st.Press("enter")
}

func TestSendToAStrangerAndToAContact(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.sendTo("USDC", "9462", other.Hex())
	st.Shows("of 12,480.55 ", "! leaves 3,018.55 USDC; your open orders need 3,018.73 USDC")
	st.Press("shift+tab", "ctrl+u")
	st.Type("5")
	st.Shows("leaves you 12,475.55 USDC", "whale")
	st.review("")
	r := st.service.transfers
	if len(r) != 1 || r[0].To != other || r[0].Amount != units("5", usdc) ||
		r[0].Asset != (api.Asset{Address: usdc.Address}) || len(st.service.Sent()) != 1 {
		t.Fatalf("sent %d %+v\n%s", len(st.service.Sent()), r, st.Frame())
	}
	// a stranger asks for a word, a contact does not
	friend := common.HexToAddress("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
	st.sendTo("ETH", "1", friend.Hex())
	st.Shows("! not in your address book: compare every digit")
	st.review("stranger")
	st.Press("b", "enter")
	st.Paste("0x" + strings.Repeat("ab12cd34", 8)) // what is longer than an address is none
	st.Press("enter")
	st.Shows("got 32 bytes")
	st.Press("ctrl+u")
	st.Type(friend.Hex())
	st.Press("enter")
	st.Type("0xbob")
	st.Press("enter")
	st.Shows("a label does not begin like an address")
	st.Press("ctrl+u")
	st.Type("bob")
	st.Press("enter")
	st.Shows("is bob from here on")
	st.sendTo("ETH", "1", "Bob")
	st.Shows("✓ goes to bob")
	st.review("")
	if r := st.service.transfers; len(r) != 3 || r[2].To != friend || len(st.service.Sent()) != 3 {
		t.Fatalf("sent %d %+v", len(st.service.Sent()), r)
	}
}

func TestWhatIsNotSent(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for _, c := range []struct{ asset, amount, to, says string }{
		{"USDC", "1,5", other.Hex(), "✗"},
		{"USDC", "13000", other.Hex(), "you hold 12,480.55 USDC"},
		{"USDC", "1", "0x0000000000000000000000000000000000000000", "the zero address is nobody"},
		{"USDC", "1", "0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "EIP-55 checksum"},
		{"USDC", "1", usdc.Address.Hex(), "what is sent there is lost"},
		{"USDC", "1", main.Hex(), "that is the account itself"},
		{"ETH", "4.2183", other.Hex(), "leaves nothing for the gas"},
	} {
		st.sendTo(c.asset, c.amount, c.to)
		if !strings.Contains(st.Frame(), c.says) {
			t.Errorf("%+v:\n%s", c, st.Frame())
		}
		st.Press("enter")
		st.settle()
		st.Hides("SIGN and SEND")
		st.Press("esc")
	}
	if r := st.service.transfers; len(r) != 0 {
		t.Fatalf("prepared %+v", r)
	}
	// a contract asks for a word
	st.sendTo("USDC", "1", rfq.Hex())
	st.Shows("is a contract: it may keep what it is sent")
}

func TestSendAnNFT(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Shows("Apes #2", "Apes #7", "Passes #1", "12")
	st.sendTo("Apes #7", "", other.Hex())
	st.review("")
	r := st.service.transfers
	if len(r) != 1 || r[0].Asset.ID != api.NewAmount(7) || r[0].Amount != api.NewAmount(1) ||
		r[0].To != other {
		t.Fatalf("sent %+v\n%s", r, st.Frame())
	}
	st.Shows("send Apes #7 to whale")
}

func TestAddATokenByAddress(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("balances")
	st.Press("+")
	st.Type(usdc.Address.Hex())
	st.Press("enter")
	st.Shows("it is listed already, as USDC")
	st.Press("ctrl+u")
	st.Type(odd.Address.Hex())
	st.Press("enter")
	st.Shows("ODD is added")
	st.Send(views.PricesChanged{})
	st.Advance(4e9)
	st.Shows("ODD")
	st.service.odd.Store(true)
	st.block()
	st.Advance(4e9)
	if n := strings.Count(st.Frame(), "ODD  "); n != 1 {
		t.Errorf("ODD has %d rows:\n%s", n, st.Frame())
	}
	if tokens := st.s.AddedTokens(); len(tokens) != 1 || tokens[0].Decimals != 4 {
		t.Fatalf("added %+v", tokens)
	}
	st.sendTo("ODD", "1.5", other.Hex())
	st.Press("enter")
	st.settle()
	st.Shows("1.50 ODD", "ODD is a token that you added: nobody lists it")
}

// TestASymbolIsOneTokens: a stranger's token that calls itself USDC is asked about, and is called
// by digits of its address from then on; what is typed as usdc is the listed one.
func TestASymbolIsOneTokens(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	add := func() {
		st.focus("balances")
		st.Press("+")
		st.Type(fake.Address.Hex())
		st.Press("enter")
		st.Shows("This is not the USDC that is listed", usdc.Address.Hex(), fake.Address.Hex())
		st.settle()
	}
	add()
	st.Press("enter") // No has the focus
	if tokens := st.s.AddedTokens(); len(tokens) != 0 {
		t.Fatalf("added %+v", tokens)
	}
	add()
	st.Press("left", "enter")
	st.Shows("USDC!8438 is added")
	st.Send(views.PricesChanged{})
	st.Advance(4e9)
	if got, ok := st.s.FindToken("usdc"); !ok || got.Address != usdc.Address {
		t.Errorf("usdc is %+v", got)
	}
	if got, _ := st.s.FindToken("usdc!8438"); got.Address != fake.Address {
		t.Errorf("usdc!8438 is %+v", got)
	}
	st.sendTo("USDC!8438", "1.5", other.Hex())
	st.Shows("leaves you 3.5000 USDC!8438")
	st.Press("enter")
	st.settle()
	st.Shows("1.50 USDC!8438", "USDC!8438 is a token that you added: nobody lists it")
}

// TestLookalikes: an address whose ends are those of a contact, or that is one digit off it, is
// said to be another wherever it is named.
func TestLookalikes(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	near := other // the account whale, 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
	near[9] ^= 0x04
	st.sendTo("USDC", "5", near.Hex())
	st.Shows("! looks like whale, differs in digit 20")
	st.Press("enter")
	st.settle()
	st.Shows("looks like your account whale, but differs in digit 20", "lookalike")
	if name := st.s.ShortName(near); !strings.EqualFold(name, "!…e99e…6045") {
		t.Errorf("in short it is %q", name)
	}
	st.Press("esc", "esc")
	st.Press("b", "enter")
	st.Type(near.Hex())
	st.Press("enter")
	st.Shows("! it looks like whale, differs in digit 20: label it only if you mean this one")
}

// The code of an address is read by another library's decoder, from the cells as they are drawn.
func TestTheCodeIsRead(t *testing.T) {
	t.Parallel()
	text := "ethereum:" + main.Hex()
	lines, err := wallet.QRLines(text)
	if err != nil {
		t.Fatal(err)
	}
	const scale = 6
	rows := len(lines) * 2
	picture := image.NewGray(image.Rect(0, 0, len([]rune(lines[0]))*scale, rows*scale))
	for y, line := range lines {
		for x, cell := range []rune(line) {
			above, below := cell == '█' || cell == '▀', cell == '█' || cell == '▄'
			for half, light := range []bool{above, below} {
				for i := range scale * scale {
					if light {
						picture.SetGray(x*scale+i%scale, (2*y+half)*scale+i/scale,
							color.Gray{Y: 255})
					}
				}
			}
		}
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}
	got, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
	if err != nil || got.GetText() != text {
		t.Fatalf("read %v, %v", got, err)
	}
	st := newStage(t)
	st.Press("Q")
	st.Shows("Receive · main", main.Hex(), "On local only", strings.TrimSpace(lines[8]))
	st.Resize(80, 24)
	st.Shows(main.Hex(), strings.TrimSpace(lines[8]))
}

// Asking to send before it is known what the account holds opens the form as soon as it is; where
// it cannot be read, that is said.
func TestSendWaitsForWhatIsHeld(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	// ask chooses an account, and asks before its holdings are there
	ask := func(account string) {
		var err error
		if st.s.Account, err = st.s.Wallet.Find(account); err != nil {
			t.Fatal(err)
		}
		st.Do(tea.Batch(func() tea.Msg { return views.AccountChanged{} }, func() tea.Msg {
			return views.SendAsset{Asset: api.Asset{Address: usdc.Address}, Amount: "5",
				To: "dev2"}
		}))
	}
	fail := func(err error) {
		st.service.mu.Lock()
		defer st.service.mu.Unlock()
		st.service.fails = err
	}
	fail(errors.New("no room"))
	ask("dev1")
	st.Hides("Send from dev1", "nothing of that")
	st.Shows("✗ cannot send: could not read balances: ")
	fail(nil)
	ask("main")
	st.Shows("Send from main", "( USDC ▾ )", "[ 5 ")
}

// TestWhatWasNotSentIsKept: whoever thinks again before a signature does not type receiver and
// amount anew; what was sent is not proposed again, and nothing goes over to another asset.
func TestWhatWasNotSentIsKept(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.sendTo("USDC", "5", other.Hex())
	st.Press("enter")
	st.settle()
	st.Shows("SIGN and SEND")
	st.Press("esc", "esc")
	st.Hides("SIGN and SEND", "Send from")
	st.Press(">")
	st.Shows("Send from", "[ 5▁", other.Hex())
	st.Press("esc")
	st.sendTo("ETH", "", "")
	st.Shows("Send from")
	st.Hides(other.Hex())
	st.Press("esc")
	st.sendTo("USDC", "7", other.Hex())
	st.review("")
	st.settle()
	if r := st.service.transfers; len(r) != 2 || r[1].Amount != units("7", usdc) {
		t.Fatalf("sent %+v\n%s", r, st.Frame())
	}
	st.sendTo("USDC", "", "")
	st.Shows("Send from")
	st.Hides(other.Hex())
}

// TestANameOfTwoIsNobody: an account that came to be called like a contact is not paid in its
// place.
func TestANameOfTwoIsNobody(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	friend := common.HexToAddress("0x00000000219ab540356cBB839Cbe05303d7705Fa")
	st.s.SetContact(friend, "bob")
	hot, err := st.s.Wallet.Find("hot")
	if err != nil {
		t.Fatal(err)
	}
	if a, why := st.s.ResolveAddress("Bob"); a != friend || why != "" {
		t.Errorf("before: %s, %q", a, why)
	}
	if _, err := st.s.Wallet.Rename(hot.Address, "bob"); err != nil {
		t.Fatal(err)
	}
	st.sendTo("USDC", "1", "bob")
	st.Press("enter")
	for _, part := range []string{hot.Address.Hex(), friend.Hex()} {
		if a, why := st.s.ResolveAddress("bob"); a != (common.Address{}) ||
			!strings.Contains(why, part) {
			t.Errorf("after: %s, %q", a, why)
		}
	}
	st.Shows("is your account")
	if len(st.service.Sent()) != 0 {
		t.Error("it was sent")
	}
}
